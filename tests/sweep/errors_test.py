"""Every wrong diagram of diagrams/errors is refused with exactly the text beside it, and every error code is provoked somewhere."""
import os
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import NO_LIBRARIES, ROOT, error_codes, stribeck  # noqa: E402

FOLDER = ROOT / "diagrams/errors"
# No wrong diagram can provoke these: a test of the command line, of faulty declarations or of warnings names them.
ELSEWHERE = {"arguments.invalid", "component.bad_declaration", "connection.idle", "file.missing", "fit.failed", "fit.uncertain", "fmu.failed", "fmu.no_state", "fmu.unreadable", "fmu.unsupported", "function.failed", "function.no_derivative", "initial.undetermined", "optimise.failed",
             "output.unwritable", "plugin.unusable", "program.unreadable", "result.no_decay", "result.unreadable", "results.differ", "run.crashed", "run.energy_unbalanced", "run.event_limit", "run.friction_shared", "run.loop_branch", "run.loop_shared",
             "run.interrupted", "run.loop_jumps", "run.no_orbit", "run.no_progress", "run.prescribed_kink", "run.step_too_small", "run.unverified", "structure.no_reset", "structure.overruled_causality", "tool.failed",
             "tool.missing", "urdf.unreadable"}


def expectation(path):
    """Code, line and column of the first line, `// expects: CODE [LINE:COLUMN]`."""
    first = path.read_text().split("\n", 1)[0]
    match = re.fullmatch(r"// expects: ([\w.]+)(?: (\d+:\d+))?", first)
    if not match:
        raise AssertionError(f'{path.name}: the first line is not "// expects: CODE LINE:COLUMN"')
    return match.groups()


class Errors(unittest.TestCase):
    def test_each_wrong_diagram_gives_its_text(self):
        statuses = error_codes()
        for path in sorted(FOLDER.glob("*.jsonc")):
            with self.subTest(path.name):
                code, place = expectation(path)
                self.assertIn(code, statuses)
                name = path.relative_to(ROOT).as_posix()
                result = stribeck("check", name, env={**os.environ, **NO_LIBRARIES})
                self.assertIn(f"error[{code}]: ", result.stderr)
                if place:
                    self.assertRegex(result.stderr, rf"(?m)^  in +{re.escape(name)}:{place}( |$)")
                self.assertEqual(result.returncode, statuses[code], result.stderr)
                self.assertEqual(result.stderr, path.with_suffix(".txt").read_text(), f"if this is right: tools/accept {name}")

    def test_no_text_without_its_diagram(self):
        for path in sorted(FOLDER.glob("*.txt")):
            self.assertTrue(path.with_suffix(".jsonc").exists(), path.name)

    def test_every_code_is_provoked(self):
        provoked = {expectation(path)[0] for path in FOLDER.glob("*.jsonc")}
        self.assertEqual(sorted(set(error_codes()) - provoked - ELSEWHERE), [], "codes without a wrong diagram")

    def test_the_codes_of_no_diagram_are_tested(self):
        tests = [path.read_text() for pattern in ("*_test.*", "outside/diagrams/*.txt", "outside/messages/*.txt") for path in (ROOT / "tests").rglob(pattern)
                 if path.name != "errors_test.py"]
        for code in sorted(ELSEWHERE):
            with self.subTest(code):
                self.assertTrue(any(code in text or code.replace(".", "_") in text for text in tests))


if __name__ == "__main__":
    unittest.main()
