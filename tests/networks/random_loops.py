"""Random algebraic loops of one to six unknowns, made of real things, against Newton's iteration from 1,000 starts each: networks.md tells
what is drawn and what is asked.

    tests/networks/random_loops.py build/release/stribeck --count 10000 --seed 1 --jobs 2

A loop that breaks a rule is written to --folder with what is wrong. Needs NumPy; with --scipy each root is found once more by SciPy."""
import argparse
import collections
import csv
import io
import json
import multiprocessing
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

INTEGRATORS = ("dopri5", "bs23", "rk4", "rosenbrock4", "implicit_euler", "cvode", "arkode")
RESIDUAL = 1e-10  # of the terms' size
SAME = 2e-6  # two roots that are nearer are one
LAW_PARTS = {"R": {"domain": "rotational", "doc": "side"}, "C": {"domain": "rotational", "doc": "other side"}}


def number(draw, low, high):
    """Evenly over the logarithm, as it is written."""
    return float(f"{10 ** draw.uniform(numpy.log10(low), numpy.log10(high)):.4g}")


class Law:
    """A torque over a relative speed: `value(w)` for arrays, and the component that has it between ports R and C."""

    def __init__(self, value, kind, parameters, definition=None):
        self.value, self.kind, self.parameters, self.definition = value, kind, parameters, definition

    def component(self):
        return {"type": self.kind, "parameters": self.parameters}


def friction(draw):
    coulomb, speed, viscous = number(draw, 2, 30), number(draw, 0.02, 0.5), number(draw, 0.01, 5)
    breakaway = round(coulomb * draw.uniform(1, 1.6), 4)

    def value(w):
        u = w / (numpy.sqrt(2) * speed)
        return numpy.sqrt(2 * numpy.e) * (breakaway - coulomb) * numpy.exp(-u * u) * u + coulomb * numpy.tanh(10 * w / speed) + viscous * w
    return Law(value, "rotational.friction", {"breakaway_torque": breakaway, "coulomb_torque": coulomb, "breakaway_velocity": speed, "viscous_coefficient": viscous})


def pacejka(draw):
    load, peak, speed = number(draw, 20, 300), round(draw.uniform(0.3, 1.2), 3), number(draw, 0.03, 0.5)
    sliding = round(peak * draw.uniform(0.4, 0.95), 3)
    shape = 2 - 2 / numpy.pi * numpy.arcsin(sliding / peak)
    curvature = (2 / shape - numpy.tan(numpy.pi / (2 * shape))) / (2 / shape - numpy.arctan(2 / shape))
    stiffness = 2 / shape / speed

    def value(w):
        x = stiffness * w
        return load * 0.1 * peak * numpy.sin(shape * numpy.arctan(x - curvature * (x - numpy.arctan(x))))
    return Law(value, "rotational.pacejka_friction", {"normal_force": load, "peak_coefficient": peak, "sliding_coefficient": sliding, "peak_velocity": speed})


def brown_mcphee(draw):
    coulomb, speed, viscous = number(draw, 2, 30), number(draw, 0.02, 0.5), number(draw, 0.01, 5)
    static = round(coulomb * draw.uniform(1, 1.6), 4)

    def value(w):
        r = w / speed
        return coulomb * numpy.tanh(4 * r) + (static - coulomb) * r / (r * r / 4 + 0.75) ** 2 + viscous * w
    return Law(value, "rotational.smooth_friction", {"coulomb_torque": coulomb, "static_torque": static, "stribeck_velocity": speed, "viscous_coefficient": viscous})


