"""A slice of random_networks.py: what it is and how to run more of it stands in networks.md."""
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM  # noqa: E402

COUNT, SEED = 25, 5040
RULES = ("itself", "order", "names", "layout", "turned", "mirror", "split", "later", "plain")


class RandomNetworks(unittest.TestCase):
    def test_networks_of_every_component_type_keep_the_rules(self):
        chosen = [word for rule in RULES for word in ("--oracle", rule)]
        done = subprocess.run([sys.executable, "-B", str(Path(__file__).with_name("random_networks.py")), str(PROGRAM), "--count", str(COUNT),
                               "--seed", str(SEED), *chosen], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{COUNT} networks", done.stdout)


if __name__ == "__main__":
    unittest.main()
