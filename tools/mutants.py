#!/usr/bin/python3
"""Changes the sources of structure, program and simulation in small ways (mutants) and tells which changes no test notices.

usage: tools/mutants.py [--count N] [--seed S] [--budget SECONDS] [--minutes M] [--only PATTERN] [--except PATTERN] [--skip PATTERN] [--again]

Needs a release build with tests (see README) and Debian's python3-clang-14. One build serves all mutants: each of the N that are drawn stands
in the source beside what it replaces, and a variable of the environment chooses which one is taken (Untch, Offutt, Harrold 1993, Mutation
analysis using mutant schemata, ISSTA). One run of every test tells which mutants it reaches and how long it takes; a mutant is then given to
the tests that reach it, first those that are short and reach few others, until one fails, hangs or the budget is spent (SECONDS of the
processor's time without a mutant, which other work on the machine hardly changes).

Survivors that tests/mutants.json explains are told apart from those that it does not. Exit status 1 if more than a tenth of the mutants go
unnoticed and unexplained. Everything made is below build/mutants, results in build/mutants/result.json.
--only takes sources whose path matches a shell pattern, --except leaves some out; --skip, which may be given more than once, leaves out tests
of ctest whose name matches ("*odd values*", the longest by far, always). --again runs those that went unnoticed last time, with the tests as
they are now; what was noticed stands.

It may be stopped at any time: the same command goes on where it was, as long as the programs are the same. No mutant is begun after M minutes.
"""
import argparse
import collections
import fnmatch
import json
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from mutation import build, run, sources  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXPLAINED = ROOT / "tests/mutants.json"


def draw(mutants, count, seed):
    """COUNT of the mutants; kinds that are everywhere (constants) get no larger part than the others."""
    rng = random.Random(seed)
    kinds = collections.defaultdict(list)
    for mutant in mutants:
        kinds[mutant.kind].append(mutant)
    for name in sorted(kinds):
        rng.shuffle(kinds[name])
    drawn = []
    while len(drawn) < count and any(kinds.values()):
        for name in sorted(kinds):
            if kinds[name] and len(drawn) < count:
                drawn.append(kinds[name].pop())
    return sorted(drawn, key=lambda mutant: (mutant.file, mutant.start, -mutant.end, mutant.kind))


def explanation(mutant, explained):
    """Why nobody can or need notice MUTANT, if tests/mutants.json says it."""
    return next((entry["why"] for entry in explained if all(getattr(mutant, key) == entry[key] for key in ("file", "line", "change"))), None)


def tell(outcomes, explained):
    """Prints the survivors and the count; true if at most a tenth is neither noticed nor explained."""
    unnoticed = [o for o in outcomes if not o.noticed_by]
    open_ones = [o for o in unnoticed if not explanation(o.mutant, explained)]
    for o in open_ones:
        tests = "no test reaches it" if not o.reaching else f"{o.run} of {o.reaching} tests that reach it were run"
        print(f"{o.mutant.file}:{o.mutant.number}: {o.mutant.change}\n    {o.mutant.line}\n    {tests}")
    print(f"{len(outcomes)} mutants, {len(outcomes) - len(unnoticed)} noticed, {len(unnoticed)} not: {len(unnoticed) - len(open_ones)} explained, "
          f"{len(open_ones)} open")
    return 10 * len(open_ones) <= len(outcomes)


def read_last(work):
    """(mutant) -> its outcome, as the last run left it."""
    path = work / "result.json"
    entries = json.loads(path.read_text()) if path.exists() else []
    fields = sources.Mutant._fields
    last = {}
    for entry in entries:
        mutant = sources.Mutant(*(entry[field] for field in fields))
        last[mutant] = (entry.get("tests_were"), run.Outcome(mutant, entry["noticed_by"], entry["run"], entry["reaching"]))
    return last


def write_last(work, outcomes):
    """OUTCOMES as (what the tests were, outcome); the file is there as a whole or not at all."""
    entries = [{**o.mutant._asdict(), "noticed_by": o.noticed_by, "run": o.run, "reaching": o.reaching, "tests_were": version}
               for version, o in outcomes]
    part = work / "result.part"
    part.write_text(json.dumps(entries, indent=1))
    part.rename(work / "result.json")


def same(mutant):
    """What names a mutant although lines above it have moved."""
    return mutant.file, mutant.line, mutant.change


def choose(found, last, options):
    """The mutants to run, and outcomes that stand."""
    if not options.again:
        wanted = [mutant for mutant in found
                  if fnmatch.fnmatch(mutant.file, options.only) and not fnmatch.fnmatch(mutant.file, options.leaves_out)]
        return draw(wanted, options.count, options.seed), []
    there = {same(mutant) for mutant in found}
    noticed = [(version, o) for version, o in last.values() if o.noticed_by and same(o.mutant) in there]
    open_ones = {same(o.mutant) for _, o in last.values() if not o.noticed_by}
    return [mutant for mutant in found if same(mutant) in open_ones], noticed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=30)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--only", default="*")
    parser.add_argument("--except", default="", dest="leaves_out")
    parser.add_argument("--skip", action="append", default=["*odd values*"])
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    work = ROOT / "build/mutants"
    work.mkdir(parents=True, exist_ok=True)
    made = build.Build(ROOT, ROOT / "build/release", work)

    found = sources.find(ROOT, made.units(), work / "found.json")
    last = read_last(work)
    drawn, stands = choose(found, last, options)
    print(f"{len(found)} possible mutants, {len(drawn)} drawn", flush=True)
    drawn = made.compile(drawn, options.skip)
    print(f"{len(drawn)} of them compile", flush=True)

    tests, version = run.measure(made, work, options.skip, options.budget)
    print(f"{len(tests)} tests, {sum(test.seconds for test in tests):.0f} s of the processor", flush=True)
    explained = json.loads(EXPLAINED.read_text()) if EXPLAINED.exists() else []
    outcomes = stands + [last[mutant] for mutant in drawn.values() if mutant in last and last[mutant][0] == version]
    done = {o.mutant for _, o in outcomes}
    left = [(number, mutant) for number, mutant in drawn.items() if mutant not in done]
    random.Random(options.seed).shuffle(left)  # those that a bound leaves out are of all files
    while left and time.monotonic() < end:
        number, mutant = left.pop()
        o = run.challenge(number, mutant, tests, options.budget, made)
        outcomes.append((version, o))
        print(f"{len(outcomes)}/{len(outcomes) + len(left)} {mutant.file}:{mutant.number} {mutant.change}: {o.noticed_by or 'UNNOTICED'} "
              f"({o.run} of {o.reaching} tests)", flush=True)
        write_last(work, outcomes)
    write_last(work, outcomes)
    few_enough = tell([o for _, o in outcomes], explained)
    if left:
        print(f"{len(left)} of those drawn are left: the same command goes on with them")
    sys.exit(0 if few_enough and not left else 1)


if __name__ == "__main__":
    main()
