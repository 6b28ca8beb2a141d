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
from solver.incidence import Array, instance_jets
from solver.scalar import Entry
from solver.singular import is_flow, replace_dropped, take_back
from solver.starts import Start


def drop_dependent(assembly: Assembly, starts: list[Start]) -> bool:
    """Take redundant constraints out of the assembly's incidence; return whether there were any.

    Where structure alone showed that loops in space have constraints too many, some were dropped as they came. All are
    judged here.
    """
    incidence = assembly.incidence
    in_space = any(incidence.closes_loop(row) for row in incidence.dropped)
    guessed = list(incidence.dropped) if in_space else []
    if not assembly.choice.constraints and not guessed:
        return False
    closure = Closure(assembly, guessed)
    at_guess = closure.near(closure.guess(starts))
    if at_guess is not None and _rank(closure.slope(at_guess), closure.rank) == closure.count:
        return False
    points = closure.points(starts)
    slopes = [closure.slope(point) for point in points]
    ranks = [_rank(slope, closure.rank) for slope in slopes]
    if not points or max(ranks) == closure.count:
        return False
    best = int(np.argmax(ranks))
    repeated = _last_pivots(_scaled(slopes[best], closure.rank).T, closure.count - max(ranks))
    rows = [closure.rows[i] for i in repeated]
    columns = _open_reactions(closure, rows, guessed, points[best])
    if columns is None:
        return False
    take_back(incidence, guessed)
    incidence.dropped.update(zip(rows, columns, strict=True))
    if guessed:
        incidence.loose.update(rows)
    replace_dropped(incidence)
    return True


def _rank(matrix: Array, least: float) -> int:
    return int((np.linalg.svd(_scaled(matrix, least), compute_uv=False) > least).sum())


def _scaled(matrix: Array, least: float = RANK) -> Array:
    """Return the matrix with rows of length one; rows that vanish but for rounding stay as they are."""
    lengths = np.linalg.norm(matrix, axis=1)
    return matrix / np.where(lengths > least * max(1.0, lengths.max(initial=0.0)), lengths, 1.0)[:, None]


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


def _open_reactions(closure: Closure, rows: list[int], guessed: list[int], states: Array) -> list[int] | None:
    """Return flows that nothing determines once some rows are gone; nothing if others are open too."""
    from scipy.linalg import null_space, qr

    assembly = closure.assembly
    matrix = np.delete(_top_level(assembly, guessed, states, closure.rest), rows, axis=0)
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


def _top_level(assembly: Assembly, guessed: list[int], states: Array, rest: list[Array]) -> Array:
    """Return the matrix of the top level at a point; rows that are not linear have random entries."""
    incidence, offsets = assembly.incidence, assembly.offsets
    size = len(incidence.columns)
    matrix = np.zeros((size, size))
    leading = incidence.order == offsets.columns[incidence.column] - offsets.rows[incidence.row]
    late = leading & np.isin(incidence.row, assembly.late)
    matrix[incidence.row[late], incidence.column[late]] = np.random.default_rng(4).uniform(0.5, 1.5, late.sum())
    rows = {row: top.entries for row, top in assembly.rows.items()}
    rows |= {row: _written_entries(assembly, row) for row in guessed}
    places = [(row, column) for row, entries in rows.items() for column in entries]
    entries = ca.vertcat(*[entry for entries in rows.values() for entry in entries.values()])
    function = ca.Function("top", assembly.program.arguments(), [ca.densify(entries)])
    values = np.asarray(function(rest[0], states, *rest[1:])).ravel()
    matrix[tuple(np.array(places).T)] = values
    return matrix


def _written_entries(assembly: Assembly, row: int) -> dict[int, Entry]:
    """Return the coefficients that a dropped row would have: those of its rate of change in all velocities."""
    incidence = assembly.incidence
    if row < incidence.linear_count:
        return {int(incidence.column_of[root]): factor for root, _, factor in incidence.aliases.rows[row].terms}
    group, instance = incidence.kernel_row(row)
    kernel = group.at(1)
    columns, signs, orders = instance_jets(
        kernel.jets, np.array([instance.variables]), incidence.aliases, incidence.column_of
    )
    lowest = dict(incidence.before[row])
    is_velocity = [column >= 0 and order > lowest[column] for column, order in zip(columns[0], orders[0], strict=True)]
    # the rate of change is linear in velocities, so theirs do not matter
    values = [
        ca.SX(0) if moves else assembly.jet_of(instance.variables + local, order)
        for (local, order), moves in zip(kernel.jets, is_velocity, strict=True)
    ]
    partials = kernel.partials(ca.vertcat(*values), *assembly.inputs_of(instance))
    found: dict[int, Entry] = {}
    for k in np.flatnonzero(is_velocity):
        column = int(columns[0, k])
        found[column] = found.get(column, ca.SX(0)) + float(signs[0, k]) * partials[int(k)]
    return found
