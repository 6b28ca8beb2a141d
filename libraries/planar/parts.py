"""Rigid parts without mass."""

from __future__ import annotations

from blocks import Block, Equations, Parameter
from libraries.planar.geometry import moment, rotated
from libraries.planar.ports import Frame


class Fixed(Block):
    """Frame that is fixed to the world."""

    is_ground = True
    a = Frame("frame that does not move")
    position = Parameter([0.0, 0.0], "m", "place in the world")
    angle = Parameter(0.0, "rad", "angle from the world's x axis", display="deg")

    def equations(self) -> Equations:
        yield self.a.x == self.position[0]
        yield self.a.y == self.position[1]
        yield self.a.phi == self.angle


class FixedTranslation(Block):
    """Massless rigid arm: frame ``b`` is shifted against frame ``a``."""

    a = Frame("frame at the beginning")
    b = Frame("frame at the end")
    r = Parameter([1.0, 0.0], "m", "place of frame b, seen from frame a")

    def equations(self) -> Equations:
        arm = rotated(self.r, self.a.phi)
        yield self.b.x == self.a.x + arm[0]
        yield self.b.y == self.a.y + arm[1]
        yield self.b.phi == self.a.phi
        yield self.a.fx + self.b.fx == 0
        yield self.a.fy + self.b.fy == 0
        yield self.a.tau + self.b.tau + moment(arm, self.b.fx, self.b.fy) == 0


class FixedRotation(Block):
    """Frame ``b`` is turned against frame ``a`` at the same place."""

    a = Frame("frame as it comes")
    b = Frame("frame turned")
    angle = Parameter(0.0, "rad", "angle of frame b, seen from frame a", display="deg")

    def equations(self) -> Equations:
        yield self.b.x == self.a.x
        yield self.b.y == self.a.y
        yield self.b.phi == self.a.phi + self.angle
        yield self.a.fx + self.b.fx == 0
        yield self.a.fy + self.b.fy == 0
        yield self.a.tau + self.b.tau == 0
