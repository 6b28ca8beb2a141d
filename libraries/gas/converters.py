"""Where gas moves a piston: the plain converters between pressure and force."""

from __future__ import annotations

from blocks import Equations, Expr, Parameter, Variable
from libraries.gas.volumes import OneHeated, OneProcessing, OneVolume
from libraries.translational.ports import Flange


class Piston(OneVolume):
    """A volume between two flanges that the gas pushes apart; the air around pushes back."""

    a = Flange("bottom of the volume")
    b = Flange("piston")
    area = Parameter(1e-3, "m2", "area of the piston", min=1e-12, display="cm2")
    dead_volume = Parameter(1e-5, "m3", "volume at distance zero of the flanges", min=1e-12, display="cm3")
    V = Variable("m3", "volume", start=1e-4, nominal=1e-4, display="cm3")
    f = Variable("N", "force with which the gas pushes the flanges apart")

    def volume(self) -> Expr:
        return self.V

    def equations(self) -> Equations:
        yield self.V == self.dead_volume + self.area * (self.b.s - self.a.s)
        yield self.f == self.area * (self.p - self.medium.p)
        yield self.a.f == self.f
        yield self.b.f == -self.f


class TranslationalConverter(OneProcessing, Piston):
    """Gas behind a piston without friction or stops: its pressure becomes a force, its volume a position."""


class HeatedTranslationalConverter(OneHeated, Piston):
    """Gas behind a piston without friction or stops that exchanges heat through a heat port."""
