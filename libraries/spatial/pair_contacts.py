"""Contact of spheres and bars with each other."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Output, Parameter
from blocks.functions import clamp, cross, dot, norm, sqrt
from libraries.contact import Contact, Touch
from libraries.spatial.contacts import velocity
from libraries.spatial.ports import Frame
from libraries.spatial.sensors import PairSensor

PULL = 1e-8  # how strongly, beside their distance, the closest points of two bars are drawn to the middles


class PairContact(Contact):
    """What contacts of two round parts share. The forces act in the middle of the overlap."""

    a = Frame("frame on one part")
    b = Frame("frame on the other part")
    radius_a = Parameter(0.1, "m", "radius of the part at frame a", min=0)
    radius_b = Parameter(0.1, "m", "radius of the part at frame b", min=1e-9)
    gap = Output("m", "distance of the surfaces; negative is how deep they press into each other")
    normal_force = Output("N", "force with which they press on each other")
    friction = Output("N", "force on the part at frame a, along the surfaces", shape=3)

    def reach(self) -> Expr:
        """Return the distance of the centres at which the parts touch."""
        return self.radius_a + self.radius_b

    def closest(self) -> tuple[Expr, Expr, Expr | float]:
        """Return the centres of the parts where they come closest to each other, and what to add to the square."""
        return self.a.r, self.b.r, 0.0

    def equations(self) -> Equations:
        a, b, more = self.closest()
        way, reach = a - b, self.reach()
        square = dot(way, way) + more
        # rounded where the centres meet, so that a direction always exists
        distance = sqrt(square + (1e-6 * reach) ** 2)
        n = way / distance
        place = b + (self.radius_b + self.gap / 2) * n
        speed = velocity(self.a, place) - velocity(self.b, place)
        approach = -dot(n, speed)
        slip = speed + approach * n
        yield self.gap == distance - reach
        # squares, because that of a distance is smooth where the parts pass each other
        is_touching = square <= reach**2
        yield self.normal_force == self.pressing(Touch(place, self.gap), approach, is_touching)
        yield self.friction == self.rubbing(self.normal_force, slip, dot(slip, slip))
        force = self.normal_force * n + self.friction
        yield self.a.f == -force
        yield self.a.t == -cross(place - self.a.r, force)
        yield self.b.f == force
        yield self.b.t == cross(place - self.b.r, force)


class SphereOnSphere(PairContact):
    """Two spheres that touch, each with its centre at its frame."""


class Bars(Block):
    """Two straight bars, each from its frame to another point."""

    a = Frame("frame on one part")
    b = Frame("frame on the other part")
    r_a = Parameter([1.0, 0.0, 0.0], "m", "centre of the other end of the bar at frame a, seen from there")
    r_b = Parameter([0.0, 0.0, 1.0], "m", "centre of the other end of the bar at frame b, seen from there")

    def nearest(self, least: Expr | float) -> tuple[Expr, Expr, Expr]:
        """Return the centres of the bars where they come closest, and what was added to the square of the distance.

        ``least`` is the square of a length that is nothing beside the bars, for those that have none themselves.
        """
        u, v, way = self.a.R @ self.r_a, self.b.R @ self.r_b, self.b.r - self.a.r
        pull_u, pull_v = PULL * dot(u, u) + least, PULL * dot(v, v) + least
        # the places s and t on the bars, 0 to 1, make the smallest possible square of a distance, to which
        # pull_u (s - 1/2)^2 + pull_v (t - 1/2)^2 belongs. So the force is its gradient, and no energy is created
        uu, uv, vv = dot(u, u) + pull_u, dot(u, v), dot(v, v) + pull_v
        to_u, to_v = dot(u, way) + pull_u / 2, -dot(v, way) + pull_v / 2
        # three steps find the smallest value in a square; C. Ericson, Real-Time Collision Detection, section 5.1.9.
        # The first is (vv to_u + uv to_v) / (uu vv - uv^2), by cross products, which are exact for parallel bars
        square = cross(u, v)
        above = dot(square, cross(way, v)) + pull_v * (dot(u, way) + uv / 2) + vv * pull_u / 2
        s = clamp(above / (dot(square, square) + pull_u * dot(v, v) + pull_v * uu), 0, 1)
        t = clamp((s * uv + to_v) / vv, 0, 1)
        s = clamp((t * uv + to_u) / uu, 0, 1)
        return self.a.r + s * u, self.b.r + t * v, pull_u * (s - 0.5) ** 2 + pull_v * (t - 0.5) ** 2


class CapsuleOnCylinder(Bars, PairContact):
    """Bar with round ends that touches another one, such as a link of a snake on a peg, or two struts.

    Each has the centre of one end at its frame. Parallel bars touch in one point too, halfway between their middles.
    """

    def closest(self) -> tuple[Expr, Expr, Expr | float]:
        # never zero, even if a bar has no length
        return self.nearest((1e-6 * self.reach()) ** 2)


class BarDistance(Bars, PairSensor):
    """Distance between two round bars, such as struts that must not touch; below zero they would overlap."""

    radius_a = Parameter(0.01, "m", "radius of the bar at frame a", min=0)
    radius_b = Parameter(0.01, "m", "radius of the bar at frame b", min=1e-9)
    distance = Output("m", "least distance between their surfaces")

    def equations(self) -> Equations:
        reach = self.radius_a + self.radius_b
        a, b, _ = self.nearest((1e-6 * reach) ** 2)
        yield self.distance == norm(a - b) - reach
