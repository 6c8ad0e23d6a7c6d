"""Closed loops of bodies in space: against numbers that two other programs share to all digits written here, closed forms of planar
kinematics, statics, and what must not change. STRIBECK_LINKAGES=50 asks for more random linkages."""
import math
import os
import random
import unittest

from spatial_test import ACROSS, Mechanism, body, revolute, transform


def link(mass, length, centre=None, inertia=None):
    """Along x from its joint; uniform and slender unless told otherwise."""
    across = mass * length ** 2 / 12 if inertia is None else inertia
    return body(mass, [length / 2 if centre is None else centre, 0, 0], 0 if inertia is None else across, across, across)


def pin(phi=None, w=None, **parameters):
    """About -y: from +x towards +z. Without initial values: as the loop closes."""
    part = revolute(ACROSS, **parameters)
    part["initial"] = {name: value for name, value in (("phi", phi), ("w", w)) if value is not None}
    return part


def near(**values):
    return {name: {"value": value, "priority": "none"} for name, value in values.items()}


def slider_crank(theta, speed, gravity=9.81, friction=None, rough=(-.2, .2, .38)):
    """Crank 0.1 m, rod 0.3 m, a guide along x; of S08 and F02."""
    law = friction or {}
    mechanism = Mechanism([0, 0, -gravity])
    psi, wrist, way = rough
    mechanism.add(main=pin(theta, speed, **law.get("main", {})), crank=body(1.5, [.03, 0, 0], .004, .004, .004), crank_end=transform(offset=[.1, 0, 0]),
                  crank_pin=pin(**law.get("crank_pin", {})), rod=body(.8, [.1, 0, 0], .006, .006, .006), rod_end=transform(offset=[.3, 0, 0]),
                  wrist=pin(**law.get("wrist", {})), closure={"type": "spatial.closure"},
                  guide={"type": "spatial.prismatic", "parameters": {"axis_direction": [1, 0, 0], **law.get("guide", {})}},
                  piston=body(.5, [0, 0, 0], 1e-3, 1e-3, 1e-3))
    mechanism.components["crank_pin"]["initial"] = near(phi=psi - theta)
    mechanism.components["wrist"]["initial"] = near(phi=wrist)
    mechanism.components["guide"]["initial"] = near(s=way)
    return mechanism.connect("world.frame main.a guide.a", "main.b crank.frame crank_end.a", "crank_end.b crank_pin.a", "crank_pin.b rod.frame rod_end.a",
                             "rod_end.b wrist.a", "wrist.b closure.a", "guide.b piston.frame closure.b")


def four_bar(theta=60, speed=4, lengths=(.2, .5, .45), masses=(.4, 1, .9), base=.6, rough=(20, 105), side=0.0):
    """In the x-z plane: crank, coupler, rocker, each a rod; the coupler is cut from the rocker at its far pin."""
    coupler, rocker = (math.radians(angle) for angle in rough)
    mechanism = Mechanism().add(
        crank_pin=pin(math.radians(theta), speed), crank=link(masses[0], lengths[0]), crank_end=transform(offset=[lengths[0], 0, 0]),
        coupler_pin=pin(), coupler=link(masses[1], lengths[1]), coupler_end=transform(offset=[lengths[1], 0, 0]), foot=transform(offset=[base, 0, 0]),
        rocker_pin=pin(), rocker=link(masses[2], lengths[2]), rocker_end=transform(offset=[lengths[2], 0, 0]), last_pin=pin(),
        closure={"type": "spatial.closure"})
    for part in ("crank", "coupler", "rocker"):
        mechanism.components[part]["parameters"]["center"][1] = side
    mechanism.components["coupler_pin"]["initial"] = near(phi=coupler - math.radians(theta))
    mechanism.components["rocker_pin"]["initial"] = near(phi=rocker)
    mechanism.components["last_pin"]["initial"] = near(phi=coupler - rocker)
    return mechanism.connect("world.frame crank_pin.a foot.a", "crank_pin.b crank.frame crank_end.a", "crank_end.b coupler_pin.a",
                             "coupler_pin.b coupler.frame coupler_end.a", "foot.b rocker_pin.a", "rocker_pin.b rocker.frame rocker_end.a",
                             "rocker_end.b last_pin.a", "last_pin.b closure.a", "coupler_end.b closure.b")


