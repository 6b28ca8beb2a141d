"""A scene together with a run: pictures at any instant. Nothing here draws."""

from __future__ import annotations

from dataclasses import replace
from math import floor, log10

import numpy as np

from blocks.errors import ModelError
from editor.animation_colors import Coloring
from editor.animation_data import Picture, Run, Scene
from editor.animation_marks import Point
from editor.animation_points import Array, Points


def round_step(value: float) -> float:
    """Return the next larger of 1, 2 or 5 times a power of ten.

    >>> round_step(0.3)
    0.5
    """
    if not value > 0 or not np.isfinite(value):
        return 0.0
    power = 10.0 ** floor(log10(value))
    return next((step * power for step in (1.0, 2.0, 5.0) if step * power >= value * (1 - 1e-9)), 10.0 * power)


class Motion:
    """A scene together with a run: pictures at any instant."""

    MOST_ROWS = 600  # for the bounds of the whole run
    MOST_TRACE = 3000

    def __init__(self, scene: Scene, run: Run) -> None:
        self.scene, self.run = scene, run
        self.time: Array = np.zeros(0)
        self._columns: dict[str, Array] = {}
        self._wrapped: dict[tuple[str, ...], Array] = {}
        self._cloud, self._cloud_at = np.zeros((0, max(scene.dimension, 1))), 0  # and the run's length then
        self._extent = np.zeros(scene.dimension), np.zeros(scene.dimension)
        self.is_known = [True] * len(scene.marks)
        self.refresh()

    def refresh(self) -> None:
        """Take in what the run has recorded since."""
        missing, read = set(), getattr(self.run, "values", None) or self.run.__getitem__  # type: ignore[index]
        for name in self.scene.signals:
            try:
                self._columns[name] = read(name)
            except (KeyError, ModelError):
                missing.add(name)
        # a run may be growing meanwhile
        count = min([len(self.run.time), *(len(column) for column in self._columns.values())])
        self.time = self.run.time[:count] if self._columns else np.zeros(0)
        needed = ([name for place, _ in mark.anchors for name in place.signals] for mark in self.scene.marks)
        self.is_known = [not missing or missing.isdisjoint(names) for names in needed]

    def is_traceable(self, name: str) -> bool:
        """Tell whether the way of a point is known."""
        return name in self.scene.traces and all(n in self._columns for n in self.scene.traces[name][0].signals)

    def picture(self, instant: float) -> Picture:
        """Return all marks at an instant; between two recorded ones, what is between them."""
        known = [k for k, is_known in enumerate(self.is_known) if is_known]
        colors = self._colors(instant)
        marks = [replace(mark, color=colors[k]) if k in colors else mark for k, mark in enumerate(self.scene.marks)]
        slices = [self.scene.slices[k] for k in known]
        return Picture([marks[k] for k in known], slices, self._between(self.scene.drawn, instant))

    def is_colored(self, coloring: Coloring) -> bool:
        """Tell whether there is something to be seen of a scale."""
        return coloring.problem(self._columns.__contains__) is None

    def color_problems(self) -> list[ModelError]:
        """Return why there is nothing to be seen of some scales."""
        found = (coloring.problem(self._columns.__contains__) for coloring in self.scene.colorings)
        return [problem for problem in found if problem is not None]

    def _colors(self, instant: float) -> dict[int, Point]:
        found: dict[int, Point] = {}
        if len(self.time):
            before, after, share = self._rows_at(instant)
            for coloring in filter(self.is_colored, self.scene.colorings):
                found |= coloring.colors(lambda name: self._mixed(name, before, after, share))
        return found

    def _mixed(self, name: str, before: int, after: int, share: float) -> Array:
        column = self._columns[name]
        return np.asarray(column[before] + share * (column[after] - column[before]))

    def place_of(self, name: str, instant: float) -> Array:
        """Return where a point that can be traced is."""
        return self._between(self.scene.trace(name), instant)[0]

    def trace(self, name: str, until: float) -> Array:
        """Return the way of a point from the start until an instant."""
        last = int(np.searchsorted(self.time, until, side="right"))
        step = max(1, last // self.MOST_TRACE)
        rows = np.arange(0, last, step)
        points = self.scene.trace(name)
        way = points.at(self._rows(points, rows))[:, 0] if len(rows) else np.zeros((0, self.scene.dimension))
        return np.vstack([way, self.place_of(name, until)]) if len(self.time) else way

    def all_points(self) -> Array:
        """Return the points of all marks at instants of the whole run, as a cloud to fit into a window."""
        if not len(self.time):
            return np.zeros((0, 0, self.scene.dimension))
        rows = np.linspace(0, len(self.time) - 1, min(len(self.time), self.MOST_ROWS)).astype(int)
        points = self.scene.drawn.at(self._rows(self.scene.drawn, rows))
        # what is endless does not count, nor what merely tells a direction
        wanted = np.zeros(points.shape[1], dtype=bool)
        for mark, part, is_known in zip(self.scene.marks, self.scene.slices, self.is_known, strict=True):
            if is_known and mark.kind != "ground":
                one = mark.kind in ("fixed", "mass", "body", "joint", "disc", "axes")
                wanted[part.start : part.start + (1 if one else 2 if mark.kind == "rail" else len(mark.anchors))] = True
        return points[:, wanted]

    def cloud(self) -> Array:
        """Return the points of the whole run as one list; worked out anew as the run grows by a tenth."""
        if len(self.time) > 1.1 * self._cloud_at + 8 or not len(self._cloud):
            cloud = self.all_points().reshape(-1, max(self.scene.dimension, 1))
            self._cloud, self._cloud_at = cloud[np.isfinite(cloud).all(axis=1)], len(self.time)
            seen = self._cloud if len(self._cloud) else np.zeros((1, self.scene.dimension))
            self._extent = seen.min(axis=0), seen.max(axis=0)
        return self._cloud

    def extent(self) -> tuple[Array, Array]:
        """Return the lowest and highest coordinates of the whole run."""
        self.cloud()
        return self._extent

    def _rows(self, points: Points, rows: Array) -> Array:
        zeros = np.zeros(len(self.time))
        columns = [np.asarray(self._columns.get(name, zeros))[rows] for name in points.signals]
        return np.column_stack([np.zeros((len(rows), 0)), *columns])

    def _between(self, points: Points, instant: float) -> Array:
        before, after, share = self._rows_at(instant)
        first, second = self._rows(points, np.array([before, after]))
        step = second - first
        # angles of a body jump by a full turn
        wraps = self._wraps(points)
        step[wraps] = (step[wraps] + np.pi) % (2 * np.pi) - np.pi
        return points.at((first + share * step)[None])[0]

    def _rows_at(self, instant: float) -> tuple[int, int, float]:
        """Return the recorded rows around an instant, and how much of the way it is from the one to the other."""
        if len(self.time) < 2:
            return 0, 0, 0.0
        after = int(np.clip(np.searchsorted(self.time, instant, side="right"), 1, len(self.time) - 1))
        before, span = after - 1, self.time[after] - self.time[after - 1]
        return before, after, float(np.clip((instant - self.time[before]) / span, 0.0, 1.0)) if span > 0 else 1.0

    def _wraps(self, points: Points) -> Array:
        key = tuple(points.signals)
        if key not in self._wrapped:
            self._wrapped[key] = np.array([".angles[" in name for name in points.signals], dtype=bool)
        return self._wrapped[key]
