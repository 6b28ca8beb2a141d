"""Rolling without slipping."""

from __future__ import annotations

from blocks import Block, Equations, Output, Parameter
from blocks.functions import cos, der, sin
from libraries.planar.geometry import moment
from libraries.planar.ports import Frame


class RollingDisc(Block):
    """Disc that rolls on a straight line without slipping.

    The line can push and pull, and hold against any force along it: the outputs tell whether a real one could.
    """

    joins_parts = False
    a = Frame("centre of the disc")
    radius = Parameter(0.1, "m", "radius", min=1e-9)
    point = Parameter([0.0, 0.0], "m", "any point of the line")
    slope = Parameter(0.0, "rad", "angle of the line from the world's x axis; the disc is on its left", display="deg")
    normal_force = Output("N", "force of the line on the disc, square to the line")
    friction = Output("N", "force of the line on the disc, along the line")

    def equations(self) -> Equations:
        along, square = (cos(self.slope), sin(self.slope)), (-sin(self.slope), cos(self.slope))
        x, y = self.a.x - self.point[0], self.a.y - self.point[1]
        yield square[0] * x + square[1] * y == self.radius
        # the point that touches has no speed
        yield along[0] * der(self.a.x) + along[1] * der(self.a.y) + self.radius * der(self.a.phi) == 0
        fx = square[0] * self.normal_force + along[0] * self.friction
        fy = square[1] * self.normal_force + along[1] * self.friction
        arm = -self.radius * square[0], -self.radius * square[1]
        yield self.a.fx == -fx
        yield self.a.fy == -fy
        yield self.a.tau == -moment(arm, fx, fy)
