"""Surveys by brute force: what runs settle to over a parameter, hysteresis, chaos by its Lyapunov exponent, basins."""
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import own_folder, stribeck  # noqa: E402

FOLDER = own_folder()


def part(kind, initial=None, **parameters):
    return {"type": "translational." + kind, "parameters": parameters} | ({"initial": initial} if initial else {})


def diagram(name, components, connections, stop, parameters, rtol=1e-9):
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps({"format": "stribeck/1", "parameters": parameters, "components": components, "connections": connections,
                                "experiment": {"stop": stop, "rtol": rtol}, "outputs": ["spring.x"]}))
    return path


def belt(speed=1.1):
    """A mass on a belt whose friction falls from 1 to 0.6, held by a spring with a damper."""
    law = part("dry_friction", law="stribeck", coulomb_force=0.6, static_force=1, stribeck_velocity=0.3, exponent=1)
    return diagram("belt", {"mass": part("mass", {"v": "=speed"}, mass=1), "spring": part("spring_damper", {"x": 0}, stiffness=1, damping=0.05),
                            "friction": law, "belt": part("velocity_source", velocity="=speed"), "wall": part("ground")},
                   [["mass.M", "spring.R", "friction.C"], ["friction.R", "belt.R"], ["spring.C", "belt.C", "wall.W"]], 60, {"speed": speed})


def impacts(frequency, stop_at):
    """x'' + 0.1 x' + x = cos(w t) above a stop, with restitution 0.8: the oracle's impact oscillator."""
    return diagram("impacts", {"mass": part("mass", {"v": 0}, mass=1), "spring": part("spring", {"x": 0}, stiffness=1),
                               "sine": {"type": "signals.sine", "parameters": {"amplitude": 1, "frequency": "=w/(2*pi)", "phase": "=pi/2"}},
                               "source": part("force_source"), "damper": part("damper", damping=0.1),
                               "stop": part("contact", least_position="=-stop_at", restitution=0.8), "wall": part("ground")},
                   [["mass.M", "spring.R", "source.R", "damper.R", "stop.R"], ["spring.C", "source.C", "damper.C", "stop.C", "wall.W"],
                    ["sine.y", "source.S"]], 300, {"w": frequency, "stop_at": stop_at})


def survey(path, *options):
    result = stribeck("survey", path, "--format", "json", *options)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


class ImpactOscillator:
    """Between impacts in closed form, impacts by bisection: nothing of the program's."""

    def __init__(self, w, stop_at, c=0.1, restitution=0.8):
        self.w, self.stop_at, self.restitution = w, stop_at, restitution
        self.decay, self.own = c / 2, math.sqrt(1 - c * c / 4)
        size = (1 - w * w) ** 2 + (c * w) ** 2
        self.cosine, self.sine = (1 - w * w) / size, c * w / size

    def forced(self, t):
        c, s = math.cos(self.w * t), math.sin(self.w * t)
        return self.cosine * c + self.sine * s, self.w * (self.sine * c - self.cosine * s)

    def after(self, t, x, v, dt):
        xp, vp = self.forced(t)
        a, b = x - xp, (v - vp + self.decay * (x - xp)) / self.own
        e, c, s = math.exp(-self.decay * dt), math.cos(self.own * dt), math.sin(self.own * dt)
        xq, vq = self.forced(t + dt)
        return xq + e * (a * c + b * s), vq + e * ((b * self.own - self.decay * a) * c - (a * self.own + self.decay * b) * s)

    def go(self, t, x, v, end, step=0.05):
        while t < end:
            dt = min(step, end - t)
            xn, vn = self.after(t, x, v, dt)
            if xn >= -self.stop_at:
                t, x, v = t + dt, xn, vn
                continue
            low, high = 0.0, dt
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if self.after(t, x, v, middle)[0] >= -self.stop_at else (low, middle)
            _, vn = self.after(t, x, v, low)
            t, x, v = t + high, -self.stop_at, -self.restitution * vn
        return x, v

    def exponent(self, length, apart=1e-7):
        """Of two trajectories, drawn together again after each period of the force: means over ten parts after a first."""
        period = 2 * math.pi / self.w
        x, v = self.go(0, 0.5, 0, 300 * period)
        t, dx, dv = 300 * period, apart, 0.0
        means = []
        for _ in range(11):
            total, count = 0.0, int(length / period / 10)
            for _ in range(count):
                one, other = self.go(t, x, v, t + period), self.go(t, x + dx, v + dv, t + period)
                x, v = one
                dx, dv = other[0] - x, other[1] - v
                size = math.hypot(dx, dv)
                total += math.log(size / apart)
                dx, dv, t = dx * apart / size, dv * apart / size, t + period
            means.append(total / (count * period))
        means = means[1:]
        mean = sum(means) / len(means)
        return mean, math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) * (len(means) - 1)))


