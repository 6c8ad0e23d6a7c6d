"""What `stribeck new` writes builds and passes as it is, and nothing is overwritten."""
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, run, stribeck  # noqa: E402

TYPES = {"mine.pad": [], "rotational.my_friction": [], "signals.twice": [], "deep.down.brake": ["--domain", "rotational"]}
BOTH = ["component", "mine.law", "--domain", "both"]


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

    def added(self, work, kind, library, *options):
        """What a component that is added to a library brings builds and passes at once; what is said."""
        said = self.made("component", kind, "--into", library, *options, cwd=work)
        diagram = said.rsplit("\n  stribeck check ", 1)[1].strip()
        checked = stribeck("check", diagram, cwd=work)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertEqual(stribeck("format", "--check", diagram, cwd=work).stdout, "")
        return said

    def test_a_definition_is_added_to_a_library(self):
        work = self.folder / "into"
        work.mkdir()
        self.made("component", "mine.first", "--as", "json", cwd=work)
        library = work / "first/library.json"
        library.write_text(library.read_text().replace('"definitions": {', '"definitions": {\n    // the first one', 1))
        for number, (kind, options) in enumerate(TYPES.items()):
            named = ("first", "first/", "first/library.json", "./first")[number]
            before = library.read_text()
            said = self.added(work, kind, named, *options)
            self.assertIn("added to first/library.json\n", said)
            after = library.read_text()
            self.assertTrue(after.startswith(before.removesuffix("\n    }\n  }\n}\n") + "\n    },\n"), after)
        self.assertEqual(stribeck("format", "--check", library).stdout, "")
        # found by its name, as every library
        (work / "first/diagrams/named.json").write_text((work / "first/diagrams/mine_pad.json").read_text().replace(
            '"include": ["../library.json"]', '"libraries": ["first >= 0.1"]'))
        checked = stribeck("check", *sorted((work / "first/diagrams").iterdir()), cwd=work, env={**os.environ, "STRIBECK_PATH": "."})
        self.assertIn(f"{len(TYPES) + 2} passed, 0 failed", checked.stdout, checked.stderr)

    def test_a_definition_is_added_to_a_file_whose_layout_stays(self):
        cases = {
            "empty": ('{ "format": "stribeck/1", "definitions": {} }', '{ "format": "stribeck/1", "definitions": {\n', "  } }"),
            "none": ('{"format":"stribeck/1" // one\n, "title": "}{" /* two */\n  // three\n}\n',
                     '{"format":"stribeck/1" // one\n, "title": "}{", /* two */\n  // three\n  "definitions": {\n', "  }\n}\n"),
            "some": ('{"definitions" : { "a" : { "doc":"One, \\"{\\".", "outputs":{"y":{"unit":"1","doc":"z"}},"equations":["y=1"]} // a }\n'
                     '   /* after , */ },\n "title":"definitions" , "format":"stribeck/1" }',
                     '"equations":["y=1"]}, // a }\n   /* after , */\n', '  },\n "title":"definitions" , "format":"stribeck/1" }'),
        }
        for name, (text, begins, ends) in cases.items():
            with self.subTest(name):
                work = self.folder / f"with spaces {name}"
                (work / "components").mkdir(parents=True)
                path = work / "components/parts.jsonc"
                path.write_text(text)
                self.added(work, "mine.pad", "components/parts.jsonc")
                after = path.read_text()
                self.assertIn(begins + '    "mine.pad": {\n', after)
                self.assertTrue(after.endswith("\n    }\n" + ends), after)
                self.assertTrue((work / "docs/mine_pad.md").exists())

    def test_a_source_is_added_to_a_plugin(self):
        self.made("component", "mine.early", "--as", "plugin")
        project, build = self.folder / "early", self.folder / "early/build"
        said = self.made("component", "signals.late", "--into", "early")
        self.assertIn("wrote early/components/signals/late.cpp\n", said)
        self.assertIn("cmake -S early -B early/build && cmake --build early/build && ctest --test-dir early/build\n", said)
        run("cmake", "-G", "Ninja", "-S", project, "-B", build, f"-DCMAKE_PREFIX_PATH={self.folder / 'installed'}", f"-DSTRIBECK={PROGRAM}")
        run("cmake", "--build", build)
        self.assertIn("100% tests passed, 0 tests failed out of 2", run("ctest", "--test-dir", build))

    def test_what_nothing_can_be_added_to(self):
        work = self.folder / "refused"
        (work / "empty").mkdir(parents=True)
        self.made("component", "mine.pad", "--as", "json", cwd=work)
        self.made("component", "mine.plug", "--as", "plugin", cwd=work)
        (work / "more.json").write_text('{ "format": "stribeck/1", "include": ["pad/library.json"] }')
        (work / "broken.json").write_text('{ "format": "stribeck/1", ')
        (work / "text.txt").write_text("text")
        self.made("diagram", "drive", cwd=work)
        shutil.copytree(work / "pad", work / "both")
        (work / "both/CMakeLists.txt").touch()
        before = {path: path.read_text() for path in work.rglob("*") if path.is_file()}
        for arguments, sentence in ((["mine.pad", "--into", "pad"], 'type "mine.pad" exists already, at pad/library.json:6'),
                                    (["mine.pad", "--into", "more.json"], 'type "mine.pad" exists already, at pad/library.json:6'),
                                    (["rotational.friction", "--into", "pad"], "exists already: "),
                                    (["mine.plug", "--into", "plug"], '"plug/components/mine/plug.cpp" exists already'),
                                    (["mine.a", "--into", "nosuch"], 'there is no library "nosuch"'),
                                    (["mine.a", "--into", "empty"], '"empty" is no library: it has neither'),
                                    (["mine.a", "--into", "drive.json"], '"drive.json" is a diagram'),
                                    (["mine.a", "--into", "text.txt"], '"text.txt" is no file of definitions'),
                                    (["mine.a", "--into", "broken.json"], "error[json.syntax]"),
                                    (["mine.a", "--into", "both"], "say --as json or --as plugin"),
                                    (["mine.a", "--into", "pad", "--as", "plugin"], "takes definitions, not what --as plugin makes"),
                                    (["mine.a", "--into", "pad", "--as", "builtin"], "takes definitions, not what --as builtin makes"),
                                    (["mine.double", "--into", "plug"], "is a word of C++")):
            with self.subTest(arguments):
                result = stribeck("new", "component", *arguments, cwd=work)
                self.assertEqual(result.returncode, 2)
                self.assertIn(sentence, result.stderr)
        self.assertEqual(before, {path: path.read_text() for path in work.rglob("*") if path.is_file()})

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

    def test_a_law_for_both_domains_is_two_types_each_with_its_diagram(self):
        work = self.folder / "laws"
        work.mkdir()
        said = self.made(*BOTH, "--as", "plugin", cwd=work)
        for file in ("components/mine/law.cpp", "diagrams/mine_translational_law.json", "docs/mine_rotational_law.md"):
            self.assertIn(f"wrote law/{file}\n", said)
        build = work / "law/build"
        run("cmake", "-G", "Ninja", "-S", work / "law", "-B", build, f"-DCMAKE_PREFIX_PATH={self.folder / 'installed'}",
            f"-DSTRIBECK={PROGRAM}")
        run("cmake", "--build", build)
        self.assertIn("100% tests passed, 0 tests failed out of 2", run("ctest", "--test-dir", build))
        refused = stribeck("new", *BOTH, "--as", "json", cwd=work)
        self.assertIn("a definition in JSON has one domain", refused.stderr)
        taken = stribeck("new", "component", "friction.damper", "--domain", "both", cwd=ROOT)
        self.assertIn('"translational.damper" exists already', taken.stderr)
        self.assertEqual((refused.returncode, taken.returncode), (2, 2))

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
