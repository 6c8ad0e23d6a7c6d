"""What a diagram does near a point of its motion, and what its motion follows from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import _core
from ._asks import Asks, is_start
from ._errors import refused
from ._linear import (
    LinearModel,
    Modes,
    Sensitivities,
    StepResponse,
    linear_model_of,
    modes_of,
    sensitivities_of,
    step_response_of,
)
from ._values import Value, levels_of, names_of, require_unit, seconds, si


class Analyses(Asks):
    """Those of a diagram."""

    def linearise(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> LinearModel:
        """The linear model at an instant (``"2 s"``), at the ``"start"``, or where the run stops: ``stribeck linearise``.

        ``inputs`` are parameters of components ("motor.torque"), inputs of the boundary, ports on which a force or torque acts ("load.I"),
        and signals to which something is added ("motor.S"); ``outputs`` variables instead of the diagram's outputs.
        """
        at_start = is_start(at)
        asked = self._asked(values, parameters, stop=None if at_start else at, outputs=outputs)
        told = self._asking(lambda session: _core.linearise(session, asked, at_start, names_of(inputs)))
        return linear_model_of(told)

    def step_response(
        self,
        input: str,
        amount: Value,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        span: Value = None,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> StepResponse:
        """How the outputs change after an input has jumped, by the linear model and by the run: ``stribeck linearise --step``.

        ``amount`` is in SI or has a unit; ``span``: how long to look, left out: until the linear model settles. The others are those of
        ``linearise``.
        """
        at_start, wanted = is_start(at), [*names_of(inputs), *([] if input in names_of(inputs) else [input])]
        height, span_s = si(amount, f"the step of {input}"), seconds(span, "span")
        if height == 0:
            raise refused(f"the step of {input} is zero", "take an amount that the outputs can answer to")
        asked = self._asked(values, parameters, stop=None if at_start else at, outputs=outputs)
        told = self._asking(lambda session: _core.step_response(session, asked, at_start, wanted, str(input), height, span_s))
        found = step_response_of(str(input), height, told)
        require_unit(amount, found.unit, f"the step of {input}")
        return found

    def modes(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        count: int = 20,
        near: float = 0.0,
        **parameters: Value,
    ) -> Modes:
        """Poles, shapes, energy and participation of the natural modes at a point of the motion: ``stribeck modes``.

        ``at`` as in ``linearise``. Of large systems the ``count`` modes nearest to the angular frequency ``near``, in rad/s.
        """
        at_start = is_start(at)
        asked = self._asked(values, parameters, stop=None if at_start else at)
        told = self._asking(lambda session: _core.natural_modes(session, asked, at_start, int(count), float(near)))
        return modes_of(told)

    def draw_modes(
        self,
        at: Value = None,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        which: Sequence[int] = (),
        unfold: int | None = 0,
        count: int = 20,
        near: float = 0.0,
        **parameters: Value,
    ) -> str:
        """The schematic with the shapes of modes as arrows, as SVG: ``stribeck modes --draw``. Needs the program ``dot`` of Graphviz.

        ``which`` are numbers of modes, from 1; left out: the first twelve. ``unfold`` as in ``draw``, the others as in ``modes``.
        """
        at_start, numbers = is_start(at), [int(number) for number in which]
        if any(number < 1 for number in numbers):
            raise refused("modes are counted from 1", "the first is which=[1]")
        asked = self._asked(values, parameters, stop=None if at_start else at)
        levels = levels_of(unfold)
        return str(self._asking(lambda session: _core.modes_drawing(session, asked, at_start, int(count), float(near), numbers, levels)))

    def sensitivity(
        self,
        by: Sequence[str],
        values: Mapping[str, Value] | None = None,
        /,
        *,
        times: Sequence[float] = (),
        scalars: Sequence[str] = (),
        stop: Value = None,
        rtol: Value = None,
        outputs: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Sensitivities:
        """How outputs and the instants of events change with parameters and initial values: ``stribeck sensitivity``.

        ``by`` names parameters ("speed", "load.inertia") and initial values ("load.initial.w"), ``times`` instants, ascending, in s.
        ``scalars`` are numbers of curves, as studies have them: "max load.w", "crossing_time load.w target=0.1".
        """
        asked = self._asked(values, parameters, stop=stop, rtol=rtol, outputs=outputs)
        names, instants = names_of(by), [float(time) for time in times]
        return sensitivities_of(self._asking(lambda session: _core.sensitivity(session, asked, names, instants, names_of(scalars))))
