"""Ports: where blocks are connected. A port is a class with across variables and flows."""

from __future__ import annotations

from typing import Any, ClassVar, Self, overload

from blocks.declare import Declaration, Quantity, declared_in
from blocks.errors import ModelError
from blocks.expression import Expr, Shape, Symbol


class Port(Declaration):
    """Base of all physical ports; connected ports share their across variables and their flows sum to zero.

    ``hint`` tells a person what to do when the port's across variable cannot be determined.
    """

    domain: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    quantities: ClassVar[dict[str, Quantity]] = {}

    def __init_subclass__(cls) -> None:
        found = declared_in(cls, Port)
        if hidden := found.keys() & {"text", "path"}:
            raise ModelError(f'"{min(hidden)}" cannot be declared in {cls.__name__}: the word is reserved.')
        cls.quantities = {name: item for name, item in found.items() if isinstance(item, Quantity)}
        for item in cls.quantities.values():
            _fixed_shape(item)

    def __init__(self, text: str, *, count: str | int | None = None) -> None:
        self.text, self.count = text, count
        self.path = ""

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: Any, kind: type) -> Self: ...
    def __get__(self, owner: Any, kind: type) -> Any:
        if owner is None:
            return self
        if self.count is None:
            return self.at(self.name)
        return tuple(self.at(f"{self.name}[{i + 1}]") for i in range(self.size_in(owner)))

    def size_in(self, block: Any) -> int:
        """Return how many ports of this name the block has."""
        return int(block.structure[self.count]) if isinstance(self.count, str) else int(self.count or 1)

    def at(self, path: str) -> Self:
        """Return this port as part of a block, under its path there."""
        bound = type(self)(self.text)
        bound.name, bound.path = self.name, path
        return bound

    def symbol(self, declaration: Quantity) -> Expr:
        """Return the symbol of one of the port's quantities."""
        shape = _fixed_shape(declaration)
        return Expr("symbol", data=Symbol(f"{self.path}.{declaration.name}", declaration), shape=shape)


def _fixed_shape(declaration: Quantity) -> Shape:
    """Return the size of a port's quantity, which cannot depend on the block: all ports of a kind fit each other."""
    spec = declaration.shape_spec
    sizes = () if spec is None else spec if isinstance(spec, tuple) else (spec,)
    if any(not isinstance(size, int) for size in sizes):
        raise ModelError(f'The size of "{declaration.name}" must be a plain number: all ports of a kind are alike.')
    return tuple(size for size in sizes if isinstance(size, int))
