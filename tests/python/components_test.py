"""Component types declared in Python: they run as those in C++ do, and what is wrong with them is told where they are declared."""
import math
import pickle
import threading
import unittest

from package import stribeck

import numpy as np


@stribeck.component("own.spring_damper")
def spring_damper(c):
    """Spring and damper side by side.
        F = k (x - x_0) + d v
    """
    v, F, r, k = c.relative_motion("translational")
    x = c.displacement(r, k, "x", "position of R relative to C")
    stiffness = c.parameter("stiffness", 1000, "N/m", "force per deformation").at_least(0)
    damping = c.parameter("damping", 100, "N*s/m", "force per relative velocity").at_least(0)
    x_0 = c.parameter("natural_length", 0, "m", "where the spring is relaxed")
    c.relation("spring and damper", stiffness * (x - x_0) + damping * v == F)
    c.causality(F, "preferred_force_out")
    c.stores(0.5 * stiffness * (x - x_0) ** 2)
    c.dissipates(damping * v**2)


@stribeck.component("own.friction")
def friction(c):
    """Dry friction that falls with speed, or does not."""
    v, F, _, _ = c.relative_motion("translational")
    law = c.option("law", ["coulomb", "stribeck"], "how it falls")
    static = c.parameter("static_force", 3, "N", "that holds").at_least(0)
    kinetic = c.parameter("coulomb_force", 2, "N", "against slip").between(0, static)
    if law == "stribeck":
        speed = c.parameter("stribeck_velocity", 0.01, "m/s", "of the fall").above(0)
        direction = c.dry_friction("law", v, F, static, lambda s: kinetic + (static - kinetic) * np.exp(-np.square(s / speed)))
    else:
        direction = c.dry_friction("law", v, F, static, lambda s: kinetic)
    c.named("mode", "1", "1 slips forwards, -1 slips backwards, 0 sticks", direction)
    c.causality(F, "indifferent")
    c.dissipates(F * v)


@stribeck.component("own.floor")
def floor(c):
    """A rigid stop below, at x = 0."""
    body = c.port("B", "translational", "what falls on it")
    x = c.position(body, "x", "height")
    F = c.variable("F", "N", "force on the body, upwards")
    restitution = c.parameter("restitution", 0.5, "1", "speed after by speed before").between(0, 1)
    state = c.contact("contact", x, -body.across, F, restitution=restitution, rest_speed=c.constant(1, "mm/s"),
                      release_force=c.constant(1e-6, "N"))
    c.relation("force", body.through == -F)
    c.named("touching", "1", "1 while it rests", state.touching)
    c.named("bounced", "N*s", "impulse of all impacts", state.impulse)
    c.dissipates(-F * body.across)


@stribeck.component("own.counter")
def counter(c):
    """Counts how often its input rises above a level, up to `most`."""
    u = c.input("u", "1", "what is counted")
    y = c.output("y", "1", "how often")
    level = c.parameter("level", 0.5, "1", "that is passed")
    count = c.discrete("count", "1", "so far", 0)
    most = c.count("most", 3, 1, 10, "of them")
    c.when("counts", (u > level) & (count < most), [(count, count + 1)])
    c.relation("output", y == count)


@stribeck.component("own.curve")
def curve(c):
    """A force over the speed, by points."""
    v, F, _, _ = c.relative_motion("translational")
    speeds = c.list("speeds", "m/s", "of the points", [-1, 0, 1], ascending=True)
    forces = c.list("forces", "N", "there", [-2, 0, 2])
    assert forces.length() > 1
    c.relation("curve", F == c.interpolate(speeds, forces, v, method="akima"))
    c.named("first", "N", "of the forces", forces[0])
    c.dissipates(F * v)


def drag(velocity):
    return 0.3 * velocity * abs(velocity)


@stribeck.component("own.drag")
def drag_component(c):
    """A drag that a function of Python gives."""
    v, F, _, _ = c.relative_motion("translational")
    law = c.function("drag", "N", "at a speed", {"velocity": "m/s"}, drag)
    law.derivative(0, lambda velocity: 0.6 * abs(velocity))
    c.relation("drag", F == law(v))
    c.dissipates(F * v)


@stribeck.component("own.recorded_drag")
def recorded_drag(c):
    """The same as expressions."""
    v, F, _, _ = c.relative_motion("translational")
    c.relation("drag", F == c.constant(0.3, "N*s^2/m^2") * v * np.abs(v))
    c.dissipates(F * v)


