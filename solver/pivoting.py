"""The order of elimination of a sparse matrix whose entries are values on a tape.

Plain Markowitz order is not enough. Constant pivots first amount to shooting along a chain, which overflows after a few
dozen links, and pivots such as ``cos(phi)`` vanish at a quarter turn. So constant pivots are taken only in the roles in
which they are harmless (phases A to C), and the rest is first paired by a maximum-product assignment, which recovers
the diagonal of a positive definite matrix however it is permuted and scaled (phase D; Duff and Koster 2001).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from solver.active_matrix import ActiveMatrix, PivotQuality, Unsolvable, is_unit
from solver.assignment import cheapest_pairs

Permission = Callable[[int, int], bool]
Candidate = tuple[int, bool, int, int]

# a constant pivot is not less than this part of all other entries of its row and column, after scaling
CONSTANT_RATIO = 0.1
# a paired pivot is not less than this part of the other entries of its column
PAIR_RATIO = 0.1
# a determinant is not less than this part of the product of its rows
DETERMINANT_RATIO = 0.05
# below this part of its row, a pivot is rounding
COLLAPSED = 1e-7
DENSE_LIMIT = 400


def eliminate_all(
    matrix: ActiveMatrix, row_is_differentiated: Sequence[bool], column_is_derivative: Sequence[bool]
) -> None:
    """Eliminate all rows, phase by phase.

    That rows were differentiated (constraints) and columns are derivatives (accelerations) is all that is known of
    mechanics. In a network without either, only phases A and D have work.
    """

    def defines_force(r: int, c: int) -> bool:
        if row_is_differentiated[r] or column_is_derivative[c]:
            return False
        return not any(column_is_derivative[j] for j in matrix.rows[r])

    def balances_inertia(r: int, c: int) -> bool:
        return column_is_derivative[c] and not row_is_differentiated[r]

    def moves_massless(r: int, c: int) -> bool:
        return column_is_derivative[c] and row_is_differentiated[r]

    for permits in (defines_force, balances_inertia, moves_massless):
        eliminate_constants(matrix, permits)
    # the constraints against the forces that keep them: what is left is symmetric there
    rows = [r for r in matrix.rows if row_is_differentiated[r]]
    columns = [c for c in matrix.columns if not column_is_derivative[c]]
    if len(rows) == len(columns):
        eliminate_pairs(matrix, pair(matrix, rows, columns))
    eliminate_by_pairs(matrix)


def eliminate_by_pairs(matrix: ActiveMatrix) -> None:
    """Eliminate all rows that are left by phase D alone, pairing anew whenever no pair is a good pivot any more."""
    mixed_at = 0
    while matrix.rows:
        partner = pair(matrix, list(matrix.rows), list(matrix.columns))
        if not partner:
            raise Unsolvable("the matrix is structurally singular")
        if eliminate_pairs(matrix, partner):
            continue
        # mixing twice without having eliminated anything in between could go on for ever
        if mixed_at != len(matrix.rows) and mix_rows(matrix, partner):
            mixed_at = len(matrix.rows)
        else:
            _eliminate_best(matrix, partner)


def eliminate_constants(matrix: ActiveMatrix, permits: Permission) -> None:
    """Eliminate with constant pivots that a role permits, least fill first."""

    def candidates(r: int) -> Iterator[Candidate]:
        for c, entry in matrix.rows[r].items():
            if matrix.is_constant(entry) and permits(r, c):
                # a unit pivot needs no division
                yield matrix.fill(r, c), not is_unit(entry), r, c

    heap = [found for r in matrix.rows for found in candidates(r)]
    heapq.heapify(heap)
    while heap:
        expected, _, r, c = heapq.heappop(heap)
        if c not in matrix.rows.get(r, ()) or not matrix.is_constant(matrix.rows[r][c]) or not permits(r, c):
            continue
        fill = matrix.fill(r, c)
        if fill > expected:
            heapq.heappush(heap, (fill, not is_unit(matrix.rows[r][c]), r, c))
        elif matrix.is_alone(r, c) or matrix.ratio(r, c) >= CONSTANT_RATIO:
            for i in matrix.eliminate(r, c):
                for found in candidates(i):
                    heapq.heappush(heap, found)


def eliminate_pairs(matrix: ActiveMatrix, partner: dict[int, int]) -> int:
    """Eliminate as many of the pairs as are good pivots, least fill first, and return how many."""
    definite = is_definite(matrix, partner)
    quality = PivotQuality(matrix)
    heap = [(matrix.fill(r, c), r) for r, c in partner.items()]
    heapq.heapify(heap)
    count = 0
    while heap:
        expected, r = heapq.heappop(heap)
        c = partner[r]
        if c not in matrix.rows.get(r, ()):
            continue
        fill = matrix.fill(r, c)
        if fill > expected:
            heapq.heappush(heap, (fill, r))
        elif definite or matrix.is_alone(r, c) or quality.is_at_least(PAIR_RATIO, COLLAPSED, r, c):
            near = matrix.eliminate(r, c)
            quality.forget(near)
            count += 1
            for i in near:
                if partner.get(i) in matrix.rows[i]:
                    heapq.heappush(heap, (matrix.fill(i, partner[i]), i))
    return count


def mix_rows(matrix: ActiveMatrix, partner: dict[int, int]) -> bool:
    """Combine pairs of rows whose determinant is a good pivot, though its entries are not; return if there are any."""
    quality = PivotQuality(matrix)
    found = [
        (len(matrix.rows[r].keys() | matrix.rows[i].keys()), r, i)
        for r, c in partner.items()
        for i in matrix.columns[c]
        if i > r and partner.get(i) in matrix.rows[r]
    ]
    mixed: set[int] = set()
    for _, r, i in sorted(found):
        rows, columns = (r, i), (partner[r], partner[i])
        if mixed.isdisjoint(rows) and quality.of_determinant(rows, columns) >= DETERMINANT_RATIO:
            matrix.mix(rows, columns)
            mixed.update(rows)
    return bool(mixed)


def _eliminate_best(matrix: ActiveMatrix, partner: dict[int, int]) -> None:
    quality = PivotQuality(matrix)
    best, size, r = max((*quality(r, c), r) for r, c in partner.items())
    if min(best, size) < COLLAPSED:
        raise Unsolvable("the pivots collapse")
    matrix.eliminate(r, partner[r])


def pair(matrix: ActiveMatrix, rows: list[int], columns: list[int]) -> dict[int, int]:
    """Return the column of each row such that the product of the paired entries is greatest; nothing if singular."""
    place = {c: k for k, c in enumerate(columns)}
    found = [(k, place[c], matrix.sizes(r, c)) for k, r in enumerate(rows) for c in matrix.rows[r] if c in place]
    if not found:
        return {}
    i, j, sizes = (np.array(part) for part in zip(*found, strict=True))
    costs = -np.log(np.maximum(sizes, 1e-8)).mean(axis=1)
    table: list[dict[int, float]] = [{} for _ in rows]
    for a, b, cost in zip(i.tolist(), j.tolist(), costs.tolist(), strict=True):
        table[a][b] = cost
    pairs = cheapest_pairs(table)
    return {} if pairs is None else {r: columns[b] for r, b in zip(rows, pairs, strict=True)}


def is_definite(matrix: ActiveMatrix, partner: dict[int, int]) -> bool:
    """Return whether the paired matrix is, at all samples, a positive definite one with its rows and columns scaled.

    Then its pivots are safe in any order. With a unit diagonal such a matrix is similar, by a diagonal matrix, to the
    symmetric one made of the geometric means of opposite entries; the determinants tell if it really is.
    """
    size = len(partner)
    # a diagonal that vanishes somewhere is lost in the scaling below
    if not 1 < size <= DENSE_LIMIT or not all(matrix.keeps_size(r, c) for r, c in partner.items()):
        return False
    place = {c: k for k, c in enumerate(partner.values())}
    dense = np.zeros((matrix.sample_count, size, size))
    for k, r in enumerate(partner):
        for c in matrix.rows[r].keys() & place.keys():
            dense[:, k, place[c]] = matrix.values(r, c)
    dense /= np.diagonal(dense, axis1=1, axis2=2)[:, None, :]
    products = dense * dense.transpose(0, 2, 1)
    if not np.isfinite(dense).all() or products.min() < -1e-20:
        return False
    symmetric = np.sign(dense) * np.sqrt(np.maximum(products, 0.0))
    try:
        np.linalg.cholesky(symmetric)
    except np.linalg.LinAlgError:
        return False
    return np.allclose(np.linalg.slogdet(symmetric)[1], np.linalg.slogdet(dense)[1], rtol=1e-6, atol=1e-6)
