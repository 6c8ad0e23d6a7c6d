"""Four-bar linkages that are nearly parallelograms, as near as rounding lets them be: beside the position in which all links lie flat their two
branches come close, and a run either stays on the one that it came on or says that it cannot tell. STRIBECK_BRANCHES=1 asks for more."""

import csv
import io
import json
import math
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402
from spatial_loops_test import four_bar  # noqa: E402

MORE = "STRIBECK_BRANCHES" in os.environ
MASSES = (0.4, 1, 0.4)
PINS = ("crank_pin", "coupler_pin", "rocker_pin", "last_pin")
COUPLER = tuple(f"coupler.frame.{part}" for part in ("v_x", "v_z", "e1_x", "e1_z", "w_y"))


def linkage(coupler, base):
    """Crank and rocker of 2 m; nothing weighs."""
    mechanism = four_bar(60, 3, (2, coupler, 2), MASSES, base, (0, 60))
    mechanism.components["world"]["parameters"]["gravity"] = [0, 0, 0]
    return mechanism


def run(mechanism, rtol, stop=3.0, **experiment):
    """Columns at 300 instants, and what the program said."""
    with tempfile.TemporaryDirectory() as folder:
        diagram = {
            "format": "stribeck/1",
            "components": mechanism.components,
            "connections": mechanism.connections,
            "outputs": [*(f"{pin}.{part}" for pin in PINS for part in ("phi", "w")), *COUPLER],
            "experiment": {"stop": stop, "interval": stop / 300, "rtol": rtol, "atol": rtol / 100, **experiment},
        }
        Path(folder, "m.json").write_text(json.dumps(diagram))
        done = stribeck("run", "m.json", "--csv", "m.csv", cwd=folder)
        said = done.stdout + done.stderr
        if done.returncode != 0:
            raise AssertionError(said)
        rows = list(csv.reader(io.StringIO(Path(folder, "m.csv").read_text())))
    return {name.split(" ")[0].split("[")[0]: [float(value) for value in column] for name, *column in zip(*rows)}, said


def stays(found, coupler, base):
    """By Grashof: the angles between the shortest link's neighbours and the link opposite to it never pass through 0 or 180 degrees on one branch,
    and each branch has its own signs."""
    pins = ("crank_pin", "rocker_pin") if coupler < base else ("coupler_pin", "last_pin")
    return all(len({math.sin(angle) > 0 for angle in found[f"{pin}.phi"]}) == 1 for pin in pins)


def energies(found, coupler):
    energies = []
    for k in range(len(found["time"])):
        value = {name: column[k] for name, column in found.items()}
        turning = -value["coupler.frame.w_y"]
        end = complex(value["coupler.frame.v_x"], value["coupler.frame.v_z"])
        middle = end + coupler / 2 * turning * complex(-value["coupler.frame.e1_z"], value["coupler.frame.e1_x"])
        kinetic = sum(MASSES[i] * 4 / 6 * value[f"{pin}.w"] ** 2 for i, pin in ((0, "crank_pin"), (2, "rocker_pin")))
        energies.append(kinetic + MASSES[1] / 2 * abs(middle) ** 2 + MASSES[1] * coupler**2 / 24 * turning**2)
    return energies


class NearlyParallelograms(unittest.TestCase):
    def check(self, coupler, base, rtol):
        found, said = run(linkage(coupler, base), rtol)
        case = f"coupler {coupler}, base {base}, rtol {rtol}"
        if abs(coupler - base) >= 1e-3 or (rtol <= 1e-6 and abs(coupler - base) >= rtol):  # steps are short beside the way between the branches
            self.assertTrue(stays(found, coupler, base), case)
        if not stays(found, coupler, base):
            self.assertIn("run.loop_branch", said, case)
        if "run.loop_branch" in said:
            return
        energy = energies(found, coupler)
        # Of the integrator: a step's error is within rtol, some hundred steps add up, and each of two turns a pass asks for twenty more.
        self.assertLess(max(abs(e - energy[0]) for e in energy), 300 * max(rtol, 1e-9) * energy[0], case)
        # Angles go on where they were: no row is further than the fastest speed leads, with room for what is faster between rows.
        for pin in PINS:
            angles, fastest = found[f"{pin}.phi"], max(map(abs, found[f"{pin}.w"])) * 1.5
            for before, after, step in zip(angles, angles[1:], (b - a for a, b in zip(found["time"], found["time"][1:]))):
                self.assertLessEqual(abs(after - before), fastest * step + 1e-9, case)

    def test_all_tolerances_and_distances(self):
        tolerances = (1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10) if MORE else (1e-3, 1e-6, 1e-8)
        for power in range(2, 13) if MORE else (2, 4, 6, 8, 10):
            for rtol in tolerances:
                for way in (1, -1):
                    self.check(1, 1 + way * 10.0**-power, rtol)
                if MORE:
                    self.check(1 + 10.0**-power, 1, rtol)

    def test_a_parallelogram_goes_straight_on_and_says_so(self):
        """At every tolerance; without weight its crank turns evenly."""
        for rtol in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10):
            found, said = run(linkage(1, 1), rtol)
            self.assertIn("run.loop_branch", said)
            self.assertIn("last_pin.w", said)
            for k, t in enumerate(found["time"]):
                for pin in ("crank_pin", "rocker_pin"):
                    self.assertAlmostEqual(found[f"{pin}.phi"][k], math.radians(60) + 3 * t, delta=1e-3, msg=f"{rtol}")

    def test_fixed_steps_say_it(self):
        """Steps of 10 ms lead past both branches where they are less than a hundredth apart."""
        found, said = run(linkage(1, 1 + 1e-6), 1e-6, 1.0, solver="rk4", step=0.01)
        self.assertFalse(stays(found, 1, 1 + 1e-6))
        self.assertIn("run.loop_branch", said)

    def test_what_is_no_branch_is_not_remarked(self):
        for coupler, base in ((1, 1.2), (1.5, 1), (2.5, 1.4)):
            _, said = run(linkage(coupler, base), 1e-6)
            self.assertNotIn("run.loop_branch", said)


if __name__ == "__main__":
    unittest.main()
