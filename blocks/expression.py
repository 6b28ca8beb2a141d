"""The small expression tree in which blocks write their equations.

A tree is built once per class when ``equations()`` runs. It knows shapes and can print itself in a person's names;
units are checked by ``unit_check`` and numbers are made of it by the solver. ``==`` between expressions is an equation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from blocks.errors import ModelError
from blocks.expression_text import LOGIC, RELATION_LEVEL, RELATIONS, text_of

if TYPE_CHECKING:
    from blocks.declare import Quantity

Number: TypeAlias = "int | float | bool | Sequence[Any] | np.ndarray[Any, Any]"
Operand: TypeAlias = "Expr | Number"
Shape: TypeAlias = tuple[int, ...]

BOOLEAN_OPS = frozenset([*RELATIONS, *LOGIC, "not", "in_mode", "initial"])


class Expr:
    """One node of an expression: an operation with its operands.

    >>> x = Expr("time")
    >>> print(2 * (x + 1))
    2 * (time + 1)
    """

    __slots__ = ("args", "data", "op", "shape")
    # so that numpy arrays leave operators to us
    __array_ufunc__ = None

    def __init__(self, op: str, args: tuple[Expr, ...] = (), data: Any = None, shape: Shape = ()) -> None:
        self.op, self.args, self.data, self.shape = op, args, data, shape

    def __add__(self, other: Operand) -> Expr:
        return elementwise("add", self, other)

    def __radd__(self, other: Operand) -> Expr:
        return elementwise("add", other, self)

    def __sub__(self, other: Operand) -> Expr:
        return elementwise("sub", self, other)

    def __rsub__(self, other: Operand) -> Expr:
        return elementwise("sub", other, self)

    def __mul__(self, other: Operand) -> Expr:
        return elementwise("mul", self, other)

    def __rmul__(self, other: Operand) -> Expr:
        return elementwise("mul", other, self)

    def __truediv__(self, other: Operand) -> Expr:
        return elementwise("div", self, other)

    def __rtruediv__(self, other: Operand) -> Expr:
        return elementwise("div", other, self)

    def __pow__(self, other: Operand) -> Expr:
        return elementwise("pow", self, other)

    def __rpow__(self, other: Operand) -> Expr:
        return elementwise("pow", other, self)

    def __matmul__(self, other: Operand) -> Expr:
        return matmul(self, other)

    def __rmatmul__(self, other: Operand) -> Expr:
        return matmul(other, self)

    def __neg__(self) -> Expr:
        return Expr("neg", (self,), shape=self.shape)

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        return Expr("abs", (self,), shape=self.shape)

    def __lt__(self, other: Operand) -> Expr:
        return elementwise("lt", self, other)

    def __le__(self, other: Operand) -> Expr:
        return elementwise("le", self, other)

    def __gt__(self, other: Operand) -> Expr:
        return elementwise("gt", self, other)

    def __ge__(self, other: Operand) -> Expr:
        return elementwise("ge", self, other)

    def __and__(self, other: Operand) -> Expr:
        return elementwise("and", self, other)

    def __rand__(self, other: Operand) -> Expr:
        return elementwise("and", other, self)

    def __or__(self, other: Operand) -> Expr:
        return elementwise("or", self, other)

    def __ror__(self, other: Operand) -> Expr:
        return elementwise("or", other, self)

    def __invert__(self) -> Expr:
        return Expr("not", (self,), shape=self.shape)

    def __eq__(self, other: object) -> Equation:  # type: ignore[override]
        right = as_expr(other)
        check_sizes(self, right)
        return Equation(self, right)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value; write `where(condition, a, b)` or `yield a == b`")

    def __getitem__(self, index: int | slice | tuple[int | slice, ...]) -> Expr:
        if not self.shape:
            raise TypeError(f"{self} is a single number and has no elements")
        picked = np.arange(self.size).reshape(self.shape)[index]
        return Expr("index", (self,), data=picked, shape=picked.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError(f"{self} is a single number and has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[Expr]:
        return (self[i] for i in range(len(self)))

    @property
    def size(self) -> int:
        """Return how many single numbers the expression holds."""
        return math.prod(self.shape)

    @property
    def is_boolean(self) -> bool:
        """Tell whether the expression is a condition."""
        if self.op in BOOLEAN_OPS:
            return True
        if self.op == "symbol":
            return bool(self.data.declaration.is_boolean)
        if self.op in ("pre", "previous", "index", "no_event"):
            return self.args[0].is_boolean
        if self.op == "where":
            return self.args[1].is_boolean and self.args[2].is_boolean
        return self.op == "constant" and isinstance(self.data, bool)

    def walk(self) -> Iterator[Expr]:
        """Yield this node and all below it."""
        yield self
        for arg in self.args:
            yield from arg.walk()

    def text(self, prefix: str = "") -> str:
        """Return the expression as Python would write it, with ``prefix`` before every name."""
        return text_of(self, prefix)

    def __repr__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Symbol:
    """The leaf of an expression: something a block declares, by its path inside the block (``p.v``)."""

    path: str
    declaration: Quantity


@dataclass(frozen=True, eq=False)
class Equation:
    """Two expressions that are equal at all times; knows the line of code that wrote it."""

    left: Expr
    right: Expr
    source: str = ""
    always: bool = False  # in a sampled block: holds at all times, not only at samples

    def __bool__(self) -> bool:
        raise TypeError("an equation has no truth value; write `yield a == b`")

    @property
    def size(self) -> int:
        """Return how many scalar equations this is."""
        return max(self.left.size, self.right.size)

    def text(self, prefix: str = "") -> str:
        """Return the equation with ``prefix`` before every name."""
        left, right = (text_of(side, prefix, RELATION_LEVEL + 1) for side in (self.left, self.right))
        return f"{left} == {right}"

    def __repr__(self) -> str:
        return self.text()


@dataclass(frozen=True, eq=False)
class Reinit:
    """A state that jumps to a new value when an event happens."""

    state: Expr
    value: Expr

    def text(self, prefix: str = "") -> str:
        """Return the jump with ``prefix`` before every name."""
        return f"reinit({self.state.text(prefix)}, {self.value.text(prefix)})"


@dataclass(frozen=True, eq=False)
class When:
    """What happens at the moment a condition becomes true."""

    condition: Expr
    actions: tuple[Equation | Reinit, ...]
    source: str = field(default="")

    @property
    def size(self) -> int:
        """Return how many scalar equations for discrete variables this is."""
        return sum(action.size for action in self.actions if isinstance(action, Equation))

    def text(self, prefix: str = "") -> str:
        """Return the clause with ``prefix`` before every name."""
        inner = ", ".join(action.text(prefix) for action in self.actions)
        return f"when({self.condition.text(prefix)}, {inner})"


Equations: TypeAlias = Iterator[Equation | When]


def as_expr(value: object) -> Expr:
    """Return ``value`` as an expression: numbers and arrays become constants, lists of expressions are stacked."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool | np.bool_):
        return Expr("constant", data=bool(value))
    if isinstance(value, int | float | np.integer | np.floating):
        return Expr("constant", data=float(value))
    if isinstance(value, np.ndarray) and not value.shape:
        return as_expr(value.item())
    if isinstance(value, list | tuple | np.ndarray):
        items = [as_expr(item) for item in value]
        if all(item.op == "constant" for item in items) and len({item.shape for item in items}) < 2:
            array = np.array([item.data for item in items], dtype=float)
            return Expr("constant", data=array, shape=array.shape)
        return stack(items)
    raise TypeError(f"{value!r} cannot be part of an equation")


