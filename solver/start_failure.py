"""What a person reads when no consistent start is found: what is fixed, which equations are off, and what would fit.

Where a start is found as soon as the fixed values may move, too, it is they that do not fit together, and the values
found are told; otherwise the parts themselves do not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from blocks.errors import ModelError
from solver.blamed_zeros import blamed_zeros, undecided
from solver.buffered import Array
from solver.model import Model
from solver.start_text import start_text
from solver.starts import Start

TOLERANCE = 1e-9
MOST_VALUES = 8


@dataclass(eq=False)
class Condition:
    """Something that must be zero at the start, and how to tell a person about it."""

    residual: ca.SX
    text: str
    unit: str = ""
    # the blocks that fix the same quantity, where this only repeats what others say
    rivals: list[str] | None = None
    start: Start | None = None  # what it holds, where that is a fixed start value
    is_asked: bool = False  # an initial equation of the diagram


def failure(
    model: Model, conditions: list[Condition], starts: list[Start], residual: Array, parameters: Array,
    fitting: tuple[Array, Array] | None,
) -> ModelError:  # fmt: skip
    """Return the error for a start that is not found.

    ``fitting`` are states with which it would be, and how far the conditions are off there: fixed start values only.
    """
    if not np.isfinite(residual).all() and blamed_zeros(model, parameters):
        return undecided(model, parameters, [])
    others = [] if fitting is None else _others(model, conditions, starts, *fitting)
    fits = [start_text(model.system, start) for start in others]
    worst = np.argsort(-np.abs(np.nan_to_num(residual, nan=np.inf)))[:3]
    first = conditions[int(worst[0])]
    off_by = f"{abs(residual[worst[0]]):.3g}{first.unit}"
    if first.rivals is not None and np.isfinite(residual).all() and not fits:
        return disagreement(first, off_by)
    lines = [f"    {conditions[i].text}" for i in worst if not abs(residual[i]) < TOLERANCE]
    fixed = [start_text(model.system, start) for start in starts if start.is_fixed]
    guessed = [start_text(model.system, start) for start in starts if not start.is_fixed and start.weight == 2]
    why = f"The worst equation is still off by {off_by}:\n" + "\n".join(lines)
    for title, values in (("Fixed start values", fixed), ("Guesses", guessed), ("These would fit", fits)):
        if values:
            more = f" and {len(values) - MOST_VALUES} more" if len(values) > MOST_VALUES else ""
            why += f"\n{title}: {', '.join(values[:MOST_VALUES])}{more}."
    name = model.system.name
    return ModelError(
        f'No consistent start could be found for "{name}" at t = 0 s (the simulation itself has not begun).',
        first.text.split(" ")[0].rsplit(".", 1)[0], why, _advice(first, fixed, fitting is None),
    )  # fmt: skip


def _advice(worst: Condition, fixed: list[str], nothing_fits: bool) -> str:
    if worst.is_asked:
        return "Leave out one of the initial equations, or change it." + " Or free a start value." * bool(fixed)
    if fixed and nothing_fits:
        return "Change a parameter of these blocks, such as a length: no other start values nearby would fit, either."
    return "Make one of the fixed values a guess, or change it." if fixed else "Give better guesses."


def _others(
    model: Model, conditions: list[Condition], starts: list[Start], states: Array, off: Array
) -> Iterator[Start]:  # fmt: skip
    """Yield the fixed start values that cannot hold with some states, with the values there are instead."""
    assembly = model.assembly
    aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
    places = {jet: place for place, jet in enumerate(assembly.state_jets)}
    found = [(c.start, c.start.value + gap) for c, gap in zip(conditions, off, strict=True) if c.start is not None]
    for start in starts:
        jet = (int(column_of[start.variable]), int(aliases.order[start.variable]) + start.derivative)
        if start.is_fixed and jet in places:
            found.append((start, float(aliases.sign[start.variable] * states[places[jet]])))
    for start, value in found:
        if abs(value - start.value) > 1e-6 * max(1.0, abs(value)):
            yield replace(start, value=round(float(value), 12))


def disagreement(condition: Condition, off_by: str) -> ModelError:
    """Return the error for blocks that fix one quantity with different values."""
    equation = condition.text.strip()
    blocks = condition.rivals or [equation.split(" ")[0].split(".")[0]]
    names = ", ".join(f'"{name}"' for name in blocks[:-1]) + " and " * (len(blocks) > 1) + f'"{blocks[-1]}"'
    what = f"{names} fix the same quantity with different values; they differ by {off_by}."
    if len(blocks) == 1:
        what = f"{names} contradicts what other blocks fix; it is off by {off_by}."
    return ModelError(
        what, blocks[-1], f"    {equation}",
        "Remove one of them, give them values that agree, or put something that gives way between them.",
    )  # fmt: skip
