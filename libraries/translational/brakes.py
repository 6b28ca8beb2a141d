"""Brakes and guides: dry friction that sticks and slips."""

from blocks import Block, Equations, Expr, Input, Parameter, Structural, Variable
from blocks.functions import der, interpolate
from libraries.friction import dry_friction, stribeck_curve
from libraries.translational.ports import Flange


class BrakeShoe(Block):
    """What both brakes share: a shoe that is pressed on a moving part."""

    flange = Flange("part that is braked")
    engagement = Input("1", "how much of the normal force presses; free at 0 and below")
    normal_force = Parameter(1.0, "N", "normal force at full engagement", min=0)
    mu = Parameter(0.5, "1", "coefficient of sliding friction", min=0)
    peak = Parameter(1.0, "1", "force that breaks it away over sliding force", min=1)
    s = Variable("m", "position of the part against the shoe")
    v = Variable("m/s", "speed of the part against the shoe")
    f = Variable("N", "friction force that resists the motion")
    hold = Variable("any", "holding force in N while stuck, else 0")

    def equations(self) -> Equations:
        pressing = self.engagement * self.normal_force
        yield self.v == der(self.s)
        yield self.flange.f == self.f
        yield from dry_friction(
            self.f,
            self.v,
            self.hold,
            sliding=lambda speed: self.mu * pressing,
            breakaway=self.peak * self.mu * pressing,
            is_pressed=pressing > 0,
        )


class Brake(BrakeShoe):
    """Brake that is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.s == self.flange.s


class BrakeWithSupport(BrakeShoe):
    """Brake on a part that may move itself."""

    support = Flange("part that carries the brake")

    def equations(self) -> Equations:
        yield self.s == self.flange.s - self.support.s
        yield self.flange.f + self.support.f == 0


class Guide(Block):
    """What all guides share: friction that depends on nothing but the speed."""

    flange = Flange("part that slides")
    s = Variable("m", "position of the part against the guide")
    v = Variable("m/s", "speed of the part against the guide")
    f = Variable("N", "friction force that resists the motion")
    hold = Variable("any", "holding force in N while stuck, else 0")

    def sliding(self, speed: Expr) -> Expr:
        """Return the force at a positive speed."""
        raise NotImplementedError

    def breakaway(self) -> Expr:
        """Return the force that breaks it away."""
        raise NotImplementedError

    def equations(self) -> Equations:
        yield self.v == der(self.s)
        yield self.flange.f == self.f
        yield from dry_friction(self.f, self.v, self.hold, sliding=self.sliding, breakaway=self.breakaway())


class GroundedGuide(Guide):
    """A guide that is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.s == self.flange.s


class SupportedGuide(Guide):
    """A guide on a part that may move itself."""

    support = Flange("part that carries the guide")

    def equations(self) -> Equations:
        yield self.s == self.flange.s - self.support.s
        yield self.flange.f + self.support.f == 0


class TableGuide(Guide):
    """A guide whose friction is given by points."""

    speeds = Parameter([0.0, 1.0], "m/s", "speeds of the friction curve, rising from 0")
    forces = Parameter([0.0, 0.0], "N", "friction force at each speed; the curve goes on straight", min=0)
    peak = Parameter(1.0, "1", "force that breaks it away over sliding force at speed 0", min=1)

    def sliding(self, speed: Expr) -> Expr:
        return interpolate(speed, self.speeds, self.forces)

    def breakaway(self) -> Expr:
        return self.peak * self.forces[0]


class StribeckGuide(Guide):
    """A guide whose friction falls from rest to a film of oil, and then rises with the speed."""

    coulomb = Parameter(1.0, "N", "dry friction once it slides", min=0)
    stribeck = Parameter(0.5, "N", "how much more it is at rest", min=0)
    stribeck_speed = Parameter(0.01, "m/s", "speed at which 1/e of that is left", min=1e-9)
    viscous = Parameter(0.0, "N.s/m", "force per speed", min=0)
    law = Structural("exponential", "how that falls with the speed", choices=("exponential", "gaussian"))

    def sliding(self, speed: Expr) -> Expr:
        return stribeck_curve(
            speed, coulomb=self.coulomb, extra=self.stribeck, fading_speed=self.stribeck_speed, viscous=self.viscous,
            law=self.law,
        )  # fmt: skip

    def breakaway(self) -> Expr:
        return self.coulomb + self.stribeck


class SupportFriction(TableGuide, GroundedGuide):
    """Guide with dry and viscous friction that is fixed to the ground."""


class SupportFrictionWithSupport(TableGuide, SupportedGuide):
    """Guide with dry and viscous friction on a part that may move itself, such as a belt."""


class StribeckFriction(StribeckGuide, GroundedGuide):
    """Guide with dry, viscous and Stribeck friction that is fixed to the ground."""


class StribeckFrictionWithSupport(StribeckGuide, SupportedGuide):
    """Guide with dry, viscous and Stribeck friction on a part that may move itself."""
