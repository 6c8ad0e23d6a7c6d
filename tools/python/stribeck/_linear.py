"""A diagram near a point of its motion."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ._arrays import Floats
from ._errors import Diagnostic, diagnostic_of

if TYPE_CHECKING:
    from scipy.signal import StateSpace


class Variable(NamedTuple):
    name: str
    unit: str
    value: float
    """At the point, in SI."""


@dataclass(frozen=True, eq=False)
class LinearModel:
    """dx/dt = A x + B u, y = C x + D u, all of them differences from what they are at the point."""

    t: float
    A: Floats = field(repr=False)
    B: Floats = field(repr=False)
    C: Floats = field(repr=False)
    D: Floats = field(repr=False)
    states: tuple[Variable, ...]
    inputs: tuple[Variable, ...]
    outputs: tuple[Variable, ...]
    rates: Floats
    """Of the states at the point: zero in equilibrium."""
    held: tuple[str, ...]
    """What sticks or rests there, and stays so."""
    left_out: tuple[str, ...]
    """States that this takes away."""
    poles: tuple[complex, ...]
    notes: tuple[Diagnostic, ...] = field(repr=False)

    def to_scipy(self) -> StateSpace:
        """For ``scipy.signal``: bode, step, lsim and the like."""
        from scipy.signal import StateSpace

        return StateSpace(self.A, self.B, self.C, self.D)


def linear_model_of(told: dict[str, Any]) -> LinearModel:
    named = {key: tuple(Variable(*one) for one in told[key]) for key in ("states", "inputs", "outputs")}
    texts = {key: tuple(told[key]) for key in ("held", "left_out", "poles")}
    notes = tuple(diagnostic_of(one) for one in told["notes"])
    return LinearModel(**{**told, **named, **texts, "notes": notes})
