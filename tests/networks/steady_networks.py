#!/usr/bin/env python3
"""Random networks that start in a steady state, against a linear program: bodies, springs, plays, stops, dry frictions, clutches, rigid
contacts, gears, levers, belts, dampers and controllers with integrators. A run must begin at rest or in uniform motion and stay there, and
where the program says that there is no steady state, none of the linear programs has a solution either: one for each set of modes, stuck or
sliding, closed or open, within the play or on a flank.

    steady_networks.py build/release/stribeck --count 2000 --seed 1
"""
import argparse
import itertools
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy
from scipy.optimize import linprog

GROUND = -1
MOST_MODES = 4000  # more sets of modes than that are not tried one by one
AT_REST = 1e-9  # of the largest force
KNOWN_TO = 1e-12  # of the two terms that the force of a spring is the difference of, where all forces are smaller than that
IN_MOTION = 1e-6  # the same: what the integrator's tolerance of 1e-11 of a speed is in stiff plays that hardly damp
LONGEST_S = 20
RIGHT = {"held", "none, rightly", "refused, too large to say"}


@dataclass
class Domain:
    name: str
    body: str
    inertia: str
    port: str
    speed: str
    force: str
    position: str
    friction: tuple
    stop: str
    constant: str
    preload: str
    force_source: tuple


LINE = Domain("translational", "mass", "mass", "M", "v", "F", "x", ("coulomb_force", "static_force"), "N/m", "force", "natural_length",
              ("force_source", "force"))
TURN = Domain("rotational", "inertia", "inertia", "I", "w", "T", "phi", ("coulomb_torque", "static_torque"), "N*m/rad", "torque",
              "natural_angle", ("torque_source", "torque"))


@dataclass
class Element:
    kind: str
    name: str
    r: int
    c: int
    values: dict


@dataclass
class Network:
    domain: Domain
    bodies: int = 0
    elements: list = field(default_factory=list)
    ties: list = field(default_factory=list)  # name, {body: factor}: the sum of factor * velocity is zero
    belts: dict = field(default_factory=dict)  # node: velocity
    targets: list = field(default_factory=list)  # element name or body, value, priority
    components: dict = field(default_factory=dict)
    nodes: dict = field(default_factory=dict)  # node: connectors
    signals: list = field(default_factory=list)


