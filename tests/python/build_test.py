"""Diagrams built and changed in Python."""
import json
import unittest

from package import ROOT, STICK_SLIP, stribeck

import numpy as np

DIAGRAMS = sorted(path for path in (ROOT / "diagrams").rglob("*.json*") if path.suffix in (".json", ".jsonc")
                  and not {"errors", "parts"} & set(path.parts) and '"components"' in path.read_text())


def oscillator():
    d = stribeck.Diagram("A mass on a spring", description="that swings")
    d.parameter("k", "200 N/m", doc="stiffness")
    mass = d.add("mass", "translational.mass", mass="2 kg", initial={"x": "10 mm", "v": 0})
    spring = d.add("spring", stribeck.types.translational.spring, stiffness="=k")
    wall = d.add("wall", "translational.ground")
    d.connect(mass.M, spring.R)
    d.connect(spring.C, wall.W)
    d.experiment(stop="5 s", rtol=1e-9)
    d.outputs("mass.v", "spring.x")
    return d


class RoundTrip(unittest.TestCase):
    def test_all_diagrams(self):
        """JSON to Python to JSON loses nothing but comments: the same document, and the same program from it."""
        self.assertGreater(len(DIAGRAMS), 150)
        for path in DIAGRAMS:
            with self.subTest(path=path.name):
                d = stribeck.load(path)
                again = stribeck.Diagram.from_json(d.to_json(), str(path))
                self.assertEqual(again.document, d.document)
                self.assertEqual(again.to_json(), d.to_json())
                self.assertEqual(again.explain("program"), d.explain("program"))

    def test_all_diagrams_in_code(self):
        """Nothing that a diagram of the repository has is refused where code adds it."""
        for path in DIAGRAMS:
            document = stribeck.load(path).document
            d = stribeck.Diagram.from_json({**document, "components": {}, "connections": []}, str(path))
            with self.subTest(path=path.name):
                for name, entry in document["components"].items():
                    d.add(name, entry["type"], initial=entry.get("initial"), count=entry.get("count"), **entry.get("parameters", {}))
                for node in document.get("connections", []):
                    d.connect(*node)
                self.assertEqual(d.document["connections"], document.get("connections", []))


