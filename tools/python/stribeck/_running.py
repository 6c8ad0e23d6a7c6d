"""What runs are given besides values: instants, and who is told how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._arrays import ArrayLike, np
from ._errors import refused

Tell = Callable[[float, float, int], object]
Progress = bool | Tell | None


def instants(t_eval: ArrayLike) -> list[float]:
    times = np.asarray(t_eval, dtype=float)
    if times.ndim > 1 or not np.all(np.isfinite(times)):
        raise refused(f"t_eval has the shape {times.shape}, or a time that is no number", "take a list of times in s")
    return [float(time) for time in np.unique(times)]


@contextmanager
def telling(progress: Progress) -> Iterator[Tell | None]:
    """What is called now and then."""
    if progress is None or progress is False:
        yield None
    elif callable(progress):
        yield progress
    else:
        try:
            from tqdm.auto import tqdm
        except ImportError:

            def tell(t: float, stop: float, events: int) -> None:
                print(f"\rt = {t:.6g} s of {stop:g} s, {events} events", end="", flush=True)

            yield tell
            print()
            return
        bars: list[Any] = []  # made when it is known how far the run goes, which the bar's format takes

        def show(t: float, stop: float, events: int) -> None:
            if not bars:
                bars.append(tqdm(total=stop, unit="s", bar_format="{l_bar}{bar}| {n:.4g}/{total:.4g} s [{elapsed}<{remaining}]"))
            bars[0].n = t
            bars[0].set_postfix(events=events)

        try:
            yield show
        finally:
            for bar in bars:
                bar.close()
