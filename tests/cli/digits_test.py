"""Numbers with all their digits on request, by the same option of every command that prints numbers as text."""
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

SLIDE = ROOT / "diagrams/gallery/machine_tool_slide.jsonc"
NUMBER = r"-?\d[\d.]*(?:e[+-]\d+)?"


class Digits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.csv = Path(folder.name) / "slide.csv"
        if stribeck("run", SLIDE, "--quiet", "--csv", cls.csv).returncode != 0:
            raise AssertionError(SLIDE)

    def both(self, *words):
        """The text's numbers, and those of the document for programs."""
        texts = [stribeck(*words, *more) for more in (["--full-digits"], ["--format", "json"])]
        for text in texts:
            self.assertEqual(text.returncode, 0, text.stderr)
        full = texts[0].stdout + texts[0].stderr
        self.assertNotRegex(full, rf"{NUMBER} [fpnµmkMGT](?:s|m|N|J|Hz)\b(?!/)", "a prefix")
        return {float(number) for number in re.findall(rf"(?<![\w.]){NUMBER}", full)}, json.loads(texts[1].stdout)

    def test_of_a_run(self):
        numbers, told = self.both("run", SLIDE)
        for curve in told["curves"]:
            self.assertLessEqual({curve["min"], curve["max"]}, numbers, curve)
        for part in ("supplied", "stored", "dissipated"):
            self.assertIn(told["energy"][part + "_J"], numbers)

    def test_of_a_comparison(self):
        numbers, told = self.both("compare", SLIDE, "--element", "guideway", "--with", "lugre_friction")
        for model in told["models"]:
            self.assertLessEqual({model[key] for key in ("creep", "peak_force", "period_s", "mean_step_s") if model[key] is not None}, numbers)

    def test_of_a_comparison_of_results(self):
        other = self.csv.with_name("other.csv")
        self.assertEqual(stribeck("run", SLIDE, "--quiet", "--set", "feed.stiffness=2.1e5", "--csv", other).returncode, 0)
        numbers, told = self.both("compare-results", self.csv, other, "--tol", "1000")
        for curve in told["curves"]:
            self.assertIn(curve["worst"], numbers)

    def test_of_a_spectrum(self):
        numbers, told = self.both("spectrum", self.csv, "--of", "carriage.v")
        self.assertLessEqual({line[key] for line in told["lines"] for key in ("frequency_Hz", "amplitude")}, numbers)
        for line in told["lines"]:  # 5 s have lines at multiples of 0.2 Hz
            self.assertRegex(repr(line["frequency_Hz"]), r"^\d+(\.\d)?$")

    def test_of_what_stages_cost(self):
        whole = stribeck("explain", SLIDE, "--full-digits").stdout.split("cost of each stage\n")[1]
        self.assertRegex(whole, rf"^(?:  \w+ +{NUMBER} s\n){{5}}$")


if __name__ == "__main__":
    unittest.main()
