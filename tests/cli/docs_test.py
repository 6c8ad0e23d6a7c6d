"""stribeck docs: the catalogue is written whole, its committed list is up to date, and what it searches finds what strangers look for."""
import concurrent.futures
import csv
import io
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck, without_comments  # noqa: E402

ROUNDING = 1e-12  # of the largest number of a plot: what should be zero, after all the operations of a run
ALIKE = 1e-9  # of a curve's largest value: nobody sees such a change
STILL = 1e-5  # of the largest number of a run: less is no motion that a plot could show


def curves_of(plot):
    curves = plot["y"] if isinstance(plot["y"], list) else [plot["y"]]
    return [curve["of"] if isinstance(curve, dict) else curve for curve in curves]


def dull_curves(path, plots):
    """What the plots show that says nothing: curves that are zero all along, and titles over constants alone."""
    outputs = [word for plot in plots for name in curves_of(plot) + [plot.get("x", "time")] if name != "time" for word in ("--outputs", name)]
    result = stribeck("run", path, "--quiet", "--csv", "-", *outputs)
    header, *rows = csv.reader(io.StringIO(result.stdout))
    largest, changes = {}, {}
    for name, column in zip(header, zip(*rows)):
        values = [float(value) for value in column]
        largest[name] = max(map(abs, values))
        changes[name] = max(values) - min(values)
    found = []
    for plot in plots:
        names = [name for curve in curves_of(plot) for name in header if name == curve or "*" in curve and fits(name, curve)]
        page = max(largest[name] for name in names)
        found += [name for name in names if largest[name] <= ROUNDING * page]
        if not any(changes[name] > max(ALIKE * largest[name], ROUNDING * page) for name in names):
            found.append(plot["title"])
    return found


def largest_change(path):
    """Of any output, over the largest value of all."""
    header, *rows = csv.reader(io.StringIO(stribeck("run", path, "--quiet", "--csv", "-").stdout))
    columns = [[float(value) for value in column] for name, column in zip(header, zip(*rows)) if name != "time"]
    return max(max(column) - min(column) for column in columns) / max(abs(value) for column in columns for value in column)


def fits(name, pattern):
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name)


def upright_lines(drawing):
    """Where the curves of a plot stand upright for some length, by the numbers of its horizontal axis."""
    labels = re.findall(r'translate\(([\d.]+),[\d.]+\)"[^>]*text-anchor="middle">\s*<text><tspan[^>]*>\s*(-?[\d.]+)</tspan>', drawing)
    (left, first), (right, last) = [tuple(map(float, label)) for label in (labels[0], labels[-1])]
    found = set()
    for colour, path in re.findall(r"<path stroke='rgb\(([^']*)\)'[^>]*d='([^']*)'", drawing):
        if len(set(colour.replace(" ", "").split(","))) == 1:
            continue  # grey: axes and grid
        points = [tuple(map(float, point)) for point in re.findall(r"([\d.]+),([\d.]+)", path)]
        for (x, y), (next_x, next_y) in zip(points, points[1:]):
            if abs(x - next_x) < 0.02 and abs(y - next_y) > 30:
                found.add(round(first + (x - left) / (right - left) * (last - first), 2) + 0.0)
    return sorted(found)


