"""Curves of studies: a store of Zarr v3 that zarr and xarray open, whole at any time; and the page that shows a study."""
import csv
import io
import json
import re
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import python_tools  # noqa: E402
from program import ROOT, stribeck  # noqa: E402

if __name__ == "__main__":
    python_tools.run_there()
import numpy as np  # noqa: E402
import tempfile  # noqa: E402
import warnings  # noqa: E402
import xarray  # noqa: E402
import zarr  # noqa: E402

STICK_SLIP = ROOT / "diagrams/start/rotational_stick_slip.json"
FACTORS = {"load.inertia": {"uniform": {"from": "0.8 kg*m^2", "to": "1.2 kg*m^2"}}, "speed": ["1 rpm", "2 rpm"]}


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def plan(self, name="plan", **changes):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({"format": "stribeck-study/1", "diagram": str(STICK_SLIP), "sampling": {"method": "random", "count": 23},
                                    "factors": FACTORS, "scalars": {"peak": {"max": "load.w"}}, "curves": {"turn": "spring.phi", "power": "friction.T*load.w"},
                                    "experiment": {"stop": "0.5 s", "interval": "10 ms"}} | changes))
        return path

    def study(self, plan, name, *options, status=0):
        done = stribeck("study", plan, "--dir", self.folder / name, *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return self.folder / name

    def opened(self, folder):
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what another reader wonders at is not right
            return xarray.open_zarr(folder / "curves.zarr", consolidated=False)


class Curves(Case):
    def test_they_are_those_of_single_runs(self):
        data = self.opened(self.study(self.plan(), "a", "--chunk", 5))
        self.assertEqual(dict(data.sizes), {"sample": 23, "time": 51})
        self.assertEqual((data.turn.dims, data.turn.units, data.turn.long_name, data.power.units), (("sample", "time"), "rad", "spring.phi", "W"))
        for sample in (0, 7, 22):
            found = stribeck("run", STICK_SLIP, "--set", f"load.inertia={float(data['load.inertia'][sample])!r}", "--set", f"speed={float(data.speed[sample])!r}",
                             "--stop", "0.5 s", "--interval", "10 ms", "--quiet", "--csv", "-", "--outputs", "spring.phi", "--outputs", "friction.T*load.w")
            rows = list(csv.reader(io.StringIO(found.stdout)))[1:]
            last = {float(row[0]): row for row in rows}  # of those that share an instant the one after the event
            for k, t in enumerate(data.time.values):
                self.assertEqual((float(data.turn[sample, k]), float(data.power[sample, k])), (float(last[t][1]), float(last[t][2])))

    def test_factors_and_scalars_are_those_of_the_table(self):
        folder = self.study(self.plan(), "a", "--chunk", 5)
        data, rows = self.opened(folder), list(csv.DictReader((folder / "table.csv").read_text().splitlines()))
        np.testing.assert_array_equal(data["load.inertia"], [float(row["load.inertia"]) for row in rows])
        np.testing.assert_array_equal(data.peak, [float(row["peak"]) for row in rows])
        self.assertEqual((data.peak.role, data.peak.units, set(data.status.values)), ("scalar", "rad/s", {0}))

    def test_factors_that_are_words_are_flags(self):
        noise = self.folder / "noise.json"
        noise.write_text(json.dumps({"format": "stribeck/1", "components": {"noise": {"type": "signals.noise", "parameters": {"period": "10 ms"}}},
                                     "experiment": {"stop": "0.1 s"}, "outputs": ["noise.y"]}))
        folder = self.study(self.plan(diagram=str(noise), factors={"noise.distribution": ["normal", "uniform"]}, scalars={"last": {"final": "noise.y"}},
                                      curves={"y": "noise.y"}, sampling="grid", experiment={}), "a")
        law = self.opened(folder)["noise.distribution"]
        self.assertEqual((law.flag_meanings, law.flag_values, law.values.tolist()), ("normal uniform", [0, 1], [0, 1]))
        self.assertEqual(stribeck("study", "report", folder, "-o", self.folder / "page.html").returncode, 0)
        self.assertIn('"words":["normal","uniform"]', (self.folder / "page.html").read_text())

    def test_zarr_reads_the_numbers(self):
        group = zarr.open_group(self.study(self.plan(), "a", "--chunk", 5) / "curves.zarr", mode="r")
        self.assertEqual((group["turn"].shape, group["turn"].chunks, group["turn"].metadata.zarr_format), ((23, 51), (5, 51), 3))
        self.assertEqual(float(group["time"][-1]), 0.5)

    def test_samples_that_are_missing_or_failed_are_no_numbers(self):
        # A breakaway torque is no less than that of Coulomb's friction.
        factors = {"friction.breakaway_torque": [25, 15, 26]}
        folder = self.study(self.plan(factors=factors, sampling="grid"), "a", "--chunk", 1, status=1)
        data = self.opened(folder)
        self.assertEqual(np.isnan(data.turn.values).all(axis=1).tolist(), [False, True, False])
        self.assertEqual(data.status.values.tolist(), [0, 1, 0])
        (folder / "curves.zarr/turn/c.2.0").unlink()
        self.assertTrue(np.isnan(self.opened(folder).turn.values[2]).all())

    def test_a_run_that_ends_early_has_no_more_numbers(self):
        diagram = self.folder / "thrown.json"
        diagram.write_text(json.dumps({"format": "stribeck/1", "parameters": {"stop": "1 s"}, "components": {"ramp": {"type": "signals.ramp"}},
                                       "experiment": {"stop": "=stop", "interval": "0.1 s"}, "outputs": ["ramp.y"]}))
        plan = self.plan(diagram=str(diagram), factors={"stop": ["0.5 s", "1 s"]}, sampling="grid", scalars={"last": {"final": "ramp.y"}},
                         curves={"y": "ramp.y"}, experiment={})
        data = self.opened(self.study(plan, "a"))
        self.assertEqual(np.isfinite(data.y.values).sum(axis=1).tolist(), [6, 11])

    def test_the_same_bytes_however_many_work(self):
        plan = self.plan()
        first, second = self.study(plan, "a", "--chunk", 4), self.study(plan, "b", "--chunk", 4, "-j", 3)
        files = [{file.relative_to(folder): file.read_bytes() for file in (folder / "curves.zarr").rglob("*") if file.is_file()} for folder in (first, second)]
        self.assertEqual(*files)
        self.assertGreater(len(files[0]), 10)

    def test_a_retry_keeps_the_curves_of_the_others(self):
        plan = self.plan(factors={"friction.breakaway_torque": [25, 15, 26]}, sampling="grid")
        folder = self.study(plan, "a", "--chunk", 3, status=1)
        before = (folder / "curves.zarr/turn/c.0.0").read_bytes()
        self.assertEqual(stribeck("study", "retry", folder, "--failed").returncode, 1)
        self.assertEqual((folder / "curves.zarr/turn/c.0.0").read_bytes(), before)
        shutil.rmtree(folder / "curves.zarr/turn")  # those that are lost are run again
        self.assertEqual(stribeck("study", "retry", folder, "--failed").returncode, 1)
        self.assertEqual((folder / "curves.zarr/turn/c.0.0").read_bytes(), before)

    def test_errors_have_places(self):
        for changes, code, words in (({"curves": {"turn": "spring.ph"}}, "diagram.unknown_variable", 'no variable "ph"'), ({"curves": {"peak": "load.w"}}, "diagram.name_taken", "another name"),
                                     ({"curves": {"turn": "load.*"}}, "value.bad_choice", "a curve shows one"), ({"curves": {"time": "load.w"}}, "diagram.name_taken", "time")):
            with self.subTest(changes):
                said = stribeck("study", self.plan(**changes), "--dry").stderr
                self.assertIn(f"error[{code}]", said)
                self.assertIn(words, said)
                self.assertRegex(said, r"plan.json:\d+:\d+")


class Page(Case):
    def page(self, **changes):
        folder = self.study(self.plan(**changes), "a", "--chunk", 5)
        self.assertEqual(stribeck("study", "report", folder, "-o", self.folder / "page.html", "--quiet").returncode, 0)
        return (self.folder / "page.html").read_text()

    def test_it_holds_all_rows_and_needs_nothing_else(self):
        page = self.page()
        self.assertNotRegex(page, r"(src|href)=\"(?!#|data:)")
        data = json.loads(re.search(r'<script type="application/json" id="study">(.*?)</script>', page, re.DOTALL).group(1))
        self.assertEqual((data["rows"], data["samples"], data["stride"]), (23, 23, 1))
        self.assertEqual([one["name"] for one in data["columns"]], ["load.inertia", "speed", "peak"])
        self.assertEqual(data["columns"][1]["words"], [])
        self.assertEqual((data["curves"]["names"], data["curves"]["every"], len(data["curves"]["times"])), (["turn", "power"], 1, 51))

    def test_sobol_indices_are_on_it(self):
        page = self.page(sampling={"method": "saltelli", "count": 8}, factors={name: {"uniform": {"from": 0.9, "to": 1.1}} for name in ("load.inertia",)})
        data = json.loads(re.search(r'<script type="application/json" id="study">(.*?)</script>', page, re.DOTALL).group(1))
        self.assertEqual([(one["scalar"], one["factor"]) for one in data["indices"]], [("peak", "load.inertia")])


if __name__ == "__main__":
    unittest.main()
