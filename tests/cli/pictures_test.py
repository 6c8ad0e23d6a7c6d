"""Plots, drawings and comparisons as their users meet them."""
import json
import os
import re
import shutil
import stat
import sys
import tempfile
import unittest
import xml.dom.minidom
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck, without_comments  # noqa: E402

DIAGRAM = ROOT / "diagrams/start/mass_spring_damper.json"
SLED = ROOT / "diagrams/verify/translational_dry_friction_sled.json"
CLUTCHES = ROOT / "diagrams/reference/coupled_clutches.json"
needs_gnuplot = unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot here (Debian: apt-get install gnuplot-nox)")
needs_dot = unittest.skipUnless(shutil.which("dot"), "no Graphviz here (Debian: apt-get install graphviz)")


def texts(svg):
    """What stands in the text elements of a picture."""
    nodes = xml.dom.minidom.parseString(svg).getElementsByTagName("text")
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", node.toxml())).strip() for node in nodes]


def along(points):
    """Points on a path of cubic curves."""
    line = points[:1]
    for a, b, c, d in zip(*(points[k::3] for k in range(4))):
        line += [(1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * d for t in (k / 12 for k in range(1, 13))]
    return line


def cross(a, b, c, d):
    """Whether the lines from a to b and from c to d do."""
    side = lambda p, q, r: ((q - p).conjugate() * (r - p)).imag
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_refused(self, result, status, code, *words):
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(f"error[{code}]: ", result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def variant(self, diagram, name="variant.json", **changes):
        content = json.loads(without_comments(diagram.read_text()))
        content.update(changes)
        path = self.folder / name
        path.write_text(json.dumps(content))
        return path

    def plot(self, diagram, *arguments, name="a.svg"):
        result = stribeck("run", diagram, "--quiet", "--plot", self.folder / name, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return (self.folder / name).read_bytes()


@needs_gnuplot
class Plots(Case):
    def test_each_format_has_its_signature(self):
        for name, start in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.html", b"<!DOCTYPE html>")):
            self.assertTrue(self.plot(DIAGRAM, name=name).startswith(start), name)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.html", "a.pdf", "a.png", "a.svg"])

    def test_the_same_run_gives_the_same_picture(self):
        for name in ("a.svg", "a.png", "a.pdf", "a.html"):
            self.assertTrue(self.plot(DIAGRAM, name=name) == self.plot(DIAGRAM, name=name), name)

    def test_titles_units_events_and_what_sticks_are_told(self):
        shown = texts(self.plot(SLED))
        for words in ("Velocity of the sled", "sled.v", "velocity [m/s]", "force [N]", "time [s]", "event", "friction sticks"):
            self.assertIn(words, shown)

    def test_modes_become_a_timeline(self):
        shown = texts(self.plot(CLUTCHES))
        for words in ("clutch1", "clutch2", "clutch3", "sticks", "open", "slips forwards"):
            self.assertIn(words, shown)
        self.assertNotIn("slips backwards", shown)  # none does

    def test_curves_of_two_units_get_two_panels(self):
        shown = texts(self.plot(self.variant(DIAGRAM, plots=[{"y": ["load.v", "spring.F"]}])))
        self.assertIn("velocity [m/s]", shown)
        self.assertIn("force [N]", shown)

    def test_units_labels_logarithms_and_phase_planes(self):
        plots = [{"title": "one", "y": [{"of": "load.v", "label": "the mass"}], "y_unit": "cm/s", "x_unit": "ms"},
                 {"title": "two", "x": "spring.x", "y": "load.v"}, {"title": "three", "y": "spring.F", "log": "both"}]
        shown = texts(self.plot(self.variant(DIAGRAM, plots=plots)))
        for words in ("the mass", "velocity [cm/s]", "time [ms]", "spring.x [m]"):
            self.assertIn(words, shown)

    def test_sensible_plots_where_the_diagram_names_none(self):
        shown = texts(self.plot(self.variant(DIAGRAM, plots=[])))
        self.assertIn("velocity [m/s]", shown)

    def test_other_runs_and_measurements_lie_beside_the_curves(self):
        stribeck("run", DIAGRAM, "--quiet", "--csv", self.folder / "slow.csv", "--set", "load.mass=2")
        (self.folder / "bench.csv").write_text("t;v\n0;0\n1;50\n2;-20\n")
        overlay = [{"file": "bench.csv", "x": "t", "y": "v", "unit": "mm/s", "label": "measured"}]
        diagram = self.variant(DIAGRAM, outputs=["load.v"], plots=[{"y": ["load.v"], "overlay": overlay}])
        shown = texts(self.plot(diagram, "--overlay", self.folder / "slow.csv"))
        self.assertIn("measured", shown)
        self.assertIn("load.v, slow", shown)

    def test_rows_are_the_same_with_and_without_a_picture(self):
        diagram = self.variant(DIAGRAM, outputs=["load.v"], plots=[{"y": ["spring.F"]}])
        stribeck("run", diagram, "--quiet", "--csv", self.folder / "alone.csv")
        self.plot(diagram, "--csv", self.folder / "beside.csv")
        self.assertEqual((self.folder / "alone.csv").read_text(), (self.folder / "beside.csv").read_text())

    def test_names_are_text_and_nothing_else(self):
        self.plot(self.variant(DIAGRAM, title="`touch evil` it's 100 % $(touch evil) {/Bold x_1}"))
        self.assertFalse((self.folder / "evil").exists())
        self.assertFalse((ROOT / "evil").exists())

    def test_what_cannot_be_drawn_is_refused_before_the_run(self):
        self.assert_refused(stribeck("run", DIAGRAM, "--plot", "a.gif"), 2, "arguments.invalid", ".svg, .png, .pdf or .html")
        self.assert_refused(stribeck("run", DIAGRAM, "--overlay", "a.csv"), 2, "arguments.invalid", "--plot")
        self.assert_refused(stribeck("run", DIAGRAM, "--plot", self.folder / "a.svg", "--overlay", "absent.csv"), 2, "file.missing", "absent.csv")
        self.assert_refused(stribeck("run", DIAGRAM, "--plot", self.folder / "none/a.svg"), 1, "output.unwritable", "make the folder")
        wrong = self.variant(DIAGRAM, plots=[{"y": "load.v", "overlay": [{"file": "w.csv", "y": "v"}]}])
        (self.folder / "w.csv").write_text("time,v\n0,fast\n")
        self.assert_refused(stribeck("run", wrong, "--plot", self.folder / "a.svg"), 2, "result.unreadable", "w.csv:2", '"fast"')
        self.assertFalse((self.folder / "a.svg").exists())


class WithoutTools(Case):
    """What stands in for gnuplot and Graphviz where they are missing or fail."""

    def test_a_program_that_is_not_installed(self):
        nowhere = {"PATH": str(self.folder)}
        self.assert_refused(stribeck("run", DIAGRAM, "--plot", self.folder / "a.svg", env=nowhere), 1, "tool.missing", "gnuplot-nox")
        self.assert_refused(stribeck("draw", DIAGRAM, env=nowhere), 1, "tool.missing", "apt-get install graphviz")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_report_does_without_the_drawing(self):
        result = stribeck("report", DIAGRAM, "-o", self.folder / "a.html", "--quiet", env={"PATH": str(self.folder)})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("apt-get install graphviz", (self.folder / "a.html").read_text())

    def test_a_program_that_fails_is_quoted_and_leaves_no_file(self):
        for name, command in (("gnuplot", ("run", DIAGRAM, "--plot", self.folder / "a.svg")), ("dot", ("draw", DIAGRAM, "-o", self.folder / "a.svg"))):
            program = self.folder / name
            program.write_text("#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho out of ink >&2\nexit 3\n")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            result = stribeck(*command, env={"PATH": f"{self.folder}:{os.environ['PATH']}"})
            self.assert_refused(result, 1, "tool.failed", "out of ink")
            self.assertFalse((self.folder / "a.svg").exists())


@needs_dot
class Drawings(Case):
    def test_a_block_of_a_bond_graph_stands_beside_what_it_commands(self):
        """Each clutch has its own block: a signal from it need not pass a bond, and is as long as the gap between two rows (36 pt)."""
        svg = stribeck("draw", ROOT / "diagrams/gallery/gear_shift.jsonc", "--bond-graph").stdout
        signals = [edge for edge in re.findall(r'<g id="edge\d+".*?</g>', svg, re.DOTALL) if "dasharray" in edge]
        self.assertEqual(len(signals), 2)
        for edge in signals:
            points = [tuple(map(float, point)) for point in re.findall(r"(-?[\d.]+),(-?[\d.]+)", re.search(r' d="([^"]*)"', edge)[1])]
            self.assertLess(max(y for _, y in points) - min(y for _, y in points), 72, "two rows")

    def test_no_signal_of_a_bond_graph_of_the_gallery_passes_a_bond(self):
        for path in sorted(ROOT.glob("diagrams/gallery/*.jsonc")):
            svg = stribeck("draw", path, "--bond-graph").stdout
            lines = {True: [], False: []}  # of signals, of bonds
            for edge in re.findall(r'<g id="edge\d+".*?</g>', svg, re.DOTALL):
                drawn = re.search(r'<path [^>]* d="([^"]*)"', edge)[1]
                points = [complex(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", drawn)]
                lines["dasharray" in edge].append(along(points))
            for signal in lines[True]:
                for bond in lines[False]:
                    self.assertFalse(any(cross(*a, *b) for a in pairwise(signal) for b in pairwise(bond)), path.name)

    def test_a_drawing_tells_which_way_is_positive(self):
        for name, words in (("gear_shift", ["positive v and F"]), ("press_toggle", ["positive v and F", "positive at a joint: frame b"]),
                            ("rubbing_slider_crank", ["positive at a joint: frame b"])):
            svg = stribeck("draw", ROOT / f"diagrams/gallery/{name}.jsonc").stdout
            self.assertEqual(len(re.findall(">positive ", svg)), len(words), name)
            for told in words:
                self.assertIn(told, svg, name)

    def test_every_diagram_can_be_drawn_and_shows_its_components(self):
        for path in sorted(ROOT.glob("diagrams/*/*.json*")):
            if path.parent.name in ("errors", "parts"):
                continue
            with self.subTest(path.name):
                result = stribeck("draw", path)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                shown = texts(result.stdout)
                components = json.loads(without_comments(path.read_text()))["components"]
                for name, component in components.items():
                    if not component["type"].endswith(".ground"):
                        self.assertTrue(any(text == name or text.startswith(name + "[") for text in shown), name)  # of arrays: elements
                for points in re.findall(r'<polyline class="[a-z]+" points="([^"]*)"', result.stdout):
                    corners = [tuple(map(float, point.split(","))) for point in points.split()]
                    for (x1, y1), (x2, y2) in zip(corners, corners[1:]):
                        self.assertTrue(x1 == x2 or y1 == y2, points)

    def test_no_branch_of_a_signal_is_hidden_by_an_arrow(self):
        """A dot says that two lines are one: an arrow, 7 px long and 7 wide, keeps clear of it."""
        dots = 0
        for path in sorted(ROOT.glob("diagrams/verify/signals_*.json")) + sorted(ROOT.glob("diagrams/gallery/*.jsonc")):
            svg = stribeck("draw", path).stdout
            tips = [tuple(map(float, tip)) for tip in re.findall(r'<path class="signal solid" d="M([-\d.]+) ([-\d.]+)l-7 ', svg)]
            for x, y in re.findall(r'<circle class="signal solid" cx="([-\d.]+)" cy="([-\d.]+)" r="2.6"', svg):
                dots += 1
                for tip_x, tip_y in tips:
                    beside = abs(float(y) - tip_y) > 6.5
                    self.assertTrue(beside or not -3 < tip_x - float(x) < 10.5, f"{path.name}: dot at {x} {y}, arrow at {tip_x} {tip_y}")
        self.assertGreater(dots, 20)

    def test_signals_end_on_the_circle_of_a_sum(self):
        for name, radius in (("signals_sum", 25.5), ("signals_feedback", 18)):
            svg = stribeck("draw", ROOT / f"diagrams/verify/{name}.json").stdout
            signs = [(float(x), float(y)) for x, y, drawn in
                     re.findall(r'<g class="signal" transform="translate\(([-\d.]+) ([-\d.]+)\)"(.*?)</text></g>', svg, re.DOTALL) if 'circle cx="0" cy="0"' in drawn]
            self.assertEqual(len(signs), 1)
            tips = [tuple(map(float, tip)) for tip in re.findall(r'<path class="signal solid" d="M([-\d.]+) ([-\d.]+)l-7 ', svg)]
            self.assertGreater(len(tips), 1)
            for x, y in tips:
                self.assertAlmostEqual(((x - signs[0][0]) ** 2 + (y - signs[0][1]) ** 2) ** 0.5, radius, delta=0.3)

    def test_a_number_and_its_unit_stay_in_one_line_of_a_title(self):
        svg = stribeck("draw", ROOT / "diagrams/gallery/servo_axis.jsonc", "--at", "0.5 s").stdout
        self.assertIn("at t = 0.5 s</text>", svg)

    def test_the_same_diagram_gives_the_same_drawing(self):
        self.assertEqual(stribeck("draw", CLUTCHES).stdout, stribeck("draw", CLUTCHES).stdout)

    def test_values_of_an_instant_stand_below_their_parts(self):
        diagram = self.variant(DIAGRAM, outputs=["load.v", "spring.F"])
        stribeck("run", diagram, "--quiet", "--stop", "0.5 s", "--csv", self.folder / "a.csv")
        header, *rows = (self.folder / "a.csv").read_text().splitlines()
        last = dict(zip(header.split(","), map(float, rows[-1].split(","))))
        result = stribeck("draw", diagram, "--at", "0.5 s")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(", at t = 0.5 s", "".join(texts(result.stdout)))
        shown = [text for text in texts(result.stdout) if " = " in text and "at t" not in text]
        self.assertEqual([text.split(" = ")[0] for text in shown], ["v", "F"])
        factors = {"m": 1e-3, "µ": 1e-6, "k": 1e3, "n": 1e-9}
        for text, name in zip(shown, ("load.v", "spring.F")):
            number, unit = text.split(" = ")[1].replace("−", "-").split(" ")
            factor = factors.get(unit[0], 1) if unit not in ("m/s", "N") else 1
            self.assertAlmostEqual(float(number) * factor, last[name], delta=1e-3 * abs(last[name]))
        self.assert_refused(stribeck("draw", diagram, "--at", "1 s", "--bond-graph"), 2, "arguments.invalid")
        self.assert_refused(stribeck("draw", diagram, "--at", "soon"), 2, "diagram.wrong_kind", "--stop soon")

    def test_values_that_are_zero_but_for_rounding_are_shown_as_zero(self):
        """What an engineer meets in these machines is no smaller than a nano-something; the power of a clutch that sticks is 0 W."""
        values = 0
        for path in sorted(ROOT.glob("diagrams/gallery/*.jsonc")):
            for text in texts(stribeck("draw", path, "--at", "0.5 s").stdout):
                if found := re.search(r" = (\S+) (\S+)$", text):
                    values += 1
                    self.assertNotRegex(found[1], "e[-−]|-", f"{path.name}: {text}")
                    self.assertFalse(re.match("[fpazy][A-Zm]", found[2]), f"{path.name}: {text}")
        self.assertGreater(values, 100)

    def test_subsystems_are_boxes_that_can_be_opened(self):
        train = ROOT / "diagrams/verify/subsystems_train.json"
        for unfold, shown, hidden in (((), "train", "train.wagon[1]"), (("--unfold", "1"), "train.wagon[1]", "train.wagon[1].body"),
                                      (("--unfold", "all"), "train.wagon[1].body", "train")):
            result = stribeck("draw", train, *unfold)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(shown, texts(result.stdout))
            self.assertNotIn(hidden, texts(result.stdout))
        self.assert_refused(stribeck("draw", train, "--unfold", "some"), 2, "arguments.invalid", "--unfold all")
        for unfold, shown in (((), "train"), (("--unfold", "2"), "train.wagon[1].body")):
            page = self.folder / "a.html"
            self.assertEqual(stribeck("report", train, "--quiet", "-o", page, *unfold).returncode, 0)
            self.assertIn(f">{shown}</text>", page.read_text())

    def test_bond_graphs(self):
        shown = texts(stribeck("draw", CLUTCHES, "--bond-graph").stdout)
        self.assertIn("I", shown)
        self.assertIn("clutch1", shown)

    def test_a_file_appears_whole_or_not_at_all(self):
        self.assert_refused(stribeck("draw", CLUTCHES, "-o", "a.png"), 2, "arguments.invalid", ".svg")
        self.assert_refused(stribeck("draw", CLUTCHES, "-o", "/dev/full.svg/a.svg"), 1, "output.unwritable")
        result = stribeck("draw", CLUTCHES, "-o", self.folder / "a.svg")
        self.assertEqual((result.returncode, result.stdout, os.listdir(self.folder)), (0, "", ["a.svg"]))


class Failures(Case):
    """Nothing half-written, and a sentence."""

    def test_a_full_disk(self):
        for arguments in (("run", DIAGRAM, "--quiet", "--plot"), ("report", DIAGRAM, "--quiet", "-o")):
            link = self.folder / "full.html"
            if not link.exists():
                link.symlink_to("/dev/full")
            self.assert_refused(stribeck(*arguments, link), 1, "output.unwritable", "No space left")

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_that_is_read_only(self):
        self.folder.chmod(0o500)
        for arguments in (("run", DIAGRAM, "--plot"), ("report", DIAGRAM, "-o")):
            self.assert_refused(stribeck(*arguments, self.folder / "a.html"), 1, "output.unwritable", "Permission denied")
        self.folder.chmod(0o700)

    def test_one_name_for_two_results(self):
        self.assert_refused(stribeck("run", DIAGRAM, "--csv", "a.html", "--plot", "./a.html", cwd=self.folder), 2, "arguments.invalid", "a.html")
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_diagram_is_not_overwritten(self):
        copy = self.folder / "drive.html"
        shutil.copy(DIAGRAM, copy)
        for arguments in (("run", copy, "--plot", copy), ("report", copy, "-o", copy), ("report", copy)):
            self.assert_refused(stribeck(*arguments, cwd=self.folder), 2, "arguments.invalid", "overwrite the diagram")
        self.assertEqual(copy.read_bytes(), DIAGRAM.read_bytes())


class Sparklines(Case):
    def test_the_summary_shows_the_shape_of_each_output(self):
        said = stribeck("run", DIAGRAM).stderr
        self.assertRegex(said, r"load\.v +[▁▂▃▄▅▆▇█]{48} ")

    def test_a_curve_that_rises_rises(self):
        diagram = ROOT / "diagrams/verify/signals_ramp.json"
        line = next(line for line in stribeck("run", diagram).stderr.splitlines() if re.search("[▁█]{3}", line))
        blocks = re.search("[▁▂▃▄▅▆▇█]{48}", line)[0]
        self.assertEqual(list(blocks), sorted(blocks))
        self.assertEqual((blocks[0], blocks[-1]), ("▁", "█"))


class Comparisons(Case):
    def rows(self, name, *arguments):
        stribeck("run", DIAGRAM, "--quiet", "--csv", self.folder / name, *arguments)
        return self.folder / name

    def test_equal_results_agree(self):
        one, two = self.rows("one.csv"), self.rows("two.csv")
        result = stribeck("compare-results", one, two, "--tol", "0")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"\d+ agree, 0 differ\n$")

    def test_another_interval_and_tolerance_agree_within_theirs(self):
        one, two = self.rows("one.csv", "--rtol", "1e-8"), self.rows("two.csv", "--interval", "7 ms", "--rtol", "1e-7")
        self.assertEqual(stribeck("compare-results", one, two, "--tol", "1e-2").returncode, 0)

    def test_another_parameter_is_found(self):
        result = stribeck("compare-results", self.rows("one.csv"), self.rows("two.csv", "--set", "load.mass=1.1"))
        self.assert_refused(result, 1, "results.differ", "one.csv")
        self.assertRegex(result.stdout, r"FAILED  load\.v: .* outside from .* on, .* % of the time")

    def test_arguments(self):
        one = self.rows("one.csv")
        self.assert_refused(stribeck("compare-results", one), 2, "arguments.invalid", "two results")
        self.assert_refused(stribeck("compare-results", one, "absent.csv"), 2, "file.missing", "absent.csv")
        for tolerance in ("much", "nan", "inf", "-1"):
            self.assert_refused(stribeck("compare-results", one, one, f"--tol={tolerance}"), 2, "arguments.invalid", "--tol")
        self.assert_refused(stribeck("compare-results", one, one, "--abs-tol", "inf"), 2, "arguments.invalid", "--abs-tol")
        self.assert_refused(stribeck("compare-results", one, one, "--time-tol", "1 m"), 2, "arguments.invalid", "--time-tol")


if __name__ == "__main__":
    unittest.main()
