"""Libraries that diagrams name: where they are looked for and in which order, their versions, and what is said of those that are wrong."""
import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, run, stribeck  # noqa: E402

FORMAT = "stribeck/1"


def definition(value):
    return {"doc": "A number.", "outputs": {"y": {"unit": "1", "doc": "the number"}}, "equations": [f"y = {value}"]}


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp()) / "a folder"
        self.folder.mkdir()
        self.addCleanup(shutil.rmtree, self.folder.parent)
        self.user, self.system = self.folder / "user data", self.folder / "system data"
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.user), "XDG_DATA_DIRS": str(self.system)}
        self.environment.pop("STRIBECK_PATH", None)

    def write(self, path, content):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def library(self, folder, value=1, version="1.0", name="tools", **keys):
        """A library in a folder of libraries, with the type NAME.value, whose output is `value`."""
        return self.write(Path(folder) / name / "library.json", {
            "format": FORMAT, "title": f"Library of {value}", "library": {"name": name, "version": version},
            "definitions": {f"{name}.value": definition(value)}, **keys})

    def diagram(self, *libraries, path="work/diagram.json", kind="tools.value", **keys):
        return self.write(path, {"format": FORMAT, "libraries": list(libraries), "components": {"one": {"type": kind}},
                                 "experiment": {"stop": 1, "interval": 1}, **keys})

    def says(self, *arguments, status=0, **options):
        result = stribeck(*arguments, cwd=self.folder, env=self.environment, **options)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout if status == 0 else result.stderr

    def value(self, diagram):
        return float(self.says("run", diagram, "--quiet", "--csv", "-").splitlines()[-1].split(",")[1])

    def listed(self, *arguments):
        return json.loads(self.says("libraries", *arguments, "--format", "json"))


