"""Runs that are killed and resumed end in the bytes of those that were not."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import LONGEST_S, ROOT, start, stribeck  # noqa: E402

# A block on a belt that sticks and slips, hits a rigid stop, and is pushed by a sampled force: every kind of memory between steps.
DIAGRAM = {
    "format": "stribeck/1", "title": "sticks, strikes, samples",
    "components": {
        "belt": {"type": "translational.velocity_source", "parameters": {"velocity": "0.1 m/s"}},
        "friction": {"type": "translational.dry_friction", "parameters": {"static_force": "20 N", "coulomb_force": "12 N"}},
        "block": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": 0}},
        "spring": {"type": "translational.spring", "parameters": {"stiffness": "300 N/m"}, "initial": {"x": 0}},
        "stop": {"type": "translational.hard_stop", "parameters": {"model": "restitution", "lower_bound": "-0.05 m", "upper_bound": "0.06 m"}},
        "wall": {"type": "translational.ground"},
        "wave": {"type": "signals.sine", "parameters": {"amplitude": "3", "frequency": "1.7 Hz"}},
        "sampler": {"type": "signals.sampler", "parameters": {"period": "37 ms"}},
        "push": {"type": "translational.force_source"},
    },
    "connections": [["belt.R", "friction.R"], ["friction.C", "block.M", "spring.R", "stop.R", "push.R"],
                    ["belt.C", "spring.C", "stop.C", "push.C", "wall.W"], ["wave.y", "sampler.u"], ["sampler.y", "push.S"]],
    "experiment": {"stop": "2000 s", "interval": "20 ms"},
    "outputs": ["block.v", "spring.x", "friction.F", "sampler.y"],
}


class Disk:
    """What a failure of power leaves of files, by the notes of power_loss.c. A file has the bytes of its last sync, or of now, as the disk
    was quick or slow; names likewise those of the last sync of their folder, or of now."""

    def __init__(self, folder):
        self.folder = folder
        self.names, self.kept_names = {}, {}  # path: file
        self.bytes, self.kept_bytes = {}, {}  # file: bytes

    def note(self, line):
        what, path, *rest = line.split()
        if what == "create":
            self.names[path] = len(self.bytes)
            self.bytes[self.names[path]] = self.kept_bytes[self.names[path]] = b""
        elif what == "rename":
            self.names[rest[0]] = self.names.pop(path)
        elif what == "remove":
            del self.names[path]
        elif path == self.folder:
            self.kept_names = dict(self.names)
        else:
            file = self.names[path]
            if what == "write":
                offset, added = int(rest[0]), bytes.fromhex(rest[1])
                self.bytes[file] = self.bytes[file][:offset].ljust(offset, b"\0") + added + self.bytes[file][offset + len(added):]
            elif what == "cut":
                self.bytes[file] = self.bytes[file][:int(rest[0])]
            elif what == "sync":
                self.kept_bytes[file] = self.bytes[file]

    def left(self, names_are_quick, bytes_are_quick):
        """Path and bytes of each file."""
        files = self.bytes if bytes_are_quick else self.kept_bytes
        return {path: files[file] for path, file in (self.names if names_are_quick else self.kept_names).items()}


class Checkpoints(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.diagram = self.folder / "block.json"
        self.diagram.write_text(json.dumps(DIAGRAM))

    def command(self, *arguments):
        return ["run", str(self.diagram), "--quiet", *map(str, arguments)]

    def names(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def start(self, *arguments):
        return start(*self.command(*arguments), stderr=subprocess.PIPE)

    def killed_and_resumed(self, solver, stop, kills, formats=(".csv",)):
        whole, broken = self.folder / "whole", self.folder / "broken"
        for folder in (whole, broken):
            folder.mkdir(exist_ok=True)

        def results(folder):
            options = ["--solver", solver, "--stop", stop]
            for ending in formats:
                options += ["--result", folder / ("a" + ending)]
            return options

        began = time.monotonic()
        result = stribeck(*self.command(*results(whole)))
        self.assertEqual(result.returncode, 0, result.stderr)
        span = time.monotonic() - began
        arguments = [*results(broken), "--checkpoint", "every", "0s", "--resume"]
        killed = 0
        for _ in range(kills):
            process = self.start(*arguments)
            try:
                process.wait(random.uniform(0, 2.5 * span / kills) + 0.02)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                killed += 1
            process.communicate()
        result = stribeck(*self.command(*arguments))
        self.assertEqual(result.returncode, 0, result.stderr)
        for ending in formats:
            self.assertEqual((broken / ("a" + ending)).read_bytes(), (whole / ("a" + ending)).read_bytes(), solver + ending)
        self.assertEqual(self.names(broken), self.names(whole))
        return killed

    def test_a_hundred_kills_leave_the_bytes_alone(self):
        random.seed(9)
        killed = self.killed_and_resumed("auto", "120 s", 40)
        killed += self.killed_and_resumed("cvode", "30 s", 30)
        killed += self.killed_and_resumed("dopri5", "60 s", 30, (".csv", ".jsonl", ".mat", ".h5"))
        self.assertGreater(killed, 50)  # where a run was over before, nothing was tried

    def test_a_failure_of_power_at_any_moment_leaves_the_last_checkpoint_valid(self):
        watcher, notes, work = self.folder / "power_loss.so", self.folder / "notes", self.folder / "work"
        work.mkdir()
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", watcher, Path(__file__).with_name("power_loss.c"), "-ldl"], check=True)
        arguments = self.command("--csv", work / "a.csv", "--stop", "150 s", "--interval", "1 s", "--checkpoint", "every", "0s", "--resume")
        result = stribeck(*arguments, env={**os.environ, "LD_PRELOAD": str(watcher), "STRIBECK_WATCHED": str(work), "STRIBECK_NOTES": str(notes)})
        self.assertEqual(result.returncode, 0, result.stderr)
        whole = (work / "a.csv").read_bytes()
        lines = notes.read_text().splitlines()
        disk, left = Disk(str(work)), []
        for line in lines:
            disk.note(line)
            left += [files for quick in ((0, 0), (1, 0), (0, 1)) if (files := disk.left(*quick)) not in left]
        self.assertEqual(disk.left(1, 1), {str(work / "a.csv"): whole})  # the notes tell all
        self.assertGreater(sum(1 for line in lines if line.startswith("rename") and line.endswith(".checkpoint")), 3)
        self.assertGreater(len(left), 20)
        reached = 0  # rows that were never lost again
        for files in left:
            for path in work.iterdir():
                path.unlink()
            for path, content in files.items():
                Path(path).write_bytes(content)
            names = sorted(Path(path).name for path in files)
            rows = len(files.get(str(work / "a.csv.partial"), b""))
            result = stribeck(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""), names)
            self.assertEqual((work / "a.csv").read_bytes(), whole, names)
            reached += rows > 0 and "a.csv.checkpoint" in names
        self.assertGreater(reached, 10)

    def interrupted(self, *arguments):
        """A run that was told to end after its first checkpoint."""
        process = self.start(*arguments, "--checkpoint", "every", "0s")
        checkpoint = self.folder / "a.csv.checkpoint"
        until = time.monotonic() + LONGEST_S
        while not checkpoint.exists() and time.monotonic() < until:
            time.sleep(0.005)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=LONGEST_S)
        self.assertEqual(process.returncode, 130, said)
        return checkpoint, said.decode()

    def test_a_motion_that_has_become_steady_leaves_checkpoints_too(self):
        """Its steps are long: eight million rows lie in a hundred of them. The run is killed as soon as there is a checkpoint."""
        steady = {"format": "stribeck/1", "components": {
            "push": {"type": "translational.force_source", "parameters": {"force": "2 N"}}, "mass": {"type": "translational.mass", "parameters": {"mass": "1 kg"}},
            "damper": {"type": "translational.damper", "parameters": {"damping": "1 N*s/m"}}, "wall": {"type": "translational.ground"}},
            "connections": [["push.R", "mass.M", "damper.R"], ["push.C", "damper.C", "wall.W"]],
            "experiment": {"stop": 80000, "interval": 0.01}, "outputs": ["mass.v"]}
        self.diagram.write_text(json.dumps(steady))
        whole, broken = self.folder / "whole.csv", self.folder / "broken.csv"
        result = stribeck(*self.command("--csv", whole))
        self.assertEqual(result.returncode, 0, result.stderr)
        arguments = ("--csv", broken, "--checkpoint", "every", "0s", "--resume")
        process, checkpoint = self.start(*arguments), Path(f"{broken}.checkpoint")
        while process.poll() is None and not checkpoint.exists():
            time.sleep(0.002)
        self.assertTrue(checkpoint.exists(), "the run ended without one")
        process.kill()
        process.communicate()
        result = stribeck(*self.command(*arguments))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(broken.read_bytes() == whole.read_bytes())

    def test_sigterm_leaves_a_checkpoint_that_is_told_of(self):
        run = ("--csv", self.folder / "a.csv", "--stop", "100000 s")
        checkpoint, said = self.interrupted(*run)
        self.assertIn("--resume goes on from " + str(checkpoint), said)
        self.assertTrue((self.folder / "a.csv.partial").exists())

    def test_what_does_not_belong_together_is_refused(self):
        run = ("--csv", self.folder / "a.csv", "--stop", "100000 s")
        checkpoint, _ = self.interrupted(*run)
        good = checkpoint.read_bytes()

        def refused(code, *words, arguments=run):
            result = stribeck(*self.command(*arguments, "--resume"))
            self.assertEqual(result.returncode, 2, result.stderr)
            for word in (f"error[{code}]", *words):
                self.assertIn(word, result.stderr)
            self.assertTrue((self.folder / "a.csv.partial").exists())

        refused("arguments.invalid", "its model differs", arguments=(*run, "--set", "block.mass=2"))
        refused("arguments.invalid", "its experiment differs", arguments=run[:2])
        refused("arguments.invalid", "its solver differs", arguments=(*run, "--solver", "cvode"))
        for damaged in (good[:-5], good[:40] + bytes([good[40] ^ 1]) + good[41:], good[:len(good) // 2]):
            checkpoint.write_bytes(damaged)
            refused("result.unreadable", "damaged")
        checkpoint.write_bytes(b"time,block.v\n0,0\n")
        refused("result.unreadable", "is no checkpoint")
        checkpoint.write_bytes(good)
        partial = self.folder / "a.csv.partial"
        rows = partial.read_bytes()
        partial.write_bytes(rows[:100])
        refused("result.unreadable", "there are fewer")
        partial.write_bytes(b"x" + rows[1:])
        refused("result.unreadable", "they differ")
        checkpoint.unlink()
        refused("file.missing", "there is no checkpoint")

    def test_every_change_of_what_is_read_makes_another_model(self):
        """Whatever the numbers depend on, and wherever it stands: the diagram, what it includes, a list in a file, a plugin's code."""
        values = self.folder / "values.csv"
        values.write_text("values\n3\n-1\n0\n2\n-3\n")
        part = {"format": "stribeck/1", "definitions": {"rod": {"parameters": {"k": {"value": "100 N/m", "doc": "stiffness"}}, "components": {
            "k": {"type": "translational.spring", "parameters": {"stiffness": "=k"}}}, "ports": {"R": "k.R", "C": "k.C"}}}}
        (self.folder / "part.json").write_text(json.dumps(part))
        diagram = {
            "format": "stribeck/1", "include": ["part.json"],
            "components": {
                "u": {"type": "signals.sine", "parameters": {"amplitude": 2.5, "frequency": "3.3 Hz"}},
                "tab": {"type": "signals.table_1d", "parameters": {"method": "linear", "arguments": [-2, -1, 0, 1, 2],
                                                                   "values": {"file": "values.csv", "column": 1, "unit": "N"}}},
                "src": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"}, "k": {"type": "rod"},
                "m": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": {"value": 1, "priority": "low"}}}},
            "connections": [["u.y", "tab.u"], ["tab.y", "src.S"], ["src.R", "m.M", "k.R"], ["wall.W", "src.C", "k.C"]],
            "experiment": {"interval": "10 ms"}, "outputs": ["m.v", "tab.y"]}
        self.diagram.write_text(json.dumps(diagram))
        run = ("--csv", self.folder / "a.csv", "--stop", "100000 s")
        self.interrupted(*run)

        def refused(*settings):
            result = stribeck(*self.command(*run, *settings, "--resume"))
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("its model differs", result.stderr)

        for setting in ("tab.method=akima", "tab.ends=extend", "m.initial.v=2", "k.k=99", "m.mass=1.0000000001 kg"):
            refused("--set", setting)
        priority = json.dumps(diagram).replace('"low"', '"high"')
        for path, other in ((values, values.read_text().replace("-1", "-1.5")), (self.folder / "part.json", json.dumps(part).replace("100", "101")),
                            (self.diagram, priority)):
            before = path.read_text()
            path.write_text(other)
            refused()
            path.write_text(before)

    def test_another_build_of_a_plugin_makes_another_model(self):
        def build(force):
            (self.folder / "law.cpp").write_text("""
                #include <stribeck/component.hpp>
                static void law(stribeck::ComponentBuilder& c) {
                  const auto motion = stribeck::translational::relative_motion(c);
                  const stribeck::Function f = c.function("f", "N", "force at a speed", {{"v", "m/s"}},
                                                              [](double v) { return %s; });
                  f.derivative(0, [](double) { return 1.0; });
                  c.relation("law", motion.force == f(motion.velocity));
                }
                static void declare(const stribeck_interface* api, stribeck_recorder* recorder) {
                  stribeck::ComponentBuilder builder(api, recorder);
                  law(builder);
                }
                static const stribeck_component parts[] = {{"own.law", declare, "A law.", "law.cpp"}};
                static const stribeck_library library = {sizeof library, STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, parts, 1};
                extern "C" const stribeck_library* stribeck_plugin(void) { return &library; }""" % force)
            subprocess.run(["c++", "-std=c++20", "-shared", "-fPIC", "-I", ROOT / "runtime/include", "law.cpp", "-o", "law.so"],
                           cwd=self.folder, check=True)
        diagram = {
            "format": "stribeck/1",
            "components": {"m": {"type": "translational.mass", "initial": {"v": 1}}, "law": {"type": "own.law"}, "wall": {"type": "translational.ground"},
                           "u": {"type": "signals.sine"}, "src": {"type": "translational.force_source"}},
            "connections": [["m.M", "law.R", "src.R"], ["wall.W", "law.C", "src.C"], ["u.y", "src.S"]], "experiment": {"interval": "10 ms"}}
        (self.folder / "own").mkdir()
        (self.folder / "own/library.json").write_text(json.dumps(
            {"format": "stribeck/1", "library": {"name": "own", "version": "1", "plugins": ["../law.so"]}}))
        for brought, named, options in (("as a plugin", {}, ("--plugin", self.folder / "law.so")), ("by a library", {"libraries": ["own"]}, ())):
            with self.subTest(brought):
                build("v")
                self.diagram.write_text(json.dumps(diagram | named))
                run = ("--csv", self.folder / "a.csv", "--stop", "100000 s", *options)
                checkpoint, _ = self.interrupted(*run)
                build("v + 1e-3")
                result = stribeck(*self.command(*run, "--resume"))
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn("its model differs", result.stderr)
                checkpoint.unlink()

    def test_rows_that_are_gone_are_said(self):
        run = ("--csv", self.folder / "a.csv", "--stop", "100000 s")
        self.interrupted(*run)
        (self.folder / "a.csv.partial").unlink()
        result = stribeck(*self.command(*run, "--resume"))
        self.assertEqual(result.returncode, 2, result.stderr)
        for words in ("error[result.unreadable]", "there is no ", "a.csv.partial", "remove the checkpoint"):
            self.assertIn(words, result.stderr)

    def test_arguments_that_make_no_sense_are_refused(self):
        for arguments, words in (([], "needs rows in a file"), (["--csv", "-"], "needs rows in a file"),
                                 (["--csv", self.folder / "a.csv", "--verify"], "--verify")):
            result = stribeck(*self.command("--checkpoint", "every", "60s", *arguments))
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(words, result.stderr)
        for every in (("every", "60 N"), ("each", "60s"), ("every", "-1s"), ("every", "soon")):
            result = stribeck(*self.command("--csv", self.folder / "a.csv", "--checkpoint", *every))
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("--checkpoint every 60s", result.stderr)

    def test_a_second_run_of_the_same_name_is_refused(self):
        process = self.start("--csv", self.folder / "a.csv", "--stop", "1000000 s", "--checkpoint", "every", "0s")
        until = time.monotonic() + LONGEST_S
        while not (self.folder / "a.csv.partial").exists() and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(0.05)
        second = stribeck(*self.command("--csv", self.folder / "a.csv", "--checkpoint", "every", "60s"))
        process.kill()
        process.communicate()
        self.assertEqual(second.returncode, 1, second.stderr)
        self.assertIn("another run is writing it", second.stderr)

    def test_a_test_that_is_killed_takes_its_run_with_it(self):
        """An orphan would compute for ever."""
        run = self.command("--csv", self.folder / "a.csv", "--stop", "1000000 s")
        script = (f"import sys; sys.path.insert(0, {str(Path(__file__).resolve().parent.parent)!r})\n"
                  f"from program import start\nprint(start(*{run!r}).pid, flush=True)\nsys.stdin.read()")
        test = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        pid = int(test.stdout.readline())
        test.kill()
        test.communicate()
        until = time.monotonic() + LONGEST_S

        def is_gone():  # or waits for somebody to ask how it ended
            try:
                return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
            except FileNotFoundError:
                return True
        while not is_gone() and time.monotonic() < until:
            time.sleep(0.01)
        self.assertTrue(is_gone())


if __name__ == "__main__":
    unittest.main()
