"""Trigonometric functions and their inverses."""

from blocks import Block, Equations, Input, Output
from blocks.functions import arccos, arcsin, arctan, arctan2, cos, sin, tan


class OfAngle(Block):
    """A function of an angle."""

    u = Input("rad", "angle")
    y = Output("1", "output")


class ToAngle(Block):
    """A function that gives an angle."""

    u = Input("1", "input")
    y = Output("rad", "angle")


class Sin(OfAngle):
    """The sine of an angle."""

    def equations(self) -> Equations:
        yield self.y == sin(self.u)


class Cos(OfAngle):
    """The cosine of an angle."""

    def equations(self) -> Equations:
        yield self.y == cos(self.u)


class Tan(OfAngle):
    """The tangent of an angle."""

    def equations(self) -> Equations:
        yield self.y == tan(self.u)


class Asin(ToAngle):
    """The angle whose sine is the input, which lies between -1 and 1."""

    def equations(self) -> Equations:
        yield self.y == arcsin(self.u)


class Acos(ToAngle):
    """The angle whose cosine is the input, which lies between -1 and 1."""

    def equations(self) -> Equations:
        yield self.y == arccos(self.u)


class Atan(ToAngle):
    """The angle whose tangent is the input."""

    def equations(self) -> Equations:
        yield self.y == arctan(self.u)


class Atan2(Block):
    """The angle of a point, in all four quadrants."""

    u1 = Input("any", "y coordinate of the point")
    u2 = Input("any", "x coordinate of the point")
    y = Output("rad", "angle")

    def equations(self) -> Equations:
        yield self.y == arctan2(self.u1, self.u2)
