"""Forced orbits that are strongly unstable, symmetric orbits over a parameter, first orbits from Hopf points with long steps."""
import json
import math
import sys
import unittest
from pathlib import Path

from scipy.integrate import solve_ivp

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402
from small_drives import ROTATIONAL, TRANSLATIONAL, belt, diagram, forced, orbit, part  # noqa: E402


def saddle(name, growth, w=1, begin=1.01):
    """x'' = a^2 x + cos(w t), a = growth: x = -cos(w t)/(w^2 + a^2) is an orbit, whose multipliers are e^(a T) and e^(-a T)."""
    t = TRANSLATIONAL
    components = {"probe": part(t + "motion_sensor", {"x": -begin / (w * w + growth * growth)}),
                  "gain": part("signals.gain", gain=1 + growth * growth), "push": part(t + "force_source")}
    joined = [["mass.M", "probe.R", "push.R"], ["wall.W", "probe.C", "push.C"], ["probe.x", "gain.u"], ["gain.y", "push.S"]]
    path = forced(name, w, components, joined, ["probe.x", "mass.v"], 1,
                  initial={"mass": {"v": 0}, "spring": {"x": -begin / (w * w + growth * growth)}})
    return path


def called(*words):
    result = stribeck(*words, "--format", "json")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout), result.stderr


class ForcedTest(unittest.TestCase):
    def check(self, found, growth, exact, w=1, small=1e-5):
        period = 2 * math.pi / w
        self.assertTrue(found["is_forced"])
        self.assertAlmostEqual(found["period_s"], period, 9)
        first, second = (m["real"] for m in found["multipliers"])
        self.assertAlmostEqual(math.log(first) / (growth * period), 1, 7)
        # As exact as one matrix has it that is not yet taken in parts, from its larger multiplier on.
        self.assertAlmostEqual(math.log(second) / (growth * period), -1, delta=small)
        [x] = [output for output in found["outputs"] if output["name"] == "probe.x"]
        amplitude = 1 / (w * w + growth * growth)
        self.assertAlmostEqual(x["most"] / amplitude, 1, delta=exact)
        self.assertAlmostEqual(x["least"] / amplitude, -1, delta=exact)

    def test_a_saddle_under_a_force(self):
        for decades in (5, 12):
            growth = decades * math.log(10) / (2 * math.pi)
            for options in ((), ("--symmetric",)):
                with self.subTest(decades=decades, options=options):
                    # Of two halves that are not taken in parts the whole period is told by one run, which multiplies the error of its start.
                    exact = 1e-3 if decades == 12 and options else 1e-5
                    # The matrix of a half has multipliers of 1e6 and 1e-6: the latter is known to some ten roundings of the former, or 3e-3 of
                    # itself, of which its logarithm is 28.
                    small = 1e-4 if decades == 12 and options else 1e-5
                    self.check(orbit(saddle(f"saddle{decades}", growth), "--at", "start", *options), growth, exact, small=small)

def pendulum(name, torque):
    """phi'' + phi'/2 + sin(phi) = a cos(2 t/3), which loses its symmetry before it doubles its period and becomes chaotic."""
    r = ROTATIONAL
    return diagram(name, {"rod": part(r + "pendulum", {"phi": 0, "w": 0}, mass=1, length=1, gravity_acceleration=1, friction_coefficient=0),
                          "damper": part(r + "damper", damping=0.5), "motor": part(r + "torque_source"), "ground": part(r + "ground"),
                          "sine": part("signals.sine", amplitude="=a", frequency="=1/(3*pi)", phase="=pi/2")},
                   [["rod.I", "damper.R", "motor.R"], ["damper.C", "motor.C", "ground.W"], ["sine.y", "motor.S"]], 300, ["rod.phi"],
                   {"a": torque}, 1e-9)


FALL, DAMPING, PUSH, W = 0.005, 0.05, 0.01, 0.05


def pushed(name, speed):
    """A mass on a belt whose friction falls steeply, 0.6 + 0.4 exp(-v/FALL), under a force that swings slowly."""
    t = TRANSLATIONAL
    law = part(t + "dry_friction", law="stribeck", coulomb_force=0.6, static_force=1, stribeck_velocity=FALL, exponent=1)
    path = belt(name, speed, law, 0.6, 0, DAMPING, 1500)
    diagram = json.loads(path.read_text())
    diagram["components"] |= {"sine": part("signals.sine", amplitude=PUSH, frequency=f"={W}/(2*pi)"), "push": part(t + "force_source")}
    diagram["connections"] += [["mass.M", "push.R"], ["push.C", "wall.W"], ["sine.y", "push.S"]]
    path.write_text(json.dumps(diagram))
    return path


