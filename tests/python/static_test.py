"""What can be said of the package without running it: types, style, and that the stub is the extension module."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from package import PACKAGE, ROOT, stribeck

TOOLS = ROOT / "tools/python"
EXAMPLES = sorted((TOOLS / "examples").glob("*.py"))


def python(*arguments, **options):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False, **options)


class Static(unittest.TestCase):
    def test_types(self):
        with tempfile.TemporaryDirectory() as cache:
            said = python("-m", "mypy", "--config-file", TOOLS / "pyproject.toml", "--cache-dir", cache, PACKAGE / "stribeck", *EXAMPLES,
                          cwd=PACKAGE, env={**os.environ, "MYPYPATH": str(PACKAGE)})
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    @unittest.skipUnless(shutil.which("node"), "pyright needs node (package nodejs)")
    def test_types_of_examples_by_pyright(self):
        said = python("-m", "pyright", "-p", TOOLS, "--pythonpath", sys.executable, *EXAMPLES)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_style(self):
        for command in (("check", "--output-format", "concise"), ("format", "--check")):
            said = python("-m", "ruff", *command, "--no-cache", "--config", TOOLS / "pyproject.toml", TOOLS)
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_stub(self):
        stub = (TOOLS / "stribeck/_core.pyi").read_text(encoding="utf-8")
        for name in dir(stribeck._core):
            if name.startswith("__"):
                continue
            thing = getattr(stribeck._core, name)
            word = f"class {name}" if isinstance(thing, type) else f"def {name}(" if callable(thing) else f"{name}:"
            self.assertIn(word, stub)
            for member in dir(thing) if isinstance(thing, type) else ():
                if not member.startswith("_"):
                    self.assertTrue(any(form in stub for form in (f"def {member}(", f"    {member}:")), f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
