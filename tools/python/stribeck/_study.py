"""Studies: many variants of a diagram, as a plan says, in a folder that outlives whatever is killed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core
from ._arrays import np
from ._errors import Error, Interrupted, refused
from ._motions import numbers_of
from ._recording import receive, types_to_send
from ._running import Progress, telling
from ._sent import Sent
from ._study_files import Rows, write_rows
from ._values import path_text

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas
    import xarray

_INTERRUPTED = 130  # status of a process that a signal ended early
_MOST_DEATHS = 20  # of workers, without any row in between


def work(folder: str, types: bytes, own_process: bool = False) -> bool:
    """Takes part in a study until it is complete. What executors are given, and the processes of ``Study.run``.

    ``types`` are those that the process which asks has declared, as a pickle. ``own_process``: this one does nothing else, so that it may
    end with a sample that crashes or does not return.
    """
    receive(pickle.loads(types))
    return _core.Study(folder).work(own_process)


def worker() -> None:
    """A process of ``Study.run``: the folder is its argument, the types come from its standard input."""
    try:
        sys.exit(0 if work(sys.argv[1], sys.stdin.buffer.read(), True) else _INTERRUPTED)
    except Error as error:
        sys.exit(str(error))


def _without_main(types: list[Sent]) -> bytes:
    """For processes that do not run this one's script: functions of it are unknown to them."""
    why = "it calls a function of the script itself; define that in a module which it imports"
    return pickle.dumps([one._replace(conversations=b"", why=why) if one.calls_main else one for one in types])


