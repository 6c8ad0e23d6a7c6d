"""What Python costs beside C++, by hand and on a machine that does nothing else:

build/python/bin/python tests/python/bench.py      after the build with tests

Runs: microseconds of one with other values, by the C++ library and by Python. Threads: how much faster two are than one. Steps: nanoseconds of
one, by the C interface of the kernel and by Python's Stepper. The least of five each.
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from package import PROGRAM, ROOT, STICK_SLIP, stribeck

import numpy as np

BUILD = PROGRAM.parent


def least(call, repeats=5):
    def once():
        begin = time.perf_counter()
        call()
        return time.perf_counter() - begin

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

        python, other = least(many) / count * 1e6, cpp("run", STICK_SLIP, stop, count) / 1e3
        print(f"run of {stop:5}: {python:9.1f} us in Python, {other:9.1f} us in C++: {python - other:+.1f} us, {100 * (python / other - 1):+.1f} %")


def threads():
    d = stribeck.load(STICK_SLIP)
    samples = [{"speed": float(speed)} for speed in np.linspace(0.1, 0.4, 200)]
    d.run_many(samples[:4], threads=2, reduce=len)
    one, two = (least(lambda n=n: d.run_many(samples, threads=n, reduce=len), 3) for n in (1, 2))
    print(f"{len(samples)} runs: {one:.2f} s by one thread, {two:.2f} s by two: {one / two:.2f} times as fast")


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

        python, other = least(many) / count * 1e9, cpp("steps", program, length, count)
        print(f"step of {1e6 * length:4.0f} us: {python:7.0f} ns in Python, {other:7.0f} ns in C++: {python / other:.2f} times")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        cpp = beside(place)
        for part in sys.argv[1:] or ("runs", "threads", "steps"):
            {"runs": lambda: runs(cpp), "threads": threads, "steps": lambda: steps(cpp, place)}[part]()
