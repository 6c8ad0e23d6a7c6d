"""Derivatives through stick, slip, impacts, locks and ramps against closed forms and event-driven integration in quadruple precision, and of
random networks against central differences of runs. STRIBECK_NETWORKS=500 makes as many of these; STRIBECK_FIRST is the seed of the first."""
import json
import math
import os
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import own_folder, stribeck  # noqa: E402

FOLDER = own_folder()
TRANSLATIONAL, ROTATIONAL = "translational.", "rotational."


def part(kind, initial=None, **parameters):
    return {"type": kind, "parameters": parameters} | ({"initial": initial} if initial else {})


def diagram(name, components, connections, stop, outputs, parameters=None, rtol=1e-10):
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps({"format": "stribeck/1", "parameters": parameters or {}, "components": components, "connections": connections,
                                "experiment": {"stop": stop, "rtol": rtol}, "outputs": outputs}))
    return path


def sensitivities(path, by, *options):
    result = stribeck("sensitivity", path, *(word for name in by for word in ("--by", name)), "--format", "json", *options)
    return json.loads(result.stdout)


class OracleTest(unittest.TestCase):
    def near(self, found, expected, relative=1e-6):
        self.assertIsNotNone(found)
        self.assertLessEqual(abs(found - expected), relative * max(abs(expected), 1e-3), (found, expected))

    def check(self, path, by, outputs, events):
        """Rows of the oracle: a value, then its derivatives."""
        result = sensitivities(path, by)
        self.assertEqual(result["undefined"], [])
        slopes = {(slope["of"], slope["by"]): slope["value"] for slope in result["slopes"]}
        values = {output["name"]: output["value"] for output in result["outputs"]}
        for name, (value, *expected) in outputs.items():
            self.near(values[name], value)
            for parameter, slope in zip(by, expected):
                with self.subTest(of=name, by=parameter):
                    self.near(slopes[name, parameter], slope)
        for number, (value, *expected) in events.items():
            event = result["events"][number - 1 if number > 0 else number]
            self.near(event["time_s"], value)
            for slope, wanted in zip(event["slopes"], expected):
                with self.subTest(event=number, by=slope["by"]):
                    self.near(slope["value"], wanted)

    def test_a_block_comes_to_rest(self):
        t = TRANSLATIONAL
        path = diagram("rest", {"m": part(t + "mass", {"v": 3}, mass=2), "f": part(t + "dry_friction", coulomb_force=4, static_force=5, viscous_coefficient=1.5),
                                "g": part(t + "ground")}, [["m.M", "f.R"], ["f.C", "g.W"]], "2 s", ["m.M.position", "m.v"])
        self.check(path, ["m.mass", "f.coulomb_force", "f.viscous_coefficient", "m.initial.v"],
                   {"m.M.position": (1.3199224804395, 0.65996124021977, -0.19943114459600, -0.34813193470370, 0.70588235294118), "m.v": (0, 0, 0, 0, 0)},
                   {1: (1.0050290698352, 0.50251453491759, -0.17647058823529, -0.19943114459600, 0.23529411764706)})

    def test_a_block_on_coulomb_friction_alone(self):
        t = TRANSLATIONAL
        path = diagram("coulomb", {"m": part(t + "mass", {"v": "=v0"}, mass=2), "f": part(t + "dry_friction", coulomb_force="=2*mu*g", static_force="=2.5*mu*g"),
                                   "g": part(t + "ground")}, [["m.M", "f.R"], ["f.C", "g.W"]], "2 s", ["m.M.position", "m.v"], {"mu": 0.3, "v0": 3, "g": 9.81})
        self.check(path, ["mu", "v0", "g"], {"m.M.position": (1.5290519877676, -5.0968399592253, 1.0193679918451, -0.15586666541973), "m.v": (0, 0, 0, 0)},
                   {1: (1.0193679918451, -3.3978933061502, 0.33978933061502, -0.10391111027982)})

    def test_a_mass_on_a_belt(self):
        t = TRANSLATIONAL
        path = diagram("belt", {"m": part(t + "mass", {"v": "=V"}, mass=1), "s": part(t + "spring", {"x": 0}, stiffness=4),
                                "f": part(t + "dry_friction", coulomb_force=2, static_force=3), "belt": part(t + "velocity_source", velocity="=V"), "g": part(t + "ground")},
                       [["m.M", "s.R", "f.C"], ["f.R", "belt.R"], ["s.C", "belt.C", "g.W"]], "18.5 s", ["s.x", "m.v"], {"V": 0.3})
        self.check(path, ["m.mass", "s.stiffness", "f.static_force", "f.coulomb_force", "V"],
                   {"s.x": (0.595652427599, 3.12992193611, -1.91397419916, 3.10794186006, -2.39892535983, -13.1010747764),
                    "m.v": (-0.550819800277, 2.36781566506, -1.17761599432, 1.70496546154, -1.38612403621, -9.64489370825)},
                   {1: (2.5, 0, -0.625, 0.833333333333, 0, -8.33333333333),
                    8: (15.9448633083, 5.10478459531, -2.71001967824, 4.06862745098, -3.23529411765, -19.1176470588),
                    9: (17.6115299749, 5.10478459531, -3.12668634491, 5.73529411765, -4.90196078431, -24.6732026144)})

    def test_a_ball_bounces(self):
        t = TRANSLATIONAL
        path = diagram("ball", {"ball": part(t + "mass", mass=1), "weight": part(t + "force_source", force="=-g"), "c": part(t + "contact", {"x": "=h0"}, restitution=0.8),
                                "floor": part(t + "ground")}, [["ball.M", "c.R", "weight.R"], ["c.C", "weight.C", "floor.W"]], "2.3 s", ["c.x", "ball.v"], {"h0": 1, "g": 9.81})
        self.check(path, ["h0", "g", "c.restitution"],
                   {"c.x": (0.119488230871, -0.999817284565, 0.114098421553, -3.19514491661),
                    "ball.v": (0.973309143857, 11.7681545719, -1.10039199063, 49.1137074276)},
                   {1: (0.451523640986, 0.225761820493, -0.0230134373591, 0), 4: (2.21427193539, 1.10713596770, -0.112857896809, 4.08177371451)})

    def test_a_ball_comes_to_rest(self):
        """By infinitely many bounces, of which the contact leaves out those below its rest speed."""
        t = TRANSLATIONAL
        path = diagram("rests", {"ball": part(t + "mass", mass=1), "weight": part(t + "force_source", force="=-g"), "c": part(t + "contact", {"x": "=h0"}, restitution=0.8, rest_speed=1e-6),
                                 "floor": part(t + "ground")}, [["ball.M", "c.R", "weight.R"], ["c.C", "weight.C", "floor.W"]], "5 s", ["c.x", "ball.v"], {"h0": 1, "g": 9.81})
        self.check(path, ["h0", "g", "c.restitution"], {"c.x": (0, 0, 0, 0), "ball.v": (0, 0, 0, 0)}, {})
        result = sensitivities(path, ["h0", "g", "c.restitution"])["events"][-1]
        self.assertEqual(result["labels"], ["c: rests"])
        # The bounces that are left out take 2e-6 e/(1 - e)/g = 8e-7 s, and by e about 70 times as much, as they are the last of so many.
        for found, exact in zip([result["time_s"], *(slope["value"] for slope in result["slopes"])], (4.0637127688716, 2.0318563844358, -0.20712093623199, 22.576182049287)):
            self.near(found, exact, 1e-5)

    def test_a_clutch_locks(self):
        r = ROTATIONAL
        path = diagram("lock", {"a": part(r + "inertia", {"w": 100}, inertia=1), "b": part(r + "inertia", {"w": 20}, inertia=2),
                                "c": part(r + "dry_friction", coulomb_torque=50, static_torque=60), "p": part(r + "torque_source", torque=10),
                                "q": part(r + "torque_source", torque=5), "g": part(r + "ground")},
                       [["a.I", "c.R", "p.R"], ["b.I", "c.C", "q.R"], ["p.C", "q.C", "g.W"]], "1.1851851851851851 s", ["b.w"])
        by = ["a.initial.w", "b.initial.w", "a.inertia", "b.inertia", "c.coulomb_torque", "p.torque", "q.torque"]
        result = sensitivities(path, by, "--stop", "1.3 s")
        expected = (0.014814814814815, -0.014814814814815, 0.70233196159122, 0.24142661179698, -0.026337448559671, 0.017558299039781, -0.0087791495198903)
        self.near(result["events"][0]["time_s"], 1.1851851851852)
        for slope, wanted in zip(result["events"][0]["slopes"], expected):
            self.near(slope["value"], wanted)
        # Locked, both go on with (T1 + T2)/(J1 + J2) = 5 rad/s2.
        locked = {slope["by"]: slope["value"] for slope in result["slopes"]}
        for name, at_lock, when in zip(by[:2], (0.40740740740741, 0.59259259259259), expected):
            self.near(locked[name], at_lock - 5 * when)

    def test_a_clutch_is_pressed_by_a_ramp_whose_end_is_a_parameter(self):
        r = ROTATIONAL
        path = diagram("ramp", {"a": part(r + "inertia", {"w": 120}, inertia=0.5), "b": part(r + "inertia", {"w": 10}, inertia=1.2), "load": part(r + "damper", damping=0.25),
                                "c": part(r + "clutch", maximum_normal_force="=Tm", friction_coefficient=1, faces=1, effective_radius=1), "p": part(r + "torque_source", torque=15),
                                "ramp": part("signals.ramp", duration="=tr"), "g": part(r + "ground")},
                       [["a.I", "c.R", "p.R"], ["b.I", "c.C", "load.R"], ["ramp.y", "c.S"], ["p.C", "load.C", "g.W"]], "1.5 s", ["a.w", "b.w"], {"Tm": 90, "tr": 0.4})
        w = (47.7120623245, 37.9350501881, -18.7914306649, 0.811774054239, -0.0155704116636, 2.17904304151, -28.7723282401, 0.262695936416, 0.541327619073)
        self.check(path, ["a.inertia", "b.inertia", "p.torque", "Tm", "tr", "load.damping", "a.initial.w", "b.initial.w"], {"a.w": w, "b.w": w},
                   {-1: (0.731718188606, 0.684951775657, 0.132379644317, 0.00679510722713, -0.00688055232481, 0.575966818992, 0.0639665592688, 0.00464325428351, -0.00398674131954)})

    def test_a_freewheel_locks_and_lets_go(self):
        r = ROTATIONAL
        path = diagram("freewheel", {"a": part(r + "inertia", {"w": 0}, inertia=0.2), "b": part(r + "inertia", {"w": 5}, inertia=0.8), "x": part(r + "damper", damping=0.05),
                                     "y": part(r + "damper", damping=0.08), "f": part(r + "freewheel"), "u": part("signals.sine", amplitude="=T1", frequency="=w/(2*pi)", offset="=T0"),
                                     "p": part(r + "torque_source"), "q": part(r + "torque_source", torque="=-TL"), "g": part(r + "ground")},
                       [["a.I", "x.R", "p.R", "f.R"], ["b.I", "y.R", "q.R", "f.C"], ["u.y", "p.S"], ["x.C", "y.C", "p.C", "q.C", "g.W"]], "6.5 s", ["a.w", "b.w"],
                       {"T0": 1, "T1": 6, "w": 3, "TL": 0.5})
        self.check(path, ["a.inertia", "b.inertia", "T0", "T1", "w", "x.damping", "y.damping", "TL"],
                   {"a.w": (-3.92145550069, 37.5527443283, -1.09261979256, 7.92387471094, -1.98687240578, 54.5296976052, 6.09089131414, -18.8695228797, -2.86815208636),
                    "b.w": (5.76763828452, -7.44924921427, 0.512191796061, 3.22736030522, 0.527242387964, -2.96385376365, -6.42063115887, -31.9383356105, -4.86923964043)},
                   {1: (0.283286365206, 0.830108390958, 0.0141032822391, -0.0498015295901, -0.0201420709103, -0.0353273537412, 0.0926455372007, -0.0615609035354, -0.0127155070170),
                    2: (1.09706753455, 0.0901700071466, -0.0153555220047, 0.0545951824016, -0.00943159068895, -0.363772650241, -0.423581742451, 0.118998238619, 0.0158080118790),
                    5: (4.70965225611, 0.0867688515768, 0.0547275777485, -0.168916263099, 0.0312358166613, -1.54950547453, -0.290242695271, -0.414686263834, -0.0638948670249),
                    6: (5.28648370936, 0.0906390295619, -0.0166059608441, 0.0501706481023, -0.00950632063477, -1.76054689071, -0.399968675841, 0.146242541116, 0.0206465379438)})

    def test_an_oscillator_strikes_a_stop(self):
        t = TRANSLATIONAL
        path = diagram("stop", {"m": part(t + "mass", {"v": 0}, mass=1), "k": part(t + "spring_damper", {"x": 0}, stiffness=1, damping=0.1),
                                "c": part(t + "contact", least_position="=-sg", restitution=0.8), "u": part("signals.sine", amplitude="=F", frequency="=w/(2*pi)", phase="90 deg"),
                                "p": part(t + "force_source"), "g": part(t + "ground")},
                       [["m.M", "k.R", "p.R", "c.C"], ["k.C", "p.C", "c.R", "g.W"], ["u.y", "p.S"]], "12 s", ["k.x", "m.v"], {"sg": 0.12, "F": 1, "w": 2.8})
        self.check(path, ["k.damping", "k.stiffness", "sg", "F", "w", "c.restitution"],
                   {"k.x": (-0.238017534203, -4.14040212743, 10.5961528326, -32.8171083733, 3.70003547059, -6.9476988188, 0.162701069344),
                    "m.v": (0.727064975078, 7.07886509873, -16.4646556974, 53.6885442012, -5.71556032906, 14.0916918643, -0.028007978023)},
                   {4: (9.10762585005, 8.14370420504, -17.0479898812, 54.8891741096, -6.58670089315, 13.3383518851, -0.468511889763)})

    def test_static_above_kinetic_force_at_release(self):
        t = TRANSLATIONAL
        path = diagram("release", {"m": part(t + "mass", {"v": 0}, mass=0.8), "s": part(t + "spring", {"x": 0}, stiffness=50), "f": part(t + "dry_friction", coulomb_force=4.5, static_force=6),
                                   "pull": part(t + "velocity_source", velocity=0.1), "g": part(t + "ground")},
                       [["m.M", "s.C", "f.R"], ["s.R", "pull.R"], ["f.C", "pull.C", "g.W"]], "1.35 s", ["m.M.position", "m.v"])
        self.check(path, ["m.mass", "s.stiffness", "f.static_force", "f.coulomb_force", "pull.velocity"],
                   {"m.M.position": (0.022011382412143, -0.024414419558480, 0.0067902733897507, -0.043962939206518, -0.012489888578143, 3.4199351625289),
                    "m.v": (0.28226413892331, -0.27208311619922, 0.034439962320322, -0.14081458915982, -0.14654313068839, 17.865957619800)},
                   {1: (1.2, 0, -0.024, 0.2, 0, -12)})

    def test_parameters_that_are_zero(self):
        """A damper without damping, and a friction without a viscous part: x = X cos(w t) shrinks by c t/(2 m), and a block that comes to
        rest under F + c v does so earlier by m v0^2/(2 F^2) per c."""
        t = TRANSLATIONAL
        path = diagram("undamped", {"m": part(t + "mass", {"v": 0}, mass=2), "k": part(t + "spring", {"x": 0.1}, stiffness=50), "d": part(t + "damper", damping="=c"), "g": part(t + "ground")},
                       [["m.M", "k.R", "d.R"], ["k.C", "d.C", "g.W"]], "2 s", ["k.x"], {"c": 0})
        for name in ("d.damping", "c"):
            slope = sensitivities(path, [name])["slopes"][0]
            exact = -0.1 / 4 * (2 * math.cos(10) - math.sin(10) / 5)  # of exp(-c t/(2 m)) (cos(w t) + c/(2 m w) sin(w t)), w to first order
            self.near(slope["value"], exact)
            self.assertEqual(slope["relative"], 0)
        rest = diagram("no_viscous", {"m": part(t + "mass", {"v": 3}, mass=2), "f": part(t + "dry_friction", coulomb_force=4, static_force=5), "g": part(t + "ground")},
                       [["m.M", "f.R"], ["f.C", "g.W"]], "2 s", ["m.M.position"])
        result = sensitivities(rest, ["f.viscous_coefficient", "f.coulomb_force"])
        self.near(result["events"][0]["slopes"][0]["value"], -2 * 3**2 / (2 * 4**2))
        self.near(result["slopes"][0]["value"], -2 * 3**3 / (3 * 4**2))
        self.near(result["slopes"][1]["value"], -2 * 3**2 / (2 * 4**2))

    def test_there_is_no_derivative(self):
        """Where a ball grazes the ceiling, and where a block comes to rest just where a stop stands."""
        t = TRANSLATIONAL
        graze = diagram("graze", {"m": part(t + "mass", {"v": math.sqrt(2 * 9.81)}, mass=1), "w": part(t + "force_source", force=-9.81), "c": part(t + "contact", {"x": 1}, restitution=0.6),
                                  "g": part(t + "ground")}, [["m.M", "c.C", "w.R"], ["c.R", "w.C", "g.W"]], "0.8 s", ["c.x"])
        undefined = sensitivities(graze, ["m.initial.v"])["undefined"]
        self.assertEqual([round(one["time_s"], 4) for one in undefined], [0.4515])
        self.assertAlmostEqual(undefined[0]["sides"][0]["less"], -0.8, places=3)  # the gap is 1 - x
        self.assertGreater(undefined[0]["sides"][0]["more"], 10)
        force = 0.25 * 9.81
        rest = diagram("rest_at_stop", {"m": part(t + "mass", {"v": math.sqrt(2 * force * 0.8)}, mass=1), "f": part(t + "dry_friction", coulomb_force=force, static_force=1.1 * force),
                                        "c": part(t + "contact", {"x": 0.8}, restitution=0.5), "g": part(t + "ground")},
                       [["m.M", "f.R", "c.C"], ["c.R", "f.C", "g.W"]], "3 s", ["c.x"])
        undefined = sensitivities(rest, ["m.initial.v"])["undefined"]
        self.assertEqual(len(undefined), 1)
        self.assertAlmostEqual(undefined[0]["sides"][0]["less"], -0.8077, places=2)
        self.assertAlmostEqual(undefined[0]["sides"][0]["more"], 0.2019, places=2)


    def test_through_a_lossy_gear_that_is_struck(self):
        """2/(1 + n^2 J/eta L) of the speed of the blow, from the balance of its impulses; of the impulse itself no derivative is known."""
        n, inertia, eta, load = 5, 0.01, 0.3, 1.0
        path = diagram("struck", {"motor": part("rotational.inertia", inertia=inertia),
                                  "gear": part("mechanisms.lossy_gear", ratio=n, friction="exact", efficiency=0.5, back_efficiency=eta),
                                  "play": part("rotational.backlash", {"phi": 0}),
                                  "load": part("rotational.inertia", {"w": {"value": -2, "priority": "high"}}, inertia=load)},
                       [["motor.I", "gear.S"], ["gear.O", "play.R"], ["play.C", "load.I"]], 0.01, ["load.w", "play.impulse"])
        result = sensitivities(path, ["gear.back_efficiency", "load.inertia"])
        slopes = {(slope["of"], slope["by"]): slope["value"] for slope in result["slopes"]}
        share = n * n * inertia / (eta * load)
        self.near(slopes["load.w", "gear.back_efficiency"], -2 * share / eta / (1 + share) ** 2, 1e-5)
        self.near(slopes["load.w", "load.inertia"], -2 * share / load / (1 + share) ** 2, 1e-5)
        self.assertIsNone(slopes["play.impulse", "load.inertia"])


