"""Signals that repeat: pulses, saw teeth, triangles and trapezoids. Each corner is an event, exact in time."""

from blocks import Block, Equations, Expr, Output, Parameter, Variable
from blocks.functions import floor, maximum, pre, time, when
from libraries.signals.base import piecewise


class Periodic(Block):
    """A signal that repeats; counts its cycles."""

    period = Parameter(1.0, "s", "length of one cycle", min=1e-9)
    delay = Parameter(0.0, "s", "time at which the first cycle begins; may be negative")
    cycle = Variable("1", "number of complete cycles since the first", start=0, fixed=True, discrete=True)

    def equations(self) -> Equations:
        is_over = time >= self.first() + (pre(self.cycle) + 1) * self.period
        yield when(is_over, self.cycle == pre(self.cycle) + 1)

    def first(self) -> Expr:
        """Return when the first cycle begins; those that a negative delay puts before the start are left out."""
        return self.delay + maximum(floor(-self.delay / self.period), 0) * self.period

    def elapsed(self) -> Expr:
        """Return the time since the current cycle began; negative before the first."""
        return time - self.first() - self.cycle * self.period


class PeriodicSource(Periodic):
    """A number that repeats."""

    y = Output("any", "signal")
    offset = Parameter(0.0, "any", "value before the signal begins, and its zero line after")
    amplitude = Parameter(1.0, "any", "height above the zero line")


class Pulse(PeriodicSource):
    """A signal that is high during the first part of each cycle."""

    width = Parameter(0.5, "1", "part of each cycle that is high", min=0, max=1)

    def equations(self) -> Equations:
        pulse = piecewise(self.elapsed(), [0, self.width * self.period], [0, self.amplitude, 0])
        yield self.y == self.offset + pulse


class Sawtooth(PeriodicSource):
    """A signal that rises steadily and drops at the end of each cycle."""

    def equations(self) -> Equations:
        rise = self.amplitude * self.elapsed() / self.period
        yield self.y == self.offset + piecewise(self.elapsed(), [0], [0, rise])


class Triangle(PeriodicSource):
    """A signal that rises steadily in the first half of each cycle and falls in the second."""

    def equations(self) -> Equations:
        rise = 2 * self.amplitude * self.elapsed() / self.period
        wave = piecewise(self.elapsed(), [0, self.period / 2], [0, rise, 2 * self.amplitude - rise])
        yield self.y == self.offset + wave


class Trapezoidal(Periodic):
    """What rises, stays high, falls and rests in each cycle."""

    rising = Parameter(0.1, "s", "how long the rise takes", min=1e-12)
    width = Parameter(0.4, "s", "how long it stays high", min=0)
    falling = Parameter(0.1, "s", "how long the fall takes", min=1e-12)

    def trapezoid(self, height: Expr) -> Expr:
        """Return the wave without its offset."""
        elapsed, end = self.elapsed(), self.rising + self.width + self.falling
        rise, fall = height * elapsed / self.rising, height * (end - elapsed) / self.falling
        return piecewise(elapsed, [0, self.rising, self.rising + self.width, end], [0, rise, height, fall, 0])


class Trapezoid(PeriodicSource, Trapezoidal):
    """A signal that rises, stays high, falls and rests in each cycle."""

    def equations(self) -> Equations:
        yield self.y == self.offset + self.trapezoid(self.amplitude)


class BooleanPulse(Periodic):
    """A condition that is true during the first part of each cycle."""

    y = Output("bool", "signal")
    width = Parameter(0.5, "1", "part of each cycle that is true", min=0, max=1)

    def equations(self) -> Equations:
        yield self.y == ((self.elapsed() >= 0) & (self.elapsed() < self.width * self.period))