def authored(draw):
    """An author's law: roots, powers and absolute values; a diode that lets one direction pass; what falls over a part of its range."""
    a, b, p = number(draw, 0.5, 20), number(draw, 0.1, 3), round(draw.uniform(0.3, 2.5), 2)
    name, text, value = draw.choice([
        ("root", "a*w/sqrt(abs(w) + 0.001) + 0.01*w", lambda w: a * w / numpy.sqrt(numpy.abs(w) + 0.001) + 0.01 * w),
        ("power", "a*(if w > 0 then 1 else -1)*abs(w)^p + 0.01*w", lambda w: a * numpy.sign(w) * numpy.abs(w) ** p + 0.01 * w),
        ("diode", "a*(exp(min(w/b, 30)) - 1)", lambda w: a * (numpy.exp(numpy.minimum(w / b, 30)) - 1)),
        ("kinked", "a*(w + 0.7*abs(w - b) - 0.7*abs(w + b))", lambda w: a * (w + 0.7 * numpy.abs(w - b) - 0.7 * numpy.abs(w + b))),
        ("cubic", "a*(w*w*w - b*w)", lambda w: a * (w ** 3 - b * w)),
        ("falling", "a*w*exp(-abs(w)/b) + 0.1*w", lambda w: a * w * numpy.exp(-numpy.abs(w) / b) + 0.1 * w)])
    text = re.sub(r"\bp\b", str(p), re.sub(r"\bb\b", str(b), re.sub(r"\ba\b", str(a), text)))
    definition = {"doc": "A law.", "ports": LAW_PARTS, "variables": {"w": {"unit": "1", "doc": "speed"}, "T": {"unit": "N*m", "doc": "torque"}},
                  "equations": ["w = (R.w - C.w)*unit", "R.T = T", "C.T = -T", f"T = ({text})*torque"],
                  "parameters": {"unit": {"unit": "s/rad", "value": 1, "doc": "one"}, "torque": {"unit": "N*m", "value": 1, "doc": "one"}}}
    return Law(value, name, {}, definition)


LAWS = (friction, friction, pacejka, brown_mcphee, authored, authored)


