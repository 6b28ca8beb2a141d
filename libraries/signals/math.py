"""Arithmetic and functions of signals."""

from functools import reduce
from operator import mul

from blocks import Block, Equations, Input, Output, Parameter
from blocks.functions import absolute, exp, log, maximum, minimum, sqrt, sum_of, where
from libraries.signals.base import ManyInputs, OneInput, TwoInputs, columns, rows


class Gain(OneInput):
    """The input times a number; the gain may carry a unit."""

    k = Parameter(1.0, "any", "gain")

    def equations(self) -> Equations:
        yield self.y == self.k * self.u


class MatrixGain(Block):
    """A matrix times a vector signal."""

    u = Input("any", "input, one element for each column of K", shape=lambda block: columns(block.K))
    y = Output("any", "output, one element for each row of K", shape=lambda block: rows(block.K))
    K = Parameter([[1.0, 0.0], [0.0, 1.0]], "any", "gain, a list of rows")

    def equations(self) -> Equations:
        yield self.y == self.K @ self.u


class Bias(OneInput):
    """The input plus a number."""

    bias = Parameter(1.0, "any", "what is added")

    def equations(self) -> Equations:
        yield self.y == self.u + self.bias


class Add(Block):
    """The sum of signals, each with its own gain; it has as many inputs as gains."""

    u = Input("any", "inputs", shape=lambda block: len(block.k))
    y = Output("any", "sum")
    k = Parameter([1.0, 1.0], "any", "gain of each input; -1 subtracts it")

    def equations(self) -> Equations:
        yield self.y == self.k @ self.u


class Feedback(Block):
    """The difference of two signals: target minus measurement."""

    target = Input("any", "set point")
    measured = Input("any", "measurement")
    y = Output("any", "difference")

    def equations(self) -> Equations:
        yield self.y == self.target - self.measured


class Sum(ManyInputs):
    """The sum of signals, or of all elements of a vector signal."""

    def equations(self) -> Equations:
        yield self.y == sum_of(self.u)


class Product(ManyInputs):
    """The product of signals."""

    def equations(self) -> Equations:
        yield self.y == reduce(mul, self.u)


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


class Min(ManyInputs):
    """The smallest of several signals; where they cross is a kink, not an event."""

    def equations(self) -> Equations:
        yield self.y == reduce(minimum, self.u)


class Max(ManyInputs):
    """The largest of several signals; where they cross is a kink, not an event."""

    def equations(self) -> Equations:
        yield self.y == reduce(maximum, self.u)


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
