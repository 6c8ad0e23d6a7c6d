"""Pictures of linear models, modes and sensitivities, and steps of them beside those of the run, on systems with closed forms."""
import json
import math
import re
import shutil
import sys
import unittest
import xml.dom.minidom
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import own_folder, stribeck  # noqa: E402

FOLDER = own_folder()
MASS, STIFFNESS, DAMPING = 2.0, 50.0, 3.0
needs_gnuplot = unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot here (Debian: apt-get install gnuplot-nox)")


def oscillator(name="oscillator", **friction):
    t = "translational."
    parts = {"m": {"type": t + "mass", "parameters": {"mass": MASS}}, "k": {"type": t + "spring_damper", "parameters": {"stiffness": STIFFNESS, "damping": DAMPING}, "initial": {"x": 0}},
             "p": {"type": t + "force_source", "parameters": {"force": 0}}, "g": {"type": t + "ground"}}
    nodes = [["m.M", "k.R", "p.R"], ["k.C", "p.C", "g.W"]]
    if friction:
        parts["f"] = {"type": t + "dry_friction", "parameters": friction}
        nodes[0].append("f.R"), nodes[1].append("f.C")
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps({"format": "stribeck/1", "components": parts, "connections": nodes, "experiment": {"stop": 1, "rtol": 1e-9}, "outputs": ["k.x"]}))
    return path


def linearised(path, *options):
    return json.loads(stribeck("linearise", path, "--inputs", "p.force", "--format", "json", *options).stdout)["points"]


class StepTest(unittest.TestCase):
    def test_of_a_linear_system_both_are_the_closed_form(self):
        step = linearised(oscillator(), "--at", "start", "--step", "p.force=4 N", "--for", "3 s")[0]["step"]
        decay, w = DAMPING / (2 * MASS), math.sqrt(STIFFNESS / MASS - (DAMPING / (2 * MASS)) ** 2)
        for t, (linear,), (run,) in zip(step["times_s"], step["linear"], step["run"]):
            exact = 4 / STIFFNESS * (1 - math.exp(-decay * t) * (math.cos(w * t) + decay / w * math.sin(w * t)))
            self.assertAlmostEqual(linear, exact, delta=1e-13)
            self.assertAlmostEqual(run, exact, delta=1e-8)  # a hundred times rtol of 0.1 m

    def test_a_step_in_a_unit_of_another_kind(self):
        done = stribeck("linearise", oscillator(), "--inputs", "p.force", "--at", "start", "--step", "p.force=4 m", "--for", "3 s")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--step gives p.force in m, but it is in N", done.stderr)

    def test_a_step_below_the_static_force_moves_nothing_and_one_above_it_what_no_linear_model_says(self):
        path = oscillator("sticks", coulomb_force=1, static_force=2)
        small, large = (linearised(path, "--at", "start", "--step", f"p.force={force}", "--for", "3 s")[0]["step"] for force in (1.9, 2.1))
        for step in (small, large):
            self.assertEqual({x for (x,) in step["linear"]}, {0})
        self.assertEqual({x for (x,) in small["run"]}, {0})
        self.assertAlmostEqual(max(x for (x,) in large["run"]), 1.1 / STIFFNESS * (1 + math.exp(-math.pi * 0.75 / math.sqrt(25 - 0.75**2))), delta=1e-5)

    def test_the_jump_comes_at_the_instant(self):
        """Beside the motion that goes on without it: of a linear system the same at any instant."""
        points = linearised(oscillator(), "--set", "p.force=7", "--at", "start", "--at", "0.3 s", "--step", "p.force=4", "--for", "1 s")
        self.assertEqual([point["time_s"] for point in points], [0, 0.3])
        for (a,), (b,) in zip(points[0]["step"]["run"], points[1]["step"]["run"]):
            self.assertAlmostEqual(a, b, delta=1e-8)


