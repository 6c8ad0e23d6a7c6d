"""Program files run by a program that links base, program and simulation alone: the rows of the diagram, from any number of threads."""
import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, run  # noqa: E402

RUN_PROGRAM = PROGRAM.parent / "tests/run_program"
DIAGRAMS = ["start/rotational_stick_slip.json", "start/mass_spring_damper.json", "verify/translational_dry_friction_belt.json",
            "verify/translational_hard_stop_two_masses.json", "verify/signals_table_from_file.json", "verify/signals_delay.json"]


def rows(text):
    """Names of the columns, and the numbers of each row."""
    table = list(csv.reader(text.splitlines()))
    return table[0], [[float(value) for value in row] for row in table[1:]]


class Kernel(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = Path(self.folder.name) / "some.program"

    def tearDown(self):
        self.folder.cleanup()

    def compile(self, name):
        run(PROGRAM, "compile", ROOT / "diagrams" / name, "-o", self.program)

    def test_the_kernel_has_the_rows_of_the_diagram(self):
        for name in DIAGRAMS:
            with self.subTest(name):
                self.compile(name)
                names, numbers = rows(run(RUN_PROGRAM, self.program))
                expected_names, expected = rows(run(PROGRAM, "run", ROOT / "diagrams" / name, "--quiet", "--csv", "-"))
                self.assertEqual(names[:len(expected_names)], expected_names)  # behind them those of plots and expectations
                self.assertGreater(len(numbers), 10)
                self.assertEqual([row[:len(expected_names)] for row in numbers], expected)

    def test_a_motion_that_needs_other_states_is_refused(self):
        self.compile("verify/mechanisms_swinging_rod.json")
        said = subprocess.run([RUN_PROGRAM, self.program], text=True, capture_output=True, check=False)
        self.assertEqual((said.returncode, said.stdout), (1, ""))
        self.assertIn("needs other states than", said.stderr)

    def test_threads_share_a_program(self):
        """8 threads with 1000 runs each, as often as wanted: build/release/tests/run_program FILE 8 1000."""
        for name in DIAGRAMS[:3]:
            with self.subTest(name):
                self.compile(name)
                said = subprocess.run([RUN_PROGRAM, self.program, "8", "25"], text=True, capture_output=True, check=False)
                self.assertEqual(said.stdout, "8 threads, 25 runs each: 0 differ\n", said.stderr)


if __name__ == "__main__":
    unittest.main()
