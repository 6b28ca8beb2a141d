"""Numeric solutions of a sparse linear system at sample points, to measure the symbolic one by."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
from casadi import DM

from solver.value_tape import Values

# states in which the system is singular, such as dead centres, tell nothing of the elimination; the estimate is low, so
# this stands for a condition of about 1e8
CONDITION_LIMIT = 1e7
PROBES = 3


@dataclass(frozen=True)
class Reference:
    """Solutions (unknown, sample) for the right side and for a random one, with the scales of the unknowns."""

    solutions: Values
    probe_rights: Values
    probe_solutions: Values
    sizes: Values
    is_regular: np.ndarray

    def at(self, order: np.ndarray) -> Reference:
        """Return the same at some of the samples."""
        return Reference(
            self.solutions[:, order],
            self.probe_rights[:, order],
            self.probe_solutions[:, order],
            self.sizes[:, order],
            self.is_regular[order],
        )


def reference_solutions(places: np.ndarray, entries: Values, right: Values) -> Reference:
    """Return the solutions of ``A z + b = 0`` at all samples; ``places`` are the (row, column) of the entries."""
    size, count = right.shape
    # whole numbers would survive some divisions by almost zero
    probes = np.random.default_rng(5).normal(size=(size, PROBES))
    solutions, probe_rights, probe_solutions, sizes = np.zeros((4, size, count))
    is_regular = np.zeros(count, bool)
    solve = _SparseSolver(places, size)
    for k in range(count):
        row, column = _scales(places, entries[:, k], size)
        scaled = entries[:, k] * row[places[:, 0]] * column[places[:, 1]]
        found = solve(scaled, np.column_stack([-row * right[:, k], -probes]))
        norm = np.bincount(places[:, 1], np.abs(scaled), size).max(initial=0.0)
        # random right sides estimate the norm of the inverse
        is_regular[k] = norm * np.abs(found[:, 1:]).sum(axis=0).max() / size < CONDITION_LIMIT
        probe_rights[:, k], sizes[:, k] = probes[:, 0] / row, column
        solutions[:, k], probe_solutions[:, k] = found[:, 0] * column, found[:, 1] * column
    return Reference(solutions, probe_rights, probe_solutions, sizes, is_regular)


def _scales(places: np.ndarray, entries: Values, size: int) -> tuple[Values, Values]:
    """Return factors that bring the largest entry of each row and column to about 1 (Ruiz 2001)."""
    row, column = np.ones(size), np.ones(size)
    for _ in range(3):
        scaled = np.abs(entries) * row[places[:, 0]] * column[places[:, 1]]
        for factors, index in ((row, places[:, 0]), (column, places[:, 1])):
            largest = np.zeros(size)
            np.maximum.at(largest, index, scaled)
            factors /= np.sqrt(np.where(largest > 0.0, largest, 1.0))
    return row, column


class _SparseSolver:
    """Sparse QR for one pattern: stable in any order, and without the threads of a dense library."""

    def __init__(self, places: np.ndarray, size: int) -> None:
        # CasADi keeps entries by column
        self._order = np.lexsort((places[:, 0], places[:, 1]))
        self._pattern = ca.Sparsity.triplet(size, size, places[:, 0].tolist(), places[:, 1].tolist())
        self._solver = ca.Linsol("reference", "qr", self._pattern)

    def __call__(self, entries: Values, right: Values) -> Values:
        """Return the solution, infinite where the matrix is singular or not finite."""
        matrix = DM(self._pattern, entries[self._order])
        if not np.isfinite(entries).all():
            return np.full_like(right, np.inf)
        try:
            self._solver.sfact(matrix)
            self._solver.nfact(matrix)
            return np.array(self._solver.solve(matrix, DM(right)))
        except RuntimeError:
            return np.full_like(right, np.inf)
