"""Robots of URDF files: they move as diagrams that are written by hand, and what is wrong with a file is told with its line."""
import csv
import io
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import stribeck  # noqa: E402

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base"/>
  <link name="upper-arm">
    <visual><geometry><mesh filename="package://arm/upper.stl"/></geometry></visual>
    <inertial>
      <origin xyz="0.1 0 -0.2" rpy="0.3 -0.2 0.5"/>
      <mass value="2"/>
      <inertia ixx="0.02" iyy="0.03" izz="0.015" ixy="0.001" ixz="-0.002" iyz="0.003"/>
    </inertial>
  </link>
  <link name="slide">
    <inertial><mass value="0.5"/><inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="tool"><inertial><origin xyz="0 0 0.05"/><mass value="0.2"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="guide" type="prismatic">
    <parent link="upper-arm"/><child link="slide"/>
    <origin xyz="0 0.05 -0.4" rpy="0 0 0.7"/>
    <axis xyz="0 0 -2"/>
    <limit lower="-0.05" upper="0.03" effort="10" velocity="1"/>
    <dynamics damping="2"/>
  </joint>
  <joint name="shoulder" type="continuous">
    <parent link="base"/><child link="upper-arm"/>
    <origin xyz="0 0 1" rpy="0.1 0.9 0.3"/>
    <axis xyz="0 1 0"/>
    <dynamics damping="0.4" friction="0.1"/>
  </joint>
  <joint name="flange" type="fixed"><parent link="slide"/><child link="tool"/><origin xyz="0 0 -0.1" rpy="0.5 0 0"/></joint>
  <transmission name="t"/>
