"""Arms drawn at random whose joints rub by their reactions, against an own program: Newton and Euler from the world outwards and back (Luh, Walker,
Paul, 1980, J. Dyn. Sys. Meas. Control 102, 69-76), friction by iteration. More of them with STRIBECK_RANDOM_ARMS=N."""
import os
import random
import sys
import tempfile
import unittest
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait for one another take longer than a matrix of some rows
try:
    import numpy as np
    from scipy.integrate import solve_ivp
except ImportError as missing:
    print(f"SKIPPED: {missing}")
    sys.exit(77)  # as tests/CMakeLists.txt tells ctest

from spatial_test import GRAVITY, Mechanism, body, revolute, stribeck, transform

ARMS = int(os.environ.get("STRIBECK_RANDOM_ARMS", "6"))
RADIUS, MU, CREEP = .05, .2, .05


class Arm:
    """Body k turns against the body before it, or an earlier one, about `axes[k]` at `places[k]`."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.size = draw.choice([3, 4, 5, 6, 8, 12])
        vector = lambda size: np.array([draw.uniform(-size, size) for _ in range(3)])
        self.before = [-1] + [k - 1 if draw.random() < .8 else draw.randrange(k) for k in range(1, self.size)]
        self.axes = [axis / np.linalg.norm(axis) for axis in (vector(1) for _ in range(self.size))]
        self.places = [vector(.3) for _ in range(self.size)]
        self.centres = [vector(.15) for _ in range(self.size)]
        self.masses = [draw.uniform(.5, 4) for _ in range(self.size)]
        # Of points on the axes, so that they are tensors that bodies have.
        self.inertias = [np.array([b + c, a + c, a + b]) for a, b, c in (np.abs(vector(.02)) + 1e-3 for _ in range(self.size))]
        self.start = np.array([*(draw.uniform(-1, 1) for _ in range(self.size)), *(draw.uniform(-3, 3) for _ in range(self.size))])

    def diagram(self, law):
        mechanism = Mechanism()
        rubs = {"friction": law, "radius": RADIUS, "friction_coefficient": MU} | ({"characteristic_velocity": CREEP} if law == "smooth" else {})
        parts = {-1: ["world.frame"]}
        for k in range(self.size):
            joint = revolute(list(self.axes[k]), self.start[k], self.start[self.size + k], **rubs)
            mechanism.add(**{f"p{k}": transform(offset=list(self.places[k])), f"j{k}": joint,
                             f"b{k}": body(self.masses[k], list(self.centres[k]), *self.inertias[k])})
            parts[self.before[k]].append(f"p{k}.a")
            mechanism.connect(f"p{k}.b j{k}.a")
            parts[k] = [f"j{k}.b", f"b{k}.frame"]
        return mechanism.connect(*(" ".join(node) for node in parts.values()))

    def torques(self, phi, w, wdot):
        """What each joint gives to its body about its axis, and how large a force it carries."""
        turned, spin, turn, at, axis = {-1: np.eye(3)}, {-1: np.zeros(3)}, {-1: np.zeros(3)}, {-1: -np.array(GRAVITY)}, []
        arms = []
        for k, p in enumerate(self.before):
            n = self.axes[k]
            cross = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
            axis.append(turned[p] @ n)
            arms.append(turned[p] @ self.places[k])
            turned[k] = turned[p] @ (np.eye(3) + np.sin(phi[k]) * cross + (1 - np.cos(phi[k])) * cross @ cross)
            spin[k] = spin[p] + axis[k] * w[k]
            turn[k] = turn[p] + axis[k] * wdot[k] + np.cross(spin[p], axis[k] * w[k])
            at[k] = at[p] + np.cross(turn[p], arms[k]) + np.cross(spin[p], np.cross(spin[p], arms[k]))
        force, moment = np.zeros((self.size, 3)), np.zeros((self.size, 3))
        for k in reversed(range(self.size)):
            c, tensor = turned[k] @ self.centres[k], turned[k] @ np.diag(self.inertias[k]) @ turned[k].T
            own = self.masses[k] * (at[k] + np.cross(turn[k], c) + np.cross(spin[k], np.cross(spin[k], c)))
            force[k] += own
            moment[k] += tensor @ turn[k] + np.cross(spin[k], tensor @ spin[k]) + np.cross(c, own)
            if (p := self.before[k]) >= 0:
                force[p] += force[k]
                moment[p] += moment[k] + np.cross(arms[k], force[k])
        return np.einsum("ij,ij->i", axis, moment), np.linalg.norm(force, axis=1)

    def rates(self, _, x):
        phi, w = x[:self.size], x[self.size:]
        at_rest = self.torques(phi, w, np.zeros(self.size))[0]
        masses = np.array([self.torques(phi, w, unit)[0] - at_rest for unit in np.eye(self.size)]).T
        share = (1 - np.exp(-RADIUS * np.abs(w) / CREEP)) * np.sign(w)
        friction = np.zeros(self.size)
        for _ in range(100):
            wdot = np.linalg.solve(masses, -friction - at_rest)
            new = RADIUS * MU * self.torques(phi, w, wdot)[1] * share
            done, friction = np.max(np.abs(new - friction)) <= 1e-13 * np.max(np.abs(new)), new
            if done:
                return np.concatenate([w, wdot])
        raise AssertionError("the iteration of friction does not end")


class Arms(unittest.TestCase):
    def test_smooth_friction(self):
        """Tolerances: 1e-11 a step by both, grown by motions in which small differences grow tenfold in a tenth of a second."""
        for seed in range(ARMS):
            with self.subTest(seed=seed):
                arm = Arm(seed)
                found = arm.diagram("smooth").run([.1], [f"j{k}.{name}" for name in ("phi", "w") for k in range(arm.size)], "--verify")
                ours = solve_ivp(arm.rates, (0, .1), arm.start, method="DOP853", rtol=1e-10, atol=1e-11)
                for (name, values), expected in zip(list(found.items())[-2 * arm.size:], ours.y[:, -1]):
                    self.assertAlmostEqual(values[-1], expected, delta=1e-6 * max(1, abs(expected)), msg=name)

    def test_what_is_light_beside_what_is_heavy_shares_nothing(self):
        """A slide of 100 t carries a pin of 1 g: each holds its own load, and is not told to share it. Two parallel guides of one body do."""
        rubs = {"friction": "exact", "friction_coefficient": .5}
        mechanism = Mechanism().add(slide={"type": "spatial.prismatic", "parameters": {"axis_direction": [1, 0, 0], **rubs}},
                                    heavy=body(1e5, [0, 0, 0], 1e4, 1e4, 1e4), pin=revolute([0, -1, 0], .1, radius=.02, **rubs),
                                    light=body(1e-3, [.005, 0, 0], 1e-9, 1e-8, 1e-8))
        mechanism.connect("world.frame slide.a", "slide.b heavy.frame pin.a", "pin.b light.frame")
        self.assertNotIn("run.friction_shared", self.said(mechanism))
        mechanism.add(brake={"type": "translational.dry_friction"}, wall={"type": "translational.ground"})
        self.assertIn("run.friction_shared", self.said(mechanism.connect("brake.R slide.axis", "brake.C wall.W")))

    def said(self, mechanism):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "m.json").write_text(mechanism.text(["*.phi"], .1))
            result = stribeck("run", "m.json", cwd=folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout + result.stderr

    def test_exact_friction_is_the_same_without_shortcuts(self):
        """What sticks and slips, and every equation of the record at every row; plain programs compute all explicit steps of a loop."""
        for seed in range(10 * ARMS):  # these take no time
            with self.subTest(seed=seed):
                arm = Arm(seed)
                mechanism, outputs = arm.diagram("exact"), [f"j{k}.phi" for k in range(arm.size)]
                found, plain = mechanism.run([.1, .2], outputs, "--verify"), mechanism.run([.1, .2], outputs, "--plain")
                for name in outputs:
                    for one, other in zip(found[name], plain[name]):
                        self.assertAlmostEqual(one, other, delta=1e-7 * max(1, abs(one)), msg=name)


if __name__ == "__main__":
    unittest.main()
