"""FMUs that pythonfmu3 has made from Python, in a diagram: of FMI 3.0, by co-simulation, in a process of their own. Skipped where pythonfmu3 is not
installed (tests/fmi/requirements.txt tells how)."""
import csv
import ctypes.util
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, compiler, stribeck  # noqa: E402

SKIPPED = 77
PYTHON = ROOT / "build/simulators/bin/python"
if "-fsanitize" in compiler()["CXXFLAGS"] or not PYTHON.exists() or subprocess.run(
        [PYTHON, "-c", "import pythonfmu3"], capture_output=True, check=False).returncode != 0:
    print("SKIPPED: build/simulators has no pythonfmu3; tests/fmi/requirements.txt tells how to install it")
    sys.exit(SKIPPED)
LIBRARY = ctypes.util.find_library(f"python{sys.version_info.major}.{sys.version_info.minor}")
if LIBRARY is None:  # these FMUs take the interpreter from their host, and Stribeck has none
    print("SKIPPED: there is no libpython (Debian's libpython3.11) to preload")
    sys.exit(SKIPPED)

# A lag of the first order that takes explicit steps of its own, a count of them, and a word of whether it is high.
SCRIPT = """
from pythonfmu3 import Boolean, Fmi3Causality, Fmi3Slave, Fmi3Variability, Float64, Int32, ModelExchange  # noqa
from pythonfmu3 import Fmi3Causality as C


class Lag(Fmi3Slave):
    author = "tests"
    description = "a lag"

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.time, self.u, self.y, self.rate, self.steps, self.high = 0.0, 0.0, 0.0, 2.0, 0, False
        self.register_variable(Float64("time", causality=C.independent))
        self.register_variable(Float64("u", causality=C.input, start=0.0))
        self.register_variable(Float64("rate", causality=C.parameter, variability=Fmi3Variability.tunable, start=2.0))
        self.register_variable(Float64("y", causality=C.output))
        self.register_variable(Int32("steps", causality=C.output, variability=Fmi3Variability.discrete))
        self.register_variable(Boolean("high", causality=C.output, variability=Fmi3Variability.discrete))

    def do_step(self, current_time, step_size):
        self.y += step_size * self.rate * (self.u - self.y)
        self.steps += 1
        self.high = self.y > 0.5
        self.time = current_time + step_size
        return True
"""


class PythonFmus(unittest.TestCase):
    def test_one_in_a_diagram(self):
        with tempfile.TemporaryDirectory() as holder:
            folder = Path(holder)
            (folder / "lag.py").write_text(SCRIPT.replace("Int32, ModelExchange  # noqa", "Int32"), encoding="utf-8")
            subprocess.run([PYTHON, "-m", "pythonfmu3", "build", "-f", folder / "lag.py", "-d", folder], check=True, capture_output=True,
                           cwd=folder)
            (fmu,) = folder.glob("*.fmu")
            diagram = {
                "format": "stribeck/1",
                "components": {"one": {"type": "signals.constant", "parameters": {"value": 1}},
                               "lag": {"type": "fmu", "file": fmu.name, "parameters": {"communication_step": "10 ms", "rate": 3}}},
                "connections": [["one.y", "lag.u"]],
                "experiment": {"stop": "1 s"},
                "outputs": {"variables": ["lag.y", "lag.steps", "lag.high"], "at": ["1 s"]},
            }
            (folder / "it.json").write_text(json.dumps(diagram), encoding="utf-8")
            # pythonfmu3 leaves it to the host to have the interpreter in its process, and that finds the package by the path.
            site, = (ROOT / "build/simulators/lib").glob("python3*/site-packages")
            told = stribeck("run", folder / "it.json", "--quiet", "--csv", "-", env={**os.environ, "PYTHONPATH": str(site), "LD_PRELOAD": LIBRARY})
            self.assertEqual(told.returncode, 0, told.stderr)
            y, steps, high = (float(cell) for cell in list(csv.reader(told.stdout.splitlines()))[-1][1:])
            # Explicit Euler: 1 - (1 - h rate)^n, with the input of the beginning of each step.
            self.assertAlmostEqual(y, 1 - (1 - 0.03) ** 100, delta=1e-9)
            self.assertEqual((steps, high), (100, 1))
            self.assertLess(abs(y - (1 - math.exp(-3))), 3e-3)


if __name__ == "__main__":
    unittest.main()
