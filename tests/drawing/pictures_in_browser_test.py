"""Drawings and pages as a browser sets them: no text lies on another, nothing leaves its picture or its page."""
import base64
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import browser  # noqa: E402
from program import ROOT, stribeck  # noqa: E402

# Of each picture: pairs of texts whose boxes overlap by more than a pixel and a half, texts that leave it, and wires that run through one.
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
  for (const line of svg.querySelectorAll("polyline[class]")) {
    const points = [...line.points].map((point) => point.matrixTransform(line.getScreenCTM()));
    for (let k = 1; k < points.length; ++k)
      for (const {text, box} of texts)
        if (Math.max(points[k - 1].x, points[k].x) > box.left + 1 && Math.min(points[k - 1].x, points[k].x) < box.right - 1 &&
            Math.max(points[k - 1].y, points[k].y) > box.top + 3 && Math.min(points[k - 1].y, points[k].y) < box.bottom - 1)
          found.push(line.getAttribute("class") + " through " + text);
  }
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


# Of a page: pairs of texts that lie on one another. A formula, a letter of the law with its index, and a text of a drawing are one each; what
# a box hides that scrolls does not count.
LIE_ON_ONE_ANOTHER = """(() => {
  const clipOf = (node) => {
    let clip = {left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity};
    for (; node && node !== document.body; node = node.parentElement) {
      if (!(node instanceof HTMLElement) || getComputedStyle(node).overflow === "visible") continue;
      const box = node.getBoundingClientRect();
      clip = {left: Math.max(clip.left, box.left), right: Math.min(clip.right, box.right), top: Math.max(clip.top, box.top), bottom: Math.min(clip.bottom, box.bottom)};
    }
    return clip;
  };
  const boxes = [], whole = new Set();
  const add = (rect, text, of, clip) => {
    const box = {left: Math.max(rect.left, clip.left), right: Math.min(rect.right, clip.right), top: Math.max(rect.top, clip.top), bottom: Math.min(rect.bottom, clip.bottom), text, of};
    if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("script, style, title") || !parent.checkVisibility()) continue;
    const one = parent.closest("math, svg text, sub, sup");
    if (one) {
      if (whole.has(one)) continue;
      whole.add(one);
      if (!one.matches("sub, sup")) add(one.getBoundingClientRect(), one.textContent.trim().slice(0, 40), one, clipOf(one.closest("div, td, pre, body")));
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) add(rect, node.textContent.trim().slice(0, 40), parent.closest("p, td, th, dd, dt, pre, a, summary, li, h1, h2, h3") || parent, clipOf(parent));
  }
  boxes.sort((a, b) => a.top - b.top);
  const found = [];
  boxes.forEach((a, i) => {
    for (let k = i + 1; k < boxes.length && boxes[k].top < a.bottom - 3; ++k) {
      const b = boxes[k], x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom, b.bottom) - b.top;
      if (a.of !== b.of && !a.of.contains(b.of) && !b.of.contains(a.of) && x > 1.5 && y > 3) found.push(`${a.text} | ${b.text}`);
    }
  });
  return found.slice(0, 5);
})()"""


# Boxes of a report that hide a part of what they hold without a sign of it, and panels that are shown but empty.
UNTOLD_CUTS = """[...document.querySelectorAll("pre, .scroll, .wide, .drawing")].filter((box) => box.checkVisibility() &&
  ((box.scrollWidth > box.clientWidth + 2 && !box.classList.contains("cut-right")) ||
  (box.scrollHeight > box.clientHeight + 2 && !box.classList.contains("cut-below")))).map((box) => box.className + box.textContent.slice(0, 40))"""
UNPAINTED = """[...document.querySelectorAll(".panel")].filter((panel) => !panel.hidden && !(panel.querySelector(".paper")?.checkVisibility() &&
  [...panel.querySelectorAll(".paper path")].some((path) => path.getTotalLength() > 100 && path.getAttribute("d").length > 200))).map((panel) => panel.textContent)"""


# Letters of the curves that a page shows, in pixels of the screen, and formulas that are cut off without a sign of it.
SMALLEST_LETTER = """Math.min(99, ...[...document.querySelectorAll(".drawing.wide text, .drawing.narrow text")].filter((text) => text.checkVisibility())
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b)))"""
NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"
UNTOLD_FORMULAS = """[...document.querySelectorAll("td:has(> .math)")].filter((cell) => cell.checkVisibility() &&
  cell.scrollWidth > cell.clientWidth + 2 && !cell.classList.contains("cut-right")).map((cell) => cell.textContent.slice(0, 40))"""


