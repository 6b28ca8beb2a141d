"""Numeric solutions of a sparse linear system at sample points, by libraries that know nothing of the symbolic one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.value_tape import Values

DENSE_LIMIT = 200
# states in which the system is singular, such as dead centres, tell nothing of the elimination
CONDITION_LIMIT = 1e8
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
    probes = np.random.default_rng(5).choice([-1.0, 1.0], size=(size, PROBES))
    solutions, probe_rights, probe_solutions, sizes = np.zeros((4, size, count))
    is_regular = np.zeros(count, bool)
    for k in range(count):
        row, column = _scales(places, entries[:, k], size)
        scaled = entries[:, k] * row[places[:, 0]] * column[places[:, 1]]
        found = _solve(places, scaled, np.column_stack([-row * right[:, k], -probes]))
        norm = np.bincount(places[:, 1], np.abs(scaled), size).max()
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


def _solve(places: np.ndarray, entries: Values, right: Values) -> Values:
    """Return the solution; infinite where the matrix is singular or not finite."""
    size = len(right)
    try:
        if size <= DENSE_LIMIT:
            dense = np.zeros((size, size))
            dense[places[:, 0], places[:, 1]] = entries
            return np.asarray(np.linalg.solve(dense, right), float)
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        return splu(csc_array((entries, (places[:, 0], places[:, 1])), shape=(size, size))).solve(right)
    except (np.linalg.LinAlgError, RuntimeError, ValueError):
        return np.full_like(right, np.inf)
