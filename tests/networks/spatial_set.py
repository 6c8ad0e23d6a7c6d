"""Frictionless mechanisms in space, each described once: spatial_set_test.py runs what they make of themselves as diagrams, spatial_drake_test.py
gives the same descriptions to Drake."""
import math
from dataclasses import dataclass, field

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
ACROSS = (0, -1, 0)  # a positive angle turns what lies along x towards z
DOWN = (0, 0, -9.81)


@dataclass(frozen=True)
class Body:
    """Mass in kg, its centre in m, the tensor about it in kg m^2 (xx, yy, zz, xy, xz, yz), both in the axes of the frame. Mass 0: a frame alone."""
    mass: float = 0
    centre: tuple = (0, 0, 0)
    inertia: tuple = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Joint:
    """On body `a` at `place` (m), in axes that are turned there by `turn` (axis, angle); the frame of body `b` is the joint's other side. `start`
    holds values that are asked for, `near` says where to look for those that the loop decides. Both use the names of Stribeck's coordinates."""
    kind: str
    a: str
    b: str
    place: tuple = (0, 0, 0)
    axis: tuple = Z
    turn: tuple = (Z, 0)
    start: dict = field(default_factory=dict)
    near: dict = field(default_factory=dict)
    parameters: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Loop:
    """Holds a place on one body at a place on another, and with `rigid` their axes too."""
    a: str
    b: str
    place_a: tuple = (0, 0, 0)
    place_b: tuple = (0, 0, 0)
    rigid: bool = False
    turn_a: tuple = (Z, 0)


@dataclass(frozen=True)
class Mechanism:
    """`keeps`: which sums of the motion stay, besides energy: P_x to P_z, momentum, and L_x to L_z, its moment about the world's origin."""
    bodies: dict
    joints: dict
    times: tuple
    loops: dict = field(default_factory=dict)
    gravity: tuple = DOWN
    keeps: tuple = ()


AXIS_NAMES = {"revolute": "axis_direction", "prismatic": "axis_direction", "cylindrical": "axis_direction", "screw": "axis_direction",
              "planar": "normal_direction"}
COORDINATES = {"revolute": ("phi", "w"), "prismatic": ("s", "v"), "cylindrical": ("s", "phi", "v", "w"), "screw": ("phi", "w"),
               "planar": ("s2", "s3", "phi", "v2", "v3", "w"), "universal": ("phi1", "phi2", "w1", "w2"), "ball": ("w1", "w2", "w3"),
               "free": ("r1", "r2", "r3", "v1", "v2", "v3", "w1", "w2", "w3")}


def diagram(mechanism):
    """Components and connections of a Stribeck diagram."""
    components = {"world": {"type": "spatial.world", "parameters": {"gravity": list(mechanism.gravity)}}}
    frames = {"world": ["world.frame"]} | {f"{name}": [] for name in mechanism.bodies}

    def at(name, owner, place, turn):
        """The end of a connection that stands at a place on a body."""
        if not any(place) and not turn[1]:
            return owner
        components[name] = {"type": "spatial.transform", "parameters": {"offset": list(place), "axis": list(turn[0]), "angle": turn[1]}}
        frames[owner].append(f"{name}.a")
        frames[name] = [f"{name}.b"]
        return name

    for name, body in mechanism.bodies.items():
        if body.mass:
            entries = zip(("xx", "yy", "zz", "xy", "xz", "yz"), (*body.inertia, 0, 0, 0))
            components[name] = {"type": "spatial.body", "parameters": {"mass": body.mass, "center": list(body.centre),
                                                                       **{f"inertia_{entry}": value for entry, value in entries}}}
            frames[name].append(f"{name}.frame")
    for name, joint in mechanism.joints.items():
        end = at(f"{name}_seat", joint.a, joint.place, joint.turn)
        axis = {AXIS_NAMES[joint.kind]: list(joint.axis)} if joint.kind in AXIS_NAMES else {}
        components[name] = {"type": f"spatial.{joint.kind}", "parameters": {**axis, **joint.parameters},
                            "initial": {**joint.start, **{key: {"value": value, "priority": "none"} for key, value in joint.near.items()}}}
        frames[end].append(f"{name}.a")
        frames[joint.b].append(f"{name}.b")
    for name, loop in mechanism.loops.items():
        components[name] = {"type": "spatial.closure", "parameters": {"holds": "frame" if loop.rigid else "point"}}
        frames[at(f"{name}_on_a", loop.a, loop.place_a, loop.turn_a)].append(f"{name}.a")
        frames[at(f"{name}_on_b", loop.b, loop.place_b, (Z, 0))].append(f"{name}.b")
    return components, [node for node in frames.values() if len(node) > 1]


