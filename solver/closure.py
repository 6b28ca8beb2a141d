"""Consistent points of a mechanism: where its loops are closed, near where a person wants it to start.

Input: an assembled system with constraints, and the start values. Output: states at which all constraints hold at the
level of positions. The compiler looks at such points to tell redundant constraints and safe pivots.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from solver.assemble import Assembly
from solver.incidence import Array
from solver.starts import Start, guess_vector

NEIGHBOURS = 3
SPREAD = 0.02
RANK = 1e-8  # singular values below this, relative to the largest, count as zero
CLOSED = 1e-9
LOOSE = 1e-4  # the same for loops in space that may be a little out of line, in m or rad


class Closure:
    """The constraints at the level of positions, as functions of the states at the start."""

    def __init__(self, assembly: Assembly, more: Sequence[int] = ()) -> None:
        self.assembly, self.rows = assembly, [*assembly.choice.constraints, *more]
        self.count = len(self.rows)
        self.rank, self.limit = (LOOSE, LOOSE) if more else (RANK, CLOSED)
        program = assembly.program
        switches = [np.zeros(symbol.numel()) for symbol in program.arguments()[3:]]
        self.rest: list[Array] = [np.zeros(1), np.asarray(assembly.system.parameter_values), *switches]
        residual = ca.vertcat(*[assembly.written_residual(row, 0) for row in self.rows])
        self._gap = self._function(residual)

    def _function(self, residual: ca.SX) -> ca.Function:
        states, (time, _, *others) = self.assembly.program.states, self.assembly.program.arguments()
        return ca.Function("gap", [states, time, *others], [residual, ca.densify(ca.jacobian(residual, states))])

    def slope(self, states: Array, rest: list[Array] | None = None) -> Array:
        """Return the Jacobian of the constraints."""
        return np.asarray(self._gap(states, *(rest or self.rest))[1])

    def guess(self, starts: list[Start]) -> Array:
        """Return the guesses of the states."""
        return guess_vector(self.assembly, starts)[0]

    def near(self, states: Array) -> Array | None:
        """Return a consistent point near another."""
        return _solved(self._gap, states, self.rest, self.limit, self.rank)

    def points(self, starts: list[Start]) -> list[Array]:
        """Return the start and neighbours of it, all consistent; nothing if there is no consistent start."""
        begin = self.near(self.wished(starts))
        if begin is None:
            return []
        rng = np.random.default_rng(3)
        around = [self.near(begin + rng.uniform(-SPREAD, SPREAD, len(begin))) for _ in range(NEIGHBOURS)]
        return [begin, *(point for point in around if point is not None)]

    def wished(self, starts: list[Start]) -> Array:
        """Return the states that fit all start values best, those of other variables too."""
        assembly = self.assembly
        aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
        wishes = []
        for start in starts:
            column, order = int(column_of[start.variable]), int(aliases.order[start.variable]) + start.derivative
            if start.weight == 2 and column >= 0 and order < int(assembly.offsets.columns[column]):
                wishes.append(aliases.sign[start.variable] * assembly.value(column, order) - start.value)
        guess = self.guess(starts)
        found = _solved(self._function(ca.vertcat(*wishes)), guess, self.rest, np.inf, RANK) if wishes else guess
        return guess if found is None else found


def _solved(function: ca.Function, states: Array, rest: list[Array], limit: float, rank: float) -> Array | None:
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
        found -= np.linalg.lstsq(slope, residual.ravel(), rcond=rank)[0]
    return found if size < limit else None
