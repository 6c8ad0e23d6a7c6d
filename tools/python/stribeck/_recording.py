"""Component types in Python: a function that declares ports, parameters and equations, recorded as those in C++ are."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from . import _core, _places, _sent, _types
from ._errors import StribeckWarning, refused
from ._expression import Condition, Equation, Expression, Number, condition_of, expression, if_else, required

Value = Expression | Number


class Parameter(Expression):
    """An expression that the diagram gives a value, with its limits."""

    __slots__ = ()

    def at_least(self, bound: Value) -> Parameter:
        return self._limit("ge", bound)

    def above(self, bound: Value) -> Parameter:
        return self._limit("gt", bound)

    def at_most(self, bound: Value) -> Parameter:
        return self._limit("le", bound)

    def below(self, bound: Value) -> Parameter:
        return self._limit("lt", bound)

    def between(self, low: Value, high: Value) -> Parameter:
        return self.at_least(low).at_most(high)

    def pure_by_default(self) -> Parameter:
        """Of a parameter of any unit: where no diagram gives it, it is a pure number, as a factor of 1 that somebody left away."""
        self._of.pure_by_default(self._id)
        return self

    def _limit(self, relation: str, bound: Value) -> Parameter:
        self._of.limit(self._id, relation, expression(self._of, bound)._id)
        return self


class ConservingPort:
    """Where a component is connected: velocity and force of the network there."""

    __slots__ = ("_id", "_of")

    def __init__(self, of: _core.Recorder, id: int) -> None:
        self._of = of
        self._id = id

    @property
    def across(self) -> Expression:
        """Its velocity, or angular velocity."""
        return Expression(self._of, self._of.across(self._id))

    @property
    def through(self) -> Expression:
        """The force, or torque, that flows into the component."""
        return Expression(self._of, self._of.through(self._id))


class Entries:
    """A list parameter."""

    __slots__ = ("_id", "_of")

    def __init__(self, of: _core.Recorder, id: int) -> None:
        self._of = of
        self._id = id

    def at_least(self, bound: float) -> Entries:
        return self._limit("ge", bound)

    def above(self, bound: float) -> Entries:
        return self._limit("gt", bound)

    def at_most(self, bound: float) -> Entries:
        return self._limit("le", bound)

    def below(self, bound: float) -> Entries:
        return self._limit("lt", bound)

    def _limit(self, relation: str, bound: float) -> Entries:
        self._of.list_limit(self._id, relation, bound)
        return self

    def length(self, low: int = 1, high: int = 1_000_000) -> int:
        """How many the diagram gives. It decides what is declared: a loop over it is fine."""
        return self._of.length(self._id, low, high)

    def __getitem__(self, i: int) -> Expression:
        """A single entry; ask for the ``length`` first."""
        return Expression(self._of, self._of.entry(self._id, i))


class Motion(NamedTuple):
    """Of an element between the ports R and C: ``velocity`` of R relative to C, and the ``force`` that goes from R to C."""

    velocity: Expression
    force: Expression
    r: ConservingPort
    c: ConservingPort


class ContactState(NamedTuple):
    touching: Expression
    """1 while its sides rest on one another, else 0."""
    impulse: Expression
    loss: Expression


class Function:
    """A function that is called during runs."""

    def __init__(self, of: _core.Recorder, id: int, arguments: int) -> None:
        self._of = of
        self._id = id
        self._arguments = arguments

    def __call__(self, *arguments: Value) -> Expression:
        return Expression(self._of, self._of.call(self._id, [expression(self._of, one)._id for one in arguments]))

    def derivative(self, argument: int, value: Callable[..., float]) -> Function:
        """Its partial derivative by argument number ``argument`` (from 0), in unit/argument unit; returned for derivatives of its own."""
        _require_callable(value)
        return Function(self._of, self._of.function_derivative(self._id, argument, self._arguments, value), self._arguments)


_MOTIONS = {
    "translational": ("v", "m/s", "velocity of R relative to C", "F", "N", "force transmitted from R to C"),
    "rotational": ("w", "rad/s", "angular velocity of R relative to C", "T", "N*m", "torque transmitted from R to C"),
}


def _require_callable(value: object) -> None:
    if not callable(value):
        raise TypeError(f"a function is wanted, and not {type(value).__name__}")


class Builder:
    """Records one component. Units are strings such as "N*m/(rad/s)"; "1" is a pure number; "any" follows what is connected or given."""

    def __init__(self, of: _core.Recorder) -> None:
        self._of = of

    def _made(self, id: int) -> Expression:
        return Expression(self._of, id)

    def _id(self, value: Value) -> int:
        return expression(self._of, value)._id

    def _truth(self, condition: Condition) -> int:
        return condition_of(self._of, condition)._id

    def _port(self, port: ConservingPort) -> int:
        if not isinstance(port, ConservingPort) or port._of is not self._of:
            raise TypeError("a port of this declaration is wanted, which c.port() returns")
        return port._id

    # ---- connectors ----

    def port(self, name: str, domain: str, doc: str) -> ConservingPort:
        """``domain``: "translational" or "rotational"."""
        return ConservingPort(self._of, self._of.port(name, domain, doc))

    def relative_motion(self, domain: str) -> Motion:
        """Ports R and C with what is between them; one relation must determine the force."""
        if domain not in _MOTIONS:
            raise ValueError(f'there is no domain "{domain}"; there are: {", ".join(_MOTIONS)}')
        across, across_unit, across_doc, through, through_unit, through_doc = _MOTIONS[domain]
        r = self.port("R", domain, "rod: the side that moves")
        c = self.port("C", domain, "case: the other side")
        velocity = self.variable(across, across_unit, across_doc)
        force = self.variable(through, through_unit, through_doc)
        self.relation("relative velocity", velocity == r.across - c.across)
        self.relation("force on R", r.through == force)
        self.relation("force on C", c.through == -force)
        return Motion(velocity, force, r, c)

    def input(self, name: str, unit: str, doc: str, fallback: Value | None = None) -> Expression:
        """A signal; without ``fallback`` it must be connected."""
        return self._made(self._of.input(name, unit, doc, -1 if fallback is None else self._id(fallback)))

    def output(self, name: str, unit: str, doc: str) -> Expression:
        """A signal that a relation must determine."""
        return self._made(self._of.output(name, unit, doc))

    # ---- what the diagram gives ----

    def parameter(self, name: str, default: float = required, unit: str = "1", doc: str = "") -> Parameter:
        """``default`` in ``unit``; left out: the diagram must give it."""
        return Parameter(self._of, self._of.parameter(name, default, unit, doc))

    def constant(self, value: float, unit: str) -> Expression:
        """A number with a unit; one without is a pure number."""
        return self._made(self._of.constant(float(value), unit))

    def option(self, name: str, choices: Sequence[str], doc: str = "") -> str:
        """One of several words, the first unless the diagram says otherwise. An ``if`` on it is fine."""
        return choices[self._of.option(name, "|".join(choices), doc)]

    def count(self, name: str, default: int, low: int, high: int, doc: str = "") -> int:
        """A whole number that decides what is declared. A loop on it is fine."""
        return self._of.count(name, default, low, high, doc)

    def list(
        self, name: str, unit: str, doc: str, default: Iterable[float] = (), *, ascending: bool = False, jumps: bool = False
    ) -> Entries:
        """``ascending``: its numbers grow; ``jumps``: but two neighbours may be equal, where a function through points jumps."""
        flags = (1 if ascending else 0) | (2 if jumps else 0)
        return Entries(self._of, self._of.list_parameter(name, unit, doc, [float(one) for one in default], flags))

    def interpolate(
        self,
        abscissae: Entries,
        ordinates: Entries,
        argument: Value,
        *,
        method: str = "linear",
        ends: str = "hold",
        order: int = 0,
        row: int = 0,
        rows: int = 1,
    ) -> Expression:
        """A function through points, or its derivative of that order (-1: the integral).

        ``method``: "linear", "akima" or "monotone"; ``ends``: "hold", "extend" or "repeat".
        """
        return self._made(self._of.table(abscissae._id, ordinates._id, row, rows, method, ends, order, self._id(argument)))

    def formula(self, name: str, default: str, doc: str, meanings: Mapping[str, Value]) -> Expression:
        """An expression that the diagram gives as a text, in these names."""
        return self._made(self._of.formula(name, default, doc, [*meanings], [self._id(one) for one in meanings.values()]))

    # ---- unknowns and equations ----

    def variable(self, name: str, unit: str, doc: str = "", *, hidden: bool = False) -> Expression:
        """An unknown that a relation must determine."""
        return self._made(self._of.variable(name, unit, doc, 1 if hidden else 0))

    def named(self, name: str, unit: str, doc: str, value: Value) -> Expression:
        """A name for an expression, to show."""
        variable = self.variable(name, unit, doc)
        self.relation(name, variable == value)
        return variable

    def on_request(self, name: str, unit: str, doc: str, value: Value) -> None:
        """The same, there only where a diagram names it."""
        self._of.on_request(name, unit, doc, self._id(value))

    def attributes(self, variable: Expression, *, start: float = required, nominal: float = required) -> None:
        """Where a search for initial values starts, and the typical size, both in the variable's unit."""
        self._of.attributes(self._id(variable), start, nominal)

    def relation(self, label: str, equation: Equation) -> None:
        if not isinstance(equation, Equation):
            raise TypeError(f"an equation is wanted, left == right of expressions, and not {type(equation).__name__}")
        self._of.relation(label, self._id(equation.left), self._id(equation.right))

    def time(self) -> Expression:
        return self._made(self._of.time())

    def displacement(self, r: ConservingPort, c: ConservingPort, name: str, doc: str = "") -> Expression:
        """Position of ``r`` minus position of ``c``, kept consistent over the whole network."""
        return self._made(self._of.displacement(self._port(r), self._port(c), name, doc, "free", -1))

    def position(self, port: ConservingPort, name: str, doc: str = "") -> Expression:
        """From the origin of its domain."""
        return self._made(self._of.displacement(self._port(port), -1, name, doc, "free", -1))

    def prescribed_displacement(self, r: ConservingPort, c: ConservingPort, name: str, doc: str, value: Value) -> Expression:
        """Makes the distance of two ports follow a function of time."""
        return self._made(self._of.displacement(self._port(r), self._port(c), name, doc, "prescribed", self._id(value)))

    def delayed(self, value: Value, delay: Value, before: Value) -> Expression:
        """What ``value`` was ``delay`` (s, of parameters alone, above zero) ago; ``before`` until then."""
        ago = self._id(delay)
        when = self.time() - delay
        return self._made(self._of.past(self._id(value), when._id, ago, ago, self._id(before)))

    # ---- friction and contact ----

    def dry_friction(
        self, label: str, velocity: Expression, force: Expression, static_level: Value, kinetic: Callable[[Expression], Value]
    ) -> Expression:
        """Dry friction that sticks exactly; it determines ``force``.

        While it slips the force is direction * ``kinetic(speed)``; while it sticks what keeps the velocity at zero, up to
        ``static_level``, which must not be below ``kinetic(0)``. Returns the direction of slip: -1, 1, or 0 while it sticks.
        """
        direction = self._made(self._of.friction(label, self._id(velocity), self._id(force)))
        level = kinetic(direction * velocity)
        self._of.friction_levels(self._id(direction), self._id(static_level), self._id(level))
        return direction

    def one_sided_friction(
        self,
        label: str,
        velocity: Expression,
        force: Expression,
        forwards: tuple[Value, Value],
        backwards: tuple[Value, Value],
    ) -> Expression:
        """The same with a static and a kinetic level of its own each way; a static level of ``stribeck.unbounded`` holds any force."""
        direction = self._made(self._of.friction(label, self._id(velocity), self._id(force)))
        self._of.friction_sides(self._id(direction), *(self._id(level) for level in (*forwards, *backwards)))
        return direction

    def open_while(self, condition: Condition, direction: Expression) -> Expression:
        """While the condition holds a dry friction transmits nothing. Takes the direction that it returned, and returns it, or 2 while
        open."""
        self._of.friction_open(self._id(direction), self._truth(condition))
        return if_else(condition, 2, direction)

    def contact(
        self,
        label: str,
        gap: Expression,
        approach: Expression,
        force: Expression,
        *,
        restitution: Value,
        rest_speed: Value,
        release_force: Value,
        law: str | None = None,
    ) -> ContactState:
        """A rigid contact on one side: determines ``force``, which pushes and never pulls.

        ``approach`` is the rate at which ``gap`` closes.
        """
        touching = self._of.contact(
            label, self._id(gap), self._id(approach), self._id(force), self._id(restitution), self._id(rest_speed), self._id(release_force)
        )
        if law is not None:
            self._of.contact_law(touching, law)
        impulse, loss = (self._made(self._of.contact_total(touching, kind)) for kind in ("impulse", "loss"))
        return ContactState(self._made(touching), impulse, loss)

    # ---- events ----

    def discrete(self, name: str, unit: str, doc: str, start: Value, *, hidden: bool = False) -> Expression:
        """A variable that keeps its value between events; ``start`` depends on parameters alone."""
        return self._made(self._of.discrete(name, unit, doc, self._id(start), 1 if hidden else 0))

    def when(self, label: str, condition: Condition, assignments: Iterable[tuple[Expression, Value]]) -> None:
        """At the instant at which the condition becomes true the targets get new values, all computed from what was just before."""
        id = self._of.when(label, self._truth(condition))
        for target, value in assignments:
            self._of.when_set(id, self._id(target), self._id(value))

    def terminate_when(self, condition: Condition, sentence: str) -> None:
        """Ends the run, as planned."""
        self._of.when_end(self._of.when("ends the run", self._truth(condition)), "terminate", sentence)

    def require(self, condition: Condition, sentence: str) -> None:
        """Ends the run with an error where the condition does not hold."""
        self._of.when_end(self._of.when("fails", self._truth(~condition)), "fail", sentence)

    # ---- energy, causality ----

    def stores(self, energy: Value) -> None:
        self._of.energy("stores", self._id(energy))

    def dissipates(self, power: Value) -> None:
        self._of.energy("dissipates", self._id(power))

    def supplies(self, power: Value) -> None:
        """Power that a source feeds into the diagram."""
        self._of.energy("supplies", self._id(power))

    def causality(self, variable: Expression, wish: str) -> None:
        """ "fixed_force_out", "fixed_velocity_out", "preferred_force_out", "preferred_velocity_out" or "indifferent"."""
        self._of.causality(self._id(variable), wish)

    # ---- what cannot be recorded ----

    def function(self, name: str, unit: str, doc: str, arguments: Mapping[str, str], value: Callable[..., float]) -> Function:
        """A function of Python that is called during runs, with one to three numbers in the units of ``arguments``, and returns one in
        ``unit``. It must be pure, and needs a derivative by each argument that changes. It costs what a call of Python costs, at every
        evaluation, and only one thread at a time is in it: what can be written as expressions is a hundred times as fast."""
        _require_callable(value)
        return Function(self._of, self._of.function(name, unit, doc, [*arguments], [*arguments.values()], value), len(arguments))


