"""Mechanisms in space against numbers that two other programs share to all digits written here (Lagrange's equations, or multipliers in
maximal coordinates, and Drake's tree), against their own motion in a world that is turned, and under --verify."""
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

GRAVITY = [0, 0, -9.81]
ACROSS = [0, -1, 0]  # a positive angle turns what hangs along -z towards +x


def revolute(axis, phi=0.0, w=0.0, **parameters):
    return {"type": "spatial.revolute", "parameters": {"axis_direction": axis, **parameters}, "initial": {"phi": phi, "w": w}}


def transform(**parameters):
    return {"type": "spatial.transform", "parameters": parameters}


def body(mass, center, xx, yy, zz, xy=0, xz=0, yz=0):
    return {"type": "spatial.body", "parameters": {"mass": mass, "center": center, "inertia_xx": xx, "inertia_yy": yy, "inertia_zz": zz,
                                                   "inertia_xy": xy, "inertia_xz": xz, "inertia_yz": yz}}


def rod(mass, length):
    """Uniform and slender, along -z from its joint."""
    across = mass * length ** 2 / 12
    return body(mass, [0, 0, -length / 2], across, across, 0)


class Mechanism:
    def __init__(self, gravity=None):
        self.components = {"world": {"type": "spatial.world", "parameters": {"gravity": gravity or GRAVITY}}}
        self.connections = []

    def add(self, **components):
        self.components.update(components)
        return self

    def connect(self, *nodes):
        self.connections += [node.split() for node in nodes]
        return self

    def text(self, outputs, stop):
        return json.dumps({"format": "stribeck/1", "components": self.components, "connections": self.connections, "outputs": outputs,
                           "experiment": {"stop": stop, "rtol": 1e-11, "atol": 1e-13}})

    def steps(self, stop, *options):
        """The instants at which steps of the solver end, and the events as (time, label)."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "m.json").write_text(self.text([], stop))
            result = stribeck("run", "m.json", "--csv", "m.csv", "--rows", "steps", "--format", "json", *options, cwd=folder)
            if result.returncode != 0:
                raise AssertionError(result.stdout + result.stderr)
            rows = list(csv.reader(io.StringIO(Path(folder, "m.csv").read_text())))[1:]
        return [float(row[0]) for row in rows], [(event["time_s"], event["label"]) for event in json.loads(result.stdout)["events"]["first"]]

    def run(self, times, outputs, *options):
        """By output, what it is at these times."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "m.json").write_text(self.text({"variables": outputs, "at": times}, max(times)))
            result = stribeck("run", "m.json", "--csv", "m.csv", *options, cwd=folder)
            if result.returncode != 0:
                raise AssertionError(result.stdout + result.stderr)
            rows = list(csv.reader(io.StringIO(Path(folder, "m.csv").read_text())))
            rows = [row for row, before in zip(rows, [None, *rows]) if before is None or row[0] != before[0]]  # an event at that time has two
        table = {}
        for name, *column in zip(*rows):
            table[name.split(" ")[0].split("[")[0]] = [float(value) for value in column]
        return table


def chain(masses, lengths, angles):
    mechanism = Mechanism()
    node = "world.frame"
    for k, (mass, length, angle) in enumerate(zip(masses, lengths, angles), 1):
        mechanism.add(**{f"j{k}": revolute(ACROSS, angle), f"rod{k}": rod(mass, length), f"end{k}": transform(offset=[0, 0, -length])})
        mechanism.connect(f"{node} j{k}.a", f"j{k}.b rod{k}.frame end{k}.a")
        node = f"end{k}.b"
    return mechanism


# axis, joint's place on the body before, mass, center, inertia
ROBOT = [([0, 0, 1], [0, 0, .2], 8, [.02, 0, .15], [.08, .07, .05]),
         ([0, 1, 0], [.05, 0, .3], 6, [0, .03, .25], [.15, .14, .02, .001, .002, -.003]),
         ([0, 1, 0], [0, 0, .5], 4, [.05, -.02, .05], [.03, .035, .025]),
         ([1, 0, 0], [.1, 0, .1], 2, [.18, 0, 0], [.004, .02, .02]),
         ([0, 1, 0], [.35, 0, 0], 1.2, [.05, 0, .01], [.002, .003, .003]),
         ([1, 0, 0], [.1, 0, 0], .4, [.03, .01, 0], [.0003, .0004, .0004])]
