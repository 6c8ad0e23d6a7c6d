"""What a run gave."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from . import _core
from ._arrays import ArrayLike, Floats, np
from ._errors import Diagnostic, diagnostic_of, refused, unknown

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.figure import Figure


class Event(NamedTuple):
    """What happened at an instant."""

    t: float
    """In s."""
    label: str
    """Component and condition: "friction: sticks"."""


@dataclass(frozen=True)
class EnergyRow:
    """One component's part, in J."""

    component: str
    type: str
    supplied: float
    stored: float
    dissipated: float
    residual: float


@dataclass(frozen=True)
class Audit:
    """Work in = stored + dissipated, over the whole run, in J."""

    supplied: float
    stored: float
    dissipated: float
    residual: float
    """supplied - stored - dissipated"""
    relative: float
    """The residual as a share of the energy exchanged."""
    components: tuple[EnergyRow, ...] = field(repr=False)

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each component that takes part."""
        import pandas

        names = ["supplied", "stored", "dissipated", "residual"]
        frame = pandas.DataFrame(
            {"type": [one.type for one in self.components], **{name: [getattr(one, name) for one in self.components] for name in names}},
            index=pandas.Index([one.component for one in self.components], name="component"),
        )
        frame.attrs["units"] = dict.fromkeys(names, "J")
        return frame


class _Rows(Protocol):
    """What a core.Run has."""

    @property
    def t(self) -> Floats: ...
    def column(self, column: int) -> Floats: ...
    @property
    def event_times(self) -> Floats: ...
    @property
    def event_labels(self) -> list[str]: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def units(self) -> list[str]: ...
    @property
    def docs(self) -> list[str]: ...
    @property
    def asked(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def plots(self) -> list[dict[str, Any]]: ...
    @property
    def summary(self) -> dict[str, Any]: ...
    @property
    def audit(self) -> dict[str, Any]: ...
    @property
    def notes(self) -> list[dict[str, Any]]: ...
    def page(self) -> str: ...


@dataclass
class _Stored:
    """The same on its own, for results that come from a pickle."""

    t: Floats
    columns: list[Floats]
    event_times: Floats
    event_labels: list[str]
    names: list[str]
    units: list[str]
    docs: list[str]
    asked: int
    title: str
    plots: list[dict[str, Any]]
    summary: dict[str, Any]
    audit: dict[str, Any]
    notes: list[dict[str, Any]]
    drawn: str

    @classmethod
    def of(cls, run: _Rows) -> _Stored:
        columns = [np.array(run.column(number)) for number in range(len(run.names))]
        same = {one.name: getattr(run, one.name) for one in fields(cls) if one.name not in ("t", "columns", "event_times", "drawn")}
        return cls(t=np.array(run.t), columns=columns, event_times=np.array(run.event_times), drawn=run.page(), **same)

    def column(self, column: int) -> Floats:
        return self.columns[column]

    def page(self) -> str:
        return self.drawn


class Result(Mapping[str, Floats]):
    """The curves of a run, by the names of their columns: ``r["load.w"]``, in SI units, one value for each of ``r.t``.

    An instant with events stands twice in ``r.t``: before and after them. Arrays are the memory of the run itself and read-only; they
    stay when the result is gone.
    """

    def __init__(self, run: _Rows) -> None:
        self._run = run
        self._index: dict[str, int] | None = None

    # ---- curves ----

    @property
    def _numbers(self) -> dict[str, int]:
        if self._index is None:
            self._index = {name: number for number, name in enumerate(self._run.names)}
        return self._index

    def _number(self, name: str) -> int:
        try:
            return self._numbers[name]
        except (KeyError, TypeError):
            raise unknown(
                "the run has no column", name, list(self._numbers), f'name it among the outputs: run(outputs=["{name}"])'
            ) from None

    @property
    def t(self) -> Floats:
        """Times of the rows, in s, ascending."""
        return self._run.t

    def __getitem__(self, name: str) -> Floats:
        return self._run.column(self._number(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._numbers

    @property
    def names(self) -> list[str]:
        """Of the columns: those of the diagram's outputs, then those that its plots want besides."""
        return list(self._numbers)

    @property
    def units(self) -> dict[str, str]:
        """SI unit of each column."""
        return dict(zip(self._run.names, self._run.units))

    @property
    def docs(self) -> dict[str, str]:
        return dict(zip(self._run.names, self._run.docs))

    def _ipython_key_completions_(self) -> list[str]:
        return self.names

    def sol(self, t: ArrayLike) -> Floats:
        """Values at any time, as the ``sol`` of SciPy: an array of a row for each column, in the order of ``names``.

        Exact where a row stands, on a straight line between rows, and at an instant with events those after them. Times outside the run
        are refused. Ask ``run(t_eval=...)`` for rows exactly where you want them.
        """
        wanted = np.asarray(t, dtype=float)
        return np.stack([self._interpolated(self._run.column(number), wanted) for number in range(len(self))])

    def at(self, name: str, t: ArrayLike) -> Floats:
        """One column at any time, read as ``sol`` does."""
        return self._interpolated(self[name], np.asarray(t, dtype=float))

    def _interpolated(self, values: Floats, wanted: Floats) -> Floats:
        times = self.t
        if len(times) == 0:
            raise refused("the run has no rows to read values from", "ask run() for more of it")
        if not np.all((wanted >= times[0]) & (wanted <= times[-1])):
            raise refused(f"a time asked for is not within the run, {times[0]:g} s to {times[-1]:g} s", "ask for times within the run")
        beyond = np.searchsorted(times, wanted, side="right")
        left = np.clip(beyond - 1, 0, len(times) - 1)
        right = np.minimum(beyond, len(times) - 1)
        width = times[right] - times[left]
        share = np.divide(wanted - times[left], width, out=np.zeros_like(wanted), where=width > 0)
        found: Floats = values[left] + share * (values[right] - values[left])
        return found

    # ---- what happened ----

    @property
    def events(self) -> list[Event]:
        """In the order in which they happened."""
        return [Event(float(t), label) for t, label in zip(self._run.event_times, self._run.event_labels)]

    @property
    def t_events(self) -> dict[str, Floats]:
        """Times of the events by their labels."""
        found: dict[str, list[float]] = {}
        for t, label in zip(self._run.event_times, self._run.event_labels):
            found.setdefault(label, []).append(float(t))
        return {label: np.array(times) for label, times in found.items()}

    def modes(self) -> dict[str, list[tuple[float, float, str]]]:
        """For each column that is a mode of friction or the like: from when to when it was in which, in words ("sticks")."""
        found = {}
        for name, doc in self.docs.items():
            words = dict(_core.mode_words(doc))
            if words:
                found[name] = _spans(self.t, self[name], words)
        return found

    def sticking(self) -> dict[str, list[tuple[float, float]]]:
        """From when to when each friction stuck, and each contact rested.

        By the modes among the columns ("brake.mode"), and for what has none there by the events of the run ("brake").
        """
        found: dict[str, list[tuple[float, float]]] = {}
        for name, spans in self.modes().items():
            held = dict(_core.mode_words(self.docs[name])).get(0.0)
            found[name] = [(begin, end) for begin, end, word in spans if word == held]
        for name, stuck in self._stuck_by_events().items():
            if f"{name}.mode" not in self:
                found[name] = stuck
        return found

    def _stuck_by_events(self) -> dict[str, list[tuple[float, float]]]:
        """Of frictions that stick or slip at some time. One whose first event is that it slips has stuck before."""
        found: dict[str, list[tuple[float, float]]] = {}
        since: dict[str, float | None] = {}
        begin, end = float(self.stats["start"]), float(self.stats["reached"])
        for t, label in zip(self._run.event_times, self._run.event_labels):
            name, _, what = label.partition(": ")
            if what != "sticks" and not what.startswith("slips"):
                continue
            held_since = since.get(name, None if what == "sticks" else begin)
            if held_since is not None and t > held_since:
                found.setdefault(name, []).append((held_since, float(t)))
            since[name] = float(t) if what == "sticks" else None
        for name, held in since.items():
            spans = found.setdefault(name, [])
            if held is not None and end > held:
                spans.append((held, end))
        return found

    @property
    def audit(self) -> Audit:
        """The energy that went in, was stored and was dissipated."""
        told = dict(self._run.audit)
        rows = tuple(EnergyRow(**row) for row in told.pop("components"))
        return Audit(components=rows, **told)

    @property
    def stats(self) -> dict[str, Any]:
        """What the run cost: solver, steps, evaluations, events."""
        return self._run.summary

    @property
    def interrupted(self) -> bool:
        return bool(self._run.summary["interrupted"])

    @property
    def end(self) -> str:
        """Why a component ended the run, as planned; empty if none did."""
        return str(self._run.summary["end"])

    @property
    def notes(self) -> list[Diagnostic]:
        """Warnings and remarks of the run."""
        return [diagnostic_of(one) for one in self._run.notes]

    # ---- in other forms ----

    def _kept_rows(self, at_events: str) -> slice | Any:
        if at_events == "both":
            return slice(None)
        if at_events not in ("before", "after"):
            raise refused(f'at_events cannot be "{at_events}"', 'take "both", "before" or "after"')
        times = self.t
        keep = np.ones(len(times), dtype=bool)
        if at_events == "after":
            keep[:-1] = times[1:] != times[:-1]
        else:
            keep[1:] = times[1:] != times[:-1]
        return keep

    def to_pandas(self, at_events: Literal["both", "before", "after"] = "both") -> pandas.DataFrame:
        """A data frame over time; units are in ``frame.attrs["units"]``.

        An instant with events stands twice; ``at_events`` "before" or "after" keeps one of them, so that the index is unique.
        """
        import pandas

        rows = self._kept_rows(at_events)
        frame = pandas.DataFrame({name: self[name][rows] for name in self}, index=pandas.Index(self.t[rows], name="time"))
        frame.attrs["units"] = {"time": "s", **self.units}
        frame.attrs["title"] = self._run.title
        return frame

    def to_xarray(self, at_events: Literal["both", "before", "after"] = "both") -> xarray.Dataset:
        """A dataset over time; each variable has its ``units`` and ``long_name`` among its attrs. ``at_events`` as in ``to_pandas``."""
        import xarray

        rows = self._kept_rows(at_events)
        units, docs = self.units, self.docs
        variables = {name: ("time", self[name][rows], {"units": units[name], "long_name": docs[name]}) for name in self}
        time = ("time", self.t[rows], {"units": "s", "long_name": "time"})
        return xarray.Dataset(variables, coords={"time": time}, attrs={"title": self._run.title})

    def plot(self, *names: str) -> Figure:
        """The diagram's plots, or those columns, with matplotlib: units on the axes, times at which something sticks shaded."""
        from ._plot import figure_of

        for name in names:
            self._number(name)
        return figure_of(self, self._run.plots if not names else [], list(names) or self.names[: self._run.asked])

    def page(self) -> str:
        """The plots as one HTML page, to zoom and read, that needs nothing but itself."""
        return self._run.page()

    def _repr_html_(self) -> str:
        stats = self.stats
        told = f"{stats['solver']}, {stats['steps']} steps, {stats['rows']} rows, {stats['events']} events"
        frame = html.escape(self.page(), quote=True)
        return (
            f"<p><b>{html.escape(self._run.title)}</b><br>t = {stats['start']:g} s to {stats['reached']:g} s; {html.escape(told)}; "
            f"energy residual {self.audit.relative:.1e}</p>"
            f'<iframe srcdoc="{frame}" style="width:100%;height:480px;border:0"></iframe>'
        )

    def __repr__(self) -> str:
        stats = self.stats
        columns = ", ".join(self.names[:6]) + (", ..." if len(self) > 6 else "")
        told = f"{stats['rows']} rows to {stats['reached']:g} s, {stats['events']} events, columns {columns}"
        return f"<Result of {self._run.title!r}: {told}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (_Stored.of(self._run),)


def _spans(times: Floats, modes: Floats, words: Mapping[float, str]) -> list[tuple[float, float, str]]:
    """A mode holds from its row to the next change."""
    spans: list[tuple[float, float, str]] = []
    if len(times) == 0:
        return spans
    changes = np.flatnonzero(np.diff(modes) != 0) + 1
    begins = np.concatenate(([0], changes))
    ends = np.concatenate((changes, [len(times) - 1]))
    for begin, end in zip(begins, ends):
        if times[end] > times[begin]:
            spans.append((float(times[begin]), float(times[end]), words.get(float(modes[begin]), f"{modes[begin]:g}")))
    return spans
