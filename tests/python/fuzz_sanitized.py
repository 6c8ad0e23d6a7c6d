"""The fuzz of the Python package with the interpreter under address and undefined-behaviour sanitizers, by hand:

python3 tests/python/fuzz_sanitized.py [SEEDS [CALLS [FIRST]]]      20 seeds of 2000 calls each, from seed 1

Builds the package sanitized (preset sanitize-python, clang), and runs fuzz_test.py once for each seed in an interpreter that loads the
sanitizer's library first. A seed that ends the interpreter is told with the call that did it and with what the sanitizer says; the others go on.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/sanitize-python"


def library(name):
    return subprocess.run(["clang++", f"-print-file-name={name}"], check=True, capture_output=True, text=True).stdout.strip()


def environment(last, package, **own):
    """LeakSanitizer is off: the interpreter keeps what it has. The library of C++ comes first, or its exceptions are not seen."""
    preload = [library("libclang_rt.asan-x86_64.so"), os.path.realpath(library("libstdc++.so.6"))]
    return {
        **os.environ,
        "LD_PRELOAD": ":".join(preload),
        "ASAN_OPTIONS": "detect_leaks=0:use_sigaltstack=0:allocator_may_return_null=1:abort_on_error=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",  # objects of Python are watched, too
        "STRIBECK": str(ROOT / "build/release/stribeck"),
        "STRIBECK_PYTHON_PACKAGE": str(package),
        "STRIBECK_FUZZ_LAST": str(last),
        **own,
    }


def main():
    given = [int(text) for text in sys.argv[1:4]]
    seeds, calls, first = given + [20, 2000, 1][len(given):]
    subprocess.run(["cmake", "--preset", "sanitize-python"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "sanitize-python", "--", "--quiet"], cwd=ROOT, check=True)
    python = subprocess.run([sys.executable, "-B", ROOT / "tests/python_tools.py"], check=True, capture_output=True, text=True).stdout.strip()
    ended = 0
    with tempfile.TemporaryDirectory() as folder:
        last, package = Path(folder) / "last", Path(folder) / "package"
        shutil.copytree(BUILD / "python", package)  # its scripts may be edited meanwhile
        for seed in range(first, first + seeds):
            own = environment(last, package, STRIBECK_FUZZ_SEED=str(seed), STRIBECK_FUZZ_CALLS=str(calls))
            done = subprocess.run([python, "-B", ROOT / "tests/python/fuzz_test.py"], env=own, capture_output=True, text=True, errors="replace")
            print(f"seed {seed}: {'good' if done.returncode == 0 else f'status {done.returncode}'}", flush=True)
            if done.returncode != 0:
                ended += 1
                print("  last call:", last.read_text(errors="replace") if last.exists() else "none")
                print(done.stderr[-6000:], flush=True)
    print(f"{seeds} seeds of {calls} calls: {ended} not good")
    return 1 if ended else 0


if __name__ == "__main__":
    sys.exit(main())
