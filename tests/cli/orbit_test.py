"""Periodic orbits and their multipliers against closed forms, event-driven integration in quadruple precision and AUTO-07p (collocation)."""
import json
import math
import os
import random
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import is_sanitized, stribeck  # noqa: E402
from small_drives import FOLDER, TRANSLATIONAL, belt, branch, diagram, drill_string, forced, orbit, part, tustin  # noqa: E402


class OracleTest(unittest.TestCase):
    """Periods to 1e-8, multipliers to 1e-6, what a run at rtol 1e-11 gives of the quantities themselves to 1e-7."""

    def near(self, found, expected, tolerance=1e-8):
        self.assertLessEqual(abs(found - expected), tolerance * max(abs(expected), 1), (found, expected))

    def multipliers(self, found, expected):
        values = [complex(m["real"], m["imaginary"]) for m in found["multipliers"]]
        self.assertEqual(len(values), len(expected), values)
        for value, wanted in zip(values, expected):
            self.near(value, wanted, 1e-6)

    def event(self, found, words):
        [event] = [event for event in found["events"] if words in event["labels"][0]]
        return event, {output["name"]: output["value"] for output in event["outputs"]}

    def output(self, found, name):
        [output] = [output for output in found["outputs"] if output["name"] == name]
        return output

    def check_stick_slip(self, path, period, slip, stick, sticks_at, most, least):
        found = orbit(path)
        self.assertFalse(found["is_forced"])
        self.near(found["period_s"], period)
        sticks, there = self.event(found, "friction: sticks")
        # The departure is quadratic in time: the instant of release is the root of what is known to 1e-11.
        self.near(sticks["lasts_s"], stick, 1e-7)
        self.near(self.event(found, "friction: slips")[0]["lasts_s"], slip, 1e-7)
        self.near(there["spring.x"], sticks_at, 1e-7)
        x = self.output(found, "spring.x")
        self.near(x["most"], most, 1e-7), self.near(x["least"], least, 1e-7)
        self.multipliers(found, [0])
        self.assertEqual((found["zeros"], found["stability"]), (1, "stable"))
        self.near(found["multiplier_of_flow"], 1, 1e-6)
        supplied, dissipated = (sum(row[key] for row in found["energy"]) for key in ("supplied_J", "dissipated_J"))
        self.near(supplied, dissipated, 1e-7)

    def test_a_belt_with_a_hyperbolic_law(self):
        for speed, *expected in ((0.2, 12.00103129483, 4.295999525480, 7.705031769350, -0.5410063538701, 1.133944676442, -0.5554326900602),
                                 (0.5, 8.282743522678, 4.516566756541, 3.766176766137, -0.8830883830687, 1.354505602981, -0.9606482249824)):
            with self.subTest(speed=speed):
                law = part(TRANSLATIONAL + "dry_friction", law="hyperbolic", coulomb_force=0, static_force=1, stribeck_velocity=1 / 3)
                self.check_stick_slip(belt("hyperbolic", speed, law, 0, speed), *expected)

    def test_a_mass_that_overtakes_its_belt(self):
        """At a speed of 1 the slip ends where the spring pulls by 1.2348, more than the friction holds: the mass slips on, forwards. Both
        slips are arcs of one law, whose extremes are known."""
        law = part(TRANSLATIONAL + "dry_friction", law="hyperbolic", coulomb_force=0, static_force=1, stribeck_velocity=1 / 3)
        found = orbit(belt("overtakes", 1, law, 0, 1))
        self.near(self.event(found, "friction: slips forwards")[0]["lasts_s"], 4.828099163440, 1e-7)
        passes, there = self.event(found, "friction: slips backwards")
        self.near(there["spring.x"], -1.234814254776, 1e-7)
        sticks, then = self.event(found, "friction: sticks")
        self.assertLess(abs(then["spring.x"]), 1)
        self.near(sticks["lasts_s"], 1 - then["spring.x"], 1e-7)  # the belt takes it along at this speed until it is pulled by 1
        x = self.output(found, "spring.x")
        self.near(x["most"], 1.757059035588, 1e-7), self.near(x["least"], -1.495410888722, 1e-7)
        self.multipliers(found, [0])

    def test_a_belt_with_a_law_that_falls_to_a_level(self):
        for speed, *expected in ((0.6, 6.704957063540, 5.097016836367, 1.607940227173, 0.00523586369599, 1.475995623765, -0.1949554018454),
                                 (1.5, 6.319415973285, 5.741236438284, 0.5781795350012, 0.05773069749814, 2.261322981387, -0.9355894624445),
                                 (2.0, 6.295124449447, 6.024392907653, 0.2707315417945, 0.3585369164111, 2.715978835271, -1.356077586531)):
            with self.subTest(speed=speed):
                self.check_stick_slip(belt("tustin", speed, tustin(), 0, speed, 0.05), *expected)

    def test_cycles_that_are_not_stable(self):
        """Between steady sliding and stick-slip; from a start near them."""
        for speed, most, fastest, period, multiplier in ((1.1, 1.16610953385, 0.541914018, 6.28498380214, 1.1204620141),
                                                         (1.5, 1.91203129074, 1.25981541, 6.28930646345, 1.5609098479),
                                                         (2.0, 2.62747145481, 1.94296382, 6.29290035276, 2.2235798900)):
            with self.subTest(speed=speed):
                found = orbit(belt("unstable", speed, tustin(), round(most, 2), 0, 0.05, 20), "--at", "start")
                self.near(found["period_s"], period)
                self.near(self.output(found, "spring.x")["most"], most, 1e-8)
                self.near(self.output(found, "mass.v")["most"], fastest, 1e-7)
                self.multipliers(found, [multiplier])
                self.assertEqual(found["stability"], "unstable_real")

    def test_a_forced_oscillator_with_coulomb_friction(self):
        """Without viscous damping the reversals alone contract."""
        def oscillator(friction, frequency):
            law = part(TRANSLATIONAL + "dry_friction", coulomb_force=friction, static_force=friction)
            return forced("coulomb", frequency, {"friction": law}, [["mass.M", "friction.R"], ["wall.W", "friction.C"]], ["spring.x", "mass.v"],
                          60 * 2 * math.pi / frequency)
        for friction, frequency, amplitude, pair in ((0.2, 0.7, 1.927774517940, -0.58308899193 + 0.28845122497j),
                                                     (0.3, 1.4, 0.9418450767285, -0.14511303810 + 0.70564575920j)):
            with self.subTest(friction=friction):
                found = orbit(oscillator(friction, frequency))
                self.near(found["period_s"], 2 * math.pi / frequency)
                self.near(self.output(found, "spring.x")["most"], amplitude)
                self.multipliers(found, [pair, pair.conjugate()])
        for friction, frequency, amplitude, multiplier, times in (
                (0.5, 0.4, 1.079074066783, 0.17484752643, (2.383009565169, 7.526803815645, 10.23699119914, 15.38078544962)),
                (0.3, 0.1, 0.7432573165464, 0.048197325477, (11.11567105979, 23.12478019120, 23.95045716443, 28.92449606086))):
            with self.subTest(friction=friction, stops=True):
                found = orbit(oscillator(friction, frequency))
                self.near(self.output(found, "spring.x")["most"], amplitude)
                self.multipliers(found, [multiplier, 0])
                self.assertEqual(found["zeros"], 1)
                # What sticks lets go where the force of the source is steep; half the period later everything is mirrored.
                begins = [event["time_s"] for event in found["events"]]
                for time in times:
                    self.assertLess(min(abs(time - begun) for begun in begins), 1e-7, (time, begins))

    def test_van_der_pol(self):
        t = TRANSLATIONAL
        for mu, period, amplitude, multiplier in ((1, 6.663286859323130, 2.00861986087484, 0.00085969506360),
                                                  (5, 11.612230667719570, 2.021508061562321, 0)):
            with self.subTest(mu=mu):
                path = diagram("van_der_pol", {
                    "mass": part(t + "mass", {"v": 0}, mass=1), "spring": part(t + "spring", {"x": 2}, stiffness=1),
                    "sensor": part(t + "motion_sensor"), "law": part("signals.expression", inputs=2, expression="mu*(u2-u1^2*u2)"),
                    "source": part(t + "force_source"), "wall": part(t + "ground")},
                    [["mass.M", "spring.R", "sensor.R", "source.R"], ["spring.C", "sensor.C", "source.C", "wall.W"], ["sensor.x", "law.u1"],
                     ["sensor.v", "law.u2"], ["law.y", "source.S"]], 60, ["spring.x"], {"mu": mu})
                found = orbit(path)
                self.near(found["period_s"], period)
                self.near(self.output(found, "spring.x")["most"], amplitude)
                self.multipliers(found, [multiplier])

    def test_an_impact_oscillator(self):
        def impacts(frequency, stop_at):
            t = TRANSLATIONAL
            return forced("impacts", frequency, {"damper": part(t + "damper", damping=0.1),
                                                 "stop": part(t + "contact", least_position=-stop_at, restitution=0.8)},
                          [["mass.M", "damper.R", "stop.R"], ["wall.W", "damper.C", "stop.C"]], ["spring.x", "stop.v"], 600, phase="=-pi/2")
        found = orbit(impacts(2, 0))
        self.near(found["period_s"], math.pi)
        [impact] = found["events"]
        self.near(self.event(found, "stop")[1]["stop.v"], 0.8 * 3.90164929089, 1e-8)
        self.near((2 * impact["time_s"]) % (2 * math.pi), 1.5248712802, 1e-8)
        self.multipliers(found, [0.69017915923, 0.67729909838])
        found = orbit(impacts(2.2, 0.1))
        self.near(self.event(found, "stop")[1]["stop.v"], 0.8 * 1.12573108783, 1e-8)
        self.multipliers(found, [0.46085468972 + 0.51827956944j, 0.46085468972 - 0.51827956944j])

    def test_hunting_of_a_position_loop(self):
        t = TRANSLATIONAL
        law = part(t + "dry_friction", law="stribeck", coulomb_force=1, static_force=1.5, stribeck_velocity=0.05, viscous_coefficient=0.4)
        path = diagram("hunting", {
            "mass": part(t + "mass", {"v": 0}, mass=1), "proportional": part(t + "spring", {"x": 0.05}, stiffness=3),
            "derivative": part(t + "damper", damping=6), "friction": law, "sensor": part(t + "motion_sensor"),
            "integral": part("signals.integrator", {"x": 0.3}), "gain": part("signals.gain", gain="-4 N/(m*s)"), "source": part(t + "force_source"),
            "wall": part(t + "ground")},
            [["mass.M", "proportional.R", "derivative.R", "friction.R", "sensor.R", "source.R"],
             ["proportional.C", "derivative.C", "friction.C", "sensor.C", "source.C", "wall.W"], ["sensor.x", "integral.u"], ["integral.y", "gain.u"],
             ["gain.y", "source.S"]], 400, ["proportional.x", "integral.y"])
        found = orbit(path)
        self.near(found["period_s"], 32.2950004342)
        self.assertEqual(len(found["events"]), 4)
        for event in found["events"]:
            values = {output["name"]: output["value"] for output in event["outputs"]}
            sticks = "sticks" in event["labels"][0]
            self.near(event["lasts_s"], 13.8406794316 if sticks else 2.30682078547, 1e-8)
            self.near(abs(values["proportional.x"]), 0.0506921700268, 1e-8)
            self.near(abs(values["integral.y"]), 0.364633202555 if sticks else 0.336980872480, 1e-8)
        self.multipliers(found, [0.047063821633, 0])
        self.assertEqual(found["zeros"], 1)
        half = orbit(path, "--symmetric")
        self.near(half["period_s"], 32.2950004342, 1e-8)
        self.multipliers(half, [0.047063821633, 0])
        self.near(half["half_multipliers"][0]["real"], 0.216941977572, 1e-6)  # the oracle's is before the mirror turns it
        self.assertEqual(len(half["events"]), 4)

    def test_a_drill_string(self):
        for speed, period, slip, stick, w1, total, twist, pair in (
                (2, 7.15630426978, 3.51510238732, 3.6412018825, 1.93176866004, 58.5358947293, 4.30512624159, 0.3572318632 + 0.6716058910j),
                (4, 5.92905669538, 3.78375581655, 2.1453008788, 4.53963878895, 56.9990952217, 3.58008186081, 0.4258241571 + 0.4989683042j)):
            with self.subTest(speed=speed):
                found = orbit(drill_string(speed, {"w1": speed, "w2": 0, "q": 4, "I": 58}, 250))
                self.near(found["period_s"], period)
                sticks, there = self.event(found, "rock: sticks")
                slips, then = self.event(found, "rock: slips forwards")
                self.near(sticks["lasts_s"], stick, 1e-7), self.near(slips["lasts_s"], slip, 1e-7)
                self.near(there["string.phi"], twist, 1e-7)
                self.near(then["table.w"], w1, 1e-7), self.near(then["integral.y"], total, 1e-7)
                self.multipliers(found, [pair, pair.conjugate(), 0])
                self.assertEqual(found["zeros"], 1)

    def test_a_cycle_of_a_drill_string_that_is_not_stable(self):
        found = orbit(drill_string(7, {"w1": 6.25, "w2": 11.28, "q": 9.44, "I": 55.57}, 15), "--at", "start")
        self.near(found["period_s"], 5.1830111795)
        self.near(self.output(found, "bit.w")["least"], 2.752064618, 1e-7)
        self.near(self.output(found, "bit.w")["most"], 11.2776255, 1e-7)
        self.multipliers(found, [1.62247276, 0.483107606 + 0.488628690j, 0.483107606 - 0.488628690j])