class Drawing:
    """One network, drawn at random."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.net = Network(self.random.choice([LINE, LINE, TURN]))
        self.net.nodes[GROUND] = []

    def number(self, low, high):
        return float(f"{math.exp(self.random.uniform(math.log(low), math.log(high))):.3g}")

    def chance(self, share):
        return self.random.random() < share

    def add(self, kind, r, c, values=None, parameters=None, typename=None, options=None):
        net, domain = self.net, self.net.domain
        name = f"{kind}{len(net.elements) + 1}"
        net.elements.append(Element(kind, name, r, c, values or {}))
        component = {"type": f"{domain.name}.{typename or kind}", "parameters": {**(parameters or {}), **(options or {})}}
        net.components[name] = component
        net.nodes[r].append(f"{name}.R")
        net.nodes[c].append(f"{name}.C")
        return name

    def body(self):
        net, domain = self.net, self.net.domain
        b = net.bodies
        net.bodies += 1
        net.components[f"b{b}"] = {"type": f"{domain.name}.{domain.body}", "parameters": {domain.inertia: self.number(0.1, 20)}}
        net.nodes[b] = [f"b{b}.{domain.port}"]
        return b

    def spring(self, r, c):
        k, natural = self.number(10, 1e4), self.random.choice([0, round(self.random.uniform(-0.5, 0.5), 3)])
        return self.add("spring", r, c, {"k": k, "natural": natural}, {"stiffness": k, self.net.domain.preload: natural})

    def dry_friction(self, r, c):
        coulomb = self.random.choice([0, self.number(0.5, 50), self.number(0.5, 50)])
        static = coulomb * self.random.choice([1, 1.25, 2])
        names = self.net.domain.friction
        return self.add("friction", r, c, {"static": static, "coulomb": coulomb}, {names[0]: coulomb, names[1]: static}, "dry_friction")

    def clutch(self, r, c):
        """Capacities are given by a signal."""
        if self.net.domain is LINE:
            return self.dry_friction(r, c)
        force, peak, pressed = self.number(1, 100), self.random.choice([1, 1.3]), self.random.choice([0, 0.3, 1])
        kinetic = 0.5 * force * pressed
        name = self.add("friction", r, c, {"static": kinetic * peak, "coulomb": kinetic},
                        {"maximum_normal_force": force, "peak": peak}, "clutch")
        self.net.components[f"press_{name}"] = {"type": "signals.constant", "parameters": {"value": pressed}}
        self.net.signals.append([f"press_{name}.y", f"{name}.S"])
        return name

    def backlash(self, r, c):
        play, k = self.number(0.001, 0.2), self.number(1e3, 1e6)
        return self.add("play", r, c, {"upper": play / 2, "lower": -play / 2, "k": k}, {"backlash": play, "stiffness": k},
                        "elastic_backlash")

    def stop(self, r, c):
        upper, k = self.number(0.001, 0.3), self.number(1e3, 1e6)
        lower = -self.number(0.001, 0.3)
        scale = self.net.domain
        return self.add("play", r, c, {"upper": upper, "lower": lower, "k": k},
                        {"upper_bound": upper, "lower_bound": lower, "upper_stiffness": k, "lower_stiffness": k, "model": "damped_rebound"}
                        if scale is not None else {}, "hard_stop")

    def contact(self, r, c):
        least = -self.random.choice([0, self.number(0.001, 0.3)])
        return self.add("contact", r, c, {"least": least}, {"least_position": least})

    def damper(self, r, c):
        d = self.number(0.5, 50)
        return self.add("damper", r, c, {"d": d}, {"damping": d})

    def load(self, b, size=None):
        f = size if size is not None else self.random.choice([-1, 1]) * self.number(0.5, 80)
        typename, parameter = self.net.domain.force_source
        return self.add("load", b, GROUND, {"f": f}, {parameter: f}, typename)

    def controller(self, b):
        net, domain = self.net, self.net.domain
        of_speed = self.chance(0.5)
        wanted = self.random.choice([0, round(self.random.uniform(-2, 2), 2)]) if of_speed else round(self.random.uniform(-0.3, 0.3), 3)
        name = self.add("control", b, GROUND, {"wanted": wanted, "of_speed": of_speed}, {}, domain.force_source[0])
        measured = f"{domain.speed if of_speed else domain.position}"
        net.components[f"sense_{name}"] = {"type": f"{domain.name}.motion_sensor"}
        net.components[f"want_{name}"] = {"type": "signals.constant", "parameters": {"value": wanted}}
        net.components[f"error_{name}"] = {"type": "signals.feedback"}
        net.components[f"pi_{name}"] = {"type": "signals.pi_controller",
                                        "parameters": {"gain": self.number(5, 50), "integral_time": self.number(0.5, 5)}}
        net.nodes[b].append(f"sense_{name}.R")
        net.nodes[GROUND].append(f"sense_{name}.C")
        net.signals += [[f"want_{name}.y", f"error_{name}.u1"], [f"sense_{name}.{measured}", f"error_{name}.u2"],
                        [f"error_{name}.y", f"pi_{name}.u"], [f"pi_{name}.y", f"{name}.S"]]

    def belt(self):
        net = self.net
        node = 1000 + len(net.belts)
        speed = self.random.choice([-1, 1]) * self.number(0.05, 5)
        name = f"belt{len(net.belts)}"
        net.belts[node] = speed
        net.components[name] = {"type": f"{net.domain.name}.velocity_source", "parameters": {"velocity": speed}}
        net.nodes[node] = [f"{name}.R"]
        net.nodes[GROUND].append(f"{name}.C")
        return node

    def tie(self, a, b):
        net = self.net
        name = f"tie{len(net.ties)}"
        if net.domain is TURN:
            ratio = self.random.choice([-1, 1]) * self.number(0.2, 5)
            net.components[name] = {"type": "mechanisms.gear_box", "parameters": {"ratio": ratio}}
            net.ties.append((name, {a: 1.0, b: -ratio}))
            net.nodes[a].append(f"{name}.S")
            net.nodes[b].append(f"{name}.O")
            return
        arm_a, arm_b = self.number(0.05, 0.5), self.number(0.05, 0.5)
        end = self.random.choice([GROUND, self.body()])
        net.components[name] = {"type": "mechanisms.lever", "parameters": {"ac_arm_length": arm_a, "bc_arm_length": arm_b}}
        # (a + b) v_C = b v_A + a v_B
        factors = {a: arm_b, b: -(arm_a + arm_b)}
        if end != GROUND:
            factors[end] = arm_a
            if self.chance(0.8):
                self.spring(end, GROUND)
        net.ties.append((name, factors))
        net.nodes[a].append(f"{name}.A")
        net.nodes[end].append(f"{name}.B")
        net.nodes[b].append(f"{name}.C")

    def draw(self):
        r, net = self.random, self.net
        shape = r.choice(["chain", "tree", "loop", "stack", "belt", "pile"])
        bodies = [self.body() for _ in range(r.randint(1, 5 if shape != "pile" else 3))]
        linking = [self.spring] * 5 + [self.dry_friction, self.clutch, self.backlash, self.stop]
        for i, b in enumerate(bodies):
            before = GROUND if i == 0 else bodies[i - 1] if shape != "tree" else r.choice([GROUND, *bodies[:i]])
            if shape in ("stack", "pile"):  # one on the other, under their weight
                self.contact(b, before)
                self.load(b, -float(f"{9.81 * self.number(0.2, 5):.4g}"))
                if self.chance(0.4):
                    self.spring(b, r.choice([GROUND, before]))
            elif i > 0 or self.chance(0.8):
                r.choice(linking)(b, before)
        if shape == "loop":
            for _ in range(r.randint(1, 2)):
                a, b = r.choice(bodies), r.choice([*bodies, GROUND])
                if a != b:
                    self.spring(a, b)
        if shape == "belt":
            node = self.belt()
            for b in r.sample(bodies, r.randint(1, len(bodies))):
                self.dry_friction(b, node)
        for b in bodies:
            if self.chance(0.4):
                self.dry_friction(b, GROUND)
            if self.chance(0.35):
                self.load(b)
            for share, make in ((0.1, self.damper), (0.12, self.stop), (0.08, self.contact), (0.05, self.clutch)):
                if self.chance(share):
                    make(b, r.choice([GROUND, *[x for x in bodies if x != b]]))
        if len(bodies) > 1 and self.chance(0.2):
            self.tie(*r.sample(bodies, 2))
        if self.chance(0.12):
            self.controller(r.choice(bodies))
        springs = [e for e in net.elements if e.kind == "spring"]
        if springs and self.chance(0.3):
            net.targets.append((r.choice(springs).name, round(r.uniform(-0.5, 0.5), 2), r.choice(["low", "low", "high"])))
        if self.chance(0.08):
            net.targets.append((r.choice(bodies), round(r.uniform(-2, 2), 2), "high"))
        return net


def modes_of(net):
    """For each element that has several: its modes."""
    return [(i, {"friction": ("stuck", 1, -1), "contact": ("closed", "open"), "play": ("within", "upper", "lower")}[e.kind])
            for i, e in enumerate(net.elements) if e.kind in ("friction", "contact", "play")]


class Balance:
    """The linear program of a network in one set of modes: positions, velocities and forces."""

    def __init__(self, net):
        self.net = net
        b, e, t = net.bodies, len(net.elements), len(net.ties)
        self.position, self.velocity, self.force, self.tie = 0, b, 2 * b, 2 * b + e
        self.size = 2 * b + e + t

    def difference(self, e, base):
        """Row and constant of a quantity of R less that of C."""
        row, constant = numpy.zeros(self.size), 0.0
        for node, sign in ((e.r, 1), (e.c, -1)):
            if node in self.net.belts:
                constant += sign * self.net.belts[node] if base == self.velocity else 0
            elif node != GROUND:
                row[base + node] += sign
        return row, constant

    def solve(self, modes, wish=None):
        net = self.net
        equal, above = [], []  # row, value: row z = value, row z >= value
        bounds = [(None, None)] * self.size
        for i, e in enumerate(net.elements):
            f = self.force + i
            of_force = numpy.zeros(self.size)
            of_force[f] = 1
            x, _ = self.difference(e, self.position)
            v, v0 = self.difference(e, self.velocity)
            still, mode, p = (v, -v0), modes.get(i), e.values
            if e.kind == "spring":
                equal += [still, (of_force - p["k"] * x, -p["k"] * p["natural"])]
            elif e.kind == "damper":
                equal.append((of_force - p["d"] * v, p["d"] * v0))
            elif e.kind == "load":
                bounds[f] = (-p["f"], -p["f"])
            elif e.kind == "control":
                equal.append((v, p["wanted"] - v0) if p["of_speed"] else (x, p["wanted"]))
                if not p["of_speed"]:
                    equal.append(still)
            elif e.kind == "friction":
                if mode == "stuck":
                    equal.append(still)
                    bounds[f] = (-p["static"], p["static"])
                else:
                    above.append((mode * v, -mode * v0))
                    bounds[f] = (mode * p["coulomb"],) * 2
            elif e.kind == "contact":
                if mode == "closed":
                    equal += [still, (x, p["least"])]
                    bounds[f] = (None, 0)
                else:
                    above += [(v, -v0), (x, p["least"])]
                    bounds[f] = (0, 0)
            elif mode == "within":
                equal.append(still)
                above += [(x, p["lower"]), (-x, -p["upper"])]
                bounds[f] = (0, 0)
            else:
                sign, at = (1, p["upper"]) if mode == "upper" else (-1, p["lower"])
                equal += [still, (of_force - p["k"] * x, -p["k"] * at)]
                above.append((sign * x, sign * at))
        for b in range(net.bodies):
            row = numpy.zeros(self.size)
            for i, e in enumerate(net.elements):
                row[self.force + i] += (e.c == b) - (e.r == b)
            for j, (_, factors) in enumerate(net.ties):
                row[self.tie + j] += factors.get(b, 0)
            equal.append((row, 0))
        for _, factors in net.ties:
            row = numpy.zeros(self.size)  # speeds alone: gears and levers mesh in any position
            for b, factor in factors.items():
                row[self.velocity + b] += factor
            equal.append((row, 0))
        for of, value, priority in net.targets:
            row = numpy.zeros(self.size)
            if isinstance(of, int):
                row[self.velocity + of] = 1
            else:
                row, _ = self.difference(next(e for e in net.elements if e.name == of), self.position)
            if priority == "high":
                equal.append((row, value))
            elif wish is not None:
                wish = (row, value)
        cost = numpy.zeros(self.size)
        if wish is not None:  # least distance from the low target
            cost = numpy.append(cost, 1.0)
            bounds.append((0, None))
            equal = [(numpy.append(r, 0), v) for r, v in equal]
            above = [(numpy.append(r, 0), v) for r, v in above]
            above += [(numpy.append(-wish[0], 1), -wish[1]), (numpy.append(wish[0], 1), wish[1])]
        matrix = numpy.array([r for r, _ in equal])
        right = numpy.array([v for _, v in equal])
        scale = numpy.maximum(1e-300, abs(matrix).max(axis=1))
        done = linprog(cost, A_ub=-numpy.array([r for r, _ in above]) if above else None, b_ub=[-v for _, v in above] if above else None,
                       A_eq=matrix / scale[:, None], b_eq=right / scale, bounds=bounds, method="highs",
                       options={"primal_feasibility_tolerance": 1e-10})
        return done if done.status == 0 else None


def verdict(net, all_modes):
    """Whether there is a steady state, and how near to the low target the nearest is."""
    balance = Balance(net)
    choices = modes_of(net)
    low = [t for t in net.targets if t[2] == "low"]
    nearest = None
    for combination in itertools.product(*[modes for _, modes in choices]):
        done = balance.solve({i: mode for (i, _), mode in zip(choices, combination)}, wish=() if low else None)
        if done is None:
            continue
        if not low:
            return True, None
        nearest = done.fun if nearest is None else min(nearest, done.fun)
        if not all_modes:
            break
    return nearest is not None, nearest


def document(net):
    components = {name: dict(of) for name, of in net.components.items()}
    components["wall"] = {"type": f"{net.domain.name}.ground"}
    for of, value, priority in net.targets:
        name = f"b{of}" if isinstance(of, int) else of
        what = net.domain.speed if isinstance(of, int) else net.domain.position
        components[name]["initial"] = {what: {"value": value, "priority": priority}}
    connections = [[*(["wall.W"] if node == GROUND else []), *connectors] for node, connectors in net.nodes.items()]
    outputs = [f"b{b}.{net.domain.port}.{net.domain.force}" for b in range(net.bodies)]
    outputs += [f"{e.name}.{net.domain.force}" for e in net.elements if e.kind not in ("load", "control")]
    outputs += [f"{e.name}.R.{net.domain.force}" for e in net.elements if e.kind in ("load", "control")]
    outputs += [f"b{b}.{net.domain.speed}" for b in range(net.bodies)]
    outputs += [f"{e.name}.{net.domain.position}" for e in net.elements if e.kind == "spring"]
    return {"format": "stribeck/1", "components": components,
            "connections": [c for c in connections + net.signals if len(c) > 1],
            "experiment": {"stop": 1, "interval": 0.1, "rtol": 1e-11, "atol": 1e-15, "steady_state": True}, "outputs": outputs}


def examine(program, net, folder, name):
    """One word, and what it says more."""
    path = Path(folder) / f"{name}.json"
    path.write_text(json.dumps(document(net), indent=1))
    try:
        done = subprocess.run([program, "run", path, "--csv", "-", "--quiet"], capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except subprocess.TimeoutExpired:
        return "error, takes long", f"more than {LONGEST_S} s"
    is_small = math.prod(len(modes) for _, modes in modes_of(net)) <= MOST_MODES
    code = re.search(r"error\[([a-z_.]+)\]", done.stderr)
    low = any(t[2] == "low" for t in net.targets)
    if done.returncode != 0:
        if code is None or code.group(1) not in ("initial.no_steady_state", "initial.conflict", "initial.overlap"):
            return f"error {code.group(1) if code else done.returncode}", done.stderr.split("\n")[0]
        if not is_small:
            return "refused, too large to say", ""
        exists, _ = verdict(net, False)
        return ("missed" if exists else "none, rightly"), done.stderr.split("\n")[0]
    lines = done.stdout.strip().split("\n")
    header = lines[0].split(",")
    rows = numpy.array([[float(v) for v in line.split(",")] for line in lines[1:]])
    is_body = [re.match(rf"b\d+\.{net.domain.port}", h) is not None for h in header]
    moves = any(abs(rows[0, i]) > 0 for i, h in enumerate(header) if re.match(rf"b\d+\.{net.domain.speed}$", h))
    allowed = IN_MOTION if moves else AT_REST
    is_force = [not b and h.endswith("." + net.domain.force) for b, h in zip(is_body, header)]
    terms = max((abs(e.values["k"] * e.values["natural"]) for e in net.elements if e.kind == "spring"), default=0)
    size = max(1e-6, KNOWN_TO / AT_REST * terms, abs(rows[:, is_force]).max(initial=0),
               *[abs(e.values["f"]) for e in net.elements if e.kind == "load"], 0)
    left = abs(rows[:, is_body]).max(initial=0) / size
    if left > allowed:
        when = rows[abs(rows[:, is_body]).max(axis=1) / size > allowed][0, 0]
        return "moves", f"{left:.2g} of the forces, from {when} s on"
    exists, nearest = verdict(net, low) if is_small else (True, math.inf)  # it is there, at rest; whether nearest is not asked
    if not exists:
        return "wrongly held", ""
    for of, value, priority in net.targets:
        if isinstance(of, int):
            continue
        found = rows[0, header.index(f"{of}.{net.domain.position}")]
        if priority == "high" and abs(found - value) > 1e-9 * max(1, abs(value)):
            return "target missed", f"{found} for {value}"
        if priority == "low" and abs(found - value) > nearest + 1e-6 * max(1, abs(value)):
            return "not the nearest", f"{abs(found - value):.6g} off, where {nearest:.6g} would do"
    return "held", ""


def give_target(net, seed):
    """A low target to a network that has none."""
    chance = random.Random(f"target {seed}")
    springs = [e for e in net.elements if e.kind == "spring"]
    if springs and not net.targets:
        net.targets.append((chance.choice(springs).name, round(chance.uniform(-0.5, 0.5), 2), "low"))


def search(program, count, seed, folder, say, gives_targets=False):
    words = {}
    for number in range(seed, seed + count):
        net = Drawing(number).draw()
        if gives_targets:
            give_target(net, number)
        word, more = examine(program, net, folder, f"steady_{number}")
        words[word] = words.get(word, 0) + 1
        if word not in ("held", "none, rightly", "too many modes"):
            say(f"{number}: {word} {more}")
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--targets", action="store_true", help="give each network with a spring a target of low priority")
    parser.add_argument("--folder", help="where diagrams are written; left out: nowhere that stays")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.folder or temporary)
        folder.mkdir(exist_ok=True)
        words = search(options.program, options.count, options.seed, folder, lambda text: print(text, flush=True), options.targets)
    for word, times in sorted(words.items()):
        print(f"{times:6} {word}")
    return 0 if set(words) <= RIGHT else 1


if __name__ == "__main__":
    sys.exit(main())
