"""Diagrams: read, built, changed, run."""

from __future__ import annotations

import json
import os
import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core, _places
from ._arrays import ArrayLike
from ._component import Component, pointer
from ._errors import Error, Interrupted, StribeckWarning, refused, unknown
from ._layout import spread
from ._many import run_many
from ._names import check_end, check_entry
from ._recording import receive, types_to_send
from ._result import Result
from ._running import Progress, telling
from ._sent import Sent
from ._sessions import Sessions
from ._tools import Tools
from ._values import Value, path_text, plain, require_unit, si, text, word

if TYPE_CHECKING:
    from ._inputs import Inputs

_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_PROGRAM = b"stribeck program"


class Diagram(Tools):
    """A mechanical diagram: components, connections, an experiment.

    Read one with ``stribeck.load``, or build one::

        d = stribeck.Diagram("A mass on a spring")
        mass = d.add("mass", "translational.mass", mass="2 kg", initial={"x": "10 mm"})
        spring = d.add("spring", "translational.spring", stiffness="200 N/m")
        wall = d.add("wall", "translational.ground")
        d.connect(mass.M, spring.R)
        d.connect(spring.C, wall.W)
        r = d.run(stop="5 s")

    ``plane`` ("xy", "xz" or "yz") is the one in which mechanisms in space move that choose none by themselves.

    It is compiled when it is first run, and again only where a change makes other equations. Any number of threads may run one diagram at
    once; only one may change it.
    """

    def __init__(self, title: str = "", *, description: str = "", plane: str = "", plugins: Sequence[str | os.PathLike[str]] = ()) -> None:
        document: dict[str, Any] = {"format": "stribeck/1"}
        if title:
            document["title"] = word(title, "the title")
        if description:
            document["description"] = word(description, "the description")
        if plane:
            document["plane"] = word(plane, "the plane")
        document.update({"components": {}, "connections": []})
        self._set_up(document, None, "diagram", plugins)

    def _set_up(
        self,
        document: dict[str, Any] | None,
        content: bytes | None,
        file: str,
        plugins: Sequence[str | os.PathLike[str]] = (),
        sources: bytes | None = None,
    ) -> None:
        self._document, self._content, self._file, self._sources = document, content, file, sources
        listed = os.environ.get("STRIBECK_PLUGIN_PATH", "")
        self._plugins = (*([listed] if listed else []), *(os.fspath(plugin) for plugin in plugins))
        self._usual: dict[str, Any] = {}
        self._equations = None
        self._where: dict[str, _places.Place] = {}
        self._lock = threading.RLock()
        self._sessions = Sessions(self._compiled)
        self._whole = Sessions(lambda: self._compiled(self._asked(None, {}, all_columns=True)))
        self._programs: dict[tuple[bytes, tuple[tuple[str, str], ...]], _core.Program] = {}

    @classmethod
    def from_json(
        cls, source: str | Mapping[str, Any], name: str = "diagram", *, plugins: Sequence[str | os.PathLike[str]] = ()
    ) -> Diagram:
        """A diagram of a JSON text, or of the same as a dict.

        ``name`` is what errors call it; files that it names are looked for beside it.
        """
        diagram = cls.__new__(cls)
        if isinstance(source, str):
            diagram._set_up(None, source.encode(), name, plugins)
        elif isinstance(source, Mapping):
            diagram._set_up(plain(source, "the diagram"), None, name, plugins)
        else:
            raise TypeError(f"a diagram is a JSON text or a dict, not {type(source).__name__}: stribeck.load reads files")
        return diagram

    # ---- the document ----

    @property
    def plugins(self) -> tuple[str, ...]:
        return self._plugins

    @property
    def file(self) -> str:
        return self._file

    @property
    def document(self) -> dict[str, Any]:
        """The diagram as JSON has it. A copy: changes go through the methods."""
        copied: dict[str, Any] = json.loads(json.dumps(self._read()))
        return copied

    def _read(self) -> dict[str, Any]:
        with self._lock:
            if self._document is None:
                content = self._content or b""
                if content.startswith(_PROGRAM):
                    written = self._asking(lambda session: _core.text_of(session, _core.Asked()))
                else:
                    written = content.decode("utf-8-sig", errors="replace")
                try:
                    document = json.loads(_COMMENT.sub(lambda found: found[1] or " ", written))
                except json.JSONDecodeError:
                    self.check_text()
                    raise
                if not isinstance(document, dict):
                    self.check_text()
                    raise refused("the diagram is no object of JSON")
                self._document = document
            return self._document

    def check_text(self) -> None:
        """Throws what the reader says of the diagram, if it says anything."""
        self._asking(lambda session: None)

    def _text(self) -> bytes:
        with self._lock:
            if self._content is None:
                self._content = self.to_json().encode()
            return self._content

    def _edited(self) -> dict[str, Any]:
        with self._lock:
            if self._content is not None and self._content.startswith(_PROGRAM):
                raise refused("a program file cannot be changed", "load the diagram that it was compiled from; or give values to run()")
            document = self._read()
            self._content = None
            return document

    def _wrote(self, *names: object) -> None:
        self._where[pointer(*names)] = _places.of_caller()

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The diagram as text in the format's layout, and into a file if one is named. Comments of a diagram that was read are gone."""
        written = _core.laid_out(spread(self._read()), self._file)
        if path is not None:
            Path(path).write_text(written, encoding="utf-8")
        return written

    # ---- building ----

    def add(
        self, name: str, type: str, /, *, initial: Mapping[str, Value] | None = None, count: Value = None, **parameters: Value
    ) -> Component:
        """Adds a component and returns a handle that names its ports.

        ``type`` is one of ``stribeck.types`` or of the diagram's definitions; ``parameters`` are numbers in SI, strings with units,
        expressions ("=2*k"), or quantities of pint; ``initial`` are initial values of its variables; ``count`` makes a row of so many.
        """
        name, type = word(name, "the name of a component"), word(type, "the type of a component")
        components = self._edited().setdefault("components", {})
        if not name:
            raise refused(f"the name of a component cannot be {name!r}", "take letters, digits and underscores")
        if name in components:
            raise refused(f'there is a component "{name}" already', "give each a name of its own; or change it: d[name].parameters")
        entry: dict[str, Any] = {"type": type}
        if count is not None:
            entry["count"] = plain(count, f"{name}.count")
        if parameters:
            entry["parameters"] = {key: plain(value, f"{name}.{key}") for key, value in parameters.items()}
        if initial:
            entry["initial"] = {key: plain(value, f"{name}.initial.{key}") for key, value in initial.items()}
        check_entry(self, name, entry)
        components[name] = entry
        self._wrote("components", name)
        return Component(self, name)

    def remove(self, name: str) -> None:
        """Takes a component out, and its ports out of the connections."""
        name = word(name, "the name of a component")
        self._component(name)
        document = self._edited()
        del document["components"][name]
        kept = []
        for node in document.get("connections", []):
            left = [end for end in node if not str(end).startswith(name + ".")] if isinstance(node, list) else node
            if len(left) > 1:
                kept.append(left)
        document["connections"] = kept

    def connect(self, first: str, second: str, /, *more: str) -> None:
        """Connects ports, or a signal with those that take it: "load.I", or ``load.I`` of a handle."""
        node = [first, second, *more]
        for end in node:
            if not isinstance(end, str) or "." not in end:
                raise refused(f"{end!r} names no port", 'write component and port: "load.I"')
        document = self._edited()
        components = document.get("components", {})
        for end in node:
            name = re.split(r"[.[]", end, maxsplit=1)[0]
            if isinstance(components.get(name), dict):  # others may be added later
                check_end(self, name, components[name], str(end))
        connections = document.setdefault("connections", [])
        connections.append([str(end) for end in node])
        self._wrote("connections", len(connections) - 1)

    def parameter(self, name: str, value: Value, *, doc: str | None = None) -> None:
        """A parameter of the diagram, which expressions name: ``d.parameter("k", "100 N/m")``, then ``stiffness="=k"``."""
        name = word(name, "the name of a parameter")
        given = plain(value, name)
        entry = given if doc is None else {"value": given, "doc": word(doc, f"the documentation of {name}")}
        self._edited().setdefault("parameters", {})[name] = entry
        self._wrote("parameters", name)

    def experiment(self, **settings: Value) -> None:
        """Sets what the diagram's experiment says: stop, interval, solver, rtol, atol, step and others. Times in s or with a unit."""
        experiment = self._edited().setdefault("experiment", {})
        for key, value in settings.items():
            experiment[key] = plain(value, key)
            self._wrote("experiment", key)

    def outputs(self, *names: str) -> None:
        """The columns of results: variables ("load.w"), patterns ("spring.*") or formulas."""
        self._edited()["outputs"] = [word(name, "an output") for name in names]
        self._wrote("outputs")

    def set(self, name: str, value: Value) -> None:
        """Changes a parameter of the diagram ("speed") or of a component ("load.inertia") from now on. ``run`` takes values for one run."""
        name = word(name, "the name of a parameter")
        document = self._read()
        component, dot, rest = name.rpartition(".")
        if component in document.get("components", {}):
            Component(self, component).parameters[rest] = value
            return
        entry = document.get("parameters", {})
        if dot or name not in entry:
            known = [*entry, *(f"{one}.{key}" for one in document.get("components", {}) for key in Component(self, one).parameters)]
            raise unknown(
                "the diagram has no parameter", name, known, "values of parts of subsystems are given to run()", "diagram.unknown_parameter"
            )
        doc = entry[name].get("doc") if isinstance(entry[name], dict) else None
        self.parameter(name, value, doc=doc)

    def __getitem__(self, name: str) -> Component:
        self._component(name)
        return Component(self, name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._read().get("components", {})

    def __iter__(self) -> Iterator[str]:
        return iter(self._read().get("components", {}))

    def __len__(self) -> int:
        return len(self._read().get("components", {}))

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def _component(self, name: str) -> dict[str, Any]:
        components = self._read().get("components", {})
        if word(name, "the name of a component") not in components:
            raise unknown("the diagram has no component", name, list(components), "there is none yet: d.add(name, type)")
        entry: dict[str, Any] = components[name]
        return entry

    def _with_fit(self, section: Mapping[str, Any] | None) -> tuple[str, Callable[[str], Diagram]]:
        """The text with this section "fit", or its own; and what makes a diagram of such a text."""
        own = None if section is None else self._read().get("fit")
        if section is None:
            written = self._text().decode("utf-8", errors="replace")
        else:
            written = _core.laid_out(spread({**self._read(), "fit": section}), self._file)

        def made(text: str) -> Diagram:
            diagram = Diagram.from_json(text, self._file, plugins=self._plugins)
            if section is not None:
                document = diagram._edited()
                document.pop("fit", None)
                if own is not None:
                    document["fit"] = own
            return diagram

        return written, made

    def replaced(self, name: str, type: str, /, *, outputs: Sequence[str] | None = None, **parameters: Value) -> Diagram:
        """The diagram with another component in the place of one, so that models of the same thing can be compared: ``stribeck compare``.

        Parameters that both know by the same name, or by another of the same meaning, stay unless they are given. A type without its
        domain has that of the component. ``outputs`` are columns instead of the diagram's.
        """
        self._component(name)
        wanted = [str(one) for one in (self._read().get("outputs", []) if outputs is None else outputs)]
        given = [(key, text(value, f"{name}.{key}")) for key, value in parameters.items()]
        document = self._text().decode("utf-8", errors="replace")
        made = self._asking(lambda session: _core.replaced(session, _core.Asked(), document, name, str(type), given, wanted))
        return Diagram.from_json(made, self._file, plugins=self._plugins)

    # ---- running ----

    def _compiled(self, asked: _core.Asked | None = None) -> _core.Session:
        return _core.Session(self._text(), self._file, list(self._plugins), asked or _core.Asked(), self._sources)

    @contextmanager
    def _telling_places(self) -> Iterator[None]:
        try:
            yield
        except Error as error:
            _places.add_notes(error, self._where)
            raise

    def _asking(self, call: Callable[[_core.Session], Any], *, all_columns: bool = False) -> Any:
        """What `call` makes of a session of the diagram as it is now."""
        sessions = self._whole if all_columns else self._sessions
        with self._telling_places(), sessions.one() as session:
            session.update(self._text())
            return call(session)

    def run(
        self,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        stop: Value = None,
        interval: Value = None,
        solver: str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        outputs: Sequence[str] | str | None = None,
        t_eval: ArrayLike | None = None,
        inputs: Inputs | None = None,
        window: tuple[Value, Value] | None = None,
        rows: str | None = None,
        verify: bool = False,
        plain: bool = False,
        checkpoint: str | os.PathLike[str] | None = None,
        every: Value = "60 s",
        progress: Progress = None,
        **parameters: Value,
    ) -> Result:
        """Runs the diagram from its start and returns its curves.

        Parameters of this run alone are named by keyword or, where the name has a dot, in a dict:
        ``d.run({"load.inertia": 2}, speed="3 rpm")``.

        stop, interval
            Of the experiment, in s or with a unit: ``"20 s"``.
        solver, rtol, atol
            As the experiment names them: "auto", "cvode", "dopri5" ...
        outputs
            Columns instead of those of the diagram: variables, patterns ("spring.*", "*"), formulas ("brake.T*brake.w").
        t_eval
            Instants, in s: the result has rows at these alone, exact and not interpolated.
        inputs
            What gives inputs of the boundary: ``{"torque": (times, values)}`` in SI, a Series of pandas over its index, or a column of a
            file, ``"measured.csv:torque"``.
        window, rows
            Only rows from then until then, ``("9 s", None)``; ``"steps"``: a row wherever a step of the solver ends. The run is the same.
        verify, plain
            Also checks every row against the equations as the components state them; takes no shortcuts, to compare with. Slower.
        checkpoint, every
            A file that keeps the rows and what the run follows from, written so often (by the clock on the wall). Where it is there, the
            same run goes on from it, to the same bytes as if nothing had happened; a run that is complete removes it.
        progress
            True shows a bar by tqdm, or a line where it is not installed; a function is called with the time reached, the stop, and the
            events so far.

        Ctrl-C raises ``stribeck.Interrupted``, whose ``result`` holds the rows up to then. Warnings of the run are warnings of Python.
        """
        asked = self._asked(
            values, parameters, stop=stop, interval=interval, solver=solver, rtol=rtol, atol=atol, outputs=outputs, t_eval=t_eval,
            inputs=inputs, window=window, rows=rows, verify=verify, plain=plain,
        )  # fmt: skip
        kept = ("", 0.0) if checkpoint is None else (path_text(checkpoint), si(every, "every"))
        if checkpoint is not None:
            require_unit(text(every, "every"), "s", "every")
        with telling(progress) as tell:
            return self._run(asked, tell, kept=kept)

    def _run(
        self,
        asked: _core.Asked,
        tell: Callable[[float, float, int], object] | None,
        stop: _core.StopFlag | None = None,
        kept: tuple[str, float] = ("", 0.0),
    ) -> Result:
        in_main_thread = threading.current_thread() is threading.main_thread()
        with self._telling_places(), self._sessions.one() as session:
            run, raised = session.run(asked, self._text(), tell, in_main_thread, stop, kept)
        result = Result(run)
        if isinstance(raised, KeyboardInterrupt) or (raised is None and result.interrupted and stop is not None):
            reached = f"interrupted at t = {result.stats['reached']:g} s of {result.stats['stop']:g} s"
            going_on = f"; the same call goes on from {kept[0]}" if os.path.exists(kept[0]) else ""
            raise Interrupted(result, reached + "; what it has up to then is .result of this exception" + going_on) from None
        if raised is not None:
            raise raised
        for note in result.notes:
            if note.severity == "warning":
                warnings.warn(str(note), StribeckWarning, stacklevel=4)  # run, and what advises of wrong arguments
        return result

    run_many = run_many

    def using(
        self,
        *,
        stop: Value = None,
        interval: Value = None,
        solver: str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        inputs: Inputs | None = None,
    ) -> Diagram:
        """The same diagram, of which all runs and analyses are made with these, as ``run`` takes them, where they are given no others.

        ``d.using(solver="cvode", inputs={"torque": (times, values)}).modes()``
        """
        made = Diagram.__new__(Diagram)
        made._set_up(None, self._text(), self._file, self._plugins, self._asking(lambda session: session.sources()))
        given = {"stop": stop, "interval": interval, "solver": solver, "rtol": rtol, "atol": atol, "inputs": inputs}
        made._where, made._usual = dict(self._where), {**self._usual, **{key: one for key, one in given.items() if one is not None}}
        return made

    @property
    def built(self) -> int:
        """How often its equations have been built and compiled so far."""
        return self._sessions.built

    # ---- everything else ----

    def __repr__(self) -> str:
        document = self._read()
        title = document.get("title") or self._file
        return f"<Diagram {title!r}: {len(self)} components, {len(document.get('connections', []))} connections>"

    def __reduce__(self) -> tuple[Any, ...]:
        sources = self._asking(lambda session: session.sources())
        return _diagram_of, (self._text(), self._file, list(self._plugins), sources, types_to_send(), self._usual)


def _diagram_of(content: bytes, file: str, plugins: list[str], sources: bytes, types: list[Sent], usual: dict[str, Any]) -> Diagram:
    receive(types)
    diagram = Diagram.__new__(Diagram)
    diagram._set_up(None, content, file, plugins, sources)
    diagram._usual = usual
    return diagram


def load(path: str | os.PathLike[str], *, plugins: Sequence[str | os.PathLike[str]] = ()) -> Diagram:
    """Reads a diagram, or a program file of ``stribeck compile``, and compiles it.

    ``plugins`` are libraries of components, or folders of them; those of STRIBECK_PLUGIN_PATH are there as well.
    """
    diagram = Diagram.__new__(Diagram)
    file = path_text(path)
    diagram._set_up(None, _core.content_of(file), file, plugins)
    diagram.check_text()
    return diagram
