"""Periodic motions of a diagram, branches and maps of them, and what runs settle to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import _core
from ._asks import Asks, is_start
from ._errors import refused
from ._motions import Branch, Orbit, StabilityMap, asked_orbit, branch_of_document, map_of_document, orbit_of_document
from ._survey import Basins, Survey, asked_survey, basins_of_document, survey_of_document
from ._values import Value, range_of, require_units, seconds, si

_SWEEPS = ("up", "down", "both")


class Phenomena(Asks):
    """Those of a diagram."""

    def orbit(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        period: Value = None,
        start: Orbit | Branch | None = None,
        symmetric: bool = False,
        rtol: Value = None,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Orbit:
        """The periodic motion near a point of the motion, stable or not: ``stribeck orbit``.

        ``at`` as in ``linearise``. ``period`` is that of what drives the motion, or a guess where nothing does; left out, it is found.
        ``start``: an orbit to begin from, or a branch, of which the nearest is taken by the value that the parameter has. ``symmetric``:
        half a period leads to the mirror image, all states with the other sign.
        """
        at_start = is_start(at)
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol, outputs=outputs)
        own = asked_orbit(at_start, seconds(period, "period"), start, symmetric)
        return orbit_of_document(*self._asking(lambda session: _core.orbit(session, asked, own)))

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
        start: Orbit | Branch | None = None,
        rtol: Value = None,
        step: float = 0.05,
        points: int = 200,
        steady: bool = False,
        from_hopf: bool = False,
        symmetric: bool = False,
        to_fold: bool = False,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Branch:
        """That orbit followed over a parameter, whose value in the diagram lies between the two: ``stribeck continue``.

        ``start`` as in ``orbit``.
        ``step`` is the longest, as a share of the range and of the size of the orbit; ``points`` are at most so many to each side.
        ``steady``: steady motions instead, and where they lose their stability; ``from_hopf``: those, and the orbits that begin there.
        ``symmetric``: half a period leads to the mirror image; ``to_fold``: branches of orbits end at their first fold or corner.
        """
        if not 1e-4 <= step <= 1 or not 2 <= points <= 100_000:
            raise refused(f"step is {step} and points is {points}", "step is from 0.0001 to 1, points from 2 to 100000")
        at_start = is_start(at)
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol, outputs=outputs)
        low, high = si(first, parameter), si(last, parameter)
        own = asked_orbit(at_start, seconds(period, "period"), start, symmetric)
        found = self._asking(
            lambda session: _core.continue_orbit(
                session, asked, own, str(parameter), low, high, float(step), int(points), 2 if from_hopf else int(steady), to_fold
            )
        )
        branch = branch_of_document(*found)
        require_units((parameter, first, last), branch.unit)
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
        start: Orbit | Branch | None = None,
        rtol: Value = None,
        step: float = 0.05,
        points: int = 200,
        steady: bool = False,
        from_hopf: bool = False,
        symmetric: bool = False,
        to_fold: bool = False,
        **parameters: Value,
    ) -> StabilityMap:
        """What is marked on the branch of ``continue_orbit`` at each of some values of another parameter: ``stribeck continue --and``.

        ``over`` and ``other`` are parameters with ranges: ``d.stability_map(("speed", 0.01, 1), ("load.inertia", 0.1, 2), steady=True)``.
        """
        (name, first, last), (second, low, high) = range_of(over), range_of(other)
        if not 1e-4 <= step <= 1 or not 2 <= points <= 100_000 or not 2 <= rows <= 10_000:
            raise refused(f"step is {step}, points {points} and rows {rows}", "step is from 0.0001 to 1, points and rows are 2 or more")
        if not low < high or name == second:
            raise refused("the map needs two parameters, and the range of the second must grow", "write the smaller value first")
        at_start = is_start(at)
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol)
        own = asked_orbit(at_start, seconds(period, "period"), start, symmetric)
        found = self._asking(
            lambda session: _core.stability_map(
                session,
                asked,
                own,
                name,
                first,
                last,
                float(step),
                int(points),
                2 if from_hopf else int(steady),
                to_fold,
                second,
                low,
                high,
                int(rows),
            )  # fmt: skip
        )
        made = map_of_document(found[0])
        require_units(over, made.unit)
        require_units(other, made.other_unit)
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
        at_start = is_start(at)
        asked = self._asked(values, parameters, stop=None if at_start else at, rtol=rtol, outputs=outputs)
        name, low, high = range_of((parameter, first, last))
        if not low < high:
            raise refused(f"the range of {name} is empty", "write the smaller value first")
        spans = (seconds(period, "period"), seconds(settle, "settle"), seconds(record, "record"))
        own = asked_survey(at_start, spans, section, of, count)
        found = survey_of_document(*self._asking(lambda session: _core.survey(session, asked, own, name, low, high, _SWEEPS.index(sweep))))
        require_units((name, first, last), found.unit)
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
        first, second = range_of(over), range_of(other)
        spans = (seconds(period, "period"), seconds(settle, "settle"), seconds(record, "record"))
        own = asked_survey(False, spans, section, of, count)
        found = basins_of_document(*self._asking(lambda session: _core.basins(session, asked, own, first, second)))
        for given, unit in zip((over, other), found.units, strict=True):
            require_units(given, unit)
        return found