class Checked(unittest.TestCase):
    def check(self, found, expected, within):
        for name, values in expected.items():
            for value, other in zip(found[name], values, strict=True):
                self.assertAlmostEqual(value, other, delta=within * max(1, abs(other)), msg=name)


def driven(mechanism, joint, torque):
    """By a torque from the world on the axis of a joint there."""
    mechanism.add(torque={"type": "rotational.torque_source", "parameters": {"torque": torque}}, housing={"type": "rotational.ground"})
    return mechanism.connect(f"torque.R {joint}.axis", "torque.C housing.W")


def rubbing(kind, mu=.15, **law):
    """Friction in all four joints of a slider-crank."""
    common = {"friction": kind, "friction_coefficient": mu, **law}
    return {"main": {**common, "radius": .02}, "crank_pin": {**common, "radius": .015}, "wrist": {**common, "radius": .01}, "guide": common}


class FourBar(Checked):
    """Tolerances: the printed digits, and 1e-9 of the integrator's."""

    NAMES = ("crank_pin.phi", "crank_pin.w", "rocker_pin.phi", "crank_pin.F2", "crank_pin.F3", "rocker_pin.F2", "rocker_pin.F3")
    ROWS = {.1: (1.3648850456, 2.7971583222, 1.8394206141, 1.4341309632, 8.7613588428, -2.2523996195, 12.077094291),
            .25: (1.8494150670, 4.1562724533, 2.0346302027, -1.4778823446, 6.1898366785, -3.6086464812, 10.135341437),
            .5: (4.5982769595, 19.563094109, 2.5814510565, 7.544387869, 88.598231522, -5.7314244510, 13.782474005),
            1: (7.9312758768, 3.322857058, 1.9483850239, -.600470, 7.708265, -3.247804, 11.384834)}
    EXPECTED = dict(zip(NAMES, zip(*ROWS.values())))

    def test_of_two_programs(self):
        self.check(four_bar().run(list(self.ROWS), list(self.EXPECTED)), self.EXPECTED, 1e-6)
        self.check(four_bar().run([.1, .25], list(self.NAMES[:3])), {name: self.EXPECTED[name][:2] for name in self.NAMES[:3]}, 1e-9)

    def test_bodies_beside_the_plane(self):
        """Three constraints more than the motion needs: what is unique is as in the plane, and the sum of both ground pins."""
        parts = ["F1", "F2", "F3", "M2", "M3"]
        found = four_bar(side=.05).run([0, .1], [*self.NAMES, *(f"{pin}.{part}" for pin in ("crank_pin", "rocker_pin") for part in parts)])
        self.check({name: found[name][1:] for name in self.NAMES}, {name: self.EXPECTED[name][:1] for name in self.NAMES}, 1e-8)
        crank, rocker = ({part: found[f"{pin}.{part}"][0] for part in parts} for pin in ("crank_pin", "rocker_pin"))
        # Axis 1 is -y, axes 2 and 3 are x and z; moments about the pivot of the crank.
        self.assertAlmostEqual(crank["F2"] + rocker["F2"], 1.7763460625, delta=1e-9)
        self.assertAlmostEqual(crank["F3"] + rocker["F3"], 18.144612241, delta=1e-8)
        self.assertAlmostEqual(crank["F1"] + rocker["F1"], 0, delta=1e-9)
        self.assertAlmostEqual(crank["M2"] + rocker["M2"], .90723061204, delta=1e-9)
        self.assertAlmostEqual(crank["M3"] + rocker["M3"] - .6 * rocker["F1"], -.08881730313, delta=1e-9)

    def test_a_parallelogram_passes_its_change_point(self):
        """It lies flat twice a turn, where it might become an antiparallelogram: the crank turns on with constant speed if nothing weighs."""
        mechanism = four_bar(60, 5, (.2, .5, .2), (.4, 1, .4), .5, (0, 60))
        mechanism.components["world"]["parameters"]["gravity"] = [0, 0, 0]
        found = mechanism.run([.7, 2, 5], ["crank_pin.phi", "rocker_pin.phi", "crank_pin.w", "coupler.frame.e1_x"])
        for k, t in enumerate([.7, 2, 5]):
            self.assertAlmostEqual(found["crank_pin.phi"][k], math.radians(60) + 5 * t, delta=1e-7)
            self.assertAlmostEqual(found["rocker_pin.phi"][k], math.radians(60) + 5 * t, delta=1e-7)
            self.assertAlmostEqual(found["coupler.frame.e1_x"][k], 1, delta=1e-8)

    def test_a_singular_start_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "run.loop_open.*singular"):
            four_bar(0, 5, (.2, .5, .2), (.4, 1, .4), .5, (0, 0)).run([.1], ["crank_pin.phi"])

    def test_random_linkages(self):
        """Against the closed form of the linkage: angles by the intersection of two circles, and the energy of its one freedom."""
        rng = random.Random(7)
        done = 0
        while done < int(os.environ.get("STRIBECK_LINKAGES", "2")):
            lengths, base = [rng.uniform(.1, .5) for _ in range(3)], rng.uniform(.3, .6)
            masses, theta, speed = [rng.uniform(.2, 2) for _ in range(3)], rng.uniform(-180, 180), rng.uniform(-6, 6)
            a = complex(lengths[0] * math.cos(math.radians(theta)), lengths[0] * math.sin(math.radians(theta)))
            span = base - a
            apart = abs(span)
            if not abs(lengths[1] - lengths[2]) * 1.05 < apart < (lengths[1] + lengths[2]) * .95:
                continue
            done += 1
            along = (apart ** 2 + lengths[1] ** 2 - lengths[2] ** 2) / (2 * apart)
            b = a + span / apart * complex(along, math.sqrt(lengths[1] ** 2 - along ** 2))
            rough = (math.degrees(math.atan2((b - a).imag, (b - a).real)) + rng.uniform(-5, 5),
                     math.degrees(math.atan2((b - base).imag, (b - base).real)) + rng.uniform(-5, 5))
            names = ["crank_pin.phi", "crank_pin.w", "rocker_pin.phi", "rocker_pin.w", "coupler.frame.w_y", "coupler.frame.v_x", "coupler.frame.v_z",
                     "coupler.frame.e1_x", "coupler.frame.e1_z", "coupler.frame.r_z", "closure.a.r_x", "closure.b.r_x", "closure.a.r_z", "closure.b.r_z"]
            found = four_bar(theta, speed, lengths, masses, base, rough).run([0, .3, .7, 1], names)
            energies = []
            for k in range(4):
                value = {name: column[k] for name, column in found.items()}
                crank, rocker = (complex(math.cos(value[f"{pin}.phi"]), math.sin(value[f"{pin}.phi"])) for pin in ("crank_pin", "rocker_pin"))
                self.assertAlmostEqual(abs(lengths[0] * crank - base - lengths[2] * rocker), lengths[1], delta=1e-10)
                self.assertAlmostEqual(value["closure.a.r_x"], value["closure.b.r_x"], delta=1e-10)
                self.assertAlmostEqual(value["closure.a.r_z"], value["closure.b.r_z"], delta=1e-10)
                turning = -value["coupler.frame.w_y"]
                middle = complex(value["coupler.frame.v_x"], value["coupler.frame.v_z"]) + lengths[1] / 2 * turning * complex(
                    -value["coupler.frame.e1_z"], value["coupler.frame.e1_x"])
                kinetic = sum(masses[i] * lengths[i] ** 2 / 6 * value[f"{pin}.w"] ** 2 for i, pin in ((0, "crank_pin"), (2, "rocker_pin")))
                kinetic += masses[1] / 2 * abs(middle) ** 2 + masses[1] * lengths[1] ** 2 / 24 * turning ** 2
                height = masses[0] * lengths[0] / 2 * crank.imag + masses[2] * lengths[2] / 2 * rocker.imag
                height += masses[1] * (value["coupler.frame.r_z"] + lengths[1] / 2 * value["coupler.frame.e1_z"])
                energies.append(kinetic + 9.81 * height)
            for energy in energies:
                self.assertAlmostEqual(energy, energies[0], delta=1e-8 * max(1, abs(energies[0])), msg=str((lengths, masses, base, theta, speed)))


