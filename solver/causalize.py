"""Solve the top level block by block.

Input: an ``Assembly``. Output: the values of all highest derivatives and algebraic unknowns, as expressions of time,
states, parameters, modes and held values. The blocks come from the block-triangular form (``Sparsity.btf``); a single
linear row is a division, a larger linear block is eliminated symbolically, and what must not be eliminated (switching
blocks, very large ones, nonlinear loops) becomes a cut of the ``Program`` that is solved numerically.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from solver.assemble import Assembly
from solver.eliminate import LinearBlock, eliminate
from solver.loop_core import eliminate_to_core
from solver.program import CutKind, LinearCut, NonlinearCut
from solver.scalar import ZERO, Entry, negative_quotient, plus_product
from solver.tearing import tear
from solver.tree_order import tree_order

Solve = Callable[[list[ca.SX]], list[ca.SX]]
Parts = tuple[dict[tuple[int, int], Entry], list[dict[int, Entry]], list[ca.SX]]
MOST_TRIED = 8  # modes whose sets are all tried
LARGEST_MINOR = 3  # switching blocks up to this size are solved by determinants, which need no pivots


@dataclass(eq=False)
class SolvedBlock:
    """A block of the top level with its rows and columns; ``solve`` gives its unknowns for any rests of its rows."""

    rows: list[int]
    columns: list[int]
    kind: str
    entries: dict[tuple[int, int], Entry]
    outside: list[dict[int, Entry]]
    solve: Solve


@dataclass(eq=False)
class Causal:
    """The solved top level."""

    assembly: Assembly
    blocks: list[SolvedBlock] = field(default_factory=list)

    def solve_again(self, rests: dict[int, ca.SX]) -> dict[int, ca.SX]:
        """Return all unknowns of A z + rest = 0 for other rests (zero where not given), reusing all factors."""
        found: dict[int, ca.SX] = {}
        for block in self.blocks:
            right = []
            for i, row in enumerate(block.rows):
                rest = rests.get(row, ZERO)
                for column, entry in block.outside[i].items():
                    rest = plus_product(rest, entry, found[column])
                right.append(rest)
            values = [ZERO] * len(right) if all(rest.is_zero() for rest in right) else block.solve(right)
            found.update(zip(block.columns, values, strict=True))
        return found


SampleMaker = Callable[[], tuple[np.ndarray, np.ndarray]]


def causalize(assembly: Assembly, make_samples: SampleMaker) -> Causal:
    """Return the solved top level; ``make_samples`` gives consistent and random points of all program arguments."""
    causal = Causal(assembly)
    late = set(assembly.late)
    for rows, columns in top_blocks(assembly):
        if any(row in late for row in rows):
            block = _late_block(assembly, rows, columns, late, make_samples)
        else:
            block = _linear_block(assembly, rows, columns, make_samples)
        causal.blocks.append(block)
    return causal


def top_blocks(assembly: Assembly) -> list[tuple[list[int], list[int]]]:
    """Return rows and columns of the strongly connected blocks, in the order of their solution."""
    incidence, offsets = assembly.incidence, assembly.offsets
    size = len(incidence.columns)
    if not size:
        return []
    lead = incidence.order == offsets.columns[incidence.column] - offsets.rows[incidence.row]
    pattern = ca.Sparsity.triplet(size, size, incidence.row[lead].tolist(), incidence.column[lead].tolist())
    count, row_order, column_order, row_block, column_block, _, _ = pattern.btf()
    return [
        (list(row_order[row_block[b] : row_block[b + 1]]), list(column_order[column_block[b] : column_block[b + 1]]))
        for b in range(count)
    ]


def _set(assembly: Assembly, columns: list[int], values: list[ca.SX]) -> None:
    for column, value in zip(columns, values, strict=True):
        assembly.values[int(assembly.first[column]) + int(assembly.offsets.columns[column])] = value


def _split(assembly: Assembly, rows: list[int], columns: list[int]) -> Parts:
    """Return the entries inside the block, those outside by row, and the rests with known unknowns put in."""
    place = {column: k for k, column in enumerate(columns)}
    inside: dict[tuple[int, int], Entry] = {}
    outside: list[dict[int, Entry]] = []
    rests: list[ca.SX] = []
    for i, row in enumerate(rows):
        top = assembly.rows[row]
        rest, other = top.rest, {}
        for column, entry in top.entries.items():
            if column in place:
                inside[i, place[column]] = entry
            else:
                other[column] = entry
                rest = plus_product(rest, entry, assembly.value(column, int(assembly.offsets.columns[column])))
        outside.append(other)
        rests.append(rest)
    return inside, outside, rests


def _linear_block(
    assembly: Assembly, rows: list[int], columns: list[int], make_samples: SampleMaker
) -> SolvedBlock:
    inside, outside, rests = _split(assembly, rows, columns)
    solve, kind = _linear_solver(assembly, rows, columns, inside, rests, make_samples)
    _set(assembly, columns, solve(rests))
    return SolvedBlock(rows, columns, kind, inside, outside, solve)


def _linear_solver(
    assembly: Assembly,
    rows: list[int],
    columns: list[int],
    entries: dict[tuple[int, int], Entry],
    rests: list[ca.SX],
    make_samples: SampleMaker,
) -> tuple[Solve, str]:
    if any(row in assembly.incidence.shared for row in rows):
        block = _block(assembly, rows, columns, entries, rests, make_samples)
        solved = _by_core(assembly, block, "singular")
        return solved or _numerical(assembly, _matrix(entries, len(rows)), "singular"), "numerical"
    if len(rows) == 1:
        pivot = entries[0, 0]
        return (lambda right: [negative_quotient(right[0], pivot)]), "division"
    switching = any(
        isinstance(entry, ca.SX) and ca.depends_on(entry, assembly.program.modes) for entry in entries.values()
    )
    if not switching:
        block = _block(assembly, rows, columns, entries, rests, make_samples)
        solved = _eliminated(block)
        if solved is not None:
            return solved, "elimination"
        solved = _by_core(assembly, block, "core")
        if solved is not None:
            return solved, "numerical"
    matrix = _matrix(entries, len(rows))
    if switching and len(rows) <= LARGEST_MINOR and not _may_vanish(assembly, matrix, make_samples):
        inverse = ca.inv_minor(ca.densify(matrix))
        return (lambda right: ca.vertsplit(-(inverse @ ca.vertcat(*right)))), "determinants"
    return _numerical(assembly, matrix), "numerical"


def _may_vanish(assembly: Assembly, matrix: ca.SX, make_samples: SampleMaker) -> bool:
    """Tell whether some set of modes makes rows repeat each other, as two locked brakes on one shaft do."""
    program = assembly.program
    cuts = [cut.unknowns for cut in program.cuts]
    modes = [k for k, mode in enumerate(assembly.modes) if ca.depends_on(matrix, mode)]
    if len(modes) > MOST_TRIED or (cuts and ca.depends_on(matrix, ca.vertcat(*cuts))):
        return True
    inputs = ca.vertcat(*[ca.vec(symbol) for symbol in program.arguments()])
    function = ca.Function("matrix", [inputs], [ca.densify(matrix)])
    point = make_samples()[0][:, 0].copy()
    first = 1 + program.states.numel() + program.parameters.numel()
    for choice in range(2 ** len(modes)):
        for bit, k in enumerate(modes):
            point[first + k] = choice >> bit & 1
        values = np.asarray(function(point))
        sizes = np.abs(values).max(axis=1, keepdims=True)
        if not np.isfinite(values).all() or (sizes == 0).any() or np.linalg.cond(values / sizes) > 1e12:
            return True
    return False


def _block(
    assembly: Assembly,
    rows: list[int],
    columns: list[int],
    entries: dict[tuple[int, int], Entry],
    rests: list[ca.SX],
    make_samples: SampleMaker,
) -> LinearBlock:
    samples, identity_samples = make_samples()
    cuts = [cut.unknowns for cut in assembly.program.cuts]
    program = assembly.program
    inputs = ca.vertcat(*[ca.vec(symbol) for symbol in program.arguments()], *cuts)
    extra = inputs.numel() - samples.shape[0]
    if extra:
        rng = np.random.default_rng(7)
        samples = np.vstack([samples, rng.uniform(0.3, 1.3, (extra, samples.shape[1]))])
        identity_samples = np.vstack([identity_samples, rng.uniform(0.3, 1.3, (extra, identity_samples.shape[1]))])
    return LinearBlock(
        rows=len(rows), entries=entries, right=list(rests), inputs=inputs,
        row_is_differentiated=[bool(assembly.offsets.rows[row]) for row in rows],
        column_is_derivative=[bool(assembly.offsets.columns[column]) for column in columns],
        samples=samples, identity_samples=identity_samples, tree=tree_order(assembly, rows, columns),
    )  # fmt: skip


def _eliminated(block: LinearBlock) -> Solve | None:
    result = eliminate(block)
    if result is None:
        return None
    first = [True]

    def solve(right: list[ca.SX]) -> list[ca.SX]:
        if first[0]:
            first[0] = False
            return result.solution
        return result.resolve(right)

    return solve


def _by_core(assembly: Assembly, block: LinearBlock, kind: CutKind) -> Solve | None:
    """Eliminate along the tree and solve what is left numerically."""
    core = eliminate_to_core(block)
    if core is None or core.size > block.rows // 2:
        return None
    matrix = _matrix(core.matrix, core.size)

    def solve(right: list[ca.SX]) -> list[ca.SX]:
        rest, own = core.right(right)
        unknowns = ca.SX.sym(f"cut{len(assembly.program.cuts)}", core.size)
        assembly.program.cuts.append(LinearCut(unknowns, matrix, ca.vertcat(*own), kind))
        return core.unknowns(rest, ca.vertsplit(unknowns))

    return solve


def _matrix(entries: dict[tuple[int, int], Entry], size: int) -> ca.SX:
    keys = list(entries)
    pattern = ca.Sparsity.triplet(size, size, [i for i, _ in keys], [j for _, j in keys])
    matrix = ca.SX(pattern, 0)
    for (i, j), entry in entries.items():
        matrix[i, j] = entry
    return matrix


def _numerical(assembly: Assembly, matrix: ca.SX, kind: CutKind = "switching") -> Solve:
    def solve(right: list[ca.SX]) -> list[ca.SX]:
        unknowns = ca.SX.sym(f"cut{len(assembly.program.cuts)}", len(right))
        assembly.program.cuts.append(LinearCut(unknowns, matrix, ca.vertcat(*right), kind))
        return ca.vertsplit(unknowns)

    return solve


def _late_block(
    assembly: Assembly, rows: list[int], columns: list[int], late: set[int], make_samples: SampleMaker
) -> SolvedBlock:
    """Instantiate rows that are nonlinear in some unknown, now that all earlier ones are known."""
    unknowns = [ca.SX.sym(f"z{column}") for column in columns]
    _set(assembly, columns, unknowns)
    residuals = [assembly.residual(row, int(assembly.offsets.rows[row])) for row in rows]
    stacked, vector = ca.vertcat(*residuals), ca.vertcat(*unknowns)
    jacobian = ca.jacobian(stacked, vector)
    outside: list[dict[int, Entry]] = [{} for _ in rows]
    if not ca.depends_on(jacobian, vector):
        entries = {(i, j): jacobian[i, j] for i, j in zip(*jacobian.sparsity().get_triplet(), strict=True)}
        rests = ca.vertsplit(ca.substitute(stacked, vector, ca.SX.zeros(len(columns))))
        solve, kind = _linear_solver(assembly, rows, columns, entries, rests, make_samples)
        _set(assembly, columns, solve(rests))
        return SolvedBlock(rows, columns, kind, entries, outside, solve)
    values = _nonlinear(assembly, columns, stacked, vector)
    _set(assembly, columns, values)
    at_solution = ca.substitute(jacobian, vector, ca.vertcat(*values))
    return SolvedBlock(rows, columns, "nonlinear", {}, outside, _numerical(assembly, at_solution))


def _nonlinear(assembly: Assembly, columns: list[int], residual: ca.SX, unknowns: ca.SX) -> list[ca.SX]:
    """Tear the block and leave the torn unknowns to Newton's method."""
    program = assembly.program
    torn = tear(residual, unknowns)
    names = [assembly.incidence.column_name(columns[k]) for k in torn.iterated]
    cut = NonlinearCut(torn.symbols, torn.residual, program.guess_count, names)
    program.cuts.append(cut)
    program.guess_names.extend(names)
    assembly.guess_columns.extend(columns[k] for k in torn.iterated)
    return torn.values
