"""What an animation shows: the marks of a diagram, placed by the values of a run at any instant. Nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from blocks.diagram import Diagram
from editor.animation_colors import colorings
from editor.animation_marks import Anchor, Drawing, Mark
from editor.animation_points import Array, Points
from editor.animation_walk import walk

MOST_MARKS = 2000


class Run(Protocol):
    """A recorded or growing run."""

    @property
    def time(self) -> Array:
        """Return the instants so far."""

    def values(self, name: str) -> Array:
        """Return a scalar signal at these instants."""


class ResultRun:
    """A finished result of the solver, read as a run."""

    def __init__(self, result: Any, names: list[str]) -> None:
        known = set(result.names)
        names = [name for name in names if name in known]
        table = np.ascontiguousarray(result.values(names).T)
        self.time: Array = result.time
        self._columns = dict(zip(names, table, strict=True))

    def values(self, name: str) -> Array:
        """Return a scalar signal at all instants."""
        return self._columns[name]


@dataclass(frozen=True, eq=False)
class Picture:
    """All marks at one instant: ``points`` of all, of which each mark has a slice."""

    marks: list[Mark]
    slices: list[slice]
    points: Array

    def __iter__(self) -> Any:
        return ((mark, self.points[part]) for mark, part in zip(self.marks, self.slices, strict=True))


class Scene:
    """The marks of a diagram, in the plane or in space, whichever has more of them."""

    def __init__(self, diagram: Diagram) -> None:
        found = walk(diagram)
        drawing, self.dimension = Drawing(), 0
        if found.of_domain("planar"):
            from editor.animation_planar import planar_drawing

            drawing, self.dimension = planar_drawing(found), 2
        if found.of_domain("spatial"):
            from editor.animation_spatial import spatial_drawing

            other = spatial_drawing(found)
            if len(other.marks) > len(drawing.marks):
                drawing, self.dimension = other, 3
        self.marks = drawing.marks[:MOST_MARKS]
        self.traces, self.default_trace, self.gravity = drawing.traces, drawing.default_trace, drawing.gravity
        if not self.marks:
            self.dimension = 0
        self.slices: list[slice] = []
        anchors: list[Anchor] = []
        for mark in self.marks:
            self.slices.append(slice(len(anchors), len(anchors) + len(mark.anchors)))
            anchors += mark.anchors
        self.drawn = Points(anchors, self.dimension)
        self._trace_points = {name: Points([anchor], self.dimension) for name, anchor in self.traces.items()}
        self.colorings = colorings(diagram.colors, self.marks)
        everything = [name for anchor in (*anchors, *self.traces.values()) for name in anchor[0].signals]
        everything += [name for coloring in self.colorings for name in coloring.signals]
        self.signals = list(dict.fromkeys(everything))

    def trace(self, name: str) -> Points:
        """Return a point that can be traced."""
        return self._trace_points[name]

    @cached_property
    def up(self) -> Array:
        """Return the axis that is up in the picture of a spatial scene: the one that is most against gravity."""
        g = np.asarray(self.gravity if len(self.gravity) == 3 else (0.0, 0.0, -1.0))
        axis = int(np.argmax(np.abs(g)))
        up = np.zeros(3)
        up[axis if np.any(g) else 2] = -np.sign(g[axis]) if np.any(g) else 1.0
        return up
