"""What people read: numbers with their units, over all diagrams and component types, and the instants of rows."""
import json
import re
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

FOLDERS = ("start", "gallery", "sled", "verify", "reference")
NUMBER = r"(?<![\w.])-?\d[\d.]*(?:e[+-]\d+)?"
PREFIX = "[fpnµmkMGT]"
FAULTS = {
    "a prefix without a unit": rf"{NUMBER} (?!m\b){PREFIX}(?![\w*/^])",
    "the unit \"any\"": rf"{NUMBER} any\b",
    "the unit \"1\"": rf"{NUMBER} 1(?= {{2,}}|$|,|;)",
    "a prefix that would be raised to a power": rf"{NUMBER} {PREFIX}(?:m|s|rad|N|J|W)\^",
    "a prefix before what takes none": rf"{NUMBER} {PREFIX}(?:kg|1/|deg\b|rpm\b|%)",
}


def faults(text):
    return [f"{what}: {match.group()!r} in {line!r}" for line in text.splitlines() for what, pattern in FAULTS.items()
            for match in re.finditer(pattern, line)]


def told(path):
    """What a run says of a diagram, and the units of its columns."""
    with tempfile.TemporaryDirectory() as folder:
        result = stribeck("run", path, "--result", f"{folder}/rows.jsonl")
        if result.returncode != 0:
            return path, result.stderr, {}
        with open(f"{folder}/rows.jsonl", encoding="utf-8") as rows:
            head = json.loads(rows.readline())
    return path, result.stderr, {column["name"]: column["unit"] for column in head["columns"]}


class Texts(unittest.TestCase):
    def test_the_patterns_find_what_they_are_for(self):
        for bad in ("0.2 k", "-12.35 µ  to", "3 any", "x  0 1  to  1 1", "2 mm^2", "5 mkg", "1.5 m1/s", "20 mdeg", "3e-16 n"):
            self.assertTrue(faults(bad), bad)
        for good in ("0.2", "200 mm", "3 m", "2 mN*m/rad", "1 to 2", "5 kN  to", "-3e-16 rad", "12 1/s", "0.2 m^2", "4 of 12 at 3"):
            self.assertEqual(faults(good), [], good)

    def test_what_runs_say_of_all_diagrams(self):
        paths = [path for folder in FOLDERS for path in sorted((ROOT / "diagrams" / folder).glob("*.json*"))]
        self.assertGreater(len(paths), 350)
        with ThreadPoolExecutor(2) as pool:
            for path, text, units in pool.map(told, paths):
                with self.subTest(path.name):
                    self.assertEqual(faults(text), [])
                    self.assertNotRegex(text, r"[\x00-\x08\x0b-\x1f\x7f]", "a control character, and this is no terminal")
                    for line in text.splitlines():
                        name = line.split()[0] if line.strip() else ""
                        if units.get(name) in ("1", "", "any") and "█" in line:
                            self.assertNotRegex(line, rf"{NUMBER} [a-zA-Zµ]+ *(to|$)", "a unit where there is none")

    def test_descriptions_name_units(self):
        types = [line.split()[0] for line in stribeck("list").stdout.splitlines() if re.match(r"[a-z]+\.[a-z_0-9]+ ", line)]
        self.assertGreater(len(types), 100)
        with ThreadPoolExecutor(2) as pool:
            for text in pool.map(lambda name: stribeck("describe", name).stdout, types):
                section = ""
                for line in text.splitlines():
                    section = section if line.startswith(" ") else line
                    before = {"parameters": r"(?:\[.*?\]|\S+) +", "signals": r"(?:input|output) +", "variables": ""}.get(section)
                    if before is not None:
                        self.assertNotRegex(line, rf"^  \w+ +{before}(?:any(?::\w+)?|1)  ", text.splitlines()[0])

    def test_no_error_names_a_unit_that_is_none(self):
        for path in sorted((ROOT / "diagrams/errors").glob("*.txt")):
            self.assertNotRegex(path.read_text(), r"dimension (1|any)\b|in (1|any) (at|,)", path.name)


