"""A slice of random_loops.py: what it is and how to run more of it stands in networks.md."""
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import python_tools  # noqa: E402
from program import PROGRAM  # noqa: E402

COUNT, SEED, STARTS = 16, 1201, 300


class RandomLoops(unittest.TestCase):
    def test_loops_take_a_root_that_no_order_and_no_integrator_changes_and_name_the_others(self):
        done = subprocess.run([sys.executable, "-B", str(Path(__file__).with_name("random_loops.py")), str(PROGRAM), "--count", str(COUNT),
                               "--seed", str(SEED), "--starts", str(STARTS), "--orders", "3"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{COUNT} loops", done.stdout)


if __name__ == "__main__":
    python_tools.run_there()
    unittest.main()
