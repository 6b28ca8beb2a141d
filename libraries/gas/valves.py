"""Valves with two, three and five ports: proportional ones, and those that are on or off.

Whatever stands open lets gas pass both ways: also back into the supply.
"""

from __future__ import annotations

from collections.abc import Iterator

from blocks import Equation, Equations, Expr, Parameter, Variable
from blocks.functions import absolute, clamp, no_event, where
from libraries.gas.flow import Passage, Restricting, either, side
from libraries.gas.ports import GasPort
from libraries.gas.spools import ProportionalSpool, SwitchingSpool


class Valve(Restricting):
    """What all valves share."""

    C = Parameter(1e-8, "m3/(s.Pa)", "sonic conductance, fully open", min=0, display="l/(s.bar)")

    def opened(self) -> tuple[Expr, Expr]:
        """Return how far the valve is open, 0 to 1, and whether it is open towards its first position."""
        raise NotImplementedError


class TwoPorts(Valve, Passage):
    """One way that is open or closed."""

    def equations(self) -> Equations:
        opening, _ = self.opened()
        yield self.m_flow == self.mass_flow(self.C * opening, side(self.a), side(self.b))


class ThreePorts(Valve):
    """Fills a volume in one position and empties it in the other.

    Never are both ways open, so that one flow is worked out for both.
    """

    supply = GasPort("from the supply")
    work = GasPort("to the volume that is filled and emptied")
    exhaust = GasPort("to the outside")
    m_flow = Variable("kg/s", "mass flow into the volume", nominal=1e-3)

    def equations(self) -> Equations:
        opening, fills = self.opened()
        yield from switched(self, self.m_flow, self.C * opening, fills, self.work, self.supply, self.exhaust)
        yield self.supply.m_flow == no_event(where(fills, self.m_flow, 0))
        yield self.exhaust.m_flow == no_event(where(fills, 0, self.m_flow))
        yield self.supply.H_flow == no_event(where(fills, -self.work.H_flow, 0))
        yield self.exhaust.H_flow == no_event(where(fills, 0, -self.work.H_flow))


class FivePorts(Valve):
    """Fills one of two volumes while it empties the other."""

    supply = GasPort("from the supply")
    a = GasPort("to volume a")
    b = GasPort("to volume b")
    exhaust_a = GasPort("to the outside, from volume a")
    exhaust_b = GasPort("to the outside, from volume b")
    flow_a = Variable("kg/s", "mass flow into volume a", nominal=1e-3)
    flow_b = Variable("kg/s", "mass flow into volume b", nominal=1e-3)

    def equations(self) -> Equations:
        opening, fills = self.opened()
        C, a, b = self.C * opening, self.a, self.b
        yield from switched(self, self.flow_a, C, fills, a, self.supply, self.exhaust_a)
        yield from switched(self, self.flow_b, C, fills, b, self.exhaust_b, self.supply)
        yield self.supply.m_flow == no_event(where(fills, self.flow_a, self.flow_b))
        yield self.exhaust_a.m_flow == no_event(where(fills, 0, self.flow_a))
        yield self.exhaust_b.m_flow == no_event(where(fills, self.flow_b, 0))
        yield self.supply.H_flow == no_event(where(fills, -a.H_flow, -b.H_flow))
        yield self.exhaust_a.H_flow == no_event(where(fills, 0, -a.H_flow))
        yield self.exhaust_b.H_flow == no_event(where(fills, -b.H_flow, 0))


def switched(
    valve: Valve, m_flow: Expr, C: Expr, condition: Expr, work: GasPort, one: GasPort, other: GasPort
) -> Iterator[Equation]:
    """Yield the flow into ``work``, from ``one`` port or the ``other``."""
    source, volume = either(condition, side(one), side(other)), side(work)
    yield m_flow == valve.mass_flow(C, source, volume)
    yield work.m_flow == -m_flow
    yield work.H_flow == -valve.energy_flow(m_flow, source, volume)


class Proportional(ProportionalSpool, Valve):
    """A valve that opens as far as its spool stands off the middle."""

    def opened(self) -> tuple[Expr, Expr]:
        return self.opening(absolute(self.spool)), self.spool > 0


class Switching(SwitchingSpool, Valve):
    """A valve that is on, or off, or on its way between them; half way it is closed."""

    def opened(self) -> tuple[Expr, Expr]:
        return clamp(absolute(2 * self.spool - 1), 0, 1), self.spool > 0.5


class ProportionalValve2(ProportionalSpool, TwoPorts):
    """Proportional valve with two ports: opens with a positive command."""

    def opened(self) -> tuple[Expr, Expr]:
        return self.opening(self.spool), self.spool > 0


class ProportionalValve3(Proportional, ThreePorts):
    """Proportional valve with three ports: a positive command opens the supply, a negative one the exhaust."""


class ProportionalValve5(Proportional, FivePorts):
    """Proportional valve with five ports: a positive command fills ``a`` and empties ``b``, a negative one reverses."""


class OnOffValve2(SwitchingSpool, TwoPorts):
    """Solenoid valve with two ports, closed without power."""

    def opened(self) -> tuple[Expr, Expr]:
        return clamp(self.spool, 0, 1), self.spool > 0


class OnOffValve3(Switching, ThreePorts):
    """Solenoid valve with three ports: fills with power, empties without."""


class OnOffValve5(Switching, FivePorts):
    """Solenoid valve with five ports: fills ``a`` and empties ``b`` with power, and the other way round without."""