class ScalarTest(unittest.TestCase):
    """Numbers of a curve. Rows stand at extrema and on both sides of events; means are those of straight lines between rows."""

    def scalars(self, path, by, *names, options=()):
        told = sensitivities(path, by, *(word for name in names for word in ("--scalar", name)), *options)
        return {scalar["name"]: (scalar["value"], *(slope["value"] for slope in scalar["slopes"])) for scalar in told["scalars"]}

    def test_a_ball_that_is_thrown_up(self):
        """h = v^2/(2 g) and -v^2/(2 g^2); above h/2 first from v/g (1 - sqrt(1/2)) on; span and overshoot of what comes back to 0 at 2 v/g."""
        t = TRANSLATIONAL
        v, g = 3.0, 9.81
        path = diagram("thrown", {"m": part(t + "mass", {"v": v}, mass=1), "w": part(t + "force_source", force=-g), "d": part(t + "motion_sensor", {"x": 0}), "e": part(t + "ground")},
                       [["m.M", "w.R", "d.R"], ["w.C", "d.C", "e.W"]], 0.7, ["d.x"])
        target = v * v / (4 * g)
        found = self.scalars(path, ["m.initial.v", "w.force"], "max d.x", "span d.x", "final d.x", "integral d.x", f"crossing_time d.x target={target!r}", f"crossing_time d.x target={target!r} number=2")
        early, late = (v + side * math.sqrt(v * v - 2 * g * target) for side in (-1, 1))
        wanted = {"max d.x": (v * v / (2 * g), v / g, v * v / (2 * g * g)), "final d.x": (v * 0.7 - g * 0.245, 0.7, 0.245),
                  "integral d.x": (v * 0.245 - g * 0.343 / 6, 0.245, 0.343 / 6)}
        wanted["span d.x"] = tuple(a - b for a, b in zip(wanted["max d.x"], (v * 0.7 - g * 0.245, 0.7, 0.245)))
        for number, time in (("", early / g), (" number=2", late / g)):
            wanted[f"crossing_time d.x target={target!r}{number}"] = (time, -time / (v - g * time), -time * time / 2 / (v - g * time))
        for name, row in wanted.items():
            for a, b in zip(found[name], row, strict=True):
                with self.subTest(name):  # 500 rows: a straight line between them is off by 1e-6 of the curve's height
                    self.assertAlmostEqual(a, b, delta=2e-5 * max(abs(b), 0.1))

    def test_a_maximum_at_an_event_moves_with_it(self):
        """A belt pulls a mass by a spring until its friction lets go: then the spring carries the static force, whatever the speed."""
        t = TRANSLATIONAL
        path = diagram("pulled", {"m": part(t + "mass", mass=1), "f": part(t + "dry_friction", coulomb_force=1, static_force=3), "k": part(t + "spring", {"x": 0}, stiffness=50),
                                  "b": part(t + "velocity_source", velocity=0.1), "e": part(t + "ground")},
                       [["m.M", "f.R", "k.C"], ["k.R", "b.R"], ["f.C", "b.C", "e.W"]], 0.7, ["k.F", "f.F"])
        found = self.scalars(path, ["f.static_force", "b.velocity", "k.stiffness"], "max f.F", "max k.F")
        for a, b in zip(found["max f.F"], (3, 1, 0, 0), strict=True):
            self.assertAlmostEqual(a, b, delta=1e-6)
        self.assertGreater(found["max k.F"][0], 3)  # the mass begins to move slower than the belt

    def test_equal_maxima_have_none_and_what_never_comes_neither(self):
        t = TRANSLATIONAL
        path = diagram("twice", {"m": part(t + "mass", {"v": 0}, mass=1), "k": part(t + "spring", {"x": 1}, stiffness=39.4784176043574), "e": part(t + "ground"),
                                 "s": part(t + "motion_sensor")}, [["m.M", "k.R", "s.R"], ["k.C", "s.C", "e.W"]], 1.25, ["k.x", "m.v"])
        found = self.scalars(path, ["k.initial.x", "m.mass"], "peak m.v", "crossing_time k.x target=2")
        self.assertAlmostEqual(found["peak m.v"][0], 2 * math.pi, delta=1e-7)
        self.assertAlmostEqual(found["peak m.v"][1], 2 * math.pi, delta=1e-5)  # all three extrema alike
        self.assertEqual(found["crossing_time k.x target=2"], (None, None, None))

    def test_what_is_no_scalar_is_refused(self):
        t = TRANSLATIONAL
        path = diagram("refused", {"m": part(t + "mass", {"v": 1}, mass=1)}, [], 1, ["m.v"])
        for scalar, words in (("max", "no scalar"), ("most m.v", "no scalar"), ("time_of_max m.v", "no scalar"), ("max m.w", "--outputs m.w"), ("max m.v target=1", "target=1"),
                              ("crossing_time m.v number=0", "number=0")):
            done = stribeck("sensitivity", path, "--by", "m.mass", "--scalar", scalar)
            self.assertEqual(done.returncode, 2, scalar)
            self.assertIn("error[arguments.invalid]", done.stderr)
            self.assertIn(words, done.stderr)