class SweepTest(unittest.TestCase):
    def test_hysteresis_of_stick_slip(self):
        """Upwards stick-slip lives until it dies at 2.21769, downwards steady sliding until 0.98502. Each step of the speed is a push: what
        sticks is then slower than the belt, by 0.1, and leaves stick-slip before the fold, where the unstable cycle is so near."""
        found = survey(belt(), "--over", "speed=0.9..2.4", "--values", "16", "--settle", "1500 s", "--record", "100 s")
        motions = {(point["sweep"], round(point["parameter"], 6)): point for point in found["points"]}
        for (sweep, speed), point in motions.items():
            stick_slip = speed < 0.98502 or (sweep == "up" and speed < 1.75)
            if sweep == "up" and 1.75 < speed < 2.21769:
                continue
            if speed == 1.0 and not stick_slip:  # it comes to rest at a rate of 0.0012/s
                self.assertEqual(point["motion"], "dies_away")
                continue
            self.assertEqual(point["motion"], "periodic" if stick_slip else "steady", (sweep, speed))
            if not stick_slip:  # x = F(V)/k
                self.assertAlmostEqual(point["outputs"][0]["most"], 0.6 + 0.4 * math.exp(-speed / 0.3), delta=1e-4)
        self.assertAlmostEqual(motions["up", 1.5]["period_s"], 6.319415973285, delta=1e-6)  # oracle C1f
        self.assertAlmostEqual(motions["up", 1.5]["section"][0][0], 2.261322981387, delta=1e-6)
        self.assertEqual(motions["up", 1.5]["sequence"], ["friction: sticks", "friction: slips forwards"])
        [span] = found["differing"]
        self.assertAlmostEqual(span["from"], 1.0)
        self.assertTrue(1.7 - 1e-9 < span["to"] < 2.21769, span)

    def test_a_section_at_an_event(self):
        """Where it sticks, at 1.5: x of the oracle."""
        found = survey(belt(1.5), "--over", "speed=1.5..1.6", "--values", "2", "--sweep", "up", "--section", "friction: sticks")
        self.assertAlmostEqual(found["points"][0]["section"][0][0], 0.05773069749814, delta=1e-6)

    def test_period_doubling_and_chaos(self):
        """The flip of the oracle at w = 2.65888 (stop at 0): one point a period below, two above."""
        found = survey(impacts(2.6, 0), "--over", "w=2.6..2.72", "--values", "4", "--sweep", "up", "--settle", "1000 s")
        self.assertEqual([point["multiple"] for point in found["points"]], [1, 1, 2, 2])
        found = survey(impacts(2.65, 0.12), "--over", "w=2.65..2.8", "--values", "2", "--sweep", "up", "--settle", "500 s", "--record", "3000 s")
        chaotic, regular = found["points"]
        self.assertEqual((regular["motion"], regular["multiple"]), ("periodic", 4))
        self.assertEqual(chaotic["motion"], "chaotic")
        exponent, error = ImpactOscillator(2.65, 0.12).exponent(3000)
        told = chaotic["lyapunov"]
        self.assertLess(abs(told["per_s"] - exponent), 4 * math.hypot(error, told["error_per_s"]), (told, exponent, error))
        self.assertLess(max(error, told["error_per_s"]), 0.1 * exponent)

    def test_orbits_tell_of_chaos(self):
        result = stribeck("orbit", impacts(2.65, 0.12))
        self.assertIn("the run does not stay on this orbit", result.stderr)
        self.assertIn("the motion is chaotic", result.stderr)
        self.assertNotIn("chaotic", stribeck("orbit", impacts(2.8, 0.12)).stderr)


class BasinsTest(unittest.TestCase):
    def test_a_push_decides(self):
        """At 1.1 starts inside the unstable cycle of the oracle, x from 0.082 to 1.16610953385 where v is zero, come to steady sliding."""
        found = survey(belt(), "--basins", "spring.initial.x=0.06..1.19,mass.initial.v=0..2", "--values", "2", "--settle", "900 s")
        self.assertEqual([cell["attractor"] for cell in found["cells"]], [0, 0, 0, 0])
        found = survey(belt(), "--basins", "spring.initial.x=0.11..1.14,mass.initial.v=0..2", "--values", "2", "--settle", "900 s")
        self.assertEqual([cell["attractor"] for cell in found["cells"]], [0, 1, 0, 1])
        self.assertIn(found["attractors"][0]["motion"], ("steady", "dies_away"))
        self.assertEqual(found["attractors"][1]["motion"], "periodic")


class RefusalTest(unittest.TestCase):
    def refused(self, words, *options):
        result = stribeck("survey", belt(), *options)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(words, result.stderr)

    def test_what_is_asked_wrongly(self):
        self.refused("over a parameter or over two initial values")
        self.refused("cannot be", "--basins", "mass.initial.v=0..1")
        self.refused("--of cannot be", "--over", "speed=1..2", "--of", "nosuch")

    def test_units_of_another_kind(self):
        self.refused("--over gives mass.mass in m, but it is in kg", "--over", "mass.mass=1 m..2 m", "--values", "2", "--settle", "1 s")
        self.refused("--basins gives mass.initial.v in s, but it is in m/s", "--basins",
                     "spring.initial.x=0..1,mass.initial.v=0 m/s..1 s", "--values", "2", "--settle", "1 s")


if __name__ == "__main__":
    unittest.main()
