"""Safe arithmetic for parameters: "= arm_length / 3", "= 2*pi*f", "= gap + 10 mm".

In: a text, and the quantities its names stand for. Out: a quantity in SI, with its dimension checked at every step. No
Python code is ever run and lists are limited in size, so that a file from a stranger can do no harm.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from blocks.errors import ModelError, did_you_mean
from blocks.parameter_parser import Node, fail, parse
from blocks.unit_reader import sentence
from blocks.units import MAX_LIST_DEPTH, Dimension, Unit, describe, read_quantity, shape, unit
from blocks.units import Value as Nested

Value: TypeAlias = "float | tuple[Value, ...]"

_MAX_ITEMS = 1000


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in SI, or a list of them, with its dimension."""

    value: Value
    dimension: Dimension = Dimension.ONE


def evaluate(text: str, names: Mapping[str, Quantity]) -> Quantity:
    """Return what an expression is worth; the "=" in front may be left out.

    >>> evaluate("= 2 * arm + 10 mm", {"arm": literal("300 mm")}).value
    0.61
    """
    value, dimension = _Evaluator(text, names).value(parse(text).root)
    return Quantity(value, dimension or Dimension.ONE)


def holds(text: str, names: Mapping[str, Quantity]) -> bool:
    """Tell whether a comparison is true.

    >>> holds("first < second", {"first": literal(1), "second": literal(2)})
    True
    """
    root = parse(text).root
    if root.kind != "compare":
        raise ModelError(f'"{text}" is not a comparison.', fix="Write one such as: first < second")
    return _Evaluator(text, names).is_true(root)


def names_in(text: str) -> set[str]:
    """Return the names of the parameters that an expression uses.

    >>> sorted(names_in("= sqrt(a) * pi + b / 2 mm"))
    ['a', 'b']
    """
    return set(parse(text).names)


def literal(value: object) -> Quantity:
    """Return the quantity that a person typed without "=": a number, "300 mm", "[1, 2] m/s".

    >>> literal("36 km/h").value
    10.0
    """
    result, found = read_quantity(value)
    return Quantity(_as_tuple(result), found.dimension if isinstance(found, Unit) else Dimension.ONE)


