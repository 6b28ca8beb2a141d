"""Blocks: classes that declare ports, parameters and variables, and yield their equations."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from blocks.declare import Declaration, Input, Output, Parameter, Quantity, Size, Structural, declared_in
from blocks.errors import ModelError, did_you_mean
from blocks.expression import Equation, Equations, Expr, Shape, Symbol, When
from blocks.functions import source_line
from blocks.port import Port
from blocks.units import parse_quantity

Value = Any  # a number, a list, or text as a person typed it: "2 kohm", "= arm_length / 3"
AnyBlock = TypeVar("AnyBlock", bound="Block")


@dataclass(frozen=True)
class SymbolInfo:
    """A quantity of a block in its final size, under its path inside the block."""

    path: str
    declaration: Quantity
    shape: Shape
    role: str
    port: str = ""


@dataclass(frozen=True)
class PortInfo:
    """A place on a block where something can be connected: a physical port or a signal."""

    path: str
    declaration: Port | Input | Output
    members: tuple[str, ...]

    @property
    def is_signal(self) -> bool:
        """Tell whether the port is an input or output."""
        return isinstance(self.declaration, Quantity)


@dataclass(frozen=True, eq=False)
class Trace:
    """Everything one class says with given structural values: its symbols, ports and equations."""

    symbols: dict[str, SymbolInfo]
    ports: dict[str, PortInfo]
    equations: list[Equation | When]
    initial_equations: list[Equation]


class Block:
    """Base of all components. Subclasses declare, and yield equations; instances hold a person's values."""

    is_sampled: ClassVar[bool] = False
    # for a mass in space: its port, and the block that lets it move freely there where nothing holds it
    free_port: ClassVar[str] = ""
    free_motion: ClassVar[type[Block] | None] = None
    # start values that are better told of another variable: name -> (other name, how to work it out)
    restated: ClassVar[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {}
    # for a mass: what it adds for sensors that weigh the mechanism it belongs to, see ``blocks.weighing``
    weighing: ClassVar[type[Block] | None] = None
    # whether parts that are connected to it belong to one mechanism, and whether it is the ground on which all stand
    joins_parts: ClassVar[bool] = True
    is_ground: ClassVar[bool] = False
    # structural values of the blocks that it shares, by the name under which it reads them; see ``among``
    shared_structure: Mapping[str, Mapping[str, Any]] = {}
    declarations: ClassVar[dict[str, Declaration]] = {}
    # parameters that must not exceed others: name -> name of the other
    bounded: ClassVar[Mapping[str, str]] = {}
    _traces: ClassVar[dict[Any, Trace]] = {}

    def __init_subclass__(cls) -> None:
        cls.declarations = declared_in(cls, Block)
        cls.bounded = {name: item.not_above for name, item in cls.parameters().items() if item.not_above}

    def __init__(
        self,
        *,
        start: Mapping[str, Value] | None = None,
        guess: Mapping[str, Value] | None = None,
        note: str = "",
        **values: Value,
    ) -> None:
        self.start, self.guess, self.note = self._by_name("start", start), self._by_name("guess", guess), note
        self.values = values
        unknown = [name for name in values if not isinstance(self.declarations.get(name), Parameter | Structural)]
        if unknown:
            raise unknown_parameter(type(self), unknown[0])

    @classmethod
    def _by_name(cls, word: str, given: Any) -> dict[str, Value]:
        if given is not None and not isinstance(given, Mapping):
            what = f'"{word}" of {type_name(cls)} is {given!r}; it must be values by the names of variables.'
            raise ModelError(what, fix=f'Write {word}={{"x": "20 mm"}}, for example.')
        return dict(given or {})

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """Return the parameters of the class by name."""
        return {name: item for name, item in cls.declarations.items() if isinstance(item, Parameter)}

    @cached_property
    def structure(self) -> dict[str, Any]:
        """Return the structural values: those set, else the defaults."""
        given = {name: item for name, item in self.declarations.items() if isinstance(item, Structural)}
        return {name: self._structural_value(item) for name, item in given.items()}

    def _structural_value(self, item: Structural) -> Any:
        value = self.values.get(item.name, item.default)
        if isinstance(item.default, bool | str):
            is_right = isinstance(value, type(item.default)) and (not item.choices or value in item.choices)
            expected = "a text" if isinstance(item.default, str) else "true or false"
            expected = "one of " + ", ".join(item.choices) if item.choices else expected
        else:
            is_right = isinstance(value, int) and not isinstance(value, bool) and value >= item.min
            expected = f"a whole number, {item.min} or more"
        if not is_right:
            raise ModelError(f'"{item.name}" of {type_name(type(self))} is {value!r}; it must be {expected}.')
        return value

    def symbol(self, declaration: Quantity) -> Expr:
        """Return the symbol of one of the block's own quantities."""
        shape = self.shape_of(declaration)
        return Expr("symbol", data=Symbol(declaration.name, declaration), shape=shape)

    def shape_of(self, declaration: Quantity) -> Shape:
        """Return the size of a quantity, which may depend on structural values or on the size of a parameter."""
        if isinstance(declaration, Parameter) and declaration.shape_spec is None:
            return _shape_of_value(self.values.get(declaration.name, declaration.default), declaration.default_shape)
        spec = declaration.shape_spec
        if spec is None:
            return ()
        if isinstance(spec, str) and spec in self.parameters():
            return self.shape_of(self.parameters()[spec])
        parts = spec if isinstance(spec, tuple) else (spec,)
        return tuple(self._size(part) for part in parts)

    def _size(self, size: Size) -> int:
        if isinstance(size, str):
            return int(self.structure[size])
        return size(self) if callable(size) else size

    def equations(self) -> Equations:
        """Yield the equations of this class; those of base classes are added by themselves."""
        return iter(())

    def initial_equations(self) -> Iterator[Equation]:
        """Yield equations that hold at the start only."""
        return iter(())

    def among(self, shared: Mapping[type, Block]) -> Self:
        """Return the block as it reads in a diagram with these blocks to share: their structure shapes it too."""
        wanted = {name: item.kind for name, item in self.declarations.items() if isinstance(item, Shared)}
        found = {name: shared[kind].structure for name, kind in wanted.items() if kind in shared}
        found = {name: values for name, values in found.items() if values != wanted[name]().structure}
        if not found:
            return self
        reader = copy.copy(self)
        reader.shared_structure = found
        vars(reader).pop("trace", None)
        return reader

    @cached_property
    def trace(self) -> Trace:
        """Return what the class says, worked out once for all instances of the same structure."""
        sizes = tuple(self.shape_of(item) for item in self.parameters().values())
        shared = tuple((name, tuple(values.items())) for name, values in self.shared_structure.items())
        key = (type(self), tuple(self.structure.items()), shared, sizes)
        if key not in Block._traces:
            Block._traces[key] = self._make_trace()
        return Block._traces[key]

    def _make_trace(self) -> Trace:
        symbols: dict[str, SymbolInfo] = {}
        ports: dict[str, PortInfo] = {}
        for name, item in self.declarations.items():
            if isinstance(item, Port):
                for bound in np.ravel(np.array(getattr(self, name), dtype=object)):
                    members = {f"{bound.path}.{inner}": quantity for inner, quantity in item.quantities.items()}
                    ports[bound.path] = PortInfo(bound.path, item, tuple(members))
                    for path, quantity in members.items():
                        shape = bound.symbol(quantity).shape
                        symbols[path] = SymbolInfo(path, quantity, shape, quantity.role, bound.path)
            elif isinstance(item, Shared):
                for inner, quantity in item.kind.parameters().items():
                    path = f"{name}.{inner}"
                    symbols[path] = SymbolInfo(path, quantity, item.kind().shape_of(quantity), "shared", name)
            elif isinstance(item, Quantity):
                symbols[name] = SymbolInfo(name, item, self.shape_of(item), item.role)
                if isinstance(item, Input | Output):
                    ports[name] = PortInfo(name, item, (name,))
        return Trace(symbols, ports, list(self._collect("equations")), list(self._collect("initial_equations")))

    def written(self, method: str) -> tuple[list[Any], list[Mapping[str, Any]]]:
        """Return equations and, for each of them, what the code calls its local values, for whoever shows them."""
        names: list[Mapping[str, Any]] = []
        return list(self._collect(method, names)), names

    def _collect(self, method: str, names: list[Mapping[str, Any]] | None = None) -> Iterator[Any]:
        for cls in reversed(type(self).__mro__):
            if method not in vars(cls):
                continue
            generator = vars(cls)[method](self)
            if generator is None:
                raise ModelError(
                    f"{type_name(type(self))}: {method}() of {cls.__name__} yields nothing.",
                    fix="Write `yield a == b` for every equation.",
                )
            for item in generator:
                if not isinstance(item, Equation | When):
                    raise ModelError(f"{type_name(type(self))}: {method}() must yield equations, not {item!r}.")
                if names is not None and (frame := getattr(generator, "gi_frame", None)):
                    names.append(dict(frame.f_locals))
                yield replace(item, source=source_line(generator))

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in self.values.items()]
        given += [f"{name}={value!r}" for name in ("start", "guess") if (value := getattr(self, name))]
        return f"{type(self).__name__}({', '.join(given)})"