def rod(mass, length, along=X):
    """Uniform and slender, from its joint."""
    across = mass * length ** 2 / 12
    return Body(mass, tuple(length / 2 * part for part in along), tuple(across * (1 - part ** 2) for part in along))


def free_of(coordinates, **values):
    return {name: values.get(name, 0) for name in coordinates}


def turned_start(kind, axis, angle, **values):
    """Of a ball or free joint that is turned at the start."""
    return {"start": free_of(COORDINATES[kind], **values), "parameters": {"axis": list(axis), "angle": angle}}


def pin(a, b, phi=0.0, w=0.0, place=(0, 0, 0), axis=ACROSS, **more):
    return Joint("revolute", a, b, place, axis, start={"phi": phi, "w": w}, **more)


def loose_pin(a, b, near, place=(0, 0, 0), axis=ACROSS, **more):
    """Its angle is as the loop closes."""
    return Joint("revolute", a, b, place, axis, near={"phi": near}, **more)


def chain(number, axes, start, times, mass=.1, length=.1):
    """Rods along -z when all angles are zero."""
    bodies = {f"rod{k}": rod(mass, length, (0, 0, -1)) for k in range(1, number + 1)}
    joints = {f"j{k}": pin(f"rod{k - 1}" if k > 1 else "world", f"rod{k}", *start(k), place=(0, 0, -length if k > 1 else 0), axis=axes[k % len(axes)])
              for k in range(1, number + 1)}
    return Mechanism(bodies, joints, times)


