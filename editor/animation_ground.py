"""Where the floor below a mechanism in space is, and where shadows fall on it. Nothing here draws."""

from __future__ import annotations

from functools import cached_property
from math import ceil, floor

import numpy as np

from editor.animation_motion import Motion, round_step
from editor.animation_points import Array
from solver.report_film import FilmFloor

REACH = 1.25  # of the floor beyond what moves, in sizes of that
LINES = 0.6  # how strong its lines are in the middle


def left(share: float) -> float:
    """Return how much is left of a colour that fades: all in the middle, nothing at the edge."""
    return (1.0 - share) ** 1.5


class Floor(FilmFloor):
    """A floor with its lines."""

    @cached_property
    def lines(self) -> Array:
        """Return the lines (line, end, coordinate): at round places, and no longer than the floor is round."""
        found = []
        for one, other in ((self.u, self.v), (self.v, self.u)):
            at = float(self.middle @ one)
            for k in range(ceil((at - self.reach) / self.step), floor((at + self.reach) / self.step) + 1):
                away = k * self.step - at
                half = np.sqrt(max(self.reach**2 - away**2, 0.0))
                found.append([self.middle + away * one + side * half * other for side in (-1, 1)])
        return np.array(found).reshape(-1, 2, 3)

    def pieces(self, count: int) -> tuple[Array, Array]:
        """Return the lines in pieces (piece, end, coordinate), and how far out each is: 1 at the edge."""
        steps = np.linspace(0.0, 1.0, count + 1)[:, None]
        ways = self.lines[:, None, 0] + steps * (self.lines[:, None, 1] - self.lines[:, None, 0])
        ends = np.stack([ways[:, :-1], ways[:, 1:]], axis=2).reshape(-1, 2, 3)
        return ends, np.linalg.norm(ends.mean(axis=1) - self.middle, axis=1) / self.reach


def floor_of(motion: Motion) -> Floor:
    """Return the floor of a motion: the ground of the scene, else a plane below everything."""
    low, high = motion.extent()
    grounds = [mark for mark in motion.scene.marks if mark.kind == "ground"]
    up = motion.scene.up
    point, normal = np.where(up > 0, low, np.where(up < 0, high, 0.0)), up
    if grounds:
        point, u, v = (np.array(local) for _, local in grounds[0].anchors)
        normal = np.cross(u - point, v - point)
    normal = normal / np.linalg.norm(normal)
    # lines along the world's axes where they can be
    u = np.eye(3)[int(np.argmin(np.abs(normal)))]
    v = np.cross(normal, u) / np.linalg.norm(np.cross(normal, u))
    u = np.cross(v, normal)
    size = max(float((high - low).max()), 1e-3)
    middle = (low + high) / 2
    middle = middle - (middle - point) @ normal * normal
    if abs(normal @ up) < 1e-3:  # a wall has no shadows from above
        up = normal
    return Floor(middle, u, v, up, round_step(size / 5), float(np.linalg.norm(high - low)) / 2 + REACH * size)
