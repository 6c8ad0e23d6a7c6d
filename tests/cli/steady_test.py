"""Branches of steady motions and stability maps: poles, Hopf points, folds, the orbits that branch off."""
import json
import math
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, is_sanitized, stribeck  # noqa: E402
from small_drives import FOLDER, ROTATIONAL, TRANSLATIONAL, belt, diagram, drill_string, forced, part, tustin  # noqa: E402


class SteadyTest(unittest.TestCase):
    """Branches of steady motions against closed forms: their poles to 1e-8, Hopf points and folds to 1e-9."""

    def steady(self, path, over, *options):
        result = stribeck("continue", path, "--over", over, "--format", "json", *(options or ["--steady"]))
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def poles(self, point):
        return [complex(pole["real"], pole["imaginary"]) for pole in point["poles"]]

    def output(self, point, name):
        [value] = [output["value"] for output in point["outputs"] if output["name"] == name]
        return value

    def marked(self, points, mark):
        [number] = [number for number, point in enumerate(points) if point["mark"] == mark]
        return number, points[number]

    def test_sliding_on_a_belt(self):
        """F = 0.6 + 0.4 exp(-V/0.3): x = F(V) and s^2 + (0.05 + F'(V)) s + 1 = 0; from a run that ends in stick-slip."""
        points = self.steady(belt("slides", 0.7, tustin(), 0, 0.7, 0.05), "speed=0.1..2.5")["steady"]
        self.assertAlmostEqual(points[0]["parameter"], 0.1, 12)
        self.assertAlmostEqual(points[-1]["parameter"], 2.5, 12)
        hopf, point = self.marked(points, "hopf")
        self.assertLessEqual(abs(point["parameter"] - 0.3 * math.log(0.4 / 0.015)), 1e-9)
        self.assertIn("at 1 rad/s", point["what"])
        for number, point in enumerate(points):
            falls = 0.4 * math.exp(-point["parameter"] / 0.3)
            self.assertLessEqual(abs(self.output(point, "spring.x") - 0.6 - falls), 1e-10)
            self.assertLessEqual(abs(self.output(point, "mass.v")), 1e-10)
            damping = 0.05 - falls / 0.3
            for pole in self.poles(point):
                self.assertLessEqual(abs(pole * pole + damping * pole + 1), 1e-8)
            self.assertEqual(len(point["poles"]), 2)
            if number != hopf:
                self.assertEqual(point["is_stable"], damping > 0)

    def test_what_is_left_of_a_branch_is_told(self):
        points = self.steady(belt("ends", 1.0, tustin(), 0, 1.0, 0.05, 20), "speed=0.9..1.6", "--steady", "--points", "3")["steady"]
        for point in (points[0], points[-1]):
            self.assertEqual(point["mark"], "lost")
            self.assertIn("the branch goes on", point["what"])

    def test_the_orbits_that_branch_off(self):
        """The Hopf point is subcritical: the orbits live at higher speeds and are not stable; AUTO-07p knows those at 1.1 and 1.5. Read off by
        a line through the two nearest of many points of the branch: to some 1e-4."""
        found = self.steady(belt("branches", 1.0, tustin(), 0, 1.0, 0.05, 60), "speed=0.9..1.6", "--from-hopf", "--step", "0.03")
        orbits = found["points"]
        self.assertEqual(orbits[0]["mark"], "hopf")
        self.assertLessEqual(abs(orbits[0]["orbit"]["period_s"] - 2 * math.pi), 1e-4)
        self.assertEqual({(point["orbit"]["stability"], len(point["orbit"]["events"])) for point in orbits[3:]}, {("unstable_real", 0)})
        for speed, most, multiplier in ((1.1, 1.16610953385, 1.1204620141), (1.5, 1.91203129074, 1.5609098479)):
            [pair] = [pair for pair in zip(orbits, orbits[1:]) if pair[0]["parameter"] <= speed < pair[1]["parameter"]]
            (p0, p1), share = [point["parameter"] for point in pair], 0
            share = (speed - p0) / (p1 - p0)
            for read, wanted in ((lambda orbit: orbit["outputs"][0]["most"], most), (lambda orbit: orbit["multipliers"][0]["real"], multiplier)):
                low, high = (read(point["orbit"]) for point in pair)
                self.assertLessEqual(abs(low + share * (high - low) - wanted), 1e-3)

    def test_a_drill_string(self):
        points = self.steady(drill_string(8, {"w1": 8, "w2": 8, "q": 9, "I": 57}, 20), "speed=4..9")["steady"]
        _, hopf = self.marked(points, "hopf")
        self.assertLessEqual(abs(hopf["parameter"] - 5.97507010001), 1e-9)
        pair, other = self.poles(hopf)[0], self.poles(hopf)[2]
        self.assertLessEqual(abs(pair - 1.21644943348j), 1e-8)
        self.assertLessEqual(abs(other - (-0.07563823998 + 0.1627893631j)), 1e-8)

    def test_the_fold_of_a_pendulum_under_a_torque(self):
        """sin(phi) = T/(m g l): hanging and upright meet at T = m g l. s^2 + b/J s + (g/l) cos(phi) = 0."""
        r, weight = ROTATIONAL, 0.5 * 9.81 * 0.8
        path = diagram("pendulum", {"rod": part(r + "pendulum", {"phi": 0.3, "w": 0}, mass=0.5, length=0.8, gravity_acceleration=9.81,
                                                friction_coefficient=0),
                                    "damper": part(r + "damper", damping=0.4), "motor": part(r + "torque_source", torque="=torque"),
                                    "ground": part(r + "ground")},
                       [["rod.I", "damper.R", "motor.R"], ["damper.C", "motor.C", "ground.W"]], 20, ["rod.phi"], {"torque": 2}, 1e-9)
        points = self.steady(path, "torque=1..5")["steady"]
        number, fold = self.marked(points, "fold")
        self.assertLessEqual(abs(fold["parameter"] - weight), 1e-9)
        self.assertLessEqual(abs(self.output(fold, "rod.phi") - math.pi / 2), 1e-6)
        for point in points:
            phi = self.output(point, "rod.phi")
            self.assertLessEqual(abs(math.sin(phi) - point["parameter"] / weight), 1e-9)
            for pole in self.poles(point):
                self.assertLessEqual(abs(pole * pole + 0.4 / 0.32 * pole + 9.81 / 0.8 * math.cos(phi)), 1e-7)
        self.assertEqual([point["is_stable"] for point in points[:number] + points[number + 1:]],
                         [True] * number + [False] * (len(points) - number - 1))

    def test_what_sticks_beside_it(self):
        """A mass held by dry friction, and another one on a spring at it: as many poles as move, as of a wall (oracle A5 (i)); the branch ends
        where the friction breaks away."""
        t = TRANSLATIONAL
        path = diagram("sticks", {"m1": part(t + "mass", {"v": 0}, mass=3), "m2": part(t + "mass", {"v": 0}, mass=2),
                                  "k1": part(t + "spring", {"x": 0}, stiffness=150), "k12": part(t + "spring_damper", {"x": 0}, stiffness=80, damping=0.6),
                                  "friction": part(t + "dry_friction", coulomb_force=1, static_force=1.5),
                                  "push": part(t + "force_source", force="=force"), "wall": part(t + "ground")},
                       [["m1.M", "k1.R", "k12.C", "friction.R"], ["m2.M", "k12.R", "push.R"], ["wall.W", "k1.C", "friction.C", "push.C"]],
                       60, ["k12.x", "k1.x"], {"force": 0.5}, 1e-9)
        points = self.steady(path, "force=0.1..3")["steady"]
        for point in points:
            self.assertEqual(point["modes"], ["friction: sticks"])
            self.assertEqual(len(point["poles"]), 2)
            self.assertLessEqual(abs(abs(self.output(point, "k12.x")) - point["parameter"] / 80), 1e-10)
            self.assertLessEqual(abs(self.poles(point)[0] - (-0.15 + 6.3227762889414j)), 1e-8)
        self.assertEqual(points[-1]["mark"], "lost")
        self.assertLessEqual(abs(points[-1]["parameter"] - 1.5), 1e-6)

    def test_a_map_over_two_parameters(self):
        """The critical speed by the damping, vs ln((Fs - Fc)/(vs c)), and at the oracle's damping where stick-slip dies; a row whose diagram
        is wrong says why it has no points."""
        path, table = belt("map", 1.0, tustin(), 0, 1.0, 0.05), FOLDER / "map.csv"
        found = self.steady(path, "speed=0.3..3", "--and", "damper.damping=0.02..0.2", "--rows", "4", "--steady", "--csv", table)
        self.assertEqual((found["points"], found["steady"], found["other"]["name"]), ([], [], "damper.damping"))
        lines = table.read_text().split("\n")
        self.assertEqual(lines[0], "damper.damping,speed,motion,mark,period_s")
        for row, damping, line in zip(found["rows"], (0.02, 0.08, 0.14, 0.2), lines[1:]):
            [hopf] = row["points"]
            self.assertAlmostEqual(row["value"], damping, 12)
            self.assertEqual((hopf["motion"], hopf["mark"]), ("steady", "hopf"))
            self.assertLessEqual(abs(hopf["parameter"] - 0.3 * math.log(0.4 / (0.3 * damping))), 1e-9)
            self.assertLessEqual(abs(hopf["period_s"] - 2 * math.pi), 1e-9)
            self.assertEqual([float(line.split(",")[k]) for k in (0, 1)], [row["value"], hopf["parameter"]])
        rows = self.steady(path, "speed=0.3..3", "--and", "damper.damping=-0.04..0.05", "--rows", "3", "--steady")["rows"]
        self.assertIn("damping", rows[0]["failure"])
        self.assertEqual([row["failure"] for row in rows[1:]], ["", ""])

    @unittest.skipIf(is_sanitized(), "long, and no code that the others do not reach")
    def test_a_map_with_orbits(self):
        path = belt("map_of_orbits", 1.0, tustin(), 0, 1.0, 0.05, 20)
        path.write_text(path.read_text().replace("1e-11", "1e-09"))
        rows = self.steady(path, "speed=0.9..2.5", "--and", "mass.mass=1..1.2", "--rows", "2", "--from-hopf", "--step", "0.4")["rows"]
        points = {point["mark"]: point for point in rows[0]["points"]}
        self.assertEqual(set(points), {"hopf", "corner"})
        self.assertLessEqual(abs(points["corner"]["parameter"] - 2.21768890894), 1e-6)
        self.assertLessEqual(abs(points["corner"]["period_s"] - 6.29417391), 1e-6)

    @unittest.skipIf(is_sanitized(), "long, and no code that the others do not reach")
    def test_long_steps_stay_on_the_branch(self):
        """Newton's method from a long step found orbits elsewhere, at speeds next to zero, and folds on the way to them. Where the cycle of a slide
        dies does not depend on the steps that lead there."""
        found = self.steady(ROOT / "diagrams/gallery/machine_tool_slide.jsonc", "speed=0.3 mm/s..25 mm/s", "--from-hopf", "--step", "0.3")
        for point in found["points"]:
            self.assertGreaterEqual(point["parameter"], 0.3e-3 * (1 - 1e-9))
        _, corner = self.marked(found["points"], "corner")
        self.assertLessEqual(abs(corner["parameter"] - 9.42929e-3), 1e-8)  # as with --step 0.2 over a range of half the size

    def test_what_is_never_steady(self):
        path = forced("swings_on", 2, {"damper": part(TRANSLATIONAL + "damper", damping=0.1)}, [["mass.M", "damper.R"], ["wall.W", "damper.C"]],
                      ["spring.x"], 30)
        result = stribeck("continue", path, "--over", "w=1..3", "--steady")
        self.assertEqual(result.returncode, 1)
        self.assertIn("error[run.no_orbit]", result.stderr)
        self.assertIn("never steady", result.stderr)

    def undamped(self, name, masses, springs):
        """Masses in a row on springs, from a wall."""
        t = TRANSLATIONAL
        parts = {"wall": part(t + "ground")}
        nodes = [["wall.W"]]
        for i, (mass, stiffness) in enumerate(zip(masses, springs), 1):
            parts[f"m{i}"] = part(t + "mass", {"v": 0}, mass=mass)
            parts[f"k{i}"] = part(t + "spring", {"x": 0.01 * i}, stiffness=f"=k*{stiffness}")
            nodes.append([f"m{i}.M", f"k{i}.R"]), nodes[i - 1].append(f"k{i}.C")
        return diagram(name, parts, nodes, 20, ["k1.x"], {"k": 1}, 1e-9)

    def test_what_nothing_damps_has_no_hopf_points(self):
        """All pairs lie on the imaginary axis, whatever the stiffness."""
        draw = random.Random(3)
        for size in (2, 3, 5):
            path = self.undamped(f"undamped{size}", [draw.uniform(0.1, 10) for _ in range(size)], [draw.uniform(1, 1e5) for _ in range(size)])
            points = self.steady(path, "k=0.3..3", "--steady", "--step", "0.2")["steady"]
            self.assertEqual({point["mark"] for point in points}, {""})
            self.assertEqual({point["is_stable"] for point in points}, {False})

    def test_a_hopf_point_beside_a_pair_that_nothing_damps(self):
        """The belt of the oracle, and a mass beside it that swings on: its pair lies on the axis all along, and the other one passes it."""
        path = belt("beside", 1.0, tustin(), 0, 1.0, 0.05, 60)
        written = json.loads(path.read_text())
        t = TRANSLATIONAL
        written["components"] |= {"m2": part(t + "mass", {"v": 0}, mass=1), "k2": part(t + "spring", {"x": 0.1}, stiffness=7)}
        written["connections"][-1].append("k2.C"), written["connections"].append(["m2.M", "k2.R"])
        path.write_text(json.dumps(written))
        points = self.steady(path, "speed=0.5..2")["steady"]
        _, hopf = self.marked(points, "hopf")
        self.assertLessEqual(abs(hopf["parameter"] - 0.3 * math.log(0.4 / 0.015)), 1e-9)
        self.assertIn("at 1 rad/s", hopf["what"])

    def test_a_range_in_a_unit_of_another_kind(self):
        path = belt("units", 1.5, tustin(), 0.1, 1.4, damping=0.1)
        done = stribeck("continue", path, "--steady", "--over", "mass.mass=0.5 m..2 m")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--over gives mass.mass in m, but it is in kg", done.stderr)


if __name__ == "__main__":
    unittest.main()