BENT = [.1, .4, -.3, .2, .5, 0]


def robot(torques=None, dampings=None, base=None, gravity=None):
    mechanism = Mechanism(gravity)
    node = "world.frame"
    if base:
        mechanism.add(base=transform(**base)).connect("world.frame base.a")
        node = "base.b"
    wall = []
    for k, (axis, place, mass, center, inertia) in enumerate(ROBOT, 1):
        mechanism.add(**{f"p{k}": transform(offset=place), f"j{k}": revolute(axis, BENT[k - 1]), f"b{k}": body(mass, center, *inertia)})
        mechanism.connect(f"{node} p{k}.a", f"p{k}.b j{k}.a")
        node = f"j{k}.b b{k}.frame"
        if torques:
            mechanism.add(**{f"t{k}": {"type": "rotational.torque_source", "parameters": {"torque": torques[k - 1]}},
                             f"d{k}": {"type": "rotational.damper", "parameters": {"damping": dampings[k - 1]}}})
            mechanism.connect(f"j{k}.axis t{k}.R d{k}.R")
            wall += [f"t{k}.C", f"d{k}.C"]
    mechanism.connect(node)
    if wall:
        mechanism.add(wall={"type": "rotational.ground"}).connect("wall.W " + " ".join(wall))
    return mechanism


