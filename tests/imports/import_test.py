"""FMUs as components: one of a foreign tool against its equations, our own against the diagrams that they were made of, and broken ones."""
import csv
import json
import math
import os
import sys
import tempfile
import unittest
import unittest.mock
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from foreign_fmus import THREE, TWO, claims, damaged, library, write  # noqa: E402
from program import compiler, error_codes, run, stribeck, PROGRAM  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]
RPM = math.pi / 30


class Fmus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.holder.name)
        write(cls.folder / "lag.fmu", TWO, library(cls.folder))
        write(cls.folder / "lag3.fmu", THREE, library(cls.folder))

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def diagram(self, fmu, more=None, connections=(), name="some.json", outputs=("lag.y",), **experiment):
        """An FMU driven by whatever is connected to it."""
        components = {"lag": {"type": "fmu", "file": "lag.fmu"} | fmu}
        diagram = {"format": "stribeck/1", "components": components | (more or {}), "connections": [list(c) for c in connections],
                   "experiment": {"stop": "0.2 s", "interval": "10 ms"} | experiment, "outputs": list(outputs)}
        path = self.folder / name
        path.write_text(json.dumps(diagram, indent=2))
        return path

    def rows(self, path, *more):
        """Names, and by time the last row there."""
        result = stribeck("run", path, "--quiet", "--csv", "-", *more)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        table = list(csv.reader(result.stdout.splitlines()))
        return {round(float(row[0]), 9): dict(zip(table[0][1:], map(float, row[1:]))) for row in table[1:]}

    def refusal(self, path, code, *words, command="run", more=()):
        result = stribeck(command, path, *more)
        self.assertIn(f"error[{code}]: ", result.stderr)
        self.assertEqual(result.returncode, error_codes()[code], result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
        return result.stderr


SINE = {"drive": {"type": "signals.sine", "parameters": {"amplitude": "100 rpm", "frequency": "2 Hz"}}}


class AForeignOne(Fmus):
    def lag(self, t, h, gain=2.0, T=0.1, sign=1, x=0.0, start=0.0):
        """y where the FMU has gone in steps of h from its start; its input is held within each."""
        for k in range(round((t - start) / h)):
            u = 100 * RPM * math.sin(2 * math.pi * 2 * (start + k * h))
            x = u + (x - u) * math.exp(-h / T)
        return sign * gain * x

    def test_it_does_what_its_equations_say(self):
        """Inputs of the beginning of each step, in the unit of the FMU; outputs of its end, and of the start. To the rounding of sums."""
        for file in ("lag.fmu", "lag3.fmu"):
            path = self.diagram({"file": file, "parameters": {"T": "50 ms", "gain": "3000 N*mm", "mode": "backward"}}, SINE,
                                [("drive.y", "lag.u")], outputs=["lag.y", "lag.u", "lag.shaft_1.w"])
            for t, row in self.rows(path).items():
                self.assertAlmostEqual(row["lag.y"], self.lag(t, 0.01, gain=3, T=0.05, sign=-1), delta=1e-11, msg=(file, t))
                self.assertAlmostEqual(row["lag.u"], 100 * RPM * math.sin(4 * math.pi * t), delta=1e-12)
                self.assertAlmostEqual(row["lag.shaft_1.w"] * -3, row["lag.y"], delta=1e-12)

    def test_its_step_is_its_own(self):
        path = self.diagram({}, SINE, [("drive.y", "lag.u")], interval="20 ms", start="20 ms")
        rows = self.rows(path, "--set", "lag.communication_step=4 ms", "--set", "lag.T=0.2")
        for t in (0.02, 0.1, 0.2):
            self.assertAlmostEqual(rows[t]["lag.y"], self.lag(t, 0.004, T=0.2, start=0.02), delta=1e-11, msg=t)

    def test_what_is_open_keeps_its_start_value(self):
        path = self.diagram({"start": {"u": "30 rpm", "shift": 4, "shaft[1].w": "1 rad/s"}})
        for t, row in self.rows(path).items():
            w = math.pi
            self.assertAlmostEqual(row["lag.y"], 2 * (w + (1 - w) * math.exp(-t / 0.1)) + 4, delta=1e-11)
        self.assertEqual(set(r["lag.y"] for r in self.rows(self.diagram({"start": {"on": False}})).values()), {0.0})

    def test_feedthrough_is_of_the_beginning_of_the_step(self):
        """y = gain * u: at the start of the input there, later of the one held."""
        path = self.diagram({"parameters": {"mode": "through"}}, {"ramp": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "3 + 10*t"}}},
                            [("ramp.y", "lag.u")])
        rows = self.rows(path)
        self.assertAlmostEqual(rows[0]["lag.y"], 6, delta=1e-12)
        for k in range(1, 20):
            self.assertAlmostEqual(rows[round(0.01 * k, 9)]["lag.y"], 2 * (3 + 0.1 * (k - 1)), delta=1e-11)

    def test_discrete_inputs_tunable_parameters_and_events(self):
        step = lambda height, at: {"type": "signals.step", "parameters": {"height": height, "start_time": at}}  # noqa: E731
        path = self.diagram({"signals": ["gain"], "start": {"gain": "2 N*m", "u": "100 rpm"}},
                            {"gain": step("5 N*m", "0.1 s"), "shift": step(3, "0.155 s"), "on": step(1, "0.05 s")},
                            [("gain.y", "lag.gain"), ("shift.y", "lag.shift"), ("on.y", "lag.on")], outputs=["lag.y", "lag.passes"])
        w = 100 * RPM
        for t, row in self.rows(path).items():
            x = w * (1 - math.exp(-t / 0.1))
            gain, shift, on = (5 if t > 0.105 else 0), (3 if t > 0.165 else 0), t > 0.055
            self.assertAlmostEqual(row["lag.y"], on * (gain * x + shift), delta=1e-10, msg=t)
            self.assertEqual(row["lag.passes"], 1 if x >= 5 else 0)

    def test_it_is_in_a_loop_with_a_mechanism(self):
        """A sampled controller: torque -gain w' by the lag of the speed; against the same of samplers and a lag of ours."""
        plant = {"rotor": {"type": "rotational.inertia", "parameters": {"inertia": "0.1 kg*m^2"}, "initial": {"w": "10 rad/s"}},
                 "motor": {"type": "rotational.torque_source"}, "housing": {"type": "rotational.ground"}}
        nodes = [("motor.R", "rotor.I"), ("motor.C", "housing.W")]
        ours = {"in": {"type": "signals.sampler", "parameters": {"period": "10 ms"}},
                "lag": {"type": "signals.first_order", "parameters": {"time_constant": "0.1 s", "gain": -2}, "initial": {"x": 0}},
                "out": {"type": "signals.sampler", "parameters": {"period": "10 ms"}}}
        fmu = self.diagram({"parameters": {"mode": "backward"}}, plant, nodes + [("rotor.w", "lag.u"), ("lag.y", "motor.S")],
                           outputs=["rotor.w"], rtol=1e-10)
        same = self.diagram({}, plant | ours, nodes + [("rotor.w", "in.u"), ("in.y", "lag.u"), ("lag.y", "out.u"), ("out.y", "motor.S")],
                            outputs=["rotor.w"], rtol=1e-10, name="same.json")
        same.write_text(same.read_text())
        one, other = self.rows(fmu), self.rows(same)
        self.assertEqual(set(one), set(other))
        for t, row in one.items():
            self.assertAlmostEqual(row["rotor.w"], other[t]["rotor.w"], delta=1e-8, msg=t)
        self.assertLess(one[0.2]["rotor.w"], 8)
        verified = stribeck("run", fmu, "--verify")
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.assertIn("what it does is not verified", verified.stdout + verified.stderr)
        run(PROGRAM, "explain", fmu)
        run(PROGRAM, "check", fmu)

    def test_a_run_goes_on_from_a_checkpoint_to_the_same_bytes(self):
        path = self.diagram({}, SINE, [("drive.y", "lag.u")], outputs=["lag.y", "lag.passes"], stop="40 s")
        whole, parts = self.folder / "whole.csv", self.folder / "parts.csv"
        run(PROGRAM, "run", path, "--quiet", "--csv", whole)
        stopped = stribeck("run", path, "--quiet", "--csv", parts, "--checkpoint", "every", "0s", env=None,
                           preexec_fn=lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_FSIZE, (200_000, 200_000)))
        self.assertNotEqual(stopped.returncode, 0)
        self.assertTrue(Path(f"{parts}.checkpoint").exists())
        run(PROGRAM, "run", path, "--quiet", "--csv", parts, "--resume")
        self.assertEqual(parts.read_bytes(), whole.read_bytes())
        self.refusal(self.diagram({"file": "lag3.fmu"}, SINE, [("drive.y", "lag.u")], stop="40 s"), "fmu.no_state", "run without --checkpoint",
                     more=("--csv", parts, "--checkpoint", "every", "0s"))

    def test_what_it_prints_is_no_result(self):
        result = stribeck("run", self.diagram({"parameters": {"fault": 5}}), "--quiet", "--csv", "-")
        self.assertEqual(result.returncode, 0)
        self.assertNotIn("nonsense", result.stdout)
        self.assertIn("nonsense", result.stderr)

    def test_each_is_freed_when_the_run_has_ended(self):
        """Though the processes of the later ones were begun when the first had its own."""
        result = stribeck("run", self.diagram({"parameters": {"fault": 5}, "count": 3}, outputs=["lag[1].y"]), "--quiet", "--csv", "-")
        self.assertEqual(result.stderr.count("freed"), 3)

    def test_it_can_end_the_run(self):
        for file in ("lag.fmu", "lag3.fmu"):
            result = stribeck("run", self.diagram({"file": file, "parameters": {"fault": 4}}))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("the FMU asks for the end of the simulation", result.stdout + result.stderr)

    def test_describe_lists_what_diagrams_can_name(self):
        text = run(PROGRAM, "describe", "--fmu", self.folder / "lag.fmu")
        for words in (r"u +input +rad/s", r"gain +2 +N\*m +>= 0", r"mode +forward \| backward \| through", r"shaft_1.w +rad/s"):
            self.assertRegex(text, words)
        self.assertNotIn("fmu:", text)


    def test_many_of_them_have_states_of_their_own(self):
        """In an array, in a subsystem of another file; three with other gains, one behind another."""
        (self.folder / "parts").mkdir(exist_ok=True)
        (self.folder / "parts/parts.json").write_text(json.dumps({"format": "stribeck/1", "definitions": {"two": {
            "components": {"one": {"type": "fmu", "file": "../lag.fmu", "parameters": {"gain": "1 N*m"}},
                           "scale": {"type": "signals.gain", "parameters": {"gain": "1 rad/(s*N*m)"}},
                           "two": {"type": "fmu", "file": "../lag.fmu", "isolate": False}},
            "connections": [["one.y", "scale.u"], ["scale.y", "two.u"]], "ports": {"u": "one.u", "y": "two.y"}}}}))
        path = self.diagram({"count": 2}, SINE | {"pair": {"type": "two"}},
                            [("drive.y", "lag[1].u", "pair.u")], outputs=["lag[1].y", "lag[2].y", "pair.y"])
        diagram = json.loads(path.read_text())
        path.write_text(json.dumps(diagram | {"include": ["parts/parts.json"]}))
        rows = self.rows(path, "--set", "lag[2].gain=3", "--set", "pair.two.T=50 ms")
        u = [0.0]
        for k in range(21):
            self.assertAlmostEqual(rows[round(0.01 * k, 9)]["lag[1].y"], self.lag(0.01 * k, 0.01), delta=1e-11)
            self.assertEqual(rows[round(0.01 * k, 9)]["lag[2].y"], 0)
            self.assertAlmostEqual(rows[round(0.01 * k, 9)]["pair.two.y"], 2 * u[-1], delta=1e-10)
            held = self.lag(0.01 * k, 0.01, gain=1)  # what the second is given at t_k: the first has gone there before
            u.append(held + (u[-1] - held) * math.exp(-0.01 / 0.05))

    def test_a_loop_at_the_start_is_told(self):
        loop = self.diagram({"parameters": {"mode": "through"}}, {"scale": {"type": "signals.gain", "parameters": {"gain": "1 rad/(s*N*m)"}}},
                            [("lag.y", "scale.u"), ("scale.y", "lag.u")])
        self.refusal(loop, "structure.clocked_loop", '"initial_inputs": "start"')
        loop = self.diagram({"parameters": {"mode": "through", "gain": 3}, "start": {"u": "2 rad/s"}, "initial_inputs": "start"},
                            {"scale": {"type": "signals.gain", "parameters": {"gain": "1 rad/(s*N*m)"}}},
                            [("lag.y", "scale.u"), ("scale.y", "lag.u")])
        rows = self.rows(loop)
        for k in range(5):
            self.assertAlmostEqual(rows[round(0.01 * k, 9)]["lag.y"], 2 * 3 ** (k + 1), delta=1e-9)

    def test_what_is_not_covered_is_said(self):
        path = self.diagram({}, SINE, [("drive.y", "lag.u")])
        self.assertIn("its outputs count as held", stribeck("linearise", path, "--inputs", "lag.gain").stderr)
        self.refusal(path, "function.no_derivative", "that no FMU gives", command="sensitivity", more=("--by", "lag.gain"))
        for command in ("compile", "export"):
            self.refusal(path, "program.unreadable", "is an FMU", command=command, more=("-o", self.folder / "out.x"))


