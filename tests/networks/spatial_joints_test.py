"""Joints that turn in several ways, in space, against numbers that two other programs share to all digits written here (multipliers in
maximal coordinates, and Drake's tree; Jacobi functions), against the same mechanism of other joints, and against what must not change."""
import math
import unittest

from spatial_test import Mechanism, body, revolute, transform


def joint(kind, parameters=None, **initial):
    return {"type": f"spatial.{kind}", "parameters": parameters or {}, "initial": initial}


def rates(w):
    return {f"w{k}": rate for k, rate in enumerate(w, 1)}


def about_y(angle, vector):
    x, y, z = vector
    return [math.cos(angle) * x + math.sin(angle) * z, y, math.cos(angle) * z - math.sin(angle) * x]


class Checked(unittest.TestCase):
    def check(self, found, expected, within):
        for name, values in expected.items():
            for value, other in zip(found[name], values):
                self.assertAlmostEqual(value, other, delta=within * max(1, abs(other)), msg=name)


class BallJoints(Checked):
    """Tolerances: the integrator's, 1e-11 a step, grown by the motion."""

    def double_pendulum(self, base=0.0):
        """In a world that is turned by `base` about y."""
        tilt = math.radians(60)
        mechanism = Mechanism(about_y(base, [0, 0, -9.81]))
        mechanism.add(base=transform(axis=[0, 1, 0], angle=base), upper=joint("ball", {"axis": [0, 1, 0], "angle": -tilt}, **rates([0, 0, 2])),
                      a=body(1, [0, 0, -.3], .03, .03, .002), elbow=transform(offset=[0, 0, -.6]),
                      lower=joint("ball", {"axis": [0, 1, 0], "angle": tilt}, **rates(about_y(tilt, [.5, 1, -5]))),
                      b=body(.5, [.02, 0, -.2], .008, .007, .001), point=transform(offset=[0, 0, -.4]))
        return mechanism.connect("world.frame base.a", "base.b upper.a", "upper.b a.frame elbow.a", "elbow.b lower.a", "lower.b b.frame point.a")

    PLACES = {"point.b.r_x": [-.34273215195, -.44481292001, .54655556369, .04500818712],
              "point.b.r_y": [.33552436904, -.57305298488, .12185090204, .48295153114],
              "point.b.r_z": [-.82724906461, -.45478915059, -.74880224181, -.64103119583]}
    TURNING = {"a.frame.w_x": [.5332363822, -.49313589345, 1.8328149910, -1.6221874507],
               "a.frame.w_y": [1.0028368071, -1.5153201720, -2.3441485480, 1.8210839430],
               "a.frame.w_z": [.99982439364, 2.1531232635, 1.4724187573, 2.0923405601]}

    def test_double_pendulum(self):
        found = self.double_pendulum().run([0, .5, 1, 1.5, 2], [*self.PLACES, *self.TURNING, "upper.F1", "upper.F2", "upper.F3"], "--verify")
        self.check(found, {"upper.F1": [-4.90387996], "upper.F2": [-.00817307692], "upper.F3": [5.36679583]}, 1e-8)
        self.check({name: values[1:] for name, values in found.items()}, {**self.PLACES, **self.TURNING}, 1e-8)

    def test_it_moves_the_same_in_a_world_that_is_turned(self):
        base = .7
        found = self.double_pendulum(base).run([.5, 1, 1.5, 2], list(self.PLACES))
        turned = list(zip(*(about_y(base, place) for place in zip(*self.PLACES.values()))))
        self.check(found, dict(zip(self.PLACES, turned)), 1e-8)

    def test_smooth_friction(self):
        mechanism = Mechanism().add(
            ball=joint("ball", {"axis": [0, 1, 0], "angle": -.8, "friction": "smooth", "radius": .03, "friction_coefficient": .25,
                                "characteristic_velocity": .002}, **rates([.5, -1, 6])),
            bob=body(1.2, [.02, 0, -.3], .04, .038, .006), point=transform(offset=[0, 0, -.6]))
        mechanism.connect("world.frame ball.a", "ball.b bob.frame point.a")
        expected = {"point.b.r_x": [.20601239978, -.39319409353, .45152973207, .29658493401],
                    "point.b.r_z": [-.35707326825, -.44705091415, -.33912940424, -.47988333605],
                    "ball.w1": [.3319117687, -3.1202901027, 3.5026767841, 1.980472699], "ball.w3": [4.6560082375, 4.0279733730, 2.5407995600, 3.2354998853],
                    "ball.N": [13.372516918, 17.763359471, 13.936917902, 15.983035493], "ball.heat": [.09194395883, .22234936423, .42938936442, .8329705052]}
        self.check(mechanism.run([.2, .5, 1, 2], list(expected), "--verify"), expected, 1e-8)

    def test_a_body_held_by_friction_breaks_loose_where_a_moment_about_any_axis_passes_its_limit(self):
        """It holds (pi/4) mu r m g = 0.0693428038 N m about any axis: about the vertical, and about one that leans as far as the moment of
        its own weight allows. A torque of 0.01 N m/s about the vertical, here through a revolute joint that hangs from the ball."""
        mechanism = Mechanism().add(ball=joint("ball", {"friction": "exact", "radius": .03, "friction_coefficient": .25}, **rates([0, 0, 0])),
                                    bob=body(1.1, [0, 0, -.3], .04, .038, .006), pin=revolute([0, 0, 1]), rotor=body(.1, [0, 0, 0], 1e-4, 1e-4, 1e-4),
                                    torque={"type": "rotational.torque_source"}, ramp={"type": "signals.ramp", "parameters": {"height": -1, "duration": 100}},
                                    wall={"type": "rotational.ground"})
        mechanism.connect("world.frame ball.a", "ball.b bob.frame pin.a", "pin.b rotor.frame", "ramp.y torque.S", "torque.R pin.axis", "torque.C wall.W")
        found = mechanism.run([6.9, 6.934, 6.935, 7.5], ["ball.w*", "ball.mode", "ball.T3"], "--verify")
        self.assertEqual(found["ball.mode"], [0, 0, 1, 1])
        self.assertEqual(found["ball.w3"][:2], [0, 0])
        self.check(found, {"ball.T3": [.069, .06934, .0693428038, .0693428038]}, 1e-8)


