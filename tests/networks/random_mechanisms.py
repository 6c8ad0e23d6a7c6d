#!/usr/bin/env python3
"""Random mechanisms whose start is asked for by targets, against a search of all their positions; and motions through dead centres.

    tests/networks/random_mechanisms.py build/release/stribeck --count 5000 --motions 1000 --seed 1 --folder found

One or two shafts carry cranks, yokes, cams and universal joints (with a crank behind them), whose strokes end in masses; springs lie between
these. Positions are functions of the angles of the shafts alone, in closed form, so that a fine grid over a turn of each knows what can be
met and how closely. Of each start:

- high targets hold, or are refused with `initial.conflict` where no position has them, told with the reach where one alone is out of it;
- what low targets miss, squared and summed, is no more than at any position of the grid that meets the high ones;
- an angle that has no target of its own is at most half a turn from where the diagram puts it;
- the order of components and connections changes nothing.

Of each motion, a flywheel that coasts through a turn and so through the dead centres of what hangs on it, or a rod that goes right round
and so past the points where a state must be exchanged for another one: its energy stays the same within 10 times rtol from two steps before
each of them to two steps after it, and within 30 times rtol for each of them over the whole motion, where errors of steps
add up, and in all rows. (No cams: their profiles have jumps of the acceleration, which are another test's.) With a clock beside it every
sample is taken.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

TURN = 2 * math.pi
GRID = 2880          # points of a turn, one shaft; a stroke misses its extreme by (pi/2880)^2/2 = 6e-7 of its radius
GRID_OF_TWO = 720
MET = 1e-8           # of a target's size or 1: what the program calls met, ten times
SHARPNESS = 1e-6     # by which a sum of squared misses may be larger than that of the best point of the grid; and 1e-12 of 1
ENERGY = 20          # times rtol, for each dead centre: what `cvode` adds up to over a turn; 10 in 998 of 1000 motions
ENERGY_AT_ONE = 10   # times rtol, about a dead centre
BESIDE = 2           # steps of the solver on each side, beside the one across it
LONGEST_S = 60


class Cam:
    """Lifts over a turn, asked of the program: it is the search that is tested, not the law of the cam."""
    SHAPES = [[0, 0, 0, 5, 10, 5, 0, 0, 0], [0, 0, 0, 2, 8, 12, 8, 2, 0, 0, 0], [3, 3, 3, 9, 4, 7, 3, 3, 3]]

    def __init__(self, program, lifts):
        self.parameters = {"lifts": [lift / 1000 for lift in lifts],
                           "angles": [TURN * k / (len(lifts) - 1) for k in range(len(lifts))]}
        diagram = {"format": "stribeck/1", "components": {
            "motor": {"type": "rotational.velocity_source", "parameters": {"velocity": TURN}},
            "housing": {"type": "rotational.ground"}, "guide": {"type": "translational.ground"},
            "cam": {"type": "mechanisms.cam", "parameters": self.parameters}, "m": {"type": "translational.mass"}},
            "connections": [["motor.R", "cam.C"], ["motor.C", "housing.W"], ["cam.F", "m.M"]],
            "experiment": {"stop": 1, "interval": 1 / 36000}, "outputs": ["cam.phi", "cam.x"]}
        code, rows = run(program, diagram)
        if code != 0:
            raise SystemExit(rows)
        self.phi, self.x = (numpy.array([row[name] for row in rows]) for name in ("cam.phi", "cam.x"))

        self.slope = numpy.gradient(self.x, self.phi)

    def __call__(self, phi):
        """Hermite's cubic between rows: straight lines would be a billionth off, as much as a target may."""
        phi = numpy.mod(phi, TURN)
        k = numpy.clip(numpy.searchsorted(self.phi, phi) - 1, 0, len(self.phi) - 2)
        width = self.phi[k + 1] - self.phi[k]
        u = (phi - self.phi[k]) / width
        return ((1 + 2 * u) * (1 - u) ** 2 * self.x[k] + u * (1 - u) ** 2 * width * self.slope[k]
                + u * u * (3 - 2 * u) * self.x[k + 1] + u * u * (u - 1) * width * self.slope[k + 1])


