"""Systems that cannot be solved as they are: too few or too many equations for some of the variables.

Two faults look alike and are told apart here. Equations that say the same twice (two blocks that hold one frame) are
taken out, and the unknown reaction they leave open is set to zero. Everything else is an error that names the variables
nothing determines, or the equations that are too many, found by the Dulmage-Mendelsohn decomposition.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from blocks.declare import Flow
from blocks.errors import ModelError
from solver.alias import Row
from solver.flatten import Instance
from solver.incidence import Array, Incidence, Reaction
from solver.port_hints import port_hints

MOST_NAMES = 6


def drop_redundant(incidence: Incidence) -> None:
    """Where rows are missing because they repeated others, set the flows they would have determined to zero.

    Only flows may be open: where a potential is among what nothing determines, something is really missing.
    """
    free, extra = coarse_blocks(incidence.row_count, len(incidence.columns), incidence.row, incidence.column)
    if not free or not all(is_flow(incidence, column) for column in free):
        return
    unmatched_rows, unmatched_columns = _unmatched(incidence)
    if any(incidence.closes_loop(row) for row in extra):
        unmatched_rows = _least_wanted(incidence, extra)
        # positions must be below the unknowns, or numbers could not tell anything
        positions = np.unique(incidence.column[np.isin(incidence.row, extra)])
        incidence.needed[positions] = np.maximum(incidence.needed[positions], 1)
    spare = len(incidence.aliases.redundant) + len(unmatched_rows)
    flows = [j for j in unmatched_columns if is_flow(incidence, j)]
    if not unmatched_columns or len(flows) < len(unmatched_columns) or spare < len(unmatched_columns):
        return
    for row, column in zip(unmatched_rows, flows, strict=False):
        incidence.dropped[row] = Reaction((column,))
        incidence.rivals[row] = _rivals(incidence, row, extra)
    for column in flows[len(unmatched_rows) :]:
        _append_zero_row(incidence, column)
    replace_dropped(incidence)


def _least_wanted(incidence: Incidence, extra: list[int]) -> list[int]:
    """Return the rows that are too many, loops in space first; numbers must tell which really repeat others.

    After the rows that close loops, those of blocks beside a cut are the least wanted: all others lead along the tree.
    """
    columns = {row: incidence.column[incidence.row == row].tolist() for row in extra}
    owner: dict[int, int] = {}
    left = []
    tree = incidence.system.orientations
    at_cuts = {node for name, _ in tree.cuts for node in tree.nodes[name]}

    def importance(row: int) -> tuple[bool, bool, int]:
        instance, _ = incidence.origin(row)
        beside_cut = isinstance(instance, Instance) and not at_cuts.isdisjoint(tree.nodes.get(instance.name, ()))
        return incidence.closes_loop(row), beside_cut, row

    for row in sorted(extra, key=importance):
        if not _give_column(row, columns, owner):
            left.append(row)
    return left


def _give_column(row: int, columns: dict[int, list[int]], owner: dict[int, int]) -> bool:
    """Find a column for a row, others changing theirs if need be; return whether there is one."""
    came_from: dict[int, int] = {}
    waiting = [row]
    while waiting:
        asking = waiting.pop(0)
        for column in columns[asking]:
            if column in came_from:
                continue
            came_from[column] = asking
            if column in owner:
                waiting.append(owner[column])
                continue
            while True:
                asking = came_from[column]
                given = next((c for c, r in owner.items() if r == asking), None)
                owner[column] = asking
                if given is None:
                    return True
                del owner[given]
                column = given
    return False


def _rivals(incidence: Incidence, row: int, extra: list[int]) -> list[str]:
    """Return the blocks of those rows that are too many and hang together with one: the ones with a single unknown."""
    columns = {i: set(incidence.column[incidence.row == i].tolist()) for i in extra}
    group, reached = {row}, set(columns.get(row, ()))
    while more := {i for i in extra if i not in group and columns[i] & reached}:
        group |= more
        reached |= {j for i in more for j in columns[i]}
    single = [i for i in sorted(group) if len(columns.get(i, ())) == 1]
    origins = [incidence.origin(i)[0] for i in (single if len(single) > 1 else [row])]
    return list(dict.fromkeys(owner.name for owner in origins if isinstance(owner, Instance)))


def repetition_warnings(incidence: Incidence) -> list[str]:
    """Return what a person should know about dropped rows: the motion is right, but some reactions are arbitrary."""
    owners = [incidence.origin(row)[0] for row in (*incidence.dropped, *incidence.shared)]
    names = list(dict.fromkeys(f'"{owner.name}"' for owner in owners if isinstance(owner, Instance)))
    if not names:
        return []
    verb = "repeats" if len(names) == 1 else "repeat"
    reactions = ", ".join(incidence.reaction_name(reaction) for reaction in incidence.dropped.values())
    taken = f"{reactions} {'is' if len(incidence.dropped) == 1 else 'are'} taken as zero"
    if incidence.shared:
        taken = "the smallest reactions that fit are taken"
    return [
        f"{', '.join(names)} {verb} what other blocks already fix. The motion is right, but how the blocks share the "
        f"load is not determined; {taken}."
    ]


def coarse_blocks(row_count: int, column_count: int, rows: Array, columns: Array) -> tuple[list[int], list[int]]:
    """Return the columns that too few rows determine, and the rows that are too many, from a pattern of entries."""
    pattern = ca.Sparsity.triplet(row_count, column_count, rows.tolist(), columns.tolist())
    _, row_order, column_order, _, _, coarse_rows, coarse_columns = pattern.btf()
    # btf puts rows that are too many first, and columns that too few rows can determine last
    return list(column_order[coarse_columns[2] : coarse_columns[4]]), list(row_order[: coarse_rows[2]])


def _append_zero_row(incidence: Incidence, column: int) -> None:
    """Add the row ``column == 0`` in place of one that vanished as 0 == 0; rows after the linear ones move by one."""
    position = incidence.linear_count
    variable = int(incidence.columns[column])
    incidence.aliases.rows.append(Row([(variable, 0, 1.0)], 0.0, (-1, variable)))
    incidence.row = np.append(np.where(incidence.row >= position, incidence.row + 1, incidence.row), position)
    incidence.column = np.append(incidence.column, column)
    incidence.order = np.append(incidence.order, 0)
    incidence.dropped = {row + (row >= position): item for row, item in incidence.dropped.items()}
    incidence.rivals = {row + (row >= position): names for row, names in incidence.rivals.items()}
    incidence.loose = {row + (row >= position) for row in incidence.loose}
    incidence.before = {row + (row >= position): entries for row, entries in incidence.before.items()}
    for group in incidence.kernels:
        group.first += 1
    incidence.row_count += 1


def replace_dropped(incidence: Incidence) -> None:
    """Put the rows that set columns to zero in place of those dropped."""
    for row in incidence.dropped.keys() - incidence.before.keys():
        own = incidence.row == row
        incidence.before[row] = list(zip(incidence.column[own].tolist(), incidence.order[own].tolist(), strict=True))
    keep = ~np.isin(incidence.row, list(incidence.dropped))
    entries = [(row, column) for row, reaction in incidence.dropped.items() for column in reaction.columns]
    rows, columns = np.array(entries, dtype=int).reshape(-1, 2).T
    incidence.row = np.append(incidence.row[keep], rows)
    incidence.column = np.append(incidence.column[keep], columns)
    incidence.order = np.append(incidence.order[keep], np.zeros(len(rows), dtype=int))


def take_back(incidence: Incidence, rows: list[int]) -> dict[int, Reaction]:
    """Undo that rows were dropped; return what was in their place."""
    keep = ~np.isin(incidence.row, rows)
    entries = [(row, column, order) for row in rows for column, order in incidence.before.pop(row)]
    back = np.array(entries, dtype=int).reshape(-1, 3).T
    table = (incidence.row, incidence.column, incidence.order)
    parts = [np.append(old[keep], new) for old, new in zip(table, back, strict=True)]
    incidence.row, incidence.column, incidence.order = parts
    for row in rows:
        incidence.rivals.pop(row, None)
    return {row: incidence.dropped.pop(row) for row in rows}


def share_load(incidence: Incidence, rows: list[int], again: dict[int, Reaction]) -> None:
    """Keep rows though some say the same ``again``: the smallest of all reactions that fit is worked out numerically.

    These rows are differentiated to the level of accelerations, and are paired with the reactions they leave open.
    """
    incidence.shared.update(again)
    incidence.accelerated.update(rows)
    entries = [(row, column) for row, reaction in again.items() for column in reaction.columns]
    more, columns = np.array(entries, dtype=int).reshape(-1, 2).T
    incidence.row = np.append(incidence.row, more)
    incidence.column = np.append(incidence.column, columns)
    incidence.order = np.append(incidence.order, np.full(len(more), -2))


def _unmatched(incidence: Incidence) -> tuple[list[int], list[int]]:
    """Return rows and columns that a largest matching leaves over, flows first among the columns."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    count = len(incidence.columns)
    # determined quantities first, so that what is left over are reactions
    rank = np.array([is_flow(incidence, j) for j in range(count)], dtype=int)
    sequence = np.argsort(rank, kind="stable")
    place = np.empty(count, dtype=int)
    place[sequence] = np.arange(count)
    table = csr_array(
        (np.ones(len(incidence.row)), (place[incidence.column], incidence.row)), shape=(count, incidence.row_count)
    )
    match = maximum_bipartite_matching(table, perm_type="column")
    columns = [int(sequence[i]) for i in np.flatnonzero(match < 0)]
    used = set(match[match >= 0].tolist())
    return [i for i in range(incidence.row_count) if i not in used], columns


