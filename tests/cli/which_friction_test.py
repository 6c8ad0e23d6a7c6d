"""The tables of docs/which_friction.md, made of runs; with the argument --write they are written, without it they are compared."""
import csv
import io
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

PAGE = ROOT / "docs/which_friction.md"

# One friction by every model: 1 N when it slips, 1.5 N before, over 1 mm/s; bristles of 1e5 N/m.
LEVELS = {"coulomb_force": 1, "static_force": 1.5}
BRISTLES = {"bristle_stiffness": 1e5, "bristle_damping": 316.227766}
MODELS = {
    "dry_friction": {**LEVELS, "law": "stribeck", "stribeck_velocity": 1e-3},
    "friction": {"coulomb_force": 1, "breakaway_force": 1.5, "breakaway_velocity": 1e-3, "viscous_coefficient": 0},
    "stribeck_friction": {**LEVELS, "stribeck_velocity": 1e-3, "low_speed": 1e-4},
    "smooth_friction": {**LEVELS, "stribeck_velocity": 1e-3},
    "pacejka_friction": {"normal_force": 1, "peak_coefficient": 1.5, "sliding_coefficient": 1, "peak_velocity": 1e-3},
    "dahl_friction": {"coulomb_force": 1, "bristle_stiffness": 1e5},
    "lugre_friction": {**LEVELS, **BRISTLES, "stribeck_velocity": 1e-3},
    "elasto_plastic_friction": {**LEVELS, **BRISTLES, "stribeck_velocity": 1e-3},
    "bliman_sorine_friction": {"coulomb_force": 1, "overshoot": 1.5, "settling_distance": 5e-5, "distance_ratio": 0.3},
    "reset_integrator_friction": {**LEVELS, **BRISTLES},
    "iwan_friction": {"stiffnesses": [4e4, 3e4, 2e4, 1e4], "levels": [0.1, 0.2, 0.3, 0.4]},
    "maxwell_slip_friction": {**LEVELS, "stribeck_velocity": 1e-3, "attraction": 20, "stiffnesses": [4e4, 3e4, 2e4, 1e4],
                              "levels": [1, 1, 1, 1]},
    "leuven_friction": {**LEVELS, "stribeck_velocity": 1e-3, "bristle_damping": 300, "stiffnesses": [4e4, 3e4, 2e4, 1e4],
                        "levels": [1, 1, 1, 1]},
    "gonthier_friction": {**LEVELS, **BRISTLES, "stribeck_velocity": 1e-3, "low_speed": 1e-4, "dwell_time": 0.1},
}


def pushed(model, times, forces, vibration=0.0, dashpot=0.0):
    """1 kg under a force along straight lines, vibrating at 5 Hz from 1 s on; a damper for models without any damping of their own."""
    return {
        "format": "stribeck/1",
        "components": {
            "course": {"type": "signals.time_table", "parameters": {"times": times, "values": [f"{f} N" for f in forces]}},
            "shake": {"type": "signals.sine", "parameters": {"amplitude": f"{vibration} N", "frequency": "5 Hz", "start_time": "1 s"}},
            "sum": {"type": "signals.sum"},
            "push": {"type": "translational.force_source"},
            "body": {"type": "translational.mass", "initial": {"v": 0}},
            "element": {"type": "translational." + model, "parameters": MODELS[model]},
            "oil": {"type": "translational.damper", "parameters": {"damping": dashpot}},
            "floor": {"type": "translational.ground"},
        },
        "connections": [["course.y", "sum.u1"], ["shake.y", "sum.u2"], ["sum.y", "push.S"], ["push.R", "body.M", "element.R", "oil.R"],
                        ["push.C", "element.C", "oil.C", "floor.W"]],
        "experiment": {"stop": times[-1], "interval": times[-1] / 2000, "rtol": 1e-7, "atol": 1e-13},
        "outputs": ["body.M.position", "body.v", "element.F"],
    }


def pulled_to_and_fro(model, places):
    """Drawn from one place to the next at 10 um/s."""
    times = [0.0]
    for before, now in zip(places, places[1:]):
        times.append(times[-1] + abs(now - before) / 1e-5)
    return times, {
        "format": "stribeck/1",
        "components": {
            "course": {"type": "signals.time_table", "parameters": {"times": times, "values": [f"{x} m" for x in places]}},
            "drive": {"type": "translational.position_source"},
            "element": {"type": "translational." + model, "parameters": MODELS[model]},
            "floor": {"type": "translational.ground"},
        },
        "connections": [["course.y", "drive.S"], ["drive.R", "element.R"], ["drive.C", "element.C", "floor.W"]],
        "experiment": {"stop": times[-1], "interval": times[-1] / 2000, "rtol": 1e-7, "atol": 1e-13},
        "outputs": ["element.F", "element.v", "element.F"],
    }


def rows(diagram):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(diagram, file)
        file.flush()
        done = stribeck("run", file.name, "--csv", "-", "--quiet")
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    table = [[float(x) for x in row] for row in list(csv.reader(io.StringIO(done.stdout)))[1:]]
    return [dict(zip(("t", "x", "v", "F"), row)) for row in table]


def at(table, time):
    return min(table, key=lambda row: abs(row["t"] - time))


