"""`stribeck schema` accepts every diagram of the project and rejects the wrong ones whose fault is one of form."""
import json
import sys
import unittest
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck, without_comments  # noqa: E402

# A schema sees keys, kinds and words; it does not see units, names that refer to each other, or physics.
SEEN = {
    "diagram.unknown_key", "diagram.missing_key", "diagram.wrong_kind", "diagram.wrong_format", "diagram.bad_name", "diagram.empty",
    "diagram.unknown_type", "diagram.unknown_parameter", "diagram.missing_parameter", "value.bad_choice", "experiment.bad_solver",
    "connection.too_short",
}
# Of faults with other codes these are in the form of a text: a sign, a bracket, an equals sign.
SEEN_IN_TEXTS = {"negative_inertia", "interval_zero", "tolerance_out_of_range", "port_left_out",
                 "subsystem_index_not_closed", "component_two_equals_signs", "component_comparison_for_equation", "component_no_equals_sign"}
# Names that a definition gives are beyond it, too: what else it says of these files is right.
OWN_NAMES = {"parameter_hidden_in_a_formula", "parameter_named_by_a_word", "subsystem_unknown_parameter", "subsystem_missing_parameter", "component_unknown_state"}


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        result = stribeck("schema")
        assert result.returncode == 0, result.stderr
        cls.schema = json.loads(result.stdout)
        cls.validator = jsonschema.Draft202012Validator(cls.schema)

    def faults(self, diagram):
        return [f"/{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in self.validator.iter_errors(diagram)]

    def test_it_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_every_diagram_is_valid(self):
        files = [path for path in sorted((ROOT / "diagrams").rglob("*.json*")) if "errors" not in path.parts]
        self.assertTrue(files)
        for path in files:
            with self.subTest(path.relative_to(ROOT)):
                self.assertEqual(self.faults(json.loads(without_comments(path.read_text()))), [])

    def test_faults_of_form_are_found(self):
        for path in sorted((ROOT / "diagrams/errors").glob("*.jsonc")):
            text = path.read_text()
            code = text.split("\n", 1)[0].removeprefix("// expects: ").split()[0]
            if path.stem in SEEN_IN_TEXTS or (code in SEEN and path.stem not in OWN_NAMES):
                with self.subTest(path.relative_to(ROOT)):
                    self.assertNotEqual(self.faults(json.loads(without_comments(text))), [])

    def test_limits_kinds_and_names_of_one_component(self):
        def inertia(parameters, **rest):
            return {"format": "stribeck/1", "components": {"load": {"type": "rotational.inertia", "parameters": parameters, **rest}}}
        for good in (inertia({"inertia": 2}), inertia({"inertia": "2 kg*m^2"}), inertia({"inertia": "=2*J"}), inertia({"inertia": ".5e-3"}),
                     inertia({"inertia": "0.5e-3 kg*m^2"}), inertia({"inertia": "+1 g*m^2"}), inertia({"inertia": 2}, initial={"w": "-1 rpm"}),
                     inertia({"inertia": 2}, initial={"w": 1}), inertia({"inertia": 2}, initial={"w": {"value": "3 rpm", "priority": "low"}})):
            self.assertEqual(self.faults(good), [])
        for bad in (inertia({"inertia": -2}), inertia({"inertia": "-2 kg*m^2"}), inertia({"inertia": "0 kg*m^2"}), inertia({"inertia": " -.5"}), inertia({"inertia": "heavy"}), inertia({"inertia": True}), inertia({"inertai": 2}),
                    inertia({"inertia": 2}, initial={"speed": 1}), inertia({"inertia": 2}, initial={"w": {"value": 1, "priority": "urgent"}}),
                    inertia({"inertia": 2}, colour="red")):
            self.assertNotEqual(self.faults(bad), [], bad)

    def test_options_and_required_lists(self):
        def one(kind, parameters):
            return {"format": "stribeck/1", "components": {"it": {"type": kind, "parameters": parameters}}}
        self.assertEqual(self.faults(one("rotational.hard_stop", {"model": "damped_rebound"})), [])
        self.assertNotEqual(self.faults(one("rotational.hard_stop", {"model": "bouncy"})), [])
        self.assertEqual(self.faults(one("signals.profile", {"times": [0, "1 s"], "values": [0, "=k"]})), [])
        self.assertNotEqual(self.faults(one("signals.profile", {"times": [0, "1 s"]})), [])
        self.assertNotEqual(self.faults(one("signals.profile", {"times": 0, "values": [0]})), [])

    def test_every_parameter_is_described_with_its_unit(self):
        for line in stribeck("list").stdout.splitlines():
            component = self.schema["$defs"][line.split()[0]]
            for name, parameter in component["properties"]["parameters"]["properties"].items():
                self.assertTrue(parameter["description"], (line, name))


if __name__ == "__main__":
    unittest.main()
