"""The C interface of the kernel: its motions are those of the program, whether it integrates or the caller does."""
import copy
import csv
import json
import math
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import kernel  # noqa: E402
from kernel import EQUATIONS, INPUT, OUTPUT, PARAMETER, STATE, Instance, KernelError, Library, Program  # noqa: E402
from program import PROGRAM, ROOT, compiler, run  # noqa: E402

IS_SANITIZED = "-fsanitize" in compiler()["CXXFLAGS"]  # Python is not, and cannot load what is
LIBRARY = None if IS_SANITIZED else Library(PROGRAM.parent / "libstribeck_kernel.so")
EVENTFUL = ["benchmarks/lugre_hunting.json", "gallery/screw_jack.jsonc", "gallery/clutch_judder.jsonc", "reference/lossy_gears.json",
            "start/rotational_stick_slip.json", "verify/joints_pendulum.json", "verify/signals_delay.json",
            "verify/structure_end_of_a_solution.json", "verify/translational_dry_friction_belt.json",
            "verify/translational_hard_stop_two_masses.json", "verify/signals_discrete_pid.json"]
DRIVE = {
    "format": "stribeck/1",
    "components": {
        "motor": {"type": "rotational.torque_source"},
        "rotor": {"type": "rotational.inertia", "parameters": {"inertia": 0.1}},
        "shaft": {"type": "rotational.spring", "parameters": {"stiffness": 50}},
        "load": {"type": "rotational.inertia", "parameters": {"inertia": 0.4}},
        "bearing": {"type": "rotational.dry_friction", "parameters": {"static_torque": 1.5, "coulomb_torque": 1}},
        "housing": {"type": "rotational.ground"},
    },
    "connections": [["motor.R", "rotor.I", "shaft.R"], ["shaft.C", "load.I", "bearing.R"], ["motor.C", "bearing.C", "housing.W"]],
    "boundary": {"torque": {"input": "motor.S", "start": "2 N*m"}, "speed": {"output": "load.w"},
                 "tail": {"port": "load.I", "gives": "velocity"}},
    "experiment": {"stop": 2},
}


class Folder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def compile(self, diagram):
        if isinstance(diagram, dict):
            path = self.folder / "drive.json"
            path.write_text(json.dumps(diagram))
        else:
            path = ROOT / "diagrams" / diagram
        file = self.folder / "some.program"
        run(PROGRAM, "compile", path, "-o", file)
        return path, LIBRARY and Program(LIBRARY, file.read_bytes(), str(path))

    def rows(self, path, *options):
        """Names, and the rows; of several at one time the last, which the event there has left."""
        table = list(csv.reader(run(PROGRAM, "run", path, "--quiet", "--csv", "-", *options).splitlines()))
        by_time = {float(row[0]): [float(value) for value in row[1:]] for row in table[1:]}
        return table[0][1:], by_time