def features(model):
    """Yes and no, each from a run."""
    settle = 20.0  # N s/m: what bristles without damping need to come to rest
    hold = rows(pushed(model, [0, 1, 20, 21, 30], [0, 0.5, 0.5, 0, 0], dashpot=settle))
    crept = at(hold, 20)["x"] - at(hold, 10)["x"]
    elastic = (at(hold, 20)["x"] - at(hold, 30)["x"]) / at(hold, 20)["x"] if abs(at(hold, 20)["x"]) > 1e-12 else 0
    vibrated = rows(pushed(model, [0, 1, 21], [0, 0.5, 0.5], vibration=0.15, dashpot=settle))
    drifted = at(vibrated, 21)["x"] - at(vibrated, 11)["x"]
    drive = {"slow": 1.0, "quick": 20.0}
    peak = {}
    for name, rate in drive.items():
        table = rows(pushed(model, [0, 2 / rate], [0, 2]))
        peak[name] = max(row["F"] for row in table)
    sliding = at(rows(pushed(model, [0, 1], [0, 3])), 1)["F"]
    # A small loop inside a larger one: back where it began, is the force what it was?
    times, inner = pulled_to_and_fro(model, [0, 20e-6, 5e-6, 12e-6, 5e-6, 4e-6])
    loop = rows(inner)
    forces = [max(loop, key=lambda row: row["t"] if row["t"] <= time else -1)["x"] for time in (times[2], times[4])]
    return {
        "sticks": crept < 1e-9,
        "peak": peak["slow"] > 1.05 * sliding,
        "gives way before": elastic > 0.05,
        "closes inner loops": elastic > 0.05 and abs(forces[1] - forces[0]) < 0.02,
        "peak falls with rate": peak["quick"] < 0.95 * peak["slow"],
        "stays under vibration": drifted < 1e-7,
    }


def feature_table():
    lines = []
    for model in MODELS:
        found = features(model)
        if not lines:
            lines += ["| model | " + " | ".join(found) + " |", "| --- |" + " --- |" * len(found)]
        lines.append(f"| `{model}` | " + " | ".join("yes" if value else "no" for value in found.values()) + " |")
    return "\n".join(lines)


def seed_table(*arguments):
    """The drag sled by four models: [model, solver, steps]."""
    command = ["compare", "diagrams/sled/sled.json", "--element", "friction", "--beside", "diagrams/sled/pseudo_code.json"]
    for speed in ("0.01", "0.001"):
        command += ["--with", "pacejka_friction:normal_force==m*g,peak_coefficient==mu_s,sliding_coefficient==mu_d,peak_velocity=" + speed]
    done = stribeck(*command, *arguments)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    result = []
    for line in done.stdout.split("\n\n")[0].splitlines()[1:]:  # what the models are stands below
        cells = re.split(r"  +", line)
        result.append((cells[0].replace("normal_force==m*g,peak_coefficient==mu_s,sliding_coefficient==mu_d,", ""), cells[1], int(cells[2])))
    return result


def steps_table():
    lines = ["| model | solver | steps |", "| --- | --- | --- |"]
    for arguments in (["--solver", "dopri5,cvode"], ["--solver", "bs23", "--rtol", "1e-3", "--atol", "1e-6"]):
        lines += [f"| `{model}` | {solver} | {steps} |" for model, solver, steps in seed_table(*arguments)]
    return "\n".join(lines)


def page_with(page, name, table):
    begin = page.index(f"<!-- {name} -->\n") + len(f"<!-- {name} -->\n")
    return page[:begin] + table + page[page.index("\n<!-- end -->", begin):]


def steps_of(table):
    return {tuple(cells[:2]): int(cells[2]) for cells in (line.strip("| ").split(" | ") for line in table.splitlines()[2:])}


class WhichFriction(unittest.TestCase):
    maxDiff = None

    def test_features_are_those_of_runs(self):
        page = PAGE.read_text(encoding="utf-8")
        self.assertEqual(page, page_with(page, "features", feature_table()))

    def test_steps_are_those_of_runs(self):
        page = PAGE.read_text(encoding="utf-8")
        begin = page.index("<!-- steps -->\n") + len("<!-- steps -->\n")
        told, found = steps_of(page[begin:page.index("\n<!-- end -->", begin)]), steps_of(steps_table())
        self.assertEqual(told.keys(), found.keys())
        for run, steps in found.items():
            self.assertAlmostEqual(steps / told[run], 1, delta=0.01, msg=run)  # rounding decides where a step is refused

    def test_steps_of_the_course_notes(self):
        # ode23 with its default tolerances took 6667 and 68107 (ME 481 notes); both are limited by stability.
        steps = {model: count for model, _, count in seed_table("--solver", "bs23", "--rtol", "1e-3", "--atol", "1e-6")}
        wide, narrow = (next(count for model, count in steps.items() if model.endswith("=" + speed)) for speed in ("0.01", "0.001"))
        self.assertAlmostEqual(wide / 6667, 1, delta=0.1)
        self.assertAlmostEqual(narrow / 68107, 1, delta=0.1)
        self.assertAlmostEqual(narrow / wide / (68107 / 6667), 1, delta=0.03)


if __name__ == "__main__":
    if "--write" in sys.argv:
        text = page_with(PAGE.read_text(encoding="utf-8"), "features", feature_table())
        PAGE.write_text(page_with(text, "steps", steps_table()), encoding="utf-8")
    else:
        unittest.main()
