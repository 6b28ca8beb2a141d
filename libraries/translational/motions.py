"""Known motions: whatever force they take is there."""

from blocks import Block, Equations, Input, Variable
from blocks.functions import der
from libraries.translational.ports import Flange


class PositionDrive(Block):
    """What follows a position: the signal must be smooth, for it is differentiated twice."""

    flange = Flange("flange that is moved")
    position = Input("m", "position")


class SpeedDrive(Block):
    """What follows a speed."""

    flange = Flange("flange that is moved")
    speed = Input("m/s", "speed")
    s = Variable("m", "position", state="prefer")

    def equations(self) -> Equations:
        yield der(self.s) == self.speed


class AccelerationDrive(Block):
    """What follows an acceleration."""

    flange = Flange("flange that is moved")
    acceleration = Input("m/s2", "acceleration")
    s = Variable("m", "position", state="prefer")
    v = Variable("m/s", "speed", state="prefer")

    def equations(self) -> Equations:
        yield der(self.s) == self.v
        yield der(self.v) == self.acceleration


class Position(PositionDrive):
    """Motion whose position follows a signal; the signal must be smooth, for it is differentiated twice."""

    def equations(self) -> Equations:
        yield self.flange.s == self.position


class PositionWithSupport(PositionDrive):
    """Motion against another part whose position follows a smooth signal."""

    support = Flange("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.flange.s - self.support.s == self.position
        yield self.flange.f + self.support.f == 0


class Speed(SpeedDrive):
    """Motion whose speed follows a signal."""

    def equations(self) -> Equations:
        yield self.s == self.flange.s


class SpeedWithSupport(SpeedDrive):
    """Motion against another part whose speed follows a signal."""

    support = Flange("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.s == self.flange.s - self.support.s
        yield self.flange.f + self.support.f == 0


class Accelerate(AccelerationDrive):
    """Motion whose acceleration follows a signal."""

    def equations(self) -> Equations:
        yield self.s == self.flange.s


class AccelerateWithSupport(AccelerationDrive):
    """Motion against another part whose acceleration follows a signal."""

    support = Flange("part that takes the reaction")

    def equations(self) -> Equations:
        yield self.s == self.flange.s - self.support.s
        yield self.flange.f + self.support.f == 0