def is_flow(incidence: Incidence, column: int) -> bool:
    """Tell whether a column is a flow, such as a force."""
    variable = int(incidence.columns[column])
    owner = incidence.system.owner(variable)
    return isinstance(owner.template.variables[variable - owner.variables].info.declaration, Flow)


def _is_potential(incidence: Incidence, column: int) -> bool:
    variable = int(incidence.columns[column])
    owner = incidence.system.owner(variable)
    info = owner.template.variables[variable - owner.variables].info
    return bool(info.port) and not isinstance(info.declaration, Flow)


def explain_singular(incidence: Incidence) -> list[ModelError]:
    """Return an error for each side of the fault, or nothing if the system is sound."""
    rows, columns = incidence.row_count, len(incidence.columns)
    free, extra = coarse_blocks(incidence.row_count, len(incidence.columns), incidence.row, incidence.column)
    if not free and not extra:
        return []
    what = f'The diagram "{incidence.system.name}" cannot be solved: {rows} equations for {columns} unknowns.'
    if rows == columns:
        what = f'The diagram "{incidence.system.name}" cannot be solved: some equations repeat or contradict others.'
    where, why, fix = _undetermined(incidence, free) if free else ("", "", "")
    if extra:
        texts = [f"    {incidence.row_text(i)}" for i in extra[:MOST_NAMES]]
        why += ("\n" if why else "") + "These equations together say too much:\n" + "\n".join(texts)
        fix = fix or "Remove one of the blocks that fix the same quantity."
    return [ModelError(what, where, why, fix)]


def _undetermined(incidence: Incidence, columns: list[int]) -> tuple[str, str, str]:
    # potentials say most: what else is open follows from them
    names = [incidence.column_name(j) for j in columns if _is_potential(incidence, j)]
    names = names or [incidence.column_name(j) for j in columns]
    shown = ", ".join(f'"{name}"' for name in names[:MOST_NAMES])
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    hints = port_hints(incidence.system, (int(incidence.columns[j]) for j in columns))
    fix = hints or "Connect something that determines them."
    return names[0].rsplit(".", 1)[0], f"Nothing determines {shown}{more}.", fix
