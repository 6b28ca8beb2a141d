"""Variables that leave the range their block's author declared for them are reported, not stopped."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks.declare import Variable
from blocks.errors import ModelError
from solver.incidence import plain_unit
from solver.model import Model
from solver.observe import Chunk

SLACK = 1e-9  # of the limit's size: what a tolerance lets through is no fault


class Limits:
    """The declared ranges of a model's variables; each limit is reported once."""

    def __init__(self, model: Model) -> None:
        self._observer = model.observer
        self._declared = _declared(model)
        self._told: set[tuple[str, str]] = set()

    def look(self, chunks: Sequence[Chunk]) -> list[ModelError]:
        """Return a sentence for each limit that a variable was beyond for the first time."""
        if not self._declared or not chunks:
            return []
        values = self._observer.values(list(self._declared), list(chunks))
        times = np.concatenate([chunk.time for chunk in chunks])
        found = []
        for column, (name, variable) in zip(values.T, self._declared.items(), strict=True):
            for limit, word, sign in ((variable.min, "at least", -1.0), (variable.max, "at most", 1.0)):
                if limit is None or (name, word) in self._told:
                    continue
                is_beyond = sign * (column - limit) > SLACK * max(1.0, abs(limit))
                if is_beyond.any():
                    self._told.add((name, word))
                    first = int(np.argmax(is_beyond))
                    found.append(_beyond(name, variable, column[first], times[first], f"{word} {limit:g}"))
        return found


def _beyond(name: str, variable: Variable, value: float, time: float, wanted: str) -> ModelError:
    unit = plain_unit(variable.unit_text)
    text = f'"{name}" is {value:.4g}{unit} at t = {time:.4g} s; it should be {wanted}{unit}.'
    return ModelError(text, name.rpartition(".")[0])


def _declared(model: Model) -> dict[str, Variable]:
    found: dict[str, Variable] = {}
    for template, instances in model.system.groups().items():
        for variable in template.variables:
            declaration = variable.info.declaration
            assert isinstance(declaration, Variable)
            if declaration.min is not None or declaration.max is not None:
                found.update((f"{instance.name}.{variable.name}", declaration) for instance in instances)
    return found