def trees():
    heavy = math.radians(30)
    top = Body(.5, (0, 0, .06), (4e-4, 4e-4, 5e-4))
    robot = [(Z, (0, 0, .2), 8, (.02, 0, .15), (.08, .07, .05)), (Y, (.05, 0, .3), 6, (0, .03, .25), (.15, .14, .02, .001, .002, -.003)),
             (Y, (0, 0, .5), 4, (.05, -.02, .05), (.03, .035, .025)), (X, (.1, 0, .1), 2, (.18, 0, 0), (.004, .02, .02)),
             (Y, (.35, 0, 0), 1.2, (.05, 0, .01), (.002, .003, .003)), (X, (.1, 0, 0), .4, (.03, .01, 0), (.0003, .0004, .0004))]
    bent = (.1, .4, -.3, .2, .5, 0)
    yield "pendulum", chain(1, [ACROSS], lambda k: (math.radians(150), 0), (.5, 2), 2, .8)
    yield "double_pendulum", chain(2, [ACROSS], lambda k: (math.radians(100 if k == 1 else -80), 0), (.5, 1), 1, .6)
    yield "chain_of_10", chain(10, [ACROSS], lambda k: (math.pi / 2 if k == 1 else 0, 0), (.4, .8))
    yield "chain_of_30_in_space", chain(30, [X, Y, (1, 1, 0)], lambda k: (.8 if k == 1 else .05 * math.cos(k), .2 * math.sin(k)), (.2, .4))
    yield "chain_of_100", chain(100, [ACROSS], lambda k: (math.pi / 2 if k == 1 else .03 * math.sin(k), 0), (.04, .08))
    yield "two_balls", Mechanism(
        {"a": Body(1, (0, 0, -.3), (.03, .03, .002)), "b": Body(.5, (.02, 0, -.2), (.008, .007, .001))},
        {"first": Joint("ball", "world", "a", **turned_start("ball", Y, math.radians(-60), w3=2)),
         "second": Joint("ball", "a", "b", (0, 0, -.6), **turned_start("ball", Y, math.radians(60), w1=.5, w2=1, w3=-3))}, (.5, 1), keeps=("L_z",))
    yield "heavy_top", Mechanism({"top": top}, {"point": Joint("ball", "world", "top", **turned_start(
        "ball", Y, heavy, w1=150 * math.sin(heavy), w3=150 * math.cos(heavy)))}, (.1, .5), keeps=("L_z",))
    yield "body_that_flies", Mechanism({"body": Body(2, (.03, 0, -.01), (.01, .02, .025, .001, 0, -.002))}, {"flight": Joint(
        "free", "world", "body", **turned_start("free", X, .3, r1=.2, v1=1, v3=3, w1=.5, w2=6, w3=-1))}, (.3, 1), gravity=(0, 0, 0),
        keeps=("P_x", "P_y", "P_z", "L_x", "L_y", "L_z"))
    yield "two_bodies_that_fly", Mechanism(
        {"a": Body(2, (.1, 0, 0), (.02, .03, .035)), "b": Body(1, (0, -.1, 0), (.004, .002, .003)), "c": Body(.5, (0, 0, .1), (.002, .001, .001))},
        {"flight": Joint("free", "world", "a", **turned_start("free", Z, .5, v2=1, w1=2, w3=1)),
         "ball": Joint("ball", "a", "b", (.2, 0, 0), **turned_start("ball", X, .4, w2=3)), "hinge": pin("b", "c", .3, 5, (0, -.2, 0), (0, 1, 1))},
        (.3, 1), gravity=(0, 0, 0), keeps=("P_x", "P_y", "P_z", "L_x", "L_y", "L_z"))
    yield "gyroscope", Mechanism(
        {"outer": Body(.4, (0, 0, 0), (.002, .003, .0025)), "inner": Body(.3, (0, .02, 0), (.001, .0012, .0009)),
         "rotor": Body(1, (0, .01, 0), (.0011, .002, .0011))},
        {"yaw": pin("world", "outer", axis=Z), "pitch": pin("outer", "inner", .3, axis=X), "spin": pin("inner", "rotor", 0, 200, axis=Y)}, (.1, .5),
        keeps=("L_z",))
    yield "pendulum_on_a_cart", Mechanism(
        {"cart": Body(2, (0, 0, 0), (.01, .01, .01)), "rod": rod(.5, .8, (0, 0, -1))},
        {"guide": Joint("prismatic", "world", "cart", axis=X, start={"s": .1, "v": .5}), "pin": pin("cart", "rod", math.radians(100))}, (.5, 2), keeps=("P_x",))
    yield "robot", Mechanism(
        {f"b{k}": Body(mass, centre, inertia) for k, (_, _, mass, centre, inertia) in enumerate(robot, 1)},
        {f"j{k}": pin(f"b{k - 1}" if k > 1 else "world", f"b{k}", bent[k - 1], 0, place, axis) for k, (axis, place, *_) in enumerate(robot, 1)}, (.3, .6),
        keeps=("L_z",))
    yield "scara", Mechanism(
        {"arm": Body(4, (.15, 0, 0), (.01, .04, .045)), "forearm": Body(3, (.12, .01, 0), (.006, .02, .022)),
         "quill": Body(1, (0, .01, -.1), (.01, .011, .001))},
        {"shoulder": pin("world", "arm", .4, 3, axis=Z), "elbow": pin("arm", "forearm", 1, -5, (.3, 0, 0), Z),
         "spindle": Joint("cylindrical", "forearm", "quill", (.25, 0, 0), start={"s": .1, "phi": 0, "v": .3, "w": 20})}, (.2, .5), keeps=("L_z",))
    yield "sleeve_with_pendulum", Mechanism(
        {"sleeve": Body(1, (.02, 0, 0), (.001, .001, .0012)), "rod": rod(.4, .3, (0, 0, -1))},
        {"shaft": Joint("cylindrical", "world", "sleeve", turn=(Y, .6), start={"s": 0, "phi": .2, "v": .1, "w": 4}),
         "pin": pin("sleeve", "rod", .7, 1, (.05, 0, 0), (1, 1, 0))},
        (.3, .8))
    yield "nut_with_pendulum", Mechanism(
        {"nut": Body(1.5, (.03, 0, 0), (.002, .002, .0025)), "rod": rod(.3, .25, (0, 0, -1))},
        {"screw": Joint("screw", "world", "nut", start={"phi": 0, "w": 2}, parameters={"pitch": .05}), "pin": pin("nut", "rod", .5, 0, (.08, 0, 0), Y)},
        (.3, .8))
    yield "puck_with_pendulum", Mechanism(
        {"puck": Body(1, (.01, .02, 0), (.002, .002, .003)), "rod": rod(.5, .3, (0, 0, -1))},
        {"plane": Joint("planar", "world", "puck", turn=(Y, .4), start={"s2": 0, "s3": 0, "phi": 0, "v2": .5, "v3": -.2, "w": 3}),
         "joint": Joint("universal", "puck", "rod", (0, .1, 0), start={"phi1": .4, "phi2": .3, "w1": 0, "w2": 1})}, (.3, .8), keeps=("P_y",))
    yield "universal_pendulums", Mechanism(
        {f"rod{k}": Body(.5, (.01, 0, -.15), (.006, .0055, .0008)) for k in (1, 2, 3)},
        {f"u{k}": Joint("universal", f"rod{k - 1}" if k > 1 else "world", f"rod{k}", (0, 0, -.3 if k > 1 else 0),
                        start={"phi1": .5 / k, "phi2": .7, "w1": 1, "w2": -k}) for k in (1, 2, 3)}, (.3, .8))
    limbs = {"trunk": Body(20, (0, 0, .25), (.9, .8, .3))}
    joints = {"flight": Joint("free", "world", "trunk", **turned_start("free", Y, .2, r3=2, v1=1, v3=4, w1=1, w2=2, w3=.5))}
    for k, (place, swing) in enumerate((((.1, .2, 0), .3), ((.1, -.2, 0), -.4), ((0, .25, .5), 1), ((0, -.25, .5), -.8))):
        limbs |= {f"upper{k}": Body(4, (0, 0, -.2), (.06, .06, .008)), f"lower{k}": Body(2, (0, 0, -.18), (.03, .03, .003))}
        joints |= {f"hip{k}": Joint("ball", "trunk", f"upper{k}", place, **turned_start("ball", Y, swing, w1=k, w2=3 - k)),
                   f"knee{k}": pin(f"upper{k}", f"lower{k}", .6, -2 * k, (0, 0, -.4), Y)}
    yield "jumper", Mechanism(limbs, joints, (.2, .5), keeps=("P_x", "P_y"))


