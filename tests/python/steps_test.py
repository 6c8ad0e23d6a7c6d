"""Steppers, equations for other integrators, and many runs at once."""
import json
import os
import signal
import subprocess
import threading
import unittest
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from package import PROGRAM, ROOT, STICK_SLIP, stribeck

import numpy as np

TEN = ["start/mass_spring_damper", "start/rotational_stick_slip"] + [f"verify/{name}" for name in (
    "rotational_dry_friction_stick_slip", "rotational_dry_friction_lock_up", "rotational_dry_friction_two_brakes",
    "translational_dry_friction_belt", "translational_hard_stop_two_masses", "friction_parts", "mechanisms_flexible_shaft",
    "mechanisms_slider_crank")]


def slider():
    """A mass on a dry floor, pushed by whoever steps it."""
    d = stribeck.Diagram.from_json({
        "format": "stribeck/1",
        "components": {
            "push": {"type": "translational.force_source"},
            "mass": {"type": "translational.mass", "parameters": {"mass": 2}},
            "floor": {"type": "translational.dry_friction", "parameters": {"static_force": 3, "coulomb_force": 2}},
            "ground": {"type": "translational.ground"}},
        "connections": [["push.R", "mass.M", "floor.R"], ["push.C", "floor.C", "ground.W"]],
        "boundary": {"force": {"input": "push.S"}, "speed": {"output": "mass.v"}},
        "outputs": ["mass.v", "floor.mode"]})
    return d


