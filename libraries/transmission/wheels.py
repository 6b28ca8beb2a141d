"""Wheels that roll without slipping."""

from blocks import Block, Equations, Parameter
from libraries.rotational.ports import Shaft
from libraries.translational.ports import Flange


class Rolling(Block):
    """What rolls: turning forward moves forward, and no power is lost."""

    shaft = Shaft("what turns")
    flange = Flange("what moves along")
    radius = Parameter(0.02, "m", "radius at the contact", min=1e-9)

    def equations(self) -> Equations:
        yield self.flange.s == self.radius * self.shaft.phi
        yield self.shaft.tau + self.radius * self.flange.f == 0


class RackAndPinion(Rolling):
    """Pinion with a fixed axis that moves a rack."""


class IdealRollingWheel(Rolling):
    """Wheel that rolls on the ground and moves its own axle."""
