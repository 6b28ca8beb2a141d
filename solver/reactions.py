"""Reactions that nothing determines, because constraints repeat each other: which of them to take as zero.

Input: an assembled system, the rows to be dropped and a consistent point. Output: as many ``Reaction``. All come from
one joint of each loop, in the axes of its frame: a load that the loop could carry within itself passes through every
joint of it, so a joint free of such loads stands for the whole loop, in every position.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from blocks.declare import Flow
from solver.assemble import Assembly
from solver.closure import RANK, Closure
from solver.incidence import Array, Reaction, instance_jets
from solver.scalar import Entry
from solver.singular import is_flow

WEAK = 0.05  # beside the best joint, one that carries less of a load is not considered


def open_reactions(closure: Closure, rows: list[int], written: Sequence[int], states: Array) -> list[Reaction] | None:
    """Return reactions that nothing determines once some rows are gone; nothing if others are open too.

    ``written`` are rows to be read as they are written now, not as the assembly has them.
    """
    from scipy.linalg import null_space

    assembly = closure.assembly
    matrix = np.delete(_top_level(assembly, written, states, closure.rest), rows, axis=0)
    sizes = np.linalg.norm(matrix, axis=1)
    space = null_space(matrix / np.where(sizes > 0, sizes, 1.0)[:, None], rcond=RANK)
    if space.shape[1] != len(rows):
        return None
    joints = _joints(closure, states)
    found: list[Reaction] = []
    while space.shape[1]:
        chosen = _best_joint(joints, space) or _single_flows(assembly, space)
        if not chosen:
            return None
        found += [reaction for reaction, _ in chosen]
        carried = np.array([weights @ space for _, weights in chosen])
        space = space @ null_space(carried)
    return found


Candidate = tuple[Reaction, Array]  # a reaction, and its factors of all columns at the point


def _joints(closure: Closure, states: Array) -> list[list[Candidate]]:
    """Return for every block in space the components of its forces and torques in the axes of its frames."""
    assembly = closure.assembly
    incidence, tree = assembly.incidence, assembly.system.orientations
    found = []
    for instance in assembly.system.instances:
        own: list[Candidate] = []
        for path, info in instance.template.trace.symbols.items():
            if not isinstance(info.declaration, Flow) or info.port not in instance.template.frames:
                continue
            jets = [(instance.template.lowering.places[path][1] + k, 0) for k in range(3)]
            columns, signs, _ = instance_jets(
                jets, np.array([instance.variables]), incidence.aliases, incidence.column_of
            )
            if (columns < 0).any() or assembly.offsets.columns[columns].any():
                continue
            node = tree.nodes[instance.name][instance.template.frames[info.port]]
            axes = _matrix_at(closure, node, states)
            for axis in range(3):
                reaction = Reaction(
                    tuple(columns[0].tolist()), tuple(signs[0].tolist()), node, axis, f"{instance.name}.{path}"
                )
                weights = np.zeros(len(incidence.columns))
                weights[columns[0]] = signs[0] * axes[:, axis]
                own.append((reaction, weights))
        if own:
            found.append(own)
    return found


def _matrix_at(closure: Closure, node: int, states: Array) -> Array:
    assembly = closure.assembly
    function = ca.Function("axes", assembly.program.arguments(), [ca.densify(assembly.matrix(node))])
    return np.asarray(function(closure.rest[0], states, *closure.rest[1:])).reshape(3, 3)


def _best_joint(joints: list[list[Candidate]], space: Array) -> list[Candidate]:
    """Return components of the one joint through which most of the open loads pass, and pass best."""
    from scipy.linalg import qr

    best: tuple[int, float] = (0, 0.0)
    chosen: list[Candidate] = []
    for own in joints:
        carried = np.array([weights @ space for _, weights in own])
        _, corner, order = qr(carried.T, mode="economic", pivoting=True)
        sizes = np.abs(np.diag(corner))
        count = int((sizes > WEAK * max(1e-6, sizes[0])).sum()) if sizes[0] > 1e-6 else 0
        if count and (count, sizes[count - 1]) > best:
            best, chosen = (count, float(sizes[count - 1])), [own[i] for i in order[:count]]
    return chosen


def _single_flows(assembly: Assembly, space: Array) -> list[Candidate]:
    """Return single flows in place of all that is open: for mechanisms in a plane, and circuits."""
    from scipy.linalg import qr

    flows = [j for j, d in enumerate(assembly.offsets.columns) if d == 0 and is_flow(assembly.incidence, j)]
    count = space.shape[1]
    if len(flows) < count:
        return []
    _, corner, order = qr(space[flows].T, mode="economic", pivoting=True)
    if abs(corner[count - 1, count - 1]) < RANK:
        return []
    return [(Reaction((flows[i],)), np.eye(len(space))[flows[i]]) for i in order[:count]]


def _top_level(assembly: Assembly, written: Sequence[int], states: Array, rest: list[Array]) -> Array:
    """Return the matrix of the top level at a point; rows that are not linear have random entries."""
    incidence, offsets = assembly.incidence, assembly.offsets
    size = len(incidence.columns)
    matrix = np.zeros((size, size))
    leading = incidence.order == offsets.columns[incidence.column] - offsets.rows[incidence.row]
    late = leading & np.isin(incidence.row, assembly.late)
    matrix[incidence.row[late], incidence.column[late]] = np.random.default_rng(4).uniform(0.5, 1.5, late.sum())
    rows = {row: top.entries for row, top in assembly.rows.items()}
    rows |= {row: _written_entries(assembly, row) for row in written}
    places = [(row, column) for row, entries in rows.items() for column in entries]
    entries = ca.vertcat(*[entry for entries in rows.values() for entry in entries.values()])
    function = ca.Function("top", assembly.program.arguments(), [ca.densify(entries)])
    values = np.asarray(function(rest[0], states, *rest[1:])).ravel()
    matrix[tuple(np.array(places).T)] = values
    return matrix


def _written_entries(assembly: Assembly, row: int) -> dict[int, Entry]:
    """Return the coefficients of a row as it is written: those of its rate of change in all velocities."""
    incidence = assembly.incidence
    if row < incidence.linear_count:
        return {int(incidence.column_of[root]): factor for root, _, factor in incidence.aliases.rows[row].terms}
    group, instance = incidence.kernel_row(row)
    kernel = group.at(1)
    columns, signs, orders = instance_jets(
        kernel.jets, np.array([instance.variables]), incidence.aliases, incidence.column_of
    )
    own = incidence.row == row
    lowest = dict(zip(incidence.column[own].tolist(), incidence.order[own].tolist(), strict=True))
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