class Network:
    """Joints without inertia between a ground and a shaft that is driven at a given speed: a chain of laws through all of them and a few
    more laws beside it, tyres on roads that move, and gears with losses to laws that the ground holds."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.joints = draw.choice((1, 1, 2, 2, 3, 3, 4, 5, 6))
        self.speed = number(draw, 0.05, 20) * draw.choice((-1, 1))
        self.components = {"ground": {"type": "rotational.ground"},
                           "drive": {"type": "rotational.velocity_source", "parameters": {"velocity": self.speed}}}
        self.definitions = {}
        self.nodes = [["ground.W", "drive.C"], ["drive.R"]] + [[] for _ in range(self.joints)]
        self.nets = []
        self.between, self.on = [], []  # (law, node, node); (function of the joint's speed, node)
        order = [1, *range(2, self.joints + 2), 0]
        for one, other in zip(order, order[1:]):
            self.add(draw, one, other)
        for _ in range(draw.choice((0, 0, 1, 2))):
            self.add(draw, *draw.sample(range(self.joints + 2), 2))
        if draw.random() < 0.25:
            self.add_tyre(draw, draw.randrange(2, self.joints + 2))
        if draw.random() < 0.25:
            self.add_gear(draw, draw.randrange(2, self.joints + 2))
        self.keys = [f"{name}.w" for name, _, _ in self.named]
        self.outputs = self.keys

    largest = property(lambda self: abs(self.speed))  # of what the unknowns are differences of, as they are read back
    named = property(lambda self: [(f"e{k}", one, other) for k, (_, one, other) in enumerate(self.between)])

    def put(self, name, law):
        component = law.component()
        if law.definition is not None:
            component = {"type": f"law_{name}"}
            self.definitions[f"law_{name}"] = law.definition
        self.components[name] = component

    def add(self, draw, one, other):
        law, name = draw.choice(LAWS)(draw), f"e{len(self.between)}"
        self.put(name, law)
        self.nodes[one].append(f"{name}.R")
        self.nodes[other].append(f"{name}.C")
        self.between.append((law.value, one, other))

    def add_tyre(self, draw, joint):
        load, speed, radius = number(draw, 20, 300), number(draw, 0.1, 5) * draw.choice((-1, 1)), 0.3
        stiffness, shape, peak, curvature, low = 10, 1.9, round(draw.uniform(0.3, 1), 2), 0.97, 0.1
        self.components |= {"tyre": {"type": "mechanisms.tyre", "parameters": {"normal_force": load, "peak_coefficient": peak}},
                            "road": {"type": "translational.velocity_source", "parameters": {"velocity": speed}},
                            "wall": {"type": "translational.ground"}}
        self.nodes[joint].append("tyre.A")
        self.nets += [["road.R", "tyre.H"], ["road.C", "wall.W"]]

        def value(w):
            x = stiffness * (radius * w - speed) / numpy.sqrt(speed * speed + low * low)
            return radius * load * peak * numpy.sin(shape * numpy.arctan(x - curvature * (x - numpy.arctan(x))))
        self.on.append((value, joint))

    def add_gear(self, draw, joint):
        ratio, forward, back = round(draw.uniform(1.5, 6), 2), round(draw.uniform(0.6, 0.98), 2), round(draw.uniform(0.6, 0.98), 2)
        law = draw.choice((friction, pacejka, brown_mcphee))(draw)
        self.components["gear"] = {"type": "mechanisms.lossy_gear", "parameters": {"ratio": ratio, "efficiency": forward, "back_efficiency": back}}
        self.put("held", law)
        self.nodes[joint].append("gear.S")
        self.nodes[0].append("held.C")
        self.nets.append(["gear.O", "held.R"])

        def value(w):
            torque = law.value(w / ratio) / ratio
            lost = numpy.where(torque * w >= 0, 1 - forward, 1 - 1 / back)
            return torque / (1 - lost * numpy.tanh(numpy.abs(w) / 0.01))
        self.on.append((value, joint))

    def speeds(self, x):
        """Of all nodes, one row a start."""
        return numpy.concatenate([numpy.zeros((len(x), 1)), numpy.full((len(x), 1), self.speed), x], axis=1)

    def residual(self, x):
        """Of the joints' balances, and what their terms add up to."""
        v = self.speeds(x)
        left, size = numpy.zeros_like(v), numpy.zeros_like(v)
        for law, one, other in self.between:
            torque = law(v[:, one] - v[:, other])
            left[:, one] -= torque
            left[:, other] += torque
            size[:, one] += numpy.abs(torque)
            size[:, other] += numpy.abs(torque)
        for law, joint in self.on:
            torque = law(v[:, joint])
            left[:, joint] -= torque
            size[:, joint] += numpy.abs(torque)
        return left[:, 2:], size[:, 2:]

    def slopes(self, x):
        v = self.speeds(x)
        matrix = numpy.zeros((len(x), v.shape[1], v.shape[1]))

        def slope(law, w):
            h = 1e-7 * numpy.maximum(numpy.abs(w), 1e-3)
            return (law(w + h) - law(w - h)) / (2 * h)
        for law, one, other in self.between:
            s = slope(law, v[:, one] - v[:, other])
            matrix[:, one, one] -= s
            matrix[:, one, other] += s
            matrix[:, other, one] += s
            matrix[:, other, other] -= s
        for law, joint in self.on:
            matrix[:, joint, joint] -= slope(law, v[:, joint])
        return matrix[:, 2:, 2:]

    def starts(self, count, draw):
        """Joints at rest, along with a neighbour, or anywhere, at every size of slip."""
        x = numpy.zeros((count, self.joints))
        for j in range(self.joints):
            before = x[:, j - 1] if j > 0 else numpy.full(count, self.speed)
            slip = draw.choice((-1, 1), count) * 10 ** draw.uniform(-4, 1.5, count)
            anywhere = draw.uniform(-2, 2, count) * abs(self.speed)
            x[:, j] = numpy.choose(draw.integers(0, 4, count), (slip, before + slip, anywhere, before * draw.uniform(0, 1, count)))
        return x

    def values(self, x):
        """Of what the program may tell of, by name."""
        v = self.speeds(x)
        return {f"{name}.w": v[:, one] - v[:, other] for name, one, other in self.named}

    def joints_of(self, row):
        """The joints' speeds, by the chain of laws."""
        speeds, at = [], self.speed
        for k in range(self.joints):
            at -= row[f"e{k}.w"]
            speeds.append(at)
        return numpy.array([speeds])

    def text(self, order):
        draw = random.Random(order)
        names = list(self.components)
        nets = [list(net) for net in [*self.nodes, *self.nets]]
        if order:
            draw.shuffle(names)
            draw.shuffle(nets)
            for net in nets:
                draw.shuffle(net)
        return json.dumps({"format": "stribeck/1", "title": "random loop", "definitions": self.definitions, "components": {n: self.components[n] for n in names},
                           "connections": nets, "experiment": {"stop": 1, "interval": 1}, "outputs": self.outputs})


