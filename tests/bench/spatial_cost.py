#!/usr/bin/env python3
"""What mechanisms in space cost, in processor time: an evaluation of the motion of chains of 10 to 200 links, starting these, and a second of an arm
of six joints with friction in all of them; beside Drake on the arm without friction, where Python has it.
    tests/bench/spatial_cost.py build/release/stribeck [--repeats 3]
Least of the repeats, since other programs only ever add. The exponent is the slope of log(cost) against log(bodies)."""

import argparse
import json
import math
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "networks"))
import spatial_set  # noqa: E402

SIZES = (10, 20, 50, 100, 200)
STEP_S = 5e-6  # of chains: nothing but evaluations of one kind


def processor_s(*command):
    """What a program took, and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout + done.stderr


def least(repeats, *command):
    return min(processor_s(*command) for _ in range(repeats))


def write(path, mechanism, rtol, change=None, **experiment):
    components, connections = spatial_set.diagram(mechanism)
    if change:
        change(components)
    stop = max(mechanism.times)
    path.write_text(
        json.dumps(
            {
                "format": "stribeck/1",
                "components": components,
                "connections": connections,
                "outputs": ["*.phi"],
                "experiment": {"stop": stop, "interval": stop, "rtol": rtol, "atol": rtol / 100, **experiment},
            }
        )
    )
    return path


def slope(costs):
    """Of a line through the logarithms, by least squares."""
    points = [(math.log(n), math.log(cost)) for n, cost in costs.items()]
    mean_x, mean_y = (sum(point[k] for point in points) / len(points) for k in (0, 1))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def evaluations(text):
    return int(re.search(r"([\d,]+) evaluations", text).group(1).replace(",", ""))


def chains(program, folder, repeats):
    """Of the whole program from the diagram to its first step, which is mostly compiling; and of evaluations in steps that are all alike."""
    print("links    µs an evaluation    ms from diagram to start")
    costs, starts = {}, {}
    for n in SIZES:
        made = spatial_set.chain(n, [spatial_set.X, spatial_set.Y], lambda k: (0.5 if k == 1 else 0.02 * math.sin(k), 0), (1e-3,))
        path = write(folder / "chain.json", made, 1e-6, solver="rk4", step=STEP_S)
        stops = (f"{STEP_S * (20 + 50000 // n)} s", f"{STEP_S * 20} s")
        (longer, many), (starts[n], few) = (least(repeats, program, "run", path, "--stop", stop, "--csv", "/dev/null") for stop in stops)
        costs[n] = (longer - starts[n]) / (evaluations(many) - evaluations(few))
        print(f"{n:5}    {1e6 * costs[n]:16.1f}    {1e3 * starts[n]:22.0f}")
    print(f"exponents: evaluation {slope(costs):.2f}, start {slope(starts):.2f}")


def rubs(law):
    """Bearings of 50 mm that all joints of the arm have, pressed by their reactions alone."""

    def change(components):
        for part in components.values():
            if part["type"] == "spatial.revolute":
                part["parameters"] |= {"friction": law, "radius": 0.05, "friction_coefficient": 0.1}

    return change


def arm(program, folder, repeats):
    mechanism = spatial_set.Mechanism(**{**vars(spatial_set.mechanisms()["robot"]), "times": (1,)})
    ours = {}
    for law in ("none", "smooth", "exact"):
        path = write(folder / f"{law}.json", mechanism, 1e-6, rubs(law) if law != "none" else None)
        processor_s(program, "compile", path, "-o", folder / "arm.program")
        whole, said = least(repeats, program, "run", folder / "arm.program", "--csv", "/dev/null")
        start = least(repeats, program, "run", folder / "arm.program", "--stop", "1e-9 s", "--csv", "/dev/null")[0]
        ours[law] = whole - start
        print(f"arm, 1 s, rtol 1e-6, friction {law:6}: {1e3 * ours[law]:6.1f} ms and {1e3 * start:.1f} ms to start; {evaluations(said)} evaluations")
    return mechanism, ours


def drake_s(mechanism, repeats):
    """Of Drake's Simulator (its default integrator, error-controlled Runge-Kutta 3) at accuracy 1e-6, without what making the plant takes."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from pydrake.systems.analysis import Simulator  # noqa: PLC0415
    from spatial_drake_test import Plant  # noqa: PLC0415

    took = []
    for _ in range(repeats):
        plant = Plant(mechanism)
        state = plant.set_start()
        simulator = Simulator(plant.plant)
        plant.plant.SetPositionsAndVelocities(simulator.get_mutable_context(), state)
        simulator.get_mutable_integrator().set_target_accuracy(1e-6)
        simulator.get_mutable_integrator().set_maximum_step_size(1)
        simulator.Initialize()
        begin = time.process_time()
        simulator.AdvanceTo(1)
        took.append(time.process_time() - begin)
    return min(took), simulator.get_integrator().get_num_derivative_evaluations()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mechanism, ours = arm(program, folder, arguments.repeats)
        try:
            import pydrake  # noqa: PLC0415, F401
        except ImportError:
            print("Drake is not installed: nothing beside it")
        else:
            theirs, count = drake_s(mechanism, arguments.repeats)
            print(f"arm, 1 s, accuracy 1e-6, Drake, no friction: {1e3 * theirs:.1f} ms; {count} evaluations")
            print("Stribeck's time over Drake's: " + ", ".join(f"{law} {seconds / theirs:.2f}" for law, seconds in ours.items()))
        chains(program, folder, arguments.repeats)


if __name__ == "__main__":
    main()
