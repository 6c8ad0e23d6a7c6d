"""Studies: what is run follows from the plan alone, whatever is killed; errors have places; failures are rows that can be repeated.

STRIBECK_STUDY_SAMPLES=100000 STRIBECK_STUDY_KILLS=200 make the test that kills workers as long as that."""
import csv
import io
import json
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, is_sanitized, start, stribeck  # noqa: E402

BELT = ROOT / "diagrams/verify/translational_dry_friction_belt.json"
STICK_SLIP = ROOT / "diagrams/start/rotational_stick_slip.json"
SAMPLES = int(os.environ.get("STRIBECK_STUDY_SAMPLES", 100 if is_sanitized() else 600))
KILLS = int(os.environ.get("STRIBECK_STUDY_KILLS", 12))

FACTORS = {"load.inertia": {"uniform": {"from": "0.8 kg*m^2", "to": "1.2 kg*m^2"}},
           "speed": {"range": {"from": "1 rpm", "to": "3 rpm", "count": 5}},
           "friction.coulomb_torque": {"normal": {"mean": "20 N*m", "deviation": "1 N*m"}},
           "damper.damping": [0.5, 0]}  # without damping the equations are others
SCALARS = {"peak": {"max": "load.w"}, "turn": {"final": "spring.phi"}, "effort": {"rms": "friction.T*load.w"}}


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def plan(self, name="plan", factors=FACTORS, scalars=SCALARS, sampling={"method": "random", "count": 40}, diagram=STICK_SLIP, stop="0.5 s", **more):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({"format": "stribeck-study/1", "diagram": str(diagram), "sampling": sampling, "factors": factors,
                                    "scalars": scalars, "experiment": {"stop": stop}} | more, indent=1))
        return path

    def study(self, plan, *options, status=0, **environment):
        result = stribeck("study", plan, *options, cwd=self.folder, **environment)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def run_to_table(self, plan, name, *options, status=0):
        self.study(plan, "--dir", self.folder / name, *options, status=status)
        return (self.folder / name / "table.csv").read_bytes()


