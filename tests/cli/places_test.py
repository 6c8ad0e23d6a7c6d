"""Whatever is written, wherever it cannot be: a sentence, and nothing half-written or spoilt. Each command by each of four misfortunes."""
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import LONGEST_S, PROGRAM, ROOT, is_sanitized, start, stribeck  # noqa: E402

DIAGRAM = ROOT / "diagrams/start/mass_spring_damper.json"
ROWS = ("run", DIAGRAM, "--quiet", "--interval", "0.5 ms")

# What writes a file, with the option that names it and an ending.
WRITERS = [(ROWS, "--csv", ".csv"), (ROWS, "--result", ".csv"), (ROWS, "--result", ".jsonl"), (ROWS, "--result", ".mat"),
           (ROWS, "--result", ".h5"), (ROWS, "--plot", ".html"), (("report", DIAGRAM, "--quiet"), "-o", ".html")]
if shutil.which("gnuplot"):
    WRITERS += [(ROWS, "--plot", ending) for ending in (".svg", ".png", ".pdf")]
if shutil.which("dot"):
    WRITERS += [(("draw", DIAGRAM), "-o", ".svg"), (("draw", DIAGRAM, "--bond-graph"), "-o", ".svg")]


def nearly_no_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # less than the smallest picture


class Places(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_refused(self, result, *words, code="output.unwritable"):
        self.assertEqual(result.stderr.count("error["), 1, result.stderr)
        self.assertIn(f"error[{code}]: ", result.stderr)
        self.assertEqual(result.returncode, 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def for_each(self, check):
        """check(command, path) for each writer, in an empty folder."""
        for command, option, ending in WRITERS:
            with self.subTest(command=command[0], option=option, ending=ending):
                for name in os.listdir(self.folder):
                    (self.folder / name).unlink()
                check([*command, option], self.folder / f"result{ending}")

    def test_a_full_disk(self):
        def check(command, path):
            path.write_text("old\n")
            self.assert_refused(stribeck(*command, path, preexec_fn=nearly_no_disk), "result", "too large", "free some space")
            self.assertEqual(path.read_text(), "old\n")
            self.assertEqual(os.listdir(self.folder), [path.name])
        self.for_each(check)

    @unittest.skipIf(is_sanitized(), "what the sanitizer needs is more")
    def test_a_small_stack(self):
        stack = 64 << 10  # bytes; runs used to end in a segmentation fault below 96 kB
        result = stribeck("run", DIAGRAM, "--quiet", "--csv", "-", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, stack)))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, stribeck("run", DIAGRAM, "--quiet", "--csv", "-").stdout)

    @unittest.skipIf(is_sanitized(), "the sanitizer's shadow alone is larger")
    def test_no_memory(self):
        limit = 100 << 20  # bytes of address space: enough to start
        command = ("run", ROOT / "diagrams/benchmarks/burridge_knopoff.json", "--set", "blocks=20000", "--csv", self.folder / "rows.csv")
        result = stribeck(*command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertIn("error[diagram.too_large]: the machine has no memory left", result.stderr)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(os.listdir(self.folder), [])

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("mount"), "only root may make a small disk")
    def test_a_disk_that_fills_up(self):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(self.folder)], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("no mounts here")
        self.addCleanup(lambda: subprocess.run(["umount", str(self.folder)], check=True))
        def check(command, path):
            result = stribeck(*command, path)
            if result.returncode == 0:  # small enough
                self.assertLess(path.stat().st_size, 16384)
                return
            self.assert_refused(result, "No space left")
            self.assertEqual(os.listdir(self.folder), [])
        self.for_each(check)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_read_only_folder(self):
        self.folder.chmod(0o500)
        self.addCleanup(self.folder.chmod, 0o700)
        def check(command, path):
            self.assert_refused(stribeck(*command, path), "Permission denied", "yours to write to")
        self.for_each(check)

    def test_a_folder_that_nobody_may_write_to(self):
        for command, option, ending in WRITERS:
            with self.subTest(command=command[0], option=option, ending=ending):
                self.assert_refused(stribeck(*command, option, f"/proc/result{ending}"), f"/proc/result{ending}")

    def test_a_reader_that_leaves(self):
        for command in ([*ROWS, "--csv", "-"], ["draw", DIAGRAM], ["schema"], ["docs", "--list"], ["list"], ["describe", "rotational.clutch"],
                        ["explain", DIAGRAM], ["check", DIAGRAM]):
            with self.subTest(command[0]):
                if command[0] == "draw" and not shutil.which("dot"):
                    continue
                reader, writer = os.pipe()
                os.close(reader)
                result = subprocess.run([str(PROGRAM), *map(str, command)], cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=writer,
                                        stderr=subprocess.PIPE, timeout=LONGEST_S, check=False)
                os.close(writer)
                self.assert_refused(result, "standard output")

    def test_two_runs_that_write_the_same_name(self):
        """Both end well, and the file is whole: the one or the other."""
        def check(command, path):
            runs = [start(*command, path, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(2)]
            for run in runs:
                said = run.communicate(timeout=LONGEST_S)[1]
                self.assertEqual((run.returncode, said), (0, ""))
            self.assertEqual(os.listdir(self.folder), [path.name])
            both = path.read_bytes()
            stribeck(*command, path)
            if path.suffix != ".html":  # a report tells how long it took
                self.assertTrue(both == path.read_bytes(), "two runs at once wrote another file than one alone")
        self.for_each(check)

    def test_two_names_for_one_file(self):
        result = stribeck(*ROWS, "--csv", "a.html", "--plot", "./a.html", cwd=self.folder)
        self.assertEqual((result.returncode, os.listdir(self.folder)), (2, []))
        self.assertIn("error[arguments.invalid]: ", result.stderr)

    def test_checkpoints_on_a_full_disk_leave_what_can_be_resumed(self):
        run = [*ROWS, "--solver", "rk4", "--stop", "60 s"]  # steps as long as the interval: several legs
        command = [*run, "--checkpoint", "every", "0s"]
        whole, path = self.folder / "whole.csv", self.folder / "result.csv"
        self.assertEqual(stribeck(*run, "--csv", whole).returncode, 0)
        size = whole.stat().st_size
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size * 2 // 3, size * 2 // 3))
        self.assert_refused(stribeck(*command, "--csv", path, preexec_fn=limit), "too large")
        self.assertFalse(path.exists())
        self.assertTrue((self.folder / "result.csv.checkpoint").exists())
        result = stribeck(*command, "--csv", path, "--resume")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertTrue(path.read_bytes() == whole.read_bytes())
        self.assertEqual(sorted(os.listdir(self.folder)), ["result.csv", "whole.csv"])

    def test_docs_on_a_full_disk(self):
        result = stribeck("docs", self.folder, "--quiet", preexec_fn=nearly_no_disk)
        self.assert_refused(result, "too large")
        for name in os.listdir(self.folder):  # those that fit are whole
            self.assertNotIn(".part", name)
            self.assertLessEqual((self.folder / name).stat().st_size, 1000)


if __name__ == "__main__":
    unittest.main()
