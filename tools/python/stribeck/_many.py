"""Many runs of one diagram."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import Error, Interrupted
from ._result import Result
from ._values import Value

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from ._diagram import Diagram

_loaded: dict[bytes, Diagram] = {}  # of a worker process: what it has compiled already


def _there(pickled: bytes, values: Mapping[str, Value], options: dict[str, Any], reduce: Callable[[Result], Any] | None) -> Any:
    """In a worker of an executor."""
    import pickle

    diagram = _loaded.get(pickled)
    if diagram is None:
        _loaded.clear()
        diagram = _loaded[pickled] = pickle.loads(pickled)
    result = diagram.run(values, **options)
    return result if reduce is None else reduce(result)


def _sample(sample: object) -> Mapping[str, Value]:
    if not isinstance(sample, Mapping):
        raise TypeError(f'a sample is a dict of values, {{"load.inertia": 2}}, and not {type(sample).__name__}')
    return sample


def run_many(
    self: Diagram,
    samples: Iterable[Mapping[str, Value]],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    reduce: Callable[[Result], Any] | None = None,
    return_errors: bool = False,
    **options: Any,
) -> list[Any]:
    """Runs the diagram once for each sample, a dict of values, and returns what came out, in their order.

    threads
        How many run at once; left out: as many as there are processors.
    executor
        Any executor of ``concurrent.futures`` instead, of processes or of a cluster; the diagram is sent to it with all its files.
    reduce
        What is kept of each result: a function of it. For an executor it must be one that can be pickled.
    return_errors
        True: a run that fails gives its ``Error`` in its place instead of raising it.
    options
        Those of ``run``: stop, outputs, t_eval ...

    Ctrl-C raises ``Interrupted``, whose ``result`` is the list up to then, with None for what was not reached.
    """
    import pickle
    from concurrent.futures import ThreadPoolExecutor  # here: who runs one diagram does not wait for it

    wanted = [dict(_sample(sample)) for sample in samples]
    stop = _core.StopFlag()

    def here(values: Mapping[str, Value]) -> Any:
        asked = self._asked(values, {}, **options)
        result = self._run(asked, None, stop)
        return result if reduce is None else reduce(result)

    pool = executor or ThreadPoolExecutor(threads or os.cpu_count() or 1)
    futures: list[Future[Any]] = []
    found: list[Any] = [None] * len(wanted)
    try:
        if executor is None:
            futures = [pool.submit(here, values) for values in wanted]
        else:
            pickled = pickle.dumps(self)
            futures = [pool.submit(_there, pickled, values, options, reduce) for values in wanted]
        for number, future in enumerate(futures):
            try:
                found[number] = future.result()
            except Error as error:
                if not return_errors:
                    error.add_note(f"sample {number}: {wanted[number]}")
                    raise
                found[number] = error
    except BaseException as raised:
        stop.set()
        for future in futures:
            future.cancel()
        if isinstance(raised, KeyboardInterrupt):
            for number, future in enumerate(futures):
                if future.done() and not future.cancelled() and future.exception() is None:
                    found[number] = future.result()
            done = sum(one is not None for one in found)
            raise Interrupted(found, f"interrupted after {done} of {len(wanted)} runs; they are .result of this exception") from None
        raise
    finally:
        if executor is None:
            pool.shutdown()
    return found
