"""Screws."""

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der, pi
from libraries.friction import mesh_friction
from libraries.rotational.ports import Shaft
from libraries.translational.ports import Flange


class LeadScrew(Block):
    """Screw that moves a nut, with friction in its thread.

    A load cannot drive it if ``mu`` is above the slope of the thread, lead / (pi diameter); at rest it then holds.
    """

    shaft = Shaft("screw")
    flange = Flange("nut")
    lead = Parameter(5e-3, "m", "way of the nut per turn", min=1e-9, display="mm")
    diameter = Parameter(1e-2, "m", "mean diameter of the thread", min=1e-9, display="mm")
    mu = Parameter(0.1, "1", "coefficient of friction in the thread", min=0)
    bearing_torque = Parameter(0.0, "N.m", "friction of the bearings without load", min=0)
    w = Variable("rad/s", "speed of the screw")
    loss = Variable("N.m", "friction torque that resists the motion")
    hold = Variable("any", "holding torque in N.m while stuck, else 0")

    def equations(self) -> Equations:
        slope = self.lead / (pi * self.diameter)
        load = -self.flange.f * self.lead / (2 * pi)
        yield self.flange.s == self.shaft.phi * self.lead / (2 * pi)
        yield self.w == der(self.shaft.phi)
        yield self.shaft.tau == load + self.loss
        # a block that is pushed up or down a slope: tan(slope) over tan(slope + friction), and the other way round
        yield from mesh_friction(
            self.loss,
            self.w,
            self.hold,
            load=load,
            forward=lambda _: slope * (1 - slope * self.mu) / (slope + self.mu),
            backward=lambda _: (slope - self.mu) / (1 + slope * self.mu) / slope,
            bearing=lambda _: self.bearing_torque,
        )
