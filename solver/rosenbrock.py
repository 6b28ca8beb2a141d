"""The stiff method: Rodas, a Rosenbrock method of order 4 with an embedded order 3 and dense output.

L-stable and one-step, so it starts again at full speed after every event. Coefficients from Hairer and Wanner, Solving
Ordinary Differential Equations II, section VI.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np

from solver.buffered import Array, Buffered
from solver.model import Model
from solver.projection import arguments_of

GAMMA = 0.25
C = (0.0, 0.386, 0.21, 0.63)
D = (0.25, -0.1043, 0.1035, -0.03620000000000023)
A = tuple(np.array(row) for row in (
    (),
    (1.544,),
    (0.9466785280815826, 0.2557011698983284),
    (3.314825187068521, 2.896124015972201, 0.9986419139977817),
    (1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950),
))  # fmt: skip
E = tuple(np.array(row) for row in (
    (),
    (-5.6688,),
    (-2.430093356833875, -0.2063599157091915),
    (-0.1073529058151375, -9.594562251023355, -20.47028614809616),
    (7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160),
    (8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054),
))  # fmt: skip
DENSE = np.array([
    [10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662],
    [-0.6762803392806898, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872],
])  # fmt: skip
LARGEST_DENSE = 120


def jacobian_function(model: Model) -> ca.Function:
    """Return (t, x, p, m, h, w) -> (df/dx, df/dt)."""
    derivatives = model.derivatives_function
    program = model.assembly.program
    if program.is_explicit:
        guesses = ca.SX.sym("guesses", 0)
        inputs = [*program.arguments(), guesses]
        rate = model.derivatives
        outputs = [ca.jacobian(rate, program.states), ca.densify(ca.jacobian(rate, program.time))]
        return ca.Function("jacobian", inputs, outputs)
    symbols = arguments_of(program)
    moving = derivatives(*symbols)[0]
    slopes = [ca.jacobian(moving, symbols[1]), ca.densify(ca.jacobian(moving, symbols[0]))]
    return ca.Function("jacobian", symbols, slopes)


class Rodas:
    """One step of the method; the Jacobian is exact and new in every step."""

    def __init__(self, model: Model, derivatives: Buffered) -> None:
        self.size = model.state_count
        self.derivatives = derivatives
        function = jacobian_function(model)
        self.jacobian = Buffered(function)
        pattern = function.sparsity_out(0)
        self.rows, self.columns = np.array(pattern.row(), dtype=int), np.array(pattern.colind(), dtype=int)
        self.is_dense = self.size <= LARGEST_DENSE
        if self.is_dense:
            from scipy.linalg.lapack import dgetrf, dgetrs

            self._factor, self._back = dgetrf, dgetrs
            self._place = self.rows, np.array(pattern.get_triplet()[1], dtype=int)

    def _solver(self, matrix: Array, step: float) -> Callable[[Array], Array] | None:
        """Return the inverse of I / (gamma h) - J as a function, or None where it is singular."""
        diagonal = 1.0 / (GAMMA * step)
        if self.is_dense:
            full = np.zeros((self.size, self.size))
            full[self._place] = -matrix
            full[np.diag_indices(self.size)] += diagonal
            factors, pivots, fault = self._factor(full)
            return None if fault else lambda right: self._back(factors, pivots, right)[0]
        from scipy.sparse import csc_array, identity
        from scipy.sparse.linalg import splu

        jacobian = csc_array((matrix, self.rows, self.columns), shape=(self.size, self.size))
        return splu((diagonal * identity(self.size, format="csc") - jacobian).tocsc()).solve

    @np.errstate(over="ignore", invalid="ignore")
    # a step that leaves all bounds is refused by who asked for it
    @np.errstate(all="ignore")
    def step(
        self, t: float, step: float, x: Array, rest: tuple[Any, ...]
    ) -> tuple[Array, Array, Callable[[float], Array], Array, float] | None:
        """Return next states, error, dense output, next guesses and residual; None where the step cannot be done."""
        matrix, time_rate = self.jacobian(t, x, *rest)
        slope = time_rate.copy()
        if not np.isfinite(matrix).all():
            return None
        solve = self._solver(matrix, step)
        if solve is None:
            return None
        stages = np.empty((6, self.size))
        inner = x
        *known, guesses = rest
        worst = 0.0
        for i in range(6):
            if 0 < i < 5:
                inner = x + A[i] @ stages[:i]
            elif i == 5:
                inner = inner + stages[4]
            at = t + (C[i] if i < 4 else 1.0) * step
            rate, found, residual = self.derivatives(at, inner, *known, guesses)
            guesses, worst = found.copy(), worst + float(residual[0])
            right = rate + (E[i] / step) @ stages[:i] if i else rate.copy()
            if i < 4:
                right += (step * D[i]) * slope
            stages[i] = solve(right)
        end = inner + stages[5]
        bend = DENSE @ stages[:5]

        def dense(theta: float) -> Array:
            return x * (1 - theta) + theta * (end + (1 - theta) * (bend[0] + theta * bend[1]))

        return end, stages[5], dense, guesses, worst