@unittest.skipIf(IS_SANITIZED, "AnyCalls runs")
class StepsOfItsOwn(Folder):
    def test_the_motion_is_that_of_the_program(self):
        """At every row and event. What differs is rounding: loops that are solved again where they have been solved."""
        for name in EVENTFUL:
            with self.subTest(name):
                path, program = self.compile(name)
                names, rows = self.rows(path)
                numbers = [program.find(OUTPUT, column) for column in names]
                sizes = [max(abs(row[k]) for row in rows.values()) or 1 for k in range(len(names))]
                instance = Instance(program)
                instance.initialise()
                for time, row in rows.items():
                    instance.step_to(time)
                    for column, value, expected, size in zip(names, instance.get(OUTPUT, numbers), row, sizes):
                        self.assertLessEqual(abs(value - expected), 1e-11 * size, (column, time))

    def test_where_it_stops_leaves_no_trace(self):
        for name in EVENTFUL:
            with self.subTest(name):
                _, program = self.compile(name)
                stop, chance = program.experiment().stop_s, random.Random(name)
                straight, halting = Instance(program), Instance(program)
                straight.initialise(), halting.initialise()
                straight.step_to(stop)
                for time in sorted(chance.uniform(0, stop) for _ in range(100)):
                    halting.step_to(time)
                    halting.outputs()
                halting.step_to(stop)
                self.assertEqual(halting.outputs(), straight.outputs())

    def test_events_are_found_one_by_one(self):
        _, program = self.compile("start/rotational_stick_slip.json")
        instance = Instance(program)
        instance.initialise()
        times = []
        stop = program.experiment().stop_s
        while instance.step_to(stop, stops_at_event=True):
            times.append(instance.time())
        self.assertEqual(times, sorted(times))
        self.assertEqual(instance.time(), stop)

    def test_a_state_that_was_saved_goes_on_to_the_same_bytes(self):
        """At 1100 points: 100 of each diagram."""
        points = 100
        for name in EVENTFUL:
            with self.subTest(name):
                _, program = self.compile(name)
                stop, chance = program.experiment().stop_s, random.Random(name)
                straight = Instance(program)
                straight.initialise()
                times = sorted(chance.uniform(0, stop) for _ in range(points)) + [stop]
                saved, seen = [], []
                for time in times:
                    straight.step_to(time)
                    seen.append(straight.outputs())
                    saved.append(straight.save())
                other = Instance(program)
                for _ in range(points):
                    begin = chance.randrange(len(times))
                    other.restore(saved[begin])
                    self.assertEqual(other.time(), times[begin])
                    self.assertEqual(other.outputs(), seen[begin])
                    end = min(begin + chance.randrange(3), len(times) - 1)
                    other.step_to(times[end])
                    self.assertEqual(other.outputs(), seen[end])

    def test_inputs_that_are_set_are_those_of_a_file(self):
        """Held and straight ones: within the tolerance of two different sequences of steps."""
        times = [0.1 * k for k in range(21)]
        values = [3 * math.sin(4 * t) for t in times]
        file = self.folder / "torque.csv"
        file.write_text("time,torque\ns,N*m\n" + "".join(f"{t!r},{value!r}\n" for t, value in zip(times, values)))
        for is_held in (False, True):
            with self.subTest(is_held=is_held):
                diagram = dict(DRIVE, boundary=dict(DRIVE["boundary"], torque={"input": "motor.S", "hold": is_held}))
                path, program = self.compile(diagram)
                names, rows = self.rows(path, "--input", f"torque={file}:torque", "--rtol", "1e-9", "--interval", "0.1")
                instance = Instance(program)
                experiment = program.experiment()
                experiment.rtol = 1e-9
                instance.set_experiment(experiment)
                expected = [rows[min(rows, key=lambda t: abs(t - time))][names.index("load.w")] for time in times]
                for k, (time, value) in enumerate(zip(times, values)):
                    slope = 0 if is_held or k + 1 == len(times) else (values[k + 1] - value) / 0.1
                    if k > 0:
                        instance.step_to(time)
                    instance.set_inputs({"torque": value}, {"torque": slope})
                    if k == 0:
                        instance.initialise()
                    self.assertAlmostEqual(instance.output("speed"), expected[k], delta=1e-7)
                    self.assertEqual(instance.output("speed"), instance.output("tail.w"))

    def test_a_restored_state_knows_its_inputs_and_parameters(self):
        _, program = self.compile(DRIVE)
        chance = random.Random(7)
        straight, other = Instance(program), Instance(program)
        straight.initialise()
        for k in range(40):
            straight.step_to(straight.time() + chance.uniform(0, 0.05))
            straight.set_inputs({"torque": chance.uniform(-3, 3), "tail.input": chance.uniform(-1, 1)}, {"torque": chance.uniform(-9, 9)})
            if k % 5 == 0:
                straight.set_parameters(shaft__stiffness=chance.uniform(20, 80))
            saved = straight.save()
            other.restore(saved)
            self.assertEqual(other.get(INPUT, [0, 1]), straight.get(INPUT, [0, 1]))
            ahead = straight.time() + 0.03
            other.step_to(ahead)
            straight.restore(saved)
            straight.step_to(ahead)
            self.assertEqual(other.outputs(), straight.outputs())
            self.assertEqual(other.get(PARAMETER, range(program.count(PARAMETER))),
                             straight.get(PARAMETER, range(program.count(PARAMETER))))

    def test_parameters_that_change_on_the_way_act(self):
        """Against an instance that begins where the other one has come to, with the new values; sticking bodies break away."""
        diagram = copy.deepcopy(DRIVE)
        del diagram["components"]["shaft"], diagram["components"]["rotor"]
        diagram["components"]["motor"]["parameters"] = {"torque": 3}
        diagram["connections"] = [["motor.R", "load.I", "bearing.R"], ["motor.C", "bearing.C", "housing.W"]]
        diagram["boundary"] = {"speed": {"output": "load.w"}}
        _, program = self.compile(diagram)
        instance = Instance(program)
        instance.initialise()
        instance.step_to(1)
        self.assertAlmostEqual(instance.output("speed"), 5, delta=1e-6)  # (3 - 1) / 0.4
        instance.set_parameters(load__inertia=0.8)
        instance.step_to(1.5)
        self.assertAlmostEqual(instance.output("speed"), 5 + 0.5 * 2 / 0.8, delta=1e-6)
        instance.set_parameters(motor__torque=-3.0)
        instance.step_to(1.6)
        self.assertAlmostEqual(instance.output("speed"), 6.25 - 0.1 * 4 / 0.8, delta=1e-6)
        stuck = Instance(program)
        stuck.set_parameters(motor__torque=1.2)
        stuck.initialise()
        stuck.step_to(1)
        self.assertEqual(stuck.output("speed"), 0)
        stuck.set_parameters(motor__torque=9.0)
        stuck.step_to(2)
        self.assertAlmostEqual(stuck.output("speed"), 8 / 0.4, delta=1e-6)

    def test_an_input_leaves_loops_with_several_solutions_where_they_are(self):
        """An input that drives nothing is set at random times: the motion stays as it is, within the tolerance of other steps."""
        diagram = json.loads((ROOT / "diagrams/verify/structure_end_of_a_solution.json").read_text())
        diagram["components"]["nothing"] = {"type": "signals.gain", "parameters": {"gain": 1}}
        diagram["boundary"] = {"free": {"input": "nothing.u"}}
        diagram.pop("expect", None)
        _, program = self.compile(diagram)
        straight = Instance(program)
        straight.initialise()
        stop = program.experiment().stop_s
        straight.step_to(stop)
        numbers = [k for k, name in enumerate(program.names(OUTPUT)) if name.endswith(".w")]
        expected = straight.get(OUTPUT, numbers)
        chance = random.Random(5)
        for _ in range(200):
            instance = Instance(program)
            instance.initialise()
            instance.step_to(chance.uniform(0, stop))
            instance.set_inputs({"free": 1.0})
            instance.step_to(stop)
            for value, other in zip(instance.get(OUTPUT, numbers), expected):
                self.assertAlmostEqual(value, other, delta=1e-4 * max(1, abs(other)))

    def test_the_stop_can_be_moved(self):
        _, program = self.compile(DRIVE)
        longer, moved = Instance(program), Instance(program)
        experiment = program.experiment()
        moved.initialise()
        self.assertFalse(moved.step_to(5))
        self.assertEqual(moved.time(), experiment.stop_s)
        moved.done(moved.c.stribeck_set_stop(moved.pointer, kernel.c_double(5)))
        saved = moved.save()
        self.assertTrue(moved.step_to(4))
        experiment.stop_s = 5
        longer.set_experiment(experiment)
        longer.initialise()
        longer.step_to(4)
        self.assertAlmostEqual(moved.output("speed"), longer.output("speed"), delta=1e-4)
        again = Instance(program)
        again.restore(saved)
        again.step_to(4)
        self.assertEqual(again.outputs(), moved.outputs())

    def test_a_thousand_inputs_at_one_instant_are_no_chatter(self):
        _, program = self.compile(DRIVE)
        instance = Instance(program)
        instance.initialise()
        instance.step_to(0.3)
        for k in range(1500):
            instance.set_inputs({"torque": 2 + 0.001 * k})
        instance.step_to(0.4)

    def test_delay_times_are_fixed_once_the_motion_has_begun(self):
        _, program = self.compile("verify/signals_delay.json")
        name = next(name for name in program.names(PARAMETER) if name.endswith("delay_time"))
        instance = Instance(program)
        instance.initialise()
        instance.step_to(0.5)
        with self.assertRaisesRegex(KernelError, "delay times are fixed"):
            instance._set(instance.c.stribeck_set_parameters, PARAMETER, {name: 9.0})

    def test_derivatives_leave_no_trace(self):
        _, program = self.compile("verify/translational_dry_friction_sled.json")
        straight, curious = Instance(program), Instance(program)
        straight.initialise(), curious.initialise()
        stop = program.experiment().stop_s
        for k in range(1, 50):
            curious.step_to(stop * k / 50)
            h = 1e-6
            rates, before = curious.derivatives(), curious.states()
            saved = curious.save()
            curious.step_to(curious.time() + h)
            for rate, a, b in zip(rates, before, curious.states()):
                self.assertAlmostEqual((b - a) / h, rate, delta=1e-3 * max(1, abs(rate)))
            curious.restore(saved)
        straight.step_to(stop), curious.step_to(stop)
        self.assertEqual(curious.outputs(), straight.outputs())

    def test_wrong_calls_are_refused_and_change_nothing(self):
        _, program = self.compile(DRIVE)
        instance = Instance(program)

        def refused(call, *arguments, **named):
            with self.assertRaises(KernelError) as caught:
                call(*arguments, **named)
            self.assertEqual((caught.exception.status, caught.exception.code), (kernel.REFUSED, "kernel.refused"))

        refused(instance.step_to, 1.0)
        refused(instance.save)
        refused(instance.restore, b"nothing")
        refused(instance.outputs)
        refused(instance.set_inputs, {"torque": math.nan})
        refused(instance.get, OUTPUT, [10**6])
        instance.initialise()
        refused(instance.initialise)
        instance.step_to(1.0)
        speed = instance.output("speed")
        refused(instance.step_to, 0.5)
        refused(instance.step_to, math.nan)
        refused(instance.place, 1.0, [0] * program.count(STATE))
        self.assertTrue(instance.indicators())  # FMI 3.0 has them read by co-simulation, too
        self.assertEqual(instance.output("speed"), speed)
        other = self.compile("start/mass_spring_damper.json")[1]
        foreign = Instance(other)
        foreign.initialise()
        refused(instance.restore, foreign.save())
        damaged = bytearray(instance.save())
        damaged[len(damaged) // 2] ^= 1
        refused(instance.restore, bytes(damaged))
        self.assertEqual(instance.output("speed"), speed)
        with self.assertRaises(KernelError):
            Program(LIBRARY, b"stribeck program 5\nnonsense")


@unittest.skipIf(IS_SANITIZED, "AnyCalls runs")
class StepsOfTheCaller(Folder):
    """Integrated by a classical Runge-Kutta method of fixed step with bisection of the indicators: a host of a few lines."""

    @staticmethod
    def integrate(instance, stop, step):
        """To the stop; the times of the events."""
        time, x, events = instance.time(), instance.states(), []
        next_event, _ = instance.happen()

        def rates(t, y):
            instance.place(t, y)
            return instance.derivatives()

        def moved(t, y, h):
            def ahead(k, share):
                return [a + share * h * b for a, b in zip(y, k)]
            k1 = rates(t, y)
            k2 = rates(t + h / 2, ahead(k1, 0.5))
            k3 = rates(t + h / 2, ahead(k2, 0.5))
            k4 = rates(t + h, ahead(k3, 1))
            return [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]

        def is_beyond(t, y):
            instance.place(t, y)
            return any(value < 0 for value in instance.indicators())

        while time < stop - 1e-12:
            h = min(step, stop - time, max(next_event - time, 0))
            y = moved(time, x, h)
            if is_beyond(time + h, y):
                low, high = 0.0, h
                while high - low > 1e-13 * max(1, abs(time)):
                    middle = 0.5 * (low + high)
                    if is_beyond(time + middle, moved(time, x, middle)):
                        high = middle
                    else:
                        low = middle
                h, y = high, moved(time, x, high)
            time += h
            instance.place(time, y)
            x = y
            if instance.complete_step() or time >= next_event:
                instance.place(time, y)
                next_event, goes_on = instance.happen()
                x = instance.states()
                events.append(time)
                if not goes_on:
                    break
        return events

    def test_the_motion_is_that_of_the_program(self):
        """The same events in the same order as those of the program at rtol 1e-9. What the states differ by is the host's error: of order 4
        in its steps, of which it has 2000 here; rotational_dry_friction_stick_slip is the worst with 1.6e-8."""
        for name in ("rotational_dry_friction_stick_slip", "translational_dry_friction_damped_vibration", "rotational_clutch",
                     "translational_contact_bouncing_ball", "translational_dry_friction_sled", "rotational_hard_stop", "mechanisms_worm_gear_locks_itself",
                     "signals_discrete_pid", "rotational_ratchet", "translational_maxwell_slip_friction"):
            with self.subTest(name):
                _, program = self.compile(f"verify/{name}.json")
                exact, host = Instance(program), Instance(program)
                experiment = program.experiment()
                experiment.rtol = 1e-9
                exact.set_experiment(experiment), host.set_experiment(experiment)
                exact.initialise(), host.initialise(EQUATIONS)
                expected = []
                while exact.step_to(experiment.stop_s, stops_at_event=True):
                    expected.append(exact.time())
                events = [time for time in self.integrate(host, experiment.stop_s, (experiment.stop_s - experiment.start_s) / 2000)
                          if time < experiment.stop_s]
                self.assertEqual(len(events), len(expected))
                for event, time in zip(events, expected):
                    self.assertAlmostEqual(event, time, delta=1e-6 * experiment.stop_s)
                for a, b in zip(host.states(), exact.states()):
                    self.assertAlmostEqual(a, b, delta=1e-6 * max(1, abs(b)))

    def test_a_state_that_was_saved_inside_a_step_goes_on(self):
        """What is delayed knows the step that the caller was in: after it, the outputs are the same."""
        _, program = self.compile("verify/signals_delay.json")
        straight, other = Instance(program), Instance(program)
        straight.initialise(EQUATIONS), other.initialise(EQUATIONS)
        next_event, _ = straight.happen()
        time, x = 0.0, straight.states()
        for _ in range(400):
            h = min(0.01, next_event - time)
            slopes = straight.derivatives()
            x = [a + h * b for a, b in zip(x, slopes)]
            time += h
            straight.place(time, x)
            other.restore(straight.save())
            ends = []
            for instance in (straight, other):
                happens = instance.complete_step() or time >= next_event
                ends.append((instance.happen()[0] if happens else next_event, instance.outputs()))
            self.assertEqual(ends[0], ends[1])
            next_event = ends[0][0]

    def test_a_trial_state_without_solution_does_no_harm(self):
        _, program = self.compile("verify/mechanisms_swinging_rod.json")
        host = Instance(program)
        host.initialise(EQUATIONS)
        x = host.states()
        expected = host.derivatives()
        failed = 0
        for factor in (1e3, -1e4, 1e6, 7.3):
            host.place(0.0, [factor * (a + 1) for a in x])
            try:
                host.derivatives()
            except KernelError as error:
                self.assertEqual(error.status, kernel.UNDEFINED)
                failed += 1
        self.assertGreater(failed, 0)
        host.place(0.0, x)
        for a, b in zip(host.derivatives(), expected):
            self.assertAlmostEqual(a, b, delta=1e-9 * max(1, abs(b)))
        with self.assertRaisesRegex(KernelError, "not finite"):
            host.place(0.0, [math.nan] * len(x))

    def test_the_jacobian_is_that_of_differences(self):
        _, program = self.compile("start/rotational_stick_slip.json")
        host = Instance(program)
        host.initialise(EQUATIONS)
        x = [0.3 + 0.1 * k for k in range(program.count(STATE))]
        chance = random.Random(3)
        for _ in range(20):
            direction = [chance.uniform(-1, 1) for _ in x]
            host.place(0.1, x)
            product = host.jacobian_times(direction)
            h = 1e-6
            sides = []
            for sign in (1, -1):
                host.place(0.1, [a + sign * h * d for a, d in zip(x, direction)])
                sides.append(host.derivatives())
            for p, a, b in zip(product, *sides):
                self.assertAlmostEqual(p, (a - b) / (2 * h), delta=1e-6 * max(1, abs(p)))


class AnyCalls(Folder):
    def test_no_call_crashes_and_states_come_back(self):
        """Wanted and unwanted calls in any order, from two threads. By hand more: build/release/tests/kernel_calls FILE 8 100000."""
        for diagram in (DRIVE, "verify/translational_dry_friction_belt.json", "verify/signals_delay.json"):
            with self.subTest(diagram):
                self.compile(diagram)
                said = subprocess.run([PROGRAM.parent / "tests/kernel_calls", self.folder / "some.program", "2", "500"], text=True,
                                      capture_output=True, check=False, timeout=300)
                self.assertEqual((said.returncode, said.stderr), (0, ""), said.stdout)
                self.assertIn("; 0 restored with other outputs", said.stdout)


if __name__ == "__main__":
    unittest.main()
