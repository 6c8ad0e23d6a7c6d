"""Periodic motions, fits, studies and FMUs from Python: closed forms, and the same numbers as the program has."""
import json
import math
import os
import re
import signal
import subprocess
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from package import PROGRAM, ROOT, STICK_SLIP, stribeck

import numpy as np
from program import run


def slide(speed=2e-3):
    """On an elastic rod: Coulomb friction with two levels, which sticks and slips in closed form."""
    d = stribeck.Diagram("A slide on an elastic rod")
    d.parameter("v", f"{speed} m/s")
    drive = d.add("drive", "translational.velocity_source", velocity="=v")
    rod = d.add("rod", "translational.spring", stiffness="2 kN/m")
    body = d.add("slide", "translational.mass", mass="2 kg")
    guide = d.add("guide", "translational.dry_friction", static_force="6 N", coulomb_force="4 N")
    bed = d.add("bed", "translational.ground")
    d.connect(drive.R, rod.R)
    d.connect(rod.C, body.M, guide.R)
    d.connect(drive.C, guide.C, bed.W)
    d.outputs("slide.v")
    d.experiment(stop="10 s", rtol=1e-8)
    return d


def period(speed, m=2.0, k=2000.0, step=2.0):
    omega = math.sqrt(k / m)
    return 2 * step / (k * speed) + 2 / omega * (math.pi - math.atan(omega * step / (k * speed)))


