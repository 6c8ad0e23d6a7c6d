"""A slider-crank whose four joints rub by their reactions and stick exactly, against statics: what torque it holds at standstill, and from which
angles on no push moves it. The loop is closed rigidly, and by three stiff springs, which leave all joints in a tree and shift where it breaks loose by
less than a thousandth. STRIBECK_ENGINES=1 asks for more."""

import math
import os
import unittest

from spatial_loops_test import body, rubbing, slider_crank, transform

RADII = {"main": 0.02, "crank_pin": 0.015, "wrist": 0.01}
STIFFNESS, DAMPING = 5e7, 1e4  # 10 um under 1 kN; what rings dies out within a millisecond
MORE = "STRIBECK_ENGINES" in os.environ
CASES = ((60, -400, 1), (130, 250, -1))  # degrees of the crank, push on the piston in N, way in which it is turned


def ramp(to, duration, start=0.0, offset=0.0):
    return {"type": "signals.ramp", "parameters": {"height": to - offset, "duration": duration, "start_time": start, "offset": offset}}


def engine(theta, mu, gravity):
    """The rod ends in an eye on the wrist pin, which three bars hold at the piston: two along the guide and one across it."""
    psi = -math.asin(math.sin(theta) / 3)
    mechanism = slider_crank(theta, 0, gravity, rubbing("exact", mu))
    parts = mechanism.components
    del parts["closure"]
    for joint, start in (
        ("crank_pin", {"phi": psi - theta, "w": 0}),
        ("wrist", {"phi": -psi, "w": 0}),
        ("guide", {"s": 0.1 * math.cos(theta) + 0.3 * math.cos(psi), "v": 0}),
    ):
        parts[joint]["initial"] = start
    mechanism.connections = [node for node in mechanism.connections if not any(end.startswith("closure") for end in node)]
    mechanism.add(eye=body(0.02, [0, 0, 0], 1e-5, 1e-5, 1e-5))
    eye, piston = ["wrist.b", "eye.frame"], ["guide.b", "piston.frame"]
    for k, (near, far) in enumerate((((0, 0, 0.1), (0.1, 0, 0.1)), ((0, 0, -0.1), (0.1, 0, -0.1)), ((0, 0, 0), (0, 0, 0.1)))):
        mechanism.add(
            **{
                f"near{k}": transform(offset=near),
                f"far{k}": transform(offset=far),
                f"bar{k}": {"type": "spatial.spring_damper", "parameters": {"stiffness": STIFFNESS, "damping": DAMPING, "natural_length": 0.1}},
            }
        )
        eye.append(f"near{k}.a")
        piston.append(f"far{k}.a")
        mechanism.connect(f"near{k}.b bar{k}.a", f"far{k}.b bar{k}.b")
    mechanism.connections += [eye, piston]
    return pushed(mechanism)


def rigid_engine(theta, mu, gravity):
    """The same, with the mass of the eye in the piston."""
    psi = -math.asin(math.sin(theta) / 3)
    mechanism = slider_crank(theta, 0, gravity, rubbing("exact", mu), rough=(psi, -psi, 0.1 * math.cos(theta) + 0.3 * math.cos(psi)))
    mechanism.components["piston"]["parameters"]["mass"] = 0.52
    return pushed(mechanism)


def pushed(mechanism):
    mechanism.add(
        turn={"type": "rotational.torque_source"},
        housing={"type": "rotational.ground"},
        push={"type": "translational.force_source"},
        cylinder={"type": "translational.ground"},
    )
    return mechanism.connect("turn.R main.axis", "turn.C housing.W", "push.R guide.axis", "push.C cylinder.W")


