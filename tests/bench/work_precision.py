#!/usr/bin/env python3
"""What each adaptive integrator costs and how good it is, on six motions known to rounding; the same table every time.
    tests/bench/work_precision.py build/release/stribeck [--problem NAME] [--solver NAME] [--rtol 1e-6]
The error is the largest difference over all rows of the grid and all outputs, relative to the range of the output (largest less least
value of the exact rows), and stands as a multiple of rtol; atol is a thousandth of rtol. Beside it: evaluations of the derivatives, with
Jacobians counted as one evaluation a state. Methods of a fixed step have no tolerance and are left out."""
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
    worst = 0.0
    for k, column in enumerate(columns):
        values = [x[k] for _, x in exact]
        span = max(values) - min(values)
        worst = max(worst, max(abs(float(by_time[round(t, 9)][column]) - x[k]) for t, x in exact) / span)
    return worst


def measure(program, diagram, exact, solver, rtol):
    """Error over rtol, and work; None if the run fails."""
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
        return error_of(result.read_text(), diagram["outputs"], exact) / rtol, work


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
        print(f"{name}: error/rtol, evaluations\n{'rtol':12}" + "".join(f"{rtol:^18.0e}" for rtol in tolerances))
        for solver in chosen.solver or SOLVERS:
            cells = []
            for rtol in tolerances:
                error, work = measure(chosen.program.resolve(), diagram, exact, solver, rtol)
                worst = max(worst, error if error is not None else float("inf"))
                cells.append(f"{'fails':>18}" if error is None else f"{error:9.2g} {work:8}")
            print(f"{solver:12}" + "".join(cells), flush=True)
    print(f"largest error: {worst:.3g} rtol")
    return 0 if worst <= 10 else 1


if __name__ == "__main__":
    sys.exit(main())
