"""Values that are no numbers: whether a run has any, and which equation they come from.

States are numbers, or a run could not go on. What follows from them may not be: the root of a negative input, a voltage
over a resistance of zero, a loop whose equations contradict each other. Some instants of a run are looked at, and the
first equation on the way from the states to such a value is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import casadi as ca
import numpy as np

from blocks.declare import Output
from blocks.errors import ModelError
from solver.causalize import top_blocks
from solver.model import Model
from solver.moment import Moment
from solver.observe import Array, Chunk, values_at
from solver.result import even_chunks, part_of

MOST_LOOKS = 16  # instants of a run that are looked at
MOST_TOLD = 4
FIX = "Keep what goes in within what the equation can take, or see whether a parameter in it is zero."


class NotNumbers:
    """Looks for values of a model that are no numbers; an equation is told once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.told: set[int] = set()  # rows

    def refuse(self, now: Moment) -> None:
        """Raise an error if equations that must be solved together have no solution, or many."""
        values = np.asarray(_function(self.model)(now.time, now.states, *now.rest))
        if np.isfinite(values).all():
            return
        for rows, columns in self._sources(values[:, 0]):
            if len(columns) > 1:
                raise _contradiction(self.model, rows, columns)

    def look(self, chunks: Sequence[Chunk], most: int = MOST_LOOKS) -> list[ModelError]:
        """Return what was not told before; ``most`` instants of a run are looked at."""
        count = sum(chunk.count for chunk in chunks)
        if not count or len(self.told) >= MOST_TOLD:
            return []
        wanted = np.unique(np.linspace(0, count - 1, min(most, count)).round().astype(int))
        values = np.concatenate([values_at(_function(self.model), part) for part in _picked(chunks, wanted)])
        for row in values[~np.isfinite(values).all(axis=1)][:1]:
            found = [self._problem(chunks, rows, columns) for rows, columns in self._sources(row)]
            return [problem for problem in found if problem is not None]
        return []

    def _sources(self, values: Array) -> Iterator[tuple[list[int], list[int]]]:
        """Yield rows and columns of the blocks that have no numbers although all that goes into them are numbers."""
        incidence = self.model.assembly.incidence
        bad = {column for (column, _), value in zip(_places(self.model), values, strict=True) if not np.isfinite(value)}
        columns_of: dict[int, list[int]] = {}
        for row, column in zip(incidence.row.tolist(), incidence.column.tolist(), strict=True):
            columns_of.setdefault(row, []).append(column)
        for rows, columns in _blocks(self.model):
            outside = {column for row in rows for column in columns_of.get(row, ())} - set(columns)
            if bad & set(columns) and not bad & outside:
                yield rows, columns

    def _problem(self, chunks: Sequence[Chunk], rows: list[int], columns: list[int]) -> ModelError | None:
        """Return one fault in words, from the first instant on at which it is there."""
        if self.told.issuperset(rows) or len(self.told) >= MOST_TOLD:
            return None
        self.told.update(rows)
        incidence, observer = self.model.assembly.incidence, self.model.observer
        if len(rows) > 1:
            return _contradiction(self.model, rows, columns)
        names = _names(self.model, rows[0], columns[0])
        even = list(even_chunks(chunks, 20_000))
        values, times = observer.values(names, even), np.concatenate([chunk.time for chunk in even])
        is_bad = ~np.isfinite(values[:, 0])
        if not is_bad.any():
            return None  # a derivative that nobody has a name for
        first = int(np.argmax(is_bad))
        what = "infinite" if np.isinf(values[first, 0]) else "not a number"
        others = [
            f"{name} is {value:.4g} {observer.unit(name)}".rstrip()
            for name, value in zip(names[1:], values[first, 1:], strict=True)
        ]
        why = "\n".join([incidence.row_text(rows[0]), *([", ".join(others) + " there."] if others else [])])
        return ModelError(f'"{names[0]}" is {what} at t = {times[first]:.4g} s.', names[0].rsplit(".", 1)[0], why, FIX)


def _function(model: Model) -> ca.Function:
    """Return the values of all unknowns and their derivatives, made once for a model."""

    def make() -> ca.Function:
        values = [value for value in model.assembly.values if value is not None]
        stacked = ca.densify(ca.vertcat(*values)) if values else ca.SX(0, 1)
        return model.assembly.program.function("numbers", [stacked])

    found: ca.Function = model.keep("numbers", make)
    return found


def _places(model: Model) -> list[tuple[int, int]]:
    """Return column and order of each value of ``_function``."""
    assembly = model.assembly
    counts = np.diff([*assembly.first.tolist(), len(assembly.values)])
    jets = [(column, order) for column, count in enumerate(counts.tolist()) for order in range(count)]
    return [jet for jet, value in zip(jets, assembly.values, strict=True) if value is not None]


def _blocks(model: Model) -> Iterator[tuple[list[int], list[int]]]:
    """Yield rows and columns of what is solved together, in the order of their solution."""
    for column, row in model.assembly.choice.determined_by.items():
        yield [row], [column]
    yield from top_blocks(model.assembly)


def _names(model: Model, row: int, column: int) -> list[str]:
    """Return what a block calls an unknown, and the other variables in its equation."""
    incidence = model.assembly.incidence
    if row < incidence.linear_count:
        return [incidence.column_name(column)]
    group, instance = incidence.kernel_row(row)
    variables = group.template.variables
    found: dict[str, bool] = {}
    for local, _ in group.template.kernel(group.kernel).jets:
        is_unknown = int(incidence.column_of[instance.variables + local]) == column
        found[f"{instance.name}.{variables[local].name}"] = is_unknown
    unknown = [name for name, is_it in found.items() if is_it] or [incidence.column_name(column)]
    return [unknown[0], *(name for name, is_it in found.items() if not is_it)]


def _output_name(model: Model, column: int) -> str:
    """Return the name of an unknown, as the output of a block if it is one."""
    incidence, system = model.assembly.incidence, model.system
    for variable in np.flatnonzero(incidence.column_of == column).tolist():
        owner = system.owner(variable)
        if isinstance(owner.template.variables[variable - owner.variables].info.declaration, Output):
            return system.variable_name(variable)
    return incidence.column_name(column)


def _contradiction(model: Model, rows: list[int], columns: list[int]) -> ModelError:
    incidence = model.assembly.incidence
    names = [_output_name(model, column) for column in columns]
    shown = ", ".join(f'"{name}"' for name in names[:MOST_TOLD])
    texts = "\n".join(f"    {incidence.row_text(row)}" for row in rows[:MOST_TOLD])
    return ModelError(
        f"The equations for {shown} have no solution, or many, with these values of the parameters.",
        names[0].rsplit(".", 1)[0], f"They must be solved together:\n{texts}",
        "Change one of the gains or parameters in this loop, or put something into it that stores or delays.",
    )  # fmt: skip


def _picked(chunks: Sequence[Chunk], wanted: Array) -> Iterator[Chunk]:
    """Yield the wanted instants, counted over all chunks, one at a time."""
    first = 0
    for chunk in chunks:
        for k in wanted[(wanted >= first) & (wanted < first + chunk.count)] - first:
            yield part_of(chunk, int(k), int(k) + 1)
        first += chunk.count
