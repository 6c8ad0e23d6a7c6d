"""Loading, running and reading diagrams from Python."""
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import types
import unittest
import unittest.mock
import warnings
from concurrent.futures import ThreadPoolExecutor

from package import BOW, PACKAGE, PROGRAM, ROOT, STICK_SLIP, stribeck

import numpy as np
from stribeck import _core


class Running(unittest.TestCase):
    def setUp(self):
        self.d = stribeck.load(STICK_SLIP)

    def test_rows_are_those_of_the_program(self):
        r = self.d.run(stop="3 s", speed="0.3 rad/s")
        csv = subprocess.run([PROGRAM, "run", STICK_SLIP, "--stop", "3 s", "--set", "speed=0.3 rad/s", "--csv", "-", "--quiet"],
                             check=True, capture_output=True, text=True).stdout
        names, *rows = [line.split(",") for line in csv.splitlines()]
        table = np.array(rows, dtype=float)
        self.assertEqual(names, ["time", *r.names[:3]])
        np.testing.assert_array_equal(table[:, 0], r.t)
        for column, name in enumerate(names[1:], 1):
            np.testing.assert_array_equal(table[:, column], r[name])

    def test_values_alone_compile_nothing_anew(self):
        for speed in (0.1, 0.2, "3 rpm", np.float64(0.3)):
            self.d.run(stop=0.5, speed=speed)
        self.assertEqual(self.d.built, 1)

    def test_values_of_one_run_do_not_stay(self):
        first = self.d.run(stop=1)
        self.d.run({"load.inertia": 5}, stop=1)
        np.testing.assert_array_equal(first["load.w"], self.d.run(stop=1)["load.w"])

    def test_values_with_units_and_of_pint(self):
        import pint

        units = pint.UnitRegistry()
        expected = self.d.run({"load.inertia": 2.5}, stop=1, speed=2 * np.pi * 3 / 60)["load.w"]
        for inertia, speed, stop in (
            ("2.5 kg*m^2", "3 rpm", "1 s"),
            (2.5 * units.kg * units.m**2, 3 * units.rpm, 1000 * units.ms),
        ):
            np.testing.assert_allclose(self.d.run({"load.inertia": inertia}, speed=speed, stop=stop)["load.w"], expected, rtol=1e-12)
        with self.assertRaises(stribeck.DiagramError) as refusal:
            self.d.run({"load.inertia": 3 * units.m})
        self.assertEqual(refusal.exception.code, "value.wrong_dimension")

    def test_arrays_are_the_memory_of_the_run(self):
        r = self.d.run(stop=1)
        addresses = {name: r[name].__array_interface__["data"][0] for name in r}
        self.assertEqual(addresses, {name: r[name].ctypes.data for name in r})
        self.assertEqual(len(set(addresses.values())), len(r))
        self.assertFalse(r["load.w"].flags.owndata or r["load.w"].flags.writeable)
        kept = r["load.w"]
        before = kept.copy()
        del r
        self.d.run(stop=2)
        np.testing.assert_array_equal(kept, before)

    def test_rows_at_given_instants(self):
        wanted = [0, 0.123, 0.5, 1.31369]
        r = self.d.run(t_eval=wanted)
        np.testing.assert_array_equal(r.t, wanted)
        self.assertAlmostEqual(r["spring.phi"][-1], 0.256354, delta=1e-5)
        with self.assertRaises(stribeck.DiagramError):
            self.d.run(t_eval=[[1.0]])

    def test_between_rows(self):
        r = self.d.run(stop=1)
        np.testing.assert_array_equal(r.sol(r.t), np.stack([r[name] for name in r]))
        middle = 0.5 * (r.t[3] + r.t[4])
        self.assertAlmostEqual(float(r.at("load.w", middle)), 0.5 * (r["load.w"][3] + r["load.w"][4]), delta=1e-15)
        self.assertEqual(r.sol(0.5).shape, (len(r),))
        for outside in (-1, 2, np.nan):
            with self.assertRaises(stribeck.DiagramError):
                r.sol(outside)

    def test_other_columns(self):
        r = self.d.run(stop=1, outputs=["friction.*", "2*load.w"])
        self.assertIn("friction.w", r)
        np.testing.assert_allclose(r["2*load.w"], 2 * self.d.run(stop=1)["load.w"])
        with self.assertRaises(stribeck.UnknownName) as refusal:
            r["load.w "]
        self.assertIsInstance(refusal.exception, KeyError)
        self.assertIn("load.w", str(refusal.exception))

    def test_audit(self):
        audit = self.d.run().audit
        self.assertAlmostEqual(audit.supplied, audit.stored + audit.dissipated + audit.residual, delta=1e-9)
        self.assertLess(audit.relative, 1e-6)
        self.assertIn("friction", audit.to_pandas().index)
        self.assertEqual(audit.to_pandas().attrs["units"]["dissipated"], "J")

    def test_verified_run(self):
        self.assertGreater(len(self.d.run(stop=0.5, verify=True).t), 10)

    def test_program_file(self):
        with tempfile.NamedTemporaryFile(suffix=".program") as program:
            subprocess.run([PROGRAM, "compile", STICK_SLIP, "-o", program.name], check=True)
            d = stribeck.load(program.name)
            np.testing.assert_array_equal(d.run()["load.w"], self.d.run()["load.w"])
            np.testing.assert_array_equal(d.run(speed=0.3)["load.w"], self.d.run(speed=0.3)["load.w"])
            self.assertEqual(d.document, self.d.document)
            with self.assertRaises(stribeck.DiagramError):
                d.set("speed", 1)

    def test_warnings(self):
        self.d.set("speed", 0.1)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            r = self.d.run(solver="rk4", stop=0.1)
        self.assertEqual([one.category for one in caught], [stribeck.StribeckWarning] * sum(n.severity == "warning" for n in r.notes))
        self.assertIn("step", str(caught[0].message))
        self.assertEqual(caught[0].filename, __file__)


