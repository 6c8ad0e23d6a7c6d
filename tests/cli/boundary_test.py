"""The section "boundary" of a diagram and run --input: what they mean, and what is said of mistakes."""
import copy
import csv
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

DRIVE = {
    "format": "stribeck/1",
    "components": {
        "motor": {"type": "rotational.torque_source"},
        "load": {"type": "rotational.inertia", "parameters": {"inertia": 2}},
        "housing": {"type": "rotational.ground"},
    },
    "connections": [["motor.R", "load.I"], ["motor.C", "housing.W"]],
    "boundary": {"torque": {"input": "motor.S"}, "speed": {"output": "load.w"}},
    "outputs": ["load.w", "motor.T"],
    "experiment": {"stop": 2, "interval": 0.5},
}
MEASURED = "time,torque,other\ns,kN*m,-\n0,0,1\n1,0.002,2\n2,0.002,3\n"


class Boundary(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        (self.folder / "measured.csv").write_text(MEASURED)

    def run_drive(self, boundary, *options):
        diagram = copy.deepcopy(DRIVE)
        diagram["boundary"] = boundary
        (self.folder / "drive.json").write_text(json.dumps(diagram))
        return stribeck("run", self.folder / "drive.json", "--quiet", "--csv", "-", *options, cwd=self.folder)

    def speeds(self, boundary, *options):
        said = self.run_drive(boundary, *options)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        return {float(row[0]): float(row[1]) for row in list(csv.reader(said.stdout.splitlines()))[1:]}

    def refused(self, boundary, *options):
        said = self.run_drive(boundary, *options)
        self.assertNotEqual(said.returncode, 0)
        self.assertEqual(said.stdout, "")
        return said.stderr

    def test_a_column_of_a_file_gives_an_input(self):
        """Straight lines: 2 J w' = 2 t up to 1 s, 2 after it. Steps: 0, then 2 N*m from 1 s on. J = 2 kg*m^2."""
        for column in ("torque", "2"):
            speeds = self.speeds(DRIVE["boundary"], "--input", f"torque=measured.csv:{column}")
            for time, speed in speeds.items():
                self.assertAlmostEqual(speed, time**2 / 2 if time < 1 else 0.5 + time - 1, delta=1e-6)
        speeds = self.speeds({"torque": {"input": "motor.S", "hold": True}}, "--input", "torque=measured.csv:torque")
        for time, speed in speeds.items():
            self.assertAlmostEqual(speed, max(0, time - 1), delta=1e-6)

    def test_without_a_file_an_input_stays_at_its_start(self):
        self.assertAlmostEqual(self.speeds({"torque": {"input": "motor.S", "start": "4 N*m"}})[2.0], 4, delta=1e-9)
        self.assertEqual(self.speeds({"torque": {"input": "motor.S"}})[2.0], 0)

    def test_the_input_of_a_port_is_given_by_a_file_too(self):
        speeds = self.speeds({"tail": {"port": "load.I", "gives": "velocity"}}, "--input", "tail.input=measured.csv:torque")
        self.assertAlmostEqual(speeds[2.0], 1.5, delta=1e-6)

    def test_a_program_file_takes_a_file_too(self):
        self.run_drive(DRIVE["boundary"])
        stribeck("compile", self.folder / "drive.json", "-o", self.folder / "drive.program")
        options = ("--quiet", "--csv", "-", "--input", "torque=measured.csv:torque")
        of_diagram = stribeck("run", "drive.json", *options, cwd=self.folder)
        of_program = stribeck("run", "drive.program", *options, cwd=self.folder)
        self.assertEqual(of_program.stdout, of_diagram.stdout)
        self.assertEqual(of_program.returncode, 0, of_program.stderr)

    def test_mistakes_in_the_section(self):
        for boundary, code, words in (
            ({"torque": {}}, "diagram.missing_key", 'needs one of "input", "output" and "port"'),
            ({"torque": {"input": "motor.S", "output": "load.w"}}, "diagram.missing_key", "and no more"),
            ({"load": {"input": "motor.S"}}, "diagram.bad_name", "is the name of a component, too"),
            ({"torque": {"input": "motor.X"}}, "diagram.unknown_port", 'has no port "X"'),
            ({"torque": {"input": "motor.R"}}, "diagram.unknown_port", "is no input of a component"),
            ({"torque": {"input": "motor.S", "start": "2 kg"}}, "value.wrong_dimension", "kg"),
            ({"torque": {"input": "motor.S", "hodl": True}}, "diagram.unknown_key", '"hold"'),
            ({"speed": {"output": "load.speed"}}, "diagram.unknown_variable", "load"),
            ({"tail": {"port": "load.I"}}, "diagram.missing_key", 'does not say what it "gives"'),
            ({"tail": {"port": "load.I", "gives": "power"}}, "value.bad_choice", "power"),
            ({"tail": {"port": "motor.S", "gives": "force"}}, "diagram.unknown_port", "no single conserving port"),
            ({"a": {"input": "motor.S"}, "b": {"input": "motor.S"}}, "connection.two_outputs", "b.y"),
            (7, "diagram.wrong_kind", "boundary"),
        ):
            with self.subTest(boundary=boundary):
                said = self.refused(boundary)
                self.assertIn(f"error[{code}]", said)
                self.assertIn(words, said)
                self.assertIn("drive.json", said)

    def test_mistakes_on_the_command_line(self):
        for option, code, words in (
            ("torqu=measured.csv:torque", "arguments.invalid", 'did you mean "torque"?'),
            ("torque=measured.csv", "arguments.invalid", "names no column of a file"),
            ("torque=measured.csv:torqe", "diagram.bad_list", 'did you mean "torque"?'),
            ("torque=measured.csv:9", "diagram.bad_list", "wants column 9"),
            ("torque=nowhere.csv:2", "file.missing", "nowhere.csv"),
            ("torque=measured.csv:other", "value.wrong_dimension", "torque"),
            ("torque", "arguments.invalid", "--input"),
        ):
            with self.subTest(option):
                said = self.refused(DRIVE["boundary"], "--input", option)
                self.assertIn(f"error[{code}]", said)
                self.assertIn(words, said)
        (self.folder / "measured.csv").write_text("time,torque\n0,1\n0,2\n")
        self.assertIn("times must ascend", self.refused(DRIVE["boundary"], "--input", "torque=measured.csv:torque"))


if __name__ == "__main__":
    unittest.main()
