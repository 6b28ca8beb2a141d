"""How frames in space are turned: results hold no orientation of a frame, so it is taken from a block nearby.

Bodies and sensors tell theirs. Rigid parts and connections pass it on to other frames, with a constant turn between.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from editor.animation_marks import Matrix, Place
from editor.animation_points import cardan
from editor.animation_walk import Array, Found, Walk
from libraries import spatial
from libraries.spatial.bodies import RigidBody

STIFF = (spatial.FixedTranslation, spatial.Prismatic, spatial.CutForce, RigidBody)


class Orientations:
    """The orientations of all frames that can be known."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._known: dict[str, tuple[tuple[str, ...], Array]] = {}
        self._rigid: dict[str, list[tuple[str, Array]]] = {}
        for found in walk.of_domain("spatial"):
            self._add(found)
        self._spread()

    def place(self, frame: str) -> Place | None:
        """Return a frame with its orientation; None if that is not known."""
        if frame not in self._known:
            return None
        turn, base = self._known[frame]
        return Place(tuple(f"{frame}.r[{k}]" for k in (1, 2, 3)), turn, _matrix(base))

    def shape(self, name: str) -> Place:
        """Return where a ``Shape`` begins, and how it is turned."""
        return Place(tuple(f"{name}.position[{k}]" for k in (1, 2, 3)), _axes(name))

    def _add(self, found: Found) -> None:
        block, name, eye = found.block, found.name, np.eye(3)
        if isinstance(block, RigidBody | spatial.AbsolutePosition):
            self._known[found.frame()] = (tuple(f"{name}.angles[{k}]" for k in (1, 2, 3)), eye)
        elif isinstance(block, spatial.Shape):
            self._known[found.frame()] = (_axes(name), eye)
        elif isinstance(block, spatial.World):
            self._known[found.frame()] = ((), eye)
        elif isinstance(block, spatial.Fixed):
            self._known[found.frame()] = ((), cardan(found.values["angles"]))
        if isinstance(block, STIFF) and len(found.frames) > 1:
            self._join(found.frame(), found.frame(1), eye)
        elif isinstance(block, spatial.FixedRotation):
            self._join(found.frame(), found.frame(1), cardan(found.values["angles"]))

    def _join(self, first: str, second: str, turn: Array) -> None:
        self._rigid.setdefault(first, []).append((second, turn))
        self._rigid.setdefault(second, []).append((first, turn.T))

    def _spread(self) -> None:
        waiting = deque(self._known)
        while waiting:
            frame = waiting.popleft()
            turn, base = self._known[frame]
            beside = [(other, np.eye(3)) for other in self._walk.connected.get(frame, ())]
            for other, between in [*beside, *self._rigid.get(frame, ())]:
                if other not in self._known:
                    self._known[other] = (turn, base @ between)
                    waiting.append(other)


def _axes(name: str) -> tuple[str, ...]:
    return tuple(f"{name}.axes[{i},{j}]" for i in (1, 2, 3) for j in (1, 2, 3))


def _matrix(base: Array) -> Matrix | None:
    if np.allclose(base, np.eye(3)):
        return None
    first, second, third = (tuple(float(value) for value in row) for row in base)
    return first, second, third
