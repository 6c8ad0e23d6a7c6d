"""Whatever is asked of a program file is answered as it is of the diagram: the same bytes, but for the file's name and the time that each
stage took. STRIBECK_EVERY_DIAGRAM=1 asks it of every diagram of diagrams/, not of a dozen."""
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

DIAGRAMS = ["start/rotational_stick_slip.json", "start/mass_spring_damper.json", "verify/network_wheel_chain.json", "verify/rotational_brake.json",
            "verify/translational_reset_integrator_friction.json", "verify/joints_beside_redundant_rods.json", "verify/signals_table_from_file.json",
            "verify/signals_discrete_pid.json", "verify/mechanisms_swinging_rod.json", "verify/spatial_body_mesh.json",
            "reference/lossy_gear_undecided.json", "gallery/machine_tool_slide.jsonc"]
STAGES = "diagram|assembly|equations|structure|program|simulation"
QUESTIONS = {"run": ["run", "IN", "--csv", "OUT"], "check": ["check", "IN", "--format", "json"], "report": ["report", "IN", "-o", "OUT"],
             "explain": ["explain", "IN"], "bond graph": ["explain", "IN", "--bond-graph"],
             **{stage: ["explain", "IN", "--after", stage] for stage in STAGES.split("|")[:-1]}}
TIMES = [r"^  took .*\n(?: {10}.*\n)*", r"^.* of .*, .* a second, .* left.*\n",  # in the summary; progress of what takes long
         r"<tr><td>took</td>.*", rf'<div style="--in: 2ch">({STAGES})<span.*', rf"^ *({STAGES}) +[0-9.]+ .?s$"]  # in a report, in a text


def is_whole(file):
    return '"components"' in file.read_text(encoding="utf-8")


def every_diagram():
    files = sorted(file for kind in ("json", "jsonc") for file in (ROOT / "diagrams").rglob("*." + kind))
    return [file for file in files if "errors" not in file.parts and is_whole(file)]


class ProgramFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def answer(self, question, file, names):
        out = self.folder / "out"
        out.unlink(missing_ok=True)
        said = stribeck(*[{"IN": file, "OUT": out}.get(word, word) for word in question])
        texts = [said.stdout, said.stderr, out.read_text(encoding="utf-8") if out.exists() else ""]
        for name in names:
            texts = [text.replace(str(name), "NAME") for text in texts]
        for time in TIMES:
            texts = [re.sub(time, "", text, flags=re.MULTILINE) for text in texts]
        return [said.returncode, *texts]

    def test_where_a_diagram_itself_is_asked_for_a_program_file_is_told_as_one(self):
        program = self.folder / "some.program"
        stribeck("compile", ROOT / "diagrams/start/mass_spring_damper.json", "-o", program)
        for question in (["list", "--in", program], ["schema", "--in", program]):
            said = stribeck(*question)
            self.assertEqual(said.returncode, 2, said.stderr)
            self.assertIn("error[json.syntax]: this is a program file", said.stderr)

    def test_the_moving_picture_has_the_values_that_it_was_compiled_with(self):
        file = ROOT / "diagrams/verify/spatial_body_mesh.json"
        program, page = self.folder / "some.program", self.folder / "page.html"
        other = ["--set", "pin.initial.phi=-10 deg"]
        stribeck("compile", file, *other, "-o", program)
        pictures = []
        for question in ([program], [file, *other], [file]):
            said = stribeck("report", *question, "-o", page)
            self.assertEqual(said.returncode, 0, said.stderr)
            pictures.append(re.search(r'id="mechanism-data">(.*)</script>', page.read_text(encoding="utf-8")).group(1))
        self.assertEqual(pictures[0], pictures[1])
        self.assertNotEqual(pictures[0], pictures[2])

    def test_it_answers_as_its_diagram_does(self):
        every = os.environ.get("STRIBECK_EVERY_DIAGRAM") == "1"
        for file in every_diagram() if every else [ROOT / "diagrams" / name for name in DIAGRAMS]:
            program = self.folder / "some.program"
            program.unlink(missing_ok=True)
            compiled = stribeck("compile", file, "-o", program)
            if compiled.returncode != 0:
                self.assertTrue(every, compiled.stderr)  # some diagrams are there to be refused
                continue
            for name, question in QUESTIONS.items():
                with self.subTest(file.name, question=name):
                    names = [program, file, file.name.rsplit(".", 1)[0] + ".html"]
                    self.assertEqual(self.answer(question, program, names), self.answer(question, file, names))


if __name__ == "__main__":
    unittest.main()
