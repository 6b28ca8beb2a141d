"""Signals made from time: constant, step, ramp, sine and their relatives."""

from blocks import Block, Equations, Expr, Output, Parameter
from blocks.functions import cos, der, exp, pi, sin, time, where
from libraries.signals.base import DelayedSource, Source, piecewise


class Constant(Source):
    """The same number or vector at all times."""

    level = Parameter(1.0, "any", "value of the signal")
    y = Output("any", "signal", shape="level")

    def equations(self) -> Equations:
        yield self.y == self.level


class UnknownConstant(Source):
    """A number that stays the same, but follows from what must hold at the start, such as an initial equation.

    It makes a parameter an unknown: the stiffness with which a mechanism starts at rest, or the torque that holds it.
    """

    y = Output("any", "signal", start=1.0, state="prefer")

    def equations(self) -> Equations:
        yield der(self.y) == 0


class Clock(Source):
    """The time since the start of the simulation."""

    y = Output("s", "time")

    def equations(self) -> Equations:
        yield self.y == time


class Step(DelayedSource):
    """A jump from one value to another."""

    height = Parameter(1.0, "any", "size of the jump")

    def equations(self) -> Equations:
        yield self.y == self.offset + where(time < self.delay, 0, self.height)


class Ramp(DelayedSource):
    """A straight line from one value to another."""

    height = Parameter(1.0, "any", "total rise")
    duration = Parameter(1.0, "s", "how long the rise takes", min=1e-9)

    def equations(self) -> Equations:
        rise = self.height * (time - self.delay) / self.duration
        yield self.y == self.offset + piecewise(time - self.delay, [0, self.duration], [0, rise, self.height])


class Wave(DelayedSource):
    """What waves of one frequency share."""

    amplitude = Parameter(1.0, "any", "height of the wave above its zero line")
    frequency = Parameter(1.0, "Hz", "waves per second")
    phase = Parameter(0.0, "rad", "angle at which the wave begins", display="deg")

    def angle(self) -> Expr:
        """Return how far the wave has come."""
        return 2 * pi * self.frequency * (time - self.delay) + self.phase

    def begun(self, wave: Expr) -> Expr:
        """Return a wave that rests until its delay is over."""
        return self.offset + where(time < self.delay, 0, self.amplitude * wave)


class Sine(Wave):
    """A sine wave."""

    def equations(self) -> Equations:
        yield self.y == self.begun(sin(self.angle()))


class Cosine(Wave):
    """A cosine wave."""

    def equations(self) -> Equations:
        yield self.y == self.begun(cos(self.angle()))


class ExpSine(Wave):
    """A sine wave that dies out exponentially."""

    damping = Parameter(1.0, "1/s", "rate at which the wave dies out")

    def equations(self) -> Equations:
        yield self.y == self.begun(exp(-self.damping * (time - self.delay)) * sin(self.angle()))


class Chirp(DelayedSource):
    """A sine wave whose frequency rises steadily, for measuring a frequency response; it goes on at the last one."""

    amplitude = Parameter(1.0, "any", "height of the wave above its zero line")
    first_frequency = Parameter(0.1, "Hz", "frequency when the wave begins")
    last_frequency = Parameter(10.0, "Hz", "frequency at the end of the sweep")
    duration = Parameter(10.0, "s", "how long the sweep takes", min=1e-9)

    def equations(self) -> Equations:
        elapsed, rise = time - self.delay, self.last_frequency - self.first_frequency
        # the angle is the integral of the frequency
        sweep = self.first_frequency * elapsed + rise * elapsed**2 / (2 * self.duration)
        steady = self.last_frequency * elapsed - rise * self.duration / 2
        turns = piecewise(elapsed, [0, self.duration], [0, sweep, steady])
        yield self.y == self.offset + self.amplitude * sin(2 * pi * turns)


class BooleanConstant(Block):
    """The same truth value at all times."""

    y = Output("bool", "signal")
    level = Parameter(True, "bool", "value of the signal")

    def equations(self) -> Equations:
        yield self.y == self.level


class BooleanStep(Block):
    """A condition that becomes true at a given time and stays so."""

    y = Output("bool", "signal")
    delay = Parameter(0.0, "s", "time at which the signal becomes true")

    def equations(self) -> Equations:
        yield self.y == (time >= self.delay)
