"""Expressions to CasADi: the only place that knows both languages.

Input: the expressions of one block class. Output: CasADi SX scalars (vectors are numpy arrays of them) over *jets* (a
variable and its derivative order), parameters, time, modes and held values. ``der`` is worked out here by the chain
rule. A relation becomes a mode: a 0/1 input that is constant between events, with a guard that says when it must
change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from blocks.block import SymbolInfo
from blocks.errors import ModelError
from blocks.expression import RELATIONS, Expr
from blocks.functions import Machine
from solver.random_numbers import drawn

Lowered = Any  # an SX scalar, or a numpy object array of them

UNARY: dict[str, Callable[[Any], Any]] = {
    "sin": ca.sin, "cos": ca.cos, "tan": ca.tan, "arcsin": ca.asin, "arccos": ca.acos, "arctan": ca.atan,
    "sinh": ca.sinh, "cosh": ca.cosh, "tanh": ca.tanh, "exp": ca.exp, "log": ca.log, "sqrt": ca.sqrt, "abs": ca.fabs,
    "sign": ca.sign, "floor": ca.floor, "neg": lambda x: -x, "not": lambda x: 1 - x, "no_event": lambda x: x,
    "let": lambda x: x,
}  # fmt: skip
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b, "min": ca.fmin, "max": ca.fmax, "arctan2": ca.atan2,
    "and": lambda a, b: a * b, "or": lambda a, b: a + b - a * b,
}  # fmt: skip

OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


@dataclass(frozen=True, eq=False)
class Relation:
    """A condition that switches: mode 1 while ``guard`` is positive, else 0; at zero it depends on the condition."""

    symbol: ca.SX
    guard: ca.SX
    text: str
    holds_at_zero: bool


@dataclass(frozen=True, eq=False)
class LoweredMachine:
    """A switch with named modes; ``ways_out`` are (mode, guard, target, whether to leave at zero too)."""

    machine: Machine
    symbols: dict[str, ca.SX]
    ways_out: list[tuple[str, ca.SX, str, bool]]


@dataclass(eq=False)
class Held:
    """A value that is constant between events: its symbol and what it holds after the next event or sample."""

    symbol: ca.SX
    kind: str  # "previous" or "pre": memory of an expression; "discrete": a variable assigned at samples or events
    local: int = -1
    value: ca.SX | None = None
    starts_at_current: bool = False


@dataclass(eq=False)
class Orientation:
    """The matrix of a frame as symbols, and the first local variable of its angular velocity."""

    matrix: np.ndarray[Any, Any]
    rate: int


@dataclass(eq=False)
class Lowering:
    """The symbols of one block class, and the expressions lowered to them so far."""

    places: dict[str, tuple[str, int, SymbolInfo]]
    orientations: list[Orientation] = field(default_factory=list)
    jets: dict[tuple[int, int], ca.SX] = field(default_factory=dict)
    parameters: list[ca.SX] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    machines: dict[int, LoweredMachine] = field(default_factory=dict)
    held: dict[tuple[str, str, int], Held] = field(default_factory=dict)
    time: ca.SX = field(default_factory=lambda: ca.SX.sym("time"))
    initial: ca.SX = field(default_factory=lambda: ca.SX.sym("initial"))
    # while lowering what happens at an instant (samples, events), relations are simply evaluated
    at_instant: bool = False
    events_off: int = 0
    names: dict[str, tuple[int, int]] = field(default_factory=dict)
    drawings: dict[Any, tuple[list[ca.SX], list[ca.SX]]] = field(default_factory=dict)
    _done: dict[tuple[int, bool, int], tuple[Expr, Lowered]] = field(default_factory=dict)

    def orientations_in(self, value: ca.SX) -> list[Orientation]:
        """Return the orientations on which a value depends."""
        used = {symbol.name() for symbol in ca.symvar(value)}
        return [item for item in self.orientations if any(entry.name() in used for entry in item.matrix.flat)]

    def jet(self, local: int, order: int) -> ca.SX:
        """Return the symbol of a variable's derivative, made on first use."""
        key = (local, order)
        if key not in self.jets:
            symbol = ca.SX.sym(f"v{local}_{order}")
            self.jets[key] = symbol
            self.names[symbol.name()] = key
        return self.jets[key]

    def lower(self, expr: Expr) -> Lowered:
        """Return an expression as an SX scalar or an array of them."""
        key = (id(expr), self.at_instant, self.events_off)
        if key not in self._done:
            # the expression is kept so that no other takes its id
            self._done[key] = expr, self._lower(expr)
        return self._done[key][1]

    def _lower(self, expr: Expr) -> Lowered:
        special = getattr(self, f"_lower_{expr.op}", None)
        if special is not None:
            return special(expr)
        args = [self.lower(arg) for arg in expr.args]
        if expr.op in UNARY:
            return each(UNARY[expr.op], *args)
        if expr.op in BINARY:
            return each(BINARY[expr.op], *args)
        raise ModelError(f'The operation "{expr.op}" is not known to the solver.')

    def scalars(self, expr: Expr, size: int) -> list[ca.SX]:
        """Return an expression as a list of scalars; a single number is repeated."""
        flat = list(np.ravel(np.asarray(self.lower(expr), dtype=object)))
        return flat * size if len(flat) == 1 else flat

    def total_derivative(self, value: ca.SX) -> ca.SX:
        """Return the derivative with respect to time along the motion, by the chain rule over jets."""
        rate = ca.jacobian(value, self.time)
        for symbol in ca.symvar(value):
            if (key := self.names.get(symbol.name())) is not None:
                rate += ca.jacobian(value, symbol) * self.jet(key[0], key[1] + 1)
        for item in self.orientations_in(value):
            # an orientation changes with its angular velocity: der(R) == skew(w) @ R
            w = as_array([self.jet(item.rate + i, 0) for i in range(3)])
            for symbol, change in zip(item.matrix.flat, np.dot(skew(w), item.matrix).flat, strict=True):
                rate += ca.jacobian(value, symbol) * change
        return rate

    def _lower_constant(self, expr: Expr) -> Lowered:
        if isinstance(expr.data, np.ndarray):
            return each(ca.SX, expr.data.astype(object))
        return ca.SX(float(expr.data))

    def _lower_symbol(self, expr: Expr) -> Lowered:
        kind, base, info = self.places[expr.data.path]
        if kind == "orientation":
            return self.orientations[base].matrix
        pick = (lambda i: self.parameters[base + i]) if kind == "parameter" else (lambda i: self.jet(base + i, 0))
        if not info.shape:
            return pick(0)
        flat = [pick(i) for i in range(expr.size)]
        return as_array(flat).reshape(info.shape)

    def _lower_time(self, expr: Expr) -> Lowered:
        return self.time

    def _lower_initial(self, expr: Expr) -> Lowered:
        return self.initial

    def _lower_der(self, expr: Expr) -> Lowered:
        return each(self.total_derivative, self.lower(expr.args[0]))

    def _lower_index(self, expr: Expr) -> Lowered:
        flat = np.ravel(np.asarray(self.lower(expr.args[0]), dtype=object))
        return flat[int(expr.data)] if expr.data.shape == () else flat[expr.data]

    def _lower_stack(self, expr: Expr) -> Lowered:
        parts = [np.asarray(self.lower(arg), dtype=object) for arg in expr.args]
        return as_array([item for part in parts for item in np.ravel(part)]).reshape(expr.shape)

    def _lower_transpose(self, expr: Expr) -> Lowered:
        return np.transpose(self.lower(expr.args[0]))

    def _lower_sum(self, expr: Expr) -> Lowered:
        total = ca.SX(0)
        for item in np.ravel(np.asarray(self.lower(expr.args[0]), dtype=object)):
            total = total + item
        return total

    def _lower_matmul(self, expr: Expr) -> Lowered:
        a, b = (self.lower(arg) for arg in expr.args)
        return np.dot(a, b)

    def _lower_interpolate(self, expr: Expr) -> Lowered:
        x, xs, ys = (self.lower(arg) for arg in expr.args)
        return each(lambda point: broken_line(point, xs, ys), x)

    def _lower_normal(self, expr: Expr) -> Lowered:
        return as_array(self._drawn(expr)[0])

    def _lower_normal_state(self, expr: Expr) -> Lowered:
        return as_array(self._drawn(expr)[1])

    def _drawn(self, expr: Expr) -> tuple[list[ca.SX], list[ca.SX]]:
        state, stream, seed = (self.lower(arg) for arg in expr.args)
        key = tuple(item.name() for item in [*state, *stream, seed]), expr.data
        if key not in self.drawings:
            self.drawings[key] = drawn(state, stream, seed, expr.data)
        return self.drawings[key]

    def _lower_rotation(self, expr: Expr) -> Lowered:
        axis, angle = (self.lower(arg) for arg in expr.args)
        if not (expr.args[0].op == "constant" and abs(np.linalg.norm(expr.args[0].data) - 1) < 1e-15):
            length = ca.sqrt(np.dot(axis, axis))
            axis = each(lambda item: item / length, axis)
        # Rodrigues
        c, s = ca.cos(angle), ca.sin(angle)
        squares, turns = np.outer(axis, axis), skew(axis)
        return each(lambda square, one, turn: square * (1 - c) + one * c + turn * s, squares, ONE, turns)

    def _lower_rotation_of(self, expr: Expr) -> Lowered:
        q = self.lower(expr.args[0])
        cross, scale = skew(q[1:]), 2 / np.dot(q, q)
        return each(lambda one, odd, even: one + (q[0] * odd + even) * scale, ONE, cross, np.dot(cross, cross))

    def _lower_no_event(self, expr: Expr) -> Lowered:
        self.events_off += 1
        try:
            return self.lower(expr.args[0])
        finally:
            self.events_off -= 1

    def _lower_where(self, expr: Expr) -> Lowered:
        condition, then, otherwise = (self.lower(arg) for arg in expr.args)
        return each(self._choose, condition, then, otherwise)

    def _choose(self, condition: ca.SX, then: ca.SX, otherwise: ca.SX) -> ca.SX:
        """Return the chosen value.

        While modes choose, the other value may be infinite or undefined without harm. A Boolean variable is an unknown
        like any other, so the choice is written as a sum that shows the dependence on it.
        """
        is_variable = any(symbol.name() in self.names for symbol in ca.symvar(condition))
        if is_variable or (then.is_constant() and otherwise.is_constant()):
            return condition * then + (1 - condition) * otherwise
        return ca.if_else(condition, then, otherwise)

    def _relation(self, expr: Expr) -> Lowered:
        left, right = (self.lower(arg) for arg in expr.args)
        high, low = (left, right) if expr.op in ("gt", "ge") else (right, left)
        return each(lambda a, b: self._mode(a - b, expr), high, low)

    def _mode(self, guard: ca.SX, expr: Expr) -> ca.SX:
        if self.at_instant or self.events_off or guard.is_constant():
            return guard > 0 if expr.op in ("lt", "gt") else guard >= 0
        includes_zero = holds_at_zero(expr)
        for known in self.relations:
            # a condition written twice is one switch
            if known.holds_at_zero == includes_zero and ca.is_equal(known.guard, guard, 20):
                return known.symbol
        symbol = ca.SX.sym(f"m{len(self.relations)}")
        self.relations.append(Relation(symbol, guard, expr.text(), includes_zero))
        return symbol

    def _lower_in_mode(self, expr: Expr) -> Lowered:
        machine, mode = expr.data
        key = id(machine)
        if key not in self.machines:
            symbols = {name: ca.SX.sym(f"s{len(self.machines)}_{name}") for name in machine.modes}
            lowered = LoweredMachine(machine, symbols, [])
            self.machines[key] = lowered
            for name, ways in machine.modes.items():
                for condition, target in ways:
                    lowered.ways_out.append((name, self.margin(condition), target, holds_at_zero(condition)))
        return self.machines[key].symbols[mode]

    def margin(self, condition: Expr) -> ca.SX:
        """Return a number that is positive just when the condition holds."""
        if condition.op == "not" and condition.args[0].op in OPPOSITE:
            inner = condition.args[0]
            return self.margin(Expr(OPPOSITE[inner.op], inner.args))
        if condition.op in RELATIONS:
            left, right = (self.lower(arg) for arg in condition.args)
            return left - right if condition.op in ("gt", "ge") else right - left
        if condition.op == "and":
            return ca.fmin(self.margin(condition.args[0]), self.margin(condition.args[1]))
        if condition.op == "or":
            return ca.fmax(self.margin(condition.args[0]), self.margin(condition.args[1]))
        if condition.op == "not":
            return -self.margin(condition.args[0])
        return self.lower(condition) - 0.5

    def _lower_previous(self, expr: Expr) -> Lowered:
        return self._memory(expr, "previous")

    def _lower_pre(self, expr: Expr) -> Lowered:
        inner = expr.args[0]
        discrete = all(node.op != "symbol" or node.data.declaration.role == "parameter"
                       or node.data.declaration.discrete for node in inner.walk())  # fmt: skip
        # a continuous value just before an event is the value itself: jumps come after
        return self._memory(expr, "pre") if discrete else self.lower(inner)

    def _memory(self, expr: Expr, kind: str) -> Lowered:
        inner = expr.args[0]
        own = inner.op == "symbol" and inner.data.declaration.role != "input"
        base = self.places[inner.data.path][1] if own else -1
        current = np.ravel(np.asarray(self.lower(inner), dtype=object))
        symbols = []
        for i, value in enumerate(current):
            key = (kind, inner.text(), i)
            if key not in self.held:
                symbol = ca.SX.sym(f"{kind}{len(self.held)}")
                self.held[key] = Held(symbol, kind, base + i if own else -1, value, starts_at_current=not own)
            symbols.append(self.held[key].symbol)
        return symbols[0] if not inner.shape else as_array(symbols).reshape(inner.shape)


