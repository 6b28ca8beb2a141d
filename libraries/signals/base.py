"""What signal blocks share: their ports, and values that change from piece to piece."""

from collections.abc import Sequence

from blocks import Block, Expr, Input, Output, Parameter
from blocks.expression import Operand, as_expr
from blocks.functions import where


class Source(Block):
    """A signal made from time alone."""

    y = Output("any", "signal")


class DelayedSource(Source):
    """A signal that rests at its offset until it begins."""

    offset = Parameter(0.0, "any", "value before the signal begins, and its zero line after")
    delay = Parameter(0.0, "s", "time at which the signal begins")


class OneInput(Block):
    """One number in, one number out."""

    u = Input("any", "input")
    y = Output("any", "output")


class TwoInputs(Block):
    """Two numbers in, one number out."""

    u1 = Input("any", "first input")
    u2 = Input("any", "second input")
    y = Output("any", "output")


class OneCondition(Block):
    """One condition in, one condition out."""

    u = Input("bool", "input")
    y = Output("bool", "output")


class TwoConditions(Block):
    """Two conditions in, one condition out."""

    u1 = Input("bool", "first input")
    u2 = Input("bool", "second input")
    y = Output("bool", "output")


def piecewise(x: Expr, edges: Sequence[Operand], pieces: Sequence[Operand]) -> Expr:
    """Return the piece in whose interval ``x`` lies; the edges between them rise, and each is an event.

    The conditions form a balanced tree, so that a table of a thousand points is ten conditions deep.
    """
    if len(pieces) == 1:
        return as_expr(pieces[0])
    middle = len(edges) // 2
    below = piecewise(x, edges[:middle], pieces[: middle + 1])
    above = piecewise(x, edges[middle + 1 :], pieces[middle + 1 :])
    return where(x < edges[middle], below, above)


def limited(x: Expr, low: Expr, high: Expr) -> Expr:
    """Return ``x`` between two limits; reaching a limit is an event, so that no step runs across the kink."""
    return where(x > high, high, where(x < low, low, x))