def crossing(one, first, other, second, up):
    """Where two circles meet, as complex numbers, on the side of `up` (1 or -1) seen from one to the other."""
    apart = abs(other - one)
    along = (apart ** 2 + first ** 2 - second ** 2) / (2 * apart)
    return one + (other - one) / apart * complex(along, up * math.sqrt(first ** 2 - along ** 2))


def angle(number):
    return math.atan2(number.imag, number.real)


def arm(length, phi):
    return complex(length * math.cos(phi), length * math.sin(phi))


def four_bar(lengths, masses, base, theta, w, times, gravity=DOWN, up=1):
    """In the x-z plane; coupler and rocker meet in a point. Lengths of crank, coupler, rocker."""
    a = arm(lengths[0], theta)
    b = crossing(a, lengths[1], complex(base, 0), lengths[2], up)
    return Mechanism(
        {"crank": rod(masses[0], lengths[0]), "coupler": rod(masses[1], lengths[1]), "rocker": rod(masses[2], lengths[2])},
        {"first": pin("world", "crank", theta, w), "second": loose_pin("crank", "coupler", angle(b - a) - theta + .02, (lengths[0], 0, 0)),
         "third": loose_pin("world", "rocker", angle(b - base) - .02, (base, 0, 0))}, times,
        {"last": Loop("coupler", "rocker", (lengths[1], 0, 0), (lengths[2], 0, 0))}, gravity)


