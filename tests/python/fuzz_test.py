"""Calls of the whole package with arguments that make no sense: each ends, or raises an exception of Python; the interpreter lives.

A slice runs here; longer: STRIBECK_FUZZ_CALLS=100000 python3 tests/python/fuzz_test.py, with STRIBECK_FUZZ_SEED for another stream.
2026-11-26: seeds 2 and 3, 20000 calls in one thread and 4 times 2000 side by side each: none ended the interpreter. Seed 1 found one that did."""
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
        if name.startswith("__") and name not in ("__getitem__", "__contains__", "__len__", "__repr__", "__setitem__", "__call__"):
            continue
        if name in NOT_CALLED or isinstance(thing, type(os)) and thing is stribeck and name.startswith("_"):
            continue
        try:
            member = getattr(thing, name)
        except Exception:
            continue
        if callable(member) and not inspect.ismodule(member):
            yield name, member


class Nonsense(unittest.TestCase):
    def one(self, draw, calls):
        name, call = draw.choice(calls)
        arguments = [draw.choice(VALUES) for _ in range(draw.randrange(5))]
        options = {}
        if draw.random() < 0.5:
            try:
                parameters = [p.name for p in inspect.signature(call).parameters.values() if p.kind == p.KEYWORD_ONLY]
            except (TypeError, ValueError):
                parameters = []
            options = {key: draw.choice(VALUES) for key in parameters if draw.random() < 0.3}
        if name in ("run", "check", "report", "run_many"):  # an end in sight
            options["stop"] = "10 ms"
        if name in ("step", "step_to", "step_to_event") and arguments and isinstance(arguments[0], (int, float)):
            arguments[0] = min(arguments[0], 0.1)
        try:
            call(*arguments, **options)
        except Exception as error:
            str(error), repr(error)

    def test_one_thread(self):
        warnings.simplefilter("ignore")
        draw = random.Random(SEED)
        calls = []
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for number in range(CALLS):
                    if number % 500 == 0:
                        calls = [pair for thing in targets() for pair in callables(thing)]
                    self.one(draw, calls)
            finally:
                os.chdir(before)
        self.assertGreater(len(calls), 100)
        self.assertGreater(len(stribeck.load(STICK_SLIP).run().t), 1000)

    def test_threads(self):
        warnings.simplefilter("ignore")
        calls = [pair for thing in targets()[1:8] for pair in callables(thing)
                 if pair[0] not in ("report", "to_json", "compile", "draw")]

        def many(seed):
            draw = random.Random(seed)
            for _ in range(CALLS // 10):
                self.one(draw, calls)

        threads = [threading.Thread(target=many, args=(SEED * 100 + number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(len(stribeck.load(STICK_SLIP).run().t), 1000)


if __name__ == "__main__":
    unittest.main()