class Events(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.r = stribeck.load(BOW).run()

    def test_events(self):
        self.assertEqual(len(self.r.events), self.r.stats["events"])
        self.assertEqual(self.r.events[0].label, "rosin: sticks")
        self.assertEqual(len(self.r.t_events["rosin: sticks"]), sum(one.label == "rosin: sticks" for one in self.r.events))

    def test_what_sticks_does_not_slip(self):
        spans = self.r.sticking()["rosin.mode"]
        self.assertGreater(len(spans), 10)
        for begin, end in spans:
            inside = (self.r.t > begin) & (self.r.t < end)
            np.testing.assert_allclose(self.r["mass_2.v"][inside], 0.1, atol=1e-9)

    def test_by_events_where_no_mode_is_seen(self):
        r = stribeck.load(BOW).run(outputs="mass_2.v")
        seen = dict(r.sticking())
        seen.pop("rosin.mode", None)
        if "rosin.mode" not in r:
            np.testing.assert_allclose(seen["rosin"], self.r.sticking()["rosin.mode"])
        else:  # the plots of the diagram want it
            np.testing.assert_allclose(r._stuck_by_events()["rosin"], self.r.sticking()["rosin.mode"])

    def test_pandas(self):
        frame = self.r.to_pandas()
        self.assertEqual(list(frame.columns), self.r.names)
        self.assertEqual(frame.attrs["units"]["mass_2.v"], "m/s")
        self.assertFalse(frame.index.is_unique)
        for side, row in (("before", 0), ("after", -1)):
            unique = self.r.to_pandas(at_events=side)
            self.assertTrue(unique.index.is_unique)
            t = self.r.events[3].t
            self.assertEqual(unique.loc[t, "rosin.mode"], frame.loc[[t], "rosin.mode"].iloc[row])

    def test_xarray(self):
        dataset = self.r.to_xarray()
        self.assertEqual(dataset["rosin.F"].attrs["units"], "N")
        self.assertIn("force", dataset["rosin.F"].attrs["long_name"])
        np.testing.assert_array_equal(dataset["rosin.F"].values, self.r["rosin.F"])

    def test_plot(self):
        import matplotlib

        matplotlib.use("Agg")
        figure = self.r.plot()
        labels = [ax.get_ylabel() for ax in figure.axes]
        self.assertIn("mass_2.v [m/s]", labels)
        self.assertEqual({ax.get_xlabel() for ax in figure.axes}, {"time [s]"})
        shaded = [patch for patch in figure.axes[0].patches]
        self.assertEqual(len(shaded), len(self.r.sticking()["rosin.mode"]))
        self.assertEqual(len(self.r.plot("rosin.F", "mass_2.v").axes), 2)

    def test_shown_in_notebooks(self):
        page = self.r._repr_html_()
        self.assertIn("A bowed string", page)
        self.assertIn("<iframe", page)
        self.assertIn("rosin.F", self.r.page())


class Threads(unittest.TestCase):
    def test_others_go_on_while_it_runs(self):
        """It would never end: only another thread can stop it."""
        d, stop, ended = stribeck.load(STICK_SLIP), _core.StopFlag(), []

        def endless():
            with self.assertRaises(stribeck.Interrupted) as interruption:
                d._run(d._asked(None, {}, stop=1e9, interval=1e6, rtol=1e-10), None, stop)
            ended.append(interruption.exception.result)

        thread = threading.Thread(target=endless)
        thread.start()
        self.assertGreater(len(d.run().t), 1000)
        stop.set()
        thread.join(60)
        self.assertLess(ended[0].stats["reached"], 1e9)

    def test_one_diagram_by_many_threads(self):
        d = stribeck.load(STICK_SLIP)
        speeds = np.linspace(0.1, 0.4, 12)
        alone = [d.run(speed=speed, stop=2)["load.w"] for speed in speeds]
        with ThreadPoolExecutor(4) as threads:
            for one, other in zip(alone, threads.map(lambda speed: d.run(speed=speed, stop=2)["load.w"], speeds)):
                np.testing.assert_array_equal(one, other)

    def test_interrupt(self):
        d = stribeck.load(STICK_SLIP)
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt) as interruption:
            d.run(stop=1e6, interval=1)
        r = interruption.exception.result
        self.assertGreater(len(r.t), 10)
        self.assertTrue(r.interrupted)
        self.assertGreater(len(d.run().t), 1000)  # the diagram is as it was

    def test_interrupt_of_an_analysis(self):
        """Whose run would take for ever."""
        d = stribeck.load(STICK_SLIP)
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            d.linearise(1e6)
        self.assertGreater(len(d.run().t), 1000)

    def test_progress(self):
        d, calls = stribeck.load(STICK_SLIP), []

        def tell(t, stop, events):
            calls.append((t, stop))
            if len(calls) == 3:
                raise LookupError("enough")

        with self.assertRaises(LookupError):
            d.run(stop=1e6, interval=1, progress=tell)
        self.assertEqual(len(calls), 3)
        self.assertEqual(calls[0][1], 1e6)


