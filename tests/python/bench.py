"""What Python costs beside C++, by hand:

build/python/bin/python tests/python/bench.py      after the build with tests

Runs: microseconds of one with other values, by the C++ library and by Python. Threads: how much faster two are than one. Steps: nanoseconds of
one, by the C interface of the kernel, by Python's Stepper and by its steps(). Time of the processor, but for threads; the least of several.
"""
import os
import subprocess
import sys
import tempfile
import threading
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


def on_processor():
    """Of this thread: seconds that it ran, and that it could have run but waited for a processor."""
    ran, waited, _ = Path("/proc/thread-self/schedstat").read_text().split()
    return int(ran) / 1e9, int(waited) / 1e9


def threads():
    """On a machine that does other things, too, the clock on the wall says little. Then what counts is how long a thread was blocked: by the
    interpreter, a lock, or memory; and that two need no more of the processors than one does. Their speed follows if there are two processors."""
    d = stribeck.load(STICK_SLIP)
    samples = [{"speed": float(speed)} for speed in np.linspace(0.1, 0.4, 200)]
    d.run_many(samples[:4], threads=2, reduce=len)
    seen = {}

    def look(result):
        now = (time.perf_counter(), *on_processor())
        begin, _ = seen.setdefault(threading.get_ident(), (now, now))
        seen[threading.get_ident()] = (begin, now)

    def many(n):
        seen.clear()
        begin, used = time.perf_counter(), time.process_time()
        d.run_many(samples, threads=n, reduce=look)
        spans = [[b - a for a, b in zip(*pair)] for pair in seen.values()]
        blocked = max(wall - ran - waited for wall, ran, waited in spans)
        return time.perf_counter() - begin, time.process_time() - used, blocked

    one, two = ([min(column) for column in zip(*(many(n) for _ in range(5)))] for n in (1, 2))
    print(f"{len(samples)} runs on the wall: {one[0]:.2f} s by one thread, {two[0]:.2f} s by two: {one[0] / two[0]:.2f} times as fast")
    print(f"of the processor: {one[1]:.3f} s by one, {two[1]:.3f} s by two, of which none was blocked for longer than {two[2]:.3f} s: with two processors "
          f"of their own, which the runs are shared out to, they would be {(one[1] + one[2]) / (two[1] / 2 + two[2]):.2f} times as fast")


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
