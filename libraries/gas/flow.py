"""The laws of flow: how much gas passes a restriction, and how much energy it carries.

No law here has an event: all are smooth where the flow reverses and continuous elsewhere, so that fixed steps are fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from blocks import Block, Equation, Equations, Expr, Parameter, Shared, Structural, Variable
from blocks.functions import absolute, clamp, let, maximum, no_event, sqrt, where
from libraries.gas.medium import Medium
from libraries.gas.ports import GasPort


@dataclass(frozen=True)
class Side:
    """Pressure and temperature on one side of a restriction."""

    p: Expr
    T: Expr


def side(port: GasPort) -> Side:
    """Return the gas at a port."""
    return Side(port.p, port.T)


def either(condition: Expr, one: Side, other: Side) -> Side:
    """Return one of two sides, switched without an event."""
    p, T = where(condition, one.p, other.p), where(condition, one.T, other.T)
    return Side(let("p_open", no_event(p)), let("T_open", no_event(T)))


class Restricting(Block):
    """What every narrow passage shares: the flow of ISO 6358-1:2013, with a laminar region at small differences.

    With the ratio ``r`` of the lower to the higher pressure, the flow is choked up to ``b_crit`` and falls beyond as an
    ellipse, or with another exponent. The standard's formula is infinitely steep at ``r = 1``; above ``laminar`` an odd
    cubic takes its place, which meets it with the same slope and passes through zero smoothly.
    """

    medium = Shared(Medium, "the gas")
    b_crit = Parameter(0.3, "1", "critical pressure ratio: below it the flow is choked", min=0, max=0.8)
    laminar = Parameter(0.99, "1", "pressure ratio above which the flow is laminar", min=0.9, max=0.999999)
    law = Structural(
        "ellipse", "exponent of the flow below sonic speed: 0.5, or given", choices=("ellipse", "exponent")
    )
    exponent = Parameter(0.5, "1", "that exponent, where it is given", min=0.1, max=2)

    def mass_flow(self, C: Expr, a: Side, b: Side, critical: Expr | None = None) -> Expr:
        """Return the mass flow from ``a`` to ``b`` through the sonic conductance ``C``."""
        critical = self.b_crit if critical is None else critical
        medium = self.medium
        high = let("p_high", maximum(maximum(a.p, b.p), medium.p_least))
        difference = (a.p - b.p) / high
        # cut off where the root would become steep: the laminar factor goes on from there
        ratio = clamp(1 - absolute(difference) - critical, 0, self.laminar - critical)
        # the gas that comes, not the gas that is there, decides; at equal pressures nothing flows anyway
        T = let("T_high", maximum(no_event(where(a.p > b.p, a.T, b.T)), 1e-3 * medium.T_ref))
        shape = self.shape(let("excess", ratio / (1 - critical)), medium.T_ref / T)
        slowed = let("laminar_factor", self.laminar_factor(difference / (1 - self.laminar), critical))
        return C * medium.rho_ref * high * shape * slowed

    def shape(self, excess: Expr, cold: Expr) -> Expr:
        """Return the flow over the choked flow of gas at reference temperature.

        ``excess`` is 0 at the critical ratio and 1 at equal pressures, ``cold`` the reference temperature over that of
        the gas.
        """
        rest = 1 - excess**2
        return sqrt(rest * cold) if self.law == "ellipse" else rest**self.exponent * sqrt(cold)

    def laminar_factor(self, difference: Expr, critical: Expr) -> Expr:
        """Return the factor from -1 to 1 by which the flow at the laminar ratio falls; 1 where that begins."""
        exponent = 0.5 if self.law == "ellipse" else self.exponent
        # of the flow at the laminar ratio, per part of the way from there to equal pressures
        slope = 2 * exponent * (self.laminar - critical) / (1 + self.laminar - 2 * critical)
        z = clamp(difference, -1, 1)
        return z * ((3 - slope) / 2 + (slope - 1) / 2 * z**2)

    def energy_flow(self, m_flow: Expr, a: Side, b: Side) -> Expr:
        """Return the energy that a flow from ``a`` to ``b`` carries: the enthalpy of the side it comes from."""
        return carried(self.medium, m_flow, a, b)


def carried(medium: Medium, m_flow: Expr, a: Side, b: Side) -> Expr:
    """Return the enthalpy that flows from ``a`` to ``b``.

    It is smooth where the flow reverses. At rest both sides mix a little, so that the temperature of a place without
    volume is always known.
    """
    cp = let("cp", medium.R * medium.gamma / (medium.gamma - 1))
    mixing = let("mixing", sqrt(m_flow**2 + medium.mixing_flow**2))
    return cp * (m_flow * (a.T + b.T) + mixing * (a.T - b.T)) / 2


class Passage(Restricting):
    """What lies between two gas ports and holds no gas."""

    a = GasPort("side a")
    b = GasPort("side b")
    m_flow = Variable("kg/s", "mass flow from a to b", nominal=1e-3)

    def equations(self) -> Equations:
        yield from passes(self, self.m_flow, self.a, self.b)


def passes(block: Restricting, m_flow: Expr, a: GasPort, b: GasPort) -> Iterator[Equation]:
    """Yield that a mass flow, and the energy it carries, enter a passage at ``a`` and leave it at ``b``."""
    energy = block.energy_flow(m_flow, side(a), side(b))
    yield a.m_flow == m_flow
    yield a.m_flow + b.m_flow == 0
    yield a.H_flow == energy
    yield a.H_flow + b.H_flow == 0
