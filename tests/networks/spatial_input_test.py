"""What people write of mechanisms in space: shapes and meshes, planar mechanisms in fewer words, targets for places of bodies."""
import json
import math
import struct
import tempfile
import unittest
from pathlib import Path

from spatial_joints_test import Checked
from spatial_test import Mechanism, body, revolute, stribeck

CUBE = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]


def block(x, y, z):
    corners = [(a, b, c) for a in (0, x) for b in (0, y) for c in (0, z)]
    return [[corners[i] for i in triangle] for triangle in CUBE]


def ascii_stl(triangles):
    facets = ["facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {x!r} {y!r} {z!r}\n" for x, y, z in t) + "endloop\nendfacet\n" for t in triangles]
    return ("solid part\n" + "".join(facets) + "endsolid part\n").encode()


def binary_stl(triangles):
    return bytes(80) + struct.pack("<I", len(triangles)) + b"".join(struct.pack("<12fH", 0, 0, 0, *t[0], *t[1], *t[2], 0) for t in triangles)


def start_of(folder, diagram):
    """The first row by its columns, or what the program says where it refuses."""
    path = folder / "diagram.json"
    path.write_text(json.dumps(diagram))
    result = stribeck("run", path, "--quiet", "--at", "0", "--csv", "-")
    if result.returncode:
        return result.stderr
    names, values = (line.split(",") for line in result.stdout.splitlines()[:2])
    return dict(zip(names, map(float, values)))


def meshed(folder, content, **more):
    (folder / "part.stl").write_bytes(content)
    parameters = {"shape": "mesh", "mesh": {"file": "part.stl", "unit": "m"}, "density": 1, **more}
    diagram = {"format": "stribeck/1", "experiment": {"stop": 1},
               "components": {"world": {"type": "spatial.world"}, "pin": {"type": "spatial.revolute"}, "part": {"type": "spatial.body", "parameters": parameters}},
               "connections": [["world.frame", "pin.a"], ["pin.b", "part.frame"]],
               "outputs": [f"part.{name}" for name in ("m", "c_x", "c_y", "c_z", "I_xx", "I_yy", "I_zz", "I_xy", "I_xz", "I_yz")]}
    return start_of(folder, diagram)


class Meshes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_tetrahedron_and_its_turned_and_moved_copy(self):
        """Corners at the origin and at 1 on each axis: V = 1/6, c = (1, 1, 1)/4, integral of x^2 3/80 V.., of x y -V/80 from the centre. Moved by
        (1000, -500, 200) m only rounding of these places is added: 1e-13 of their squares, far from the tenth that a wrong shift makes."""
        corners = [(0., 0., 0.), (1., 0., 0.), (0., 1., 0.), (0., 0., 1.)]
        triangles = [[corners[i] for i in t] for t in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))]
        for shift in ((0, 0, 0), (1000, -500, 200)):
            moved = [[tuple(p + s for p, s in zip(corner, shift)) for corner in t] for t in triangles]
            found = meshed(self.folder, ascii_stl(moved))
            V = 1 / 6
            wanted = {"m": V, "c_x": .25 + shift[0], "c_y": .25 + shift[1], "c_z": .25 + shift[2], "I_xx": V * 6 / 80, "I_yy": V * 6 / 80, "I_zz": V * 6 / 80,
                      "I_xy": V / 80, "I_xz": V / 80, "I_yz": V / 80}
            for name, value in wanted.items():
                self.assertAlmostEqual(found[f"part.{name}"], value, delta=1e-13 * max(1, abs(value)), msg=f"{name} {shift}")

    def test_both_kinds_of_files_are_the_same(self):
        """Of numbers that single floats hold exactly: the same bytes."""
        triangles = block(.5, .25, .75)
        self.assertEqual(meshed(self.folder, ascii_stl(triangles)), meshed(self.folder, binary_stl(triangles)))

    def test_what_does_not_enclose_a_body_is_refused_with_reason_and_place(self):
        good = block(1., 1., 1.)
        turned = [good[0][::-1], *good[1:]]
        cases = {"it is not closed": good[:-1], "do not go round the same way": turned, "it is inside out": [t[::-1] for t in good],
                 "it encloses no volume": [[(0., 0., 0.), (1., 0., 0.), (0., 1., 0.)], [(0., 0., 0.), (0., 1., 0.), (1., 0., 0.)]]}
        for why, triangles in cases.items():
            for write in (ascii_stl, binary_stl):
                said = meshed(self.folder, write(triangles))
                self.assertIn("file.bad_mesh", said)
                self.assertIn(why, said)
                self.assertIn("part.stl", said)
        self.assertRegex(meshed(self.folder, ascii_stl(good[:-1])), r"part\.stl:\d+")
        self.assertIn("is no STL file", meshed(self.folder, b"# a wavefront\nv 0 0 0\n"))
        self.assertRegex(meshed(self.folder, ascii_stl(good).replace(b"endloop", b"end loop", 1)), r'"end" stands where a mesh has "endloop"(.|\n)*part\.stl:7')
        self.assertRegex(meshed(self.folder, ascii_stl(good)[:-200]), "stands where a mesh has|ends within")

    def test_a_solid_needs_a_mass_or_a_density(self):
        said = meshed(self.folder, ascii_stl(block(1., 1., 1.)), density=0)
        self.assertIn("value.out_of_range", said)
        self.assertIn("it needs a mass or a density", " ".join(said.split()))
        self.assertEqual(meshed(self.folder, ascii_stl(block(1., 2., 3.)), mass=2, density=1)["part.m"], 8)
        self.assertEqual(meshed(self.folder, ascii_stl(block(1., 2., 3.)), mass=12, density=0)["part.I_zz"], 5)

    def test_a_tensor_of_no_body(self):
        """Each moment less than the sum of the others, but products that no distribution of mass has."""
        mechanism = Mechanism().add(pin=revolute([0, 0, 1]), stone=body(1, [0, 0, 0], 1, 1, 1, xy=.9)).connect("world.frame pin.a", "pin.b stone.frame")
        with self.assertRaisesRegex(AssertionError, "no body has such a tensor"):
            mechanism.run([1], ["pin.phi"])


