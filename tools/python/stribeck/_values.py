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
    unit = _unit(value)
    if not unit:
        return plain(value.magnitude, what)
    number, si = plain(value.magnitude, what), plain(base.magnitude, what)
    own = _core.si_value(f"{number!r} {unit}")
    if own is not None and math.isclose(own, si, rel_tol=1e-9):
        return f"{number!r} {unit}"
    return f"{si!r} {_unit(base)}"  # of a unit that is unknown here, or another one


def _unit(value: Quantity) -> str:
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
