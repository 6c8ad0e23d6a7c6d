"""Curves of studies and optimisations from Python."""
import math
import tempfile
import unittest
from pathlib import Path

from package import STICK_SLIP, stribeck

import numpy as np

PLAN = {"sampling": {"method": "random", "count": 17}, "factors": {"load.inertia": {"uniform": {"from": 0.8, "to": 1.2}}, "speed": [0.1, 0.2]},
        "scalars": {"peak": {"max": "load.w"}}, "curves": {"turn": "spring.phi"}, "experiment": {"stop": "0.5 s", "interval": "10 ms"}}


class Curves(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.study = stribeck.load(STICK_SLIP).study(PLAN, self.folder / "a", chunk=4)

    def test_the_same_as_of_runs(self):
        curves = self.study.run(1).curves()
        self.assertEqual((curves["turn"].shape, curves["time"][-1]), ((17, 51), 0.5))
        table = self.study.table()
        values = {name: table[name][3] for name in ("load.inertia", "speed")}
        run = stribeck.load(STICK_SLIP).run(values, stop="0.5 s", interval="10 ms")
        np.testing.assert_allclose(np.interp(curves["time"], run.t, run["spring.phi"]), curves["turn"][3], rtol=1e-12)

    def test_xarray_reads_the_same_itself(self):
        import xarray

        own, other = self.study.run(1).to_xarray(), xarray.open_zarr(self.folder / "a/curves.zarr", consolidated=False)
        np.testing.assert_array_equal(own.turn, other.turn)
        np.testing.assert_array_equal(own.peak, other.peak)
        np.testing.assert_array_equal(own["load.inertia"], other["load.inertia"])
        self.assertEqual((own.turn.units, own.peak.units), ("rad", "rad/s"))

    def test_none_are_told_so(self):
        with self.assertRaisesRegex(stribeck.Error, "no curves: none of its samples"):
            self.study.curves()
        plain = stribeck.load(STICK_SLIP).study({name: part for name, part in PLAN.items() if name != "curves"}, self.folder / "b")
        with self.assertRaisesRegex(stribeck.Error, "names none"):
            plain.curves()

    def test_the_page(self):
        page = self.study.run(1).report(self.folder / "page.html")
        self.assertEqual((self.folder / "page.html").read_text(), page)
        self.assertIn("spring.phi", page)


class Optimise(unittest.TestCase):
    def test_in_code(self):
        """The same oscillator as in the notes on damping: its overshoot is exp(-pi z/sqrt(1 - z^2))."""
        d = stribeck.Diagram("A mass on a spring")
        mass, spring = d.add("mass", "translational.mass", mass=1.0), d.add("spring", "translational.spring", stiffness=100.0, initial={"x": -1.0})
        damper, wall = d.add("damper", "translational.damper", damping=1.0), d.add("wall", "translational.ground")
        d.connect(mass.M, spring.R, damper.R)
        d.connect(spring.C, damper.C, wall.W)
        d.experiment(stop="1 s", interval="2 ms", rtol=1e-9)
        found = d.optimise({"factors": {"damper.damping": {"uniform": {"from": 1, "to": 15}}}, "scalars": {"peak": {"max": "spring.x"}},
                            "optimise": {"minimise": "(peak - 0.1)^2", "starts": 2}})
        z = math.log(10) / math.hypot(math.pi, math.log(10))
        self.assertAlmostEqual(found["variables"][0]["value"], 20 * z, delta=1e-2)
        with self.assertRaisesRegex(stribeck.Error, "does not say"):
            d.optimise({"factors": {"damper.damping": {"uniform": {"from": 1, "to": 15}}}, "scalars": {"peak": {"max": "spring.x"}}, "sampling": {"method": "sobol", "count": 4}})


if __name__ == "__main__":
    unittest.main()