def run(program, diagram, *arguments):
    """Exit code and rows of what the program makes of a diagram, or its message."""
    with tempfile.TemporaryDirectory() as folder:
        file, rows = Path(folder, "d.json"), Path(folder, "d.csv")
        file.write_text(json.dumps(diagram, indent=1), encoding="utf-8")
        done = subprocess.run([program, "run", file, "--csv", rows, "--quiet", *arguments], capture_output=True, text=True,
                              timeout=LONGEST_S, check=False)
        if done.returncode != 0 or not rows.exists():
            return done.returncode, done.stderr
        with rows.open(newline="", encoding="utf-8") as lines:
            return 0, [{name: float(value) for name, value in row.items()} for row in csv.DictReader(lines)]


class Mechanism:
    """A diagram, and each position of it as a function of the angles of its shafts."""

    def __init__(self, draw, cams, shafts):
        self.draw, self.cams = draw, cams
        self.components = {"housing": {"type": "rotational.ground"}, "frame": {"type": "translational.ground"}}
        self.connections = []
        self.positions = {}    # "mass.x" -> (function of the angles, whose strokes turn round at dead centres)
        self.tips = []
        self.start = [draw.choice([0, draw.uniform(-3, 3), math.pi / 2, draw.uniform(-20, 20)]) for _ in range(shafts)]
        self.energy = []       # (parameter, variable): half of parameter times the variable squared
        for k in range(shafts):
            self.add_shaft(k)
        for k in range(draw.randint(0 if shafts == 1 else 1, 2)):
            self.add_spring(k)

    def add_shaft(self, k):
        node = [f"shaft{k}.I"]
        self.add_body(f"shaft{k}", "rotational.inertia", "inertia", 10 ** self.draw.uniform(-1, 1))
        self.components[f"shaft{k}"]["initial"] = {"phi": {"value": self.start[k], "priority": "none"}}
        for i in range(self.draw.choice([1, 1, 2])):
            node.append(self.add_stroke(f"{k}{'ab'[i]}", lambda angles: angles[k], self.draw.random() < 0.3))
        self.connections.append(node)

    def add_body(self, name, kind, parameter, value):
        self.components[name] = {"type": kind, "parameters": {parameter: value}}
        self.energy.append((value, f"{name}.{'w' if parameter == 'inertia' else 'v'}"))

    def add_stroke(self, name, angle, is_behind_joint):
        """What turns a shaft's angle into the way of a mass; returns the port on the shaft."""
        if is_behind_joint:
            beta = self.draw.uniform(0.05, 1.2)
            self.components[f"joint{name}"] = {"type": "mechanisms.universal_joint", "parameters": {"joint_angle": beta}}
            self.add_body(f"behind{name}", "rotational.inertia", "inertia", 10 ** self.draw.uniform(-2, 0))
            shaft = angle

            def angle(angles):  # pylint: disable=function-redefined
                phi = shaft(angles)
                c, s = numpy.cos(phi), numpy.sin(phi)
                return phi + numpy.arctan((math.cos(beta) - 1) * s * c / (c * c + math.cos(beta) * s * s))
            self.positions[f"joint{name}.turned"] = angle
            self.connections.append([f"joint{name}.B", f"behind{name}.I", self.add_stroke(name, angle, False)])
            return f"joint{name}.A"
        kind = self.draw.choice(["crank", "crank", "yoke"] + ["cam"] * bool(self.cams))
        if kind == "crank":
            r = 10 ** self.draw.uniform(-1.5, -0.5)
            l = r * (1 + 10 ** self.draw.uniform(-1.5, 0.7))
            of_angle = lambda phi: r * numpy.cos(phi) + numpy.sqrt(l * l - (r * numpy.sin(phi)) ** 2)  # noqa: E731
            made, ports = {"type": "mechanisms.slider_crank", "parameters": {"crank_radius": r, "rod_length": l}}, ("C", "S")
        elif kind == "yoke":
            r = 10 ** self.draw.uniform(-1.5, -0.5)
            of_angle = lambda phi: r * numpy.sin(phi)  # noqa: E731
            made, ports = {"type": "mechanisms.scotch_yoke", "parameters": {"crank_radius": r}}, ("C", "Y")
        else:
            of_angle = self.draw.choice(self.cams)
            made, ports = {"type": "mechanisms.cam", "parameters": of_angle.parameters}, ("C", "F")
        self.components[f"{kind}{name}"] = made
        self.add_body(f"tip{name}", "translational.mass", "mass", 10 ** self.draw.uniform(-1, 1))
        self.connections.append([f"{kind}{name}.{ports[1]}", f"tip{name}.M"])
        self.tips.append(f"tip{name}")
        self.positions[f"tip{name}.x"] = lambda angles: of_angle(angle(angles))
        return f"{kind}{name}.{ports[0]}"

    def add_spring(self, k):
        r = self.draw.choice(self.tips)
        c = self.draw.choice([tip for tip in self.tips if tip != r] + [None])
        length = self.draw.uniform(-0.2, 0.2)
        stiffness = 10 ** self.draw.uniform(0, 2)
        self.components[f"spring{k}"] = {"type": "translational.spring",
                                         "parameters": {"stiffness": stiffness, "natural_length": length}}
        self.energy.append((stiffness, (f"spring{k}.x", length)))
        self.connections += [[f"spring{k}.R", f"{r}.M"], [f"spring{k}.C", f"{c}.M" if c else "frame.W"]]
        of_r, of_c = self.positions[f"{r}.x"], self.positions[f"{c}.x"] if c else lambda angles: 0
        self.positions[f"spring{k}.x"] = lambda angles: of_r(angles) - of_c(angles)

    def diagram(self, targets=(), shuffled=None, **experiment):
        components = json.loads(json.dumps(self.components))
        for name, value, priority in targets:
            part, variable = name.split(".")
            components[part].setdefault("initial", {})[variable] = {"value": value, "priority": priority}
        connections = [list(node) for node in self.connections]
        if shuffled:
            components = dict(shuffled.sample(sorted(components.items()), len(components)))
            shuffled.shuffle(connections)
            for node in connections:
                shuffled.shuffle(node)
        return {"format": "stribeck/1", "components": components, "connections": connections,
                "experiment": {"stop": 1e-6, "interval": 1e-6} | experiment,
                "outputs": sorted(set(self.positions) | {f"shaft{k}.phi" for k in range(len(self.start))})}


