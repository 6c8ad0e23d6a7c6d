"""What is told of motions that are not unique, and of contacts that chatter: in orbits, branches and surveys."""
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402
from small_drives import TRANSLATIONAL, branch, diagram, orbit, part  # noqa: E402

RELEASE_N, REST_M_S = 1e-3, 1e-3


def shaken(name, amplitude, restitution=0.5):
    """A ball of 1 kg and 1 N on a table, lifted once a period by amplitude sin(t): x'' = amplitude sin(t) - 1 in flight."""
    t = TRANSLATIONAL
    return diagram(name, {"ball": part(t + "mass", {"v": 0}, mass=1), "weight": part(t + "force_source", force=-1),
                          "sine": part("signals.sine", amplitude="=lift", frequency="=1/(2*pi)"), "shaker": part(t + "force_source"),
                          "table": part(t + "contact", {"x": 0}, restitution=restitution, rest_speed=REST_M_S, release_force=RELEASE_N),
                          "ground": part(t + "ground")},
                   [["ball.M", "weight.R", "shaker.R", "table.R"], ["table.C", "weight.C", "shaker.C", "ground.W"], ["sine.y", "shaker.S"]],
                   40, ["table.x", "ball.v"], {"lift": amplitude})


def flights(amplitude, restitution=0.5):
    """The instants of lift-off, of each rebound and of rest, in closed form between impacts."""
    t0, v0, times = math.asin((1 + RELEASE_N) / amplitude), 0.0, []

    def after(t0, v0, t):
        return (v0 * (t - t0) + amplitude * (math.cos(t0) * (t - t0) - math.sin(t) + math.sin(t0)) - (t - t0) ** 2 / 2,
                v0 + amplitude * (math.cos(t0) - math.cos(t)) - (t - t0))
    lifts, step = t0, 1e-3
    while True:
        t = t0 + step
        while after(t0, v0, t)[0] > 0:
            t += step
        low, high = t - step, t
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if after(t0, v0, middle)[0] > 0 else (low, middle)
        t0, v = high, after(t0, v0, high)[1]
        times.append(t0)
        if -v < REST_M_S:
            return lifts, times[:-1], times[-1]
        v0, step = -restitution * v, min(step, restitution * -v / 10)


def twins(name, apart=0.0):
    """Two equal masses on one belt, joined by a spring: they move as one, and neither is the first to let go."""
    t = TRANSLATIONAL
    parts = {"belt": part(t + "velocity_source", velocity="=speed"), "wall": part(t + "ground"), "between": part(t + "spring", stiffness=0.3)}
    for i in (1, 2):
        parts |= {f"m{i}": part(t + "mass", {"v": 0.4}, mass=1), f"k{i}": part(t + "spring_damper", {"x": apart * i}, stiffness=1, damping=0.02),
                  f"f{i}": part(t + "dry_friction", law="stribeck", coulomb_force=0.6, static_force=1, stribeck_velocity=0.3, exponent=1)}
    return diagram(name, parts, [["m1.M", "k1.R", "f1.C", "between.R"], ["m2.M", "k2.R", "f2.C", "between.C"], ["f1.R", "f2.R", "belt.R"],
                                 ["k1.C", "k2.C", "belt.C", "wall.W"]], 60, ["k1.x", "k2.x"], {"speed": 0.4}, 1e-8)


class ChatterTest(unittest.TestCase):
    def test_a_ball_that_comes_to_rest(self):
        """Each period begins anew from rest: both multipliers are zero, whatever happens in between."""
        lifts, rebounds, rests = flights(1.4)
        found = orbit(shaken("shaken", 1.4))
        self.assertAlmostEqual(found["period_s"], 2 * math.pi, 10)
        self.assertEqual((found["stability"], found["zeros"], [m["real"] for m in found["multipliers"]]), ("stable", 2, [0, 0]))
        [chatter] = found["chatters"]
        self.assertEqual((chatter["contact"], chatter["rebounds"]), ("table", len(rebounds)))
        self.assertGreater(chatter["rebounds"], 5)
        events = found["events"]
        first, last = (events[chatter[key]]["time_s"] for key in ("first", "last"))
        self.assertAlmostEqual(last - first, rests - rebounds[0], delta=1e-7)
        self.assertEqual(events[chatter["last"]]["labels"], ["table: rests"])
        [parts] = [event["time_s"] for event in events if event["labels"] == ["table: parts"]]
        self.assertAlmostEqual(math.remainder(first - parts - (rebounds[0] - lifts), 2 * math.pi), 0, delta=1e-7)
        self.assertIn(f"table: chatters ({len(rebounds)} rebounds, each sooner) and rests after", stribeck("orbit", shaken("shaken", 1.4)).stdout)

    def test_how_many_rebounds_is_no_change_of_the_motion(self):
        """The last ones are slower than the rest speed; another one or one less is neither a change of what happens nor an end of the branch."""
        counts = {len(flights(lift)[1]) for lift in (1.15, 1.25, 1.35)}
        self.assertGreater(len(counts), 1)
        points = branch(shaken("shaken_more", 1.25), "lift=1.15..1.35", "--step", "0.2")
        self.assertEqual({point["mark"] for point in points}, {""})
        self.assertGreater(len({point["orbit"]["chatters"][0]["rebounds"] for point in points}), 1)

    def test_a_survey_tells_of_it(self):
        done = stribeck("survey", shaken("shaken_survey", 1.4), "--over", "lift=1.35..1.45", "--values", "2", "--sweep", "up", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for point in json.loads(done.stdout)["points"]:
            self.assertEqual((point["motion"], point["chatters"]), ("periodic", ["table"]))
            self.assertEqual(sorted(point["sequence"]), ["table: chatters and rests", "table: parts"])


class NotUniqueTest(unittest.TestCase):
    """Whichever of the twins lets go first leaves the other one behind: by the least change of the motion they go on otherwise."""

    def test_an_orbit(self):
        result = stribeck("orbit", twins("twins"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("two events come at this instant, and not for all values together: the edge of f1, the edge of f2", " ".join(result.stderr.split()))

    def test_a_survey(self):
        """The run itself goes on as if they were one, with the period of one of them: what it is is told, and that it is not unique."""
        result = stribeck("survey", twins("twins_survey"), "--over", "speed=0.4..0.45", "--values", "2", "--sweep", "up", "--settle", "60 s")
        self.assertIn("Not unique: f1, f2 let go at one instant", " ".join(result.stdout.split()))
        # From beside it they part, and no two instants are the same any more.
        result = stribeck("survey", twins("twins_apart", 0.01), "--over", "speed=0.4..0.45", "--values", "2", "--sweep", "up", "--settle", "300 s",
                          "--format", "json")
        for point in json.loads(result.stdout)["points"]:
            self.assertEqual(point["releases_at_once"], [])


if __name__ == "__main__":
    unittest.main()
