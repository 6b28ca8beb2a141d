"""Variables that leave the range their block's author declared for them are reported, not stopped."""

from __future__ import annotations

import numpy as np

from blocks.declare import Variable
from solver.model import Model
from solver.observe import Chunk

SLACK = 1e-9  # of the limit's size: what a tolerance lets through is no fault


def limit_warnings(model: Model, chunks: list[Chunk]) -> list[str]:
    """Return a sentence for each variable that was outside its declared range during a run."""
    declared = _declared(model)
    if not declared:
        return []
    values = model.observer.values(list(declared), chunks)
    times = np.concatenate([chunk.time for chunk in chunks])
    found = []
    for column, (name, variable) in zip(values.T, declared.items(), strict=True):
        for limit, word, excess in (
            (variable.min, "at least", (variable.min or 0.0) - column),
            (variable.max, "at most", column - (variable.max or 0.0)),
        ):
            if limit is None or excess.max() <= SLACK * max(1.0, abs(limit)):
                continue
            unit_text = "" if variable.unit_text in ("1", "any") else f" {variable.unit_text}"
            first = int(np.argmax(excess > SLACK * max(1.0, abs(limit))))
            found.append(
                f'"{name}" is {column[first]:.4g}{unit_text} at t = {times[first]:.4g} s; '
                f"it should be {word} {limit:g}{unit_text}."
            )
    return found


def _declared(model: Model) -> dict[str, Variable]:
    found: dict[str, Variable] = {}
    for template, instances in model.system.groups().items():
        for variable in template.variables:
            declaration = variable.info.declaration
            assert isinstance(declaration, Variable)
            if declaration.min is not None or declaration.max is not None:
                found.update((f"{instance.name}.{variable.name}", declaration) for instance in instances)
    return found
