"""Frictionless mechanisms in space keep their energy, their momenta where nothing takes these, and their loops: each by sums over bodies that are
made here of the places, axes and velocities that a run shows. STRIBECK_SPATIAL=name,... asks for some of them."""
import csv
import io
import json
import math
import os
import tempfile
import unittest
from pathlib import Path

import spatial_set
from spatial_test import stribeck

PARTS = [*(f"r_{x}" for x in "xyz"), *(f"e{k}_{x}" for k in (1, 2, 3) for x in "xyz"), *(f"v_{x}" for x in "xyz"), *(f"w_{x}" for x in "xyz")]


def run(mechanism, rtol, times, outputs):
    """Rows of what these outputs are at these times."""
    components, connections = spatial_set.diagram(mechanism)
    with tempfile.TemporaryDirectory() as folder:
        made = {"format": "stribeck/1", "components": components, "connections": connections, "outputs": {"variables": outputs, "at": list(times)},
                "experiment": {"stop": max(times), "rtol": rtol, "atol": rtol / 100}}
        Path(folder, "m.json").write_text(json.dumps(made))
        done = stribeck("run", "m.json", "--csv", "m.csv", cwd=folder)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        head, *rows = csv.reader(io.StringIO(Path(folder, "m.csv").read_text()))
    order = [[name.split(" ")[0].split("[")[0] for name in head].index(output) for output in outputs]
    return [[float(row[k]) for k in order] for row in rows]


def motion(mechanism, rtol, times=None):
    """At each time, by body that has mass: place (3), axes (9, one after the other), velocity (3) and angular velocity (3), in the world."""
    bodies = [name for name, body in mechanism.bodies.items() if body.mass]
    rows = run(mechanism, rtol, times or mechanism.times, [f"{name}.frame.{part}" for name in bodies for part in PARTS])
    return [{name: row[18 * k:18 * k + 18] for k, name in enumerate(bodies)} for row in rows]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def sums(mechanism, row):
    """Energy, momentum and its moment about the world's origin; and what each is measured by: what the bodies have of it, without signs."""
    kinetic = potential = pushes = turns = 0.0
    momentum, moment = [0.0] * 3, [0.0] * 3
    for name, state in row.items():
        body = mechanism.bodies[name]
        place, axes, v, w = state[:3], (state[3:6], state[6:9], state[9:12]), state[12:15], state[15:18]
        arm = [sum(body.centre[k] * axes[k][x] for k in range(3)) for x in range(3)]
        centre, speed = [p + q for p, q in zip(place, arm)], [p + q for p, q in zip(v, cross(w, arm))]
        xx, yy, zz, xy, xz, yz = (*body.inertia, 0, 0, 0)[:6]
        turning = [dot(axis, w) for axis in axes]
        spin = [dot(line, turning) for line in ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))]
        kinetic += .5 * body.mass * dot(speed, speed) + .5 * dot(turning, spin)
        potential -= body.mass * dot(mechanism.gravity, centre)
        about = cross(centre, speed)
        own = [body.mass * about[x] + sum(spin[k] * axes[k][x] for k in range(3)) for x in range(3)]
        for x in range(3):
            momentum[x] += body.mass * speed[x]
            moment[x] += own[x]
        pushes += body.mass * math.hypot(*speed)
        turns += math.hypot(*own)
    return {"energy": kinetic + potential, **{f"P_{x}": part for x, part in zip("xyz", momentum)},
            **{f"L_{x}": part for x, part in zip("xyz", moment)}}, {"e": kinetic, "P": pushes, "L": turns}


class Set(unittest.TestCase):
    """Within 1e-9 at rtol 1e-10: of the largest kinetic energy, and of the momenta of the bodies added up without their signs."""

    def test_what_is_kept(self):
        chosen = os.environ.get("STRIBECK_SPATIAL")
        everything = spatial_set.mechanisms()
        self.assertGreaterEqual(len(everything), 20)
        for name in chosen.split(",") if chosen else everything:
            with self.subTest(name):
                mechanism = everything[name]
                times = [0, *mechanism.times]
                rows = [sums(mechanism, row) for row in motion(mechanism, 1e-10, times)]
                first = rows[0][0]
                for found, _ in rows[1:]:
                    for what in ("energy", *mechanism.keeps):
                        scale = max(sizes[what[0]] for _, sizes in rows)
                        self.assertLessEqual(abs(found[what] - first[what]), 1e-9 * scale, f"{name}: {what} went from {first[what]} to {found[what]}")


if __name__ == "__main__":
    unittest.main()
