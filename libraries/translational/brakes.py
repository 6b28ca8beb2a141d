"""Brakes and guides: dry friction that sticks and slips."""

from blocks import Block, Equations, Expr, Parameter, Variable
from blocks.functions import der, interpolate
from libraries.friction import FrictionFaces, SlidingFriction, StribeckLaw
from libraries.translational.ports import Flange


class Rubbed(Block):
    """What brakes and guides share: a part whose speed friction resists."""

    flange = Flange("part that is rubbed on")
    s = Variable("m", "position of the part against what rubs on it")
    v = Variable("m/s", "speed of the part against what rubs on it")
    f = Variable("N", "friction force that resists the motion")

    def equations(self) -> Equations:
        yield self.v == der(self.s)
        yield self.flange.f == self.f


class Grounded(Rubbed):
    """A brake or a guide that is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.s == self.flange.s


class Supported(Rubbed):
    """A brake or a guide on a part that may move itself."""

    support = Flange("part that carries it")

    def equations(self) -> Equations:
        yield self.s == self.flange.s - self.support.s
        yield self.flange.f + self.support.f == 0


class Shoe(FrictionFaces, Rubbed):
    """A shoe that is pressed on a moving part."""

    speeds = Parameter([0.0], "m/s", "relative speeds at which mu is given, rising from 0")

    def equations(self) -> Equations:
        yield from self.friction(self.f, self.v)


class Brake(Shoe, Grounded):
    """Brake that is fixed to the ground."""


class BrakeWithSupport(Shoe, Supported):
    """Brake on a part that may move itself."""


class Guide(SlidingFriction, Rubbed):
    """What all guides share."""

    def equations(self) -> Equations:
        yield from self.friction(self.f, self.v)


class TableGuide(Guide):
    """A guide whose friction is given by points."""

    speeds = Parameter([0.0, 1.0], "m/s", "speeds of the friction curve, rising from 0")
    forces = Parameter([0.0, 0.0], "N", "friction force at each speed; the curve goes on straight", min=0)
    peak = Parameter(1.0, "1", "force that breaks it away over sliding force at speed 0", min=1)

    def sliding(self, speed: Expr) -> Expr:
        return interpolate(speed, self.speeds, self.forces)

    def breakaway(self) -> Expr:
        return self.peak * self.forces[0]


class StribeckForce(StribeckLaw):
    """Force that falls from rest to a film of oil, and then rises with the speed."""

    coulomb = Parameter(1.0, "N", "dry friction once it slides", min=0)
    stribeck = Parameter(0.5, "N", "how much more it is at rest", min=0)
    stribeck_speed = Parameter(0.01, "m/s", "speed at which 1/e of that is left", min=1e-9)
    viscous = Parameter(0.0, "N.s/m", "force per speed", min=0)


class StribeckGuide(StribeckForce, Guide):
    """A guide whose friction falls from rest to a film of oil, and then rises with the speed."""


class SupportFriction(TableGuide, Grounded):
    """Guide with dry and viscous friction that is fixed to the ground."""


class SupportFrictionWithSupport(TableGuide, Supported):
    """Guide with dry and viscous friction on a part that may move itself, such as a belt."""


class StribeckFriction(StribeckGuide, Grounded):
    """Guide with dry, viscous and Stribeck friction that is fixed to the ground."""


class StribeckFrictionWithSupport(StribeckGuide, Supported):
    """Guide with dry, viscous and Stribeck friction on a part that may move itself."""
