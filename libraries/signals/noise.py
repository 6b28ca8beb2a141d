"""Random signals."""

from blocks import Equations, Output, Parameter
from libraries.random_numbers import Random


class Noise(Random):
    """Normally distributed noise, a new number at each sample: white up to half the sample rate.

    The noise is the same in every run, and another one in every block.
    """

    y = Output("any", "noise")
    offset = Parameter(0.0, "any", "mean")
    deviation = Parameter(1.0, "any", "standard deviation", min=0)

    def equations(self) -> Equations:
        yield self.y == self.offset + self.deviation * self.normal[0]
