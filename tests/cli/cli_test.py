"""The program as its users meet it: misspelt words, closed pipes, full disks, Ctrl-C."""
import csv
import io
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import LONGEST_S, PROGRAM, ROOT, start, stribeck, without_comments  # noqa: E402

DIAGRAM = ROOT / "diagrams/start/mass_spring_damper.json"
ENDLESS = ("--stop", "9e5 s", "--interval", "10 ms")  # far more than a test waits for


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


def wait_until(holds):
    deadline = time.monotonic() + LONGEST_S
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def variant(self, name="variant.json", **changes):
        """The start diagram with some of its keys replaced."""
        diagram = json.loads(without_comments(DIAGRAM.read_text()))
        diagram.update(changes)
        path = self.folder / name
        path.write_text(json.dumps(diagram))
        return path

    def assert_refused(self, result, status, code, *words):
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertIn(f"error[{code}]: ", result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)


class Arguments(Case):
    def test_help_goes_to_standard_output(self):
        for arguments in (["--help"], ["run", "--help"], ["check", "-h"], ["describe", "--help"]):
            result = stribeck(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertRegex(result.stdout, "Examples?:")

    def test_help_about_what_is_no_command_is_refused(self):
        for words in (["nosuch", "--help"], ["--help", "nosuch"], ["nosuch", "-h"], ["nosuch", "--version"]):
            self.assert_refused(stribeck(*words), 2, "arguments.invalid", 'there is no command "nosuch"')
        self.assert_refused(stribeck("rum", "--help"), 2, "arguments.invalid", '"run"')
        self.assert_refused(stribeck("new", "nosuch", "--help"), 2, "arguments.invalid", 'new makes no "nosuch"')

    def test_every_command_has_help_that_names_its_contract(self):
        text = stribeck("run", "--help").stdout
        for option in ("--csv", "--set", "--stop", "--interval", "--solver", "--rtol", "--atol", "--verify", "--quiet"):
            self.assertIn(option, text)
        for option in ("--after", "--format", "--bond-graph"):
            self.assertIn(option, stribeck("explain", "--help").stdout)

    def test_version(self):
        self.assertRegex(stribeck("--version").stdout, r"^stribeck \d+\.\d+\.\d+\n$")

    def test_misspelt_words_are_refused_with_what_was_meant(self):
        self.assert_refused(stribeck("rum", DIAGRAM), 2, "arguments.invalid", '"rum"', '"run"')
        self.assert_refused(stribeck("run", "--cvs", "a.csv", DIAGRAM), 2, "arguments.invalid", '"--cvs"', '"--csv"')
        self.assert_refused(stribeck("run", DIAGRAM, "--step=1"), 2, "arguments.invalid", '"--step"', '"--stop"')
        self.assert_refused(stribeck("explain", DIAGRAM, "--after", "structur"), 2, "arguments.invalid", '"structure"')
        self.assert_refused(stribeck("describe", "rotational.inertai"), 2, "arguments.invalid", '"rotational.inertia"')

    def test_missing_and_superfluous_words(self):
        self.assert_refused(stribeck(), 2, "arguments.invalid", "stribeck --help")
        self.assert_refused(stribeck("run"), 2, "arguments.invalid", "stribeck run --help")
        self.assert_refused(stribeck("check"), 2, "arguments.invalid")
        self.assert_refused(stribeck("describe"), 2, "arguments.invalid", "stribeck list")
        self.assert_refused(stribeck("run", DIAGRAM, "other.json"), 2, "arguments.invalid", '"other.json"')
        self.assert_refused(stribeck("run", DIAGRAM, "--csv"), 2, "arguments.invalid", "--csv")
        self.assert_refused(stribeck("run", DIAGRAM, "--set", "mass"), 2, "arguments.invalid", "NAME=VALUE")

    def test_a_value_that_is_empty_is_none(self):
        for option in ("--csv", "--result", "--plot", "--stop", "--solver"):
            self.assert_refused(stribeck("run", DIAGRAM, option, "", cwd=self.folder), 2, "arguments.invalid", option, "empty value")
        self.assertEqual(os.listdir(self.folder), [])

    def test_words_behind_two_dashes_are_names(self):
        self.variant("--csv")
        result = stribeck("run", "--quiet", "--csv", "-", "--", "--csv", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(stribeck("run", "--quiet", "--", DIAGRAM).returncode, 0)

    def test_a_file_that_is_not_there(self):
        for command in ("run", "check", "explain"):
            self.assert_refused(stribeck(command, "absent.json", cwd=self.folder), 2, "file.missing", "absent.json")

    def test_a_misspelt_file_is_told_its_neighbours(self):
        self.variant("drive.json")
        self.assert_refused(stribeck("run", self.folder / "drvie.json"), 2, "file.missing", "did you mean", "drive.json")
        self.assert_refused(stribeck("run", "drive.jsn", cwd=self.folder), 2, "file.missing", '"drive.json"')

    def test_a_folder_is_no_diagram(self):
        result = stribeck("run", self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("error[", result.stderr)


class Run(Case):
    def test_a_summary_for_a_person_and_nothing_on_standard_output(self):
        result = stribeck("run", DIAGRAM)
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        for word in ("solver", "steps", "energy", "--csv"):
            self.assertIn(word, result.stderr)
        self.assertNotIn("\x1b", result.stderr)

    def test_quiet_says_nothing(self):
        result = stribeck("run", DIAGRAM, "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_rows_to_standard_output_and_to_a_file_are_the_same_bytes(self):
        out = stribeck("run", DIAGRAM, "--csv", "-", "--quiet")
        file = stribeck("run", DIAGRAM, "--csv", "a.csv", "--quiet", cwd=self.folder)
        self.assertEqual((out.returncode, file.returncode), (0, 0))
        self.assertTrue(out.stdout == (self.folder / "a.csv").read_bytes().decode())
        self.assertEqual(os.listdir(self.folder), ["a.csv"])

    def test_the_rows_are_a_table_that_begins_with_time(self):
        text = stribeck("run", DIAGRAM, "--csv", "-", "--quiet", "--stop", "1 s", "--interval", "0.1 s").stdout
        self.assertNotIn("\r", text)
        self.assertTrue(text.endswith("\n"))
        header, *rows = rows_of(text)
        self.assertEqual(header[0], "time")
        self.assertEqual({len(row) for row in rows}, {len(header)})
        times = [float(row[0]) for row in rows]
        self.assertEqual((times[0], times[-1]), (0.0, 1.0))
        self.assertEqual(times, sorted(times))
        for k in range(11):
            self.assertTrue(any(abs(t - k / 10) < 1e-15 for t in times), k)

    def test_outputs_may_be_patterns_which_take_what_they_match_and_nothing_else(self):
        path = self.variant(outputs=["spring.*"])
        header = rows_of(stribeck("run", path, "--csv", "-", "--quiet", "--stop", "0.1 s").stdout)[0]
        self.assertEqual(header[0], "time")
        self.assertIn("spring.x", header)
        self.assertEqual([name for name in header[1:] if not name.startswith("spring.")], [])
        for pattern in ("sprung.*", "spring.*.y"):
            result = stribeck("run", self.variant(outputs=[pattern]), "--quiet")
            self.assert_refused(result, 2, "diagram.unknown_variable", pattern)

    def test_set_changes_the_result_and_unknown_names_are_refused(self):
        components = json.loads(without_comments(DIAGRAM.read_text()))["components"]
        instance = next(key for key, value in components.items() if value["type"] == "translational.mass")
        name = f"{instance}.mass"
        usual = stribeck("run", DIAGRAM, "--csv", "-", "--quiet").stdout
        heavy = stribeck("run", "--set", f"{name}=7.5 kg", DIAGRAM, "--csv", "-", "--quiet")
        self.assertEqual(heavy.returncode, 0, heavy.stderr)
        self.assertTrue(usual != heavy.stdout)
        twice = stribeck("run", "--set", f"{name}=1 kg", f"{name}=7.5 kg", DIAGRAM, "--csv", "-", "--quiet")
        self.assertTrue(twice.stdout == heavy.stdout)
        self.assertEqual(stribeck("run", DIAGRAM, "--set", f"{instance}.mas=1 kg").returncode, 2)
        self.assertEqual(stribeck("run", DIAGRAM, "--set", f"{name}=1 s").returncode, 2)
        self.assertEqual(stribeck("run", DIAGRAM, "--set", f"{name}=-1 kg").returncode, 2)

    def test_bad_times_and_solvers_are_refused(self):
        for option, value in (("--stop", "-1"), ("--stop", "soon"), ("--stop", "1 kg"), ("--interval", "0 s"), ("--solver", "magic"),
                              ("--rtol", "-1"), ("--atol", "nan")):
            result = stribeck("run", DIAGRAM, option, value)
            self.assertEqual(result.returncode, 2, (option, value, result.stderr))
            self.assertIn("error[", result.stderr)

    def test_a_diagram_on_standard_input(self):
        with DIAGRAM.open() as text:
            piped = stribeck("run", "-", "--csv", "-", "--quiet", stdin=text)
        self.assertEqual(piped.returncode, 0, piped.stderr)
        self.assertTrue(piped.stdout == stribeck("run", DIAGRAM, "--csv", "-", "--quiet").stdout)

    def test_a_verified_run_tells_its_residual_and_gives_the_same_rows(self):
        usual = stribeck("run", DIAGRAM, "--csv", "-", "--quiet")
        verified = stribeck("run", DIAGRAM, "--csv", "-", "--verify")
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.assertTrue(verified.stdout == usual.stdout)
        found = re.search(r"verified +(\d+) equations at (\d+) rows, largest residual (\S+) of its terms", verified.stderr)
        self.assertTrue(found, verified.stderr)
        self.assertEqual(int(found[2]), verified.stdout.count("\n") - 1)
        self.assertLess(float(found[3]), 1e-12)
        self.assertNotIn("verified", stribeck("run", DIAGRAM).stderr)

    def test_the_same_input_gives_the_same_bytes(self):
        first, second = (stribeck("run", DIAGRAM, "--csv", "-", "--quiet").stdout for _ in range(2))
        self.assertTrue(first == second)


class Output(Case):
    def test_places_that_cannot_be_written_to(self):
        self.assert_refused(stribeck("run", DIAGRAM, "--csv", "none/a.csv", cwd=self.folder), 1, "output.unwritable", "none/a.csv", "No such file")
        self.assert_refused(stribeck("run", DIAGRAM, "--csv", self.folder), 1, "output.unwritable", "directory")
        self.assert_refused(stribeck("run", DIAGRAM, "--csv", "/dev/full"), 1, "output.unwritable", "No space left")
        self.assert_refused(stribeck("run", DIAGRAM, "--csv", "/proc/a.csv"), 1, "output.unwritable", "/proc/a.csv")
        self.assertEqual(os.listdir(self.folder), [])

    def test_standard_output_on_a_full_disk_or_closed(self):
        for arguments in (["run", DIAGRAM, "--csv", "-", "--quiet"], ["list"], ["schema"], ["--help"], ["check", DIAGRAM]):
            command = " ".join(map(str, [PROGRAM, *arguments]))
            for redirection in ("> /dev/full", ">&-"):
                result = subprocess.run(["/bin/sh", "-c", f"{command} {redirection}"], cwd=ROOT, text=True, capture_output=True,
                                        timeout=LONGEST_S, check=False)
                self.assert_refused(result, 1, "output.unwritable", "standard output")

    def test_closed_standard_streams_do_no_harm(self):
        result = subprocess.run(["/bin/sh", "-c", f"{PROGRAM} run {DIAGRAM} --csv a.csv >&- 2>&- <&-"], cwd=self.folder,
                                timeout=LONGEST_S, check=False)
        self.assertEqual(result.returncode, 0)
        self.assertTrue((self.folder / "a.csv").read_text().startswith("time,"))

    def test_a_reader_that_leaves_ends_the_run_with_a_sentence(self):
        process = start("run", DIAGRAM, "--csv", "-", "--quiet", *ENDLESS, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertTrue(process.stdout.readline().startswith("time,"))
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(LONGEST_S), 1)
        self.assertEqual(said.count("error["), 1)
        self.assertIn("error[output.unwritable]: ", said)
        self.assertIn("closed", said)

    def test_the_diagram_itself_is_not_overwritten(self):
        path = self.variant()
        before = path.read_bytes()
        self.assert_refused(stribeck("run", path, "--csv", path), 2, "arguments.invalid", "overwrite")
        self.assertEqual(path.read_bytes(), before)

    def test_a_wrong_diagram_leaves_an_old_result_alone(self):
        (self.folder / "a.csv").write_text("old\n")
        path = self.variant(format="stribeck/9")
        self.assertEqual(stribeck("run", path, "--csv", "a.csv", cwd=self.folder).returncode, 2)
        self.assertEqual((self.folder / "a.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.csv", "variant.json"])


class Interruption(Case):
    def interrupt(self, number, *arguments):
        """Starts a run without end and signals it once it has begun to write."""
        process = start("run", DIAGRAM, *ENDLESS, *arguments, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def has_begun():
            self.assertIsNone(process.poll(), "ended too soon")
            return any(path.stat().st_size > 0 for path in self.folder.glob("*.part-*"))

        wait_until(has_begun)
        process.send_signal(number)
        _, said = process.communicate(timeout=LONGEST_S)
        return process.returncode, said

    def catches(self, process, number):
        """Whether the program has taken over what the signal does."""
        self.assertIsNone(process.poll(), "ended too soon")
        caught = re.search(r"^SigCgt:\s*(\w+)", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE)
        return int(caught.group(1), 16) >> (number - 1) & 1

    def test_what_was_written_is_kept_and_marked(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            (self.folder / "a.csv").write_text("old\n")
            status, said = self.interrupt(number, "--csv", "a.csv")
            self.assertEqual(status, 130, said)
            self.assertIn("error[run.interrupted]: ", said)
            self.assertIn("a.csv.partial", said)
            self.assertEqual((self.folder / "a.csv").read_text(), "old\n")
            self.assertEqual(sorted(os.listdir(self.folder)), ["a.csv", "a.csv.partial"])
            text = (self.folder / "a.csv.partial").read_text()
            header, *rows = rows_of(text)
            self.assertTrue(text.endswith("\n"))
            self.assertEqual({len(row) for row in rows}, {len(header)})
            self.assertIn(f"{len(rows)} rows", said)

    def test_loading_ends_at_once(self):
        """A million parts are seconds of work before the run begins: nothing has been written yet that could be kept."""
        cell = {"doc": "an inertia", "components": {"body": {"type": "rotational.inertia"}}, "ports": {"end": "body.I"}}
        large = {"format": "stribeck/1", "definitions": {"cell": cell}, "components": {"cell": {"type": "cell", "count": 1_000_000}},
                 "connections": [], "outputs": ["cell[1].body.w"], "experiment": {"stop": 1}}
        (self.folder / "large.json").write_text(json.dumps(large))
        process = start("run", "large.json", "--csv", "a.csv", cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        def is_loading():
            self.assertIsNone(process.poll(), "ended too soon")
            size = re.search(r"^VmRSS:\s*(\d+)", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE)
            return size is not None and int(size.group(1)) > 100_000  # kB: far more than the program alone

        wait_until(is_loading)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=LONGEST_S)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(os.listdir(self.folder), ["large.json"])

    def test_check_is_interrupted_too(self):
        path = self.variant(experiment={"stop": "9e5 s", "interval": "10 ms"})
        process = start("check", path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: self.catches(process, signal.SIGINT))
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=LONGEST_S)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("error[run.interrupted]: ", said)
        self.assertNotIn("passed", out)


class Check(Case):
    def expecting(self, name, expect):
        return self.variant(name, expect=expect).name

    def test_one_line_a_file_and_a_count(self):
        good = self.expecting("good.json", {"states": 2})
        bad = self.expecting("bad.json", {"states": 3})
        result = stribeck("check", good, bad, good, cwd=self.folder)
        self.assertEqual(result.stdout, "ok  good.json\nFAILED  bad.json\nok  good.json\n2 passed, 1 failed\n")
        self.assert_refused(result, 1, "expect.failed", "2 states, expected 3", "bad.json")
        self.assertEqual(stribeck("check", good, cwd=self.folder).returncode, 0)

    def test_a_wrong_diagram_is_status_2_and_does_not_stop_the_others(self):
        wrong = self.variant("wrong.json", format="stribeck/9").name
        good = self.expecting("good.json", {"states": 2})
        result = stribeck("check", wrong, good, cwd=self.folder)
        self.assert_refused(result, 2, "diagram.wrong_format", "wrong.json")
        self.assertTrue(result.stdout.endswith("1 passed, 1 failed\n"))

    def test_a_diagram_that_expects_nothing_says_so(self):
        self.assertIn("expects nothing", stribeck("check", self.expecting("none.json", {}), cwd=self.folder).stdout)

    def test_the_tolerance_scale_shows_residuals(self):
        result = stribeck("check", DIAGRAM)
        self.assertEqual(result.returncode, 0, result.stderr)
        strict = stribeck("check", DIAGRAM, env={**os.environ, "STRIBECK_TOL_SCALE": "0"})
        self.assert_refused(strict, 1, "expect.failed", "difference", "allowed")


class Terminal(Case):
    def on_a_terminal(self, *arguments, **environment):
        """Standard error of a run whose standard error is a terminal."""
        controller, terminal = pty.openpty()
        settings = {**os.environ, "TERM": "xterm", **environment}
        if "NO_COLOR" not in environment:
            settings.pop("NO_COLOR", None)
        process = start(*arguments, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=terminal, env=settings)
        os.close(terminal)
        said = b""
        stop_at = time.monotonic() + 2
        while True:
            if not select.select([controller], [], [], max(0, stop_at - time.monotonic()))[0] or time.monotonic() > stop_at:
                process.send_signal(signal.SIGINT)
                stop_at += LONGEST_S
            try:
                block = os.read(controller, 4096)
            except OSError:  # the last holder of the terminal has gone
                break
            if not block:
                break
            said += block
        os.close(controller)
        process.wait(LONGEST_S)
        return said.decode()

    def test_errors_have_colours_there_unless_the_user_minds(self):
        self.assertIn("\x1b[", self.on_a_terminal("run", "absent.json"))
        self.assertNotIn("\x1b[", self.on_a_terminal("run", "absent.json", NO_COLOR="1"))
        self.assertNotIn("\x1b[", self.on_a_terminal("run", "absent.json", TERM="dumb"))

    def test_progress_is_one_line_rewritten_a_few_times_a_second_and_erased(self):
        said = self.on_a_terminal("run", DIAGRAM, *ENDLESS)
        shown = re.findall(r"\r\[[= ]*\] [^\r]*\x1b\[K", said)
        self.assertGreater(len(shown), 3)
        self.assertLess(len(shown), 25)  # two seconds at ten a second, and some slack
        self.assertLess(said.rindex("\r\x1b[K"), said.index("run.interrupted"))
        self.assertNotIn("[=", self.on_a_terminal("run", DIAGRAM, *ENDLESS, "--quiet"))

    def test_progress_in_a_log_is_a_plain_line(self):
        begin = time.monotonic()
        slow = ROOT / "diagrams/start/rotational_stick_slip.json"
        process = start("run", slow, *ENDLESS, cwd=self.folder, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        line = process.stderr.readline()  # after ten seconds, then every minute
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        process.stderr.close()
        process.wait(LONGEST_S)
        self.assertGreater(time.monotonic() - begin, 9)
        self.assertRegex(line, r"^[\d.]+ s of 900000 s, \d+ s a second, \d+ s left\n$")
        self.assertTrue(rest.startswith("error[run.interrupted]"), rest)


class Memory(Case):
    def peak_mb(self, rows, *arguments):
        """Of a run of so many rows of two columns."""
        diagram = self.variant(outputs=["load.v", "spring.F"])
        process = start("run", diagram, "--quiet", "--stop", f"{rows / 1000} s", "--interval", "1 ms", *arguments, stderr=subprocess.PIPE,
                        # Freed memory is kept from being used again, to find errors: what is used counts here.
                        env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"})
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.stderr.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, said)
        return usage.ru_maxrss / 1024

    def test_rows_pass_through(self):
        for ending in (".csv", ".jsonl", ".mat", ".h5"):
            with self.subTest(ending):
                # The first rows are enough for the buffers of the libraries, and of the sanitizers, to reach their size.
                few, many = (self.peak_mb(rows, "--result", self.folder / ("a" + ending)) for rows in (100_000, 600_000))
                self.assertLess(many, few + 6)  # 500000 rows are 12 MB

    def test_of_long_runs_pictures_keep_what_shows(self):
        few, many = (self.peak_mb(rows, "--plot", self.folder / "a.html") for rows in (1_400_000, 2_800_000))
        self.assertLess(many, few + 20)  # 1400000 rows more are 34 MB


class Explain(Case):
    def test_a_report_for_a_person_with_the_cost_last(self):
        text = stribeck("explain", DIAGRAM).stdout
        for verdict in (r"\n  states +2: load\.v, spring\.x\n", r"\n  index +at most 1", r"\n  loops +none", r"\n  storage +all", r"\n  overruled +nothing"):
            self.assertRegex(text[:text.index("nodes:")], verdict)
        sections = ["nodes:", "ports:", "storage", "states (2)", "differential index", "aliases", "blocks", "cost of each stage"]
        places = [text.index("\n" + section) for section in sections]
        self.assertEqual(places, sorted(places))
        self.assertRegex(text, r"load\.M +sets the velocity +takes the force")
        self.assertRegex(text, r"spring\.R +sets the force +takes the velocity")

    def test_what_is_refused_says_why_and_friction_stands_as_cases(self):
        text = stribeck("explain", ROOT / "diagrams/gallery/gear_shift.jsonc").stdout
        self.assertRegex(text, r"\n  storage +in derivative causality, carried along by others: shaft_2, output, car\n")
        self.assertRegex(text, r"\n  overruled +nothing that is fixed; what is preferred gives way at shaft_2\.I, output\.I, car\.H\n")
        self.assertRegex(" ".join(text.split()), r"shaft_2\.I sets the torque takes .* wanted the angular velocity out, but gear_2\.S sets it")
        level = "first.friction_coefficient*(first.faces*first.effective_radius*first.maximum_normal_force*max(open.y, 0))"
        cases = text[text.index("first: friction law, by its mode\n"):].splitlines()[1:5]
        self.assertEqual([line.strip() for line in cases], [
            f"slips forwards: first.T = {level}",
            f"sticks: der(first.w) = 0    while |first.T| <= first.peak*{level}",
            f"slips backwards: first.T = -({level})",
            "open: first.T = 0    while open.y <= 0"])
        facts = json.loads(stribeck("explain", ROOT / "diagrams/gallery/gear_shift.jsonc", "--format", "json").stdout)
        told = [equation["cases"] for block in facts["blocks"] for equation in block["equations"] if equation["name"] == "first: friction law"]
        self.assertEqual([case["mode"] for case in told[0]], ["slips forwards", "sticks", "slips backwards", "open"])
        ratchet = stribeck("explain", ROOT / "diagrams/verify/translational_backlash.json").stdout
        self.assertRegex(ratchet, r"touches: .*\n +open: \S+ = 0\n")

    def test_the_document_for_a_script(self):
        text = stribeck("explain", DIAGRAM, "--format", "json").stdout
        self.assertEqual(text, stribeck("explain", DIAGRAM, "--format", "json").stdout)
        facts = json.loads(text)
        self.assertEqual(list(facts), list(json.loads(stribeck("schema", "explain").stdout)["properties"]))
        self.assertEqual({state["variable"] for state in facts["states"]}, {"load.v", "spring.x"})
        self.assertEqual({port["port"] for port in facts["ports"] if port["causality"] == "velocity_out"}, {"load.M", "wall.W"})
        solved = [equation["solved_for"] for block in facts["blocks"] for equation in block["equations"]]
        self.assertEqual(len(solved), len(set(solved)))
        for number, block in enumerate(facts["blocks"]):
            self.assertTrue(all(needed < number for needed in block["needs_blocks"]))

    def draws(self, *arguments):
        text = stribeck("explain", *arguments).stdout
        self.assertRegex(text, r"^digraph \w+ \{")
        self.assertEqual(text.count("{"), text.count("}"))
        if dot := shutil.which("dot"):
            drawn = subprocess.run([dot, "-Tsvg"], input=text, text=True, capture_output=True, timeout=LONGEST_S, check=False)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
        return text

    def test_a_picture_of_the_blocks(self):
        self.assertIn("integrated", self.draws(DIAGRAM, "--format", "dot"))

    def test_a_bond_graph(self):
        text = self.draws(DIAGRAM, "--bond-graph")
        for letters, name in (("I", "load"), ("C", "spring"), ("R", "damper")):
            self.assertRegex(text, f">{letters}</font></b><br/>{name}[<>]")
        self.assertEqual(text.count("tee"), 3)

    def test_what_cannot_be_explained_is_refused(self):
        self.assert_refused(stribeck("explain", DIAGRAM, "--format", "jsn"), 2, "arguments.invalid", '"json"')
        self.assert_refused(stribeck("explain", DIAGRAM, "--after", "program", "--format", "dot"), 2, "arguments.invalid", "--after")
        told = json.loads(stribeck("explain", DIAGRAM, "--bond-graph", "--format", "json").stderr)
        self.assertEqual((told["code"], told["message"]), ("arguments.invalid", "--bond-graph prints DOT alone"))


if __name__ == "__main__":
    unittest.main()
