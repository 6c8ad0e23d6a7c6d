"""FMUs for model exchange as components: a foreign one against its equations, our own against the diagrams that they were cut from."""
import json
import math
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from import_test import IS_SANITIZED, Fmus  # noqa: E402
from foreign_fmus import BALL_THREE, BALL_TWO, library, write  # noqa: E402
from program import PROGRAM, run, stribeck  # noqa: E402

G = 9.81
FILES = ("ball.fmu", "ball3.fmu")  # by FMI 2.0, which has dependencies, directional derivatives and a state; and 3.0, which has none of it
CRASH, ENDLESS, ENDS, ALWAYS_MORE, NOT_LATER, DISCARDS = 1, 2, 3, 4, 5, 6


def constant(value):
    return {"type": "signals.constant", "parameters": {"value": value}}


def step(height, at):
    return {"type": "signals.step", "parameters": {"height": height, "start_time": at}}


class Balls(Fmus):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        binary = library(cls.folder, name="ball")
        write(cls.folder / "ball.fmu", BALL_TWO, binary, name="ball.so")
        write(cls.folder / "ball3.fmu", BALL_THREE, binary, name="ball.so")

    def ball(self, fmu=None, more=None, connections=(), outputs=("ball.x", "ball.a", "ball.hits", "ball.turns", "ball.ticks", "ball.alarms"), **experiment):
        components = {"ball": {"type": "fmu", "file": "ball.fmu"} | (fmu or {})} | (more or {})
        diagram = {"format": "stribeck/1", "components": components, "connections": [list(c) for c in connections],
                   "experiment": {"stop": "2 s", "interval": "50 ms", "rtol": 1e-9, "atol": 1e-12} | experiment, "outputs": list(outputs)}
        path = self.folder / "ball.json"
        path.write_text(json.dumps(diagram, indent=2))
        return path


def bounces(t, a=-G, e=0.8):
    """Position, velocity, hits and turns of the ball: parabolas from one hit to the next."""
    x, v, hits, turns = 1.0, 0.0, 0, 0
    while True:
        falls = (-v - math.sqrt(v * v - 2 * a * x)) / a
        if t < falls:
            return x + v * t + a * t * t / 2, v + a * t, hits, turns + (1 if v > 0 and t > -v / a else 0)
        turns += 2 if v > 0 else 1  # at the top, and on the floor
        t -= falls
        x, v, hits = 0.0, -e * (v + a * falls), hits + 1


