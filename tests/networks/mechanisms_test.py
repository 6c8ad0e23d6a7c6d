"""A slice of random_mechanisms.py, beside which its page says what was run by hand."""
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import random_mechanisms  # noqa: E402
from program import PROGRAM  # noqa: E402


class Mechanisms(unittest.TestCase):
    def test_starts_are_what_a_search_of_all_positions_finds_and_motions_keep_their_energy(self):
        count = int(os.environ.get("STRIBECK_RANDOM_MECHANISMS", "60"))
        found = random_mechanisms.failures(str(PROGRAM), count, count, seed=1, jobs=2)
        self.assertEqual([f"{name}: {why}" for name, why, _ in found], [])


if __name__ == "__main__":
    unittest.main()
