"""FMUs as another simulator sees them: FMPy validates them and runs them, and has the motions that the program has."""
import csv
import ctypes
import json
import re
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fmpy_rows import difference, rows  # noqa: E402
from program import PROGRAM, ROOT, compiler, run, stribeck  # noqa: E402
from python_tools import run_there  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # a host that is not sanitized cannot load what is
if not IS_SANITIZED:
    run_there()
    import fmpy
    from fmpy.fmi2 import FMU2Model, FMU2Slave
    from fmpy.validation import validate_fmu
    from lxml import etree

SMOOTH = ["start/mass_spring_damper.json", "verify/rotational_spring.json", "verify/mechanisms_lever.json"]
EVENTFUL = ["verify/rotational_dry_friction_stick_slip.json", "verify/translational_hard_stop_two_masses.json", "verify/rotational_clutch.json",
            "verify/translational_dry_friction_sled.json", "verify/signals_discrete_pid.json", "verify/rotational_hard_stop.json",
            "verify/boundary.json", "verify/structure_impact_without_collision.json"]  # the last: frictions jam, which is an event
STIFF = ["start/rotational_stick_slip.json"]
LARGEST = 4 << 20


@unittest.skipIf(IS_SANITIZED, "the release build runs them")
class Fmus(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def export(self, name, version):
        fmu = self.folder / f"some_{version}.fmu"
        run(PROGRAM, "export", ROOT / "diagrams" / name, "-o", fmu, "--fmi", version)
        return fmu

    def compare(self, name, version, kind, within, **options):
        names, expected = rows(ROOT / "diagrams" / name)
        self.assertIsNone(difference(self.export(name, version), kind, names, expected, within, least=6, **options), (name, version))

    def test_they_are_as_the_standard_says(self):
        for name in SMOOTH + EVENTFUL + STIFF:
            for version in ("2", "3"):
                with self.subTest(name, version=version):
                    fmu = self.export(name, version)
                    self.assertEqual(validate_fmu(str(fmu)), [])
                    self.assertLess(fmu.stat().st_size, LARGEST)

    def test_dependencies_are_those_of_the_equations(self):
        """Derivatives and outputs answer to no state or input that ModelStructure does not name; factors that are constant are the same
        wherever they are looked at."""
        for name in ("verify/rotational_clutch.json", "verify/boundary.json", "start/rotational_stick_slip.json"):
            with self.subTest(name):
                fmu = self.export(name, "2")
                description = fmpy.read_model_description(str(fmu))
                unpacked = self.folder / ("unpacked_" + Path(name).stem)
                fmpy.extract(str(fmu), str(unpacked))
                instance = FMU2Model(guid=description.guid, unzipDirectory=str(unpacked), instanceName="it",
                                     modelIdentifier=description.modelExchange.modelIdentifier)
                instance.instantiate()
                instance.setupExperiment()
                instance.enterInitializationMode()
                instance.exitInitializationMode()
                instance.newDiscreteStates()
                instance.enterContinuousTimeMode()
                unknowns = description.derivatives + description.outputs
                references = [unknown.variable.valueReference for unknown in unknowns if unknown.variable.type == "Real"]
                states = [unknown.variable.derivative.valueReference for unknown in description.derivatives]
                knowns = states + [v.valueReference for v in description.modelVariables if v.causality == "input"]

                def answers(known, values, step=1e-3):
                    """How the unknowns answer to a step of a known variable from there."""
                    instance.setReal(knowns, values)
                    before = instance.getReal(references)
                    instance.setReal([known], [values[knowns.index(known)] + step])
                    return [(after - value) / step for after, value in zip(instance.getReal(references), before)]

                first = instance.getReal(knowns)
                second = [value + 0.01 * (k + 1) for k, value in enumerate(first)]
                told = 0
                for known in knowns:
                    reals = [unknown for unknown in unknowns if unknown.variable.type == "Real"]
                    for unknown, here, there in zip(reals, answers(known, first), answers(known, second)):
                        kinds = {v.valueReference: kind for v, kind in zip(unknown.dependencies, unknown.dependenciesKind or [])}
                        if known not in kinds:
                            self.assertEqual((here, there), (0, 0), (unknown.variable.name, known))
                        elif kinds[known] in ("constant", "tunable", "discrete"):
                            self.assertAlmostEqual(here, there, delta=1e-9 * max(1, abs(here)))
                        told += known not in kinds
                self.assertGreater(told, 0)
                instance.terminate()
                instance.freeInstance()

    def test_co_simulation_has_the_rows_of_the_program(self):
        """At communication points, where the program writes rows: to rounding."""
        for name in SMOOTH + EVENTFUL + STIFF:
            for version in ("2", "3"):
                with self.subTest(name, version=version):
                    self.compare(name, version, "CoSimulation", 1e-12)

    def test_model_exchange_has_the_motion_of_the_program(self):
        """FMPy's CVODE at 1e-8 against the program at its own tolerance, 1e-6 unless a diagram names another."""
        for name in SMOOTH + EVENTFUL:
            for version in ("2", "3"):
                with self.subTest(name, version=version):
                    self.compare(name, version, "ModelExchange", 1e-4, relative_tolerance=1e-8)

    def test_a_system_and_its_parameter_set_are_as_their_schemas_say(self):
        schemas = Path(fmpy.__file__).parent / "ssp/schema"
        system = self.folder / "boundary.ssp"
        run(PROGRAM, "export", ROOT / "diagrams/verify/boundary.json", "-o", system)
        with zipfile.ZipFile(system) as archive:
            self.assertEqual(sorted(archive.namelist()), ["SystemStructure.ssd", "resources/boundary.fmu", "resources/boundary.ssv"])
            for entry, schema in (("SystemStructure.ssd", "SystemStructureDescription"), ("resources/boundary.ssv", "SystemStructureParameterValues")):
                etree.XMLSchema(file=str(schemas / f"{schema}.xsd")).assertValid(etree.fromstring(archive.read(entry)))
            names = set(re.findall(r'Parameter name="([^"]*)"', archive.read("resources/boundary.ssv").decode()))
            (self.folder / "boundary.fmu").write_bytes(archive.read("resources/boundary.fmu"))
        self.assertEqual(validate_fmu(str(self.folder / "boundary.fmu")), [])
        described = fmpy.read_model_description(str(self.folder / "boundary.fmu")).modelVariables
        self.assertEqual(names, {variable.name for variable in described if variable.causality == "parameter"})

    def slave(self, name):
        """A co-simulation instance of FMI 2.0, and its value references by name."""
        fmu = str(self.export(name, "2"))
        description = fmpy.read_model_description(fmu)
        folder = fmpy.extract(fmu, unzipdir=str(self.folder / "unzipped"))
        instance = FMU2Slave(guid=description.guid, unzipDirectory=folder, modelIdentifier=description.coSimulation.modelIdentifier,
                             instanceName="one")
        instance.instantiate(callbacks=None)
        self.addCleanup(instance.freeInstance)
        return instance, {variable.name: variable.valueReference for variable in description.modelVariables}

    def test_what_goes_on_in_other_states_is_for_co_simulation_alone(self):
        """A pendulum right round has no state all the way, and a closed loop of bodies has states that are tied to one another."""
        for name, words in (("verify/mechanisms_swinging_rod.json", "goes on in other states"), ("verify/spatial_closure.json", "closed loop of bodies")):
            diagram = json.loads((ROOT / "diagrams" / name).read_text(encoding="utf-8"))
            diagram.pop("expect")
            diagram["experiment"] |= {"interval": "10 ms", "stop": "5.2 s" if "rod" in name else "1 s"}  # rows at whole hundredths
            path = self.folder / "it.json"
            path.write_text(json.dumps(diagram), encoding="utf-8")
            for version in ("2", "3"):
                with self.subTest(name, version=version):
                    fmu = self.folder / "some.fmu"
                    told = stribeck("export", path, "-o", fmu, "--fmi", version)
                    self.assertIn("note: the FMU is for co-simulation alone: ", told.stderr)
                    self.assertIn(words, told.stderr)
                    self.assertEqual(validate_fmu(str(fmu)), [])
                    self.assertIsNone(fmpy.read_model_description(str(fmu)).modelExchange)
                    names, expected = rows(path)
                    self.assertIsNone(difference(fmu, "CoSimulation", names, expected, 1e-11, least=100))

    def test_the_last_step_may_end_a_rounding_behind_the_stop(self):
        instance, _ = self.slave("verify/boundary.json")
        instance.setupExperiment(startTime=0.0, stopTime=0.3)
        instance.enterInitializationMode()
        instance.exitInitializationMode()
        for k in range(3):
            instance.doStep(currentCommunicationPoint=0.1 * k, communicationStepSize=0.1)  # 0.2 + 0.1 > 0.3: raises if it is discarded
        self.assertGreater(0.1 * 2 + 0.1, 0.3)

    def test_unloading_frees_it(self):
        """After the last instance no part of the binary, and of what lies beside it, is in the process."""
        fmu = str(self.export("verify/rotational_dry_friction_stick_slip.json", "2"))
        description = fmpy.read_model_description(fmu)
        folder = str(fmpy.extract(fmu, unzipdir=str(self.folder / "unloaded")))
        for _ in range(2):
            instance = FMU2Slave(guid=description.guid, unzipDirectory=folder, modelIdentifier=description.coSimulation.modelIdentifier,
                                 instanceName="one")
            instance.instantiate(callbacks=None)
            instance.setupExperiment(startTime=0.0)
            instance.enterInitializationMode()
            instance.exitInitializationMode()
            instance.doStep(0.0, 1.0)
            self.assertIn(folder, Path("/proc/self/maps").read_text())
            instance.terminate()
            instance.freeInstance()
            self.assertNotIn(folder, Path("/proc/self/maps").read_text())

    def test_without_a_stop_the_motion_goes_on_beyond_that_of_the_diagram(self):
        """boundary.json stops at 1 s; w = 2 t, and 3 t while the torque of the port is 3 N*m."""
        instance, references = self.slave("verify/boundary.json")
        instance.setupExperiment(startTime=0.0)
        instance.enterInitializationMode()
        self.assertEqual(instance.getReal([references["load.w"]]), [0.0])
        instance.exitInitializationMode()
        for k in range(30):
            if k == 20:
                instance.setReal([references["shaft.input"]], [3.0])
            instance.doStep(currentCommunicationPoint=0.1 * k, communicationStepSize=0.1)
        self.assertAlmostEqual(instance.getReal([references["load.w"]])[0], 2 * 2 + 3 * 1, delta=1e-6)

    def test_states_come_back_whenever_they_were_got(self):
        instance, references = self.slave("verify/rotational_dry_friction_stick_slip.json")
        instance.setupExperiment(startTime=0.0)
        before = instance.getFMUState()
        instance.enterInitializationMode()
        instance.exitInitializationMode()
        shown = list(references.values())[-20:]
        instance.doStep(0.0, 0.7)
        state = instance.serializeFMUState(instance.getFMUState())
        seen = [instance.doStep(0.7, 1.1), instance.getReal(shown)][1]
        instance.setFMUState(instance.deserializeFMUState(state))
        instance.doStep(0.7, 1.1)
        self.assertEqual(instance.getReal(shown), seen)
        instance.setFMUState(before)
        instance.enterInitializationMode()
        instance.exitInitializationMode()
        instance.doStep(0.0, 0.7)
        instance.doStep(0.7, 1.1)
        self.assertEqual(instance.getReal(shown), seen)

    def test_null_pointers_and_strangers_are_refused(self):
        instance, references = self.slave("verify/boundary.json")
        reference = (ctypes.c_uint * 1)(references["load.w"])
        library = instance.dll
        for call, arguments in ((library.fmi2GetReal, (reference, ctypes.c_size_t(1), None)), (library.fmi2GetFMUstate, (None,)),
                                (library.fmi2NewDiscreteStates, (None,)), (library.fmi2SerializedFMUstateSize, (None, None)),
                                (library.fmi2DoStep, (ctypes.c_double(0), ctypes.c_double(1), 0)),
                                (library.fmi2DeSerializeFMUstate, (b"nonsense", ctypes.c_size_t(8), None))):
            self.assertEqual(call(instance.component, *arguments), 3)
        with self.assertRaises(Exception):
            instance.getReal([12345])
        garbage = instance.deserializeFMUState(b"nonsense")
        with self.assertRaises(Exception):
            instance.setFMUState(garbage)

    def test_modes_are_enumerations(self):
        name = "verify/rotational_dry_friction_stick_slip.json"
        for version in ("2", "3"):
            fmu = str(self.export(name, version))
            description = fmpy.read_model_description(fmu)
            (mode,) = [variable for variable in description.modelVariables if variable.name == "friction.mode"]
            self.assertEqual((mode.type, mode.variability), ("Enumeration", "discrete"))
            items = {item.name: int(item.value) for item in mode.declaredType.items}
            self.assertEqual(items, {"slips forwards": 1, "slips backwards": -1, "sticks": 0})
            for kind in ("CoSimulation", "ModelExchange"):
                with self.subTest(version=version, kind=kind):
                    rows = fmpy.simulate_fmu(fmu, fmi_type=kind, output=["friction.mode", "load.w"], output_interval=0.01, stop_time=5)
                    self.assertEqual({int(row["friction.mode"]) for row in rows}, {0, 1})
                    for row in rows:  # it sticks to a drive that turns at 0.2 rad/s
                        if row["friction.mode"] == 0:
                            self.assertAlmostEqual(row["load.w"], 0.2, delta=1e-6)

    def test_outputs_have_aliases(self):
        """The same value reference under the column's own name, in version 2.0."""
        variables = {one.name: one for one in fmpy.read_model_description(str(self.export("verify/boundary.json", "2"))).modelVariables}
        self.assertEqual(variables["'0.5*2*load.w^2'"].valueReference, variables["energy"].valueReference)
        self.assertEqual(variables["'0.5*2*load.w^2'"].causality, "local")

    def test_limits_of_parameters(self):
        """They are told, and values beyond them are refused, also those that depend on others."""
        instance, references = self.slave("verify/rotational_dry_friction_stick_slip.json")
        variables = {variable.name: variable for variable in fmpy.read_model_description(str(self.folder / "some_2.fmu")).modelVariables}
        self.assertEqual((float(variables["load.inertia"].min), variables["load.inertia"].max), (0, None))
        instance.setupExperiment(startTime=0.0)
        for name, value in (("load.inertia", -1.0), ("load.inertia", 0.0), ("friction.coulomb_torque", 1e3)):
            with self.subTest(name), self.assertRaises(Exception):
                instance.setReal([references[name]], [value])
                instance.enterInitializationMode()
                instance.exitInitializationMode()
            instance.reset()
            instance.setupExperiment(startTime=0.0)

    def test_for_people(self):
        """A page, the motion that the program has, the schematic as icon, and ports as terminals, valid by the standard's schema."""
        schema = etree.XMLSchema(etree.parse(str(Path(fmpy.__file__).parent / "schema/fmi3/fmi3TerminalsAndIcons.xsd")))
        for name in ("verify/boundary.json", "verify/rotational_dry_friction_stick_slip.json"):
            fmu = self.export(name, "3")
            with zipfile.ZipFile(fmu) as archive:
                files = {name: archive.read(name) for name in archive.namelist()}
            page = etree.fromstring(files["documentation/index.html"].replace(b"<!DOCTYPE html>", b""), etree.HTMLParser())
            reference = list(csv.reader(files["documentation/reference.csv"].decode().splitlines()))
            for link in [*page.xpath("//a/@href"), *page.xpath("//img/@src")]:
                self.assertIn(f"documentation/{link}", files)
            table = list(csv.reader(run(PROGRAM, "run", ROOT / "diagrams" / name, "--quiet", "--csv", "-").splitlines()))
            self.assertEqual([[float(cell) for cell in row] for row in reference[1:]], [[float(cell) for cell in row] for row in table[1:]])
            document = etree.fromstring(files["terminalsAndIcons/terminalsAndIcons.xml"])
            schema.assertValid(document)
            self.check_icon(files, document)
            terminals = document.find("Terminals")
            if "boundary" not in name:
                self.assertIsNone(terminals)
                continue
            members = {terminal.get("name"): {one.get("memberName"): (one.get("variableName"), one.get("variableKind")) for one in terminal}
                       for terminal in terminals}
            self.assertEqual(members, {
                "shaft": {"tau": ("shaft.input", "inflow"), "w": ("shaft.w", "signal"), "phi": ("shaft.phi", "signal")},
                "rod": {"v": ("rod.input", "signal"), "f": ("rod.F", "outflow")}})
            known = {variable.name for variable in fmpy.read_model_description(str(fmu)).modelVariables}
            self.assertTrue({name for port in members.values() for name, _ in port.values()} <= known)

    def check_icon(self, files, document):
        """The drawing in the format of pixels, in the same proportions, 512 of them along its longer side."""
        drawing, icon = files["terminalsAndIcons/icon.svg"], files["terminalsAndIcons/icon.png"]
        self.assertEqual(drawing, files["documentation/schematic.svg"])
        self.assertEqual(icon[:8], b"\x89PNG\r\n\x1a\n")
        pixels = [int.from_bytes(icon[begin:begin + 4], "big") for begin in (16, 20)]  # PNG, second edition, 11.2.2
        size = [float(etree.fromstring(drawing).get(name)) for name in ("width", "height")]
        self.assertEqual(max(pixels), 512)
        self.assertLessEqual(abs(min(pixels) - 512 * min(size) / max(size)), 1)
        shown = document.find("GraphicalRepresentation/Icon")
        self.assertEqual([float(shown.get(name)) for name in ("x1", "y1", "x2", "y2")], [0, 0, *size])

    def test_version_2_has_the_icon_where_that_standard_has_it(self):
        with zipfile.ZipFile(self.export("verify/boundary.json", "2")) as archive:
            self.assertEqual(archive.read("model.png")[:4], b"\x89PNG")

    def test_the_same_diagram_gives_the_same_bytes(self):
        first = self.export(SMOOTH[0], "2").read_bytes()
        self.assertEqual(self.export(SMOOTH[0], "2").read_bytes(), first)


if __name__ == "__main__":
    unittest.main()
