"""What the program can do besides, from Python: other rows, inputs from arrays, runs that outlive the process, linear models, the program itself."""
import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from package import PACKAGE, PROGRAM, ROOT, STICK_SLIP, stribeck

import numpy as np
from program import run

DRY = ROOT / "diagrams/verify/rotational_dry_friction_stick_slip.json"
BOUNDARY = ROOT / "diagrams/verify/boundary.json"


def oscillator(zeta=0.1):
    """1 kg, 100 N/m, at rest: x over a force is 1/(s^2 + 20 zeta s + 100)."""
    d = stribeck.Diagram("An oscillator")
    source = d.add("source", "translational.force_source", force="0 N")
    mass, spring = d.add("mass", "translational.mass", mass="1 kg"), d.add("spring", "translational.spring", stiffness="100 N/m")
    damper, wall = d.add("damper", "translational.damper", damping=20 * zeta), d.add("wall", "translational.ground")
    d.connect(mass.M, spring.R, damper.R, source.R)
    d.connect(spring.C, damper.C, source.C, wall.W)
    d.outputs("spring.x", "mass.v")
    return d


def of(result):
    """All that is in it."""
    return {"t": result.t.tolist(), "events": [tuple(one) for one in result.events], **{name: result[name].tolist() for name in result}}


class Reach(unittest.TestCase):
    def test_all_that_the_program_can(self):
        """The page says of each command and option of the program what it is in Python, or why there is none."""
        page = (ROOT / "docs/guide/python.md").read_text(encoding="utf-8")
        page = re.sub(r"\s+", " ", page)
        part = run(PROGRAM, "--help").split("Subcommands:\n")[1].split("\n\n")[0]
        commands = re.findall(r"^  (\S+)", part, flags=re.MULTILINE)
        self.assertGreater(len(commands), 25)
        self.assertEqual([name for name in commands if f"`stribeck {name}" not in page], [])
        missing = []
        for name in commands:
            options = set(re.findall(r"^  (?:-\w, *)?(--[a-z][a-z-]*)", run(PROGRAM, name, "--help"), flags=re.MULTILINE)) - {"--help"}
            missing += [f"{name} {option}" for option in sorted(options) if f"{option}`" not in page]
        self.assertEqual(missing, [])


class Rows(unittest.TestCase):
    def test_window_and_steps(self):
        d = stribeck.load(STICK_SLIP)
        whole = d.run(stop="5 s")
        part = d.run(stop="5 s", window=("2 s", 3))
        inside = (whole.t >= 2) & (whole.t <= 3)
        np.testing.assert_array_equal(part.t, whole.t[inside])
        np.testing.assert_array_equal(part["load.w"], whole["load.w"][inside])
        self.assertEqual([event.t for event in part.events], [event.t for event in whole.events])
        steps = d.run(stop="5 s", rows="steps")
        self.assertGreaterEqual(len(set(steps.t)), steps.stats["steps"])
        self.assertEqual((steps.t[0], steps.t[-1]), (0, 5))
        late = d.run(stop="5 s", window=("4 s", None))
        self.assertEqual((late.t[0], late.t[-1]), (4, 5))
        with self.assertRaisesRegex(stribeck.Error, "rows"):
            d.run(rows="stops")

    def test_plain(self):
        """Another road to the same curve, as close as the tolerances."""
        d = stribeck.load(STICK_SLIP)
        one, other = d.run(stop="20 s"), d.run(stop="20 s", plain=True)
        self.assertEqual([event.label for event in one.events], [event.label for event in other.events])
        np.testing.assert_allclose([event.t for event in one.events], [event.t for event in other.events], rtol=0, atol=1e-3)