class Building(unittest.TestCase):
    def test_it_swings(self):
        r = oscillator().run()
        self.assertEqual(r.names, ["mass.v", "spring.x"])
        np.testing.assert_allclose(r["mass.v"], -0.1 * np.sin(10 * r.t), atol=1e-6)

    def test_all_is_kept(self):
        d = oscillator()
        again = stribeck.Diagram.from_json(d.to_json())
        self.assertEqual(again.document, d.document)
        self.assertEqual(again.document["components"]["spring"], {"type": "translational.spring", "parameters": {"stiffness": "=k"}})
        self.assertEqual(stribeck.Diagram.from_json(d.document).run()["mass.v"].tolist(), d.run()["mass.v"].tolist())

    def test_changes(self):
        d = oscillator()
        before = d.run()
        d.set("k", "800 N/m")
        self.assertEqual(d.document["parameters"]["k"], {"value": "800 N/m", "doc": "stiffness"})
        np.testing.assert_allclose(d.run()["mass.v"], -0.2 * np.sin(20 * before.t), atol=1e-6)
        d.set("mass.mass", 8)
        np.testing.assert_allclose(d.run()["mass.v"], -0.1 * np.sin(10 * before.t), atol=1e-6)
        d["mass"].parameters["mass"] = "2 kg"
        self.assertEqual(d.built, 1)
        d.remove("wall")
        self.assertNotIn("wall", d)
        self.assertEqual(len(d.document["connections"]), 1)
        with self.assertRaises(stribeck.UnknownName):
            d["wall"]

    def test_quantities_of_pint(self):
        import pint

        units = pint.UnitRegistry()
        d = oscillator()
        d.set("mass.mass", 2000 * units.gram)
        d.set("k", 0.2 * units.newton / units.millimeter)
        np.testing.assert_allclose(d.run()["mass.v"], oscillator().run()["mass.v"], rtol=1e-9, atol=1e-12)
        self.assertEqual(d.document["components"]["mass"]["parameters"]["mass"], "2000 g")

    def test_units_that_pint_abbreviates_in_its_own_way(self):
        """They are unknown here, or stand for something else: then the value goes in SI."""
        import pint

        units, d = pint.UnitRegistry(), stribeck.Diagram()
        load = d.add("load", "rotational.inertia", inertia="1 kg*m^2")
        for value, expected in ((units.Quantity(2, "pound * foot**2"), 2 * 0.45359237 * 0.3048**2), (units.Quantity(3, "metric_ton * m**2"), 3000),
                                (units.Quantity(1.5, "slug * furlong**2"), 1.5 * 14.593902937 * 201.168402336805**2),
                                (units.Quantity(4, "gram * m**2"), 4e-3)):
            load.parameters["inertia"] = value
            self.assertAlmostEqual(stribeck._core.si_value(load.parameters["inertia"]) / expected, 1, delta=1e-8)
        for name in ("horsepower", "metric_horsepower", "psi", "kilopond", "force_pound", "degC", "rpm", "turn", "hour", "mile", "inch", "tex", "angstrom"):
            with self.subTest(name):
                quantity = units.Quantity(7.0, name)
                told = stribeck._values.plain(quantity, name)
                self.assertAlmostEqual(stribeck._core.si_value(told) / quantity.to_base_units().magnitude, 1, delta=1e-8)

    def test_every_unit_of_a_type_is_read_back_from_pint(self):
        """Units of our components, as pint writes them."""
        import pint

        units = pint.UnitRegistry()
        seen = set()
        for name in list(stribeck.types.rotational) + list(stribeck.types.translational):
            for parameter in stribeck.describe(name)["parameters"]:
                seen.add(parameter["unit"])
        for unit in sorted(seen - {"1", "any"}):
            if unit.startswith("any"):
                continue
            with self.subTest(unit=unit):
                written = stribeck._values.plain(units.Quantity(2.5, unit.replace("^", "**")), "it")
                self.assertEqual(stribeck._core.si_unit(str(written)), stribeck._core.si_unit(f"1 {unit}"), written)