class FreeBodies(Checked):
    def test_a_tumbling_body_keeps_energy_and_momentum_and_its_shape(self):
        """Over 30 of its periods, at a step's tolerance of 1e-11; its axes stay of length one and square to rounding, its quaternion's length
        to the tolerance."""
        inertia, w0, period = [1, 2, 3], [1, .5, 2], 3.193593962
        mechanism = Mechanism([0, 0, 0]).add(flight=joint("free", {}, **rates(w0)), body=body(1, [0, 0, 0], *inertia))
        mechanism.connect("world.frame flight.a", "flight.b body.frame")
        found = mechanism.run([1, 2, 5, 10, 30 * period], ["body.frame.e*", "flight.w*", "flight.q*"])
        self.check(found, {"body.frame.e1_x": [-.56082110357, -.44753901708, -.38178807124, -.71406289552],
                           "body.frame.e1_y": [.80823775824, -.87925580762, -.91905135636, .69790266842],
                           "body.frame.e1_z": [-.17953110021, .16315039981, .09789010687, .05519100150],
                           "body.frame.e3_z": [.87361408293, .89936160920, .92666225219, .83092721313]}, 1e-9)
        for row in range(5):
            axes = [[found[f"body.frame.e{k}_{x}"][row] for x in "xyz"] for k in (1, 2, 3)]
            w = [found[f"flight.w{k}"][row] for k in (1, 2, 3)]
            along = [sum(a * b for a, b in zip(axis, w)) for axis in axes]
            momentum = [sum(inertia[k] * along[k] * axes[k][x] for k in range(3)) for x in range(3)]
            self.check({"L": momentum, "energy": [sum(i * a * a for i, a in zip(inertia, along)) / 2]}, {"L": [1, 1, 6], "energy": [6.75]}, 1e-9)
            for j in range(3):
                for k in range(3):
                    self.assertAlmostEqual(sum(a * b for a, b in zip(axes[j], axes[k])), float(j == k), delta=1e-14)
            self.assertAlmostEqual(sum(found[f"flight.q{k}"][row] ** 2 for k in range(4)), 1, delta=1e-9)
        self.check({"w": along}, {"w": w0}, 1e-7)  # where it was, in its own axes, after whole periods, which are known to 1e-10

    def test_a_quaternion_of_any_length_is_one_of_length_one(self):
        times, outputs = [.5, 2], ["body.frame.e1_x", "body.frame.e2_z", "body.frame.r_z"]
        runs = []
        for size in (1, 3):
            flight = joint("free", {}, q0=.6 * size, q1=0, q2=.8 * size, q3=0, v3=1, **rates([1, 2, 3]))
            mechanism = Mechanism().add(flight=flight, body=body(1, [0, .1, 0], 1, 2, 2.5)).connect("world.frame flight.a", "flight.b body.frame")
            runs.append(mechanism.run(times, outputs, "--verify"))
        self.check(runs[0], runs[1], 1e-9)


