"""Parts with mass. Their ``x`` and ``y`` are the centre of mass; inertia is about that point."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Parameter, Shared, Variable
from blocks.functions import cos, der, sin
from libraries.planar.geometry import Pair, moment, rotated
from libraries.planar.ports import Frame
from libraries.planar.world import World


class Mass(Block):
    """What every mass shares: its place, its speed, and the gravity of the world."""

    world = Shared(World, "gives gravity")
    m = Parameter(1.0, "kg", "mass", min=0)
    x = Variable("m", "position of the centre of mass along x")
    y = Variable("m", "position of the centre of mass along y")
    vx = Variable("m/s", "speed of the centre of mass along x")
    vy = Variable("m/s", "speed of the centre of mass along y")

    def equations(self) -> Equations:
        yield self.vx == der(self.x)
        yield self.vy == der(self.y)


class TurningMass(Mass):
    """What every mass with extension shares: it also turns."""

    phi = Variable("rad", "angle from the world's x axis", display="deg")
    w = Variable("rad/s", "angular speed")

    def inertia(self) -> Expr:
        """Return the moment of inertia about the centre of mass."""
        raise NotImplementedError

    def equations(self) -> Equations:
        yield self.w == der(self.phi)


class PointMass(Mass):
    """Mass without inertia. Needs a part that holds its angle: hung on springs alone, use ``Body``."""

    a = Frame("frame at the mass")

    def equations(self) -> Equations:
        yield self.x == self.a.x
        yield self.y == self.a.y
        yield self.m * der(self.vx) == self.a.fx + self.m * self.world.g[0]
        yield self.m * der(self.vy) == self.a.fy + self.m * self.world.g[1]
        yield self.a.tau == 0


class Body(TurningMass):
    """Rigid body with its frame at the centre of mass; free to move unless something holds it."""

    a = Frame("frame at the centre of mass")
    I = Parameter(0.1, "kg.m2", "moment of inertia about the centre of mass", min=0)

    def inertia(self) -> Expr:
        return self.I

    def equations(self) -> Equations:
        yield self.x == self.a.x
        yield self.y == self.a.y
        yield self.phi == self.a.phi
        yield self.m * der(self.vx) == self.a.fx + self.m * self.world.g[0]
        yield self.m * der(self.vy) == self.a.fy + self.m * self.world.g[1]
        yield self.inertia() * der(self.w) == self.a.tau


class TwoFrameBody(TurningMass):
    """What rigid bodies with a frame at both ends share; subclasses say where the ends are."""

    a = Frame("frame at one end")
    b = Frame("frame at the other end")

    def arms(self) -> tuple[Pair, Pair]:
        """Return the ways from ``a`` to the centre of mass and from there to ``b``, in the axes of the world."""
        raise NotImplementedError

    def equations(self) -> Equations:
        to_centre, to_b = self.arms()
        yield self.x == self.a.x + to_centre[0]
        yield self.y == self.a.y + to_centre[1]
        yield self.phi == self.a.phi
        yield self.b.x == self.x + to_b[0]
        yield self.b.y == self.y + to_b[1]
        yield self.b.phi == self.phi
        # Newton and Euler at the centre of mass
        yield self.m * der(self.vx) == self.a.fx + self.b.fx + self.m * self.world.g[0]
        yield self.m * der(self.vy) == self.a.fy + self.b.fy + self.m * self.world.g[1]
        moments = moment(to_b, self.b.fx, self.b.fy) - moment(to_centre, self.a.fx, self.a.fy)
        yield self.inertia() * der(self.w) == self.a.tau + self.b.tau + moments


class Link(TwoFrameBody):
    """Rigid link of any shape; both frames have its orientation."""

    r = Parameter([1.0, 0.0], "m", "place of frame b, seen from frame a")
    r_cm = Parameter([0.5, 0.0], "m", "place of the centre of mass, seen from frame a")
    I = Parameter(0.1, "kg.m2", "moment of inertia about the centre of mass", min=0)

    def arms(self) -> tuple[Pair, Pair]:
        return rotated(self.r_cm, self.phi), rotated(self.r - self.r_cm, self.phi)

    def inertia(self) -> Expr:
        return self.I


class Rod(TwoFrameBody):
    """Thin uniform rod along the x axis of its frames, from ``a`` to ``b``."""

    length = Parameter(1.0, "m", "length", min=0)

    def arms(self) -> tuple[Pair, Pair]:
        half = self.length / 2
        arm = half * cos(self.phi), half * sin(self.phi)
        return arm, arm

    def inertia(self) -> Expr:
        return self.m * self.length**2 / 12