class Mistakes(unittest.TestCase):
    def note_of(self, call):
        with self.assertRaises(stribeck.Error) as refusal:
            call()
        return refusal.exception, "\n".join(getattr(refusal.exception, "__notes__", []))

    def test_the_line_of_python_is_told(self):
        d = oscillator()
        d.add("bad", "translational.spring", stiffness="3 rpm")  # this line
        error, notes = self.note_of(d.run)
        self.assertEqual((error.code, error.component), ("value.wrong_dimension", "bad (translational.spring)"))
        self.assertIn("build_test.py", notes)
        self.assertIn("# this line", notes)

    def test_a_connection(self):
        d = oscillator()
        d.connect("mass.M", "damper.R")  # that line, as components may be added later
        error, notes = self.note_of(d.run)
        self.assertIn("# that line", notes)
        self.assertIn("damper", error.message)

    def test_names_of_definitions(self):
        """Definitions count, with their parameters and ports, and so does what options add."""
        d = stribeck.Diagram.from_json({
            "format": "stribeck/1",
            "definitions": {"cell": {
                "parameters": {"mass": {"unit": "kg"}},
                "components": {"body": {"type": "translational.mass", "parameters": {"mass": "=mass"}}, "spring": {"type": "translational.spring"}},
                "connections": [["body.M", "spring.R"]],
                "ports": {"left": "spring.C", "right": "body.M"}}},
            "components": {}, "connections": []})
        cell = d.add("cell", "cell", mass=2, count=3)
        self.assertEqual((cell.ports, cell.parameters._ipython_key_completions_()), (["left", "right"], ["mass"]))
        d.connect("cell[1:2].right", "cell[2:3].left")
        friction = d.add("friction", "translational.dry_friction", law="stribeck", stribeck_velocity="1 mm/s", normal_force="signal")
        d.connect("cell[1].left", friction.R)
        self.assertEqual(friction.Fn, "friction.Fn")
        for wrong, code, word in (
            (lambda: d.add("more", "cel", mass=2), "diagram.unknown_type", "cell"),
            (lambda: d.add("more", "cell", mas=2), "diagram.unknown_parameter", "mass"),
            (lambda: cell.parameters.update(mas=2), "diagram.unknown_parameter", "mass"),
            (lambda: d.add("more", "translational.dry_friction", stribeck_velocity=2), "diagram.unknown_parameter", "law"),
            (lambda: friction.parameters.update(exponnt=2), "diagram.unknown_parameter", "exponent"),
            (lambda: d.connect("cell[1].lef", friction.R), "diagram.unknown_instance", "left"),
            (lambda: d.connect(friction.C, "friction.Fm"), "diagram.unknown_port", "Fn"),
        ):
            error, _ = self.note_of(wrong)
            self.assertIsInstance(error, stribeck.UnknownName)
            self.assertEqual(error.code, code)
            self.assertIn(word, error.advice)
        self.assertNotIn("more", d)
        self.assertEqual(len(d.document["connections"]), 2)
        self.assertEqual(dict(cell.parameters), {"mass": 2})

    def test_at_once(self):
        d = oscillator()
        for wrong, word in (
            (lambda: d.add("mass", "translational.mass"), "already"),
            (lambda: d.add("other", "translational.mass", mas=2), "did you mean"),
            (lambda: d.add("", "translational.mass"), "name"),
            (lambda: d.add("other", "translational.mas"), "translational.mass"),
            (lambda: d.connect("mass", "spring.R"), "port"),
            (lambda: d.connect("mass.M", "spring.Q"), "its ports are R, C"),
            (lambda: d.set("spring.stifness", 2), "did you mean"),
            (lambda: d.set("kk", 2), "did you mean"),
            (lambda: d["sprin"], "did you mean"),
            (lambda: d.run(outputs="mass.w"), "mass"),
            (lambda: d.add("other", "translational.mass", mass=float("nan")), "finite"),
        ):
            error, _ = self.note_of(wrong)
            self.assertIn(word, str(error))
        self.assertNotIn("other", d)
        for wrong in (lambda: d.set("k", object()), lambda: d.add("x", "translational.mass", mass=b"2"), lambda: d.run([1]),
                      lambda: d.run(stop=[1]), lambda: stribeck.Diagram.from_json(3)):
            with self.assertRaises(TypeError):
                wrong()
        with self.assertRaises(AttributeError) as refusal:
            d["mass"].N
        self.assertIn("M", str(refusal.exception))

    def test_texts_that_are_no_diagrams(self):
        for text in ("", "{", "[]", "3", '{"format": "stribeck/1"}', '{"format": 1}', "\0", "\ud800", '{"format": "stribeck/1", "components": []}'):
            with self.subTest(text=text), self.assertRaises((stribeck.Error, ValueError)):
                stribeck.Diagram.from_json(text).run()
            with self.subTest(text=text), self.assertRaises((stribeck.Error, ValueError)):
                len(stribeck.Diagram.from_json(text))
                stribeck.Diagram.from_json(text).run()

    def test_the_place_in_a_file(self):
        with self.assertRaises(stribeck.DiagramError) as refusal:
            stribeck.Diagram.from_json('{"format": "stribeck/1",\n "components": {"a": {"typ": 3}}}', "mine.json").run()
        self.assertEqual((refusal.exception.file, refusal.exception.line), ("mine.json", 2))
        with self.assertRaises(FileNotFoundError) as missing:
            stribeck.load("nowhere.json")
        self.assertIsInstance(missing.exception, stribeck.FileError)


