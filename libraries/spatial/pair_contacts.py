"""Contact of spheres and bars with each other."""

from __future__ import annotations

from blocks import Equations, Expr, Output, Parameter
from blocks.functions import clamp, cross, dot, sqrt
from libraries.contact import Contact, Touch
from libraries.spatial.contacts import velocity
from libraries.spatial.ports import Frame

FIRM = 1 + 1e-8  # a little more than 1 makes parallel bars touch in their middle, where they could anywhere


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

    def centres(self) -> tuple[Expr, Expr]:
        """Return the centres of the parts where they come closest to each other."""
        return self.a.r, self.b.r

    def equations(self) -> Equations:
        a, b = self.centres()
        way, reach = a - b, self.reach()
        # rounded where the centres meet, so that a direction always exists
        distance = sqrt(dot(way, way) + (1e-6 * reach) ** 2)
        n = way / distance
        place = b + (self.radius_b + self.gap / 2) * n
        speed = velocity(self.a, place) - velocity(self.b, place)
        approach = -dot(n, speed)
        slip = speed + approach * n
        yield self.gap == distance - reach
        # squares, because that of a distance is smooth where the parts pass each other
        is_touching = dot(way, way) <= reach**2
        yield self.normal_force == self.pressing(Touch(place, self.gap), approach, is_touching)
        yield self.friction == self.rubbing(self.normal_force, slip, dot(slip, slip))
        force = self.normal_force * n + self.friction
        yield self.a.f == -force
        yield self.a.t == -cross(place - self.a.r, force)
        yield self.b.f == force
        yield self.b.t == cross(place - self.b.r, force)


class SphereOnSphere(PairContact):
    """Two spheres that touch, each with its centre at its frame."""


class CapsuleOnCylinder(PairContact):
    """Bar with round ends that touches another one, such as a link of a snake on a peg, or two struts.

    Each has the centre of one end at its frame. Parallel bars touch in one point too, near the middle of the first.
    """

    r_a = Parameter([1.0, 0.0, 0.0], "m", "centre of the other end of the bar at frame a, seen from there")
    r_b = Parameter([0.0, 0.0, 1.0], "m", "centre of the other end of the bar at frame b, seen from there")

    def centres(self) -> tuple[Expr, Expr]:
        u, v, way = self.a.R @ self.r_a, self.b.R @ self.r_b, self.b.r - self.a.r
        # never zero, even if a bar has no length
        least = (1e-6 * self.reach()) ** 2
        uu, uv, vv = dot(u, u) + least, dot(u, v), dot(v, v) + least
        # closest points of the axes; C. Ericson, Real-Time Collision Detection, section 5.1.9
        to_u, to_v = dot(u, way) + (FIRM - 1) / 2 * uu, -dot(v, way) + (FIRM - 1) / 2 * vv
        on_u = clamp((FIRM * vv * to_u + uv * to_v) / (FIRM**2 * uu * vv - uv**2), 0, 1)
        on_v = clamp((on_u * uv - dot(v, way)) / vv, 0, 1)
        on_u = clamp((on_v * uv + dot(u, way)) / uu, 0, 1)
        return self.a.r + on_u * u, self.b.r + on_v * v
