"""A mass | spring and damper | mass chain that is cut at a port: two FMUs under a master of few lines have the motion of the whole, with an error
of the master's order in its step: held inputs the first, inputs with derivatives one order more."""
import csv
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, compiler, run, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # a host that is not sanitized cannot load what is
if not IS_SANITIZED:
    run_there()
    import fmpy
    from fmpy.fmi2 import FMU2Slave

STOP_S = 2.0
LEFT = {"left": {"type": "translational.mass", "parameters": {"mass": "2 kg"}, "initial": {"v": "1 m/s"}}}
RIGHT = {
    "spring": {"type": "translational.spring", "parameters": {"stiffness": "40 N/m"}, "initial": {"x": 0}},
    "damper": {"type": "translational.damper", "parameters": {"damping": "3 N*s/m"}},
    "right": {"type": "translational.mass", "parameters": {"mass": "1 kg"}, "initial": {"v": 0}},
}
BEHIND = [["spring.C", "damper.C", "right.M"], ["spring.R", "damper.R"]]


def diagram(components, connections, **more):
    experiment = {"stop": f"{STOP_S} s", "interval": "0.5 s", "rtol": 1e-12, "atol": 1e-14}
    return {"format": "stribeck/1", "components": components, "connections": connections, "experiment": experiment, **more}


WHOLE = diagram(LEFT | RIGHT, [BEHIND[0], ["left.M", *BEHIND[1]]], outputs=["left.v", "right.v"])
PARTS = {"left": diagram(LEFT, [], boundary={"end": {"port": "left.M", "gives": "velocity", "start": "0 N"}}),
         "right": diagram(RIGHT, BEHIND, boundary={"end": {"port": "spring.R", "gives": "force", "start": "1 m/s"}})}


class Part:
    def __init__(self, path, folder, shown):
        description = fmpy.read_model_description(str(path))
        references = {variable.name: variable.valueReference for variable in description.modelVariables}
        self.input, self.output, self.shown = references["end.input"], references[shown], references[path.stem + ".v"]
        self.it = FMU2Slave(guid=description.guid, unzipDirectory=fmpy.extract(str(path), str(folder / path.stem)), instanceName=path.stem,
                            modelIdentifier=description.coSimulation.modelIdentifier)
        self.it.instantiate()
        self.it.setupExperiment(tolerance=1e-12, startTime=0.0, stopTime=STOP_S)
        self.it.enterInitializationMode()

    def get(self, which):
        return self.it.getReal([which])[0]


def master(files, folder, steps, with_slopes):
    """Both parts step with what the other one gave before: Jacobi's master. The speeds at the end."""
    h = STOP_S / steps
    left, right = Part(files["left"], folder, "end.v"), Part(files["right"], folder, "end.F")
    given = before = None
    for part in (left, right):
        part.it.exitInitializationMode()
    for k in range(steps):
        given, before = (right.get(right.output), left.get(left.output)), given
        for part, value, last in zip((left, right), given, before or given):
            part.it.setReal([part.input], [value])
            if with_slopes:
                part.it.setRealInputDerivatives([part.input], [1], [(value - last) / h])
        for part in (left, right):
            part.it.doStep(k * h, h)
    end = [part.get(part.shown) for part in (left, right)]
    for part in (left, right):
        part.it.terminate()
        part.it.freeInstance()
    return end


@unittest.skipIf(IS_SANITIZED, "the release build runs them")
class Cut(unittest.TestCase):
    def test_the_error_is_of_the_order_of_the_master(self):
        with tempfile.TemporaryDirectory() as holder:
            folder, files = Path(holder), {}
            for name, content in {"whole": WHOLE, **PARTS}.items():
                (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
                if name != "whole":
                    files[name] = folder / f"{name}.fmu"
                    run(PROGRAM, "export", folder / f"{name}.json", "-o", files[name])
            told = stribeck("run", folder / "whole.json", "--quiet", "--csv", "-")
            self.assertEqual(told.returncode, 0, told.stderr)
            exact = [float(cell) for cell in list(csv.reader(told.stdout.splitlines()))[-1][1:]]
            for with_slopes, order in ((False, 1), (True, 2)):
                errors = [max(abs(a - b) for a, b in zip(master(files, folder, steps, with_slopes), exact)) for steps in (200, 400, 800)]
                shown = [math.log2(errors[i] / errors[i + 1]) for i in range(2)]
                print(f"derivatives of inputs: {with_slopes}; errors {errors}, orders {shown}", flush=True)
                self.assertLess(errors[-1], 2e-2 if order == 1 else 2e-4)
                for one in shown:
                    self.assertAlmostEqual(one, order, delta=0.15)


if __name__ == "__main__":
    unittest.main()
