"""Optima and worst cases over bounded factors, against closed forms and fine grids."""
import csv
import io
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import is_sanitized, stribeck  # noqa: E402

EVEN = {"uniform": {"from": -math.pi, "to": math.pi}}
# A motor turns a load by 1 rad, through the spring of its position loop and an elastic shaft; dry friction holds the load.
TWO_MASSES = {
    "format": "stribeck/1",
    "components": {
        "loop": {"type": "rotational.spring", "parameters": {"stiffness": "60 N*m/rad"}, "initial": {}},
        "damper": {"type": "rotational.damper", "parameters": {"damping": "1 N*m*s/rad"}},
        "motor": {"type": "rotational.inertia", "parameters": {"inertia": "0.2 kg*m^2"}, "initial": {"w": 0}},
        "shaft": {"type": "rotational.spring_damper", "parameters": {"stiffness": "400 N*m/rad", "damping": "0.3 N*m*s/rad"}, "initial": {"phi": 0}},
        "load": {"type": "rotational.inertia", "parameters": {"inertia": "0.5 kg*m^2"}, "initial": {"w": 0}},
        "friction": {"type": "rotational.dry_friction", "parameters": {"law": "stribeck", "static_torque": "4 N*m", "coulomb_torque": "2.5 N*m",
                                                                       "stribeck_velocity": "0.1 rad/s"}},
        "encoder": {"type": "rotational.motion_sensor", "initial": {"phi": -1}},
        "housing": {"type": "rotational.ground"}},
    "connections": [["loop.R", "damper.R", "motor.I", "shaft.R"], ["shaft.C", "load.I", "friction.R", "encoder.R"],
                    ["loop.C", "damper.C", "friction.C", "encoder.C", "housing.W"]],
    "experiment": {"stop": "2 s", "interval": "2 ms", "rtol": 1e-8}, "outputs": ["encoder.phi"]}
# A load follows a sine; its controller adds a torque in the direction of the speed that is wanted, against the friction.
COMPENSATED = {
    "format": "stribeck/1", "parameters": {"feed": 0.0, "damping": 2.0},
    "components": {
        "target": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "0.5*sin(pi*t)"}},
        "controller": {"type": "signals.expression", "parameters": {
            "inputs": 2, "expression": "30*(0.5*sin(pi*t) - u1) + damping*(0.5*pi*cos(pi*t) - u2) + feed*tanh(20*cos(pi*t))"}},
        "motor": {"type": "rotational.torque_source"},
        "load": {"type": "rotational.inertia", "parameters": {"inertia": "0.1 kg*m^2"}, "initial": {"w": 0}},
        "friction": {"type": "rotational.dry_friction", "parameters": {"law": "stribeck", "static_torque": "3 N*m", "coulomb_torque": "2 N*m",
                                                                       "stribeck_velocity": "0.1 rad/s"}},
        "encoder": {"type": "rotational.motion_sensor", "initial": {"phi": 0}}, "housing": {"type": "rotational.ground"}},
    "connections": [["encoder.phi", "controller.u1"], ["encoder.w", "controller.u2"], ["controller.y", "motor.S"],
                    ["motor.R", "load.I", "friction.R", "encoder.R"], ["motor.C", "friction.C", "encoder.C", "housing.W"]],
    "experiment": {"stop": "4 s", "interval": "5 ms", "rtol": 1e-7}, "outputs": ["encoder.phi"]}


