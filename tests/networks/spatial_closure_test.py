"""What must not change a closed loop, and what it refuses: turned worlds, exchanged ends, other orders, units, redundant constraints, given
motions, signals, jumps, starts. STRIBECK_TURNS=200 asks for more turned worlds."""
import copy
import math
import os
import random
import unittest

from spatial_loops_test import ACROSS, Checked, Mechanism, body, driven, four_bar, link, near, pin, revolute, rubbing, slider_crank, transform

GROUND = {"type": "rotational.ground"}
TURNS = int(os.environ.get("STRIBECK_TURNS", "2"))


def rotation(axis, angle):
    """Rodrigues."""
    x, y, z = (part / math.hypot(*axis) for part in axis)
    c, s, r = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[c + r * x * x, r * x * y - s * z, r * x * z + s * y], [r * x * y + s * z, c + r * y * y, r * y * z - s * x],
            [r * x * z - s * y, r * y * z + s * x, c + r * z * z]]


def turned(mechanism, axis, angle):
    """All of it, with gravity."""
    matrix, world = rotation(axis, angle), mechanism.components["world"]["parameters"]
    world["gravity"] = [sum(row[j] * world["gravity"][j] for j in range(3)) for row in matrix]
    mechanism.add(base=transform(axis=axis, angle=angle))
    mechanism.connections = [["base.b" if end == "world.frame" else end for end in node] for node in mechanism.connections]
    return mechanism.connect("world.frame base.a")


def exchanged(mechanism):
    other = {"closure.a": "closure.b", "closure.b": "closure.a"}
    mechanism.connections = [[other.get(end, end) for end in node] for node in mechanism.connections]
    return mechanism


def by_signal(mechanism, joint, signal, source="rotational.velocity_source", **more):
    mechanism.components[joint]["initial"].pop("w", None)
    mechanism.add(source={"type": source}, signal=signal, housing=GROUND, **more)
    return mechanism.connect("signal.y source.S", f"source.R {joint}.axis", "source.C housing.W")


def oblique():
    """A slider-crank whose masses lie beside its plane, so that what is redundant presses joints that rub."""
    mechanism = slider_crank(math.radians(30), 30, friction=rubbing("smooth", characteristic_velocity=.01))
    for part in ("crank", "rod", "piston"):
        mechanism.components[part]["parameters"]["center"][1] = .02
    return mechanism


def bennett():
    """Four revolutes, of which no two axes are parallel, and one freedom (Bennett 1903): sin(alpha)/a = sin(beta)/b."""
    a, alpha, b = .3, math.radians(40), .45
    beta = math.asin(math.sin(alpha) * b / a)
    mechanism = Mechanism([0, 0, -9.81])
    node, first = "world.frame", math.radians(70)
    ratio = math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2)
    second = 2 * math.atan(ratio / math.tan(first / 2))
    rough = (first, second + .02, -first, -second)
    for k, (length, twist) in enumerate(((a, alpha), (b, beta), (a, alpha), (b, beta)), 1):
        mechanism.add(**{f"j{k}": revolute([0, 0, 1]), f"end{k}": transform(offset=[length, 0, 0], axis=[1, 0, 0], angle=twist)})
        mechanism.components[f"j{k}"]["initial"] = {"phi": first, "w": 3} if k == 1 else near(phi=rough[k - 1])
        rod = ""
        if k < 4:
            mechanism.add(**{f"b{k}": body(1, [length / 2, 0, 0], .01, .02, .02)})
            rod = f"b{k}.frame "
        mechanism.connect(f"{node} j{k}.a" + (" closure.b" if k == 1 else ""), f"j{k}.b {rod}end{k}.a")
        node = f"end{k}.b"
    return mechanism.add(closure={"type": "spatial.closure"}).connect(f"{node} closure.a"), ratio


