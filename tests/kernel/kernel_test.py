"""Program files run by a program that links base, program and simulation alone: the rows of the diagram, from any number of threads."""
import csv
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, is_sanitized, run  # noqa: E402

RUN_PROGRAM = PROGRAM.parent / "tests/run_program"
STEP_ALLOCATIONS = PROGRAM.parent / "tests/step_allocations"
# Motions that are about the same in both halves of the run, so that searches are refined as far in the first as in the second.
STEADY = {
    "start/rotational_stick_slip.json": "a smooth law",
    "gallery/machine_tool_slide.jsonc": "friction that sticks exactly",
    "verify/translational_lugre_friction.json": "bristles",
    "verify/translational_hard_stop.json": "contact",
    "gallery/valve_train.jsonc": "a cam, contact, and dissipated energies as columns",
    "verify/signals_variable_delay.json": "delays",
    "verify/rotational_loaded_contact_friction_table.json": "tables",
    "verify/signals_discrete_pid.json": "sampled signals",
    "verify/translational_dry_friction_without_mass.json": "an algebraic loop that is followed along its solution",
    "gallery/plunger_pump.jsonc": "states that may have to be exchanged",
    "verify/spatial_rubbing_pin.json": "a chain in space whose joint rubs by its reaction"}
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
        """8 threads with 1000 runs each: build/release/tests/run_program FILE 8 1000. Data races: the targets run_program and kernel_calls of a
        build with -DSTRIBECK_SANITIZE=thread say nothing of FILE 8 1000 and of FILE 8 200."""
        for name in DIAGRAMS[:3]:
            with self.subTest(name):
                self.compile(name)
                said = subprocess.run([RUN_PROGRAM, self.program, "8", "25"], text=True, capture_output=True, check=False)
                self.assertEqual(said.stdout, "8 threads, 25 runs each: 0 differ\n", said.stderr)

    @unittest.skipIf(is_sanitized(), "sanitizers bring their own allocation, which counts nothing")
    def test_steps_allocate_nothing(self):
        for name, what in STEADY.items():
            with self.subTest(name, what=what):
                self.compile(name)
                said = run(STEP_ALLOCATIONS, self.program)
                counts = [(int(allocations), int(steps)) for allocations, steps in re.findall(r": (\d+) allocations in (\d+) steps", said)]
                self.assertEqual(len(counts), 16, said)  # eight integrators, without and with looks
                self.assertEqual(sum(allocations for allocations, _ in counts), 0, said)
                self.assertGreater(sum(steps for _, steps in counts), 100, said)


if __name__ == "__main__":
    unittest.main()
