"""Names that a component does not have, refused in the line of Python that writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _places
from ._errors import Error, refused
from ._types import described, parameter_docs

if TYPE_CHECKING:
    from ._diagram import Diagram

_UNKNOWN = tuple("diagram.unknown_" + what for what in ("type", "parameter", "port", "instance"))
_AROUND = ("parameters", "libraries", "plane", "include", "definitions")  # what a component's names may follow from


class Declared(NamedTuple):
    """Names with their documentation, as far as they are known without the reader."""

    parameters: dict[str, str]
    connectors: dict[str, str]


def declared(diagram: Diagram, type: object) -> Declared:
    """What a type has with its default options, or what a definition in the diagram itself has."""
    description = described(str(type), diagram.plugins)
    if description is not None:
        return Declared(parameter_docs(description), {one["name"]: one["description"] for one in description["connectors"]})
    definition = _part(_part(diagram._read(), "definitions"), str(type))
    connectors = {name: one for kind in ("ports", "inputs", "outputs") for name, one in _part(definition, kind).items()}
    return Declared(_docs(_part(definition, "parameters")), _docs(connectors))


def _docs(names: dict[str, Any]) -> dict[str, str]:
    return {name: str(_part(names, name).get("doc", "")) for name in names}


def _part(document: dict[str, Any], key: str) -> dict[str, Any]:
    found = document.get(key)
    return found if isinstance(found, dict) else {}


def check_entry(diagram: Diagram, name: str, entry: dict[str, Any]) -> None:
    """Refuses a type that there is not, and parameters that it does not have."""
    known = declared(diagram, entry.get("type"))
    if known == ({}, {}) or not set(entry.get("parameters", {})) <= set(known.parameters):
        _ask_reader(diagram, name, entry, f"{name}.none", "/components/" + _places.escaped(name) + "/")


def check_end(diagram: Diagram, name: str, entry: dict[str, Any], end: str) -> None:
    """Refuses an end of a connection, "load.I" or "cell[2].left", at a port that the component does not have."""
    component, _, port = end.rpartition(".")
    if component != name or port not in declared(diagram, entry.get("type")).connectors:
        _ask_reader(diagram, name, entry, end, "/connections/0/0")


def _ask_reader(diagram: Diagram, name: str, entry: dict[str, Any], end: str, pointer: str) -> None:
    """Refuses what the reader does not know at that place, in a diagram of the component alone.

    The reader knows definitions and libraries, and what options add. Other faults are told by runs.
    """
    around = {key: value for key, value in diagram._read().items() if key in _AROUND}
    # The other end does not exist, so that nothing is compiled.
    alone = {"format": "stribeck/1", **around, "components": {name: entry}, "connections": [[end, f"{name}_.none"]]}
    try:
        _core.Session(json.dumps(alone).encode(), diagram.file, list(diagram.plugins), _core.Asked(), diagram._sources)
    except Error as error:
        for one in error.diagnostics:
            if one.code in _UNKNOWN and one.pointer.startswith(pointer):
                raise refused(one.message, one.advice, one.code) from None
