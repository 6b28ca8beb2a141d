"""Conversion between SI units and the numbers people read."""

from blocks import Block, Equations, Input, Output, Parameter
from blocks.functions import pi


class ToDegrees(Block):
    """An angle as a number of degrees."""

    u = Input("rad", "angle")
    y = Output("1", "degrees")

    def equations(self) -> Equations:
        yield self.y == self.u * (180 / pi)


class FromDegrees(Block):
    """A number of degrees as an angle."""

    u = Input("1", "degrees")
    y = Output("rad", "angle")

    def equations(self) -> Equations:
        yield self.y == self.u * (pi / 180)


class ToCelsius(Block):
    """A temperature as a number of degrees Celsius."""

    u = Input("K", "temperature")
    y = Output("any", "degrees Celsius")
    zero = Parameter(273.15, "K", "freezing point of water")

    def equations(self) -> Equations:
        yield self.y == self.u - self.zero


class FromCelsius(Block):
    """A number of degrees Celsius as a temperature."""

    u = Input("any", "degrees Celsius")
    y = Output("K", "temperature")
    zero = Parameter(273.15, "K", "freezing point of water")

    def equations(self) -> Equations:
        yield self.y == self.u + self.zero
