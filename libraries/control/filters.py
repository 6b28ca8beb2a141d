"""Continuous filters, given by the frequencies people read off a plot. Their states start at zero."""

import math

from blocks import Block, Equations, Input, Output, Parameter, Structural, Variable
from blocks.functions import der, pi


class Filter(Block):
    """One signal in, one signal out."""

    u = Input("any", "input")
    y = Output("any", "filtered signal")


class LowPass(Filter):
    """First-order low-pass: lets slow changes through."""

    y = Output("any", "filtered signal", start=0, fixed=True, state="prefer")
    cutoff = Parameter(1.0, "Hz", "frequency at which the amplitude has fallen to 71 %", min=0)

    def equations(self) -> Equations:
        yield der(self.y) == 2 * pi * self.cutoff * (self.u - self.y)


class HighPass(Filter):
    """First-order high-pass: lets fast changes through and removes the mean."""

    cutoff = Parameter(1.0, "Hz", "frequency at which the amplitude has fallen to 71 %", min=0)
    slow = Variable("any", "slow part of the input", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield der(self.slow) == 2 * pi * self.cutoff * self.y
        yield self.y == self.u - self.slow


class Notch(Filter):
    """Removes a narrow band of frequencies, such as a resonance of the structure."""

    frequency = Parameter(10.0, "Hz", "middle of the band", min=0)
    width = Parameter(0.5, "1", "width of the band, as a part of its middle frequency", min=0)
    depth = Parameter(0.0, "1", "what is left of the amplitude in the middle; 0 removes it", min=0, max=1)
    x = Variable("any", "band-pass states", start=0, fixed=True, state="prefer", shape=2)

    def equations(self) -> Equations:
        w = 2 * pi * self.frequency
        # x[1] is the part of the input inside the band
        yield der(self.x[0]) == w * self.x[1]
        yield der(self.x[1]) == w * (self.width * (self.u - self.x[1]) - self.x[0])
        yield self.y == self.u - (1 - self.depth) * self.x[1]


class LeadLag(Filter):
    """k (1 + T1 s) / (1 + T2 s): leads, adding phase, if T1 is longer than T2; lags if it is shorter."""

    k = Parameter(1.0, "any", "gain for slow signals")
    T1 = Parameter(0.1, "s", "time constant of the numerator", min=0)
    T2 = Parameter(0.01, "s", "time constant of the denominator", min=1e-9)
    x = Variable("any", "lagged input", start=0, fixed=True, state="prefer")

    def equations(self) -> Equations:
        yield self.T2 * der(self.x) == self.u - self.x
        yield self.y == self.k * (self.x + self.T1 / self.T2 * (self.u - self.x))


class Butterworth(Filter):
    """Filter of any order whose amplitude is as flat as possible, made of second-order parts in a row."""

    cutoff = Parameter(1.0, "Hz", "frequency at which the amplitude has fallen to 71 %", min=0)
    order = Structural(2, "order: how steep it falls", min=1)
    passes = Structural("low", "which frequencies it lets through", choices=("low", "high"))
    x = Variable("any", "states, scaled to the input", start=0, fixed=True, state="prefer", shape="order")

    def equations(self) -> Equations:
        w, signal = 2 * pi * self.cutoff, self.u
        for i in range(self.order // 2):
            # the poles lie evenly on a half circle
            position, rate = self.x[2 * i], self.x[2 * i + 1]
            rest = signal - position - 2 * math.sin(math.pi * (2 * i + 1) / (2 * self.order)) * rate
            yield der(position) == w * rate
            yield der(rate) == w * rest
            signal = position if self.passes == "low" else rest
        if self.order % 2:
            last = self.x[self.order - 1]
            yield der(last) == w * (signal - last)
            signal = last if self.passes == "low" else signal - last
        yield self.y == signal
