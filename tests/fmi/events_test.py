"""Events where FMPy integrates by CVODE: modes end and begin in the order in which they do in the program, as often, and when they do there."""
import csv
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, compiler, run, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # a host that is not sanitized cannot load what is
if not IS_SANITIZED:
    run_there()
    import fmpy

# Of stick-slip, clutches that lock, stops that bounce and hold, and twenty blocks that break loose one after the other: so many events at
# least, and CVODE's tolerance. In the chain of blocks two that break loose within 0.1 ms change places at 1e-8.
MOTIONS = {"reference/coupled_clutches.json": (9, 1e-8), "verify/translational_dry_friction_sled.json": (8, 1e-8),
           "verify/translational_mass_with_stop_and_friction.json": (2, 1e-8), "verify/translational_hard_stop_restitution.json": (4, 1e-8),
           "benchmarks/burridge_knopoff.json": (500, 1e-11)}
WITHIN = 1e-5  # of the span: CVODE's error moves an event by as much


def with_modes(path, folder):
    """The diagram, whose rows are those of its modes, if it has some."""
    diagram = json.loads(path.read_text(encoding="utf-8"))
    for key in ("expect", "plots", "outputs"):
        diagram.pop(key, None)
    there = folder / path.name
    there.write_text(json.dumps(diagram), encoding="utf-8")
    names = stribeck("run", there, "--quiet", "--csv", "-", "--stop", "1 ms").stdout.split("\n", 1)[0].split(",")
    if any(name.endswith(".mode") for name in names):
        there.write_text(json.dumps(diagram | {"outputs": ["*.mode"]}), encoding="utf-8")
    return there


def events(times, rows):
    """Instants that have two rows, and the modes after each."""
    return [(after, modes) for before, after, modes in zip(times, times[1:], rows[1:]) if before == after]


@unittest.skipIf(IS_SANITIZED, "the release build runs them")
class Events(unittest.TestCase):
    def test_they_come_in_the_order_of_the_program(self):
        for name, (least, tolerance) in MOTIONS.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as holder:
                diagram = with_modes(ROOT / "diagrams" / name, Path(holder))
                told = stribeck("run", diagram, "--quiet", "--csv", "-", "--rtol", "1e-10", "--atol", "1e-12")
                self.assertEqual(told.returncode, 0, told.stderr)
                table = [row for row in csv.reader(told.stdout.splitlines())]
                columns = [k for k, column in enumerate(table[0]) if column.endswith(".mode")]
                names = [table[0][k] for k in columns] or [table[0][1]]
                expected = events([float(row[0]) for row in table[1:]], [tuple(int(row[k]) for k in columns) for row in table[1:]])
                run(PROGRAM, "export", diagram, "-o", Path(holder) / "it.fmu")
                motion = fmpy.simulate_fmu(str(Path(holder) / "it.fmu"), fmi_type="ModelExchange", output=names, record_events=True,
                                           relative_tolerance=tolerance, timeout=300)
                found = events([float(time) for time in motion["time"]],
                               [tuple(int(row[mode]) for mode in names if mode.endswith(".mode")) for row in motion])
                self.assertGreaterEqual(len(expected), least)
                self.assertEqual([modes for _, modes in found], [modes for _, modes in expected])
                span = float(motion["time"][-1] - motion["time"][0])
                for (time, _), (there, _) in zip(found, expected):
                    self.assertAlmostEqual(time, there, delta=WITHIN * span)


if __name__ == "__main__":
    unittest.main()
