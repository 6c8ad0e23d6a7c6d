"""The page of a study as its reader meets it: in a real browser, a click shows a run, its curve and its command; a brush selects; it fits a phone and
stays fluent with a hundred thousand rows."""
import base64
import csv
import json
import shlex
import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser  # noqa: E402
from pictures_in_browser_test import WIDER  # noqa: E402
from program import PROGRAM, ROOT, run, stribeck  # noqa: E402

STICK_SLIP = ROOT / "diagrams/start/rotational_stick_slip.json"
SAMPLES = 40
MANY = 100_000

CLICK = """(() => { const canvas = document.getElementById("scatter"), box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new MouseEvent("click", {clientX: box.left + %g, clientY: box.top + %g, bubbles: true}));
  return {which: document.getElementById("which").textContent, command: document.getElementById("command").textContent,
          facts: [...document.querySelectorAll("#facts tr")].map((row) => row.cells[1].textContent)}; })()"""
BRUSH = """(() => { const canvas = document.getElementById("parallel"), box = canvas.getBoundingClientRect(), send = (type, x, y) =>
  canvas.dispatchEvent(new PointerEvent(type, {clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerId: 1}));
  canvas.setPointerCapture = () => {}; send("pointerdown", 40, 60); send("pointerup", 40, 180); return document.getElementById("selected").textContent; })()"""
# How many pixels of a canvas are not as the paper.
INK = """(() => { const canvas = document.getElementById("%s"), data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let count = 0; for (let k = 3; k < data.length; k += 4) count += data[k] > 0; return count; })()"""


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class StudyPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        plan = cls.folder / "plan.json"
        plan.write_text(json.dumps({"format": "stribeck-study/1", "title": "Tolerances </script> of a drive", "diagram": str(STICK_SLIP),
                                    "sampling": {"method": "sobol", "count": SAMPLES},
                                    "factors": {"load.inertia": {"uniform": {"from": "0.8 kg*m^2", "to": "1.2 kg*m^2"}},
                                                "speed": {"uniform": {"from": "1 rpm", "to": "3 rpm"}}},
                                    "scalars": {"peak": {"max": "load.w"}}, "curves": {"turn": "spring.phi"}, "experiment": {"stop": "0.5 s"}}))
        cls.path = cls.folder / "page.html"
        for words in (["study", plan, "--dir", cls.folder / "a", "--quiet"], ["study", "report", cls.folder / "a", "-o", cls.path, "--quiet"]):
            result = stribeck(*words)
            assert result.returncode == 0, result.stderr
        cls.rows = list(csv.DictReader((cls.folder / "a/table.csv").read_text().splitlines()))
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def open(self, width, path=None):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.browser.errors.clear()
        self.browser.open(path or self.path)
        self.addCleanup(lambda: self.assertEqual(self.browser.errors, []))

    def test_a_click_shows_a_run_and_the_command_that_repeats_it(self):
        self.open(1280)
        told = self.browser.evaluate(CLICK % (200, 150))
        row = self.rows[int(told["which"].split()[1].rstrip(":"))]
        self.assertEqual([float(fact) for fact in told["facts"]], [float(f"{float(row[name]):.5g}") for name in ("load.inertia", "speed", "peak")])
        words = shlex.split(told["command"])
        self.assertEqual(words[0], "stribeck")
        found = list(csv.DictReader(run(PROGRAM, *words[1:], "--quiet", "--csv", "-").splitlines()))
        self.assertEqual(max(float(one["load.w"]) for one in found), float(row["peak"]))

    def test_units_are_those_that_people_write(self):
        """A factor has the unit that its type declares: a torque is in N*m; its dimension, kg*m^2/s^2, has an energy too."""
        plan = json.loads((self.folder / "plan.json").read_text())
        plan["factors"] = {"friction.coulomb_torque": ["20 N*m", "21 N*m"], "load.inertia": ["1 kg*m^2"]}
        plan["sampling"] = "grid"
        (self.folder / "units.json").write_text(json.dumps(plan))
        run(PROGRAM, "study", self.folder / "units.json", "--dir", self.folder / "units", "--quiet")
        run(PROGRAM, "study", "report", self.folder / "units", "-o", self.folder / "units.html", "--quiet")
        self.open(1280, self.folder / "units.html")
        told = self.browser.evaluate("[...document.querySelectorAll('#colour option')].map((one) => one.textContent)")
        self.assertEqual(told, ["friction.coulomb_torque [N\u00b7m]", "load.inertia [kg\u00b7m\u00b2]", "peak [rad/s]"])

    def test_the_head_names_files_without_their_folders(self):
        self.open(1280)
        lead = self.browser.evaluate("document.querySelector('.lead').textContent")
        self.assertTrue(lead.startswith(f"sobol of {STICK_SLIP.name}: "), lead)

    def test_every_picture_is_drawn(self):
        for width in (1280, 390):
            self.open(width)
            self.assertEqual(self.browser.evaluate(WIDER), [])
            for name in ("parallel", "scatter", "heat", "matrix", "histograms", "tornado", "curves"):
                self.assertGreater(self.browser.evaluate(INK % name), 500, (name, width))
            self.assertTrue(self.browser.evaluate("document.getElementById('sobol-part').hidden"))

    def test_a_drag_along_an_axis_selects(self):
        self.open(1280)
        said = self.browser.evaluate(BRUSH)
        chosen = int(said.split()[0])
        self.assertEqual(said, f"{chosen} of {SAMPLES} rows selected")
        self.assertTrue(0 < chosen < SAMPLES)
        self.browser.evaluate("document.getElementById('all').click()")
        self.assertEqual(self.browser.evaluate("document.getElementById('selected').textContent"), f"{SAMPLES} of {SAMPLES} rows selected")

    def test_it_asks_for_nothing(self):
        self.open(1280)
        self.assertEqual([one for one in self.browser.requests() if not one.startswith(("file:", "data:"))], [])

    def test_a_hundred_thousand_rows(self):
        """The same page with other numbers: processor time of the page, not a clock."""
        page = self.path.read_text()
        head, rest = page.split('<script type="application/json" id="study">')
        text, rest = rest.split("</script>", 1)
        data = json.loads(text)
        data |= {"rows": MANY, "samples": MANY}
        data["curves"]["every"] = MANY // SAMPLES
        scripts = f'<script type="text/plain" id="states">{base64.b64encode(bytes(MANY)).decode()}</script>'
        for k in range(3):
            numbers = struct.pack(f"<{MANY}d", *(((k + 1) * 0.6180339887 * row) % 1 for row in range(MANY)))
            scripts += f'<script type="text/plain" id="column-{k}">{base64.b64encode(numbers).decode()}</script>'
        curve = rest[rest.index('<script type="text/plain" id="curve-0">'):]
        path = self.folder / "many.html"
        path.write_text(head + '<script type="application/json" id="study">' + json.dumps(data) + "</script>" + scripts + curve)
        self.open(1280, path)
        before = self.browser.busy_s()
        self.assertIn("Sample", self.browser.evaluate(CLICK % (200, 150))["which"])
        self.assertLess(self.browser.busy_s() - before, 2)  # 0.16 s by hand; what is quadratic takes minutes


if __name__ == "__main__":
    unittest.main()
