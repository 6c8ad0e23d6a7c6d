"""Plugins as somebody else builds them: a project of its own, which knows the installed headers and the package alone."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, stribeck  # noqa: E402

HERE = Path(__file__).resolve().parent
BUILD = PROGRAM.parent
LONGEST_S = 280
# Compilers, standard libraries and kinds of build that a plugin may come from.
MAKERS = {
    "gcc": ["-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_BUILD_TYPE=Debug"],
    "clang": ["-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-stdlib=libc++"],
}
FAULTS = sorted(path.stem for path in (HERE / "messages").glob("*.txt"))


def command(*words):
    result = subprocess.run([*map(str, words)], text=True, capture_output=True, timeout=LONGEST_S, check=False)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}\n{result.stdout}{result.stderr}")


class Plugins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        command("cmake", "--install", BUILD, "--component", "authors", "--prefix", cls.folder / "installed")
        for maker, options in MAKERS.items():
            command("cmake", "-G", "Ninja", "-S", HERE, "-B", cls.folder / maker, f"-DCMAKE_PREFIX_PATH={cls.folder / 'installed'}", *options)
            targets = ["example", "first", *(FAULTS if maker == "gcc" else [])]
            command("cmake", "--build", cls.folder / maker, "--target", *(target for target in targets if target != "no_library_file"))

    def plugin(self, name, maker="gcc"):
        return self.folder / maker / f"lib{name}.so"

    def csv(self, diagram, *options):
        result = stribeck("run", diagram, "--quiet", "--csv", "-", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def variant(self, diagram, **types):
        """The diagram with other component types."""
        text = (ROOT / diagram).read_text()
        for new, old in types.items():
            self.assertIn(f'"{old}"', text)
            text = text.replace(f'"type": "{old}"', f'"type": "example.{new}"')
        path = self.folder / Path(diagram).name
        path.write_text(text)
        return path

    def test_the_same_source_gives_the_same_bytes_built_in_and_as_a_plugin(self):
        original = "diagrams/verify/mechanisms_planetary_gear.json"
        built_in = self.csv(original)
        for maker in MAKERS:
            with self.subTest(maker):
                path = self.variant(original, planetary_gear="mechanisms.planetary_gear")
                self.assertEqual(self.csv(path, "--plugin", self.plugin("example", maker)), built_in)

    def test_a_component_in_json_gives_the_curves_of_the_same_one_in_cpp(self):
        original = "diagrams/verify/definitions_lugre.json"
        in_json = [[float(value) for value in line.split(",")] for line in self.csv(original).splitlines()[1:]]
        for maker in MAKERS:
            with self.subTest(maker):
                path = self.variant(original, lugre="lugre")
                plugin = [[float(value) for value in line.split(",")] for line in self.csv(path, "--plugin", self.plugin("example", maker)).splitlines()[1:]]
                self.assertEqual(len(in_json), len(plugin))
                for row, other in zip(in_json, plugin):
                    for a, b in zip(row, other):
                        self.assertLessEqual(abs(a - b), 1e-10 * max(abs(a), abs(b)))

    def test_a_table_of_measured_values(self):
        diagram = self.folder / "measured.json"
        diagram.write_text("""{ "format": "stribeck/1", "components": {
            "drive": { "type": "translational.position_source", "parameters": { "position": "0.1 m" } },
            "spring": { "type": "example.measured_spring" }, "wall": { "type": "translational.ground" } },
          "connections": [["drive.R", "spring.R"], ["drive.C", "spring.C", "wall.W"]], "experiment": { "stop": "1 s" },
          "expect": { "at": { "1 s": { "spring.F": { "value": 15, "within": 1e-9 } } } } }""")
        for maker in MAKERS:
            result = stribeck("check", diagram, "--plugin", self.plugin("example", maker))
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_a_plugin_of_the_first_version_of_the_interface_still_loads(self):
        for maker in MAKERS:
            result = stribeck("plugins", "--plugin", self.plugin("first", maker))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertRegex(result.stdout, r"libfirst\.so +1\.0 +first\.soft_spring  A spring that grows softer")
            self.assertIn("stiffness", stribeck("describe", "first.soft_spring", "--plugin", self.plugin("first", maker)).stdout)

    def test_the_variable_names_folders(self):
        folder = self.folder / "plugins"
        folder.mkdir()
        for name in ("example", "first"):
            shutil.copy(self.plugin(name), folder)
        nowhere = stribeck("list", env={"STRIBECK_PLUGIN_PATH": str(folder / "nowhere")})
        self.assertEqual(nowhere.returncode, 2)
        self.assertIn("error[plugin.unusable]: there is no plugin or folder of plugins", nowhere.stderr)
        listed = stribeck("list", env={"STRIBECK_PLUGIN_PATH": f"{folder}:"})
        for kind in ("example.lugre", "example.measured_spring", "first.soft_spring", "rotational.spring"):
            self.assertIn(kind, listed.stdout)
        again = stribeck("list", "--plugin", folder / "libfirst.so", env={"STRIBECK_PLUGIN_PATH": str(folder)})
        self.assertEqual(again.returncode, 2)
        self.assertIn("exists already", again.stderr)

    def test_each_wrong_plugin_gives_its_message_and_takes_nothing_with_it(self):
        text_file = self.folder / "gcc/libno_library_file.so"
        text_file.write_text("not a library")
        self.assertGreaterEqual(len(FAULTS), 10)
        for fault in FAULTS:
            with self.subTest(fault):
                result = stribeck("list", "--plugin", self.plugin(fault))
                self.assertEqual(result.returncode, 2)
                self.assertEqual(result.stderr.replace(str(self.folder / "gcc"), "build"), (HERE / f"messages/{fault}.txt").read_text())


if __name__ == "__main__":
    unittest.main()
