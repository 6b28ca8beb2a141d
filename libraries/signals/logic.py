"""Conditions: comparing, combining, switching and remembering."""

from functools import reduce
from operator import and_, or_

from blocks import Block, Equations, Input, Output, Parameter, Structural, Variable
from blocks.functions import leave_when, machine, pre, time, when, where
from libraries.signals.base import ManyConditions


class And(ManyConditions):
    """True while all inputs are true."""

    def equations(self) -> Equations:
        yield self.y == reduce(and_, self.u)


class Or(ManyConditions):
    """True while one input or more are true."""

    def equations(self) -> Equations:
        yield self.y == reduce(or_, self.u)


class Xor(Block):
    """True while exactly one of two inputs is true."""

    u1 = Input("bool", "first input")
    u2 = Input("bool", "second input")
    y = Output("bool", "output")

    def equations(self) -> Equations:
        yield self.y == ((self.u1 & ~self.u2) | (~self.u1 & self.u2))


class Not(Block):
    """True while the input is false."""

    u = Input("bool", "input")
    y = Output("bool", "output")

    def equations(self) -> Equations:
        yield self.y == ~self.u


class Comparison(Block):
    """Compares two signals."""

    u1 = Input("any", "first input")
    u2 = Input("any", "second input")
    y = Output("bool", "result")


class Greater(Comparison):
    """True while the first input is greater than the second."""

    def equations(self) -> Equations:
        yield self.y == (self.u1 > self.u2)


class Less(Comparison):
    """True while the first input is less than the second."""

    def equations(self) -> Equations:
        yield self.y == (self.u1 < self.u2)


class Threshold(Block):
    """Compares a signal with a number."""

    u = Input("any", "input")
    y = Output("bool", "result")
    threshold = Parameter(0.0, "any", "number to compare with")


class GreaterThreshold(Threshold):
    """True while the input is greater than a number."""

    def equations(self) -> Equations:
        yield self.y == (self.u > self.threshold)


class LessThreshold(Threshold):
    """True while the input is less than a number."""

    def equations(self) -> Equations:
        yield self.y == (self.u < self.threshold)


class Switch(Block):
    """Passes one signal while a condition is true and another while it is false."""

    u1 = Input("any", "passed while the condition is true")
    condition = Input("bool", "which signal to pass")
    u2 = Input("any", "passed while the condition is false")
    y = Output("any", "output")

    def equations(self) -> Equations:
        yield self.y == where(self.condition, self.u1, self.u2)


class BooleanToReal(Block):
    """A condition as a number."""

    u = Input("bool", "input")
    y = Output("any", "output")
    when_true = Parameter(1.0, "any", "output while the input is true")
    when_false = Parameter(0.0, "any", "output while the input is false")

    def equations(self) -> Equations:
        yield self.y == where(self.u, self.when_true, self.when_false)


class OnOff(Block):
    """Two-point controller: on when the measurement is too low, off when it is too high, unchanged in between."""

    target = Input("any", "set point")
    measured = Input("any", "measurement")
    y = Output("bool", "true while on")
    bandwidth = Parameter(0.1, "any", "distance between switching on and switching off", min=0)
    initially_on = Structural(False, "whether it is on at the start if the measurement is inside the band")

    def equations(self) -> Equations:
        relay = machine(
            {
                "off": [leave_when(self.measured < self.target - self.bandwidth / 2, "on")],
                "on": [leave_when(self.measured > self.target + self.bandwidth / 2, "off")],
            },
            start="on" if self.initially_on else "off",
        )
        yield self.y == relay.is_in("on")


class SRLatch(Block):
    """Remembers which input was true last; ``clear`` wins if both are."""

    set = Input("bool", "makes the output true")
    clear = Input("bool", "makes the output false")
    y = Output("bool", "what is remembered")
    initially_set = Structural(False, "output at the start")

    def equations(self) -> Equations:
        memory = machine(
            {
                "cleared": [leave_when(self.set & ~self.clear, "set")],
                "set": [leave_when(self.clear, "cleared")],
            },
            start="set" if self.initially_set else "cleared",
        )
        yield self.y == memory.is_in("set")


class Timer(Block):
    """The time since a condition became true; zero while it is false."""

    u = Input("bool", "input")
    y = Output("s", "time since the input became true")
    began = Variable("s", "when the input became true", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        yield when(self.u, self.began == time)
        yield self.y == where(self.u, time - self.began, 0)


class Counter(Block):
    """Counts how often a condition became true."""

    u = Input("bool", "input")
    y = Output("1", "how often the input became true", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        yield when(self.u, self.y == pre(self.y) + 1)


class TriggeredSampler(Block):
    """Reads its input at the moment a condition becomes true, and holds it until the next."""

    u = Input("any", "input")
    trigger = Input("bool", "reads when this becomes true")
    y = Output("any", "value read last", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        yield when(self.trigger, self.y == self.u)
