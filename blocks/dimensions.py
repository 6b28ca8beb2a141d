"""The dimension of every expression, and what is wrong with those that have none.

Rules: what is added, compared or chosen between must agree; products combine; functions such as ``sin`` take plain
numbers; conditions and numbers do not mix. A literal 0 and the unit ``"any"`` go with everything (``None`` below).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from blocks.errors import ModelError
from blocks.expression import Expr
from blocks.functions import Machine
from blocks.unit_words import constant_value, is_zero, words
from blocks.units import Dimension, unit


class Truth(enum.Enum):
    """The one kind of value that is no number."""

    BOOLEAN = "boolean"


BOOLEAN = Truth.BOOLEAN
SECOND = unit("s").dimension
Kind: TypeAlias = "Dimension | Truth | None"

NAMES = {"add": "A sum", "sub": "A difference", "min": "A minimum", "max": "A maximum", "arctan2": "arctan2"}
PLAIN = ("sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "exp", "log", "floor")
AS_NUMBER = "To make a number of a condition, write where(condition, 1, 0)."
AS_CONDITION = "To make a condition of a number, compare it: x > 0."
AS_IT_IS = "Use a condition as it is, or with ~ for its opposite."


@dataclass(frozen=True)
class Fault:
    """What does not fit: a text with ``{0}``, ``{1}`` for the expressions it is about, and what to do if known."""

    text: str
    exprs: tuple[Expr, ...] = ()
    hint: str = ""

    def why(self, prefix: str) -> str:
        """Return the text with ``prefix`` before every name."""
        return self.text.format(*(f'"{expr.text(prefix)}"' for expr in self.exprs))


class Dimensions:
    """Works out dimensions, each expression once, and collects faults and the machines that conditions speak of."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.machines: dict[int, Machine | None] = {}
        # the expression is kept beside its kind so that its id stays its own
        self._known: dict[int, tuple[Expr, Kind]] = {}

    def of(self, expr: Expr) -> Kind:
        """Return the dimension of an expression, BOOLEAN for a condition, None if it goes with everything."""
        if id(expr) not in self._known:
            rule = RULES.get(expr.op)
            self._known[id(expr)] = expr, rule(self, expr) if rule else None
        return self._known[id(expr)][1]

    def same(self, exprs: Sequence[Expr], text: str) -> Kind:
        """Return the common kind of expressions that must agree; ``text`` says how to tell a person they do not."""
        known, owner = self.of(exprs[0]), exprs[0]
        for expr in exprs[1:]:
            kind = self.of(expr)
            if not agree(owner, known, expr, kind):
                what = text.format(first=described(owner, known), second=described(expr, kind))
                hint = mixing_hint((owner, expr), is_condition=BOOLEAN in (known, kind))
                self.faults.append(Fault(what, (owner, expr), hint))
                return None
            if known is None:
                known, owner = kind, expr
        return known

    def condition(self, expr: Expr, who: str) -> None:
        """Note a fault unless the expression is a condition."""
        kind = self.of(expr)
        if kind not in (BOOLEAN, None) or is_number(expr):
            what = f"{who} needs a condition, but {{0}} is {described(expr, kind)}."
            self.faults.append(Fault(what, (expr,), AS_CONDITION))

    def numbers(self, expr: Expr) -> list[Dimension | None]:
        """Return the dimensions of the operands; a condition among them is a fault."""
        found: list[Dimension | None] = []
        for arg in expr.args:
            kind = self.of(arg)
            if isinstance(kind, Truth):
                self.faults.append(Fault("{0} is a condition, not a number.", (arg,), AS_NUMBER))
                kind = None
            found.append(kind)
        return found

    def plain(self, expr: Expr, who: str) -> None:
        """Note a fault unless the expression is a number without unit."""
        kind = self.of(expr)
        if kind not in (None, Dimension.ONE, BOOLEAN):
            what = f"{who} needs a number without unit, but {{0}} is {described(expr, kind)}."
            self.faults.append(Fault(what, (expr,)))


def agree(a: Expr, first: Kind, b: Expr, second: Kind) -> bool:
    """Tell whether two kinds go together."""
    if first is None or second is None:
        return not ((first is BOOLEAN and is_number(b)) or (second is BOOLEAN and is_number(a)))
    return first == second


def is_number(expr: Expr) -> bool:
    """Tell whether an expression is a literal number, which is never a condition."""
    return expr.op == "constant" and not isinstance(expr.data, bool)


def described(expr: Expr, kind: Kind) -> str:
    """Return what an expression is, in words."""
    if isinstance(kind, Truth):
        return "a condition"
    return "a number without unit" if kind is None else words(expr, kind)


def mixing_hint(exprs: Sequence[Expr], is_condition: bool) -> str:
    """Return what to do when a literal number meets a quantity with a unit, or a condition meets a number."""
    is_literal = any(is_number(expr) or constant_value(expr) is not None for expr in exprs)
    if is_condition:
        return "Write True or False." if is_literal else AS_NUMBER
    return "A number in an equation has no unit; declare a Parameter for it." if is_literal else ""


def _symbol(self: Dimensions, expr: Expr) -> Kind:
    return BOOLEAN if expr.data.declaration.is_boolean else expr.data.declaration.dimension


def _constant(self: Dimensions, expr: Expr) -> Kind:
    if isinstance(expr.data, bool):
        return BOOLEAN
    return None if is_zero(expr) else Dimension.ONE


def _in_mode(self: Dimensions, expr: Expr) -> Kind:
    self.machines.setdefault(id(expr.data[0]), expr.data[0])
    return BOOLEAN


