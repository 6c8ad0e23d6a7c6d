"""What scripts read: documents that keep their schemas, the same bytes, numbers to the last digit, errors as lines; the program of the guide."""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, error_codes, is_sanitized, stribeck  # noqa: E402

DIAGRAM = "diagrams/start/mass_spring_damper.json"
STICKS = "diagrams/start/rotational_stick_slip.json"
WRONG = "diagrams/errors/bad_name.jsonc"
BREAKS_OFF = "diagrams/errors/overflow.jsonc"
BOUNCES = "diagrams/verify/translational_contact_bouncing_ball.json"
VARIANTS = int(os.environ.get("VARIANTS", "12"))  # of the program of the guide


def schema(name):
    return json.loads(stribeck("schema", name).stdout)


def strict(text):
    """JSON as the standard has it: no NaN, no Infinity."""
    def refuse(word):
        raise ValueError(word)
    return json.loads(text, parse_constant=refuse)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def document(self, name, *arguments, status=0):
        """What the command prints, valid."""
        result = stribeck(*arguments, "--format", "json")
        self.assertEqual(result.returncode, status, result.stderr)
        for line in result.stderr.splitlines():
            self.valid("message", strict(line))
        document = strict(result.stdout)
        self.valid(name, document)
        self.assertRegex(document["format"], rf"^stribeck-{name}/\d+$")
        return document

    def valid(self, name, document):
        rules = schema(name)
        jsonschema.Draft202012Validator.check_schema(rules)
        jsonschema.Draft202012Validator(rules).validate(document)

    def messages(self, *arguments):
        """Of a command that fails before it has a result: exit status, lines of standard error; standard output is empty."""
        result = stribeck(*arguments, "--format", "json")
        self.assertEqual(result.stdout, "")
        lines = [strict(line) for line in result.stderr.splitlines()]
        for line in lines:
            self.valid("message", line)
        self.assertEqual(result.returncode, next(line["exit_status"] for line in lines if line["severity"] == "error"))
        return result.returncode, lines

    def rows(self, diagram, *arguments):
        path = self.folder / "rows.csv"
        self.assertEqual(stribeck("run", diagram, "--csv", path, "--quiet", *arguments).returncode, 0)
        with open(path, encoding="utf-8") as file:
            return path, list(csv.DictReader(file))