class Shown(unittest.TestCase):
    def test_completion(self):
        d = oscillator()
        self.assertIn("M", dir(d["mass"]))
        self.assertEqual(d["spring"].R, "spring.R")
        self.assertIn("side", d["spring"].R.__doc__)
        self.assertIn("rotational", dir(stribeck.types))
        self.assertIn("inertia", dir(stribeck.types.rotational))
        self.assertIn("moment of inertia", stribeck.types.rotational.inertia.__doc__)
        self.assertIn("spring", d._ipython_key_completions_())
        self.assertIn("stiffness", d["spring"].parameters._ipython_key_completions_())
        with self.assertRaises(AttributeError) as refusal:
            stribeck.types.rotational.inertai
        self.assertIn("inertia", str(refusal.exception))

    def test_pictures_and_pages(self):
        d = oscillator()
        svg = d._repr_svg_()
        if svg is not None:  # with Graphviz
            self.assertTrue(svg.startswith("<svg"))
        self.assertIn("=k", d["spring"]._repr_html_())
        self.assertIsNone(stribeck.Diagram("nothing yet")._repr_svg_())
        self.assertEqual(repr(d), "<Diagram 'A mass on a spring': 3 components, 2 connections>")


class Tools(unittest.TestCase):
    def test_check(self):
        d = stribeck.load(STICK_SLIP)
        d.check()
        with self.assertRaises(stribeck.ExpectationError) as refusal:
            d.check(k="50 N*m/rad")
        self.assertIsInstance(refusal.exception, AssertionError)
        self.assertIn("spring.phi", str(refusal.exception))

    def test_explain(self):
        d = stribeck.load(STICK_SLIP)
        self.assertIn("states", d.explain())
        self.assertEqual(d.causality()["title"], d.document["title"])
        self.assertIn("load", d.explain("equations"))
        with self.assertRaises(stribeck.DiagramError):
            d.explain("equation")

    def test_describe(self):
        described = stribeck.describe("rotational.inertia")
        self.assertEqual([one["name"] for one in described["parameters"]], ["inertia"])
        with self.assertRaises(stribeck.UnknownName) as refusal:
            stribeck.describe("rotational.inerta")
        self.assertIn("rotational.inertia", refusal.exception.advice)
        self.assertEqual(json.dumps(described), json.dumps(stribeck.describe(stribeck.types.rotational.inertia)))


class Advice(unittest.TestCase):
    """Wrong arguments of any kind: what the call takes and what it was given, or what to try."""

    def test_what_a_call_takes_is_told(self):
        d = stribeck.load(STICK_SLIP)
        s = d.stepper()
        for call, told in (
                (lambda: d.connect("load.I"), r"Diagram.connect\(\): missing 1 .*\n  it takes \(first: str, second: str, \*more: str\)"),
                (lambda: d.linearise("start", inputs=3), "inputs is 3, and is to be Sequence"),
                (lambda: s.step("x"), "Stepper.step.*\n  duration is 'x', and is to be float"),
                (lambda: stribeck.load(3), "a file is named by a text or a path, and not by int"),
                (lambda: d.parameter("k", 1, doc=[1]), "the documentation of k is a text, and cannot be list"),
                (lambda: d.run_many([3]), "a sample is a dict of values"), (lambda: d.add(3, "rotational.inertia"), "the name of a component is a text")):
            with self.subTest(told), self.assertRaisesRegex(TypeError, told):
                call()
        with self.assertRaisesRegex(stribeck.UnknownName, "there are: load.w"):
            s["x"]
        with self.assertRaisesRegex(stribeck.UnknownName, 'no parameter that is set "x"'):
            d["load"].parameters["x"]
        self.assertEqual(d.to_json(), stribeck.load(STICK_SLIP).to_json())  # nothing of it was kept

    def test_what_functions_of_the_user_raise_stays_as_it_is(self):
        def reduce(result):
            raise ValueError("mine")

        with self.assertRaisesRegex(ValueError, "^mine$"):
            stribeck.load(STICK_SLIP).run_many([{}], stop=0.01, reduce=reduce)

    def test_a_single_name_is_a_list_of_one(self):
        d = stribeck.load(STICK_SLIP)
        self.assertEqual([one.name for one in d.sensitivity("speed", stop=0.1).parameters], ["speed"])


if __name__ == "__main__":
    unittest.main()
