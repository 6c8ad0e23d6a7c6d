"""Exported diagrams in other simulators: PathSim has the motions of the program, CasADi derivatives that are differences of the equations.

    python3 -m venv build/simulators && build/simulators/bin/pip install -r tests/fmi/requirements.txt

installs them; where they are not there the test is skipped. STRIBECK_ALL_SIMULATORS=1 runs all diagrams instead of a few."""
import csv
import itertools
import os
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, compiler, run  # noqa: E402

SKIPPED = 77
FOLDER = ROOT / "build/simulators"
if "-fsanitize" in compiler()["CXXFLAGS"] or not (FOLDER / "bin/python").exists():
    print(f"SKIPPED: {FOLDER} has no PathSim and CasADi; tests/fmi/requirements.txt tells how to install them")
    sys.exit(SKIPPED)
if Path(sys.prefix).resolve() != FOLDER.resolve():
    os.execv(FOLDER / "bin/python", [FOLDER / "bin/python", "-B", *sys.argv])

import casadi  # noqa: E402
import numpy  # noqa: E402

warnings.simplefilter("ignore")
from pathsim import Simulation  # noqa: E402
from pathsim.blocks.fmu import ModelExchangeFMU  # noqa: E402
from pathsim.solvers import RKDP54  # noqa: E402

# Not among them: diagrams with events whose time is known (steps, samplers), which PathSim 0.27 passes over and CasADi does not have; diagrams
# without states, at which CasADi 3.8 crashes.
DIAGRAMS = [line for line in """
start/rotational_stick_slip.json verify/rotational_dry_friction_stick_slip.json start/mass_spring_damper.json verify/rotational_spring.json
verify/mechanisms_lever.json verify/rotational_damper.json verify/translational_spring.json verify/translational_damper.json
verify/translational_hard_stop.json verify/rotational_hard_stop.json verify/translational_hard_stop_two_masses.json
verify/translational_dry_friction_sled.json verify/mechanisms_lossy_gear_sticks.json verify/rotational_inertia.json
verify/translational_mass.json verify/rotational_pendulum.json verify/rotational_lugre_friction.json
verify/network_springs_in_series.json verify/rotational_nonlinear_spring.json verify/rotational_friction_coasting.json
""".split()]
if not os.environ.get("STRIBECK_ALL_SIMULATORS"):
    DIAGRAMS = DIAGRAMS[:2]
if os.environ.get("STRIBECK_DIAGRAM"):
    DIAGRAMS = [os.environ["STRIBECK_DIAGRAM"]]


class Simulators(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def export(self, name, version="2"):
        fmu = self.folder / (name.replace("/", "_").rsplit(".", 1)[0] + f"_{version}.fmu")
        run(PROGRAM, "export", ROOT / "diagrams" / name, "-o", fmu, "--fmi", version)
        return fmu

    def test_pathsim_has_the_motion_of_the_program(self):
        """Its Dormand-Prince at 1e-8 against the program at 1e-10: states at the end, to 1e-5 of the largest."""
        for name in DIAGRAMS:
            with self.subTest(name):
                fmu = self.export(name)
                dae = casadi.DaeBuilder("m", str(fmu))
                states = dae.x()
                table = list(csv.reader(run(PROGRAM, "run", ROOT / "diagrams" / name, "--quiet", "--rtol", "1e-10", "--atol", "1e-13", "--csv",
                                            "-").splitlines()))
                shown = [k for k, state in enumerate(states) if state in table[0]]
                rows = [[float(row[table[0].index(states[k])]) for k in shown] for row in table[1:]]
                begin, stop = float(table[1][0]), float(table[-1][0])
                self.assertEqual(begin, 0)
                block = ModelExchangeFMU(str(fmu))
                simulation = Simulation([block], [], dt=stop / 1000, Solver=RKDP54, tolerance_lte_rel=1e-8, tolerance_lte_abs=1e-11, log=False)
                simulation.run(stop)
                self.assertAlmostEqual(simulation.time, stop, delta=1e-9)
                for k, column in zip(shown, range(len(shown))):
                    size = max(abs(row[column]) for row in rows) or 1
                    ends = [row[column] for row, line in zip(rows, table[1:]) if float(line[0]) == stop]  # two at an event
                    error = min(abs(block.engine.state[k] - end) for end in ends)
                    self.assertLess(error, 1e-5 * size, (name, states[k]))

    def test_derivatives_of_casadi_are_differences(self):
        """Its Jacobian, by the FMU's directional derivatives and dependencies, against central differences of the FMU's derivatives, beside the start."""
        for name, version in itertools.product(DIAGRAMS, ("2", "3")):
            with self.subTest(name, version=version):
                dae = casadi.DaeBuilder("m", str(self.export(name, version)))
                n = len(dae.x())
                rates = dae.create("f", ["t", "x", "u"], ["ode"])
                jacobian = rates.factory("J", ["t", "x", "u"], ["jac:ode:x"])
                inputs = [dae.start(u)[0] for u in dae.u()]
                x = numpy.array([float(dae.start(state)[0]) for state in dae.x()])
                x += 1e-3 * numpy.cos(numpy.arange(n))
                at = lambda y: numpy.array(rates(0, y, inputs)).ravel()  # noqa: E731
                given = numpy.array(jacobian(0, x, inputs))
                differences = numpy.empty((n, n))
                for k in range(n):
                    h = 6e-6 * max(abs(x[k]), 1e-2)
                    high, low = x.copy(), x.copy()
                    high[k] += h
                    low[k] -= h
                    differences[:, k] = (at(high) - at(low)) / (high[k] - low[k])
                self.assertLess(numpy.abs(given - differences).max(initial=0), 1e-6 * max(1, numpy.abs(given).max(initial=0)), name)


if __name__ == "__main__":
    unittest.main()
