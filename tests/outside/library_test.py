"""Stribeck as a library: a project that knows the installed package alone is built and runs diagrams."""
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, compiler, run, stribeck  # noqa: E402

HERE = Path(__file__).resolve().parent
BUILD = PROGRAM.parent
SHOWN = ["diagrams/start/rotational_stick_slip.json", "diagrams/verify/definitions_modes.json"]


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for component in ("authors", "library"):
            run("cmake", "--install", BUILD, "--component", component, "--prefix", cls.folder / "installed")
        run("cmake", "-G", "Ninja", "-S", HERE / "library", "-B", cls.folder / "build", f"-DCMAKE_PREFIX_PATH={cls.folder / 'installed'}",
            **compiler())
        run("cmake", "--build", cls.folder / "build")

    def test_values_are_changed_and_errors_are_thrown(self):
        run(self.folder / "build/drives", cwd=self.folder)

    def test_it_gives_as_many_rows_as_the_program(self):
        lines = run(self.folder / "build/drives", *SHOWN).splitlines()
        for path, line in zip(SHOWN, lines, strict=True):
            rows = stribeck("run", path, "--quiet", "--csv", "-").stdout.splitlines()[1:]
            self.assertEqual(line, f"{path} {len(rows)}")

    def test_nothing_of_the_inside_is_exported(self):
        library = next((self.folder / "installed").rglob("libstribeck.so"))
        names = run("nm", "-D", "--defined-only", "-C", library)
        for inside in ("stribeck::Registry", "stribeck::ExprPool", "stribeck::load("):
            self.assertNotIn(inside, names)


if __name__ == "__main__":
    unittest.main()