class AForeignOne(Balls):
    def test_events_of_state_and_time(self):
        """x = 1 m - g t^2/2 and so on, to the tolerance of the run; what is counted, exactly. 1 N lifts with 2 m/s^2."""
        for file in FILES:
            for more, connections, a in (({}, (), -G), ({"lift": constant("1 N")}, [("lift.y", "ball.u")], 2 - G)):
                for t, row in self.rows(self.ball({"file": file}, more, connections)).items():
                    x, v, hits, turns = bounces(t, a=a)
                    self.assertAlmostEqual(row["ball.x"], x, delta=1e-7, msg=(file, t))
                    if min(abs(t - k * 0.3) for k in range(8)) > 1e-6:
                        self.assertEqual(row["ball.ticks"], t // 0.3, (file, t))
                    if abs(x) > 1e-6 and abs(v) > 1e-6:
                        self.assertEqual((row["ball.hits"], row["ball.turns"]), (hits, turns), (file, t))
                        self.assertAlmostEqual(row["ball.a"], a, delta=1e-12)

    def test_every_integrator_has_the_same_motion(self):
        """Parabolas are exact for all but the one of the first order; plainly evaluated and in the program's own process too."""
        for solver, within in (("dopri5", 1e-7), ("bs23", 1e-7), ("rk4", 1e-6), ("cvode", 2e-6), ("arkode", 1e-6), ("rosenbrock4", 1e-6),
                               ("implicit_euler", 0.2)):
            rows = self.rows(self.ball(stop="1 s", step="1 ms"), "--solver", solver)
            for t, row in rows.items():
                self.assertAlmostEqual(row["ball.x"], bounces(t)[0], delta=within, msg=(solver, t))
        whole = self.rows(self.ball(stop="1 s"))
        for one in (self.rows(self.ball(stop="1 s"), "--plain"), self.rows(self.ball({"isolate": False}, stop="1 s"))):
            self.assertEqual(whole, one)

    def test_discrete_inputs_and_enumerations(self):
        """kick adds to v what it changes to, on switches gravity; set at events alone, which the FMU insists on."""
        for file in FILES:
            until = {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "if t < 0.23 then 1 else 0"}}
            more = {"kick": step(3, "0.12 s"), "on": until}
            rows = self.rows(self.ball({"file": file, "parameters": {"law": "rest"}, "start": {"x": "2 m"}}, more,
                                       [("kick.y", "ball.kick"), ("on.y", "ball.on")], stop="0.4 s"))
            for t, row in rows.items():
                fall = min(t, 0.23)
                x = 2 - G * fall * fall / 2 - G * 0.23 * max(0, t - 0.23) + 0.3 * max(0, t - 0.12)
                self.assertAlmostEqual(row["ball.x"], x, delta=1e-9, msg=(file, t))
            rows = self.rows(self.ball({"file": file, "parameters": {"law": "rest"}}, stop="1 s"))
            self.assertEqual((rows[1]["ball.x"], rows[1]["ball.hits"], rows[1]["ball.ticks"]), (0, 1, 3))

    def test_an_indicator_that_is_zero(self):
        """v = 0 at the start belongs to what is not above zero: to rise is an event, to fall is none."""
        for force, turns in (("-1 N", 0), ("10 N", 1)):
            rows = self.rows(self.ball({}, {"lift": constant(force)}, [("lift.y", "ball.u")], stop="0.2 s"))
            self.assertEqual(rows[0.2]["ball.turns"], turns)

    def test_a_step_that_asks_for_an_event(self):
        """At the end of the first step with v < -2 m/s; steps have 10 ms."""
        for file in FILES:
            rows = self.rows(self.ball({"file": file, "parameters": {"limit": "2 m/s"}}, stop="0.4 s", step="10 ms"), "--solver", "rk4")
            self.assertEqual([row["ball.alarms"] for t, row in sorted(rows.items()) if t < 0.2], [0] * 4)
            self.assertEqual(rows[0.25]["ball.alarms"], 1)
            self.assertEqual(rows[0.4]["ball.alarms"], 1)

    def test_an_algebraic_loop_through_it(self):
        """u = -k a and a = u/m - g: a = -g/(1 + k/m). By its dependencies the position closes no loop."""
        for file in FILES:
            path = self.ball({"file": file}, {"k": {"type": "signals.gain", "parameters": {"gain": "-0.25 kg"}}},
                             [("ball.a", "k.u"), ("k.y", "ball.u")], stop="0.3 s")
            for t, row in self.rows(path).items():
                self.assertAlmostEqual(row["ball.a"], -G / 1.5, delta=1e-9, msg=file)
                self.assertAlmostEqual(row["ball.x"], 1 - G / 3 * t * t, delta=1e-8, msg=file)
        path = self.ball({}, {"k": {"type": "signals.gain", "parameters": {"gain": "-0.25 N/m"}}}, [("ball.x", "k.u"), ("k.y", "ball.u")],
                         stop="0.3 s")
        self.assertIn("every equation gives one unknown", run(PROGRAM, "explain", path))

    def test_linear_models_have_its_states(self):
        path = self.ball({}, {"k": {"type": "signals.gain", "parameters": {"gain": "-50 N/m"}}}, [("ball.x", "k.u"), ("k.y", "ball.u")])
        model = json.loads(run(PROGRAM, "linearise", path, "--at", "0.01 s", "--format", "json"))
        self.assertEqual(model["points"][0]["a"], [[0, 1], [-100, 0]])
        self.assertEqual(model["messages"], [])

    def test_what_needs_derivatives_of_its_events_is_refused(self):
        self.refusal(self.ball(), "function.no_derivative", "that no FMU gives", command="sensitivity", more=("--by", "ball.m"))

    def test_a_run_goes_on_from_a_checkpoint_to_the_same_bytes(self):
        import resource
        lift = {"lift": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": "37.5 - 25*u1"}}}
        swings = lambda file: self.ball({"file": file, "start": {"x": "2 m", "on": False}, "isolate": False}, lift,  # noqa: E731
                                        [("ball.x", "lift.u1"), ("lift.y", "ball.u")], outputs=["ball.x", "ball.turns"], stop="40 s", interval="10 ms", rtol=1e-6, max_step="1 ms")
        path = swings("ball.fmu")
        whole, parts = self.folder / "whole.csv", self.folder / "parts.csv"
        run(PROGRAM, "run", path, "--quiet", "--csv", whole)
        stopped = stribeck("run", path, "--quiet", "--csv", parts, "--checkpoint", "every", "0s", env=None,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (80_000, 80_000)))
        self.assertNotEqual(stopped.returncode, 0)
        self.assertTrue(Path(f"{parts}.checkpoint").exists())
        run(PROGRAM, "run", path, "--quiet", "--csv", parts, "--resume")
        self.assertEqual(whole.read_bytes(), parts.read_bytes())
        self.refusal(swings("ball3.fmu"), "fmu.no_state", "canSerializeFMUState",
                     more=("--quiet", "--csv", self.folder / "none.csv", "--checkpoint", "every", "0s"))