class Tables(Case):
    def test_rows_are_those_of_single_runs(self):
        rows = table(self.run_to_table(self.plan(), "a").decode())
        self.assertEqual([int(row["sample"]) for row in rows], list(range(40)))
        for row in rows[::8]:
            sets = [word for name in FACTORS for word in ("--set", f"{name}={row[name]}")]
            found = table(stribeck("run", STICK_SLIP, *sets, "--stop", "0.5 s", "--quiet", "--csv", "-",
                                   "--outputs", "load.w", "--outputs", "spring.phi").stdout)
            self.assertEqual(float(row["peak"]), max(float(one["load.w"]) for one in found))
            self.assertEqual(float(row["turn"]), float(found[-1]["spring.phi"]))

    def test_the_same_bytes_however_many_work_and_however_samples_are_cut(self):
        plan = self.plan()
        tables = {self.run_to_table(plan, f"of{i}", *options) for i, options in enumerate([(), ("-j", 2, "--chunk", 1), ("-j", 3, "--chunk", 7)])}
        self.assertEqual(len(tables), 1)

    def test_chunks_are_measured_on_samples_that_run(self):
        # All but the last dozen are excluded; one of these takes so long that a chunk holds much fewer than 400/16.
        factors = {"load.inertia": {"range": {"from": 1, "to": 400, "count": 400}}, "speed": ["0.2 rad/s"]}
        plan = self.plan(factors=factors, sampling="grid", stop="2000 s", constraints=["load.inertia > 388"])
        self.run_to_table(plan, "a")
        self.assertGreater(len(list((self.folder / "a/chunks").iterdir())), 20)

    def test_dry_shows_the_samples(self):
        plan = self.plan()
        dry = table(self.study(plan, "--dry").stdout)
        rows = table(self.run_to_table(plan, "a").decode())
        self.assertEqual([[row[name] for name in FACTORS] for row in dry], [[row[name] for name in FACTORS] for row in rows])
        self.assertNotEqual(dry, table(self.study(self.plan(seed=2), "--dry").stdout))

    def test_a_factor_keeps_its_values_when_another_comes(self):
        one = table(self.study(self.plan(), "--dry").stdout)
        more = table(self.study(self.plan(factors={"damper.damping": {"uniform": {"from": 0.1, "to": 1}}} | FACTORS), "--dry").stdout)
        self.assertEqual([row["load.inertia"] for row in one], [row["load.inertia"] for row in more])

    def test_a_grid_is_every_combination_and_constraints_leave_some_out(self):
        factors = {"load.inertia": [1, "2000 g*m^2", 3], "speed": {"range": {"from": "0.1 rad/s", "to": "0.3 rad/s", "count": 3}}}
        plan = self.plan(factors=factors, sampling="grid", constraints=["load.inertia*speed < 0.5"])
        rows = table(self.run_to_table(plan, "a").decode())
        self.assertEqual([(float(row["load.inertia"]), round(float(row["speed"]), 9)) for row in rows], [(i, s) for i in (1, 2, 3) for s in (0.1, 0.2, 0.3)])
        for row in rows:
            left_out = float(row["load.inertia"]) * float(row["speed"]) >= 0.5
            self.assertEqual((row["status"], row["peak"] == ""), ("excluded", True) if left_out else ("done", False))

    def test_words_change_the_equations(self):
        noise = self.folder / "noise.json"
        noise.write_text(json.dumps({"format": "stribeck/1", "components": {"noise": {"type": "signals.noise", "parameters": {"period": "10 ms"}}},
                                     "experiment": {"stop": "1 s"}, "outputs": ["noise.y"]}))
        factors = {"noise.distribution": ["normal", "uniform"], "noise.seed": {"whole": {"from": 1, "to": 1000}}}
        plan = self.plan(factors=factors, scalars={"last": {"final": "noise.y"}}, sampling={"method": "random", "count": 20}, diagram=noise)
        rows = table(self.run_to_table(plan, "a", "-j", 2, "--chunk", 3).decode())
        self.assertEqual({row["noise.distribution"] for row in rows}, {"normal", "uniform"})
        self.assertEqual(len({row["last"] for row in rows}), 20)
        for row in rows[:4]:
            sets = [word for name in factors for word in ("--set", f"{name}={row[name]}")]
            found = table(stribeck("run", noise, *sets, "--stop", "0.5 s", "--quiet", "--csv", "-").stdout)
            self.assertEqual(row["last"], found[-1]["noise.y"])

    def test_other_diagrams_are_values_of_a_factor(self):
        """A law exchanged for another type: each row is that of its own diagram, and so is the command that repeats a failure."""
        drive = json.loads(STICK_SLIP.read_text())
        drive["components"]["friction"] = {"type": "rotational.dry_friction", "parameters": {"law": "stribeck", "static_torque": "25 N*m", "coulomb_torque": "20 N*m",
                                                                                            "stribeck_velocity": "0.01 rad/s"}}
        for part in ("plots", "expect"):
            drive.pop(part, None)
        (self.folder / "laws").mkdir()
        (self.folder / "laws/exact.json").write_text(json.dumps(drive))
        drive["components"]["profile"] = {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "sqrt(1 - t)"}}  # no number after 1 s
        (self.folder / "laws/failing.json").write_text(json.dumps(drive))
        (self.folder / "laws/smooth.json").write_text(STICK_SLIP.read_text())
        factors = {"diagram": ["laws/smooth.json", "laws/exact.json", "laws/failing.json"], "load.inertia": [1, 2], "friction.coulomb_torque": [20, 21]}
        plan = self.plan(factors=factors, sampling="grid", scalars={"turn": {"max": "spring.phi"}, "slips": {"event_count": "friction"}},
                         experiment={"stop": "2 s"})
        one = self.run_to_table(plan, "a", status=1)
        self.assertEqual(self.run_to_table(plan, "b", "-j", 2, "--chunk", 1, status=1), one)
        rows = table(one.decode())
        self.assertEqual([row["diagram"] for row in rows], [name for name in factors["diagram"] for _ in range(4)])
        for row in rows:
            words = ["--set", f"load.inertia={row['load.inertia']}", "--set", f"friction.coulomb_torque={row['friction.coulomb_torque']}"]
            again = stribeck("run", self.folder / row["diagram"], *words, "--stop", "2 s", "--quiet", "--csv", "-", "--outputs", "spring.phi")
            self.assertEqual(row["status"], "done" if again.returncode == 0 else "failed", again.stderr)
            if row["status"] == "done":
                self.assertEqual(float(row["turn"]), max(float(line["spring.phi"]) for line in table(again.stdout)))
                self.assertEqual(row["slips"] == "0", "smooth" in row["diagram"])
            else:
                repeated = subprocess.run([PROGRAM, *shlex.split(row["command"])[1:]], cwd=ROOT, text=True, capture_output=True, check=False)
                self.assertIn(f"error[{row['code']}]", repeated.stderr)
        self.assertEqual([row["status"] for row in rows], ["done"] * 8 + ["failed"] * 4)

    def test_a_list_takes_values_together(self):
        rows = table(self.study(self.plan(factors={"load.inertia": [1, 2], "speed": ["3 rpm", "=k/1000"]}, sampling="list"), "--dry").stdout)
        self.assertEqual([row["speed"] for row in rows], ["0.3141592653589793", "=k/1000"])


    def test_ranges_meet_whole_numbers(self):
        for factor, wanted in (({"range": {"from": 1, "to": 50, "count": 50}}, list(range(1, 51))),
                               ({"log_range": {"from": 1, "to": 1000, "count": 4}}, [1, 10, 100, 1000]),
                               ({"range": {"from": 7, "to": 1, "count": 7}}, [7, 6, 5, 4, 3, 2, 1])):
            rows = table(self.study(self.plan(factors={"load.inertia": factor}, sampling="list"), "--dry").stdout)
            self.assertEqual([float(row["load.inertia"]) for row in rows], wanted)

    def test_a_diagram_is_found_behind_a_symbolic_link(self):
        (self.folder / "there/plans").mkdir(parents=True)
        (self.folder / "there/drive.json").write_text(STICK_SLIP.read_text())
        (self.folder / "link").symlink_to(self.folder / "there/plans")
        plan = self.plan(diagram="../drive.json", sampling={"method": "random", "count": 2})
        plan.rename(self.folder / "link/plan.json")
        self.run_to_table("./link/plan.json", "a")


    def test_a_row_tells_why_a_share_of_no_way_has_no_number(self):
        scalars = {"settled": {"settling_time": "profile.y"}, "over": {"overshoot": "profile.y"}, "near": {"settling_time": "profile.y", "within": "1 rad/s"}}
        for row in table(self.run_to_table(self.plan(scalars=scalars, sampling={"method": "random", "count": 2}), "a").decode()):
            self.assertEqual((row["status"], row["settled"], row["over"], row["near"]), ("done", "", "", "0"))
            self.assertRegex(row["message"], "settled: .*within.*; over: ")


