"""What a block or port declares: quantities with a unit and one line of text each.

The text of a declaration is at once comment, tooltip and documentation; units and limits feed the checks, the inspector
and the file reader. On an instance every quantity reads as a symbol, so that equations can be written with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar, Literal, Protocol, Self, TypeAlias, overload

import numpy as np

from blocks.errors import ModelError
from blocks.expression import Expr, Shape
from blocks.units import Dimension, unit

# a number, the name of a structural value, or a function of the block: `lambda block: len(block.denominator) - 1`;
# the name of a parameter alone means the same shape as that
Size: TypeAlias = "int | str | Callable[[Any], int]"
ShapeSpec: TypeAlias = "None | Size | tuple[Size, ...]"
StatePreference: TypeAlias = Literal["default", "prefer", "avoid"]
RESERVED = frozenset({"type", "start", "guess", "note", "count", "disabled", "period_of", "values", "name"})


class Owner(Protocol):
    """What quantities live on: a block, or a port of a block."""

    def symbol(self, declaration: Quantity) -> Expr:
        """Return the symbol of a quantity declared on this owner."""


class Declaration:
    """Anything declared in the body of a block or port class; knows its own name."""

    name: str
    text: str

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


def declared_in(cls: type, base: type) -> dict[str, Declaration]:
    """Return what a class and its bases declare; as in Python, the first class in the method order wins."""
    found: dict[str, Declaration] = {}
    for kind in reversed(cls.__mro__):
        for name, item in vars(kind).items():
            if not isinstance(item, Declaration):
                found.pop(name, None)
            elif name in RESERVED or name in vars(base):
                raise ModelError(f'"{name}" cannot be declared in {kind.__name__}: the word is reserved.')
            else:
                found[name] = item
    return found


class Quantity(Declaration):
    """A number or vector with a unit.

    The unit ``"any"`` goes with every other (signals that only pass through), ``"bool"`` makes it a condition.
    """

    role: ClassVar[str] = ""

    def __init__(self, unit_text: str, text: str, shape: ShapeSpec = None) -> None:
        self.unit_text, self.text, self.shape_spec = unit_text, text, shape
        self.is_boolean = unit_text == "bool"
        special = unit_text in ("any", "bool")
        self.dimension: Dimension | None = None if special else unit(unit_text).dimension

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: Owner, kind: type) -> Expr: ...
    def __get__(self, owner: Owner | None, kind: type) -> Self | Expr:
        return self if owner is None else owner.symbol(self)


class Parameter(Quantity):
    """A value that a person sets and that stays constant unless it is changed by hand.

    ``not_above`` names another parameter of the block, or a structural one, that it must not exceed.
    """

    role = "parameter"

    def __init__(
        self,
        default: Any,
        unit_text: str,
        text: str,
        *,
        min: float | None = None,  # noqa: A002
        max: float | None = None,  # noqa: A002
        not_above: str = "",
        display: str = "",
        shape: ShapeSpec = None,
    ) -> None:
        super().__init__(unit_text, text, shape)
        self.default, self.min, self.max, self.display = default, min, max, display
        self.not_above = not_above
        self.default_shape: Shape = np.shape(default)


class Identity(Quantity):
    """Whole numbers below 2**32 that are made from a block's full name: always the same, and other ones in each block.

    They keep apart what blocks draw by lot.
    """

    role = "parameter"

    def __init__(self, text: str, shape: int) -> None:
        super().__init__("1", text, shape)
        self.count = shape

    def numbers(self, name: str) -> list[float]:
        """Return the numbers of the block with a name.

        >>> Identity("numbers", 2).numbers("arm.gyro[2]") == Identity("numbers", 2).numbers("arm.gyro[2]")
        True
        """
        digest = hashlib.shake_128(name.encode()).digest(4 * self.count)
        return [float(int.from_bytes(digest[i : i + 4], "little")) for i in range(0, len(digest), 4)]


class Structural(Declaration):
    """A whole number, word or yes/no that shapes the equations themselves; reads as its value."""

    def __init__(self, default: int | str | bool, text: str, *, min: int = 0, choices: tuple[str, ...] = ()) -> None:  # noqa: A002
        self.default, self.text, self.min, self.choices = default, text, min, choices

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: Any, kind: type) -> Any: ...
    def __get__(self, owner: Any, kind: type) -> Any:
        return self if owner is None else owner.structure[self.name]


class Variable(Quantity):
    """An unknown of a block, or the across variable of a port (voltage, position, temperature).

    ``start`` is a guess unless ``fixed``; ``nominal`` is a typical size; ``state`` says whether it makes a good state.
    ``discrete`` variables change at events only.
    """

    role = "variable"

    def __init__(
        self,
        unit_text: str,
        text: str,
        *,
        start: Any = None,
        fixed: bool = False,
        min: float | None = None,  # noqa: A002
        max: float | None = None,  # noqa: A002
        nominal: float | None = None,
        display: str = "",
        state: StatePreference = "default",
        discrete: bool = False,
        shape: ShapeSpec = None,
    ) -> None:
        super().__init__(unit_text, text, shape)
        self.start, self.fixed, self.min, self.max = start, fixed, min, max
        self.nominal, self.display, self.state = nominal, display, state
        self.discrete = discrete or self.is_boolean


class Flow(Variable):
    """The through variable of a port (current, force, heat flow), positive into the block."""

    role = "flow"


class Input(Variable):
    """A signal that a block reads. Unconnected it takes its ``default``, or is an error if it has none.

    One that only shows numbers may take conditions too, as 0 and 1.
    """

    role = "input"

    def __init__(
        self,
        unit_text: str,
        text: str,
        *,
        default: Any = None,
        takes_conditions: bool = False,
        shape: ShapeSpec = None,
        **more: Any,
    ) -> None:
        super().__init__(unit_text, text, shape=shape, **more)
        self.default = default
        self.takes_conditions = takes_conditions or self.is_boolean


class Output(Variable):
    """A signal that a block computes."""

    role = "output"