def draw_targets(draw, mechanism):
    """One to three targets: met at some position, at a dead centre, beside or far from what can be."""
    names = draw.sample(sorted(mechanism.positions), min(len(mechanism.positions), draw.choice([1, 1, 2, 3])))
    there = [draw.uniform(-math.pi, math.pi) for _ in mechanism.start]
    targets = []
    for name in names:
        value, kind = float(mechanism.positions[name](there)), draw.random()
        if kind < 0.2:
            value = extreme(mechanism, name, draw.choice([-1, 1]))
        elif kind < 0.35:
            value += draw.choice([-1, 1]) * 10 ** draw.uniform(-3, 0)
        targets.append((name, value, draw.choice(["high", "low", "low"])))
    return targets


def grid_of(mechanism, targets):
    """Angles of a fine grid over a turn of each shaft, or over as many as a target on an angle asks for."""
    reach = max([math.pi] + [abs(value - start) + math.pi for name, value, _ in targets if name.endswith(".turned") for start in mechanism.start])
    count = GRID if len(mechanism.start) == 1 else GRID_OF_TWO
    lines = [start + numpy.linspace(-1, 1, count + 1) * (reach if len(mechanism.start) == 1 else math.pi) for start in mechanism.start]
    return numpy.meshgrid(*lines, indexing="ij")