class Misbehaviour(Balls):
    def fault(self, fault, code, *words, **more):
        return self.refusal(self.ball({"parameters": {"fault": fault}} | more), code, *words)

    def test_what_goes_wrong_in_it(self):
        self.fault(ALWAYS_MORE, "fmu.failed", "does not settle its discrete states")
        self.fault(NOT_LATER, "fmu.failed", "which is not later")
        self.fault(CRASH, "fmu.failed", "crashed while an event happens in it")
        self.fault(ENDLESS, "fmu.failed", "did not return within 0.5 s while an event happens in it", time_limit="0.5 s")

    def test_values_that_it_does_not_have_make_steps_shorter(self):
        """From v = 3 m/s on it has no derivatives: behind the first hit, with 3.5 m/s, there is no going on."""
        result = stribeck("run", self.ball({"parameters": {"fault": DISCARDS}}), "--quiet")
        self.assertIn("error[", result.stderr)
        self.assertEqual(self.rows(self.ball({"parameters": {"fault": DISCARDS, "e": 0.5}}, stop="1 s"))[1]["ball.hits"], 2)

    def test_it_ends_the_run(self):
        result = stribeck("run", self.ball({"parameters": {"fault": ENDS}}), "--quiet", "--csv", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertAlmostEqual(float(result.stdout.splitlines()[-1].split(",")[0]), math.sqrt(2 / G), delta=1e-7)

    def test_what_cannot_be_asked_for(self):
        self.refusal(self.ball({"interface": "co_simulation"}), "fmu.unsupported", "is not for co-simulation")
        self.refusal(self.diagram({"interface": "model_exchange"}), "fmu.unsupported", "is not for model exchange")
        self.refusal(self.ball({"initial": {"x": 1}}), "diagram.unknown_key", "has no key")
        self.refusal(self.ball({"parameters": {"communication_step": "1 ms"}}), "diagram.unknown_parameter")

    @unittest.skipIf(IS_SANITIZED, "signals and time limits")
    def test_an_interrupt_ends_an_endless_call(self):
        with subprocess.Popen([PROGRAM, "run", self.ball({"parameters": {"fault": ENDLESS}}), "--quiet"], stderr=subprocess.PIPE) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=20)  # 60 s is the limit of a call
        self.assertEqual(process.returncode, 130, said)
        self.assertIn(b"run.interrupted", said)

    def test_a_step_longer_than_the_run_is_told(self):
        result = stribeck("run", self.diagram({}), "--set", "lag.communication_step=1 s")
        self.assertIn("has not taken a step", result.stderr)


HOUSING = {"housing": {"type": "rotational.ground"}}
SHAFT = {"shaft": {"type": "rotational.spring", "parameters": {"stiffness": "40 N*m/rad"}},
         "damping": {"type": "rotational.damper", "parameters": {"damping": "0.2 N*m*s/rad"}}}


def inertia(value, w):
    return {"type": "rotational.inertia", "parameters": {"inertia": f"{value} kg*m^2"}, "initial": {"w": w}}


def clutch():
    return {"type": "rotational.clutch", "parameters": {"maximum_normal_force": "20 N", "effective_radius": "0.1 m", "peak": 1.1}}


# What is behind the shaft: components, and who is connected with whom there; "shaft" is its near end, "housing" the ground.
STICK_SLIP = (SHAFT | {"drum": inertia(0.02, 0),
                       "brake": {"type": "rotational.dry_friction", "parameters": {"static_torque": "3 N*m", "coulomb_torque": "2 N*m"}}},
              [["shaft.C", "damping.C", "drum.I", "brake.R"], ["brake.C", "housing.W"]])
CLUTCHES = (SHAFT | {"one": inertia(0.02, "10 rad/s"), "two": inertia(0.05, 0), "three": inertia(0.03, "-5 rad/s"), "near": clutch(),
                     "far": clutch(), "first": step(1, "0.1 s"), "second": step(1, "0.25 s")},
            [["shaft.C", "damping.C", "one.I", "near.R"], ["near.C", "two.I", "far.R"], ["far.C", "three.I"], ["first.y", "near.S"],
             ["second.y", "far.S"]])