class Orbits(unittest.TestCase):
    def test_period(self):
        found = slide().orbit()
        self.assertAlmostEqual(found.period, period(2e-3), delta=1e-6)
        self.assertTrue(found.is_stable and not found.is_forced)
        self.assertEqual([one.labels for one in found.events], [["guide: slips forwards"], ["guide: sticks"]])
        self.assertAlmostEqual(found["slide.v"].least, 0, delta=1e-12)
        supplied, dissipated = (sum(getattr(one, name) for one in found.energy) for name in ("supplied", "dissipated"))
        self.assertAlmostEqual(supplied, dissipated, delta=1e-6 * supplied)
        with self.assertRaises(KeyError):
            found["slide.w"]

    def test_branch(self):
        branch = slide().continue_orbit("v", "1 mm/s", 4e-3, points=4, step=0.2)
        self.assertEqual(branch.name, "v")
        for point in branch:
            self.assertAlmostEqual(point.orbit.period / period(point.parameter), 1, delta=1e-6)
        self.assertGreater(len(branch), 3)

    def test_steady_motions(self):
        """It slides at the speed of the drive, and what disturbs it swings on: nothing damps."""
        branch = slide().continue_orbit("v", "1 mm/s", "4 mm/s", steady=True, points=2)
        self.assertEqual(branch.points, ())
        for point in branch.steady:
            np.testing.assert_allclose(sorted(pole.imag for pole in point.poles), [-math.sqrt(1000), math.sqrt(1000)], rtol=1e-9)
            self.assertAlmostEqual(point.outputs["slide.v"], point.parameter, delta=1e-12)
            self.assertAlmostEqual(point.states["rod.x"], 4 / 2000, delta=1e-12)

    def test_stability_map(self):
        """A mass on a belt slides steadily above the speed at which its damper outweighs the fall of friction."""
        d = stribeck.Diagram("belt")
        mass, spring, damper = d.add("mass", "translational.mass", mass=1.0, initial={"v": 0.0}), d.add(
            "spring", "translational.spring", stiffness=1.0, initial={"x": 1.0}), d.add("damper", "translational.damper", damping=0.05)
        friction = d.add("friction", "translational.dry_friction", law="stribeck", coulomb_force=0.6, static_force=1.0, stribeck_velocity=0.3,
                         exponent=1.0)
        belt, wall = d.add("belt", "translational.velocity_source", velocity="=speed"), d.add("wall", "translational.ground")
        d.parameter("speed", 1.0)
        d.connect(mass.M, spring.R, friction.C, damper.R)
        d.connect(friction.R, belt.R)
        d.connect(spring.C, belt.C, wall.W, damper.C)
        d.experiment(stop=100, rtol=1e-9)
        found = d.stability_map(("speed", 0.3, 3), ("damper.damping", 0.02, "0.2 N*s/m"), rows=2, steady=True)
        self.assertEqual((found.name, found.other, found.other_unit, len(found)), ("speed", "damper.damping", "N*s/m", 2))
        for row, damping in zip(found, (0.02, 0.2)):
            [hopf] = row.points
            self.assertAlmostEqual(row.value, damping, delta=1e-12)
            self.assertEqual((hopf.motion, hopf.mark, row.failure), ("steady", "hopf", ""))
            self.assertAlmostEqual(hopf.parameter, 0.3 * math.log(0.4 / (0.3 * damping)), delta=1e-8)
        for wrong in (lambda: d.stability_map(("speed", 1), ("damper.damping", 0, 1)), lambda: d.stability_map("speed", "mass"),
                      lambda: d.stability_map(("speed", 1, 2), ("damper.damping", 1, 0)),
                      lambda: d.stability_map(("speed", 1, 2), ("damper.damping", 0, 1), rows=1)):
            with self.assertRaises(stribeck.DiagramError):
                wrong()

    def test_survey_and_basins(self):
        """Below a drive of so much nothing else than stick-slip is come to, with the period in closed form."""
        found = slide().survey("v", "2 mm/s", 4e-3, count=2, sweep="up", settle="5 s", record="10 s", section="guide: slips forwards")
        self.assertEqual((found.name, found.unit, found.is_forced, found.section, len(found)), ("v", "m/s", False, "event", 2))
        for point, speed in zip(found, (2e-3, 4e-3)):
            self.assertEqual((point.motion, point.sweep, point.multiple, point.growth), ("periodic", "up", 1, None))
            self.assertAlmostEqual(point.parameter, speed, delta=1e-15)
            self.assertAlmostEqual(point.period / period(speed), 1, delta=1e-5)
        basins = slide().basins(("v", 2e-3, 4e-3), ("slide.mass", 1, 2), count=2, settle="5 s", record="10 s")
        self.assertEqual((basins.names, len(basins.cells)), (("v", "slide.mass"), 4))
        self.assertEqual({one.motion for one in basins.attractors}, {"periodic"})
        for wrong in (lambda: slide().survey("v", 2e-3, 1e-3), lambda: slide().survey("v", "2 m", "3 m", count=2, settle=1, record=1),
                      lambda: slide().survey("v", 1e-3, 2e-3, sweep="sideways"), lambda: slide().survey("v", 1e-3, 2e-3, count=1),
                      lambda: slide().basins("v", "w"),
                      lambda: slide().basins(("v", 2e-3, 4e-3), ("slide.mass", "1 m", "2 m"), count=2, settle=1, record=1)):
            with self.assertRaises(stribeck.DiagramError):
                wrong()

    def test_refused(self):
        still = stribeck.Diagram.from_json(slide().to_json())
        for wrong, kind in ((lambda: still.orbit(period=-1), stribeck.Error), (lambda: still.orbit(period="no"), stribeck.Error),
                            (lambda: still.continue_orbit("v", 1, 2, step=7), stribeck.Error), (lambda: still.orbit(v=0), stribeck.RunError),
                            (lambda: still.continue_orbit("w", 1, 2), stribeck.UnknownName),
                            (lambda: still.orbit(period="3 m"), stribeck.DiagramError),
                            (lambda: slide().continue_orbit("v", "1 mm", "4 mm", points=2, step=1), stribeck.DiagramError)):
            with self.assertRaises(kind):
                wrong()


class Scalars(unittest.TestCase):
    def test_sensitivity_of_a_number_of_a_curve(self):
        """The amplitude v sqrt(m/k) of a mass on a spring that is pushed off with v."""
        d = stribeck.Diagram("swings")
        mass, spring, wall = d.add("mass", "translational.mass", mass=2.0, initial={"v": 0.5}), d.add(
            "spring", "translational.spring", stiffness=200.0, initial={"x": 0.0}), d.add("wall", "translational.ground")
        d.connect(mass.M, spring.R)
        d.connect(spring.C, wall.W)
        d.experiment(stop="1 s", rtol=1e-10)
        found = d.sensitivity(["mass.mass", "spring.stiffness"], outputs=["spring.x"], scalars="max spring.x")
        [most] = found.scalars
        x = 0.5 * math.sqrt(2 / 200)
        self.assertEqual((most.name, most.unit, len(found.times)), ("max spring.x", "m", 0))
        np.testing.assert_allclose([most.value, *most.by], [x, x / 4, -x / 400], rtol=1e-6)
        with self.assertRaisesRegex(stribeck.Error, "largest"):
            d.sensitivity("mass.mass", scalars="largest spring.x")

    def test_describe_by_a_choice(self):
        usual, other = (stribeck.describe("translational.dry_friction", options=options) for options in (None, {"law": "stribeck"}))
        self.assertNotIn("stribeck_velocity", {one["name"] for one in usual["parameters"]})
        self.assertIn("stribeck_velocity", {one["name"] for one in other["parameters"]})
        for wrong in ({"law": "strbeck"}, {"lw": "stribeck"}):
            with self.assertRaises(stribeck.UnknownName):
                stribeck.describe("translational.dry_friction", options=wrong)


