"""FMUs that are C99 (stribeck export --source): the compiler has nothing to say of them in its strictest mode, FMPy validates them, and what is
built of them has the motion of the program. What has events, loops or tables is refused with the part that is in the way. STRIBECK_ALL_SOURCES=1 takes every diagram that can be written so."""
import json
import os
import shutil
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fmpy_rows import difference, rows  # noqa: E402
from program import PROGRAM, ROOT, compiler, run, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

if "-fsanitize" not in compiler()["CXXFLAGS"]:
    run_there()
    import fmpy
    import numpy
    from fmpy.fmi2 import FMU2Slave
    from fmpy.validation import validate_fmu

SMOOTH = ["start/mass_spring_damper.json", "verify/rotational_gonthier_friction.json", "verify/mechanisms_planetary_gear.json"]
if os.environ.get("STRIBECK_ALL_SOURCES"):  # all that are not refused, by hand
    SMOOTH = sorted(f"{path.parent.name}/{path.name}" for folder in ("start", "verify", "gallery") for path in (ROOT / "diagrams" / folder).glob("*.json*"))
DRIVEN = {
    "format": "stribeck/1", "title": "A \"driven\" mass \\ spring",
    "components": {
        "motor": {"type": "translational.force_source"},
        "mass": {"type": "translational.mass", "parameters": {"mass": "2 kg"}},
        "spring": {"type": "translational.spring", "parameters": {"stiffness": "8 N/m"}},
        "wall": {"type": "translational.ground"},
    },
    "connections": [["motor.R", "mass.M", "spring.R"], ["motor.C", "spring.C", "wall.W"]],
    "boundary": {"force": {"input": "motor.S", "start": "0 N"}, "speed": {"output": "mass.v"}},
    "experiment": {"stop": "4 s", "rtol": 1e-10, "atol": 1e-12},
}
REFUSED = {"verify/rotational_dry_friction_stick_slip.json": "the dry friction or contact", "verify/rotational_hard_stop.json": "it has the",
           "verify/signals_discrete_pid.json": "it has"}


def build(fmu):
    """The same FMU with the binary that its source gives."""
    folder = fmu.parent / (fmu.stem + "_built")
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(folder)
    (source,) = (folder / "sources").iterdir()
    binaries = folder / "binaries/linux64"
    binaries.mkdir(parents=True)
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-fPIC", "-shared", "-DFMI2_OVERRIDE_FUNCTION_PREFIX", source, "-o",
        binaries / (source.stem + ".so"), "-lm")
    built = fmu.with_name(fmu.stem + "_built.fmu")
    shutil.make_archive(str(built.with_suffix("")), "zip", folder)
    built.with_suffix(".zip").rename(built)
    return built, folder


@unittest.skipIf("-fsanitize" in compiler()["CXXFLAGS"], "the release build runs them")
class Sources(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def export(self, path):
        fmu = self.folder / (path.stem + ".fmu")
        run(PROGRAM, "export", path, "-o", fmu, "--source")
        return fmu

    def test_they_have_the_motion_of_the_program(self):
        """The solver is another one than the program's, and CVODE a third: each as good as its tolerance."""
        for name in SMOOTH:
            with self.subTest(name):
                if os.environ.get("STRIBECK_ALL_SOURCES"):
                    told = stribeck("export", ROOT / "diagrams" / name, "-o", self.folder / "it.fmu", "--source")
                    if "error[fmu.unsupported]" in told.stderr:
                        continue
                    print(name, flush=True)
                fmu = self.export(ROOT / "diagrams" / name)
                self.assertEqual(validate_fmu(str(fmu)), [])
                built, _ = build(fmu)
                names, expected = rows(ROOT / "diagrams" / name, "--rtol", "1e-10", "--atol", "1e-13")
                self.assertIsNone(difference(built, "CoSimulation", names, expected, 1e-5, relative_tolerance=1e-9))
                self.assertIsNone(difference(built, "ModelExchange", names, expected, 1e-4, relative_tolerance=1e-12))

    def test_inputs_parameters_and_states(self):
        """m x'' = F - c x under F = 3 N, then c = 18 N/m: closed forms; and a state that is given back."""
        path = self.folder / "driven.json"
        path.write_text(json.dumps(DRIVEN), encoding="utf-8")
        built, folder = build(self.export(path))
        self.assertEqual(validate_fmu(str(built)), [])
        description = fmpy.read_model_description(str(built))
        references = {variable.name: variable.valueReference for variable in description.modelVariables}
        it = FMU2Slave(guid=description.guid, unzipDirectory=str(folder), modelIdentifier="driven", instanceName="one")
        it.instantiate()
        it.setupExperiment(startTime=0.0)
        it.enterInitializationMode()
        it.setReal([references["force"]], [3.0])
        it.exitInitializationMode()
        it.doStep(0.0, 1.0)  # w = 2/s: x = 3/8 (1 - cos 2 t)
        speed = lambda: it.getReal([references["speed"]])[0]  # noqa: E731
        self.assertAlmostEqual(speed(), 0.75 * numpy.sin(2.0), delta=1e-8)
        state = it.serializeFMUState(it.getFMUState())
        it.setReal([references["spring.stiffness"]], [18.0])
        it.doStep(1.0, 0.5)  # w = 3/s about 3/18 m
        x, v = 0.375 * (1 - numpy.cos(2.0)) - 1 / 6, 0.75 * numpy.sin(2.0)
        self.assertAlmostEqual(speed(), v * numpy.cos(1.5) - 3 * x * numpy.sin(1.5), delta=1e-8)
        it.setFMUState(it.deserializeFMUState(state))
        it.doStep(1.0, 1.0)
        self.assertAlmostEqual(speed(), 0.75 * numpy.sin(4.0), delta=1e-8)
        for name, value in (("spring.stiffness", -1.0), ("mass.mass", -1.0), ("mass.mass", 0.0), ("speed", 1.0), ("force", float("nan"))):
            with self.assertRaises(Exception):
                it.setReal([references[name]], [value])
        with self.assertRaises(Exception):
            it.doStep(0.0, 1.0)
        it.terminate()
        it.freeInstance()

    def test_what_is_not_smooth_is_refused(self):
        for name, words in REFUSED.items():
            with self.subTest(name):
                told = stribeck("export", ROOT / "diagrams" / name, "-o", self.folder / "it.fmu", "--source")
                self.assertNotEqual(told.returncode, 0)
                self.assertIn("error[fmu.unsupported]", told.stderr)
                self.assertIn(words, told.stderr)
                self.assertFalse((self.folder / "it.fmu").exists())


if __name__ == "__main__":
    unittest.main()