def backwards(speed, begin_s, y):
    """Where the motion comes from one period before, and the integral over it of what the equations grow by, the trace."""
    def rates(back, y):
        t = begin_s - back
        falls = 0.4 * math.exp(-(speed - y[1]) / FALL)
        return [-y[1], -(0.6 + falls - y[0] - DAMPING * y[1] + PUSH * math.sin(W * t)), falls / FALL - DAMPING]
    return solve_ivp(rates, (0, 2 * math.pi / W), [*y, 0], method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]


class BranchTest(unittest.TestCase):
    def test_forced_sliding_loses_its_stability(self):
        """A complex pair passes the unit circle where the trace has grown to zero on the mean; beyond it the orbit grows by more than 1e4 a
        period, and SciPy comes to it backwards in time."""
        found, _ = called("continue", pushed("pushed", 0.04), "--over", "speed=0.0295..0.041", "--step", "0.3")
        points = found["points"]
        [passing] = [point for point in points if point["mark"] == "neimark_sacker"]
        strongest = max(points, key=lambda point: math.hypot(*point["orbit"]["multipliers"][0].values()))
        for point in (passing, strongest):
            states = {state["name"]: state["value"] for state in point["orbit"]["states"]}
            y = [states["spring.x"], states["mass.v"]]
            *before, trace = backwards(point["parameter"], point["orbit"]["begin_s"], y)
            first, second = (complex(m["real"], m["imaginary"]) for m in point["orbit"]["multipliers"])
            self.assertAlmostEqual(math.log(abs(first * second)), trace, delta=1e-5 * max(1, abs(trace)))
            self.assertAlmostEqual(before[0], y[0], delta=1e-7)
            self.assertAlmostEqual(before[1], y[1], delta=1e-7)
        self.assertGreater(abs(first), 1e4)
        beside = y
        for _ in range(2):  # from beside it, too
            *beside, _ = backwards(point["parameter"], point["orbit"]["begin_s"], [beside[0] + 1e-5, beside[1]])
        self.assertAlmostEqual(beside[0], y[0], delta=1e-8)

    def test_where_a_pendulum_loses_its_symmetry(self):
        path = pendulum("pendulum", 0.9)
        marks = []
        for options in ((), ("--symmetric",)):
            found, _ = called("continue", path, "--over", "a=0.9..1.05", "--step", "0.2", *options)
            marked = [point for point in found["points"] if point["mark"]]
            [lost] = [point for point in marked if point["mark"] == "branch_point"]
            self.assertEqual([point["mark"] for point in marked if point["mark"] in ("fold", "flip", "neimark_sacker")], [])
            marks.append(lost)
            for point in found["points"]:
                self.assertAlmostEqual(point["orbit"]["period_s"], 3 * math.pi, 8)
        whole, half = marks
        self.assertIn("symmetry", half["what"])
        self.assertAlmostEqual(half["parameter"], whole["parameter"], 6)
        [value] = [m["real"] for m in half["orbit"]["half_multipliers"] if abs(m["real"] + 1) < 1e-3]
        self.assertAlmostEqual(value, -1, 6)

    def test_what_sticks_leaves_zeros_right_beside_a_corner(self):
        """There the matrix is large, and what the flow is not exact by is as large as 0.01; the stick leaves one multiplier, exactly zero."""
        found, _ = called("continue", ROOT / "diagrams/gallery/machine_tool_slide.jsonc", "--over", "speed=4.9e-3..10e-3", "--set",
                          "speed=5e-3 m/s", "--step", "0.02", "--rtol", "1e-5", "--points", "60")
        sticks = [point["orbit"] for point in found["points"]
                  if any("sticks" in label for event in point["orbit"]["events"] for label in event["labels"])]
        self.assertGreater(len(sticks), 40)
        self.assertEqual({(orbit["zeros"], *((m["real"], m["imaginary"]) for m in orbit["multipliers"])) for orbit in sticks}, {(1, (0, 0))})

    def test_long_steps_from_a_hopf_point(self):
        """The first orbit is looked for nearer to the Hopf point, where none of the size of a long step is found."""
        result = stribeck("continue", ROOT / "diagrams/gallery/machine_tool_slide.jsonc", "--over", "speed=1e-3..30e-3", "--set", "speed=5e-3 m/s",
                          "--from-hopf", "--step", "0.3", "--points", "3", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        told = json.loads(result.stdout)
        [hopf] = [point["parameter"] for point in told["steady"] if point["mark"] == "hopf"]
        self.assertEqual(told["points"][0]["mark"], "hopf")
        self.assertAlmostEqual(told["points"][0]["parameter"] / hopf, 1, 1)


if __name__ == "__main__":
    unittest.main()