class Models(unittest.TestCase):
    def test_another_friction_in_its_place(self):
        """LuGre friction with the levels of Coulomb's: what bends before it breaks loose, in closed form."""
        d = slide()
        lugre = d.replaced("guide", "lugre_friction", outputs=["guide.v", "guide.F"], bristle_stiffness="1e6 N/m")
        self.assertEqual(lugre["guide"].type, "translational.lugre_friction")
        self.assertEqual(lugre["guide"].parameters["coulomb_force"], "4 N")
        self.assertEqual(d["guide"].type, "translational.dry_friction")
        force = lugre.run(stop="1 s").at("guide.F", 1.0)
        # By so much the bristles bend until then, as far slower than Stribeck's velocity the level is the static one, 6 N.
        self.assertAlmostEqual(force, 2000 * (2e-3 - 6e-6 * -math.log(1 - force / 6)), delta=1e-4)
        told = json.loads(subprocess.run([PROGRAM, "compare", STICK_SLIP, "--element", "friction", "--with", "dry_friction", "--format", "json", "--stop", "1 s"],
                                         capture_output=True, check=True, text=True).stdout)
        other = stribeck.load(STICK_SLIP).replaced("friction", "dry_friction", outputs=["friction.w", "friction.T"])
        self.assertAlmostEqual(float(np.max(np.abs(other.run(stop="1 s")["friction.T"]))), told["models"][1]["peak_force"], delta=1e-9)
        with self.assertRaises(stribeck.UnknownName):
            d.replaced("guide", "lugre_fricton")
        with self.assertRaises(stribeck.UnknownName):
            d.replaced("guid", "lugre_friction")


class Exported(unittest.TestCase):
    def test_bytes_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            ours, program = Path(folder) / "python/drive.fmu", Path(folder) / "program/drive.fmu"
            for path in (ours, program):
                path.parent.mkdir()
            d = stribeck.load(STICK_SLIP)
            for fmi in (2, 3):
                self.assertEqual(d.export(ours, {"load.inertia": "2 kg*m^2"}, fmi=fmi), "")
                run(PROGRAM, "export", STICK_SLIP, "-o", program, "--fmi", fmi, "--set", "load.inertia=2 kg*m^2")
                self.assertEqual(ours.read_bytes(), program.read_bytes())
            with self.assertRaises(stribeck.Error):
                d.export(ours, fmi=1)
            pendulum = stribeck.load(ROOT / "diagrams/verify/mechanisms_swinging_rod.json")  # right round: no states all the way
            self.assertIn("co-simulation alone: the motion goes on in other states", pendulum.export(ours))
            with self.assertRaises(OSError):
                d.export(Path(folder) / "nowhere/drive.fmu")


def swing():
    d = stribeck.Diagram("A carriage that is let go")
    d.parameter("friction", "2 N")
    carriage = d.add("carriage", "translational.mass", mass="4 kg", initial={"v": {"value": 0, "priority": "high"}})
    spring = d.add("spring", "translational.spring", stiffness="900 N/m", initial={"x": {"value": "50 mm", "priority": "high"}})
    guide = d.add("guide", "translational.dry_friction", coulomb_force="=friction", static_force="=friction")
    frame = d.add("frame", "translational.ground")
    d.connect(carriage.M, spring.R, guide.R)
    d.connect(spring.C, guide.C, frame.W)
    d.outputs("spring.x")
    d.experiment(stop="1 s", rtol=1e-9)
    return d


