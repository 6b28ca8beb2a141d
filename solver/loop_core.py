"""Eliminate a mechanism in space along its tree, and leave the rest of it, the core, to be solved numerically.

Input: a linear block with a tree. Output: a small matrix, and how all unknowns follow from those of the core. That
serves where loops make the whole elimination too long (the core of a platform on six legs has 15 rows, the block 285),
and where constraints repeat each other, so that no pivots would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from casadi import SX

from solver.active_matrix import ActiveMatrix, Mix, Step, TooLarge
from solver.eliminate import OPERATION_LIMIT, LinearBlock, backward, forward
from solver.sample_values import values_at
from solver.tree_order import eliminate_tree
from solver.value_tape import Entry, Tape, Values

VANISHING = 1e-9  # beside the largest entry, a row or column this small says nothing


@dataclass(eq=False)
class Core:
    """What is left of a block: ``matrix z = rest``, scaled so that all sizes are near one."""

    tape: Tape
    steps: list[Step | Mix]
    rows: list[int]
    columns: list[int]
    row_scale: Values
    column_scale: Values
    matrix: dict[tuple[int, int], SX]

    @property
    def size(self) -> int:
        """Return how many unknowns are left."""
        return len(self.columns)

    def right(self, right: Sequence[SX | float]) -> tuple[list[Entry], list[SX]]:
        """Return the rests of all rows for a right side, and those of the core as ``matrix z + right = 0`` has them."""
        with np.errstate(all="ignore"):
            rest = forward(self.tape, self.steps, [self.tape.unknown(item) for item in right])
        own = self.tape.expressions([rest[r] for r in self.rows])
        return rest, [-float(scale) * item for scale, item in zip(self.row_scale, own, strict=True)]

    def unknowns(self, rest: list[Entry], solved: Sequence[SX]) -> list[SX]:
        """Return all unknowns of the block, from those of the core."""
        known = {
            c: self.tape.unknown(float(scale) * item)
            for c, scale, item in zip(self.columns, self.column_scale, solved, strict=True)
        }
        with np.errstate(all="ignore"):
            return self.tape.expressions(backward(self.tape, self.steps, rest, known))


def eliminate_to_core(block: LinearBlock) -> Core | None:
    """Return the core of a block; nothing if even the way to it is too long."""
    if block.tree is None:
        return None
    expressions = [*block.entries.values(), *block.right]
    with np.errstate(all="ignore"):
        generic, samples = values_at(expressions, block.inputs, block.samples, block.identity_samples)
        samples = samples[:, np.isfinite(samples).all(axis=0)]
        if not samples.shape[1]:
            return None
        tape = Tape(generic.shape[1], samples.shape[1], np.arange(samples.shape[1]))
        parts = zip(expressions, generic, samples, strict=True)
        leaves = [tape.leaf(expression, points, values) for expression, points, values in parts]
        entries = dict(zip(block.entries, leaves, strict=False))
        matrix = ActiveMatrix(tape, entries, block.rows, len(leaves) + OPERATION_LIMIT)
        try:
            eliminate_tree(matrix, block.tree)
        except TooLarge:
            return None
        return _made(tape, matrix)


def _made(tape: Tape, matrix: ActiveMatrix) -> Core:
    rows, columns = list(matrix.rows), list(matrix.columns)
    sizes = np.zeros((len(rows), len(columns)))
    place = {c: j for j, c in enumerate(columns)}
    for i, r in enumerate(rows):
        for c, entry in matrix.rows[r].items():
            sizes[i, place[c]] = tape.size_range(entry)[1]
    row_scale, column_scale = _scales(sizes)
    found = [(i, place[c], entry) for i, r in enumerate(rows) for c, entry in matrix.rows[r].items()]
    values = tape.expressions([entry for _, _, entry in found])
    scaled = {
        (i, j): float(row_scale[i] * column_scale[j]) * value for (i, j, _), value in zip(found, values, strict=True)
    }
    return Core(tape, matrix.steps, rows, columns, row_scale, column_scale, scaled)


def _scales(sizes: Values) -> tuple[Values, Values]:
    """Return factors for rows and columns; those that vanish but for rounding are not blown up."""
    row, column = np.ones(sizes.shape[0]), np.ones(sizes.shape[1])
    for _ in range(3):
        scaled = sizes * row[:, None] * column[None, :]
        for factors, largest in ((row, scaled.max(axis=1, initial=0.0)), (column, scaled.max(axis=0, initial=0.0))):
            least = VANISHING * max(float(scaled.max(initial=0.0)), 1e-300)
            factors /= np.sqrt(np.where(largest > least, largest, 1.0))
    return row, column