def inverse_dynamics(theta, speed, gravity):
    """Of slider_crank() at constant speed: the torque on the crank, the angle of the rod, and the reactions, by Newton and Euler from the piston
    inwards."""
    c, s = math.cos(theta), math.sin(theta)
    psi = -math.asin(s / 3)
    rate = -.1 * c * speed / (.3 * math.cos(psi))
    second = (.1 * s * speed ** 2 + .3 * math.sin(psi) * rate ** 2) / (.3 * math.cos(psi))
    along, across = complex(math.cos(psi), math.sin(psi)), complex(-math.sin(psi), math.cos(psi))  # of the rod, x + i z
    end = -.1 * speed ** 2 * complex(c, s)
    middle, wrist = (end + reach * (across * second - along * rate ** 2) for reach in (.1, .3))

    def moment(place, force):
        return (place.conjugate() * force).imag

    # About the crank pin: what the rod's mass asks for, its weight, and the piston with the force of its guide, which follows.
    inertia = .006 * second + moment(.1 * along, .8 * (middle + 1j * gravity))
    on_piston_x = .5 * wrist.real
    on_piston_z = -(inertia - .3 * along.imag * on_piston_x) / (.3 * along.real)
    on_piston = complex(on_piston_x, on_piston_z)
    on_rod = .8 * (middle + 1j * gravity) + on_piston
    on_crank = on_rod + 1.5 * (-.03 * speed ** 2 * complex(c, s) + 1j * gravity)
    torque = moment(.1 * complex(c, s), on_rod) + 1.5 * gravity * .03 * c
    return torque, psi, {"main.F2": on_crank.real, "main.F3": on_crank.imag, "closure.F_x": on_piston.real, "closure.F_z": on_piston.imag,
                         "crank_pin.F2": (on_rod * complex(c, -s)).real, "crank_pin.F3": (on_rod * complex(c, -s)).imag}


