"""One random network, run and held against the rules."""
import copy
import re
from dataclasses import dataclass, field

from explained import explanation
from generate import Network
from oracles import FOR_INSANE, ORACLES, ROUNDED, check
from runs import accepted, run
from shrink import shrunk


@dataclass
class Failure:
    oracle: str
    reason: str
    diagram: dict


@dataclass
class Found:
    seed: int
    end: str = ""
    judged: dict = field(default_factory=dict)  # (oracle, outcome) -> count
    failures: list = field(default_factory=list)


UNEXPLAINED = ("run.event_limit", "run.friction_undecided", "run.jammed")  # reported with their networks, which are no failures of a rule
INSANE_ONE_IN = 4


def examine(seed, drawn, only=None):
    """Every type has its turn among `drawn`; every fourth network has parameters far out."""
    sane = seed % INSANE_ONE_IN != 0
    found = Found(seed)
    diagram, result = accepted(Network(seed, drawn[seed % len(drawn)], sane, drawn).diagram())
    if diagram is None:
        found.end = "no diagram: " + result.code
        return found
    if result.code == "long":  # so many events: a short part of it tells as much
        diagram["experiment"].update(stop=diagram["experiment"]["stop"] / 50, interval=diagram["experiment"]["interval"] / 50)
        result = run(diagram)
    at_once = " at t = 0" if re.search(r"\bt = 0 s", result.text) and not result.ok else ""
    found.end = ("sane: " if sane else "insane: ") + (result.code or "ran to the end") + at_once
    oracles = ["itself"]
    if result.ok:
        oracles += ["verify"] + [o for o in ORACLES if sane or o in FOR_INSANE]
    for oracle in oracles:
        if only and oracle not in only:
            continue
        reason = check(diagram, result, oracle, seed)
        outcome = "nothing" if reason is None else "passed" if not reason else reason if reason == ROUNDED else "failed"
        found.judged[oracle, outcome] = 1
        if outcome == "failed":
            found.failures.append(Failure(oracle, *smallest(diagram, oracle, seed, reason)))
    asked = result.code in UNEXPLAINED and (not only or "ends" in only)
    if asked and explanation(diagram, result):
        found.end += ", as a law says"
    elif asked:
        small = shrunk(copy.deepcopy(diagram), lambda d: run(d).code == result.code)
        found.failures.append(Failure("ends", run(small).text.strip().splitlines()[0], small))
    return found


def smallest(diagram, oracle, seed, reason):
    told = [reason]

    def fails(candidate):
        result = run(candidate)
        if not result.ok and oracle != "itself":
            return False
        again = check(candidate, result, oracle, seed)
        if not again or again == ROUNDED:
            return False
        told[0] = again
        return True

    small = shrunk(copy.deepcopy(diagram), fails)
    return told[0], small
