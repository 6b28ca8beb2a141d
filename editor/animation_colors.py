"""Which marks of a scene are coloured by which signals, and the colours at an instant. Nothing here draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from blocks.color_scale import ColorScale
from blocks.errors import ModelError
from editor.animation_marks import Mark, Point
from editor.animation_points import Array


@dataclass(frozen=True, eq=False)
class Coloring:
    """One scale, the marks that it colours, and the signal that colours each."""

    scale: ColorScale
    marks: tuple[int, ...]
    signals: tuple[str, ...]

    def problem(self, is_known: Callable[[str], bool]) -> ModelError | None:
        """Return why there is nothing to be seen of the scale, if that is so."""
        if not self.marks:
            return ModelError(f'Nothing that moves is called "{self.scale.blocks}".', self.scale.blocks,
                              fix="Name blocks as the diagram does, with * for the number of an element.")  # fmt: skip
        if missing := [name for name in self.signals if not is_known(name)]:
            return ModelError(f'There is no signal "{missing[0]}" that could colour "{self.scale.blocks}".', missing[0])
        return None

    def shares(self, values: Callable[[str], Array]) -> Array:
        """Return where the signals are between the limits, 0 to 1, a column for each mark."""
        return np.asarray(self.scale.shares(np.stack([values(name) for name in self.signals], axis=-1)))

    def colors(self, values: Callable[[str], Array]) -> dict[int, Point]:
        """Return the colours of the marks, each as three numbers."""
        low, high = (parts_of(text) for text in (self.scale.low_color, self.scale.high_color))
        mixed = low + self.shares(values)[:, None] * (high - low)
        return {mark: tuple(color) for mark, color in zip(self.marks, mixed.tolist(), strict=True)}


def colorings(scales: Mapping[str, ColorScale], marks: Sequence[Mark]) -> list[Coloring]:
    """Return what the scales of a diagram colour; one that fits nothing colours no marks."""
    found = []
    for scale in scales.values():
        numbers = scale.numbers(mark.name for mark in marks)
        places = tuple(k for k, mark in enumerate(marks) if mark.name in numbers and mark.kind != "ground")
        found.append(Coloring(scale, places, tuple(scale.signal_of(numbers[marks[k].name]) for k in places)))
    return found


def parts_of(text: str) -> Array:
    """Return red, green and blue of a colour, each from 0 to 1.

    >>> parts_of("#ff0000").tolist()
    [1.0, 0.0, 0.0]
    """
    return np.array([int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)])
