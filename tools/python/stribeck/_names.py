"""Names that a component does not have, refused in the line of Python that writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from . import _core, _places
from ._errors import Error, refused
from ._types import connector_names, described, parameter_docs

if TYPE_CHECKING:
    from ._diagram import Diagram

_UNKNOWN = tuple("diagram.unknown_" + what for what in ("type", "parameter", "port", "instance"))
_AROUND = ("parameters", "libraries", "include", "definitions")  # what a component's names may follow from


def check_entry(diagram: Diagram, name: str, entry: dict[str, Any]) -> None:
    """Refuses a type that there is not, and parameters that it does not have."""
    description = described(str(entry.get("type")), diagram.plugins)
    if description is None or not set(entry.get("parameters", {})) <= set(parameter_docs(description)):
        _ask_reader(diagram, name, entry, f"{name}.none", "/components/" + _places.escaped(name) + "/")


def check_end(diagram: Diagram, name: str, entry: dict[str, Any], end: str) -> None:
    """Refuses an end of a connection, "load.I" or "cell[2].left", at a port that the component does not have."""
    description = described(str(entry.get("type")), diagram.plugins)
    if description is None or end not in [f"{name}.{port}" for port in connector_names(description)]:
        _ask_reader(diagram, name, entry, end, "/connections/0/0")


def _ask_reader(diagram: Diagram, name: str, entry: dict[str, Any], end: str, pointer: str) -> None:
    """Refuses what the reader does not know at that place, in a diagram of the component alone.

    The reader knows definitions and libraries, and what options add. Other faults are told by runs.
    """
    around = {key: value for key, value in diagram._read().items() if key in _AROUND}
    # The other end does not exist, so that nothing is compiled.
    alone = {"format": "stribeck/1", **around, "components": {name: entry}, "connections": [[end, f"{name}_.none"]]}
    try:
        _core.Session(json.dumps(alone).encode(), diagram.file, list(diagram.plugins), _core.Asked(), diagram._sources)
    except Error as error:
        for one in error.diagnostics:
            if one.code in _UNKNOWN and one.pointer.startswith(pointer):
                raise refused(one.message, one.advice, one.code) from None