class DifferencesTest(unittest.TestCase):
    """What shapes the equations, stands in lists, or is delayed: by differences of runs, which say so."""

    def slopes(self, path, by, *options):
        told = sensitivities(path, by, *options)
        return told, {(slope["of"], slope["by"]): slope["value"] for slope in told["slopes"]}

    def near(self, found, wanted):
        self.assertAlmostEqual(found, wanted, delta=1e-6 * max(1, abs(wanted)))

    def test_the_ratio_of_a_gear(self):
        """w2 = T n t/(n^2 J1 + J2), beside a parameter that is followed."""
        r = ROTATIONAL
        path = diagram("geared", {"motor": part(r + "inertia", inertia=2), "load": part(r + "inertia", inertia=30), "gear": part("mechanisms.gear_box", ratio=3), "t": part(r + "torque_source", torque=5), "e": part(r + "ground")},
                       [["motor.I", "t.R", "gear.S"], ["gear.O", "load.I"], ["t.C", "e.W"]], 2, ["load.w"])
        told, slopes = self.slopes(path, ["load.inertia", "gear.ratio", "t.torque"])
        below = 9 * 2 + 30
        self.assertEqual([parameter["name"] for parameter in told["parameters"]], ["load.inertia", "gear.ratio", "t.torque"])
        self.near(slopes["load.w", "gear.ratio"], 5 * 2 * (30 - 9 * 2) / below**2)
        self.near(slopes["load.w", "load.inertia"], -5 * 3 * 2 / below**2)
        self.near(slopes["load.w", "t.torque"], 3 * 2 / below)
        self.assertIn("by differences of whole runs: gear.ratio", json.dumps(told["messages"]))

    def test_events_and_rows(self):
        """A geared brake: it comes to rest at w0 (J1 n^2 + J2)/T, and stands for good."""
        r = ROTATIONAL
        path = diagram("braked", {"motor": part(r + "inertia", inertia=2), "load": part(r + "inertia", {"w": 4}, inertia=30), "gear": part("mechanisms.gear_box", ratio=3), "f": part(r + "dry_friction", coulomb_torque=60, static_torque=70), "e": part(r + "ground")},
                       [["motor.I", "gear.S"], ["gear.O", "load.I", "f.R"], ["f.C", "e.W"]], 5, ["load.w"])
        csv = FOLDER / "braked.csv"
        told, slopes = self.slopes(path, ["gear.ratio"], "--csv", str(csv))
        self.near(told["events"][0]["slopes"][0]["value"], 4 * 2 * 3 * 2 / 60)
        self.near(slopes["load.w", "gear.ratio"], 0)
        rows = [list(map(float, line.split(","))) for line in csv.read_text().splitlines()[1:]]
        for t, _, slope in rows:
            if abs(t - 4 * 48 / 60) > 0.02:
                self.near(slope, 0 if t > 3.2 else 60 * t * 2 * 3 * 2 / 48**2)

    def test_a_dead_time(self):
        t = TRANSLATIONAL
        path = diagram("late", {"r": part("signals.ramp", height=2, duration=1, start_time=0), "late": part("signals.delay", delay_time=0.3)}, [["r.y", "late.u"]], 1, ["late.y"])
        told, slopes = self.slopes(path, ["late.delay_time", "r.height"])
        self.near(slopes["late.y", "late.delay_time"], -2)
        self.near(slopes["late.y", "r.height"], 0.7)
        self.assertIn("has delays", json.dumps(told["messages"]))

    def test_a_kink_has_none(self):
        """Ratio 1 turns |ratio - 1| round: the sides differ, and both are told."""
        r = ROTATIONAL
        path = diagram("kink", {"a": part(r + "velocity_source", velocity=1), "g": part("mechanisms.gear_box", ratio=1), "s": part(r + "motion_sensor"), "e": part(r + "ground"), "one": part("signals.constant", value=1),
                                "x": part("signals.expression", inputs=2, expression="abs(u1 - u2)")},
                       [["a.R", "g.O"], ["g.S", "s.R"], ["a.C", "s.C", "e.W"], ["s.w", "x.u1"], ["one.y", "x.u2"]], 1, ["x.y"])
        told, slopes = self.slopes(path, ["g.ratio"])
        self.assertIsNone(slopes["x.y", "g.ratio"])
        (side,) = told["undefined"][0]["sides"]
        self.near(side["less"], -1)
        self.near(side["more"], 1)