WHOLE = {"side": {"type": "rotational.velocity_source"},
         "shaft": {"type": "rotational.spring", "parameters": {"stiffness": "40 N*m/rad"}, "initial": {"phi": 0}},
         "damping": {"type": "rotational.damper", "parameters": {"damping": "0.2 N*m*s/rad"}},
         "drum": {"type": "rotational.inertia", "parameters": {"inertia": "0.02 kg*m^2"}, "initial": {"w": "10 rad/s"}},
         "brake": {"type": "rotational.dry_friction", "parameters": {"static_torque": "3 N*m", "coulomb_torque": "2 N*m"}},
         "housing": {"type": "rotational.ground"}}
NODES = [["shaft.C", "damping.C", "drum.I", "brake.R"]]
ROTOR = {"rotor": {"type": "rotational.inertia", "parameters": {"inertia": "0.1 kg*m^2"}, "initial": {"w": "10 rad/s"}}}


@unittest.skipIf(IS_SANITIZED, "a program that is not sanitized cannot load what is")
class OurOwn(Fmus):
    def write(self, name, components, connections, **more):
        path = self.folder / name
        path.write_text(json.dumps({"format": "stribeck/1", "components": components, "connections": connections,
                                    "experiment": {"stop": "0.3 s", "interval": "10 ms", "rtol": 1e-10}} | more))
        return path

    def test_the_error_falls_with_the_order_of_the_step(self):
        """A brake that slips, cut off at its shaft; the whole is the reference. First order: halves, within 10 % of it."""
        without = {name: part for name, part in WHOLE.items() if name != "side"}
        whole = self.write("whole.json", ROTOR | without, [*NODES, ["rotor.I", "shaft.R", "damping.R"], ["brake.C", "housing.W"]],
                           outputs=["rotor.w", "drum.w"])
        brake = self.write("brake.json", WHOLE, [*NODES, ["side.R", "shaft.R", "damping.R"], ["side.C", "brake.C", "housing.W"]],
                           boundary={"speed": {"input": "side.S", "start": "10 rad/s"}, "torque": {"output": "side.T"}})
        exact = self.rows(whole)
        texts = []
        for version in "23":
            run(PROGRAM, "export", brake, "-o", self.folder / "brake.fmu", "--fmi", version)
            by_steps = {"type": "fmu", "file": "brake.fmu", "interface": "co_simulation"}
            machine = self.write("machine.json", ROTOR | {"brake": by_steps, "housing": {"type": "rotational.ground"}, "coupling": {"type": "rotational.torque_source"}},
                                 [["rotor.I", "coupling.R"], ["coupling.C", "housing.W"], ["rotor.w", "brake.speed"],
                                  ["brake.torque", "coupling.S"]], outputs=["rotor.w", "brake.drum.w"])
            ends = [self.rows(machine, "--set", f"brake.communication_step={h} ms") for h in (2, 1, 0.5)]
            for here, there in (("rotor.w", "rotor.w"), ("brake.drum.w", "drum.w")):
                errors = [max(abs(rows[t][here] - row[there]) for t, row in exact.items()) for rows in ends]
                self.assertGreater(errors[2], 1e-6)
                for coarse, fine in zip(errors, errors[1:]):
                    self.assertAlmostEqual(coarse / fine, 2, delta=0.2, msg=(version, here))
            texts.append(ends[-1])
        self.assertEqual(texts[0], texts[1])

    def test_parameter_sets_come_back(self):
        brake = self.write("drum.json", {"drum": WHOLE["drum"], "ramp": {"type": "signals.ramp", "parameters": {"height": "30 deg"}}}, [],
                           parameters={"own": "3 rpm"}, outputs=["drum.w", "ramp.y"])
        run(PROGRAM, "export", brake, "-o", self.folder / "set.ssv", "--set", "drum.inertia=300 kg*cm^2", "--set", "ramp.duration=2 ms")
        text = (self.folder / "set.ssv").read_text()
        self.assertIn('<ssv:Parameter name="drum.inertia"><ssv:Real value="0.03" unit="kg*m^2"/>', text)
        again = self.folder / "again.ssv"
        run(PROGRAM, "export", brake, "-o", again, "--set-file", self.folder / "set.ssv")
        self.assertEqual(again.read_text().replace('"again"', '"set"'), text)
        units = '<ssv:Units><ssc:Unit name="slug"><ssc:BaseUnit kg="1" m="2" factor="2"/></ssc:Unit></ssv:Units>'
        foreign = ('<ssv:ParameterSet xmlns:ssv="v" xmlns:ssc="c" version="1.0" name="x"><ssv:Parameters>'
                   '<ssv:Parameter name="drum.inertia"><ssv:Real value="4" unit="slug"/></ssv:Parameter></ssv:Parameters>' + units +
                   "</ssv:ParameterSet>")
        for content, value in ((foreign, "8"), (foreign.replace('unit="slug"', 'unit="g.m2"'), "0.004")):
            (self.folder / "foreign.ssv").write_text(content)
            run(PROGRAM, "export", brake, "-o", again, "--set-file", self.folder / "foreign.ssv")
            self.assertIn(f'name="drum.inertia"><ssv:Real value="{value}"', again.read_text())
        run(PROGRAM, "export", brake, "-o", again, "--set", "drum.inertia=5", "--set-file", self.folder / "foreign.ssv")
        self.assertIn('name="drum.inertia"><ssv:Real value="5"', again.read_text())
        for content, code in ((foreign.replace(' unit="slug"', ""), "value.wrong_dimension"), (foreign.replace("slug\"/>", "ell\"/>"), "value.unknown_unit"),
                              (foreign.replace("drum.inertia", "drum.mass"), "diagram.unknown_parameter"),
                              (foreign.replace('value="4"', 'value="four"'), "fmu.unreadable"), (foreign[:-9], "fmu.unreadable")):
            (self.folder / "foreign.ssv").write_text(content)
            self.refusal(brake, code, command="check", more=("--set-file", self.folder / "foreign.ssv"))