class Failures(Case):
    def test_a_failed_sample_is_a_row_with_its_code_and_a_command_that_repeats_it(self):
        # A breakaway torque is no less than that of Coulomb's friction.
        factors = {"friction.breakaway_torque": [25, 15], "speed": [0.1, 0.2]}
        plan = self.plan(factors=factors | {"friction.coulomb_torque": [20]}, sampling="grid")
        rows = table(self.run_to_table(plan, "a", "-j", 2, status=1).decode())
        self.assertEqual([row["status"] for row in rows], ["done", "done", "failed", "failed"])
        for row in rows[2:]:
            self.assertEqual(row["code"], "value.out_of_range")
            words = shlex.split(row["command"])
            again = subprocess.run([PROGRAM, *words[1:]], cwd=ROOT, text=True, capture_output=True, check=False)
            self.assertEqual(words[0], "stribeck")
            self.assertIn("error[value.out_of_range]: " + row["message"], again.stderr)
        status = json.loads(stribeck("study", "status", self.folder / "a", "--format", "json").stdout)
        jsonschema.validate(status, json.loads(stribeck("schema", "study-status").stdout))
        self.assertEqual((status["samples"], status["done"], status["failed"], status["codes"], status["workers"]),
                         (4, 2, 2, [{"code": "value.out_of_range", "count": 2}], []))

    def test_the_command_repeats_what_fails_in_a_formula_of_a_scalar(self):
        plan = self.plan(factors={"load.inertia": [1, 2]}, scalars={"a": {"max": "sqrt(spring.phi - 100)"}}, sampling="grid")
        for row in table(self.run_to_table(plan, "a", status=1).decode()):
            again = subprocess.run([PROGRAM, *shlex.split(row["command"])[1:]], cwd=ROOT, text=True, capture_output=True, check=False)
            self.assertIn(f"error[{row['code']}]: " + row["message"], again.stderr)

    def test_retry_runs_the_failed_samples_again_and_nothing_else(self):
        plan = self.plan(factors={"friction.breakaway_torque": [25, 15], "speed": [0.1, 0.2]}, sampling="grid")
        before = self.run_to_table(plan, "a", "--chunk", 3, status=1)
        result = stribeck("study", "retry", self.folder / "a", "--failed")
        self.assertEqual((result.returncode, (self.folder / "a/table.csv").read_bytes()), (1, before))
        self.assertEqual(list((self.folder / "a/again").iterdir()), [])

    def ends_its_worker(self):
        """A diagram whose law crashes where v0 is above 3 m/s, and does not return where it is above 2 m/s."""
        (self.folder / "law.cpp").write_text("""
            #include <stribeck/component.hpp>
            static void law(stribeck::ComponentBuilder& c) {
              const auto motion = stribeck::translational::relative_motion(c);
              const stribeck::Function f = c.function("f", "N", "force at a speed", {{"v", "m/s"}}, [](double v) {
                if (v > 3) __builtin_trap();
                for (volatile bool waits = v > 2; waits;) {
                }
                return v;
              });
              f.derivative(0, [](double) { return 1.0; });
              c.relation("law", motion.force == f(motion.velocity));
            }
            static void declare(const stribeck_interface* api, stribeck_recorder* recorder) {
              stribeck::ComponentBuilder builder(api, recorder);
              law(builder);
            }
            static const stribeck_component parts[] = {{"own.law", declare, "A law.", "law.cpp"}};
            static const stribeck_library library = {sizeof library, STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, parts, 1};
            extern "C" const stribeck_library* stribeck_plugin(void) { return &library; }""")
        subprocess.run(["c++", "-std=c++20", "-shared", "-fPIC", "-I", ROOT / "runtime/include", "law.cpp", "-o", "law.so"], cwd=self.folder, check=True)
        (self.folder / "own").mkdir()
        (self.folder / "own/library.json").write_text(json.dumps(
            {"format": "stribeck/1", "library": {"name": "own", "version": "1", "plugins": ["../law.so"]}}))
        path = self.folder / "ends.json"
        path.write_text(json.dumps({
            "format": "stribeck/1", "libraries": ["own"], "parameters": {"v0": "1 m/s"},
            "components": {"m": {"type": "translational.mass", "initial": {"v": "=v0"}}, "law": {"type": "own.law"}, "wall": {"type": "translational.ground"}},
            "connections": [["m.M", "law.R"], ["wall.W", "law.C"]]}))
        return path

    def test_a_sample_that_crashes_or_does_not_end_is_a_row(self):
        plan = self.plan(diagram=self.ends_its_worker(), factors={"v0": [1, 4, 0.5, 2.5, 3.5, -1]}, scalars={"final": {"final": "m.v"}},
                         sampling="list", time_limit="0.3 s")
        one = self.run_to_table(plan, "a", status=1)
        rows = table(one.decode())
        self.assertEqual([row["code"] for row in rows], ["", "run.crashed", "", "run.interrupted", "run.crashed", ""])
        self.assertIn("SIGILL", rows[1]["message"])
        self.assertIn("longer than the time_limit of 0.3 s", rows[3]["message"])
        self.assertEqual([bool(row["final"]) for row in rows], [True, False, True, False, False, True])
        crashed = subprocess.run([PROGRAM, *shlex.split(rows[1]["command"])[1:]], cwd=self.folder, capture_output=True, check=False)
        self.assertLess(crashed.returncode, 0)
        self.assertEqual(self.run_to_table(plan, "b", "-j", 2, "--chunk", 3, status=1), one)
        self.assertEqual(list((self.folder / "b/marks").iterdir()), [])
        self.assertEqual(stribeck("study", "retry", self.folder / "b").returncode, 1)
        self.assertEqual((self.folder / "b/table.csv").read_bytes(), one)

    def test_a_run_that_takes_long_is_stopped_between_steps(self):
        plan = self.plan(factors={"load.inertia": [1, 1.1]}, sampling="list", time_limit="0.2 s",
                         experiment={"stop": "1e8 s", "interval": "1000 s"})
        rows = table(self.run_to_table(plan, "a", status=1).decode())
        self.assertEqual([row["code"] for row in rows], ["run.interrupted"] * 2)

    def test_what_can_not_be_written_is_told_and_nothing_is_half_written(self):
        plan = self.plan(sampling={"method": "random", "count": 2000})
        self.study(plan, "--dry")
        limited = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))  # noqa: E731  the folder's own files fit, no chunk does
        result = self.study(plan, "--dir", self.folder / "a", "--chunk", 1000, status=1, preexec_fn=limited)
        self.assertIn("error[output.unwritable]", result.stderr)
        self.assertEqual(list((self.folder / "a/chunks").iterdir()), [])
        self.assertFalse((self.folder / "a/table.csv").exists())


