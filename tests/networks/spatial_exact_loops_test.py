"""Closed loops drawn at random, slider-cranks and four-bars, whose joints rub by their reactions and stick exactly: free until they come to rest, or drawn
along by a spring, in which they stick and slip. No friction may give power back, two solvers must agree, and every equation must hold at every row.
More of them with STRIBECK_RANDOM_EXACT_LOOPS=N."""
import math
import os
import random
import unittest

from spatial_loops_test import four_bar, slider_crank

LOOPS = int(os.environ.get("STRIBECK_RANDOM_EXACT_LOOPS", "12"))
TIMES = [.1 * k for k in range(1, 21)]


def loop(draw, speed):
    """A mechanism, and the joints of it that rub; the first is the crank's."""
    mu = draw.uniform(.02, .5)
    rubs = lambda: {"friction": "exact", "friction_coefficient": mu * draw.uniform(.5, 1.5)}
    pin = lambda: {**rubs(), "radius": draw.choice([.01, .02, .05])}
    if draw.random() < .5:
        theta = math.radians(draw.uniform(20, 160))
        psi = -math.asin(math.sin(theta) / 3)
        frictions = {"main": pin(), "crank_pin": pin(), "wrist": pin(), "guide": rubs()}
        return slider_crank(theta, speed, friction=frictions, rough=(psi, -psi, .1 * math.cos(theta) + .3 * math.cos(psi))), list(frictions)
    mechanism, joints = four_bar(speed=speed / 2), ["crank_pin", "coupler_pin", "rocker_pin", "last_pin"]
    for name in joints:
        mechanism.components[name]["parameters"].update(pin())
    return mechanism, joints


def drawn_along(draw):
    mechanism, joints = loop(draw, 0)
    stiffness = draw.uniform(.5, 20)
    mechanism.add(motor={"type": "rotational.velocity_source", "parameters": {"velocity": draw.choice([-1, 1]) * draw.uniform(.1, 1.5)}},
                  spring={"type": "rotational.spring_damper", "parameters": {"stiffness": stiffness, "damping": .01 * stiffness}},
                  housing={"type": "rotational.ground"})
    return mechanism.connect(f"spring.R {joints[0]}.axis", "motor.R spring.C", "motor.C housing.W"), joints


class ExactLoops(unittest.TestCase):
    def check(self, mechanism, joints):
        """The tolerance of the solvers, 1e-7 a step, grown by the motion; heats to the rounding of their sum."""
        outputs = [f"{joint}.{name}" for joint in joints for name in ("phi", "heat") if (joint, name) != ("guide", "phi")]
        found = mechanism.run(TIMES, outputs, "--verify", "--rtol", "1e-7", "--atol", "1e-10")
        other = mechanism.run(TIMES, [f"{joints[0]}.phi"], "--rtol", "1e-7", "--atol", "1e-10", "--solver", "cvode")[f"{joints[0]}.phi"]
        for one, two in zip(found[f"{joints[0]}.phi"], other, strict=True):
            self.assertAlmostEqual(one, two, delta=3e-5 * max(1, abs(one)))
        for joint in joints:
            heats = found[f"{joint}.heat"]
            for before, after in zip([0, *heats], heats):
                self.assertGreaterEqual(after - before, -1e-9 * max(heats), joint)

    def test_free_until_they_rest(self):
        for seed in range(LOOPS):
            with self.subTest(seed=seed):
                draw = random.Random(seed)
                self.check(*loop(draw, draw.uniform(-12, 12)))

    def test_drawn_along_by_a_spring(self):
        """Among them (10) a joint that turns round at a dead centre: to hold it there would take a force without bound, and what rounding makes of
        that counted as its rest, so that its friction stayed on the wrong side."""
        for seed in range(LOOPS):
            with self.subTest(seed=seed):
                self.check(*drawn_along(random.Random(seed)))


if __name__ == "__main__":
    unittest.main()
