"""Known temperatures and known heat flows."""

from blocks import Block, Equations, Input, Parameter
from libraries.thermal.ports import HeatPort


class FixedTemperature(Block):
    """Surroundings that never warm up."""

    heat = HeatPort("surface at the fixed temperature")
    T = Parameter(293.15, "K", "temperature", min=0, display="degC")

    def equations(self) -> Equations:
        yield self.heat.T == self.T


class PrescribedTemperature(Block):
    """Temperature that follows a signal."""

    heat = HeatPort("surface at the prescribed temperature")
    temperature = Input("K", "temperature", display="degC")

    def equations(self) -> Equations:
        yield self.heat.T == self.temperature


class FixedHeatFlow(Block):
    """Heater of constant power."""

    heat = HeatPort("surface that is heated")
    heat_flow = Parameter(1.0, "W", "heat flow out of the heater")

    def equations(self) -> Equations:
        yield self.heat.Q_flow == -self.heat_flow


class PrescribedHeatFlow(Block):
    """Heater whose power follows a signal."""

    heat = HeatPort("surface that is heated")
    heat_flow = Input("W", "heat flow out of the heater")

    def equations(self) -> Equations:
        yield self.heat.Q_flow == -self.heat_flow
