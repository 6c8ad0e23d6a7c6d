"""Calls of the whole package with arguments that make no sense: each ends, or raises an exception of Python; the interpreter lives.

A slice runs here; longer: STRIBECK_FUZZ_CALLS=100000 python3 tests/python/fuzz_test.py, with STRIBECK_FUZZ_SEED for another stream.
2026-11-26: seeds 2 and 3 with 15000 calls, seed 4 with 100000, two of five with a result: none ended the interpreter. An earlier form found one."""
import inspect
import math
import os
import random
import tempfile
import threading
import unittest
import warnings

from package import BOW, STICK_SLIP, stribeck

import numpy as np

CALLS = int(os.environ.get("STRIBECK_FUZZ_CALLS", "1500"))
SEED = int(os.environ.get("STRIBECK_FUZZ_SEED", "1"))
VALUES = [None, True, 0, -1, 2**70, 1.5, math.nan, math.inf, -1e300, 1e-320, "", "load", "load.w", "load.inertia", "3 rpm", "3 furlongs", "=k", "=1/0",
          "\0", "\ud800", "*", "spring.*", "a" * 5000, "start", "2 s", "text", "both", b"bytes", b"", [], [1], ["load.w"], [[1, 2], [3]], {}, {"speed": 1},
          {"load.inertia": -1}, {"a": {"b": []}}, (), object(), len, np.zeros(3), np.zeros((2, 2)), np.array([]), np.array(["x"]), 1j, range(3),
          {"force": 1.0}, np.float32(2), "rotational.inertia", "profile.y"]
SPECIAL = {"__getitem__", "__contains__", "__len__", "__repr__", "__setitem__", "_repr_html_", "_repr_svg_"}
NOT_CALLED = {"to_pandas", "to_xarray", "plot", "solve"}  # other packages' work, or long


def targets():
    d = stribeck.load(STICK_SLIP)
    result = d.run(stop=0.2)
    built = stribeck.Diagram("built")
    built.add("load", "rotational.inertia")
    return [stribeck, d, result, built, built["load"], built["load"].parameters, d.stepper(stop=1.0), d.equations(),
            stribeck.load(BOW).run(stop=0.001), stribeck.Diagram.from_json("{}"), stribeck._core.Catalogue([]), stribeck._core]


def callables(thing):
    for name in dir(thing):
        if name in NOT_CALLED or name.startswith("_") and name not in SPECIAL:
            continue
        try:
            member = getattr(thing, name)
        except Exception:
            continue
        if callable(member) and not inspect.ismodule(member):
            yield name, member


def positional(call):
    """How many arguments without names it takes, at least and at most; of functions of the extension module it is told in their text."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        count = (getattr(call, "__doc__", None) or "").split("\n", 1)[0].count(": ")
        return (count, count) if count else (0, 3)
    plain = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    return sum(one.default is one.empty for one in plain), len(plain)


def inner(d):
    """What the package itself hands to its extension module."""
    session = d._compiled()
    program = stribeck._core.Program(d.compile())
    return [session, stribeck._core.Asked(), program, stribeck._core.Instance(program), d, d.run(stop=0.01), np.linspace(0, 1, 50)]


class Nonsense(unittest.TestCase):
    done = 0

    def one(self, draw, calls, values):
        name, call = draw.choice(calls)
        least, most = positional(call)
        arguments = [draw.choice(values) for _ in range(draw.randint(least, most) + (draw.random() < 0.05))]
        options = {}
        if draw.random() < 0.5:
            try:
                parameters = [p.name for p in inspect.signature(call).parameters.values() if p.kind == p.KEYWORD_ONLY]
            except (TypeError, ValueError):
                parameters = []
            options = {key: draw.choice(values) for key in parameters if draw.random() < 0.3}
        if name in ("run", "check", "report", "run_many"):  # an end in sight
            options["stop"] = "10 ms"
        if name in ("step", "step_to", "step_to_event") and arguments and isinstance(arguments[0], (int, float)):
            arguments[0] = min(arguments[0], 0.1)
        try:
            call(*arguments, **options)
            self.done += 1
        except Exception as error:
            str(error), repr(error)

    def test_one_thread(self):
        warnings.simplefilter("ignore")
        draw = random.Random(SEED)
        calls, values = [], VALUES
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for number in range(CALLS):
                    if number % 500 == 0:
                        calls = [pair for thing in targets() for pair in callables(thing)]
                        values = VALUES + 3 * inner(stribeck.load(STICK_SLIP))
                    self.one(draw, calls, values)
            finally:
                os.chdir(before)
        self.assertGreater(self.done, CALLS // 20)  # some of it makes sense
        self.assertGreater(len(stribeck.load(STICK_SLIP).run().t), 1000)

    def test_threads(self):
        warnings.simplefilter("ignore")
        calls = [pair for thing in targets()[1:8] for pair in callables(thing)
                 if pair[0] not in ("report", "to_json", "compile", "draw")]

        values = VALUES + 3 * inner(stribeck.load(STICK_SLIP))

        def many(seed):
            draw = random.Random(seed)
            for _ in range(CALLS // 10):
                self.one(draw, calls, values)

        threads = [threading.Thread(target=many, args=(SEED * 100 + number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(len(stribeck.load(STICK_SLIP).run().t), 1000)


if __name__ == "__main__":
    unittest.main()