class Invariance(Checked):
    NAMES = ("main.phi", "main.w", "main.N", "crank_pin.N", "wrist.N", "guide.N", "main.F1", "main.M2", "main.M3")

    def test_turned_worlds_exchanged_ends_and_other_orders(self):
        """Friction is pressed by forces that the motion does not determine: they are chosen without regard to all of this."""
        rng = random.Random(11)
        times = [.01, .02]
        expected = oblique().run(times, list(self.NAMES))
        for turn in range(TURNS):
            mechanism = turned(oblique(), [rng.uniform(-1, 1) for _ in range(3)], rng.uniform(-3, 3))
            parts = list(mechanism.components.items())
            rng.shuffle(parts), rng.shuffle(mechanism.connections)
            mechanism.components = dict(parts)
            if turn % 2:
                exchanged(mechanism)
            self.check(mechanism.run(times, list(self.NAMES)), {name: expected[name] for name in self.NAMES}, 1e-8)

    def test_millimetres(self):
        """A mechanism of a thousandth of the size, with gravity of a thousandth: the same angles, forces of a thousandth."""
        names = ("crank_pin.phi", "crank_pin.w", "rocker_pin.phi", "crank_pin.F2")
        large = four_bar(side=.05).run([.1, .25], list(names))
        for size in (1e-3, 1e-4):
            small = four_bar(60, 4, (.2 * size, .5 * size, .45 * size), base=.6 * size, side=.05 * size)
            small.components["world"]["parameters"]["gravity"] = [0, 0, -9.81 * size]
            found = small.run([.1, .25], list(names))
            self.check(found, {name: large[name] for name in names[:3]}, 1e-8)
            self.check({"F": [force / size for force in found["crank_pin.F2"]]}, {"F": large["crank_pin.F2"]}, 1e-8)

    def test_a_plane_that_turns(self):
        """What is redundant turns with the mechanism, whether samples interrupt the run or not."""
        def on_a_table(sampled):
            mechanism = oblique()
            mechanism.connections = [["table.b" if end == "world.frame" else end for end in node] for node in mechanism.connections]
            mechanism.add(table=revolute([0, 0, 1], 0, 8), hub=body(5, [0, 0, 0], .3, .3, .3)).connect("world.frame table.a", "table.b hub.frame")
            if sampled:
                mechanism.add(sampler={"type": "signals.sampler", "parameters": {"period": .003}}, sine={"type": "signals.sine"})
                mechanism.connect("sine.y sampler.u")
            return mechanism
        names = ("table.phi", "main.phi", "main.N", "crank_pin.N", "crank_pin.F1", "guide.N")
        times = [.01, .03] if TURNS <= 2 else [.1, .2]
        smooth = on_a_table(False).run(times, list(names))
        self.check(on_a_table(True).run(times, list(names)), {name: smooth[name] for name in names}, 1e-8)


