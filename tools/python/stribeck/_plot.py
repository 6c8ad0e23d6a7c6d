"""Curves by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import refused

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._linear import LinearModel
    from ._result import Result

WIDTH, HEIGHT = 8.0, 2.6  # inches of a panel


def _matplotlib() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as missing:
        raise refused("plots need matplotlib, which is not installed", "pip install matplotlib") from missing
    return plt


def figure_of(result: Result, plots: list[dict[str, Any]], names: list[str]) -> Figure:
    plt = _matplotlib()
    panels = [panel for plot in plots for panel in _panels(result, plot)] or _by_unit(result, names)
    figure, axes = plt.subplots(len(panels), 1, figsize=(WIDTH, HEIGHT * len(panels)), squeeze=False, layout="constrained")
    for ax, panel in zip(axes[:, 0], panels):
        _draw(ax, result, panel)
    figure.suptitle(result._run.title)
    made: Figure = figure
    return made


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


def linear_figure(models: tuple[LinearModel, ...], picture: str) -> Figure:
    """One row for each output and input; of a Bode plot two, amplitude and phase."""
    kinds = {"bode": 2, "nyquist": 1, "nichols": 1, "poles": 1}
    if picture not in kinds:
        raise refused(f"there is no picture {picture!r}", _core.near(str(picture), list(kinds)) or "take " + ", ".join(kinds))
    first = models[0]
    pairs = [(output, input) for output in first.outputs for input in first.inputs]
    if not pairs:
        raise refused("there is nothing to draw without an input and an output", 'name some: d.linearise(inputs=["motor.torque"])')
    plt, panels = _matplotlib(), kinds[picture]
    figure, axes = plt.subplots(panels * len(pairs), 1, figsize=(WIDTH, HEIGHT * panels * len(pairs)), squeeze=False, layout="constrained")
    for row, (output, input) in enumerate(pairs):
        own = axes[panels * row : panels * (row + 1), 0]
        own[0].set_title(f"{output.name} to {input.name}")
        for number, model in enumerate(models):
            _LINEAR[picture](own, model, output.name, input.name, f"C{number}", f"t = {model.t:g} s")
        for ax in own:
            ax.grid(visible=True, alpha=0.3)
        if len(models) > 1:
            own[0].legend(loc="best", fontsize="small")
    made: Figure = figure
    return made


def _bode(axes: Any, model: LinearModel, output: str, input: str, color: str, label: str) -> None:
    curve = model.frequency_curve(output, input)
    axes[0].semilogx(curve.frequencies, curve.decibels, color=color, label=label)
    axes[1].semilogx(curve.frequencies, curve.phase, color=color)
    axes[0].set_ylabel("amplitude [dB]")
    axes[1].set_ylabel("phase [deg]")
    axes[1].set_xlabel("angular frequency [rad/s]")


def _nyquist(axes: Any, model: LinearModel, output: str, input: str, color: str, label: str) -> None:
    curve = model.frequency_curve(output, input)
    axes[0].plot(curve.values.real, curve.values.imag, color=color, label=label)
    axes[0].set_aspect("equal", adjustable="datalim")
    axes[0].set_xlabel("real part")
    axes[0].set_ylabel("imaginary part")


def _nichols(axes: Any, model: LinearModel, output: str, input: str, color: str, label: str) -> None:
    curve = model.frequency_curve(output, input)
    axes[0].plot(curve.phase, curve.decibels, color=color, label=label)
    axes[0].set_xlabel("phase [deg]")
    axes[0].set_ylabel("amplitude [dB]")


def _poles(axes: Any, model: LinearModel, output: str, input: str, color: str, label: str) -> None:
    zeros = model.transfer(output, input).zeros
    for roots, marker, what in ((model.poles, "x", f"poles, {label}"), (zeros, "o", f"zeros, {label}")):
        axes[0].plot([root.real for root in roots], [root.imag for root in roots], marker, color=color, mfc="none", label=what)
    axes[0].set_xlabel("real part [1/s]")
    axes[0].set_ylabel("imaginary part [rad/s]")


_LINEAR = {"bode": _bode, "nyquist": _nyquist, "nichols": _nichols, "poles": _poles}