def extreme(mechanism, name, sign):
    """The largest (or smallest) value of a position, by a grid and ever finer ones around its best point."""
    middle, width = [numpy.zeros(()) for _ in mechanism.start], math.pi
    best = -math.inf
    for _ in range(12):
        lines = [float(m) + numpy.linspace(-width, width, 121) for m in middle]
        angles = numpy.meshgrid(*lines, indexing="ij")
        values = sign * (mechanism.positions[name](angles) + numpy.zeros_like(angles[0]))
        k = numpy.unravel_index(numpy.argmax(values), values.shape)
        middle, width, best = [a[k] for a in angles], width / 30, max(best, float(values[k]))
    return sign * best


def size(value):
    return max(1, abs(value))


def judge_start(program, mechanism, targets, seed):
    """What is wrong with the start that the program finds, or None."""
    code, rows = run(program, mechanism.diagram(targets))
    angles = grid_of(mechanism, targets)
    values = [mechanism.positions[name](angles) + numpy.zeros_like(angles[0]) for name, _, _ in targets]
    high = [k for k, target in enumerate(targets) if target[2] == "high"]
    low = [k for k, target in enumerate(targets) if target[2] == "low"]
    if code != 0:
        if "initial.conflict" not in rows:
            return f"ended with {rows}"
        if not high:
            return f"low targets were refused: {rows}"
        if len(high) == 1:
            name, value, _ = targets[high[0]]
            if extreme(mechanism, name, -1) - MET <= value <= extreme(mechanism, name, 1) + MET and not name.endswith("turned"):
                return f"{name} = {value} can be met, and was refused: {rows}"
            if not name.endswith("turned") and ("out of reach" not in rows or "between" not in rows):
                return f"the reach is not told: {rows}"
            return None
        where = numpy.hypot.reduce([values[k] - targets[k][1] for k in high])
        # Where the grid has a point this near, a root is likely; whether there is one Newton's method from that point says.
        k = numpy.unravel_index(numpy.argmin(where), where.shape)
        if root_near(mechanism, [targets[i] for i in high], [a[k] for a in angles]) is not None:
            return f"all high targets can be met, and were refused: {rows}"
        return None
    first = rows[0]
    found = [first[f"shaft{k}.phi"] for k in range(len(mechanism.start))]
    for k in high:
        if abs(first[targets[k][0]] - targets[k][1]) > MET * size(targets[k][1]):
            return f"{targets[k][0]} starts at {first[targets[k][0]]} in place of {targets[k][1]}"
    for name, of in mechanism.positions.items():
        if abs(first[name] - of(found)) > 1e-5:
            return f"{name} is {first[name]} where the angles say {of(found)}"
    missed = sum((first[targets[k][0]] - targets[k][1]) ** 2 for k in low)
    admitted = numpy.ones(angles[0].shape, dtype=bool)
    if high:
        admitted = on_curve(mechanism, [targets[k] for k in high], angles, values, high)
    if low:
        misses = sum((values[k] - targets[k][1]) ** 2 for k in low)
        misses = numpy.where(admitted, misses, numpy.inf)
        best = numpy.unravel_index(numpy.argmin(misses), misses.shape)
        slack = 0 if not high else 0.05  # what lies beside the curve of the high ones on the grid
        if missed > misses[best] * (1 + SHARPNESS) + 1e-12 + slack * math.sqrt(max(misses[best], 0)) and is_better_beside(
                mechanism, targets, [a[best] for a in angles], missed):
            return f"low targets miss {missed} (squared), and {misses[best]} at {[float(a[best]) for a in angles]}; it starts at {found}"
    if not any(name.endswith("turned") for name, _, _ in targets):
        for k, angle in enumerate(found):
            # Behind a joint the angle that is a state leads or lags, by up to 0.8 rad at 70 degrees.
            lead = 1.6 if any(name.startswith(f"joint{k}") for name in mechanism.components) else 0
            if abs(angle - mechanism.start[k]) > math.pi + 1e-4 + lead:
                return f"shaft {k} starts at {angle}, more than half a turn from {mechanism.start[k]}"
    for k, told in enumerate(mechanism.start):
        if not has_say(mechanism, k, targets) and abs(found[k] - told) > 1e-6:
            return f"shaft {k}, of which nothing is asked, starts at {found[k]} in place of {told}"
    return judge_order(program, mechanism, targets, first, seed)