def machine(axes):
    """A diagram of as many drives as asked, each of 18 parts with two control loops; walls are all that they share."""
    parts = {"wish": "signals.ramp", "position": "signals.pid_controller", "speed": "signals.pid_controller", "filter": "signals.first_order",
             "motor": "rotational.torque_source", "rotor": "rotational.inertia", "encoder": "rotational.absolute_motion_sensor",
             "gear": "mechanisms.gear_box", "teeth": "rotational.elastic_backlash", "spindle": "rotational.inertia",
             "bearing": "rotational.dry_friction", "screw": "mechanisms.ball_screw", "table": "translational.mass",
             "guide": "translational.dry_friction", "stops": "translational.hard_stop", "scale": "translational.absolute_motion_sensor",
             "coupling": "translational.spring_damper", "load": "translational.mass"}
    gains = {"position": "10 rad/s/m", "speed": "0.5 N*m*s/rad"}
    wires = ("wish.y position.u_s", "scale.x position.u_m", "position.y speed.u_s", "encoder.w speed.u_m", "speed.y filter.u", "filter.y motor.S",
             "motor.R rotor.I gear.S encoder.R", "gear.O teeth.R", "teeth.C spindle.I screw.S bearing.R",
             "screw.N table.M guide.R stops.R scale.R coupling.R", "coupling.C load.M")
    components = {"stand": {"type": "rotational.ground"}, "bed": {"type": "translational.ground"}}
    connections, stand, bed = [], ["stand.W"], ["bed.W"]
    for axis in range(1, axes + 1):
        for name, type_name in parts.items():
            components[f"{name}_{axis}"] = {"type": type_name} | ({"parameters": {"gain": gains[name]}} if name in gains else {})
        own = lambda port: "{}_{}.{}".format(port.split(".")[0], axis, port.split(".")[1])
        connections += [[own(port) for port in wire.split()] for wire in wires]
        stand += [own("motor.C"), own("bearing.C")]
        bed += [own("guide.C"), own("stops.C")]
    return {"format": "stribeck/1", "title": f"{axes} axes", "components": components, "connections": connections + [stand, bed],
            "experiment": {"stop": "1 s"}}


def chain(bodies):
    """As many bodies on springs in a row, of which the first moves."""
    components = {"wall": {"type": "translational.ground"}, "body1": {"type": "translational.mass", "initial": {"v": 1}}}
    wires = [["spring1.C", "wall.W"], ["spring1.R", "body1.M", "spring2.C"]]
    for k in range(1, bodies + 1):
        components[f"spring{k}"] = {"type": "translational.spring"}
        if k > 1:
            components[f"body{k}"] = {"type": "translational.mass"}
            wires.append([f"spring{k}.R", f"body{k}.M"] + ([f"spring{k + 1}.C"] if k < bodies else []))
    return {"format": "stribeck/1", "title": f"{bodies} bodies", "components": components, "connections": wires, "experiment": {"stop": "1 s"}}


# On paper nothing scrolls: boxes that hold more than they show.
CUT_ON_PAPER = """[...document.querySelectorAll("pre, .scroll, .wide, .drawing, table")].filter((box) => box.checkVisibility() &&
  (box.scrollWidth > document.documentElement.clientWidth + 1 || box.getBoundingClientRect().right > document.documentElement.clientWidth + 1 ||
  box.scrollHeight > box.clientHeight + 2 && box.tagName !== "TABLE")).map((box) => `${box.className} ${box.scrollWidth} ` + box.textContent.slice(0, 40))"""


