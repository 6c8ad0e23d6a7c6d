"""Orbits along which small changes grow ten thousand times and more in a period: beside SciPy, which follows them backwards in time, where they
are stable; and what is written of branches as pages and as HDF5."""
import json
import math
import re
import sys
import unittest
from pathlib import Path

import h5py
import numpy
from scipy.integrate import solve_ivp

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402
from small_drives import FOLDER, TRANSLATIONAL, belt, orbit, part, tustin  # noqa: E402

FALL, DAMPING = 0.005, 0.05


def steep(name, speed):
    """The belt of the oracle with a friction that falls sixty times as steeply: 0.6 + 0.4 exp(-v/0.005)."""
    law = part(TRANSLATIONAL + "dry_friction", law="stribeck", coulomb_force=0.6, static_force=1, stribeck_velocity=FALL, exponent=1)
    path = belt(name, speed, law, 0, speed, DAMPING, 60)
    path.write_text(path.read_text().replace("1e-11", "1e-09"))
    return path


def backwards(speed, x, v):
    """Period and multiplier of the cycle of sliding: the integral of the trace over it, from maximum to maximum of x."""
    def rates(_, y):
        falls = 0.4 * math.exp(-(speed - y[1]) / FALL)
        return [-y[1], -(0.6 + falls - y[0] - DAMPING * y[1]), -(falls / FALL - DAMPING)]

    def turns(_, y):
        return y[1]
    turns.direction = 1
    done = solve_ivp(rates, (0, 60), [x, v, 0], method="DOP853", rtol=1e-12, atol=1e-13, events=turns)
    times, states = done.t_events[0], done.y_events[0]
    return times[-1] - times[-2], math.exp(states[-2][2] - states[-1][2])


class StronglyUnstableTest(unittest.TestCase):
    def test_beside_backwards_integration(self):
        path = steep("steep", 0.05)
        saved = FOLDER / "steep.branch.json"
        result = stribeck("continue", path, "--over", "speed=0.03..0.3", "--from-hopf", "--step", "0.1", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        saved.write_text(result.stdout)
        points = json.loads(result.stdout)["points"]
        self.assertLess(len(points), 120)
        strong = [point for point in points if not point["orbit"]["events"] and point["orbit"]["multipliers"][0]["real"] > 1e4]
        self.assertGreater(len(strong), 2)
        for point in (strong[0], strong[-1]):
            states = {state["name"]: state["value"] for state in point["orbit"]["states"]}
            period, multiplier = backwards(point["parameter"], states["spring.x"] * 0.99, states["mass.v"] * 0.99)
            self.assertAlmostEqual(point["orbit"]["period_s"] / period, 1, delta=1e-7)
            # As exact as the orbit, whose rounding it multiplies.
            self.assertAlmostEqual(math.log(point["orbit"]["multipliers"][0]["real"]) / math.log(multiplier), 1, delta=1e-6)
        at = 0.5 * (strong[0]["parameter"] + strong[1]["parameter"])
        found = orbit(path, "--from", saved, "--set", f"speed={at!r}")
        period, multiplier = backwards(at, 0.99 * found["outputs"][0]["most"], 0)
        self.assertAlmostEqual(found["period_s"] / period, 1, delta=1e-7)
        self.assertAlmostEqual(math.log(found["multipliers"][0]["real"]) / math.log(multiplier), 1, delta=1e-6)


class FilesTest(unittest.TestCase):
    def test_a_branch(self):
        page, table = FOLDER / "branch.html", FOLDER / "branch.h5"
        path = belt("files", 1.5, tustin(), 0, 1.5, 0.05, 60)
        result = stribeck("continue", path, "--over", "speed=1.4..1.6", "--plot", page, "--result", table, "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        points = json.loads(result.stdout)["points"]
        data = json.loads(re.search(r'<script type="application/json" id="branch">(.*?)</script>', page.read_text(), re.DOTALL).group(1))
        self.assertEqual([point["p"] for point in data["points"]], [point["parameter"] for point in points])
        for shown, told in zip(data["points"], points):
            self.assertEqual(shown["stable"], told["orbit"]["stability"] == "stable")
            self.assertAlmostEqual(max(shown["y"][0]), told["orbit"]["outputs"][0]["most"], delta=1e-3)
            self.assertAlmostEqual(shown["t"][-1], told["orbit"]["period_s"], delta=1e-4)
            self.assertEqual([words for _, words in shown["events"]], [", ".join(event["labels"]) for event in told["orbit"]["events"]])
        self.assertNotIn("http", re.sub(r"http://www.w3.org/2000/svg", "", page.read_text()))
        with h5py.File(table) as file:
            self.assertTrue(numpy.array_equal(file["speed"], [point["parameter"] for point in points]))
            self.assertTrue(numpy.array_equal(file["period"], [point["orbit"]["period_s"] for point in points]))
            self.assertTrue(numpy.array_equal(file["most spring.x"], [point["orbit"]["outputs"][0]["most"] for point in points]))
            self.assertEqual((file["period"].attrs["unit"], list(file["stable"])), ("s", [1] * len(points)))

    def test_an_orbit_and_a_survey(self):
        curves, table = FOLDER / "orbit.h5", FOLDER / "survey.h5"
        path = belt("more_files", 1.5, tustin(), 0, 1.5, 0.05, 60)
        found = json.loads(stribeck("orbit", path, "--result", curves, "--plot", FOLDER / "orbit.html", "--format", "json").stdout)
        with h5py.File(curves) as file:
            self.assertAlmostEqual(file["time"][-1], found["period_s"], 9)
            self.assertEqual(max(file["spring.x"]), found["outputs"][0]["most"])
            self.assertAlmostEqual(file["spring.x"][0], file["spring.x"][-1], 6)
            self.assertEqual(len(file["events/time"]), len(found["events"]))
        done = stribeck("survey", path, "--over", "speed=1.4..1.5", "--values", "2", "--sweep", "up", "--result", table, "--format", "json")
        with h5py.File(table) as file:
            for point, speed, period in zip(json.loads(done.stdout)["points"], file["speed"], file["period"]):
                self.assertEqual((point["parameter"], point["period_s"]), (speed, period))

    def test_names_that_are_none(self):
        for command in (("continue", "--over", "speed=1.4..1.6", "--result", "b.csv"), ("orbit", "--result", "o.txt"),
                        ("survey", "--over", "speed=1..2", "--result", "s.mat")):
            result = stribeck(command[0], belt("names", 1.5, tustin(), 0, 1.5, 0.05), *command[1:])
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("--result", result.stderr)


if __name__ == "__main__":
    unittest.main()
