"""Gears without play or inertia: ideal ones, and one with losses."""

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der
from libraries.friction import at_speed, mesh_friction
from libraries.rotational.ports import Shaft


class GearPair(Block):
    """What both gears share: two shafts and a ratio."""

    a = Shaft("input shaft")
    b = Shaft("output shaft")
    ratio = Parameter(1.0, "1", "turns of a per turn of b, seen from the housing")

    def equations(self) -> Equations:
        # no losses: what goes in at a comes out at b
        yield self.ratio * self.a.tau + self.b.tau == 0


class IdealGear(GearPair):
    """Gear whose housing is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.a.phi == self.ratio * self.b.phi


class IdealGearWithSupport(GearPair):
    """Gear whose housing is part of the diagram."""

    support = Shaft("housing")

    def equations(self) -> Equations:
        yield self.a.phi - self.support.phi == self.ratio * (self.b.phi - self.support.phi)
        yield self.a.tau + self.b.tau + self.support.tau == 0


class IdealPlanetary(Block):
    """Planetary gear: a sun wheel, planets on a carrier, and a ring around them."""

    sun = Shaft("sun wheel")
    carrier = Shaft("carrier of the planets")
    ring = Shaft("ring")
    ratio = Parameter(2.0, "1", "teeth of the ring per tooth of the sun", min=1)

    def equations(self) -> Equations:
        # Willis: seen from the carrier, ring and sun turn against each other
        yield (1 + self.ratio) * self.carrier.phi == self.sun.phi + self.ratio * self.ring.phi
        yield self.ring.tau == self.ratio * self.sun.tau
        yield self.carrier.tau == -(1 + self.ratio) * self.sun.tau


class LossyTeeth(Block):
    """What both lossy gears share: teeth and bearings that rub, and stick when they come to rest."""

    a = Shaft("input shaft")
    b = Shaft("output shaft")
    ratio = Parameter(1.0, "1", "turns of a per turn of b, seen from the housing")
    speeds = Parameter([0.0], "rad/s", "speeds of a at which the losses are given, rising from 0")
    efficiency = Parameter(
        0.9, "1", "share of the power that arrives while a drives b, at each speed or at all", min=1e-3, max=1,
        shape="speeds",
    )  # fmt: skip
    backward_efficiency = Parameter(
        0.9, "1", "the same while b drives a; b cannot drive a if 0 or less", max=1, shape="speeds"
    )
    bearing_torque = Parameter(
        0.0, "N.m", "friction of the bearings without load, at a; like the efficiencies it stays beyond the last speed",
        min=0, shape="speeds",
    )  # fmt: skip
    phi = Variable("rad", "angle of a against the housing", display="deg")
    w = Variable("rad/s", "speed of a against the housing")
    loss = Variable("N.m", "friction torque at a that resists the motion")
    hold = Variable("any", "holding torque at a in N.m while stuck, else 0")

    def equations(self) -> Equations:
        load = -self.b.tau / self.ratio
        yield self.w == der(self.phi)
        yield self.a.tau == load + self.loss
        yield from mesh_friction(
            self.loss,
            self.w,
            self.hold,
            load=load,
            forward=lambda speed: at_speed(speed, self.speeds, self.efficiency),
            backward=lambda speed: at_speed(speed, self.speeds, self.backward_efficiency),
            bearing=lambda speed: at_speed(speed, self.speeds, self.bearing_torque),
        )


class LossyGear(LossyTeeth):
    """Gear with losses whose housing is fixed to the ground."""

    def equations(self) -> Equations:
        yield self.phi == self.a.phi
        yield self.a.phi == self.ratio * self.b.phi


class LossyGearWithSupport(LossyTeeth):
    """Gear with losses whose housing is part of the diagram."""

    support = Shaft("housing")

    def equations(self) -> Equations:
        yield self.phi == self.a.phi - self.support.phi
        yield self.phi == self.ratio * (self.b.phi - self.support.phi)
        yield self.a.tau + self.b.tau + self.support.tau == 0
