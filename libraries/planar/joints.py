"""Joints: what lets one frame move against another. An open ``axis`` is a passive joint."""

from __future__ import annotations

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import cos, der, sin
from libraries.planar.geometry import moment
from libraries.planar.ports import Frame
from libraries.rotational.ports import Shaft
from libraries.translational.ports import Flange


class Revolute(Block):
    """Planar revolute joint: frame ``b`` turns about frame ``a``."""

    a = Frame("frame on the parent side")
    b = Frame("frame on the child side")
    axis = Shaft("drive; leave open for a passive joint")
    damping = Parameter(0.0, "N.m.s", "viscous friction", min=0)
    phi = Variable("rad", "joint angle", state="prefer", display="deg")
    w = Variable("rad/s", "joint speed", state="prefer")

    def equations(self) -> Equations:
        yield der(self.phi) == self.w
        # the two frames share a point and differ by the joint angle
        yield self.b.x == self.a.x
        yield self.b.y == self.a.y
        yield self.b.phi == self.a.phi + self.phi
        # no mass: forces and torques pass through
        yield self.a.fx + self.b.fx == 0
        yield self.a.fy + self.b.fy == 0
        yield self.a.tau + self.b.tau == 0
        yield self.b.tau + self.axis.tau == self.damping * self.w
        yield self.axis.phi == self.phi


class Prismatic(Block):
    """Planar prismatic joint: frame ``b`` slides along a line of frame ``a`` and keeps its angle."""

    a = Frame("frame on the parent side, with the guide")
    b = Frame("frame on the child side, with the slider")
    axis = Flange("drive; leave open for a passive joint")
    direction = Parameter(0.0, "rad", "direction of sliding, from the x axis of frame a", display="deg")
    damping = Parameter(0.0, "N.s/m", "viscous friction", min=0)
    s = Variable("m", "joint position", state="prefer")
    v = Variable("m/s", "joint speed", state="prefer")

    def equations(self) -> Equations:
        yield der(self.s) == self.v
        # frame b lies on the line and does not turn
        angle = self.a.phi + self.direction
        ex, ey = cos(angle), sin(angle)
        yield self.b.x == self.a.x + ex * self.s
        yield self.b.y == self.a.y + ey * self.s
        yield self.b.phi == self.a.phi
        # no mass: forces pass through, torques too but for the lever arm between the frames
        yield self.a.fx + self.b.fx == 0
        yield self.a.fy + self.b.fy == 0
        yield self.a.tau + self.b.tau + self.s * moment((ex, ey), self.b.fx, self.b.fy) == 0
        yield ex * self.b.fx + ey * self.b.fy + self.axis.f == self.damping * self.v
        yield self.axis.s == self.s