class Steps(unittest.TestCase):
    def test_stick_slip_in_closed_form(self):
        s = slider().stepper()
        self.assertEqual((s.inputs, s.observed), (["force"], ["speed"]))
        s.step(1.0, force=2.9)  # below the static limit
        self.assertEqual(s["speed"], 0)
        s.step(1.0, force=5.0)
        self.assertAlmostEqual(s["speed"], (5 - 2) / 2, delta=1e-9)
        s.step(0.4, force=0.0)
        self.assertAlmostEqual(s.observe()[0], 1.5 - 0.4, delta=1e-9)
        s.set(force=0.0)
        s.step_to_event(10.0)
        self.assertAlmostEqual(s.t, 2.0 + 1.5, delta=1e-8)
        s.step(1.0)
        self.assertEqual(s["speed"], 0)

    def test_names_are_in_the_order_of_the_boundary(self):
        boundary = {"force": {"input": "push.S"}, "speed": {"output": "mass.v"}, "friction": {"output": "floor.F"}}
        s = stribeck.Diagram.from_json({**slider().document, "boundary": boundary}).stepper()
        self.assertEqual(s.observed, ["speed", "friction"])
        s.step(1.0, force=5.0)
        np.testing.assert_allclose(s.observe(), [1.5, 2], atol=1e-9)

    def test_many_steps_at_once(self):
        forces = np.random.default_rng(1).uniform(-6, 6, 200)
        one, many = slider().stepper(observe=["mass.v", "floor.mode"]), slider().stepper(observe=["mass.v", "floor.mode"])
        expected = []
        for force in forces:
            one.step(0.05, force=force)
            expected.append(one.observe())
        np.testing.assert_array_equal(many.steps(0.05, 200, force=forces), expected)
        self.assertEqual(many.t, one.t)
        self.assertEqual(many.steps(0.1, 3, force=0.0).shape, (3, 2))
        self.assertEqual(many.steps(0.1, 3).shape, (3, 2))
        for wrong in (lambda: many.steps(0.1, 3, force=[1, 2]), lambda: many.steps(0.1, -1), lambda: many.steps(-1.0, 3), lambda: many.steps(0.1, 1, speed=1)):
            with self.assertRaises(stribeck.Error):
                wrong()

    def test_a_step_is_the_same_however_it_is_called(self):
        """Once begun, a number alone goes by a shorter way."""
        s, other = slider().stepper(), slider().stepper()
        s.step(0.5, force=5.0)
        other.step(0.5, force=5.0)
        for duration in (0.1, 1, np.float64(0.25), True):
            self.assertEqual(s.step(duration), other._instance.step(float(duration)))
            self.assertEqual(s.states, other.states)
        step = s.step
        for wrong, kind in ((lambda: step(-1.0), stribeck.Error), (lambda: step(float("nan")), stribeck.Error), (lambda: step("1"), TypeError),
                            (lambda: step(), TypeError), (lambda: step(1.0, 2.0), TypeError), (lambda: step(1.0, speed=2), stribeck.UnknownName)):
            with self.assertRaises(kind):
                wrong()
        s.reset()
        step(0.5, force=5.0)
        self.assertAlmostEqual(s["speed"], 0.75, delta=1e-9)
        del s
        self.assertTrue(step(1.0, force=0.0))
        self.assertTrue(slider().stepper().step(0.1))

    def test_save_and_restore(self):
        s = slider().stepper()
        s.step(0.7, force=5.0)
        saved = s.save()
        s.step(0.9, force=1.0)
        after = s.states
        s.restore(saved)
        self.assertAlmostEqual(s.t, 0.7)
        s.step(0.9, force=1.0)
        self.assertEqual(s.states, after)
        other = s.__class__(s._program, None, float("inf"), None, None, "")
        other.restore(saved)
        other.step(0.9, force=1.0)
        self.assertEqual(other.states, after)
        s.reset()
        self.assertEqual((s.t, s["speed"]), (0, 0))

    def test_the_motion_is_that_of_a_run(self):
        d = stribeck.load(STICK_SLIP)
        r = d.run(stop=2, speed=0.3, rtol=1e-8, t_eval=np.linspace(0, 2, 21))
        s = d.stepper({"load.inertia": "1 kg*m^2"}, speed=0.3, observe=["load.w"], rtol=1e-8)
        seen = [s.observe()[0]]
        for _ in range(20):
            s.step(0.1)
            seen.append(s.observe()[0])
        np.testing.assert_allclose(seen, r["load.w"], atol=1e-6)

    def test_parameters(self):
        s = slider().stepper()
        s.set({"mass.mass": 4.0})
        s.step(1.0, force=6.0)
        self.assertAlmostEqual(s["mass.v"], (6 - 2) / 4, delta=1e-9)

    def test_what_parameters_must_be(self):
        """As when the diagram is read: above zero, or not below another one; both of a pair in one call. Refused, it is as it was."""
        d = stribeck.load(ROOT / "diagrams/verify/rotational_dry_friction_stick_slip.json")
        s, other = d.stepper(), d.stepper()
        for refused, said in (({"load.inertia": -1}, "above 0"), ({"load.inertia": 0}, "above 0"), ({"friction.coulomb_torque": 1e3}, "static_torque"),
                              ({"friction.static_torque": 1e-3}, "coulomb_torque")):
            for begun in (False, True):
                with self.subTest(refused=refused, begun=begun):
                    if begun:
                        s.step(0.1)
                        other.step(0.1)
                    with self.assertRaisesRegex(stribeck.Error, said):
                        s.set(refused)
        s.set({"friction.static_torque": 2e3, "friction.coulomb_torque": 1e3})
        other.set({"friction.static_torque": 2e3, "friction.coulomb_torque": 1e3})
        s.step(1.0), other.step(1.0)
        self.assertEqual(s.states, other.states)

    def test_mistakes(self):
        s = slider().stepper()
        for wrong, kind in ((lambda: s.step(1, fource=2), stribeck.UnknownName), (lambda: s["sped"], stribeck.UnknownName),
                            (lambda: s.step(-1), stribeck.Error), (lambda: s.step(float("nan")), stribeck.Error),
                            (lambda: s.set(force="2 N"), TypeError), (lambda: s.restore(b"nonsense"), stribeck.Error),
                            (lambda: s.set(force=float("nan")), stribeck.Error), (lambda: s.step("a"), TypeError),
                            (lambda: slider().stepper(observe=["mass.w"]), stribeck.UnknownName),
                            (lambda: slider().stepper(solver="no such solver"), stribeck.Error),
                            (lambda: s.set(slopes={"force": 1.0}), stribeck.Error)):
            with self.assertRaises(kind):
                wrong()
        s.step(1.0, force=5.0)
        self.assertAlmostEqual(s["speed"], 1.5, delta=1e-9)

    def test_one_object_in_two_threads(self):
        """One of them is refused, or waits its turn; nothing breaks."""
        s = slider().stepper()
        s.step(0.1, force=5.0)
        refused = []

        def many():
            for _ in range(300):
                try:
                    s.step(1e-3)
                except stribeck.Error as error:
                    refused.append(error.code)

        threads = [threading.Thread(target=many) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(set(refused), {"arguments.invalid"})
        self.assertGreater(s.t, 0.1)


class ByScipy(unittest.TestCase):
    def test_curves_of_scipy_are_ours(self):
        """At the stop, relative to the largest value of each state, and the instants of events."""
        warnings.simplefilter("ignore", stribeck.StribeckWarning)
        for name in TEN:
            with self.subTest(name):
                d = stribeck.load(ROOT / f"diagrams/{name}.json")
                equations = d.equations()
                stop = equations.stop
                times, states, events = equations.solve(method="DOP853", rtol=1e-9, atol=1e-12)
                wanted = [state for state in equations.names if "." in state]
                r = d.run(rtol=1e-9, atol=1e-12, outputs=wanted, interval=stop / 2000)
                self.assertEqual(times[-1], stop)
                instants = np.unique(np.array([event.t for event in r.events if event.t > 0]))
                if len(instants):
                    self.assertLess(np.max([np.min(np.abs(np.array(events) - t)) for t in instants]), 1e-6 * max(1, stop))
                self.assertTrue(set(equations.names) & set(r))
                for number, state in enumerate(equations.names):
                    if state in r:
                        scale = max(1e-3, np.max(np.abs(r[state])))
                        self.assertLess(abs(states[-1, number] - r[state][-1]) / scale, 1e-6, state)

    def test_jacobian_is_the_slope_of_the_right_side(self):
        equations = stribeck.load(STICK_SLIP).equations()
        y = equations.y0 + 0.05
        slope = np.stack([(equations.rhs(0.1, y + 1e-6 * e) - equations.rhs(0.1, y - 1e-6 * e)) / 2e-6 for e in equations.mass], axis=1)
        np.testing.assert_allclose(equations.jac(0.1, y), slope, rtol=1e-5, atol=1e-6)

    def test_stiff_methods_take_the_jacobian(self):
        d = stribeck.load(STICK_SLIP)
        times, states, _ = d.equations().solve(2.0, method="Radau", rtol=1e-8, atol=1e-10)
        equations = d.equations()
        r = d.run(stop=2, rtol=1e-8)
        number = equations.names.index("load.w")
        np.testing.assert_allclose(np.interp(r.t, times, states[:, number])[-1], r["load.w"][-1], atol=1e-5)

    def test_shapes(self):
        equations = stribeck.load(STICK_SLIP).equations()
        for wrong in ([], [1.0], np.zeros((2, 2)), "no"):
            with self.assertRaises((ValueError, TypeError)):
                equations.rhs(0.0, wrong)


def last(result):
    return float(result["load.w"][-1])


class Many(unittest.TestCase):
    def setUp(self):
        self.d = stribeck.load(STICK_SLIP)
        self.samples = [{"speed": float(speed), "load.inertia": 1 + speed} for speed in np.linspace(0.1, 0.4, 8)]
        self.expected = [last(self.d.run(sample, stop=1)) for sample in self.samples]

    def test_threads(self):
        self.assertEqual(self.d.run_many(self.samples, threads=3, stop=1, reduce=last), self.expected)
        self.assertEqual([last(one) for one in self.d.run_many(self.samples, stop=1)], self.expected)

    def test_executors(self):
        with ThreadPoolExecutor(2) as executor:
            self.assertEqual(self.d.run_many(self.samples, executor=executor, stop=1, reduce=last), self.expected)
        with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
            self.assertEqual(self.d.run_many(self.samples, executor=executor, stop=1, reduce=last), self.expected)

    def test_failures(self):
        samples = [*self.samples, {"sped": 1}]
        with self.assertRaises(stribeck.UnknownName) as refusal:
            self.d.run_many(samples, stop=1)
        self.assertIn("sample 8", refusal.exception.__notes__[-1])
        found = self.d.run_many(samples, stop=1, return_errors=True, reduce=last)
        self.assertEqual(found[:-1], self.expected)
        self.assertIsInstance(found[-1], stribeck.UnknownName)


    def test_interrupt(self):
        """What has been run is kept, and the runs on the way end."""
        samples = [self.samples[0], self.samples[1], {"speed": 0.2}]

        def then_interrupt(result):
            done.append(result.stats["reached"])
            if len(done) == 2:
                os.kill(os.getpid(), signal.SIGINT)
                waiting.wait(30)
            return last(result)

        done, waiting = [], threading.Event()
        threading.Timer(3.0, waiting.set).start()
        with self.assertRaises(KeyboardInterrupt) as interruption:
            self.d.run_many(samples, threads=1, stop=1, reduce=then_interrupt)
        found = interruption.exception.result
        self.assertEqual(found[0], self.expected[0])
        self.assertIsNone(found[2])
        self.assertEqual(self.d.run_many(self.samples, stop=1, reduce=last), self.expected)


class Analyses(unittest.TestCase):
    def setUp(self):
        self.d = stribeck.load(ROOT / "diagrams/start/mass_spring_damper.json")

    def test_linear_model(self):
        linear = self.d.linearise("start")
        told = json.loads(subprocess.run([PROGRAM, "linearise", self.d.file, "--at", "start", "--format", "json"], capture_output=True,
                                         check=True, text=True).stdout)["points"][0]
        np.testing.assert_array_equal(linear.A, told["a"])
        self.assertEqual([one.name for one in linear.states], [one["name"] for one in told["states"]])
        np.testing.assert_allclose(sorted(linear.poles, key=abs), [complex(p["real"], p["imaginary"]) for p in told["poles"]])

    def test_scipy_has_the_linear_model(self):
        from scipy import signal

        d = slider()
        system = stribeck.Diagram.from_json({**d.document, "boundary": {}, "connections": d.document["connections"]})
        system.remove("floor")
        system.outputs("mass.v")
        state_space = system.linearise("start", inputs=["push.force"]).to_scipy()
        _, y = signal.step(state_space, T=[0, 1, 2])
        np.testing.assert_allclose(y, [0, 0.5, 1], atol=1e-12)

    def test_modes(self):
        linear, (mode,) = self.d.linearise("start"), self.d.modes("start")
        self.assertAlmostEqual(mode.frequency, abs(linear.poles[0]), delta=1e-9 * mode.frequency)
        self.assertAlmostEqual(mode.damping_ratio, -linear.poles[0].real / abs(linear.poles[0]), delta=1e-9)
        self.assertAlmostEqual(sum(mode.participation.values()), 1, delta=1e-9)
        self.assertAlmostEqual(sum(mode.energy.values()), 1, delta=1e-9)

    def test_sensitivities(self):
        """A mass on a belt breaks loose after F/(k v); until then the spring is stretched by v t."""
        force, stiffness, speed = 3.0, 4.0, 0.3
        belt = stribeck.Diagram.from_json({
            "format": "stribeck/1", "parameters": {"speed": f"{speed} m/s"},
            "components": {
                "mass": {"type": "translational.mass", "parameters": {"mass": 1}, "initial": {"v": "=speed"}},
                "spring": {"type": "translational.spring", "parameters": {"stiffness": stiffness}, "initial": {"x": 0}},
                "friction": {"type": "translational.dry_friction", "parameters": {"coulomb_force": 2, "static_force": force}},
                "belt": {"type": "translational.velocity_source", "parameters": {"velocity": "=speed"}},
                "wall": {"type": "translational.ground"}},
            "connections": [["mass.M", "spring.R", "friction.C"], ["friction.R", "belt.R"], ["spring.C", "belt.C", "wall.W"]],
            "outputs": ["spring.x", "mass.v"]})
        found = belt.sensitivity(["speed", "spring.stiffness", "friction.static_force"], times=[1.0, 2.0], stop=3, rtol=1e-10)
        (event,) = found.events
        np.testing.assert_allclose([event.t, *event.by], [force / stiffness / speed, -force / stiffness / speed**2,
                                                          -force / stiffness**2 / speed, 1 / stiffness / speed], rtol=1e-7)
        np.testing.assert_allclose(found.values[:, 0], speed * found.times, rtol=1e-9)
        np.testing.assert_allclose(found.along[:, 0, :], [[1, 0, 0], [2, 0, 0]], atol=1e-9)
        h = 1e-5
        ends = [belt.run({"spring.stiffness": stiffness + sign * h}, stop=3, rtol=1e-10)["spring.x"][-1] for sign in (1, -1)]
        self.assertAlmostEqual(found.of("spring.x", "spring.stiffness"), (ends[0] - ends[1]) / 2 / h, delta=1e-6)
        self.assertEqual(found.undefined, ())
        with self.assertRaises(stribeck.Error):
            found.of("spring.nosuch", "speed")
        with self.assertRaises(stribeck.Error):
            belt.sensitivity(["nosuch"])

    def test_compare(self):
        r, other = self.d.run(), self.d.run(rtol=1e-9)
        self.assertTrue(all(one.agrees for one in stribeck.compare(r, other)))
        self.assertTrue(all(one.same for one in stribeck.compare(r, r)))
        wrong = {"time": r.t, **{name: r[name] * 1.1 for name in r}}
        self.assertFalse(all(one.agrees for one in stribeck.compare(r, wrong)))
        with self.assertRaises(stribeck.Error):
            stribeck.compare(r, {"time": r.t, r.names[0]: r.t[:3]})

    def test_decay(self):
        t = np.linspace(0, 6, 3000)
        best = next(law for law in stribeck.decay(t, np.exp(-0.2 * t) * np.cos(10 * t)) if law.best)
        self.assertEqual(best.law, "viscous")
        self.assertAlmostEqual(best.damping_ratio.value, 0.02, delta=2e-4)

    def test_spectrum(self):
        t = np.linspace(0, 2, 2001)
        found = stribeck.spectrum(t, 3 * np.sin(2 * np.pi * 25 * t), window="none")
        line = int(np.argmax(found.amplitude))
        self.assertAlmostEqual(found.frequency[line], 25)
        self.assertAlmostEqual(found.amplitude[line], 3, delta=1e-9)

    def test_report_and_program(self):
        page = self.d.report()
        self.assertTrue(page.lstrip().lower().startswith("<!doctype html"))
        self.assertIn(self.d.document["title"], page)
        content = self.d.compile()
        self.assertTrue(content.startswith(b"stribeck program"))


if __name__ == "__main__":
    unittest.main()
