"""Samples a second on one core of the rotational stick-slip with its smooth law: a study of Stribeck against SciPy, PathSim and heyoka's batch mode,
each to the same error, as ratios in one run. By hand, with the peers where they are installed:

    python3 -m venv build/peers && build/peers/bin/pip install scipy pathsim heyoka
    STRIBECK=build/release/stribeck build/peers/bin/python tests/bench/study_peers.py [SAMPLES]

What counts is processor time. Each tool gives the largest angle of the spring over rows 10 ms apart; compiling and starting is told by itself."""
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile

from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("STRIBECK", ROOT / "build/release/stribeck")).resolve()
SAMPLES = int(sys.argv[1]) if len(sys.argv) > 1 else 400
STOP_S, ROWS = 10.0, 1001
K, D, BREAKAWAY, COULOMB, W_BREAKAWAY, VISCOUS = 100.0, 0.5, 25.0, 20.0, 0.01, 0.1
SLIP = np.sqrt(2 * np.e) * (BREAKAWAY - COULOMB)


def friction(w, exp=np.exp, tanh=np.tanh):
    u = w / (np.sqrt(2) * W_BREAKAWAY)
    return SLIP * exp(-u * u) * u + COULOMB * tanh(10 * w / W_BREAKAWAY) + VISCOUS * w


def slopes(t, x, inertia, speed):
    return [x[1], (friction(speed - x[1]) - K * x[0] - D * x[1]) / inertia]


def by_stribeck(count, rtol="1e-6"):
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.json"
        plan.write_text(json.dumps({
            "format": "stribeck-study/1", "diagram": str(ROOT / "diagrams/start/rotational_stick_slip.json"), "sampling": {"method": "sobol", "count": count},
            "factors": {"load.inertia": {"uniform": {"from": 0.8, "to": 1.2}}, "speed": {"uniform": {"from": 0.15, "to": 0.25}}},
            "scalars": {"turn": {"max": "spring.phi"}}, "experiment": {"stop": f"{STOP_S} s", "interval": "10 ms", "rtol": float(rtol), "atol": 1e-3 * float(rtol)}}))
        subprocess.run([PROGRAM, "study", plan, "--quiet", "--dir", Path(folder) / "a"], check=True)
        with (Path(folder) / "a/table.csv").open() as file:
            rows = list(csv.DictReader(file))
    return [(float(row["load.inertia"]), float(row["speed"])) for row in rows], np.array([float(row["turn"]) for row in rows])


def by_scipy(points, rtol, method="LSODA"):
    from scipy.integrate import solve_ivp

    grid = np.linspace(0, STOP_S, ROWS)
    return np.array([solve_ivp(slopes, (0, STOP_S), [0, 0], method, grid, args=point, rtol=rtol, atol=1e-3 * rtol).y[0].max() for point in points])


def by_library(points):
    """The same library in a loop, from Python: without the folder of a study, but with arrays of all rows."""
    sys.path.insert(0, str(PROGRAM.parent / "python"))
    import stribeck

    drive = stribeck.load(ROOT / "diagrams/start/rotational_stick_slip.json")
    options = {"stop": f"{STOP_S} s", "interval": "10 ms", "rtol": 1e-6, "atol": 1e-9}
    return np.array([drive.run({"load.inertia": inertia, "speed": speed}, **options)["spring.phi"].max() for inertia, speed in points])


def by_pathsim(points, rtol):
    from pathsim import Connection, Simulation
    from pathsim.blocks import ODE, Scope
    from pathsim.solvers import RKDP54

    found = []
    for inertia, speed in points:
        drive, scope = ODE(lambda x, u, t: np.array(slopes(t, x, inertia, speed)), np.zeros(2)), Scope(sampling_period=STOP_S / (ROWS - 1))  # noqa: B023
        simulation = Simulation([drive, scope], [Connection(drive[0], scope[0])], dt=1e-3, Solver=RKDP54, tolerance_lte_rel=rtol, tolerance_lte_abs=1e-3 * rtol,
                                log=False)
        simulation.run(STOP_S)
        found.append(scope.read()[1][0].max())
    return np.array(found)


class Heyoka:
    def __init__(self, rtol):
        import heyoka

        phi, w = heyoka.make_vars("phi", "w")
        inertia, speed = heyoka.par[0], heyoka.par[1]
        law = friction(speed - w, heyoka.exp, heyoka.tanh)
        self.width = heyoka.recommended_simd_size()
        self.batch = heyoka.taylor_adaptive_batch([(phi, w), (w, (law - K * phi - D * w) / inertia)], np.zeros((2, self.width)), tol=rtol)
        self.grid = np.repeat(np.linspace(0, STOP_S, ROWS)[:, None], self.width, axis=1)

    def __call__(self, points):
        found = []
        for first in range(0, len(points), self.width):
            some = [points[min(first + lane, len(points) - 1)] for lane in range(self.width)]
            self.batch.set_time(0.0)
            self.batch.state[:] = 0
            self.batch.pars[:] = np.array(some).T
            _, rows = self.batch.propagate_grid(self.grid)
            found.extend(rows[:, 0, :].max(axis=0))
        return np.array(found[:len(points)])


def cost(run):
    """What it gives, and the processor time that it took, of child processes too."""
    def used():
        return sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    begin = used()
    result = run()
    return result, used() - begin


def main():
    _, once = cost(lambda: by_stribeck(2))
    (points, turns), all_of_it = cost(lambda: by_stribeck(SAMPLES))
    few = points[:40]
    exact = by_scipy(few, 1e-11)
    ours = (all_of_it - once) / (SAMPLES - 2)
    print(f"Stribeck: {SAMPLES} samples, error {abs(turns[:len(few)] - exact).max():.1e}; to start takes as long as {once / ours:.0f} samples")
    rows = []
    for name, method in (("SciPy, LSODA", "LSODA"), ("SciPy, RK45", "RK45")):
        found, took = cost(lambda: by_scipy(few, 1e-6, method))  # noqa: B023
        rows.append((name, found, took / len(few), 0))
    try:
        found, took = cost(lambda: by_library(points))
        rows.append(("the library in a loop", found[:len(few)], took / len(points), 0))
    except ImportError as missing:
        print("left out:", missing)
    try:
        found, took = cost(lambda: by_pathsim(few[:4], 1e-6))
        rows.append(("PathSim, RKDP54", found, took / 4, 0))
    except ImportError as missing:
        print("left out:", missing)
    try:
        for tolerance in (1e-6, 1e-9):
            batch, compiling = cost(lambda: Heyoka(tolerance))  # noqa: B023
            many = points[:len(points) // batch.width * batch.width]
            found, took = cost(lambda: batch(many))  # noqa: B023
            rows.append((f"heyoka, {batch.width} lanes, {tolerance:g}", found[:len(few)], took / len(many), compiling))
    except ImportError as missing:
        print("left out:", missing)
    for name, found, each, compiling in rows:
        print(f"{name:26} {each / ours:8.2f} times Stribeck's time a sample; error {abs(found - exact[:len(found)]).max():.1e}"
              + (f"; compiling takes as long as {compiling / ours:.0f} samples" if compiling else ""))


if __name__ == "__main__":
    main()