def elementwise(op: str, left: Operand, right: Operand) -> Expr:
    """Return an operation on numbers, or on each element of equally shaped vectors."""
    a, b = as_expr(left), as_expr(right)
    check_sizes(a, b)
    return Expr(op, (a, b), shape=a.shape or b.shape)


def check_sizes(a: Expr, b: Expr) -> None:
    """Raise an error unless both have one size, or one is a single number."""
    if a.shape and b.shape and a.shape != b.shape:
        raise ModelError(
            f"Sizes do not match: {a} has {shape_text(a.shape)}, {b} has {shape_text(b.shape)}.",
            fix="Use vectors of one size, or @ for a matrix product.",
        )


def matmul(left: Operand, right: Operand) -> Expr:
    """Return the product of two matrices, a matrix and a vector, or two vectors."""
    a, b = as_expr(left), as_expr(right)
    if not a.shape or not b.shape or a.shape[-1] != b.shape[0]:
        raise ModelError(f"Sizes do not match: {a} has {shape_text(a.shape)}, {b} has {shape_text(b.shape)}.")
    return Expr("matmul", (a, b), shape=a.shape[:-1] + b.shape[1:])


def stack(items: Sequence[Operand]) -> Expr:
    """Return a vector (or matrix) made of equally shaped parts."""
    parts = tuple(as_expr(item) for item in items)
    if len({part.shape for part in parts}) > 1:
        raise ModelError(f"The parts of a vector differ in size: {', '.join(map(str, parts))}.")
    return Expr("stack", parts, shape=(len(parts), *(parts[0].shape if parts else ())))


def shape_text(shape: Shape) -> str:
    """Return a shape in words.

    >>> shape_text((3,)), shape_text(()), shape_text((2, 3))
    ('3 elements', '1 element', '2 x 3 elements')
    """
    return "1 element" if not shape else " x ".join(map(str, shape)) + " elements"
