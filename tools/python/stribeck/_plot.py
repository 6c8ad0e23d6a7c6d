"""Curves by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import refused

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._result import Result

WIDTH, HEIGHT = 8.0, 2.6  # inches of a panel


def figure_of(result: Result, plots: list[dict[str, Any]], names: list[str]) -> Figure:
    try:
        import matplotlib.pyplot as plt
    except ImportError as missing:
        raise refused("plots need matplotlib, which is not installed", "pip install matplotlib") from missing
    panels = [panel for plot in plots for panel in _panels(result, plot)] or _by_unit(result, names)
    figure, axes = plt.subplots(len(panels), 1, figsize=(WIDTH, HEIGHT * len(panels)), squeeze=False, layout="constrained")
    for ax, panel in zip(axes[:, 0], panels):
        _draw(ax, result, panel)
    figure.suptitle(result._run.title)
    return figure


def _panels(result: Result, plot: dict[str, Any]) -> list[dict[str, Any]]:
    """Of one plot, one for each unit."""
    labels = dict(zip(plot["y"], plot["labels"]))
    return [{**plot, "y": group["y"], "labels": labels} for group in _by_unit(result, plot["y"])]


def _by_unit(result: Result, names: list[str]) -> list[dict[str, Any]]:
    units, groups = result.units, dict[str, list[str]]()
    for name in names:
        groups.setdefault(units[name], []).append(name)
    return [{"title": "", "x": "time", "y": group, "labels": {}, "log": 0, "modes": []} for group in groups.values()]


def _axis(name: str, unit: str) -> str:
    return f"{name} [{unit}]" if unit and unit != "1" else name


def _draw(ax: Any, result: Result, panel: dict[str, Any]) -> None:
    over_time = panel["x"] == "time"
    x = result.t if over_time else result[panel["x"]]
    units = result.units
    for name in panel["y"]:
        is_mode = bool(_core.mode_words(result.docs[name]))
        ax.plot(x, result[name], label=panel["labels"].get(name) or name, drawstyle="steps-post" if is_mode else "default")
    ax.set_xlabel("time [s]" if over_time else _axis(panel["x"], units[panel["x"]]))
    first = panel["y"][0]
    ax.set_ylabel(_axis(first if len(panel["y"]) == 1 else "", units[first]).strip())
    ax.set_title(panel["title"])
    if panel["log"] in (1, 3):
        ax.set_xscale("log")
    if panel["log"] in (2, 3):
        ax.set_yscale("log")
    if over_time:
        spans = result.sticking()
        shaded = panel["modes"] or list(spans)
        label: str | None = "sticks"
        for name in shaded:
            for begin, end in spans.get(name, []):
                ax.axvspan(begin, end, color="0.85", zorder=0, label=label)
                label = None
    ax.legend(loc="best", fontsize="small")
    ax.grid(visible=True, alpha=0.3)
