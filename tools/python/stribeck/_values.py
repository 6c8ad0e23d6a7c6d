"""Values as people write them in Python: numbers in SI, strings with units, quantities of pint."""

from __future__ import annotations

import json
import math
import numbers
import os
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Union, runtime_checkable

from . import _core
from ._arrays import np
from ._errors import refused


@runtime_checkable
class Quantity(Protocol):
    """A quantity of pint, which need not be installed."""

    @property
    def magnitude(self) -> Any: ...

    @property
    def units(self) -> Any: ...

    def to_base_units(self) -> Any: ...


Value = Union[float, int, str, bool, Quantity, Sequence[Any], "np.ndarray[Any, Any]", Mapping[str, Any], None]
"""A number in SI, a string as diagrams have it ("3 rpm", "=2*k", "exact"), a quantity of pint, a list, or an object of the format."""


def plain(value: Value, what: str) -> Any:
    """The same as JSON has it."""
    if isinstance(value, str):
        return word(value, what)
    if isinstance(value, bool) or value is None:
        return value
    if not isinstance(value, (int, float)) and isinstance(value, np.generic):
        value = value.item()
        return plain(value, what)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise refused(f"{what} is {value}, which is no finite number", code="value.not_finite")
        return float(value)
    if isinstance(value, (list, tuple)):
        return [plain(one, what) for one in value]
    if isinstance(value, Quantity):
        return _of_quantity(value, what)
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), what)
    if isinstance(value, Mapping):
        return {word(key, f"a key of {what}"): plain(one, f"{what}.{key}") for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [plain(one, what) for one in value]
    raise TypeError(f'{what} cannot be {value!r}: take a number in SI, a string with its unit ("3 rpm"), or a quantity of pint')


def word(value: object, what: str) -> str:
    """A text that can be written into a file."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text, and cannot be {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise refused(f"{what} has characters that belong to no text: {value!a}", "write it anew") from None
    return str.__str__(value)


def path_text(value: object) -> str:
    """Of a file."""
    try:
        path = os.fspath(value)  # type: ignore[call-overload]
    except TypeError:
        raise TypeError(f"a file is named by a text or a path, and not by {type(value).__name__}") from None
    return os.fsdecode(path)


def _of_quantity(value: Quantity, what: str) -> Any:
    if isinstance(value.magnitude, np.ndarray):
        return [_of_quantity(one, what) for one in value]  # type: ignore[attr-defined]
    base = value.to_base_units()
    unit = unit_of(value)
    if not unit:
        return plain(value.magnitude, what)
    number, si = plain(value.magnitude, what), plain(base.magnitude, what)
    own = _core.si_value(f"{number!r} {unit}")
    if own is not None and math.isclose(own, si, rel_tol=1e-9):
        return f"{number!r} {unit}"
    return f"{si!r} {unit_of(base)}"  # of a unit that is unknown here, or another one


def unit_of(value: Quantity) -> str:
    return format(value.units, "~C").replace("**", "^")


def text(value: Value, what: str) -> str:
    """The same as the command line has it."""
    given = plain(value, what)
    return given if isinstance(given, str) else json.dumps(given)


def time_text(value: Value, what: str) -> str:
    """A time; a number is in seconds. Empty if there is none."""
    if value is None:
        return ""
    given = plain(value, what)
    if isinstance(given, str):
        return given
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise TypeError(f'{what} cannot be {value!r}: take seconds, or a string with a unit ("20 s")')
    return f"{given!r} s"


def names_of(given: Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else [str(name) for name in given]


def require_unit(given: Value, unit: str, what: str) -> None:
    """Of a value that was written with a unit, where it is known what kind it is to be of."""
    own = _core.si_unit(given) if isinstance(given, str) else ""
    if own and unit and own != _core.si_unit(f"1 {unit}"):
        raise refused(f"{what} is in {unit}, and {given!r} is in {own}", "take a unit of the same kind", "value.wrong_dimension")


def require_units(given: tuple[str, Value, Value], unit: str) -> None:
    """The same of both ends of a range."""
    name, *ends = given
    for value in ends:
        require_unit(value, unit, name)


def si(value: Value, what: str) -> float:
    """A number, in SI; of a text, in the unit that it has."""
    given = plain(value, what)
    number = _core.si_value(given) if isinstance(given, str) else given
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise refused(f"{what} cannot be {value!r}", 'take a number in SI, or a string with its unit ("3 rpm")')
    return float(number)


def range_of(given: tuple[str, Value, Value]) -> tuple[str, float, float]:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 3:
        raise refused(f"a parameter with its range is wanted, and not {given!r}", 'write ("speed", "1 rpm", "10 rpm")')
    name = str(given[0])
    return name, si(given[1], name), si(given[2], name)


def seconds(value: Value, what: str) -> float:
    """A duration; 0: none is given."""
    if value is None:
        return 0.0
    require_unit(text(value, what), "s", what)
    number = si(time_text(value, what), what)
    if not number > 0:
        raise refused(f"{what} is {value!r}", "it is longer than zero")
    return number


def levels_of(unfold: int | None) -> int:
    """So many levels of subsystems; None: all."""
    return 1_000_000 if unfold is None else int(unfold)