class Fits(unittest.TestCase):
    PLAN = {"compare": {"spring.x": {"column": "x", "unit": "mm", "sigma": "0.1 mm"}}, "starts": 2,
            "parameters": {"spring.stiffness": {"from": 500, "to": 2000}, "friction": {"from": 0, "to": "10 N"}}}

    @classmethod
    def setUpClass(cls):
        """What a free swing with Coulomb friction does: half swings of equal length, each shorter by 2 F/k."""
        mass, cls.k, cls.F, x0 = 4.0, 1000.0, 3.0, 0.05
        omega, t = math.sqrt(cls.k / mass), np.linspace(0, 0.99, 100)
        half = np.floor(t * omega / math.pi)
        sign, size = (-1.0) ** half, x0 - (2 * half + 1) * cls.F / cls.k
        x = size * np.cos(omega * t) + sign * cls.F / cls.k
        noise = np.random.default_rng(7).normal(0, 0.1, len(t))
        cls.data = {"time": t, "x": 1e3 * x + noise}
        cls.d = swing()
        cls.found = cls.d.fit(cls.PLAN, data=cls.data)

    def test_the_truth_lies_inside(self):
        for name, truth in (("spring.stiffness", self.k), ("friction", self.F)):
            one = self.found[name]
            self.assertTrue(one.low < truth < one.high and one.is_seen and one.place == "inside", one)
            self.assertLess(one.high - one.low, 0.05 * truth)
        self.assertTrue(self.found.converged)
        self.assertEqual((self.found.rows, self.found.freedom), (100, 98))
        self.assertAlmostEqual(self.found.deviation, 1, delta=0.25)  # 3.5 standard deviations of that of 98 numbers

    def test_what_is_left(self):
        (left,) = self.found.left
        np.testing.assert_allclose(left.measured, 1e-3 * self.data["x"], rtol=1e-12)
        # Of two runs, one with sensitivities, in whose steps rounding takes part: each is exact to rtol = 1e-9 of 50 mm.
        np.testing.assert_allclose(left.scaled, (left.computed - left.measured) / 1e-4, rtol=1e-9, atol=1e-9 * 0.05 / 1e-4)
        self.assertAlmostEqual(float(left.scaled @ left.scaled), self.found.sum_of_squares, delta=1e-9 * self.found.sum_of_squares)
        r = self.d.run(self.found.values, t_eval=left.t)
        np.testing.assert_allclose(r["spring.x"], left.computed, atol=1e-9)

    def test_the_diagram_that_was_found(self):
        better = self.found.diagram
        self.assertNotIn("fit", better.document)
        self.assertAlmostEqual(better.run(stop=0.5).at("spring.x", 0.5), self.d.run(self.found.values, stop=0.5).at("spring.x", 0.5), delta=1e-9)
        self.assertEqual(self.d.document["parameters"]["friction"], "2 N")
        self.assertIn("spring.stiffness", self.found.report())
        self.assertIn("friction", self.found._repr_html_())

    def test_the_program_finds_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "swing.json"
            data = Path(folder) / "swing.csv"
            file.write_text(json.dumps({**self.d.document, "fit": self.PLAN}))
            np.savetxt(data, np.stack(list(self.data.values()), axis=1), delimiter=",", header="time,x", comments="", fmt="%.17g")
            told = json.loads(run(PROGRAM, "fit", file, "--data", data, "--format", "json"))
            of_file = stribeck.load(file).fit(data=data)
        for one, other, program in zip(self.found.parameters, of_file.parameters, told["parameters"], strict=True):
            self.assertEqual((one.value, one.low, one.high), (other.value, other.low, other.high))
            self.assertEqual((one.name, one.value, one.error), (program["name"], program["value"], program["standard_error"]))

    def test_several_experiments(self):
        later = {name: values[50:] for name, values in self.data.items()}
        plan = {**self.PLAN, "starts": 1, "experiments": {"all": {}, "later": {}}}
        found = self.d.fit(plan, data={"all": self.data, "later": later})
        self.assertEqual([(left.experiment, len(left.t)) for left in found.left], [("all", 100), ("later", 50)])
        with self.assertRaises(stribeck.Error):
            self.d.fit(plan, data={"al": self.data})

    def test_refused(self):
        for plan, data, word in ((None, None, "fit"), ({}, self.data, "parameters"),
                                 ({**self.PLAN, "compare": {"spring.y": "x"}}, self.data, "variable"),
                                 ({**self.PLAN, "compare": {"spring.x": "y"}}, self.data, "y"),
                                 (self.PLAN, {"time": [0.1], "x": [1.0]}, "measure more"), (self.PLAN, None, "data"),
                                 (self.PLAN, {"time": [0.1], "x": [1.0, 2.0]}, "equally")):
            with self.subTest(word=word), self.assertRaises((stribeck.Error, ValueError)) as refusal:
                self.d.fit(plan, data=data)
            self.assertIn(word, str(refusal.exception))