def written(plane, first, second):
    """A vector in space, of its parts in the plane."""
    return {"xy": [first, second, 0], "xz": [first, 0, second], "yz": [0, first, second]}[plane]


NORMAL = {"xy": [0, 0, 1], "xz": [0, -1, 0], "yz": [1, 0, 0]}


def rig(plane, few):
    """A slider-crank that rubs, and a slide with a spinning plate: in few words or as in space."""
    vector = (lambda a, b: [a, b]) if few else (lambda a, b: written(plane, a, b))
    axis = {} if few else {"axis_direction": NORMAL[plane]}
    rub = {"friction": "smooth", "friction_coefficient": .1, "characteristic_velocity": .01}

    def link(mass, center, inertia):
        tensor = {"inertia": inertia} if few else {f"inertia_{x}{x}": inertia if n else inertia / 2 for x, n in zip("xyz", NORMAL[plane])}
        return {"type": "spatial.body", "parameters": {"mass": mass, "center": vector(*center), **tensor}}

    def pin(radius, **initial):
        return {"type": "spatial.revolute", "parameters": {**axis, **rub, "radius": radius}, "initial": initial}
    components = {
        "world": {"type": "spatial.world", "parameters": {"gravity": vector(0, -9.81)}},
        "main": pin(.02, phi="30 deg", w=10), "crank": link(1.5, (.03, .01), .004), "crank_end": {"type": "spatial.transform", "parameters": {"offset": vector(.1, 0)}},
        "crank_pin": pin(.015, phi={"value": "-40 deg", "priority": "none"}), "rod": link(.8, (.1, 0), .006),
        "rod_end": {"type": "spatial.transform", "parameters": {"offset": vector(.3, 0)}}, "wrist": pin(.01),
        "guide": {"type": "spatial.prismatic", "parameters": {"axis_direction": vector(1, 0), **rub}, "initial": {"s": {"value": .35, "priority": "none"}}},
        "piston": link(.5, (0, 0), .001), "closure": {"type": "spatial.closure"},
        "push": {"type": "spatial.force_source", "parameters": {"force": vector(-3, 1)}},
        "table": {"type": "spatial.planar", "parameters": {} if few else {"normal_direction": NORMAL[plane]}, "initial": {"s2": 0, "v2": 1, "s3": 0, "v3": 2, "phi": 0, "w": 5}},
        "puck": link(.5, (.1, .02), .01)}
    if plane == "yz" and not few:  # axes 2 and 3 of a normal along x are -z and y: only their names differ
        components["table"]["initial"].update(s2=0, v2=-2, s3=0, v3=1)
    connections = [["world.frame", "main.a", "guide.a", "table.a", "push.a"], ["main.b", "crank.frame", "crank_end.a"], ["crank_end.b", "crank_pin.a"],
                   ["crank_pin.b", "rod.frame", "rod_end.a"], ["rod_end.b", "wrist.a"], ["wrist.b", "closure.a"], ["guide.b", "piston.frame", "closure.b", "push.b"], ["table.b", "puck.frame"]]
    names = ["main.phi", "main.w", "main.N", "guide.s", "guide.N", "wrist.N", "table.phi", "piston.frame.F_x", "puck.frame.r_x", "puck.frame.r_y", "puck.frame.r_z"]
    return {"format": "stribeck/1", **({"plane": plane} if few else {}), "components": components, "connections": connections,
            "experiment": {"stop": .3, "interval": .1, "rtol": 1e-10, "atol": 1e-13}, "outputs": names}