class Domain:
    """Words of one kind of motion."""

    def __init__(self, rotates):
        self.kind = ROTATIONAL if rotates else TRANSLATIONAL
        self.mass, self.amount, self.port, self.speed = ("inertia", "inertia", "I", "w") if rotates else ("mass", "mass", "M", "v")
        self.source, self.level, self.way = ("torque_source", "torque", "phi") if rotates else ("force_source", "force", "x")
        self.rotates = rotates


def random_network(seed):
    """Bodies one after the other on springs, with frictions and clutches to the ground and between them, gears and stops, driven by a sine."""
    chance = random.Random(seed)
    size = chance.randint(2, 4)
    d = Domain(chance.random() < 0.5)
    t = d.kind
    parts = {"g": part(t + "ground"), "u": part("signals.sine", amplitude=chance.uniform(4, 12), frequency=chance.uniform(0.3, 1.5)), "p": part(t + d.source)}
    nodes = [["g.W", "p.C"]] + [[] for _ in range(size)]
    names = ["u.amplitude", "u.frequency"]
    for i in range(1, size + 1):
        parts[f"m{i}"] = part(t + d.mass, {d.speed: chance.uniform(-1, 1)}, **{d.amount: chance.uniform(0.5, 3)})
        nodes[i].append(f"m{i}.{d.port}")
        parts[f"k{i}"] = part(t + "spring_damper", {d.way: {"value": chance.uniform(-0.05, 0.05), "priority": "low"}}, stiffness=chance.uniform(20, 200), damping=chance.uniform(0, 1))
        nodes[i].append(f"k{i}.R")
        names += [f"m{i}.{d.amount}", f"k{i}.stiffness", f"m{i}.initial.{d.speed}"]
        if d.rotates and i > 1 and chance.random() < 0.4:
            parts[f"x{i}"] = part("mechanisms.gear_box", ratio=chance.choice([-2, 0.5, 1.5, 3]))
            nodes[i - 1].append(f"x{i}.S"), nodes.append([f"x{i}.O", f"k{i}.C"])
        else:
            nodes[i - 1].append(f"k{i}.C")
        if chance.random() < 0.7:
            level = chance.uniform(0.5, 3)
            parts[f"f{i}"] = part(t + "dry_friction", **{f"coulomb_{d.level}": level, f"static_{d.level}": level * chance.uniform(1.05, 1.6)})
            nodes[i].append(f"f{i}.R"), nodes[chance.choice([0, i - 1])].append(f"f{i}.C")
            names += [f"f{i}.coulomb_{d.level}", f"f{i}.static_{d.level}"]
        if d.rotates and chance.random() < 0.3:
            parts |= {f"c{i}": part(t + "clutch", maximum_normal_force=chance.uniform(20, 60)), f"s{i}": part("signals.sine", amplitude=0.4, offset=0.5, frequency=chance.uniform(0.2, 1))}
            nodes[i].append(f"c{i}.R"), nodes[0].append(f"c{i}.C"), nodes.append([f"s{i}.y", f"c{i}.S"])
            names += [f"c{i}.maximum_normal_force", f"s{i}.offset"]
        elif not d.rotates and chance.random() < 0.4:
            parts[f"c{i}"] = part(t + "contact", least_position=-chance.uniform(0.06, 0.2), restitution=chance.uniform(0.2, 0.9))
            nodes[i].append(f"c{i}.R"), nodes[0].append(f"c{i}.C")
            names += [f"c{i}.restitution", f"c{i}.least_position"]
    nodes[size].append("p.R")
    connections = [node for node in nodes if len(node) > 1] + [["u.y", "p.S"]]
    outputs = [f"m{i}.{d.speed}" for i in range(1, size + 1)] + [f"k{i}.{d.way}" for i in range(1, size + 1)]
    return diagram(f"random{seed}", parts, connections, "4 s", outputs, rtol=1e-11), chance.sample(names, 3)


