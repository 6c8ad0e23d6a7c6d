"""What can be said of the package without running it: types, style, and that the stub is the extension module."""
import os
import subprocess
import sys
import tempfile
import unittest

from package import PACKAGE, ROOT, stribeck


def python(*arguments, **options):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False, **options)


class Static(unittest.TestCase):
    def test_types(self):
        with tempfile.TemporaryDirectory() as cache:
            for what in (("-p", "stribeck"), sorted((ROOT / "tools/python/examples").glob("*.py"))):
                said = python("-m", "mypy", "--config-file", ROOT / "tools/python/pyproject.toml", "--cache-dir", cache, *what, cwd=PACKAGE,
                              env={**os.environ, "MYPYPATH": str(PACKAGE)})
                self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_style(self):
        for command in (("check", "--output-format", "concise"), ("format", "--check")):
            said = python("-m", "ruff", *command, "--no-cache", "--config", ROOT / "tools/python/pyproject.toml", ROOT / "tools/python")
            self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_stub(self):
        stub = (ROOT / "tools/python/stribeck/_core.pyi").read_text(encoding="utf-8")
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
