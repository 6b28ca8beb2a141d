"""Where pressure, or flow, is given."""

from blocks import Block, Equations, Expr, Input, Parameter, Shared
from libraries.gas.flow import Side, carried, side
from libraries.gas.medium import Medium
from libraries.gas.ports import GasPort


class Supply(Block):
    """Supply of constant pressure; gas may also flow back into it."""

    gas = GasPort("outlet")
    p = Parameter(6e5, "Pa", "absolute pressure", min=1, display="bar")
    T = Parameter(293.15, "K", "temperature", min=1, display="degC")

    def equations(self) -> Equations:
        yield self.gas.p == self.p
        yield self.gas.T == self.T


class PressureSource(Block):
    """Supply whose pressure follows a signal; gas may also flow back into it."""

    gas = GasPort("outlet")
    pressure = Input("Pa", "absolute pressure", display="bar")
    T = Parameter(293.15, "K", "temperature", min=1, display="degC")

    def equations(self) -> Equations:
        yield self.gas.p == self.pressure
        yield self.gas.T == self.T


class Atmosphere(Block):
    """The surroundings: an outlet, or an inlet, of any size."""

    gas = GasPort("opening")
    medium = Shared(Medium, "the gas")

    def equations(self) -> Equations:
        yield self.gas.p == self.medium.p
        yield self.gas.T == self.medium.T


class GivenFlow(Block):
    """What sources of a known flow share."""

    gas = GasPort("outlet")
    medium = Shared(Medium, "the gas")
    T = Parameter(293.15, "K", "temperature of what flows out", min=1, display="degC")

    def flow(self) -> Expr:
        """Return the mass flow out of the source."""
        raise NotImplementedError

    def equations(self) -> Equations:
        inside = Side(self.gas.p, self.T)
        yield self.gas.m_flow == -self.flow()
        yield self.gas.H_flow == -carried(self.medium, self.flow(), inside, side(self.gas))


class ConstantFlow(GivenFlow):
    """Pump of constant mass flow, whatever the pressure."""

    m_flow = Parameter(1e-3, "kg/s", "mass flow out of the source", display="g/s")

    def flow(self) -> Expr:
        return self.m_flow


class FlowSource(GivenFlow):
    """Pump whose mass flow follows a signal, whatever the pressure."""

    m_flow = Input("kg/s", "mass flow out of the source", display="g/s")

    def flow(self) -> Expr:
        return self.m_flow
