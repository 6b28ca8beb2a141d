"""The functions block authors use in equations: mathematics, derivatives, events and vectors."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from blocks.errors import ModelError
from blocks.expression import Equation, Expr, Operand, Reinit, When, as_expr, elementwise, stack

__all__ = [
    "absolute", "always", "arccos", "arcsin", "arctan", "arctan2", "clamp", "cos", "cosh", "cross", "der", "dot",
    "exp", "floor", "initial", "interpolate", "leave_when", "let", "log", "machine", "maximum", "minimum", "no_event",
    "norm", "normal", "normal_state", "pi", "pre", "previous", "reinit", "remainder", "sign", "sin", "sinh",
    "smooth_sign", "sqrt", "sum_of", "tan", "tanh", "time", "transpose", "vector", "when", "where",
]  # fmt: skip

pi = float(np.pi)
time = Expr("time")


def _unary(op: str, value: Operand) -> Expr:
    expr = as_expr(value)
    return Expr(op, (expr,), shape=expr.shape)


def der(value: Operand) -> Expr:
    """Return the derivative of any expression with respect to time."""
    return _unary("der", value)


def pre(value: Operand) -> Expr:
    """Return the value just before the current event."""
    return _unary("pre", value)


def previous(value: Operand) -> Expr:
    """Return the value at the previous sample; only in sampled blocks."""
    return _unary("previous", value)


def always(equation: Equation) -> Equation:
    """Return an equation of a sampled block that holds at all times: that a sensor takes no force, say."""
    return replace(equation, always=True)


def no_event(value: Operand) -> Expr:
    """Return the same value, but let its conditions switch inside a step without an event."""
    return _unary("no_event", value)


def initial() -> Expr:
    """Return a condition that is true at the start only."""
    return Expr("initial")


def where(condition: Operand, then: Operand, otherwise: Operand) -> Expr:
    """Return ``then`` while the condition holds and ``otherwise`` else; each change is an event."""
    test, a, b = as_expr(condition), as_expr(then), as_expr(otherwise)
    if len({part.shape for part in (test, a, b) if part.shape}) > 1:
        raise ModelError(f"Sizes do not match: {a} and {b} are the two choices of one expression, by {test}.")
    return Expr("where", (test, a, b), shape=a.shape or b.shape or test.shape)


def when(condition: Expr, *actions: Equation | Reinit) -> When:
    """Return a clause that acts once at the moment the condition becomes true."""
    return When(as_expr(condition), actions)


def reinit(state: Expr, value: Operand) -> Reinit:
    """Return a jump of a state to a new value, for use in ``when``."""
    return Reinit(state, as_expr(value))


class Machine:
    """A switch with named modes; each mode says when it is left and for which other.

    Use ``machine.is_in("stuck")`` as a condition in equations.
    """

    def __init__(
        self, modes: dict[str, Sequence[tuple[Expr, str]]], start: str, name: str, lasting: Sequence[str]
    ) -> None:
        unknown = {target for leaves in modes.values() for _, target in leaves}.union(lasting, [start]) - set(modes)
        if unknown:
            raise ModelError(f"A machine has no mode {', '.join(sorted(unknown))}.")
        self.modes, self.start, self.name, self.lasting = modes, start, name, lasting

    def is_in(self, mode: str) -> Expr:
        """Return a condition that is true while the machine is in ``mode``."""
        if mode not in self.modes:
            raise ModelError(f'A machine has no mode "{mode}".')
        return Expr("in_mode", data=(self, mode))


def leave_when(condition: Expr, target: str) -> tuple[Expr, str]:
    """Return a way out of a mode: when the condition holds, go to ``target``."""
    return condition, target


def machine(
    modes: dict[str, Sequence[tuple[Expr, str]]], start: str, name: str = "mode", lasting: Sequence[str] = ()
) -> Machine:
    """Return a switch with named modes, for hysteresis, friction and contact.

    Where several machines switch at once, more than one set of modes may fit; ``lasting`` modes stay if they can.
    """
    return Machine(modes, start, name, lasting)


def sin(x: Operand) -> Expr:
    """Return the sine of an angle in radians."""
    return _unary("sin", x)


def cos(x: Operand) -> Expr:
    """Return the cosine of an angle in radians."""
    return _unary("cos", x)


def tan(x: Operand) -> Expr:
    """Return the tangent of an angle in radians."""
    return _unary("tan", x)


def arcsin(x: Operand) -> Expr:
    """Return the angle whose sine is ``x``."""
    return _unary("arcsin", x)


def arccos(x: Operand) -> Expr:
    """Return the angle whose cosine is ``x``."""
    return _unary("arccos", x)


def arctan(x: Operand) -> Expr:
    """Return the angle whose tangent is ``x``."""
    return _unary("arctan", x)


def arctan2(y: Operand, x: Operand) -> Expr:
    """Return the angle of the point (x, y)."""
    return elementwise("arctan2", y, x)


def sinh(x: Operand) -> Expr:
    """Return the hyperbolic sine."""
    return _unary("sinh", x)


def cosh(x: Operand) -> Expr:
    """Return the hyperbolic cosine."""
    return _unary("cosh", x)


def tanh(x: Operand) -> Expr:
    """Return the hyperbolic tangent."""
    return _unary("tanh", x)


def exp(x: Operand) -> Expr:
    """Return e to the power of ``x``."""
    return _unary("exp", x)


def log(x: Operand) -> Expr:
    """Return the natural logarithm."""
    return _unary("log", x)


def sqrt(x: Operand) -> Expr:
    """Return the square root."""
    return _unary("sqrt", x)


def absolute(x: Operand) -> Expr:
    """Return the value without its sign; the kink is not an event."""
    return _unary("abs", x)


def sign(x: Operand) -> Expr:
    """Return -1, 0 or 1; the jump is not an event."""
    return _unary("sign", x)


def floor(x: Operand) -> Expr:
    """Return the largest whole number below; the jump is not an event."""
    return _unary("floor", x)


def remainder(x: Operand, y: Operand) -> Expr:
    """Return what is left of ``x`` after whole multiples of ``y``, with the sign of ``y``; the jump is not an event."""
    a, b = as_expr(x), as_expr(y)
    return a - b * floor(a / b)


def minimum(x: Operand, y: Operand) -> Expr:
    """Return the smaller of two values; the kink is not an event."""
    return elementwise("min", x, y)


def maximum(x: Operand, y: Operand) -> Expr:
    """Return the larger of two values; the kink is not an event."""
    return elementwise("max", x, y)


def clamp(x: Operand, low: Operand, high: Operand) -> Expr:
    """Return ``x`` kept between two limits; the kinks are not events."""
    return minimum(maximum(x, low), high)


def smooth_sign(x: Operand, width: Operand) -> Expr:
    """Return a smooth step from -1 to 1 that is linear with slope 1/width at zero."""
    scaled = as_expr(x) / as_expr(width)
    return scaled / sqrt(1 + scaled**2)


def interpolate(x: Operand, grid: Operand, values: Operand) -> Expr:
    """Return the broken line through (grid, values) at ``x``, extended straight at both ends."""
    point, xs, ys = as_expr(x), as_expr(grid), as_expr(values)
    if len(xs) != len(ys) or len(xs) < 2:
        raise ModelError(f"A table needs two or more points and as many values: {xs} and {ys}.")
    return Expr("interpolate", (point, xs, ys), shape=point.shape)


def vector(*items: Operand) -> Expr:
    """Return a vector made of its elements."""
    return stack(items)


def let(name: str, value: Operand) -> Expr:
    """Return a value that reads as a name of its own, where the formula behind it would hide the equation."""
    expr = as_expr(value)
    return Expr("let", (expr,), data=name, shape=expr.shape)


def transpose(matrix: Operand) -> Expr:
    """Return the matrix with rows and columns exchanged."""
    expr = as_expr(matrix)
    return Expr("transpose", (expr,), shape=expr.shape[::-1])


def sum_of(value: Operand) -> Expr:
    """Return the sum of all elements."""
    return Expr("sum", (as_expr(value),))


def dot(a: Operand, b: Operand) -> Expr:
    """Return the scalar product of two vectors."""
    return sum_of(elementwise("mul", a, b))


def cross(a: Operand, b: Operand) -> Expr:
    """Return the vector product of two vectors of three elements."""
    u, v = as_expr(a), as_expr(b)
    return stack([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])


def norm(value: Operand) -> Expr:
    """Return the length of a vector."""
    return sqrt(dot(value, value))


def normal(state: Expr, stream: Expr, seed: Expr, count: int) -> Expr:
    """Return random numbers with mean 0 and standard deviation 1; ``state`` is what was left by those before."""
    return Expr("normal", (state, stream, seed), data=count, shape=(count,))


def normal_state(state: Expr, stream: Expr, seed: Expr, count: int) -> Expr:
    """Return what is left after as many random numbers: the state for the next ones."""
    return Expr("normal_state", (state, stream, seed), data=count, shape=state.shape)


def source_line(frame_holder: object) -> str:
    """Return ``file:line`` of a paused generator, with the path below the package that holds it."""
    frame = getattr(frame_holder, "gi_frame", None)
    if frame is None:
        return ""
    path = inspect.getfile(frame).replace("\\", "/").split("/")
    roots = [i for i, part in enumerate(path) if part in ("libraries", "projects", "tests")]
    roots = roots or [i for i, part in enumerate(path) if part == "blocks"]
    return f"{'/'.join(path[roots[-1] :] if roots else path[-1:])}:{frame.f_lineno}"