@unittest.skipUnless(browser.find(), "no Chromium here (Debian: apt-get install chromium)")
class Drawings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()  # one for all: to start it takes longer than most pages
        cls.addClassCleanup(cls.browser.close)

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

    def test_three_hundred_parts_are_as_readable_as_twenty(self):
        pictures = {}
        for axes in (1, 17):
            path = Path(self.folder.name) / f"axes_{axes}.json"
            path.write_text(json.dumps(machine(axes)))
            pictures[axes] = path
        self.assert_apart(list(pictures.values()))
        # Each axis stands by itself below the one before: as wide as one alone, no higher than as many of these, and no wire is longer.
        size = {axes: [float(x) for x in re.search(r'width="(\d+)" height="(\d+)"', self.schematic(path)).groups()] for axes, path in pictures.items()}
        longest = {axes: max(self.lengths(self.schematic(path))) for axes, path in pictures.items()}
        names = 60  # px: "position_17" is longer than "position_1"
        self.assertLess(size[17][0], size[1][0] + names)
        self.assertLess(size[17][1], 17 * size[1][1])
        self.assertLess(longest[17], 1.1 * longest[1])  # what leads all the way back passes every column, each as wide as its longest name

    def lengths(self, picture):
        for points in re.findall(r'<polyline class="\w+" points="([^"]*)"', picture):
            ends = [tuple(map(float, point.split(","))) for point in points.split()]
            yield sum(abs(c - a) + abs(d - b) for (a, b), (c, d) in zip(ends, ends[1:]))

    def test_no_wire_is_painted_twice(self):
        for path in sorted(ROOT.glob("diagrams/gallery/*.json*")) + [ROOT / "diagrams/verify/joints_planar_areas.json"]:
            level = []
            for look, points in re.findall(r'<polyline class="(\w+)" points="([^"]*)"', self.schematic(path)):
                ends = [tuple(map(float, point.split(","))) for point in points.split()]
                level += [(look, b, min(a, c), max(a, c)) for (a, b), (c, d) in zip(ends, ends[1:]) if b == d]
            level.sort()
            twice = [(a, b) for a, b in zip(level, level[1:]) if a[:2] == b[:2] and b[2] < a[3] - 0.5]  # px: rounding of written numbers
            with self.subTest(path.name):
                self.assertEqual(twice, [])

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
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)

    def assert_apart(self, files, *options, draw=None):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "drawings.html"
            drawings = []
            for path in files:
                picture = (draw or self.schematic)(path, *options)
                drawings.append("<div>" + picture[picture.index("<svg"):] + "</div>")
            page.write_text("<!DOCTYPE html><meta charset='utf-8'>" + "\n".join(drawings))
            self.browser.open(page)
            for path, overlaps in zip(files, self.browser.evaluate(OVERLAPS)):
                with self.subTest(path.name, options=options):
                    self.assertEqual(overlaps, [])

    def test_a_report_fits_a_phone_and_every_panel_is_on_paper(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            result = stribeck("report", ROOT / "diagrams/gallery/bowed_string.jsonc", "--quiet", "-o", page)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.browser.call("Emulation.setDeviceMetricsOverride", width=390, height=900, deviceScaleFactor=1, mobile=True)
            self.browser.open(page)
            self.assertEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 390)
            # What is wider than its place fades at its edge.
            self.assertEqual(self.browser.evaluate(UNTOLD_CUTS), [])
            self.assertEqual(self.browser.evaluate(LIE_ON_ONE_ANOTHER), [])
            self.browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=700, deviceScaleFactor=1, mobile=False)
            self.browser.open(page)
            self.browser.call("Emulation.setEmulatedMedia", media="print")
            self.assertGreater(len(self.browser.call("Page.printToPDF")["data"]), 1000)
            self.assertGreater(self.browser.evaluate("document.querySelectorAll('.panel .paper').length"), 0)
            self.assertEqual(self.browser.evaluate(UNPAINTED), [])
            self.assertEqual(self.browser.evaluate(UNTOLD_CUTS), [])
            self.assertEqual(self.browser.evaluate(LIE_ON_ONE_ANOTHER), [])

    def test_a_report_on_paper_holds_all_of_its_tables_and_drawings(self):
        page = Path(self.folder.name) / "report.html"
        # A sheet of A4 between margins of 1 cm, in CSS pixels: 190 mm / 25.4 mm * 96.
        self.browser.call("Emulation.setDeviceMetricsOverride", width=718, height=1000, deviceScaleFactor=1, mobile=False)
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        for name in ("gear_shift", "bowed_string"):
            result = stribeck("report", ROOT / f"diagrams/gallery/{name}.jsonc", "--quiet", "-o", page)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.browser.open(page)
            with self.subTest(name):
                self.assertEqual(self.browser.evaluate(CUT_ON_PAPER), [])

    @unittest.skipUnless(shutil.which("pdftotext"), "no pdftotext here (Debian: apt-get install poppler-utils)")
    def test_the_energy_table_breaks_between_rows_and_has_its_head_on_each_sheet(self):
        for bodies, sheets in ((8, 1), (29, 2)):  # a sheet holds some 45 rows
            path, page, paper = (Path(self.folder.name) / name for name in ("chain.json", "chain.html", "chain.pdf"))
            path.write_text(json.dumps(chain(bodies)))
            result = stribeck("report", path, "--quiet", "-o", page)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.browser.open(page)
            paper.write_bytes(base64.b64decode(self.browser.call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)["data"]))
            texts = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, text=True, check=True).stdout.split("\f")
            heads = [number for number, text in enumerate(texts) if re.search(r"component +work in", text)]
            rows = [number for number, text in enumerate(texts) if re.search(r"(body|spring)\d+ +\u2212?[\d.]+ .?J .*J", text)]
            with self.subTest(bodies=bodies):
                self.assertEqual(len(heads), sheets)
                self.assertEqual(heads, rows)
                self.assertRegex(texts[heads[-1]], r"(?m)^ *total ")

    def test_the_comparison_of_frictions_keeps_its_heads_on_a_phone(self):
        result = stribeck("docs", self.folder.name, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.browser.call("Emulation.setDeviceMetricsOverride", width=390, height=900, deviceScaleFactor=1, mobile=True)
        self.browser.open(Path(self.folder.name) / "which_friction.html")
        # Each cell stands under the head of its column; what is wider than the page scrolls, and fades where it does.
        self.assertEqual(self.browser.evaluate("""[...document.querySelectorAll("td")].filter((cell) => {
          const head = cell.closest("table").rows[0].cells[cell.cellIndex];
          return !head.checkVisibility() || Math.abs(head.getBoundingClientRect().left - cell.getBoundingClientRect().left) > 1;
        }).map((cell) => cell.textContent)"""), [])
        self.assertEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 390)
        self.assertEqual(self.browser.evaluate("""[...document.querySelectorAll("section.wide")].filter((box) =>
          box.scrollWidth > box.clientWidth + 2 && !box.classList.contains("cut-right")).length"""), 0)

    def test_no_page_runs_off_the_screen_or_has_texts_on_one_another(self):
        folder = self.folder.name
        result = stribeck("docs", folder, "--diagrams", ROOT / "diagrams/verify", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        for page in sorted(Path(folder).glob("*.html")):
            self.browser.open(page)
            for width in (1280, 390):  # a page that is loaded once follows its window
                self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
                with self.subTest(page.name, width=width):
                    self.assertEqual(self.browser.evaluate("innerWidth"), width)
                    self.browser.evaluate(NEXT_FRAME)  # until what is cut off has its cue
                    self.assertEqual(self.browser.evaluate(WIDER), [])
                    self.assertEqual(self.browser.evaluate(LIE_ON_ONE_ANOTHER), [])
                    self.assertGreater(self.browser.evaluate(SMALLEST_LETTER), 9)  # 99 where a page has no curves
                    self.assertEqual(self.browser.evaluate(UNTOLD_FORMULAS), [])
        self.assert_law_of_lugre(Path(folder))

    def assert_law_of_lugre(self, folder):
        """Its page shows the level of its bristles, g(v): 25 N just beside rest, 20 N far beyond the Stribeck velocity."""
        law = re.search(r'<section id="law">(.*?)</section>', (folder / "translational.lugre_friction.html").read_text(), re.DOTALL)[1]
        self.assertIn("shape = rational", law)
        curves = [[float(y) for _, y in re.findall(r"([\d.]+),([\d.]+)", path)] for path in re.findall(r"<path[^>]* d='([^']*)'", law)]
        heights = next(heights for heights in curves if len(heights) > 20)  # the first one, "shape = gaussian"
        middle = (max(heights) + min(heights)) / 2  # the law is the same both ways
        self.assertAlmostEqual((middle - min(heights)) / (middle - heights[-1]), 1.25, delta=0.01)  # as finely as the picture is drawn
        # And its hysteresis, there and back by three times the way on which it comes to 0.6 g: so slowly, z is g (1 - exp(-sigma_0 x/g)) from
        # rest, 1 - 0.4^3 of g where it turns, and then (1 + that) 0.4^6 - 1.
        self.assertIn("F over the way", law)
        paths = [[(float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", path)] for path in re.findall(r"<path[^>]* d='([^']*)'", law)]
        loop = max(paths, key=len)
        turns = [k for k in range(1, len(loop) - 1) if (loop[k + 1][0] - loop[k][0]) * (loop[k][0] - loop[k - 1][0]) < 0]
        up, down = (abs(loop[turn][1] - loop[0][1]) for turn in turns[:2])
        self.assertAlmostEqual(up / down, (1 - 0.4 ** 3) / (1 - (2 - 0.4 ** 3) * 0.4 ** 6), delta=0.01)
        self.assertEqual(len(turns), 2)
        self.assertNotIn("over the way", (folder / "translational.dry_friction.html").read_text())  # it does not bend
        self.assertNotIn('<section id="law">', (folder / "translational.spring.html").read_text())

    def test_texts_on_one_another_are_told(self):
        page = Path(self.folder.name) / "faulty.html"
        page.write_text("<!DOCTYPE html><p>one text that is long</p><p style='margin-top: -2.2em'>and another on it</p>")
        self.browser.open(page)
        self.assertEqual(self.browser.evaluate(LIE_ON_ONE_ANOTHER), ["and another on it | one text that is long"])


if __name__ == "__main__":
    unittest.main()
