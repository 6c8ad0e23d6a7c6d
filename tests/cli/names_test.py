"""What others call a part finds the part here: stribeck list WORD, describe NAME and the error of an unknown type, by docs/other_names.json."""
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

# What is asked, and a type that must be among those told.
WANTED = [
    ("BearingFriction", "rotational.dry_friction"), ("bearing_friction", "rotational.dry_friction"), ("Subtract", "signals.feedback"),
    ("PS Subtract", "signals.feedback"), ("adder", "signals.sum"), ("divider", "signals.division"), ("multiplier", "signals.product"),
    ("lookup", "signals.table_1d"), ("PS Lookup Table (2D)", "signals.table_2d"), ("CombiTable1Ds", "signals.table_1d"),
    ("saturation", "signals.limiter"), ("PS Saturation", "signals.limiter"), ("dead band", "signals.dead_zone"), ("DeadZone", "signals.dead_zone"),
    ("spindle", "mechanisms.leadscrew"), ("ball screw", "mechanisms.ball_screw"), ("ballscrew", "mechanisms.ball_screw"),
    ("motor", "rotational.dc_motor"), ("DCMotor", "rotational.dc_motor"), ("brake", "rotational.brake"), ("Band Brake", "rotational.band_brake"),
    ("flywheel", "rotational.inertia"), ("ElastoGap", "translational.elasto_gap"), ("Rotational Hard Stop", "rotational.hard_stop"),
    ("LossyGear", "mechanisms.lossy_gear"), ("IdealPlanetary", "mechanisms.planetary_gear"), ("gearbox", "mechanisms.gear_box"),
    ("Unidirectional Clutch", "rotational.freewheel"), ("sprag clutch", "rotational.freewheel"), ("LimPID", "signals.pid_controller"),
    ("relay", "signals.hysteresis"), ("SlewRateLimiter", "signals.rate_limiter"), ("Schmitt trigger", "signals.hysteresis"),
    ("dead time", "signals.delay"), ("FixedDelay", "signals.delay"), ("Fixed", "rotational.ground"), ("winch", "mechanisms.wheel_and_axle"),
    ("piston", "mechanisms.slider_crank"), ("encoder", "rotational.motion_sensor"), ("load cell", "translational.force_sensor"),
    ("accelerometer", "translational.acceleration_sensor"), ("Cardan joint", "mechanisms.universal_joint"), ("dashpots", "rotational.damper"),
    ("white noise", "signals.noise"), ("CVT", "mechanisms.variable_gear"), ("tire", "mechanisms.tyre"), ("screw jack", "mechanisms.leadscrew"),
    ("revolute joint", "spatial.revolute"), ("robot arm", "spatial.body"), ("rubber mount", "translational.spring_damper")]
NONSENSE = ["frobnicator", "qwxz", "teapot", "unicorn", "the", "of", "zzz brake", "purple gear box", "!!!", "brakeless"]
NOT_HERE = [("hydraulic cylinder", "no fluids"), ("resistor", "no electrical networks"), ("solenoid", "translational.force_source"),
            ("PS Terminator", "an output may stay open")]


def diagram_of(type_):
    return json.dumps({"format": "stribeck/1", "components": {"part": {"type": type_}}, "experiment": {"stop": "1 s"}})


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types = {line.split()[0] for line in stribeck("list").stdout.splitlines() if "." in line.split(" ")[0]}

    def remedy(self, type_):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "one.json"
            file.write_text(diagram_of(type_))
            result = stribeck("check", file, "--format", "json")
        return next(m for m in json.loads(result.stdout)["files"][0]["messages"] if m["code"] == "diagram.unknown_type")["advice"] or ""

    def test_list_finds_what_others_call_so(self):
        for word, wanted in WANTED:
            with self.subTest(word):
                result = stribeck("list", *word.split())
                self.assertIn(wanted, [line.split()[0] for line in result.stdout.splitlines() if line[0] != " "], result.stderr)

    def test_describe_tells_which_type_it_is(self):
        for word, wanted in WANTED:
            with self.subTest(word):
                result = stribeck("describe", word)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn(wanted, result.stdout)

    def test_what_is_one_type_is_described(self):
        text = stribeck("describe", "MassWithStopAndFriction").stdout
        self.assertIn("add half the length", text)       # what differs
        self.assertIn("coulomb", text.lower())           # the description itself
        self.assertIn("declared in components/contact/mass_with_stop_and_friction.cpp", text)
        self.assertNotIn("declared in", stribeck("describe", "Spring").stdout)  # there are two

    def test_a_family_in_front_picks(self):
        self.assertNotIn("translational.", stribeck("describe", "rotational.bumper").stdout)
        self.assertIn("rotational.hard_stop", stribeck("describe", "rotational.bumper").stdout)

    def test_an_unknown_type_is_told_what_it_is_called_here(self):
        for word, wanted in WANTED:
            with self.subTest(word):
                self.assertIn(f'"{wanted}"', self.remedy(word))
        self.assertIn('"rotational.inertia"', self.remedy("rotational.inertai"))  # by its letters

    def test_nonsense_finds_nothing(self):
        for word in NONSENSE:
            with self.subTest(word):
                result = stribeck("list", word)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertNotEqual(stribeck("describe", word).returncode, 0)
                self.assertNotIn("here it is", self.remedy(word))

    def test_where_no_type_has_all_words_those_with_some_are_told(self):
        for words, near in (("what stops a shaft", "rotational.hard_stop"), ("hold a load", "rotational.brake"),
                            ("noise in signal", "signals.noise"), ("purple gear box", "mechanisms.gear_box")):
            with self.subTest(words):
                result = stribeck("list", *words.split())
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(near, result.stderr)

    def test_what_is_not_here_is_said_honestly(self):
        for word, said in NOT_HERE:
            with self.subTest(word):
                for result in (stribeck("list", word), stribeck("describe", word)):
                    self.assertEqual((result.returncode, result.stdout), (2, ""))
                    self.assertIn(said, " ".join(result.stderr.split()))
                self.assertIn(said, self.remedy(word))

    def test_the_data(self):
        data = json.loads((ROOT / "docs/other_names.json").read_text())
        rows = [row for table in data["tables"] for row in table["rows"]]
        self.assertGreater(len(rows), 200)
        families = {"r": "rotational", "t": "translational", "m": "mechanisms", "s": "signals"}
        for row in rows:
            with self.subTest(row["there"]):
                self.assertLessEqual(set(row), {"there", "here", "each", "differs", "library"})
                types = re.findall(r"`([a-z]+\.\w+)`", row["here"])
                for word in types + re.findall(r"`([a-z]+\.\w+)`", str(row.get("differs", ""))):
                    family, _, name = word.partition(".")
                    self.assertIn(f"{families.get(family, family)}.{name}", self.types)
                self.assertTrue(types or row["here"].startswith(("no ", "`outputs`", "`stribeck", "connections", "an ", "a connection", "two of",
                                                                 "targets", "port C", "output `loss`")), row["here"])
                if row.get("each"):
                    self.assertEqual(len(types) % len(row["there"]), 0)
        for table in data["tables"]:
            names = [name for row in table["rows"] for name in row["there"]]
            self.assertEqual(len(names), len(set(names)), table["heading"])


if __name__ == "__main__":
    unittest.main()
