"""Volumes that hold gas: what happens to pressure and temperature when gas comes in or the volume changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from blocks import Block, Equation, Equations, Expr, Parameter, Shared, Structural, Variable
from blocks.expression import as_expr
from blocks.functions import der
from libraries.gas.medium import Medium
from libraries.gas.ports import GasPort
from libraries.thermal.ports import HeatPort

PROCESSES = ("isothermal", "polytropic", "adiabatic", "heat exchange", "simple")


@dataclass(frozen=True)
class Contents:
    """The gas in a volume: pressure, temperature, mass, inner energy, and the volume itself."""

    p: Expr
    T: Expr
    m: Expr
    U: Expr
    V: Expr


class Holding(Block):
    """What everything that holds gas shares. Mass and energy are the states, so that none is ever lost."""

    medium = Shared(Medium, "the gas")
    temperature = Parameter(293.15, "K", "temperature of the gas at the start", min=1, display="degC")

    def ideal_gas(self, gas: Contents) -> Iterator[Equation]:
        """Yield the law of ideal gases and the inner energy."""
        yield gas.m * self.medium.R * gas.T == gas.p * gas.V
        yield gas.U == gas.p * gas.V / (self.medium.gamma - 1)

    def begins(self, m: Expr, U: Expr) -> Iterator[Equation]:
        """Yield the temperature at the start, told in a way that is linear in the states mass and energy."""
        yield m * self.medium.R * self.temperature == U * (self.medium.gamma - 1)

    def energy_balance(self, gas: Contents, m_flow: Expr, H_flow: Expr, heat: Expr) -> Iterator[Equation]:
        """Yield the balances of mass and energy of a volume into which gas and heat flow."""
        yield der(gas.m) == m_flow
        yield der(gas.U) == H_flow + heat - gas.p * der(gas.V)


class Processing(Holding):
    """A volume whose heat exchange with its wall is given in one of several ways.

    - ``isothermal``: the wall keeps the gas at ``temperature``; the fastest.
    - ``polytropic``: p V^n is constant while nothing flows; the gas has ``temperature`` at the pressure outside.
    - ``adiabatic``: no heat passes the wall; temperature follows from the balance of energy.
    - ``heat exchange``: as adiabatic, with a wall that conducts heat to the surroundings.
    - ``simple``: V dp/dt = n (R T m_flow - p dV/dt) with a constant ``temperature``, as is usual for drives: pressure
      rises as fast as in a polytropic process, and no temperature is worked out. The mass is that of gas at this
      temperature, and no balance of it holds unless n is 1.
    """

    process = Structural("isothermal", "what the gas does while it is compressed or flows", choices=PROCESSES)
    n = Parameter(1.2, "1", "exponent of a polytropic or simple process: 1 isothermal, 1.4 adiabatic", min=1, max=2)
    wall_conductance = Parameter(0.0, "W/K", "conductance of a wall that exchanges heat with the surroundings", min=0)

    def filled(self, gas: Contents, m_flow: Expr, H_flow: Expr) -> Iterator[Equation]:
        """Yield the equations of a volume into which gas flows."""
        medium = self.medium
        yield from self.ideal_gas(gas)
        if self.process in ("adiabatic", "heat exchange"):
            heat = self.wall_conductance * (medium.T - gas.T) if self.process == "heat exchange" else as_expr(0)
            yield from self.energy_balance(gas, m_flow, H_flow, heat)
        elif self.process == "polytropic":
            yield der(gas.m) == m_flow
            yield gas.p == medium.p * (gas.m * medium.R * self.temperature / (medium.p * gas.V)) ** self.n
        else:
            yield gas.T == self.temperature
            if self.process == "simple":
                inflow = medium.R * self.temperature * m_flow
                yield gas.V * der(gas.p) == self.n * (inflow - gas.p * der(gas.V))
            else:
                yield der(gas.m) == m_flow

    def at_the_start(self, m: Expr, U: Expr) -> Iterator[Equation]:
        """Yield the temperature at the start, where the process does not say it."""
        if self.process in ("adiabatic", "heat exchange"):
            yield from self.begins(m, U)


class OneVolume(Holding):
    """A single volume with a gas port."""

    gas = GasPort("opening of the volume")
    p = Variable("Pa", "absolute pressure", start=101325.0, fixed=True, min=0, nominal=1e5, display="bar")
    T = Variable("K", "temperature", start=293.15, min=0, nominal=300.0, display="degC")
    m = Variable("kg", "mass of the gas", start=1e-4, nominal=1e-4, display="g")
    U = Variable("J", "inner energy of the gas", start=20.0, nominal=20.0)

    def volume(self) -> Expr:
        """Return the volume."""
        raise NotImplementedError

    @property
    def contents(self) -> Contents:
        """Return the gas inside."""
        return Contents(self.p, self.T, self.m, self.U, self.volume())

    def equations(self) -> Equations:
        yield self.p == self.gas.p
        yield self.T == self.gas.T


class OneProcessing(OneVolume, Processing):
    """A single volume with a gas port, and with heat exchange that is given."""

    def equations(self) -> Equations:
        yield from self.filled(self.contents, self.gas.m_flow, self.gas.H_flow)

    def initial_equations(self) -> Iterator[Equation]:
        yield from self.at_the_start(self.m, self.U)


class OneHeated(OneVolume):
    """A single volume with a gas port, and a heat port for its wall."""

    heat = HeatPort("the gas at the wall; open for a wall that passes no heat")

    def equations(self) -> Equations:
        yield self.heat.T == self.T
        yield from self.ideal_gas(self.contents)
        yield from self.energy_balance(self.contents, self.gas.m_flow, self.gas.H_flow, self.heat.Q_flow)

    def initial_equations(self) -> Iterator[Equation]:
        yield from self.begins(self.m, self.U)


class FixedVolume(OneVolume):
    """A volume that never changes."""

    V = Parameter(1e-3, "m3", "volume", min=1e-12, display="l")

    def volume(self) -> Expr:
        return self.V


class Tank(OneProcessing, FixedVolume):
    """Rigid vessel."""


class HeatedTank(OneHeated, FixedVolume):
    """Rigid vessel whose gas exchanges heat through a heat port."""
