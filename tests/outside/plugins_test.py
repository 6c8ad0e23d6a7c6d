"""Plugins as somebody else builds them: a project of its own, which knows the installed headers and the package alone."""
import csv
import json
import re
import shlex
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, run, stribeck, without_comments  # noqa: E402

HERE = Path(__file__).resolve().parent
ACCEPT = "--accept" in sys.argv  # writes what wrong plugins provoke: read it before you keep it
BUILD = PROGRAM.parent
# Compilers, standard libraries and kinds of build that a plugin may come from.
MAKERS = {
    "gcc": ["-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_BUILD_TYPE=Debug"],
    "clang": ["-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=RelWithDebInfo"],
    "libc++": ["-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-stdlib=libc++"],
}
# Sources of the library, built as plugins, and a type of each: a friction law in one of its domains, a mechanism, a table that the diagram
# gives.
BUILT_IN = {"friction/bristles.cpp": "rotational.lugre_friction", "transmissions/epicyclic_gears.cpp": "mechanisms.planetary_gear",
            "signals/tables.cpp": "signals.table_1d"}
FAULTS = [*re.search(r"foreach\(fault (.*)\)", (HERE / "CMakeLists.txt").read_text()).group(1).split(), "no_entry"]


class Plugins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run("cmake", "--install", BUILD, "--component", "authors", "--prefix", cls.folder / "installed")
        project = cls.folder / "project"
        shutil.copytree(HERE, project)
        for header in (ROOT / "components").rglob("*.h"):
            copy = project / "parts" / header.relative_to(ROOT / "components")
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(header, copy)
        for source, name in BUILT_IN.items():
            text = (ROOT / "components" / source).read_text()
            space = "" if "DomainWords" in text else "::" + name.split(".")[0]
            (project / f"parts/example/{Path(source).name}").write_text(
                re.sub(rf"namespace stribeck{space}(?= {{|$)", "namespace stribeck::example", text, flags=re.MULTILINE))
        for maker, options in MAKERS.items():
            run("cmake", "-G", "Ninja", "-S", project, "-B", cls.folder / maker, f"-DCMAKE_PREFIX_PATH={cls.folder / 'installed'}", *options)
            targets = ["example", "first", "faulty", *(FAULTS if maker == "gcc" else [])]
            run("cmake", "--build", cls.folder / maker, "--target", *targets)

    def plugin(self, name, maker="gcc"):
        return self.folder / maker / f"lib{name}.so"

    def expect_text(self, said, path):
        if ACCEPT:
            path.write_text(said)
        self.assertEqual(said, path.read_text())

    def csv(self, diagram, *options):
        result = stribeck("run", diagram, "--quiet", "--csv", "-", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def numbers(self, diagram, *options):
        return [[float(value) for value in line.split(",")] for line in self.csv(diagram, *options).splitlines()[1:]]

    def assert_close(self, one, other, relative):
        self.assertEqual(len(one), len(other))
        peaks = [max(map(abs, column)) for column in zip(*one)]
        for row, beside in zip(one, other):
            for a, b, peak in zip(row, beside, peaks):
                self.assertLessEqual(abs(a - b), relative * peak)

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
        for source, name in BUILT_IN.items():
            original = f"diagrams/verify/{name.replace('.', '_')}.json"
            built_in = self.csv(original)
            for maker in MAKERS:
                with self.subTest(f"{name}, {maker}"):
                    other = name if "friction" in source else name.split(".")[1]
                    path = self.variant(original, **{other: name})
                    self.assertEqual(self.csv(path, "--plugin", self.plugin("example", maker)), built_in)

    def test_a_component_in_json_gives_the_curves_of_the_same_one_in_cpp(self):
        original = "diagrams/verify/definitions_lugre.json"
        in_json = self.numbers(original)
        for maker in MAKERS:
            with self.subTest(maker):
                path = self.variant(original, lugre="lugre")
                self.assert_close(in_json, self.numbers(path, "--plugin", self.plugin("example", maker)), 1e-10)

    def instructions(self, diagram, *options):
        """Of the compiled program: what a right-hand side, a Jacobian and an event cost, whatever the machine is doing besides."""
        text = stribeck("explain", diagram, "--after", "program", *options).stdout
        counts = dict(re.findall(r"^(\w+) \((\d+) instructions\)", text, re.MULTILINE))
        return {section: int(counts[section]) for section in ("dynamics", "jacobian", "crossings")}

    def test_a_component_in_json_costs_what_the_same_one_in_cpp_does(self):
        gears = "diagrams/verify/mechanisms_planetary_gear.json"
        definition = json.loads((ROOT / "diagrams/verify/definitions_planetary_gear.json").read_text())["definitions"]
        in_json = json.loads(without_comments((ROOT / gears).read_text()))
        in_json["definitions"] = definition
        for component in in_json["components"].values():
            component["type"] = component["type"].replace("mechanisms.planetary_gear", "planetary_gear")
        path = self.folder / "planetary_gear_in_json.json"
        path.write_text(json.dumps(in_json))
        self.assertEqual(self.instructions(path), self.instructions(gears))
        self.assert_close(self.numbers(path), self.numbers(gears), 1e-10)
        lugre = "diagrams/verify/definitions_lugre.json"
        self.assertEqual(self.instructions(lugre), self.instructions(self.variant(lugre, lugre="lugre"), "--plugin", self.plugin("example")))

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

    def test_an_external_map_gives_the_curves_of_the_table_of_the_same_values(self):
        def loaded_with(kind, definitions=""):
            path = self.folder / f"{kind}.json"
            path.write_text(f"""{{ "format": "stribeck/1", {definitions}
              "components": {{ "motor": {{ "type": "rotational.torque_source", "parameters": {{ "torque": "4 N*m" }} }},
                "fan": {{ "type": "rotational.inertia", "parameters": {{ "inertia": "0.1 kg*m^2" }}, "initial": {{ "w": 0 }} }},
                "load": {{ "type": "{kind}" }}, "housing": {{ "type": "rotational.ground" }} }},
              "connections": [["motor.R", "fan.I", "load.R"], ["motor.C", "load.C", "housing.W"]],
              "experiment": {{ "stop": "2 s", "rtol": 1e-9 }}, "outputs": ["fan.w", "load.T"] }}""")
            return path
        table = loaded_with("table", """"definitions": { "table": { "doc": "The same as a table.",
            "lists": { "speeds": { "unit": "rpm", "doc": "where it was measured", "values": ["-100 rpm", 0, "50 rpm", "100 rpm", "200 rpm"], "ascending": true },
                       "torques": { "unit": "N*m", "doc": "what was measured", "values": [-1, 0, 0.5, 2, 8] } },
            "tables": { "map": { "over": "speeds", "of": "torques", "ends": "extend" } },
            "ports": { "R": { "domain": "rotational", "doc": "rod" }, "C": { "domain": "rotational", "doc": "case" } },
            "variables": { "w": { "unit": "rad/s", "doc": "speed", "value": "R.w - C.w" }, "T": { "unit": "N*m", "doc": "torque" } },
            "equations": ["R.T = T", "C.T = -T", "T = map(w)"], "dissipates": "T*w" } },""")
        for maker in MAKERS:
            for solver in ("dopri5", "cvode"):
                with self.subTest(f"{maker}, {solver}"):
                    by_map = self.numbers(loaded_with("example.measured_map"), "--plugin", self.plugin("example", maker), "--solver", solver)
                    by_table = self.numbers(table, "--solver", solver)
                    # A table's kinks end steps; a function's lie within them, at the cost of a few tolerances.
                    self.assert_close(by_map, by_table, 1e-6 if solver == "cvode" else 1e-8)

    def test_an_external_function_is_differentiated_as_often_as_the_author_says(self):
        path = self.folder / "eccentric.json"
        # At constant speed W the follower of mass m needs the force m e W^2 cos(W t).
        path.write_text("""{ "format": "stribeck/1", "components": {
            "drive": { "type": "rotational.velocity_source", "parameters": { "velocity": "10 rad/s" } },
            "cam": { "type": "example.eccentric", "parameters": { "eccentricity": "20 mm" }, "initial": { "phi": 0 } },
            "load": { "type": "translational.mass", "parameters": { "mass": "2 kg" } }, "wall": { "type": "rotational.ground" } },
          "connections": [["drive.R", "cam.C"], ["drive.C", "wall.W"], ["cam.F", "load.M"]],
          "experiment": { "stop": "1 s", "rtol": 1e-9 }, "outputs": ["cam.x", "cam.F.F"],
          "expect": { "exact": { "cam.x": { "expression": "0.02*(1 - cos(10*t))", "within": 1e-8 },
                                 "cam.F.F": { "expression": "-2*0.02*100*cos(10*t)", "within": 1e-7 } }, "energy_residual": 1e-6 } }""")
        for maker in MAKERS:
            result = stribeck("check", path, "--plugin", self.plugin("example", maker))
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            result = stribeck("run", path, "--verify", "--quiet", "--plugin", self.plugin("example", maker))
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        described = stribeck("describe", "example.eccentric", "--plugin", self.plugin("example")).stdout
        self.assertRegex(described, r"lift +mm +phi \[rad\], e \[mm\] +phi +position at an angle")

    def test_its_types_have_pages(self):
        pages = self.folder / "pages"
        self.assertEqual(stribeck("docs", pages, "--quiet", "--plugin", self.plugin("example")).returncode, 0)
        page = (pages / "example.eccentric.html").read_text()
        for shown in ('class="ports"', "external functions", "<math", "libexample.so"):
            self.assertIn(shown, page)
        self.assertIn('["example.eccentric",', (pages / "index.html").read_text())

    def test_a_function_without_value_or_derivative_ends_the_run_and_is_named(self):
        for path in sorted((HERE / "diagrams").glob("*.json")):
            for maker in MAKERS:
                with self.subTest(f"{path.stem}, {maker}"):
                    result = stribeck("run", path, "--quiet", "--plugin", self.plugin("faulty", maker))
                    self.assertIn(result.returncode, (1, 2))
                    self.expect_text(result.stderr.replace(str(HERE / "diagrams"), "tests/outside/diagrams"), path.with_suffix(".txt"))

    def test_the_command_of_a_failed_sample_names_the_plugin(self):
        plan = self.folder / "plan.json"
        plan.write_text(json.dumps({"format": "stribeck-study/1", "diagram": str(HERE / "diagrams/function_not_a_number.json"), "sampling": "grid",
                                    "factors": {"rotor.inertia": [1]}, "scalars": {"w": {"final": "rotor.w"}}}))
        stribeck("study", plan, "--quiet", "--dir", self.folder / "study", "--plugin", self.plugin("faulty"))
        with (self.folder / "study/table.csv").open() as table:
            row = next(csv.DictReader(table))
        again = stribeck(*shlex.split(row["command"])[1:])
        self.assertIn("error[function.failed]: " + row["message"], again.stderr)

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
        (self.folder / "gcc/libno_library_file.so").write_text("not a library")
        for fault in [*FAULTS, "no_library_file"]:
            with self.subTest(fault):
                result = stribeck("list", "--plugin", self.plugin(fault))
                self.assertEqual(result.returncode, 2)
                self.expect_text(result.stderr.replace(str(self.folder / "gcc"), "build"), HERE / f"messages/{fault}.txt")


if __name__ == "__main__":
    if ACCEPT:
        sys.argv.remove("--accept")
    unittest.main()