class SliderCrank(Checked):
    def test_reactions_at_constant_speed(self):
        """Inverse dynamics in closed form, with the torque that it asks for: all reactions to 1e-9 of the largest."""
        for theta, speed, gravity in ((60, 100, 9.81), (200, 50, 9.81), (0, 100, 0), (310, 20, 9.81)):
            torque, psi, expected = inverse_dynamics(math.radians(theta), speed, gravity)
            way = .1 * math.cos(math.radians(theta)) + .3 * math.cos(psi)
            mechanism = driven(slider_crank(math.radians(theta), speed, gravity, rough=(psi + .05, -psi, way)), "main", torque)
            found = mechanism.run([0, 1e-4], [*expected, "crank.frame.dw_y"])
            size = max(map(abs, expected.values()))
            self.assertAlmostEqual(found["crank.frame.dw_y"][0], 0, delta=1e-9 * speed ** 2)
            for name, value in expected.items():
                self.assertAlmostEqual(found[name][0], value, delta=1e-9 * size, msg=name)

    def test_reactions_as_printed(self):
        """S08: of two programs."""
        torque, _, found = inverse_dynamics(math.radians(60), 100, 9.81)
        self.assertAlmostEqual(torque, 31.595423211, delta=1e-8)
        for name, value in (("main.F2", -747.60680632), ("main.F3", -652.68400842), ("closure.F_x", -166.91748238), ("closure.F_z", 176.34463864)):
            self.assertAlmostEqual(found[name], value, delta=1e-8, msg=name)

    def test_a_hundred_dead_centres(self):
        """Energy at the first dead centre is that of the last: gravity does no work over whole turns, and the speed there is the same."""
        found = slider_crank(math.radians(90), 60, 0, rough=(-.34, .34, .28)).run([0, 2.6, 5.3], ["main.phi", "main.w", "guide.s", "crank.frame.e1_z"])
        self.assertGreater(found["main.phi"][-1], 101 * math.pi)
        for k in range(3):
            theta, speed = found["main.phi"][k], found["main.w"][k]
            psi = -math.asin(math.sin(theta) / 3)
            turning = -math.cos(theta) * speed / (3 * math.cos(psi))
            piston = -.1 * math.sin(theta) * speed - .3 * math.sin(psi) * turning
            rod = complex(-.1 * math.sin(theta) * speed - .1 * math.sin(psi) * turning, .1 * math.cos(theta) * speed + .1 * math.cos(psi) * turning)
            energy = .5 * (.004 + 1.5 * .03 ** 2) * speed ** 2 + .25 * piston ** 2 + .4 * abs(rod) ** 2 + .003 * turning ** 2
            if k == 0:
                first = energy
            self.assertAlmostEqual(energy, first, delta=1e-8 * first)
            self.assertAlmostEqual(found["guide.s"][k], .1 * math.cos(theta) + .3 * math.cos(psi), delta=1e-10)

    def test_smooth_friction_in_all_joints(self):
        """F02."""
        expected = {"main.phi": [1.7587129335, 3.2266378492, 5.8903959735], "main.w": [24.355744297, 33.44870533, 26.572671872],
                    "main.N": [38.60254172, 170.6661916, 123.57143993], "crank_pin.N": [27.235940675, 118.15419064, 87.95577807],
                    "wrist.N": [8.599005878, 38.26162590, 37.10347706], "guide.N": [4.5072980637, 6.3171511840, 18.024093101]}
        mechanism = slider_crank(math.radians(30), 30, friction=rubbing("smooth", characteristic_velocity=.01))
        self.check(mechanism.run([.05, .1, .2], list(expected)), expected, 1e-8)

    def test_verified_over_a_second(self):
        """F02 under --verify, at all tolerances: reactions that pass through zero, and equal ones, are no conditions that a step could miss."""
        mechanism = slider_crank(math.radians(30), 30, friction=rubbing("smooth", characteristic_velocity=.01))
        for rtol in ("1e-6", "1e-8", "1e-9"):
            found = mechanism.run([.5, 1], ["main.phi", "wrist.N"], "--verify", "--rtol", rtol, "--atol", str(float(rtol) / 1000))
            self.check(found, {"main.phi": [11.74249034, 16.9965356], "wrist.N": [10.57779503, 5.578470]}, max(1e-5, 1000 * float(rtol)))

    def test_exact_friction_is_what_smooth_friction_comes_to(self):
        """At a characteristic velocity of 1e-5 m/s, which takes part in a share of 1e-4 of the motion at most."""
        names = ["main.phi", "crank_pin.heat", "wrist.heat", "guide.heat"]
        exact, smooth = (slider_crank(math.radians(30), 30, friction=rubbing(kind, **law)).run([.2, .5, 1], names, "--rtol", "1e-8", "--atol", "1e-11")
                         for kind, law in (("exact", {}), ("smooth", {"characteristic_velocity": 1e-5})))
        self.check(exact, smooth, 1e-4)

    def test_what_may_not_strike_or_stick_in_a_loop_is_refused(self):
        """Each of these was wrong or failed when it was tried: a body that strikes; a ball, which sticks in three directions; a brake on an axis, which
        impulses would stop; and a joint of a loop of two freedoms, which would stick while others move."""
        mechanism = slider_crank(math.radians(30), 30)
        mechanism.add(stop={"type": "translational.contact"}, wall={"type": "translational.ground"}).connect("stop.R guide.axis", "stop.C wall.W")
        with self.assertRaisesRegex(AssertionError, "spatial.loop.*rigid contact"):
            mechanism.run([.1], ["main.phi"])
        mechanism = slider_crank(math.radians(30), 30)
        mechanism.components["wrist"] = {"type": "spatial.ball", "parameters": {"friction": "exact", "friction_coefficient": .1, "radius": .01}}
        with self.assertRaisesRegex(AssertionError, "spatial.loop.*sticks exactly, as of wrist"):
            mechanism.run([.1], ["main.phi"])
        mechanism = slider_crank(math.radians(30), 30)
        mechanism.add(brake={"type": "rotational.dry_friction"}, housing={"type": "rotational.ground"})
        with self.assertRaisesRegex(AssertionError, "spatial.loop.*sticks exactly, as of brake"):
            mechanism.connect("brake.R wrist.axis", "brake.C housing.W").run([.1], ["main.phi"])
        mechanism = slider_crank(math.radians(30), 30, friction={"wrist": {"friction": "exact", "friction_coefficient": .1, "radius": .01}})
        mechanism.add(base={"type": "spatial.revolute", "parameters": {"axis_direction": [0, -1, 0]}}, foot=transform(offset=[.05, 0, 0]))
        mechanism.connections[0] = ["world.frame", "base.a", "guide.a"]
        with self.assertRaisesRegex(AssertionError, "spatial.loop.*2 freedoms"):
            mechanism.connect("base.b foot.a", "foot.b main.a").run([.1], ["main.phi"])


if __name__ == "__main__":
    unittest.main()
