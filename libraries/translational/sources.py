"""Known forces, and loads that depend on the speed."""

from blocks import Block, Equations, Input, Parameter, Variable
from blocks.functions import der, maximum, time, where
from libraries.translational.ports import Flange


class Force(Block):
    """Force that follows a signal and pushes off from the ground."""

    flange = Flange("flange that is pushed")
    force = Input("N", "force, positive along the line")

    def equations(self) -> Equations:
        yield self.flange.f == -self.force


class ForceWithSupport(Force):
    """Force that follows a signal and pushes off from another part."""

    support = Flange("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.flange.f + self.support.f == 0


class ConstantForce(Block):
    """Constant force, such as weight."""

    flange = Flange("flange that is pushed")
    force = Parameter(1.0, "N", "force, positive along the line")

    def equations(self) -> Equations:
        yield self.flange.f == -self.force


class ForceStep(Block):
    """Force that jumps once."""

    flange = Flange("flange that is pushed")
    height = Parameter(1.0, "N", "height of the step, positive along the line")
    offset = Parameter(0.0, "N", "force before the step")
    delay = Parameter(0.0, "s", "time of the step")

    def equations(self) -> Equations:
        yield self.flange.f == -(self.offset + where(time < self.delay, 0, self.height))


class LinearSpeedDependentForce(Block):
    """Load whose force grows with the speed, such as slow motion in oil."""

    flange = Flange("flange that is loaded")
    nominal_force = Parameter(-1.0, "N", "force at the nominal speed; negative brakes")
    nominal_speed = Parameter(1.0, "m/s", "nominal speed", min=1e-9)
    v = Variable("m/s", "speed")

    def equations(self) -> Equations:
        yield self.v == der(self.flange.s)
        yield self.flange.f == -self.nominal_force * self.v / self.nominal_speed


class QuadraticSpeedDependentForce(Block):
    """Drag of air or water: its force grows with the square of the speed and changes sign with it."""

    flange = Flange("flange that is loaded")
    nominal_force = Parameter(-1.0, "N", "force at the nominal speed; negative brakes")
    nominal_speed = Parameter(1.0, "m/s", "nominal speed", min=1e-9)
    v = Variable("m/s", "speed")

    def equations(self) -> Equations:
        speed = self.v / self.nominal_speed
        yield self.v == der(self.flange.s)
        yield self.flange.f == -self.nominal_force * speed * abs(speed)


class InverseSpeedDependentForce(Block):
    """Load of constant power: its force falls as the speed grows."""

    flange = Flange("flange that is loaded")
    nominal_force = Parameter(-1.0, "N", "force at the nominal speed; negative brakes")
    nominal_speed = Parameter(1.0, "m/s", "nominal speed", min=1e-9)
    low_speed = Parameter(0.01, "m/s", "speed below which the force falls to zero again", min=1e-9)
    v = Variable("m/s", "speed")

    def equations(self) -> Equations:
        inverse = self.v / maximum(self.v**2, self.low_speed**2)
        yield self.v == der(self.flange.s)
        yield self.flange.f == -self.nominal_force * self.nominal_speed * inverse