class Numbers(unittest.TestCase):
    """Tolerances: the integrator's, 1e-11 a step, grown by the motion where that is chaotic."""

    def check(self, found, expected, within):
        for name, values in expected.items():
            for value, other in zip(found[name], values):
                self.assertAlmostEqual(value, other, delta=within * max(1, abs(other)), msg=name)

    def test_double_pendulum(self):
        found = chain([1, .6], [.7, .5], [math.radians(100), math.radians(-80)]).run([.5, 1, 2, 3], ["end2.b.r_x", "end2.b.r_z", "j1.phi", "j1.w"])
        self.check(found, {"end2.b.r_x": [.23969618354, -.69954191895, 1.1652171731, -.3015205407],
                           "end2.b.r_z": [-1.0015412570, .34888560321, -.2053485922, .1339215299],
                           "j1.phi": [-.21138498741, -1.3535798917, 1.5378055607, -1.2740331641],
                           "j1.w": [-4.5046182817, -.51684743445, 1.9987120982, -1.614765200]}, 1e-8)

    def test_chain_of_ten(self):
        mechanism = chain([.1] * 10, [.1] * 10, [math.pi / 2] + [0] * 9)
        found = mechanism.run([.2, .4, .6, .8, 1, 1.5], ["end10.b.r_x", "end10.b.r_z", "j1.w", "rod10.frame.w_y"])
        self.check(found, {"end10.b.r_x": [.93543487658, .46145092478, -.67355885896, -.91558862974, -.89431685236, .38147362518],
                           "end10.b.r_z": [-.19618382493, -.77716147097, -.65554741827, -.29921126671, -.14656506475, -.54323286876],
                           "j1.w": [-2.8092311342, -3.5642297873, -10.637551597, -.949656412, .9963656229, -7.881357325]}, 1e-7)
        self.check(found, {"rod10.frame.w_y": [-.01106899416, 4.7068100813, -.8581921910, -1.7770522651, -.9818681353, 17.651128286]}, 1e-6)

    FALLS = {"j1.phi": [.10387746617, .11467141760, .25302972753], "j2.phi": [.51108957485, 1.9178147455, 4.4830785402],
             "j3.phi": [.01860380111, -.39177821144, .80791142559], "j4.phi": [.27525609072, .81312469268, 2.9606897940],
             "j5.phi": [.02501370897, -.13767205788, -.1187415321], "j6.phi": [-.14977842633, .05211499452, -14.444164725],
             "j1.F1": [143.78512687, 206.57040398, 120.92673612]}

    def test_robot_falls(self):
        self.check(robot().run([.2, .5, 1], list(self.FALLS)), self.FALLS, 1e-8)

    def test_robot_falls_the_same_in_a_world_that_is_turned(self):
        base = {"offset": [1, -2, .5], "axis": [0, 1, 0], "angle": 0.7}
        gravity = [-9.81 * math.sin(0.7), 0, -9.81 * math.cos(0.7)]
        self.check(robot(base=base, gravity=gravity).run([.2, .5, 1], list(self.FALLS)), self.FALLS, 1e-8)

    def test_driven_robot(self):
        found = robot([3, -20, 8, 1, .5, -.1], [2, 3, 2, .3, .2, .05]).run([.2, .5, 1], ["j*.phi", "j1.F1"], "--verify")
        self.check(found, {"j1.phi": [.12714905307, .33602352876, .75101145680], "j2.phi": [.31839117652, .89162261335, 2.4576892655],
                           "j3.phi": [.40150860117, 1.9775645537, 2.6749660299], "j4.phi": [.83456291768, 1.9187824584, 3.6973636986],
                           "j5.phi": [.25557419370, .37816822853, 1.9639599031], "j6.phi": [-.29797112559, -.70982463254, -1.5895535261],
                           "j1.F1": [183.93720216, 210.55449114, 228.14701386]}, 1e-8)

    def test_pendulum_on_a_cart(self):
        mechanism = Mechanism().add(
            guide={"type": "spatial.prismatic", "parameters": {"axis_direction": [1, 0, 0]}, "initial": {"s": .1, "v": 0}},
            cart=body(2, [0, 0, 0], 0, 0, 0), pin=revolute(ACROSS, math.radians(100)), rod=rod(.5, .8),
            spring={"type": "translational.spring", "parameters": {"stiffness": 30}},
            damper={"type": "translational.damper", "parameters": {"damping": 1}}, wall={"type": "translational.ground"})
        mechanism.connect("world.frame guide.a", "guide.b cart.frame pin.a", "pin.b rod.frame", "guide.axis spring.R damper.R",
                          "spring.C damper.C wall.W")
        found = mechanism.run([.5, 1, 2, 4], ["guide.*", "pin.*"], "--verify")
        self.check(found, {"guide.s": [.08426559881, -.13063750404, .26504840962, .10154891628],
                           "pin.phi": [-.37818918238, -1.3939125048, .27656133187, .80679800473],
                           "guide.v": [-.00280810328, -.36000845035, .58723860137, -.28349297894],
                           "pin.F2": [3.7531711371, 2.3621164801, -2.2755085866, -2.5288593338],
                           "pin.F3": [11.660217106, 1.6270660839, 7.8641198428, 3.6351078134],
                           "guide.F2": [-31.280217106, -21.247066084, -27.484119843, -23.255107813]}, 1e-8)

    def test_smooth_friction_of_a_pin(self):
        mechanism = Mechanism().add(rod=rod(1.5, 1), pin=revolute(ACROSS, math.pi / 2, friction="smooth", radius=.04, friction_coefficient=.3,
                                                                  characteristic_velocity=.001))
        found = mechanism.connect("world.frame pin.a", "pin.b rod.frame").run([.5, 1, 2, 5], ["pin.*", "pin.heat"], "--verify")
        self.check(found, {"pin.phi": [-.06055240009, -1.4405460130, 1.2619749039, -.162181955],
                           "pin.w": [-5.2452534654, .657273979, -1.584215730, 3.8082540279],
                           "pin.N": [35.324961257, 4.344857957, 7.32165910, 25.42075866],
                           "pin.heat": [.46584466213, .8476070465, 1.6087744442, 3.635250111]}, 1e-7)


if __name__ == "__main__":
    unittest.main()