def slide(type, **parameters):
    """A mass that a spring pulls over what rubs."""
    return stribeck.Diagram.from_json({
        "format": "stribeck/1",
        "components": {
            "drive": {"type": "translational.velocity_source", "parameters": {"velocity": "0.05 m/s"}},
            "spring": {"type": "translational.spring_damper", "parameters": {"stiffness": 40, "damping": 0.5}},
            "mass": {"type": "translational.mass", "parameters": {"mass": 1.5}, "initial": {"v": 0}},
            "law": {"type": type, "parameters": parameters},
            "ground": {"type": "translational.ground"}},
        "connections": [["drive.R", "spring.R"], ["spring.C", "mass.M", "law.R"], ["drive.C", "law.C", "ground.W"]],
        "experiment": {"stop": "6 s", "interval": "10 ms", "rtol": 1e-9, "atol": 1e-12}, "outputs": ["mass.v", "spring.F"]})


def declare_law(name, value):
    @stribeck.component(name)
    def declared(c):
        """A force that a function gives."""
        v, F, _, _ = c.relative_motion("translational")
        law = c.function("map", "N", "at a speed", {"velocity": "m/s"}, value)
        law.derivative(0, lambda velocity: 0.1)
        c.relation("map", F == law(v))
        c.dissipates(F * v)


def falling(law, velocity=0.0, **parameters):
    d = stribeck.Diagram("Falls")
    mass = d.add("mass", "translational.mass", mass=2, initial={"v": velocity})
    part = d.add("part", law, **parameters)
    ground = d.add("ground", "translational.ground")
    d.connect(mass.M, part.R)
    d.connect(part.C, ground.W)
    d.experiment(stop="2 s", interval="0.1 s", rtol=1e-9)
    d.outputs("mass.v", "part.F")
    return d


class Runs(unittest.TestCase):
    def same_rows(self, own, built_in, tolerance=1e-12):
        a, b = own.run(), built_in.run()
        self.assertEqual([event.label for event in a.events], [event.label for event in b.events])
        for name in a:
            # The equations are the same, but may be computed in another order.
            np.testing.assert_allclose(a[name], b[name], rtol=0, atol=tolerance * np.abs(b[name]).max())
        return a

    def test_a_spring_damper_is_that_of_the_library(self):
        library = slide("translational.dry_friction")
        own = stribeck.Diagram.from_json({**library.document, "components": {**library.document["components"], "spring": {
            "type": "own.spring_damper", "parameters": {"stiffness": 40, "damping": 0.5}}}})
        self.same_rows(own, library)

    def test_friction_sticks_and_slips_as_that_of_the_library(self):
        for law in ("coulomb", "stribeck"):
            more = {"stribeck_velocity": 0.02} if law == "stribeck" else {}
            with self.subTest(law):
                own = slide("own.friction", law=law, static_force=3, coulomb_force=2, **more)
                library = slide("translational.dry_friction", law=law, static_force=3, coulomb_force=2, **more)
                result = self.same_rows(own, library, 1e-8)  # ten times rtol
                self.assertGreater(len(result.events), 4)
                self.assertLess(abs(result.audit.relative), 1e-8)
                self.assertGreater(len(result.sticking()), 0)

    def test_a_contact_bounces_by_its_restitution(self):
        d = stribeck.Diagram("Bounces")
        mass = d.add("mass", "translational.mass", mass=1, initial={"v": 0, "x": 1})
        weight = d.add("weight", "translational.force_source", force=-9.81)
        floor = d.add("floor", "own.floor", restitution=0.5)
        ground = d.add("ground", "translational.ground")
        d.connect(mass.M, weight.R, floor.B)
        d.connect(weight.C, ground.W)
        d.experiment(stop="1.2 s", rtol=1e-10)
        d.outputs("floor.x", "floor.bounced")
        result = d.run()
        fall = math.sqrt(2 / 9.81)
        bounces = [event.t for event in result.events if event.label.endswith("rebounds")]
        np.testing.assert_allclose(bounces[:3], [fall, 2 * fall, 2.5 * fall], rtol=1e-9)  # each flight half as long
        np.testing.assert_allclose(result["floor.bounced"][-1], 9.81 * fall * (1.5 + 0.75 + 0.375), rtol=1e-9)

    def test_events_count(self):
        d = stribeck.Diagram("Counts")
        wave = d.add("wave", "signals.sine", amplitude=1, frequency="1 Hz")
        counter = d.add("counter", "own.counter", most=2)
        d.connect(wave.y, counter.u)
        d.experiment(stop="5 s")
        d.outputs("counter.y")
        result = d.run()
        self.assertEqual(result["counter.y"].max(), 2)
        first = [event.t for event in result.events][0]
        self.assertAlmostEqual(first, 1 / 12, delta=1e-6)  # sin(2 pi t) = 1/2, to the default tolerance

    def test_points(self):
        points = np.linspace(-2, 2, 41)
        own = falling("own.curve", 1.5, speeds=points, forces=2 * points)
        # m v' = -2 v; points on a line are a line, whatever goes through them.
        result = own.run()
        np.testing.assert_allclose(result["mass.v"], 1.5 * np.exp(-result.t), rtol=1e-7)
        self.assertIn("part.first", own.run(outputs=["part.first"]))

    def test_a_function_of_python_is_called(self):
        by_call, by_record = falling("own.drag", 3.0).run(), falling("own.recorded_drag", 3.0).run()
        np.testing.assert_allclose(by_call["mass.v"], 3 / (1 + 3 * 0.3 / 2 * by_call.t), rtol=1e-7)  # m v' = -0.3 v^2
        # Steps are looked at where a call may have kinks, so that they differ: by a hundredth of the tolerance, as the errors of both are less.
        np.testing.assert_allclose(by_call["mass.v"], by_record["mass.v"], rtol=1e-8)

    def test_functions_are_those_of_numpy(self):
        """By NumPy's name where the operator table has the same, else as Python lists them: of the force and of its own values."""
        def law(x):
            return (np.expm1(x) + np.log1p(np.square(x)) + np.tanh(x) - np.arctan2(x, 2) + np.maximum(np.fabs(x), 1) + np.sqrt(1 + x**2)
                    + np.sign(x) + np.subtract(x, 0.5) + np.negative(np.cosh(x)) + np.power(np.abs(x), 1.5) + np.floor(x / 8))

        @stribeck.component("own.functions")
        def functions(c):
            """A force of many functions."""
            v, F, _, _ = c.relative_motion("translational")
            speed, force = c.parameter("speed", 1, "m/s", "one"), c.parameter("force", 1, "N", "one")
            c.relation("law", F == force * law(v / speed))

        result = falling("own.functions", 1.5).run(stop=0.2, interval=0.02)  # it slows down, and stays above 1 m/s
        np.testing.assert_allclose(result["part.F"], law(result["mass.v"]), rtol=1e-13)  # a few roundings of sums of ten terms

    def test_threads(self):
        d = falling("own.drag", 3.0)
        alone = [d.run({"mass.mass": mass})["mass.v"][-1] for mass in (1, 2, 3, 4)]
        together = d.run_many([{"mass.mass": mass} for mass in (1, 2, 3, 4)], threads=2, reduce=lambda result: result["mass.v"][-1])
        self.assertEqual(alone, list(together))

    def test_everything_else_takes_it(self):
        d = slide("own.friction", law="stribeck", static_force=3, coulomb_force=2, stribeck_velocity=0.02)
        self.assertIn("own.friction", d.to_json())
        self.assertEqual(pickle.loads(pickle.dumps(d)).document, d.document)
        self.assertIn("Dry friction that falls", stribeck.describe("own.friction")["description"])
        self.assertEqual(stribeck.types.own.friction, "own.friction")
        self.assertIn("law", dir(d["law"].parameters) + [*d["law"].parameters])
        self.assertIn("svg", d.draw())
        self.assertEqual(len(d.linearise("start").poles), 0)  # it sticks, and the spring's other end is moved
        self.assertTrue(d.stepper().step(0.1))


