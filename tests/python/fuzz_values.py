"""What no function expects: values of every kind, and objects that misbehave when they are looked at."""
import math

import numpy as np

VALUES = [None, True, 0, -1, 2**70, 1.5, math.nan, math.inf, -1e300, 1e-320, "", "load", "load.w", "load.inertia", "3 rpm", "3 furlongs", "=k",
          "=1/0", "\0", "\ud800", "*", "spring.*", "a" * 5000, "start", "2 s", "text", "both", b"bytes", b"", [], [1], ["load.w"],
          [[1, 2], [3]], {}, {"speed": 1}, {"load.inertia": -1}, {"a": {"b": []}}, (), object(), len, 1j, range(3), {"force": 1.0},
          "rotational.inertia", "profile.y", "=" + "(" * 3000, '{"format": "stribeck/1"}', float, iter([1.0]), {1, 2}, {"\ud800": "\ud800"},
          np.zeros(3), np.zeros((2, 2)), np.array([]), np.array(["x"]), np.float32(2), np.zeros(3, dtype=">f8"), np.zeros(0), np.zeros((0, 3)),
          np.arange(12.0)[::-3], np.asfortranarray(np.ones((3, 4))), np.zeros(2, dtype=complex), np.array([None, "a"], dtype=object),
          np.array(3.0), np.zeros((2, 2, 2)), np.array([math.nan, 1.0]), np.float64("nan"), np.int8(3), np.array([1], dtype="M8[s]"),
          np.ma.masked_array([1.0, 2.0], mask=[True, False]), memoryview(b"12345678"), bytearray(b"x")]


class Bad:
    """Whatever is asked of it raises."""

    def _raise(self, *arguments, **options):
        raise RuntimeError("\ud800 no \0 text")

    __float__ = __int__ = __index__ = __str__ = __len__ = __iter__ = __getitem__ = __bool__ = __call__ = __fspath__ = __array__ = _raise
    __hash__ = __eq__ = __contains__ = __enter__ = __lt__ = __add__ = _raise


class Unreadable(Exception):
    """An exception without a text."""

    def __str__(self):
        raise ValueError("no text")

    __repr__ = __str__


class Word(str):
    """A text that is none when it is looked at."""

    def __str__(self):
        raise RuntimeError("no text")


class Emptied(list):
    """A list that is empty once somebody looks into it."""

    def __iter__(self):
        while self:
            yield self.pop()


class Number:
    """Counts as one until it is asked."""

    def __init__(self, value):
        self.value = value

    def __float__(self):
        return self.value

    __index__ = __float__


class Magnitude:
    """A quantity as pint has them, of nothing."""

    magnitude = "much"
    units = "furlongs"


def _raising(error):
    def call(*arguments, **options):
        raise error

    return call


def hostile(package):
    """Objects and functions; made anew, as some of them change."""
    errors = [RuntimeError("x"), KeyboardInterrupt(), SystemExit(3), GeneratorExit(), MemoryError(), Unreadable(), StopIteration(), RecursionError(),
              UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x"), ValueError("\ud800"), package.Interrupted(None, "x")]
    return [Bad(), Word("load"), Emptied([1.0, 2.0]), Number("x"), Number(2.0), Magnitude(), lambda: None, lambda *a: "text", lambda *a: math.nan,
            lambda *a: 2**2000, lambda *a: None, lambda *a: a, *(_raising(error) for error in errors)]
