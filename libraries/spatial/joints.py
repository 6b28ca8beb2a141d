"""Joints: what lets one frame move against another. An open drive is a passive joint."""

from __future__ import annotations

from blocks import Block, Equations, Parameter, Variable
from blocks.functions import cross, der, dot
from blocks.orientation import rotation, same_orientation, turn
from libraries.rotational.ports import Shaft
from libraries.spatial.geometry import Directed, X, Y
from libraries.spatial.ports import Frame
from libraries.translational.ports import Flange


class Joint(Block):
    """What all joints share: two frames and no mass, so that forces and torques pass through."""

    a = Frame("frame on the parent side")
    b = Frame("frame on the child side")

    def equations(self) -> Equations:
        yield self.a.f + self.b.f == 0
        yield self.a.t + self.b.t + cross(self.b.r - self.a.r, self.b.f) == 0


class Revolute(Joint, Directed):
    """Frame ``b`` turns about an axis of frame ``a``."""

    axis = Shaft("drive; leave open for a passive joint")
    damping = Parameter(0.0, "N.m.s", "viscous friction", min=0)
    phi = Variable("rad", "joint angle", state="prefer", display="deg")
    w = Variable("rad/s", "joint speed", state="prefer")

    def equations(self) -> Equations:
        n = self.axis_in_a()
        yield der(self.phi) == self.w
        yield self.b.r == self.a.r
        yield turn(self.b, self.a, rotation(n, self.phi), n * self.w)
        yield dot(self.a.R @ n, self.b.t) + self.axis.tau == self.damping * self.w
        yield self.axis.phi == self.phi


class Prismatic(Joint, Directed):
    """Frame ``b`` slides along an axis of frame ``a`` and stays parallel to it."""

    axis = Flange("drive; leave open for a passive joint")
    damping = Parameter(0.0, "N.s/m", "viscous friction", min=0)
    s = Variable("m", "joint position", state="prefer")
    v = Variable("m/s", "joint speed", state="prefer")

    def equations(self) -> Equations:
        n = self.a.R @ self.axis_in_a()
        yield der(self.s) == self.v
        yield self.b.r == self.a.r + n * self.s
        yield same_orientation(self.b, self.a)
        yield dot(n, self.b.f) + self.axis.f == self.damping * self.v
        yield self.axis.s == self.s


class Cylindrical(Joint, Directed):
    """Frame ``b`` turns about an axis of frame ``a`` and slides along it."""

    shaft = Shaft("drive of the rotation; leave open for a passive joint")
    flange = Flange("drive of the sliding; leave open for a passive joint")
    phi = Variable("rad", "joint angle", state="prefer", display="deg")
    w = Variable("rad/s", "joint speed about the axis", state="prefer")
    s = Variable("m", "joint position", state="prefer")
    v = Variable("m/s", "joint speed along the axis", state="prefer")

    def equations(self) -> Equations:
        n = self.axis_in_a()
        yield der(self.phi) == self.w
        yield der(self.s) == self.v
        yield self.b.r == self.a.r + self.a.R @ n * self.s
        yield turn(self.b, self.a, rotation(n, self.phi), n * self.w)
        yield dot(self.a.R @ n, self.b.t) + self.shaft.tau == 0
        yield dot(self.a.R @ n, self.b.f) + self.flange.f == 0
        yield self.shaft.phi == self.phi
        yield self.flange.s == self.s


class Universal(Joint):
    """Cross joint: frame ``b`` turns about the x axis of frame ``a``, then about its own y axis."""

    axis_a = Shaft("drive about x of frame a; leave open for a passive joint")
    axis_b = Shaft("drive about y of frame b; leave open for a passive joint")
    phi_a = Variable("rad", "angle about x of frame a", state="prefer", display="deg")
    phi_b = Variable("rad", "angle about y of frame b", state="prefer", display="deg")
    w_a = Variable("rad/s", "speed about x of frame a", state="prefer")
    w_b = Variable("rad/s", "speed about y of frame b", state="prefer")

    def equations(self) -> Equations:
        first, second = rotation(X, self.phi_a), rotation(Y, self.phi_b)
        yield der(self.phi_a) == self.w_a
        yield der(self.phi_b) == self.w_b
        yield self.b.r == self.a.r
        yield turn(self.b, self.a, first @ second, X * self.w_a + first @ Y * self.w_b)
        yield dot(self.a.R @ X, self.b.t) + self.axis_a.tau == 0
        yield dot(self.b.R @ Y, self.b.t) + self.axis_b.tau == 0
        yield self.axis_a.phi == self.phi_a
        yield self.axis_b.phi == self.phi_b


class Planar(Joint):
    """Frame ``b`` moves in the x-y plane of frame ``a`` and turns about its z axis."""

    x = Variable("m", "position along x of frame a", state="prefer")
    y = Variable("m", "position along y of frame a", state="prefer")
    phi = Variable("rad", "angle about z of frame a", state="prefer", display="deg")
    vx = Variable("m/s", "speed along x of frame a", state="prefer")
    vy = Variable("m/s", "speed along y of frame a", state="prefer")
    w = Variable("rad/s", "speed about z of frame a", state="prefer")

    def equations(self) -> Equations:
        ex, ey, ez = self.a.R[:, 0], self.a.R[:, 1], self.a.R[:, 2]
        z = [0.0, 0.0, 1.0]
        yield der(self.x) == self.vx
        yield der(self.y) == self.vy
        yield der(self.phi) == self.w
        yield self.b.r == self.a.r + ex * self.x + ey * self.y
        yield turn(self.b, self.a, rotation(z, self.phi), [0, 0, self.w])
        yield dot(ex, self.b.f) == 0
        yield dot(ey, self.b.f) == 0
        yield dot(ez, self.b.t) == 0
