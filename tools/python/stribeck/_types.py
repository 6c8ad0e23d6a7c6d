"""Component types by attribute, for completion: ``stribeck.types.rotational.inertia`` is "rotational.inertia"."""

from __future__ import annotations

import functools
import html
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._errors import unknown
from ._values import path_text, word


@functools.lru_cache(maxsize=16)
def catalogue(plugins: tuple[str, ...] = ()) -> _core.Catalogue:
    return _core.Catalogue(list(plugins))


@functools.lru_cache(maxsize=1024)
def _described(type: str, plugins: tuple[str, ...]) -> dict[str, Any] | None:
    if not catalogue(plugins).contains(type):
        return None
    described: dict[str, Any] = json.loads(catalogue(plugins).describe(type))
    return described


def described(type: str, plugins: tuple[str, ...] = ()) -> dict[str, Any] | None:
    """What the type declares; None if it is none of the program or of a plugin."""
    return _described(type, plugins)


changes = 0
"""How often types have been declared: what was made before may know others."""


def forget() -> None:
    """A type has been declared."""
    global changes
    changes += 1
    catalogue.cache_clear()
    _described.cache_clear()


def _catalogue_of(plugins: Sequence[str], files: Sequence[str | os.PathLike[str]]) -> _core.Catalogue:
    if not files:
        return catalogue(tuple(plugins))
    return _core.Catalogue(list(plugins), [path_text(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)])


def describe(
    type: str,
    *,
    plugins: Sequence[str] = (),
    files: Sequence[str | os.PathLike[str]] = (),
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """All that a component type declares: connectors, parameters, options, variables, equations ("facts").

    The same as ``stribeck describe TYPE --format json``; ``options`` are choices, {"law": "stribeck"}, as of ``--option``; ``files`` have
    definitions that are types, too, as of ``--in``.
    """
    known_types = _catalogue_of(plugins, files)
    if not known_types.contains(str(type)):
        raise unknown("there is no component type", type, known_types.types(), "see: stribeck.types", "diagram.unknown_type")
    kept = None if files else described(str(type), tuple(plugins))  # of files it is read anew each time
    found: dict[str, Any] = kept or json.loads(known_types.describe(str(type)))
    for name, choice in (options or {}).items():
        known = {one["name"]: one["choices"] for one in found["options"]}
        if name not in known or choice not in known[name]:
            what = f"the option {name} of {type} has no choice" if name in known else f"{type} has no option"
            raise unknown(what, choice if name in known else name, known.get(name, list(known)), "it has none")
    if options:
        chosen: dict[str, Any] = json.loads(known_types.describe(str(type), dict(options)))
        return chosen
    return found


def search(words: str = "", *, plugins: Sequence[str] = (), files: Sequence[str | os.PathLike[str]] = ()) -> dict[str, str]:
    """Component types with a sentence each, by what they are called here or in other programs: ``stribeck list``.

    ``stribeck.search("ball screw")``; of no words all of them. ``plugins`` and ``files`` as in ``describe``.
    """
    return dict(_catalogue_of(plugins, files).called(word(words, "what is searched for")))


def describe_fmu(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What an FMU has for diagrams that take it as a component of the type "fmu": ``stribeck describe --fmu``. As ``describe``."""
    found: dict[str, Any] = json.loads(_core.fmu_in_json(path_text(path)))
    return found


def read_parameters(path: str | os.PathLike[str]) -> dict[str, str]:
    """The values of a parameter set of SSP (.ssv), with their units, for ``run`` and the like: ``stribeck run --set-file``."""
    return dict(_core.parameter_set(path_text(path)))


def connector_names(description: dict[str, Any]) -> list[str]:
    return [one["name"] for one in description["connectors"]]


def parameter_docs(description: dict[str, Any]) -> dict[str, str]:
    """What can be set of it, with its documentation."""
    docs: dict[str, str] = {}
    for one in description["parameters"]:
        docs[one["name"]] = f"{one['description']} [{one['unit']}], default {one['default_SI']}"
    for one in description["options"]:
        docs[one["name"]] = f"{one['description']} ({' | '.join(one['choices'])}), default {one['default']}"
    for kind in ("lists", "sizes", "formulas"):
        for one in description[kind]:
            docs[one["name"]] = one.get("description", "")
    return docs


def html_of(description: dict[str, Any], values: dict[str, Any] | None = None) -> str:
    escape = html.escape
    rows = [f"<tr><td>{escape(name)}</td><td>{escape(doc)}</td>"
            + (f"<td>{escape(str(values.get(name, '')))}</td>" if values is not None else "") + "</tr>"
            for name, doc in parameter_docs(description).items()]  # fmt: skip
    ports = [f"<tr><td>{escape(one['name'])}</td><td>{escape(one['description'])}</td></tr>" for one in description["connectors"]]
    return (
        f"<b>{escape(description['type'])}</b><pre>{escape(description['description'])}</pre>"
        f"<table><tr><th>parameter</th><th></th></tr>{''.join(rows)}<tr><th>port or signal</th><th></th></tr>{''.join(ports)}</table>"
    )


class Type(str):
    """The name of a component type, with its documentation."""

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        description = describe(self)
        parameters = "\n".join(f"    {name}: {doc}" for name, doc in parameter_docs(description).items())
        return f"{description['description']}\n\nParameters:\n{parameters}\n\nConnectors: {', '.join(connector_names(description))}"

    def _repr_html_(self) -> str:
        return html_of(describe(self))


class Types:
    """The types below a prefix."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix

    def _names(self) -> list[str]:
        return [name[len(self._prefix) :] for name in catalogue().types() if name.startswith(self._prefix)]

    def __dir__(self) -> list[str]:
        return sorted({name.split(".")[0] for name in self._names()})

    def __iter__(self) -> Any:
        return iter(Type(self._prefix + name) for name in self._names())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        names = self._names()
        if name in names:
            return Type(self._prefix + name)
        if any(one.startswith(name + ".") for one in names):
            return Types(self._prefix + name + ".")
        advice = _core.near(name, sorted({one.split(".")[0] for one in names}))
        raise AttributeError(f"there is no component type {self._prefix}{name}" + (f": {advice}" if advice else ""))

    def __repr__(self) -> str:
        return f"<component types {self._prefix}*: {', '.join(self.__dir__())}>"


types = Types()