def slider_crank(theta, w, offset, times, tilt=0.0):
    """Crank 0.1 m, rod 0.3 m; the guide is along x, beside the main bearing by `offset`; piston and rod meet in a point."""
    psi = -math.asin((.1 * math.sin(theta) - offset) / .3)
    return Mechanism(
        {"crank": Body(1.5, (.03, 0, 0), (.004, .004, .004)), "rod": Body(.8, (.1, 0, 0), (.002, .006, .006)),
         "piston": Body(.5, (0, 0, 0), (.001, .001, .001))},
        {"main": pin("world", "crank", theta, w, turn=(X, tilt)), "crank_pin": loose_pin("crank", "rod", psi - theta + .02, (.1, 0, 0)),
         "guide": Joint("prismatic", "world", "piston", (0, -math.sin(tilt) * offset, math.cos(tilt) * offset), X,
                        near={"s": .1 * math.cos(theta) + .3 * math.cos(psi) + .003})}, times,
        {"wrist": Loop("rod", "piston", (.3, 0, 0))})


def five_bar(times):
    left, right, base = math.radians(120), math.radians(50), complex(.4, 0)
    a, b = arm(.3, left), base + arm(.3, right)
    top = crossing(a, .45, b, .45, 1)
    return Mechanism(
        {"left": rod(.5, .3), "right": rod(.5, .3), "left_link": rod(.6, .45), "right_link": rod(.6, .45)},
        {"o1": pin("world", "left", left, -1), "o5": pin("world", "right", right, 2, (.4, 0, 0)),
         "a1": loose_pin("left", "left_link", angle(top - a) - left, (.3, 0, 0)),
         "a2": loose_pin("right", "right_link", angle(top - b) - right, (.3, 0, 0))}, times, {"top": Loop("left_link", "right_link", (.45, 0, 0), (.45, 0, 0))})


def six_bar(times):
    """Watt's: a second loop stands on rocker and coupler of the first, which is a four-bar."""
    a, base = arm(.2, 1.0), complex(.6, 0)
    b = crossing(a, .5, base, .45, 1)
    coupler, rocker = angle(b - a), angle(b - base)
    c, d = a + arm(.6, coupler + .5), base + arm(.3, rocker - .6)  # on the coupler, and on the rocker
    e = crossing(c, .4, d, .5, -1)
    c_at, d_at = arm(.6, .5), arm(.3, -.6)
    return Mechanism(
        {"crank": rod(.4, .2), "coupler": Body(1, (.3, 0, .1), (.005, .03, .03)), "rocker": Body(.9, (.2, 0, -.05), (.004, .02, .02)),
         "one": rod(.3, .4), "other": rod(.4, .5)},
        {"j1": pin("world", "crank", 1.0, 3), "j2": loose_pin("crank", "coupler", coupler - 1.0, (.2, 0, 0)),
         "j3": loose_pin("world", "rocker", rocker, (.6, 0, 0)),
         "j4": loose_pin("coupler", "one", angle(e - c) - coupler, (c_at.real, 0, c_at.imag)),
         "j5": loose_pin("rocker", "other", angle(e - d) - rocker, (d_at.real, 0, d_at.imag))}, times,
        {"first": Loop("coupler", "rocker", (.5, 0, 0), (.45, 0, 0)), "second": Loop("one", "other", (.4, 0, 0), (.5, 0, 0))})


