#!/usr/bin/env python3
"""What this program takes to run the gallery and the benchmarks, against the program of another commit, which is built below build/against.
    tests/bench/against_commit.py build/release/stribeck COMMIT [--turns 15] [DIAGRAM ...]
Both run the diagrams of that commit, in turn; a diagram that this program refuses (names may have changed) is run by it in the
form of its own tree. Compared is the least processor time, user and system, of the whole processes, which write CSV, over the turns. Beside
the ratio of times stands that of evaluations of the derivatives: where it is not 1, other steps were taken, as by another rule for tolerances;
and the ratio of the energies that the audit has left over, where both tell one."""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("gallery", "benchmarks")


def built(commit):
    """The tree of a commit, with its program."""
    known = subprocess.run(["git", "rev-parse", "--short", "--verify", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True, text=True)
    if known.returncode:
        sys.exit(f"{commit} is no commit of {ROOT}: {known.stderr.strip()}")
    name = known.stdout.strip()
    tree = ROOT / "build/against" / name
    if not tree.exists():
        do("git", "clone", "--quiet", str(ROOT), str(tree), inside=ROOT)
    do("git", "checkout", "--quiet", name, inside=tree)
    do("cmake", "--preset", "release", "--log-level=WARNING", inside=tree)
    do("cmake", "--build", "build/release", "--target", "stribeck", inside=tree)
    return tree


def do(*command, inside):
    """Runs a command; what it prints is shown if it fails."""
    done = subprocess.run(command, cwd=inside, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} in {inside} fails:\n{done.stdout[-4000:]}")


def time_of(program, diagram, csv):
    """Processor time of a run in seconds; none if it fails."""
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    process = os.posix_spawn(program, [program, "run", diagram, "--csv", csv], os.environ, file_actions=quiet)
    _, status, used = os.wait4(process, 0)
    return used.ru_utime + used.ru_stime if status == 0 else None


def least_times(runs, turns):
    """The least time of each of the runs (program, diagram), which take turns."""
    with tempfile.TemporaryDirectory() as folder:
        times = [[time_of(*run, f"{folder}/rows.csv") for run in runs] for _ in range(turns)]
    return [None if any(t is None for t in of_one) else min(of_one) for of_one in zip(*times)]


def counts_of(program, diagram):
    """Evaluations of the derivatives, and what the audit has left over in joules."""
    told = subprocess.run([program, "run", diagram], capture_output=True, text=True)
    text = " ".join((told.stdout + told.stderr).split())
    evaluations = re.search(r"(\d+) evaluations", text)
    left = re.search(r"residual (-?[\d.]+) ([a-zµ]?)J", text)
    sizes = {"": 1, "k": 1e3, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
    return int(evaluations[1]) if evaluations else None, abs(float(left[1])) * sizes[left[2]] if left and left[2] in sizes else None


def diagrams_of(tree):
    return {path.stem: path for folder in FOLDERS for path in sorted((tree / "diagrams" / folder).glob("*.json*"))}


def ratio(a, b):
    return f"{a / b:8.2f}" if a and b else f"{'-':>8}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("commit")
    parser.add_argument("diagrams", nargs="*", help="names without folder and ending; all, if none is given")
    parser.add_argument("--turns", type=int, default=15)
    arguments = parser.parse_intermixed_args()
    tree = built(arguments.commit)
    programs = (str(Path(arguments.program).resolve()), str(tree / "build/release/stribeck"))
    theirs, ours = diagrams_of(tree), diagrams_of(ROOT)
    unknown = set(arguments.diagrams) - set(theirs)
    if unknown:
        sys.exit(f"{arguments.commit} has no {', '.join(sorted(unknown))} in {' and '.join(FOLDERS)}, but {', '.join(sorted(theirs))}")
    times = []
    print(f"{'diagram':32} {'time':>8} {'evaluations':>12} {'energy left':>12}")
    for name, diagram in theirs.items():
        if arguments.diagrams and name not in arguments.diagrams:
            continue
        files = [str(diagram)] * 2
        fails = [time_of(program, file, os.devnull) is None for program, file in zip(programs, files)]
        if fails[0] and name in ours:
            files[0] = str(ours[name])
            fails[0] = time_of(programs[0], files[0], os.devnull) is None
        mine, other = (None, None) if any(fails) else least_times(list(zip(programs, files)), arguments.turns)
        if not mine or not other:
            print(f"{name:32} fails")
            continue
        (calls, left), (calls_then, left_then) = (counts_of(*run) for run in zip(programs, files))
        times.append(mine / other)
        own = "  (each its own tree's)" if files[0] != files[1] else ""
        print(f"{name:32} {times[-1]:8.3f}     {ratio(calls, calls_then)}     {ratio(left, left_then)}{own}", flush=True)
    if times:
        print(f"{len(times)} diagrams: {sum(t <= 1.05 for t in times)} take at most 1.05 of the time, the median {statistics.median(times):.3f}")
    return 0 if times else 1


if __name__ == "__main__":
    sys.exit(main())