class Places(Case):
    def test_each_place_and_their_order(self):
        installed = self.folder / "prefix/bin/stribeck"
        installed.parent.mkdir(parents=True)
        shutil.copy(PROGRAM, installed)
        self.write("stribeck.json", {"format": "stribeck-project/1", "folders": ["project one", "project two"]})
        first, second, later = (self.folder / name for name in ("path one", "path two", "more data"))
        self.environment |= {"STRIBECK_PATH": f"{first}::{second}", "XDG_DATA_DIRS": f"{self.system}:relative:{later}"}
        places = [self.folder / "work/deep", self.folder / "project one", self.folder / "project two", first, second, self.user / "stribeck/libraries",
                  self.folder / "prefix/share/stribeck/libraries", self.system / "stribeck/libraries", later / "stribeck/libraries"]
        self.library("relative/stribeck/libraries", -1)
        diagram = self.diagram("tools", path="work/deep/diagram.json")
        for number, place in enumerate(places):
            self.library(place, number)

        def value():
            return run(installed, "run", diagram, "--quiet", "--csv", "-", cwd=self.folder, **self.environment).splitlines()[-1].split(",")[1]
        for number, place in enumerate(places):
            with self.subTest(place.name):
                self.assertEqual(float(value()), number)
                found = json.loads(run(installed, "libraries", diagram, "--format", "json", cwd=self.folder, **self.environment))["libraries"]
                self.assertEqual([one["title"] for one in found], [f"Library of {i}" for i in range(number, len(places))])
                self.assertEqual([one["hidden_by"] for one in found], [None] + [found[0]["folder"]] * (len(places) - number - 1))
                shutil.rmtree(place / "tools")
        result = stribeck("run", diagram, env=self.environment)
        self.assertIn("error[library.missing]", result.stderr)

    def test_home_and_the_folders_of_the_system_without_variables(self):
        del self.environment["XDG_DATA_HOME"], self.environment["XDG_DATA_DIRS"]
        self.environment["HOME"] = str(self.folder / "home")
        self.library("home/.local/share/stribeck/libraries", 7)
        self.assertEqual(self.value(self.diagram("tools")), 7)
        folders = [one["folder"] for one in self.listed()["folders"]]
        self.assertEqual(folders, [".", f"{self.folder}/home/.local/share/stribeck/libraries", "/usr/local/share/stribeck/libraries",
                                   "/usr/share/stribeck/libraries"])
        del self.environment["HOME"]
        self.assertEqual(len(self.listed()["folders"]), 3)

    def test_the_nearest_project_counts(self):
        self.library("outer", 1)
        self.library("work/inner", 2)
        self.write("stribeck.json", {"format": "stribeck-project/1", "folders": ["outer"]})
        self.write("work/stribeck.json", {"format": "stribeck-project/1", "folders": ["inner"]})
        self.assertEqual(self.value(self.diagram("tools", path="work/deep/er/diagram.json")), 2)
        self.assertEqual(self.value(self.diagram("tools", path="diagram.json")), 1)
        # from another folder, through standard input, and by an absolute name
        diagram = self.diagram("tools")
        self.assertEqual(self.value(diagram.resolve()), 2)
        with open(diagram, encoding="utf-8") as text:
            result = stribeck("run", "-", "--csv", "-", "--quiet", cwd=self.folder / "work", env=self.environment, stdin=text)
        self.assertEqual(result.stdout.splitlines()[-1], "1,2")

    def test_a_folder_named_twice_is_searched_once(self):
        self.library("parts", 1)
        self.environment["STRIBECK_PATH"] = f"{self.folder}/parts:parts/../parts"
        self.assertEqual([one["name"] for one in self.listed()["libraries"]], ["tools"])

    def test_libraries_are_listed_in_order_whatever_the_folder_has(self):
        names = ["zeta", "alpha", "mid_dle", "beta-2"]
        for name in names:
            self.library("parts", name=name)
        (self.folder / "parts/empty").mkdir()
        self.write("parts/file.json", {})
        self.environment["STRIBECK_PATH"] = "parts"
        self.assertEqual([one["name"] for one in self.listed()["libraries"]], sorted(names))
        text = self.says("libraries")
        self.assertRegex(text, r"(?m)^alpha +1\.0 +parts/alpha +Library of 1$")
        self.assertRegex(text, r"(?m)^  parts +STRIBECK_PATH$")
        self.assertRegex(text, rf"(?m)^  {self.user}/stribeck/libraries +of the user: No such file or directory$")

    def test_what_no_diagram_names_changes_nothing(self):
        self.environment["STRIBECK_PATH"] = "parts"
        plain = ROOT / "diagrams/start/mass_spring_damper.json"
        before = self.says("run", plain, "--csv", "-", "--quiet")
        self.library("parts")
        self.write("parts/broken/library.json", "{")
        self.write("stribeck.json", "no JSON")
        self.assertEqual(self.says("run", plain, "--csv", "-", "--quiet"), before)
        self.assertNotIn("tools.value", self.says("list"))
        said = self.says("check", self.write("silent.json", {"format": FORMAT, "components": {"one": {"type": "tools.value"}}}), status=2)
        self.assertIn('error[diagram.unknown_type]: there is no component type "tools.value"', said)
        self.assertIn('try            parts/tools/library.json is the library "tools": take it by "libraries": ["tools"]', said)

    def test_a_library_is_no_diagram(self):
        said = self.says("run", self.library("parts"), status=2)
        self.assertEqual(said.count("error["), 1)
        self.assertIn('error[diagram.missing_key]: this is a library and no diagram: it has no "components" to run', said)


