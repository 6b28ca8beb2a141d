"""Blocks that compute at fixed instants and hold their output in between.

At the first sample ``previous`` of a variable is its start value, and ``previous`` of an input is the input itself.
Memories are therefore variables of their own.
"""

from blocks import Equations, Input, Output, Parameter, SampledBlock, Structural, Variable
from blocks.functions import clamp, floor, previous, sum_of, vector
from libraries.signals.base import LinearSystem, rows
from libraries.signals.continuous import order


class Sampled(SampledBlock):
    """One number in, one number out, at fixed instants."""

    u = Input("any", "input")
    y = Output("any", "output")


class ZeroOrderHold(Sampled):
    """Reads the input at each sample and holds it until the next."""

    def equations(self) -> Equations:
        yield self.y == self.u


class UnitDelay(Sampled):
    """The input of the sample before."""

    memory = Variable("any", "input kept for the next sample", start=0)

    def equations(self) -> Equations:
        yield self.memory == self.u
        yield self.y == previous(self.memory)


class SampledDelay(Sampled):
    """The input of some samples ago: the transport delay of a bus or a computation."""

    samples = Structural(2, "how many samples the input is delayed", min=1)
    memory = Variable("any", "inputs kept, newest first", start=0, shape="samples")

    def equations(self) -> Equations:
        yield self.memory == vector(self.u, *list(previous(self.memory))[:-1])
        yield self.y == previous(self.memory)[-1]


class DiscreteIntegrator(Sampled):
    """The sum of the inputs times the period."""

    k = Parameter(1.0, "any", "gain")
    method = Structural("backward", "which inputs count", choices=("forward", "backward", "trapezoidal"))
    total = Variable("any", "integral including the current input", start=0)

    def equations(self) -> Equations:
        before = previous(self.total)
        yield self.total == before + self.k * self.period * self.u
        if self.method == "forward":
            yield self.y == before
        elif self.method == "backward":
            yield self.y == self.total
        else:
            yield self.y == (before + self.total) / 2


class DiscreteDerivative(Sampled):
    """The change of the input since the sample before, divided by the period; zero at the first sample."""

    k = Parameter(1.0, "any", "gain")

    def equations(self) -> Equations:
        yield self.y == self.k * (self.u - previous(self.u)) / self.period


class DiscreteTransferFunction(Sampled):
    """A ratio of two polynomials in z, in direct form II.

    ``numerator=[0.1], denominator=[1, -0.9]`` is 0.1 / (z - 0.9).
    """

    numerator = Parameter([1.0], "any", "coefficients, highest power of z first")
    denominator = Parameter([1.0, 0.0], "any", "coefficients, highest power of z first")
    x = Variable(
        "any",
        "u / denominator now and before, newest first",
        start=0,
        shape=lambda block: order(block.numerator, block.denominator),
    )

    def equations(self) -> Equations:
        before = previous(self.x)
        newest = (self.u - self.denominator[1:] @ before) / self.denominator[0]
        chain = [newest, *before]
        yield self.x == vector(*chain[:-1])
        yield self.y == self.numerator @ vector(*chain[-len(self.numerator) :])


class DiscreteStateSpace(SampledBlock, LinearSystem):
    """Linear system in steps: x(next) = A x + B u, y = C x + D u."""

    A = Parameter([[0.9]], "any", "system matrix, a list of rows")
    B = Parameter([[0.1]], "any", "input matrix")
    x = Variable("any", "states for the next sample", start=0, shape=lambda block: rows(block.A))

    def equations(self) -> Equations:
        yield self.x == self.A @ previous(self.x) + self.B @ self.u
        yield self.y == self.C @ previous(self.x) + self.D @ self.u


class MovingAverage(Sampled):
    """The mean of the last inputs; before there are enough of them, those missing count as zero."""

    samples = Structural(4, "how many inputs are averaged", min=1)
    memory = Variable("any", "inputs, newest first", start=0, shape="samples")

    def equations(self) -> Equations:
        yield self.memory == vector(self.u, *list(previous(self.memory))[:-1])
        yield self.y == sum_of(self.memory) / self.samples


class DiscreteFilter(Sampled):
    """First-order low-pass in steps: each sample moves the output part of the way to the input."""

    share = Parameter(0.1, "1", "part of the way moved in one sample; 1 does not filter", min=0, max=1)
    y = Output("any", "output", start=0)

    def equations(self) -> Equations:
        yield self.y == previous(self.y) + self.share * (self.u - previous(self.y))


class Quantizer(Sampled):
    """Analog-to-digital converter: reads the input and rounds it to the nearest level."""

    interval = Parameter(0.1, "any", "distance between two levels", min=1e-12)
    low = Parameter(-1e9, "any", "lowest level", not_above="high")
    high = Parameter(1e9, "any", "highest level")

    def equations(self) -> Equations:
        level = self.interval * floor(self.u / self.interval + 0.5)
        yield self.y == clamp(level, self.low, self.high)
