"""Points carried by frames, and turns in space."""

from __future__ import annotations

from typing import Any

import numpy as np

from editor.animation_marks import Anchor, Place

Array = np.ndarray[Any, Any]


class Points:
    """Points carried by frames, worked out all at once and for as many instants as wanted."""

    def __init__(self, anchors: list[Anchor], dimension: int) -> None:
        self.dimension = dimension
        self.places: list[Place] = list(dict.fromkeys(place for place, _ in anchors))
        number = {place: k for k, place in enumerate(self.places)}
        self.owner = np.array([number[place] for place, _ in anchors], dtype=int)
        self.local = np.array([local for _, local in anchors], dtype=float).reshape(-1, max(dimension, 1))
        self.signals = list(dict.fromkeys(name for place in self.places for name in place.signals))
        column = {name: k for k, name in enumerate(self.signals)}
        # the column after the last one is always zero
        zero = len(self.signals)
        self._at = np.array([[column[name] for name in place.at] or [zero] * dimension for place in self.places])
        self._turns = _turns(self.places, column, zero)

    def at(self, rows: Array) -> Array:
        """Return the points (instant, point, coordinate) from the values of the signals (instant, signal)."""
        if not len(self.owner):
            return np.zeros((len(rows), 0, self.dimension))
        rows = np.column_stack([rows, np.zeros(len(rows))])
        origins, turns = rows[:, self._at], self._turning(rows)
        return origins[:, self.owner] + np.einsum("tpij,pj->tpi", turns[:, self.owner], self.local)

    def _turning(self, rows: Array) -> Array:
        if self.dimension == 2:
            angle = rows[:, self._turns["angle"][:, 0]]
            c, s = np.cos(angle), np.sin(angle)
            return np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
        turns = cardan(rows[:, self._turns["angle"]])
        for k in self._turns["matrix"]:
            columns = self._turns["elements"][k]
            turns[:, k] = rows[:, columns].reshape(-1, 3, 3)
        return turns @ self._turns["base"]


def _turns(places: list[Place], column: dict[str, int], zero: int) -> dict[str, Array]:
    angle, elements, bases = (np.full((len(places), size), zero) for size in (3, 9, 1))
    bases = np.tile(np.eye(3), (len(places), 1, 1))
    for k, place in enumerate(places):
        target = elements if len(place.turn) == 9 else angle
        target[k, : len(place.turn)] = [column[name] for name in place.turn]
        if place.base is not None:
            bases[k] = place.base
    matrix = np.array([k for k, place in enumerate(places) if len(place.turn) == 9], dtype=int)
    return {"angle": angle, "elements": elements, "matrix": matrix, "base": bases}


def cardan(angles: Array) -> Array:
    """Return the matrices of turns about x, then the new y, then the new z."""
    (cx, cy, cz), (sx, sy, sz) = (np.moveaxis(f(angles), -1, 0) for f in (np.cos, np.sin))
    rows = (
        (cy * cz, -cy * sz, sy),
        (cx * sz + sx * sy * cz, cx * cz - sx * sy * sz, -sx * cy),
        (sx * sz - cx * sy * cz, sx * cz + cx * sy * sz, cx * cy),
    )
    return np.stack([np.stack(row, -1) for row in rows], -2)


def across(way: Array) -> tuple[Array, Array]:
    """Return two directions of length one, square to a way (or to each of many) and to each other."""
    way = _unit(way)
    first = _unit(np.cross(way, np.eye(3)[np.argmin(np.abs(way), axis=-1)]))
    return first, np.cross(way, first)


def _unit(way: Array) -> Array:
    return way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-12)
