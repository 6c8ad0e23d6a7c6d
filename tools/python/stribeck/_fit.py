"""Parameters with which a diagram agrees best with what was measured."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from . import _core
from ._arrays import Floats, np
from ._compare import Table, columns_of
from ._errors import Diagnostic, diagnostic_of, refused, unknown
from ._motions import numbers_of

if TYPE_CHECKING:
    from ._diagram import Diagram

Measured = Table | Mapping[str, Table] | None
"""What was measured: a file, a result, a mapping of columns with a "time"; of several experiments a mapping of their names to such."""


class Fitted(NamedTuple):
    """A parameter that was found, in SI."""

    name: str
    unit: str
    value: float
    error: float | None
    """Standard error; None at a bound, and where the data do not tell."""
    low: float | None
    """The true value lies above it, and below ``high``, with a probability of 95 %, if what is left is white noise."""
    high: float | None
    place: str
    """"inside", "at its lower bound" or "at its upper bound"."""
    is_seen: bool
    """The data tell it, to less than its own size."""
    start: float
    """From which it was found."""
    derivatives: str
    """How they were had: exact, or by differences and why."""


class Left(NamedTuple):
    """What is left of a column or of events."""

    experiment: str
    of: str
    unit: str
    is_events: bool
    t: Floats
    """On the clock that measured, in s."""
    measured: Floats
    computed: Floats
    scaled: Floats
    """Computed less measured, over sigma."""
    deviation: float
    """Standard deviation."""
    correlation: float
    """Of neighbouring rows."""
    whiteness: float | None
    """How probable such correlations are in white noise; None of fewer than 20 rows."""


@dataclass(frozen=True, eq=False)
class Fit:
    """The parameters found, by their names; and what they are worth."""

    parameters: tuple[Fitted, ...] = field(repr=False)
    converged: bool
    rows: int
    """That are compared."""
    freedom: int
    """Rows less parameters that have an interval."""
    sum_of_squares: float
    """Of what is left, over sigma where that is given, else SI."""
    deviation: float
    """Its root over the freedom: 1 where sigma is right."""
    condition: float
    """Of the derivatives, columns of length 1."""
    correlations: Floats = field(repr=False)
    """Of the estimates, as ``parameters`` stand; zero for those without error."""
    unseen: tuple[dict[str, float], ...]
    """Changes of parameters together that the noise hides though they are larger than the parameters."""
    left: tuple[Left, ...] = field(repr=False)
    starts: tuple[dict[str, Any], ...] = field(repr=False)
    """From where it was begun, and where that led."""
    runs: int
    """Of the diagram."""
    notes: tuple[Diagnostic, ...] = field(repr=False)
    _core_fit: _core.Fit = field(repr=False)
    _make: Any = field(repr=False)

    def __getitem__(self, name: str) -> Fitted:
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise unknown("the fit has no parameter", name, [one.name for one in self.parameters])

    def __iter__(self) -> Iterator[str]:
        return iter([one.name for one in self.parameters])

    def __len__(self) -> int:
        return len(self.parameters)

    @property
    def values(self) -> dict[str, float]:
        """The numbers alone, in SI: ``d.run(found.values)`` where all are parameters of the diagram."""
        return {one.name: one.value for one in self.parameters}

    @property
    def diagram(self) -> Diagram:
        """The diagram with the values that were found, in the units in which it has them."""
        made: Diagram = self._make(self._core_fit.diagram())
        return made

    def report(self, path: str | os.PathLike[str] | None = None) -> str:
        """A page for a browser: data over model, what is left, estimates. Written if a file is named."""
        page = self._core_fit.report("import stribeck: Diagram.fit()")
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def _repr_html_(self) -> str:
        def shown(value: float | None) -> str:
            return "" if value is None else f"{value:.6g}"

        rows = "".join(
            f"<tr><td>{one.name}</td><td>{shown(one.value)}</td><td>{one.unit}</td><td>{shown(one.low)}</td><td>{shown(one.high)}</td></tr>"
            for one in self.parameters
        )
        return f"<table><tr><th>parameter</th><th>value</th><th>unit</th><th>from</th><th>to (95 %)</th></tr>{rows}</table>"


def tables_of(data: Measured, experiments: Mapping[str, Any] | None) -> tuple[str, list[tuple[str, list[tuple[str, Floats]]]]]:
    """The file of the only experiment, or the columns of each."""
    if data is None:
        return "", []
    if isinstance(data, (str, os.PathLike)):
        return os.fspath(data), []
    if experiments is None:
        return "", [("", columns_of(cast(Table, data)))]
    if not isinstance(data, Mapping) or not set(data) <= set(experiments):
        raise refused("the fit has several experiments", 'give {"' + next(iter(experiments), "name") + '": columns, ...}')
    return "", [(str(name), columns_of(cast(Table, table))) for name, table in data.items()]


def fit_of(found: _core.Fit, make: Any) -> Fit:
    told = numbers_of(json.loads(found.document()))
    parameters = tuple(
        Fitted(
            one["name"],
            one["unit"],
            one["value"],
            one["standard_error"],
            one["low"],
            one["high"],
            one["place"],
            one["is_seen"],
            one["start"],
            one["derivatives"],
        )  # fmt: skip
        for one in told["parameters"]
    )
    left = tuple(
        Left(*rows, one["deviation"], one["correlation"], one["whiteness"]) for rows, one in zip(found.left(), told["left"], strict=True)
    )
    return Fit(
        parameters=parameters,
        converged=told["converged"],
        rows=told["rows"],
        freedom=told["freedom"],
        sum_of_squares=told["sum_of_squares"],
        deviation=told["deviation"],
        condition=told["condition"],
        correlations=np.asarray(found.correlations()),
        unseen=tuple({change["name"]: change["by"] for change in one} for one in told["unseen"]),
        left=left,
        starts=tuple(told["starts"]),
        runs=told["runs"],
        notes=tuple(diagnostic_of(one) for one in found.notes()),
        _core_fit=found,
        _make=make,
    )
