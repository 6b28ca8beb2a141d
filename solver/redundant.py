"""Closed loops that say the same twice, though no two of their equations look alike: a third crank on a parallelogram.

Input: an assembled system and the start values. Output: the incidence without the constraints that follow from others,
and with as many reactions set to zero, for these are undetermined. A constraint is redundant if the Jacobian of all
constraints lacks rank at the start and at its consistent neighbours. Where it lacks rank at the start only, the
mechanism starts in a dead centre and nothing is changed.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from solver.assemble import Assembly
from solver.incidence import Array
from solver.singular import is_flow, replace_dropped
from solver.starts import Start

NEIGHBOURS = 3
SPREAD = 0.02
RANK = 1e-8  # singular values below this, relative to the largest, count as zero
CLOSED = 1e-9


def drop_dependent(assembly: Assembly, starts: list[Start]) -> bool:
    """Take redundant constraints out of the assembly's incidence; return whether there were any."""
    if len(assembly.choice.constraints) < 2:
        return False
    closure = _Closure(assembly)
    at_guess = closure.near(closure.guess(starts))
    if at_guess is not None and _rank(closure.slope(at_guess)) == closure.count:
        return False
    points = closure.points(starts)
    slopes = [closure.slope(point) for point in points]
    ranks = [_rank(slope) for slope in slopes]
    if not points or max(ranks) == closure.count:
        return False
    best = int(np.argmax(ranks))
    repeated = _last_pivots(slopes[best].T, closure.count - max(ranks))
    rows = [assembly.choice.constraints[i] for i in repeated]
    columns = _open_reactions(assembly, rows, points[best], closure.rest)
    if columns is None:
        return False
    assembly.incidence.dropped.update(zip(rows, columns, strict=True))
    replace_dropped(assembly.incidence)
    return True


class _Closure:
    """The constraints at the level of positions, as functions of the states at the start."""

    def __init__(self, assembly: Assembly) -> None:
        self.assembly, self.count = assembly, len(assembly.choice.constraints)
        program = assembly.program
        switches = [np.zeros(symbol.numel()) for symbol in program.arguments()[3:]]
        self.rest: list[Array] = [np.zeros(1), np.asarray(assembly.system.parameter_values), *switches]
        residual = ca.vertcat(*[assembly.residual(row, 0) for row in assembly.choice.constraints])
        self._gap = self._function(residual)

    def _function(self, residual: ca.SX) -> ca.Function:
        states, (time, _, *others) = self.assembly.program.states, self.assembly.program.arguments()
        return ca.Function("gap", [states, time, *others], [residual, ca.densify(ca.jacobian(residual, states))])

    def slope(self, states: Array) -> Array:
        """Return the Jacobian of the constraints."""
        return np.asarray(self._gap(states, *self.rest)[1])

    def guess(self, starts: list[Start]) -> Array:
        """Return the guesses of the states."""
        from solver.model import guess_vector

        return guess_vector(self.assembly, starts)[0]

    def near(self, states: Array) -> Array | None:
        """Return a consistent point near another."""
        return _solved(self._gap, states, self.rest, CLOSED)

    def points(self, starts: list[Start]) -> list[Array]:
        """Return the start and neighbours of it, all consistent; nothing if there is no consistent start."""
        begin = self.near(self._wished(starts))
        if begin is None:
            return []
        rng = np.random.default_rng(3)
        around = [self.near(begin + rng.uniform(-SPREAD, SPREAD, len(begin))) for _ in range(NEIGHBOURS)]
        return [begin, *(point for point in around if point is not None)]

    def _wished(self, starts: list[Start]) -> Array:
        """Return the states that fit all start values best, those of other variables too."""
        assembly = self.assembly
        aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
        wishes = []
        for start in starts:
            column, order = int(column_of[start.variable]), int(aliases.order[start.variable]) + start.derivative
            if start.weight == 2 and column >= 0 and order < int(assembly.offsets.columns[column]):
                wishes.append(aliases.sign[start.variable] * assembly.value(column, order) - start.value)
        guess = self.guess(starts)
        found = _solved(self._function(ca.vertcat(*wishes)), guess, self.rest, np.inf) if wishes else guess
        return guess if found is None else found


def _solved(function: ca.Function, states: Array, rest: list[Array], limit: float) -> Array | None:
    """Return the nearest point where the residuals are least; nothing if they are not below a limit."""
    found = states.copy()
    size = np.inf
    for _ in range(30):
        residual, slope = (np.asarray(item) for item in function(found, *rest))
        if not np.isfinite(residual).all() or not np.isfinite(slope).all():
            return None
        size = float(np.abs(residual).max())
        if size < 1e-13:
            break
        found -= np.linalg.lstsq(slope, residual.ravel(), rcond=RANK)[0]
    return found if size < limit else None


def _rank(matrix: Array) -> int:
    scaled = matrix / np.maximum(np.linalg.norm(matrix, axis=1), 1e-300)[:, None]
    sizes = np.linalg.svd(scaled, compute_uv=False)
    return int((sizes > RANK * sizes[0]).sum())


def _last_pivots(matrix: Array, count: int) -> list[int]:
    """Return the columns that depend most on the others."""
    from scipy.linalg import qr

    return [int(i) for i in qr(matrix, mode="r", pivoting=True)[-1][-count:]]


def _open_reactions(assembly: Assembly, rows: list[int], states: Array, rest: list[Array]) -> list[int] | None:
    """Return flows that nothing determines once some rows are gone; nothing if others are open too."""
    from scipy.linalg import null_space, qr

    matrix = np.delete(_top_level(assembly, states, rest), rows, axis=0)
    sizes = np.linalg.norm(matrix, axis=1)
    space = null_space(matrix / np.where(sizes > 0, sizes, 1.0)[:, None], rcond=RANK)
    incidence = assembly.incidence
    flows = [j for j, d in enumerate(assembly.offsets.columns) if d == 0 and is_flow(incidence, j)]
    if space.shape[1] != len(rows) or len(flows) < len(rows):
        return None
    _, corner, order = qr(space[flows].T, mode="economic", pivoting=True)
    if abs(corner[len(rows) - 1, len(rows) - 1]) < RANK:
        return None
    return [flows[i] for i in order[: len(rows)]]


def _top_level(assembly: Assembly, states: Array, rest: list[Array]) -> Array:
    """Return the matrix of the top level at a point; rows that are not linear have random entries."""
    incidence, offsets = assembly.incidence, assembly.offsets
    size = len(incidence.columns)
    matrix = np.zeros((size, size))
    leading = incidence.order == offsets.columns[incidence.column] - offsets.rows[incidence.row]
    late = leading & np.isin(incidence.row, assembly.late)
    matrix[incidence.row[late], incidence.column[late]] = np.random.default_rng(4).uniform(0.5, 1.5, late.sum())
    places = [(row, column) for row, top in assembly.rows.items() for column in top.entries]
    entries = ca.vertcat(*[entry for top in assembly.rows.values() for entry in top.entries.values()])
    function = ca.Function("top", assembly.program.arguments(), [ca.densify(entries)])
    values = np.asarray(function(rest[0], states, *rest[1:])).ravel()
    matrix[tuple(np.array(places).T)] = values
    return matrix