def has_say(mechanism, shaft, targets):
    """Whether a target depends on the angle of a shaft, somewhere in a turn of it."""
    around = [numpy.linspace(0, TURN, 97) if k == shaft else numpy.full(97, 0.3) for k in range(len(mechanism.start))]
    return any(numpy.ptp(mechanism.positions[name](around) + numpy.zeros(97)) > 0 for name, _, _ in targets)


def is_better_beside(mechanism, targets, at, missed):
    """Whether low targets are missed by less beside a point of the grid, where the high ones hold exactly: several that leave nothing free do so at
    points that the grid does not have."""
    high = [target for target in targets if target[2] == "high"]
    if high:
        at = root_near(mechanism, high, at)
    return at is not None and missed > sum((float(mechanism.positions[name](at)) - value) ** 2 for name, value, how in targets if how == "low")


def root_near(mechanism, targets, at):
    at = numpy.array(at, dtype=float)
    for _ in range(100):
        r = numpy.array([float(mechanism.positions[name](at)) - value for name, value, _ in targets])
        if all(abs(r[k]) <= 1e-11 * size(targets[k][1]) for k in range(len(targets))):
            return at
        slopes = numpy.empty((len(targets), len(at)))
        for k in range(len(at)):
            h = numpy.zeros(len(at))
            h[k] = 1e-6
            slopes[:, k] = [float(mechanism.positions[name](at + h) - mechanism.positions[name](at - h)) / 2e-6 for name, _, _ in targets]
        step = numpy.linalg.lstsq(slopes, -r, rcond=1e-9)[0]
        at = at + step * min(1, 0.05 / max(1e-30, float(numpy.max(numpy.abs(step)))))
    return None


def on_curve(mechanism, targets, angles, values, high):
    """The points of the grid beside which the high targets hold: as near as a grid's width makes."""
    admitted = numpy.ones(angles[0].shape, dtype=bool)
    for k, target in zip(high, targets):
        off = values[k] - target[1]
        near = numpy.zeros(angles[0].shape, dtype=bool)
        for axis in range(off.ndim):
            a, b = [numpy.take(off, range(n, off.shape[axis] - 1 + n), axis=axis) for n in (0, 1)]
            change = a * b <= 0
            index = [slice(None)] * off.ndim
            index[axis] = slice(0, -1)
            near[tuple(index)] |= change
        admitted &= near
    return admitted


def judge_order(program, mechanism, targets, first, seed):
    draw = random.Random(seed)
    for _ in range(2):
        code, rows = run(program, mechanism.diagram(targets, shuffled=draw))
        if code != 0:
            return f"in another order: {rows}"
        for name, value in first.items():
            # At a dead centre, and where a sum of squares is least, an angle is known to the root of what the targets are known to.
            allowed = 1e-3 if name.endswith((".phi", ".turned")) else 1e-5
            if abs(rows[0][name] - value) > allowed * size(value):
                return f"{name} starts at {value}, in another order at {rows[0][name]}"
    return None


