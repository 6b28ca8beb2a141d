"""What signal blocks share: their ports, and values that change from piece to piece."""

from collections.abc import Sequence

from blocks import Block, Expr, Input, ModelError, Output, Parameter, Structural
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


class ManyInputs(Block):
    """Any number of numbers in, one number out."""

    u = Input("any", "inputs", shape="n")
    y = Output("any", "output")
    n = Structural(2, "number of inputs", min=1)


class ManyConditions(Block):
    """Any number of conditions in, one condition out."""

    u = Input("bool", "inputs", shape="n")
    y = Output("bool", "output")
    n = Structural(2, "number of inputs", min=1)


class LinearSystem(Block):
    """What linear systems share, in continuous time or in steps: matrices, whose sizes decide those of the signals."""

    u = Input("any", "input, one element for each column of B", shape=lambda block: columns(block.B))
    y = Output("any", "output, one element for each row of C", shape=lambda block: rows(block.C))
    A = Parameter([[-1.0]], "any", "system matrix, a list of rows")
    B = Parameter([[1.0]], "any", "input matrix")
    C = Parameter([[1.0]], "any", "output matrix")
    D = Parameter(0.0, "any", "direct feedthrough", shape=(lambda block: rows(block.C), lambda block: columns(block.B)))


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


def rows(matrix: Expr) -> int:
    """Return the number of rows of a matrix."""
    return _matrix_shape(matrix)[0]


def columns(matrix: Expr) -> int:
    """Return the number of columns of a matrix."""
    return _matrix_shape(matrix)[1]


def _matrix_shape(matrix: Expr) -> tuple[int, ...]:
    if len(matrix.shape) != 2:
        raise ModelError(f'"{matrix}" is not a matrix.', fix="Write it as a list of rows: [[1, 0], [0, 1]].")
    return matrix.shape
