"""Formulas as columns: in files of every format, read back by what reads results, drawn, checked."""
import csv
import io
import json
import math
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


class ParametersInFormulas(unittest.TestCase):
    """A diagram's parameters in the formula of a component stay parameters, whatever their values."""
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, **parameters):
        diagram = {
            "format": "stribeck/1",
            "parameters": {"g": "2 m", "n": 2, "w": 3, "k": 4, **parameters},
            "components": {"load": {"type": "signals.constant", "parameters": {"value": "2 N"}},
                           "law": {"type": "signals.expression",
                                   "parameters": {"expression": "if k > 3 then w*sin(w*t) + g^n*u1 else 0"}},
                           "product": {"type": "signals.expression", "parameters": {"expression": "u1*g"}},
                           "power": {"type": "signals.expression", "parameters": {"expression": "u1^n"}}},
            "connections": [["load.y", "law.u1"], ["load.y", "product.u1"], ["load.y", "power.u1"]],
            "experiment": {"stop": "1 s", "interval": "0.5 s"},
            "outputs": ["law.y", "product.y", "power.y"]}
        (self.folder / "d.json").write_text(json.dumps(diagram))

    def succeed(self, *arguments):
        said = stribeck(*arguments, cwd=self.folder)
        self.assertEqual(said.returncode, 0, said.stderr)
        return said.stdout

    def units(self, **parameters):
        self.write(**parameters)
        self.succeed("run", "d.json", "--quiet", "--result", "rows.jsonl")
        head = json.loads((self.folder / "rows.jsonl").read_text().splitlines()[0])
        return [column["unit"] for column in head["columns"][1:]]

    def test_a_value_of_one_says_no_more_of_units_than_another(self):
        """u1*1 was taken for u1, which is in newtons."""
        for value in ("1 m", "2 m", "0 m"):
            self.assertEqual(self.units(g=value)[1], "", value)
        self.assertEqual([self.units(n=n)[2] for n in (1, 2)], ["kg*m/s^2", "kg^2*m^2/s^4"])  # an exponent decides on the unit

    def test_values_go_in_to_the_last_digit(self):
        for value in (0.1, 1 / 3, 1e-300, 1, 0):
            self.write(w=value)
            row = self.succeed("run", "d.json", "--quiet", "--csv", "-", "--full-digits").splitlines()[-1].split(",")
            self.assertEqual(float(row[1]), value * math.sin(value) + 8)

    def test_slopes_are_those_of_the_formula(self):
        self.write()
        by = [word for name in ("w", "n", "g", "k") for word in ("--by", name)]
        found = json.loads(self.succeed("sensitivity", "d.json", *by, "--format", "json"))
        slopes = [row["value"] for row in found["slopes"] if row["of"] == "law.y"]
        exact = [math.sin(3) + 3 * math.cos(3), 8 * math.log(2), 8, 0]
        for slope, wanted in zip(slopes, exact, strict=True):
            self.assertAlmostEqual(slope, wanted, delta=1e-9)  # exact but for the step of the second lane


if __name__ == "__main__":
    unittest.main()
