"""Transistors: bipolar ones by the law of Ebers and Moll, field-effect ones by that of Shichman and Hodges.

They answer at once: add capacitors between their pins where their speed matters. Each pair of opposite polarity has
the same laws and parameters; only the signs of voltages and currents differ.
"""

from typing import ClassVar

from blocks import Block, Equations, Expr, Parameter
from blocks.functions import maximum
from libraries.electrical.ports import Pin
from libraries.electrical.semiconductors import HeatingJunction, Junction
from libraries.thermal.ports import HeatPort


class Bipolar(Junction):
    """Two junctions that share their base, in the transport form of the law."""

    polarity: ClassVar[int] = 1
    collector = Pin("collector")
    base = Pin("base")
    emitter = Pin("emitter")
    beta = Parameter(100.0, "1", "collector current per base current", min=1e-9)
    reverse_beta = Parameter(1.0, "1", "the same with collector and emitter exchanged", min=1e-9)
    saturation_current = Parameter(1e-14, "A", "saturation current", min=0)

    def equations(self) -> Equations:
        forward = self.junction(self.polarity * (self.base.v - self.emitter.v))
        reverse = self.junction(self.polarity * (self.base.v - self.collector.v))
        yield self.polarity * self.collector.i == forward - reverse - reverse / self.reverse_beta
        yield self.polarity * self.base.i == forward / self.beta + reverse / self.reverse_beta
        yield self.collector.i + self.base.i + self.emitter.i == 0


class NPN(Bipolar):
    """Bipolar transistor that conducts from collector to emitter while current enters the base."""


class PNP(Bipolar):
    """Bipolar transistor that conducts from emitter to collector while current leaves the base."""

    polarity = -1


class HeatingBipolar(HeatingJunction, Bipolar):
    """A bipolar transistor whose losses leave through a heat port."""

    def equations(self) -> Equations:
        loss = self.collector.v * self.collector.i + self.base.v * self.base.i + self.emitter.v * self.emitter.i
        yield self.heat.Q_flow == -loss


class HeatingNPN(HeatingBipolar):
    """NPN transistor that heats up, and conducts better when it is warm."""


class HeatingPNP(HeatingBipolar):
    """PNP transistor that heats up, and conducts better when it is warm."""

    polarity = -1


class FieldEffect(Block):
    """A channel that a gate opens, the same in both directions; the gate takes no current."""

    polarity: ClassVar[int] = 1
    drain = Pin("drain")
    gate = Pin("gate")
    source = Pin("source")
    k = Parameter(0.1, "A/V2", "transconductance per volt above the threshold", min=0)
    threshold = Parameter(2.0, "V", "voltage from source to gate, by size, that opens the channel")
    R = Parameter(1e7, "ohm", "leakage resistance from drain to source", min=1e-9)

    def equations(self) -> Equations:
        leakage = (self.drain.v - self.source.v) / self.R
        yield self.drain.i == self.polarity * (self.half_channel(self.source) - self.half_channel(self.drain)) + leakage
        yield self.gate.i == 0
        yield self.drain.i + self.source.i == 0

    def half_channel(self, end: Pin) -> Expr:
        """Return what one end adds to the current; it adds nothing once the channel is pinched off there."""
        excess = self.polarity * (self.gate.v - end.v) - self.threshold_now()
        return self.k_now() / 2 * maximum(excess, 0) ** 2

    def k_now(self) -> Expr:
        """Return the transconductance per volt."""
        return self.k

    def threshold_now(self) -> Expr:
        """Return the threshold."""
        return self.threshold


class NMOS(FieldEffect):
    """Field-effect transistor that conducts while its gate lies above its source by more than the threshold."""


class PMOS(FieldEffect):
    """Field-effect transistor that conducts while its gate lies below its source by more than the threshold."""

    polarity = -1


class HeatingFieldEffect(FieldEffect):
    """A field-effect transistor whose losses leave through a heat port."""

    heat = HeatPort("where the losses go; must be connected, for its temperature matters")
    T_ref = Parameter(300.15, "K", "temperature for which k and threshold are given", min=1e-9, display="degC")
    threshold_drift = Parameter(-2e-3, "V/K", "change of the threshold with temperature")

    def equations(self) -> Equations:
        yield self.heat.Q_flow == -(self.drain.v - self.source.v) * self.drain.i

    def k_now(self) -> Expr:
        # carriers move less easily in a warm crystal
        return self.k * (self.heat.T / self.T_ref) ** -1.5

    def threshold_now(self) -> Expr:
        return self.threshold + self.threshold_drift * (self.heat.T - self.T_ref)


class HeatingNMOS(HeatingFieldEffect):
    """NMOS transistor that heats up; warmth lowers its threshold and its gain."""


class HeatingPMOS(HeatingFieldEffect):
    """PMOS transistor that heats up; warmth lowers its threshold and its gain."""

    polarity = -1
