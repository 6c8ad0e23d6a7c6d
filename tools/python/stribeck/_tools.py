"""What the program can do with a diagram besides running it."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _core
from ._equations import Equations
from ._errors import Diagnostic, Error, ExpectationError, diagnostic_of, refused
from ._fit import Fit, Measured, fit_of, tables_of
from ._linear import LinearModel, Mode, Sensitivities, linear_model_of, sensitivities_of
from ._motions import Branch, Orbit, StabilityMap, branch_of_document, map_of_document, orbit_of_document
from ._stepper import Stepper
from ._study import Study, begun
from ._survey import Basins, Survey, asked_survey, basins_of_document, survey_of_document
from ._values import Value, path_text, plain, text, time_text, word

_SWEEPS = ("up", "down", "both")


class Tools:
    """Those of a diagram."""

    _asked: Callable[..., _core.Asked]
    _asking: Callable[..., Any]
    _text: Callable[[], bytes]
    _with_fit: Callable[[Mapping[str, Any] | None], tuple[str, Callable[[str], Any]]]
    _file: str
    _plugins: tuple[str, ...]
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

    def explain(self, after: str | None = None) -> str:
        """Which port sets force or velocity, which loops are solved how; or what a stage ("equations") made of the diagram."""
        if after is None:
            return str(self._asking(lambda session: _core.explain_causality(session, _core.Asked(), 0)))
        stages = _core.stage_names()
        if word(after, "a stage") not in stages:
            raise refused(f'there is no stage "{after}"', _core.near(after, stages) or "the stages are " + ", ".join(stages))
        return str(self._asking(lambda session: _core.explain(session, _core.Asked(), after)))

    def causality(self) -> dict[str, Any]:
        """The facts of ``explain`` for a script: ``stribeck explain --format json``."""
        found: dict[str, Any] = json.loads(self._asking(lambda session: _core.explain_causality(session, _core.Asked(), 1)))
        return found

    def draw(
        self,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        bond_graph: bool = False,
        unfold: int | None = 0,
        at: Value = None,
        **parameters: Value,
    ) -> str:
        """The schematic, or the bond graph, as SVG. ``unfold``: so many levels of subsystems as what they are made of; None: all.

        ``at``: runs until then, and writes the values of the outputs below their parts. Needs the program ``dot`` of Graphviz.
        """
        levels = 1_000_000 if unfold is None else int(unfold)
        if bond_graph and at is not None:
            raise refused("a bond graph has no place for values", "leave at or bond_graph out")
        asked = self._asked(values, parameters, stop=at)
        return str(self._asking(lambda session: _core.drawing_svg(session, asked, bond_graph, levels, at is not None)))

    def report(
        self,
        path: str | os.PathLike[str] | None = None,
        values: Mapping[str, Value] | None = None,
        /,
        stop: Value = None,
        **parameters: Value,
    ) -> str:
        """Runs the diagram and returns everything about it as one HTML page, and writes it if a file is named: ``stribeck report``."""
        asked = self._asked(values, parameters, stop=stop)
        page = str(self._asking(lambda session: _core.report(session, asked, "import stribeck: Diagram.report()")))
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

    def linearise(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> LinearModel:
        """The linear model at an instant (``"2 s"``), at the ``"start"``, or where the run stops: ``stribeck linearise``.

        ``inputs`` are parameters of components ("motor.torque"), inputs of the boundary, ports on which a force or torque acts ("load.I"),
        and signals to which something is added ("motor.S"); ``outputs`` variables instead of the diagram's outputs.
        """
        at_start = isinstance(at, str) and at == "start"
        asked = self._asked(values, parameters, stop=None if at_start else at, outputs=outputs)
        told = self._asking(lambda session: _core.linearise(session, asked, at_start, _names(inputs)))
        return linear_model_of(told)

    def modes(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        count: int = 20,
        near: float = 0.0,
        **parameters: Value,
    ) -> list[Mode]:
        """Poles, shapes, energy and participation of the natural modes at a point of the motion: ``stribeck modes``.

        ``at`` as in ``linearise``. Of large systems the ``count`` modes nearest to the angular frequency ``near``, in rad/s.
        """
        at_start = isinstance(at, str) and at == "start"
        asked = self._asked(values, parameters, stop=None if at_start else at)
        told = self._asking(lambda session: _core.natural_modes(session, asked, at_start, int(count), float(near)))
        return [Mode(**one) for one in told["modes"]]

    def sensitivity(
        self,
        by: Sequence[str],
        values: Mapping[str, Value] | None = None,
        /,
        *,
        times: Sequence[float] = (),
        scalars: Sequence[str] = (),
        stop: Value = None,
        rtol: Value = None,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Sensitivities:
        """How outputs and the instants of events change with parameters and initial values: ``stribeck sensitivity``.

        ``by`` names parameters ("speed", "load.inertia") and initial values ("load.initial.w"), ``times`` instants, ascending, in s.
        ``scalars`` are numbers of curves, as studies have them: "max load.w", "crossing_time load.w target=0.1".
        """
        asked = self._asked(values, parameters, stop=stop, rtol=rtol, outputs=outputs)
        names, instants = _names(by), [float(time) for time in times]
        return sensitivities_of(self._asking(lambda session: _core.sensitivity(session, asked, names, instants, _names(scalars))))

    def orbit(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        period: Value = None,
        rtol: Value = None,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Orbit:
        """The periodic motion near a point of the motion, stable or not: ``stribeck orbit``.

        ``at`` as in ``linearise``. ``period`` is that of what drives the motion, or a guess where nothing does; left out, it is found.
        """
        at_start = isinstance(at, str) and at == "start"
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol, outputs=outputs)
        period_s = _seconds(period, "period")
        return orbit_of_document(*self._asking(lambda session: _core.orbit(session, asked, at_start, period_s)))

    def continue_orbit(
        self,
        parameter: str,
        first: Value,
        last: Value,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        period: Value = None,
        rtol: Value = None,
        step: float = 0.05,
        points: int = 200,
        steady: bool = False,
        from_hopf: bool = False,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Branch:
        """That orbit followed over a parameter, whose value in the diagram lies between the two: ``stribeck continue``.

        ``step`` is the longest, as a share of the range and of the size of the orbit; ``points`` are at most so many to each side.
        ``steady``: steady motions instead, and where they lose their stability; ``from_hopf``: those, and the orbits that begin there.
        """
        if not 1e-4 <= step <= 1 or not 2 <= points <= 100_000:
            raise refused(f"step is {step} and points is {points}", "step is from 0.0001 to 1, points from 2 to 100000")
        at_start = isinstance(at, str) and at == "start"
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol, outputs=outputs)
        low, high, period_s = _si(first, parameter), _si(last, parameter), _seconds(period, "period")
        found = self._asking(
            lambda session: _core.continue_orbit(
                session, asked, at_start, period_s, str(parameter), low, high, float(step), int(points), 2 if from_hopf else int(steady)
            )
        )
        branch = branch_of_document(*found)
        _require_unit(first, branch.unit, parameter)
        _require_unit(last, branch.unit, parameter)
        return branch

    def stability_map(
        self,
        over: tuple[str, Value, Value],
        other: tuple[str, Value, Value],
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        rows: int = 11,
        period: Value = None,
        rtol: Value = None,
        step: float = 0.05,
        points: int = 200,
        steady: bool = False,
        from_hopf: bool = False,
        **parameters: Value,
    ) -> StabilityMap:
        """What is marked on the branch of ``continue_orbit`` at each of some values of another parameter: ``stribeck continue --and``.

        ``over`` and ``other`` are parameters with ranges: ``d.stability_map(("speed", 0.01, 1), ("load.inertia", 0.1, 2), steady=True)``.
        """
        (name, first, last), (second, low, high) = _range(over), _range(other)
        if not 1e-4 <= step <= 1 or not 2 <= points <= 100_000 or not 2 <= rows <= 10_000:
            raise refused(f"step is {step}, points {points} and rows {rows}", "step is from 0.0001 to 1, points and rows are 2 or more")
        if not low < high or name == second:
            raise refused("the map needs two parameters, and the range of the second must grow", "write the smaller value first")
        at_start = isinstance(at, str) and at == "start"
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol)
        period_s = _seconds(period, "period")
        found = self._asking(
            lambda session: _core.stability_map(
                session,
                asked,
                at_start,
                period_s,
                name,
                first,
                last,
                float(step),
                int(points),
                2 if from_hopf else int(steady),
                second,
                low,
                high,
                int(rows),
            )  # fmt: skip
        )
        made = map_of_document(found[0])
        for (what, *ends), unit in ((over, made.unit), (other, made.other_unit)):
            for value in ends:
                _require_unit(value, unit, what)
        return made

    def survey(
        self,
        parameter: str,
        first: Value,
        last: Value,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        count: int = 41,
        sweep: str = "both",
        settle: Value = None,
        record: Value = None,
        section: str | None = None,
        of: str | None = None,
        period: Value = None,
        rtol: Value = None,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Survey:
        """What runs settle to at ``count`` values of a parameter, each from the last state of the one before: ``stribeck survey``.

        ``sweep`` is "up", "down" or "both". A motion is left alone for ``settle`` and then looked at for ``record``; ``section`` is where
        it is cut: "max load.w", "min load.w", an event as "friction: sticks", or "period"; ``of`` the output that is looked at.
        """
        if sweep not in _SWEEPS:
            raise refused(f"there is no sweep {sweep!r}", "take " + ", ".join(_SWEEPS))
        at_start = isinstance(at, str) and at == "start"
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol, outputs=outputs)
        name, low, high = _range((parameter, first, last))
        if not low < high:
            raise refused(f"the range of {name} is empty", "write the smaller value first")
        spans = (_seconds(period, "period"), _seconds(settle, "settle"), _seconds(record, "record"))
        own = asked_survey(at_start, spans, section, of, count)
        found = survey_of_document(*self._asking(lambda session: _core.survey(session, asked, own, name, low, high, _SWEEPS.index(sweep))))
        _require_unit(first, found.unit, name)
        _require_unit(last, found.unit, name)
        return found

    def basins(
        self,
        over: tuple[str, Value, Value],
        other: tuple[str, Value, Value],
        values: Mapping[str, Value] | None = None,
        /,
        *,
        count: int = 21,
        settle: Value = None,
        record: Value = None,
        section: str | None = None,
        of: str | None = None,
        period: Value = None,
        rtol: Value = None,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Basins:
        """Which motion is come to from ``count`` values each of two initial values: ``stribeck survey --basins``.

        They are named with their ranges, ``("mass.initial.v", -1, 1)``, and given by the diagram; any parameter may stand for one.
        """
        asked = self._asked(values, parameters, rtol=rtol, outputs=outputs)
        first, second = _range(over), _range(other)
        spans = (_seconds(period, "period"), _seconds(settle, "settle"), _seconds(record, "record"))
        own = asked_survey(False, spans, section, of, count)
        found = basins_of_document(*self._asking(lambda session: _core.basins(session, asked, own, first, second)))
        for (name, *ends), unit in zip((over, other), found.units, strict=True):
            for value in ends:
                _require_unit(value, unit, name)
        return found

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

    def export(
        self,
        path: str | os.PathLike[str],
        values: Mapping[str, Value] | None = None,
        /,
        *,
        fmi: int = 2,
        **parameters: Value,
    ) -> None:
        """Writes the diagram as an FMU, for other simulators, of FMI 2 or 3: ``stribeck export``. No compiler is needed."""
        if fmi not in (2, 3):
            raise refused(f"there is no export for FMI {fmi!r}", "take 2 or 3")
        asked = self._asked(values, parameters, all_columns=True)
        self._asking(lambda session: _core.write_fmu(session, asked, path_text(path), int(fmi)), all_columns=True)

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

    def _repr_svg_(self) -> str | None:
        try:
            svg = self.draw()
        except Error:  # without Graphviz, or not finished yet: the text is shown
            return None
        return svg[svg.find("<svg") :]


def _names(given: Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else [str(name) for name in given]


def _require_unit(given: Value, unit: str, what: str) -> None:
    """Of a value that was written with a unit, where it is known what kind it is to be of."""
    own = _core.si_unit(given) if isinstance(given, str) else ""
    if own and unit and own != _core.si_unit(f"1 {unit}"):
        raise refused(f"{what} is in {unit}, and {given!r} is in {own}", "take a unit of the same kind", "value.wrong_dimension")


def _si(value: Value, what: str) -> float:
    """A number, in SI; of a text, in the unit that it has."""
    given = plain(value, what)
    number = _core.si_value(given) if isinstance(given, str) else given
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise refused(f"{what} cannot be {value!r}", 'take a number in SI, or a string with its unit ("3 rpm")')
    return float(number)


def _range(given: tuple[str, Value, Value]) -> tuple[str, float, float]:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 3:
        raise refused(f"a parameter with its range is wanted, and not {given!r}", 'write ("speed", "1 rpm", "10 rpm")')
    name = str(given[0])
    return name, _si(given[1], name), _si(given[2], name)


def _seconds(value: Value, what: str) -> float:
    """A duration; 0: none is given."""
    if value is None:
        return 0.0
    _require_unit(text(value, what), "s", what)
    number = _si(time_text(value, what), what)
    if not number > 0:
        raise refused(f"{what} is {value!r}", "it is longer than zero")
    return number
