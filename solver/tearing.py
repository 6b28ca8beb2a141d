"""Tearing: make a nonlinear block smaller by computing as many unknowns as possible from a few.

Input: residuals of a block and its unknowns. Output: the unknowns to iterate on, the residuals left for them, and all
unknowns as expressions of those. A row with one unknown left in which that unknown is linear with a constant factor
gives it at once; when there is no such row, the unknown in most rows is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca


@dataclass(frozen=True, eq=False)
class Torn:
    """A torn block: indices and symbols of the iterated unknowns, what is left to solve, and all unknowns."""

    iterated: list[int]
    symbols: ca.SX
    residual: ca.SX
    values: list[ca.SX]


def tear(residual: ca.SX, unknowns: ca.SX) -> Torn:
    """Return the block with as few iterated unknowns as a greedy search finds."""
    size = unknowns.numel()
    jacobian = ca.jacobian(residual, unknowns)
    rows: list[dict[int, ca.SX]] = [{} for _ in range(size)]
    for k, (i, j) in enumerate(zip(*jacobian.sparsity().get_triplet(), strict=True)):
        rows[i][j] = jacobian.nz[k]
    known: set[int] = set()
    sequence: list[tuple[int, int]] = []
    iterated: list[int] = []
    used: set[int] = set()
    while len(known) < size:
        step = _solvable(rows, known, used)
        if step is None:
            guess = _most_frequent(rows, known, used)
            iterated.append(guess)
            known.add(guess)
            continue
        row, column = step
        used.add(row)
        known.add(column)
        sequence.append(step)
    return _substituted(residual, unknowns, rows, sequence, iterated, used)


def _solvable(rows: list[dict[int, ca.SX]], known: set[int], used: set[int]) -> tuple[int, int] | None:
    for i, entries in enumerate(rows):
        if i in used:
            continue
        left = [j for j in entries if j not in known]
        # a constant factor cannot vanish somewhere else
        if len(left) == 1 and entries[left[0]].is_constant() and abs(float(entries[left[0]])) > 1e-9:
            return i, left[0]
    return None


def _most_frequent(rows: list[dict[int, ca.SX]], known: set[int], used: set[int]) -> int:
    counts: dict[int, int] = {}
    for i, entries in enumerate(rows):
        if i in used:
            continue
        for j, entry in entries.items():
            if j not in known:
                counts[j] = counts.get(j, 0) + (1 if entry.is_constant() else 2)
    return max(counts, key=lambda j: (counts[j], -j))


def _substituted(
    residual: ca.SX,
    unknowns: ca.SX,
    rows: list[dict[int, ca.SX]],
    sequence: list[tuple[int, int]],
    iterated: list[int],
    used: set[int],
) -> Torn:
    symbols = ca.vertsplit(unknowns)
    parts = ca.vertsplit(residual)
    values = list(symbols)
    for row, column in sequence:
        rest = ca.substitute(parts[row], unknowns, ca.vertcat(*[
            ca.SX(0) if k == column else value for k, value in enumerate(values)
        ]))  # fmt: skip
        values[column] = -rest / float(rows[row][column])
    left = ca.vertcat(*[part for i, part in enumerate(parts) if i not in used])
    left = ca.substitute(left, unknowns, ca.vertcat(*values))
    return Torn(iterated, ca.vertcat(*[symbols[k] for k in iterated]), left, values)
