"""What the program prints fits into the terminal, and is plain text where it goes to a file or a pipe."""
import fcntl
import os
import pty
import re
import struct
import sys
import tempfile
import termios
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, start, stribeck  # noqa: E402

SLIDE = ROOT / "diagrams/gallery/machine_tool_slide.jsonc"
START = ROOT / "diagrams/start/rotational_stick_slip.json"
WRONG = ROOT / "diagrams/errors"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def environment(columns=None):
    return dict(os.environ) if columns is None else {**os.environ, "COLUMNS": str(columns)}


def commands():
    """As the program itself names them."""
    listed = stribeck("--help").stdout.split("Subcommands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\S+)", listed, re.MULTILINE)


class Case(unittest.TestCase):
    """Calls of every command; those of `for_programs` print what programs read, whatever the terminal."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for name, words in (("slide.csv", [SLIDE]), ("other.csv", [SLIDE, "--set", "feed.stiffness=1e6"]),
                            ("swing.csv", [ROOT / "diagrams/start/mass_spring_damper.json"])):
            if stribeck("run", "--quiet", *words, "--csv", cls.folder / name).returncode != 0:
                raise AssertionError(name)
        cls.plan = cls.folder / "plan.json"
        cls.plan.write_text('{"format": "stribeck-study/1", "diagram": "%s", "factors": {"friction.breakaway_torque": [25, 15]}, "sampling": "grid", '
                            '"experiment": {"stop": "0.1 s"}, "scalars": {"peak": {"max": "load.w"}}}' % START)
        variants = cls.folder / "plan.study"
        cls.best = cls.folder / "best.json"
        cls.best.write_text('{"format": "stribeck-study/1", "diagram": "%s", "factors": {"load.inertia": {"uniform": {"from": 1, "to": 2}}}, '
                            '"experiment": {"stop": "0.1 s"}, "scalars": {"peak": {"max": "load.w"}}, "optimise": {"minimise": "peak", "starts": 1, "evaluations": 9}}' % START)
        cls.fit = cls.folder / "fit.json"
        cls.fit.write_text('{"format": "stribeck-fit/1", "diagram": "%s", "data": "swing.csv", "compare": {"spring.x": "spring.x"}, '
                           '"parameters": {"spring.stiffness": 120}}' % (ROOT / "diagrams/start/mass_spring_damper.json"))
        wrong = sorted(WRONG.glob("*.json*"))
        slide, other = cls.folder / "slide.csv", cls.folder / "other.csv"
        cls.for_people = [
            ["--help"], ["run", SLIDE], ["run", START], ["run", SLIDE, "--verify"], ["run", SLIDE, "--full-digits"], ["run", "nosuch.json"],
            ["run", SLIDE, "--nosuch"], ["check", SLIDE, START, *wrong], ["explain", SLIDE], ["explain", START, "--full-digits"],
            *(["explain", START, "--after", stage] for stage in ("diagram", "assembly", "equations", "structure", "program")),
            ["list"], ["describe", "rotational.friction"], ["describe", "translational.dry_friction"], ["describe", "nosuch"],
            ["docs", cls.folder / "pages"], ["report", START, "-o", cls.folder / "page.html"],
            ["compare", SLIDE, "--element", "guideway", "--with", "lugre_friction", "--with", "friction"],
            ["compare", SLIDE, "--element", "guideway", "--with", "friction", "--full-digits"],
            ["compare-results", slide, other], ["compare-results", slide, slide],
            ["spectrum", slide, "--of", "carriage.v"], ["spectrum", slide, "--of", "carriage.v", "--full-digits"],
            ["linearise", SLIDE, "--at", "start", "--inputs", "carriage.mass", "--frequencies", "1,10"],
            ["linearise", START, "--at", "start", "--at", "2 s", "--inputs", "profile.value", "--step", "profile.value=0.1 rad/s"],
            ["modes", SLIDE, "--at", "start"], ["orbit", START], ["orbit", START, "--full-digits"], ["orbit", SLIDE], ["continue", SLIDE, "--over", "nosuch=1..2"], ["continue", SLIDE, "--over", "speed=0.4 mm/s..0.6 mm/s"],
            ["continue", SLIDE, "--over", "speed=0.4 mm/s..40 mm/s", "--steady"],
            ["continue", SLIDE, "--over", "speed=0.4 mm/s..40 mm/s", "--steady", "--and", "feed.stiffness=1e6..2e6", "--rows", "2"],
            ["survey", SLIDE, "--over", "speed=0.4 mm/s..40 mm/s", "--values", "3"], ["survey", SLIDE, "--basins", "feed.initial.x=0..0.001,carriage.initial.v=0..1e-3", "--values", "2"], ["survey", SLIDE], ["sensitivity", SLIDE], ["sensitivity", START, "--by", "load.inertia", "--by", "speed"],
            ["study", cls.plan, "--dir", variants], ["study", "status", variants], ["study", "statistics", variants, "--share", "peak > 0"], ["study", "statistics", variants, "--full-digits"], ["study", "retry", variants], ["study", "report", variants], ["study", "work", "nosuch"], ["study"],
            ["optimise", cls.best], ["optimise", cls.best, "--full-digits"], ["optimise", cls.plan], ["optimise"],
            ["fit", cls.fit], ["fit", cls.fit, "--full-digits"], ["fit", START],
            ["decay", cls.folder / "swing.csv", "--of", "nosuch"], ["decay", cls.folder / "swing.csv", "--of", "spring.x"],
            ["export", SLIDE], ["export", SLIDE, "-o", cls.folder / "slide.fmu"], ["compile", SLIDE], ["compile", SLIDE, "-o", cls.folder / "slide.program"], ["run", cls.folder / "slide.program"],
            ["libraries"], ["plugins"], ["plugins", "--plugin", "nosuch.so"],
            ["format", "--check", SLIDE, "nosuch.json"], ["import", SLIDE], ["import", "nosuch.urdf"], ["new", "component", "nosuch"], ["new", "component", "--help"], ["new", "diagram", cls.folder / "first"], ["schema", "nosuch"], ["draw", START, "-o", "a.png"],
            ["man", "nosuch"], ["completion", "nosuch"]]
        cls.for_programs = [
            ["schema"], ["schema", "run"], ["draw", START], ["man", "run"], ["completion", "bash"], ["docs", "--list"],
            ["explain", START, "--format", "dot"], ["list", "--format", "json"], ["describe", "rotational.friction", "--format", "json"],
            ["run", SLIDE, "--csv", "-", "--quiet"], ["spectrum", slide, "--of", "carriage.v", "--format", "json"],
            ["study", cls.plan, "--dry"], ["study", "export", variants], ["check", "nosuch.json", "--format", "json"]]
        cls.for_people += [[command, "--help"] for command in commands()]

    def assert_fits(self, text, columns, words):
        """Lines are no longer, but for words that no space divides."""
        for line in COLOURS.sub("", text).split("\n"):
            if len(line) > columns:
                self.assertEqual(len(line.split()), 1, f"{words}: {line!r}")


class Width(Case):
    def test_every_command_is_called(self):
        called = {words[0] for words in self.for_people + self.for_programs if "--help" not in words}
        self.assertEqual(set(commands()) - called, set())

    def test_lines_are_no_longer_than_the_variable_says(self):
        for columns in (40, 72):
            for words in self.for_people:
                result = stribeck(*words, env=environment(columns))
                self.assert_fits(result.stdout + result.stderr, columns, words)

    def test_and_no_longer_than_the_terminal_is_wide(self):
        for words in self.for_people:
            text = in_terminal(words, 40)
            self.assert_fits(text, 40, words)
            self.assertNotRegex(COLOURS.sub("", text), "[^\n -~\u00a0-\uffff]", words)

    def test_progress_stays_on_its_line(self):
        process, leader = start_in_terminal(["run", ROOT / "diagrams/start/mass_spring_damper.json", "--stop", "9e5 s", "--interval", "10 ms"], 40)
        received = b""
        while received.count(b"\x1b[K") < 3:
            received += os.read(leader, 4096)
        process.kill()
        process.wait()
        os.close(leader)
        lines = re.findall("\r([^\r\x1b]+)\x1b", received.decode())
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertRegex(line, r"^[\d.]+ m?s of 9")
            self.assertLess(len(line), 40, line)  # one that fills the terminal would begin a new line

    def test_nothing_is_lost_where_lines_wrap(self):
        """Words are the same ones in the same order, but where a table is folded."""
        for words in (["describe", "rotational.friction"], ["run", "--help"], ["check", *sorted(WRONG.glob("*.json"))[:40]]):
            narrow, wide = (stribeck(*words, env=environment(columns)) for columns in (40, None))
            for one, other in ((narrow.stdout, wide.stdout), (narrow.stderr, wide.stderr)):
                self.assertEqual(re.sub(r"\s", "", one), re.sub(r"\s", "", other))

    def test_folded_tables_name_their_numbers(self):
        text = stribeck("run", SLIDE, env=environment(40)).stderr
        self.assertRegex(text, r"(?m)^  guideway  translational\.dry_friction\n    work in: +\S+ J\n")
        whole = stribeck("run", SLIDE, env=environment()).stderr
        supplied = re.search(r"(?m)^  drive +\S+ +(\S+) J +(\S+) J", whole)
        self.assertRegex(text, rf"work in: +{supplied.group(1)} J\n    supplied: +{supplied.group(2)} J")

    def test_what_programs_read_is_the_same_at_any_width(self):
        for words in self.for_programs:
            narrow, wide = (stribeck(*words, env=environment(columns)) for columns in (40, None))
            self.assertEqual((narrow.stdout, narrow.stderr), (wide.stdout, wide.stderr), words)

    def test_a_width_that_is_none_is_no_limit(self):
        for columns in ("0", "", "wide"):
            self.assertEqual(stribeck("list", env=environment(columns)).stdout, stribeck("list", env=environment()).stdout)


class Pipes(Case):
    def test_no_control_characters(self):
        for words in self.for_people:
            result = stribeck(*words, env=environment())
            self.assertNotRegex(result.stdout + result.stderr, "[\x00-\x09\x0b-\x1f\x7f]", words)

    def test_a_line_is_a_record(self):
        """For grep: types, messages and checked files stand on a line of their own."""
        self.assertTrue(all(re.match(r"[a-z_.0-9]+  ", line) for line in stribeck("list", env=environment()).stdout.splitlines()))
        text = stribeck("check", SLIDE, "nosuch.json", env=environment())
        self.assertIn("FAILED  nosuch.json\n", text.stdout)
        self.assertIn('error[file.missing]: "nosuch.json" cannot be read: No such file or directory\n', text.stderr)

    def test_messages_stand_where_they_belong_among_the_lines(self):
        """stribeck check ... 2>&1 | cat"""
        read, write = os.pipe()
        process = start("check", SLIDE, "nosuch.json", START, cwd=ROOT, stdout=write, stderr=write, env=environment())
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as pipe:
            text = pipe.read()
        process.wait()
        order = [text.index(words) for words in (f"ok  {SLIDE}", "FAILED  nosuch.json", "error[file.missing]", f"ok  {START}", "2 passed")]
        self.assertEqual(order, sorted(order), text)


def start_in_terminal(words, columns):
    """The process, and the end of its terminal from which is read what it prints."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = start(*words, cwd=ROOT, stdout=follower, stderr=follower, env={**environment(), "TERM": "xterm"})
    os.close(follower)
    return process, leader


def in_terminal(words, columns):
    """What a terminal of that width is sent, without the carriage returns before its line feeds."""
    process, leader = start_in_terminal(words, columns)
    received = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # EIO: the program has closed its end
            break
        if not piece:
            break
        received += piece
    os.close(leader)
    process.wait()
    shown = received.decode().replace("\r\n", "\n")
    return re.sub("\r[^\r]*\x1b\\[K", "", shown)  # the progress of a run that takes long, and that it is erased


if __name__ == "__main__":
    unittest.main()