STOP = (SHAFT | {"drum": inertia(0.02, 0), "stop": {"type": "rotational.hard_stop", "parameters": {
            "upper_bound": "0.3 rad", "lower_bound": "-0.3 rad", "upper_stiffness": "2000 N*m/rad", "lower_stiffness": "2000 N*m/rad",
            "upper_damping": "0.5 N*m*s/rad", "lower_damping": "0.5 N*m*s/rad"}, "initial": {"phi": 0}}},
        [["shaft.C", "damping.C", "drum.I", "stop.R"], ["stop.C", "housing.W"]])


@unittest.skipIf(IS_SANITIZED, "libraries that are sanitized cannot be loaded by what is not")
class OurOwn(Fmus):
    """A rotor on an elastic shaft with something behind it: as one diagram, and with the shaft and what is behind it as an FMU."""

    def write(self, name, diagram):
        path = self.folder / name
        path.write_text(json.dumps({"format": "stribeck/1"} | diagram))
        return path

    def cut(self, behind, fmi, **fmu):
        components, connections = behind
        rotor = {"rotor": inertia(10, "0.5 rad/s") if behind is STICK_SLIP else inertia(0.1, "10 rad/s")}  # the heavy one keeps its speed
        experiment = {"stop": "1 s", "interval": "10 ms", "rtol": 1e-9, "atol": 1e-12, "step": "0.2 ms"}
        whole = self.write("whole.json", {"components": rotor | HOUSING | components,
                                          "connections": connections + [["rotor.I", "shaft.R", "damping.R"]], "experiment": experiment, "outputs": ["rotor.w"]})
        side = {"side": {"type": "rotational.velocity_source"}}
        inside = self.write("inside.json", {
            "components": HOUSING | components | side,
            "connections": connections + [["side.R", "shaft.R", "damping.R"], ["side.C", "housing.W"]], "experiment": {"stop": "1 s"},
            "boundary": {"speed": {"input": "side.S", "start": "10 rad/s"}, "torque": {"output": "side.T"}}})
        run(PROGRAM, "export", inside, "-o", self.folder / "inside.fmu", "--fmi", fmi)
        coupled = self.write("coupled.json", {
            "components": rotor | HOUSING | {"behind": {"type": "fmu", "file": "inside.fmu"} | fmu,
                                             "coupling": {"type": "rotational.torque_source"}},
            "connections": [["rotor.I", "coupling.R"], ["coupling.C", "housing.W"], ["rotor.w", "behind.speed"], ["behind.torque", "coupling.S"]],
            "experiment": experiment, "outputs": ["rotor.w"]})
        return whole, coupled

    def instants(self, path, *more):
        """Of its events: times that have two rows."""
        lines = run(PROGRAM, "run", path, "--quiet", "--csv", "-", *more).splitlines()[1:]
        times = [float(line.split(",")[0]) for line in lines]
        return sorted({a for a, b in zip(times, times[1:]) if a == b})

    def test_the_motion_and_the_events_of_the_whole(self):
        """To 1e-6 of the largest speed; the same events at the same times."""
        for name, behind in (("stick-slip", STICK_SLIP), ("clutches", CLUTCHES), ("stop", STOP)):
            for fmi in ("2", "3"):
                with self.subTest(name, fmi=fmi):
                    whole, coupled = self.cut(behind, fmi)
                    expected, found = self.rows(whole), self.rows(coupled)
                    for k in range(101):
                        t = round(k / 100, 9)
                        self.assertAlmostEqual(found[t]["rotor.w"], expected[t]["rotor.w"], delta=1e-6 * 10, msg=t)
                    one, other = self.instants(whole), self.instants(coupled)
                    self.assertEqual(len(one), len(other), (one, other))
                    self.assertGreater(len(one), 3)
                    for a, b in zip(one, other):
                        self.assertAlmostEqual(a, b, delta=1e-6)

    def test_integrators_and_the_plain_lane(self):
        whole, coupled = self.cut(STICK_SLIP, "2", isolate=False)
        expected = self.rows(whole)
        for options in (("--solver", "cvode"), ("--solver", "arkode"), ("--solver", "rosenbrock4"), ("--solver", "rk4"), ("--plain",)):
            found = self.rows(coupled, *options)
            for k in range(101):
                t = round(k / 100, 9)
                self.assertAlmostEqual(found[t]["rotor.w"], expected[t]["rotor.w"], delta=2e-5, msg=(options, t))


if __name__ == "__main__":
    unittest.main()
