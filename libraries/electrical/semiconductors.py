"""Semiconductors with an exponential characteristic: the junction, and the diodes made of it."""

from blocks import Block, Equations, Expr, Parameter
from blocks.functions import exp, maximum, minimum
from libraries.electrical.basic import TwoPin
from libraries.thermal.ports import HeatPort


def exp_then_linear(x: Expr, limit: Expr) -> Expr:
    """Return exp(x), continued by its tangent beyond ``limit`` so that trial values cannot overflow."""
    return exp(minimum(x, limit)) * (1 + maximum(x - limit, 0))


class Junction(Block):
    """The law of Shockley, for everything with a p-n junction."""

    saturation_current = Parameter(1e-6, "A", "saturation current", min=0)
    Vt = Parameter(0.026, "V", "thermal voltage", min=1e-9)
    max_exponent = Parameter(40.0, "1", "v / Vt beyond which the law goes on as a straight line", min=0)

    def junction(self, v: Expr) -> Expr:
        """Return the current through a junction with the voltage ``v``."""
        return self.saturation_current * (exp_then_linear(v / self.Vt, self.max_exponent) - 1)


class HeatingJunction(Junction):
    """A junction whose thermal voltage and saturation current depend on its temperature."""

    heat = HeatPort("where the losses go; must be connected, for its temperature matters")
    Vt = Parameter(0.02586493, "V", "thermal voltage at the reference temperature", min=1e-9)
    T_ref = Parameter(300.15, "K", "temperature for which current and voltage are given", min=1e-9, display="degC")
    band_gap = Parameter(1.11, "V", "band gap of the semiconductor, 1.11 V for silicon", min=0)
    temperature_exponent = Parameter(3.0, "1", "exponent of the saturation current over temperature")

    def junction(self, v: Expr) -> Expr:
        warmth = self.heat.T / self.T_ref
        Vt = self.Vt * warmth
        growth = warmth**self.temperature_exponent * exp((warmth - 1) * self.band_gap / Vt)
        return self.saturation_current * growth * (exp_then_linear(v / Vt, self.max_exponent) - 1)


class LeakyJunction(TwoPin, Junction):
    """What all diodes share."""

    Vt = Parameter(0.04, "V", "thermal voltage times the emission coefficient", min=1e-9)
    max_exponent = Parameter(15.0, "1", "v / Vt beyond which the law goes on as a straight line", min=0)
    R = Parameter(1e8, "ohm", "leakage resistance", min=1e-9)

    def forward(self) -> Expr:
        """Return the current of the junction with its leakage."""
        return self.junction(self.v) + self.v / self.R


class Diode(LeakyJunction):
    """Diode with the exponential law of Shockley and a leakage resistance in parallel."""

    def equations(self) -> Equations:
        yield self.i == self.forward()


class HeatingDiode(HeatingJunction, Diode):
    """Diode that heats up; its thermal voltage and its saturation current depend on its temperature."""

    def equations(self) -> Equations:
        yield self.heat.Q_flow == -self.v * self.i


class ZenerDiode(LeakyJunction):
    """Diode that conducts backward, too, once the voltage from n to p exceeds that of its breakdown."""

    max_exponent = Parameter(30.0, "1", "exponent beyond which the laws go on as straight lines", min=0)
    breakdown_voltage = Parameter(5.1, "V", "voltage from n to p at the breakdown current", min=0)
    breakdown_current = Parameter(0.7, "A", "current at the breakdown voltage", min=0)
    breakdown_emission = Parameter(0.74, "1", "emission coefficient of the breakdown", min=1e-3)

    def equations(self) -> Equations:
        excess = -(self.v + self.breakdown_voltage) / (self.breakdown_emission * self.Vt)
        yield self.i == self.forward() - self.breakdown_current * exp_then_linear(excess, self.max_exponent)
