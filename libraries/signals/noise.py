"""Random signals."""

from blocks import Equations, Output, Parameter, SampledBlock, Variable
from blocks.functions import cos, log, maximum, pi, previous, remainder, sin, sqrt


class Noise(SampledBlock):
    """Normally distributed noise, a new number at each sample: white up to half the sample rate.

    The same seed gives the same noise in every run.
    """

    y = Output("any", "noise")
    offset = Parameter(0.0, "any", "mean")
    deviation = Parameter(1.0, "any", "standard deviation", min=0)
    seed = Parameter(1.0, "1", "any number; choose another for each source", min=0)
    tick = Variable("1", "number of samples so far", start=0)

    def equations(self) -> Equations:
        yield self.tick == previous(self.tick) + 1
        # two evenly distributed numbers make a normally distributed one (Box and Muller)
        first = remainder(437585453.123 * sin(12.9898 * self.tick + 78.233 * self.seed), 1)
        second = remainder(246346345.011 * sin(39.3468 * self.tick + 11.135 * self.seed + 1), 1)
        yield self.y == self.offset + self.deviation * sqrt(-2 * log(maximum(first, 1e-12))) * cos(2 * pi * second)
