"""Random networks of every component type, each held against rules that need no answer: tests/networks/networks.md tells which.

    tests/networks/random_networks.py build/release/stribeck --count 2000 --seed 1 --jobs 2

A network that fails shrinks until nothing more can be left out, and is written to --folder with what is wrong."""
import argparse
import collections
import functools
import json
import multiprocessing
import os
import signal
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
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after so long")
    return parser.parse_args()


class Count:
    """Of what came of the networks; failures are told as they come."""

    def __init__(self, folder):
        self.folder = folder
        self.ends, self.judged, self.failures = collections.Counter(), collections.Counter(), 0

    def add(self, found):
        self.ends[found.end] += 1
        self.judged.update(found.judged)
        for failure in found.failures:
            self.failures += 1
            self.folder.mkdir(parents=True, exist_ok=True)
            file = self.folder / f"{failure.oracle}_{found.seed}.json"
            file.write_text(json.dumps({"description": f"seed {found.seed}, {failure.oracle}: {failure.reason}", **failure.diagram}, indent=1))
            kinds = " ".join(c["type"] for c in failure.diagram["components"].values())
            print(f"FAILED  seed {found.seed}  {failure.oracle}: {failure.reason}\n        {file}: {kinds}", flush=True)

    def tell(self, seconds):
        total = sum(self.ends.values())
        print(f"{total} networks in {seconds:.0f} s, {total / max(seconds, 1e-9):.1f} a second")
        for end, count in self.ends.most_common():
            print(f"  {count:6d}  {100 * count / max(total, 1):6.2f} %  {end}")
        print("rules: passed, the same to rounding but not to the bit, failed, too sensitive to say or not applicable")
        for oracle in sorted({o for o, _ in self.judged}):
            print(f"  {oracle:10s} {self.judged[oracle, 'passed']:6d} {self.judged[oracle, 'rounded']:6d} {self.judged[oracle, 'failed']:6d} {self.judged[oracle, 'nothing']:6d}")


def main():
    options = arguments()
    os.environ["STRIBECK"] = str(options.program.resolve())
    sys.path[:0] = [str(HERE.parent), str(HERE / "random")]
    from declarations import types
    from examine import examine
    begin = time.monotonic()
    drawn = [k for k in types() if options.types is None or options.types in k]
    count = Count(options.folder)
    with multiprocessing.Pool(options.jobs) as pool:
        for stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop, signal.default_int_handler)
        seeds = range(options.seed, options.seed + options.count)
        try:
            for found in pool.imap(functools.partial(examine, drawn=drawn, only=options.oracle), seeds):
                count.add(found)
                if time.monotonic() - begin > options.seconds:
                    break
        except KeyboardInterrupt:
            pass  # what ran until then is told
    count.tell(time.monotonic() - begin)
    return 1 if count.failures else 0


if __name__ == "__main__":
    sys.exit(main())
