"""A slice of steady_networks.py: what it is and how to run more of it stands in networks.md."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM  # noqa: E402

try:
    import steady_networks
except ImportError as missing:
    print(f"SKIPPED: {missing}")
    sys.exit(77)

COUNT, SEED = 60, 1
ONCE_WRONG = [362, 644, 3099, 20510, 20569, 20576, 20586]


class SteadyNetworks(unittest.TestCase):
    def test_steady_starts_hold_and_refusals_agree_with_linear_programs(self):
        found = []
        with tempfile.TemporaryDirectory() as folder:
            words = steady_networks.search(PROGRAM, COUNT, SEED, folder, found.append)
        self.assertLessEqual(set(words), steady_networks.RIGHT, "\n".join(found))
        self.assertGreater(words["held"], COUNT // 3)
        self.assertGreater(words["none, rightly"], COUNT // 10)

    def test_what_once_did_not_stay_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in ONCE_WRONG:
                found = []
                words = steady_networks.search(PROGRAM, 1, seed, folder, found.append)
                self.assertEqual(words, {"held": 1}, f"{seed}: {found}")


if __name__ == "__main__":
    unittest.main()
