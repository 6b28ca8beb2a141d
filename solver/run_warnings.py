"""What a person should know about a run that goes on: values out of range, values that are no numbers, bouncing that
was ended. Each is told once.
"""

from __future__ import annotations

from collections.abc import Sequence

from blocks.errors import ModelError
from solver.limits import Limits
from solver.not_numbers import MOST_LOOKS, NotNumbers
from solver.observe import Chunk
from solver.run import Run


class RunWarnings:
    """The warnings of a run: about its model from the start, others as recorded chunks are looked at."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._limits, self._numbers = Limits(run.model), NotNumbers(run.model)
        self._found = [ModelError(text) for text in run.model.warnings]

    def look(self, chunks: Sequence[Chunk], most: int = MOST_LOOKS) -> None:
        """Look at what was recorded; for values that are no numbers at ``most`` instants of it."""
        self._found += [*self._limits.look(chunks), *self._numbers.look(chunks, most)]

    @property
    def found(self) -> list[ModelError]:
        """Return everything that there is to tell."""
        return [*self._found, *self._run.events.warnings]
