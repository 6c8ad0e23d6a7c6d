"""Results of this package, of files, or of anything else that has columns."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from . import _core
from ._arrays import ArrayLike, Floats, np
from ._errors import refused
from ._result import Result
from ._values import path_text

Table = Result | Mapping[str, Any] | str | os.PathLike[str]
"""A result, a mapping of columns with a "time", or a file that holds one."""


@dataclass(frozen=True)
class Comparison:
    """How a curve compares with its reference."""

    name: str
    agrees: bool
    missing: bool
    same: bool
    """Row by row, to the last bit."""
    worst: float
    """The largest distance from the nearest value that the other has within the time tolerance."""
    worst_at: float
    half_width: float
    """Of the tube, in the curve's own unit."""
    share_outside: float


def columns_of(table: Table) -> list[tuple[str, Floats]]:
    if isinstance(table, Result):
        return [("time", table.t), *((name, table[name]) for name in table)]
    if isinstance(table, (str, os.PathLike)):
        return list(read_result(table).items())
    return [(str(name), _column(values, str(name))) for name, values in table.items()]


def _column(values: ArrayLike, name: str) -> Floats:
    column = np.ascontiguousarray(values, dtype=float)
    if column.ndim != 1:
        raise refused(f'the column "{name}" has the shape {column.shape}', "take one number for each time")
    return column


def read_result(path: str | os.PathLike[str]) -> dict[str, Floats]:
    """The columns of a file of results, of this program or others: .csv, .jsonl, .mat."""
    return _core.read_result(path_text(path))


def compare(
    reference: Table, other: Table, *, tolerance: float = 1e-3, time_tolerance: float | None = None, absolute: float = 0.0
) -> list[Comparison]:
    """Compares two results curve by curve, each within a tube around the other: ``stribeck compare-results``.

    ``tolerance`` is half the width of the tube as a share of the reference's range; by ``time_tolerance`` seconds a curve may be late.
    """
    first, second = columns_of(reference), columns_of(other)
    for table in (first, second):
        if len({len(values) for _, values in table}) > 1:
            raise refused("the columns of a result are not equally long", "take one value of each for each time")
    late = -1.0 if time_tolerance is None else float(time_tolerance)
    return [Comparison(**one) for one in _core.compare(first, second, float(tolerance), late, float(absolute))]


class Estimate(NamedTuple):
    """The true value lies between the bounds with a probability of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Law:
    """A law of damping, fitted to a free vibration."""

    law: str
    agrees: bool
    """It is not refuted at a level of 0.1 %."""
    best: bool
    residual: float
    frequency: Estimate
    """Without damping, in rad/s."""
    damping_ratio: Estimate
    """Of viscous damping."""
    coulomb: Estimate
    """Coulomb friction over stiffness, in the unit of the curve."""
    quadratic: Estimate
    """Quadratic damping over mass."""
    rest: Estimate


def decay(
    t: ArrayLike, y: ArrayLike, *, start: float = -math.inf, end: float = math.inf, released: bool = False, drift: bool = True
) -> list[Law]:
    """Damping and friction of a free vibration, with intervals: ``stribeck decay``. Four laws are fitted; one of them is ``best``.

    ``released``: the body is let go at rest at the first row; ``drift=False``: the sensor does not drift.
    """
    times, values = _column(t, "t"), _column(y, "y")
    if len(times) != len(values):
        raise refused(f"there are {len(times)} times and {len(values)} values", "take one value for each time")
    told = _core.decay(times, values, float(start), float(end), released, not drift)
    estimates = ("frequency", "damping_ratio", "coulomb", "quadratic", "rest")
    return [Law(**{**law, **{name: Estimate(*law[name]) for name in estimates}}) for law in told["laws"]]


class Spectrum(NamedTuple):
    frequency: Floats
    """In Hz."""
    amplitude: Floats
    phase: Floats
    """Of a cosine, in rad."""


def spectrum(t: ArrayLike, y: ArrayLike, *, window: str = "hann") -> Spectrum:
    """Amplitudes by frequency, of rows at any distances: ``stribeck spectrum``. A sine of amplitude A shows A.

    ``window``: "hann" or "none".
    """
    if window not in ("hann", "none"):
        raise refused(f'there is no window "{window}"', 'take "hann" or "none"')
    times, values = _column(t, "t"), _column(y, "y")
    if len(times) < 3 or len(times) != len(values) or not np.all(np.isfinite(times)) or not np.all(np.diff(times) >= 0):
        raise refused("a spectrum needs at least three rows, at ascending times", "leave out what is no number, and sort the rows")
    once = np.append(np.diff(times) > 0, True)  # of rows at one instant the last
    return Spectrum(*_core.spectrum(times[once], values[once], window == "hann"))