class SampledBlock(Block):
    """A block that computes at fixed instants and holds its outputs in between."""

    is_sampled = True
    period = Parameter(0.01, "s", "time between samples", min=1e-9)


class Shared(Declaration, Generic[AnyBlock]):
    """A block of the diagram that others read without a connection, such as a world with gravity."""

    def __init__(self, kind: type[AnyBlock], text: str) -> None:
        self.kind, self.text = kind, text

    def __get__(self, owner: Any, kind: type) -> AnyBlock:
        if owner is None:
            return self  # type: ignore[return-value]
        return _SharedView(self.kind, self.name, owner.shared_structure.get(self.name, {}))  # type: ignore[return-value]


class _SharedView:
    """Reads like the shared block, with its name before every symbol."""

    def __init__(self, kind: type[Block], name: str, structure: Mapping[str, Any]) -> None:
        self._block, self._kind, self._name = kind(**structure), kind, name
        self.structure = self._block.structure

    def symbol(self, declaration: Quantity) -> Expr:
        plain = self._block.symbol(declaration)
        return Expr("symbol", data=Symbol(f"{self._name}.{declaration.name}", declaration), shape=plain.shape)

    def __getattr__(self, name: str) -> Any:
        item = getattr(self._kind, name)
        return item.__get__(self, self._kind) if hasattr(item, "__get__") else item


def _shape_of_value(value: Value, default: Shape) -> Shape:
    try:
        if isinstance(value, str):
            return np.shape(parse_quantity(value)) if value.lstrip().startswith("[") else default
        return np.shape(value)
    except (ModelError, ValueError):
        # whoever reads the number says what is wrong with it
        return default


def type_name(cls: type) -> str:
    """Return the name of a block class as files write it: ``electrical.Resistor``."""
    parts = cls.__module__.split(".")
    return f"{parts[1]}.{cls.__name__}" if parts[0] == "libraries" and len(parts) > 1 else cls.__name__


def unknown_parameter(cls: type[Block], name: str, where: str = "") -> ModelError:
    """Return the error for a parameter that a block class does not have."""
    known = sorted(
        (key for key, item in cls.declarations.items() if isinstance(item, Parameter | Structural)), key=str.lower
    )
    hint = did_you_mean(name, known)
    listing = f"Its parameters are: {', '.join(known)}." if known else "It has no parameters."
    place = f"{where}: " if where else ""
    return ModelError(f'{place}{type_name(cls)} has no parameter "{name}".', where, hint, listing)