class Signals:
    """y_i = c_i + sum of a_ij law_ij(y_j)."""

    LAWS = ("abs(u)", "sqrt(abs(u))", "abs(u)^1.5", "tanh(3*u)", "u*u/(1 + u*u)", "max(u, 0.2)", "exp(-abs(u))", "log(1 + u*u)", "abs(abs(u) - 1)", "sin(u)/(1 + u*u)")
    CODE = {text: compile(text.replace("^", "**"), "law", "eval") for text in LAWS}

    def __init__(self, seed):
        draw = random.Random(seed)
        self.joints = draw.choice((1, 1, 2, 2, 3, 4, 5, 6))
        self.terms = [[(round(draw.uniform(-3, 3), 3) / (1 if self.joints == 1 else 0.5 * self.joints), draw.choice(self.LAWS)) for _ in range(self.joints)] for _ in range(self.joints)]
        self.constants = [round(draw.uniform(-5, 5), 3) for _ in range(self.joints)]
        self.outputs = [f"y{i}.y" for i in range(self.joints)]
        self.largest = 0

    @staticmethod
    def law(text, u):
        names = {"abs": numpy.abs, "sqrt": numpy.sqrt, "tanh": numpy.tanh, "max": numpy.maximum, "exp": numpy.exp, "log": numpy.log, "sin": numpy.sin, "u": u}
        return eval(Signals.CODE[text], {"__builtins__": {}}, names)  # noqa: S307: of the list above

    def residual(self, x):
        left, size = x - numpy.array(self.constants), numpy.abs(x) + numpy.abs(self.constants)
        for i, row in enumerate(self.terms):
            for j, (factor, text) in enumerate(row):
                term = factor * self.law(text, x[:, j])
                left[:, i] -= term
                size[:, i] += numpy.abs(term)
        return left, size

    def slopes(self, x):
        matrix = numpy.zeros((len(x), self.joints, self.joints))
        for i, row in enumerate(self.terms):
            matrix[:, i, i] += 1
            for j, (factor, text) in enumerate(row):
                h = 1e-7 * numpy.maximum(numpy.abs(x[:, j]), 1e-3)
                matrix[:, i, j] -= factor * (self.law(text, x[:, j] + h) - self.law(text, x[:, j] - h)) / (2 * h)
        return matrix

    def starts(self, count, draw):
        return draw.choice((-1, 1), (count, self.joints)) * 10 ** draw.uniform(-3, 1.7, (count, self.joints))

    def values(self, x):
        return {f"y{i}.y": x[:, i] for i in range(self.joints)}

    def joints_of(self, row):
        return numpy.array([[row[name] for name in self.outputs]])

    def text(self, order):
        draw = random.Random(order)
        turn = list(range(self.joints))
        if order:
            draw.shuffle(turn)
        components = {f"y{i}": {"type": "signals.expression", "parameters": {"inputs": self.joints, "expression": repr(self.constants[i]) + "".join(
            f" + ({factor!r})*({re.sub(r'(?<![a-z])u(?![a-z])', f'u{j + 1}', text)})" for j, (factor, text) in enumerate(self.terms[i]))}} for i in turn}
        nets = [[f"y{i}.y", *(f"y{j}.u{i + 1}" for j in turn)] for i in turn]
        return json.dumps({"format": "stribeck/1", "title": "random loop", "components": components, "connections": nets, "experiment": {"stop": 1, "interval": 1}, "outputs": self.outputs})


