"""Forces between frames, and on frames."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Input, Parameter, Structural, Variable
from blocks.functions import der, dot, sqrt
from libraries.spatial.joints import Joint
from libraries.spatial.ports import Frame
from libraries.translational.ports import Flange


class LineForce(Block):
    """What acts along the line between two frames shares; ``tension`` is positive where it pulls them together."""

    a = Frame("one end")
    b = Frame("other end")
    shortest = Parameter(1e-6, "m", "rounding of the length, so that it stays smooth where the ends meet", min=0)
    length = Variable("m", "distance of the ends")
    speed = Variable("m/s", "rate of change of the distance")
    tension = Variable("N", "force that pulls the ends together")

    def equations(self) -> Equations:
        way = self.b.r - self.a.r
        pull = self.tension * way / self.length
        yield self.length == sqrt(dot(way, way) + self.shortest**2)
        yield self.speed == der(self.length)
        yield self.a.f == -pull
        yield self.b.f == pull
        yield self.a.t == 0
        yield self.b.t == 0


class BallRod(LineForce):
    """Rod without mass with a ball joint at each end: it keeps its ends at one distance."""

    rod_length = Parameter(1.0, "m", "distance of the ends", min=1e-9)

    def equations(self) -> Equations:
        yield self.length == self.rod_length


class Spring(LineForce):
    """Linear spring between two points."""

    stiffness = Parameter(1.0, "N/m", "force per elongation", min=0)
    free_length = Parameter(0.0, "m", "length without load", min=0)

    def equations(self) -> Equations:
        yield self.tension == self.stiffness * (self.length - self.free_length)


class VariableSpring(LineForce):
    """Spring between two points whose stiffness is given by a signal."""

    stiffness = Input("N/m", "force per elongation")
    free_length = Parameter(0.0, "m", "length without load", min=0)

    def equations(self) -> Equations:
        yield self.tension == self.stiffness * (self.length - self.free_length)


class Damper(LineForce):
    """Linear damper between two points."""

    damping = Parameter(1.0, "N.s/m", "force per speed", min=0)

    def equations(self) -> Equations:
        yield self.tension == self.damping * self.speed


class SpringDamper(LineForce):
    """Linear spring with a linear damper beside it, between two points."""

    stiffness = Parameter(1.0, "N/m", "force per elongation", min=0)
    damping = Parameter(1.0, "N.s/m", "force per speed", min=0)
    free_length = Parameter(0.0, "m", "length without load", min=0)

    def equations(self) -> Equations:
        yield self.tension == self.stiffness * (self.length - self.free_length) + self.damping * self.speed


class LineActuator(LineForce):
    """Pulls or pushes along a line with what is connected to its flange, such as a cylinder or a muscle."""

    axis = Flange("its position is the distance of the ends")

    def equations(self) -> Equations:
        yield self.axis.s == self.length
        yield self.axis.f == -self.tension


class ForceBetween(Joint):
    """Force and torque of the part at ``a`` on the part at ``b``, given by signals, and their reaction."""

    axes = Structural("world", "axes in which force and torque are given", choices=("world", "a", "b"))
    force = Input("N", "force on the part at b", shape=3, default=0.0)
    torque = Input("N.m", "torque on the part at b", shape=3, default=0.0)

    def in_world(self, load: Expr) -> Expr:
        """Return a load in the axes of the world."""
        frames = {"a": self.a, "b": self.b}
        return frames[self.axes].R @ load if self.axes in frames else load

    def equations(self) -> Equations:
        yield self.b.f == -self.in_world(self.force)
        yield self.b.t == -self.in_world(self.torque)


class FrameLoad(Block):
    """What known loads on a frame share."""

    frame = Frame("frame on which it acts")
    axes = Structural("world", "axes in which the load is given", choices=("world", "frame"))

    def in_world(self, load: Expr) -> Expr:
        """Return a load in the axes of the world."""
        return self.frame.R @ load if self.axes == "frame" else load


class Force(FrameLoad):
    """Force that follows a signal."""

    force = Input("N", "force on the part", shape=3)

    def equations(self) -> Equations:
        yield self.frame.f == -self.in_world(self.force)
        yield self.frame.t == 0


class Torque(FrameLoad):
    """Torque that follows a signal."""

    torque = Input("N.m", "torque on the part", shape=3)

    def equations(self) -> Equations:
        yield self.frame.t == -self.in_world(self.torque)
        yield self.frame.f == 0