class Tables(Checked):
    def test_random_slider_cranks_on_tables_that_turn(self):
        """Masses beside the plane and a table that turns about any axis press all joints in all ways: no run may be refused as jammed, since these
        coefficients and lengths cannot jam, and every row fulfils the equations (--verify)."""
        for seed in range(max(1, TURNS // 2)):
            rng = random.Random(seed)
            law = rubbing("smooth", mu=rng.uniform(.05, .3), characteristic_velocity=10 ** rng.uniform(-3, -1.5))
            mechanism = slider_crank(math.radians(rng.uniform(20, 160)), rng.uniform(-40, 40), friction=law)
            for part in ("crank", "rod", "piston"):
                mechanism.components[part]["parameters"]["center"][1] = rng.uniform(-.05, .05)
            mechanism.connections = [["table.b" if end == "world.frame" else end for end in node] for node in mechanism.connections]
            mechanism.add(table=revolute([rng.uniform(-1, 1), rng.uniform(-1, 1), 1], 0, rng.uniform(-10, 10)), hub=body(5, [0, 0, 0], .3, .3, .3))
            mechanism.connect("world.frame table.a", "table.b hub.frame")
            with self.subTest(seed=seed):
                found = mechanism.run([.05, .1], ["main.N", "guide.N"], "--verify", "--rtol", "1e-8", "--atol", "1e-10")
                self.assertGreater(min(found["main.N"] + found["guide.N"]), 0)


class Freedoms(Checked):
    def test_bennett(self):
        """Its angles by the closed form, tan(phi_1/2) tan(phi_2/2) constant, and its energy."""
        mechanism, ratio = bennett()
        names = ["j1.phi", "j2.phi", "j3.phi", "j4.phi"]
        found = mechanism.run([0, .3, 1], names)
        for k in range(3):
            one, two, three, four = (found[name][k] for name in names)
            self.assertAlmostEqual(math.tan(one / 2) * math.tan(two / 2), ratio, delta=1e-8)
            self.assertAlmostEqual(math.remainder(one + three, 2 * math.pi), 0, delta=1e-10)
            self.assertAlmostEqual(math.remainder(two + four, 2 * math.pi), 0, delta=1e-10)

    def test_a_point_is_a_ball(self):
        """A body that flies, held at a point, against the same on a ball joint: motion, and the force that holds it."""
        held = Mechanism().add(j={"type": "spatial.free"}, b=body(2, [.1, 0, 0], .1, .1, .1), closure={"type": "spatial.closure", "parameters": {"holds": "point"}})
        held.connect("world.frame j.a closure.a", "j.b b.frame closure.b")
        ball = Mechanism().add(j={"type": "spatial.ball"}, b=body(2, [.1, 0, 0], .1, .1, .1)).connect("world.frame j.a", "j.b b.frame")
        expected = ball.run([.2, .5], ["b.frame.e1_z", "j.F3"])
        self.check(held.run([.2, .5], ["b.frame.e1_z", "closure.F_z"]), {"b.frame.e1_z": expected["b.frame.e1_z"], "closure.F_z": expected["j.F3"]}, 1e-9)

    def test_a_gear_that_says_the_same(self):
        """Between the cranks of a parallelogram: what it transmits is a choice, the motion is not."""
        names = ["crank_pin.phi", "rocker_pin.phi", "crank_pin.w"]
        plain = four_bar(60, 5, (.2, .5, .2), (.4, 1, .4), .5, (0, 60))
        geared = copy.deepcopy(plain).add(g={"type": "mechanisms.gear_box", "parameters": {"ratio": 1}}).connect("crank_pin.axis g.S", "g.O rocker_pin.axis")
        self.check(geared.run([.1, .2], names), plain.run([.1, .2], names), 1e-9)
        geared.components["g"]["parameters"]["ratio"] = 2
        with self.assertRaisesRegex(AssertionError, "run.loop_open"):
            geared.run([.1], names)

    def test_nothing_is_free(self):
        """A pendulum that is held rigidly: at rest for good, and what holds it bears its weight; by a driven joint it cannot turn."""
        held = Mechanism().add(j=revolute(ACROSS), b=body(1, [0, 0, -.5], .1, .1, .1), closure={"type": "spatial.closure"})
        held.connect("world.frame j.a closure.a", "j.b b.frame closure.b")
        found = held.run([0, 1], ["j.phi", "j.w", "j.F3", "closure.F_z"])
        self.check(found, {"j.phi": [0, 0], "j.w": [0, 0]}, 1e-14)
        for k in range(2):
            self.assertAlmostEqual(found["j.F3"][k] + found["closure.F_z"][k], 9.81, delta=1e-12)
        with self.assertRaisesRegex(AssertionError, "run.loop_open"):
            by_signal(copy.deepcopy(held), "j", {"type": "signals.constant", "parameters": {"value": 1}}).run([1], ["j.phi"])
        found = by_signal(held, "j", {"type": "signals.constant", "parameters": {"value": 0}}).run([1], ["j.phi"])
        self.check(found, {"j.phi": [0]}, 1e-14)

    def test_what_depends_on_a_choice_is_told(self):
        from spatial_test import stribeck  # noqa: PLC0415
        import json  # noqa: PLC0415
        import tempfile  # noqa: PLC0415
        for mechanism, told, moves in ((four_bar(side=.05), ["crank_pin.F1"], False), (oblique(), ["main.F2", "main.F1", "main.N"], True)):
            with tempfile.TemporaryDirectory() as folder:
                joint = told[0].split(".")[0]
                diagram = {"format": "stribeck/1", "components": mechanism.components, "connections": mechanism.connections,
                           "outputs": [f"{joint}.phi", f"{joint}.F2", f"{joint}.F1", *told[2:]], "experiment": {"stop": .01}}
                with open(f"{folder}/m.json", "w", encoding="utf8") as file:
                    json.dump(diagram, file)
                done = stribeck("run", f"{folder}/m.json", "--csv", f"{folder}/m.csv")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("run.loop_shared", done.stderr + done.stdout)
            self.assertIn("these depend on them: " + ", ".join(told), done.stderr + done.stdout)
            self.assertEqual("the motion depends on this choice" in done.stderr + done.stdout, moves)


class GivenMotion(Checked):
    def test_a_driven_crank_stays_where_it_is_told(self):
        mechanism = by_signal(four_bar(), "crank_pin", {"type": "signals.constant", "parameters": {"value": 4}})
        found = mechanism.run([1, 20], ["crank_pin.phi", "rocker_pin.phi"], "--rtol", "1e-4", "--atol", "1e-6")
        self.check(found, {"crank_pin.phi": [math.radians(60) + 4 * t for t in (1, 20)]}, 1e-12)
        for theta, rocker in zip(found["crank_pin.phi"], found["rocker_pin.phi"]):
            crank, end = .2 * complex(math.cos(theta), math.sin(theta)), .6 + .45 * complex(math.cos(rocker), math.sin(rocker))
            self.assertAlmostEqual(abs(end - crank), .5, delta=1e-10)

    def test_a_crank_at_a_given_angle(self):
        """The torque is that of the same speed given."""
        times, start = [.3, .7], math.radians(60)
        sine = {"type": "signals.sine", "parameters": {"amplitude": 1.0, "frequency": .5, "offset": start}}
        cosine = {"type": "signals.sine", "parameters": {"amplitude": math.pi, "frequency": .5, "phase": math.pi / 2}}
        mechanism = by_signal(four_bar(), "crank_pin", sine, "rotational.position_source")
        mechanism.components["crank_pin"]["initial"].clear()
        found = mechanism.run(times, ["crank_pin.phi", "rocker_pin.phi", "source.T"])
        self.check(found, {"crank_pin.phi": [start + math.sin(math.pi * t) for t in times]}, 1e-12)
        other = by_signal(four_bar(), "crank_pin", cosine).run(times, ["rocker_pin.phi", "source.T"])
        self.check({name: found[name] for name in other}, other, 1e-8)

    def test_signals_stay(self):
        """A start that could be met by another state of the signal: the loop moves, the signal does not."""
        mechanism = by_signal(four_bar(rough=(35, 120)), "crank_pin", {"type": "signals.integrator", "initial": {"y": .5}}, four={
            "type": "signals.constant", "parameters": {"value": 4}}).connect("four.y signal.u")
        mechanism.components["rocker_pin"]["initial"]["w"] = {"value": 1, "priority": "low"}
        found = mechanism.run([0, .3], ["signal.y", "crank_pin.w"])
        self.check(found, {"signal.y": [.5, 1.7], "crank_pin.w": [.5, 1.7]}, 1e-12)

    def test_jumps_are_refused(self):
        step = {"type": "signals.step", "parameters": {"start_time": .05, "offset": 4, "height": .5}}
        for signal in (step, {"type": "signals.time_table", "parameters": {"times": [0, .05, .05, .2], "values": [4, 4, 5, 5]}}):
            with self.assertRaisesRegex(AssertionError, "run.loop_impulse"):
                by_signal(four_bar(), "crank_pin", signal).run([.1], ["crank_pin.phi"])

    def test_a_ramp(self):
        signal = {"type": "signals.ramp", "parameters": {"offset": 4, "height": 2, "duration": .1, "start_time": .05}}
        found = by_signal(four_bar(), "crank_pin", signal).run([.3], ["crank_pin.phi", "crank_pin.w"])
        self.check(found, {"crank_pin.phi": [math.radians(60) + 4 * .3 + 1 * .1 + 2 * .15], "crank_pin.w": [6]}, 1e-9)

    def test_a_gear_between_joints(self):
        """As the inertia that it makes of the rotor behind it."""
        names = ["crank_pin.phi", "crank_pin.w"]
        geared = four_bar().add(g={"type": "mechanisms.gear_box", "parameters": {"ratio": 2}}, J={
            "type": "rotational.inertia", "parameters": {"inertia": .01}}).connect("crank_pin.axis g.S", "g.O J.I")
        plain = four_bar().add(J={"type": "rotational.inertia", "parameters": {"inertia": .0025}}).connect("crank_pin.axis J.I")
        expected = plain.run([.5, 1], names)
        self.check(geared.run([.5, 1], names), expected, 1e-8)


class Beside(Checked):
    def test_play_beside_a_loop(self):
        """A contact moves what is beside the loop, not the crank, which would open it."""
        mechanism = four_bar().add(shaft={"type": "rotational.spring", "parameters": {"stiffness": 50}}, rotor={"type": "rotational.inertia"},
                                   play={"type": "rotational.backlash"}, housing=GROUND)
        mechanism.connect("crank_pin.axis shaft.R", "shaft.C rotor.I play.R", "play.C housing.W")
        found = mechanism.run([0, .05], ["crank_pin.phi", "play.phi", "shaft.phi"])
        self.assertAlmostEqual(found["crank_pin.phi"][0], math.radians(60), delta=1e-12)
        self.assertLess(max(map(abs, found["play.phi"])), .005 + 1e-12)
        self.assertAlmostEqual(found["shaft.phi"][1], found["crank_pin.phi"][1] - found["play.phi"][1], delta=1e-12)


class Energy(Checked):
    def test_springs_and_smooth_friction(self):
        """The audit closes, and --verify finds every relation fulfilled."""
        mechanism = slider_crank(math.radians(30), 30, friction=rubbing("smooth", characteristic_velocity=.01))
        mechanism.add(spring={"type": "spatial.spring_damper", "parameters": {"stiffness": 100, "natural_length": .2, "damping": .5}})
        mechanism.connect("world.frame spring.a", "rod_end.b spring.b")
        mechanism.run([.2], ["main.phi"], "--verify")


class Starts(Checked):
    def test_low_targets_that_can_be_met_are_met(self):
        """The crank follows; what is missed goes with the square of how much less a low target moves than others."""
        mechanism = four_bar()
        mechanism.components["crank_pin"]["initial"].pop("w")
        mechanism.components["rocker_pin"]["initial"]["w"] = {"value": 2, "priority": "low"}
        found = mechanism.run([0, 1e-3], ["rocker_pin.w"])
        self.assertAlmostEqual(found["rocker_pin.w"][0], 2, delta=1e-7)

    def test_far_away(self):
        """Closed within a turn, or refused: never by many turns."""
        for rough in ((200, -90), (100, 10), (20, -75), (-160, 170), (0, 0)):
            mechanism = four_bar(rough=rough)
            try:
                found = mechanism.run([0, .01], ["coupler_pin.phi", "rocker_pin.phi", "last_pin.phi"])
            except AssertionError as refused:
                self.assertRegex(str(refused), "run.loop_open|third of a turn")
                continue
            for column in found.values():
                self.assertLess(abs(column[0]), 4 * math.pi)


if __name__ == "__main__":
    unittest.main()
