"""What is added to exceptions of Python that wrong arguments meet on their way: which call it was, what it takes, and what it was given."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any, TypeVar

from ._errors import Error
from ._places import is_of_package

Called = TypeVar("Called", bound=Callable[..., Any])


def advised(function: Called, of: str = "") -> Called:
    """The same function. What a function of the user raises inside it stays as it is."""
    name = f"{of}.{function.__name__}" if of else f"stribeck.{function.__name__}"

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            if isinstance(error, Error) or getattr(error, "told", False) or not _is_ours(error):
                raise
            better = _better(error, f"{name}(): ", _given(function, arguments, options, bool(of)))
        better.told = True  # type: ignore[attr-defined]
        raise better

    return call  # type: ignore[return-value]


def advised_methods(kind: type, called: str = "") -> None:
    """All that a class has for its users, but for operators; ``called`` is the class that they know."""
    for name, member in vars(kind).items():
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, types.FunctionType):
            setattr(kind, name, advised(member, called or kind.__name__))
        elif isinstance(member, classmethod):
            setattr(kind, name, classmethod(advised(member.__func__, called or kind.__name__)))


_BELOW = {"_collections_abc", "collections", "concurrent", "contextlib", "genericpath", "json", "numpy", "os", "pathlib", "posixpath"}


def _is_ours(error: BaseException) -> bool:
    """No function of the user was called on the way."""
    place = error.__traceback__
    while place is not None:
        frame = place.tb_frame
        if not is_of_package(frame.f_code.co_filename) and frame.f_globals.get("__name__", "").partition(".")[0] not in _BELOW:
            return False
        place = place.tb_next
    return True


def _better(error: Exception, name: str, given: str) -> Exception:
    said = str(error).removeprefix(name.removesuffix(": ")).strip()
    if "incompatible function arguments" in said:  # of the extension module, which lists its own types
        said = "something is of another type than is wanted"
    if isinstance(error, (TypeError, AttributeError)):
        return TypeError(f"{name}{said}\n  {given}")
    return ValueError(f"{name}{said}\n  {given}")


def _given(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any], is_method: bool) -> str:
    import inspect

    signature = inspect.signature(function)
    try:
        bound = signature.bind(*arguments, **options).arguments
    except TypeError:
        taken = ", ".join(str(one).replace("'", "") for one in list(signature.parameters.values())[is_method:])  # types are texts
        return f"it takes ({taken})"
    told = []
    for name, value in list(bound.items())[is_method:]:
        wanted = str(signature.parameters[name].annotation)
        told.append(f"{name} is {_kind(value)}, and is to be {wanted}")
    return "; ".join(told) or "it was given nothing"


def _kind(value: object) -> str:
    kind = type(value).__name__
    if isinstance(value, (int, float)) or (isinstance(value, str) and len(value) < 40):
        return f"{value!r}"
    shape = getattr(value, "shape", None)
    return f"{kind} of the shape {shape}" if isinstance(shape, tuple) else kind