Declaration = Callable[[Builder], None]
Declared = TypeVar("Declared", bound=Declaration)


class _Recording(Generic[Declared]):
    """What the extension module calls to record a type; keeps the exception that ended it."""

    def __init__(self, function: Declared) -> None:
        self.function = function
        self.error: BaseException | None = None
        self.conversations: dict[tuple[Any, ...], _sent.Conversation] = {}

    def __call__(self, recorder: _core.Recorder) -> None:
        self.error = None
        try:
            _sent.heard(self.conversations, lambda listener: self.function(Builder(listener)), recorder)
        except BaseException as error:
            self.error = error
            import traceback

            last = traceback.extract_tb(error.__traceback__)[-1]
            recorder.fault(f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})")


def _fingerprint(function: Declaration) -> str:
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        source = repr(function.__code__.co_code) + repr(function.__code__.co_consts) if hasattr(function, "__code__") else ""
    import hashlib  # slow to import, as it brings OpenSSL

    return hashlib.sha256(source.encode()).hexdigest()


def component(type: str) -> Callable[[Declared], Declared]:
    """Makes a function that declares a component a type of diagrams: ``@stribeck.component("own.spring")``.

    The function takes a ``Builder`` and is run once for each choice of options; what it records runs as compiled as all other types. Its
    docstring is the type's page. What is wrong with it is raised here.
    """

    def declare(function: Declared) -> Declared:
        _require_callable(function)
        if _core.Catalogue([]).contains(type) and type not in _declared:
            raise refused(f"the component type {type} exists already", "give it another name", "component.bad_declaration")
        place = _places.of_caller()
        code = getattr(function, "__code__", None)
        origin = f"{code.co_filename}:{code.co_firstlineno}" if code is not None else f"{place.file}:{place.line}"
        recording = _Recording(function)
        before = _declared.get(type)
        try:
            _declare(type, recording, inspect.getdoc(function) or "", origin, _fingerprint(function))
            _types.describe(type)
        except Exception:
            if before is not None:
                _declare(type, *before)
            else:
                _core.undeclare(type)
                _declared.pop(type, None)
                _types.forget()
            if recording.error is not None:
                raise recording.error from None
            raise
        return function

    return declare


_declared: dict[str, tuple[_Recording[Any] | _sent.Repeated, str, str, str]] = {}


def _declare(type: str, recording: _Recording[Any] | _sent.Repeated, doc: str, origin: str, content: str) -> None:
    _core.declare(type, recording, doc, origin, content)
    _declared[type] = (recording, doc, origin, content)
    _types.forget()


def types_to_send() -> list[_sent.Sent]:
    """All that were declared, for another process."""
    return _sent.sent_of(_declared.items())


def receive(types: Iterable[_sent.Sent]) -> None:
    """Declares what another process has declared. What this one declares itself stays, with a warning if it is another."""
    for one in types:
        here = _declared.get(one.type)
        before = None if here is None else here[0]
        if here is None or isinstance(before, _sent.Repeated):
            if not isinstance(before, _sent.Repeated) or before.sent != one:
                _declare(one.type, _sent.Repeated(one), one.doc, one.origin, one.content)
        elif here[3] != one.content:
            where = f"{here[2]}, and another where the diagram comes from: {one.origin}"
            warnings.warn(f"{one.type} is declared by {where}; the one that is here is taken", StribeckWarning, stacklevel=3)
