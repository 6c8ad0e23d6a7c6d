"""A slice of random_loops.py: what it is and how to run more of it stands in networks.md."""
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import python_tools  # noqa: E402
from program import PROGRAM, is_sanitized  # noqa: E402

COUNT, SEED, STARTS = 6 if is_sanitized() else 12, 1201, 300
TORN_AT_FORCES_TOO = (106, 134)  # in some orders: the search then ended in run.no_solution, or on another root
BY_CONTINUATION = (10012, 30103)  # of five and six unknowns: they ended in run.no_solution
MANY_ROOTS = (5065, 5071)  # nine and three, of which a search of a twentieth of the work left one out
BY_LONG_SEARCH = (80951,)  # ended in run.no_solution, after short searches only
STEEP_AT_REST = (72199,)  # began at no root, where a law has a slope of 5e10
BESIDE_AN_EDGE = (83003,)  # four orders ended in run.no_solution: on the wrong side of an `if` its branch leads elsewhere
NOT_ALL_FOUND = (70313, 77753, 88444)  # some orders began elsewhere, as the search, not finished, had come to other roots there


class RandomLoops(unittest.TestCase):
    def examine(self, count, seed, orders=3):
        done = subprocess.run([sys.executable, "-B", str(Path(__file__).with_name("random_loops.py")), str(PROGRAM), "--count", str(count),
                               "--seed", str(seed), "--starts", str(STARTS), "--orders", str(orders)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{count} loops", done.stdout)

    def test_loops_take_a_root_that_no_order_and_no_integrator_changes_and_name_the_others(self):
        self.examine(COUNT, SEED)

    @unittest.skipIf(is_sanitized(), "minutes, of code that the others run too")
    def test_loops_that_failed_before(self):
        for seed in TORN_AT_FORCES_TOO + BY_CONTINUATION + MANY_ROOTS + BY_LONG_SEARCH + STEEP_AT_REST + BESIDE_AN_EDGE + NOT_ALL_FOUND:
            with self.subTest(seed):
                self.examine(1, seed, orders=5)


if __name__ == "__main__":
    python_tools.run_there()
    unittest.main()