def roots_of(loop, count, seed):
    """By damped Newton steps from all starts at once; each row a root. A start that no share of its step brings nearer is given up: it would
    only try the same step again."""
    with numpy.errstate(all="ignore"):
        x = loop.starts(count, numpy.random.default_rng(seed))
        ends = []
        left, size = loop.residual(x)
        for _ in range(80):
            step = newton_step(loop.slopes(x), left)
            norm = numpy.abs(left / (size + 1e-12)).max(axis=1)
            best, is_better = x.copy(), numpy.zeros(len(x), bool)
            open_ = numpy.flatnonzero(numpy.isfinite(step).all(axis=1))
            for halving in range(12):
                tried = x[open_] + step[open_] / 2 ** halving
                there, size_there = loop.residual(tried)
                better = numpy.abs(there / (size_there + 1e-12)).max(axis=1) < norm[open_]
                best[open_[better]], is_better[open_[better]] = tried[better], True
                left[open_[better]], size[open_[better]] = there[better], size_there[better]
                open_ = open_[~better]
                if not len(open_):
                    break
            goes_on = is_better & ~(numpy.abs(left) <= 1e-13 * size).all(axis=1)
            ends.append(best[~goes_on])
            x, left, size = best[goes_on], left[goes_on], size[goes_on]
            if not len(x):
                break
        x = numpy.concatenate([*ends, x])
        left, size = loop.residual(x)
        good = numpy.isfinite(x).all(axis=1) & (numpy.abs(left) <= RESIDUAL * size + 1e-13).all(axis=1) & (numpy.abs(x) < 1e6).all(axis=1)
    found = []
    for row in x[good]:
        if not any(is_same(row, other) for other in found):
            found.append(row)
    return numpy.array(found).reshape(len(found), x.shape[1])


def newton_step(matrix, left):
    matrix = matrix + 1e-14 * numpy.eye(left.shape[1])
    matrix[~numpy.isfinite(matrix).all(axis=(1, 2))] = numpy.eye(left.shape[1])
    try:
        return -numpy.linalg.solve(matrix, left[:, :, None])[:, :, 0]
    except numpy.linalg.LinAlgError:  # one of them is singular
        return -0.1 * left


def is_same(one, other):
    return bool((numpy.abs(one - other) <= SAME * numpy.maximum(1e-3, numpy.maximum(numpy.abs(one), numpy.abs(other)))).all())


class Run:
    def __init__(self, program, text, solver="auto"):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([program, "run", file.name, "--csv", "-", "--solver", solver], capture_output=True, text=True, check=False, timeout=120)
        self.code, self.said = done.returncode, done.stderr + done.stdout
        rows = list(csv.DictReader(io.StringIO(done.stdout))) if done.returncode == 0 else []
        self.row = {k: float(v) for k, v in rows[0].items()} if rows else None
        self.error = next(iter(re.findall(r"error\[([a-z_.]+)\]", self.said)), "")
        self.told = {}
        for name, first, others in re.findall(r"initial value of (\S+): it starts at (\S+), and all would hold at (.+) as well", self.said):
            self.told[name] = sorted(float(v) for v in [first, *re.split(", | or ", others)])


def examine(seed, program, starts, orders, integrators, use_scipy):
    """What came of a loop: its unknowns, roots known, how it ended, whether all roots were named, failures."""
    loop = Network(seed) if seed % 3 else Signals(seed)
    failures = []
    known = roots_of(loop, starts, seed)
    # Every integrator takes another order, until all orders have been: a root that depends on either differs between two of these runs.
    base, *others = [(k % orders, solver) for k, solver in enumerate(integrators)]
    others += [(k, integrators[0]) for k in range(len(integrators), orders)]
    base = Run(program, loop.text(base[0]), base[1])
    result = {"seed": seed, "unknowns": loop.joints, "roots": len(known), "end": base.error or "ran", "named": None, "text": loop.text(0)}
    if base.row is None:
        if len(known) or base.error != "run.no_solution":
            failures.append(f"ends in {base.error or base.said[-300:]}, and has {len(known)} roots: {known[:3].tolist()}")
        return result | {"failures": failures}
    x = loop.joints_of(base.row)
    with numpy.errstate(all="ignore"):
        left, size = loop.residual(x)
    rounding = rounding_of(loop, x)
    if not (numpy.abs(left[0]) <= RESIDUAL * size[0] + rounding).all():
        failures.append(f"no root: {left[0].tolist()} is left of {size[0].tolist()} at {x[0].tolist()}")
    if use_scipy:
        from scipy.optimize import root
        polished = root(lambda y: loop.residual(y[None, :])[0][0], x[0], tol=1e-13)
        if polished.success and not is_same(polished.x, x[0]):
            failures.append(f"SciPy goes from {x[0].tolist()} to {polished.x.tolist()}")
    if len(known) and not any(is_same(x[0], row) for row in known):
        known = numpy.concatenate([known, x])
    if loop.joints <= 3 and len(known):
        result["named"] = is_named(loop, known, base)
        if not result["named"]:
            result["missing"] = {name: sorted(values.tolist()) for name, values in loop.values(known).items() if name in base.told or not base.told}
    for order, solver in others:
        run, what = Run(program, loop.text(order), solver), f"order {order} by {solver}"
        if run.row is None:
            failures.append(f"{what} ends in {run.error or run.said[-300:]}")
        elif not is_same(loop.joints_of(run.row)[0], x[0]):
            failures.append(f"{what} starts at {loop.joints_of(run.row)[0].tolist()}, not at {x[0].tolist()}")
    return result | {"failures": failures}


