"""Periodic motions, and branches of them over a parameter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import _core
from ._errors import Diagnostic, diagnostic_of


class OrbitState(NamedTuple):
    name: str
    unit: str
    value: float
    """Where the orbit begins, in SI."""
    advance: float
    """A period; not zero of what does not come back, as the angle of a shaft that turns."""


class OrbitOutput(NamedTuple):
    name: str
    unit: str
    least: float
    most: float
    advance: float
    """A period; not zero of what does not come back."""

    @property
    def amplitude(self) -> float:
        return (self.most - self.least) / 2


class OrbitEvent(NamedTuple):
    t: float
    """From where the orbit begins, in s."""
    lasts: float
    """To the next event, in s."""
    labels: list[str]
    outputs: dict[str, float]
    """Right after it."""


class OrbitEnergy(NamedTuple):
    component: str
    supplied: float
    """A period, in J."""
    dissipated: float


@dataclass(frozen=True, eq=False)
class Orbit:
    """A motion that repeats itself, stable or not. All in SI."""

    period: float
    stability: str
    """"stable", "border", "unstable_real" (a multiplier above 1), "unstable_flip" (below -1) or "unstable_pair"."""
    multipliers: tuple[complex, ...]
    """By what small changes are multiplied each period, the largest first; without those of the flow and of drifts."""
    is_forced: bool
    """Something depends on time."""
    source_period: float
    """Of what forces it; 0: nothing does."""
    begin: float
    """The time of the run at which it is taken to begin."""
    closure: float = field(repr=False)
    """By how much it does not close, of the largest way of a state."""
    zeros: int = field(repr=False)
    """So many multipliers are zero because something sticks or rests on the way."""
    drifts: int = field(repr=False)
    """Directions in which the mechanism may stand anywhere."""
    multiplier_of_flow: float = field(repr=False)
    """As computed: 1 to the accuracy of the others."""
    states: tuple[OrbitState, ...] = field(repr=False)
    outputs: tuple[OrbitOutput, ...] = field(repr=False)
    events: tuple[OrbitEvent, ...] = field(repr=False)
    energy: tuple[OrbitEnergy, ...] = field(repr=False)
    """Of components that supply or dissipate."""
    notes: tuple[Diagnostic, ...] = field(repr=False)

    @property
    def is_stable(self) -> bool:
        return self.stability == "stable"

    def __getitem__(self, name: str) -> OrbitOutput:
        for output in self.outputs:
            if output.name == name:
                return output
        raise KeyError(f"{name}: the outputs are {', '.join(output.name for output in self.outputs)}")


class BranchPoint(NamedTuple):
    parameter: float
    """In SI."""
    mark: str
    """"fold", "flip", "neimark_sacker", "branch_point", "sequence", "corner", "vanishes" or "lost"; empty: none."""
    what: str
    """Of a mark, in words."""
    orbit: Orbit


class SteadyPoint(NamedTuple):
    parameter: float
    """In SI."""
    mark: str
    """"hopf", "fold", "branch_point", "sequence" or "lost"; empty: none."""
    what: str
    is_stable: bool
    poles: tuple[complex, ...]
    """In 1/s; without those of what sticks, rests or may be anywhere."""
    modes: list[str]
    """What frictions and contacts do."""
    states: dict[str, float]
    outputs: dict[str, float]


@dataclass(frozen=True, eq=False)
class Branch:
    """Periodic motions over a parameter, along their branch: also where they are not stable and where the parameter turns back."""

    name: str
    """Of the parameter."""
    unit: str
    points: tuple[BranchPoint, ...] = field(repr=False)
    steady: tuple[SteadyPoint, ...] = field(repr=False)
    """Steady motions, where they were asked for."""
    notes: tuple[Diagnostic, ...] = field(repr=False)

    @property
    def marks(self) -> tuple[BranchPoint, ...]:
        """Where something changes."""
        return tuple(point for point in self.points if point.mark)

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[BranchPoint]:
        return iter(self.points)


class MapPoint(NamedTuple):
    parameter: float
    """In SI."""
    motion: str
    """"steady" or "periodic"."""
    mark: str
    """As of the points of a branch."""
    what: str
    """In words."""
    period: float
    """Of the orbit; at a Hopf point of the smallest; else 0."""


class MapRow(NamedTuple):
    value: float
    """Of the other parameter, in SI."""
    points: tuple[MapPoint, ...]
    """Where something changes on the branch there."""
    failure: str
    """Why there is no branch; empty: there is."""


@dataclass(frozen=True, eq=False)
class StabilityMap:
    """Where motions change over two parameters: the marked points of a branch over the one, for some values of the other."""

    name: str
    """Of the parameter of the branches."""
    unit: str
    other: str
    other_unit: str
    rows: tuple[MapRow, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[MapRow]:
        return iter(self.rows)


def numbers_of(told: Any) -> Any:
    """A document, whose numbers may stand as texts where they are not finite."""
    if isinstance(told, dict):
        return {key: numbers_of(one) for key, one in told.items()}
    if isinstance(told, list):
        return [numbers_of(one) for one in told]
    return float(told) if told in ("NaN", "Infinity", "-Infinity") else told


def orbit_of(told: dict[str, Any], notes: list[dict[str, Any]]) -> Orbit:
    return Orbit(
        period=told["period_s"],
        stability=told["stability"],
        multipliers=tuple(complex(one["real"], one["imaginary"]) for one in told["multipliers"]),
        is_forced=told["is_forced"],
        source_period=told["source_period_s"],
        begin=told["begin_s"],
        closure=told["closure"],
        zeros=told["zeros"],
        drifts=told["drifts"],
        multiplier_of_flow=told["multiplier_of_flow"],
        states=tuple(OrbitState(**one) for one in told["states"]),
        outputs=tuple(OrbitOutput(**one) for one in told["outputs"]),
        events=tuple(
            OrbitEvent(one["time_s"], one["lasts_s"], one["labels"], {out["name"]: out["value"] for out in one["outputs"]})
            for one in told["events"]
        ),
        energy=tuple(OrbitEnergy(one["component"], one["supplied_J"], one["dissipated_J"]) for one in told["energy"]),
        notes=tuple(diagnostic_of(one) for one in notes),
    )


def orbit_of_document(document: str, notes: list[dict[str, Any]]) -> Orbit:
    return orbit_of(numbers_of(json.loads(document)), notes)


def branch_of_document(document: str, notes: list[dict[str, Any]]) -> Branch:
    told = numbers_of(json.loads(document))
    points = tuple(BranchPoint(one["parameter"], one["mark"], one["what"], orbit_of(one["orbit"], [])) for one in told["points"])
    steady = tuple(
        SteadyPoint(
            one["parameter"],
            one["mark"],
            one["what"],
            one["is_stable"],
            tuple(complex(pole["real"], pole["imaginary"]) for pole in one["poles"]),
            one["modes"],
            {state["name"]: state["value"] for state in one["states"]},
            {output["name"]: output["value"] for output in one["outputs"]},
        )
        for one in told["steady"]
    )
    return Branch(told["parameter"]["name"], told["parameter"]["unit"], points, steady, tuple(diagnostic_of(one) for one in notes))


def map_of_document(document: str) -> StabilityMap:
    told = numbers_of(json.loads(document))
    rows = tuple(
        MapRow(
            row["value"],
            tuple(MapPoint(one["parameter"], one["motion"], one["mark"], one["what"], one["period_s"]) for one in row["points"]),
            row["failure"],
        )
        for row in told["rows"]
    )
    return StabilityMap(told["parameter"]["name"], told["parameter"]["unit"], told["other"]["name"], told["other"]["unit"], rows)


def asked_orbit(at_start: bool, period_s: float, start: Orbit | Branch | None, symmetric: bool = False) -> _core.OrbitAsked:
    """What an orbit is looked for from."""
    own = _core.OrbitAsked()
    own.at_start, own.period, own.symmetric = at_start, period_s, bool(symmetric)
    if start is None:
        return own
    if not isinstance(start, (Orbit, Branch)):
        raise TypeError(f"start is an Orbit or a Branch, and not {type(start).__name__}")
    points = [(0.0, start, "")] if isinstance(start, Orbit) else [(point.parameter, point.orbit, point.mark) for point in start]
    own.guesses_over = "" if isinstance(start, Orbit) else start.name
    own.guesses = [
        (parameter, orbit.begin, orbit.period, [(state.name, state.unit, state.value) for state in orbit.states], mark == "hopf")
        for parameter, orbit, mark in points
    ]
    return own
