"""A motion that is stepped from outside."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from . import _core
from ._arrays import ArrayLike, Floats, np
from ._errors import refused, unknown

PARAMETER, INPUT, OUTPUT, STATE = range(4)  # as kernel.h has them
NUMBER = {PARAMETER: "parameter", INPUT: "input", OUTPUT: "output", STATE: "state"}


class Names:
    """Of the variables of one kind of a program, and their numbers."""

    def __init__(self, program: _core.Program, kind: int) -> None:
        self.variables = program.variables(kind)
        self.kind = kind
        self.number: dict[str, int] = {}
        for number, variable in enumerate(self.variables):
            self.number.setdefault(variable[0], number)

    def numbers(self, names: Sequence[str]) -> list[int]:
        for name in names:
            if not isinstance(name, str) or name not in self.number:
                raise unknown(
                    f"the compiled diagram has no {NUMBER[self.kind]}", name, list(self.number), "" if self.number else "it has none"
                )
        return [self.number[name] for name in names]


class _Motion:
    """What steps and takes inputs; it knows nothing of who holds it."""

    def __init__(self, program: _core.Program, settings: tuple[float, float, float, str]) -> None:
        self.instance, self.settings, self.begun = _core.Instance(program), settings, False
        self.inputs, self.outputs, self.parameters = (Names(program, kind) for kind in (INPUT, OUTPUT, PARAMETER))
        self.instance.set_experiment(*settings)

    def begin(self) -> None:
        if not self.begun:
            self.instance.initialise(0)
            self.begun = True

    def reset(self) -> None:
        self.instance.reset()
        self.instance.set_experiment(*self.settings)
        self.begun = False

    def set(self, values: Mapping[str, float], slopes: Mapping[str, float] | None = None) -> None:
        new_inputs = {name: _number(value, name) for name, value in values.items() if name in self.inputs.number}
        others = {name: _number(value, name) for name, value in values.items() if name not in new_inputs}
        if unknown_slopes := set(slopes or {}) - set(new_inputs):
            raise refused(
                f"slopes are given of what is no input set here: {', '.join(sorted(map(str, unknown_slopes)))}",
                "set the input with its slope",
            )
        if others:
            if not all(name in self.parameters.number for name in others):
                name = next(name for name in others if name not in self.parameters.number)
                raise unknown("there is no input or parameter", name, [*self.inputs.number, *self.parameters.number])
            self.instance.set(PARAMETER, self.parameters.numbers(list(others)), list(others.values()))
        if new_inputs:
            rates = None if slopes is None else [_number(slopes.get(name, 0.0), name) for name in new_inputs]
            self.instance.set(INPUT, self.inputs.numbers(list(new_inputs)), list(new_inputs.values()), rates)

    def step(self, duration: float, **inputs: float) -> bool:
        self.begin()
        if inputs:
            self.set(inputs)
        return self.instance.step(duration)


class Stepper:
    """A motion from its start, in steps of any length::

        s = d.stepper(observe=["speed"])
        while s.t < 10:
            s.step(0.001, torque=-2 * s["speed"])

    Inputs are those of the diagram's section "boundary", in SI, and hold until they are set again. What is exact in a run is exact here:
    events happen within steps. A stepper is for one thread at a time; different ones run side by side.
    """

    def __init__(
        self, program: _core.Program, observe: Sequence[str] | None, stop: float, rtol: float | None, atol: float | None, solver: str
    ) -> None:
        self._program = program
        self._motion = _Motion(program, (rtol or 0.0, atol or 0.0, stop if math.isfinite(stop) else 1e300, solver))
        self._instance, self._begin = self._motion.instance, self._motion.begin
        self._inputs, self._outputs, self._states = self._motion.inputs, self._motion.outputs, Names(program, STATE)
        if observe is None:
            of_boundary = [name for name in self._outputs.number if "." not in name]
            observe = of_boundary or list(self._outputs.number)
        self.observed = [observe] if isinstance(observe, str) else list(observe)
        """The names of what ``observe()`` returns."""
        self._observed = self._outputs.numbers(self.observed)
        # Found before the method: a function of C, which goes on to the other with anything but one number.
        self.__dict__["step"] = self._instance.fast_step(self._motion.step)

    @property
    def inputs(self) -> list[str]:
        """Names of what can be given."""
        return list(self._inputs.number)

    @property
    def outputs(self) -> list[str]:
        """Names of what can be seen."""
        return list(self._outputs.number)

    @property
    def t(self) -> float:
        self._begin()
        return self._instance.time()

    @property
    def states(self) -> dict[str, float]:
        self._begin()
        names = list(self._states.number)
        return dict(zip(names, self._instance.get(STATE, self._states.numbers(names)).tolist()))

    def __getitem__(self, name: str) -> float:
        """An output where the motion is, in SI."""
        self._begin()
        return self._instance.get_one(OUTPUT, self._outputs.numbers([name])[0])

    def observe(self) -> Floats:
        """What was asked for by ``observe``, where the motion is."""
        self._begin()
        return self._instance.get(OUTPUT, self._observed)

    def set(self, values: Mapping[str, float] | None = None, /, slopes: Mapping[str, float] | None = None, **inputs: float) -> None:
        """Inputs and parameters from now on, in SI: ``s.set(torque=2)``, ``s.set({"load.inertia": 3})``.

        ``slopes`` are rates of inputs: they go on along straight lines.
        """
        self._motion.set({**(values or {}), **inputs}, slopes)

    def step(self, duration: float, **inputs: float) -> bool:
        """Sets inputs and goes on by so many seconds. False once the motion goes no further."""
        return self._motion.step(duration, **inputs)

    def steps(self, duration: float, count: int, /, **inputs: ArrayLike) -> Floats:
        """So many steps of that length at once, for what needs no answer between them; what is observed after each of them, a row a step.

        ``inputs`` are given a value for each step, or one for all. There are fewer rows where the motion ends. Shape: steps x observed.
        """
        self._begin()
        if not isinstance(count, (int, np.integer)) or not 0 <= count <= 1_000_000_000:
            raise refused(f"there cannot be {count!r} steps", "take a whole number")
        try:
            columns = [np.broadcast_to(np.asarray(values, dtype=float), (count,)) for values in inputs.values()]
        except ValueError:
            raise refused(f"inputs are not given for each of {count} steps", "give each input one value, or one for each step") from None
        rows = np.ascontiguousarray(np.stack(columns, axis=1)) if columns else np.empty((0, 0))
        return self._instance.steps(duration, int(count), self._inputs.numbers(list(inputs)), rows, self._observed)

    def step_to(self, t: float) -> bool:
        """Goes on to that time."""
        self._begin()
        return self._instance.step_to(t)

    def step_to_event(self, limit: float) -> bool:
        """Goes on to the next event, or to that time if it comes before."""
        self._begin()
        return self._instance.step_to(limit, True)

    def reset(self) -> None:
        """Back to the start: parameters as compiled, inputs as the diagram has them."""
        self._motion.reset()

    def save(self) -> bytes:
        """All that the motion follows from, to come back to it here or in another stepper of the same diagram and values."""
        self._begin()
        return self._instance.save()

    def restore(self, saved: bytes) -> None:
        """Goes back to what ``save`` gave, to the same bytes."""
        self._begin()
        self._instance.restore(saved)

    def __repr__(self) -> str:
        return f"<Stepper at t = {self.t:g} s, inputs {', '.join(self.inputs) or 'none'}>"


def _number(value: float, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} cannot be {value!r}: steppers take numbers in SI") from None
