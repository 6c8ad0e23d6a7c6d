"""stribeck fit: what it prints and writes, and what it says where it cannot."""
import csv
import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, stribeck  # noqa: E402

DIAGRAM = """{
  "format": "stribeck/1",
  "components": {
    "body": { "type": "translational.mass", "parameters": { "mass": 1 }, "initial": { "v": { "value": 0, "priority": "high" } } },
    "spring": { "type": "translational.spring", "parameters": { "stiffness": "1 N/cm" }, "initial": { "x": { "value": 0.1, "priority": "high" } } },
    "damper": { "type": "translational.damper", "parameters": { "damping": 1 } },
    "wall": { "type": "translational.ground" }
  },
  "connections": [["body.M", "spring.R", "damper.R"], ["spring.C", "damper.C", "wall.W"]],
  "experiment": { "stop": 2, "rtol": 1e-9 },
  "outputs": ["spring.x"],
  "fit": { "compare": { "spring.x": "x" }, "parameters": { "spring.stiffness": "0.9 N/cm", "damper.damping": 0.8 } }
}"""


def position(t, k=100, c=1, x0=0.1):
    """A damped vibration of 1 kg, let go at rest."""
    w = math.sqrt(k - c * c / 4)
    return x0 * math.exp(-c * t / 2) * (math.cos(w * t) + c / 2 / w * math.sin(w * t))


class Fits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.diagram = cls.folder / "swing.json"
        cls.diagram.write_text(DIAGRAM)
        cls.data = cls.folder / "measured.csv"
        # An error without memory, so that the optimum differs from the truth by what intervals say.
        cls.rows = [(0.02 * k, position(0.02 * k) + 1e-4 * math.sin(1.7 * k * k)) for k in range(100)]
        cls.data.write_text("time,x\n" + "".join(f"{t},{x}\n" for t, x in cls.rows))

    def fit(self, *words, data=None):
        return stribeck("fit", self.diagram, "--data", data or self.data, *words)

    def test_the_document_holds_what_was_found(self):
        result = self.fit("--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        told = json.loads(result.stdout)
        self.assertTrue(told["converged"])
        for parameter, truth in zip(told["parameters"], (100, 1)):
            error = parameter["standard_error"]
            self.assertLess(abs(parameter["value"] - truth), 4 * error)
            self.assertLess(error, 0.005 * truth)
            self.assertAlmostEqual((parameter["high"] - parameter["low"]) / error, 2 * 1.984467, delta=1e-5)  # Student's t, 98
            self.assertEqual(parameter["derivatives"], "exact")
        self.assertAlmostEqual(told["left"][0]["deviation"], 1e-4 / math.sqrt(2), delta=1e-5)

    def test_the_schemas_describe_plan_and_document(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no python3-jsonschema")
        told = json.loads(self.fit("--format", "json").stdout)
        jsonschema.validate(told, json.loads(stribeck("schema", "fit-result").stdout))
        section = json.loads(DIAGRAM)["fit"]
        jsonschema.validate(section, json.loads(stribeck("schema", "fit").stdout))
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate({**section, "los": "huber"}, json.loads(stribeck("schema", "fit").stdout))

    def test_the_diagram_is_written_with_what_was_found_in_its_units(self):
        written = self.folder / "found.json"
        result = self.fit("--write", written, "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        stiffness = re.search(r'"stiffness": "([\d.]+) N/cm"', written.read_text())
        self.assertAlmostEqual(float(stiffness.group(1)), 1, delta=0.01)
        self.assertEqual(stribeck("run", written, "--quiet").returncode, 0)

    def test_rows_are_written_with_what_is_left(self):
        path = self.folder / "left.csv"
        self.assertEqual(self.fit("--csv", path, "--quiet").returncode, 0)
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 100)
        for row, (t, x) in zip(rows, self.rows):
            self.assertEqual(float(row["time"]), t)
            self.assertAlmostEqual(float(row["measured"]), x, delta=1e-12)
            self.assertAlmostEqual(float(row["computed"]), position(t), delta=1e-3)

    def test_the_page_needs_nothing_but_itself(self):
        page = self.folder / "fit.html"
        self.assertEqual(self.fit("--report", page, "--quiet").returncode, 0)
        html = page.read_text()
        for words in ("Estimates", "What the data cannot see", "Correlations", "spring.stiffness", "--data", "computed - measured"):
            self.assertTrue(words in html, words)
        self.assertEqual(re.findall(r'(?:src|href)="(?!#|data:)[^"]*', html), [])

    def test_a_run_ignores_what_stands_under_fit(self):
        self.assertEqual(stribeck("run", self.diagram, "--quiet").returncode, 0)

    def test_what_is_wrong_with_the_data_is_said_with_its_place(self):
        other = self.folder / "other.csv"
        other.write_text("time,y\n0,1\n")
        result = self.fit(data=other)
        self.assertEqual(result.returncode, 2)
        self.assertIn("error[result.unreadable]", result.stderr)
        self.assertRegex(result.stderr, r"swing\.json:\d+:\d+")

    def test_rows_beyond_the_run_are_counted_and_few_rows_refused(self):
        longer = self.folder / "longer.csv"
        longer.write_text(self.data.read_text() + "2.5,0\n3,0\n,0\n")
        result = self.fit(data=longer)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("2 rows", result.stderr)
        self.assertIn("no numbers", result.stderr)
        few = self.folder / "few.csv"
        few.write_text("time,x\n0.1,0.05\n")
        self.assertIn("error[fit.failed]", self.fit(data=few).stderr)

    def test_without_the_solver_it_says_what_is_missing(self):
        alone = self.folder / "alone"
        alone.mkdir()
        shutil.copy(PROGRAM, alone / "stribeck")
        result = subprocess.run([alone / "stribeck", "fit", self.diagram, "--data", self.data], text=True, capture_output=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("error[tool.missing]", result.stderr)
        self.assertIn("libceres", result.stderr)

    def test_what_is_uncertain_is_warned_of(self):
        result = self.fit("--set", "damper.damping=1", "--format", "json")
        self.assertEqual(result.returncode, 2)  # it is free, and the plan says where it begins
        drifting = self.folder / "drifting.csv"
        drifting.write_text("time,x\n" + "".join(f"{t},{x + 0.002 * t}\n" for t, x in self.rows))
        self.assertIn("warning[fit.uncertain]", self.fit(data=drifting).stderr)


if __name__ == "__main__":
    unittest.main()
