"""Linear models of the verify diagrams, each at an instant drawn at random, against runs that a small force pushes aside there.

The force acts on a node that is drawn at random. Two sizes of it tell what is not linear: where they differ nothing is
said. Where the run is not in equilibrium the model changes along it: that of the
mean of both ends is taken, and what disagrees is looked at over shorter spans, too. Poles are held against NumPy's (LAPACK). STRIBECK_DIAGRAMS=all takes all diagrams in place of some, STRIBECK_FIRST another seed."""
import json
import os
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import python_tools  # noqa: E402
from program import ROOT, is_sanitized, stribeck, without_comments  # noqa: E402

SEED = int(os.environ.get("STRIBECK_FIRST", "1"))
SOME = 5 if is_sanitized() else 25
TOLERANCE = 0.03  # rows of a run are interpolated to rtol of the whole, and the force moves little; a wrong entry is off by more
NOISE = 1e-9  # of rtol 1e-10, over the steps of the span
UNITS = {"": 1, "s": 1, "ms": 1e-3, "us": 1e-6, "min": 60, "h": 3600}


def duration_s(text):
    number, _, unit = str(text).strip().partition(" ")
    return float(number) * UNITS[unit.strip()]


def nodes(diagram):
    """One member of each connection that names single connectors."""
    for connection in diagram.get("connections", []):
        members = connection if isinstance(connection, list) else []
        names = [name for name in members if isinstance(name, str) and "[" not in name]
        if names:
            yield names[0]


class Pushed:
    """A diagram, an instant, a node."""

    def __init__(self, path, instant_s, node):
        self.path, self.instant_s, self.node = path, instant_s, node

    def ask(self, *options, instants=()):
        times = [word for t in (self.instant_s, *instants) for word in ("--at", f"{t!r} s")]
        done = stribeck("linearise", self.path, *times, "--rtol", "1e-10", "--inputs", self.node, "--format", "json", *options)
        if done.returncode != 0:
            return None, []
        told = json.loads(done.stdout)
        return told["points"], told["messages"]

    def step(self, force, span_s):
        """Changes of the outputs by the run at the end of a span, a unit of force; None after an end."""
        points, _ = self.ask("--step", f"{self.node}={force!r}", "--for", f"{span_s!r} s")
        return points and [None if y is None else y / force for y in points[0]["step"]["run"][-1]]

    def predicted(self, span_s):
        """The same by linear models, of the mean of both ends; None where they have other states."""
        import numpy
        import scipy.linalg

        points, messages = self.ask(instants=[self.instant_s + span_s])
        if points is None or points[0]["held"] != points[1]["held"] or [s["name"] for s in points[0]["states"]] != [s["name"] for s in points[1]["states"]]:
            return None, messages
        n, outputs = len(points[0]["states"]), len(points[0]["outputs"])
        a, b = (sum(numpy.array(point[key]).reshape(n, -1) for point in points) / 2 for key in ("a", "b")) if n else (numpy.zeros((0, 0)), numpy.zeros((0, 1)))
        both = numpy.zeros((n + 1, n + 1))
        both[:n, :n], both[:n, n:] = a, b
        states = scipy.linalg.expm(both * span_s)[:n, n]
        c = numpy.array(points[1]["c"]).reshape(outputs, n)
        return (c @ states + numpy.array(points[1]["d"]).reshape(outputs)).tolist(), messages


def poles_differ(point):
    import numpy

    mine = numpy.array([complex(pole["real"], pole["imaginary"]) for pole in point["poles"]])
    if len(mine) != len(point["states"]):
        return f"{len(mine)} poles of {len(point['states'])} states"
    if not point["states"]:
        return None
    a = numpy.array(point["a"])
    theirs = numpy.linalg.eigvals(a)
    # The characteristic polynomial's value is what rounding leaves: a pole of multiplicity m moves by its m-th root.
    for pole in mine:
        smallest = numpy.linalg.svd(a - pole * numpy.eye(len(a)), compute_uv=False)[-1]
        if smallest > 1e-12 * max(numpy.linalg.norm(a), abs(pole)) * len(a):
            return f"{pole} is no eigenvalue: smallest singular value {smallest:.2e}"
    scale = max(map(abs, theirs), default=0)
    if abs(sum(mine) - numpy.trace(a)) > 1e-10 * scale * len(a):
        return f"the sum of the poles is {sum(mine)}, the trace {numpy.trace(a)}"
    return None


