"""Endings without a result that the law of a component explains: reasons, each with what has to be seen in the rows for it to hold."""
import copy
import re

from runs import run

LAST_ROWS = 400  # those of some hundred of the events without end


def rim_of_a_dead_band(diagram, result):
    """A body after Karnopp stands at the rim of its band. Its velocity jumps there, and where what acts on it answers to the velocity, it is
    pushed out of the band while it counts as at rest, and in as soon as it moves: the law has no motion from there on."""
    if result.code != "run.event_limit":
        return None
    for name, component in diagram["components"].items():
        if ".karnopp_" not in component["type"] or not re.search(rf"^ +last +{name}: ", result.text, re.MULTILINE):
            continue
        p, v = (result.columns[f"{name}.{variable}"][-LAST_ROWS:] for variable in ("p", "v" if f"{name}.v" in result.columns else "w"))
        time = result.times[-LAST_ROWS:]
        course = [(bool(v[i]), abs(p[i + 1]) - abs(p[i])) for i in range(len(p) - 1) if time[i + 1] > time[i] and bool(v[i]) == bool(v[i + 1])]
        inwards = [change for moves, change in course if moves]
        outwards = [change for moves, change in course if not moves]
        if inwards and outwards and max(inwards) <= 0 <= min(outwards) and min(inwards) < 0 < max(outwards):
            return f"{name} is pushed out of its dead band at rest, and in as it moves"
    return None


def told_component(result):
    """A match with the name of the component that the error tells of, and its domain; None if it tells of none with two sides."""
    return re.search(r"^ +component +(\w+) \((translational|rotational)\.", result.text, re.MULTILINE)


def answer(diagram, name, force, experiment):
    """How fast the sides of a component part after a moment, with this force between them in its place."""
    other = copy.deepcopy(diagram)
    domain, turns = other["components"][name]["type"].split(".")[0], other["components"][name]["type"].startswith("rotational.")
    source = f"{domain}.{'torque' if turns else 'force'}_source"
    other["components"][name] = {"type": source, "parameters": {"torque" if turns else "force": force}}
    result = run({**other, "experiment": {**other["experiment"], **experiment}})
    return result.columns[f"{name}.{'w' if turns else 'v'}"][-1] if result.ok else None


def no_answer(diagram, result):
    """A contact that its own force does not part: both sides have given velocities, or the force is fed back, as by a signal of it that drives
    a motor, and no finite impulse helps. Seen with a source in its place: the velocity answers to a force with nothing, or with the other
    sign."""
    told = told_component(result)
    if result.code != "run.friction_undecided" or "no impulses keep" not in result.text or not told:
        return None
    name = told[1]
    if not {f"{name}.R", f"{name}.C"} <= {member for members in diagram["connections"] for member in members}:
        return None
    moment = {"stop": 1e-6, "interval": 1e-6, "rtol": 1e-12, "atol": 1e-14}
    without, half, full = (answer(diagram, name, force, moment) for force in (0, 0.5, 1))
    if without is None or half is None or full is None:
        return None
    least = 1e-6 * moment["stop"]  # what 1 N makes of 1000 tonnes
    return f"{name} is not parted by its own force" if half - without <= least and full - without <= least else None


def with_bodies_beside(diagram, name, inertia):
    """The diagram with bodies of so much inertia at the nodes of this component that have none; None if all have one."""
    other = copy.deepcopy(diagram)
    turns = other["components"][name]["type"].startswith("rotational.")
    kind, port, parameter = ("rotational.inertia", "I", "inertia") if turns else ("translational.mass", "M", "mass")
    light = [c for c in other["connections"] if {f"{name}.R", f"{name}.C"} & set(c)]
    light = [c for c in light if not any(other["components"][member.split(".")[0]]["type"] in (kind, f"{kind.split('.')[0]}.ground") for member in c)]
    for number, connection in enumerate(light):
        other["components"][f"small{number}"] = {"type": kind, "parameters": {parameter: inertia}}
        connection.append(f"small{number}.{port}")
    return other if light else None


def side_without_inertia(diagram, result):
    """Friction with a side that has no inertia, beside what takes up no more force (friction that saturates): no velocity balances what acts
    there. Seen with small inertias instead: they are thrown, the faster the smaller they are."""
    told = told_component(result)
    at = re.search(r" at t = (\S+) s", result.text)
    if result.code != "run.jammed" or "has no inertia" not in result.text or not told or not at or float(at[1]) == 0:
        return None
    name, end = told[1], float(at[1])
    moment = {"stop": 1.02 * end, "interval": 0.002 * end}
    velocity = f"{name}.{'w' if told[2] == 'rotational' else 'v'}"
    fastest = []
    for inertia in (1e-5, 1e-7):  # beside bodies of 1 and more
        other = with_bodies_beside(diagram, name, inertia)
        if other is None:
            return None
        thrown = run({**other, "experiment": {**other["experiment"], **moment}})
        speeds = dict(zip(thrown.times, thrown.columns.get(velocity, ())))
        steps = [(t, abs(b - a) / (t - s)) for (s, a), (t, b) in zip(speeds.items(), list(speeds.items())[1:]) if t > s]
        before, after = ([rate for t, rate in steps if (t <= end) == early and t > 0.98 * end] for early in (True, False))
        if not before or not after:
            return None
        fastest.append((max(before), max(after)))
    (calm, quick), (calm_too, quicker) = fastest
    return f"a side of {name} has no inertia, and is thrown" if quick > 3 * calm and quicker > 2 * quick and quicker > 10 * calm_too else None


REASONS = (rim_of_a_dead_band, no_answer, side_without_inertia)


def explanation(diagram, result):
    return next((reason for explains in REASONS if (reason := explains(diagram, result))), None)
