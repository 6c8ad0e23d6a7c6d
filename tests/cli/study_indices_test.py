"""Sobol's indices of a block that sticks and slips on a belt. How long the belt takes it has a closed form: static force by stiffness by the belt's
speed. How far it then slips back has none: its indices are compared with plain samples of the same block, the variance that is left where one factor
is known, and where all but one are. STRIBECK_STUDY_PLAIN=1000000 STRIBECK_STUDY_POINTS=8192 make that as many samples."""
import json
import math
import os
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, is_sanitized, start, stribeck  # noqa: E402

BELT = ROOT / "diagrams/verify/translational_dry_friction_belt.json"
PLAIN = int(os.environ.get("STRIBECK_STUDY_PLAIN", 5000))
POINTS = int(os.environ.get("STRIBECK_STUDY_POINTS", 256))
PARTS = 10  # of the plain samples, each of which gives indices: their spread tells how uncertain the mean is
ROUNDING = 1e-9  # of a factor that does nothing
FACTORS = {"block.mass": (0.5, 1.5), "spring.stiffness": (0.7, 1.4), "friction.static_force": (0.8, 1.2)}


def closed_form():
    """First and total indices of F/k, both evenly distributed and independent."""
    (k0, k1), (f0, f1) = FACTORS["spring.stiffness"], FACTORS["friction.static_force"]
    of_f, of_f2 = (f0 + f1) / 2, (f1 ** 3 - f0 ** 3) / 3 / (f1 - f0)
    of_k, of_k2 = math.log(k1 / k0) / (k1 - k0), 1 / (k0 * k1)  # means of 1/k and 1/k^2
    by_f, by_k = (of_f2 - of_f ** 2) * of_k ** 2, of_f ** 2 * (of_k2 - of_k ** 2)
    whole = of_f2 * of_k2 - (of_f * of_k) ** 2
    return {"block.mass": (0, 0), "spring.stiffness": (by_k / whole, 1 - by_f / whole), "friction.static_force": (by_f / whole, 1 - by_k / whole)}


def variance_left(known, values):
    """The mean variance of the values inside of bins of what is known, about a plane in each bin: what remains of the known factors inside of a bin is
    of second order in its width."""
    wanted = 40  # samples in a bin
    each = max(1, round((len(values) / wanted) ** (1 / known.shape[1])))
    bins = np.minimum((known * each).astype(int), each - 1) @ (each ** np.arange(known.shape[1]))
    order = np.argsort(bins, kind="stable")
    squares = free = 0
    for group in np.split(order, np.flatnonzero(np.diff(bins[order])) + 1):
        plane = np.column_stack([np.ones(len(group)), known[group]])
        if len(group) < 2 * plane.shape[1]:
            continue
        left = values[group] - plane @ np.linalg.lstsq(plane, values[group], rcond=None)[0]
        squares, free = squares + left @ left, free + len(group) - plane.shape[1]
    return squares / free


def plain_indices(points, values):
    """By factor: first and total, each with its standard error."""
    found = []
    for f in range(points.shape[1]):
        parts = []
        for part in range(PARTS):
            here = slice(part, None, PARTS)
            x, y = points[here], values[here]
            parts.append((1 - variance_left(x[:, [f]], y) / y.var(ddof=1), variance_left(np.delete(x, f, axis=1), y) / y.var(ddof=1)))
        found.append(list(zip(np.mean(parts, axis=0), np.std(parts, axis=0, ddof=1) / math.sqrt(PARTS))))
    return dict(zip(FACTORS, found))


@unittest.skipIf(is_sanitized(), "long, and no code that the others do not reach")
class Indices(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.told = json.loads(stribeck("study", "statistics", cls.study("saltelli", {"method": "saltelli", "count": POINTS}), "--format", "json").stdout)

    @classmethod
    def study(cls, name, sampling):
        plan = cls.folder / f"{name}.json"
        plan.write_text(json.dumps({
            "format": "stribeck-study/1", "diagram": str(BELT), "sampling": sampling,
            "factors": {factor: {"uniform": {"from": low, "to": high}} for factor, (low, high) in FACTORS.items()},
            "scalars": {"ride": {"event_time": "friction"}, "back": {"min": "spring.x"}},
            "experiment": {"stop": "16 s", "interval": "0.2 s", "rtol": 1e-6, "atol": 1e-8}}))
        study = start("study", plan, "-j", 2, "--quiet", "--dir", cls.folder / name)
        assert study.wait() == 0
        return cls.folder / name

    def indices(self, scalar):
        return {one["factor"]: (one["first"], one["total"]) for one in self.told["indices"] if one["scalar"] == scalar}

    def test_how_long_it_rides(self):
        for factor, expected in closed_form().items():
            for found, value in zip(self.indices("ride")[factor], expected):
                self.assertLessEqual(found["low"] - ROUNDING, value, factor)
                self.assertGreaterEqual(found["high"] + ROUNDING, value, factor)
                # Points of Sobol are more even than the bootstrap takes them for: the value is much nearer than its interval is wide.
                self.assertLess(abs(found["value"] - value), 0.03 * math.sqrt(256 / POINTS), factor)

    def test_how_far_it_slips_back(self):
        with (self.study("plain", {"method": "random", "count": PLAIN}) / "table.csv").open() as file:
            rows = np.genfromtxt(file, delimiter=",", names=True, usecols=range(6), deletechars="", dtype=float)
        self.assertEqual(len(rows), PLAIN)
        points = np.column_stack([(rows[name] - low) / (high - low) for name, (low, high) in FACTORS.items()])
        plain, found = plain_indices(points, rows["back"]), self.indices("back")
        for factor, number, kind in [(factor, number, kind) for factor in FACTORS for number, kind in enumerate(("first", "total"))]:
            one, (value, error) = found[factor][number], plain[factor][number]
            print(f"{factor:21} {kind}: {one['value']:.4f} ({one['low']:.4f} to {one['high']:.4f}), of {PLAIN} plain samples {value:.4f} +- {error:.4f}",
                  file=sys.stderr)
            allowed = 4 * error + 1e-3  # standard errors, and what planes leave of a bin
            self.assertLess(abs(one["value"] - value), allowed + 0.03 * math.sqrt(256 / POINTS), (factor, kind))
            self.assertTrue(one["low"] - allowed <= value <= one["high"] + allowed, (factor, kind))


if __name__ == "__main__":
    unittest.main()