class Planes(Checked):
    def rows(self, diagram, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rig.json"
            path.write_text(json.dumps(diagram))
            result = stribeck("run", path, "--csv", "-", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [line.split(",") for line in result.stdout.splitlines()]
        return {name: [float(line[i]) for line in lines[1:]] for i, name in enumerate(lines[0])}, result.stderr

    def test_few_words_move_as_many(self):
        """In each plane; forces in it too. The loop is held by three constraints instead of six: both run to 1e-10, so 1e-7 of what is of the order of
        one, 1e-6 of forces of 100 N. In few words no reaction is shared, and nothing is said of it."""
        for plane in NORMAL:
            many, said = self.rows(rig(plane, False))
            few, said_of_few = self.rows(rig(plane, True))
            self.assertIn("run.loop_shared", said)
            self.assertNotIn("run.loop_shared", said_of_few)
            for name in many:
                within = 1e-6 if name.split(".")[-1][0] in "NF" else 1e-7
                for a, b in zip(many[name], few[name]):
                    self.assertAlmostEqual(a, b, delta=within, msg=f"{plane} {name}")

    def test_a_torque_in_the_plane(self):
        """2 N m on 0.5 kg m^2, in each plane from its first axis to the second: 2 rad after 1 s; a signal in its place the same."""
        for plane in NORMAL:
            for by_signal in (False, True):
                source = {"type": "spatial.torque_source", **({} if by_signal else {"parameters": {"torque_about_normal": 2}})}
                components = {"world": {"type": "spatial.world"}, "pin": {"type": "spatial.revolute", "initial": {"phi": 0, "w": 0}},
                              "disc": {"type": "spatial.body", "parameters": {"inertia": .5}}, "source": source}
                connections = [["world.frame", "pin.a", "source.a"], ["pin.b", "disc.frame", "source.b"]]
                if by_signal:
                    components["two"] = {"type": "signals.constant", "parameters": {"value": 2}}
                    connections.append(["two.y", "source.T"])
                found, _ = self.rows({"format": "stribeck/1", "plane": plane, "components": components, "connections": connections,
                                      "experiment": {"stop": 1, "rtol": 1e-9}, "outputs": ["pin.phi"]})
                self.assertAlmostEqual(found["pin.phi"][-1], 2, delta=1e-8)

    def test_what_leaves_the_plane_is_refused(self):
        diagram = rig("xz", True)
        diagram["components"]["guide"]["parameters"].update(plane="space", axis_direction=[1, .2, 0])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rig.json"
            path.write_text(json.dumps(diagram))
            result = stribeck("run", path, "--quiet", "--csv", "-")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("but they leave it", result.stderr)

    def test_a_word_that_is_no_plane(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rig.json"
            path.write_text(json.dumps({**rig("xz", True), "plane": "zx"}))
            self.assertRegex(stribeck("run", path).stderr, r'value\.bad_choice(.|\n)*"zx" is no plane(.|\n)*planes are xy, xz, yz')


def arm(hand, shoulder=None, elbow=None):
    """Two links of 0.4 and 0.3 m in the plane xz, with targets for the place of the hand and for the angles."""
    guess = lambda value, otherwise: {"w": 0, "phi": value or {"value": otherwise, "priority": "none"}}
    return {"format": "stribeck/1", "plane": "xz", "experiment": {"stop": .1}, "outputs": ["shoulder.phi", "elbow.phi", "hand.x", "hand.z"],
            "components": {"world": {"type": "spatial.world"}, "shoulder": {"type": "spatial.revolute", "initial": guess(shoulder, -.3)},
                           "upper": {"type": "spatial.body", "parameters": {"inertia": .01}}, "middle": {"type": "spatial.transform", "parameters": {"offset": [.4, 0]}},
                           "elbow": {"type": "spatial.revolute", "initial": guess(elbow, 1)}, "lower": {"type": "spatial.body", "parameters": {"inertia": .01}},
                           "tip": {"type": "spatial.transform", "parameters": {"offset": [.3, 0]}}, "hand": {"type": "spatial.body", "initial": hand}},
            "connections": [["world.frame", "shoulder.a"], ["shoulder.b", "upper.frame", "middle.a"], ["middle.b", "elbow.a"], ["elbow.b", "lower.frame", "tip.a"], ["tip.b", "hand.frame"]]}


class Targets(unittest.TestCase):
    def start(self, diagram):
        with tempfile.TemporaryDirectory() as folder:
            return start_of(Path(folder), diagram)

    def test_the_hand_is_where_it_is_wanted_on_the_branch_of_the_start(self):
        """By the law of cosines; the angles that are only looked from say on which side the elbow is. Newton's rounding: 1e-9."""
        bend = math.acos((.5**2 + .2**2 - .4**2 - .3**2) / (2 * .4 * .3))
        for side in (1, -1):
            found = self.start(arm({"x": .5, "z": .2}, None, {"value": side, "priority": "none"}))
            self.assertAlmostEqual(found["elbow.phi"], side * bend, delta=1e-9)
            self.assertAlmostEqual(found["hand.x"], .5, delta=1e-12)
            self.assertAlmostEqual(found["hand.z"], .2, delta=1e-12)

    def test_what_is_out_of_reach(self):
        """0.85 m away, with 0.7 m of arm: high targets are refused with what was reached, low ones get as near as it can, straight on."""
        said = self.start(arm({"x": .6, "z": .6}))
        self.assertRegex(said, r"initial\.conflict(.|\n)*achieved +hand\.x = 0\.49497(.|\n)*achieved +hand\.z = 0\.49497")
        found = self.start(arm({name: {"value": .6, "priority": "low"} for name in "xz"}))
        for name in "xz":
            self.assertAlmostEqual(found[f"hand.{name}"], .7 / math.sqrt(2), delta=1e-6)

    def test_a_high_place_before_a_low_angle(self):
        """z of the hand holds; the shoulder, wanted low, follows as nearly as it can: exactly, since the elbow is free."""
        found = self.start(arm({"z": .2}, {"value": .1, "priority": "low"}))
        self.assertAlmostEqual(found["hand.z"], .2, delta=1e-12)
        self.assertAlmostEqual(found["shoulder.phi"], .1, delta=1e-9)
        self.assertAlmostEqual(found["elbow.phi"], math.asin((.2 - .4 * math.sin(.1)) / .3) - .1, delta=1e-9)

    def test_a_piston_that_is_to_stand_somewhere(self):
        """A target in a closed loop: the crank finds its angle, on the side where it started (law of cosines)."""
        diagram = rig("xz", True)
        diagram["components"]["main"]["initial"] = {"phi": {"value": .5, "priority": "none"}, "w": 0}
        diagram["components"]["piston"]["initial"] = {"x": .36}
        diagram["outputs"] = ["main.phi", "piston.x", "guide.s"]
        found = self.start(diagram)
        self.assertIsInstance(found, dict, found)
        self.assertAlmostEqual(found["piston.x"], .36, delta=1e-9)
        self.assertAlmostEqual(found["main.phi"], math.acos((.1**2 + .36**2 - .3**2) / (2 * .1 * .36)), delta=1e-8)


if __name__ == "__main__":
    unittest.main()
