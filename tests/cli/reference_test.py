"""What the program tells of components and of the stages of a diagram."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

DIAGRAM = ROOT / "diagrams/start/mass_spring_damper.json"


class Reference(unittest.TestCase):
    def test_list_has_a_line_for_every_component(self):
        """A function below a page is one type, or one in each domain: by another road than the build's registration."""
        types = []
        for path in (ROOT / "components").glob("**/*.cpp"):
            lines = path.read_text().splitlines()
            space = ""
            for above, line in zip(["", *lines], lines, strict=False):
                if opened := re.fullmatch(r"namespace stribeck(?:::(\w+))? \{", line):
                    space = opened[1] or ""
                head = re.match(r"void (\w+?)_?\(ComponentBuilder& c(, const DomainWords& in)?\)", line)
                if not head or not above.startswith("///"):
                    continue
                rotational = "_".join({"mass": "inertia", "force": "torque"}.get(word, word) for word in head[1].split("_"))
                types += [f"translational.{head[1]}", f"rotational.{rotational}"] if head[2] else [f"{space}.{head[1]}"]
        lines = stribeck("list").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], sorted(types))
        for line in lines:
            self.assertRegex(line, r"^\S+ +\S.*\.$")

    def test_a_unit_as_people_type_it_is_read_and_remarked_on(self):
        diagram = """{"format": "stribeck/1",
          "components": {"drive": {"type": "rotational.torque_source", "parameters": {"torque": "3 Nm"}}, "load": {"type": "rotational.inertia"},
                         "wall": {"type": "rotational.ground"}},
          "connections": [["drive.R", "load.I"], ["drive.C", "wall.W"]], "experiment": {"stop": "1 s"}}"""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "typed.json"
            file.write_text(diagram)
            result = stribeck("run", file, "--set", "load.inertia=2 kgm2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('"Nm" is read as "N*m"', result.stderr)
        self.assertIn('"kgm2" is read as "kg*m^2"', result.stderr)
        self.assertRegex(result.stderr, r"load\.w .*1\.5 rad/s")

    def test_describe_tells_every_type(self):
        for line in stribeck("list").stdout.splitlines():
            result = stribeck("describe", line.split()[0])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(result.stdout.startswith(line.split()[0] + "\n"))

    def test_describe_shows_what_is_declared(self):
        text = stribeck("describe", "rotational.friction").stdout
        self.assertRegex(text, r"breakaway_torque +25 +N\*m +>= 0 +peak")
        self.assertRegex(text, r"coulomb_torque +20 +N\*m +>= 0, <= breakaway_torque")
        self.assertRegex(text, r"relative velocity +w = R\.w - C\.w")
        self.assertIn("components/friction/friction.cpp", text)

    def test_contacts_of_one_component_are_told_apart(self):
        text = stribeck("describe", "translational.backlash").stdout
        self.assertRegex(text, r"mode +mode = touches_upper - touches_lower\n")
        self.assertRegex(text, r"impulse +impulse = impulse_upper - impulse_lower\n")
        self.assertRegex(stribeck("describe", "rotational.contact").stdout, r"impulse +impulse = -impulse_contact\n")

    def test_every_stage_can_be_seen(self):
        for stage in ("diagram", "assembly", "equations", "structure", "program"):
            result = stribeck("explain", DIAGRAM, "--after", stage)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertGreater(len(result.stdout), 40)
        self.assertIn("spring: translational.spring\n      stiffness = 157.9 N/m", stribeck("explain", DIAGRAM, "--after", "diagram").stdout)


if __name__ == "__main__":
    unittest.main()
