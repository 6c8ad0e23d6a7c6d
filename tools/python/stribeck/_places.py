"""Which line of Python wrote what of a diagram, so that errors can tell it."""

from __future__ import annotations

import linecache
import sys
from pathlib import Path
from typing import NamedTuple

from ._errors import Error

_HERE = str(Path(__file__).parent)


class Place(NamedTuple):
    file: str
    line: int

    def __str__(self) -> str:
        source = linecache.getline(self.file, self.line).strip()
        return f"{self.file}:{self.line}" + (f": {source}" if source else "")


def is_of_package(file: str) -> bool:
    return file.startswith(_HERE)


def of_caller() -> Place:
    """The nearest line that is not of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and is_of_package(frame.f_code.co_filename):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


def escaped(name: str) -> str:
    """As JSON pointers have it."""
    return name.replace("~", "~0").replace("/", "~1")


def add_notes(error: Error, places: dict[str, Place]) -> None:
    """Tells with the error where Python wrote what it is about."""
    told = set()
    for diagnostic in error.diagnostics:
        pointer = diagnostic.pointer
        while pointer and pointer not in places:
            pointer = pointer.rpartition("/")[0]
        if not pointer and diagnostic.component:
            pointer = "/components/" + escaped(diagnostic.component.split(" ")[0])
        if pointer in places and pointer not in told:
            told.add(pointer)
            error.add_note(f"written by {places[pointer]}")
