#!/usr/bin/python3
"""Runs diagrams under valgrind's memcheck, which sees what is read before it was written, beyond its end or after its end, and what is lost.

    tools/memcheck.py build/release/stribeck                                  all diagrams, those of diagrams/errors too
    tools/memcheck.py build/release/stribeck --networks 300 --seed 1          random networks of every component type (tests/networks)
    tools/memcheck.py build/release/stribeck 'diagrams/verify/joints_*.json'

A run that takes longer than --seconds of processor time is interrupted, as by Ctrl-C, and ends in order. What memcheck says of a run
is printed with the command that repeats it. Exit status 1 if it said anything, or if a run ended by a signal. Not part of tools/test: all
diagrams take most of an hour."""
import argparse
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEMCHECK = ["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite"]  # libraries keep what they share where memcheck does not look for it
PIECE_S = 0.2  # between two looks at a run


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("patterns", nargs="*", help="of diagrams below the project's root")
    parser.add_argument("--networks", type=int, default=0, help="as many random networks instead")
    parser.add_argument("--seed", type=int, default=1, help="of the first network; the next has the next")
    parser.add_argument("--seconds", type=float, default=20, help="of processor time for a run")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    return parser.parse_intermixed_args()


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def faults(program, diagram, seconds):
    """What memcheck says of a run of the DIAGRAM, nothing if it is silent; what is wrong with the diagram is no fault of the memory."""
    command = [*MEMCHECK, str(program), "run", str(diagram), "--csv", "/dev/null", "--quiet"]
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said) as child:
            interrupted = False
            while child.poll() is None:
                time.sleep(PIECE_S)
                if not interrupted and child.poll() is None and processor_seconds(child.pid) > seconds:
                    child.send_signal(signal.SIGINT)
                    interrupted = True
        said.seek(0)
        text = said.read().decode(errors="replace")
    told = [line for line in text.splitlines() if line.startswith("==")]
    if told or child.returncode == 99 or child.returncode < 0:
        return "\n".join([" ".join(command) + f"  (status {child.returncode})", *told])
    return ""


def drawn_networks(program, count, seed, folder):
    """The files of COUNT random networks, as they are drawn: some of them the program refuses."""
    os.environ["STRIBECK"] = str(program)
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/networks/random")]
    sys.dont_write_bytecode = True
    from declarations import types
    from examine import INSANE_ONE_IN
    from generate import Network
    for number in range(seed, seed + count):
        network = Network(number, types()[number % len(types())], number % INSANE_ONE_IN != 0, types())
        file = folder / f"seed_{number}.json"
        file.write_text(json.dumps(network.diagram(), indent=1))
        yield file


def main():
    options = arguments()
    program = options.program.resolve()
    with tempfile.TemporaryDirectory(prefix="memcheck_") as folder:
        if options.networks:
            files = list(drawn_networks(program, options.networks, options.seed, Path(folder)))
        else:
            patterns = options.patterns or ["diagrams/**/*.json*"]
            files = sorted({file.relative_to(ROOT) for pattern in patterns for file in ROOT.glob(pattern)})
        found = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for file, said in zip(files, pool.map(lambda file: faults(program, file, options.seconds), files)):
                print(f"{file}: {'FAULTS' if said else 'silent'}", flush=True)
                if said:
                    found += 1
                    print(said + "\n" + (Path(file).read_text() if options.networks else ""), flush=True)
    print(f"{len(files)} runs, {found} with faults")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
