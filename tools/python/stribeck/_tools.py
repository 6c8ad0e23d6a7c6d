"""What the program can do with a diagram besides running it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from . import _core
from ._errors import Diagnostic, Error, ExpectationError, diagnostic_of, refused
from ._values import Value


class Tools:
    """Those of a diagram."""

    _asked: Callable[..., _core.Asked]
    _asking: Callable[..., Any]

    def check(self, values: Mapping[str, Value] | None = None, /, **parameters: Value) -> list[Diagnostic]:
        """Runs the diagram and compares it with what it expects of itself: ``stribeck check``.

        Returns warnings and notes; raises ``ExpectationError`` for what is not as expected.
        """
        asked = self._asked(values, parameters)
        told = self._asking(lambda session: _core.check(session, asked, 1.0))
        if told["faults"]:
            raise ExpectationError(tuple(diagnostic_of(one) for one in told["faults"]))
        return [diagnostic_of(one) for one in told["notes"]]

    def explain(self, after: str | None = None) -> str:
        """Which port sets force or velocity, which loops are solved how; or what a stage ("equations") made of the diagram."""
        if after is None:
            return str(self._asking(lambda session: _core.explain_causality(session, _core.Asked(), 0)))
        stages = _core.stage_names()
        if after not in stages:
            raise refused(f'there is no stage "{after}"', _core.near(after, stages) or "the stages are " + ", ".join(stages))
        return str(self._asking(lambda session: _core.explain(session, _core.Asked(), after)))

    def causality(self) -> dict[str, Any]:
        """The facts of ``explain`` for a script: ``stribeck explain --format json``."""
        found: dict[str, Any] = json.loads(self._asking(lambda session: _core.explain_causality(session, _core.Asked(), 1)))
        return found

    def draw(self, *, bond_graph: bool = False, unfold: int | None = 0) -> str:
        """The schematic, or the bond graph, as SVG. ``unfold``: so many levels of subsystems as what they are made of; None: all.

        Needs the program ``dot`` of Graphviz.
        """
        levels = 1_000_000 if unfold is None else int(unfold)
        return str(self._asking(lambda session: _core.drawing_svg(session, _core.Asked(), bond_graph, levels)))

    def _repr_svg_(self) -> str | None:
        try:
            svg = self.draw()
        except Error:  # without Graphviz, or not finished yet: the text is shown
            return None
        return svg[svg.find("<svg") :]
