"""What Python costs beside C++, by hand:

build/python/bin/python tests/python/bench.py      after the build with tests

Runs: microseconds of one with other values, by the C++ library and by Python. Threads: how much faster two are than one. Steps: nanoseconds of
one, by the C interface of the kernel, by Python's Stepper and by its steps(). Time of the processor, but for threads; the least of several.
"""
import concurrent.futures
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from package import PROGRAM, ROOT, STICK_SLIP, stribeck

import numpy as np

BUILD = PROGRAM.parent


def least(call, repeats=5, clock=time.process_time):
    def once():
        begin = clock()
        call()
        return clock() - begin

    return min(once() for _ in range(repeats))


def beside(folder):
    """The same work in C++."""
    path = Path(folder) / "beside"
    subprocess.run([os.environ.get("CXX", "c++"), "-O2", "-std=c++20", "-I", ROOT / "runtime/include", ROOT / "tests/outside/beside_python.cpp", "-o", path, "-L", BUILD,
                    "-lstribeck", "-lstribeck_kernel", f"-Wl,-rpath,{BUILD}"], check=True)
    return lambda *arguments: float(subprocess.run([path, *map(str, arguments)], check=True, capture_output=True, text=True).stdout)


def runs(cpp):
    d = stribeck.load(STICK_SLIP)
    for stop, count in (("1 ms", 300), ("20 s", 20)):

        def many(stop=stop, count=count):
            for number in range(count):
                d.run({"load.inertia": 1 + 1e-6 * number}, stop=stop)

        python, other = (min(pair) for pair in zip(*((least(many, 2) / count * 1e6, cpp("run", STICK_SLIP, stop, count) / 1e3) for _ in range(4))))
        print(f"run of {stop:5}: {python:9.1f} us in Python, {other:9.1f} us in C++: {python - other:+.1f} us, {100 * (python / other - 1):+.1f} %")


def in_processes(call, count):
    """Seconds until the last of so many has called it."""
    with concurrent.futures.ProcessPoolExecutor(count, multiprocessing.get_context("fork")) as pool:
        begin = time.perf_counter() + 0.2
        return max(pool.map(_timed, [begin] * count, [_kept(call)] * count))


CALLS = []


def _kept(call):
    CALLS.append(call)
    return len(CALLS) - 1


def _timed(begin, number):
    time.sleep(max(0.0, begin - time.perf_counter()))
    CALLS[number]()
    return time.perf_counter() - begin


def threads():
    d = stribeck.load(STICK_SLIP)
    samples = [{"speed": float(speed)} for speed in np.linspace(0.1, 0.4, 200)]
    d.run_many(samples[:4], threads=2, reduce=len)

    def many(n):
        d.run_many(samples, threads=n, reduce=len)

    one, two = (least(lambda n=n: many(n), 3, time.perf_counter) for n in (1, 2))
    print(f"{len(samples)} runs: {one:.2f} s by one thread, {two:.2f} s by two: {one / two:.2f} times as fast")
    # Beside two processes of one thread each, which share nothing, and meet the same machine.
    apart, together = (min(times) for times in zip(*((in_processes(lambda: d.run_many(samples[::2], threads=1, reduce=len), 2),
                                                      least(lambda: many(2), 1, time.perf_counter)) for _ in range(5))))
    print(f"by two processes: {apart:.2f} s, by two threads: {together:.2f} s: {apart / together:.2f} of their speed")
    # Whatever the machine does: what only one thread at a time can do holds the interpreter, and that is what Python's clock of it counts.
    held = least(lambda: [d.run(sample, stop="1 ns") for sample in samples])
    whole = least(lambda: many(1))
    share = held / whole
    print(f"of {1e3 * whole:.0f} ms of the processor {1e3 * held:.0f} ms are all but the steps ({100 * share:.1f} %), at most so much is serial: "
          f"two threads are at least {1 / (share + (1 - share) / 2):.2f} times as fast as one where two processors are free")


def steps(cpp, folder):
    d = stribeck.load(STICK_SLIP)
    program = Path(folder) / "stick_slip.program"
    d.compile(program)
    for length in (1e-5, 1e-4, 1e-3):
        count = 200_000

        def many(length=length, count=count):
            step = d.stepper().step
            for _ in range(count):
                step(length)

        def at_once(length=length, count=count):
            d.stepper(observe=[]).steps(length, count)

        python, whole, other = least(many) / count * 1e9, least(at_once) / count * 1e9, cpp("steps", program, length, count)
        print(f"step of {1e6 * length:4.0f} us: {python:7.0f} ns in Python, {whole:7.0f} ns in steps(), {other:7.0f} ns in C++: "
              f"{python / other:.2f} and {whole / other:.2f} times")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        cpp = beside(place)
        for part in sys.argv[1:] or ("runs", "threads", "steps"):
            {"runs": lambda: runs(cpp), "threads": threads, "steps": lambda: steps(cpp, place)}[part]()
