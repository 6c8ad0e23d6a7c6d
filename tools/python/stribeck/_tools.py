"""What the program can do with a diagram besides running it."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _core
from ._analyses import Analyses
from ._arrays import ArrayLike, Floats
from ._equations import Equations
from ._errors import Diagnostic, Error, ExpectationError, diagnostic_of, refused
from ._fit import Fit, Measured, fit_of, tables_of
from ._phenomena import Phenomena
from ._stepper import Stepper
from ._study import Study, begun, optimised
from ._values import Value, levels_of, names_of, path_text, plain, word


class Tools(Analyses, Phenomena):
    """Those of a diagram."""

    _text: Callable[[], bytes]
    _with_fit: Callable[[Mapping[str, Any] | None], tuple[str, Callable[[str], Any]]]
    _file: str
    _plugins: tuple[str, ...]
    _equations: tuple[bytes, Equations] | None
    _programs: dict[tuple[bytes, tuple[tuple[str, str], ...]], _core.Program]

    def check(self, values: Mapping[str, Value] | None = None, /, **parameters: Value) -> list[Diagnostic]:
        """Runs the diagram and compares it with what it expects of itself: ``stribeck check``.

        Returns warnings and notes; raises ``ExpectationError`` for what is not as expected.
        """
        asked = self._asked(values, parameters, all_columns=True)
        told = self._asking(lambda session: _core.check(session, asked, 1.0), all_columns=True)
        if told["faults"]:
            raise ExpectationError(tuple(diagnostic_of(one) for one in told["faults"]))
        return [diagnostic_of(one) for one in told["notes"]]

    def explain(self, after: str | None = None, values: Mapping[str, Value] | None = None, /, **parameters: Value) -> str:
        """Which port sets force or velocity, which loops are solved how; or what a stage ("equations") made of the diagram."""
        asked = self._asked(values, parameters)
        if after is None:
            return str(self._asking(lambda session: _core.explain_causality(session, asked, 0)))
        stages = _core.stage_names()
        if word(after, "a stage") not in stages:
            raise refused(f'there is no stage "{after}"', _core.near(after, stages) or "the stages are " + ", ".join(stages))
        return str(self._asking(lambda session: _core.explain(session, asked, after)))

    def causality(self, values: Mapping[str, Value] | None = None, /, **parameters: Value) -> dict[str, Any]:
        """The facts of ``explain`` for a script: ``stribeck explain --format json``."""
        asked = self._asked(values, parameters)
        found: dict[str, Any] = json.loads(self._asking(lambda session: _core.explain_causality(session, asked, 1)))
        return found

    def draw(
        self,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        bond_graph: bool = False,
        labels: bool = False,
        unfold: int | None = 0,
        at: Value = None,
        **parameters: Value,
    ) -> str:
        """The schematic, or the bond graph, as SVG. ``unfold``: so many levels of subsystems as what they are made of; None: all.

        ``labels``: effort and flow of each bond.

        ``at``: runs until then, and writes the values of the outputs below their parts. Needs the program ``dot`` of Graphviz.
        """
        levels = levels_of(unfold)
        if bond_graph and at is not None:
            raise refused("a bond graph has no place for values", "leave at or bond_graph out")
        if labels and not bond_graph:
            raise refused("efforts and flows are those of a bond graph", "add bond_graph=True")
        asked = self._asked(values, parameters, stop=at)
        return str(self._asking(lambda session: _core.drawing_svg(session, asked, bond_graph, labels, levels, at is not None)))

    def report(
        self,
        path: str | os.PathLike[str] | None = None,
        values: Mapping[str, Value] | None = None,
        /,
        stop: Value = None,
        *,
        modes: bool = False,
        inputs: Sequence[str] = (),
        by: Sequence[str] = (),
        unfold: int | None = 0,
        **parameters: Value,
    ) -> str:
        """Runs the diagram and returns everything about it as one HTML page, and writes it if a file is named: ``stribeck report``.

        Sections of analyses where the run stops: natural ``modes``, the linear model from ``inputs``, derivatives ``by`` parameters.
        """
        asked = self._asked(values, parameters, stop=stop)
        command, levels = "import stribeck: Diagram.report()", levels_of(unfold)
        page = str(self._asking(lambda session: _core.report(session, asked, command, bool(modes), names_of(inputs), names_of(by), levels)))
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def compile(
        self, path: str | os.PathLike[str] | None = None, values: Mapping[str, Value] | None = None, /, **parameters: Value
    ) -> bytes:
        """The program file: the compiled diagram and all files that it was read from, which every command takes: ``stribeck compile``."""
        asked = self._asked(values, parameters, all_columns=True)
        content = bytes(self._asking(lambda session: _core.compile(session, asked), all_columns=True))
        if path is not None:
            Path(path).write_bytes(content)
        return content

    def fit(
        self,
        plan: Mapping[str, Any] | None = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        data: Measured = None,
        **parameters: Value,
    ) -> Fit:
        """The parameters with which the diagram agrees best with what was measured, with intervals of 95 %: ``stribeck fit``.

        plan
            What the section "fit" of diagrams has, if this one has none: "compare", "parameters" and others::

                d.fit({"compare": {"spring.x": {"column": "x", "sigma": "0.1 mm"}}, "parameters": {"spring.stiffness": {}}}, data=measured)
        data
            What was measured: a file, or a mapping of columns, with "time" if the plan names no other; of several experiments a mapping
            of their names to such. Left out: the files that the plan names.

        Raises ``RunError`` "fit.failed" where no start can be run; "tool.missing" without Ceres Solver (Debian's package libceres3).
        """
        section = None if plan is None else plain(plan, "the plan of the fit")
        content, make = self._with_fit(section)
        experiments = json.loads(content).get("fit", {}).get("experiments") if section is not None else None
        file, tables = tables_of(data, experiments if isinstance(experiments, dict) else None)
        asked = self._asked(values, parameters)
        return fit_of(self._asking(lambda session: _core.fit(session, asked, content, file, tables)), make)

    def study(
        self,
        plan: Mapping[str, Any],
        folder: str | os.PathLike[str],
        *,
        chunk: int | None = None,
        lease: float = 60.0,
    ) -> Study:
        """Begins a study of many variants in a folder, or takes up the same that it has: ``stribeck study``. ``Study.run`` runs it.

        plan
            A plan without format and diagram: "factors", "sampling", "scalars" and others.
        chunk
            So many samples are taken and kept at once; left out: about half a second of work.
        lease
            A worker on another machine that shows no sign of life for so many seconds is taken for gone.
        """
        return begun(path_text(folder), plain(plan, "the plan of the study"), (self._file, self._text()), self._plugins, chunk, lease)

    def optimise(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """The values of bounded factors with which a formula in the scalars is least or greatest: ``stribeck optimise``.

        plan
            A plan without format and diagram: "factors", "scalars", "optimise" and others.
        """
        return optimised(plain(plan, "the plan of the optimisation"), (self._file, self._text()), self._plugins)

    def export(
        self,
        path: str | os.PathLike[str],
        values: Mapping[str, Value] | None = None,
        /,
        *,
        fmi: int = 2,
        kernels: str | os.PathLike[str] | None = None,
        source: bool = False,
        **parameters: Value,
    ) -> str:
        """Writes the diagram as an FMU, for other simulators, of FMI 2 or 3: ``stribeck export``. No compiler is needed.

        Returns what there is to know about it, or "": that hosts cannot integrate it, but only step it (co-simulation), and why.

        kernels
            A folder of kernels for other platforms, as tools/kernels builds them.
        source
            C99 in place of binaries, of FMI 2: for diagrams without events, algebraic loops and tables.
        """
        if fmi not in (2, 3):
            raise refused(f"there is no export for FMI {fmi!r}", "take 2 or 3")
        asked = self._asked(values, parameters, all_columns=True)
        if source and (fmi != 2 or kernels is not None):
            raise refused("sources are written of FMI 2, in place of kernels", "leave out fmi=3 and kernels")
        folder = "" if kernels is None else path_text(kernels)
        to = path_text(path)
        return str(self._asking(lambda session: _core.write_fmu(session, asked, to, int(fmi), folder, bool(source)), all_columns=True))

    def _program(self, values: Mapping[str, Value] | None, parameters: Mapping[str, Value]) -> _core.Program:
        """Compiled once for the same values."""
        asked = self._asked(values, parameters, all_columns=True)
        key = (self._text(), tuple(asked.values))
        if key not in self._programs:
            content = bytes(self._asking(lambda session: _core.compile(session, asked), all_columns=True))
            self._programs[key] = _core.Program(content)
        return self._programs[key]

    def stepper(
        self,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        observe: Sequence[str] | None = None,
        stop: float = math.inf,
        rtol: float | None = None,
        atol: float | None = None,
        solver: str = "",
        **parameters: Value,
    ) -> Stepper:
        """A motion to be stepped from outside, with inputs: for control, learning, co-simulation. They share what is compiled.

        ``observe`` names what ``observe()`` returns; left out: the outputs of the boundary, or all columns if it has none.
        """
        return Stepper(self._program(values, parameters), observe, stop, rtol, atol, solver)

    def equations(self, values: Mapping[str, Value] | None = None, /, **parameters: Value) -> Equations:
        """Right side, Jacobian and crossings for SciPy's ``solve_ivp`` and other integrators."""
        return Equations(self._program(values, parameters))

    def _held(self) -> Equations:
        """Those that ``rhs`` and its like are of: one, until the diagram changes."""
        text = self._text()
        if self._equations is None or self._equations[0] != text:
            self._equations = text, self.equations()
        return self._equations[1]

    @property
    def rhs(self) -> Callable[[float, ArrayLike], Floats]:
        """dy/dt = rhs(t, y) from the start on, as ``solve_ivp`` takes it. ``equations()`` has the same, and goes on over events."""
        return self._held().rhs

    @property
    def jac(self) -> Callable[[float, ArrayLike], Floats]:
        """d rhs/dy, a function of t and y."""
        return self._held().jac

    @property
    def crossings(self) -> list[Callable[[float, ArrayLike], float]]:
        """As ``events`` of ``solve_ivp``: each ends the integration where what ``rhs`` holds stuck or slipping changes."""
        return self._held().crossings

    @property
    def mass(self) -> Floats:
        """The mass matrix of M dy/dt = rhs, which is the unit matrix."""
        return self._held().mass

    @property
    def y0(self) -> Floats:
        """The states at the start, in the order of ``equations().names``."""
        return self._held().y0

    def _repr_svg_(self) -> str | None:
        try:
            svg = self.draw()
        except Error:  # without Graphviz, or not finished yet: the text is shown
            return None
        return svg[svg.find("<svg") :]
