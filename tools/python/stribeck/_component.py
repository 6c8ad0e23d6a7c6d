"""A component of a diagram, as a handle to name its ports and to see and change its parameters."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, Any

from . import _places
from ._errors import UnknownName, unknown
from ._names import check_end, check_entry, declared
from ._types import described, html_of
from ._values import Value, plain, word

if TYPE_CHECKING:
    from ._diagram import Diagram


class Port(str):
    """A connector by its name in the diagram, "load.I", with its documentation."""

    __doc__: str


class Parameters(MutableMapping[str, Any]):
    """The parameters and options of a component that are set, as they are written in the diagram."""

    def __init__(self, component: Component) -> None:
        self._component = component

    def _written(self) -> dict[str, Any]:
        found: dict[str, Any] = self._component._entry().get("parameters", {})
        return found

    def __getitem__(self, name: str) -> Any:
        written = self._written()
        if not isinstance(name, str) or name not in written:
            raise unknown(f"{self._component.name} has no parameter that is set", name, list(written), "what is not set has its default")
        return written[name]

    def __setitem__(self, name: str, value: Value) -> None:
        name = word(name, "the name of a parameter")
        component = self._component
        component._diagram._edited()
        entry = component._entry()
        written = {**self._written(), name: plain(value, f"{component.name}.{name}")}
        check_entry(component._diagram, component.name, {**entry, "parameters": written})
        entry["parameters"] = written
        component._diagram._wrote("components", component.name, "parameters", name)

    def __delitem__(self, name: str) -> None:
        self[name]  # noqa: B018, which tells of names that are not there
        del self._written()[name]
        self._component._diagram._edited()

    def __iter__(self) -> Iterator[str]:
        return iter(self._written())

    def __len__(self) -> int:
        return len(self._written())

    def _ipython_key_completions_(self) -> list[str]:
        return list(declared(self._component._diagram, self._component.type).parameters)

    def __repr__(self) -> str:
        return repr(self._written())


class Component:
    """A component of a diagram. Its ports are attributes, ``load.I``, to be named in ``connect``; ``parameters`` is what is set of it."""

    _diagram: Diagram
    _name: str

    def __init__(self, diagram: Diagram, name: str) -> None:
        self._diagram, self._name = diagram, name

    def _entry(self) -> dict[str, Any]:
        return self._diagram._component(self._name)

    def _description(self) -> dict[str, Any] | None:
        return described(self.type, self._diagram.plugins)

    @property
    def name(self) -> str:
        return self._name

    @property
    def type(self) -> str:
        return str(self._entry()["type"])

    @property
    def parameters(self) -> Parameters:
        return Parameters(self)

    @property
    def ports(self) -> list[str]:
        """Ports and signals of its type with its default options; empty if its type is defined in another file."""
        return list(declared(self._diagram, self.type).connectors)

    def __getattr__(self, name: str) -> Port:
        if name.startswith("_"):
            raise AttributeError(name)
        port = Port(f"{self._name}.{name}")
        try:
            check_end(self._diagram, self._name, self._entry(), port)
        except UnknownName as error:
            raise AttributeError(f"{error.message}: {error.advice}") from None
        port.__doc__ = declared(self._diagram, self.type).connectors.get(name, "")
        return port

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.ports]

    def _repr_html_(self) -> str:
        description = self._description()
        return f"<b>{self._name}</b>" if description is None else html_of(description, dict(self.parameters))

    def __repr__(self) -> str:
        return f"<Component {self._name}: {self.type} {dict(self.parameters)}>"


def pointer(*names: object) -> str:
    return "".join("/" + _places.escaped(str(name)) for name in names)
