"""Expressions with implicit parts: what CasADi needs to turn a causalised model into functions.

Most models are explicit once sorted and become one SX function. Where a block of equations must be solved numerically
(switching or large linear blocks, nonlinear loops), its unknowns enter the SX expressions as *cut* symbols, and
functions are put together from SX parts and solvers in the right order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import casadi as ca
import numpy as np

NEVER_REFUSE = {"eps": 0.0}  # a singular matrix gives no numbers, but no exception either
MOST_GROWTH = 1e12  # an answer this much larger than its right side comes from rounding
ARGUMENTS = ("time", "states", "parameters", "modes", "held", "guesses")


# a core is a well scaled matrix; in a singular one some rows always repeat others, and the smallest answer is wanted
CutKind = Literal["switching", "core", "singular"]


@dataclass(eq=False)
class LinearCut:
    """Unknowns of A z + b = 0, solved numerically."""

    unknowns: ca.SX
    matrix: ca.SX
    right: ca.SX
    kind: CutKind = "switching"


@dataclass(eq=False)
class NonlinearCut:
    """Unknowns of residual(z) = 0, solved by Newton's method from the last known values (part of ``guesses``)."""

    unknowns: ca.SX
    residual: ca.SX
    first_guess: int
    names: list[str]


@dataclass(eq=False)
class Program:
    """The symbols all functions of a model share, and its implicit parts in the order of their solution."""

    time: ca.SX
    states: ca.SX
    parameters: ca.SX
    modes: ca.SX
    held: ca.SX
    cuts: list[LinearCut | NonlinearCut] = field(default_factory=list)
    guess_names: list[str] = field(default_factory=list)

    @property
    def guess_count(self) -> int:
        """Return how many numbers the nonlinear parts keep as guesses."""
        return len(self.guess_names)

    @property
    def is_explicit(self) -> bool:
        """Tell whether nothing has to be solved numerically."""
        return not self.cuts

    def arguments(self) -> list[ca.SX]:
        """Return the symbols every function takes, without the guesses."""
        return [self.time, self.states, self.parameters, self.modes, self.held]

    def function(self, name: str, outputs: list[ca.SX], with_check: bool = False) -> ca.Function:
        """Return outputs as a function of (time, states, parameters, modes, held, guesses).

        With ``with_check`` two more outputs follow: the solved unknowns of nonlinear parts (the next guesses), and the
        sum of the residuals left in them.
        """
        shown = [f"o{i}" for i in range(len(outputs))]
        if self.is_explicit or not (with_check or self._needs_cuts(outputs)):
            guesses = ca.SX.sym("guesses", self.guess_count)
            extra = [ca.SX(0, 1), ca.SX(0)] if with_check else []
            labels = shown + (["next_guesses", "residual"] if with_check else [])
            return ca.Function(name, [*self.arguments(), guesses], [*outputs, *extra], list(ARGUMENTS), labels)
        return self._staged(name, outputs, shown, with_check)

    def _needs_cuts(self, outputs: list[ca.SX]) -> bool:
        unknowns = ca.vertcat(*[cut.unknowns for cut in self.cuts])
        return bool(ca.depends_on(ca.vertcat(*[ca.vec(output) for output in outputs]), unknowns))

    def _needed(self, outputs: list[ca.SX]) -> list[LinearCut | NonlinearCut]:
        """Return the implicit parts on which outputs depend, also by way of others."""
        wanted = [ca.vec(output) for output in outputs]
        found: list[LinearCut | NonlinearCut] = []
        for cut in reversed(self.cuts):
            if ca.depends_on(ca.vertcat(*wanted), cut.unknowns):
                found.insert(0, cut)
                own = [cut.matrix, cut.right] if isinstance(cut, LinearCut) else [cut.residual]
                wanted += [ca.vec(ca.densify(item)) for item in own]
        return found

    def _staged(self, name: str, outputs: list[ca.SX], shown: list[str], with_check: bool) -> ca.Function:
        inputs = [ca.MX.sym(label, *symbol.shape) for label, symbol in zip(ARGUMENTS, self.arguments(), strict=False)]
        guesses = ca.MX.sym("guesses", self.guess_count)
        symbols = list(self.arguments())
        values = list(inputs)
        residual = ca.MX(0)
        solved: list[ca.MX] = []
        for cut in self.cuts if with_check else self._needed(outputs):
            if isinstance(cut, LinearCut):
                part = ca.Function("system", symbols, [cut.matrix, cut.right])
                matrix, right = part(*values)
                answer = linear_solver(cut.kind, matrix, right)(matrix, right)
            else:
                answer, left = self._newton(cut, symbols, values, guesses)
                # a sum, because fmax would overlook what is not a number
                residual = residual + left
                solved.append(answer)
            symbols.append(cut.unknowns)
            values.append(answer)
        final = ca.Function("outputs", symbols, outputs)
        results = final.call(values)
        extra = [ca.vertcat(*solved) if solved else ca.MX(0, 1), residual] if with_check else []
        labels = shown + (["next_guesses", "residual"] if with_check else [])
        return ca.Function(name, [*inputs, guesses], [*results, *extra], list(ARGUMENTS), labels)

    def _newton(
        self, cut: NonlinearCut, symbols: list[ca.SX], values: list[ca.MX], guesses: ca.MX
    ) -> tuple[ca.MX, ca.MX]:
        known = ca.vertcat(*[ca.vec(symbol) for symbol in symbols])
        count = cut.unknowns.numel()
        system = ca.Function("g", [cut.unknowns, known], [cut.residual], ["z", "known"], ["g"])
        # whether the answer is one is checked by its residual, not by what the root finder says of itself
        options = {"abstol": 1e-12, "abstolStep": 1e-12, "max_iter": 50, "error_on_fail": False}
        solver = ca.rootfinder("loop", "fast_newton", system, options)
        start = guesses[cut.first_guess : cut.first_guess + count]
        packed = ca.vertcat(*[ca.vec(value) for value in values])
        answer = solver(start, packed)
        return answer, ca.sum1(ca.fabs(system(answer, packed)))


