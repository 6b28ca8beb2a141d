"""Passages that do not move, or move by themselves."""

from __future__ import annotations

from blocks import Equations, Input, Parameter, Variable
from blocks.functions import clamp
from libraries.gas.flow import Passage, Restricting, Side, side
from libraries.gas.ports import GasPort


class Orifice(Passage):
    """Restriction with the flow of ISO 6358."""

    C = Parameter(1e-8, "m3/(s.Pa)", "sonic conductance", min=0, display="l/(s.bar)")

    def equations(self) -> Equations:
        yield self.m_flow == self.mass_flow(self.C, side(self.a), side(self.b))


class VariableOrifice(Passage):
    """Restriction whose conductance follows a signal at once."""

    opening = Input("1", "part of the conductance that is open, 0 to 1")
    C = Parameter(1e-8, "m3/(s.Pa)", "sonic conductance, fully open", min=0, display="l/(s.bar)")

    def equations(self) -> Equations:
        yield self.m_flow == self.mass_flow(self.C * clamp(self.opening, 0, 1), side(self.a), side(self.b))


class CheckValve(Passage):
    """Lets gas pass from ``a`` to ``b`` only: a spring and the pressure behind close it."""

    C = Parameter(1e-8, "m3/(s.Pa)", "sonic conductance, fully open", min=0, display="l/(s.bar)")
    cracking = Parameter(1e4, "Pa", "pressure difference at which it begins to open", min=0, display="bar")
    full = Parameter(1e4, "Pa", "further difference at which it is fully open", min=1e-3, display="bar")

    def equations(self) -> Equations:
        opening = clamp((self.a.p - self.b.p - self.cracking) / self.full, 0, 1)
        yield self.m_flow == self.mass_flow(self.C * opening, side(self.a), side(self.b))


class Silencer(Restricting):
    """Outlet to the surroundings through a silencer."""

    gas = GasPort("inlet")
    C = Parameter(2e-8, "m3/(s.Pa)", "sonic conductance", min=0, display="l/(s.bar)")
    m_flow = Variable("kg/s", "mass flow to the outside", nominal=1e-3)

    def equations(self) -> Equations:
        outside = Side(self.medium.p, self.medium.T)
        yield self.m_flow == self.mass_flow(self.C, side(self.gas), outside)
        yield self.gas.m_flow == self.m_flow
        yield self.gas.H_flow == self.energy_flow(self.m_flow, side(self.gas), outside)
