"""What every analysis of a diagram begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._arrays import ArrayLike
from ._inputs import given_inputs
from ._running import instants
from ._values import Value, text, time_text, word

if TYPE_CHECKING:
    from ._inputs import Inputs


class Asks:
    """A diagram, as the classes have it that make up ``Diagram``."""

    _asking: Callable[..., Any]
    _read: Callable[[], dict[str, Any]]
    _usual: dict[str, Any]
    """What ``using`` was given."""

    def _asked(
        self,
        values: Mapping[str, Value] | None,
        parameters: Mapping[str, Value],
        *,
        stop: Value = None,
        interval: Value = None,
        solver: str | None = None,
        rtol: Value = None,
        atol: Value = None,
        outputs: Sequence[str] | str | None = None,
        t_eval: ArrayLike | None = None,
        inputs: Inputs | None = None,
        window: tuple[Value, Value] | None = None,
        rows: str | None = None,
        verify: bool = False,
        plain: bool = False,
        all_columns: bool = False,
    ) -> _core.Asked:
        if self._usual:
            own: dict[str, Any] = {"stop": stop, "interval": interval, "solver": solver, "rtol": rtol, "atol": atol, "inputs": inputs}
            stop, interval, solver, rtol, atol, inputs = (self._usual.get(key) if one is None else one for key, one in own.items())
        if values is not None and not isinstance(values, Mapping):
            raise TypeError(f'values of parameters are a dict {{"load.inertia": 2}}, not {type(values).__name__}')
        asked = _core.Asked()
        given = {**(values or {}), **parameters}
        asked.values = [
            (word(name, "the name of a parameter"), self._with_unit(str(name), text(value, str(name)))) for name, value in given.items()
        ]
        asked.inputs, asked.tables = given_inputs(inputs)
        asked.stop, asked.interval = time_text(stop, "stop"), time_text(interval, "interval")
        asked.solver = solver or ""
        asked.rtol = "" if rtol is None else text(rtol, "rtol")
        asked.atol = "" if atol is None else text(atol, "atol")
        if outputs is not None:
            asked.outputs = [outputs] if isinstance(outputs, str) else [str(name) for name in outputs]
        if t_eval is not None:
            asked.at = instants(t_eval)
        if window is not None:
            asked.rows_from, asked.rows_to = (time_text(end, "window") for end in window)
        asked.rows = "" if rows is None else word(rows, "rows")
        asked.verify, asked.plain, asked.all_columns = bool(verify), bool(plain), all_columns
        return asked

    def _with_unit(self, name: str, given: str) -> str:
        """A number, which is in SI, with the SI unit of what the diagram has there: then it is known to be of the same kind."""
        try:
            float(given)
        except ValueError:
            return given
        document = self._read()
        component, _, key = name.rpartition(".")
        written = document.get("components", {}).get(component, {}).get("parameters", {}) if component else document.get("parameters", {})
        value = written.get(key) if isinstance(written, dict) else None
        value = value.get("value") if isinstance(value, dict) else value
        unit = _core.si_unit(value) if isinstance(value, str) else ""
        return f"{given} {unit}" if unit and unit != "1" else given


def is_start(at: Value) -> bool:
    return isinstance(at, str) and at == "start"
