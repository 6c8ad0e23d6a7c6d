"""The page of a branch as its reader meets it: in a real browser, a click on a point shows the orbit there; it fits a phone."""
import json
import math
import re
import shlex
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser  # noqa: E402
from pictures_in_browser_test import WIDER  # noqa: E402
from program import stribeck  # noqa: E402
from small_drives import FOLDER, belt, tustin  # noqa: E402

# What is shown of the point that is chosen.
SHOWN = """({where: document.getElementById("where").textContent,
  facts: Object.fromEntries([...document.querySelectorAll("#facts tr")].map((row) => [row.cells[0].textContent, row.cells[1].textContent])),
  events: [...document.querySelectorAll("#events tr")].map((row) => row.cells[1].textContent),
  path: document.querySelector("#curves path").getAttribute("d")})"""


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class BranchPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = FOLDER / "clicked.html"
        result = stribeck("continue", belt("clicked", 2.1, tustin(), 0, 2.1, 0.05, 60), "--over", "speed=2..2.3", "--step", "0.3", "--points",
                          "12", "--plot", cls.path)
        assert result.returncode == 0, result.stderr
        cls.data = json.loads(re.search(r'id="branch">(.*?)</script>', cls.path.read_text(), re.DOTALL).group(1))
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def open(self, width):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.browser.errors.clear()
        self.browser.open(self.path)
        self.addCleanup(lambda: self.assertEqual(self.browser.errors, []))

    def click(self, point):
        x, y = self.browser.evaluate(f"""(() => {{
            const box = document.querySelector('circle[data-point="{point}"]').getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.mouse(kind, x, y, button="left", clickCount=1)
        return self.browser.evaluate(SHOWN)

    def check(self, point, shown):
        data = self.data["points"][point]
        self.assertEqual(shown["where"], f"Point {point + 1} of {len(self.data['points'])}")
        self.assertEqual(float(shown["facts"]["speed"]), data["p"])
        self.assertEqual(shown["facts"]["period"], dict(data["facts"])["period"])
        self.assertEqual(shown["events"], [what for _, what in data["events"]])
        # The curve is the one of that orbit: its highest place is where the output is largest.
        painted = [[float(value) for value in pair.split()] for pair in re.split("[ML]", shown["path"])[1:]]
        top = min(range(len(painted)), key=lambda k: painted[k][1])
        values = data["y"][self.data["chosen"]]
        self.assertTrue(math.isclose(values[top], max(values), abs_tol=1e-2 * (max(values) - min(values))))

    def test_a_click_on_a_point_shows_its_orbit(self):
        self.open(1280)
        self.assertEqual([url for url in self.browser.requests() if not url.startswith(("file:", "data:"))], [])
        points = self.data["points"]
        self.assertTrue(points[0]["events"] and not points[-1]["events"])  # stick-slip, and sliding behind the corner
        for point in (0, len(points) - 1):
            self.check(point, self.click(point))
        self.browser.evaluate("document.getElementById('before').click()")
        self.check(len(points) - 2, self.browser.evaluate(SHOWN))

    def test_it_tells_what_makes_it_again(self):
        """With what bounds the steps: the branch that the command makes has the same points."""
        self.open(1280)
        words = shlex.split(self.browser.evaluate("document.querySelector('main > pre').textContent"))
        self.assertEqual(words[:2], ["stribeck", "continue"])
        again = stribeck(*words[1:], "--format", "json")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual([point["parameter"] for point in json.loads(again.stdout)["points"]], [point["p"] for point in self.data["points"]])

    def test_it_fits_a_phone(self):
        self.open(390)
        self.assertEqual(self.browser.evaluate(WIDER), [])
        self.assertLessEqual(self.browser.evaluate("document.getElementById('chart').getBoundingClientRect().right"), 390)
        self.check(1, self.click(1))
        self.assertEqual(self.browser.evaluate(WIDER), [])


if __name__ == "__main__":
    unittest.main()