class Docs(unittest.TestCase):
    def test_the_committed_list_is_what_the_program_writes(self):
        result = stribeck("docs", "--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, (ROOT / "docs/components.md").read_text(), "run: stribeck docs --list > docs/components.md")

    def test_pages_of_every_type_in_both_forms(self):
        types = [line.split()[0] for line in stribeck("list").stdout.splitlines() if "." in line.split(" ")[0]]
        with tempfile.TemporaryDirectory() as folder:
            result = stribeck("docs", folder, "--quiet")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            pages = {path.name for path in Path(folder).iterdir()}
            self.assertEqual(pages, {f"{t}.{e}" for t in types for e in ("html", "md")} | {"index.html", "README.md", "which_friction.html"})
            for path in Path(folder).glob("*.html"):
                for link in re.findall(r'href="([^"#]+)"', path.read_text()):
                    if not link.startswith("data:"):
                        self.assertIn(link, pages, path.name)

    def test_the_search_knows_names_of_other_tools(self):
        with tempfile.TemporaryDirectory() as folder:
            stribeck("docs", folder, "--quiet")
            html = (Path(folder) / "index.html").read_text()
            rows = json.loads(re.search(r'id="index">(.*?)</script>', html, re.S).group(1))
            known = {row[0]: row[2] for row in rows}
            for type_, name in (("translational.hard_stop", "Translational Hard Stop"), ("rotational.elastic_backlash", "ElastoBacklash"),
                                ("mechanisms.planetary_gear", "Planetary"), ("signals.delay", "FixedDelay")):
                self.assertIn(name, known[type_])

    def test_curves_of_the_diagram_that_verifies(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as diagrams:
            (Path(diagrams) / "rotational_spring.json").write_text((ROOT / "diagrams/verify/rotational_spring.json").read_text())
            result = stribeck("docs", folder, "--diagrams", diagrams, "--quiet")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("gnuplot", (Path(folder) / "rotational.spring.html").read_text().lower())

    def test_the_example_of_a_page_shows_chosen_curves_that_say_something(self):
        with tempfile.TemporaryDirectory() as folder:
            result = stribeck("docs", folder, "--diagrams", ROOT / "diagrams/verify", "--quiet")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            pages = {path.stem: path.read_text() for path in Path(folder).glob("*.*.html")}
        shown = {}
        for name, page in pages.items():
            if example := re.search(r"<code>stribeck run (diagrams/verify/[^<]+)</code>", page):
                shown[example[1]] = 'class="drawing wide"' in page.partition('<section id="example"')[2]
        self.assertGreater(len(shown), 200)
        plots = {}
        for file, has_picture in shown.items():
            diagram = json.loads(without_comments((ROOT / file).read_text()))
            if not has_picture:
                self.assertEqual(diagram["expect"].get("states"), 0, f"{file}: only where nothing moves there is nothing to draw")
                continue
            plots[file] = diagram.get("plots", [])
            self.assertTrue(plots[file] and all(plot.get("title") for plot in plots[file]), f"{file}: choose plots, with titles")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for file, dull in zip(plots, pool.map(lambda file: dull_curves(ROOT / file, plots[file]), plots)):
                self.assertEqual(dull, [], file)

    def test_diagrams_in_which_something_moves_have_chosen_plots(self):
        for folder in ("verify", "reference"):
            for path in sorted((ROOT / "diagrams" / folder).rglob("*.json*")):
                diagram = json.loads(without_comments(path.read_text()))
                if "components" not in diagram:  # a file that others include
                    continue
                plots = diagram.get("plots", [])
                self.assertTrue(all(plot.get("title") for plot in plots), f"{path.name}: a plot has no title")
                if not plots:
                    self.assertLess(largest_change(path), STILL, f"{path.name}: something changes, choose plots that show it")

    def test_a_stop_and_a_spring_show_their_force_over_the_way(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as none:
            self.assertEqual(stribeck("docs", folder, "--diagrams", none, "--quiet").returncode, 0)
            laws = {path.stem: path.read_text().partition('<section id="law"')[2].partition("</section>")[0] for path in Path(folder).glob("*.*.html")}
        for domain, force in (("translational", "F over x"), ("rotational", "T over phi")):
            for name in ("hard_stop", "elasto_gap", "elastic_backlash", "detent", "nonlinear_spring"):
                self.assertIn(force, laws[f"{domain}.{name}"], name)
            for name in ("contact", "backlash"):
                self.assertIn(f"{force}, rigid: it takes any force at its sides", laws[f"{domain}.{name}"], name)
            for name in ("spring", "spring_damper", "damper", "mass", "ground"):  # straight, or no law between two
                self.assertEqual(laws.get(f"{domain}.{name}", ""), "", name)
            self.assertIn("in steady slip, and at rest what it holds", laws[f"{domain}.dry_friction"])
            self.assertIn("in steady slip, and at rest any force", laws[f"{domain}.freewheel"])
            self.assertNotRegex(laws[f"{domain}.freewheel"], r">-?[\d.]+e-\d+<", "its scale is not that of rounding")
        self.assertIn("maximum_normal_force = 1 N", laws["rotational.clutch"])
        for name, force in (("translational.karnopp_mass", "F"), ("rotational.karnopp_pair", "T"), ("rotational.switch_inertia", "T"),
                            ("translational.mass_with_stop_and_friction", "friction")):  # bodies with friction of their own
            self.assertRegex(laws[name], f"{force} over [vw] as a growing push makes it faster, and at rest what it holds", name)
        self.assertIn("F over v in steady slip, on average", laws["translational.bristle_friction"])
        self.assertIn("F over the way, from rest and there and back slowly", laws["translational.bristle_friction"])
        # Its compliant models differ in what cannot be seen over the way.
        self.assertEqual(set(re.findall(r"model = (\w+)", laws["translational.hard_stop"])), {"smooth", "restitution"})
        self.check_vertical_lines(laws)

    def check_vertical_lines(self, laws):
        """Where a law stands upright, in units of its axis: at rest, and at the sides of a gap."""
        for name, expected in (("translational.dry_friction", [0]), ("rotational.torque_limiter", [0]), ("rotational.freewheel", [0]),
                               ("rotational.one_way_clutch", [0]), ("translational.contact", [0]), ("rotational.ratchet", [0]),
                               ("translational.backlash", [-5, 5])):  # mm
            drawing = laws[name].partition('<div class="drawing narrow">')[0]
            self.assertEqual(upright_lines(drawing), expected, name)

    def test_a_type_of_a_diagram_has_a_page_with_its_modes_and_its_curves(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as diagrams:
            tank = Path(diagrams) / "tank.json"
            tank.write_text((ROOT / "diagrams/verify/definitions_modes.json").read_text())
            result = stribeck("docs", folder, "--in", tank, "--diagrams", diagrams, "--quiet")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            page = (Path(folder) / "tank.html").read_text()
            for shown in ('class="ports"', 'class="modes"', ">fill</text>", ">drain</text>", "<math", "of the liquid", "level</mi>", "gnuplot"):
                self.assertIn(shown, page, shown)
            for from_to, condition in (("fill, drain", "level >= 1"), ("drain, fill", "level \\<= 0")):
                self.assertIn(f"| {from_to} | {condition} |", (Path(folder) / "tank.md").read_text())
            self.assertIn('["tank",', (Path(folder) / "index.html").read_text())

    def test_what_cannot_be_done_is_said(self):
        self.assertEqual(stribeck("docs").returncode, 2)
        with tempfile.TemporaryDirectory() as folder:
            result = stribeck("docs", folder, "--diagrams", "no/such/folder")
            self.assertEqual(result.returncode, 2)
            self.assertIn("--diagrams names no folder", result.stderr)


if __name__ == "__main__":
    unittest.main()
