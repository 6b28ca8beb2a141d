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


class RelativeSensor(Block):
    """What instruments that compare two shafts share: they exert no torque."""

    a = Shaft("shaft from which it counts")
    b = Shaft("shaft to which it counts")

    def equations(self) -> Equations:
        yield self.a.tau == 0
        yield self.b.tau == 0


class RelativeAngleSensor(RelativeSensor):
    """Measures the angle between two shafts."""

    angle = Output("rad", "angle of b minus angle of a", display="deg")

    def equations(self) -> Equations:
        yield self.angle == self.b.phi - self.a.phi


class RelativeSpeedSensor(RelativeSensor):
    """Measures the speed between two shafts."""

    speed = Output("rad/s", "speed of b minus speed of a")

    def equations(self) -> Equations:
        yield self.speed == der(self.b.phi - self.a.phi)


class RelativeAccelerationSensor(RelativeSensor):
    """Measures the acceleration between two shafts."""

    w_rel = Variable("rad/s", "speed of b minus speed of a")
    acceleration = Output("rad/s2", "acceleration of b minus acceleration of a")

    def equations(self) -> Equations:
        yield self.w_rel == der(self.b.phi - self.a.phi)
        yield self.acceleration == der(self.w_rel)


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
