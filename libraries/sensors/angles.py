"""Angles of shafts as a computer reads them."""

from __future__ import annotations

from blocks import Equations, Output, Parameter, Structural, Variable
from blocks.functions import always, clamp, floor, pi, previous, remainder, where
from libraries.random_numbers import Random, quantized
from libraries.rotational.ports import Shaft


class Encoder(Random):
    """Counts the lines of a disc on a shaft: from the start on (incremental), or within one turn (absolute)."""

    shaft = Shaft("shaft that is measured")
    kind = Structural("incremental", "how it counts", choices=("incremental", "absolute"))
    counts_per_turn = Parameter(4096.0, "1", "counts in a turn, after any multiplication", min=1)
    deviation = Parameter(0.0, "rad", "standard deviation of the jitter of one sample", min=0)
    angle = Output("rad", "angle: since the start if incremental, else from 0 to one turn", display="deg")
    counts = Output("1", "counts")
    speed = Output("rad/s", "difference of the last two angles over the period; 0 at the first sample")
    line = Variable("1", "number of the line that is seen", start=0)
    origin = Variable("1", "number of the line at the start", start=0)
    samples = Variable("1", "number of samples so far", start=0)

    def equations(self) -> Equations:
        yield always(self.shaft.tau == 0)
        seen = floor((self.shaft.phi + self.deviation * self.normal[0]) / (2 * pi) * self.counts_per_turn)
        is_first = previous(self.samples) < 1
        origin = where(is_first, seen, previous(self.origin))
        yield self.samples == previous(self.samples) + 1
        yield self.line == seen
        yield self.origin == origin
        count = seen - origin if self.kind == "incremental" else remainder(seen, self.counts_per_turn)
        yield self.counts == count
        yield self.angle == 2 * pi * count / self.counts_per_turn
        moved = where(is_first, 0, seen - previous(self.line))
        yield self.speed == 2 * pi * moved / (self.counts_per_turn * self.period)


class Potentiometer(Random):
    """Angle of a shaft as a voltage: a wiper on a resistive track, read by a converter.

    ``angle`` is what a program works out from the voltage that it has read.
    """

    shaft = Shaft("shaft that is measured")
    voltage = Output("V", "voltage of the wiper, as read")
    angle = Output("rad", "angle worked out from the voltage", display="deg")
    supply = Parameter(3.3, "V", "voltage across the track", min=1e-9)
    low = Parameter(-pi / 2, "rad", "angle at which the track begins", display="deg")
    high = Parameter(pi / 2, "rad", "angle at which the track ends", display="deg")
    deviation = Parameter(0.0, "V", "standard deviation of the noise of the voltage", min=0)
    resolution = Parameter(0.0, "V", "step of the converter; 0 for none", min=0)
    offset = Parameter(0.0, "rad", "angle by which it was mounted wrongly", display="deg")

    def equations(self) -> Equations:
        yield always(self.shaft.tau == 0)
        share = clamp((self.shaft.phi + self.offset - self.low) / (self.high - self.low), 0, 1)
        seen = quantized(self.supply * share + self.deviation * self.normal[0], self.resolution)
        voltage = clamp(seen, 0 * self.supply, self.supply)
        yield self.voltage == voltage
        yield self.angle == self.low + (self.high - self.low) * voltage / self.supply
