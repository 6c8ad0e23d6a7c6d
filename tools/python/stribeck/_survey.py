"""What runs show of the motions of a diagram: over a parameter, and over two initial values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import _core
from ._errors import Diagnostic, diagnostic_of, refused
from ._motions import OrbitOutput, numbers_of

_SECTIONS = {"max": 0, "min": 1}
_EVENT, _PERIOD = 2, 3


class Growth(NamedTuple):
    """The largest Lyapunov exponent: at which rate small changes of a motion grow."""

    rate: float
    """In 1/s; minus infinity where they are lost altogether."""
    error: float
    """Standard error."""
    length: float
    """Followed for so long, in s."""
    lost: int
    """Stretches that made all changes zero."""
    undefined: int
    """Instants without a derivative, past which other changes were followed."""


class SurveyPoint(NamedTuple):
    """The motion that a run settles to."""

    parameter: float
    """In SI; of basins 0."""
    sweep: str
    """"up" or "down"."""
    motion: str
    """"steady", "periodic", "dies_away", "grows", "chaotic", "irregular" or "failed"."""
    failure: str
    """Why there is no motion; empty: there is."""
    is_held: bool
    """Something sticks or rests where it ends."""
    multiple: int
    """Section points after which it comes again; 0: it does not."""
    period: float
    """In s, of a periodic motion; else 0."""
    outputs: tuple[OrbitOutput, ...]
    """Their extremes."""
    section: list[list[float]]
    """The outputs at each section point, of a periodic motion those of one period."""
    sequence: list[str]
    """What happens in a period; of a motion without one whatever is seen."""
    growth: Growth | None
    """Of a motion that does not come again."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What runs settle to over a parameter that is swept up and down."""

    name: str
    """Of the parameter."""
    unit: str
    is_forced: bool
    """Something that depends on time drives the motion."""
    section: str
    """What cuts the motion: "max", "min", "event" or "period"."""
    points: tuple[SurveyPoint, ...] = field(repr=False)
    """In the order in which they were made."""
    differing: tuple[tuple[float, float], ...]
    """From where to where both sweeps come to other motions: hysteresis."""
    notes: tuple[Diagnostic, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[SurveyPoint]:
        return iter(self.points)


class BasinCell(NamedTuple):
    first: float
    """In SI."""
    second: float
    attractor: int
    """Its number in ``attractors``."""


@dataclass(frozen=True, eq=False)
class Basins:
    """Which motion is come to from where."""

    names: tuple[str, str]
    """Of the two initial values."""
    units: tuple[str, str]
    attractors: tuple[SurveyPoint, ...] = field(repr=False)
    cells: tuple[BasinCell, ...] = field(repr=False)
    notes: tuple[Diagnostic, ...] = field(repr=False)


def asked_survey(at_start: bool, spans: tuple[float, float, float], section: str | None, of: str | None, values: int) -> _core.SurveyAsked:
    """``spans``: the period, and how long a motion settles and is recorded, in s; 0: the usual."""
    if isinstance(values, bool) or not isinstance(values, int) or not 2 <= values <= 100_000:
        raise refused(f"there cannot be {values!r} values", "take a whole number, 2 to 100000")
    asked = _core.SurveyAsked()
    asked.at_start, asked.values = at_start, values
    asked.period, asked.settle, asked.record = spans
    asked.of = str(of or "")
    if section is not None:
        kind, _, name = str(section).partition(" ")
        if section == "period":
            asked.section = _PERIOD
        elif kind in _SECTIONS and name:
            asked.section, asked.section_name = _SECTIONS[kind], name
        else:
            asked.section, asked.section_name = _EVENT, str(section)
    return asked


def _point(told: dict[str, Any]) -> SurveyPoint:
    growth = told["lyapunov"]
    return SurveyPoint(
        told["parameter"],
        told["sweep"],
        told["motion"],
        told["failure"],
        told["is_held"],
        told["multiple"],
        told["period_s"],
        tuple(OrbitOutput(**one) for one in told["outputs"]),
        told["section"],
        told["sequence"],
        None if growth is None else Growth(*(growth[key] for key in ("per_s", "error_per_s", "length_s", "lost", "undefined"))),
    )


def survey_of_document(document: str, notes: list[dict[str, Any]]) -> Survey:
    told = numbers_of(json.loads(document))
    return Survey(
        told["parameter"]["name"],
        told["parameter"]["unit"],
        told["is_forced"],
        told["section"],
        tuple(_point(one) for one in told["points"]),
        tuple((one["from"], one["to"]) for one in told["differing"]),
        tuple(diagnostic_of(one) for one in notes),
    )


def basins_of_document(document: str, notes: list[dict[str, Any]]) -> Basins:
    told = numbers_of(json.loads(document))
    first, second = told["axes"]
    return Basins(
        (first["name"], second["name"]),
        (first["unit"], second["unit"]),
        tuple(_point(one) for one in told["attractors"]),
        tuple(BasinCell(one["first"], one["second"], one["attractor"]) for one in told["cells"]),
        tuple(diagnostic_of(one) for one in notes),
    )