def bennett(times):
    """Four revolutes, no two axes parallel, and one freedom (Bennett 1903): sin(alpha)/a = sin(beta)/b."""
    a, alpha, b, first = .3, math.radians(40), .45, math.radians(70)
    beta = math.asin(math.sin(alpha) * b / a)
    second = 2 * math.atan(math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2) / math.tan(first / 2))
    sides = ((a, alpha), (b, beta), (a, alpha), (b, beta))
    joints, bodies, place, twist, before = {}, {}, (0, 0, 0), 0, "world"
    for k, ((length, next_twist), rough) in enumerate(zip(sides, (first, second + .02, -first, -second)), 1):
        more = {"start": {"phi": first, "w": 3}} if k == 1 else {"near": {"phi": rough}}
        joints[f"j{k}"] = Joint("revolute", before, f"b{k}", place, Z, (X, twist), **more)
        bodies[f"b{k}"] = Body(1, (length / 2, 0, 0), (.01, .02, .02)) if k < 4 else Body()
        place, twist, before = (length, 0, 0), next_twist, f"b{k}"
    return Mechanism(bodies, joints, times, {"closure": Loop("b4", "world", place, rigid=True, turn_a=(X, twist))})


def stewart(times):
    """Six legs, each on a universal joint and with a guide, hold a platform at balls; it falls, turning."""
    bodies = {"platform": Body(10, (.02, -.01, .03), (.3, .35, .6, .01, .02, 0))}
    joints = {"pose": Joint("free", "world", "platform", start={**free_of(COORDINATES["free"], r3=.8, r1=.05, v2=.3, w1=.4, w3=1), "q1": 0, "q2": 0, "q3": 0})}
    loops = {}
    for k in range(6):
        foot = [.6 * part for part in (math.cos(k * math.pi / 3), math.sin(k * math.pi / 3))]
        turn = (k - (.35 if k % 2 else -.35)) * math.pi / 3
        ball = (.3 * math.cos(turn), .3 * math.sin(turn), 0)
        way = (ball[0] + .05 - foot[0], ball[1] - foot[1], .8)
        length = math.hypot(*way)
        bodies |= {f"lower{k}": Body(1, (0, 0, .2), (.02, .02, .001)), f"upper{k}": Body(.6, (0, 0, -.2), (.01, .01, .0005))}
        joints |= {f"u{k}": Joint("universal", "world", f"lower{k}", (*foot, 0),
                              near={"phi1": math.atan2(-way[1], way[2]), "phi2": math.asin(way[0] / length)}),
                   f"g{k}": Joint("prismatic", f"lower{k}", f"upper{k}", axis=Z, near={"s": length + .01})}
        loops[f"c{k}"] = Loop(f"upper{k}", "platform", place_b=ball)
    return Mechanism(bodies, joints, times, loops)


def cardan(times):
    """Two shafts at 30 degrees: a universal joint at the end of the first; the second, which is not balanced, lies in its bearing."""
    lean = math.radians(30)
    return Mechanism(
        {"one": Body(1, (0, 0, .1), (.02, .02, .02)), "other": Body(1.5, (.03, 0, .2), (.05, .04, .05)), "sleeve": Body(.2, (0, 0, 0), (.001, .001, .001))},
        {"first": pin("world", "one", 0, 20, axis=Z), "cross": Joint("universal", "one", "other", near={"phi1": .02, "phi2": lean}),
         "second": Joint("revolute", "world", "sleeve", (.4 * math.sin(lean), 0, .4 * math.cos(lean)), Z, (Y, lean), near={"phi": .02})}, times,
        {"bearing": Loop("other", "sleeve", (0, 0, .4), rigid=True)})


def double_cardan(times):
    """Two universal joints with a middle shaft, whose length changes: input and output parallel and beside one another."""
    way = (.2, 0, .5)
    lean = math.atan2(way[0], way[2])
    return Mechanism(
        {"in": Body(1, (0, 0, -.1), (.02, .02, .02)), "middle": Body(.8, (.01, 0, .2), (.01, .01, .004)), "tube": Body(.5, (0, 0, .1), (.004, .004, .002)),
         "fork": Body(.1, (0, 0, 0), (.0005, .0005, .0005)), "out": Body(1.2, (.01, .01, .1), (.02, .03, .025))},
        {"first": pin("world", "in", .3, 15, axis=Z), "cross": Joint("universal", "in", "middle", near={"phi1": -.1, "phi2": lean}),
         "slip": Joint("prismatic", "middle", "tube", axis=Z, near={"s": math.hypot(*way)}),
         "second": Joint("universal", "tube", "fork", near={"phi1": .1, "phi2": -lean}), "last": Joint("revolute", "world", "out", way, Z, near={"phi": .3})},
        times, {"joined": Loop("fork", "out", rigid=True)})


