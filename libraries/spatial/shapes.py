"""Shapes that are drawn and nothing else."""

from __future__ import annotations

from blocks import Equations, Parameter, Structural, Variable
from libraries.spatial.sensors import FrameSensor


class Shape(FrameSensor):
    """Something to see in an animation, carried by a frame; it has no mass and takes no force."""

    kind = Structural("box", "what it looks like", choices=("box", "cylinder", "sphere", "cone", "arrow"))
    r = Parameter([0.0, 0.0, 0.0], "m", "where it begins, seen from frame a")
    along = Parameter([1.0, 0.0, 0.0], "1", "direction of its length, seen from frame a")
    sideways = Parameter([0.0, 1.0, 0.0], "1", "direction of its width, seen from frame a; made square to the length")
    length = Parameter(0.1, "m", "length; the diameter of a sphere", min=0)
    width = Parameter(0.1, "m", "width; the diameter of a cylinder or cone", min=0)
    height = Parameter(0.1, "m", "height of a box", min=0)
    color = Parameter([0.45, 0.55, 0.65], "1", "red, green and blue, from 0 to 1", min=0, max=1)
    position = Variable("m", "where it begins", shape=3)
    axes = Variable("1", "orientation: the columns are the axes of the frame", shape=(3, 3))

    def equations(self) -> Equations:
        yield self.position == self.a.r + self.a.R @ self.r
        yield self.axes == self.a.R