class Study:
    """A study that is there: ``stribeck.Study(folder)``; ``Diagram.study`` begins one.

    Any number of processes on any machines that see the folder may work on it; ``run`` starts some, ``work`` makes this one take part.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = path_text(folder)
        self._core = _core.Study(self.folder)
        self._units = self._core.units()

    @property
    def plan(self) -> dict[str, Any]:
        plan: dict[str, Any] = json.loads(self._core.plan())
        return plan

    @property
    def factors(self) -> dict[str, str]:
        """What varies, with its unit."""
        return {name: unit for name, unit, is_factor in self._units if is_factor}

    @property
    def scalars(self) -> dict[str, str]:
        """What is kept of each run, with its unit."""
        return {name: unit for name, unit, is_factor in self._units if not is_factor}

    def status(self) -> dict[str, Any]:
        """How far it is: "samples", "done", "failed", "excluded", "codes" of errors, "workers"."""
        told: dict[str, Any] = json.loads(self._core.status())
        return told

    @property
    def is_complete(self) -> bool:
        told = self.status()
        return bool(told["done"] + told["failed"] + told["excluded"] == told["samples"])

    def work(self) -> bool:
        """Takes part until it is complete, in this process and thread: False if it was interrupted."""
        return self._core.work()

    def run(self, workers: int | None = None, *, executor: Executor | None = None, progress: Progress = None) -> Study:
        """Runs what is missing and writes table.csv into the folder.

        workers
            How many processes; left out: as many as there are processors. 1: this one.
        executor
            Any executor of ``concurrent.futures`` instead, whose workers see the folder.
        progress
            True shows a bar; a function is called with the rows so far, all of them, and those that failed.

        Ctrl-C raises ``Interrupted``; what is done stays in the folder, and ``run`` goes on. Component types that Python declared are sent
        to the processes; functions that they call must stand at the top of a module that the processes can import, or take ``workers=1``.
        """
        count = workers or os.cpu_count() or 1
        try:
            if executor is not None:
                types = pickle.dumps(types_to_send())
                for future in [executor.submit(work, os.path.abspath(self.folder), types) for _ in range(count)]:
                    future.result()
            elif count == 1:
                self.work()
            else:
                self._supervise(count, progress)
        except KeyboardInterrupt:
            told = self.status()
            done = told["done"] + told["failed"] + told["excluded"]
            raise Interrupted(self, f"interrupted after {done} of {told['samples']} samples; run() goes on") from None
        if not self.is_complete:
            raise refused("the workers ended before the study was complete", "see what they say; run() goes on", code="run.interrupted")
        self._core.tidy()
        self._core.write(os.path.join(self.folder, "table.csv"))
        return self

    def _supervise(self, count: int, progress: Progress) -> None:
        """Processes of their own; those that are killed are replaced."""
        import subprocess  # here, as in table(): who only runs diagrams does not wait for it

        script = "from stribeck._study import worker; worker()"
        paths = [str(Path(__file__).absolute().parent.parent), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
        command = [sys.executable, "-c", script, os.path.abspath(self.folder)]

        types = _without_main(types_to_send())

        def begin() -> subprocess.Popen[bytes]:
            process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            with contextlib.suppress(BrokenPipeError):  # what ends so early says why
                assert process.stdin is not None
                process.stdin.write(types)
                process.stdin.close()
            process.stdin = None
            return process

        running = [begin() for _ in range(count)]
        deaths, before = 0, -1
        try:
            with telling(progress) as tell:
                while running:
                    time.sleep(0.05)
                    ended = [one for one in running if one.poll() is not None]
                    running = [one for one in running if one.returncode is None]
                    told = self.status() if tell is not None or ended else None
                    if told is not None:
                        rows = told["done"] + told["failed"] + told["excluded"]
                        deaths, before = (deaths, before) if rows == before else (0, rows)
                        if tell is not None:
                            tell(float(rows), float(told["samples"]), told["failed"])
                    for one, said in [(one, one.communicate()[1]) for one in ended]:
                        if one.returncode > 0 and one.returncode != _INTERRUPTED:
                            raise refused(
                                "a worker has failed: " + said.decode(errors="replace").strip(), "run() goes on", code="run.failed"
                            )
                        if one.returncode != 0 and deaths < _MOST_DEATHS:
                            deaths += 1
                            running.append(begin())
        finally:
            for one in running:
                one.send_signal(signal.SIGINT)
            for one in running:
                one.communicate()

    def retry(self) -> Study:
        """The failed samples are to be run again: by ``run``."""
        self._core.retry()
        return self

    def table(self) -> dict[str, np.ndarray[Any, Any]]:
        """The rows that are there, by columns, in SI: "sample", the factors, the scalars, "status", "code", "message", "command".

        A number that a sample does not have is nan.
        """
        import csv

        head, *rows = csv.reader(io.StringIO(self._core.table()))
        columns: dict[str, np.ndarray[Any, Any]] = {}
        for number, name in enumerate(head):
            cells = [row[number] for row in rows]
            if name == "sample":
                columns[name] = np.array(cells, dtype=int)
            elif name in self.scalars:
                columns[name] = np.array([float(cell) if cell else np.nan for cell in cells])
            elif name in self.factors:
                try:
                    columns[name] = np.array(cells, dtype=float)
                except ValueError:  # words
                    columns[name] = np.array(cells, dtype=object)
            else:
                columns[name] = np.array(cells, dtype=object)
        return columns

    def export(self, path: str | os.PathLike[str]) -> None:
        """Writes the rows that are there to a file, in SI: ``stribeck study export``.

        path
            Its ending decides: ".csv"; ".h5" or ".hdf5", a dataset a column with its attribute "unit", and the curves as rows of samples in
            the group "curves" (needs h5py); ".parquet", with "unit" in the metadata of each column (needs pyarrow).
        """
        file = path_text(path)
        if file.lower().endswith(".csv"):
            self._core.write(file)
        else:
            write_rows(file, self._rows)

    def _rows(self) -> Rows:
        table = self.table()
        units = {name: unit for name, unit, _ in self._units}
        curves: dict[str, np.ndarray[Any, Any]] = {}
        if self.plan.get("curves") and len(table["sample"]) > 0:
            curves = {name: values if name == "time" else values[table["sample"]] for name, values in self.curves().items()}
        return Rows(table, curves, units, {"time": "s", **dict(self._core.curve_units())}, frozenset(self.scalars))

    def to_pandas(self) -> pandas.DataFrame:
        """The same as a frame, by sample; ``attrs["units"]`` are the units."""
        import pandas

        frame = pandas.DataFrame(self.table()).set_index("sample")
        frame.attrs["units"] = {name: unit for name, unit, _ in self._units}
        return frame

    def statistics(self, *shares: str, convergence: bool = False) -> dict[str, Any]:
        """Means, quantiles, probabilities and which factor decides, with intervals: ``stribeck study statistics``.

        ``shares`` are formulas in the scalars, "peak > 3": how often they hold. ``convergence``: the same of an eighth, a quarter and
        half of the samples.
        """
        told: dict[str, Any] = numbers_of(json.loads(self._core.statistics([str(share) for share in shares], convergence)))
        return told

    def curves(self) -> dict[str, np.ndarray[Any, Any]]:
        """The curves that the plan names, a row a sample, and "time": numbers of SI, nan where there are none."""
        store = os.path.join(self.folder, "curves.zarr")
        names = list(self.plan.get("curves", {}))
        if not names or not os.path.exists(os.path.join(store, "zarr.json")):
            why = "none of its samples has run" if names else "its plan names none"
            raise refused(f"there are no curves: {why}", 'ask for some: "curves": {"turn": "spring.phi"}, and run()')
        return {name: _zarr_array(os.path.join(store, name)) for name in ("time", *names)}

    def to_xarray(self) -> xarray.Dataset:
        """Curves over "sample" and "time", factors and scalars over "sample"; units in ``attrs``. Needs no ``zarr``."""
        import xarray

        curves = self.curves()
        time_s = curves.pop("time")
        table = self.table()
        data = {name: ("sample", table[name], {"units": unit}) for name, unit, is_factor in self._units if not is_factor}
        factors = {name: ("sample", table[name], {"units": unit}) for name, unit, is_factor in self._units if is_factor}
        whole = np.full(len(self), np.nan)
        rows = table["sample"]

        def over_all(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
            """Of samples that are not there yet, too."""
            if len(rows) == len(whole):
                return values
            filled = whole.copy() if values.dtype != object else np.full(len(whole), None, dtype=object)
            filled[rows] = values
            return filled

        named = self.plan["curves"]
        units = dict(self._core.curve_units())
        return xarray.Dataset(
            {name: (("sample", "time"), values, {"units": units[name], "long_name": named[name]}) for name, values in curves.items()}
            | {name: (dims, over_all(values), attributes) for name, (dims, values, attributes) in data.items()},
            coords={"time": ("time", time_s, {"units": "s"}), "sample": np.arange(len(whole))}
            | {name: (dims, over_all(values), attributes) for name, (dims, values, attributes) in factors.items()},
        )

    def report(self, path: str | os.PathLike[str] | None = None) -> str:
        """The results as one page for a browser, written to ``path`` if that is given: ``stribeck study report``."""
        page: str = self._core.page(f"stribeck.Study({self.folder!r}).report()")
        if path is not None:
            Path(path_text(path)).write_text(page, encoding="utf-8")
        return page

    def __len__(self) -> int:
        return int(self.status()["samples"])

    def __repr__(self) -> str:
        told = self.status()
        done = told["done"] + told["failed"] + told["excluded"]
        return f"<Study {self.folder!r}: {done} of {told['samples']} samples, {told['failed']} failed>"


def _zarr_array(path: str) -> np.ndarray[Any, Any]:
    """An array that Stribeck has written: Zarr v3, plain chunks of float64, of one or two dimensions of which the first is cut."""
    with open(os.path.join(path, "zarr.json"), encoding="utf-8") as file:
        meta = json.load(file)
    shape, chunk = meta["shape"], meta["chunk_grid"]["configuration"]["chunk_shape"]
    array = np.full(shape, np.nan)
    for number in range(-(-shape[0] // chunk[0])):
        part = os.path.join(path, ".".join(["c", str(number), *["0"] * (len(shape) - 1)]))
        if os.path.exists(part):
            first = number * chunk[0]
            array[first : first + chunk[0]] = np.fromfile(part, dtype="<f8").reshape(chunk)[: shape[0] - first]
    return array


def _whole_plan(folder: str, plan: Mapping[str, Any], diagram: tuple[str, bytes]) -> tuple[str, str, str]:
    """The file that a plan is said to stand in, its text, and the file of the diagram."""
    file, text = diagram
    if not os.path.exists(file) or Path(file).read_bytes() != text:
        file = os.path.join(folder, "diagram.json")
    file = os.path.abspath(file)
    whole = {"format": "stribeck-study/1", "diagram": file, **plan}
    # Paths of diagrams are told from the root, and stay so whatever folder the plan is said to stand in.
    factors = whole.get("factors")  # what is wrong with a plan is told by whoever reads it
    variants = factors.get("diagram") if isinstance(factors, Mapping) else None
    if isinstance(factors, Mapping) and isinstance(variants, list):
        whole["factors"] = {**factors, "diagram": [os.path.abspath(one) if isinstance(one, str) else one for one in variants]}
    return os.path.join(os.path.abspath(folder), "plan.json"), json.dumps(whole, indent=2) + "\n", file


def optimised(
    plan: Mapping[str, Any] | str | os.PathLike[str], diagram: tuple[str, bytes] | None, plugins: Sequence[str]
) -> dict[str, Any]:
    """``diagram``: its file and text; None: the plan names it."""
    if isinstance(plan, Mapping):
        if diagram is None:
            raise refused("the plan is no file", "Diagram.optimise takes a dict")
        plan_file, whole, file = _whole_plan(os.getcwd(), plan, diagram)
        told = _core.optimise(plan_file, whole, file, diagram[1].decode(), list(plugins))
    else:
        path = path_text(plan)
        told = _core.optimise(path, _core.content_of(path).decode(), "", "", list(plugins))
    found: dict[str, Any] = numbers_of(json.loads(told))
    return found


def optimise(plan: str | os.PathLike[str], *, plugins: Sequence[str | os.PathLike[str]] = ()) -> dict[str, Any]:
    """The values of a plan's factors with which its "optimise" is least or greatest, as ``stribeck optimise --format json`` tells them.

    ``Diagram.optimise`` takes the plan as a dict.
    """
    listed = os.environ.get("STRIBECK_PLUGIN_PATH", "")
    return optimised(plan, None, [*([listed] if listed else []), *(os.fspath(one) for one in plugins)])


def begun(
    folder: str,
    plan: Mapping[str, Any] | str | os.PathLike[str],
    diagram: tuple[str, bytes] | None,
    plugins: Sequence[str],
    chunk: int | None,
    lease: float,
) -> Study:
    """``diagram``: its file and text; None: the plan names it."""
    settings = (int(chunk or 0), float(lease), list(plugins))
    if isinstance(plan, Mapping):
        if diagram is None:
            raise refused("the plan is no file", "Diagram.study takes a dict")
        plan_file, whole, file = _whole_plan(folder, plan, diagram)
        _core.begin_study(folder, plan_file, whole, file, diagram[1].decode(), *settings)
    else:
        path = path_text(plan)
        _core.begin_study(folder, path, _core.content_of(path).decode(), "", "", *settings)
    return Study(folder)


def study(
    plan: str | os.PathLike[str],
    folder: str | os.PathLike[str] | None = None,
    *,
    chunk: int | None = None,
    lease: float = 60.0,
    plugins: Sequence[str | os.PathLike[str]] = (),
) -> Study:
    """Begins a study of a plan, a JSON file that names its diagram, or takes up what its folder has: ``stribeck study``.

    ``folder`` is beside you and called as the plan with the ending .study, if it is left out. ``Study.run`` runs it.
    """
    place = Path(path_text(plan)).stem + ".study" if folder is None else path_text(folder)
    listed = os.environ.get("STRIBECK_PLUGIN_PATH", "")
    return begun(place, plan, None, [*([listed] if listed else []), *(os.fspath(one) for one in plugins)], chunk, lease)
