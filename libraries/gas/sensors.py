"""Ideal instruments: they hold no gas and let it pass freely."""

from blocks import Block, Equations, Output, Shared, Structural
from libraries.gas.medium import Medium
from libraries.gas.ports import GasPort


class GasSensor(Block):
    """What instruments on one port share: they take no gas."""

    gas = GasPort("place that is measured")

    def equations(self) -> Equations:
        yield self.gas.m_flow == 0
        yield self.gas.H_flow == 0


class PressureSensor(GasSensor):
    """Measures a pressure, absolute or above that of the surroundings."""

    medium = Shared(Medium, "the gas")
    scale = Structural("absolute", "from where it counts", choices=("absolute", "gauge"))
    pressure = Output("Pa", "pressure", display="bar")

    def equations(self) -> Equations:
        yield self.pressure == (self.gas.p if self.scale == "absolute" else self.gas.p - self.medium.p)


class TemperatureSensor(GasSensor):
    """Measures the temperature of the gas."""

    temperature = Output("K", "temperature", display="degC")

    def equations(self) -> Equations:
        yield self.temperature == self.gas.T


class PressureDifferenceSensor(Block):
    """Measures the difference of two pressures."""

    a = GasPort("place a")
    b = GasPort("place b")
    difference = Output("Pa", "pressure at a above that at b", display="bar")

    def equations(self) -> Equations:
        yield self.difference == self.a.p - self.b.p
        for port in (self.a, self.b):
            yield port.m_flow == 0
            yield port.H_flow == 0


class FlowSensor(Block):
    """Measures the mass and the energy that flow through it."""

    a = GasPort("side where the gas enters")
    b = GasPort("side where the gas leaves")
    mass_flow = Output("kg/s", "mass flow from a to b", display="g/s")
    energy_flow = Output("W", "energy that the gas carries from a to b")

    def equations(self) -> Equations:
        yield self.a.p == self.b.p
        yield self.a.T == self.b.T
        yield self.mass_flow == self.a.m_flow
        yield self.a.m_flow + self.b.m_flow == 0
        yield self.energy_flow == self.a.H_flow
        yield self.a.H_flow + self.b.H_flow == 0
