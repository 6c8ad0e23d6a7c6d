"""Expressions of components that Python declares: recorded by the operators and NumPy functions that they are written with."""

from __future__ import annotations

import math
from typing import Any, NoReturn, SupportsFloat

from . import _core

Number = SupportsFloat
"""int, float, NumPy's numbers."""

unbounded = math.inf
"""A static level that holds any force."""
required = math.nan
"""The default of a parameter that a diagram must give."""

# The operators of the table that NumPy calls otherwise. All others are taken by NumPy's name: a row in the table is enough.
_FUNCTIONS = {
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "true_divide": "div",
    "negative": "neg",
    "power": "pow",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "absolute": "abs",
    "fabs": "abs",
    "minimum": "min",
    "maximum": "max",
}
_COMPARISONS = {"less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge"}
_LOGIC = {"logical_and": "both", "logical_or": "either", "logical_not": "opposite"}


class Recorded:
    """What belongs to one recording."""

    __slots__ = ("_id", "_of")

    def __init__(self, of: _core.Recorder, id: int) -> None:
        self._of = of
        self._id = id

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        name = ufunc.__name__
        if method != "__call__" or options:
            raise TypeError(f"numpy.{name} of an expression takes values alone")
        if name == "equal":
            return Equation(expression(self._of, inputs[0]), expression(self._of, inputs[1]))
        if name in _COMPARISONS:
            return Condition(self._of, applied(self._of, _COMPARISONS[name], *inputs)._id)
        if name in _LOGIC:
            return Condition(self._of, self._of.apply(_LOGIC[name], [condition_of(self._of, one)._id for one in inputs]))
        if name == "square":
            return applied(self._of, "mul", inputs[0], inputs[0])
        if name == "positive":
            return inputs[0]
        operands = [expression(self._of, one)._id for one in inputs]
        made = self._of.apply(_FUNCTIONS.get(name, name), operands)
        if made < 0 and name not in _FUNCTIONS and min(operands) >= 0:
            raise TypeError(
                f"numpy.{name} is no function of expressions: those of arithmetic are, exp, log, sqrt, sin, tanh and "
                "their like, absolute, sign, floor, minimum and maximum"
            )
        return Expression(self._of, made)


class Expression(Recorded):
    """A value during the run: operators and NumPy's functions make others of it, ``==`` an equation, ``<`` a condition."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Expression | Number) -> Expression:
        return applied(self._of, "add", self, other)

    def __radd__(self, other: Number) -> Expression:
        return applied(self._of, "add", other, self)

    def __sub__(self, other: Expression | Number) -> Expression:
        return applied(self._of, "sub", self, other)

    def __rsub__(self, other: Number) -> Expression:
        return applied(self._of, "sub", other, self)

    def __mul__(self, other: Expression | Number) -> Expression:
        return applied(self._of, "mul", self, other)

    def __rmul__(self, other: Number) -> Expression:
        return applied(self._of, "mul", other, self)

    def __truediv__(self, other: Expression | Number) -> Expression:
        return applied(self._of, "div", self, other)

    def __rtruediv__(self, other: Number) -> Expression:
        return applied(self._of, "div", other, self)

    def __pow__(self, other: Expression | Number) -> Expression:
        if isinstance(other, int | float) and other == 2:
            return applied(self._of, "mul", self, self)
        return applied(self._of, "pow", self, other)

    def __rpow__(self, other: Number) -> Expression:
        return applied(self._of, "pow", other, self)

    def __neg__(self) -> Expression:
        return applied(self._of, "neg", self)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return applied(self._of, "abs", self)

    def __lt__(self, other: Expression | Number) -> Condition:
        return Condition(self._of, applied(self._of, "lt", self, other)._id)

    def __le__(self, other: Expression | Number) -> Condition:
        return Condition(self._of, applied(self._of, "le", self, other)._id)

    def __gt__(self, other: Expression | Number) -> Condition:
        return Condition(self._of, applied(self._of, "gt", self, other)._id)

    def __ge__(self, other: Expression | Number) -> Condition:
        return Condition(self._of, applied(self._of, "ge", self, other)._id)

    def __eq__(self, other: object) -> Equation:  # type: ignore[override]
        return Equation(self, expression(self._of, other))

    def __ne__(self, other: object) -> NoReturn:
        raise TypeError("an equation says that two expressions are equal; for a condition take < and >")

    def __bool__(self) -> NoReturn:
        raise TypeError("an expression has no value while it is recorded: take stribeck.if_else(condition, a, b)")

    def __float__(self) -> NoReturn:
        raise TypeError("an expression has no value while it is recorded: take NumPy's functions in place of those of math")

    def __repr__(self) -> str:
        return "<expression of a component>"


class Equation:
    """What ``==`` makes of expressions, for ``c.relation``."""

    __slots__ = ("left", "right")

    def __init__(self, left: Expression, right: Expression) -> None:
        self.left = left
        self.right = right

    def __bool__(self) -> NoReturn:
        raise TypeError("an equation has no truth value: give it to c.relation(label, equation)")


class Condition(Recorded):
    """True or false during the run; each change of it is an event. ``&``, ``|`` and ``~`` combine them."""

    __slots__ = ()

    def __and__(self, other: Condition) -> Condition:
        return Condition(self._of, self._of.apply("both", [self._id, condition_of(self._of, other)._id]))

    def __or__(self, other: Condition) -> Condition:
        return Condition(self._of, self._of.apply("either", [self._id, condition_of(self._of, other)._id]))

    def __invert__(self) -> Condition:
        return Condition(self._of, self._of.apply("opposite", [self._id]))

    def __bool__(self) -> NoReturn:
        raise TypeError("a condition has no value while it is recorded: take stribeck.if_else, and &, | and ~ for and, or and not")


def condition_of(of: _core.Recorder, value: object) -> Condition:
    if not isinstance(value, Condition):
        raise TypeError(f"a condition is wanted, made by < or >, and not {type(value).__name__}")
    _require_same(of, value)
    return value


def _require_same(of: _core.Recorder, value: Recorded) -> None:
    if value._of is not of:
        raise ValueError("an expression of another declaration: expressions are no values to be kept")


def expression(of: _core.Recorder, value: object) -> Expression:
    """A number as expression, and an expression of this recording as it is."""
    if isinstance(value, Expression):
        _require_same(of, value)
        return value
    if isinstance(value, bool | str | bytes | Recorded) or not isinstance(value, SupportsFloat):
        raise TypeError(f"an expression or a number is wanted, and not {type(value).__name__}")
    return Expression(of, of.constant(float(value), ""))


def applied(of: _core.Recorder, operation: str, *operands: object) -> Expression:
    return Expression(of, of.apply(operation, [expression(of, one)._id for one in operands]))


def if_else(condition: Condition, a: Expression | Number, b: Expression | Number) -> Expression:
    """``a`` where the condition holds, ``b`` elsewhere; the integrator stops exactly where it changes."""
    if not isinstance(condition, Condition):
        raise TypeError(f"a condition is wanted, made by < or >, and not {type(condition).__name__}")
    of = condition._of
    return Expression(of, of.apply("select", [condition._id, expression(of, a)._id, expression(of, b)._id]))


def der(value: Expression) -> Expression:
    """The derivative by time."""
    if not isinstance(value, Expression):
        raise TypeError("der() takes an expression")
    return applied(value._of, "der", value)