class Documents(Case):
    def test_a_run_tells_the_extrema_of_its_rows_to_the_last_digit(self):
        document = self.document("run", "run", STICKS)
        _, rows = self.rows(STICKS)
        self.assertEqual(document["rows"], len(rows))
        for curve in document["curves"]:
            values = [float(row[curve["name"]]) for row in rows]
            self.assertEqual((curve["first"], curve["last"], curve["min"], curve["max"]), (values[0], values[-1], min(values), max(values)))
            self.assertEqual(curve["min_at_s"], float(rows[values.index(min(values))]["time"]))
            self.assertEqual(curve["max_at_s"], float(rows[values.index(max(values))]["time"]))
        self.assertEqual([curve["unit"] for curve in document["curves"]], ["rad/s", "rad", "N*m"])

    def test_the_energies_add_up(self):
        energy = self.document("run", "run", STICKS)["energy"]
        for key in ("supplied_J", "stored_J", "dissipated_J"):  # sums of the same doubles in another order
            self.assertAlmostEqual(energy[key], math.fsum(part[key] for part in energy["components"]), delta=1e-12 * energy["exchanged_J"])
        self.assertAlmostEqual(energy["residual_J"], energy["supplied_J"] - energy["stored_J"] - energy["dissipated_J"],
                               delta=1e-14 * energy["exchanged_J"])

    def test_events_are_those_of_the_result(self):
        lines = self.folder / "rows.jsonl"
        stribeck("run", BOUNCES, "--result", lines, "--quiet")
        told = [event for event in map(json.loads, lines.read_text().splitlines()) if isinstance(event, dict) and "event" in event]
        events = self.document("run", "run", BOUNCES)["events"]
        self.assertGreater(len(told), 3)
        self.assertEqual([(event["label"], event["time_s"]) for event in events["first"]], [(event["event"], event["time"]) for event in told][:1000])
        self.assertEqual(sum(kind["count"] for kind in events["kinds"]), len(told))
        first = events["kinds"][0]
        times = [event["time"] for event in told if event["event"] == first["label"]]
        self.assertEqual((first["count"], first["first_s"], first["last_s"]), (len(times), times[0], times[-1]))

    def test_events_of_a_course_in_time_quote_no_long_formula(self):
        """The instants of a profile follow from its limits by formulas, which stood there cut off in the middle."""
        kinds = self.document("run", "run", ROOT / "diagrams/gallery/crane_trolley.jsonc")["events"]["kinds"]
        self.assertEqual({kind["label"].partition(": ")[2] for kind in kinds}, {"time - start_time >= 0", "the next part of its course begins"})
        self.assertEqual(sum(kind["count"] for kind in kinds), 8)

    def test_numbers_are_the_shortest_decimals(self):
        text = stribeck("run", STICKS, "--format", "json").stdout
        numbers = re.findall(r": (-?[\d.]+(?:e[-+]\d+)?)\b", text)
        self.assertGreater(len(numbers), 60)
        for number in numbers:  # Python's repr is the shortest one, too
            digits = re.sub(r"e.*|[-.]", "", number).strip("0")
            self.assertEqual(digits, re.sub(r"e.*|[-.]", "", repr(float(number))).strip("0"), number)

    def test_the_same_run_gives_the_same_bytes(self):
        path = self.folder / "summary.json"
        first, second = (stribeck("run", STICKS, "--format", "json") for _ in range(2))
        third = stribeck("run", STICKS, "--summary", path)
        self.assertEqual(first.stdout, second.stdout)
        self.assertEqual(first.stdout, path.read_text())
        self.assertEqual(first.stderr, "")
        self.assertIn("energy", third.stderr)  # the ordinary text

    def test_what_was_set_and_verified_stands_in_it(self):
        document = self.document("run", "run", DIAGRAM, "--set", "damper.damping=3", "--verify")
        self.assertEqual(document["set"], [{"name": "damper.damping", "value": "3"}])
        self.assertGreater(document["verification"]["equations"], 0)
        self.assertLess(document["motion"]["worst"], 1)
        self.assertIsNone(self.document("run", "run", DIAGRAM)["verification"])

    def test_quiet_prints_no_document(self):
        result = stribeck("run", DIAGRAM, "--format", "json", "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_check_tells_all_files_and_keeps_its_exit_status(self):
        document = self.document("check", "check", DIAGRAM, WRONG, status=2)
        self.assertEqual((document["passed"], document["failed"]), (1, 1))
        self.assertEqual([(one["passed"], one["exit_status"]) for one in document["files"]], [(True, 0), (False, 2)])
        message = document["files"][1]["messages"][0]
        self.assertEqual((message["code"], message["file"], message["line"], message["path"]), ("diagram.bad_name", WRONG, 8, "/components/second load"))

    def test_list_and_describe_tell_the_same_types_as_in_text(self):
        types = [one["type"] for one in self.document("list", "list")["types"]]
        self.assertEqual(types, [line.split()[0] for line in stribeck("list").stdout.splitlines()])
        rules = jsonschema.Draft202012Validator(schema("describe"))
        for name in types:
            with self.subTest(name):
                document = strict(stribeck("describe", name, "--format", "json").stdout)
                rules.validate(document)
                text = stribeck("describe", name).stdout
                for part in ("connectors", "parameters", "lists", "sizes", "formulas", "options", "variables"):
                    for one in document[part]:
                        stem = re.escape(one["name"].rstrip("0123456789"))  # "f1 to f4"
                        self.assertRegex(text, rf"(?m)^  ({re.escape(one['name'])}\b|{stem}\d+ to {stem}\d+ )")

    def test_what_explain_tells_of_every_diagram_keeps_its_schema(self):
        rules = jsonschema.Draft202012Validator(schema("explain"))
        paths = [path for path in sorted((ROOT / "diagrams").rglob("*.json*")) if not {"errors", "parts"} & set(path.parts)]
        paths = paths[::5] if is_sanitized() else paths
        told = {key: 0 for key in ("differentiated", "dummy_derivatives", "storage", "aliases")}
        for path in paths:
            with self.subTest(path.name):
                document = strict(stribeck("explain", path, "--format", "json").stdout)
                rules.validate(document)
                for key in told:
                    told[key] += bool(document[key])
        self.assertTrue(all(told.values()), told)  # each was seen with something in it
        self.assertEqual(self.document("explain", "explain", DIAGRAM)["index"], 1)

    def test_plugins(self):
        self.assertEqual(self.document("plugins", "plugins")["plugins"], [])

    def test_compare_tells_models_and_those_that_fail(self):
        arguments = ("compare", STICKS, "--element", "friction", "--with", "lugre_friction")
        document = self.document("compare", *arguments)
        self.assertEqual([one["model"] for one in document["models"]], ["rotational.friction", "lugre_friction"])
        self.assertEqual((document["length_unit"], document["force_unit"], document["failed"]), ("rad", "N*m", []))
        document = self.document("compare", *arguments, "--with", "rotational.nosuch", status=2)
        self.assertEqual([(one["model"], one["messages"][0]["code"]) for one in document["failed"]], [("rotational.nosuch", "diagram.unknown_type")])

    def test_curves_compared_and_analysed(self):
        path, _ = self.rows(DIAGRAM)
        other = self.folder / "other.csv"
        stribeck("run", DIAGRAM, "--set", "damper.damping=3", "--csv", other, "--quiet")
        self.assertTrue(self.document("compare-results", "compare-results", path, path)["agrees"])
        curves = self.document("compare-results", "compare-results", path, other, status=1)["curves"]
        self.assertTrue(all(curve["worst"] > curve["half_width"] for curve in curves))
        other.write_text("time,spring.x\n0,0\n4,1\n")
        missing = self.document("compare-results", "compare-results", path, other, status=1)["curves"][1]
        self.assertEqual((missing["missing"], missing["worst"]), (True, None))
        linear = self.document("linearise", "linearise", DIAGRAM, "--at", "start", "--inputs", "spring.natural_length", "--frequencies", "1,20")["points"][0]
        self.assertEqual([len(linear["poles"]), len(linear["a"]), len(linear["transfer_functions"][0]["response"])], [2, 2, 2])
        slopes = self.document("sensitivity", "sensitivity", DIAGRAM, "--by", "spring.stiffness")["slopes"]
        self.assertTrue(all(slope["value"] is not None for slope in slopes) and slopes)
        modes = self.document("modes", "modes", DIAGRAM, "--at", "start")["modes"]
        self.assertEqual([(len(mode["shape"]), len(mode["energy"]), len(mode["participation"])) for mode in modes], [(1, 2, 2)])
        self.document("decay", "decay", path, "--of", "spring.x", "--stiffness", "157.9", "--mass", "1")
        lines = self.document("spectrum", "spectrum", path, "--of", "spring.x", "--peaks", "1")["lines"]
        self.assertEqual([line["frequency_Hz"] for line in lines], [2])  # sqrt(156.9)/(2 pi) = 1.994 Hz; lines are 0.25 Hz apart

    def test_what_is_not_finite_is_a_text(self):
        """A column that is no number at one row has a mean that is none, and no document has a bare NaN."""
        path, other = self.folder / "a.csv", self.folder / "b.csv"
        path.write_text("time,x\n0,0\n1,1\n2,2\n")
        other.write_text("time,x\n0,0\n1,inf\n2,2\n")
        curve = self.document("compare-results", "compare-results", path, other, status=1)["curves"][0]
        self.assertEqual(curve["worst"], "Infinity")

    def test_the_schemas_of_the_repository_are_these(self):
        folder = ROOT / "docs/schemas"
        names = {path.name.removesuffix(".schema.json") for path in folder.glob("*.json")}
        offered = re.search(r"takes (.*), not", stribeck("schema", "nosuch").stderr).group(1).replace(" or ", ", ").split(", ")
        self.assertEqual(names, set(offered) - {"diagram"})
        for name in names:
            self.assertEqual((folder / f"{name}.schema.json").read_text(), stribeck("schema", name).stdout)


class Messages(Case):
    def test_an_error_tells_code_place_and_advice(self):
        status, (line,) = self.messages("run", DIAGRAM, "--set", "damper.dampign=1")
        self.assertEqual((status, line["code"], line["advice"]), (2, "diagram.unknown_parameter", 'did you mean "damping"?'))
        self.assertEqual((line["file"], line["line"], line["component"]), ("--set damper.dampign=1", None, "damper (translational.damper)"))

    def test_each_wrong_diagram_is_told_as_in_text(self):
        statuses, rules = error_codes(), jsonschema.Draft202012Validator(schema("message"))
        for path in sorted((ROOT / "diagrams/errors").glob("*.jsonc"))[::5 if is_sanitized() else 1]:
            with self.subTest(path.name):
                result = stribeck("check", path, "--format", "json")
                lines = [strict(line) for line in result.stderr.splitlines()]
                text = stribeck("check", path).stderr
                self.assertEqual([f"{line['severity']}[{line['code']}]" for line in lines], re.findall(r"(?m)^\w+\[[\w.]+\](?=: )", text))
                for line in lines:
                    rules.validate(line)
                    if line["severity"] == "error":
                        self.assertEqual(line["exit_status"], statuses[line["code"]])
                    if line["line"]:
                        self.assertIn(f"{line['file']}:{line['line']}:{line['column']}", text)

    def test_a_wrong_command_line_is_told_in_json_too(self):
        for arguments in (["run"], ["run", DIAGRAM, "--nosuch"], ["run", "nosuch.json"], ["decay", "nosuch.csv", "--of", "x"], ["nosuch"],
                          ["plugins", "--plugin", "nosuch.so"], ["run", DIAGRAM, "--csv", "-"], ["describe", "nosuch"], ["list", "x"]):
            with self.subTest(arguments):
                status, _ = self.messages(*arguments)
                self.assertEqual(status, 2)

    def test_an_unknown_word_is_told_with_those_there_are(self):
        for arguments, words in ((["run", DIAGRAM, "--format", "jsn"], "text or json"), (["list", "--format", "xml"], "text or json"),
                                 (["explain", DIAGRAM, "--format", "jsn"], "text, json or dot"),
                                 (["spectrum", "x.csv", "--of", "x", "--window", "hamming"], "none or hann"),
                                 (["describe", "translational.dry_friction", "--option", "law=x"], "coulomb, stribeck")):
            with self.subTest(arguments):
                result = stribeck(*arguments)
                self.assertEqual(result.returncode, 2)
                self.assertIn(f"takes {words}", result.stderr)

    def test_warnings_stand_in_the_document_and_on_standard_error(self):
        # high and low targets that cannot both hold: the low one is told as a note
        diagram = json.loads((ROOT / DIAGRAM).read_text())
        diagram["components"]["spring"]["initial"]["v"] = {"value": "1 m/s", "priority": "low"}
        path = self.folder / "asked.json"
        path.write_text(json.dumps(diagram))
        result = stribeck("run", path, "--format", "json")
        told = [strict(line) for line in result.stderr.splitlines()]
        self.assertEqual(told, strict(result.stdout)["messages"])
        self.assertTrue(told and all(line["severity"] != "error" and line["exit_status"] is None for line in told))

    def test_an_overruled_causality_is_a_note_of_the_run(self):
        diagram = "diagrams/verify/structure_frictions_in_series.json"
        notes = [one for one in self.document("run", "run", diagram)["messages"] if one["code"] == "structure.overruled_causality"]
        self.assertEqual([(one["severity"], one["component"], one["message"]) for one in notes],
                         [("note", "second (rotational.friction)", "second is declared to set the torque at second.R, but sets the angular velocity there")])
        said = stribeck("run", diagram).stderr
        self.assertEqual(said.count("note[structure.overruled_causality]: "), 1)
        self.assertIn("declares the torque out, but nothing else there sets the angular velocity", " ".join(stribeck("explain", diagram).stdout.split()))
        self.assertNotIn("overruled", stribeck("run", "diagrams/verify/mechanisms_gear_box.json").stderr)  # an inertia behind a gear

    def test_a_run_that_breaks_off_prints_nothing_and_leaves_no_summary(self):
        summary, rows = self.folder / "summary.json", self.folder / "rows.csv"
        status, lines = self.messages("run", BREAKS_OFF, "--summary", summary, "--csv", rows)
        self.assertEqual((status, lines[0]["code"]), (1, "run.not_finite"))
        self.assertIn("rows.csv.partial", lines[-1]["details"][-1]["text"])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["rows.csv.partial"])


