"""Parts with mass. Inertia is about the centre of mass, in the axes of the body."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Parameter, Shared, Variable
from blocks.functions import cross, der, let, transpose, vector
from blocks.orientation import same_orientation
from libraries.spatial.free_joints import FreeMotion, PointMotion
from libraries.spatial.geometry import cardan_angles
from libraries.spatial.ports import Frame
from libraries.spatial.world import World


class Mass(Block):
    """What every mass shares: its place, its velocity and the gravity of the world."""

    free_port = "a"
    world = Shared(World, "gives gravity")
    a = Frame("frame on the body")
    position = Variable("m", "position of the centre of mass", shape=3)
    v = Variable("m/s", "velocity of the centre of mass", shape=3)

    def mass(self) -> Expr:
        """Return the mass."""
        raise NotImplementedError

    def equations(self) -> Equations:
        yield self.v == der(self.position)


class PointMass(Mass):
    """Mass without inertia; it moves freely, without turning, where nothing holds it.

    A ball joint alone does not hold its orientation: there, use ``Body``. Where springs meet without a mass, use
    ``PointMotion``.
    """

    free_motion = PointMotion
    m = Parameter(1.0, "kg", "mass", min=1e-12)

    def mass(self) -> Expr:
        return self.m

    def equations(self) -> Equations:
        yield self.position == self.a.r
        yield self.m * (der(self.v) - self.world.gravity_at(self.position)) == self.a.f
        yield self.a.t == 0


class LineMass(Mass):
    """Point mass on the line between two frames, such as that of a spring, a rope or a cylinder between them."""

    b = Frame("other end of the line")
    m = Parameter(1.0, "kg", "mass", min=0)
    fraction = Parameter(0.5, "1", "place on the line: 0 at a, 1 at b", min=0, max=1)

    def mass(self) -> Expr:
        return self.m

    def equations(self) -> Equations:
        yield self.position == (1 - self.fraction) * self.a.r + self.fraction * self.b.r
        # a lever: each end carries what is on its side
        push = self.m * (der(self.v) - self.world.gravity_at(self.position))
        yield self.a.f == (1 - self.fraction) * push
        yield self.b.f == self.fraction * push
        yield self.a.t == 0
        yield self.b.t == 0


class RigidBody(Mass):
    """What every body shares: Newton and Euler about its centre of mass. It moves freely where nothing holds it."""

    free_motion = FreeMotion
    w = Variable("rad/s", "angular velocity", shape=3)
    w_body = Variable("rad/s", "angular velocity in the axes of the body", shape=3)
    angles = Variable("rad", "turned about x, then the new y, then the new z", shape=3, display="deg")

    def centre(self) -> Expr:
        """Return the centre of mass, seen from frame a."""
        raise NotImplementedError

    def inertia(self) -> Expr:
        """Return the inertia matrix about the centre of mass, in the axes of the body."""
        raise NotImplementedError

    def force(self) -> Expr:
        """Return the force of all connected parts."""
        return self.a.f

    def torque(self) -> Expr:
        """Return the torque of all connected parts about the origin of frame a."""
        return self.a.t

    def equations(self) -> Equations:
        R, m, I = self.a.R, let("m", self.mass()), let("I", self.inertia())
        yield self.position == self.a.r + R @ self.centre()
        yield self.w == self.a.w
        yield self.w_body == transpose(R) @ self.w
        yield self.angles == cardan_angles(R)
        push = m * (der(self.v) - self.world.gravity_at(self.position))
        yield push == self.force()
        # Euler: the inertia is constant in the axes of the body
        w, rate = transpose(R) @ self.w, transpose(R) @ der(self.w)
        yield R @ (I @ rate + cross(w, I @ w)) + cross(self.position - self.a.r, push) == self.torque()


class AnyShape(RigidBody):
    """What bodies of any shape share: mass and inertia are given as numbers."""

    m = Parameter(1.0, "kg", "mass", min=0)
    r_cm = Parameter([0.0, 0.0, 0.0], "m", "centre of mass, seen from frame a")
    I = Parameter([0.001, 0.001, 0.001], "kg.m2", "moments of inertia about x, y and z, or the whole matrix")

    def mass(self) -> Expr:
        return self.m

    def centre(self) -> Expr:
        return self.r_cm

    def inertia(self) -> Expr:
        if len(self.I.shape) == 2:
            return self.I
        x, y, z = self.I
        return vector(vector(x, 0, 0), vector(0, y, 0), vector(0, 0, z))


class Body(AnyShape):
    """Rigid body of any shape with one frame."""


class TwoFrameBody(RigidBody):
    """What bodies with a frame at both ends share; both have the body's orientation."""

    b = Frame("frame at the other end")
    r = Parameter([1.0, 0.0, 0.0], "m", "position of frame b, seen from frame a")

    def force(self) -> Expr:
        return self.a.f + self.b.f

    def torque(self) -> Expr:
        return self.a.t + self.b.t + cross(self.b.r - self.a.r, self.b.f)

    def equations(self) -> Equations:
        yield self.b.r == self.a.r + self.a.R @ self.r
        yield same_orientation(self.b, self.a)


class Link(TwoFrameBody, AnyShape):
    """Rigid body of any shape with a frame at both ends."""
