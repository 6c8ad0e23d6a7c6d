#!/usr/bin/env python3
"""What each adaptive integrator costs and how good it is, on six motions known to rounding; the same table every time.
    tests/bench/work_precision.py build/release/stribeck [--problem NAME] [--solver NAME] [--rtol 1e-6]
The error of a row is how far it is from the exact curve, in time and in all outputs: the least of the largest of |d|/T and
|y_k(t) - exact_k(t + d)|/range_k over the shifts d, where T is the length of the run and the range of an output its largest less its least
exact value. (Two hybrid curves are close if they are so at slightly different times: Goebel, Sanfelice, Teel (2012), Hybrid Dynamical
Systems, definition 5.23. A velocity that changes fast after an event is wrong at one time by far more than the event is late.) The largest
of all rows stands as a multiple of rtol; atol is a thousandth of rtol. Behind it, in brackets: the largest without a shift. Then:
evaluations of the derivatives, with Jacobians counted as one evaluation a state. Methods of a fixed step have no tolerance and are left
out. Fails if an error is above 10 rtol."""
import argparse
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from precision_problems import PROBLEMS

ROOT = Path(__file__).resolve().parent.parent.parent
SOLVERS = ("auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4")
TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)


def error_of(text, outputs, exact):
    """Of the rows in CSV; rows of events between those of the grid are left out."""
    rows = csv.reader(io.StringIO(text))
    header = next(rows)
    columns = [next(k for k, name in enumerate(header) if name.split(" ")[0].split("[")[0] == output) for output in outputs]
    by_time = {}
    for row in rows:
        by_time.setdefault(round(float(row[0]), 9), row)
    exact_values = list(zip(*(x for _, x, _ in exact)))
    spans = [max(values) - min(values) for values in exact_values]
    length = exact[-1][0] - exact[0][0]
    worst, unshifted = 0.0, 0.0
    for t, x, rates in exact:
        row = by_time[round(t, 9)]
        off = [(float(row[column]) - value) / span for column, value, span in zip(columns, x, spans)]
        slopes = [rate * length / span for rate, span in zip(rates, spans)]
        plain = max(map(abs, off))
        unshifted = max(unshifted, plain)
        if plain > worst:
            worst = max(worst, least_distance(off, slopes))
    return worst, unshifted


def least_distance(off, slopes):
    """The least of max(|d|, |off_k - slopes_k d|) over d, where two of these lines cross: it is convex, and straight between crossings."""
    lines = [(sign * a, -sign * b) for a, b in zip([*off, 0.0], [*slopes, -1.0]) for sign in (1, -1)]
    shifts = [(a2 - a1) / (b1 - b2) for k, (a1, b1) in enumerate(lines) for a2, b2 in lines[:k] if b1 != b2]
    return min(max(a + b * d for a, b in lines) for d in shifts)


def measure(program, diagram, exact, solver, rtol):
    """Errors over rtol, shifted and not, and work; None if the run fails."""
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder) / "problem.json", Path(folder) / "rows.csv"
        path.write_text(json.dumps(diagram))
        done = subprocess.run([program, "run", path, "--csv", result, "--solver", solver, "--rtol", repr(rtol), "--atol", repr(rtol / 1000)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return None, done.stderr
        def count(word):
            found = re.search(rf"(\d+) {word}", done.stderr)
            return int(found.group(1)) if found else 0
        work = count("evaluation") + count("Jacobian") * int(re.search(r"states +(\d+)", done.stderr).group(1))
        return [error / rtol for error in error_of(result.read_text(), diagram["outputs"], exact)], work


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--problem", action="append", choices=PROBLEMS)
    parser.add_argument("--solver", action="append", choices=SOLVERS)
    parser.add_argument("--rtol", action="append", type=float)
    chosen = parser.parse_args()
    tolerances = chosen.rtol or TOLERANCES
    worst = 0.0
    for name in chosen.problem or PROBLEMS:
        diagram, exact = PROBLEMS[name](ROOT)
        print(f"{name}: error/rtol (without shift), evaluations\n{'rtol':12}" + "".join(f"{rtol:^24.0e}" for rtol in tolerances))
        for solver in chosen.solver or SOLVERS:
            cells = []
            for rtol in tolerances:
                error, work = measure(chosen.program.resolve(), diagram, exact, solver, rtol)
                worst = max(worst, error[0] if error is not None else float("inf"))
                cells.append(f"{'fails':>24}" if error is None else f"{error[0]:8.2g} ({error[1]:.0f}) {work}".rjust(24))
            print(f"{solver:12}" + "".join(cells), flush=True)
    print(f"largest error: {worst:.3g} rtol")
    return 0 if worst <= 10 else 1


if __name__ == "__main__":
    sys.exit(main())
