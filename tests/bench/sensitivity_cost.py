#!/usr/bin/env python3
"""What sensitivities by n parameters cost beside the run alone, counted in instructions by valgrind without what starting up takes.
    tests/bench/sensitivity_cost.py build/release/stribeck [--only PART_OF_A_NAME] [--by 1,2,4,8]
A run that is followed by n derivatives may cost (1 + 0.6 n) runs."""
import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GALLERY = ROOT / "diagrams" / "gallery"
SHORT = "1e-3 s"  # of a run that does little but start
BELT = {
    "format": "stribeck/1",
    "components": {
        "body": {"type": "translational.mass", "parameters": {"mass": 1.2}, "initial": {"v": 0}},
        "spring": {"type": "translational.spring", "parameters": {"stiffness": 100}, "initial": {"x": 0}},
        "damper": {"type": "translational.damper", "parameters": {"damping": 0.5}},
        "friction": {"type": "translational.dry_friction",
                     "parameters": {"law": "stribeck", "static_force": 12, "coulomb_force": 7, "stribeck_velocity": 0.2}},
        "speed": {"type": "signals.constant", "parameters": {"value": 0.3}},
        "belt": {"type": "translational.velocity_source"},
        "ground": {"type": "translational.ground"}},
    "connections": [["speed.y", "belt.S"], ["body.M", "spring.R", "damper.R", "friction.C"], ["friction.R", "belt.R"],
                    ["belt.C", "spring.C", "damper.C", "ground.W"]],
    "experiment": {"stop": "60 s", "rtol": 1e-6},
    "outputs": ["body.v", "spring.x"]}
CASES = {
    "belt": (None, "60 s", ("body.mass", "spring.stiffness", "friction.static_force", "friction.coulomb_force", "speed.value", "damper.damping",
                            "friction.stribeck_velocity", "spring.initial.x")),
    "clutch_judder": (GALLERY / "clutch_judder.jsonc", "1.2 s", ("engine.inertia", "input.inertia", "shaft.stiffness", "shaft.damping",
                      "car.inertia", "governor.torque", "clutch.maximum_normal_force", "press.duration")),
    "drill_string": (GALLERY / "drill_string.jsonc", "12 s", ("collar.inertia", "mud.damping", "bit.static_torque", "bit.coulomb_torque",
                     "bit.stribeck_velocity", "string.stiffness", "string.damping", "speed"))}


def instructions(*command):
    done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *map(str, command)],
                          capture_output=True, text=True, check=True)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", done.stderr).group(1).replace(",", ""))


def of_run(program, path, stop):
    return instructions(program, "run", path, "--stop", stop, "--interval", stop, "--csv", "/dev/null", "--quiet")


def of_sensitivity(program, path, stop, names):
    return instructions(program, "sensitivity", path, *(word for name in names for word in ("--by", name)), "--stop", stop)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--by", default="1,2,4,8", help="numbers of parameters")
    arguments = parser.parse_args()
    counts = [int(number) for number in arguments.by.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        belt = Path(folder) / "belt.json"
        belt.write_text(json.dumps(BELT))
        print("allowed".ljust(16) + "".join(f"n = {n}: {1 + 0.6 * n:5.2f}   " for n in counts))
        for name, (path, stop, names) in CASES.items():
            if arguments.only not in name:
                continue
            path = path or belt
            run = of_run(arguments.program, path, stop) - of_run(arguments.program, path, SHORT)
            costs = [(of_sensitivity(arguments.program, path, stop, names[:n]) - of_sensitivity(arguments.program, path, SHORT, names[:n])) / run
                     for n in counts]
            print(name.ljust(16) + "".join(f"n = {n}: {cost:5.2f}   " for n, cost in zip(counts, costs)), flush=True)


if __name__ == "__main__":
    main()
