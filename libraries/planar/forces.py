"""Forces on frames, and springs and dampers along the line between two frames."""

from __future__ import annotations

from blocks import Block, Equations, Input, Parameter, Variable
from blocks.functions import der, sqrt
from libraries.planar.geometry import Pair, rotated
from libraries.planar.ports import Frame
from libraries.translational.ports import Flange


class WorldForce(Block):
    """Force and torque on a frame, given in the axes of the world."""

    a = Frame("frame the force acts on")
    fx = Input("N", "force along the world's x axis", default=0.0)
    fy = Input("N", "force along the world's y axis", default=0.0)
    tau = Input("N.m", "torque, counter-clockwise", default=0.0)

    def equations(self) -> Equations:
        yield self.a.fx == -self.fx
        yield self.a.fy == -self.fy
        yield self.a.tau == -self.tau


class FrameForce(Block):
    """Force and torque on a frame, given in the frame's own axes: a thruster."""

    a = Frame("frame the force acts on")
    fx = Input("N", "force along the frame's x axis", default=0.0)
    fy = Input("N", "force along the frame's y axis", default=0.0)
    tau = Input("N.m", "torque, counter-clockwise", default=0.0)

    def equations(self) -> Equations:
        force = rotated([self.fx, self.fy], self.a.phi)
        yield self.a.fx == -force[0]
        yield self.a.fy == -force[1]
        yield self.a.tau == -self.tau


class Line(Block):
    """What all that acts along the line between two frames shares: the length of the line."""

    a = Frame("frame at one end")
    b = Frame("frame at the other end")
    shortest = Parameter(1e-6, "m", "rounding of the length, so that it stays smooth where the ends meet", min=0)
    length = Variable("m", "distance between the ends", start=1.0)

    def along(self) -> Pair:
        """Return the unit vector from ``a`` to ``b``."""
        return (self.b.x - self.a.x) / self.length, (self.b.y - self.a.y) / self.length

    def equations(self) -> Equations:
        dx, dy = self.b.x - self.a.x, self.b.y - self.a.y
        yield self.length == sqrt(dx**2 + dy**2 + self.shortest**2)
        yield self.a.tau == 0
        yield self.b.tau == 0


class LineForce(Line):
    """Carries a translational part, such as a cylinder, along the line between two frames.

    The part hangs between the two flanges: ``near`` stays at zero, ``far`` is at the distance of the frames.
    """

    near = Flange("end of the part at frame a")
    far = Flange("end of the part at frame b")

    def equations(self) -> Equations:
        ex, ey = self.along()
        yield self.near.s == 0
        yield self.far.s == self.length
        yield self.a.fx == -self.near.f * ex
        yield self.a.fy == -self.near.f * ey
        yield self.b.fx == -self.far.f * ex
        yield self.b.fy == -self.far.f * ey


class Tension(Line):
    """What springs and dampers between two frames share: a force that pulls the ends together."""

    f = Variable("N", "tension, positive when pulling")

    def equations(self) -> Equations:
        ex, ey = self.along()
        yield self.b.fx == self.f * ex
        yield self.b.fy == self.f * ey
        yield self.a.fx + self.b.fx == 0
        yield self.a.fy + self.b.fy == 0


class Spring(Tension):
    """Linear spring between two frames."""

    stiffness = Parameter(100.0, "N/m", "force per extension", min=0)
    free_length = Parameter(0.0, "m", "length without force", min=0)

    def equations(self) -> Equations:
        yield self.f == self.stiffness * (self.length - self.free_length)


class VariableSpring(Tension):
    """Spring between two frames whose stiffness is given by a signal."""

    stiffness = Input("N/m", "force per extension")
    free_length = Parameter(0.0, "m", "length without force", min=0)

    def equations(self) -> Equations:
        yield self.f == self.stiffness * (self.length - self.free_length)


class Damper(Tension):
    """Linear damper between two frames."""

    damping = Parameter(1.0, "N.s/m", "force per speed", min=0)
    v = Variable("m/s", "speed at which the ends part")

    def equations(self) -> Equations:
        yield self.v == der(self.length)
        yield self.f == self.damping * self.v


class SpringDamper(Tension):
    """Linear spring and damper side by side between two frames."""

    stiffness = Parameter(100.0, "N/m", "force per extension", min=0)
    free_length = Parameter(0.0, "m", "length without force", min=0)
    damping = Parameter(1.0, "N.s/m", "force per speed", min=0)
    v = Variable("m/s", "speed at which the ends part")

    def equations(self) -> Equations:
        yield self.v == der(self.length)
        yield self.f == self.stiffness * (self.length - self.free_length) + self.damping * self.v


class TorsionSpring(Block):
    """Spring and damper against the turning of one frame against another, as in a flexible joint."""

    a = Frame("frame on one side")
    b = Frame("frame on the other side")
    stiffness = Parameter(1.0, "N.m/rad", "torque per twist", min=0)
    free_angle = Parameter(0.0, "rad", "angle of frame b against frame a without torque", display="deg")
    damping = Parameter(0.0, "N.m.s/rad", "torque per speed", min=0)
    phi = Variable("rad", "angle of frame b against frame a", display="deg")

    def equations(self) -> Equations:
        yield self.phi == self.b.phi - self.a.phi
        yield self.b.tau == self.stiffness * (self.phi - self.free_angle) + self.damping * der(self.phi)
        yield self.a.tau + self.b.tau == 0
        # a torque only
        yield self.a.fx == 0
        yield self.a.fy == 0
        yield self.b.fx == 0
        yield self.b.fy == 0
