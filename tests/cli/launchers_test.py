"""Whatever starts programs starts workers of a study: GNU parallel, mpiexec of Open MPI, Slurm. In each one is killed by SIGKILL in the
middle, and the table has the bytes of an undisturbed run. What is not installed is left out, and that is said."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import PROGRAM, ROOT, is_sanitized, no_orphan, stribeck  # noqa: E402

STICK_SLIP = ROOT / "diagrams/start/rotational_stick_slip.json"
SAMPLES = int(os.environ.get("STRIBECK_STUDY_SAMPLES", 60 if is_sanitized() else 400))
LONGEST_S = 120


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


class Launchers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.plan = self.folder / "plan.json"
        self.plan.write_text(json.dumps({
            "format": "stribeck-study/1", "diagram": str(STICK_SLIP), "sampling": {"method": "sobol", "count": SAMPLES},
            "factors": {"load.inertia": {"uniform": {"from": "0.8 kg*m^2", "to": "1.2 kg*m^2"}},
                        "speed": {"uniform": {"from": "1 rpm", "to": "3 rpm"}}},
            "scalars": {"peak": {"max": "load.w"}, "effort": {"rms": "friction.T"}}, "curves": {"turn": "spring.phi"},
            "experiment": {"stop": "4 s"}}))
        self.shared = self.folder / "shared.study"

    def needs(self, *tools):
        for tool in tools:
            if shutil.which(tool) is None:
                print(f"SKIPPED: {tool} is not installed", file=sys.stderr)
                self.skipTest(f"{tool} is not installed")

    def launch(self, *command, **options):
        process = subprocess.Popen(list(map(str, command)), cwd=self.folder, preexec_fn=no_orphan(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
        self.addCleanup(lambda: (process.poll() is None and process.kill(), process.communicate()))
        return process

    def worker_in_the_middle(self, launched=None):
        """A process that is at work while some samples are there and some are not; the program that started it, which a launcher knows."""
        chunks, leases = self.shared / "chunks", self.shared / "leases"
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            if launched is not None and launched.poll() is not None:
                self.fail("it ended before a worker could be killed: " + launched.communicate()[0])
            if chunks.exists() and len(list(chunks.glob("0*"))) >= 2:
                for lease in leases.glob("0*"):
                    try:
                        worker = int(lease.read_text().split()[1].rpartition(":")[2])
                        return worker, parent_of(worker)
                    except (OSError, ValueError, IndexError):
                        continue
            time.sleep(0.002)
        self.fail("no worker has begun")

    def kill_one(self, launched=None):
        worker, program = self.worker_in_the_middle(launched)
        for process in (program, worker):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def check(self):
        whole = stribeck("study", self.plan, "--dir", self.folder / "whole", "--quiet", "--chunk", 5)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        told = json.loads(stribeck("study", "status", self.shared, "--format", "json").stdout)
        self.assertEqual((told["done"], told["failed"]), (SAMPLES, 0))
        self.assertEqual(stribeck("study", "export", self.shared).stdout, (self.folder / "whole/table.csv").read_text())
        curves = [sorted((folder / "curves.zarr/turn").glob("c.*")) for folder in (self.folder / "whole", self.shared)]
        self.assertEqual(*([(file.name, file.read_bytes()) for file in files] for files in curves))

    def test_parallel(self):
        self.needs("parallel")
        launched = self.launch("parallel", "--will-cite", "-j", 2, "-N0", "--retries", 3, PROGRAM, "study", self.plan, "--dir", self.shared, "--chunk", 5,
                               "--quiet", ":::", 1, 2)
        self.kill_one(launched)
        said, _ = launched.communicate(timeout=LONGEST_S)
        self.assertEqual(launched.returncode, 0, said)
        self.check()

    def test_mpiexec(self):
        """Open MPI ends all ranks where one is killed; the same command goes on."""
        self.needs("mpiexec")
        as_root = ["--allow-run-as-root"] if os.getuid() == 0 else []
        command = ["mpiexec", *as_root, "--oversubscribe", "-n", 3, PROGRAM, "study", self.plan, "--dir", self.shared, "--chunk", 5, "--quiet"]
        launched = self.launch(*command)
        self.kill_one(launched)
        launched.communicate(timeout=LONGEST_S)
        self.assertNotEqual(launched.returncode, 0)
        again = self.launch(*command)
        said, _ = again.communicate(timeout=LONGEST_S)
        self.assertEqual(again.returncode, 0, said)
        self.check()

    def test_slurm(self):
        """An array of two; one is killed and queued again, and takes part once more."""
        self.needs("slurmctld", "slurmd", "sbatch", "scontrol", "squeue")
        environment = self.cluster()
        script = self.folder / "job.sh"
        script.write_text(f"#!/bin/sh\n#SBATCH --array=0-1 --requeue --output={self.folder}/said-%a\n"
                          f"exec {PROGRAM} study {self.plan} --dir {self.shared} --chunk 5 --quiet\n")
        job = self.slurm(environment, "sbatch", "--parsable", script).strip()
        _, program = self.worker_in_the_middle()
        task = dict(word.split("=", 1) for word in Path(f"/proc/{program}/environ").read_text().split("\0") if "=" in word)["SLURM_ARRAY_TASK_ID"]
        self.kill_one()
        self.slurm(environment, "scontrol", "requeue", f"{job}_{task}", may_fail=True)
        self.slurm(environment, "scontrol", "update", f"JobId={job}_{task}", "StartTime=now", may_fail=True)
        end = time.monotonic() + LONGEST_S
        while self.slurm(environment, "squeue", "--noheader", "--jobs", job, may_fail=True).strip():
            self.assertLess(time.monotonic(), end, "".join(path.read_text() for path in self.folder.glob("said-*")))
            time.sleep(0.2)
        self.check()

    def slurm(self, environment, *command, may_fail=False):
        done = subprocess.run(list(map(str, command)), env=environment, text=True, capture_output=True, timeout=60, check=False)
        if done.returncode != 0 and not may_fail:
            self.fail(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def cluster(self):
        """Of one node, on ports of its own, without identities: whoever reaches them is root here anyway."""
        if os.getuid() != 0:
            print("SKIPPED: slurmd runs as root alone", file=sys.stderr)
            self.skipTest("slurmd runs as root alone")
        folder = self.folder / "slurm"
        for part in ("state", "spool"):
            (folder / part).mkdir(parents=True)
        host = os.uname().nodename.split(".")[0]
        port = 20000 + os.getpid() % 20000
        (folder / "slurm.conf").write_text(f"""ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={port}
SlurmdPort={port + 1}
ReturnToService=2
JobRequeue=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
        environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
        for daemon in ("slurmctld", "slurmd"):
            log = (folder / f"{daemon}.log").open("w")
            process = subprocess.Popen([daemon, "-D"], env=environment, preexec_fn=no_orphan(), stdout=log, stderr=log)
            self.addCleanup(lambda process=process, log=log: (process.kill(), process.wait(), log.close()))
        end = time.monotonic() + 30
        while "idle" not in self.slurm(environment, "sinfo", may_fail=True):
            self.assertLess(time.monotonic(), end, "".join(path.read_text()[-2000:] for path in folder.glob("*.log")))
            time.sleep(0.2)
        return environment


if __name__ == "__main__":
    unittest.main()