def examine(path, draw):
    """(outputs that agree, outputs of which nothing is said, what is wrong)"""
    diagram = json.loads(without_comments(path.read_text()))
    stop_s = duration_s(diagram.get("experiment", {}).get("stop", "1 s"))
    instant_s = stop_s * draw.uniform(0.2, 0.8)
    candidates = list(nodes(diagram))
    draw.shuffle(candidates)
    for node in candidates[:6]:
        pushed = Pushed(path, instant_s, node)
        points, _ = pushed.ask()
        if points is None or not points[0]["outputs"]:
            continue
        point = points[0]
        if wrong := poles_differ(point):
            return 0, 0, [wrong]
        if all(transfer["gain"] == 0 for transfer in point["transfer_functions"]):
            continue
        fastest = max([abs(complex(pole["real"], pole["imaginary"])) for pole in point["poles"]] + [1 / stop_s])
        values = [abs(output["value"]) for output in point["outputs"]]
        left, open_ = set(range(len(values))), 0
        verdicts = None
        for shorter in (1, 10, 100):
            found = compared(pushed, min(1 / fastest, 0.01 * stop_s) / shorter, values)
            if found is None:
                break
            verdicts = found if verdicts is None else [new if o in left else old for o, (old, new) in enumerate(zip(verdicts, found))]
            left = {o for o in left if verdicts[o] not in (True, None)}
            if not left:
                break
        if verdicts is not None:
            agree, open_ = verdicts.count(True), verdicts.count(None)
            return agree, open_, [f"{point['outputs'][o]['name']}, {verdicts[o]}" for o in left]
    return 0, 1, []


def compared(pushed, span_s, values):
    """Of each output True where run and model agree, None where nothing is said, else how far they are apart. None: neither could be made."""
    model, messages = pushed.predicted(span_s)
    if model is None:
        return None
    shares = sorted(abs(change) / max(value, 1e-3) for change, value in zip(model, values) if change)
    if not shares:
        return [None] * len(values)
    force = 1e-4 / shares[len(shares) // 2]
    small, large = pushed.step(force / 4, span_s), pushed.step(force, span_s)
    if small is None or large is None:
        return None
    verdicts = []
    for value, linear, run, less in zip(values, model, large, small):
        if run is None or less is None:
            verdicts.append(None)
            continue
        size, noise, bent, off = max(abs(linear), abs(run)), NOISE * max(value, 1e-3) / force * 4, abs(run - less), abs(run - linear)
        if size == 0 or (off <= TOLERANCE * size and noise <= TOLERANCE * size):
            verdicts.append(True)
        elif noise > TOLERANCE * size or bent > TOLERANCE * size or messages:
            verdicts.append(None)  # drowned, not linear, or said to lie on an edge
        else:
            verdicts.append(f"force {force:.3g} on {pushed.node} at t = {pushed.instant_s:.6g} for {span_s:.3g}: model {linear:.6g}, run {run:.6g}, less force {less:.6g}, noise {noise:.3g}")
    return verdicts


class VerifyDiagrams(unittest.TestCase):
    def test_a_small_force_moves_them_as_the_linear_model_says(self):
        draw = random.Random(SEED)
        paths = sorted(ROOT.glob("diagrams/verify/*.json*"))
        if os.environ.get("STRIBECK_DIAGRAMS") != "all":
            paths = draw.sample(paths, SOME)
        agree = open_ = 0
        for path in paths:
            with self.subTest(path.name):
                good, said_nothing, wrong = examine(path, draw)
                agree, open_ = agree + good, open_ + said_nothing
                self.assertEqual(wrong, [])
        print(f"{agree} outputs agree, of {open_} nothing is said")
        self.assertGreater(agree, len(paths))


if __name__ == "__main__":
    python_tools.run_there()
    unittest.main()