PLAN = {"sampling": {"method": "sobol", "count": 24}, "experiment": {"stop": "3 s"}, "scalars": {"second": {"event_time": "guide: slips forwards", "number": 2},
        "most": {"max": "slide.v"}}, "factors": {"v": {"uniform": {"from": "2 mm/s", "to": "4 mm/s"}}, "slide.mass": ["1 kg", "2 kg"]}}


class Studies(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name) / "slides"

    def test_closed_form(self):
        """From break-away to break-away is a period, whichever sample it is."""
        plan = {**PLAN, "scalars": {**PLAN["scalars"], "first": {"event_time": "guide: slips forwards"}}}
        study = slide().study(plan, self.folder, chunk=5)
        self.assertFalse(study.is_complete)
        table = study.run(1).table()
        expected = [period(v, m) for v, m in zip(table["v"], table["slide.mass"])]
        np.testing.assert_allclose(table["second"] - table["first"], expected, rtol=1e-5)
        self.assertEqual((len(study), study.factors, study.scalars["most"]), (24, {"v": "m/s", "slide.mass": "kg"}, "m/s"))
        again = slide().study(plan, self.folder, chunk=5)
        self.assertTrue(again.is_complete)
        self.assertEqual(again.statistics("most > 0")["shares"][0]["held"], 24)
        self.assertEqual(study.to_pandas().attrs["units"]["v"], "m/s")
        with self.assertRaises(stribeck.Error):
            slide().study({**plan, "seed": 2}, self.folder)

    def test_the_program_makes_the_same_table(self):
        plan = {"format": "stribeck-study/1", "diagram": str(STICK_SLIP), "sampling": {"method": "random", "count": 12},
                "experiment": {"stop": "1 s"}, "scalars": {"most": {"max": "spring.phi"}},
                "factors": {"load.inertia": {"uniform": {"from": 1, "to": 2}}, "speed": [0.1, -1, "3 rpm"]}}
        self.folder.parent.joinpath("plan.json").write_text(json.dumps(plan))
        subprocess.run([PROGRAM, "study", "plan.json", "--quiet", "--dir", "there"], cwd=self.folder.parent, check=False)
        before = os.getcwd()
        os.chdir(self.folder.parent)
        try:
            study = stribeck.study("plan.json", "here", chunk=1)
            study.run(2)
            here, there = (Path(name, "table.csv").read_bytes() for name in ("here", "there"))
        finally:
            os.chdir(before)
        self.assertEqual(here, there)

    def test_executor_and_retry(self):
        study = slide().study({**PLAN, "factors": {"v": [2e-3, 3e-3], "guide.coulomb_force": {"range": {"from": 4, "to": 9, "count": 2}}},
                               "sampling": "grid"}, self.folder)
        with ThreadPoolExecutor(1) as executor:
            study.run(1, executor=executor)
        self.assertEqual((study.status()["done"], study.status()["failed"]), (2, 2))
        self.assertTrue(np.isnan(study.table()["most"][1]))
        study.retry()
        self.assertFalse(study.is_complete)
        study.run(1)
        self.assertTrue(study.is_complete)
        self.assertIn("2 failed", repr(study))

    def test_interrupt(self):
        d = slide()
        study = d.study({**PLAN, "sampling": {"method": "sobol", "count": 4}, "experiment": {"stop": "1e6 s", "interval": "1e6 s"}}, self.folder, chunk=1)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(stribeck.Interrupted) as interruption:
            study.run(1)
        self.assertIs(interruption.exception.result, study)
        self.assertFalse(study.is_complete)

    def test_refused(self):
        d = slide()
        for plan, kind in (({**PLAN, "factors": {"w": [1]}}, stribeck.Error), ({**PLAN, "scalars": {}}, stribeck.Error), ({"factors": 3}, stribeck.Error)):
            with self.assertRaises(kind):
                d.study(plan, self.folder)
        with self.assertRaises(ValueError):
            d.study(PLAN, self.folder, chunk=-1)
        with self.assertRaises(FileNotFoundError):
            stribeck.Study(self.folder)


if __name__ == "__main__":
    unittest.main()
