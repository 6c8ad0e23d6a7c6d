"""What gives inputs of the boundary in a run: columns of files, or arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._arrays import np
from ._errors import refused
from ._values import Quantity, unit_of

if TYPE_CHECKING:
    Curve = str | tuple[Any, Any] | Any
    """A column of a file, "measured.csv:torque"; times and values; or a Series of pandas, whose index is the time."""
    Inputs = Mapping[str, Curve]


def given_inputs(inputs: Inputs | None) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Names with the columns that give them, and the texts of those tables that are in no file."""
    if inputs is not None and not isinstance(inputs, Mapping):
        raise TypeError(f'inputs are a dict {{"torque": (times, values)}}, not {type(inputs).__name__}')
    columns, tables = [], []
    for name, curve in (inputs or {}).items():
        if isinstance(curve, str):
            columns.append((str(name), curve))
            continue
        file = f"the values of {name}"
        columns.append((str(name), f"{file}:2"))
        tables.append((file, _table(*_pair(curve, str(name)), str(name))))
    return columns, tables


def _pair(curve: object, name: str) -> tuple[Any, Any]:
    if isinstance(curve, Sequence) and not isinstance(curve, (bytes, bytearray)) and len(curve) == 2:
        return curve[0], curve[1]
    index, values = getattr(curve, "index", None), getattr(curve, "to_numpy", None)  # of pandas, which need not be there
    if index is not None and callable(values):
        return index, values()
    raise TypeError(f'the input {name} is given by "file.csv:column", by (times, values), or by a Series of pandas, not by {curve!r:.60}')


def _table(times: object, values: object, name: str) -> str:
    columns, units = [], []
    for what, given in (("times", times), ("values", values)):
        unit = ""
        if isinstance(given, Quantity):
            given = given.to_base_units()
            unit, given = unit_of(given), given.magnitude
        column = np.asarray(given, dtype=float)
        if column.ndim != 1 or len(column) == 0 or not np.all(np.isfinite(column)):
            raise refused(f"{what} of the input {name} have the shape {column.shape}, or are no numbers", "take finite numbers in a row")
        columns.append(column.tolist())
        units.append(unit)
    if len(columns[0]) != len(columns[1]):
        raise refused(f"the input {name} has {len(columns[0])} times and {len(columns[1])} values", "take one value for each time")
    second = [f"{units[0] or 's'},{units[1]}"] if units[1] else []
    return "\n".join(["time,value", *second, *(f"{t!r},{y!r}" for t, y in zip(*columns))]) + "\n"
