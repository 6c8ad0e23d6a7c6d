"""Which rows of a run are written: in a window, at given times, at the solver's steps. The run is the same whatever they are."""
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import ROOT, stribeck  # noqa: E402

# A stick-slip motion with events; a mechanism whose loops are solved by Newton's iteration, where a trace of a row would be seen.
DIAGRAMS = [ROOT / "diagrams/start/rotational_stick_slip.json", *sorted((ROOT / "diagrams/verify").glob("*slider_crank*.json"))[:2],
            *sorted((ROOT / "diagrams/verify").glob("rotational_friction*.json"))[:2]]


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.diagram = json.loads(DIAGRAMS[0].read_text())

    def lines(self, *more, diagram=DIAGRAMS[0]):
        said = stribeck("run", diagram, "--quiet", "--csv", "-", *more, cwd=self.folder)
        self.assertEqual((said.returncode, said.stderr), (0, ""), more)
        return said.stdout.splitlines()

    def written(self, outputs, **experiment):
        path = self.folder / "d.json"
        path.write_text(json.dumps({**self.diagram, "outputs": outputs, "experiment": {**self.diagram["experiment"], **experiment}}))
        return path

    def summary(self, diagram, *more):
        """Of a run: what the solver did, the events and energies."""
        said = stribeck("run", diagram, "--full-digits", "--csv", "rows.csv", *more, cwd=self.folder)
        self.assertEqual(said.returncode, 0, said.stderr)
        text = re.sub(r"(?m)^  took .*\n(?: {8}.*\n)*|^.* s left.*\n", "", said.stderr)  # and how far a slow run has come
        return [line for line in text.splitlines() if line.split()[:1] and line.split()[0] not in ("rows", "time")]

    def test_a_window_has_the_bytes_of_the_whole_run(self):
        for diagram in DIAGRAMS:
            whole = self.lines(diagram=diagram)
            times = [float(line.split(",")[0]) for line in whole[1:]]
            begin, end = times[len(times) // 3], times[2 * len(times) // 3]
            expected = [line for line, t in zip(whole[1:], times) if begin <= t <= end]
            self.assertEqual(self.lines("--from", f"{begin!r} s", "--to", f"{end!r} s", diagram=diagram)[1:], expected)
            self.assertEqual(self.lines("--from", f"{begin!r}", diagram=diagram)[1:], [line for line, t in zip(whole[1:], times) if t >= begin])

    def test_rows_at_given_times_are_those_of_the_run(self):
        for diagram in DIAGRAMS:
            whole = self.lines(diagram=diagram)
            times = [float(line.split(",")[0]) for line in whole[1:]]
            chosen = sorted({times[0], times[5], times[len(times) // 2], times[-1]})
            rounding = 8 * sys.float_info.epsilon * times[-1]  # instants within it are one (runtime/base/instants.h)
            expected = [line for line, t in zip(whole[1:], times) if any(abs(t - c) <= rounding for c in chosen)]
            self.assertEqual(self.lines("--at", ",".join(f"{t!r} s" for t in chosen), diagram=diagram)[1:], expected)
            between = (times[5] + times[6]) / 2
            self.assertEqual([float(line.split(",")[0]) for line in self.lines("--at", repr(between), diagram=diagram)[1:]], [between])

    def test_the_run_is_the_same_whatever_is_written(self):
        for diagram in DIAGRAMS:
            whole, stop = self.summary(diagram), float((self.folder / "rows.csv").read_text().splitlines()[-1].split(",")[0])
            self.assertTrue(any(line.split()[0] == "steps" or "step" in line for line in whole))
            between = ",".join(repr(stop * i / 1009) for i in range(1, 1000))  # 1009 is prime: no row of an interval is among them
            for more in (("--rows", "steps"), ("--at", between), ("--from", repr(stop / 2))):
                self.assertEqual(self.summary(diagram, *more), whole, (diagram, more[0]))

    def test_rows_at_steps_are_where_steps_end(self):
        # A fixed step of 10 ms ends at its multiples, events beside.
        path = self.written(["load.w"], solver="rk4", step="10 ms", interval="100 ms", stop="0.5 s")
        rows = self.lines("--rows", "steps", diagram=path)
        times = [float(line.split(",")[0]) for line in rows[1:]]
        self.assertEqual((times[0], times[-1]), (0, 0.5))
        self.assertEqual(times, sorted(times))
        self.assertLessEqual(max(b - a for a, b in zip(times, times[1:])), 0.01 + 1e-12)
        self.assertGreaterEqual(len(set(times)), 50)
        in_file = self.written({"variables": ["load.w"], "rows": "steps"}, solver="rk4", step="10 ms", interval="100 ms", stop="0.5 s")
        self.assertEqual(self.lines(diagram=in_file), rows)

    def test_the_diagram_says_it_as_the_command_line_does_which_wins(self):
        whole = self.lines(diagram=self.written(["load.w"]))
        path = self.written({"variables": ["load.w"], "from": "500 ms", "to": 1})
        self.assertEqual(self.lines(diagram=path), self.lines("--from", "0.5", "--to", "1000 ms", diagram=self.written(["load.w"])))
        path = self.written({"variables": ["load.w"], "from": "500 ms", "to": 1})
        self.assertEqual(self.lines("--from", "0 s", diagram=path), whole)
        self.assertEqual([line.split(",")[0] for line in self.lines("--at", "2 s", "--at", "3 s", diagram=path)[1:]], ["2", "3"])
        self.assertEqual(len(self.lines("--stop", "0.4 s", diagram=path)), 1)  # the header: the window lies behind the end
        path = self.written({"variables": ["load.w"], "at": ["1 s", "1500 ms"]})
        self.assertEqual([line.split(",")[0] for line in self.lines(diagram=path)[1:]], ["1", "1.5"])
        self.assertEqual(stribeck("check", path, cwd=self.folder).returncode, 0)  # "expect" sees the whole run

    def test_what_cannot_be_is_refused(self):
        for outputs, word in (({"from": "2 s", "to": "1 s"}, "earlier"), ({"to": "11 s"}, "the run is from 0 s to 10 s"), ({"from": -1}, "the run is from"),
                              ({"at": ["2 s", "1 s"]}, "stands behind"), ({"at": ["1 s", "1000 ms"]}, "named twice"), ({"at": []}, "names no instant"),
                              ({"at": [1], "from": 0}, "by a window"), ({"at": [1], "rows": "steps"}, "by a window")):
            said = stribeck("run", self.written(outputs), cwd=self.folder)
            self.assertEqual(said.returncode, 2, outputs)
            self.assertIn("error[experiment.bad_time]", said.stderr)
            self.assertIn(word, said.stderr)
        said = stribeck("run", self.written({"at": "1 s"}), cwd=self.folder)  # told once, as what it is
        self.assertEqual((said.returncode, said.stderr.count("error[")), (2, 1))
        self.assertIn('"at" must be a list', said.stderr)
        for more, code in ((("--from", "12 s"), "experiment.bad_time"), (("--at", "1 kg"), "value.wrong_dimension"),
                           (("--rows", "step"), "value.bad_choice"), (("--at", "3,2"), "experiment.bad_time")):
            said = stribeck("run", DIAGRAMS[0], *more, cwd=self.folder)
            self.assertEqual(said.returncode, 2, more)
            self.assertIn(f"error[{code}]", said.stderr)


if __name__ == "__main__":
    unittest.main()
