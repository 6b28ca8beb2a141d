"""Arithmetic and functions of signals."""

from blocks import Block, Equations, Input, Output, Parameter, Structural
from blocks.functions import absolute, exp, log, maximum, minimum, sqrt, sum_of, where
from libraries.signals.base import OneInput, TwoInputs


class Gain(OneInput):
    """The input times a number; the gain may carry a unit."""

    k = Parameter(1.0, "any", "gain")

    def equations(self) -> Equations:
        yield self.y == self.k * self.u


class MatrixGain(Block):
    """A matrix times a vector signal."""

    u = Input("any", "input", shape="inputs")
    y = Output("any", "output", shape="outputs")
    inputs = Structural(2, "size of the input", min=1)
    outputs = Structural(2, "size of the output", min=1)
    K = Parameter([[1.0, 0.0], [0.0, 1.0]], "any", "gain, one row for each output", shape=("outputs", "inputs"))

    def equations(self) -> Equations:
        yield self.y == self.K @ self.u


class Bias(OneInput):
    """The input plus a number."""

    bias = Parameter(1.0, "any", "what is added")

    def equations(self) -> Equations:
        yield self.y == self.u + self.bias


class Add(TwoInputs):
    """The sum of two signals, each with its own gain."""

    k1 = Parameter(1.0, "any", "gain of the first input")
    k2 = Parameter(1.0, "any", "gain of the second input; -1 subtracts it")

    def equations(self) -> Equations:
        yield self.y == self.k1 * self.u1 + self.k2 * self.u2


class Add3(TwoInputs):
    """The sum of three signals, each with its own gain."""

    u3 = Input("any", "third input")
    k1 = Parameter(1.0, "any", "gain of the first input")
    k2 = Parameter(1.0, "any", "gain of the second input")
    k3 = Parameter(1.0, "any", "gain of the third input")

    def equations(self) -> Equations:
        yield self.y == self.k1 * self.u1 + self.k2 * self.u2 + self.k3 * self.u3


class Feedback(TwoInputs):
    """The difference of two signals: command minus feedback."""

    def equations(self) -> Equations:
        yield self.y == self.u1 - self.u2


class Sum(Block):
    """The sum of all elements of a vector signal."""

    u = Input("any", "input", shape="n")
    y = Output("any", "sum")
    n = Structural(2, "size of the input", min=1)

    def equations(self) -> Equations:
        yield self.y == sum_of(self.u)


class Product(TwoInputs):
    """The product of two signals."""

    def equations(self) -> Equations:
        yield self.y == self.u1 * self.u2


class Division(TwoInputs):
    """The first input divided by the second."""

    def equations(self) -> Equations:
        yield self.y == self.u1 / self.u2


class Abs(OneInput):
    """The input without its sign; the kink at zero is not an event."""

    def equations(self) -> Equations:
        yield self.y == absolute(self.u)


class Sign(OneInput):
    """1 for a positive input, -1 for a negative one, 0 for zero; each jump is an event."""

    def equations(self) -> Equations:
        yield self.y == where(self.u > 0, 1, where(self.u < 0, -1, 0))


class Min(TwoInputs):
    """The smaller of two signals; where they cross is a kink, not an event."""

    def equations(self) -> Equations:
        yield self.y == minimum(self.u1, self.u2)


class Max(TwoInputs):
    """The larger of two signals; where they cross is a kink, not an event."""

    def equations(self) -> Equations:
        yield self.y == maximum(self.u1, self.u2)


class Sqrt(OneInput):
    """The square root of the input, which must not be negative."""

    def equations(self) -> Equations:
        yield self.y == sqrt(self.u)


class Power(OneInput):
    """The input to a constant power; a power that is not whole needs a positive input."""

    exponent = Parameter(2.0, "1", "power")

    def equations(self) -> Equations:
        yield self.y == self.u**self.exponent


class Exp(OneInput):
    """e to the power of the input."""

    def equations(self) -> Equations:
        yield self.y == exp(self.u)


class Log(OneInput):
    """The natural logarithm of the input, which must be positive."""

    def equations(self) -> Equations:
        yield self.y == log(self.u)