for _op in RELATIONS:
    setattr(Lowering, f"_lower_{_op}", Lowering._relation)


def holds_at_zero(condition: Expr) -> bool:
    """Tell whether a condition holds where its margin is zero, as ``a >= b`` does and ``a > b`` does not."""
    if condition.op == "and":
        return all(map(holds_at_zero, condition.args))
    if condition.op == "or":
        return any(map(holds_at_zero, condition.args))
    if condition.op == "not":
        return not holds_at_zero(condition.args[0])
    return condition.op in ("ge", "le")


def skew(vector: Lowered) -> Lowered:
    """Return the matrix that does what ``cross(vector, ...)`` does."""
    x, y, z = vector
    zero = ca.SX(0)
    return as_array([zero, -z, y, z, zero, -x, -y, x, zero]).reshape(3, 3)


def each(function: Callable[..., Any], *args: Lowered) -> Lowered:
    """Apply a function of scalars to scalars, or element by element to arrays."""
    if not any(isinstance(arg, np.ndarray) for arg in args):
        return function(*args)
    wide = np.broadcast_arrays(*(arg if isinstance(arg, np.ndarray) else as_array([arg]) for arg in args))
    flat = [function(*items) for items in zip(*(np.ravel(arg) for arg in wide), strict=True)]
    return as_array(flat).reshape(wide[0].shape)


def as_array(items: list[ca.SX]) -> np.ndarray[Any, Any]:
    """Return scalars as a numpy array of objects (numpy would otherwise take SX apart)."""
    array = np.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        array[i] = item
    return array


ONE = each(ca.SX, np.eye(3).astype(object))


def broken_line(x: ca.SX, xs: np.ndarray[Any, Any], ys: np.ndarray[Any, Any]) -> ca.SX:
    """Return the line through the points at ``x``; the first and last pieces go on straight."""
    slopes = [(ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) for i in range(len(xs) - 1)]
    total = ys[0] + slopes[0] * (x - xs[0])
    for i in range(1, len(slopes)):
        total = total + (slopes[i] - slopes[i - 1]) * ca.fmax(x - xs[i], 0)
    return total