def rssr(times):
    """Spatial four-bar: crank and rocker about skew axes, with a rod on two balls between them, which spins as it likes."""
    crank, rocker = .7, 1.2
    one = (.15 * math.cos(crank), .15 * math.sin(crank), 0)
    other = (.5, .3 * math.cos(rocker), .2 + .3 * math.sin(rocker))  # rocker turns about x at (.5, 0, .2)
    way = [b - a for a, b in zip(one, other)]
    length, flat = math.hypot(*way), math.hypot(way[0], way[1])
    to_the_other = math.atan2(way[1], way[0]) - crank
    tilt = math.atan2(way[2], flat)
    axis = (math.sin(to_the_other), -math.cos(to_the_other), 0)  # turns the rod, which lies along to_the_other in the crank's plane, up
    rod_along = tuple(length * part for part in (math.cos(to_the_other), math.sin(to_the_other), 0))
    return Mechanism(
        {"crank": Body(1, (.05, 0, 0), (.002, .004, .005)), "rod": Body(.6, tuple(part / 2 for part in rod_along), (.012, .012, .012)),
         "rocker": Body(1.5, (0, .15, 0), (.02, .003, .02))},
        {"first": pin("world", "crank", crank, 6, axis=Z), "ball": Joint("ball", "crank", "rod", (.15, 0, 0), near={"w1": 0}, start={"w3": 2},
                                                                        parameters={"axis": list(axis), "angle": tilt}),
         "last": loose_pin("world", "rocker", rocker, (.5, 0, .2), X)}, times, {"end": Loop("rod", "rocker", rod_along, (0, .3, 0))})


def sarrus(times):
    """Two hinged pairs at a right angle lead a table straight up: one freedom, of which no planar count knows."""
    lower = math.radians(50)
    bodies = {"a1": rod(.5, .3), "a2": rod(.4, .3), "table": Body(3, (.01, .02, .05), (.04, .05, .06)), "b1": rod(.5, .3), "b2": rod(.4, .3), "seat": Body()}
    joints = {"ja1": pin("world", "a1", lower, 0), "ja2": loose_pin("a1", "a2", math.pi - 2 * lower, (.3, 0, 0)),
              "ja3": loose_pin("a2", "table", lower - math.pi, (.3, 0, 0)),
              "jb1": loose_pin("world", "b1", lower, turn=(Z, math.pi / 2)), "jb2": loose_pin("b1", "b2", math.pi - 2 * lower, (.3, 0, 0)),
              "jb3": loose_pin("b2", "seat", lower - math.pi, (.3, 0, 0))}
    return Mechanism(bodies, joints, times, {"joined": Loop("seat", "table", rigid=True, turn_a=(Z, -math.pi / 2))})


def loops():
    yield "four_bar", four_bar((.2, .5, .45), (.4, 1, .9), .6, math.radians(60), 4, (.25, .8))
    yield "parallelogram", four_bar((.2, .5, .2), (.4, 1, .4), .5, math.radians(60), 5, (.1, .3), (0, 0, 0))
    yield "slider_crank", slider_crank(math.radians(60), 40, 0, (.1, .4))
    yield "offset_slider_crank", slider_crank(math.radians(20), 30, .04, (.1, .4), .5)
    yield "five_bar", five_bar((.1, .25))
    yield "six_bar", six_bar((.1, .3))
    yield "bennett", bennett((.3, 1))
    yield "stewart_platform", stewart((.1, .25))
    yield "cardan_shaft", cardan((.1, .4))
    yield "double_cardan_shaft", double_cardan((.1, .3))
    yield "spatial_four_bar", rssr((.1, .4))
    yield "sarrus", sarrus((.1, .2))


def mechanisms():
    return {**dict(trees()), **dict(loops())}
