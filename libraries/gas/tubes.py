"""Tubes: they resist the flow and hold gas."""

from __future__ import annotations

from collections.abc import Iterator

from blocks import Equation, Equations, Expr, Parameter, Structural, Variable
from blocks.functions import pi, sqrt
from libraries.gas.flow import Restricting, Side, side
from libraries.gas.ports import GasPort
from libraries.gas.volumes import Contents, Processing


class Tube(Restricting, Processing):
    """Tube with friction and volume; put port ``a`` to the valve and port ``b`` to the volume that it fills.

    It is made of ``cells``, each with its volume on the side of ``a`` and its friction on the side of ``b``. So it can
    stand between a valve and a cylinder without a place whose pressure must be searched for. The conductance comes from
    length and diameter by a formula for smooth tubes. Pressure waves are not described: their delay is
    the length divided by the speed of sound.

    Reference: P. Beater, Pneumatic Drives, Springer 2007.
    """

    a = GasPort("end with the volume")
    b = GasPort("end with the friction")
    length = Parameter(1.0, "m", "length", min=1e-6)
    diameter = Parameter(4e-3, "m", "inner diameter", min=1e-6, display="mm")
    cells = Structural(1, "parts into which its volume is divided", min=1)
    k_C = Parameter(0.029, "m/(s.Pa)", "conductance of a short wide tube per square of its diameter", min=1e-9)
    k_b = Parameter(474.0, "s.Pa/m", "critical pressure ratio per conductance and square of the diameter", min=1e-9)
    k_entry = Parameter(510.0, "1", "entry and exit, counted as a length over diameter", min=1e-9)
    d_ref = Parameter(1.0, "m", "diameter to which the roughness of the formula refers", min=1e-9)
    p = Variable(
        "Pa", "absolute pressures", shape="cells", start=101325.0, fixed=True, min=0, nominal=1e5, display="bar"
    )
    T = Variable("K", "temperatures", shape="cells", start=293.15, min=0, nominal=300.0, display="degC")
    m = Variable("kg", "masses of the gas", shape="cells", start=1e-5, nominal=1e-5, display="g")
    U = Variable("J", "inner energies of the gas", shape="cells", start=2.0, nominal=2.0)
    m_flow = Variable("kg/s", "mass flows out of each cell, towards b", shape="cells", nominal=1e-3)
    H_flow = Variable("W", "energy that they carry", shape="cells", nominal=300.0)

    def conductance(self) -> Expr:
        """Return the sonic conductance of one cell."""
        slenderness = self.length / self.cells / self.diameter * (self.d_ref / self.diameter) ** 0.25
        # entry and exit are shared out too
        return self.k_C * self.diameter**2 / sqrt(slenderness + self.k_entry / self.cells)

    def critical(self) -> Expr:
        """Return the critical pressure ratio of the whole tube."""
        slenderness = self.length / self.diameter * (self.d_ref / self.diameter) ** 0.25
        return self.k_b * self.k_C / sqrt(slenderness + self.k_entry)

    def equations(self) -> Equations:
        volume = pi / 4 * self.diameter**2 * self.length / self.cells
        yield self.p[0] == self.a.p
        yield self.T[0] == self.a.T
        for i in range(self.cells):
            here = Side(self.p[i], self.T[i])
            after = side(self.b) if i == self.cells - 1 else Side(self.p[i + 1], self.T[i + 1])
            yield self.m_flow[i] == self.mass_flow(self.conductance(), here, after, self.critical())
            yield self.H_flow[i] == self.energy_flow(self.m_flow[i], here, after)
            arriving = (self.m_flow[i - 1], self.H_flow[i - 1]) if i else (self.a.m_flow, self.a.H_flow)
            contents = Contents(self.p[i], self.T[i], self.m[i], self.U[i], volume)
            yield from self.filled(contents, arriving[0] - self.m_flow[i], arriving[1] - self.H_flow[i])
        yield self.b.m_flow == -self.m_flow[self.cells - 1]
        yield self.b.H_flow == -self.H_flow[self.cells - 1]

    def initial_equations(self) -> Iterator[Equation]:
        for i in range(self.cells):
            yield from self.at_the_start(self.m[i], self.U[i])