class Killed(Case):
    """Workers are killed by SIGKILL, and once everything at once, at random moments."""

    def test_bytes_are_those_of_an_undisturbed_run(self):
        factors = {"load.inertia": FACTORS["load.inertia"], "speed": {"log_uniform": {"from": "0.05 rad/s", "to": "0.5 rad/s"}},
                   "friction.coulomb_torque": {"triangular": {"from": 15, "mode": 20, "to": 24}}}
        plan = self.plan(factors=factors, sampling={"method": "latin_hypercube", "count": SAMPLES}, scalars=SCALARS)
        begin = time.monotonic()
        expected = self.run_long(plan, "whole", "-j", 1, "--chunk", max(5, SAMPLES // 1000))
        undisturbed_s = time.monotonic() - begin
        random.seed(1)
        disturbed = self.folder / "killed"
        kills = stops = 0
        begin = time.monotonic()
        while True:
            study = start("study", plan, "-j", 2, "--dir", disturbed, "--quiet", "--chunk", max(5, SAMPLES // 1000), stderr=subprocess.PIPE)
            while study.poll() is None:
                time.sleep(random.uniform(0, undisturbed_s / KILLS))
                workers = [int(word) for path in Path(f"/proc/{study.pid}/task").glob("*/children") for word in self.read(path).split()]
                if kills == KILLS // 2 and not stops:
                    stops += 1
                    study.send_signal(signal.SIGKILL)
                elif workers and kills < KILLS:
                    kills += 1
                    self.kill(random.choice(workers))
            _, said = study.communicate()
            if study.returncode == 0:
                break
            self.assertEqual(study.returncode, -signal.SIGKILL, said)
        print(f"{SAMPLES} samples, {kills} workers killed and {stops} full stops: {time.monotonic() - begin:.1f} s with two workers, "
              f"{undisturbed_s:.1f} s with one undisturbed", file=sys.stderr)
        self.assertGreater(kills, KILLS // 4)
        self.assertEqual((disturbed / "table.csv").read_bytes(), expected)
        self.assertEqual([path.name for path in disturbed.rglob("*") if "draft" in path.name or path.parent.name in ("leases", "again")], [])

    def run_long(self, plan, name, *options):
        study = start("study", plan, "--dir", self.folder / name, "--quiet", *options)
        self.assertEqual(study.wait(), 0)
        return (self.folder / name / "table.csv").read_bytes()

    @staticmethod
    def read(path):
        try:
            return path.read_text()
        except OSError:  # it has ended
            return ""

    @staticmethod
    def kill(worker):
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def test_a_study_that_is_interrupted_goes_on(self):
        plan = self.plan(sampling={"method": "sobol", "count": 256})
        expected = self.run_to_table(plan, "whole", "--chunk", 4)
        study = start("study", plan, "--dir", self.folder / "a", "--chunk", 4, "-j", 2, stderr=subprocess.PIPE, text=True)
        while len(list((self.folder / "a/chunks").glob("0*"))) < 3 if (self.folder / "a/chunks").exists() else True:
            self.assertIsNone(study.poll())
            time.sleep(0.005)
        study.send_signal(signal.SIGINT)
        _, said = study.communicate()
        self.assertEqual(study.returncode, 130)
        self.assertIn("run.interrupted", said)
        export = stribeck("study", "export", self.folder / "a")
        self.assertIn("not complete", export.stderr)
        self.assertLess(len(export.stdout), len(expected))
        self.assertTrue(set(export.stdout.splitlines()) <= set(expected.decode().splitlines()))
        self.assertEqual(self.run_to_table(plan, "a"), expected)

    def test_a_worker_that_is_told_to_end_is_replaced(self):
        plan = self.plan(sampling={"method": "sobol", "count": 256})
        study = start("study", plan, "--dir", self.folder / "a", "--chunk", 4, "--quiet", stderr=subprocess.PIPE, text=True)
        children = lambda: [int(word) for path in Path(f"/proc/{study.pid}/task").glob("*/children") for word in self.read(path).split()]  # noqa: E731
        while not (self.folder / "a/leases").exists() or not any((self.folder / "a/leases").iterdir()):
            self.assertIsNone(study.poll())
            time.sleep(0.005)
        os.kill(children()[0], signal.SIGTERM)
        _, said = study.communicate()
        self.assertEqual(study.returncode, 0, said)

    def test_programs_that_begin_at_once_share_one_study(self):
        """As mpiexec and batch systems start them."""
        plan = self.plan(sampling={"method": "sobol", "count": 64})
        expected = self.run_to_table(plan, "whole")
        studies = [start("study", plan, "--dir", self.folder / "a", "--chunk", 2, "--quiet") for _ in range(4)]
        studies[1].kill()
        self.assertEqual([study.wait() for study in studies], [0, -signal.SIGKILL, 0, 0])
        self.assertEqual((self.folder / "a/table.csv").read_bytes(), expected)

    def test_a_lease_of_another_machine_that_does_not_change_is_taken_over(self):
        plan = self.plan(sampling={"method": "sobol", "count": 8})
        expected = self.run_to_table(plan, "whole", "--chunk", 4)
        begun = start("study", plan, "--dir", self.folder / "a", "--chunk", 4, "--lease", "1", "-j", "1")
        self.assertEqual(begun.wait(), 0)
        for path in (self.folder / "a/chunks").iterdir():
            path.unlink()
        # A clock that is a day ahead does not matter: the time of the file is not looked at.
        lease = self.folder / "a/leases/000001.1"
        lease.write_text("another-machine elsewhere:12 00000000000000000007\n")
        os.utime(lease, (time.time() + 86400,) * 2)
        begin = time.monotonic()
        self.assertEqual(self.run_to_table(plan, "a"), expected)
        self.assertGreater(time.monotonic() - begin, 1)


class Refused(Case):
    def refused(self, plan, *options):
        return self.study(plan, *options, status=2).stderr

    def test_errors_name_the_line_of_the_plan(self):
        cases = [({"factors": {"load.inertai": [1, 2]}}, "diagram.unknown_parameter", "did you mean"),
                 ({"factors": {"load.inertia": {"uniform": {"from": "1 N", "to": "2 N"}}}}, "value.wrong_dimension", "inertia"),
                 ({"factors": {"load.inertia": {"uniform": {"from": 2, "to": 1}}}}, "value.out_of_range", "from"),
                 ({"factors": {"load.inertia": {"unifrom": {"from": 1, "to": 2}}}}, "value.bad_choice", "uniform"),
                 ({"factors": {"load.inertia": {"normal": {"mean": "1 kg*m^2", "deviation": "1 kg"}}}}, "value.wrong_dimension", "deviation"),
                 ({"factors": {"friction.coulomb_torque": {"normal": {"mean": 20, "deviation": "0.5 kg"}}}}, "value.wrong_dimension", "0.5 kg"),
                 ({"factors": {"speed": {"uniform": {"from": "1 kg", "to": "2 kg"}}}}, "value.wrong_dimension", "speed"),
                 ({"factors": {"load.inertia": {"normal": {"mean": 1, "deviation": "2 degC"}}}}, "value.unknown_unit", "difference"),
                 ({"scalars": {"a": {"settling_time": "load.w", "within": "-1 rad/s"}}}, "value.out_of_range", "negative"),
                 ({"factors": {"load.inertia": []}}, "diagram.bad_list", "no values"),
                 ({"factors": {"friction.law": ["smoth"]}}, "value.bad_choice", "smooth"),
                 ({"scalars": {"peak": {"max": "load.ww"}}}, "diagram.unknown_variable", 'no variable "ww"'),
                 ({"scalars": {"peak": {"maxx": "load.w"}}}, "value.bad_choice", "max"),
                 ({"scalars": {"peak": {"max": "load.*"}}}, "value.bad_choice", "one"),
                 ({"scalars": {"peak": {"overshoot": "load.w", "target": "2 m"}}}, "value.wrong_dimension", "target"),
                 ({"scalars": {"peak": {"event_time": "fricton"}}}, "diagram.unknown_instance", 'did you mean "friction"'),
                 ({"fixed": {"kk": "1 N"}}, "diagram.unknown_parameter", "kk"),
                 ({"sampling": {"method": "sobel", "count": 2}}, "value.bad_choice", "sobol"),
                 ({"sampling": {"method": "sobol"}}, "diagram.missing_key", "how many"),
                 ({"sampling": "grid"}, "value.bad_choice", "single values"),
                 ({"constraints": ["load.inertia < speeed"]}, "expression.unknown_name", "speeed"),
                 ({"constraints": ["load.inertia - 1"]}, "value.bad_choice", "compares nothing"),
                 ({"factors": {"speed": ["0.1 rad/s", "=k/1000"]}, "constraints": ["speed < 0.2"]}, "value.bad_choice", "=k/1000"),
                 ({"sampling": {"method": "saltelli", "count": 4}, "constraints": ["speed < 0.2"]}, "value.bad_choice", "saltelli"),
                 ({"scalars": {"status": {"max": "load.w"}}}, "diagram.name_taken", "column"),
                 ({"fixed": {"speed": "0.1 rad/s"}}, "diagram.name_taken", "fixed"),
                 ({"factors": {"load.inertia": {"whole": {"from": 1.2, "to": 1.8}}}}, "value.out_of_range", "no whole number"),
                 ({"scalars": {"a": {"max": "load.w", "from": "2 s"}}}, "experiment.bad_time", "ends at 0.5 s"),
                 ({"scalars": {"a": {"event_count": "fricton: slips"}}}, "diagram.unknown_instance", 'did you mean "friction"'),
                 ({"scalars": {"a": {"event_count": "friction: slips forward"}}, "diagram": str(BELT), "factors": {"block.mass": [1, 2]}},
                  "value.bad_choice", 'did you mean "friction: slips forwards"'),
                 ({"scalars": {"a": {"event_count": ""}}}, "value.bad_choice", "the diagram has no events"),
                 ({"scalars": {"a": {"event_count": "load"}}}, "value.bad_choice", "load has no events"),
                 ({"time_limit": "0 s"}, "experiment.bad_time", "greater than zero"),
                 ({"stop": "2 kg"}, "value.wrong_dimension", "stop"),
                 ({"diagram": "nosuch.json"}, "file.missing", "nosuch.json"),
                 ({"factors": {"diagram": [str(STICK_SLIP), "nosuch.json"]}}, "file.missing", "nosuch.json"),
                 ({"factors": {"diagram": [str(STICK_SLIP), 3]}}, "diagram.bad_list", "some are not"),
                 ({"factors": {"diagram": [str(BELT)], "load.inertia": [1, 2]}}, "diagram.unknown_instance", "load"),
                 ({"sed": 1}, "diagram.unknown_key", "seed")]
        for changes, code, words in cases:
            with self.subTest(changes):
                plan = self.plan(**changes)
                said = self.refused(plan, "--dry")
                self.assertIn(f"error[{code}]", said)
                self.assertIn(words, said)
                self.assertRegex(said, rf"{plan.name}:\d+:\d+")
        self.assertFalse(list(self.folder.glob("*.study")))

    def test_a_folder_holds_one_study(self):
        plan = self.plan(factors={"load.inertia": [1, 2]}, sampling="grid")
        self.run_to_table(plan, "a")
        other = self.plan("other", factors={"load.inertia": [1, 3]}, sampling="grid")
        self.assertIn("another plan", self.refused(other, "--dir", self.folder / "a"))
        self.assertIn("no study", stribeck("study", "work", self.folder).stderr)

    def test_a_folder_of_something_else_stays_as_it_is(self):
        other = self.folder / "mine"
        (other / "leases").mkdir(parents=True)
        (other / "leases/contract.pdf").write_text("lease")
        (other / "plan.json").write_text("my plan")
        self.assertIn("holds no study", self.refused(self.plan(), "--dir", other))
        self.assertEqual(sorted(path.name for path in other.rglob("*")), ["contract.pdf", "leases", "plan.json"])
        self.assertEqual((other / "plan.json").read_text(), "my plan")

    def test_only_files_of_the_study_are_removed(self):
        plan = self.plan(sampling={"method": "random", "count": 2})
        self.run_to_table(plan, "a")
        (self.folder / "a/leases/notes.txt").write_text("mine")
        self.run_to_table(plan, "a")
        self.assertTrue((self.folder / "a/leases/notes.txt").exists())

    def test_a_diagram_that_has_changed_is_another_study(self):
        diagram = self.folder / "drive.json"
        diagram.write_text(STICK_SLIP.read_text())
        plan = self.plan(factors={"load.inertia": [1, 2]}, sampling="grid", diagram=diagram)
        self.run_to_table(plan, "a")
        diagram.write_text(diagram.read_text().replace("100 N*m/rad", "101 N*m/rad"))
        self.assertIn("changed", self.refused(plan, "--dir", self.folder / "a"))

    def test_plans_keep_the_schema(self):
        schema = json.loads(stribeck("schema", "plan").stdout)
        rules = jsonschema.Draft202012Validator(schema)
        rules.check_schema(schema)
        self.assertEqual(list(rules.iter_errors(json.loads(self.plan(seed=3).read_text()))), [])
        for wrong in ({"sampling": {"method": "sobol"}}, {"factors": {}}, {"scalars": {"a": {"max": "x", "target": 1}}}):
            self.assertNotEqual(list(rules.iter_errors(json.loads(self.plan(**wrong).read_text()))), [])


if __name__ == "__main__":
    unittest.main()
