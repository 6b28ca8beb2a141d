"""Ideal thermometers and the heat flow meter: they take no heat."""

from blocks import Block, Equations, Output
from libraries.thermal.ports import HeatPort


class TemperatureSensor(Block):
    """Measures an absolute temperature."""

    heat = HeatPort("surface that is measured")
    temperature = Output("K", "temperature", display="degC")

    def equations(self) -> Equations:
        yield self.temperature == self.heat.T
        yield self.heat.Q_flow == 0


class RelativeTemperatureSensor(Block):
    """Measures the difference of two temperatures."""

    a = HeatPort("surface a")
    b = HeatPort("surface b")
    difference = Output("K", "temperature of a above b")

    def equations(self) -> Equations:
        yield self.difference == self.a.T - self.b.T
        yield self.a.Q_flow == 0
        yield self.b.Q_flow == 0


class HeatFlowSensor(Block):
    """Measures the heat that passes through it."""

    a = HeatPort("side where the heat enters")
    b = HeatPort("side where the heat leaves")
    heat_flow = Output("W", "heat flow from a to b")

    def equations(self) -> Equations:
        yield self.a.T == self.b.T
        yield self.heat_flow == self.a.Q_flow
        yield self.a.Q_flow + self.b.Q_flow == 0
