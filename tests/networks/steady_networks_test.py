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
ONCE_WRONG = [362, 644, 3099, 20510, 20569, 20576, 20586, 40003, 50691, 70111, 70147, 70177]
ONCE_WRONG_WITH_TARGETS = [40101, 40112, 40152, 40285, 40523, 50039, 50053, 50173, 50564, 90016]


class SteadyNetworks(unittest.TestCase):
    def test_steady_starts_hold_and_refusals_agree_with_linear_programs(self):
        found = []
        with tempfile.TemporaryDirectory() as folder:
            words = steady_networks.search(PROGRAM, COUNT, SEED, folder, found.append)
        self.assertLessEqual(set(words), steady_networks.RIGHT, "\n".join(found))
        self.assertGreater(words["held"], COUNT // 3)
        self.assertGreater(words["none, rightly"], COUNT // 10)

    def test_the_nearest_to_a_target_is_the_nearest_of_all_sets_of_modes(self):
        found = []
        with tempfile.TemporaryDirectory() as folder:
            words = steady_networks.search(PROGRAM, COUNT // 2, SEED, folder, found.append, gives_targets=True)
        self.assertLessEqual(set(words), steady_networks.RIGHT, "\n".join(found))

    def test_what_once_did_not_stay_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in ONCE_WRONG:
                found = []
                words = steady_networks.search(PROGRAM, 1, seed, folder, found.append)
                self.assertEqual(words, {"held": 1}, f"{seed}: {found}")
            for seed in ONCE_WRONG_WITH_TARGETS:
                found = []
                words = steady_networks.search(PROGRAM, 1, seed, folder, found.append, gives_targets=True)
                self.assertLessEqual(set(words), {"held", "refused, too large to say"}, f"{seed}: {found}")

    def test_a_body_on_its_way_through_a_play_is_not_steady(self):
        with tempfile.TemporaryDirectory() as folder:
            found = []
            words = steady_networks.search(PROGRAM, 1, 60080, folder, found.append, gives_targets=True)
            self.assertEqual(words, {"none, rightly": 1}, found)


if __name__ == "__main__":
    unittest.main()
