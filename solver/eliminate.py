"""Symbolic solution of one square linear block ``A z + b = 0`` by sparse elimination.

Input: the nonzero entries and the right side as scalar CasADi expressions, with sample points. Output: the unknowns as
expressions of the inputs, together with the factors to solve for other right sides; or nothing, if that takes too many
operations or differs from a numeric solution at samples that took no part in the choice of pivots. Entries that are
equal are found by value (``value_tape``), pivots by ``pivoting``. The cost is linear in the length of a chain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from casadi import SX

from solver.active_matrix import ActiveMatrix, Mix, Step, TooLarge, Unsolvable
from solver.pivoting import eliminate_all, eliminate_by_pairs
from solver.reference_solution import Reference, reference_solutions
from solver.sample_values import values_at
from solver.tree_order import TreeOrder, eliminate_along
from solver.value_tape import Entry, Tape, Values

OPERATION_LIMIT = 20_000
LARGEST_ERROR = 1e-9


@dataclass(frozen=True)
class LinearBlock:
    """A square system ``A z + b = 0`` whose coefficients depend on ``inputs``.

    ``samples`` are consistent points near the start, one column each, quarter turns among them. In ``identity_samples``
    everything is random, the parameters too: what is constant or equal at all of them is taken to be so everywhere.
    """

    rows: int
    entries: dict[tuple[int, int], SX | float]
    right: list[SX | float]
    inputs: SX
    row_is_differentiated: Sequence[bool]
    column_is_derivative: Sequence[bool]
    samples: Values
    identity_samples: Values
    # for mechanisms in space: eliminate along their tree
    tree: TreeOrder | None = None


@dataclass(frozen=True)
class Elimination:
    """The unknowns, and the pivots with their least size at the samples, to be watched while the model runs."""

    solution: list[SX]
    pivots: list[SX | float]
    pivot_sizes: list[float]
    # solves for another right side with the same factors; expressions are shared with the solution
    resolve: Callable[[Sequence[SX | float]], list[SX]]
    # arithmetic operations of the solution beyond those in the entries and the right side
    operations: int


def eliminate(block: LinearBlock, share: bool = False, operation_limit: int = OPERATION_LIMIT) -> Elimination | None:
    """Return the solved block, or nothing if it should rather be solved numerically (the log says why).

    With ``share`` common subexpressions of the given expressions are merged too. Leave that to the end if ``resolve``
    is used or if other expressions join these.
    """
    if block.rows == 1:
        return _divide(block.entries.get((0, 0), 0.0), block.right[0])
    try:
        with np.errstate(all="ignore"):
            result = _Work(block, operation_limit).eliminate()
    except Unsolvable as reason:
        import logging

        logging.getLogger(__name__).info("block of %d equations is not eliminated: %s", block.rows, reason)
        return None
    if share:
        shared = ca.vertsplit(ca.cse(ca.vertcat(*result.solution)))
        return Elimination(shared, result.pivots, result.pivot_sizes, result.resolve, result.operations)
    return result


def _divide(pivot: SX | float, right: SX | float) -> Elimination | None:
    """Return the solution of one equation with one unknown."""
    divisor = SX(pivot)
    if divisor.is_zero():
        return None

    def resolve(rights: Sequence[SX | float]) -> list[SX]:
        return [-SX(rights[0]) / divisor]

    size = abs(float(divisor)) if divisor.is_constant() else 0.0
    return Elimination(resolve([right]), [pivot], [size], resolve, 2)


class _Work:
    """One block with the values of its expressions at all regular samples."""

    def __init__(self, block: LinearBlock, operation_limit: int) -> None:
        self.block, self.operation_limit = block, operation_limit
        self.places = np.array(list(block.entries), int).reshape(-1, 2)
        self.expressions = [*block.entries.values(), *block.right]
        self.generic, self.samples = values_at(self.expressions, block.inputs, block.samples, block.identity_samples)
        count = len(self.places)
        # the block is linear: where a right side is no number, at a point that nobody would visit, any number will do
        for values in (self.generic[count:], self.samples[count:]):
            strange = ~np.isfinite(values)
            values[strange] = np.random.default_rng(5).uniform(-1.0, 1.0, int(strange.sum()))
        reference = reference_solutions(self.places, self.samples[:count], self.samples[count:])
        regular = np.flatnonzero(reference.is_regular)
        if not regular.size:
            raise Unsolvable("the system is singular at all samples")
        self.samples, self.reference = self.samples[:, regular], reference.at(regular)
        self.halves = _halves(len(regular))

    def eliminate(self) -> Elimination:
        """Return the first solution that passes the check.

        If it fails, the other half of the samples knows what is wrong with the pivots, so it may choose them next.
        """
        reasons = []
        along = [self._along_tree] if self.block.tree is not None else []
        for order in (*along, self._in_phases, eliminate_by_pairs):
            for decisive in self.halves:
                try:
                    return self._attempt(order, decisive)
                except TooLarge:
                    raise
                except Unsolvable as reason:
                    reasons.append(str(reason))
        raise Unsolvable("; ".join(reasons))

    def _along_tree(self, matrix: ActiveMatrix) -> None:
        assert self.block.tree is not None
        eliminate_along(matrix, self.block.tree)

    def _in_phases(self, matrix: ActiveMatrix) -> None:
        eliminate_all(matrix, self.block.row_is_differentiated, self.block.column_is_derivative)

    def _attempt(self, order: Callable[[ActiveMatrix], None], decisive: np.ndarray) -> Elimination:
        tape = Tape(self.generic.shape[1], self.samples.shape[1], decisive)
        leaves = [
            tape.leaf(expression, generic, samples)
            for expression, generic, samples in zip(self.expressions, self.generic, self.samples, strict=True)
        ]
        entries = dict(zip(self.block.entries, leaves, strict=False))
        # some nodes will be found to be unused
        matrix = ActiveMatrix(tape, entries, self.block.rows, len(leaves) + 3 * self.operation_limit // 2)
        order(matrix)
        unknowns = substitute(tape, matrix.steps, leaves[len(entries) :])
        self._check(tape, matrix.steps, unknowns)
        operations = len(tape.live(unknowns))
        if operations > self.operation_limit:
            raise TooLarge(f"it takes {operations} operations")
        return _expressed(tape, matrix.steps, unknowns, operations)

    def _check(self, tape: Tape, steps: list[Step | Mix], unknowns: list[Entry]) -> None:
        """Compare the solution, and one for a random right side, with the numeric ones.

        That includes the samples that had no part in the choice of pivots.
        """
        solution = np.array([tape.values(entry) for entry in unknowns])
        probe = substitute_numbers(tape, steps, self.reference.probe_rights)
        errors = (
            _error(solution, self.reference.solutions, self.reference),
            _error(probe, self.reference.probe_solutions, self.reference),
        )
        # NaN is not less than anything
        if not all(error <= LARGEST_ERROR for error in errors):
            raise Unsolvable(f"the error is {max(errors):.1e} at some sample")


def _halves(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the samples in two halves, whether kinds of samples come one after the other or in turn."""
    everything = np.arange(count)
    if count == 1:
        return everything, everything
    is_first = np.isin(everything % 4, (0, 3))
    return everything[is_first], everything[~is_first]