def rounding_of(loop, x):
    """By how much each balance changes as the unknowns do by rounding: they are read back from relative speeds, in whole digits."""
    total = numpy.zeros(loop.joints)
    for j in range(loop.joints):
        beside = numpy.zeros_like(x)
        beside[0, j] = 1e-15 * (abs(x[0, j]) + loop.largest)
        total += numpy.abs(loop.residual(x + beside)[0][0] - loop.residual(x - beside)[0][0])
    return total


def is_named(loop, known, run):
    """Whether the note tells the values of all roots, or there is one alone."""
    values = loop.values(known)
    if not run.told:
        return len(known) <= 1
    for name, told in run.told.items():
        if name not in values:
            return len(told) >= len(known)  # of a part that the oracle has no name for
        distinct = []
        for value in sorted(values[name]):
            if not distinct or abs(value - distinct[-1]) > SAME * max(1e-3, abs(value)):
                distinct.append(value)
        return all(any(abs(value - t) <= 1e-6 * max(1e-3, abs(value)) for t in told) for value in distinct)
    return False


def job(arguments):
    try:
        return examine(*arguments)
    except subprocess.TimeoutExpired:
        return {"seed": arguments[0], "unknowns": 0, "roots": 0, "end": "timeout", "named": None, "text": "", "failures": ["no answer in 120 s"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--count", type=int, default=100, help="loops")
    parser.add_argument("--seed", type=int, default=1, help="of the first loop; the next has the next")
    parser.add_argument("--jobs", type=int, default=1, help="loops at a time")
    parser.add_argument("--starts", type=int, default=1000, help="of the oracle, for each loop")
    parser.add_argument("--orders", type=int, default=5, help="orders of components and connections")
    parser.add_argument("--scipy", action="store_true", help="lets SciPy find each root once more")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "random_loops", help="where failures go")
    options = parser.parse_args()
    begin, failures, unnamed = time.monotonic(), 0, 0
    ends, named, several = collections.Counter(), collections.Counter(), collections.Counter()
    jobs = [(seed, str(options.program.resolve()), options.starts, options.orders, INTEGRATORS, options.scipy) for seed in range(options.seed, options.seed + options.count)]
    with multiprocessing.Pool(options.jobs) as pool:
        for result in pool.imap(job, jobs):
            ends[result["end"]] += 1
            several[result["unknowns"]] += result["roots"] > 1
            if result["named"] is not None:
                named[result["named"]] += 1
            reasons = list(result["failures"])
            if result["named"] is False:
                unnamed += 1
                print(f"unnamed seed {result['seed']}: {result['roots']} roots, {result['missing']}", flush=True)
            if reasons or result["named"] is False:
                options.folder.mkdir(parents=True, exist_ok=True)
                (options.folder / f"{result['seed']}.json").write_text(result["text"])
            failures += bool(reasons)
            for reason in reasons:
                print(f"FAILED seed {result['seed']}, {result['unknowns']} unknowns: {reason}", flush=True)
    total = named[True] + named[False]
    print(f"{sum(ends.values())} loops in {time.monotonic() - begin:.0f} s: {dict(ends)}; {failures} failed")
    print(f"several roots, by unknowns: {dict(sorted(several.items()))}; up to three unknowns: all named in {named[True]} of {total}")
    return 1 if failures or named[True] < 0.99 * total else 0


if __name__ == "__main__":
    sys.exit(main())