class Libraries(Case):
    def setUp(self):
        super().setUp()
        self.environment["STRIBECK_PATH"] = "parts"

    def test_versions(self):
        self.library("parts", version="1.10")
        for wanted in ("tools", "tools >= 1.9", "tools>=1.10.0", "tools = 1.10", "tools > 1.9.9, < 2", "  tools<=1.10 "):
            with self.subTest(wanted):
                self.assertEqual(self.value(self.diagram(wanted)), 1)
        for wanted in ("tools >= 1.10.1", "tools < 1.10", "tools = 1.1", "tools >= 1, < 1.5"):
            with self.subTest(wanted):
                said = self.says("run", self.diagram(wanted), status=2)
                self.assertIn(f'error[library.wrong_version]: the library tools has version 1.10, but {self.folder}/work/diagram.json asks for '
                              f'"{wanted}"', said)
                self.assertEqual(said.count("error["), 1)  # and nothing of types that are missing then
        for wanted in ("tools 1.2", "tools >=", "tools >= 1.2,", "tools >= 1.x", "../tools", "tools >= 1 < 2", "", "tools == 1", "tools >= -1"):
            with self.subTest(wanted):
                self.assertIn("error[diagram.bad_name]", self.says("run", self.diagram(wanted), status=2))
        self.assertIn("error[diagram.wrong_kind]", self.says("run", self.diagram(3), status=2))

    def test_one_that_fits_but_is_hidden_is_named(self):
        self.library("parts", version="1.0")
        self.library(self.user / "stribeck/libraries", version="2.0")
        said = self.says("run", self.diagram("tools >= 2"), status=2)
        self.assertRegex(said, r"(?m)^  found +1\.0 in parts/tools$")
        self.assertRegex(said, rf"(?m)^  found +2\.0 in {self.user}/stribeck/libraries/tools, hidden by the first$")
        self.assertRegex(said, rf"(?m)^  try +put {self.user}/stribeck/libraries first: ")

    def test_a_project_asks_for_versions_too(self):
        self.library("parts", version="1.0")
        self.write("stribeck.json", {"format": "stribeck-project/1", "libraries": ["tools >= 1.1", "other >= 3"]})
        said = self.says("run", self.diagram("tools"), status=2)
        self.assertIn('error[library.wrong_version]: the library tools has version 1.0, but ', said)
        self.assertIn('stribeck.json asks for "tools >= 1.1"', said)
        self.library("parts", version="1.1")
        self.assertEqual(self.value(self.diagram("tools")), 1)

    def test_a_misspelt_name_is_told_with_all_places_and_what_is_there(self):
        self.library("parts", version="1.2")
        self.library(self.user / "stribeck/libraries", name="gears")
        said = self.says("run", self.diagram("toools"), status=2)
        self.assertIn('error[library.missing]: there is no library "toools"\n', said)
        for line in (r"in +.*/diagram\.json:1:\d+ /libraries/0", r"looked in +\S.*work \(beside the diagram\): no library", r"looked in +parts \(STRIBECK_PATH\): tools 1\.2",
                     r"looked in +\S.*libraries \(of the user\): gears 1\.0", r"looked in +\S.*libraries \(of the system\): No such file or directory",
                     r'try +did you mean "tools"\?'):
            self.assertRegex(said, rf"(?m)^  {line}$")
        self.assertEqual(said.count("error["), 1)

    def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_searched(self):
        (self.folder / "loop").symlink_to("loop")
        self.environment["STRIBECK_PATH"] = "loop:parts/tools/library.json:parts"
        self.library("parts", 4)
        self.assertEqual(self.value(self.diagram("tools")), 4)
        problems = {one["folder"]: one["problem"] for one in self.listed()["folders"]}
        self.assertEqual((problems["loop"], problems["parts/tools/library.json"], problems["parts"]),
                         ("Too many levels of symbolic links", "Not a directory", None))
        self.assertRegex(self.says("run", self.diagram("nosuch"), status=2), r"looked in +loop \(STRIBECK_PATH\): Too many levels of symbolic links")

    def test_a_wrong_file_of_a_library_is_told_and_spoils_no_other(self):
        self.library("parts", 5)
        head = {"name": "bad", "version": "1"}
        for content, code in (("{", "json.syntax"), ("[]", "diagram.wrong_kind"), ({"format": FORMAT}, "diagram.missing_key"),
                              ({"format": "stribeck/9", "library": head}, "diagram.wrong_format"),
                              ({"format": FORMAT, "library": {"name": "bad"}}, "diagram.missing_key"),
                              ({"format": FORMAT, "library": {"name": "other", "version": "1"}}, "diagram.bad_name"),
                              ({"format": FORMAT, "library": {"name": "bad", "version": "new"}}, "diagram.bad_name"),
                              ({"format": FORMAT, "library": {"name": "bad", "version": 1}}, "diagram.wrong_kind"),
                              ({"format": FORMAT, "library": head | {"plugin": []}}, "diagram.unknown_key"),
                              ({"format": FORMAT, "library": head, "components": {}}, "diagram.unknown_key"),
                              ({"format": FORMAT, "library": head | {"plugins": ["nosuch.so"]}}, "plugin.unusable")):
            with self.subTest(content):
                self.write("parts/bad/library.json", content)
                said = self.says("run", self.diagram("bad"), status=2)
                self.assertIn(f"error[{code}]", said)
                self.assertIn("parts/bad/", said)
                self.assertEqual(self.value(self.diagram("tools")), 5)
        self.write("parts/bad/library.json", "{")
        bad, good = self.listed()["libraries"]
        self.assertEqual((bad["name"], bad["version"], good["problem"]), ("bad", None, None))
        self.assertRegex(self.says("libraries"), r"(?m)^bad +parts/bad +cannot be used: ")

    def test_a_wrong_project_is_told(self):
        for content, code in (("{", "json.syntax"), ({"format": FORMAT, "components": {}}, "diagram.wrong_format"),
                              ({"format": "stribeck-project/1", "folder": []}, "diagram.unknown_key"),
                              ({"format": "stribeck-project/1", "folders": "parts"}, "diagram.wrong_kind"),
                              ({"format": "stribeck-project/1", "libraries": ["a b"]}, "diagram.bad_name")):
            with self.subTest(content):
                self.write("stribeck.json", content)
                self.library("parts")
                for command in (["run", self.diagram("tools")], ["libraries"]):
                    said = self.says(*command, status=2)
                    self.assertIn(f"error[{code}]", said)
                    self.assertIn("stribeck.json:1:", said)

    def test_a_library_names_another(self):
        self.library("parts", version="2.1")
        upper = {"doc": "Two.", "components": {"inside": {"type": "tools.value"}}, "ports": {"y": "inside.y"}}
        self.library("parts", name="upper", libraries=["tools >= 2"], definitions={"upper.value": upper})
        diagram = self.diagram("upper", kind="upper.value", outputs=["one.inside.y"])
        self.assertEqual(self.value(diagram), 1)
        used = json.loads(self.says("run", diagram, "--format", "json"))["libraries"]
        self.assertEqual(used, [{"name": "upper", "version": "1.0", "folder": "parts/upper"}, {"name": "tools", "version": "2.1", "folder": "parts/tools"}])
        self.library("parts", version="1.9")
        said = self.says("run", diagram, status=2)
        self.assertIn('the library tools has version 1.9, but parts/upper/library.json asks for "tools >= 2"', said)
        shutil.rmtree(self.folder / "parts/tools")
        self.assertRegex(self.says("run", diagram, status=2), r"no library \"tools\"\n(  looked.*\n)+  in +parts/upper/library\.json:1:\d+ /lib")

    def test_the_same_library_named_twice_must_fit_both(self):
        self.library("parts", version="1.5")
        self.assertEqual(self.value(self.diagram("tools", "tools >= 1.2")), 1)
        self.assertIn('asks for "tools >= 2"', self.says("run", self.diagram("tools", "tools >= 2"), status=2))

    def test_libraries_that_name_each_other(self):
        self.library("parts", libraries=["other"])
        self.library("parts", name="other", libraries=["tools"])
        said = self.says("run", self.diagram("tools"), status=2)
        self.assertIn("error[diagram.include_cycle]: files include each other: parts/tools/library.json -> parts/other/library.json -> "
                      "parts/tools/library.json", said)

    def test_names_of_types_are_taken_once(self):
        self.library("parts")
        self.library("parts", name="other", definitions={"tools.value": definition(2)})
        said = self.says("run", self.diagram("tools", "other"), status=2)
        self.assertIn('error[diagram.name_taken]: the type "tools.value" is defined already, at parts/tools/library.json', said)

    def test_a_library_includes_its_files_and_may_be_included_itself(self):
        self.write("parts/tools/deep/more.json", {"format": FORMAT, "definitions": {"tools.value": definition(8)}})
        path = self.library("parts", definitions={}, include=["deep/more.json"])
        self.assertEqual(self.value(self.diagram("tools")), 8)
        del self.environment["STRIBECK_PATH"]
        self.assertEqual(self.value(self.diagram(include=["../parts/tools/library.json"])), 8)
        self.assertIn("tools.value", self.says("list", "--in", path))
        self.environment["STRIBECK_PATH"] = "parts"
        for command in (["describe", "tools.value"], ["list"], ["schema"]):
            self.assertIn("tools.value", self.says(*command, "--in", self.diagram("tools")))


