"""Runs that are left at random points and come back: the state is got, serialised, the run goes astray with other inputs, the bytes are read back,
and what follows is the run that was not disturbed, to the bit. By co-simulation and by model exchange, in FMI 2.0 and 3.0, over events.
STRIBECK_POINTS: so many points in all, 1,000 for what the standard's users are promised; a few in the suite."""
import os
import random
import sys
import tempfile
import unittest
from ctypes import c_double
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, compiler, run  # noqa: E402
from python_tools import run_there  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # a host that is not sanitized cannot load what is
if not IS_SANITIZED:
    run_there()
    import fmpy
    import numpy
    from fmpy.fmi2 import FMU2Model, FMU2Slave
    from fmpy.fmi3 import FMU3Model, FMU3Slave

MOTIONS = ["verify/rotational_dry_friction_stick_slip.json", "verify/translational_hard_stop_two_masses.json", "verify/rotational_clutch.json",
           "verify/signals_discrete_pid.json", "verify/boundary.json"]
POINTS = int(os.environ.get("STRIBECK_POINTS", "0"))
if POINTS == 0:
    MOTIONS, POINTS = [MOTIONS[1], MOTIONS[4]], 16  # a stop, and inputs
STEPS = 100


class Host:
    """An instance of FMI 2.0 or 3.0 under one set of names."""

    def __init__(self, fmu, folder, kind):
        description = fmpy.read_model_description(str(fmu))
        self.version = 2 if description.fmiVersion == "2.0" else 3
        interface = description.coSimulation if kind == "steps" else description.modelExchange
        made = {("steps", 2): FMU2Slave, ("steps", 3): FMU3Slave, ("equations", 2): FMU2Model, ("equations", 3): FMU3Model}
        self.it = made[kind, self.version](guid=description.guid, unzipDirectory=str(folder), modelIdentifier=interface.modelIdentifier,
                                           instanceName="one")
        self.stop_s = float(description.defaultExperiment.stopTime)
        self.variables = {v.name: v.valueReference for v in description.modelVariables if v.type in ("Real", "Float64")}
        self.inputs = [v.valueReference for v in description.modelVariables if v.causality == "input"]
        self.starts = [float(v.start) for v in description.modelVariables if v.causality == "input"]
        self.states = description.numberOfContinuousStates
        self.indicators = description.numberOfEventIndicators
        self.it.instantiate()
        if self.version == 2:
            self.it.setupExperiment(startTime=0.0)
        self.it.enterInitializationMode()
        self.it.exitInitializationMode()
        if kind == "equations":
            self.happen()

    def values(self):
        references = list(self.variables.values())
        values = self.it.getReal(references) if self.version == 2 else self.it.getFloat64(references)
        return numpy.array(values).tobytes()  # also what is not a number is the same

    def give(self, values):
        if self.inputs:
            (self.it.setReal if self.version == 2 else self.it.setFloat64)(self.inputs, values)

    def record(self):
        state = self.it.getFMUState()
        data = self.it.serializeFMUState(state)
        self.it.freeFMUState(state)
        return data

    def take(self, data):
        state = self.it.deserializeFMUState(data)
        self.it.setFMUState(state)
        self.it.freeFMUState(state)

    def happen(self):
        self.it.newDiscreteStates() if self.version == 2 else self.it.updateDiscreteStates()
        self.it.enterContinuousTimeMode()

    def get(self, name, count):
        values = (c_double * count)()
        getattr(self.it, name)(values, count)
        return numpy.array(values)

    def derivatives(self, time, states):
        self.it.setTime(time)
        values = (c_double * self.states)(*states)
        self.it.setContinuousStates(values, self.states)
        return self.get("getDerivatives" if self.version == 2 else "getContinuousStateDerivatives", self.states)


class Steps:
    """Communication steps."""

    def __init__(self, host):
        self.host, self.h = host, host.stop_s / (STEPS + 7)

    def go(self, k):
        self.host.it.doStep(k * self.h, self.h)

    def taken(self):
        return None

    def give_back(self, _):
        pass


class Equations:
    """Heun's steps, with an event wherever an indicator has changed its side or the FMU wants one."""

    def __init__(self, host):
        self.host, self.h = host, host.stop_s / (STEPS + 7)
        self.sides = host.get("getEventIndicators", host.indicators) > 0

    def go(self, k):
        t, h, host = k * self.h, self.h, self.host
        x = host.get("getContinuousStates", host.states)
        first = host.derivatives(t, x)
        second = host.derivatives(t + h, x + h * first)
        host.derivatives(t + h, x + h / 2 * (first + second))
        sides = host.get("getEventIndicators", host.indicators) > 0
        wanted = host.it.completedIntegratorStep()
        if wanted[0] or (sides != self.sides).any():
            host.it.enterEventMode()
            host.happen()
            sides = host.get("getEventIndicators", host.indicators) > 0
        self.sides = sides

    def taken(self):
        return self.sides

    def give_back(self, sides):
        self.sides = sides


@unittest.skipIf(IS_SANITIZED, "the release build runs them")
class Points(unittest.TestCase):
    def follow(self, fmu, folder, kind, points, generator):
        """The values after each step; with `points`, the run goes astray and comes back at so many of them."""
        host = Host(fmu, folder, kind)
        stepper = Steps(host) if kind == "steps" else Equations(host)
        left = sorted(generator.choices(range(STEPS), k=points))
        seen = []
        for k in range(STEPS):
            host.give([start * (1 + 0.1 * (k // 30)) for start in host.starts])
            for _ in range(left.count(k)):
                data, taken = host.record(), stepper.taken()
                host.give([start * generator.uniform(-2, 2) for start in host.starts])
                for astray in range(generator.randint(0, 5)):
                    stepper.go(k + astray)
                host.take(data)
                stepper.give_back(taken)
            stepper.go(k)
            seen.append(host.values())
        host.it.terminate()
        host.it.freeInstance()
        return seen

    def test_states_come_back_at_random_points(self):
        generator = random.Random(20250725)
        cases = [(name, version, kind) for name in MOTIONS for version in ("2", "3") for kind in ("steps", "equations")]
        for number, (name, version, kind) in enumerate(cases):
            points = POINTS * (number + 1) // len(cases) - POINTS * number // len(cases)
            with self.subTest(name, version=version, kind=kind), tempfile.TemporaryDirectory() as holder:
                fmu, folder = Path(holder) / "it.fmu", Path(holder) / "unpacked"
                run(PROGRAM, "export", ROOT / "diagrams" / name, "-o", fmu, "--fmi", version)
                fmpy.extract(str(fmu), str(folder))
                undisturbed = self.follow(fmu, folder, kind, 0, generator)
                self.assertGreater(len(set(undisturbed)), STEPS // 2)  # it moves
                self.assertTrue(self.follow(fmu, folder, kind, points, generator) == undisturbed)


if __name__ == "__main__":
    unittest.main()
