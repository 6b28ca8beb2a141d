"""How one orientation of a block follows from another, as numbers and functions.

Input: a ``Turn``. Output: the matrix between the two orientations, and the rows that hold instead of it where the block
closes a loop. There the matrix of one orientation, seen from the other, must be symmetric, which makes it the identity
or half a turn; how far the loop is open is told by a residual that does not vanish for half a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from blocks.orientation import Turn
from solver.lower import Lowering

Matrix = np.ndarray[Any, Any]


@dataclass(eq=False)
class LoweredTurn:
    """How one orientation of a block follows from another, or from the world (``base`` is None)."""

    equation: int
    orientation: int
    base: int | None
    relative: Matrix
    freedom: int  # in how many independent ways the block lets the two turn
    rates: range  # the rows for the angular velocities, which hold along the tree of parts
    closures: range  # the rows that hold instead where the block closes a loop
    closing_rows: list[ca.SX]
    gaps: list[ca.SX]  # the same rows where they are not differentiated


def lower_turn(lowering: Lowering, equation: Turn, number: int, first: int) -> LoweredTurn:
    """Return the turn; its rows will be numbered from ``first``."""
    relative = lowering.lower(equation.relative)
    orientation = lowering.places[equation.left.data.path][1]
    base = None if equation.base is None else lowering.places[equation.base.data.path][1]
    other = relative if base is None else np.dot(lowering.orientations[base].matrix, relative)
    seen = np.dot(np.transpose(other), lowering.orientations[orientation].matrix)
    skewness = [seen[2, 1] - seen[1, 2], seen[0, 2] - seen[2, 0], seen[1, 0] - seen[0, 1]]
    # twice the cosine of half the angle: with it, rows become twice the sine of half the angle
    cosine = ca.sqrt(1 + seen[0, 0] + seen[1, 1] + seen[2, 2] + 1e-12)
    return LoweredTurn(
        number, orientation, base, relative, _freedom(lowering, relative),
        range(first, first + 3), range(first + 3, first + 6),
        [item / 2 for item in skewness], [item / cosine for item in skewness],
    )  # fmt: skip


def _freedom(lowering: Lowering, relative: Matrix) -> int:
    """Return in how many independent ways variables turn a matrix, found at a point of no special kind."""
    entries = ca.vertcat(*relative.flat)
    variables = [symbol for symbol in ca.symvar(entries) if symbol.name() in lowering.names]
    if not variables:
        return 0
    others = [symbol for symbol in ca.symvar(entries) if symbol.name() not in lowering.names]
    arguments = [ca.vertcat(*variables), ca.vertcat(*others)]
    slope = ca.Function("slope", arguments, [ca.densify(ca.jacobian(entries, arguments[0]))])
    points = [np.linspace(0.3, 0.9, item.numel()) for item in arguments]
    return int(np.linalg.matrix_rank(np.asarray(slope(*points)), tol=1e-9))
