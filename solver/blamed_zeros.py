"""Why nothing can be said about how a model goes on from its start: parameters that are zero, such as a mass of 0 kg.

Input: a model whose derivatives are no numbers at the start. Output: the parameters, each of which would help if it
were not zero, found by trying; for this the model is taken as it is written, with no zero worked into its equations.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from blocks.errors import ModelError
from solver.buffered import Array
from solver.model import Model, compile_as_written
from solver.vanished import SMALL, is_solved

MOST_TRIED = 400
MOST_TOLD = 6
CANNOT_TELL = "Look for a division by zero, a root of a negative number, or give better start values as guesses."
ALL_ALIKE = "Look for parts that do the same with nothing between them, such as two joints about one axis."


def blamed_zeros(model: Model, parameters: Array) -> list[str] | None:
    """Return the parameters that must not all be zero; None if the trouble is not everywhere but at the start only."""
    if any(instance.template.zeros for instance in model.system.instances):
        model = compile_as_written(model.diagram)
    if is_solved(model, parameters):
        return None
    # irregular, so that a matrix of them can be inverted
    others = SMALL * np.random.default_rng(5).uniform(0.5, 1.0, len(parameters))
    found = []
    for name, places in _zeros(model, parameters)[:MOST_TRIED]:
        tried = parameters.copy()
        tried[places] = others[places]
        if is_solved(model, tried):
            found.append(name)
    return found


def undecided(model: Model, parameters: Array, bad: Iterable[str]) -> ModelError:
    """Return the error for states of which nothing tells how they change."""
    names = list(bad)
    shown = ", ".join(names[:5])
    why = f"The derivative of {shown} is not a number." if names else ""
    where, fix = names[0].rsplit(".", 1)[0] if names else "", CANNOT_TELL
    zeros = blamed_zeros(model, parameters)
    if zeros:
        several = len(zeros) > 1
        listed = ", ".join(zeros[:MOST_TOLD]) + (f" and {len(zeros) - MOST_TOLD} more" if zeros[MOST_TOLD:] else "")
        these = f"{listed} {'are' if several else 'is'} zero"
        why = f"Nothing decides how {f'{shown} will change' if names else 'to go on'}: {these}."
        decides = "connect something that decides, such as a mass or a capacity"
        fix = f"Give {'one of them' if several else 'it'} another value, or {decides}."
        where = zeros[0].rsplit(".", 1)[0]
    elif zeros is not None and len(names) > 1:
        fix = ALL_ALIKE
    return ModelError(f'"{model.system.name}" cannot start at t = 0 s.', where, why, fix)


def _zeros(model: Model, parameters: Array) -> list[tuple[str, list[int]]]:
    """Return the parameters that are zero, with the places of their elements."""
    found: dict[str, list[int]] = {}
    for instance in model.system.instances:
        for number, parameter in enumerate(instance.template.parameters):
            name = f"{instance.name}.{parameter.name.split('[')[0]}"
            found.setdefault(name, []).append(instance.parameters + number)
    return [(name, places) for name, places in found.items() if not parameters[places].any()]
