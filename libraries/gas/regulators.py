"""Regulators: they keep the pressure behind them."""

from __future__ import annotations

from collections.abc import Iterator

from blocks import Equation, Equations, Expr, Input, Parameter, Variable
from blocks.functions import clamp, der
from libraries.gas.flow import Restricting, Side, side
from libraries.gas.ports import GasPort
from libraries.gas.volumes import Contents, Processing


class Regulating(Restricting, Processing):
    """What all regulators share: they let gas in below the set pressure, and relieve to the outside above it.

    The volume behind the seat makes the pressure there known also while nothing flows.
    """

    supply = GasPort("from the supply")
    outlet = GasPort("where the pressure is kept")
    C = Parameter(2e-8, "m3/(s.Pa)", "sonic conductance, fully open", min=0, display="l/(s.bar)")
    C_relief = Parameter(1e-9, "m3/(s.Pa)", "sonic conductance of the relief, fully open", min=0, display="l/(s.bar)")
    droop = Parameter(2e4, "Pa", "deviation from the set pressure at which it is fully open", min=1, display="bar")
    V = Parameter(2e-5, "m3", "volume behind the seat", min=1e-12, display="cm3")
    m_flow = Variable("kg/s", "mass flow from the supply", nominal=1e-3)
    relieved = Variable("kg/s", "mass flow to the outside", nominal=1e-3)
    p = Variable("Pa", "absolute pressure behind the seat", start=101325.0, fixed=True, nominal=1e5, display="bar")
    T = Variable("K", "temperature behind the seat", start=293.15, nominal=300.0, display="degC")
    m = Variable("kg", "mass of the gas behind the seat", start=1e-4, nominal=1e-4, display="g")
    U = Variable("J", "inner energy of the gas behind the seat", start=20.0, nominal=20.0)

    def set_pressure(self) -> Expr:
        """Return the pressure that is to be kept."""
        raise NotImplementedError

    def equations(self) -> Equations:
        supply, inside, outside = side(self.supply), Side(self.p, self.T), Side(self.medium.p, self.medium.T)
        lack = (self.set_pressure() - self.p) / self.droop
        yield self.p == self.outlet.p
        yield self.T == self.outlet.T
        yield self.m_flow == self.mass_flow(self.C * clamp(lack, 0, 1), supply, inside)
        yield self.relieved == self.mass_flow(self.C_relief * clamp(-lack, 0, 1), inside, outside)
        yield self.supply.m_flow == self.m_flow
        yield self.supply.H_flow == self.energy_flow(self.m_flow, supply, inside)
        blown_off = self.energy_flow(self.relieved, inside, outside)
        yield from self.filled(
            Contents(self.p, self.T, self.m, self.U, self.V),
            self.m_flow + self.outlet.m_flow - self.relieved,
            self.supply.H_flow + self.outlet.H_flow - blown_off,
        )

    def initial_equations(self) -> Iterator[Equation]:
        yield from self.at_the_start(self.m, self.U)


class Regulator(Regulating):
    """Pressure regulator with a relief, set by hand."""

    pressure = Parameter(4e5, "Pa", "absolute pressure that is to be kept", min=1, display="bar")

    def set_pressure(self) -> Expr:
        return self.pressure


class ProportionalRegulator(Regulating):
    """Pressure regulator with a relief whose set pressure follows a signal with a lag."""

    pressure = Input("Pa", "absolute pressure that is to be kept", display="bar")
    time_constant = Parameter(0.02, "s", "lag of the set pressure behind the signal", min=1e-6, display="ms")
    followed = Variable("Pa", "set pressure behind the lag", start=101325.0, nominal=1e5, state="prefer", display="bar")

    def set_pressure(self) -> Expr:
        return self.followed

    def equations(self) -> Equations:
        yield self.time_constant * der(self.followed) == self.pressure - self.followed