class ADiagramIsWrong(Fmus):
    def test_each_is_refused_at_its_place(self):
        for fmu, code, words in (
            ({"parameters": {"gian": 2}}, "diagram.unknown_parameter", 'did you mean "gain"'),
            ({"parameters": {"gain": "2 m"}}, "value.wrong_dimension", "gain"),
            ({"parameters": {"gain": "-1 N*m"}}, "value.out_of_range", "gain"),
            ({"parameters": {"mode": "sideways"}}, "value.bad_choice", "the choices are forward, backward, through"),
            ({"parameters": {"communication_step": 0}}, "value.out_of_range", "communication_step"),
            ({"start": {"w": 1}}, "diagram.unknown_variable", "has no variable"),
            ({"start": {"T": 1}}, "value.bad_choice", "among"),
            ({"start": {"y": 1}}, "value.bad_choice", "computes"),
            ({"signals": ["T"]}, "value.bad_choice", "no tunable parameter"),
            ({"time_limit": 0}, "value.out_of_range", "above zero"),
            ({"step": 1}, "diagram.unknown_key", "step"),
            ({"initial": {"y": 1}}, "diagram.unknown_key", "initial"),
            ({"file": "lost.fmu"}, "file.missing", "lost.fmu"),
            ({"file": 1}, "diagram.wrong_kind", "file"),
        ):
            with self.subTest(fmu):
                text = self.refusal(self.diagram(fmu), code, words, command="check")
                self.assertRegex(text, r"some.json:\d+:\d+ /components/lag")
        self.refusal(self.diagram({}, SINE, [("drive.y", "lag.v")]), "diagram.unknown_port", "v")
        self.refusal(self.diagram({}, {"m": {"type": "signals.constant", "parameters": {"value": "1 m"}}}, [("m.y", "lag.u")]),
                     "connection.unit_mismatch")


