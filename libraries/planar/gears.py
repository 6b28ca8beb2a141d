"""Toothed wheels that mesh: their pitch circles roll on each other without slipping."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Output, Parameter
from blocks.functions import sqrt
from libraries.planar.geometry import beyond, difference, dot, moment, velocity
from libraries.planar.ports import Frame


class Mesh(Block):
    """What pairs of wheels share: at the pitch point both move alike across the line of their centres.

    The teeth push along the pitch circles only. They do not hold the centres: bearings do, or a carrier.
    """

    a = Frame("centre of one wheel")
    b = Frame("centre of the other wheel")
    radius_a = Parameter(0.05, "m", "radius of the pitch circle at frame a", min=1e-9)
    radius_b = Parameter(0.1, "m", "radius of the pitch circle at frame b", min=1e-9)
    force = Output("N", "force of the teeth on the wheel at frame a, to the left of the way from a to b")

    def share(self) -> Expr:
        """Return where the pitch point is on the way from a to b: 0 at a, 1 at b, or beyond."""
        raise NotImplementedError

    def equations(self) -> Equations:
        a, b = (self.a.x, self.a.y), (self.b.x, self.b.y)
        way = difference(b, a)
        distance = sqrt(dot(way, way))
        left = -way[1] / distance, way[0] / distance
        pitch = beyond(a, self.share(), way)
        # no statement about angles: a planet that has gone round its sun comes back turned
        yield dot(left, difference(velocity(self.a, pitch), velocity(self.b, pitch))) == 0
        fx, fy = self.force * left[0], self.force * left[1]
        yield self.a.fx == -fx
        yield self.a.fy == -fy
        yield self.a.tau == -moment(difference(pitch, a), fx, fy)
        yield self.b.fx == fx
        yield self.b.fy == fy
        yield self.b.tau == moment(difference(pitch, b), fx, fy)


class ExternalGear(Mesh):
    """Two toothed wheels side by side; they turn against each other. Bearings or a carrier hold their centres."""

    def share(self) -> Expr:
        return self.radius_a / (self.radius_a + self.radius_b)


class InternalGear(Mesh):
    """Toothed wheel inside a ring, whose centre is frame ``b``; bearings or a carrier hold their centres."""

    def share(self) -> Expr:
        return self.radius_a / (self.radius_a - self.radius_b)
