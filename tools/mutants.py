#!/usr/bin/env python3
"""Changes the sources of structure, program and simulation in small ways (mutants) and tells which changes no test notices.

usage: tools/mutants.py [--count N] [--seed S] [--budget SECONDS] [--only PATTERN] [--except PATTERN] [--skip PATTERN] [--again]

Needs a release build with tests (see README) and Debian's python3-clang-14. One build serves all mutants: each of the N that are drawn stands
in the source beside what it replaces, and a variable of the environment chooses which one is taken (Untch, Offutt, Harrold 1993, Mutation
analysis using mutant schemata, ISSTA). One run of every test tells which mutants it reaches and how long it takes; a mutant is then given to
the tests that reach it, the shortest first, until one fails, hangs or the budget (SECONDS of unmutated running time) is spent.

Survivors that tests/mutants.json explains are told apart from those that it does not. Exit status 1 if more than a tenth of the mutants go
unnoticed and unexplained. Everything made is below build/mutants, results in build/mutants/result.json.
--only takes sources whose path matches a shell pattern, --except leaves some out; --skip, which may be given more than once, leaves out tests
of ctest whose name matches ("*odd values*", the longest by far, always). --again runs those that went unnoticed last time, with the tests as
they are now.
"""
import argparse
import collections
import fnmatch
import json
import pathlib
import random
import sys

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=30)
    parser.add_argument("--only", default="*")
    parser.add_argument("--except", default="", dest="leaves_out")
    parser.add_argument("--skip", action="append", default=["*odd values*"])
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    work = ROOT / "build/mutants"
    work.mkdir(parents=True, exist_ok=True)
    made = build.Build(ROOT, ROOT / "build/release", work)

    found = sources.find(ROOT, made.units(), work / "found.json")
    if options.again:
        last = {tuple(entry[key] for key in ("file", "line", "change")) for entry in json.loads((work / "result.json").read_text())
                if not entry["noticed_by"]}
        drawn = [mutant for mutant in found if (mutant.file, mutant.line, mutant.change) in last]
    else:
        wanted = [mutant for mutant in found
                  if fnmatch.fnmatch(mutant.file, options.only) and not fnmatch.fnmatch(mutant.file, options.leaves_out)]
        drawn = draw(wanted, options.count, options.seed)
    print(f"{len(found)} possible mutants, {len(drawn)} drawn", flush=True)
    drawn = made.compile(drawn)
    print(f"{len(drawn)} of them compile", flush=True)

    tests = run.measure(made, work, options.skip, options.budget)
    print(f"{len(tests)} tests, {sum(test.seconds for test in tests):.0f} s", flush=True)
    explained = json.loads(EXPLAINED.read_text()) if EXPLAINED.exists() else []
    outcomes = []
    for number, mutant in drawn.items():
        outcomes.append(run.challenge(number, mutant, tests, options.budget, made))
        o = outcomes[-1]
        print(f"{len(outcomes)}/{len(drawn)} {mutant.file}:{mutant.number} {mutant.change}: {o.noticed_by or 'UNNOTICED'} "
              f"({o.run} of {o.reaching} tests)", flush=True)
        (work / "result.json").write_text(json.dumps([{**outcome.mutant._asdict(), "noticed_by": outcome.noticed_by, "run": outcome.run,
                                                       "reaching": outcome.reaching} for outcome in outcomes], indent=1))
    sys.exit(0 if tell(outcomes, explained) else 1)


if __name__ == "__main__":
    main()
