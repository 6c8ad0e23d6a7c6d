"""The equations of a diagram for other integrators."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _core
from ._arrays import ArrayLike, Floats, np
from ._errors import refused
from ._stepper import OUTPUT, STATE, Names

MOST_EVENTS = 1_000_000


class Equations:
    """dy/dt = rhs(t, y) between events, and what happens at them.

    ``rhs``, ``jac`` and ``crossings`` are what SciPy's ``solve_ivp`` takes. While nothing crosses, what sticks stays stuck and what slips
    goes on in its direction. At a crossing, and at ``next_event``, ``happen(t, y)`` returns the states after the event and changes what the
    functions hold from then on. ``solve`` does all of that.
    """

    def __init__(self, program: _core.Program) -> None:
        self._instance = _core.Instance(program)
        self._states, self._outputs = Names(program, STATE), Names(program, OUTPUT)
        self._instance.initialise(1)
        _, self.stop, self.rtol, self.atol = program.experiment()
        self.t0 = self._instance.time()
        self._numbers = list(range(len(self._states.variables)))
        self.next_event, self.goes_on = self._instance.happen()
        """When the next event comes whose time is known, or infinity; whether the motion goes on."""
        self.y0 = self._instance.get(STATE, self._numbers)
        self._crossings: tuple[float, bytes, Floats] | None = None

    @property
    def names(self) -> list[str]:
        """Of the states, in the order of y."""
        return [variable[0] for variable in self._states.variables]

    @property
    def units(self) -> list[str]:
        return [variable[1] for variable in self._states.variables]

    @property
    def mass(self) -> Floats:
        """The mass matrix of M dy/dt = rhs: the equations are solved for the derivatives, so that it is the unit matrix."""
        return np.eye(len(self._numbers))

    def rhs(self, t: float, y: ArrayLike) -> Floats:
        """dy/dt."""
        return self._instance.rhs(float(t), _vector(y))

    def jac(self, t: float, y: ArrayLike) -> Floats:
        """d rhs/dy, by the formulas of the diagram."""
        return self._instance.jacobian(float(t), _vector(y))

    def indicators(self, t: float, y: ArrayLike) -> Floats:
        """Above zero while what is held between events is right, below zero beyond an event; never zero."""
        return self._instance.indicators(float(t), _vector(y))

    @property
    def crossings(self) -> list[Callable[[float, ArrayLike], float]]:
        """The indicators one by one, as ``events`` of ``solve_ivp``: each ends the integration where it falls through zero."""
        return [self._crossing(number) for number in range(self._instance.count_indicators())]

    def _crossing(self, number: int) -> Callable[[float, ArrayLike], float]:
        def crossing(t: float, y: ArrayLike) -> float:
            states = _vector(y)
            key = states.tobytes()
            if self._crossings is None or self._crossings[:2] != (t, key):  # all are asked one after the other
                self._crossings = (t, key, self._instance.indicators(float(t), states))
            return float(self._crossings[2][number])

        crossing.terminal = True  # type: ignore[attr-defined]
        crossing.direction = -1  # type: ignore[attr-defined]
        return crossing

    def complete_step(self, t: float, y: ArrayLike) -> bool:
        """A step that ends there belongs to the motion. True if an event is to follow there."""
        self._instance.place(float(t), _vector(y))
        return self._instance.complete_step()

    def happen(self, t: float, y: ArrayLike) -> Floats:
        """The event there: returns the states after it."""
        self._instance.place(float(t), _vector(y))
        self._crossings = None
        self.next_event, self.goes_on = self._instance.happen()
        return self._instance.get(STATE, self._numbers)

    def outputs(self, t: float, y: ArrayLike) -> dict[str, float]:
        """All columns there, in SI."""
        self._instance.place(float(t), _vector(y))
        names = list(self._outputs.number)
        return dict(zip(names, self._instance.get(OUTPUT, self._outputs.numbers(names)).tolist()))

    def solve(self, stop: float | None = None, *, method: str = "RK45", **options: Any) -> tuple[Floats, Floats, list[float]]:
        """Integrates by ``scipy.integrate.solve_ivp`` from the start to ``stop``, over all events: times, states (a row each), event times.

        ``options`` go to ``solve_ivp``: rtol, atol, max_step. Made to compare and to learn from; ``Diagram.run`` is faster and more exact.
        """
        from scipy.integrate import solve_ivp

        if self._instance.time() != self.t0:
            raise refused("these equations have been moved on already", "ask for new ones: d.equations()")
        stop = self.stop if stop is None else float(stop)
        options = {"rtol": self.rtol, "atol": self.atol, **options}
        if method in ("Radau", "BDF", "LSODA"):
            options["jac"] = self.jac
        times, states, events = [self.t0], [self.y0], list[float]()
        t, y = self.t0, self.y0
        while t < stop and self.goes_on:
            end = min(stop, self.next_event)
            if end > t:
                solution = solve_ivp(self.rhs, (t, end), y, method=method, events=self.crossings, dense_output=True, **options)
                if solution.status < 0:
                    raise refused(
                        f"solve_ivp gave up at t = {solution.t[-1]:g} s: {solution.message}", "take another method", "run.no_solution"
                    )
                reached = self._beyond(solution) if solution.status == 1 else end
                inner = solution.t[(solution.t > t) & (solution.t < reached)]
                for instant in inner:
                    self.complete_step(instant, solution.sol(instant))
                times.extend(inner)
                states.extend(solution.sol(instant) for instant in inner)
                t, y = reached, solution.sol(reached) if solution.status == 1 else solution.y[:, -1]
                times.append(t)
                states.append(y)
            if self.complete_step(t, y) or t >= self.next_event:
                y = self.happen(t, y)
                events.append(t)
                times.append(t)
                states.append(y)
                if len(events) > MOST_EVENTS:
                    raise refused("the motion has more than a million events", code="run.no_solution")
        return np.array(times), np.array(states), events

    def _beyond(self, solution: Any) -> float:
        """An instant at which an indicator is below zero: the root that solve_ivp found may lie just before it."""
        root, last = float(solution.t[-1]), float(solution.sol.ts[-1])
        step = math.ulp(max(abs(root), abs(last)))
        t = root
        while np.min(self.indicators(t, solution.sol(t))) > 0:
            t = root + step
            step *= 2
            if step > 1e-6 * max(1.0, abs(root)):
                return root
        return t


def _vector(y: ArrayLike) -> Floats:
    return np.ascontiguousarray(y, dtype=float)
