"""stribeck compare: what it cannot do is refused with a sentence that names the option at fault."""
import json
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

SLED = "diagrams/sled/sled.json"
FRICTION = (SLED, "--element", "friction")


def rows_of(result):
    """The table; what the models are stands below it."""
    return result.stdout.split("\n\n")[0].splitlines()


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_refused(self, arguments, *words, code="arguments.invalid", status=2):
        result = stribeck("compare", *arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("error["), 1, result.stderr)
        for word in (f"error[{code}]: ", *words):
            self.assertIn(word, result.stderr)
        self.assertNotRegex(result.stderr, r"\.json:\d")  # the model's own text is in no file

    def test_a_table_with_a_line_for_each_model_and_solver(self):
        result = stribeck("compare", *FRICTION, "--with", "lugre_friction", "--solver", "dopri5,cvode")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual([line.split()[:2] for line in rows_of(result)],
                         [["model", "solver"], ["translational.dry_friction", "dopri5"], ["translational.dry_friction", "cvode"],
                          ["lugre_friction", "dopri5"], ["lugre_friction", "cvode"]])
        self.assertRegex(result.stdout, r"translational\.dry_friction +dopri5 .* 0 m ")  # what sticks does not creep

    def test_a_program_file_is_compared_as_the_diagram_inside(self):
        """With what was set where it was compiled, the element's own parameters among it, and wherever its files are now."""
        diagram, program, law = self.folder / "sled.json", self.folder / "sled.program", self.folder / "law.json"
        law.write_text(json.dumps({"format": "stribeck/1", "definitions": {}}))
        diagram.write_text(json.dumps({"include": ["law.json"], **json.loads((ROOT / SLED).read_text())}))
        values = ["--set", "friction.coulomb_force=60 N", "--set", "m=10 kg"]
        self.assertEqual(stribeck("compile", diagram, *values, "-o", program).returncode, 0)
        asked = ["--element", "friction", "--with", "lugre_friction", "--format", "json"]
        wanted = stribeck("compare", diagram, *values, *asked)
        self.assertEqual(wanted.returncode, 0, wanted.stderr)
        self.assertNotEqual(wanted.stdout, stribeck("compare", diagram, *asked).stdout)
        beside = stribeck("compare", diagram, *values, "--element", "friction", "--beside", program, "--format", "json")
        law.unlink(), diagram.unlink()
        self.assertEqual(stribeck("compare", program, *asked).stdout.replace(str(program), str(diagram)), wanted.stdout)
        own, other = json.loads(beside.stdout)["models"]
        self.assertEqual(own, other)

    def test_what_the_models_are_and_what_nobody_gave(self):
        result = stribeck("compare", *FRICTION, "--with", "lugre_friction:bristle_stiffness=1e6,bristle_damping=200", "--format", "json")
        own, bristles = json.loads(result.stdout)["models"]
        self.assertRegex(bristles["law"], "^LuGre")
        self.assertIn("stribeck_velocity 0.1 m/s", bristles["defaults"])  # the default of the type, which the sled does not give
        self.assertFalse(any(one.startswith(("bristle", "coulomb_force")) for one in bristles["defaults"]), bristles["defaults"])
        text = stribeck("compare", *FRICTION, "--with", "lugre_friction").stdout.split("\n\n")[1]
        self.assertIn(own["law"], " ".join(text.split()))
        self.assertRegex(text, r"at defaults: .*bristle_stiffness 100000 N/m")

    def test_the_laws_of_one_type_beside_one_another(self):
        # What a law does not know is left out, as with other types: "v" has no coefficient of static friction. Fixed causality stays.
        result = stribeck("compare", "diagrams/sled/five_frictions.json", "--element", "friction",
                          *(word for law in ("lugre", "cv", "c", "v") for word in ("--with", f"ground_friction:law={law}")),
                          "--beside", SLED)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        headings, *rows = [re.split(r"  +", line) for line in rows_of(result)]
        self.assertEqual([row[0] for row in rows], ["translational.ground_friction", "ground_friction:law=lugre", "ground_friction:law=cv",
                                                    "ground_friction:law=c", "ground_friction:law=v", "translational.dry_friction"])
        peaks = [float(row[headings.index("peak force")].split()[0]) for row in rows]
        # 0.6 of the weight is the most that Coulomb friction reaches, 0.9 the most that static friction does.
        self.assertAlmostEqual(peaks[3], 0.6 * 12.5 * 9.81, delta=0.1)
        for sticky in (peaks[0], peaks[1], peaks[5]):
            self.assertTrue(1.3 * peaks[3] < sticky <= 0.9 * 12.5 * 9.81 + 0.2, peaks)

    def test_types_that_the_diagram_or_a_library_of_it_defines(self):
        # Its force is damping times speed: greatest at the start, where the speed is 1 m/s.
        film = {"doc": "A film of oil.", "parameters": {"damping": {"unit": "N*s/m", "value": 10, "doc": "force over speed"}},
                "ports": {"R": {"domain": "translational", "doc": "rod"}, "C": {"domain": "translational", "doc": "case"}},
                "variables": {"v": {"unit": "m/s", "doc": "speed"}, "F": {"unit": "N", "doc": "force"}},
                "equations": {"speed": "v = R.v - C.v", "film": "F = damping*v", "rod": "R.F = F", "case": "C.F = -F"}}
        diagram = {"format": "stribeck/1",
                   "components": {"body": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": 1}},
                                  "element": {"type": "translational.dry_friction"}, "floor": {"type": "translational.ground"}},
                   "connections": [["body.M", "element.R"], ["element.C", "floor.W"]], "experiment": {"stop": "0.1 s"}, "outputs": ["body.v"]}
        own, taken = self.folder / "own.json", self.folder / "taken.json"
        own.write_text(json.dumps(diagram | {"definitions": {"oil.film": film}}))
        (self.folder / "oils").mkdir()
        (self.folder / "oils/library.json").write_text(json.dumps(
            {"format": "stribeck/1", "library": {"name": "oils", "version": "1.0"}, "definitions": {"oil.film": film}}))
        taken.write_text(json.dumps(diagram | {"libraries": ["oils"]}))
        other = self.folder / "other.json"  # its type of that name is another one
        other.write_text(json.dumps(diagram | {"definitions": {"oil.film": film | {"equations": film["equations"] | {"film": "F = 2*damping*v"}}},
                                               "components": diagram["components"] | {"element": {"type": "oil.film"}}}))
        for file in (own, taken):
            result = stribeck("compare", file, "--element", "element", "--with", "oil.film", "--with", "oil.film:damping=5", "--beside", other,
                              "--format", "json")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            peaks = [model["peak_force"] for model in json.loads(result.stdout)["models"]]
            self.assertEqual(peaks[1:], [10, 5, 20])

    def test_what_is_missing(self):
        self.assert_refused((), "needs the file of a diagram")
        self.assert_refused((SLED,), "needs the name of an element", "--element friction")
        self.assert_refused(("-", "--element", "friction"), "reads its diagram several times", "instead of standard input")
        self.assert_refused(("none.json", "--element", "friction"), "none.json", "No such file", code="file.missing")
        self.assert_refused((*FRICTION, "--beside", "none.json"), "none.json", "No such file", code="file.missing")

    def test_elements_that_cannot_be_compared(self):
        self.assert_refused((SLED, "--element", "fricton"), f'{SLED} has no component "fricton"', 'did you mean "friction"?')
        self.assert_refused((SLED, "--element", "sled"), "translational.mass has no velocity and force", "between two ports")
        train = "diagrams/verify/subsystems_train.json"
        parts = re.findall(r"train\.wagon\[1\]\.\w+", stribeck("draw", train, "--unfold", "all").stdout) if shutil.which("dot") else []
        for part in sorted(set(parts))[:2]:
            self.assert_refused((train, "--element", part), "part of a subsystem or array")
        other = "diagrams/start/mass_spring_damper.json"
        self.assert_refused((*FRICTION, "--beside", other), f'{other} has no component "friction"')

    def test_models_that_cannot_stand_for_it_have_no_row(self):
        def refused(option, model, *words, code="arguments.invalid"):
            result = stribeck("compare", *FRICTION, option, model)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual([line.split()[0] for line in rows_of(result)], ["model", "translational.dry_friction"])
            self.assertEqual(result.stderr.count("error["), 1, result.stderr)
            for word in ("has no row", f"error[{code}]: ", *words):
                self.assertIn(word, result.stderr)
            self.assertNotRegex(result.stderr, r"\.json:\d")
        refused("--with", "lugre_fricton", 'no component type "lugre_fricton"', "translational.lugre_friction", code="diagram.unknown_type")
        refused("--with", "rotational.friction", "rotational.friction cannot stand for translational.dry_friction", "v and F")
        refused("--with", "mass", "translational.mass cannot stand for", "ports")
        refused("--with", "lugre_friction:bristles=1e5", 'no parameter "bristles"', "--with lugre_friction:bristles=1e5", "bristle_stiffness",
                code="diagram.unknown_parameter")
        refused("--with", "lugre_friction:bristle_stiffness=-1", "must be above 0 N/m", "--with lugre_friction:", code="value.out_of_range")
        refused("--with", "dry_friction:law=stribek", 'did you mean "stribeck"?', "--with dry_friction:law=stribek", code="value.bad_choice")
        refused("--beside", "diagrams/start/rotational_stick_slip.json", "rotational.friction cannot stand for", "v and F")
        self.assert_refused((*FRICTION, "--with", "lugre_friction:bristle"), 'NAME=VALUE, not "bristle"', "bristle_stiffness=1e5")

    def test_solvers_and_variables(self):
        self.assert_refused((*FRICTION, "--solver", "euler"), 'no solver "euler"', "dopri5", code="experiment.bad_solver")
        result = stribeck("compare", *FRICTION, "--solver", "dopri5,euler")  # the other has its row
        self.assertEqual((result.returncode, len(rows_of(result))), (2, 2))
        self.assertRegex(result.stderr, r'by euler has no row:\nerror\[experiment\.bad_solver\]: there is no solver "euler"')
        self.assert_refused((*FRICTION, "--solver", "dopri5,"), "empty name", "--solver dopri5,cvode")
        self.assert_refused((*FRICTION, "--also", "sled.q"), 'no variable "q"', "--also sled.q", "it has v", code="diagram.unknown_variable")

    def test_pictures(self):
        self.assert_refused((*FRICTION, "--plot", "a.gif"), ".svg, .png, .pdf or .html")
        copy = self.folder / "sled.html"
        shutil.copy(ROOT / SLED, copy)
        self.assert_refused((copy, "--element", "friction", "--plot", copy), "would overwrite the diagram")
        self.assertEqual(copy.read_bytes(), (ROOT / SLED).read_bytes())
        self.assert_refused((*FRICTION, "--plot", self.folder / "none/a.html"), "make the folder", code="output.unwritable", status=1)
        (self.folder / "full.html").symlink_to("/dev/full")
        self.assert_refused((*FRICTION, "--quiet", "--plot", self.folder / "full.html"), "No space left", code="output.unwritable", status=1)
        result = stribeck("compare", *FRICTION, "--with", "lugre_friction", "--quiet", "--plot", self.folder / "a.html")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.html", "full.html", "sled.html"])


if __name__ == "__main__":
    unittest.main()