class ComposedJoints(Checked):
    """A joint with several freedoms is the same as one behind the other."""

    def on(self, joints):
        """A lopsided body on `joints`, the last of which is called "last", on a revolute joint that swings."""
        mechanism = Mechanism().add(carrier=revolute([.3, -1, .2], .4, 1.5), arm=transform(offset=[.1, .2, -.3], axis=[1, 1, 0], angle=.6),
                                    upper=body(1, [.1, 0, -.2], .02, .03, .025), **joints,
                                    lower=body(.8, [.05, -.1, -.2], .01, .012, .009, .001, -.002, .0005))
        names = list(joints)
        ways = [f"{before}.b {after}.a" for before, after in zip(names, names[1:])]
        return mechanism.connect("world.frame carrier.a", "carrier.b upper.frame arm.a", f"arm.b {names[0]}.a", *ways, f"{names[-1]}.b lower.frame")

    def both(self, one, several):
        outputs = ["carrier.phi", "lower.frame.r_x", "lower.frame.e2_z", "lower.frame.w_y", "lower.frame.F_x", "lower.frame.M_y"]
        self.check(self.on(one).run([.3, .8], outputs, "--verify"), self.on(several).run([.3, .8], outputs), 1e-9)

    def test_universal(self):
        self.both({"joint": joint("universal", {"axis_1_direction": [1, 0, 1], "axis_2_direction": [0, 2, 0]}, phi1=.3, w1=1, phi2=-.5, w2=2)},
                  {"first": revolute([1, 0, 1], .3, 1), "second": revolute([0, 1, 0], -.5, 2)})

    def test_cylindrical(self):
        self.both({"joint": joint("cylindrical", {"axis_direction": [1, 2, 3]}, s=.1, v=-.5, phi=.2, w=3)},
                  {"first": joint("prismatic", {"axis_direction": [1, 2, 3]}, s=.1, v=-.5), "second": revolute([1, 2, 3], .2, 3)})

    def test_exact_friction_without_a_limit(self):
        """It falls and turns freely: what it compares with its limit of zero is rounding. The tolerance is the integrator's."""
        times = [.05, .1, .2]
        slider = joint("cylindrical", {"friction": "exact", "radius": .02, "friction_coefficient": 0}, s=0, v=.5, phi=0, w=3)
        mechanism = Mechanism([0, 0, -9.81]).add(slider=slider, body=body(1, [.1, 0, 0], .01, .01, .01))
        found = mechanism.connect("world.frame slider.a", "slider.b body.frame").run(times, ["slider.s", "slider.phi"], "--verify")
        self.check(found, {"slider.s": [.5 * t - 9.81 * t * t / 2 for t in times], "slider.phi": [3 * t for t in times]}, 1e-9)

    def test_planar(self):
        self.both({"joint": joint("planar", {"normal_direction": [0, -1, 0]}, s2=.1, v2=-.5, s3=.2, v3=.4, phi=.2, w=3)},
                  {"first": joint("prismatic", {"axis_direction": [1, 0, 0]}, s=.1, v=-.5),
                   "second": joint("prismatic", {"axis_direction": [0, 0, 1]}, s=.2, v=.4), "third": revolute([0, -1, 0], .2, 3)})

    def test_ball(self):
        """Against three pins that cross, as far from where they lie in one plane as they get here."""
        phi, w = [.2, -.3, .5], [1, 2, -1]
        start = {"first": revolute([1, 0, 0], phi[0], w[0]), "second": revolute([0, 1, 0], phi[1], w[1]), "third": revolute([0, 0, 1], phi[2], w[2])}
        half = [[math.cos(angle / 2)] + [math.sin(angle / 2) * (axis == k) for k in range(3)] for axis, angle in enumerate(phi)]

        def product(p, q):
            return [p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]]

        q = product(product(half[0], half[1]), half[2])
        s1, c1, s2, c2 = math.sin(phi[0]), math.cos(phi[0]), math.sin(phi[1]), math.cos(phi[1])
        turning = [w[0] + w[2] * s2, w[1] * c1 - w[2] * s1 * c2, w[1] * s1 + w[2] * c1 * c2]
        self.both({"joint": joint("ball", {}, **{f"q{k}": part for k, part in enumerate(q)}, **rates(turning))}, start)


if __name__ == "__main__":
    unittest.main()