class Broken(Fmus):
    """Archives that nobody should trust, and code that misbehaves."""

    def archives(self):
        good, path = library(self.folder), self.folder
        swapped = TWO.replace
        (path / "text.fmu").write_text("not an archive")
        yield "no zip", path / "text.fmu", "fmu.unreadable"
        yield "cut", damaged(path / "cut.fmu", path / "lag.fmu", -60, bytes(60)), "fmu.unreadable"
        yield "a byte of the library", damaged(path / "bits.fmu", path / "lag.fmu", 3000, b"\0\1\2\3\4\5\6\7"), "fmu.unreadable"
        yield "out of the folder", write(path / "out.fmu", TWO, good, more=[("../../evil.so", "x")]), "fmu.unreadable"
        yield "absolute", write(path / "absolute.fmu", TWO, good, more=[("/etc/evil", "x")]), "fmu.unreadable"
        yield "backslash", write(path / "back.fmu", TWO, good, more=[("..\\evil", "x")]), "fmu.unreadable"
        link = zipfile.ZipInfo("resources/link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        yield "link", write(path / "link.fmu", TWO, good, more=[(link, "/etc")]), "fmu.unreadable"
        yield "bomb", write(path / "bomb.fmu", TWO, good, more=[("resources/zeros", bytes(20 << 20))]), "fmu.unreadable"
        yield "claims much", claims(path / "much.fmu", path / "lag.fmu", "binaries/linux64/lag.so", 0xF0000000), "fmu.unreadable"
        yield "claims little", claims(path / "little.fmu", path / "lag.fmu", "modelDescription.xml", 100), "fmu.unreadable"
        yield "no description", write(path / "none.fmu", None, good, folder="binaries/linux64"), "fmu.unreadable"
        yield "damaged XML", write(path / "xml.fmu", TWO[:-200], good), "fmu.unreadable"
        entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n<fmiModelDescription'
        yield "entities", write(path / "entity.fmu", swapped("<fmiModelDescription", entity), good), "fmu.unreadable"
        yield "other root", write(path / "root.fmu", "<html/>", good), "fmu.unreadable"
        yield "no number", write(path / "number.fmu", swapped('start="0.1"', 'start="fast"'), good), "fmu.unreadable"
        yield "no reference", write(path / "reference.fmu", swapped('valueReference="1"', ""), good), "fmu.unreadable"
        yield "name of a path", write(path / "path.fmu", swapped('modelIdentifier="lag"', 'modelIdentifier="../lag"'), good), "fmu.unreadable"
        yield "FMI 1.0", write(path / "one.fmu", swapped('fmiVersion="2.0"', 'fmiVersion="1.0"'), good), "fmu.unsupported"
        yield "model exchange", write(path / "me.fmu", swapped("<CoSimulation", "<ModelExchange"), good), "fmu.failed"
        yield "other machine", write(path / "win.fmu", TWO, good, folder="binaries/win64"), "fmu.unsupported"
        yield "no binary", write(path / "nobin.fmu", TWO, good, name="other.so"), "fmu.unsupported"
        array = THREE.replace('unit="rpm" start="0"/>', 'unit="rpm" start="0 0"><Dimension start="2"/></Float64>')
        yield "array", write(path / "array.fmu", array, good), "fmu.unsupported"
        yield "no library", write(path / "nolib.fmu", TWO, path / "text.fmu"), "fmu.failed"
        yield "missing function", write(path / "function.fmu", TWO, library(path, "-DWITHOUT_STEP")), "fmu.failed"
        yield "wrong GUID", write(path / "guid.fmu", swapped('guid="{8', 'guid="{9'), good), "fmu.failed"
        yield "wrong token", write(path / "token.fmu", THREE.replace('Token="{8', 'Token="{9'), good), "fmu.failed"

    def test_each_archive_is_refused_with_its_place(self):
        count = 0
        for what, file, code in self.archives():
            count += 1
            with self.subTest(what):
                text = self.refusal(self.diagram({"file": file.name}), code)
                self.assertRegex(text, r"(?m)^  in .*some.json:\d+:\d+ /components/lag")
                self.assertRegex(text, r"(?m)^  try  ")
        self.assertGreaterEqual(count, 20)
        self.assertFalse((self.folder.parent / "evil.so").exists())

    def test_code_that_misbehaves_ends_the_run_with_its_name_and_time(self):
        for fault, words in ((1, ("returned Error from fmi2DoStep", "the oil is too hot", "at t = 0.05 s")),
                             (2, ("crashed while it takes a step", "Segmentation fault", "at t = 0.05 s")),
                             (3, ("did not return within 0.3 s while it takes a step", '"time_limit"', "at t = 0.05 s")),
                             (6, ("crashed while it takes a step", "status 3"))):
            with self.subTest(fault):
                path = self.diagram({"parameters": {"fault": fault}, "time_limit": "0.3 s"})
                self.assertRegex(self.refusal(path, "fmu.failed", *words), r"some.json:\d+:\d+ /components/lag")
        self.refusal(self.diagram({"start": {"map": "refused"}}), "fmu.failed", "fmi2SetString")
        self.refusal(self.diagram({"parameters": {"fault": 0.6}}), "fmu.failed", "whole number")
        self.refusal(self.diagram({"parameters": {"fault": 1}, "isolate": False}), "fmu.failed", "the oil is too hot")
        self.refusal(self.diagram({}, {"many": {"type": "signals.constant", "parameters": {"value": 1e12}}}, [("many.y", "lag.shift")]),
                     "fmu.failed", "limit the signal")

    def test_nothing_stays_behind(self):
        crashes = self.diagram({"parameters": {"fault": 2}})
        with tempfile.TemporaryDirectory() as mine:  # other tests unpack at the same time in the common folder
            with unittest.mock.patch.dict(os.environ, TMPDIR=mine):
                self.refusal(crashes, "fmu.failed", "crashed")
            self.assertEqual(list(Path(mine).iterdir()), [])
        with unittest.mock.patch.dict(os.environ, TMPDIR=mine):  # the folder is gone: this is where it unpacks
            self.assertIn("TMPDIR", stribeck("run", crashes).stderr)


if __name__ == "__main__":
    unittest.main()
