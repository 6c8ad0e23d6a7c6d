"""The scripts of tools/python/examples."""
import contextlib
import importlib
import io
import sys
import unittest
import warnings
from unittest import mock

from package import ROOT, stribeck

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

sys.path.insert(0, str(ROOT / "tools/python/examples"))
import positioning_axis  # noqa: E402


class Axis(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.env, cls.gain = positioning_axis.PositioningAxis(), positioning_axis.lqr()

    def lqr(self, seen):
        return [self.gain @ seen / self.env.largest_force]

    def test_interface(self):
        observation, info = self.env.reset(seed=3)
        self.assertEqual((observation.shape, observation.dtype), (self.env.observation_space.shape, self.env.observation_space.dtype))
        self.assertTrue(info["sticks"])
        ends = []
        for number in range(self.env.steps):
            observation, reward, terminated, truncated, info = self.env.step(np.array([1.0 if number < 20 else 0.0], dtype=np.float32))
            self.assertEqual((observation.shape, type(reward), terminated), ((4,), float, False))
            ends.append(truncated)
        self.assertEqual(ends, [False] * (self.env.steps - 1) + [True])

    def test_a_seed_tells_the_episode(self):
        first, again = (positioning_axis.episode(self.env, self.lqr, seed=7) for _ in range(2))
        self.assertEqual((first[0], first[1].tolist(), first[2]), (again[0], again[1].tolist(), again[2]))
        other = positioning_axis.episode(positioning_axis.PositioningAxis(), self.lqr, seed=7)
        self.assertEqual(first[0], other[0])
        self.assertNotEqual(first[0], positioning_axis.episode(self.env, self.lqr, seed=8)[0])
        self.env.reset(seed=7)
        _, unseeded = self.env.reset()
        self.assertNotEqual(unseeded["target"], first[2]["target"])

    def test_control_is_better_than_none(self):
        """Without force it sticks all along, which gives a known sum; the LQR comes to rest where its force is less than static friction."""
        at_rest = 0
        for seed in range(20):
            with self.subTest(seed=seed):
                idle, _, begun = positioning_axis.episode(self.env, lambda seen: [0.0], seed)
                self.assertAlmostEqual(idle, -self.env.steps * (begun["target"] / self.env.unit) ** 2, delta=1e-9 * abs(idle))
                total, last, _ = positioning_axis.episode(self.env, self.lqr, seed)
                self.assertGreater(total, 0.1 * idle)
                if np.abs(last[[1, 3]]).max() < 1e-6:
                    at_rest += 1
                    self.assertLessEqual(abs(self.gain @ last), begun["static_force"] + 1e-6)
        self.assertGreater(at_rest, 10)

    def test_friction_is_that_of_the_episode(self):
        """A force just below static friction does not move the slide, one just above does."""
        _, begun = self.env.reset(seed=1)
        for excess, sticks in ((-0.3, True), (0.3, False)):
            self.env.reset(seed=1)
            share = (begun["static_force"] + excess) / self.env.largest_force
            # The force grows slowly, so that the shaft does not swing.
            held = [self.env.step([share * min(number / 200, 1)])[4]["sticks"] for number in range(300)]
            self.assertEqual(all(held), sticks)

    def test_it_says_what_it_does(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            positioning_axis.main()
        self.assertEqual(said.getvalue().count("um left"), 5)

    def test_it_is_an_environment_of_gymnasium(self):
        self.assertIsInstance(self.env, gymnasium.Env)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message=".*infinity")  # a position may be any
            check_env(self.env, skip_render_check=True)

    def test_it_runs_without_gymnasium(self):
        with mock.patch.dict(sys.modules, {"gymnasium": None}):
            importlib.reload(positioning_axis)
            self.assertFalse(issubclass(positioning_axis.PositioningAxis, gymnasium.Env))
            self.assertEqual(positioning_axis.PositioningAxis().reset(seed=1)[0].shape, (4,))
        importlib.reload(positioning_axis)


class LinearModel(unittest.TestCase):
    def test_the_controlled_axis_is_stable(self):
        """Without friction the error is gone after the episode: the discrete model of the LQR is that of the steps."""
        smooth = positioning_axis.axis()
        smooth.remove("guide")
        document = smooth.document
        document["boundary"] = {"force": {"input": "motor.S"}, **{f"y{n}": {"output": name} for n, name in enumerate(positioning_axis.STATE)}}
        s, gain = stribeck.Diagram.from_json(document).stepper(), positioning_axis.lqr()
        for _ in range(400):
            s.step(positioning_axis.PositioningAxis.sample, force=gain @ (np.array([1e-3, 0, 0, 0]) - s.observe()))
        np.testing.assert_allclose(s.observe(), [1e-3, 0, 0, 0], atol=1e-8)


if __name__ == "__main__":
    unittest.main()