def judge_motion(program, mechanism, draw):
    """Energy along a motion that passes dead centres; the program chooses its states anew where it must."""
    rtol = draw.choice([1e-6, 1e-8])
    speed = draw.choice([-1, 1]) * draw.uniform(3, 30)
    for k in range(len(mechanism.start)):
        mechanism.components[f"shaft{k}"]["initial"]["w"] = {"value": speed * draw.uniform(0.5, 1), "priority": "high"}
    if draw.random() < 0.5:  # asked for by the stroke, which then is a state that must be exchanged
        name = draw.choice(mechanism.tips) + ".x"
        there = [draw.uniform(-math.pi, math.pi) for _ in mechanism.start]
        value = extreme(mechanism, name, draw.choice([-1, 1])) if draw.random() < 0.5 else float(mechanism.positions[name](there))
        part = mechanism.components[name.split(".")[0]]
        part["initial"] = {"x": {"value": value, "priority": "high"}}
    diagram = mechanism.diagram(stop=TURN / abs(speed), interval=TURN / abs(speed) / 200, rtol=rtol)
    names = {name if isinstance(name, str) else name[0] for _, name in mechanism.energy}
    diagram["outputs"] = sorted(names | set(diagram["outputs"]))
    solver = draw.choice(["auto", "dopri5", "cvode", "rosenbrock4"])
    return judge_energy(program, mechanism.energy, mechanism.tips, diagram, rtol, solver), diagram


def judge_energy(program, terms, strokes, diagram, rtol, solver):
    def energies(*arguments):
        code, rows = run(program, diagram, "--solver", solver, *arguments)
        if code != 0:
            return rows, None
        return rows, [sum(0.5 * c * (row[name] ** 2 if isinstance(name, str) else (row[name[0]] - name[1]) ** 2) for c, name in terms)
                      for row in rows]

    steps, at_steps = energies("--rows", "steps")
    if at_steps is None:
        return f"ended with {steps}"
    rows, values = energies()
    if values is None:
        return f"ended with {rows}"
    largest, passed = max(at_steps), 0
    for tip in strokes:
        for k, (before, after) in enumerate(zip(steps, steps[1:])):
            if before[f"{tip}.v"] * after[f"{tip}.v"] >= 0:
                continue
            passed += 1
            first, last = max(0, k - BESIDE), min(len(steps) - 1, k + 1 + BESIDE)
            near = at_steps[first:last + 1]
            near += [value for value, row in zip(values, rows) if steps[first]["time"] <= row["time"] <= steps[last]["time"]]
            off = (max(near) - min(near)) / largest
            if off > ENERGY_AT_ONE * rtol:
                return f"energy changes by {off:.3g} about the dead centre of {tip} at {before['time']:.6g} s, rtol {rtol:g}, {solver}"
    passed = max(1, passed)  # it may begin and end at one
    off = max(abs(value - values[0]) for value in values) / largest
    if off > ENERGY * rtol * passed:
        return f"energy is {off:.3g} off at rtol {rtol:g} by {solver}, {passed} dead centres"
    return judge_samples(program, diagram, solver)


def judge_samples(program, diagram, solver):
    """The same motion with a clock beside it: no change of states may leave out a sample."""
    stop = diagram["experiment"]["stop"]
    period = stop / random.Random(repr(stop)).uniform(5, 300)
    clocked = diagram | {"outputs": ["clock.y"], "connections": [*diagram["connections"], ["clock_time.y", "clock.u"]]}
    clocked["components"] = diagram["components"] | {
        "clock_time": {"type": "signals.ramp", "parameters": {"height": 2, "duration": 2 * stop}},
        "clock": {"type": "signals.sampler", "parameters": {"period": period}}}
    code, rows = run(program, clocked, "--solver", solver)
    if code != 0:
        return f"with a clock: {rows}"
    for row in rows:
        share = row["time"] / period
        if abs(share - round(share)) > 1e-6 and abs(row["clock.y"] * stop / period - math.floor(share)) > 1e-6:
            return f"at {row['time']:.9g} s the last sample is of {row['clock.y'] * stop:.9g} s, its period {period:.9g} s, by {solver}"
    return None