def _alike(self: Dimensions, expr: Expr) -> Kind:
    if BOOLEAN in [self.of(arg) for arg in expr.args]:
        return next((kind for kind in self.numbers(expr) if kind is not None), None)
    text = NAMES[expr.op] + " needs values of one unit: {{0}} is {first}; {{1}} is {second}."
    return self.same(expr.args, text)


def _relation(self: Dimensions, expr: Expr) -> Kind:
    conditions = [arg for arg in expr.args if self.of(arg) is BOOLEAN]
    for arg in conditions:
        self.faults.append(Fault("{0} is a condition, which is neither large nor small.", (arg,), AS_IT_IS))
    if not conditions:
        self.same(expr.args, "Only like can be compared: {{0}} is {first}; {{1}} is {second}.")
    return BOOLEAN


def _where(self: Dimensions, expr: Expr) -> Kind:
    self.condition(expr.args[0], "where")
    return self.same(expr.args[1:], "The choices of where must be alike: {{0}} is {first}; {{1}} is {second}.")


def _logic(self: Dimensions, expr: Expr) -> Kind:
    for arg in expr.args:
        self.condition(arg, {"and": "&", "or": "|", "not": "~"}[expr.op])
    return BOOLEAN


def _product(self: Dimensions, expr: Expr) -> Kind:
    first, second = self.numbers(expr)
    if first is None or second is None:
        return None
    return first / second if expr.op == "div" else first * second


def _power(self: Dimensions, expr: Expr) -> Kind:
    base, exponent = expr.args
    dimension, _ = self.numbers(expr)
    power = constant_value(exponent)
    if power is None:
        self.plain(exponent, "An exponent")
        if dimension not in (None, Dimension.ONE):
            what = f"{{0}} is {described(base, dimension)}; only a number without unit can be raised to {{1}}."
            self.faults.append(Fault(what, (base, exponent)))
        return None if dimension is None else Dimension.ONE
    return _raised(self, base, dimension, power)


def _raised(self: Dimensions, base: Expr, dimension: Dimension | None, power: float) -> Kind:
    if dimension is None:
        return None
    try:
        return dimension**power
    except ModelError as error:
        what = f"{{0}} is {words(base, dimension)} and cannot be raised to the power {power:g}."
        self.faults.append(Fault(what, (base,), error.fix))
        return None


def _root(self: Dimensions, expr: Expr) -> Kind:
    return _raised(self, expr.args[0], self.numbers(expr)[0], 0.5)


def _function(self: Dimensions, expr: Expr) -> Kind:
    self.numbers(expr)
    self.plain(expr.args[0], expr.op)
    return Dimension.ONE


def _direction(self: Dimensions, expr: Expr) -> Kind:
    if expr.op == "arctan2":
        _alike(self, expr)
    else:
        self.numbers(expr)
    return Dimension.ONE


def _rate(self: Dimensions, expr: Expr) -> Kind:
    dimension = self.numbers(expr)[0]
    return None if dimension is None else dimension / SECOND


def _number(self: Dimensions, expr: Expr) -> Kind:
    return self.numbers(expr)[0]


def _passed(self: Dimensions, expr: Expr) -> Kind:
    return self.of(expr.args[0])


def _picked(self: Dimensions, expr: Expr) -> Kind:
    """Return the kind of elements; those of a vector of different things have their own."""
    whole = expr.args[0]
    kind = self.of(whole)
    if whole.op != "stack" or kind is not None or not whole.args:
        return kind
    size = whole.args[0].size
    return _common(self, [whole.args[int(i) // size] for i in expr.data.ravel()])


def _stack(self: Dimensions, expr: Expr) -> Kind:
    return _common(self, expr.args)


def _common(self: Dimensions, exprs: Sequence[Expr]) -> Kind:
    kinds = {kind for expr in exprs if (kind := self.of(expr)) is not None}
    return kinds.pop() if len(kinds) == 1 else None


def _interpolate(self: Dimensions, expr: Expr) -> Kind:
    self.numbers(expr)
    text = "A table is read where its grid is: {{0}} is {first}; {{1}} is {second}."
    self.same(expr.args[:2], text)
    return self.of(expr.args[2])


def _turned(self: Dimensions, expr: Expr) -> Kind:
    self.numbers(expr)
    self.plain(expr.args[1], "An angle")
    return Dimension.ONE


RULES: dict[str, Callable[[Dimensions, Expr], Kind]] = {
    "symbol": _symbol, "constant": _constant, "in_mode": _in_mode, "where": _where, "pow": _power, "sqrt": _root,
    "der": _rate, "stack": _stack, "index": _picked, "interpolate": _interpolate,
    "time": lambda _, __: SECOND, "initial": lambda _, __: BOOLEAN,
    **dict.fromkeys(("add", "sub", "min", "max"), _alike),
    **dict.fromkeys(("lt", "le", "gt", "ge"), _relation),
    **dict.fromkeys(("and", "or", "not"), _logic),
    **dict.fromkeys(("mul", "div", "matmul"), _product),
    **dict.fromkeys(("arctan2", "sign"), _direction),
    **dict.fromkeys(("abs", "neg", "sum"), _number),
    **dict.fromkeys(("normal", "normal_state"), lambda self, expr: Dimension.ONE),
    **dict.fromkeys(("pre", "previous", "no_event", "transpose", "let"), _passed),
    "rotation": _turned, "rotation_of": lambda _, __: Dimension.ONE,
    **dict.fromkeys(PLAIN, _function),
}  # fmt: skip
