"""Mechanisms in space on the page of a report: they move, turn, and tell what sticks, with nothing but the page."""
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser  # noqa: E402
from program import ROOT, stribeck  # noqa: E402

ARM = ROOT / "diagrams/gallery/rubbing_pin.jsonc"


def page_of(folder, diagram):
    path = Path(folder) / "page.html"
    result = stribeck("report", diagram, "-o", path, "--quiet")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return path


def data_of(path):
    return json.loads(path.read_text().split('id="mechanism-data">')[1].split("</script>")[0])


class Data(unittest.TestCase):
    def test_places_are_those_of_the_run_and_names_stay_text(self):
        """A cylinder that turns at 2 rad/s about z: the ends of its edges go round, and the name of a body cannot end the script."""
        diagram = {"format": "stribeck/1", "experiment": {"stop": 1, "interval": .01}, "title": "</script><b>",
                   "components": {"world": {"type": "spatial.world", "parameters": {"gravity": [0, 0, 0]}}, "pin": {"type": "spatial.revolute", "initial": {"phi": 0, "w": 2}},
                                  "roller": {"type": "spatial.body", "parameters": {"shape": "cylinder", "radius": .1, "length": .4, "mass": 1}}},
                   "connections": [["world.frame", "pin.a"], ["pin.b", "roller.frame"]]}
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "roller.json"
            source.write_text(json.dumps(diagram))
            data = data_of(page_of(folder, source))
        roller = next(part for part in data["parts"] if part["name"] == "roller")
        self.assertEqual([data["begin"], data["end"]], [0, 1])
        self.assertTrue(any(abs(point[2] - .2) < 1e-9 for line in roller["lines"] for point in line))
        x, y = (data["columns"][c] for c in roller["axes"][0][:2])
        last = len(x) - 1
        for i in (0, last // 2, last):  # six digits
            angle = 2 * i / last
            self.assertAlmostEqual(x[i], math.cos(angle), delta=2e-5)
            self.assertAlmostEqual(y[i], math.sin(angle), delta=2e-5)

    def test_a_diagram_without_mechanisms_has_no_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            text = page_of(folder, ROOT / "diagrams/start/mass_spring_damper.json").read_text()
        self.assertNotIn('id="motion"', text)


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class InABrowser(unittest.TestCase):
    def test_it_plays_turns_and_marks_what_sticks(self):
        with tempfile.TemporaryDirectory() as folder:
            path = page_of(folder, ARM)
            page = browser.Browser(1280, 900)
            self.addCleanup(page.close)
            page.open(path)
            run = page.evaluate
            state = "(({ around, lift, near }) => [around, lift, near])(stribeckMechanism.view())"
            painted = ("(() => { const c = document.querySelector('#mechanism canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                       " let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()")
            self.assertGreater(run(painted), 500)
            before = run(state)
            run("document.querySelector('#mechanism canvas').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))")
            run("document.querySelector('#mechanism canvas').dispatchEvent(new KeyboardEvent('keydown', { key: '+' }))")
            after = run(state)
            self.assertAlmostEqual(after[0] - before[0], .1, delta=1e-12)
            self.assertAlmostEqual(after[2] / before[2], 1.2, delta=1e-12)
            move = "((v) => { const w = document.querySelector('#mechanism .when'); w.value = v; w.dispatchEvent(new Event('input')); return document.querySelector('#mechanism .said').textContent; })"
            self.assertEqual(run(f"{move}(1000)"), "sticks: pin")  # it rests for good
            self.assertEqual(run(f"{move}(50)"), "nothing sticks")
            run("document.querySelector('#mechanism .play').click()")
            at = run("stribeckMechanism.at()")
            for _ in range(200):
                if run("stribeckMechanism.at()") > at:
                    break
            self.assertGreater(run("stribeckMechanism.at()"), at)
            run("document.querySelector('#mechanism .play').click()")
            self.assertEqual(page.errors, [])
            self.assertEqual(run("document.documentElement.scrollWidth <= innerWidth"), True)


if __name__ == "__main__":
    unittest.main()