def _error(found: Values, wanted: Values, reference: Reference) -> float:
    """Return the largest error relative to the largest unknown of its sample, both in units of the scaled matrix."""
    differences = np.max(np.abs(found - wanted) / reference.sizes, axis=0)
    largest = np.max(np.abs(wanted) / reference.sizes, axis=0)
    return float(np.max(differences / np.where(largest > 0.0, largest, 1.0)))


def _expressed(tape: Tape, steps: list[Step | Mix], unknowns: list[Entry], operations: int) -> Elimination:
    pivots = [step.pivot for step in steps if isinstance(step, Step)]
    expressions = tape.expressions([*unknowns, *pivots])

    def resolve(rights: Sequence[SX | float]) -> list[SX]:
        with np.errstate(all="ignore"):
            return tape.expressions(substitute(tape, steps, [tape.unknown(right) for right in rights]))

    return Elimination(
        solution=expressions[: len(unknowns)],
        pivots=[
            pivot if isinstance(pivot, float) else expression
            for pivot, expression in zip(pivots, expressions[len(unknowns) :], strict=True)
        ],
        pivot_sizes=[tape.size_range(pivot)[0] for pivot in pivots],
        resolve=resolve,
        operations=operations,
    )


def substitute(tape: Tape, steps: list[Step | Mix], right: Sequence[Entry]) -> list[Entry]:
    """Return the unknowns for a right side: forward through the steps, then back."""
    return backward(tape, steps, forward(tape, steps, right), {})


def forward(tape: Tape, steps: list[Step | Mix], right: Sequence[Entry]) -> list[Entry]:
    """Return what the steps make of a right side."""
    rest = [-entry for entry in right]
    for step in steps:
        if isinstance(step, Mix):
            (r, i), (a, b, c, d) = step.rows, step.entries
            x, y = rest[r], rest[i]
            rest[r] = tape.subtract(tape.multiply(d, x), tape.multiply(b, y))
            rest[i] = tape.subtract(tape.multiply(a, y), tape.multiply(c, x))
            continue
        if step.row_is_scaled:
            rest[step.row] = tape.multiply(rest[step.row], step.inverse)
        for i, factor in step.below:
            rest[i] = tape.subtract(rest[i], tape.multiply(factor, rest[step.row]))
    return rest


def backward(tape: Tape, steps: list[Step | Mix], rest: list[Entry], known: dict[int, Entry]) -> list[Entry]:
    """Return all unknowns; ``known`` are those that no step eliminated."""
    unknowns = [known.get(j, 0.0) for j in range(len(rest))]
    for step in reversed(steps):
        if isinstance(step, Step):
            total = rest[step.row]
            for j, factor in step.right:
                total = tape.subtract(total, tape.multiply(factor, unknowns[j]))
            unknowns[step.column] = total if step.row_is_scaled else tape.multiply(total, step.inverse)
    return unknowns


def substitute_numbers(tape: Tape, steps: list[Step | Mix], right: Values) -> Values:
    """Return the unknowns (unknown, sample) for a numeric right side (row, sample)."""
    rest, unknowns = -right, np.zeros_like(right)
    for step in steps:
        if isinstance(step, Mix):
            (r, i), (a, b, c, d) = step.rows, (tape.values(entry) for entry in step.entries)
            rest[r], rest[i] = d * rest[r] - b * rest[i], a * rest[i] - c * rest[r]
            continue
        if step.row_is_scaled:
            rest[step.row] *= tape.values(step.inverse)
        for i, factor in step.below:
            rest[i] -= tape.values(factor) * rest[step.row]
    for step in reversed(steps):
        if isinstance(step, Step):
            total = rest[step.row]
            for j, factor in step.right:
                total -= tape.values(factor) * unknowns[j]
            unknowns[step.column] = total if step.row_is_scaled else total * tape.values(step.inverse)
    return unknowns
