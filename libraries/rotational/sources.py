"""Known torques, and loads that depend on the speed."""

from blocks import Block, Equations, Input, Parameter, Variable
from blocks.functions import der, maximum, time, where
from libraries.rotational.ports import Shaft


class Torque(Block):
    """Torque that follows a signal and pushes off from the ground."""

    shaft = Shaft("shaft that is driven")
    torque = Input("N.m", "torque, positive with positive angle")

    def equations(self) -> Equations:
        yield self.shaft.tau == -self.torque


class TorqueWithSupport(Torque):
    """Torque that follows a signal and pushes off from another part."""

    support = Shaft("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.shaft.tau + self.support.tau == 0


class ConstantTorque(Block):
    """Constant torque."""

    shaft = Shaft("shaft that is driven")
    torque = Parameter(1.0, "N.m", "torque, positive with positive angle")

    def equations(self) -> Equations:
        yield self.shaft.tau == -self.torque


class TorqueStep(Block):
    """Torque that jumps once."""

    shaft = Shaft("shaft that is driven")
    height = Parameter(1.0, "N.m", "height of the step, positive with positive angle")
    offset = Parameter(0.0, "N.m", "torque before the step")
    delay = Parameter(0.0, "s", "time of the step")

    def equations(self) -> Equations:
        yield self.shaft.tau == -(self.offset + where(time < self.delay, 0, self.height))


class LinearSpeedDependentTorque(Block):
    """Load whose torque grows with the speed, such as a generator on a resistor."""

    shaft = Shaft("shaft that is loaded")
    nominal_torque = Parameter(-1.0, "N.m", "torque at the nominal speed; negative brakes")
    nominal_speed = Parameter(100.0, "rad/s", "nominal speed", min=1e-9, display="rpm")
    w = Variable("rad/s", "speed")

    def equations(self) -> Equations:
        yield self.w == der(self.shaft.phi)
        yield self.shaft.tau == -self.nominal_torque * self.w / self.nominal_speed


class QuadraticSpeedDependentTorque(Block):
    """Load of a fan or pump: its torque grows with the square of the speed and changes sign with it."""

    shaft = Shaft("shaft that is loaded")
    nominal_torque = Parameter(-1.0, "N.m", "torque at the nominal speed; negative brakes")
    nominal_speed = Parameter(100.0, "rad/s", "nominal speed", min=1e-9, display="rpm")
    w = Variable("rad/s", "speed")

    def equations(self) -> Equations:
        speed = self.w / self.nominal_speed
        yield self.w == der(self.shaft.phi)
        yield self.shaft.tau == -self.nominal_torque * speed * abs(speed)


class InverseSpeedDependentTorque(Block):
    """Load of constant power, such as a winder: its torque falls as the speed grows."""

    shaft = Shaft("shaft that is loaded")
    nominal_torque = Parameter(-1.0, "N.m", "torque at the nominal speed; negative brakes")
    nominal_speed = Parameter(100.0, "rad/s", "nominal speed", min=1e-9, display="rpm")
    low_speed = Parameter(1.0, "rad/s", "speed below which the torque falls to zero again", min=1e-9, display="rpm")
    w = Variable("rad/s", "speed")

    def equations(self) -> Equations:
        inverse = self.w / maximum(self.w**2, self.low_speed**2)
        yield self.w == der(self.shaft.phi)
        yield self.shaft.tau == -self.nominal_torque * self.nominal_speed * inverse
