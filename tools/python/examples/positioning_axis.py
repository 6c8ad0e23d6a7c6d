"""A positioning axis with stick-slip as an environment of Gymnasium, and an LQR from its linear model that controls it.

python positioning_axis.py

Where gymnasium is not installed the class has the same methods, so that it runs on its own as well. Friction and target are others in each
episode; what sticks and slips within a step is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import stribeck
from scipy.linalg import solve_discrete_are
from scipy.signal import cont2discrete

Array = npt.NDArray[np.float64]


class _Box:
    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: type[np.floating[Any]]) -> None:
        self.low, self.high, self.shape, self.dtype = np.full(shape, low, dtype), np.full(shape, high, dtype), shape, np.dtype(dtype)


class _Env:
    np_random: np.random.Generator

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random = np.random.default_rng(seed)


Env: Any = _Env
Box: Any = _Box
try:
    import gymnasium

    Env, Box = gymnasium.Env, gymnasium.spaces.Box
except ImportError:
    pass

STATE = ("sensor.x", "slide.v", "shaft.x", "rotor.v")


def axis() -> stribeck.Diagram:
    """A motor that moves a slide over an elastic shaft."""
    d = stribeck.Diagram("A positioning axis")
    motor = d.add("motor", "translational.force_source")
    rotor = d.add("rotor", "translational.mass", mass="1 kg")
    shaft = d.add("shaft", "translational.spring_damper", stiffness="20 kN/m", damping="20 N*s/m")
    slide = d.add("slide", "translational.mass", mass="4 kg")
    guide = d.add(
        "guide", "translational.dry_friction", static_force="12 N", coulomb_force="6 N", law="stribeck", stribeck_velocity="1 mm/s"
    )
    sensor = d.add("sensor", "translational.absolute_motion_sensor")
    bed = d.add("bed", "translational.ground")
    d.connect(motor.R, rotor.M, shaft.R)
    d.connect(shaft.C, slide.M, guide.R, sensor.R)
    d.connect(motor.C, guide.C, bed.W)
    d.outputs(*STATE)
    return d


class PositioningAxis(Env):  # type: ignore[misc]
    """Brings a slide to a target within 2 s.

    Observation: the error of position, and what speed of the slide, stretch of the shaft and speed of the rotor are less than zero, in SI.
    Action: the force of the motor, as a share of its largest. Reward: less by the square of the error, as a share of 10 mm, for each step.
    """

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode = None
    sample, steps, largest_force, unit = 5e-3, 400, 200.0, 0.01

    def __init__(self) -> None:
        self.observation_space = Box(-np.inf, np.inf, (len(STATE),), np.float64)
        self.action_space = Box(-1.0, 1.0, (1,), np.float32)
        document = axis().document
        outputs = {name.replace(".", "_"): {"output": name} for name in (*STATE, "guide.mode")}
        document["boundary"] = {"force": {"input": "motor.S"}, **outputs}
        self._stepper = stribeck.Diagram.from_json(document).stepper(rtol=1e-6, atol=1e-9)
        self._target, self._count = 0.0, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        kinetic = self.np_random.uniform(4, 8)
        static = kinetic + self.np_random.uniform(1, 8)
        self._target = float(self.np_random.choice([-1, 1]) * self.np_random.uniform(0.5, 2) * self.unit)
        self._count = 0
        self._stepper.reset()
        self._stepper.set({"guide.static_force": static, "guide.coulomb_force": kinetic})
        observation, sticks = self._seen()
        return observation, {"sticks": sticks, "static_force": static, "target": self._target}

    def step(self, action: npt.ArrayLike) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        share = float(np.clip(np.asarray(action, dtype=float).reshape(1)[0], -1, 1))
        self._stepper.step(self.sample, force=share * self.largest_force)
        self._count += 1
        observation, sticks = self._seen()
        return observation, -(float(observation[0] / self.unit) ** 2), False, self._count >= self.steps, {"sticks": sticks}

    def _seen(self) -> tuple[Array, bool]:
        *state, mode = self._stepper.observe()
        return np.array([self._target, 0, 0, 0]) - state, bool(mode == 0)


def lqr() -> Array:
    """Forces per observation, from the linear model of the axis without its friction: that sticks at rest, and has none."""
    smooth = axis()
    smooth.remove("guide")
    linear = smooth.linearise("start", inputs=["motor.force"])
    a, b, c, *_ = cont2discrete((linear.A, linear.B, linear.C, linear.D), PositioningAxis.sample)
    weights = c.T @ np.diag([1e9, 1e3, 1e2, 1e2]) @ c  # the outputs are a whole state
    cost = solve_discrete_are(a, b, weights, np.eye(1))
    gain: Array = (np.linalg.solve(np.eye(1) + b.T @ cost @ b, b.T @ cost @ a) @ np.linalg.inv(c))[0]
    return gain


def episode(env: PositioningAxis, policy: Callable[[Array], npt.ArrayLike], seed: int) -> tuple[float, Array, dict[str, Any]]:
    """The sum of rewards, the last observation, and what the episode began with."""
    observation, begun = env.reset(seed=seed)
    total, ended = 0.0, False
    while not ended:
        observation, reward, terminated, truncated, _ = env.step(policy(observation))
        total, ended = total + reward, terminated or truncated
    return total, observation, begun


def main() -> None:
    env, gain = PositioningAxis(), lqr()
    for seed in range(5):
        idle, _, _ = episode(env, lambda seen: [0.0], seed)
        total, last, begun = episode(env, lambda seen: [gain @ seen / env.largest_force], seed)
        print(
            f"target {1e3 * begun['target']:+6.2f} mm, static friction {begun['static_force']:5.2f} N: "
            f"reward {total:6.1f} instead of {idle:7.1f}, {1e6 * last[0]:+6.1f} um left"
        )


if __name__ == "__main__":
    main()
