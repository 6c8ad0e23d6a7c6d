"""A diagram near a point of its motion, and a motion near the values that it was run with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._arrays import ArrayLike, Complexes, Floats, np
from ._errors import Diagnostic, diagnostic_of, refused, unknown

if TYPE_CHECKING:
    from matplotlib.figure import Figure
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

    def __post_init__(self) -> None:
        self.__dict__["_pairs"] = {}

    def to_scipy(self) -> StateSpace:
        """For ``scipy.signal``: bode, step, lsim and the like."""
        from scipy.signal import StateSpace

        return StateSpace(self.A, self.B, self.C, self.D)

    @property
    def dc_gain(self) -> Floats:
        """Outputs over inputs at rest, outputs x inputs; not a number where a pole is zero."""
        pairs = [[self.transfer(output.name, input.name).steady for input in self.inputs] for output in self.outputs]
        return np.array(pairs, dtype=float).reshape(len(self.outputs), len(self.inputs))

    def transfer(self, output: str, input: str) -> Transfer:
        """Of one output to one input."""
        o, i = self._number(output, input)
        known: dict[tuple[int, int], Transfer] = self.__dict__["_pairs"]
        if (o, i) not in known:
            zeros, gain, steady = _core.transfer(self.A, self.B, self.C, self.D, o, i)
            known[o, i] = Transfer(tuple(zeros), gain, math.nan if steady is None else steady, self.poles)
        return known[o, i]

    def response(self, frequencies: ArrayLike) -> Complexes:
        """Outputs over inputs of sines at these angular frequencies, in rad/s: frequencies x outputs x inputs."""
        points = np.atleast_1d(np.asarray(frequencies, dtype=float))
        if points.ndim != 1 or not np.all(np.isfinite(points)):
            raise refused("frequencies are numbers in rad/s", "take a list of them")
        unit = np.eye(len(self.A))
        return np.array([self.C @ np.linalg.solve(1j * w * unit - self.A, self.B) + self.D for w in points], dtype=complex).reshape(
            len(points), len(self.outputs), len(self.inputs)
        )

    def frequency_curve(self, output: str, input: str, low: float = 0.0, high: float = 0.0) -> FrequencyCurve:
        """The same of one pair, at frequencies that are nearer to one another where the response turns quickly.

        Between ``low`` and ``high``, in rad/s; left out: a decade below the slowest pole or zero to one above the fastest.
        """
        if (low, high) != (0.0, 0.0) and not 0 < low < high < math.inf:
            raise refused(f"the frequencies go from {low} to {high} rad/s", "both are above zero, the smaller one first")
        o, i = self._number(output, input)
        w, real, imaginary, phase = _core.frequency_response(self.A, self.B, self.C, self.D, o, i, float(low), float(high))
        return FrequencyCurve(w, real + 1j * imaginary, phase)

    def plot(self, *others: LinearModel, picture: str = "bode") -> Figure:
        """By matplotlib: "bode", "nyquist", "nichols" or "poles", for each output and input; ``others`` are laid over it."""
        from ._plot import linear_figure

        return linear_figure((self, *others), picture)

    def _number(self, output: str, input: str) -> tuple[int, int]:
        outputs, inputs = [one.name for one in self.outputs], [one.name for one in self.inputs]
        for name, known, what in ((output, outputs, "output"), (input, inputs, "input")):
            if name not in known:
                raise unknown(f"the linear model has no {what}", name, known, f"it has none: give it {what}s")
        return outputs.index(output), inputs.index(input)


class Transfer(NamedTuple):
    """gain (s - zeros)/(s - poles)."""

    zeros: tuple[complex, ...]
    """In 1/s."""
    gain: float
    """0: the output does not answer."""
    steady: float
    """At s = 0, in SI; not a number where a pole is zero."""
    poles: tuple[complex, ...]
    """Of the whole model, in 1/s."""


class FrequencyCurve(NamedTuple):
    frequencies: Floats
    """Angular, in rad/s."""
    values: Complexes
    """Output over input, in SI."""
    phase: Floats
    """In degrees, without jumps of a turn."""

    @property
    def decibels(self) -> Floats:
        return np.asarray(20 * np.log10(np.abs(self.values)), dtype=float)


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


class Modes(list[Mode]):
    """The slowest first."""

    t: float
    """The instant, in s."""
    held: tuple[str, ...]
    """What sticks or rests there, and stays so."""
    left_out: tuple[str, ...]
    """States that this takes away."""
    notes: tuple[Diagnostic, ...]


def modes_of(told: dict[str, Any]) -> Modes:
    found = Modes(Mode(**one) for one in told["modes"])
    found.t, found.held, found.left_out = told["t"], tuple(told["held"]), tuple(told["left_out"])
    found.notes = tuple(diagnostic_of(one) for one in told["notes"])
    return found


@dataclass(frozen=True, eq=False)
class StepResponse:
    """How outputs change after a step of an input, in SI."""

    input: str
    amount: float
    unit: str
    """Of the amount."""
    t: Floats = field(repr=False)
    """After the step, in s."""
    outputs: tuple[Variable, ...]
    linear: Floats = field(repr=False)
    """By the linear model: times x outputs."""
    run: Floats = field(repr=False)
    """Of a run with the step, beside one without it: times x outputs; not a number after an end."""


def step_response_of(input: str, amount: float, told: tuple[Floats, Floats, Floats, list[Any], str]) -> StepResponse:
    t, linear, run, outputs, unit = told
    return StepResponse(input, amount, unit, t, tuple(Variable(*one) for one in outputs), linear, run)


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
