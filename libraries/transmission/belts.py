"""Belts and ropes that run over wheels without slipping."""

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import der
from libraries.rotational.ports import Shaft
from libraries.translational.ports import Flange


class Belt(Block):
    """Elastic belt over two wheels that turn about fixed axes; tight enough that neither strand goes slack."""

    a = Shaft("driving wheel")
    b = Shaft("driven wheel")
    radius_a = Parameter(0.02, "m", "radius of the driving wheel", min=1e-9)
    radius_b = Parameter(0.02, "m", "radius of the driven wheel", min=1e-9)
    stiffness = Parameter(1e5, "N/m", "force per stretch, both strands together", min=0)
    damping = Parameter(10.0, "N.s/m", "force per speed of the stretch", min=0)
    stretch = Variable("m", "how far the driving wheel is ahead along the belt")
    f = Variable("N", "force that the belt passes on")

    def equations(self) -> Equations:
        yield self.stretch == self.radius_a * self.a.phi - self.radius_b * self.b.phi
        yield self.f == self.stiffness * self.stretch + self.damping * der(self.stretch)
        yield self.a.tau == self.radius_a * self.f
        yield self.b.tau == -self.radius_b * self.f


class Pulley(Block):
    """Wheel on an axle that may move, with a rope over it that does not slip; the rope must stay tight."""

    a = Flange("rope end that moves forward when the wheel turns forward")
    b = Flange("the other rope end")
    axle = Flange("axle of the wheel")
    shaft = Shaft("wheel; left open it turns freely")
    radius = Parameter(0.02, "m", "radius of the wheel", min=1e-9)

    def equations(self) -> Equations:
        yield self.a.s == self.axle.s + self.radius * self.shaft.phi
        yield self.b.s == self.axle.s - self.radius * self.shaft.phi
        yield self.a.f + self.b.f + self.axle.f == 0
        yield self.shaft.tau + self.radius * (self.a.f - self.b.f) == 0
