"""What --verify watches it does not change: a run has the same rows, to the byte, with and without it.

A sample of the diagrams, among them one with an event at the stop time, which changes what is watched but no output, and one in which `auto`
chooses between methods by what they cost, and loops solved by iteration, which begin where they were evaluated last;
STRIBECK_ALL_DIAGRAMS=1 runs them all.
"""
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

LONG_BYTES = 2_000_000  # of rows: what runs for long


class VerifiedRows(unittest.TestCase):
    def test_a_verified_run_has_the_bytes_of_a_plain_one(self):
        diagrams = sorted((ROOT / "diagrams/verify").glob("*.json")) + sorted((ROOT / "diagrams/sled").glob("*.json"))
        chosen = diagrams if os.environ.get("STRIBECK_ALL_DIAGRAMS") else [
            ROOT / f"diagrams/verify/{name}.json" for name in (
                "translational_pacejka_friction", "rotational_stick_slip_stand_in", "joints_pendulum", "joints_slider_crank",
                "structure_end_of_a_solution")] + diagrams[::20]
        compared = 0
        with tempfile.TemporaryDirectory() as folder:
            plain, verified = Path(folder) / "plain.csv", Path(folder) / "verified.csv"
            for diagram in chosen:
                with self.subTest(diagram.name):
                    if stribeck("run", str(diagram), "--quiet", "--csv", str(plain)).returncode != 0:
                        continue  # it is not a diagram that runs alone
                    if plain.stat().st_size > LONG_BYTES:
                        continue
                    result = stribeck("run", str(diagram), "--quiet", "--verify", "--csv", str(verified))
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertTrue(plain.read_bytes() == verified.read_bytes(), "rows differ")
                    compared += 1
        self.assertGreater(compared, len(chosen) // 2)


if __name__ == "__main__":
    unittest.main()
