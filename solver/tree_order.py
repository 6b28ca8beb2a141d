"""The order of elimination along the tree of a mechanism: from its tips to its root.

Input: which columns follow from others (``StateChoice``), as rows and columns of one linear block. Part by part, the
farthest first: its accelerations follow from those of the part before and from its joint; its balance of forces gives
the forces in that joint; what drives the joint gives the joint's acceleration. What is left of a part is then its
inertia as the part before feels it. So the cost grows with the number of parts, and every pivot is a one or an inertia
(Featherstone's articulated bodies, found by elimination). Loops leave their constraints to be solved last.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from solver.active_matrix import ActiveMatrix, PivotQuality
from solver.assemble import Assembly
from solver.pivoting import eliminate_by_pairs, eliminate_constants

WEAK = 1e-5  # beside its row, a smaller pivot is left for the end


@dataclass(frozen=True)
class TreeOrder:
    """How far each column of a block is from the states it follows from, and what gives it."""

    depth: list[int]  # per column: 0 for those that follow from no other
    given_by: dict[int, int]  # column -> row
    is_derivative: list[bool]
    is_differentiated: list[bool]


def tree_order(assembly: Assembly, rows: list[int], columns: list[int]) -> TreeOrder | None:
    """Return the order for a block; nothing for models without parts in space."""
    if not assembly.system.orientations.steps:
        return None
    row_place = {row: i for i, row in enumerate(rows)}
    place = {column: j for j, column in enumerate(columns)}
    determined_by = assembly.choice.determined_by
    given_by = {place[c]: row_place[r] for c, r in determined_by.items() if c in place and r in row_place}
    if not given_by:
        return None
    inside = {row_place[determined_by[columns[j]]]: j for j in given_by}
    before: dict[int, list[int]] = {j: [] for j in given_by}
    for i, j in inside.items():
        before[j] = [place[c] for c in assembly.rows[rows[i]].entries if c in place and place[c] != j]
    return TreeOrder(
        _depths(before, len(columns)),
        given_by,
        [bool(assembly.offsets.columns[column]) for column in columns],
        [bool(assembly.offsets.rows[row]) for row in rows],
    )


def _depths(before: dict[int, list[int]], count: int) -> list[int]:
    """Return the longest way to each column; without recursion, for chains are long."""
    depth = [0] * count
    done: set[int] = set()
    for first in before:
        waiting = [first]
        while waiting:
            j = waiting[-1]
            open_ones = [k for k in before.get(j, ()) if k in before and k not in done]
            if j in done or not open_ones:
                waiting.pop()
                if j in before and j not in done:
                    depth[j] = 1 + max((depth[k] for k in before[j]), default=0)
                    done.add(j)
            else:
                waiting.extend(open_ones)
    return depth


def eliminate_along(matrix: ActiveMatrix, tree: TreeOrder) -> None:
    """Eliminate all rows, from the tips of the tree to its root; then what is left of the loops."""
    eliminate_tree(matrix, tree)
    eliminate_by_pairs(matrix)


def eliminate_tree(matrix: ActiveMatrix, tree: TreeOrder) -> None:
    """Eliminate all rows but those that close loops, from the tips of the tree to its root."""

    def defines_force(r: int, c: int) -> bool:
        if tree.is_differentiated[r] or tree.is_derivative[c]:
            return False
        return not any(tree.is_derivative[j] for j in matrix.rows[r])

    eliminate_constants(matrix, defines_force)
    balances = _balances(matrix, tree)
    row_level = {r: _level(matrix, tree, r) for r in balances}
    free_level = _free_levels(matrix, tree)
    by_depth: dict[int, list[int]] = {}
    for column in tree.given_by:
        by_depth.setdefault(tree.depth[column], []).append(column)
    levels = sorted({*by_depth, *row_level.values(), *free_level.values()}, reverse=True)
    for level in levels:
        for column in by_depth.get(level, ()):
            row = tree.given_by[column]
            if column in matrix.rows.get(row, ()) and not _vanishes(matrix, row, column):
                matrix.eliminate(row, column)
        for row in sorted((r for r, own in row_level.items() if own == level), key=lambda r: len(matrix.rows[r])):
            if balances[row] in matrix.rows.get(row, ()) and not _vanishes(matrix, row, balances[row]):
                matrix.eliminate(row, balances[row])
        _eliminate_free(matrix, tree, [c for c, own in free_level.items() if own == level], balances)


def _vanishes(matrix: ActiveMatrix, row: int, column: int) -> bool:
    """Tell whether an entry is nothing but rounding somewhere, as happens where constraints repeat each other."""
    size_range = matrix.tape.size_range
    largest = max(size_range(entry)[1] for entry in matrix.rows[row].values())
    return not size_range(matrix.rows[row][column])[0] > 1e-10 * largest


def _balances(matrix: ActiveMatrix, tree: TreeOrder) -> dict[int, int]:
    """Return the force that each balance of forces gives: that between the part and the one before it."""
    found: dict[int, tuple[int, int]] = {}
    for c, rows in matrix.columns.items():
        users = [r for r in rows if _is_balance(matrix, tree, r) and matrix.is_constant(matrix.rows[r][c])]
        if tree.is_derivative[c] or not users:
            continue
        # a force acts on two parts: the farther one gives it; a loop's force acts on the tips of two branches
        levels = sorted((_level(matrix, tree, r), r) for r in users)
        row, other = levels[-1][1], levels[0][0] if len(levels) > 1 else -1
        found[row] = min(found.get(row, (other, c)), (other, c))
    return {row: c for row, (_, c) in found.items()}


def _is_balance(matrix: ActiveMatrix, tree: TreeOrder, row: int) -> bool:
    return not tree.is_differentiated[row] and any(tree.is_derivative[c] for c in matrix.rows[row])


def _level(matrix: ActiveMatrix, tree: TreeOrder, row: int) -> int:
    return max((tree.depth[c] for c in matrix.rows[row] if tree.is_derivative[c]), default=0)


def _free_levels(matrix: ActiveMatrix, tree: TreeOrder) -> dict[int, int]:
    """Return for each acceleration of a joint the depth of the first part that it moves."""
    found: dict[int, int] = {}
    for column, row in tree.given_by.items():
        for c in matrix.rows.get(row, ()):
            if tree.is_derivative[c] and c not in tree.given_by:
                found[c] = min(found.get(c, tree.depth[column]), tree.depth[column])
    return found


def _eliminate_free(matrix: ActiveMatrix, tree: TreeOrder, columns: list[int], balances: Container[int]) -> None:
    """Eliminate accelerations of joints with what drives them; those with a weak pivot stay for the end."""
    for c in columns:
        quality = PivotQuality(matrix)
        rows = [r for r in matrix.columns.get(c, ()) if not tree.is_differentiated[r] and r not in balances]
        # an inertia keeps its sign; what does not vanishes in some position
        rows = [r for r in rows if not matrix.tape.changes_sign(matrix.rows[r][c])]
        best = max(((quality(r, c)[1], r) for r in rows), default=None)
        if best is not None and best[0] > WEAK:
            matrix.eliminate(best[1], c)
