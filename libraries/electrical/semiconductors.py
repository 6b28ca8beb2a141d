"""Semiconductors with an exponential characteristic."""

from blocks import Block, Equations, Expr, Parameter
from blocks.functions import exp, maximum, minimum
from libraries.electrical.basic import HeatingTwoPin, TwoPin
from libraries.electrical.ports import Pin


def exp_then_linear(x: Expr, limit: Expr) -> Expr:
    """Return exp(x), continued by its tangent beyond ``limit`` so that trial values cannot overflow."""
    return exp(minimum(x, limit)) * (1 + maximum(x - limit, 0))


class Diode(TwoPin):
    """Diode with the exponential law of Shockley and a leakage resistance in parallel."""

    saturation_current = Parameter(1e-6, "A", "saturation current", min=0)
    Vt = Parameter(0.04, "V", "thermal voltage times the emission coefficient", min=1e-9)
    max_exponent = Parameter(15.0, "1", "v / Vt beyond which the law goes on as a straight line", min=0)
    R = Parameter(1e8, "ohm", "leakage resistance", min=1e-9)

    def equations(self) -> Equations:
        junction = self.saturation_current * (exp_then_linear(self.v / self.Vt, self.max_exponent) - 1)
        yield self.i == junction + self.v / self.R


class HeatingDiode(HeatingTwoPin):
    """Diode that heats up; its thermal voltage and its saturation current depend on its temperature."""

    saturation_current = Parameter(1e-6, "A", "saturation current at the reference temperature", min=0)
    Vt = Parameter(0.02586493, "V", "thermal voltage at the reference temperature", min=1e-9)
    T_ref = Parameter(300.15, "K", "reference temperature", min=1e-9, display="degC")
    band_gap = Parameter(1.11, "V", "band gap of the semiconductor, 1.11 V for silicon", min=0)
    temperature_exponent = Parameter(3.0, "1", "exponent of the saturation current over temperature")
    max_exponent = Parameter(15.0, "1", "v / Vt beyond which the law goes on as a straight line", min=0)
    R = Parameter(1e8, "ohm", "leakage resistance", min=1e-9)

    def equations(self) -> Equations:
        warmth = self.heat.T / self.T_ref
        Vt = self.Vt * warmth
        growth = warmth**self.temperature_exponent * exp((warmth - 1) * self.band_gap / Vt)
        junction = self.saturation_current * (exp_then_linear(self.v / Vt, self.max_exponent) - 1)
        yield self.i == growth * junction + self.v / self.R


class NPN(Block):
    """Bipolar transistor in the active region: the law of Ebers and Moll without its reverse part."""

    collector = Pin("collector")
    base = Pin("base")
    emitter = Pin("emitter")
    alpha = Parameter(0.99, "1", "share of the emitter current that comes from the collector", min=0, max=1)
    saturation_current = Parameter(1e-6, "A", "saturation current of the emitter junction", min=0)
    Vt = Parameter(0.026, "V", "thermal voltage", min=1e-9)
    max_exponent = Parameter(40.0, "1", "v / Vt beyond which the law goes on as a straight line", min=0)

    def equations(self) -> Equations:
        junction = exp_then_linear((self.base.v - self.emitter.v) / self.Vt, self.max_exponent) - 1
        yield self.emitter.i == -self.saturation_current * junction
        yield self.collector.i == -self.alpha * self.emitter.i
        yield self.collector.i + self.base.i + self.emitter.i == 0