class InputsTest(unittest.TestCase):
    """A mass on a spring and a damper, pushed back by ten times its measured position: m s^2 + c s + k + 10."""

    def looped(self, **boundary):
        t = "translational."
        parts = {"m": {"type": t + "mass", "parameters": {"mass": MASS}}, "k": {"type": t + "spring_damper", "parameters": {"stiffness": STIFFNESS, "damping": DAMPING}},
                 "p": {"type": t + "force_source"}, "g": {"type": t + "ground"}, "x": {"type": t + "motion_sensor", "initial": {"x": 0}},
                 "by": {"type": "signals.gain", "parameters": {"gain": -10}}}
        path = FOLDER / "looped.json"
        path.write_text(json.dumps({"format": "stribeck/1", "components": parts, "boundary": boundary, "experiment": {"stop": 1}, "outputs": ["k.x"],
                                    "connections": [["m.M", "k.R", "p.R", "x.R"], ["k.C", "p.C", "g.W", "x.C"], ["x.x", "by.u"], ["by.y", "p.S"]]}))
        return path

    def transfers(self, path, *inputs):
        done = stribeck("linearise", path, "--at", "start", *(word for one in inputs for word in ("--inputs", one)), "--frequencies", "3", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        point = json.loads(done.stdout)["points"][0]
        self.assertEqual([one["name"] for one in point["inputs"]], list(inputs))
        return [complex(one["response"][0]["real"], one["response"][0]["imaginary"]) for one in point["transfer_functions"]], [one["unit"] for one in point["inputs"]]

    def test_ports_and_signals(self):
        found, units = self.transfers(self.looped(), "m.M", "by.y", "p.S", "x.x", "by.u", "by.gain")
        exact = 1 / (complex(0, 3) ** 2 * MASS + complex(0, 3) * DAMPING + STIFFNESS + 10)
        for value, wanted in zip(found, (exact, exact, exact, -10 * exact, -10 * exact, 0), strict=True):
            self.assertAlmostEqual(value, wanted, delta=1e-12)
        self.assertEqual(units[0], "N")

    def test_the_boundary(self):
        exact = 1 / (complex(0, 3) ** 2 * MASS + complex(0, 3) * DAMPING + STIFFNESS + 10)
        path = self.looped(push={"port": "m.M", "gives": "velocity"})
        self.assertAlmostEqual(self.transfers(path, "push.input")[0][0], exact, delta=1e-12)

    def test_a_step_of_each(self):
        """The run beside it does the same, as all of it is linear."""
        path = self.looped(push={"port": "m.M", "gives": "velocity"})
        for name in ("m.M", "by.u", "push.input"):
            done = stribeck("linearise", path, "--at", "start", "--inputs", name, "--step", f"{name}=0.5", "--for", "1 s", "--rtol", "1e-9", "--format", "json")
            step = json.loads(done.stdout)["points"][0]["step"]
            self.assertGreater(max(abs(x) for (x,) in step["run"]), 1e-3)
            for (linear,), (run,) in zip(step["linear"], step["run"], strict=True):
                self.assertAlmostEqual(linear, run, delta=1e-8)

    def test_one_reader_alone(self):
        """Of two readers of a signal: at the output both get it, at an input only that one."""
        t = "signals."
        path = FOLDER / "readers.json"
        path.write_text(json.dumps({"format": "stribeck/1", "components": {"c": {"type": t + "constant", "parameters": {"value": 1}}, "a": {"type": t + "gain", "parameters": {"gain": 2}},
                                                                          "b": {"type": t + "gain", "parameters": {"gain": 3}}},
                                    "connections": [["c.y", "a.u"], ["c.y", "b.u"]], "experiment": {"stop": 1}, "outputs": ["a.y", "b.y"]}))
        done = stribeck("linearise", path, "--at", "start", "--inputs", "c.y", "--inputs", "a.u", "--format", "json")
        self.assertEqual(json.loads(done.stdout)["points"][0]["d"], [[2, 2], [3, 0]])

    def test_what_is_none_is_refused(self):
        path = self.looped()
        for name, code, words in (("m.N", "diagram.unknown_parameter", "m.M"), ("k.R.velocity", "diagram.unknown_parameter", ""), ("q.M", "diagram.unknown_parameter", "")):
            done = stribeck("linearise", path, "--inputs", name)
            self.assertEqual(done.returncode, 2, name)
            self.assertIn(f"error[{code}]", done.stderr)
            self.assertIn(words, done.stderr)
        done = stribeck("linearise", oscillator(), "--inputs", "p.S")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing drives", done.stderr)


class ReportTest(unittest.TestCase):
    def test_sections_of_analyses(self):
        """As the commands tell them: the pair of poles, the steady answer 1/k, d x/d F = 1/k in rest."""
        page = FOLDER / "report.html"
        path = oscillator()
        done = stribeck("report", path, "-o", page, "--quiet", "--stop", "40 s", "--modes", "--inputs", "p.force", "--by", "p.force")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = page.read_text()
        sections = {name: body for name, body in re.findall(r'<section id="(\w+)">(.*?)</section>', text, re.DOTALL)}
        self.assertIn("-0.75 +- 4.94343i", sections["modes"])
        self.assertIn("<svg", sections["modes"])
        self.assertIn("steady  0.02", sections["linear"])
        self.assertRegex(sections["sensitivities"], r"k\.x +.* p\.force +0\.02 ")
        self.assertIn("--modes --inputs p.force --by p.force", sections["repeat"])
        self.assertIn('href="#modes"', text)


class EdgesTest(unittest.TestCase):
    """Where a change meets another slope on either side that is said."""

    def notes(self, path, *options):
        done = stribeck("linearise", path, "--at", "start", *options, "--format", "json")
        return " ".join(one["message"] for one in json.loads(done.stdout)["messages"])

    def test_a_friction_that_holds_all_that_it_can(self):
        for force, is_at_limit in ((1.5, False), (2, True)):
            path = oscillator("limit", coulomb_force=1, static_force=2)
            self.assertEqual("the end of what holds f" in self.notes(path, "--set", f"p.force={force}"), is_at_limit, force)

    def test_the_size_of_a_velocity_at_rest(self):
        """Loaded bristles at rest: dz/dt = v - |v| sigma z/g has another slope whichever way they go; with bristles at ease, z = 0, it has one."""
        t = "translational."
        for load, is_steep in ((0, False), (1, True)):
            path = FOLDER / "bristles.json"
            path.write_text(json.dumps({"format": "stribeck/1", "components": {"x": {"type": t + "mass", "parameters": {"mass": 1}, "initial": {"v": 0}}, "y": {"type": t + "mass", "parameters": {"mass": 1}, "initial": {"v": 0}},
                                                                              "f": {"type": "mechanisms.planar_lugre_friction", "parameters": {"bristle_stiffness": 1000}, "initial": {"z_x": load * 1e-3, "z_y": 0}},
                                                                              "p": {"type": t + "force_source", "parameters": {"force": load}}, "g": {"type": t + "ground"}},
                                        "connections": [["x.M", "f.X", "p.R"], ["y.M", "f.Y"], ["p.C", "g.W"]], "experiment": {"stop": 1}, "outputs": ["x.v"]}))
            self.assertEqual("changes its slope" in self.notes(path), is_steep, load)


@needs_gnuplot
class PicturesTest(unittest.TestCase):
    def texts(self, path):
        return [re.sub(r"<[^>]*>", "", node.toxml()).strip() for node in xml.dom.minidom.parse(str(path)).getElementsByTagName("text")]

    def test_each_picture_has_its_axes_and_instants(self):
        path = FOLDER / "all.svg"
        done = stribeck("linearise", oscillator("slides", coulomb_force=1, static_force=2, viscous_coefficient=5), "--at", "start", "--at", "1 s", "--set", "p.force=30", "--inputs", "p.force",
                        "--step", "p.force=0.1", "--picture", "bode,nyquist,nichols,poles,step", "--plot", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        texts = " ".join(self.texts(path))
        for word in ("Bode: k.x to p.force", "amplitude [dB re m/N]", "phase [deg]", "angular frequency [rad/s]", "Nyquist", "real part [m/N]", "Nichols", "Poles and zeros", "grows",
                     "time after the step [s]", "start", "t = 1 s"):
            self.assertIn(word, texts)

    def test_sensitivities_along_the_motion(self):
        """Of x = F/k (1 - cos(w t)): dx/dF = x/F, d x/d k = -x/k + F/k sin(w t) t w/(2 k)."""
        path, csv, svg = oscillator("swings"), FOLDER / "along.csv", FOLDER / "bars.svg"
        done = stribeck("sensitivity", path, "--set", "k.damping=0", "--set", "p.force=4", "--by", "p.force", "--by", "k.stiffness", "--by", "k.damping", "--csv", csv, "--plot", svg, "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        head, *rows = csv.read_text().splitlines()
        self.assertEqual(head, "time,k.x,d(k.x)/d(p.force),d(k.x)/d(k.stiffness),d(k.x)/d(k.damping)")
        self.assertEqual(len(rows), 501)
        w = math.sqrt(STIFFNESS / MASS)
        for row in rows:
            t, x, by_force, by_stiffness, _ = map(float, row.split(","))
            exact = 4 / STIFFNESS * (1 - math.cos(w * t))
            for found, wanted in ((x, exact), (by_force, exact / 4), (by_stiffness, -exact / STIFFNESS + 4 / STIFFNESS * math.sin(w * t) * t * w / (2 * STIFFNESS))):
                self.assertAlmostEqual(found, wanted, delta=1e-7)
        texts = " ".join(self.texts(svg))
        for word in ("k.x at 1 s, for 1 % more of each", "change of k.x for 1 % [m]", "time [s]", "k.damping (is 0)", "rises with more of it", "falls with more of it"):
            self.assertIn(word, texts)

    def test_shapes_of_modes_on_the_schematic(self):
        """Two equal masses on a wall: x1/x2 = 0.618 in the slow mode and -1.618 in the fast one; arrows have the root of these lengths."""
        t = "translational."
        link = {"type": t + "spring", "parameters": {"stiffness": 100}}
        path, svg = FOLDER / "pair.json", FOLDER / "shapes.svg"
        path.write_text(json.dumps({"format": "stribeck/1", "title": "Pair", "components": {"a": {"type": t + "mass", "parameters": {"mass": 1}}, "b": {"type": t + "mass", "parameters": {"mass": 1}}, "s": link, "u": link,
                                                                          "g": {"type": t + "ground"}},
                                    "connections": [["a.M", "s.R", "u.C"], ["b.M", "u.R"], ["s.C", "g.W"]], "experiment": {"stop": 1}}))
        done = stribeck("modes", path, "--at", "start", "--draw", svg, "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        arrows = re.findall(r"<title>(\S+): (\S+) at (\S+) deg</title><circle[^>]*>(?:<path class=\"phasor\" d=\"M(\S+) (\S+)L(\S+) (\S+)\"/>)", svg.read_text())
        self.assertEqual([(name, float(size), float(phase)) for name, size, phase, *_ in arrows], [("a.M", 0.618034, 0), ("b.M", 1, 0), ("a.M", 1, 0), ("b.M", 0.618034, 180)])
        self.assertEqual([float(end) > float(start) for *_, start, _, end, _ in arrows], [True, True, True, False])
        self.assertEqual(sum("mode 2: 2.575 Hz" in text for text in self.texts(svg)), 1)
        self.assertEqual(stribeck("modes", path, "--draw", svg, "--mode", "3").returncode, 2)

    def test_what_cannot_be_drawn_is_refused(self):
        for options in (["--picture", "bode"], ["--plot", "a.svg", "--picture", "step"], ["--plot", "a.svg", "--picture", "spiral"], ["--step", "p.force"], ["--step", "p.force=0"],
                        ["--step", "k.stiffness=1"]):
            done = stribeck("linearise", oscillator(), "--inputs", "p.force", *options, cwd=FOLDER)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn("error[arguments.invalid]", done.stderr)


if __name__ == "__main__":
    unittest.main()
