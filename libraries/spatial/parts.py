"""Rigid parts without mass."""

from __future__ import annotations

from blocks import Equations, Parameter
from blocks.orientation import same_orientation, turn
from libraries.spatial.geometry import cardan
from libraries.spatial.joints import Joint


class FixedTranslation(Joint):
    """Frame ``b`` is shifted against frame ``a`` and parallel to it."""

    r = Parameter([1.0, 0.0, 0.0], "m", "position of b, seen from frame a")

    def equations(self) -> Equations:
        yield self.b.r == self.a.r + self.a.R @ self.r
        yield same_orientation(self.b, self.a)


class FixedRotation(Joint):
    """Frame ``b`` is turned and shifted against frame ``a``."""

    r = Parameter([0.0, 0.0, 0.0], "m", "position of b, seen from frame a")
    angles = Parameter([0.0, 0.0, 0.0], "rad", "turned about x, then the new y, then the new z", display="deg")

    def equations(self) -> Equations:
        yield self.b.r == self.a.r + self.a.R @ self.r
        yield turn(self.b, self.a, cardan(self.angles), [0.0, 0.0, 0.0])
