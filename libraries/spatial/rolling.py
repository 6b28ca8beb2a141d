"""Rolling without slipping on a plane: the point that touches has no speed, whatever the direction."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Output, Parameter
from blocks.functions import cross, der, dot, norm
from libraries.spatial.geometry import Directed, tangents
from libraries.spatial.ports import Frame


class Rolling(Block):
    """What everything that rolls shares: it stays on the plane and its lowest point does not slip.

    The plane can push and pull, and hold against any sideways force: ``force`` tells whether a real one could.
    """

    joins_parts = False
    a = Frame("centre of the part that rolls")
    radius = Parameter(0.1, "m", "radius", min=1e-9)
    point = Parameter([0.0, 0.0, 0.0], "m", "any point of the plane")
    normal = Parameter([0.0, 0.0, 1.0], "1", "direction square to the plane; its length does not matter")
    force = Output("N", "force of the plane on the part", shape=3)

    def upward(self) -> Expr:
        """Return the direction square to the plane, with length one."""
        return self.normal / norm(self.normal)

    def arm(self) -> Expr:
        """Return the way from the centre to the lowest point."""
        raise NotImplementedError

    def equations(self) -> Equations:
        n, arm = self.upward(), self.arm()
        slip = der(self.a.r) + cross(self.a.w, arm)
        yield dot(n, self.a.r + arm - self.point) == 0
        # that it does not slip is no statement about positions: a ball comes back turned
        for direction in tangents(n):
            yield dot(direction, slip) == 0
        yield self.a.f == -self.force
        yield self.a.t == -cross(arm, self.force)


class RollingSphere(Rolling):
    """Sphere that rolls on a plane without slipping; it may spin on the spot."""

    def arm(self) -> Expr:
        return -self.radius * self.upward()


class RollingDisc(Rolling, Directed):
    """Thin disc or wheel that rolls on a plane on its edge without slipping; it may lean and turn on the spot."""

    def arm(self) -> Expr:
        axis, n = self.a.R @ self.axis_in_a(), self.upward()
        # down the disc, as steep as can be
        down = dot(n, axis) * axis - n
        return self.radius * down / norm(down)
