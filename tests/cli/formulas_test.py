"""Formulas as columns: in files of every format, read back by what reads results, drawn, checked."""
import csv
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

DIAGRAM = ROOT / "diagrams/start/rotational_stick_slip.json"
FORMULAS = ["load.w/2 + load.w", "max(load.w, 2*load.w)", "friction.T*friction.w"]


class Formulas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.diagram = json.loads(DIAGRAM.read_text())

    def succeed(self, *arguments):
        said = stribeck(*arguments, cwd=self.folder)
        self.assertEqual(said.returncode, 0, said.stderr)
        return said.stdout

    def outputs(self):
        return [word for formula in ["load.w", "friction.T", "friction.w", *FORMULAS] for word in ("--outputs", formula)]

    def test_rows_have_them_in_every_format(self):
        rows = list(csv.DictReader(io.StringIO(self.succeed("run", DIAGRAM, "--quiet", "--csv", "-", *self.outputs()))))
        self.assertEqual(list(rows[0]), ["time", "load.w", "friction.T", "friction.w", *FORMULAS])
        for row in rows:
            w, T, v = (float(row[name]) for name in ("load.w", "friction.T", "friction.w"))
            self.assertAlmostEqual(float(row[FORMULAS[0]]), 1.5 * w, delta=1e-15 * max(1, abs(w)))
            self.assertEqual(float(row[FORMULAS[1]]), max(w, 2 * w))
            self.assertEqual(float(row[FORMULAS[2]]), T * v)
        for ending in ("csv", "h5", "mat", "jsonl"):
            self.succeed("run", DIAGRAM, "--quiet", "--result", f"run.{ending}", *self.outputs())
        for ending in ("h5", "mat", "csv"):
            text = self.succeed("compare-results", "run.csv", f"run.{ending}", "--tol", "1e-12", "--full-digits")
            for formula in FORMULAS:
                self.assertIn(formula, text, ending)

    def test_what_reads_results_takes_them(self):
        self.succeed("run", DIAGRAM, "--quiet", "--csv", "run.csv", *self.outputs())
        one, other = (json.loads(self.succeed("spectrum", "run.csv", "--of", column, "--format", "json")) for column in ("load.w", FORMULAS[0]))
        self.assertEqual(other["column"], FORMULAS[0])
        self.assertEqual([line["frequency_Hz"] for line in one["lines"][:2]], [line["frequency_Hz"] for line in other["lines"][:2]])
        self.assertAlmostEqual(other["lines"][0]["amplitude"], 1.5 * one["lines"][0]["amplitude"], delta=1e-12)

    def test_they_are_checked_drawn_and_reported(self):
        diagram = {**self.diagram, "outputs": ["load.w", *FORMULAS], "plots": [{"y": FORMULAS[2], "y_unit": "mW"}, {"x": "load.w", "y": "-load.w"}],
                   "expect": {"exact": {"load.w - 3*load.w + 2*load.w": {"expression": "0", "within": 1e-12}}}}
        path = self.folder / "d.json"
        path.write_text(json.dumps(diagram))
        self.succeed("check", "d.json")
        self.succeed("run", "d.json", "--quiet", "--plot", "d.svg", "--plot", "d.html")
        self.assertIn("friction.T*friction.w", (self.folder / "d.svg").read_text())
        self.succeed("report", "d.json", "-o", "d_report.html")
        self.assertIn("friction.T*friction.w", (self.folder / "d_report.html").read_text())
        diagram["expect"]["exact"] = {"2*load.w": {"expression": "1000", "within": 1e-12}}
        path.write_text(json.dumps(diagram))
        said = stribeck("check", "d.json", cwd=self.folder)
        self.assertEqual(said.returncode, 1)
        self.assertIn("2*load.w", said.stdout + said.stderr)

    def test_models_of_an_element_are_compared_by_them(self):
        self.succeed("compare", DIAGRAM, "--element", "friction", "--with", "smooth_friction", "--also", "2*load.w - load.w", "--plot", "both.svg")
        self.assertIn("2*load.w - load.w", (self.folder / "both.svg").read_text())

    def test_a_formula_without_value_is_refused(self):
        said = stribeck("run", DIAGRAM, "--outputs", "load.w/(load.w - load.w)", cwd=self.folder)
        self.assertNotEqual(said.returncode, 0)
        self.assertIn("run.not_finite", said.stderr)


if __name__ == "__main__":
    unittest.main()
