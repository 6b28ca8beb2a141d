"""Ideal instruments: they have no inertia and resist nothing."""

from blocks import Block, Equations, Output, Variable
from blocks.functions import der
from libraries.rotational.ports import Shaft


class ShaftSensor(Block):
    """What instruments on one shaft end share: they exert no torque."""

    shaft = Shaft("shaft that is measured")

    def equations(self) -> Equations:
        yield self.shaft.tau == 0


class AngleSensor(ShaftSensor):
    """Measures an absolute angle."""

    angle = Output("rad", "angle", display="deg")

    def equations(self) -> Equations:
        yield self.angle == self.shaft.phi


class SpeedSensor(ShaftSensor):
    """Measures an absolute speed."""

    speed = Output("rad/s", "speed")

    def equations(self) -> Equations:
        yield self.speed == der(self.shaft.phi)


class AccelerationSensor(ShaftSensor):
    """Measures an absolute acceleration."""

    w = Variable("rad/s", "speed")
    acceleration = Output("rad/s2", "acceleration")

    def equations(self) -> Equations:
        yield self.w == der(self.shaft.phi)
        yield self.acceleration == der(self.w)


class RelativeAngleSensor(Block):
    """Measures the angle between two shafts."""

    a = Shaft("shaft from which the angle counts")
    b = Shaft("shaft to which the angle counts")
    angle = Output("rad", "angle of b minus angle of a", display="deg")

    def equations(self) -> Equations:
        yield self.angle == self.b.phi - self.a.phi
        yield self.a.tau == 0
        yield self.b.tau == 0


class InlineSensor(Block):
    """What instruments between two shafts share: angle and torque pass through."""

    a = Shaft("driving side")
    b = Shaft("driven side")

    def equations(self) -> Equations:
        yield self.a.phi == self.b.phi
        yield self.a.tau + self.b.tau == 0


class TorqueSensor(InlineSensor):
    """Measures the torque that passes through it."""

    torque = Output("N.m", "torque that a passes on to b")

    def equations(self) -> Equations:
        yield self.torque == self.a.tau


class PowerSensor(InlineSensor):
    """Measures the power that passes through it."""

    power = Output("W", "power that flows from a to b")

    def equations(self) -> Equations:
        yield self.power == self.a.tau * der(self.a.phi)