</robot>
"""


def line_of(text):
    return ARM[:ARM.index(text)].count("\n") + 1


def chain_of_turns(name, offset, rpy, before, after):
    """The same place by three transforms, one an angle: moved and turned by yaw, then pitch, then roll about the axes that are turned."""
    steps = [{"offset": offset, "axis": [0, 0, 1], "angle": rpy[2]}, {"axis": [0, 1, 0], "angle": rpy[1]}, {"axis": [1, 0, 0], "angle": rpy[0]}]
    names = [f"{name}_{k}" for k in "zyx"]
    components = {n: {"type": "spatial.transform", "parameters": p} for n, p in zip(names, steps)}
    return components, [[before, f"{names[0]}.a"], [f"{names[0]}.b", f"{names[1]}.a"], [f"{names[1]}.b", f"{names[2]}.a"], [f"{names[2]}.b", after]]


def by_hand():
    """The arm in our own words; the tensor of the upper arm stands in a frame of its own."""
    body = lambda mass, i, center=(0, 0, 0), **more: {"type": "spatial.body", "parameters": {"mass": mass, "center": list(center), "inertia_xx": i[0], "inertia_yy": i[1], "inertia_zz": i[2], **more}}
    first, to_first = chain_of_turns("origin", [0, 0, 1], [.1, .9, .3], "world.frame", "shoulder.a")
    own, to_own = chain_of_turns("middle", [.1, 0, -.2], [.3, -.2, .5], "shoulder.b", "upper.frame")
    components = {
        "world": {"type": "spatial.world"}, **first, **own,
        "shoulder": {"type": "spatial.revolute", "parameters": {"axis_direction": [0, 1, 0]}, "initial": {"phi": 0, "w": 0}},
        "upper": body(2, (.02, .03, .015), inertia_xy=.001, inertia_xz=-.002, inertia_yz=.003),
        "place": {"type": "spatial.transform", "parameters": {"offset": [0, .05, -.4], "axis": [0, 0, 1], "angle": .7}},
        "guide": {"type": "spatial.prismatic", "parameters": {"axis_direction": [0, 0, -1]}, "initial": {"s": 0, "v": 0}},
        "slide": body(.5, (.001,) * 3), "flange": {"type": "spatial.transform", "parameters": {"offset": [0, 0, -.1], "axis": [1, 0, 0], "angle": .5}},
        "tool": body(.2, (1e-4,) * 3, (0, 0, .05)),
        "damper": {"type": "rotational.damper", "parameters": {"damping": .4}},
        "friction": {"type": "rotational.dry_friction", "parameters": {"coulomb_torque": .1, "static_torque": .1}}, "wall": {"type": "rotational.ground"},
        "oil": {"type": "translational.damper", "parameters": {"damping": 2}}, "end": {"type": "translational.ground"},
        "stop": {"type": "translational.hard_stop", "parameters": {"lower_bound": -.05, "upper_bound": .03, "model": "restitution"}}}
    connections = to_first + [["shoulder.axis", "damper.R", "friction.R"], ["damper.C", "friction.C", "wall.W"], ["guide.axis", "oil.R", "stop.R"], ["oil.C", "stop.C", "end.W"]]
    connections += to_own[1:] + [["shoulder.b", "middle_z.a", "place.a"], ["place.b", "guide.a"], ["guide.b", "slide.frame", "flange.a"], ["flange.b", "tool.frame"]]
    return {"format": "stribeck/1", "components": components, "connections": connections, "experiment": {"stop": 1, "rtol": 1e-8, "atol": 1e-10}}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def imported(self, text, *options):
        (self.folder / "robot.urdf").write_text(text)
        return stribeck("import", "robot.urdf", "-o", "robot.json", *options, cwd=self.folder)

    def rows(self, diagram, outputs, *options):
        diagram["outputs"] = outputs
        (self.folder / "moved.json").write_text(json.dumps(diagram))
        result = stribeck("run", "moved.json", "--quiet", "--at", "0.1,0.5,1", "--csv", "-", *options, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [[float(x) for x in row] for row in list(csv.reader(io.StringIO(result.stdout)))[1:]]


class Robots(Case):
    def test_an_arm_moves_as_the_diagram_written_by_hand(self):
        """Turned frames, a tensor in turned axes, damping, friction, a stop that is hit: the same places of the tool, to the tolerance of 1e-8."""
        result = self.imported(ARM)
        self.assertEqual(result.returncode, 0, result.stderr)
        robot = json.loads((self.folder / "robot.json").read_text())
        outputs = ["shoulder.phi", "guide.s", "tool.frame.r_x", "tool.frame.r_y", "tool.frame.r_z", "tool.frame.e1_x", "tool.frame.e3_y"]
        ours, theirs = self.rows(by_hand(), outputs), self.rows(robot, outputs, "--verify")
        self.assertGreater(max(abs(row[1]) for row in ours), .3)
        self.assertAlmostEqual(ours[-1][2], .03, delta=1e-9)  # at its stop
        for a, b in zip(ours, theirs):
            for one, other in zip(a, b):
                self.assertAlmostEqual(one, other, delta=1e-7)

    def test_what_is_left_out_is_told_with_its_line(self):
        said = self.imported(ARM).stderr
        for at, what in (("<visual>", '<visual> of link "upper-arm", mesh "package://arm/upper.stl"'), ("effort", '"effort" of <limit> of joint "guide"'),
                         ("velocity", '"velocity" of <limit> of joint "guide"'), ("<transmission", "<transmission>")):
            self.assertIn(f"left out: robot.urdf:{line_of(at)}: {what}", said.replace("\n", " ").replace("  ", " "))
        self.assertIn('note: "upper-arm" is called upper_arm', said)

    def test_a_free_base_falls(self):
        text = '<robot name="stone"><link name="stone"><inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>'
        self.assertEqual(self.imported(text, "--base", "free").returncode, 0)
        robot = json.loads((self.folder / "robot.json").read_text())
        robot["components"]["base_motion"]["initial"] = {f"{x}{k}": 0 for x in "rvw" for k in "123"}
        self.assertAlmostEqual(self.rows(robot, ["stone.frame.r_z"])[-1][1], -.5 * 9.80665, delta=1e-9)

    def test_a_joint_that_cannot_begin_at_zero(self):
        result = self.imported(ARM.replace('lower="-0.05"', 'lower="0.01"'))
        self.assertIn('joint "guide" begins at its limit 0.01', result.stderr)
        self.assertEqual(json.loads((self.folder / "robot.json").read_text())["components"]["guide"]["initial"]["s"], .01)


class Broken(Case):
    def check(self, old, new, *words, at=None):
        """`at`: what stands in the line that is named, if that is not where the file was changed."""
        self.assertIn(old, ARM)
        line = line_of(at or old)
        result = self.imported(ARM.replace(old, new, 1))
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("error[urdf.unreadable]", result.stderr)
        self.assertIn(f"robot.urdf:{line}", result.stderr)
        for word in words:
            self.assertIn(word, " ".join(result.stderr.split()))
        self.assertFalse((self.folder / "robot.json").exists())

    def test_each_fault_with_its_line(self):
        self.check('<child link="slide"/>', '<child link="slyde"/>', 'there is no link "slyde"', '"slide"')
        self.check('type="continuous"', 'type="hinge"', '"hinge"', "types are fixed, revolute")
        self.check('type="continuous"', 'type="revolute"', "has no <limit>", "continuous")
        self.check('<child link="tool"/>', '<child link="slide"/>', "both lead to link", at='<joint name="flange"')
        self.check('xyz="0.1 0 -0.2"', 'xyz="0.1 0"', "3 numbers")
        self.check('xyz="0.1 0 -0.2"', 'xyz="${x} 0 0"', "xacro")
        self.check('<mass value="2"/>', '<mass value="-2"/>', "the mass of link")
        self.check('ixx="0.02"', 'ixx="0.2"', "no body has the tensor of link")
        self.check('<axis xyz="0 1 0"/>', '<axis xyz="0 0 0"/>', "is zero")
        self.check('lower="-0.05" upper="0.03"', 'lower="0.05" upper="0.03"', "before it begins")
        self.check('damping="2"', 'damping="-2"', "below zero")
        self.check("</inertial>", "</inertia>", "cannot be read")
        self.check('<link name="slide">', '<link name="base">', "two links")
        self.check('<parent link="base"/>', '<parent link="slide"/>', "ring", at='<joint name="guide"')
        self.check('<joint name="shoulder"', '<joint name="guide"', "two joints")

    def test_what_is_no_robot(self):
        result = self.imported("<sdf/>")
        self.assertIn("describes a", result.stderr)
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main()
