"""Stability maps of drives of the gallery over two parameters, and random points of each checked by long runs from two sides.

By hand, as a map takes minutes:
    STRIBECK_MAP_POINTS=50 python3 tests/maps/gallery_maps.py build/release/stribeck [NAME ...]

A map has two borders over its first parameter at each value of the second one: the Hopf points of steady motion, up to which it is not
stable, and the values up to which there is stick-slip (corners and folds of the orbits that branch off). At a random point of it two runs are
made, one from a start close to steady motion and one from a start that sticks; the last part of each tells whether its motion is steady,
slides all the time or sticks. A point agrees if
  - where steady motion is not stable, neither run ends in it;
  - where it is, the run from close by ends in it;
  - where there is no stick-slip, neither run sticks.
The servo that hunts has no such start, as it may rest anywhere near its target. Its border is the fold at which the orbit of hunting ends: a run
from the move itself hunts or not, and where it does not though there is an orbit, hunting is taken there in steps from where it is large.

A point that does not agree has to lie within 1 % of a border.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GALLERY = ROOT / "diagrams/gallery"


def written(name, change):
    """A diagram of the gallery, changed and written without its comments."""
    lines = [line for line in (GALLERY / f"{name}.jsonc").read_text().split("\n") if not line.lstrip().startswith("//")]
    diagram = json.loads("\n".join(lines))
    change(diagram)
    path = Path(tempfile.mkdtemp()) / f"{name}.json"
    path.write_text(json.dumps(diagram))
    return path


def slide(diagram):
    """Of the gallery as it is."""


def drill_string(diagram):
    diagram["experiment"] |= {"stop": "100 s"}


def clutch(diagram):
    """The judder itself: engine and car keep their speeds, as neither is steady while the clutch slips."""
    components = diagram["components"]
    components["engine"] = {"type": "rotational.velocity_source", "parameters": {"velocity": "=slip"}}
    components["car"] = {"type": "rotational.ground"}
    del components["governor"], components["drag"]
    diagram["parameters"] = {"slip": "100 rad/s"}
    diagram["connections"] = [["engine.R", "clutch.R"], ["clutch.C", "input.I", "shaft.R"], ["shaft.C", "car.W"], ["press.y", "clutch.S"],
                              ["engine.C", "road.W"]]
    diagram["outputs"] = ["input.w", "shaft.T", "clutch.mode"]
    for key in ("plots", "expect"):
        del diagram[key]


def servo(diagram):
    """The half that hunts; the other one has no part in it."""
    components = diagram["components"]
    for name in [name for name in components if name.startswith("stopping")]:
        del components[name]
    kept = [[port for port in node if not port.startswith("stopping")] for node in diagram["connections"]]
    diagram["connections"] = [node for node in kept if len(node) > 1]
    diagram["outputs"] = [output for output in diagram["outputs"] if not output.startswith("stopping")]
    for key in ("plots", "expect"):
        del diagram[key]
    diagram["experiment"] |= {"stop": "40 s"}


MAPS = {
    "machine_tool_slide": dict(change=slide, over=("speed", 1e-3, 30e-3, "m/s"), begin=5e-3, other=("feed.stiffness", 1.5e6, 4e6, ""),
                               steady_at="high", settle="4 s", record="4 s"),
    "drill_string": dict(change=drill_string, over=("speed", 4, 30, "rad/s"), begin=20, other=("mud.damping", 20, 60, ""),
                         steady_at="high", settle="100 s", record="50 s"),
    "clutch_judder": dict(change=clutch, over=("clutch.maximum_normal_force", 150, 2500, ""), begin=400, other=("shaft.damping", 0.03, 0.15, ""),
                          steady_at="low", settle="5 s", record="40 s"),
    "servo_hunting": dict(change=servo, over=("hunting_friction.static_torque", 1.85, 4, ""), begin=4,
                          other=("hunting_controller.derivative_time", 0.04, 0.16, ""), settle="150 s", record="100 s"),
}


def called(program, *words):
    result = subprocess.run([program, *map(str, words), "--quiet"] if words[0] == "run" else [program, *map(str, words)],
                            capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))}\n{result.stderr}")
    return json.loads(result.stdout)


def setting(parameter, value):
    return f"{parameter[0]}={value!r}{' ' + parameter[3] if parameter[3] else ''}"


def borders(program, path, wanted, rows):
    """Of each row: (value of the other parameter, up to where steady motion is not stable, up to where there is stick-slip)."""
    over, other = wanted["over"], wanted["other"]
    told = called(program, "continue", path, "--over", f"{over[0]}={over[1]}..{over[2]}", "--set", setting(over, wanted["begin"]), "--from-hopf",
                  "--and", f"{other[0]}={other[1]}..{other[2]}", "--rows", rows, "--step", 0.1, "--points", 1000, "--format", "json")
    found = []
    for row in told["rows"]:
        hopf = [p["parameter"] for p in row["points"] if p["mark"] == "hopf"]
        ends = [p["parameter"] for p in row["points"] if p["motion"] == "periodic" and p["mark"] in ("corner", "fold")]
        print(f"  {other[0]} = {row['value']:.6g}: Hopf points {hopf}, ends of stick-slip {ends}", row["failure"],
              [(p["mark"], p["parameter"], p["what"]) for p in row["points"] if p["mark"] not in ("hopf", "corner", "fold")], flush=True)
        if len(hopf) == 1 and (ends or not any(p["mark"] == "lost" for p in row["points"])):
            end = (max if wanted["steady_at"] == "high" else min)(ends + hopf)
            found.append((row["value"], hopf[0], end))
    return found


def folds(program, path, wanted, rows):
    """Of each row: (value of the other parameter, the fold at which the orbit ends that is large at the other end of the range)."""
    over, other = wanted["over"], wanted["other"]
    told = called(program, "continue", path, "--over", f"{over[0]}={over[1]}..{over[2]}", "--set", setting(over, wanted["begin"]), "--to-fold",
                  "--and", f"{other[0]}={other[1]}..{other[2]}", "--rows", rows, "--step", 0.2, "--format", "json")
    found = []
    for row in told["rows"]:
        print(f"  {other[0]} = {row['value']:.6g}:", [(p["mark"], p["parameter"]) for p in row["points"]], row["failure"], flush=True)
        ends = [p["parameter"] for p in row["points"] if p["mark"] in ("fold", "corner")]
        found += [(row["value"], end) for end in ends]
    return found


def last_of_sweep(program, path, wanted, low, high, direction, q, steps):
    """What the motion comes to at the end of a sweep from low to high, or down from there, in so many values."""
    told = called(program, "survey", path, "--over", f"{wanted['over'][0]}={low!r}..{high!r}", "--values", steps, "--sweep", direction, "--set",
                  setting(wanted["other"], q), "--settle", wanted["settle"], "--record", wanted["record"], "--format", "json")
    return told["points"][-1]


def hunts(program, path, wanted, begin, p, q, steps):
    """Whether the last motion of runs from `begin` to p does; of one run from the start if begin is p."""
    point = last_of_sweep(program, path, wanted, min(begin, p), max(begin, p) * (1 + 1e-9), "down" if begin > p else "up", q, steps)
    words = " ".join(point["sequence"])
    return point["motion"] not in ("steady", "dies_away") and "slips forwards" in words and "slips backwards" in words


def check_hunting(program, name, points, rows):
    wanted = MAPS[name]
    path = written(name, wanted["change"])
    over, other = wanted["over"], wanted["other"]
    print(name, flush=True)
    curve = folds(program, path, wanted, rows)
    draw = random.Random(f"{name} {os.environ.get('STRIBECK_FIRST', '1')}")
    disagree, hunting = [], 0
    for _ in range(points):
        p, q = draw.uniform(over[1], over[2]), draw.uniform(other[1], other[2])
        [fold] = between(curve, q)
        told = hunts(program, path, wanted, p, p, q, 2) or hunts(program, path, wanted, max(wanted["begin"], p), p, q, 12)
        hunting += told
        if told != (p > fold):
            disagree.append((p, q, told, abs(p / fold - 1)))
            print(f"  {over[0]} = {p:.6g}, {other[0]} = {q:.6g}: fold at {fold:.6g}, the run {'hunts' if told else 'rests'}, "
                  f"{100 * disagree[-1][-1]:.2f} % from it", flush=True)
    print(f"{name}: {points} points, {hunting} hunt, {len(disagree)} disagree, "
          f"{sum(d[-1] > 0.01 for d in disagree)} of them further than 1 % from a border", flush=True)
    return [d for d in disagree if d[-1] > 0.01]


def between(rows, value):
    for (q0, *low), (q1, *high) in zip(rows, rows[1:]):
        if q0 <= value <= q1:
            share = (value - q0) / (q1 - q0)
            return [a + share * (b - a) for a, b in zip(low, high)]
    return None


def motion(program, path, wanted, p, q, begin, steps):
    """What the motion comes to that is taken from `begin` to p in small steps; the first value is given time to settle, too."""
    point = last_of_sweep(program, path, wanted, min(p, begin), max(p, begin), "up" if p > begin else "down", q, steps)
    sticks = any("sticks" in words for words in point["sequence"]) and point["motion"] not in ("steady", "dies_away")
    return "steady" if point["motion"] in ("steady", "dies_away") else "sticks" if sticks else point["motion"]


def check(program, name, points, rows):
    wanted = MAPS[name]
    path = written(name, wanted["change"])
    over, other = wanted["over"], wanted["other"]
    print(name, flush=True)
    curves = borders(program, path, wanted, rows)
    draw = random.Random(f"{name} {os.environ.get('STRIBECK_FIRST', '1')}")
    disagree, both, checked = [], 0, 0
    while checked < points:
        p, q = draw.uniform(over[1], over[2]), draw.uniform(other[1], other[2])
        edges = between(curves, q)
        if edges is None:
            raise RuntimeError(f"{name}: no border at {q}")
        side = 1 if wanted["steady_at"] == "high" else -1
        hopf, end = edges
        stable, lives = side * (p - hopf) > 0, side * (p - end) < 0
        # From beyond where stick-slip lives, in steps so small that they are no push that decides.
        far = max(p, end) * 1.1 if side > 0 else min(p, end) / 1.1
        sliding = motion(program, path, wanted, p, q, far, 20)
        stick_side = over[1] if side > 0 else over[2]
        sticking = motion(program, path, wanted, p, q, stick_side, 12)
        checked += 1
        both += stable and lives
        agrees = (sliding == "steady" if stable else "steady" not in (sliding, sticking)) and \
            (lives or "sticks" not in (sliding, sticking)) and (sticking == "sticks" or not lives)
        if not agrees:
            near = min(abs(p / hopf - 1), abs(p / end - 1))
            disagree.append((p, q, sliding, sticking, near))
            print(f"  {over[0]} = {p:.6g}, {other[0]} = {q:.6g}: borders {hopf:.6g} and {end:.6g}, runs {sliding} and {sticking}, "
                  f"{100 * near:.2f} % from a border", flush=True)
    print(f"{name}: {checked} points, {both} between the borders, {len(disagree)} disagree, "
          f"{sum(d[-1] > 0.01 for d in disagree)} of them further than 1 % from a border", flush=True)
    return [d for d in disagree if d[-1] > 0.01]


def main():
    count = int(os.environ.get("STRIBECK_MAP_POINTS", "0"))
    if count == 0:
        print("set STRIBECK_MAP_POINTS to the number of points of each map")
        return 0
    program, *names = sys.argv[1:]
    rows = int(os.environ.get("STRIBECK_MAP_ROWS", "7"))
    wrong = [(check if "steady_at" in MAPS[name] else check_hunting)(program, name, count, rows) for name in names or MAPS]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
