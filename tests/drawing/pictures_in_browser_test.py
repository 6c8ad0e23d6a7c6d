"""Drawings and pages as a browser sets them: no text lies on another, nothing leaves its picture or its page."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser  # noqa: E402
from program import ROOT, stribeck  # noqa: E402

# Of each picture: pairs of texts whose boxes overlap by more than a pixel and a half, and texts that leave it.
OVERLAPS = """[...document.querySelectorAll("div > svg")].map((svg) => {
  const frame = svg.getBoundingClientRect(), found = [];
  const texts = [...svg.querySelectorAll("text")].map((text) => ({text: text.textContent, box: text.getBoundingClientRect(), of: text.closest("g.node, g.edge")}));
  texts.forEach((a, i) => {
    if (a.box.left < frame.left - 1 || a.box.right > frame.right + 1 || a.box.bottom > frame.bottom + 1) found.push(a.text + " leaves the picture");
    texts.slice(i + 1).forEach((b) => {
      if (a.of && a.of === b.of) return;  // lines of one label, which Graphviz sets
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 1.5 && y > 3) found.push(a.text + " | " + b.text);
    });
  });
  return found;
})"""

# What is wider than the page, and, where the page is wide, than its section; what may be wider on a phone scrolls in its own place.
WIDER = """(() => {
  const page = document.documentElement, found = [];
  if (page.scrollWidth > page.clientWidth + 1) found.push("the page: " + page.scrollWidth);
  if (page.clientWidth > 1000)
    for (const part of document.querySelectorAll("section, pre, .figure, td"))
      if (part.clientWidth && part.scrollWidth > part.clientWidth + 1) found.push(part.tagName + " " + part.id + ": " + part.textContent.slice(0, 60));
  return found;
})()"""


# Boxes of a report that hide a part of what they hold without a sign of it, and panels that are shown but empty.
UNTOLD_CUTS = """[...document.querySelectorAll("pre, .scroll, .wide, .drawing")].filter((box) => box.checkVisibility() &&
  ((box.scrollWidth > box.clientWidth + 2 && !box.classList.contains("cut-right")) ||
  (box.scrollHeight > box.clientHeight + 2 && !box.classList.contains("cut-below")))).map((box) => box.className + box.textContent.slice(0, 40))"""
UNPAINTED = """[...document.querySelectorAll(".panel")].filter((panel) => !panel.hidden && (() => {
  const canvas = panel.querySelector("canvas"), data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return !data.some((value) => value !== 0);
})()).map((panel) => panel.textContent)"""


# On paper nothing scrolls: boxes that hold more than they show.
CUT_ON_PAPER = """[...document.querySelectorAll("pre, .scroll, .wide, .drawing, table")].filter((box) => box.checkVisibility() &&
  (box.scrollWidth > document.documentElement.clientWidth + 1 || box.getBoundingClientRect().right > document.documentElement.clientWidth + 1 ||
  box.scrollHeight > box.clientHeight + 2 && box.tagName !== "TABLE")).map((box) => `${box.className} ${box.scrollWidth} ` + box.textContent.slice(0, 40))"""


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class Drawings(unittest.TestCase):
    def test_no_text_of_a_drawing_lies_on_another_or_leaves_it(self):
        self.assert_apart(sorted(path for folder in ("start", "gallery", "verify") for path in ROOT.glob(f"diagrams/{folder}/*.json*")))

    def test_no_text_of_a_bond_graph_lies_on_another_or_leaves_it(self):
        files = sorted(path for folder in ("start", "gallery") for path in ROOT.glob(f"diagrams/{folder}/*.json*"))
        self.assert_apart(files, "--bond-graph")
        self.assert_apart(files, "--bond-graph", "--labels")

    def test_no_text_of_a_drawing_with_values_lies_on_another(self):
        self.assert_apart(sorted(ROOT.glob("diagrams/gallery/*.json*")), "--at", "0.01")

    def test_no_text_of_a_plot_lies_on_another(self):
        files = sorted(ROOT.glob("diagrams/gallery/*.json*")) + [ROOT / f"diagrams/verify/{name}.json" for name in (
            "rotational_rate_and_state_stability", "translational_friction_steepest_fall",  # numbers that vary little about a large one
            "spatial_closure", "joints_planar_areas_stick", "positions_of_bodies", "rotational_drum_brake")]
        self.assert_apart(files, draw=self.plot)

    def plot(self, path, *_):
        picture = Path(self.folder.name) / "plot.svg"
        result = stribeck("run", path, "--quiet", "--plot", picture)
        self.assertEqual(result.returncode, 0, result.stderr)
        return picture.read_text()

    def schematic(self, path, *options):
        result = stribeck("draw", path, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def assert_apart(self, files, *options, draw=None):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "drawings.html"
            drawings = []
            for path in files:
                picture = (draw or self.schematic)(path, *options)
                drawings.append("<div>" + picture[picture.index("<svg"):] + "</div>")
            page.write_text("<!DOCTYPE html><meta charset='utf-8'>" + "\n".join(drawings))
            with_browser = browser.Browser()
            self.addCleanup(with_browser.close)
            with_browser.open(page)
            for path, overlaps in zip(files, with_browser.evaluate(OVERLAPS)):
                with self.subTest(path.name, options=options):
                    self.assertEqual(overlaps, [])

    def test_a_report_fits_a_phone_and_every_panel_is_on_paper(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            result = stribeck("report", ROOT / "diagrams/gallery/bowed_string.jsonc", "--quiet", "-o", page)
            self.assertEqual(result.returncode, 0, result.stderr)
            with_browser = browser.Browser()
            self.addCleanup(with_browser.close)
            with_browser.call("Emulation.setDeviceMetricsOverride", width=390, height=900, deviceScaleFactor=1, mobile=True)
            with_browser.open(page)
            self.assertEqual(with_browser.evaluate("document.documentElement.scrollWidth"), 390)
            # What is wider than its place fades at its edge.
            self.assertEqual(with_browser.evaluate(UNTOLD_CUTS), [])
            with_browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=700, deviceScaleFactor=1, mobile=False)
            with_browser.open(page)
            with_browser.call("Emulation.setEmulatedMedia", media="print")
            self.assertGreater(len(with_browser.call("Page.printToPDF")["data"]), 1000)
            self.assertEqual(with_browser.evaluate(UNPAINTED), [])
            self.assertEqual(with_browser.evaluate(UNTOLD_CUTS), [])

    def test_a_report_on_paper_holds_all_of_its_tables_and_drawings(self):
        page = Path(self.folder.name) / "report.html"
        with_browser = browser.Browser()
        self.addCleanup(with_browser.close)
        # A sheet of A4 between margins of 1 cm, in CSS pixels: 190 mm / 25.4 mm * 96.
        with_browser.call("Emulation.setDeviceMetricsOverride", width=718, height=1000, deviceScaleFactor=1, mobile=False)
        with_browser.call("Emulation.setEmulatedMedia", media="print")
        for name in ("gear_shift", "bowed_string"):
            result = stribeck("report", ROOT / f"diagrams/gallery/{name}.jsonc", "--quiet", "-o", page)
            self.assertEqual(result.returncode, 0, result.stderr)
            with_browser.open(page)
            with self.subTest(name):
                self.assertEqual(with_browser.evaluate(CUT_ON_PAPER), [])

    def test_no_page_runs_off_the_screen(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(stribeck("docs", folder, "--quiet").returncode, 0)
            with_browser = browser.Browser()
            self.addCleanup(with_browser.close)
            for width in (1280, 390):
                with_browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
                for page in sorted(Path(folder).glob("*.html")):
                    with_browser.open(page)
                    with self.subTest(page.name, width=width):
                        self.assertEqual(with_browser.evaluate(WIDER), [])


if __name__ == "__main__":
    unittest.main()