class Bars(unittest.TestCase):
    def test_a_bar_of_tqdm_where_it_is_there(self):
        """As tqdm does: the format is filled in as soon as there is a bar."""
        shown, closed = [], []

        class Bar:
            def __init__(self, *, total=None, unit="it", bar_format=""):
                self.n, self.total, self.format = 0, total, bar_format
                self.set_postfix()

            def set_postfix(self, **told):
                shown.append(self.format.format(l_bar="", bar="", n=self.n, total=self.total, elapsed="", remaining=""))

            def close(self):
                closed.append(self)

        auto, package = types.ModuleType("tqdm.auto"), types.ModuleType("tqdm")
        auto.tqdm, package.auto = Bar, auto
        with unittest.mock.patch.dict(sys.modules, {"tqdm": package, "tqdm.auto": auto}):
            stribeck.load(STICK_SLIP).run(stop=300, interval=1, progress=True)
        self.assertIn("300/300 s", shown[-1])
        self.assertEqual(len(closed), 1)


class Import(unittest.TestCase):
    def test_numpy_waits_until_it_is_needed(self):
        """It takes longer than all the rest; to build, check and write diagrams there is no need of it."""
        script = ("import sys, stribeck; d = stribeck.Diagram(); d.add('load', 'rotational.inertia', inertia='2 kg*m^2'); d.to_json(); "
                  "assert not {'numpy', 'scipy', 'pandas', 'xarray', 'matplotlib', 'pint', 'tqdm', 'hashlib', 'multiprocessing'} & {*sys.modules}")
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(PACKAGE)}, check=True)


class Pictures(unittest.TestCase):
    def test_a_schematic_shows_the_values_of_an_instant(self):
        d = stribeck.load(STICK_SLIP)
        value = d.run(stop="1.5 s", speed=0.2)["spring.phi"][-1]
        svg = d.draw(at="1.5 s", speed=0.2)
        self.assertIn("t = 1.5 s", svg)
        self.assertIn(f"phi = {1e3 * value:.4g} mrad", svg)
        self.assertNotIn("phi = ", d.draw())
        with self.assertRaises(stribeck.Error):
            d.draw(at="1.5 s", bond_graph=True)


class Pickles(unittest.TestCase):
    def test_diagram_and_result(self):
        d = stribeck.load(STICK_SLIP)
        d.set("speed", 0.25)
        r = d.run()
        again = pickle.loads(pickle.dumps(d))
        np.testing.assert_array_equal(again.run()["load.w"], r["load.w"])
        stored = pickle.loads(pickle.dumps(r))
        np.testing.assert_array_equal(stored["load.w"], r["load.w"])
        self.assertEqual((stored.audit, stored.events, stored.units, stored.page()), (r.audit, r.events, r.units, r.page()))
        self.assertEqual(repr(pickle.loads(pickle.dumps(stored))), repr(r))

    def test_files_go_with_it(self):
        """A diagram that reads other files runs where these are not."""
        d = stribeck.load(ROOT / "diagrams/reference/friction_table.json")
        expected = d.run()
        script = "import pickle, sys; d = pickle.load(sys.stdin.buffer); print(repr(float(d.run()[d.run().names[0]][-1])))"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROGRAM.parent / "python")])}
        said = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(d), capture_output=True, cwd="/", env=environment, check=True)
        self.assertEqual(float(said.stdout), expected[expected.names[0]][-1])


if __name__ == "__main__":
    unittest.main()