class Wrong(unittest.TestCase):
    def refused(self, error, words, declare, name="own.wrong"):
        with self.assertRaises(error) as caught:
            stribeck.component(name)(declare)
        self.assertIn(words, str(caught.exception))
        self.assertFalse(stribeck._core.Catalogue([]).contains("own.wrong"))

    def test_a_branch_on_what_is_not_known_yet(self):
        def branches(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == (v if v > 0 else -v))

        def chain(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", 0 < v < F)

        def roots(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == math.sqrt(v))

        def unknown(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == np.cbrt(v))

        self.refused(TypeError, "numpy.cbrt is no function of expressions", unknown)
        self.refused(TypeError, "if_else", branches)
        self.refused(TypeError, "&, | and ~", chain)
        self.refused(TypeError, "NumPy's functions", roots)

    def test_what_makes_no_sense(self):
        def units(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == v)

        def none(c):
            c.relative_motion("translational")

        def text(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == "v")

        def domain(c):
            c.port("R", "hydraulic", "no such domain")

        def condition(c):
            v, F, _, _ = c.relative_motion("translational")
            c.when("", v, [])

        self.refused(stribeck.DiagramError, "law", units)
        self.refused(stribeck.DiagramError, "own.wrong", none)
        self.refused(TypeError, "not str", text)
        self.refused(stribeck.DiagramError, "hydraulic", domain)
        self.refused(TypeError, "a condition is wanted", condition)
        self.refused(stribeck.DiagramError, "exists already", spring_damper, "translational.mass")
        self.refused(ValueError, "letters", spring_damper, "own wrong")

    def test_expressions_do_not_outlive_their_declaration(self):
        kept = []

        def keeps(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == 2 * v * c.parameter("d", 1, "N*s/m", "damping"))
            kept.append((c, v))

        def steals(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == 2 * kept[0][1])

        stribeck.component("own.keeps")(keeps)
        c, v = kept[0]
        for use in (lambda: v + 1, lambda: v < 1, lambda: c.time(), lambda: c.port("R", "translational", "")):
            with self.assertRaises(ValueError):
                use()
        self.refused(ValueError, "has ended", steals)

    def test_ctrl_c_in_a_function_ends_the_run_with_what_it_has(self):
        """The function is asked again, so that the step is whole; one that raises it each time has failed."""
        calls = []

        def law(velocity):
            calls.append(velocity)
            if len(calls) == 2000 or velocity > 1e9:
                raise KeyboardInterrupt
            return 0.1 * velocity

        declare_law("own.interrupted", law)
        with self.assertRaises(stribeck.Interrupted) as interruption:
            falling("own.interrupted", 3.0).run(stop=1e8, interval=1e6, solver="dopri5")  # steps of a minute: for ever
        self.assertGreater(interruption.exception.result.stats["reached"], 0)
        with self.assertRaisesRegex(stribeck.Error, "KeyboardInterrupt"):
            falling("own.interrupted", 3e9).run()

    def test_an_exception_without_a_text_is_named_by_its_class(self):
        class Mute(Exception):
            def __str__(self):
                raise ValueError

        for error, told in ((Mute(), "Mute"), (ValueError("\ud800"), r"ValueError: \\ud800")):
            def law(velocity, error=error):
                if velocity < 2.5:
                    raise error
                return velocity

            declare_law("own.mute", law)
            with self.assertRaisesRegex(stribeck.Error, told):
                falling("own.mute", 3.0).run()

    def test_a_function_that_fails_is_named(self):
        def fails(velocity):
            if velocity < 2.5:
                raise ArithmeticError("the map ends at 2.5 m/s")
            return velocity

        @stribeck.component("own.failing")
        def failing(c):
            v, F, _, _ = c.relative_motion("translational")
            law = c.function("map", "N", "at a speed", {"velocity": "m/s"}, fails)
            law.derivative(0, lambda velocity: 1.0)
            c.relation("map", F == law(v))
            c.dissipates(F * v)

        with self.assertRaises(stribeck.Error) as caught:
            falling("own.failing", 3.0).run()
        self.assertEqual(caught.exception.code, "function.failed")
        self.assertIn("ArithmeticError: the map ends at 2.5 m/s", str(caught.exception))

    def test_a_type_can_be_declared_anew(self):
        def declare(factor):
            @stribeck.component("own.changing")
            def changing(c):
                v, F, _, _ = c.relative_motion("translational")
                c.relation("law", F == factor * c.parameter("d", 1, "N*s/m", "damping") * v)
                c.dissipates(F * v)

        declare(1)
        d = falling("own.changing", 1.0)
        np.testing.assert_allclose(d.run()["mass.v"][-1], math.exp(-1), rtol=1e-7)
        declare(2)
        np.testing.assert_allclose(d.run()["mass.v"][-1], math.exp(-2), rtol=1e-7)
        with self.assertRaises(ZeroDivisionError):
            declare(1 / 0 if d else 0)
        np.testing.assert_allclose(d.run()["mass.v"][-1], math.exp(-2), rtol=1e-7)

    def test_a_declaration_that_fails_leaves_the_one_before(self):
        def good(c):
            v, F, _, _ = c.relative_motion("translational")
            c.relation("law", F == c.parameter("d", 1, "N*s/m", "damping") * v)
            c.dissipates(F * v)

        def bad(c):
            raise KeyError("no")

        stribeck.component("own.again")(good)
        with self.assertRaises(KeyError):
            stribeck.component("own.again")(bad)
        np.testing.assert_allclose(falling("own.again", 1.0).run()["mass.v"][-1], math.exp(-1), rtol=1e-7)

    def test_threads_declare(self):
        def one(k):
            def declared(c):
                v, F, _, _ = c.relative_motion("translational")
                c.relation("law", F == (k + 1) * c.parameter("d", 1, "N*s/m", "damping") * v)
                c.dissipates(F * v)

            stribeck.component(f"own.thread{k}")(declared)
            found[k] = falling(f"own.thread{k}", 1.0).run()["mass.v"][-1]

        found = {}
        threads = [threading.Thread(target=one, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_allclose([found[k] for k in range(4)], [math.exp(-(k + 1)) for k in range(4)], rtol=1e-7)


if __name__ == "__main__":
    unittest.main()
