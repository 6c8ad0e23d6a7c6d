"""Orbits, modes and linear models of diagrams that were not made for them: each command ends with an answer or with a coded error."""
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, is_sanitized, stribeck  # noqa: E402

# Diagrams whose conditions end floors, and diagrams without states, had crashed.
KNOWN = ["verify/mechanisms_cam.json", "verify/signals_expression_functions.jsonc", "gallery/valve_train.jsonc",
         "verify/translational_ground_friction.json", "verify/translational_friction.json", "verify/translational_nonlinear_damper.json"]


class AnalysesEverywhere(unittest.TestCase):
    def test_each_command_answers_or_says_why_not(self):
        others = sorted(path for path in (ROOT / "diagrams/verify").glob("*.json*"))[::40 if is_sanitized() else 10]
        for path in [*(ROOT / "diagrams" / name for name in KNOWN), *others]:
            for command in ("orbit", "modes", "linearise"):
                with self.subTest(command=command, diagram=path.name):
                    result = stribeck(command, path)
                    self.assertIn(result.returncode, (0, 1, 2, 3), result.stderr)
                    self.assertNotIn("at fault", result.stderr)
                    if result.returncode != 0:
                        self.assertRegex(result.stderr, re.compile(r"^error\[[a-z_.]+\]: ", re.MULTILINE))

    def test_no_orbit_of_nothing(self):
        over = ["--over", "sticky.breakaway_force=20..30"]
        for command, *options in (["orbit"], ["continue", *over], ["continue", *over, "--steady"], ["survey", *over]):
            with self.subTest(command=command, options=options):
                result = stribeck(command, ROOT / "diagrams/verify/translational_friction.json", *options)
                self.assertIn("there are no orbits of a diagram without states", result.stderr)


if __name__ == "__main__":
    unittest.main()
