"""Endings without a result that the law of a component explains: reasons, each with what has to be seen in the rows for it to hold."""
import re

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


def explanation(diagram, result):
    return next((reason for explains in (rim_of_a_dead_band,) if (reason := explains(diagram, result))), None)
