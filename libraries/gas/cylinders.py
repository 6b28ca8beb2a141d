"""Pneumatic cylinders."""

from __future__ import annotations

from collections.abc import Iterator

from blocks import Equation, Equations, Expr, Parameter, Variable
from blocks.functions import let, pi
from libraries.gas.ports import GasPort
from libraries.gas.strokes import Stroke
from libraries.gas.volumes import Contents, OneProcessing, Processing


class SingleActingCylinder(OneProcessing, Stroke):
    """Cylinder with gas on the side of its cap and, if it has one, a spring that pushes the piston back."""

    dead_volume = Parameter(5e-6, "m3", "volume that is left at the cap end", min=1e-12, display="cm3")
    spring_stiffness = Parameter(0.0, "N/m", "stiffness of the return spring; 0 without one", min=0)
    preload = Parameter(0.0, "N", "force of the return spring at the cap end", min=0)
    V = Variable("m3", "volume of the gas", start=1e-5, nominal=1e-5, min=0, display="cm3")

    def volume(self) -> Expr:
        return self.V

    def push(self) -> Expr:
        spring = self.preload + self.spring_stiffness * self.x
        return self.cap_area * (self.p - self.medium.p) - spring

    def equations(self) -> Equations:
        yield self.V == self.dead_volume + self.cap_area * self.x


class DoubleActingCylinder(Processing, Stroke):
    """Cylinder with gas on both sides of its piston."""

    cap = GasPort("opening at the cap end: pushes outward")
    rod = GasPort("opening at the rod end: pushes inward")
    rod_diameter = Parameter(12e-3, "m", "diameter of the rod", min=0, not_above="bore", display="mm")
    dead_volume = Parameter(5e-6, "m3", "volume that is left at each end", min=1e-12, display="cm3")
    p_cap = Variable("Pa", "pressure at the cap end", start=101325.0, fixed=True, min=0, nominal=1e5, display="bar")
    p_rod = Variable("Pa", "pressure at the rod end", start=101325.0, fixed=True, min=0, nominal=1e5, display="bar")
    T_cap = Variable("K", "temperature at the cap end", start=293.15, min=0, nominal=300.0, display="degC")
    T_rod = Variable("K", "temperature at the rod end", start=293.15, min=0, nominal=300.0, display="degC")
    m_cap = Variable("kg", "mass of the gas at the cap end", start=1e-5, nominal=1e-5, display="g")
    m_rod = Variable("kg", "mass of the gas at the rod end", start=1e-5, nominal=1e-5, display="g")
    U_cap = Variable("J", "inner energy of the gas at the cap end", start=2.0, nominal=2.0)
    U_rod = Variable("J", "inner energy of the gas at the rod end", start=2.0, nominal=2.0)
    V_cap = Variable("m3", "volume at the cap end", start=1e-5, nominal=1e-5, min=0, display="cm3")
    V_rod = Variable("m3", "volume at the rod end", start=1e-5, nominal=1e-5, min=0, display="cm3")

    @property
    def rod_area(self) -> Expr:
        """Return the area of the piston on the side of the rod."""
        return let("A_rod", pi / 4 * (self.bore**2 - self.rod_diameter**2))

    def push(self) -> Expr:
        outside = self.medium.p
        return self.cap_area * (self.p_cap - outside) - self.rod_area * (self.p_rod - outside)

    def equations(self) -> Equations:
        yield self.V_cap == self.dead_volume + self.cap_area * self.x
        yield self.V_rod == self.dead_volume + self.rod_area * (self.stroke - self.x)
        cap = Contents(self.p_cap, self.T_cap, self.m_cap, self.U_cap, self.V_cap)
        rod = Contents(self.p_rod, self.T_rod, self.m_rod, self.U_rod, self.V_rod)
        for port, gas in ((self.cap, cap), (self.rod, rod)):
            yield gas.p == port.p
            yield gas.T == port.T
            yield from self.filled(gas, port.m_flow, port.H_flow)

    def initial_equations(self) -> Iterator[Equation]:
        yield from self.at_the_start(self.m_cap, self.U_cap)
        yield from self.at_the_start(self.m_rod, self.U_rod)
