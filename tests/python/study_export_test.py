"""Rows of studies as files, read back by what reads such files: the same numbers to the bit, the same words, units and gaps."""
import csv
import tempfile
import unittest
from pathlib import Path

from package import STICK_SLIP, stribeck

import numpy as np

# A breakaway torque of 15 N*m is refused, and so is the law whose parameters have other names: failures, words and gaps.
PLAN = {"sampling": "grid", "seed": 1,
        "factors": {"friction.breakaway_torque": [25, 15], "friction.law": ["smooth", "legacy"], "load.inertia": [0.1, 1 / 3]},
        "scalars": {"peak": {"max": "load.w"}, "late": {"crossing_time": "load.w", "target": "0.4 rad/s"}},
        "curves": {"turn": "spring.phi"}, "experiment": {"stop": "0.5 s", "interval": "10 ms"}}
UNITS = {"load.inertia": "kg*m^2", "peak": "rad/s", "late": "s", "status": ""}


class Export(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.study = stribeck.load(STICK_SLIP).study(PLAN, cls.folder / "a", chunk=3).run(1)
        cls.table = cls.study.table()

    def test_what_is_asked_has_numbers_words_and_gaps(self):
        self.assertEqual(list(self.table["status"]), ["done"] * 2 + ["failed"] * 6)
        self.assertEqual(set(self.table["friction.law"]), {"smooth", "legacy"})
        self.assertTrue(np.isnan(self.table["peak"][2:]).all() and np.isfinite(self.table["peak"][:2]).all())

    def test_csv(self):
        self.study.export(self.folder / "rows.csv")
        self.assertEqual((self.folder / "rows.csv").read_bytes(), (self.folder / "a/table.csv").read_bytes())
        with (self.folder / "rows.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["message"] for row in rows], list(self.table["message"]))

    def test_hdf5(self):
        import h5py

        self.study.export(self.folder / "rows.h5")
        with h5py.File(self.folder / "rows.h5") as file:
            self.assertEqual(set(file), {*self.table, "curves"})
            for name, values in self.table.items():
                found = file[name].asstr()[:] if values.dtype == object else file[name][:]
                np.testing.assert_array_equal(found, values, name)
            for name, unit in UNITS.items():
                self.assertEqual(file[name].attrs["unit"], unit)
            for name, values in self.study.curves().items():
                np.testing.assert_array_equal(file["curves"][name][:], values)
            self.assertEqual((file["curves/turn"].shape, file["curves/turn"].attrs["unit"], file["curves/time"].attrs["unit"]), ((8, 51), "rad", "s"))

    def test_parquet(self):
        import pyarrow.parquet

        self.study.export(self.folder / "rows.parquet")
        found = pyarrow.parquet.read_table(self.folder / "rows.parquet")
        self.assertEqual(found.column_names, list(self.table))
        for name, values in self.table.items():
            column = found.column(name)
            if name in self.study.scalars:
                self.assertEqual(column.null_count, int(np.isnan(values).sum()))
            np.testing.assert_array_equal(column.to_numpy(), values, name)
        for name, unit in UNITS.items():
            self.assertEqual(found.field(name).metadata[b"unit"].decode(), unit)

    def test_a_study_that_is_not_complete(self):
        import h5py

        begun = stribeck.load(STICK_SLIP).study(PLAN, self.folder / "begun", chunk=2)
        begun.export(self.folder / "none.h5")
        with h5py.File(self.folder / "none.h5") as file:
            self.assertEqual((file["sample"].shape, "curves" in file), ((0,), False))
        stribeck.load(STICK_SLIP).study(PLAN, self.folder / "begun", chunk=2).run(1)
        (self.folder / "begun/chunks/000001").unlink()
        stribeck.Study(self.folder / "begun").export(self.folder / "some.h5")
        with h5py.File(self.folder / "some.h5") as file:
            self.assertEqual(list(file["sample"]), [0, 1, 4, 5, 6, 7])
            np.testing.assert_array_equal(file["curves/turn"][:], self.study.curves()["turn"][file["sample"][:]])

    def test_refused_and_what_was_there_stays(self):
        with self.assertRaisesRegex(stribeck.Error, ".parquet"):
            self.study.export(self.folder / "rows.xlsx")
        (self.folder / "kept.h5").mkdir()
        with self.assertRaises(OSError):
            self.study.export(self.folder / "kept.h5")
        self.assertEqual([path.name for path in self.folder.iterdir() if "draft" in path.name], [])


if __name__ == "__main__":
    unittest.main()
