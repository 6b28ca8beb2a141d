"""Where heat is stored and how it passes."""

from blocks import Block, Equations, Input, Parameter, Variable
from blocks.functions import der
from libraries.thermal.ports import HeatPort


class HeatTransfer(Block):
    """What every path for heat shares: it stores none."""

    a = HeatPort("side a")
    b = HeatPort("side b")
    dT = Variable("K", "temperature of a above b")
    Q_flow = Variable("W", "heat flow from a to b")

    def equations(self) -> Equations:
        yield self.dT == self.a.T - self.b.T
        yield self.Q_flow == self.a.Q_flow
        yield self.a.Q_flow + self.b.Q_flow == 0


class HeatCapacitor(Block):
    """A body that stores heat and has the same temperature everywhere."""

    heat = HeatPort("surface of the body")
    C = Parameter(1.0, "J/K", "heat capacity", min=0)
    T = Variable("K", "temperature", start=293.15, nominal=300.0, display="degC", state="prefer")

    def equations(self) -> Equations:
        yield self.T == self.heat.T
        yield self.C * der(self.T) == self.heat.Q_flow


class ThermalConductor(HeatTransfer):
    """Conduction of heat, by its conductance."""

    G = Parameter(1.0, "W/K", "thermal conductance", min=0)

    def equations(self) -> Equations:
        yield self.Q_flow == self.G * self.dT


class ThermalResistor(HeatTransfer):
    """Conduction of heat, by its resistance."""

    R = Parameter(1.0, "K/W", "thermal resistance", min=0)

    def equations(self) -> Equations:
        yield self.dT == self.R * self.Q_flow


class Convection(Block):
    """Heat transfer between a solid and a fluid that moves along it."""

    solid = HeatPort("surface of the solid")
    fluid = HeatPort("fluid far from the surface")
    conductance = Input("W/K", "heat transfer coefficient times area")
    dT = Variable("K", "temperature of the solid above the fluid")
    Q_flow = Variable("W", "heat flow from solid to fluid")

    def equations(self) -> Equations:
        yield self.dT == self.solid.T - self.fluid.T
        yield self.Q_flow == self.solid.Q_flow
        yield self.solid.Q_flow + self.fluid.Q_flow == 0
        yield self.Q_flow == self.conductance * self.dT


class BodyRadiation(HeatTransfer):
    """Radiation between a grey body and surroundings that enclose it (law of Stefan and Boltzmann)."""

    area = Parameter(1.0, "m2", "surface of the body", min=0)
    emissivity = Parameter(1.0, "1", "emissivity of the surface: 1 black, 0 mirror", min=0, max=1)
    sigma = Parameter(5.670374419e-8, "W/(m2.K4)", "Stefan-Boltzmann constant")

    def equations(self) -> Equations:
        yield self.Q_flow == self.emissivity * self.sigma * self.area * (self.a.T**4 - self.b.T**4)
