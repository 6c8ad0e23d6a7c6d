#!/usr/bin/env python3
"""What `auto` spends beside the best single method, over diagrams from stiff to smooth; the same table every time.
    tests/bench/auto_table.py build/release/stribeck [--only PART_OF_A_NAME]
Work is counted in instructions between the start and the end of the run, by valgrind: evaluations of derivatives and Jacobians with what
each costs there, factorisations, and what a method does beside them, which is most of it where there are few states. Methods of a fixed step
are left out, as is one that fails, or needs far more evaluations than another."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
METHODS = ("dopri5", "bs23", "cvode", "arkode", "rosenbrock4")
FAR_MORE = 25  # a step of an implicit method costs as much beside its evaluations as so many of a small diagram
ALLOWED = 1.5
LONGEST_S = 300

DIAGRAMS = [f"diagrams/gallery/{name}.jsonc" for name in (
    "bowed_string", "clutch_judder", "crane_trolley", "door_closer", "drill_string", "gear_shift", "machine_tool_slide",
    "rotational_stick_slip_profile", "seismic_isolator", "servo_hunting", "two_mass_drive_notch", "valve_train", "vehicle_start_on_ice")]
DIAGRAMS += [f"diagrams/benchmarks/{name}.json" for name in (
    "burridge_knopoff", "drift", "forced_block", "ideal_stick_slip", "lugre_belt", "lugre_breakaway", "lugre_lag", "lugre_presliding",
    "sled_pacejka")]
DIAGRAMS += [f"diagrams/reference/{name}.json" for name in (
    "coupled_clutches", "eddy_current_brakes", "elastic_bearing", "lossy_gears", "one_way_clutches", "translational_elasto_gap")]
DIAGRAMS += [f"diagrams/verify/{name}.json" for name in (
    "signals_filter", "signals_filter_kinds", "rotational_lugre_friction", "mechanisms_elastic_belt", "translational_mass_spring_damper",
    "rotational_elasto_plastic_friction")]
DIAGRAMS += ["diagrams/sled/sled.json", "diagrams/sled/five_frictions.json"]


def _chain(inertia, stiffness, damping, parts, stop, rtol):
    """Inertias one behind another on springs and dampers, loaded by a torque: stiff where the inertias are small."""
    components = {"wall": {"type": "rotational.ground"}, "motor": {"type": "rotational.torque_source", "parameters": {"torque": 1}}}
    connections, last = [], "wall.W"
    for k in range(parts):
        components[f"shaft_{k}"] = {"type": "rotational.spring_damper", "parameters": {"stiffness": stiffness, "damping": damping}}
        components[f"disc_{k}"] = {"type": "rotational.inertia", "parameters": {"inertia": inertia}}
        connections += [[last, f"shaft_{k}.C"], [f"shaft_{k}.R", f"disc_{k}.I"]]
        last = f"disc_{k}.I"
    connections += [[last, "motor.R"], ["wall.W", "motor.C"]]
    return {"format": "stribeck/1", "components": components, "connections": connections,
            "experiment": {"stop": stop, "interval": stop / 200, "rtol": rtol, "atol": rtol / 1000}, "outputs": [f"disc_{parts - 1}.w"]}


def _filter(frequency, stop):
    """A filter behind a slow wave, alone."""
    return {"format": "stribeck/1",
            "components": {"wave": {"type": "signals.sine", "parameters": {"frequency": "0.1 Hz"}},
                           "filter": {"type": "signals.filter", "parameters": {"cutoff_frequency": frequency}}},
            "connections": [["wave.y", "filter.u"]], "experiment": {"stop": stop, "interval": stop / 200}, "outputs": ["filter.y"]}


MADE = {"a filter of 50 Hz": _filter("50 Hz", 10), "a filter of 2 Hz": _filter("2 Hz", 10),
        "a preloaded chain": _chain(1e-4, 1e4, 10, 4, 1, 1e-8), "a soft chain": _chain(1, 100, 0.1, 6, 10, 1e-6),
        "a chain that is hardly stiff": _chain(1e-2, 1e3, 2, 5, 2, 1e-6)}


def evaluations(program, path, method):
    """How many, and what the summary says of the method; None if it fails."""
    try:
        done = subprocess.run([program, "run", path, "--solver", method], capture_output=True, text=True, check=False, timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        return None, ""
    if done.returncode != 0:
        return None, done.stderr
    found = re.search(r"(\d+) evaluation", done.stderr)
    said = " ".join(re.search(r"solver +(.*?)\n +time", done.stderr, re.DOTALL).group(1).split())
    return int(found.group(1)) if found else 0, said


def instructions(program, path, method):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*HybridLoop::advance*",
                           program, "run", path, "--solver", method, "--quiet"], capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def compare(program, path):
    """What `auto` spends, the best single method with what it spends, and what auto says."""
    counts = {method: evaluations(program, path, method)[0] for method in METHODS}
    counts = {method: count for method, count in counts.items() if count is not None}
    least = min(counts.values())
    others = {method: instructions(program, path, method) for method, count in counts.items() if count <= FAR_MORE * least}
    count, said = evaluations(program, path, "auto")
    return None if count is None else instructions(program, path, "auto"), min(others, key=others.get), others, said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    worse = 0
    print(f"{'diagram':50}{'auto':>9}{'best':>9} {'by':12}{'ratio':>6}  (millions of instructions)")
    with tempfile.TemporaryDirectory() as folder:
        problems = [(name, ROOT / name) for name in DIAGRAMS]
        for k, (name, diagram) in enumerate(MADE.items()):
            problems.append((name, Path(folder) / f"{k}.json"))
            problems[-1][1].write_text(json.dumps(diagram))
        problems = [(name, path) for name, path in problems if chosen.only in name]
        for name, path in problems:
            spent, best, others, said = compare(chosen.program.resolve(), path)
            ratio = spent / max(others[best], 1) if spent is not None else float("inf")
            worse += ratio > ALLOWED
            print(f"{name:50}{(spent or 0) / 1e6:9.2f}{others[best] / 1e6:9.2f} {best:12}{ratio:6.2f}  {said}", flush=True)
    print(f"{worse} of {len(problems)} above {ALLOWED}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
