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
from solver.closure import RANK, Closure
from solver.flatten import Instance
from solver.incidence import Array
from solver.singular import is_flow, replace_dropped
from solver.starts import Start


def drop_dependent(assembly: Assembly, starts: list[Start]) -> bool:
    """Take redundant constraints out of the assembly's incidence; return whether there were any."""
    if not assembly.choice.constraints:
        return False
    closure = Closure(assembly)
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


def _rank(matrix: Array) -> int:
    return int((np.linalg.svd(_scaled(matrix), compute_uv=False) > RANK).sum())


def _scaled(matrix: Array) -> Array:
    """Return the matrix with rows of length one; rows that vanish but for rounding stay as they are."""
    lengths = np.linalg.norm(matrix, axis=1)
    return matrix / np.where(lengths > RANK * max(1.0, lengths.max(initial=0.0)), lengths, 1.0)[:, None]


def dead_centre(closure: Closure, states: Array, rest: list[Array]) -> list[str]:
    """Return the blocks whose loop may go on in more than one way from here; nothing if all is determined."""
    assembly = closure.assembly
    slope = closure.slope(states, rest)
    if not np.isfinite(slope).all():
        return []
    left, sizes, _ = np.linalg.svd(_scaled(slope))
    shares = np.abs(left[:, int((sizes > RANK).sum()) :]).max(axis=1, initial=0.0)
    rows = [row for row, share in zip(assembly.choice.constraints, shares, strict=True) if share > 0.1]
    owners = [assembly.incidence.origin(row)[0] for row in rows]
    return list(dict.fromkeys(owner.name for owner in owners if isinstance(owner, Instance)))


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
