"""Python tools of other people, pinned in requirements.txt, in an environment of their own below build/."""
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "tests/requirements.txt"
FOLDER = ROOT / "build/python"
SKIPPED = 77  # as tests/CMakeLists.txt tells ctest


def interpreter():
    """The environment's Python; made where it is not there, or was made for other requirements. Several tests may ask at once."""
    python, made_for = FOLDER / "bin/python", FOLDER / "requirements.txt"
    FOLDER.parent.mkdir(exist_ok=True)
    with open(FOLDER.parent / "python.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made_for.exists() or made_for.read_text() != REQUIREMENTS.read_text():
            shutil.rmtree(FOLDER, ignore_errors=True)
            subprocess.run(["/usr/bin/python3", "-m", "venv", FOLDER], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", REQUIREMENTS],
                           check=True)
            shutil.copy(REQUIREMENTS, made_for)
    return python


def run_there():
    """Begins this script again in that environment, unless it runs there already. Where packages cannot be had ctest counts it as skipped."""
    try:
        python = interpreter()
    except subprocess.CalledProcessError as failure:
        print(f"SKIPPED: what {REQUIREMENTS} names cannot be installed: {failure}")
        sys.exit(SKIPPED)
    if Path(sys.prefix).resolve() != FOLDER.resolve():
        os.execv(python, [python, "-B", *sys.argv])


if __name__ == "__main__":  # for builds
    print(interpreter())