class Inputs(unittest.TestCase):
    def test_arrays(self):
        """3 N*m and 1 N*m on 2 kg*m^2; then a ramp of 6 N*m/s from zero, beside that 1 N*m."""
        d = stribeck.load(BOUNDARY)
        np.testing.assert_allclose(d.run()["load.w"][-1], 2, rtol=1e-9)
        t = np.linspace(0, 1, 11)
        for given in ((t, 6 * t), [t.tolist(), list(6 * t)]):
            ramp = d.run(inputs={"torque": given})
            np.testing.assert_allclose(ramp["load.w"], (3 * ramp.t**2 + ramp.t) / 2, atol=1e-7)
        # The same name with other numbers, and none again.
        np.testing.assert_allclose(d.run(inputs={"torque": (t, 0 * t)})["load.w"][-1], 0.5, rtol=1e-9)
        np.testing.assert_allclose(d.run(inputs={"torque": (t, 0 * t + 5)})["load.w"][-1], 3, rtol=1e-9)
        np.testing.assert_allclose(d.run()["load.w"][-1], 2, rtol=1e-9)

    def test_the_same_as_of_a_file(self):
        d, rng = stribeck.load(BOUNDARY), np.random.default_rng(7)
        t, y = np.sort(rng.uniform(0, 1, 30)), rng.normal(0, 3, 30)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "measured.csv"
            file.write_text("t,torque\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(t.tolist(), y.tolist())))
            of_file = d.run(inputs={"torque": f"{file}:torque"})
        self.assertEqual(of(of_file), of(d.run(inputs={"torque": (t, y)})))
        kept = pickle.loads(pickle.dumps(d.using(inputs={"torque": (t, y)})))
        self.assertEqual(of(of_file), of(kept.run()))
        try:
            import pandas
        except ImportError:
            return
        self.assertEqual(of(of_file), of(d.run(inputs={"torque": pandas.Series(y, index=t)})))

    def test_units(self):
        try:
            import pint
        except ImportError:
            self.skipTest("no pint")
        d, unit = stribeck.load(BOUNDARY), pint.UnitRegistry()
        t = np.linspace(0, 1, 3)
        np.testing.assert_allclose(d.run(inputs={"torque": (t * 1e3 * unit.ms, (0 * t + 500) * unit.cN * unit.m)})["load.w"][-1], 3, rtol=1e-9)
        with self.assertRaisesRegex(stribeck.Error, "kg|unit"):
            d.run(inputs={"torque": (t, (0 * t + 5) * unit.kg)})

    def test_refused(self):
        d = stribeck.load(BOUNDARY)
        t = np.linspace(0, 1, 3)
        for given, error in (((t, t[:2]), stribeck.Error), ((t, t * math.nan), stribeck.Error), ((t[::-1], t), stribeck.Error),
                             (([], []), stribeck.Error), (3, TypeError), ((t, "a"), Exception)):
            with self.subTest(given=given), self.assertRaises(error):
                d.run(inputs={"torque": given})
        with self.assertRaisesRegex(stribeck.Error, "force"):
            d.run(inputs={"force": (t, t)})

    def test_using(self):
        """What a call is given itself goes before."""
        d = stribeck.load(BOUNDARY)
        t = np.linspace(0, 1, 3)
        other = d.using(inputs={"torque": (t, 0 * t + 5)}, stop="0.5 s", solver="bs23")
        found = other.run()
        self.assertEqual((found.t[-1], found.stats["solver"]), (0.5, "bs23"))
        np.testing.assert_allclose(found["load.w"][-1], 1.5, rtol=1e-9)
        self.assertEqual(other.run(stop="1 s", solver="dopri5").t[-1], 1)
        self.assertEqual(d.run().t[-1], 1)
        self.assertEqual(other.using(stop="0.25 s").run().stats["solver"], "bs23")


LASTING = """
import sys
sys.path.insert(0, sys.argv[1])
import stribeck
stribeck.load(sys.argv[2]).run(stop="2000 s", checkpoint=sys.argv[3], every="5 ms", t_eval=%s)
"""


class Lasting(unittest.TestCase):
    def killed(self, file, t_eval):
        """A run in a process that was killed after its first checkpoint."""
        process = subprocess.Popen([sys.executable, "-c", LASTING % t_eval, PACKAGE, DRY, file])
        for _ in range(3000):
            if file.exists() or process.poll() is not None:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertTrue(file.exists(), "it was complete before it could be killed")

    def test_killed_and_gone_on_with(self):
        d = stribeck.load(DRY)
        for t_eval in (None, [1.0, 1500.0]):
            with self.subTest(t_eval=t_eval), tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "run.checkpoint"
                self.killed(file, t_eval)
                with self.assertRaisesRegex(stribeck.Error, "another run|differ"):
                    d.run(stop="1999 s", checkpoint=file, t_eval=t_eval)
                reached = []
                resumed = d.run(stop="2000 s", checkpoint=file, every="1 h", t_eval=t_eval, progress=lambda t, stop, events: reached.append(t))
                self.assertEqual(of(resumed), of(d.run(stop="2000 s", t_eval=t_eval)))
                self.assertEqual(list(Path(folder).iterdir()), [])
                self.assertGreater(resumed.stats["events"], 100)

    def test_damaged(self):
        d = stribeck.load(STICK_SLIP)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "run.checkpoint"
            file.write_bytes(b"no checkpoint")
            with self.assertRaises(stribeck.Error):
                d.run(stop="1 s", checkpoint=file)
            with self.assertRaises(stribeck.Error):
                d.run(stop="1 s", checkpoint=Path(folder) / "missing/run.checkpoint", every="5 m")


class Linear(unittest.TestCase):
    def test_closed_form(self):
        model = oscillator().linearise("start", inputs=["mass.M"])
        self.assertEqual([one.name for one in model.outputs], ["spring.x", "mass.v"])
        np.testing.assert_allclose(model.dc_gain, [[0.01], [0]], atol=1e-12)
        x, v = model.transfer("spring.x", "mass.M"), model.transfer("mass.v", "mass.M")
        self.assertEqual((x.zeros, x.gain), ((), 1))
        np.testing.assert_allclose(v.zeros, [0], atol=1e-12)
        w = np.array([0.5, 10.0, 40.0])
        exact = 1 / ((1j * w) ** 2 + 2j * w + 100)
        found = model.response(w)
        np.testing.assert_allclose(found[:, 0, 0], exact, rtol=1e-12)
        np.testing.assert_allclose(found[:, 1, 0], 1j * w * exact, rtol=1e-12)
        curve = model.frequency_curve("spring.x", "mass.M", 1, 100)
        s = 1j * curve.frequencies
        np.testing.assert_allclose(curve.values, 1 / (s**2 + 2 * s + 100), rtol=1e-10)
        self.assertTrue(curve.frequencies[0] == 1 and curve.frequencies[-1] == 100 and np.all(np.diff(curve.phase) < 0))
        self.assertEqual(pickle.loads(pickle.dumps(model)).transfer("spring.x", "mass.M"), x)
        with self.assertRaisesRegex(stribeck.UnknownName, "spring.x"):
            model.transfer("spring.y", "mass.M")
        with self.assertRaises(stribeck.Error):
            model.frequency_curve("spring.x", "mass.M", 3, 2)

    def test_scipy(self):
        try:
            from scipy.signal import freqresp
        except ImportError:
            self.skipTest("no SciPy")
        model = oscillator(0.02).linearise("start", inputs=["mass.M"])
        w = np.logspace(-1, 3, 20)
        _, values = freqresp((model.A, model.B, model.C[:1], model.D[:1]), w)
        np.testing.assert_allclose(model.response(w)[:, 0, 0], values, rtol=1e-8)

    def test_step(self):
        """Of a linear diagram the run does what the model does."""
        found = oscillator().step_response("mass.M", "2 N", "start", span="3 s")
        t, wd = found.t, 10 * math.sqrt(0.99)
        exact = 0.02 * (1 - np.exp(-t) * (np.cos(wd * t) + np.sin(wd * t) / wd))
        np.testing.assert_allclose(found.linear[:, 0], exact, atol=1e-10)
        np.testing.assert_allclose(found.run[:, 0], exact, atol=1e-5 * 0.02)
        self.assertEqual((found.unit, found.amount, t[-1]), ("N", 2, 3))
        with self.assertRaisesRegex(stribeck.Error, "kind"):
            oscillator().step_response("mass.M", "2 m", "start")
        with self.assertRaises(stribeck.Error):
            oscillator().step_response("mass.M", 0, "start")

    def test_plots(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("no matplotlib")
        matplotlib.use("Agg")
        first, second = (oscillator(zeta).linearise("start", inputs=["mass.M"]) for zeta in (0.1, 0.5))
        for picture, rows in (("bode", 4), ("nyquist", 2), ("nichols", 2), ("poles", 2)):
            with self.subTest(picture=picture):
                figure = first.plot(second, picture=picture)
                self.assertEqual(len(figure.axes), rows)
                self.assertGreaterEqual(len(figure.axes[0].lines), 2)
        with self.assertRaisesRegex(stribeck.Error, "bode"):
            first.plot(picture="bodes")

    def test_modes(self):
        d = oscillator()
        found = d.modes("start")
        self.assertEqual((found.t, found.held, len(found)), (0, (), 1))
        self.assertAlmostEqual(found[0].frequency, 10, delta=1e-12)
        try:
            svg = d.draw_modes("start", which=[1])
        except stribeck.Error as error:
            self.assertEqual(error.code, "tool.missing")
            return
        self.assertIn("mode 1: 1.592 Hz", svg)
        with self.assertRaisesRegex(stribeck.Error, "mode 2"):
            d.draw_modes("start", which=[2])


class Functions(unittest.TestCase):
    def test_solve_ivp(self):
        """The diagram's own functions: a mass on a spring that slides on, and stops where its friction holds it."""
        try:
            from scipy.integrate import solve_ivp
        except ImportError:
            self.skipTest("no SciPy")
        d = oscillator(0)
        d.set("spring.stiffness", "400 N/m")
        np.testing.assert_array_equal(d.mass, np.eye(2))
        np.testing.assert_array_equal(d.jac(0.0, d.y0), d.equations().jac(0.0, d.y0))
        names = d.equations().names
        y0 = np.array([0.1 if name == "spring.x" else 0.0 for name in names])
        found = solve_ivp(d.rhs, (0, 1), y0, jac=d.jac, events=d.crossings, method="Radau", rtol=1e-9, atol=1e-12)
        self.assertAlmostEqual(found.y[names.index("spring.x"), -1], 0.1 * math.cos(20), delta=1e-6)
        self.assertEqual(found.status, 0)
        dry = stribeck.load(DRY)
        held = solve_ivp(dry.rhs, (0, 5), dry.y0, events=dry.crossings, rtol=1e-9, atol=1e-12)
        self.assertEqual(held.status, 1)  # it breaks away, where the run's first event is
        self.assertAlmostEqual(held.t[-1], dry.run().events[0].t, delta=1e-7)


class Page(unittest.TestCase):
    def test_sections(self):
        d = oscillator()
        d.experiment(stop="1 s")
        plain, whole = d.report(), d.report(modes=True, inputs=["mass.M"], by=["mass.mass"])
        for title in ("Modes where the run stops", "Linear model where the run stops"):
            self.assertNotIn(title, plain)
            self.assertIn(title, whole)
        self.assertIn("mass.mass", whole)


class Orbits(unittest.TestCase):
    def test_start(self):
        """From the branch to one of its orbits at another value, as the closed form has it; and from an orbit."""
        from analyses_test import period, slide

        d = slide(2e-3)
        branch = d.continue_orbit("v", 1.5e-3, 3e-3, step=0.3)
        found = d.orbit("start", {"v": 2.5e-3}, start=branch)
        self.assertAlmostEqual(found.period, period(2.5e-3), delta=1e-6)
        self.assertAlmostEqual(d.orbit("start", start=found).period, period(2e-3), delta=1e-6)
        with self.assertRaises(TypeError):
            d.orbit(start="branch.json")


class Catalogue(unittest.TestCase):
    def test_search(self):
        self.assertIn("mechanisms.ball_screw", stribeck.search("ball screw"))
        self.assertEqual(list(stribeck.search()), list(stribeck.types))
        with self.assertRaisesRegex(stribeck.Error, "no component is called"):
            stribeck.search("xyzzy")

    def test_definitions(self):
        definition = {
            "format": "stribeck/1", "title": "Rubber", "library": {"name": "rubber", "version": "0.1"},
            "definitions": {"mine.rubber": {
                "doc": "A block of rubber.", "parameters": {"k": {"unit": "N/m", "value": 2, "doc": "stiffness"}},
                "ports": {"R": {"domain": "translational", "doc": "rod"}, "C": {"domain": "translational", "doc": "case"}},
                "variables": {"F": {"unit": "N", "doc": "force"}},
                "equations": {"force on R": "R.F = F", "force on C": "C.F = -F", "law": "der(F) = k*(R.v - C.v)"}}}}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rubber/rubber.json"  # libraries are called as their folders
            file.parent.mkdir()
            file.write_text(json.dumps(definition))
            self.assertEqual(list(stribeck.search("rubber block", files=[file])), ["mine.rubber"])
            self.assertEqual(stribeck.describe("mine.rubber", files=[file])["parameters"][0]["name"], "k")
        with self.assertRaises(stribeck.UnknownName):
            stribeck.describe("mine.rubber")

    def test_parameter_sets_and_fmus(self):
        """There and back: the values of a set, in their units; and what an export has for diagrams."""
        d = stribeck.load(STICK_SLIP)
        with tempfile.TemporaryDirectory() as folder:
            d.export(Path(folder) / "drive.ssv", {"load.inertia": "2 kg*m^2"})
            values = stribeck.read_parameters(Path(folder) / "drive.ssv")
            self.assertEqual(values["load.inertia"], "2 kg*m^2")
            self.assertEqual(of(d.run(values, stop="1 s")), of(d.run({"load.inertia": 2}, stop="1 s")))
            d.export(Path(folder) / "drive.fmu")
            told = stribeck.describe_fmu(Path(folder) / "drive.fmu")
            self.assertIn("load.inertia", [one["name"] for one in told["parameters"]])
            with self.assertRaises(stribeck.FileMissing):
                stribeck.read_parameters(Path(folder) / "none.ssv")
            with self.assertRaises(stribeck.Error):
                stribeck.describe_fmu(Path(folder) / "drive.ssv")

    def test_values_of_explain(self):
        self.assertIn("friction", stribeck.load(STICK_SLIP).explain(speed="1 rpm"))
        with self.assertRaises(stribeck.Error):
            stribeck.load(STICK_SLIP).explain(sped="1 rpm")


class Program(unittest.TestCase):
    """`python -m stribeck` is the program."""

    def said(self, *words, status=0):
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
        said = subprocess.run([sys.executable, "-m", "stribeck", *map(str, words)], check=False, text=True, capture_output=True, env=environment)
        self.assertEqual(said.returncode, status, said.stdout + said.stderr)
        return said

    def test_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{name}.csv" for name in ("python", "program")]
            self.said("run", STICK_SLIP, "--csv", files[0], "--quiet")
            run(PROGRAM, "run", STICK_SLIP, "--csv", files[1], "--quiet")
            self.assertEqual(*(file.read_bytes() for file in files))
        for words in (["--help"], ["--version"], ["describe", "rotational.friction"], ["explain", STICK_SLIP, "--format", "json"], ["schema", "run"]):
            with self.subTest(words=words):
                told, expected = self.said(*words).stdout, run(PROGRAM, *map(str, words))
                if words[0] == "explain":  # it tells how long the stages took
                    told, expected = (json.loads(text)["blocks"] for text in (told, expected))
                self.assertEqual(told, expected)

    def test_errors(self):
        self.assertIn("file.missing", self.said("run", "missing.json", status=2).stderr)
        self.said("rum", status=2)
        self.assertIn("xarray", self.said("run", STICK_SLIP, "--result", "/tmp/never.h5", status=2).stderr)


if __name__ == "__main__":
    unittest.main()
