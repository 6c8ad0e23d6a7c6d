"""A slice of random_mechanisms.py, beside which its page says what was run by hand."""
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import random_mechanisms  # noqa: E402
from program import PROGRAM  # noqa: E402


AT_THE_OTHER_END_OF_A_FLAT = 23680  # of a cam, where a high target holds: the low one was met less well than it can be
MET_TO_1E_8 = 5957                  # a high target, and refused as it was more than 1e-9 off
IN_A_FLAT_MINIMUM = 5670            # an order of the file stopped 1e-3 rad beside the others
FROM_A_FLAT = 121475                # of a cam: Newton's step ended 22,707 turns away, and the motion began there
BEHIND_STEEP_JOINTS = (120444, 120874)  # the angle that a shaft was to begin at was looked for by Newton's steps alone: turns away
LEFT_OPEN = 120292                  # by two opposed low targets: an order of the file stopped 3e-4 rad beside the nearest position
HALF_A_TURN_TWICE = 402781          # from the start: an order of the file began a turn away
LEFT_OPEN_AGAIN = 302157            # by two opposed low targets: two orders stopped 7e-5 m apart, as damping divided rounding by its square
TO_THE_END_OF_A_FLAT = 304216       # of a cam, towards where it begins: orders stopped 3e-3 rad apart beyond its end
ASKED_NOTHING = 300793              # of a shaft, but springs tie it to one at a dead centre: it began turns away from where it is told to


class Mechanisms(unittest.TestCase):
    def test_starts_are_what_a_search_of_all_positions_finds_and_motions_keep_their_energy(self):
        count = int(os.environ.get("STRIBECK_RANDOM_MECHANISMS", "60"))
        found = random_mechanisms.failures(str(PROGRAM), count, count, seed=1, jobs=2)
        self.assertEqual([f"{name}: {why}" for name, why, _ in found], [])

    def test_starts_that_failed_before(self):
        for seed in (AT_THE_OTHER_END_OF_A_FLAT, MET_TO_1E_8, IN_A_FLAT_MINIMUM, FROM_A_FLAT, *BEHIND_STEEP_JOINTS, LEFT_OPEN, LEFT_OPEN_AGAIN, TO_THE_END_OF_A_FLAT,
                     HALF_A_TURN_TWICE, ASKED_NOTHING):
            with self.subTest(seed):
                found = random_mechanisms.failures(str(PROGRAM), 1, 0, seed=seed, jobs=1)
                self.assertEqual([f"{name}: {why}" for name, why, _ in found], [])


if __name__ == "__main__":
    unittest.main()