class Optimise(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("numbers.json", {"format": "stribeck/1",
                                    "components": {f"x{k}": {"type": "signals.constant", "parameters": {"value": 0}} for k in (1, 2, 3)},
                                    "experiment": {"stop": "1 s", "interval": "1 s"}, "outputs": ["x1.y"]})

    def write(self, name, content):
        (self.folder / name).write_text(json.dumps(content))
        return self.folder / name

    def plan(self, aim, scalars, factors=None, diagram="numbers.json", **more):
        factors = factors or {f"x{k}.value": EVEN for k in (1, 2)}
        return self.write("plan.json", {"format": "stribeck-study/1", "diagram": diagram, "factors": factors, "scalars": scalars, "optimise": aim} | more)

    def optimise(self, plan, *options, status=0):
        done = stribeck("optimise", plan, "--format", "json", *options, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stderr)
        if status:
            return done.stderr
        told = json.loads(done.stdout)
        jsonschema.validate(told, json.loads(stribeck("schema", "optimise").stdout))
        return told

    @staticmethod
    def values(told):
        return {one["name"]: one["value"] for one in told["variables"]}

    def grid(self, plan, counts):
        """The same plan as a study over a grid: its rows."""
        content = json.loads(plan.read_text())
        for name, factor in content["factors"].items():
            content["factors"][name] = {"range": {**factor["uniform"], "count": counts[name]}}
        del content["optimise"]
        self.write("grid.json", content | {"sampling": "grid"})
        done = stribeck("study", "grid.json", "-j", 2, "--quiet", "--csv", "grid.csv", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return list(csv.DictReader((self.folder / "grid.csv").read_text().splitlines()))


class ClosedForms(Optimise):
    def test_every_method_finds_the_bottom_of_a_curved_valley(self):
        """Rosenbrock (1960): least at (1, 1), where it is 0."""
        for method in ("auto", "slsqp", "bobyqa", "cobyla"):
            with self.subTest(method):
                plan = self.plan({"minimise": "100*(b - a^2)^2 + (1 - a)^2", "method": method, "starts": 2, "evaluations": 8000, "tolerance": 1e-7},
                                 {"a": {"final": "x1.y"}, "b": {"final": "x2.y"}})
                told = self.optimise(plan)
                # Powell's linear models creep along the valley: a thousandth is as far as they come.
                self.assertLess(told["value"], 1e-3 if method == "cobyla" else 1e-9)
                for value in self.values(told).values():
                    self.assertLess(abs(value - 1), 0.05 if method == "cobyla" else 1e-4)

    def test_the_worst_case_of_ishigamis_function(self):
        """Greatest at x1 = pi/2, |x2| = pi/2, |x3| = pi: 8 + 0.1 pi^4. It has many lesser maxima."""
        plan = self.plan({"maximise": "f", "method": "crs2", "evaluations": 4000}, {"f": {"final": "sin(x1.y) + 7*sin(x2.y)^2 + 0.1*x3.y^4*sin(x1.y)"}},
                         {f"x{k}.value": EVEN for k in (1, 2, 3)})
        told = self.optimise(plan)
        self.assertLess(abs(told["value"] - (8 + 0.1 * math.pi ** 4)), 1e-6)
        self.assertLess(abs(abs(self.values(told)["x3.value"]) - math.pi), 1e-6)
        self.assertEqual(told, self.optimise(plan))  # drawn by the seed of the plan

    def test_conditions_hold_at_the_optimum(self):
        """x + y over a disc: least at its edge, -sqrt(2)."""
        for method in ("auto", "slsqp", "cobyla"):
            with self.subTest(method):
                told = self.optimise(self.plan({"minimise": "a + b", "subject_to": ["a^2 + b^2 < 1"], "method": method, "starts": 2},
                                               {"a": {"final": "x1.y"}, "b": {"final": "x2.y"}}))
                self.assertLess(abs(told["value"] + math.sqrt(2)), 1e-4)
                self.assertLess(told["conditions"][0]["missed"], 1e-5)

    def test_damping_for_a_given_overshoot(self):
        """Of an oscillator with ratio z: exp(-pi z/sqrt(1 - z^2)). By gradients of the maximum."""
        self.write("swing.json", {"format": "stribeck/1", "components": {
            "mass": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": 0}},
            "spring": {"type": "translational.spring", "parameters": {"stiffness": "100 N/m"}, "initial": {"x": "-1 m"}},
            "damper": {"type": "translational.damper", "parameters": {"damping": "1 N*s/m"}}, "wall": {"type": "translational.ground"}},
            "connections": [["mass.M", "spring.R", "damper.R"], ["spring.C", "damper.C", "wall.W"]],
            "experiment": {"stop": "1 s", "interval": "1 ms", "rtol": 1e-9}, "outputs": ["spring.x"]})
        factors = {"damper.damping": {"uniform": {"from": "1 N*s/m", "to": "15 N*s/m"}}}
        told = self.optimise(self.plan({"minimise": "(peak - 0.1)^2", "starts": 2, "method": "slsqp"}, {"peak": {"max": "spring.x"}}, factors, "swing.json"))
        z = math.log(10) / math.hypot(math.pi, math.log(10))
        self.assertGreater(told["gradients"], 2)
        self.assertEqual(told["without_gradients"], "")
        # The square of the distance is flat at its bottom: the tenth digit of it is the fifth of the damping.
        self.assertLess(abs(self.values(told)["damper.damping"] - 20 * z), 1e-3 * 20 * z)

    def test_a_worst_case_lies_in_a_corner(self):
        told = self.optimise(self.plan({"maximise": "f"}, {"f": {"final": "x1.y - 2*x2.y"}}))
        self.assertAlmostEqual(told["value"], 3 * math.pi, places=4)


class Drives(Optimise):
    def test_damping_of_a_two_mass_drive_that_sticks_and_slips(self):
        """The error of a turn. A fine grid finds none better, and its best neighbour is near: there are two minima, between which the load sticks at
        another time. Gradients lead into both."""
        self.write("drive.json", TWO_MASSES)
        factors = {"damper.damping": {"uniform": {"from": "0.5 N*m*s/rad", "to": "15 N*m*s/rad"}}}
        plan = self.plan({"minimise": "error"}, {"error": {"rms": "encoder.phi"}, "over": {"overshoot": "encoder.phi", "target": "0 rad"}},
                         factors, "drive.json")
        told = self.optimise(plan, "--csv", "runs.csv", "--plot", "path.html")
        best = self.values(told)["damper.damping"]
        self.assertGreater(told["gradients"], 10)
        self.assertEqual(len({round(search["end"][0], 1) for search in told["searches"]}), 2)
        rows = self.grid(plan, {"damper.damping": 60 if is_sanitized() else 400})
        least = min(rows, key=lambda row: float(row["error"]))
        self.assertLessEqual(told["value"], float(least["error"]) * (1 + 1e-6))
        self.assertLess(abs(best - float(least["damper.damping"])), 2 * 14.5 / len(rows) + 0.02)
        self.assertLess(0.5, best)
        runs = list(csv.DictReader((self.folder / "runs.csv").read_text().splitlines()))
        self.assertEqual(len(runs), told["runs"])
        self.assertEqual(min(float(run["objective"]) for run in runs), told["value"])
        self.assertIn("damper.damping", (self.folder / "path.html").read_text())
        # The command repeats it.
        words = told["command"].replace("'", "").split(" --")
        self.assertTrue(words[0].startswith("stribeck run") and any(word.startswith("set damper.damping=") for word in words))

    def test_overshoot_under_a_condition(self):
        self.write("drive.json", TWO_MASSES)
        factors = {"damper.damping": {"uniform": {"from": "0.5 N*m*s/rad", "to": "15 N*m*s/rad"}}}
        plan = self.plan({"minimise": "over", "subject_to": ["rise < 0.25"], "starts": 3},
                         {"over": {"overshoot": "encoder.phi", "target": "0 rad"}, "rise": {"rise_time": "encoder.phi", "target": "0 rad"}}, factors, "drive.json")
        told = self.optimise(plan)
        allowed = [row for row in self.grid(plan, {"damper.damping": 60 if is_sanitized() else 400}) if row["rise"] and float(row["rise"]) < 0.25]
        least = min(float(row["over"]) for row in allowed)
        # Two neighbours of the grid differ by the slope of the overshoot times their distance.
        steps = [abs(float(a["over"]) - float(b["over"])) for a, b in zip(allowed, allowed[1:])]
        self.assertLessEqual(told["value"], least + 1e-4)
        self.assertGreaterEqual(told["value"], least - 3 * max(steps))


    def test_gains_of_a_friction_compensation(self):
        """Of two gains the best of a grid is no better, and not far."""
        self.write("servo.json", COMPENSATED)
        factors = {"feed": {"uniform": {"from": 0, "to": 5}}, "damping": {"uniform": {"from": 0.6, "to": 6}}}
        plan = self.plan({"minimise": "error", "starts": 3}, {"error": {"rms": "encoder.phi - target.y"}}, factors, "servo.json")
        told = self.optimise(plan)
        counts = {"feed": 11, "damping": 6} if is_sanitized() else {"feed": 41, "damping": 10}
        least = min(self.grid(plan, counts), key=lambda row: float(row["error"]))
        self.assertLessEqual(told["value"], float(least["error"]) * (1 + 1e-6))
        self.assertLess(abs(self.values(told)["feed"] - float(least["feed"])), 2 * 5 / (counts["feed"] - 1))
        # About what friction takes while it slides.
        self.assertTrue(1.5 < self.values(told)["feed"] < 3)


class Refused(Optimise):
    def test_errors_have_places(self):
        scalars = {"f": {"final": "x1.y"}}
        cases = (({"minimise": "g"}, "expression.unknown_name", "f, x1.value, x2.value"), ({"minimise": "f", "maximise": "f"}, "diagram.missing_key", "one objective"),
                 ({"minimise": "f < 3"}, "value.bad_choice", "subject_to"), ({"minimise": "f", "subject_to": ["f + 2"]}, "value.bad_choice", "compares once"),
                 ({"minimise": "f", "subject_to": ["1 < f < 2"]}, "value.bad_choice", "compares once"), ({"minimise": "f", "method": "bobyqua"}, "value.bad_choice", "bobyqa"),
                 ({"minimise": "f", "method": "bobyqa", "subject_to": ["f < 1"]}, "value.bad_choice", "takes no conditions"),
                 ({"minimise": "f", "starts": 0}, "diagram.bad_index", "starts"), ({"minimise": "f", "tolerance": 2}, "value.out_of_range", "tolerance"),
                 ({"minimise": "f", "statrs": 3}, "diagram.unknown_key", "starts"))
        for aim, code, words in cases:
            with self.subTest(aim):
                said = stribeck("optimise", self.plan(aim, scalars), cwd=self.folder)
                self.assertEqual(said.returncode, 2)
                self.assertIn(f"error[{code}]", said.stderr)
                self.assertIn(words, said.stderr)
                self.assertRegex(said.stderr, r"plan.json:\d+:\d+")
        said = stribeck("optimise", self.plan({"minimise": "f"}, scalars, {"x1.value": [1, 2]}), cwd=self.folder).stderr
        self.assertIn("no bounds", said)

    def test_conditions_that_cannot_hold_are_told(self):
        said = self.optimise(self.plan({"minimise": "f", "subject_to": ["f > 4"], "starts": 1}, {"f": {"final": "x1.y"}}), status=1)
        self.assertIn('"code":"optimise.failed"', said)
        self.assertRegex(said, r"misses a condition by 0\.85")  # pi is the most

    def test_a_plan_without_an_aim(self):
        plan = self.write("plan.json", {"format": "stribeck-study/1", "diagram": "numbers.json", "sampling": "grid", "factors": {"x1.value": [1]}, "scalars": {"f": {"final": "x1.y"}}})
        self.assertIn("does not say", stribeck("optimise", plan, cwd=self.folder).stderr)

    def test_runs_that_fail_are_turned_back_from(self):
        """A square root of a negative number is none; least where it begins to be one."""
        told = self.optimise(self.plan({"minimise": "f", "method": "cobyla", "starts": 1, "tolerance": 1e-6}, {"f": {"final": "sqrt(x1.y)"}}, {"x1.value": {"uniform": {"from": -1, "to": 3}}}))
        self.assertLess(told["value"], 0.05)
        self.assertGreaterEqual(self.values(told)["x1.value"], 0)

    def test_the_same_plan_is_a_study(self):
        plan = self.plan({"minimise": "f"}, {"f": {"final": "x1.y"}})
        rows = list(csv.DictReader(io.StringIO(stribeck("study", plan, "--dry", cwd=self.folder).stdout)))
        self.assertEqual(len(rows), 64)


if __name__ == "__main__":
    unittest.main()
