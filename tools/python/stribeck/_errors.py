"""What goes wrong, as exceptions: each with its code, its place and what to try."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core


class Diagnostic(NamedTuple):
    """One sentence of the program to its user: an error, a warning or a note."""

    code: str
    """What it is, for scripts: "diagram.unknown_parameter"."""
    severity: str
    """"error", "warning" or "note"."""
    message: str
    file: str = ""
    line: int = 0
    """Counts from 1; 0: unknown."""
    column: int = 0
    pointer: str = ""
    """The place in the diagram as a JSON pointer: "/components/load/parameters/inertia"."""
    component: str = ""
    relation: str = ""
    because: str = ""
    advice: str = ""
    """What to try."""
    details: tuple[tuple[str, str], ...] = ()
    text: str = ""
    """All of it, as the program prints it."""

    def __str__(self) -> str:
        return self.text.rstrip() or f"{self.code}: {self.message}"


def diagnostic_of(told: dict[str, Any]) -> Diagnostic:
    return Diagnostic(**{**told, "details": tuple(tuple(pair) for pair in told["details"])})


class Error(Exception):
    """Something is wrong with a diagram, an argument, a plugin or a run.

    The attributes are those of the first of ``diagnostics``; the text tells all of them.
    """

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(str(one) for one in self.diagnostics)

    @property
    def first(self) -> Diagnostic:
        return self.diagnostics[0]

    @property
    def code(self) -> str:
        """Of the first error: "diagram.unknown_parameter"."""
        return self.first.code

    @property
    def message(self) -> str:
        return self.first.message

    @property
    def file(self) -> str:
        return self.first.file

    @property
    def line(self) -> int:
        """Where in the file, from 1; 0: unknown."""
        return self.first.line

    @property
    def column(self) -> int:
        return self.first.column

    @property
    def component(self) -> str:
        return self.first.component

    @property
    def advice(self) -> str:
        """What to try."""
        return self.first.advice


class DiagramError(Error, ValueError):
    """The diagram, or what it was asked for, is wrong."""


class RunError(Error, RuntimeError):
    """The run failed: its equations have no solution, or a component demands what does not hold; or a fit did."""


class ExpectationError(Error, AssertionError):
    """A diagram is not as it expects itself to be."""


class FileError(Error, OSError):
    """A file is missing, cannot be read or cannot be written."""

    def __str__(self) -> str:
        return Error.__str__(self)


class FileMissing(FileError, FileNotFoundError):
    """There is no such file."""


class UnknownName(DiagramError, KeyError):
    """There is no parameter, variable or component of that name."""

    def __str__(self) -> str:
        return Error.__str__(self)


class Interrupted(KeyboardInterrupt):
    """A run was interrupted, by Ctrl-C or the stop button of a notebook. ``result`` is what it has up to then."""

    def __init__(self, result: Any, message: str) -> None:
        super().__init__(message)
        self.result = result


class StribeckWarning(UserWarning):
    """A warning of a diagram or a run."""


_BY_FAMILY: dict[str, type[Error]] = {
    "run": RunError,
    "fit": RunError,
    "expect": ExpectationError,
    "file": FileError,
    "output": FileError,
}


def error(diagnostics: tuple[Diagnostic, ...]) -> Error:
    """The exception of the class that the first code belongs to."""
    code = diagnostics[0].code
    kind = FileMissing if code == "file.missing" else _BY_FAMILY.get(code.split(".")[0], DiagramError)
    if kind is DiagramError and ".unknown_" in code and code != "diagram.unknown_key":
        kind = UnknownName
    return kind(diagnostics)


def error_of(told: list[dict[str, Any]]) -> Error:
    """Called by the extension module."""
    return error(tuple(diagnostic_of(one) for one in told))


def refused(message: str, advice: str = "", code: str = "arguments.invalid") -> Error:
    """Bad use that Python finds."""
    text = f"error {code}: {message}" + (f"\n  try: {advice}" if advice else "")
    return error((Diagnostic(code, "error", message, advice=advice, text=text),))


def unknown(what: str, name: object, known: list[str], otherwise: str = "", code: str = "diagram.unknown_variable") -> Error:
    near = _core.near(name, known) if isinstance(name, str) and name.isprintable() else ""
    return refused(
        f'{what} "{name}"' if isinstance(name, str) else f"{what} {name!r}, which is no text",
        near or otherwise or "there are: " + ", ".join(known[:12]),
        code,
    )