class Instants(unittest.TestCase):
    def times(self, path, *options):
        with tempfile.TemporaryDirectory() as folder:
            result = stribeck("run", path, "--quiet", "--csv", "-", "--result", f"{folder}/r.jsonl", *options)
            self.assertEqual(result.returncode, 0, result.stderr)
            rows = [json.loads(line) for line in Path(f"{folder}/r.jsonl").read_text().splitlines()[1:]]
        csv = [line.split(",", 1)[0] for line in result.stdout.splitlines()[1:]]
        self.assertEqual([float(text) for text in csv], [row[0] for row in rows if isinstance(row, list)])
        return csv

    def test_rows_stand_at_the_nearest_doubles_to_multiples_of_the_interval(self):
        for interval, stop, step in (("1 ms", "2 s", "0.001"), ("0.7 ms", "1.4 s", "0.0007"), ("30 us", "30 ms", "0.00003"), ("0.01 min", "6 s", "0.6")):
            csv = self.times("diagrams/start/rotational_stick_slip.json", "--interval", interval, "--stop", stop)
            self.assertEqual([float(text) for text in csv], [float(Decimal(step) * k) for k in range(len(csv))], interval)
            self.assertLessEqual(max(map(len, csv)), 7)

    def test_the_interval_that_is_chosen_is_a_decimal_too(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "d.json"
            path.write_text('{"format": "stribeck/1", "components": {"m": {"type": "translational.mass", "parameters": {"mass": "7 g"}}},'
                            ' "experiment": {"start": "0.1 s", "stop": "12.4 s"}}')
            self.assertEqual(self.times(path), [str((Decimal("0.1") + Decimal("0.0246") * k).normalize()) for k in range(501)])

    def test_sampled_instants_are_multiples_of_the_period(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "d.json"
            path.write_text(json.dumps({
                "format": "stribeck/1",
                "components": {"sine": {"type": "signals.sine"}, "adc": {"type": "signals.adc", "parameters": {"period": "3 ms"}}},
                "connections": [["sine.y", "adc.u"]], "experiment": {"stop": "1 s", "interval": "1 s"}}))
            expected = [Decimal("0.003") * k for k in range(334)] + [Decimal(1)]
            self.assertEqual(sorted(set(map(Decimal, self.times(path)))), expected)


class Written(unittest.TestCase):
    """Units that the user wrote."""
    DIAGRAM = {
        "format": "stribeck/1", "parameters": {"start": "30 deg"},
        "components": {
            "disc": {"type": "rotational.inertia", "parameters": {"inertia": 1}, "initial": {"w": "60 rpm"}},
            "spring": {"type": "rotational.spring", "parameters": {"stiffness": 1e-9, "natural_angle": "45 deg"}, "initial": {"phi": "=start"}},
            "stop": {"type": "rotational.spring", "parameters": {"stiffness": 1e-9}},
            "wall": {"type": "rotational.ground"}},
        "connections": [["disc.I", "spring.R", "stop.R"], ["spring.C", "stop.C", "wall.W"]],
        "experiment": {"stop": "1 s"},
        "outputs": ["disc.w", "spring.phi", {"name": "stop.phi", "unit": "rev"}, "spring.w"]}

    def run_it(self, change=None, *options):
        diagram = json.loads(json.dumps(self.DIAGRAM))
        if change:
            change(diagram)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        path = Path(self.folder.name) / "d.json"
        path.write_text(json.dumps(diagram))
        return stribeck(*(options or ("run",)), path, cwd=self.folder.name)

    def test_the_summary_has_them(self):
        text = self.run_it().stderr
        self.assertRegex(text, r"disc\.w .* 60 rpm  to +60 rpm")
        self.assertRegex(text, r"spring\.phi .* 30 deg  to +390 deg")
        self.assertRegex(text, r"stop\.phi .* rev  to .* rev\n")
        self.assertRegex(text, r"spring\.w .* 6\.283 rad/s\n", "nobody wrote another")

    def test_files_stay_in_si(self):
        rows = self.run_it(None, "run", "--quiet", "--csv", "-").stdout.splitlines()
        self.assertAlmostEqual(float(rows[1].split(",")[1]), 6.283185307179586, 12)

    def test_the_report_has_values_as_given(self):
        result = self.run_it(None, "report", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        page = (Path(self.folder.name) / "d.html").read_text()
        self.assertIn("<td>45 deg</td>", page)
        self.assertIn("<td>30 deg</td>", page)

    def test_minutes(self):
        def change(diagram):
            diagram["experiment"] = {"stop": "4 min", "interval": "=wait"}
            diagram["parameters"].update({"wait": "2 min", "rate": "90 1/min"})
            diagram["components"]["disc"]["initial"]["w"] = "30 rev/min"
        rows = self.run_it(change, "run", "--csv", "-")
        self.assertEqual([line.split(",")[0] for line in rows.stdout.splitlines()], ["time", "0", "120", "240"])
        self.assertRegex(rows.stderr, r"\n  time +0 min to 4 min\n")
        self.assertRegex(rows.stderr, r"disc\.w .* 30 rev/min  to +30 rev/min")
        self.assertIn("  0 min to 4 min, a row every 2 min,", self.run_it(change, "explain", "--after", "diagram").stdout)
        self.assertRegex(self.run_it(change, "run", "--stop", "90 s").stderr, r"\n  time +0 s to 90 s\n")
        self.run_it(change, "report", "--quiet")
        page = (Path(self.folder.name) / "d.html").read_text()
        for shown in ("0 min to 4 min", "90 1/min"):
            self.assertIn(f"<td>{shown}</td>", page)

    def test_a_unit_that_does_not_measure_the_output_is_refused(self):
        def change(diagram):
            diagram["outputs"][2]["unit"] = "mm"
        self.assertIn("error[value.wrong_dimension]", self.run_it(change).stderr)

    def test_full_digits_on_request(self):
        text = self.run_it(None, "run", "--full-digits").stderr
        first = re.search(r"spring\.w .* (\S+) rad/s\n", text).group(1)
        self.assertGreater(len(first), 10)
        self.assertRegex(first, r"^6\.28318\d+$")


if __name__ == "__main__":
    unittest.main()