class RandomTest(unittest.TestCase):
    """Of networks with at least ten events."""

    def end(self, path, name, value):
        result = stribeck("run", path, "--set", f"{name}={value!r}", "--interval", "4 s", "--csv", "-", "--quiet")
        return [float(text) for text in result.stdout.strip().split("\n")[-1].split(",")[1:]]

    def differences(self, path, name, value):
        """Of runs, extrapolated (Richardson), and how far those of two steps are apart."""
        differences = []
        for share in (3e-5, 1e-5):
            step = share * max(abs(value), 1e-3)
            more, less = self.end(path, name, value + step), self.end(path, name, value - step)
            differences.append([(a - b) / (2 * step) for a, b in zip(more, less)])
        return [b + (b - a) / 8 for a, b in zip(*differences)], max(abs(a - b) for a, b in zip(*differences))

    def check(self, seed, path, told, seen):
        for parameter in told["parameters"]:
            name = parameter["name"]
            slopes = [slope["value"] for slope in told["slopes"] if slope["by"] == name]
            if None in slopes:
                seen["undefined"] += 1
                (one,) = (one for one in told["undefined"] if one["by"] == name)
                size = max(abs(side[which] or 0) for side in one["sides"] for which in ("less", "more"))
                with self.subTest(seed=seed, by=name, why=one["why"]):  # the sides differ
                    self.assertTrue(any(None in (side["less"], side["more"]) or abs(side["less"] - side["more"]) > 1e-3 * size for side in one["sides"]), one)
                continue
            best, spread = self.differences(path, name, parameter["value"])
            size = max(abs(slope) for slope in slopes)
            if spread > 1e-5 * size:
                seen["differences do not converge"] += 1
                continue
            with self.subTest(seed=seed, by=name):
                self.assertLessEqual(max(abs(a - b) for a, b in zip(best, slopes)), 1e-5 * size + 1e-7, (slopes, best))
            seen["agree"] += 1
            notes = json.dumps(told["messages"])
            seen["of these by runs"] += "by differences of whole runs" in notes and name in notes

    def test_random_networks(self):
        count, seed = int(os.environ.get("STRIBECK_NETWORKS", "8")), int(os.environ.get("STRIBECK_FIRST", "1"))
        seen = dict.fromkeys(("networks", "agree", "of these by runs", "undefined", "differences do not converge", "events", "refused", "few events"), 0)
        while seen["networks"] < count:
            path, names = random_network(seed)
            done = stribeck("sensitivity", path, *(word for name in names for word in ("--by", name)), "--format", "json")
            if done.returncode != 0:
                seen["refused"] += 1
                self.assertIn('"severity":"error"', done.stderr)
            else:
                told = json.loads(done.stdout)
                if len(told["events"]) < 10:
                    seen["few events"] += 1
                else:
                    seen["networks"] += 1
                    seen["events"] += len(told["events"])
                    self.check(seed, path, told, seen)
            seed += 1
        print(seen, "next seed", seed, file=sys.stderr)
        self.assertGreater(seen["agree"], 0)


if __name__ == "__main__":
    unittest.main()
