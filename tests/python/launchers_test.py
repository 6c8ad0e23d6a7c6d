"""Executors of other packages run a study from Python: Dask's cluster and that of mpi4py. In each a worker is killed by SIGKILL in the middle,
and the table has the bytes of an undisturbed run. What is not installed is left out, and that is said."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from package import PACKAGE, STICK_SLIP, stribeck

PLAN = {"sampling": {"method": "sobol", "count": 400},
        "factors": {"load.inertia": {"uniform": {"from": "0.8 kg*m^2", "to": "1.2 kg*m^2"}}, "speed": {"uniform": {"from": "1 rpm", "to": "3 rpm"}}},
        "scalars": {"peak": {"max": "load.w"}}, "curves": {"turn": "spring.phi"}, "experiment": {"stop": "4 s"}}
LONGEST_S = 120

OF_MPI = """import sys
sys.path.insert(0, sys.argv[1])
from mpi4py.futures import MPIPoolExecutor
import stribeck
if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        stribeck.Study(sys.argv[2]).run(2, executor=executor)
"""


def worker_in_the_middle(folder, not_this):
    """A process that is at work while some samples are there and some are not."""
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        if len(list((folder / "chunks").glob("0*"))) >= 2:
            for lease in (folder / "leases").glob("0*"):
                try:
                    worker = int(lease.read_text().split()[1].rpartition(":")[2])
                except (OSError, ValueError, IndexError):
                    continue
                if worker != not_this:
                    return worker
        time.sleep(0.002)
    raise AssertionError("no worker has begun")


class Launchers(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.study = stribeck.load(STICK_SLIP).study(PLAN, self.folder / "shared", chunk=5)

    def skip(self, why):
        print("SKIPPED:", why, file=sys.stderr)
        self.skipTest(why)

    def check(self, chunk=5):
        whole = stribeck.load(STICK_SLIP).study(PLAN, self.folder / "whole", chunk=chunk).run(1)
        self.assertTrue(self.study.is_complete)
        self.assertEqual(*(Path(one.folder, "table.csv").read_bytes() for one in (whole, self.study)))
        for file in Path(whole.folder, "curves.zarr/turn").iterdir():
            self.assertEqual(Path(self.study.folder, "curves.zarr/turn", file.name).read_bytes(), file.read_bytes(), file.name)

    def test_threads(self):
        """Several workers of one process: what they write at the same time has names of its own."""
        from concurrent.futures import ThreadPoolExecutor

        self.study = stribeck.load(STICK_SLIP).study(PLAN, self.folder / "threads", chunk=1)
        with ThreadPoolExecutor(4) as executor:
            self.study.run(4, executor=executor)
        self.check(chunk=1)

    def test_dask(self):
        try:
            from dask.distributed import Client, LocalCluster
        except ImportError as error:
            self.skip(str(error))
        os.environ["PYTHONPATH"] = os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")])  # of the processes that it starts
        killed = []

        def kill():
            killed.append(worker_in_the_middle(self.folder / "shared", os.getpid()))
            os.kill(killed[0], signal.SIGKILL)

        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
            thread = threading.Thread(target=kill)
            thread.start()
            self.study.run(2, executor=client.get_executor(pure=False))
            thread.join()
        self.assertEqual(len(killed), 1)
        self.check()

    def test_mpi4py(self):
        """Open MPI ends all ranks where one is killed; the same command goes on."""
        try:
            import mpi4py  # noqa: F401
        except ImportError as error:
            self.skip(str(error))
        if shutil.which("mpiexec") is None:
            self.skip("mpiexec is not installed")
        script = self.folder / "script.py"
        script.write_text(OF_MPI)
        as_root = ["--allow-run-as-root"] if os.getuid() == 0 else []
        command = ["mpiexec", *as_root, "--oversubscribe", "-n", "3", sys.executable, "-B", "-m", "mpi4py.futures", str(script), str(PACKAGE), self.study.folder]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "stdin": subprocess.DEVNULL}
        launched = subprocess.Popen(command, **options)
        try:
            os.kill(worker_in_the_middle(self.folder / "shared", os.getpid()), signal.SIGKILL)
            launched.communicate(timeout=LONGEST_S)
        finally:
            launched.kill()
        self.assertNotEqual(launched.returncode, 0)
        again = subprocess.run(command, timeout=LONGEST_S, check=False, **options)
        self.assertEqual(again.returncode, 0, again.stdout)
        self.check()


if __name__ == "__main__":
    unittest.main()