class Pipeline(Case):
    def test_the_program_of_the_guide(self):
        page = (ROOT / "docs/guide/from_scripts.md").read_text()
        program = self.folder / "variants.py"
        program.write_text(re.search(r"^```python variants.py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL).group(1))
        self.assertLessEqual(len([line for line in program.read_text().splitlines() if line.strip()]), 40)
        table = self.folder / "table.csv"
        result = subprocess.run([sys.executable, "-B", program, ROOT / DIAGRAM, str(VARIANTS), table], capture_output=True, text=True, check=True,
                                env={**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"})
        said = result.stdout.splitlines()
        self.assertEqual(len(said), 2)
        self.assertTrue(said[0].startswith(f"variant {VARIANTS // 2}: value.out_of_range: "))
        self.assertTrue(said[1].startswith(f"{VARIANTS - 1} of {VARIANTS} "))
        with open(table, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["variant"]) for row in rows], [i for i in range(VARIANTS) if i != VARIANTS // 2])
        for row in rows:
            # x = -0.1 exp(-decay pi/w) half a period w/pi after it was let go; rows are 10 ms apart, so that the least of them is
            # at most 5 ms beside it, where a parabola of 0.1 w^2/2 has risen by 2e-4
            decay = float(row["damping_N_s_per_m"]) / 2
            w = math.sqrt(157.9 - decay * decay)
            self.assertAlmostEqual(float(row["least_x_m"]), -0.1 * math.exp(-decay * math.pi / w), delta=2.1e-4)
            self.assertAlmostEqual(float(row["at_s"]), math.pi / w, delta=5.1e-3)


if __name__ == "__main__":
    unittest.main()
