"""Small networks that random_networks.py has found, of which the answer is known: what was wrong in each stands in networks.md."""
import math
import random
import sys
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent / "random")]
from explained import explanation  # noqa: E402
from runs import Run, run  # noqa: E402


def diagram(components, connections, stop=0.01):
    return {"format": "stribeck/1", "components": components, "connections": connections, "experiment": {"stop": stop, "interval": stop / 10}}


class FoundNetworks(unittest.TestCase):
    def columns(self, *network, **options):
        result = run(diagram(*network), **options)
        self.assertTrue(result.ok, result.text)
        return result.columns

    def test_a_freewheel_that_locks_makes_the_velocities_equal_to_rounding_whatever_else_pulls(self):
        """Momentum (m_a v_a)/(m_a + m_b), within four roundings. The spring pulls with 100 kN times the factor."""
        expected = 0.625 * 2 / (0.625 + 0.3)
        for factor in (1.0, 2.0 ** 10, 2.0 ** 20):
            found = self.columns(
                {"freewheel": {"type": "translational.freewheel"},
                 "a": {"type": "translational.mass", "parameters": {"mass": 0.625 * factor}, "initial": {"v": 2}},
                 "b": {"type": "translational.mass", "parameters": {"mass": 0.3 * factor}},
                 "spring": {"type": "translational.spring", "parameters": {"stiffness": 1e6 * factor}, "initial": {"x": 0.1}}},
                [["freewheel.R", "a.M", "spring.C"], ["freewheel.C", "b.M", "spring.R"]])
            for body in ("a.v", "b.v"):
                self.assertLessEqual(abs(found[body][0] / expected - 1), 1e-15)

    def test_a_friction_that_holds_nothing_stops_bodies_to_the_same_bits_whatever_the_unit_of_force(self):
        """Two bodies beside a friction that has faded, in steps that are too long for what else is between them, so that the event ends beside
        rest and they are brought to it. By which trial force that is found was one newton."""
        found = []
        for factor in (1.0, 2.0 ** 10, 2.0 ** 20):
            network = diagram(
                {"guide": {"type": "translational.guide_friction", "parameters": {"transverse_load": 100 * factor}},
                 "faded": {"type": "signals.constant", "parameters": {"value": 0}},
                 "rubber": {"type": "translational.pacejka_friction", "parameters": {"given": "coefficients", "normal_force": 45.7 * factor}},
                 "a": {"type": "translational.mass", "parameters": {"mass": 0.388 * factor}, "initial": {"v": 1}},
                 "b": {"type": "translational.mass", "parameters": {"mass": 0.355 * factor}, "initial": {"v": 0.9}},
                 "push": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"},
                 "wave": {"type": "signals.sine", "parameters": {"amplitude": 80 * factor, "frequency": 5}}},
                [["guide.R", "rubber.R", "a.M", "push.R"], ["guide.C", "rubber.C", "b.M"], ["faded.y", "guide.fade"], ["wave.y", "push.S"],
                 ["push.C", "wall.W"]], 0.5)
            network["experiment"].update(solver="rk4", step=0.0025)
            result = run(network)
            self.assertTrue(result.ok, result.text)
            found.append(list(result.columns["guide.v"]))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_a_screw_that_rubs_rebounds_through_rest(self):
        """A load on a ball screw with exact friction is thrown back by a contact of restitution 0.7: it parts at 0.7 of the speed at which
        it came. On the way its mesh comes to rest, where it must not hold against the impulse."""
        for efficiency in (0.5, 0.9, 1):
            found = self.columns(
                {"screw": {"type": "mechanisms.ball_screw",
                           "parameters": {"friction": "exact", "drag_torque": 0, "efficiency": efficiency, "back_efficiency": efficiency}},
                 "contact": {"type": "rotational.contact", "parameters": {"restitution": 0.7}}, "ground": {"type": "rotational.ground"},
                 "shaft": {"type": "rotational.inertia", "parameters": {"inertia": 0.1}, "initial": {"w": -1.2}},
                 "load": {"type": "translational.mass", "parameters": {"mass": "1 kg"}}},
                [["screw.S", "contact.R", "shaft.I"], ["screw.N", "load.M"], ["ground.W", "contact.C"]])
            self.assertAlmostEqual(found["shaft.w"][0], 0.84, delta=1e-8, msg=efficiency)  # the way of the impulse is integrated to 1e-8

    def test_a_joint_that_nothing_presses_together_turns_back_freely(self):
        """Exact friction with a limit of zero: the mass reverses under its force as if there were no joint, v = v_0 + F t/m."""
        for kind, parameters, slide in (("joints.cylindrical", {"load": "1 N", "friction_coefficient": 0}, "slide"),
                                        ("joints.cylindrical", {}, "slide"), ("joints.planar", {"contact": "disc"}, "slide2")):
            found = self.columns(
                {"joint": {"type": kind, "parameters": {"friction": "exact", **parameters}},
                 "mass": {"type": "translational.mass", "parameters": {"mass": "1.25 kg"}, "initial": {"v": -1.64}},
                 "other": {"type": "translational.mass"}, "rotor": {"type": "rotational.inertia"}, "wall": {"type": "rotational.ground"},
                 "push": {"type": "translational.force_source", "parameters": {"force": "13.1 N"}}, "ground": {"type": "translational.ground"}},
                [[f"joint.{slide}_R", "mass.M", "push.R"], [f"joint.{slide}_C", "ground.W", "push.C"],
                 ["joint.turn_R", "rotor.I"], ["joint.turn_C", "wall.W"]] +
                ([["joint.slide3_R", "other.M"], ["joint.slide3_C", "ground.W"]] if kind == "joints.planar" else []), 0.3)
            self.assertAlmostEqual(found["mass.v"][-1], -1.64 + 13.1 * 0.3 / 1.25, delta=1e-8, msg=kind)

    def test_a_loop_with_dry_friction_begins_on_one_solution_in_any_order_and_tells_the_others(self):
        """An acceleration fed back to its own torque, against friction: J a = 74.1 tanh(a) - T has three solutions. The one in the middle
        would not stay with a vanishing delay; of the others the one nearest to rest is taken."""
        components = {
            "pair": {"type": "rotational.karnopp_pair"}, "upper": {"type": "rotational.inertia", "initial": {"w": 0.31}},
            "lower": {"type": "rotational.inertia"}, "friction": {"type": "rotational.friction", "parameters": {"law": "upgraded"}},
            "sensor": {"type": "rotational.acceleration_sensor"}, "push": {"type": "rotational.torque_source"},
            "fed_back": {"type": "signals.expression", "parameters": {"expression": "74.1*tanh(u1)"}}, "ground": {"type": "rotational.ground"}}
        connections = [["pair.R", "upper.I"], ["pair.C", "lower.I", "friction.R", "sensor.R", "push.R"],
                       ["ground.W", "friction.C", "sensor.C", "push.C"], ["sensor.a", "fed_back.u1"], ["fed_back.y", "push.S"]]
        inertia = 2 * (1 + 0.01)  # of both rotors of the pair, and of what they carry
        draw = random.Random(1)
        for _ in range(12):
            found = self.columns({name: components[name] for name in draw.sample(list(components), len(components))},
                                 draw.sample(connections, len(connections)))
            expected = 10.0
            for _ in range(60):  # a contraction: the slope of the right side is 1e-7 there
                expected = (74.1 * math.tanh(expected) - found["friction.T"][0]) / inertia
            self.assertAlmostEqual(found["sensor.a"][0] / expected, 1, delta=1e-9)
        self.assertIn("all would hold at", run(diagram(components, connections)).text)

    def test_chatter_at_the_rim_of_a_band_after_karnopp_is_told_from_other_chatter(self):
        """At rest the damper does nothing, and the force is more than friction holds; at the rim they oppose it by more than it pushes with."""
        network = diagram(
            {"body": {"type": "translational.karnopp_mass", "parameters": {"coulomb_force": "20 N", "static_force": "20 N", "dead_speed": "1 mm/s"}},
             "push": {"type": "translational.force_source"}, "rise": {"type": "signals.ramp", "parameters": {"height": 25, "duration": 1}},
             "damper": {"type": "translational.damper", "parameters": {"damping": "1e4 N*s/m"}}, "ground": {"type": "translational.ground"}},
            [["body.M", "push.R", "damper.R"], ["ground.W", "push.C", "damper.C"], ["rise.y", "push.S"]], 1)
        result = run(network)
        self.assertEqual(result.code, "run.event_limit", result.text)
        self.assertEqual(explanation(network, result), "body is pushed out of its dead band at rest, and in as it moves")
        p, v = result.columns["body.p"], result.columns["body.v"]
        elsewhere = Run(1, result.code, result.text, times=result.times, columns={"body.p": p, "body.v": [0.002 - value for value in v]})
        self.assertIsNone(explanation(network, elsewhere))  # it would be pushed out as it moves

    def test_a_contact_whose_force_is_fed_back_is_told_from_one_that_it_parts(self):
        """A play between sun and carrier of a gear whose ring is held: w_C = -w_S, so that its torque T accelerates the sun by 2 T and parts the
        flanks. Of the torque on the ring, -2 T, a motor gives the sun a share: with all of it nothing moves."""
        def network(share):
            return diagram(
                {"play": {"type": "rotational.backlash"}, "gear": {"type": "mechanisms.double_planet_gear"},
                 "sensor": {"type": "rotational.torque_sensor"}, "rotor": {"type": "rotational.inertia", "initial": {"w": 2}},
                 "motor": {"type": "rotational.torque_source"}, "law": {"type": "signals.expression", "parameters": {"expression": f"{share}*u1"}},
                 "ground": {"type": "rotational.ground"}},
                [["play.R", "gear.C"], ["play.C", "gear.S", "rotor.I", "motor.R"], ["gear.R", "sensor.R"],
                 ["ground.W", "sensor.C", "motor.C"], ["sensor.T", "law.u1"], ["law.y", "motor.S"]])
        undecided = run(network(1))
        self.assertEqual(undecided.code, "run.friction_undecided", undecided.text)
        self.assertEqual(explanation(network(1), undecided), "play is not parted by its own force")
        self.assertIsNone(explanation(network(0.5), undecided))
        self.assertTrue(run(network(0.5)).ok)

    def test_a_side_without_inertia_that_nothing_holds_is_seen_by_small_inertias_that_are_thrown(self):
        """Behind a node without inertia the friction holds 20 N m and a little; the spring, wound on by a motor, comes to more."""
        network = diagram(
            {"motor": {"type": "rotational.torque_source", "parameters": {"torque": "60 N*m"}}, "press": {"type": "signals.ramp"},
             "wall": {"type": "rotational.ground"}, "brake": {"type": "rotational.disc_brake", "parameters": {"friction": "table"}},
             "shaft": {"type": "rotational.spring"}, "limit": {"type": "rotational.gonthier_friction"},
             "rotor": {"type": "rotational.inertia"}, "load": {"type": "rotational.inertia"}},
            [["shaft.R", "brake.R", "rotor.I", "motor.R"], ["shaft.C", "brake.C", "limit.R"], ["limit.C", "load.I"],
             ["press.y", "brake.S"], ["motor.C", "wall.W"]], 0.5)
        result = run(network)
        self.assertEqual(result.code, "run.jammed", result.text)
        self.assertEqual(explanation(network, result), "a side of brake has no inertia, and is thrown")


if __name__ == "__main__":
    unittest.main()