def solve_core(matrix: ca.MX, right: ca.MX) -> ca.MX:
    """Return z with matrix z + right = 0, where nothing is known to go wrong."""
    return ca.solve(matrix, -right, "qr", NEVER_REFUSE)


def solve_scaled(matrix: ca.MX, right: ca.MX) -> ca.MX:
    """Return z with matrix z + right = 0; rows are scaled and the answer refined once, for switches of 1e-5 and 1e5.

    Where modes make rows repeat each other (two locked brakes on one shaft), the smallest of all answers is returned;
    not a number where there is none.
    """
    scale = 1 / ca.fmax(ca.sum2(ca.fabs(matrix)), 1e-300)
    scaled, target = ca.diag(ca.densify(scale)) @ matrix, -scale * right
    probe = np.random.default_rng(5).uniform(0.5, 1.5, target.numel())
    both = ca.solve(scaled, ca.horzcat(target, probe), "qr", NEVER_REFUSE)
    first = both[:, 0]
    plain = first + ca.solve(scaled, target - scaled @ first, "qr", NEVER_REFUSE)
    # sums, unlike the largest element, are not a number if one element is not
    is_regular = ca.sum1(ca.fabs(both)) + ca.sum1(ca.fabs(plain)) < MOST_GROWTH * (1 + ca.sum1(ca.fabs(target)))
    smallest = solve_singular(scaled, -target)
    left = ca.sum1(ca.fabs(scaled @ smallest - target))
    smallest = smallest + ca.if_else(left <= 1e-6 * (1 + ca.sum1(ca.fabs(target))), 0, np.nan)
    return ca.if_else(ca.sum2(is_regular) > 1.5, plain, smallest, True)


def solve_singular(matrix: ca.MX, right: ca.MX) -> ca.MX:
    """Return the smallest z that comes nearest to matrix z + right = 0 (Tikhonov's method, repeated)."""
    count = right.numel()
    square = matrix.T @ matrix + 1e-10 * ca.MX.eye(count)
    # the matrix is factored once, for all repetitions
    inverse = ca.solve(square, ca.densify(matrix.T), "qr", NEVER_REFUSE)
    answer = ca.MX.zeros(count)
    for _ in range(4):
        answer = answer - inverse @ (right + matrix @ answer)
    return answer


SOLVERS: dict[CutKind, Callable[[ca.MX, ca.MX], ca.MX]] = {
    "switching": solve_scaled, "core": solve_core, "singular": solve_singular,
}  # fmt: skip


def linear_solver(kind: CutKind, matrix: ca.MX, right: ca.MX) -> ca.Function:
    """Return z with matrix z + right = 0 as a function of both.

    A branch of a condition repeats what its expressions depend on. As a function of its own it depends on these two
    only; with all earlier parts in it, each part would double the work.
    """
    a, b = ca.MX.sym("matrix", matrix.sparsity()), ca.MX.sym("right", right.sparsity())
    return ca.Function("solve", [a, b], [SOLVERS[kind](a, b)])


def symbol_list(name: str, count: int) -> tuple[ca.SX, list[ca.SX]]:
    """Return a vector of symbols and its elements."""
    vector = ca.SX.sym(name, count)
    return vector, ca.vertsplit(vector) if count else []


def random_points(size: int, count: int, seed: int) -> np.ndarray:
    """Return reproducible random points between 0.3 and 1.3 in size, of both signs."""
    generator = np.random.default_rng(seed)
    return generator.uniform(0.3, 1.3, (size, count)) * generator.choice([-1.0, 1.0], (size, count))