class Plugins(Case):
    @classmethod
    def setUpClass(cls):
        cls.made = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.made)
        run("cmake", "--install", PROGRAM.parent, "--component", "authors", "--prefix", cls.made / "installed")
        made = stribeck("new", "component", "mine.pad", "--as", "plugin", cwd=cls.made)
        assert made.returncode == 0, made.stderr
        run("cmake", "-G", "Ninja", "-S", cls.made / "pad", "-B", cls.made / "build", f"-DCMAKE_PREFIX_PATH={cls.made / 'installed'}",
            f"-DSTRIBECK={PROGRAM}")
        run("cmake", "--build", cls.made / "build", "--target", "pad_plugin")

    def setUp(self):
        super().setUp()
        self.environment["STRIBECK_PATH"] = "parts"
        self.library("parts", library={"name": "tools", "version": "1.0", "plugins": ["bin"]})
        self.plugin = self.folder / "parts/tools/bin/libpad.so"
        self.plugin.parent.mkdir()
        shutil.copy(self.made / "build/libpad_plugin.so", self.plugin)
        whole = json.loads((self.made / "pad/diagrams/mine_pad.json").read_text())
        self.silent = self.write("silent.json", whole)
        self.named = self.write("named.json", {**whole, "libraries": ["tools"]})

    def test_a_plugin_of_a_library(self):
        self.says("check", self.named)
        self.says("run", self.named, "--verify", "--quiet")
        self.assertIn("declared in parts/tools/bin/libpad.so", self.says("describe", "mine.pad", "--in", self.named))
        self.assertIn("mine.pad", self.says("schema", "--in", self.named))

    def test_it_is_there_for_diagrams_that_name_its_library_alone(self):
        for order in ([self.named, self.silent, self.named], [self.silent, self.named]):
            said = json.loads(stribeck("check", *order, "--format", "json", cwd=self.folder, env=self.environment).stdout)
            self.assertEqual([one["passed"] for one in said["files"]], [one == self.named for one in order])

    def test_a_type_that_two_bring(self):
        said = self.says("run", self.named, "--plugin", self.plugin, status=2)
        self.assertIn(f'error[diagram.name_taken]: the type "mine.pad" exists already\n  because        it comes from {self.plugin}', said)
        defined = self.write("defined.json", {**json.loads(self.named.read_text()), "definitions": {"mine.pad": definition(1)}})
        self.assertIn('error[diagram.name_taken]: the type "mine.pad" exists already', self.says("run", defined, status=2))
        shutil.copy(self.plugin, self.plugin.with_name("libpad_again.so"))
        self.assertIn("error[plugin.unusable]", self.says("run", self.named, status=2))


if __name__ == "__main__":
    unittest.main()