def solve(matrix, right):
    """Gauss, with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(n):
            if i != k:
                share = rows[i][k] / rows[k][k]
                rows[i] = [a - share * b for a, b in zip(rows[i], rows[k])]
    return [row[n] / row[k] for k, row in enumerate(rows)]


def statics(theta, mu, push, way, gravity=9.81):
    """The torque on the crank at which it is about to turn in a way (1 or -1), under a push on the piston along x: equilibrium of crank, rod and
    piston, with friction mu r |F| against the slip in each pin and mu |F| in the guide. The masses of the eye and of the piston are at the wrist."""
    psi = -math.asin(math.sin(theta) / 3)
    rod_rate = -math.cos(theta) / (3 * math.cos(psi))  # of psi, for theta' = 1
    slips = {
        "main": way,
        "crank_pin": way * (rod_rate - 1),
        "wrist": -way * rod_rate,
        "guide": way * (-0.1 * math.sin(theta) - 0.3 * math.sin(psi) * rod_rate),
    }
    sign = {name: math.copysign(1, slip) for name, slip in slips.items()}
    c, s, cp, sp = math.cos(theta), math.sin(theta), math.cos(psi), math.sin(psi)
    forces = dict.fromkeys(sign, 0.0)
    for _ in range(200):
        friction = {name: -mu * sign[name] * RADII.get(name, 1) * forces[name] for name in sign}  # on the second body of each joint
        # Unknown: main x, z on the crank; pin x, z on the rod; wrist x, z on the eye (piston); guide z on the piston; torque on the crank.
        matrix = [
            [1, 0, -1, 0, 0, 0, 0, 0],
            [0, 1, 0, -1, 0, 0, 0, 0],
            [0, 0, 0.1 * s, -0.1 * c, 0, 0, 0, 1],
            [0, 0, 1, 0, -1, 0, 0, 0],
            [0, 0, 0, 1, 0, -1, 0, 0],
            [0, 0, 0, 0, 0.3 * sp, -0.3 * cp, 0, 0],
            [0, 0, 0, 0, 1, 0, 0, 0],
            [0, 0, 0, 0, 0, 1, 1, 0],
        ]
        right = [
            0,
            1.5 * gravity,
            1.5 * gravity * 0.03 * c - friction["main"] + friction["crank_pin"],
            0,
            0.8 * gravity,
            0.8 * gravity * 0.1 * cp - friction["crank_pin"] + friction["wrist"],
            -push - friction["guide"],
            0.52 * gravity,
        ]
        found = solve(matrix, right)
        forces = {"main": math.hypot(*found[:2]), "crank_pin": math.hypot(*found[2:4]), "wrist": math.hypot(*found[4:6]), "guide": abs(found[6])}
    return found[7]


class Standstill(unittest.TestCase):
    def loaded(self, theta, mu, push, way, engine=engine):
        """From equilibrium without friction, of the weights and then with the push, the torque goes on until the crank turns. Also the torque
        without friction and at the end."""
        still, middle, limit = statics(theta, 0, 0, way), statics(theta, 0, push, way), statics(theta, mu, push, way)
        to = middle + 1.02 * (limit - middle)  # soon after that it would turn fast
        mechanism = (
            engine(theta, mu, 9.81)
            .add(torque={"type": "signals.time_table", "parameters": {"times": [0, 0.2, 1.2], "values": [still, middle, to]}}, force=ramp(push, 0.2))
            .connect("torque.y turn.S", "force.y push.S")
        )
        return mechanism, middle, to

    def breaks_loose(self, theta, mu, push, way):
        """The angle and the torque of the crank when it turns, and those of the last row before; what friction adds to the torque."""
        mechanism, middle, to = self.loaded(theta, mu, push, way)
        limit = statics(theta, mu, push, way)
        times = [0.2 + k / 500 for k in range(501)]
        found = mechanism.run(times, ["main.w", "main.phi"], "--rtol", "1e-7", "--atol", "1e-10")
        first = next(k for k, w in enumerate(found["main.w"]) if abs(w) > 1e-3)
        torques = [middle + (to - middle) * (times[k] - 0.2) for k in (first - 1, first)]
        return found["main.phi"][first - 1], torques, abs(limit - middle)

    def test_holding_torque(self):
        """Rows are 2 ms apart: 0.2 % of what friction adds. Twice as much again is for what sets the crank in motion, and for the springs."""
        for degrees, push, way in (*CASES, (60, -400, -1), (130, 250, 1)) if MORE else CASES:
            theta = math.radians(degrees)
            phi, torques, friction = self.breaks_loose(theta, 0.15, push, way)
            self.assertAlmostEqual(phi, theta, delta=1e-4)
            self.assertLessEqual(abs(sum(torques) / 2 - statics(phi, 0.15, push, way)), 0.006 * friction)

    def test_holding_torque_of_a_loop_that_is_closed_rigidly(self):
        """It breaks loose at the event at which the last of its joints begins to slip. To 1e-6 of what friction adds: how well steps at 1e-7 know
        forces."""
        for degrees, push, way in (*CASES, (60, -400, -1), (130, 250, 1)):
            theta = math.radians(degrees)
            mechanism, middle, to = self.loaded(theta, 0.15, push, way, rigid_engine)
            limit = statics(theta, 0.15, push, way)
            for solver in ("auto", "cvode") if MORE else ("auto",):
                _, events = mechanism.steps(1.2, "--rtol", "1e-7", "--atol", "1e-10", "--solver", solver)
                loose = max(t for t, label in events if ": slips" in label)
                torque = middle + (to - middle) * (loose - 0.2)
                self.assertLessEqual(abs(torque - limit), 1e-6 * abs(limit - middle), (degrees, push, way, solver))
                found = mechanism.run([loose - 1e-3, 1.2], ["main.w", "main.phi"], "--verify", "--rtol", "1e-7", "--atol", "1e-10")
                self.assertLess(abs(found["main.w"][0]), 1e-15)
                self.assertAlmostEqual(found["main.phi"][0], theta, delta=1e-12)
                self.assertGreater(way * found["main.w"][1], 1e-3)

    def test_a_standstill_with_a_joint_at_its_limit_takes_few_steps(self):
        """The guide creeps to rest, so that it holds just its limit, within the rounding of the bars' forces. Nothing moves until the crank
        breaks loose: steps grow there, by a factor of two or more, from a millionth of the standstill at least."""
        degrees, push, way = CASES[1]
        mechanism, _, _ = self.loaded(math.radians(degrees), 0.15, push, way)
        ends, events = mechanism.steps(1.2, "--rtol", "1e-7", "--atol", "1e-10")
        rests = max(t for t, label in events if label.endswith(": sticks"))
        breaks = min(t for t, label in events if ": slips" in label and t > rests)
        self.assertGreater(breaks - rests, 0.5)
        steps = [t for t in ends if rests < t < breaks]
        self.assertLessEqual(len(steps), 20, steps)

    def test_jams_near_its_dead_centre(self):
        """Below an angle that friction circles tell no push on the piston turns the crank; beyond it, it does. To 0.1 degrees, since the bars give
        way: by 0.006 degrees here."""
        for mu, critical in ((0.3, 5.5967606075), (0.1, 1.8624971096))[: 2 if MORE else 1]:
            for beside, moves in ((-0.1, False), (0.1, True)):
                mechanism = engine(math.radians(critical + beside), mu, 0).add(
                    force=ramp(-100, 0.05), still={"type": "signals.constant", "parameters": {"value": 0}}
                )
                found = mechanism.connect("still.y turn.S", "force.y push.S").run(
                    [0.05, 0.15], ["main.w", "main.phi"], "--rtol", "1e-7", "--atol", "1e-10"
                )
                turned = found["main.phi"][1] - math.radians(critical + beside)
                self.assertEqual(abs(turned) > 1e-3, moves, f"mu = {mu}: turned by {turned}")

    def test_a_rigid_engine_jams_up_to_the_angle_of_friction_circles(self):
        """The same angle, of which ten digits are known."""
        for mu, critical in ((0.3, 5.5967606075), (0.1, 1.8624971096)):
            for beside, moves in ((-1e-6, False), (1e-6, True)):
                start = math.radians(critical + beside)
                mechanism = rigid_engine(start, mu, 0).add(
                    force=ramp(-100, 0.05), still={"type": "signals.constant", "parameters": {"value": 0}}
                )
                found = mechanism.connect("still.y turn.S", "force.y push.S").run([0.15], ["main.w", "main.phi"], "--rtol", "1e-7", "--atol", "1e-10")
                self.assertEqual(found["main.w"][0] != 0, moves, f"mu = {mu}: {found}")
                self.assertEqual(found["main.phi"][0] > start + 1e-7, moves, f"mu = {mu}: {found}")


if __name__ == "__main__":
    unittest.main()
