"""Closed loops that say the same twice, though no two of their equations look alike: a third crank on a parallelogram.

Input: an assembled system and the start values. Output: the incidence without the constraints that follow from others,
and with as many reactions set to zero, for these are undetermined. A constraint is redundant if the Jacobian of all
constraints lacks rank at the start and at its consistent neighbours. Where it lacks rank at the start only, the
mechanism starts in a dead centre and nothing is changed.
"""

from __future__ import annotations

import numpy as np

from blocks.errors import ModelError
from solver.assemble import Assembly
from solver.closure import RANK, Closure
from solver.flatten import Instance
from solver.incidence import Array, Incidence
from solver.reactions import open_reactions
from solver.singular import replace_dropped, share_load, take_back
from solver.starts import Start
from solver.turned_rows import turn_rows

FAR = (0.1, 0.3, 0.5, 0.7)  # how far other positions are away, in rad or m


def drop_dependent(assembly: Assembly, starts: list[Start]) -> bool:
    """Take redundant constraints out of the assembly's incidence; return whether there were any.

    Where structure alone showed that loops in space have constraints too many, some were dropped as they came. All are
    judged here.
    """
    incidence = assembly.incidence
    guessed = list(incidence.dropped) if any(_is_in_space(incidence, row) for row in incidence.dropped) else []
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
    point = points[int(np.argmax(ranks))]
    before = take_back(incidence, guessed)
    turned = turn_rows(incidence, closure.rows)
    slope = Closure(assembly, guessed).slope(point) if turned else closure.slope(point)
    rows = [closure.rows[i] for i in _last_pivots(_scaled(slope, closure.rank).T, closure.count - max(ranks))]
    reactions = open_reactions(closure, rows, list({*guessed, *turned}), point)
    if reactions is None:
        incidence.dropped.update(before)
        replace_dropped(incidence)
        return bool(turned)
    again = dict(zip(rows, reactions, strict=True))
    if turned and not _repeat_everywhere(Closure(assembly, guessed), len(rows), point):
        share_load(incidence, closure.rows, again)
        return True
    incidence.dropped.update(again)
    if guessed:
        incidence.loose.update(rows)
    replace_dropped(incidence)
    return True


def _is_in_space(incidence: Incidence, row: int) -> bool:
    """Tell whether a row is an equation of a block with frames in space."""
    owner, _ = incidence.origin(row)
    return isinstance(owner, Instance) and bool(owner.template.frames)


def _repeat_everywhere(closure: Closure, count: int, begin: Array) -> bool:
    """Tell whether rows repeat each other in the same way in other positions too, so that some can be left out.

    A loop that moves only because of its special dimensions (Bennett's, Sarrus') repeats itself in another way in
    every position.
    """
    ways = np.linalg.svd(closure.slope(begin))[0][:, -count:]
    rng = np.random.default_rng(6)
    for spread in FAR:
        point = closure.near(begin + rng.uniform(-spread, spread, len(begin)))
        if point is not None:
            slope = closure.slope(point)
            if np.abs(ways.T @ slope).max(initial=0.0) > 10 * closure.rank * np.abs(slope).max(initial=0.0):
                return False
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
    if (sizes > RANK).sum() >= closure.count - len(assembly.incidence.shared):
        return []
    shares = np.abs(left[:, int((sizes > RANK).sum()) :]).max(axis=1, initial=0.0)
    rows = [row for row, share in zip(assembly.choice.constraints, shares, strict=True) if share > 0.1]
    owners = [assembly.incidence.origin(row)[0] for row in rows]
    return list(dict.fromkeys(owner.name for owner in owners if isinstance(owner, Instance)))


def open_start(closure: Closure, states: Array, rest: list[Array]) -> ModelError | None:
    """Return the error for a start from which a mechanism may go on in more than one way."""
    loops = dead_centre(closure, states, rest)
    if not loops:
        return None
    name, shown = closure.assembly.incidence.system.name, ", ".join(loops[:4])
    if _is_open_everywhere(closure, states, rest):
        return ModelError(
            f'"{name}" cannot start at t = 0 s.', loops[0],
            f"Nothing decides how {shown} will move: no mass is moved, and no spring or damper holds it.",
            "Connect a part with mass, give the joint some damping, or hold what is open.",
        )  # fmt: skip
    return ModelError(
        f'The mechanism "{name}" starts in a dead centre.', loops[0],
        f"From there it may go on in more than one way: nothing decides how {shown} will move.",
        "Start it a little away from this position.",
    )  # fmt: skip


def _is_open_everywhere(closure: Closure, states: Array, rest: list[Array]) -> bool:
    """Tell whether other positions leave open just as much."""
    rng = np.random.default_rng(7)
    points = [closure.near(states + rng.uniform(-spread, spread, len(states))) for spread in FAR]
    found = [bool(dead_centre(closure, point, rest)) for point in points if point is not None]
    return bool(found) and all(found)


def _last_pivots(matrix: Array, count: int) -> list[int]:
    """Return the columns that depend most on the others."""
    from scipy.linalg import qr

    return [int(i) for i in qr(matrix, mode="r", pivoting=True)[-1][-count:]]
