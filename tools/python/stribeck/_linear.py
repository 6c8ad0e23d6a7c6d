"""A diagram near a point of its motion, and a motion near the values that it was run with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ._arrays import Floats
from ._errors import Diagnostic, diagnostic_of, refused

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


@dataclass(frozen=True)
class Mode:
    """A natural mode."""

    pole: complex
    """In 1/s; of a pair the one with the positive imaginary part."""
    shape: dict[str, complex]
    """How far the nodes of the network move, by their first port; the largest is 1."""
    energy: dict[str, float]
    """Shares of the components."""
    participation: dict[str, float]
    """Shares of the states."""

    @property
    def frequency(self) -> float:
        """In rad/s."""
        return abs(self.pole)

    @property
    def damping_ratio(self) -> float:
        return -self.pole.real / abs(self.pole) if self.pole else float("nan")


class EventSensitivity(NamedTuple):
    t: float
    labels: list[str]
    by: Floats
    """d t / d each parameter; not a number where undefined."""


class Undefined(NamedTuple):
    parameter: str
    t: float
    """From here on there is no derivative."""
    why: str
    less: Floats
    """Of each output at the end: the difference quotient of runs with a little less of the parameter."""
    more: Floats


class ScalarSensitivity(NamedTuple):
    """How a number of an output's curve changes with the parameters, in SI."""

    name: str
    """As it was asked for: "max load.w"."""
    unit: str
    value: float
    by: Floats
    """d value / d each parameter; not a number where undefined."""


@dataclass(frozen=True, eq=False)
class Sensitivities:
    """Derivatives of outputs and of the instants of events, in SI."""

    t: float
    parameters: tuple[Variable, ...]
    outputs: tuple[Variable, ...]
    by: Floats = field(repr=False)
    """d output / d parameter at ``t``: outputs x parameters; not a number where undefined."""
    events: tuple[EventSensitivity, ...] = field(repr=False)
    undefined: tuple[Undefined, ...] = field(repr=False)
    times: Floats = field(repr=False)
    values: Floats = field(repr=False)
    """Of the outputs: times x outputs."""
    along: Floats = field(repr=False)
    """Derivatives along the motion, after the events of an instant: times x outputs x parameters."""
    scalars: tuple[ScalarSensitivity, ...] = field(repr=False)
    """Of numbers of the curves, where they were asked for."""
    notes: tuple[Diagnostic, ...] = field(repr=False)

    def of(self, output: str, parameter: str) -> float:
        """d output / d parameter at the end."""
        rows, columns = [one.name for one in self.outputs], [one.name for one in self.parameters]
        for name, known in ((output, rows), (parameter, columns)):
            if name not in known:
                raise refused(f'there is no derivative of or by "{name}"', "there are " + ", ".join(known))
        return float(self.by[rows.index(output), columns.index(parameter)])


def sensitivities_of(told: dict[str, Any]) -> Sensitivities:
    named = {key: tuple(Variable(*one) for one in told[key]) for key in ("parameters", "outputs")}
    events = tuple(EventSensitivity(*one) for one in told["events"])
    undefined = tuple(Undefined(*one) for one in told["undefined"])
    notes = tuple(diagnostic_of(one) for one in told["notes"])
    scalars = tuple(ScalarSensitivity(*one) for one in told["scalars"])
    return Sensitivities(**{**told, **named, "events": events, "undefined": undefined, "scalars": scalars, "notes": notes})