class BranchTest(unittest.TestCase):
    """Where branches turn and change, to what the oracles know. What is located by a change of events is where a stretch of time becomes zero:
    its square goes with the parameter, so that 1e-6 is what a time known to some 1e-4 gives."""

    def marked(self, points, mark):
        [number] = [number for number, point in enumerate(points) if point["mark"] == mark]
        return number, points[number]

    @unittest.skipIf(is_sanitized(), "long, and no code that the third branch does not reach")
    def test_where_stick_slip_on_a_belt_dies(self):
        points = branch(belt("dies", 1.5, tustin(), 0, 1.5, 0.05), "speed=0.5..2.5")
        number, corner = self.marked(points, "corner")
        self.assertLessEqual(abs(corner["parameter"] - 2.21768890894), 1e-6)
        self.assertLessEqual(abs(corner["orbit"]["period_s"] - 6.29417391), 1e-6)
        for point in points[:number]:
            self.assertEqual((point["orbit"]["stability"], point["orbit"]["zeros"]), ("stable", 1))
            self.assertEqual(len(point["orbit"]["events"]), 2)
        # Beyond it the orbits slide all the time and are not stable; the multiplier begins at 2.570 and goes down with the speed.
        beyond = points[number + 1:]
        for point in beyond[:-1]:
            self.assertEqual((point["orbit"]["stability"], point["orbit"]["events"]), ("unstable_real", []))
        multipliers = [point["orbit"]["multipliers"][0]["real"] for point in beyond]
        self.assertEqual(multipliers, sorted(multipliers, reverse=True))
        (p0, m0), (p1, m1) = [(point["parameter"], point["orbit"]["multipliers"][0]["real"]) for point in beyond[:2]]
        self.assertLessEqual(abs(m0 + (m0 - m1) / (p0 - p1) * (corner["parameter"] - p0) - 2.570409178), 1e-3)
        # It ends at the Hopf point of steady sliding, vs ln((Fs - Fc)/(vs c)); what is left out goes with the square of its size, 1e-4.
        end = points[-1]
        self.assertEqual(end["mark"], "vanishes")
        self.assertLessEqual(abs(float(end["what"].split(" at ")[1].split(":")[0]) - 0.3 * math.log(0.4 / 0.015)), 1e-6)

    def impacts(self, frequency, stop_at):
        t = TRANSLATIONAL
        path = forced("impacts", frequency, {"damper": part(t + "damper", damping=0.1),
                                             "stop": part(t + "contact", least_position="=-stop_at", restitution=0.8)},
                      [["mass.M", "damper.R", "stop.R"], ["wall.W", "damper.C", "stop.C"]], ["spring.x", "stop.v"], 300, phase="=-pi/2")
        written = json.loads(path.read_text())
        written["parameters"]["stop_at"] = stop_at
        path.write_text(json.dumps(written))
        return path

    def test_the_period_of_a_pulled_slide(self):
        """It begins where the slide sticks, and what moves evenly there does so at the speed of each point of the branch."""
        m, k, step, speed = 2, 2000, 2, 0.002
        t = TRANSLATIONAL
        components = {"drive": part(t + "velocity_source", velocity="=speed"), "rod": part(t + "spring", stiffness=k), "slide": part(t + "mass", mass=m),
                      "guide": part(t + "dry_friction", static_force=4 + step, coulomb_force=4), "bed": part(t + "ground")}
        path = diagram("pulled", components, [["drive.R", "rod.R"], ["rod.C", "slide.M", "guide.R"], ["drive.C", "guide.C", "bed.W"]], 10,
                       ["slide.v"], {"speed": speed}, rtol=1e-9)
        points = branch(path, "speed=0.001..0.004", "--points", "4", "--step", "0.2")
        self.assertEqual(len(points), 9)
        for point in points:
            v, omega = point["parameter"], math.sqrt(k / m)
            period = 2 * step / (k * v) + 2 / omega * (math.pi - math.atan(omega * step / (k * v)))
            self.assertAlmostEqual(point["orbit"]["period_s"] / period, 1, delta=1e-7)

    def test_where_impacts_double_their_period(self):
        """Over the frequency, with which the period changes, and over the place of the stop."""
        _, flip = self.marked(branch(self.impacts(2.6, 0), "w=2.59..2.7", "--step", "0.2"), "flip")
        self.assertLessEqual(abs(flip["parameter"] - 2.65888454668), 1e-8)
        points = branch(self.impacts(2.2, 0.2), "stop_at=0.15..0.3")
        number, flip = self.marked(points, "flip")
        self.assertLessEqual(abs(flip["parameter"] - 0.234199950520), 1e-8)
        self.assertEqual({point["orbit"]["stability"] for point in points[number + 1:]}, {"unstable_flip"})
        # Towards the graze at 0.25999 the impact grows slow, and a multiplier goes to minus infinity, as the inverse of the way left.
        self.assertEqual(points[-1]["mark"], "grazing")
        self.assertIn("grazed", points[-1]["what"])
        self.assertLessEqual(points[-1]["parameter"], 0.25999032853966)
        self.assertGreaterEqual(points[-1]["parameter"], 0.2595)

    def test_where_a_stop_is_grazed(self):
        """From orbits that do not meet it: from where x'' + 0.1 x' + x = -cos(2.2 t) goes on without a transient, as a stop nearby may keep
        what it has once met."""
        at_zero = 1 / complex(1 - 2.2 ** 2, 0.1 * 2.2)
        start = ["--set", f"spring.initial.x={-at_zero.real}", "--set", f"mass.initial.v={(2.2 * at_zero).imag}"]
        grazing = branch(self.impacts(2.2, 0.29), "stop_at=0.2..0.3", *start)[0]
        self.assertEqual(grazing["mark"], "grazing")
        self.assertLessEqual(abs(grazing["parameter"] - 0.25999032853966), 1e-8)
        self.assertIn("nothing becomes stop: rebounds", grazing["what"])

    def test_an_orbit_between_two_points_of_a_saved_branch(self):
        """From the nearer one of two that are far apart, a search comes to the stable orbit beside the branch."""
        path, name = belt("between", 1.5, tustin(), 1.91, 0, 0.05, 20), FOLDER / "between.branch.json"
        saved = json.loads(stribeck("continue", path, "--over", "speed=1.4..2.05", "--at", "start", "--step", "0.2", "--format", "json").stdout)

        def found(*points):
            name.write_text(json.dumps(saved | {"points": points}))
            return orbit(path, "--from", name, "--set", "speed=1.87")
        low, high = (min(saved["points"], key=lambda point: abs(point["parameter"] - speed)) for speed in (1.65, 2.05))
        self.assertEqual(found(high)["stability"], "stable")
        between = found(low, high)
        self.assertEqual(between["stability"], "unstable_real")
        self.assertLessEqual(abs(between["period_s"] - found(*saved["points"])["period_s"]), 1e-9)
        # Where the second one begins a branch of its own, nothing lies between them.
        self.assertEqual(found(low, high | {"mark": "hopf"})["period_s"], found(high)["period_s"])

    def test_a_saved_branch_is_gone_on_with(self):
        """From the unstable orbits of a belt, to which no run leads: the oracle's at 2.0, between two points that were saved."""
        path = belt("saved", 1.5, tustin(), 1.91, 0, 0.05, 20)
        saved = FOLDER / "branch.json"
        result = stribeck("continue", path, "--over", "speed=1.4..2.05", "--at", "start", "--step", "0.2", "--format", "json")
        saved.write_text(result.stdout)
        found = orbit(path, "--from", saved, "--set", "speed=2")
        self.assertLessEqual(abs(found["period_s"] - 6.29290035276), 1e-8)
        self.assertEqual(found["stability"], "unstable_real")
        # Nor does it matter where the run leads: here to steady sliding.
        rests = orbit(path, "--from", saved, "--set", "speed=2", "--set", "spring.initial.x=0.6", "--stop", "300 s")
        self.assertLessEqual(abs(rests["period_s"] - 6.29290035276), 1e-8)
        points = branch(path, "speed=1.9..2.1", "--from", saved, "--set", "speed=2", "--step", "0.3")
        self.assertEqual({point["orbit"]["stability"] for point in points}, {"unstable_real"})
        number = len(json.loads(result.stdout)["points"])
        self.assertIn("has " + str(number) + " points", stribeck("orbit", path, "--from", f"{saved}:{number + 1}").stderr)

    def test_a_saved_branch_over_a_frequency(self):
        """The orbit at another frequency has the period of that, not the saved one: the closed form of a linear oscillator."""
        path = forced("saved_forced", 2, {"damper": part(TRANSLATIONAL + "damper", damping=0.1)}, [["mass.M", "damper.R"], ["wall.W", "damper.C"]],
                      ["spring.x"], 100)
        saved = FOLDER / "frequencies.json"
        saved.write_text(stribeck("continue", path, "--over", "w=1.9..2.1", "--step", "0.4", "--format", "json").stdout)
        found = orbit(path, "--from", saved, "--set", "w=2.04")
        self.assertAlmostEqual(found["period_s"], 2 * math.pi / 2.04, 12)
        self.assertAlmostEqual(found["outputs"][0]["most"], 1 / math.hypot(1 - 2.04 ** 2, 0.1 * 2.04), 8)

    @unittest.skipIf(is_sanitized(), "long, and no code that the third branch does not reach")
    def test_where_stick_slip_of_a_drill_string_dies(self):
        path = drill_string(8, {"w1": 8, "w2": 0, "q": 4, "I": 57}, 150)
        written = json.loads(path.read_text())
        written["experiment"]["rtol"] = 1e-9
        path.write_text(json.dumps(written))
        _, corner = self.marked(branch(path, "speed=7.9..12.5", "--step", "0.2"), "corner")
        self.assertLessEqual(abs(corner["parameter"] - 11.777847891), 1e-5)
        self.assertLessEqual(abs(corner["orbit"]["period_s"] - 5.2335730), 1e-5)

    def test_a_range_without_the_value_of_the_diagram(self):
        result = stribeck("continue", belt("outside", 1.5, tustin(), 0, 1.5, 0.05), "--over", "speed=2..3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("does not contain the value that it has, 1.5", result.stderr)


def random_belt(seed):
    """Up to three masses in a row on a belt, each with a friction of its own."""
    chance, t = random.Random(seed), TRANSLATIONAL
    size, speed = chance.choice([1, 2, 3]), chance.uniform(0.2, 0.6)
    parts = {"belt": part(t + "velocity_source", velocity="=speed"), "wall": part(t + "ground")}
    nodes, moving = [["belt.C", "wall.W"]], ["belt.R"]
    for i in range(1, size + 1):
        parts[f"m{i}"] = part(t + "mass", {"v": speed}, mass=chance.uniform(0.5, 2))
        parts[f"k{i}"] = part(t + "spring_damper", {"x": chance.uniform(-0.2, 0.2)}, stiffness=chance.uniform(1, 4), damping=chance.uniform(0.01, 0.1))
        parts[f"f{i}"] = part(t + "dry_friction", law="stribeck", coulomb_force=0.4, static_force=chance.uniform(0.8, 1.5), stribeck_velocity=0.3,
                              exponent=1)
        nodes.append([f"m{i}.M", f"k{i}.R", f"f{i}.C"]), nodes[i - 1].append(f"k{i}.C"), moving.append(f"f{i}.R")
    return diagram(f"random{seed}", parts, [*nodes, moving], 150, ["m1.v"], {"speed": speed}), speed


STEP, KNOWN_TO = 1e-5, 1e-5


class RandomTest(unittest.TestCase):
    """Multipliers against central differences of the return map by whole runs: the sums of their first and second powers are the traces of the
    matrix and of its square. Differences over two steps, extrapolated to none, know them to what rounding of whole runs leaves of a step.
    STRIBECK_NETWORKS=100 makes as many; STRIBECK_FIRST is the seed of the first."""

    def test_random_belts(self):
        count, first = int(os.environ.get("STRIBECK_NETWORKS", "4")), int(os.environ.get("STRIBECK_FIRST", "1"))
        compared = 0
        for seed in range(first, first + count):
            path, speed = random_belt(seed)
            done = stribeck("orbit", path, "--format", "json")
            if done.returncode != 0:
                self.assertIn("run.no_orbit", done.stderr)
                continue
            found = json.loads(done.stdout)
            names, begin = [state["name"] for state in found["states"]], [state["value"] for state in found["states"]]
            written = json.loads(path.read_text())
            written["experiment"] |= {"stop": found["period_s"], "interval": found["period_s"]}
            written["outputs"] = names

            def end(states):
                for name, value in zip(names, states):
                    component, variable = name.split(".")
                    written["components"][component].setdefault("initial", {})[variable] = value
                path.write_text(json.dumps(written))
                lines = stribeck("run", path, "--quiet", "--csv", "-").stdout.strip().split("\n")
                row = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
                return [row[name] for name in names]

            # What sticks where the orbit begins stays there.
            free = [i for i, name in enumerate(names) if not (name.endswith(".v") and abs(begin[i] - speed) < 1e-9)]
            def differences(step):
                columns = []
                for i in free:
                    more, less = (end([value + side * step * (k == i) for k, value in enumerate(begin)]) for side in (1, -1))
                    columns.append([(more[k] - less[k]) / (2 * step) for k in free])
                return columns

            wide, narrow = differences(STEP), differences(STEP / 2)  # whose errors go with the square of the step
            columns = [[(4 * n - w) / 3 for n, w in zip(one, other)] for one, other in zip(narrow, wide)]
            values = [1] + [complex(m["real"], m["imaginary"]) for m in found["multipliers"]]
            trace = sum(columns[k][k] for k in range(len(free)))
            square = sum(columns[i][k] * columns[k][i] for i in range(len(free)) for k in range(len(free)))
            with self.subTest(seed=seed):
                exact = max(KNOWN_TO, 10 * abs(found["multiplier_of_flow"] - 1))  # the multiplier of the flow tells how exact all are
                self.assertLessEqual(abs(sum(values) - trace), exact * max(1, abs(trace)))
                self.assertLessEqual(abs(sum(value * value for value in values) - square), exact * max(1, abs(square)))
            compared += 1
        self.assertGreater(compared, count // 2)


class RefusalTest(unittest.TestCase):
    """Where there is no orbit, or none whose multipliers are defined, that is said."""

    def refusal(self, path, *options):
        result = stribeck("orbit", path, *options)
        self.assertEqual(result.returncode, 1)
        self.assertIn("error[run.no_orbit]", result.stderr)
        return result.stderr

    def swing(self, damping, stop):
        t = TRANSLATIONAL
        return diagram("swing", {"mass": part(t + "mass", {"v": 1}, mass=1), "spring": part(t + "spring_damper", {"x": 0}, stiffness=1, damping=damping),
                                 "wall": part(t + "ground")}, [["mass.M", "spring.R"], ["spring.C", "wall.W"]], stop, ["spring.x"], rtol=1e-8)

    def test_what_rests(self):
        self.assertIn("nothing moves", self.refusal(self.swing(2, 100)))

    def test_what_dies_away(self):
        """Newton's method goes to the point of rest, which is no orbit."""
        said = self.refusal(self.swing(0.1, 30))
        self.assertIn("the motion dies away", said)
        self.assertNotIn("run longer", said)
        self.assertIn("continue --steady", said)
        # Between the first and the last quarter of 30 s lie 22.5 s, each of more than a period.
        left = float(re.search(r"comes down to ([\d.]+) %", said).group(1))
        self.assertAlmostEqual(left, 100 * math.exp(-0.05 * 22.5), delta=5)

    def test_what_does_not_come_back(self):
        self.assertIn("does not come back", self.refusal(self.swing(0.1, 4)))

    def test_a_stop_that_is_grazed(self):
        """The linear response, from which it begins, comes as near to the stop as to touch it: a little more force, and there is an impact."""
        t, frequency = TRANSLATIONAL, 2.2
        stiff, damped = 1 - frequency ** 2, 0.1 * frequency
        square = stiff ** 2 + damped ** 2
        path = forced("grazes", frequency, {"damper": part(t + "damper", damping=0.1),
                                            "stop": part(t + "contact", least_position=-(1 + 3e-10) / math.sqrt(square))},
                      [["mass.M", "damper.R", "stop.R"], ["wall.W", "damper.C", "stop.C"]], ["spring.x"], 30,
                      initial={"spring": {"x": stiff / square}, "mass": {"v": damped * frequency / square}})
        self.assertIn("grazed", self.refusal(path, "--at", "start"))

    def test_a_period_that_is_none(self):
        path = forced("swings", 2, {"damper": part(TRANSLATIONAL + "damper", damping=0.1)}, [["mass.M", "damper.R"], ["wall.W", "damper.C"]],
                      ["spring.x"], 300)
        self.assertIn("not the same again", self.refusal(path, "--period", "3"))
        self.assertEqual(orbit(path, "--period", f"{math.pi}")["stability"], "stable")


if __name__ == "__main__":
    unittest.main()
