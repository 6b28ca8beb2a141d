"""Ideal gears: without losses, play or inertia."""

from blocks import Block, Equations, Parameter
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
