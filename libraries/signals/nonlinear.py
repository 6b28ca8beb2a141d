"""Limits, dead zones and hysteresis."""

from collections.abc import Iterator

from blocks import Equation, Equations, Parameter, Structural
from blocks.functions import clamp, der, leave_when, machine, where
from libraries.signals.base import OneInput, limited, piecewise


class Limiter(OneInput):
    """The input kept between two limits; reaching a limit is an event."""

    low = Parameter(-1.0, "any", "lower limit", not_above="high")
    high = Parameter(1.0, "any", "upper limit")

    def equations(self) -> Equations:
        yield self.y == limited(self.u, self.low, self.high)


class DeadZone(OneInput):
    """Zero while the input is small, and what exceeds the zone beyond; its edges are events."""

    low = Parameter(-0.5, "any", "lower end of the zone", not_above="high")
    high = Parameter(0.5, "any", "upper end of the zone")

    def equations(self) -> Equations:
        yield self.y == piecewise(self.u, [self.low, self.high], [self.u - self.low, 0, self.u - self.high])


class Hysteresis(OneInput):
    """A relay: switches up above one threshold and down below another, and remembers in between."""

    rising = Parameter(0.5, "any", "threshold above which the output switches up")
    falling = Parameter(-0.5, "any", "threshold below which the output switches down", not_above="rising")
    low = Parameter(0.0, "any", "output when down")
    high = Parameter(1.0, "any", "output when up")
    initially_up = Structural(False, "where the output is at the start if the input is between the thresholds")

    def equations(self) -> Equations:
        relay = machine(
            {
                "down": [leave_when(self.u > self.rising, "up")],
                "up": [leave_when(self.u < self.falling, "down")],
            },
            start="up" if self.initially_up else "down",
        )
        yield self.y == where(relay.is_in("up"), self.high, self.low)


class RateLimiter(OneInput):
    """Follows the input, but no faster than two rates; starts at the input.

    The limits are kinks in a rate, which the step size control finds by itself, so they are not events.
    """

    rising = Parameter(1.0, "any", "fastest rise in a second", min=0)
    falling = Parameter(-1.0, "any", "fastest fall in a second, negative", max=0)
    T = Parameter(0.001, "s", "time constant with which the input is followed inside the limits", min=1e-9)

    def equations(self) -> Equations:
        yield der(self.y) == clamp((self.u - self.y) / self.T, self.falling, self.rising)

    def initial_equations(self) -> Iterator[Equation]:
        yield self.y == self.u
