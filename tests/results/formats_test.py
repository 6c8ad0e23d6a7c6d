"""Results opened by the programs that they are written for."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

try:
    import scipy.io
except ImportError:
    scipy = None
try:
    import h5py
except ImportError:
    h5py = None

CLUTCHES = ROOT / "diagrams/reference/coupled_clutches.json"


def rows_of(path):
    lines = path.read_text().splitlines()
    names = lines[0].split(",")
    return {name: [float(line.split(",")[i]) for line in lines[1:]] for i, name in enumerate(names)}


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        results = [argument for ending in ("mat", "h5", "jsonl") for argument in ("--result", cls.folder / f"a.{ending}")]
        result = stribeck("run", CLUTCHES, "--quiet", "--csv", cls.folder / "a.csv", *results)
        assert (result.returncode, result.stderr) == (0, ""), result.stderr
        cls.rows = rows_of(cls.folder / "a.csv")

    @unittest.skipUnless(scipy, "no SciPy here (Debian: apt-get install python3-scipy)")
    def test_scipy_opens_the_mat_file_as_readers_of_dymola_results_do(self):
        content = scipy.io.loadmat(self.folder / "a.mat", chars_as_strings=False)
        words = lambda matrix: ["".join(column).rstrip("\0 ") for column in matrix.T]
        names, descriptions = words(content["name"]), words(content["description"])
        self.assertEqual(["".join(row).rstrip() for row in content["Aclass"]][::3], ["Atrajectory", "binTrans"])
        self.assertEqual(len(names), len(descriptions))
        info = content["dataInfo"]
        self.assertEqual(info.shape, (4, len(names)))
        for name, values in self.rows.items():
            place = names.index(name)
            data = content[f"data_{info[0, place] or 2}"]
            self.assertEqual(list(data[abs(info[1, place]) - 1]), values, name)
        self.assertEqual(descriptions[names.index("J1.w")].split("[")[-1], "rad/s]")
        place = names.index("clutch1.peak")
        self.assertEqual(list(content["data_1"][info[1, place] - 1]), [1.1, 1.1])

    @unittest.skipUnless(h5py, "no h5py here (Debian: apt-get install python3-h5py)")
    def test_h5py_opens_the_hdf5_file_with_names_units_and_descriptions(self):
        with h5py.File(self.folder / "a.h5") as file:
            for name, values in self.rows.items():
                self.assertEqual(list(file[name][:]), values, name)
            self.assertEqual(file["J1.w"].attrs["unit"], "rad/s")
            self.assertEqual(file["clutch1.mode"].attrs["description"], "1 slips forwards, -1 slips backwards, 0 sticks, 2 open")
            self.assertEqual(file["parameters/J1.inertia"][()], 1)
            self.assertIn(b"clutch2: sticks", list(file["events/label"][:]))
            self.assertEqual(file.attrs["title"], "Three clutches between four inertias")

    @unittest.skipUnless(h5py, "no h5py here (Debian: apt-get install python3-h5py)")
    def test_labels_are_of_the_kind_that_octave_loads(self):
        with h5py.File(self.folder / "a.h5") as file:
            kind = h5py.check_string_dtype(file["events/label"].dtype)
            self.assertEqual(kind.encoding, "ascii")
            self.assertIsNotNone(kind.length)

    @unittest.skipUnless(shutil.which("octave-cli"), "no Octave here (Debian: apt-get install octave)")
    def test_octave_opens_both(self):
        still = self.folder / "still.h5"  # a run without events
        self.assertEqual(stribeck("run", ROOT / "diagrams/start/mass_spring_damper.json", "--quiet", "--result", still).returncode, 0)
        script = f"""
            m = load('{self.folder / "a.mat"}');
            names = deblank(cellstr(m.name')); place = find(strcmp(names, 'J1.w'));
            rows = m.(sprintf('data_%d', m.dataInfo(1, place)));
            h = load('{self.folder / "a.h5"}'); s = load('{still}');
            printf('%d\\n', isequal(rows(abs(m.dataInfo(2, place)), :), h.J1_w), isempty(s.events.time));
            disp(deblank(m.description(:, place)')); disp(deblank(h.events.label(2, :))); disp(h.parameters.J1_inertia)"""
        result = subprocess.run(["octave-cli", "--no-gui", "--eval", script], text=True, capture_output=True, timeout=120, check=False)
        self.assertEqual(result.stdout.splitlines(), ["1", "1", "angular velocity of the body [rad/s]", "clutch2: slips forwards", "1"],
                         result.stderr)

    def test_json_lines_are_json(self):
        lines = [json.loads(line) for line in (self.folder / "a.jsonl").read_text().splitlines()]
        names = [column["name"] for column in lines[0]["columns"]]
        rows = [line for line in lines[1:] if isinstance(line, list)]
        for i, name in enumerate(names):
            self.assertEqual([row[i] for row in rows], self.rows[name], name)
        self.assertTrue(any(line.get("event") == "clutch2: sticks" for line in lines if isinstance(line, dict)))

    def test_all_agree_with_one_another(self):
        for ending in ("mat", "h5", "jsonl"):
            result = stribeck("compare-results", self.folder / "a.csv", self.folder / f"a.{ending}", "--tol", "0", "--time-tol", "0 s")
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_result_on_standard_output_or_of_no_known_format(self):
        for name in ("-", "a.xls"):
            result = stribeck("run", CLUTCHES, "--result", name)
            self.assertEqual(result.returncode, 2)
            self.assertIn(".csv, .jsonl, .mat or .h5", result.stderr)

    def test_a_full_disk(self):
        for ending in ("mat", "h5", "jsonl"):
            link = self.folder / f"full.{ending}"
            link.symlink_to("/dev/full")
            result = stribeck("run", CLUTCHES, "--quiet", "--result", link)
            self.assertEqual(result.returncode, 1)
            self.assertIn("error[output.unwritable]: ", result.stderr)


if __name__ == "__main__":
    unittest.main()