def _as_tuple(value: Nested) -> Value:
    return tuple(_as_tuple(item) for item in value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class _Function:
    """A function that may be called.

    ``units`` says what it does with them: "none" takes and gives plain numbers, "keep" gives back the unit that all its
    arguments share, "drop" takes any shared unit and gives a plain number, "root" halves the unit.
    """

    compute: Callable[..., float]
    count: int | None = 1
    units: Literal["none", "keep", "drop", "root"] = "none"


def _sign(number: float) -> float:
    return float((number > 0) - (number < 0))


FUNCTIONS = {
    "sqrt": _Function(math.sqrt, units="root"),
    "exp": _Function(math.exp),
    "log": _Function(math.log),
    "log10": _Function(math.log10),
    "sin": _Function(math.sin),
    "cos": _Function(math.cos),
    "tan": _Function(math.tan),
    "asin": _Function(math.asin),
    "acos": _Function(math.acos),
    "atan": _Function(math.atan),
    "atan2": _Function(math.atan2, 2, "drop"),
    "sinh": _Function(math.sinh),
    "cosh": _Function(math.cosh),
    "tanh": _Function(math.tanh),
    "abs": _Function(abs, units="keep"),
    "min": _Function(lambda *numbers: min(numbers), None, "keep"),
    "max": _Function(lambda *numbers: max(numbers), None, "keep"),
    "floor": _Function(math.floor),
    "ceil": _Function(math.ceil),
    "round": _Function(round),
    "hypot": _Function(math.hypot, 2, "keep"),
    "sign": _Function(_sign, units="drop"),
}
_ARITHMETIC: dict[str, tuple[Callable[[float, float], float], str]] = {
    "+": (operator.add, "added"),
    "-": (operator.sub, "subtracted"),
    "*": (operator.mul, "multiplied"),
    "/": (operator.truediv, "divided"),
    "**": (math.pow, "raised to a power"),
}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class _Known(NamedTuple):
    """A value during evaluation; a literal 0 has no dimension of its own and goes with any other."""

    value: Value
    dimension: Dimension | None

    @property
    def plain(self) -> Dimension:
        return self.dimension or Dimension.ONE


class _Evaluator:
    def __init__(self, text: str, names: Mapping[str, Quantity]) -> None:
        self.text, self.names = text, names

    def value(self, node: Node) -> _Known:
        """Return what a tree is worth.

        A long sum is a tree that is deep on its left side only. That side is walked in a loop, so the recursion is
        never deeper than the nesting of the text.
        """
        spine = []
        while node.kind in ("binary", "index"):
            spine.append(node)
            node = node.parts[0]
        result = self._leaf(node)
        for step in reversed(spine):
            right = self.value(step.parts[1])
            result = self._item(step, result, right) if step.kind == "index" else self._arithmetic(step, result, right)
        return result

    def _leaf(self, node: Node) -> _Known:
        if node.kind == "compare":
            self._fail(node, 'A comparison can stand only between "if" and "else".')
        match node.kind:
            case "number":
                return self._number(node)
            case "name":
                return self._name(node)
            case "negative":
                inner = self.value(node.parts[0])
                return _Known(_each(operator.neg, inner.value), inner.dimension)
            case "list":
                return self._list(node)
            case "call":
                return self._call(node)
            case _:
                condition, then, otherwise = node.parts
                return self.value(then if self.is_true(condition) else otherwise)

    def _number(self, node: Node) -> _Known:
        is_bare_zero = node.number == 0 and node.unit.symbol == "1"
        return _Known(node.unit.to_si(node.number), None if is_bare_zero else node.unit.dimension)

    def _name(self, node: Node) -> _Known:
        found = self.names.get(node.text)
        if found is None:
            fixes = [did_you_mean(node.text, self.names)]
            if _is_unit(node.text):
                fixes.append("A unit with several parts is written in brackets: 10 [m/s].")
            fix = "\n".join(filter(None, fixes)) or "Add it to the parameters of the diagram first."
            self._fail(node, f'There is no parameter "{node.text}".', fix)
        return _Known(found.value, found.dimension)

    def _list(self, node: Node) -> _Known:
        items = [self.value(part) for part in node.parts]
        values = tuple(item.value for item in items)
        if len({shape(value) for value in values}) > 1:
            self._fail(node, "The items of a list must all have the same size.")
        size = shape(values)
        if len(size) > MAX_LIST_DEPTH or math.prod(size) > _MAX_ITEMS:
            self._fail(node, f"A list can have at most {_MAX_ITEMS} numbers and {MAX_LIST_DEPTH} levels.")
        return _Known(values, self._shared(node, items, "be in one list"))

    def _item(self, node: Node, source: _Known, index: _Known) -> _Known:
        if not isinstance(source.value, tuple):
            self._fail(node, "Only a list has items; this is a number.")
        if isinstance(index.value, tuple) or index.plain != Dimension.ONE or index.value % 1:
            self._fail(node, "An item is chosen by a whole number; the first is [1].")
        if not 1 <= index.value <= len(source.value):
            self._fail(node, f"There is no item {index.value:g}; the list has {len(source.value)}, counted from 1.")
        return _Known(source.value[int(index.value) - 1], source.dimension)

    def _arithmetic(self, node: Node, left: _Known, right: _Known) -> _Known:
        function, verb = _ARITHMETIC[node.text]
        if not _fit(node.text, shape(left.value), shape(right.value)):
            self._fail(node, f"{sentence(_size(left.value))} and {_size(right.value)} cannot be {verb}.")
        dimension: Dimension | None
        match node.text:
            case "*":
                dimension = left.plain * right.plain
            case "/":
                dimension = left.plain / right.plain
            case "**":
                dimension = self._power(node, left.plain, right)
            case _:
                dimension = self._shared(node, [left, right], f"be {verb}")
        return _Known(self._combine(node, function, left.value, right.value), dimension)

    def _power(self, node: Node, base: Dimension, exponent: _Known) -> Dimension:
        if exponent.plain != Dimension.ONE or isinstance(exponent.value, tuple):
            self._fail(node, f"An exponent must be a plain number; this is {describe(exponent.plain)}.")
        try:
            return base**exponent.value
        except ModelError as error:
            self._fail(node, error.what, error.fix)

    def _combine(self, node: Node, function: Callable[[float, float], float], left: Value, right: Value) -> Value:
        if isinstance(left, tuple) and isinstance(right, tuple):
            return tuple(self._combine(node, function, a, b) for a, b in zip(left, right, strict=True))
        if isinstance(left, tuple):
            return tuple(self._combine(node, function, item, right) for item in left)
        if isinstance(right, tuple):
            return tuple(self._combine(node, function, left, item) for item in right)
        return self._compute(node, function, left, right)

    def _compute(self, node: Node, function: Callable[..., float], *numbers: float) -> float:
        try:
            result = float(function(*numbers))
        except ZeroDivisionError:
            self._fail(node, "This divides by zero.")
        except OverflowError:
            result = math.inf
        except ValueError:
            self._fail(node, "This has no real value.")
        if not math.isfinite(result):
            self._fail(node, "The result is too large.")
        return result

    def _call(self, node: Node) -> _Known:
        function = FUNCTIONS.get(node.text)
        if function is None:
            self._fail(node, f'There is no function "{node.text}".', did_you_mean(node.text, FUNCTIONS))
        items = [self.value(part) for part in node.parts]
        if function.count is None and len(items) == 1 and isinstance(items[0].value, tuple):
            items = [_Known(value, items[0].dimension) for value in items[0].value]
        if not items or function.count not in (None, len(items)):
            wanted = {None: "at least 1 value", 1: "1 value", 2: "2 values"}[function.count]
            self._fail(node, f"{node.text} needs {wanted}, not {len(items)}.")
        numbers = [item.value for item in items if not isinstance(item.value, tuple)]
        if len(numbers) < len(items):
            self._fail(node, f"{node.text} works on numbers, not on lists.")
        dimension = self._call_dimension(node, function, items)
        return _Known(self._compute(node, function.compute, *numbers), dimension)

    def _call_dimension(self, node: Node, function: _Function, items: list[_Known]) -> Dimension | None:
        shared = self._shared(node, items, f"be used together in {node.text}")
        if function.units == "none" and shared not in (None, Dimension.ONE):
            self._fail(node, f"{node.text} needs a plain number; this is {describe(items[0].plain)}.")
        if function.units == "root" and shared is not None:
            return self._power(node, shared, _Known(0.5, None))
        return shared if function.units in ("keep", "root") else Dimension.ONE

    def is_true(self, node: Node) -> bool:
        """Return whether a comparison is true."""
        left, right = (self.value(part) for part in node.parts)
        if isinstance(left.value, tuple) or isinstance(right.value, tuple):
            self._fail(node, "Lists cannot be compared.")
        self._shared(node, [left, right], "be compared")
        return _COMPARE[node.text](left.value, right.value)

    def _shared(self, node: Node, items: list[_Known], verb: str) -> Dimension | None:
        """Return the dimension that all items have; those without any go along."""
        dimensions = [item.dimension for item in items if item.dimension is not None]
        for other in dimensions[1:]:
            if other != dimensions[0]:
                self._fail(node, f"{sentence(describe(dimensions[0]))} and {describe(other)} cannot {verb}.")
        return dimensions[0] if dimensions else None

    def _fail(self, node: Node, what: str, fix: str = "") -> NoReturn:
        fail(self.text, node.position, what, fix)


def _fit(sign: str, left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    """Return whether values of these shapes may be combined."""
    if sign in ("+", "-"):
        return left == right
    if sign == "*":
        return not (left and right)
    return not right and not (left and sign == "**")


def _size(value: Value) -> str:
    return f"a list of {' x '.join(map(str, shape(value)))}" if isinstance(value, tuple) else "a number"


def _each(function: Callable[[float], float], value: Value) -> Value:
    return tuple(_each(function, item) for item in value) if isinstance(value, tuple) else function(value)


def _is_unit(text: str) -> bool:
    try:
        unit(text)
    except ModelError:
        return False
    return True
