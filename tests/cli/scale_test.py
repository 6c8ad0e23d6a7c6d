"""Twenty thousand components in three levels of subsystems: right, and an error deep inside is found. What they cost: tests/bench."""
import json
import sys
import tempfile
import unittest
from pathlib import Path

from scipy.special import jv

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from chains import chain  # noqa: E402
from program import stribeck  # noqa: E402


class Scale(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = Path(cls.folder.name) / "chain.json"
        cls.path.write_text(json.dumps(chain(100, "300 ms"), indent=1))

    def test_the_first_link_is_stopped_by_the_wall_and_the_last_one_goes_on(self):
        """Mirrored in the wall the chain is endless. Schroedinger's solution for a link n of an endless chain whose links j move at v_j is the
        sum of v_j J_2(n-j)(2 w t); of +1 to the right and -1 to the left of the wall J_0 + J_2 is left for the first link."""
        result = stribeck("run", self.path, "--quiet", "--csv", "-", "--solver", "dopri5")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        t, first, last = map(float, result.stdout.splitlines()[-1].split(","))
        x = 2 * 10 * t
        self.assertAlmostEqual(first, jv(0, x) + jv(2, x), delta=1e-6)
        self.assertAlmostEqual(last, 1, delta=1e-12)  # the wall is ten thousand links away

    def test_an_error_deep_inside_names_the_path_and_both_places(self):
        result = stribeck("run", self.path, "--quiet", "--set", "train[57].wagon[3].link[9].m=-2")
        self.assertEqual(result.returncode, 2)
        self.assertIn('error[value.out_of_range]: "m" is -2 kg, but must be above 0 kg\n', result.stderr)
        self.assertRegex(result.stderr, r"(?m)^  component +train\[57\]\.wagon\[3\]\.link\[9\] \(link\), part of train\[57\] at ")
        lines = self.path.read_text().splitlines()
        broken = Path(self.folder.name) / "broken.json"
        broken.write_text("\n".join(line.replace('"100 N/m"', '"-100 N/m"') for line in lines))
        inside = next(i for i, line in enumerate(lines, 1) if '"100 N/m"' in line)
        user = max(i for i, line in enumerate(lines, 1) if '"train": {' in line)
        said = stribeck("run", broken, "--quiet").stderr
        self.assertRegex(said, rf"(?m)^  component +train\[1\]\.wagon\[1\]\.link\[1\]\.spring \(translational\.spring\), part of train\[1\] at {broken}:{user}:\d+")
        self.assertRegex(said, rf"(?m)^  in +{broken}:{inside}:\d+ ")


if __name__ == "__main__":
    unittest.main()
