"""What a run reads and writes may be anything that a file system has: a pipe, a device, a name too long, a file that the diagram includes."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import LONGEST_S, PROGRAM, stribeck  # noqa: E402

DIAGRAM = {
    "format": "stribeck/1", "include": ["parts.json"], "parameters": {"stiffness": "200 N/m", "length": "1 cm"},
    "components": {
        "body": {"type": "translational.mass", "parameters": {"mass": "2 kg"}, "initial": {"v": 0}},
        "spring": {"type": "translational.spring", "parameters": {"stiffness": "=stiffness"},
                   "initial": {"x": {"value": "5 cm", "priority": "low"}}},
        "push": {"type": "signals.profile", "parameters": {"times": [0, 1], "values": {"file": "forces.csv", "column": "force"}}},
        "drive": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"}},
    "connections": [["body.M", "spring.R", "drive.R"], ["spring.C", "drive.C", "wall.W"], ["push.y", "drive.S"]],
    "experiment": {"stop": "1 s", "interval": "100 ms"}, "outputs": ["spring.x"]}


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "parts.json").write_text('{"format": "stribeck/1", "definitions": {}}')
        (self.folder / "forces.csv").write_text("force\nN\n0\n3\n")
        (self.folder / "other.csv").write_text("force\nN\n0\n-3\n")

    def diagram(self, **changes):
        path = self.folder / "d.json"
        path.write_text(json.dumps({**DIAGRAM, **changes}))
        return path

    def run_it(self, *arguments, **changes):
        return stribeck("run", self.diagram(**changes), "--quiet", *arguments, cwd=self.folder)

    def assert_refused(self, result, code, *words, status=2):
        self.assertEqual(result.returncode, status, result.stderr)
        for word in (f"error[{code}]: ", *words):
            self.assertIn(word, result.stderr)
        self.assertNotIn("itself is at fault", result.stderr)

    def start(self, *arguments):
        """spring.x in the first row."""
        result = self.run_it("--csv", "-", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return float(result.stdout.splitlines()[1].split(",")[1])

    def test_rows_into_a_pipe_by_any_name(self):
        whole = self.run_it("--csv", "-").stdout
        self.assertEqual(len(whole.splitlines()), 12)
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            self.assertEqual(self.run_it("--csv", name).stdout, whole)
        line = f'"{PROGRAM}" run d.json --quiet --csv >(cat; echo end)'
        said = subprocess.run(["bash", "-c", line], cwd=self.folder, text=True, capture_output=True, timeout=LONGEST_S, check=True)
        self.assertEqual(said.stdout.replace("end\n", ""), whole)

    def test_nothing_that_the_diagram_is_read_from_is_overwritten(self):
        os.symlink("parts.json", self.folder / "link.json")
        for name in ("d.json", "parts.json", "forces.csv", "./parts.json", "link.json"):
            before = (self.folder / name)
            self.diagram()
            content = before.read_bytes()
            for command in (("run", "d.json", "--csv", name), ("run", "d.json", "--result", "a.csv", "--csv", name), ("report", "d.json", "-o", name)):
                self.assert_refused(stribeck(*command, cwd=self.folder), "arguments.invalid", "would overwrite")
                self.assertEqual(before.read_bytes(), content, command)

    def test_what_is_no_file_is_said(self):
        os.mkfifo(self.folder / "pipe")
        for name, words in (("x" * 300 + ".json", "File name too long"), ("/dev/zero", "it is not a file"), ("pipe", "it is not a file"),
                            (".", "Is a directory"), ("absent.json", "No such file")):
            self.assert_refused(self.run_it(include=[name]), "file.missing", words)
        self.assert_refused(self.run_it("--set", 'push.values={"file": "pipe", "column": 1}'), "file.missing", "it is not a file")
        self.assert_refused(stribeck("run", "x" * 300, cwd=self.folder), "file.missing", "File name too long")
        self.assert_refused(self.run_it("--csv", "x" * 300), "output.unwritable", "File name too long", status=1)

    def test_a_diagram_without_end_is_given_up(self):
        self.assert_refused(stribeck("run", "/dev/urandom"), "file.missing", "longer than 256 MiB")

    def test_a_diagram_through_a_pipe(self):
        self.diagram()
        done = subprocess.run(["bash", "-c", f'"{PROGRAM}" run <(cat d.json) --quiet --csv -'], cwd=self.folder, text=True, capture_output=True,
                              timeout=LONGEST_S, check=False)
        self.assertIn("file.missing", done.stderr)  # what it includes is not beside /dev/fd

    def test_settings_reach_initial_values_and_lists_from_files(self):
        self.assertEqual(self.start(), 0.05)
        self.assertEqual(self.start("--set", "spring.initial.x=1 cm"), 0.01)
        self.assertEqual(self.start("--set", "spring.initial.x==length"), 0.01)
        rows = [self.run_it("--csv", "-", *more).stdout for more in ((), ("--set", 'push.values={"file": "other.csv", "column": "force"}'))]
        self.assertNotEqual(rows[0], rows[1])

    def test_settings_that_lead_nowhere_are_refused(self):
        for setting, code in (("spring.stiffness.x=banana", "diagram.unknown_parameter"), ("spring.anything.at.all=0", "diagram.unknown_parameter"),
                              ("spring.initial.no_such=1", "diagram.unknown_variable"), ("spring.initial.x=1 kg", "value.wrong_dimension"),
                              ("nothing.initial.x=1", "diagram.unknown_instance"), ("spring.initial=1", "diagram.unknown_parameter"),
                              ("spring.initial.x.value=1", "diagram.unknown_parameter"), ('push.values={"file"', "json.syntax")):
            with self.subTest(setting):
                self.assert_refused(self.run_it("--set", setting), code)

    def test_every_command_that_reads_a_diagram_takes_set(self):
        path = self.diagram()
        stiffness = [stribeck("explain", path, "--after", "diagram", *more, cwd=self.folder).stdout for more in ((), ("--set", "spring.stiffness=77.125"))]
        self.assertNotIn("77.125", stiffness[0])  # of so many digits that the name of the folder, which is shown too, cannot contain them
        self.assertIn("77.125", stiffness[1])
        for command in ("explain", "draw", "check", "run", "report"):
            self.assert_refused(stribeck(command, path, "--set", "spring.stifness=77", cwd=self.folder), "diagram.unknown_parameter")

    def test_definitions_of_several_files_are_listed_and_in_the_schema(self):
        part = {"doc": "A part.", "ports": {"R": {"domain": "translational", "doc": "where it is held"}}, "equations": {"free": "R.F = 0 + 0*R.v"}}
        def library(name, include, **definitions):
            (self.folder / name).write_text(json.dumps({"format": "stribeck/1", "include": include, "definitions": definitions}))
        library("both.json", [], **{"own.both": part})
        library("a.json", ["both.json"], **{"own.a": part})
        library("b.json", ["both.json"], **{"own.b": part})  # what both include is read once
        for command in ("list", "schema"):
            said = stribeck(command, "--in", "a.json", "--in", "b.json", "--in", "a.json", cwd=self.folder)
            self.assertEqual((said.returncode, said.stderr), (0, ""))
            for name in ("own.a", "own.b", "own.both"):
                self.assertIn(name, said.stdout)
                self.assertNotIn(name, stribeck(command, cwd=self.folder).stdout)
        self.assert_refused(stribeck("list", "--in", "c.json", cwd=self.folder), "file.missing")

    def test_no_text_of_a_diagram_reaches_the_terminal_as_a_command(self):
        wild = "\x1b]0;pwned\x07\x1b[2J\x9b1m"
        path = self.diagram(title=wild, description=wild, definitions={"part": {
            "doc": wild, "ports": {"R": {"domain": "translational", "doc": wild}}, "equations": {wild: "R.F = 0 + 0*R.v"}}})
        for command in (("run", path), ("explain", path), ("explain", path, "--after", "diagram"), ("explain", path, "--after", "equations"),
                        ("check", path), ("docs", "--list", "--in", path)):
            said = stribeck(*command, cwd=self.folder)
            for control in "\x1b\x07\x9b":
                self.assertNotIn(control, said.stdout + said.stderr, command)
        self.assertIn(r"\x1B]0;pwned", stribeck("run", path, cwd=self.folder).stderr)
        (self.folder / "a.csv").write_text(f"time,{wild}\n0,1\n1,2\n")
        said = stribeck("compare-results", "a.csv", "a.csv", cwd=self.folder)
        self.assertEqual(said.returncode, 0)
        self.assertNotIn("\x1b", said.stdout + said.stderr)


if __name__ == "__main__":
    unittest.main()
