"""Ideal instruments: they weigh nothing and resist nothing."""

from blocks import Block, Equations, Output, Variable
from blocks.functions import der
from libraries.translational.ports import Flange


class FlangeSensor(Block):
    """What instruments on one flange share: they exert no force."""

    flange = Flange("flange that is measured")

    def equations(self) -> Equations:
        yield self.flange.f == 0


class PositionSensor(FlangeSensor):
    """Measures an absolute position."""

    position = Output("m", "position")

    def equations(self) -> Equations:
        yield self.position == self.flange.s


class SpeedSensor(FlangeSensor):
    """Measures an absolute speed."""

    speed = Output("m/s", "speed")

    def equations(self) -> Equations:
        yield self.speed == der(self.flange.s)


class AccelerationSensor(FlangeSensor):
    """Measures an absolute acceleration."""

    v = Variable("m/s", "speed")
    acceleration = Output("m/s2", "acceleration")

    def equations(self) -> Equations:
        yield self.v == der(self.flange.s)
        yield self.acceleration == der(self.v)


class RelativeSensor(Block):
    """What instruments that compare two flanges share: they exert no force."""

    a = Flange("flange from which it counts")
    b = Flange("flange to which it counts")

    def equations(self) -> Equations:
        yield self.a.f == 0
        yield self.b.f == 0


class RelativePositionSensor(RelativeSensor):
    """Measures the distance between two flanges."""

    distance = Output("m", "position of b minus position of a")

    def equations(self) -> Equations:
        yield self.distance == self.b.s - self.a.s


class RelativeSpeedSensor(RelativeSensor):
    """Measures the speed between two flanges."""

    speed = Output("m/s", "speed of b minus speed of a")

    def equations(self) -> Equations:
        yield self.speed == der(self.b.s - self.a.s)


class RelativeAccelerationSensor(RelativeSensor):
    """Measures the acceleration between two flanges."""

    v_rel = Variable("m/s", "speed of b minus speed of a")
    acceleration = Output("m/s2", "acceleration of b minus acceleration of a")

    def equations(self) -> Equations:
        yield self.v_rel == der(self.b.s - self.a.s)
        yield self.acceleration == der(self.v_rel)


class InlineSensor(Block):
    """What instruments between two flanges share: position and force pass through."""

    a = Flange("driving side")
    b = Flange("driven side")

    def equations(self) -> Equations:
        yield self.a.s == self.b.s
        yield self.a.f + self.b.f == 0


class ForceSensor(InlineSensor):
    """Measures the force that passes through it."""

    force = Output("N", "force that a passes on to b")

    def equations(self) -> Equations:
        yield self.force == self.a.f


class PowerSensor(InlineSensor):
    """Measures the power that passes through it."""

    power = Output("W", "power that flows from a to b")

    def equations(self) -> Equations:
        yield self.power == self.a.f * der(self.a.s)
