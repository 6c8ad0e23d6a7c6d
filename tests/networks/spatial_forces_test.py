"""Forces between bodies in space: what must not change, the same force by another way, and what does not lead to the world."""
import json
import tempfile
import unittest
from pathlib import Path

from spatial_joints_test import Checked, joint, rates
from spatial_test import Mechanism, body, revolute, stribeck, transform


class Forces(Checked):
    """Tolerances: the integrator's, 1e-11 a step."""

    def test_two_bodies_on_a_spring_keep_their_momenta(self):
        """Tied beside their centers they tumble; nothing acts from outside. Momentum and moment of momentum, of both, about the origin."""
        inertia, mass = {"a": [.02, .03, .04], "b": [.01, .012, .015]}, {"a": 1, "b": .5}
        mechanism = Mechanism([0, 0, 0]).add(
            fa=joint("free", {}, r1=0, r2=0, r3=0, v1=.1, v2=0, v3=.2, **rates([1, 2, 0])), a=body(1, [0, 0, 0], *inertia["a"]), hook=transform(offset=[.1, .05, 0]),
            fb=joint("free", {}, r1=.6, r2=.1, r3=0, v1=0, v2=-.3, v3=0, **rates([0, 0, 3])), b=body(.5, [0, 0, 0], *inertia["b"]), eye=transform(offset=[-.1, 0, .02]),
            spring={"type": "spatial.spring_damper", "parameters": {"stiffness": 60, "damping": .5, "natural_length": .3}})
        mechanism.connect("world.frame fa.a fb.a", "fa.b a.frame hook.a", "fb.b b.frame eye.a", "hook.b spring.a", "eye.b spring.b")
        found = mechanism.run([0, 1, 3], ["a.frame.*", "b.frame.*", "spring.F"], "--verify")
        self.assertGreater(max(found["spring.F"]) - min(found["spring.F"]), 1)  # it does something

        def momenta(row):
            p, L = [0, 0, 0], [0, 0, 0]
            for name in "ab":
                of = lambda what: [found[f"{name}.frame.{what}_{x}"][row] for x in "xyz"]
                r, v, w, axes = of("r"), of("v"), of("w"), [of("e1"), of("e2"), of("e3")]
                along = [sum(e * c for e, c in zip(axis, w)) for axis in axes]
                spin = [sum(inertia[name][k] * along[k] * axes[k][x] for k in range(3)) for x in range(3)]
                for x in range(3):
                    y, z = (x + 1) % 3, (x + 2) % 3
                    p[x] += mass[name] * v[x]
                    L[x] += mass[name] * (r[y] * v[z] - r[z] * v[y]) + spin[x]
            return p + L

        for row in (1, 2):
            self.check({"momenta": momenta(row)}, {"momenta": momenta(0)}, 1e-9)

    def test_a_spring_is_the_force_that_a_sensor_and_a_source_make(self):
        """A spring to the world against F = -k r by signals: a natural length of zero needs no direction."""
        start = joint("ball", {"axis": [0, 1, 0], "angle": .5}, **rates([.3, 0, 2]))
        outputs, runs = ["tip.b.r_x", "tip.b.r_y", "ball.F3"], []
        for with_signals in (False, True):
            mechanism = Mechanism().add(ball=start, bob=body(1, [0, 0, -.2], .02, .02, .01), tip=transform(offset=[.1, 0, -.4]), nail=transform(offset=[.3, .2, -.1]))
            mechanism.connect("world.frame ball.a nail.a", "ball.b bob.frame tip.a")
            if with_signals:
                mechanism.add(sensor={"type": "spatial.motion_sensor"}, pull={"type": "spatial.force_source", "parameters": {"axes": "a"}})
                for x in "xyz":
                    mechanism.add(**{x: {"type": "signals.gain", "parameters": {"gain": "-25 N/m"}}}).connect(f"sensor.r_{x} {x}.u", f"{x}.y pull.{x}")
                mechanism.connect("nail.b sensor.a pull.a", "tip.b sensor.b pull.b")
            else:
                mechanism.add(spring={"type": "spatial.spring_damper", "parameters": {"stiffness": 25}}).connect("nail.b spring.a", "tip.b spring.b")
            runs.append(mechanism.run([.5, 2], outputs, "--verify"))
        self.check(runs[0], {name: runs[1][name] for name in outputs}, 1e-9)

    def test_a_force_leads_to_no_world(self):
        """Two pins that hold one another float, whatever pulls at them."""
        mechanism = Mechanism().add(one=revolute([0, 0, 1]), other=revolute([1, 0, 0]), stone=body(1, [0, 0, 0], 1, 1, 1),
                                    spring={"type": "spatial.spring_damper"})
        mechanism.connect("one.b other.a stone.frame spring.b", "other.b one.a", "world.frame spring.a")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "ring.json").write_text(json.dumps({"format": "stribeck/1", "components": mechanism.components, "connections": mechanism.connections}))
            result = stribeck("run", "ring.json", cwd=folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("error[spatial.floating]", result.stderr)
        self.assertIn("form a ring without a world", result.stderr)


if __name__ == "__main__":
    unittest.main()