def judge_rod(program, draw):
    """A rod that goes right round, its end held by two masses and springs: no position is a state that is regular all the way."""
    length, angle = 10 ** draw.uniform(-1, 1), draw.uniform(-math.pi, math.pi)
    masses = [10 ** draw.uniform(-0.5, 0.5) for _ in range(2)]
    speed = draw.choice([-1, 1]) * length * draw.uniform(3, 10)
    rtol = draw.choice([1e-6, 1e-8])
    along, across = draw.choice(["xy", "yx"])
    place = {"x": length * math.cos(angle), "y": length * math.sin(angle)}
    rate = {"x": -speed * math.sin(angle), "y": speed * math.cos(angle)}
    diagram = {"format": "stribeck/1", "components": {
        "rod": {"type": "mechanisms.swinging_rod", "parameters": {"length": length},
                "initial": {along: {"value": place[along], "priority": "high"}, across: {"value": place[across], "priority": "low"}}},
        "x": {"type": "translational.mass", "parameters": {"mass": masses[0]}},
        "y": {"type": "translational.mass", "parameters": {"mass": masses[1]}},
        "frame": {"type": "translational.ground"}},
        "connections": [["rod.X", "x.M"], ["rod.Y", "y.M"]],
        "experiment": {"stop": 1.5 * TURN * length / abs(speed), "interval": 0.01 * length / abs(speed), "rtol": rtol},
        "outputs": ["x.v", "y.v", "rod.x", "rod.y"]}
    # The speed that is not small where the rod is.
    told = max(rate, key=lambda name: abs(rate[name]))
    diagram["components"][told]["initial"] = {"v": {"value": rate[told], "priority": "high"}}
    energy = [(masses[0], "x.v"), (masses[1], "y.v")]
    if draw.random() < 0.5:
        stiffness = 0.1 * min(masses) * speed ** 2 / length ** 2
        diagram["components"]["spring"] = {"type": "translational.spring", "parameters": {"stiffness": stiffness}}
        diagram["connections"] += [["spring.R", "y.M"], ["spring.C", "frame.W"]]
        diagram["outputs"].append("spring.x")
        energy.append((stiffness, ("spring.x", 0)))
    return judge_energy(program, energy, ["x", "y"], diagram, rtol, draw.choice(["auto", "dopri5", "cvode", "rosenbrock4"])), diagram


def case(program, seed, is_motion, cams):
    draw = random.Random(seed)
    mechanism = Mechanism(draw, [] if is_motion else cams, draw.choice([1, 1, 2]))
    targets = []
    try:
        if is_motion:
            why, diagram = judge_motion(program, mechanism, draw) if draw.random() < 0.6 else judge_rod(program, draw)
        else:
            targets = draw_targets(draw, mechanism)
            diagram = mechanism.diagram(targets)
            why = judge_start(program, mechanism, targets, seed)
    except subprocess.TimeoutExpired:
        why, diagram = f"no answer in {LONGEST_S} s", mechanism.diagram(targets)
    return why, diagram


def failures(program, starts, motions, seed, jobs):
    """(name, what is wrong, diagram) of each that fails."""
    cams = [Cam(program, shape) for shape in Cam.SHAPES]
    cases = [(seed + k, False) for k in range(starts)] + [(seed + k, True) for k in range(motions)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for (number, is_motion), (why, diagram) in zip(cases, pool.map(lambda one: case(program, *one, cams), cases)):
            if why is not None:
                yield f"{'motion' if is_motion else 'start'}_{number}", why.strip()[:400], diagram


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100, help="starts")
    parser.add_argument("--motions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="for diagrams that fail")
    given = parser.parse_args()
    failed = 0
    for name, why, diagram in failures(given.program, given.count, given.motions, given.seed, given.jobs):
        failed += 1
        print(f"{name}: {why}", flush=True)
        if given.folder:
            given.folder.mkdir(parents=True, exist_ok=True)
            Path(given.folder, name + ".json").write_text(json.dumps(diagram | {"title": why}, indent=1), encoding="utf-8")
    print(f"{failed} of {given.count + given.motions} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
