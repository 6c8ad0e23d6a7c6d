"""What `stribeck new` writes builds and passes as it is, and nothing is overwritten."""
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, run, stribeck  # noqa: E402

TYPES = {"mine.pad": [], "rotational.my_friction": [], "signals.twice": [], "deep.down.brake": ["--domain", "rotational"]}


class New(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run("cmake", "--install", PROGRAM.parent, "--component", "authors", "--prefix", cls.folder / "installed")

    def made(self, *arguments, cwd=None):
        result = stribeck("new", *arguments, cwd=cwd or self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_a_definition_passes_and_is_described(self):
        for kind, options in TYPES.items():
            with self.subTest(kind):
                work = self.folder / "json"
                work.mkdir(exist_ok=True)
                said = self.made("component", kind, "--as", "json", *options, cwd=work)
                check = said.rsplit("\n  stribeck check ", 1)[1].split()
                checked = stribeck("check", *check, cwd=work)
                self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
                project = work / kind.rsplit(".", 1)[1]
                page = (project / "docs" / f"{kind.replace('.', '_')}.md").read_text()
                command = re.search(rf"`stribeck (describe {re.escape(kind)} --in [^`]+)`", page).group(1)
                self.assertIn("\nequations\n", stribeck(*command.split(), cwd=project).stdout)

    def test_a_plugin_project_builds_and_passes(self):
        for kind, options in TYPES.items():
            with self.subTest(kind):
                name = kind.rsplit(".", 1)[1]
                said = self.made("component", kind, "--as", "plugin", *options)
                self.assertIn(f"wrote {name}/CMakeLists.txt\n", said)
                build = self.folder / name / "build"
                run("cmake", "-G", "Ninja", "-S", self.folder / name, "-B", build, f"-DCMAKE_PREFIX_PATH={self.folder / 'installed'}",
                    f"-DSTRIBECK={PROGRAM}")
                run("cmake", "--build", build)
                self.assertIn("100% tests passed", run("ctest", "--test-dir", build))
                page = (self.folder / name / "docs" / f"{kind.replace('.', '_')}.md").read_text()
                self.assertTrue(page.startswith(f"# {kind}\n"))

    def test_a_built_in_component_builds_and_passes(self):
        """A tree as Stribeck's own; its components are built by the same rule as the library's."""
        tree = self.folder / "tree"
        (tree / "runtime/include").mkdir(parents=True)
        shutil.copytree(ROOT / "runtime/include/stribeck", tree / "runtime/include/stribeck")
        (tree / "tools").mkdir()
        said = self.made("component", "rotational.my_friction", cwd=tree / "tools")
        self.assertIn("wrote ../components/rotational/my_friction.cpp\n", said)
        self.assertIn("../tools/run ../diagrams/verify/rotational_my_friction.json\n", said)
        (tree / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(tree LANGUAGES CXX)\nfind_package(Stribeck REQUIRED)\n"
                                             "add_library(built MODULE)\nstribeck_add_components(built components)\n")
        run("cmake", "-G", "Ninja", "-S", tree, "-B", tree / "build", f"-DCMAKE_PREFIX_PATH={self.folder / 'installed'}")
        run("cmake", "--build", tree / "build")
        checked = stribeck("check", "diagrams/verify/rotational_my_friction.json", "--plugin", "build/libbuilt.so", cwd=tree)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_a_diagram_passes_and_names_its_schema(self):
        self.made("diagram", "my_drive")
        checked = stribeck("check", "my_drive.json", cwd=self.folder)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertEqual((self.folder / "stribeck.schema.json").read_text(), stribeck("schema").stdout)

    def test_nothing_is_overwritten(self):
        (self.folder / "taken/docs").mkdir(parents=True)
        (self.folder / "taken/docs/mine_taken.md").write_text("mine")
        (self.folder / "there.json").write_text("mine")
        for arguments, path in ((("component", "mine.taken", "--as", "plugin"), "taken/docs/mine_taken.md"), (("diagram", "there.json"), "there.json")):
            with self.subTest(path):
                result = stribeck("new", *arguments, cwd=self.folder)
                self.assertEqual(result.returncode, 2)
                self.assertIn(f'error[arguments.invalid]: "{path}" exists already, and nothing was written', result.stderr)
                self.assertEqual((self.folder / path).read_text(), "mine")
        self.assertEqual([path.name for path in (self.folder / "taken").iterdir()], ["docs"])

    def test_names_that_cannot_be(self):
        for arguments, sentence in ((["my friction"], "is no name for a component type"), (["friction"], "lacks the folder"),
                                    (["rotational.friction"], "exists already"), (["mine..a"], "is no name"),
                                    (["mine.pad", "--domain", "hydraulic"], "--domain: hydraulic not in"),
                                    (["mine.double", "--as", "plugin"], "is a word of C++"),
                                    (["mine.pad", "--as", "python"], "--as: python not in"),
                                    (["mine.other"], "in no source tree of Stribeck")):
            with self.subTest(arguments):
                result = stribeck("new", "component", *arguments, cwd=self.folder)
                self.assertEqual(result.returncode, 2)
                self.assertIn(sentence, result.stderr)
        for arguments, sentence in ((["compnent", "mine.pad"], 'new makes no "compnent"\n  try            did you mean "component"?'),
                                    ([], "new needs to know what: component or diagram"),
                                    (["component", "mine.pad", "--domian", "signal"], 'component has no option "--domian"')):
            with self.subTest(arguments):
                result = stribeck("new", *arguments, cwd=self.folder)
                self.assertEqual(result.returncode, 2)
                self.assertIn(sentence, result.stderr)


if __name__ == "__main__":
    unittest.main()
