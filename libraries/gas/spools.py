"""What moves in a valve: the spool, and how quickly it follows its command."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Input, Parameter, Structural, Variable
from blocks.functions import clamp, der, let, where


class Spool(Block):
    """The moving part of a valve: it follows at once, with a lag, or as a mass on a spring."""

    dynamics = Structural(
        "first order", "how the spool follows its command", choices=("none", "first order", "second order")
    )
    time_constant = Parameter(5e-3, "s", "lag of the first order", min=1e-6, display="ms")
    frequency = Parameter(600.0, "rad/s", "angular frequency of the second order, without damping", min=1e-3)
    damping_ratio = Parameter(0.8, "1", "damping of the second order; below 1 it overshoots", min=0)
    spool = Variable("1", "position of the spool", start=0)
    spool_speed = Variable("1/s", "speed of the spool", start=0)

    def target(self) -> Expr:
        """Return where the spool is to go."""
        raise NotImplementedError

    def equations(self) -> Equations:
        target = self.target()
        if self.dynamics == "none":
            yield self.spool == target
            yield self.spool_speed == 0
        elif self.dynamics == "first order":
            yield der(self.spool) == self.spool_speed
            yield self.time_constant * self.spool_speed == target - self.spool
        else:
            yield der(self.spool) == self.spool_speed
            spring = self.frequency**2 * (target - self.spool)
            yield der(self.spool_speed) == spring - 2 * self.damping_ratio * self.frequency * self.spool_speed


class ProportionalSpool(Spool):
    """A spool that goes where a signal tells it, between -1 and 1."""

    command = Input("1", "position that the spool is to take, -1 to 1; 0 is closed")
    dead_band = Parameter(
        0.0, "1", "part of the stroke to either side of the middle that opens nothing", min=0, max=0.99
    )

    def target(self) -> Expr:
        return clamp(self.command, -1, 1)

    def opening(self, way: Expr) -> Expr:
        """Return how far the valve is open with its spool ``way`` off the middle."""
        return let("opening", clamp((way - self.dead_band) / (1 - self.dead_band), 0, 1))


class SwitchingSpool(Spool):
    """A spool that goes to one end or the other."""

    on = Input("bool", "whether the coil is powered")

    def target(self) -> Expr:
        return where(self.on, 1, 0)
