"""Random networks of every component type, each held against rules that need no answer: tests/networks/networks.md tells which.

    tests/networks/random_networks.py build/release/stribeck --count 2000 --seed 1 --jobs 2

A network that fails shrinks until nothing more can be left out, and is written to --folder with what is wrong."""
import argparse
import collections
import concurrent.futures
import json
import os
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--count", type=int, default=200, help="networks")
    parser.add_argument("--seed", type=int, default=1, help="of the first network; the next has the next")
    parser.add_argument("--jobs", type=int, default=1, help="networks at a time")
    parser.add_argument("--oracle", action="append", help="only this one; may be repeated")
    parser.add_argument("--types", help="only component types whose names have this in them, bodies, grounds and sources aside")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "random_networks", help="where failures go")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no network after so long")
    return parser.parse_args()


def main():
    options = arguments()
    os.environ["STRIBECK"] = str(options.program.resolve())
    sys.path[:0] = [str(HERE.parent), str(HERE / "random")]
    from declarations import types
    from examine import examine
    begin = time.monotonic()
    drawn = [k for k in types() if options.types is None or options.types in k]
    ends, judged, failures = collections.Counter(), collections.Counter(), 0

    def one(seed):
        return examine(seed, drawn, options.oracle) if time.monotonic() - begin < options.seconds else None

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(one, range(options.seed, options.seed + options.count)):
            if found is None:
                continue
            ends[found.end] += 1
            judged.update(found.judged)
            for failure in found.failures:
                failures += 1
                options.folder.mkdir(parents=True, exist_ok=True)
                file = options.folder / f"{failure.oracle}_{found.seed}.json"
                file.write_text(json.dumps({"description": f"seed {found.seed}, {failure.oracle}: {failure.reason}", **failure.diagram}, indent=1))
                kinds = " ".join(c["type"] for c in failure.diagram["components"].values())
                print(f"FAILED  seed {found.seed}  {failure.oracle}: {failure.reason}\n        {file}: {kinds}", flush=True)
    total = sum(ends.values())
    print(f"{total} networks in {time.monotonic() - begin:.0f} s")
    for end, count in ends.most_common():
        print(f"  {count:6d}  {100 * count / max(total, 1):5.1f} %  {end}")
    print("rules: passed, failed, too sensitive to say or not applicable")
    for oracle in sorted({o for o, _ in judged}):
        print(f"  {oracle:10s} {judged[oracle, 'passed']:6d} {judged[oracle, 'failed']:6d} {judged[oracle, 'nothing']:6d}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
