"""Known motions: whatever torque they take is there."""

from blocks import Block, Equations, Input, Variable
from blocks.functions import der
from libraries.rotational.ports import Shaft


class PositionDrive(Block):
    """What follows a position: the signal must be smooth, for it is differentiated twice."""

    shaft = Shaft("shaft that is turned")
    angle = Input("rad", "angle", display="deg")


class SpeedDrive(Block):
    """What follows a speed."""

    shaft = Shaft("shaft that is turned")
    speed = Input("rad/s", "speed")
    phi = Variable("rad", "angle", display="deg", state="prefer")

    def equations(self) -> Equations:
        yield der(self.phi) == self.speed


class AccelerationDrive(Block):
    """What follows an acceleration."""

    shaft = Shaft("shaft that is turned")
    acceleration = Input("rad/s2", "acceleration")
    phi = Variable("rad", "angle", display="deg", state="prefer")
    w = Variable("rad/s", "speed", state="prefer")

    def equations(self) -> Equations:
        yield der(self.phi) == self.w
        yield der(self.w) == self.acceleration


class Position(PositionDrive):
    """Motion whose angle follows a signal; the signal must be smooth, for it is differentiated twice."""

    def equations(self) -> Equations:
        yield self.shaft.phi == self.angle


class PositionWithSupport(PositionDrive):
    """Motion against another part whose angle follows a smooth signal."""

    support = Shaft("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.shaft.phi - self.support.phi == self.angle
        yield self.shaft.tau + self.support.tau == 0


class Speed(SpeedDrive):
    """Motion whose speed follows a signal."""

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi


class SpeedWithSupport(SpeedDrive):
    """Motion against another part whose speed follows a signal."""

    support = Shaft("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi - self.support.phi
        yield self.shaft.tau + self.support.tau == 0


class Accelerate(AccelerationDrive):
    """Motion whose acceleration follows a signal."""

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi


class AccelerateWithSupport(AccelerationDrive):
    """Motion against another part whose acceleration follows a signal."""

    support = Shaft("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.phi == self.shaft.phi - self.support.phi
        yield self.shaft.tau + self.support.tau == 0
