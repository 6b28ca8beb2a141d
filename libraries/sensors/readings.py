"""What a computer gets to see of a quantity: samples with offset, noise, limits and steps."""

from __future__ import annotations

from blocks import Equations, Expr, Input, Output, Parameter, Structural
from blocks.functions import clamp, vector, where
from libraries.random_numbers import Random, quantized


class Reading(Random):
    """Samples of any signal with offset, noise, range and resolution: the sensor for whatever has none of its own."""

    u = Input("any", "true values", shape="n")
    y = Output("any", "readings", shape="n")
    n = Structural(1, "number of elements", min=1)
    offset = Parameter(0.0, "any", "systematic error")
    deviation = Parameter(0.0, "any", "standard deviation of the noise of one sample", min=0)
    low = Parameter(-1e9, "any", "lowest reading", not_above="high")
    high = Parameter(1e9, "any", "highest reading")
    resolution = Parameter(0.0, "any", "distance between two readings; 0 for none", min=0)

    def normal_count(self) -> int:
        """Return one random number for each element."""
        return int(self.n)

    def equations(self) -> Equations:
        seen = [true + self.offset + self.deviation * e for true, e in zip(self.u, self.normal, strict=True)]
        yield self.y == vector(*(clamp(quantized(item, self.resolution), self.low, self.high) for item in seen))


class ContactForce(Random):
    """Forces at contacts as a computer reads them, and whether there is contact at all."""

    u = Input("N", "true forces", shape="n")
    force = Output("N", "readings; a contact cannot pull", shape="n")
    contact = Output("bool", "whether the reading is above the threshold", shape="n")
    n = Structural(1, "number of contacts", min=1)
    deviation = Parameter(0.0, "N", "standard deviation of the noise of one sample", min=0)
    high = Parameter(1000.0, "N", "highest reading", min=0)
    resolution = Parameter(0.0, "N", "distance between two readings; 0 for none", min=0)
    threshold = Parameter(0.5, "N", "reading above which there is contact", min=0)

    def normal_count(self) -> int:
        """Return one random number for each contact."""
        return int(self.n)

    def readings(self) -> list[Expr]:
        """Return what is read at each contact."""
        seen = [true + self.deviation * e for true, e in zip(self.u, self.normal, strict=True)]
        return [clamp(quantized(item, self.resolution), 0 * self.high, self.high) for item in seen]

    def equations(self) -> Equations:
        found = self.readings()
        yield self.force == vector(*found)
        yield self.contact == vector(*(item > self.threshold for item in found))


class RangeFinder(Random):
    """Distance by light or sound: its noise grows with the distance, and beyond its range it reads the end of it."""

    u = Input("m", "true distance")
    distance = Output("m", "reading")
    valid = Output("bool", "whether the true distance is within the range")
    low = Parameter(0.02, "m", "shortest distance", min=0, not_above="high")
    high = Parameter(4.0, "m", "longest distance", min=0)
    deviation = Parameter(0.001, "m", "standard deviation of the noise near by", min=0)
    growth = Parameter(0.005, "1", "standard deviation added for each metre of distance", min=0)
    resolution = Parameter(0.001, "m", "distance between two readings; 0 for none", min=0)

    def equations(self) -> Equations:
        seen = self.u + (self.deviation + self.growth * self.u) * self.normal[0]
        yield self.distance == clamp(quantized(seen, self.resolution), self.low, self.high)
        yield self.valid == where(self.u > self.high, False, self.u >= self.low)
