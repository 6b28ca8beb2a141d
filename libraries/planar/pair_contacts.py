"""Contact of discs and bars with each other."""

from __future__ import annotations

from blocks import Equations, Output, Parameter
from blocks.functions import clamp, cos, sin, sqrt
from libraries.contact import Contact, Touch
from libraries.planar.geometry import Pair, beyond, difference, dot, moment, velocity
from libraries.planar.ports import Frame


class PairContact(Contact):
    """What contacts of two round parts share. The forces act in the middle of the overlap."""

    a = Frame("frame on one part")
    b = Frame("frame on the other part")
    radius_a = Parameter(0.1, "m", "radius of the part at frame a", min=0)
    radius_b = Parameter(0.1, "m", "radius of the part at frame b", min=1e-9)
    gap = Output("m", "distance of the surfaces; negative is how deep they press into each other")
    normal_force = Output("N", "force with which they press on each other")
    friction = Output("N", "force on the part at frame a, to the right of the way there from b")

    def centres(self) -> tuple[Pair, Pair]:
        """Return the centres of the parts where they come closest to each other."""
        return (self.a.x, self.a.y), (self.b.x, self.b.y)

    def equations(self) -> Equations:
        a, b = self.centres()
        way, reach = difference(a, b), self.radius_a + self.radius_b
        # rounded where the centres meet, so that a direction always exists
        distance = sqrt(dot(way, way) + (1e-6 * reach) ** 2)
        n = way[0] / distance, way[1] / distance
        t = n[1], -n[0]
        place = beyond(b, self.radius_b + self.gap / 2, n)
        speed = difference(velocity(self.a, place), velocity(self.b, place))
        slip = dot(t, speed)
        yield self.gap == distance - reach
        # squares, because that of a distance is smooth where the parts pass each other
        is_touching = dot(way, way) <= reach**2
        yield self.normal_force == self.pressing(Touch(place, self.gap), -dot(n, speed), is_touching)
        yield self.friction == self.rubbing(self.normal_force, slip, slip**2)
        fx, fy = (n[i] * self.normal_force + t[i] * self.friction for i in (0, 1))
        yield self.a.fx == -fx
        yield self.a.fy == -fy
        yield self.a.tau == -moment(difference(place, (self.a.x, self.a.y)), fx, fy)
        yield self.b.fx == fx
        yield self.b.fy == fy
        yield self.b.tau == moment(difference(place, (self.b.x, self.b.y)), fx, fy)


class DiscOnDisc(PairContact):
    """Two discs that touch, each with its centre at its frame."""


class CapsuleOnDisc(PairContact):
    """Bar with round ends, along x of frame ``a``, that touches a disc, such as a link of a snake on a peg."""

    length = Parameter(1.0, "m", "length of the bar from centre to centre of its round ends", min=0)

    def centres(self) -> tuple[Pair, Pair]:
        start, disc, along = (self.a.x, self.a.y), (self.b.x, self.b.y), (cos(self.a.phi), sin(self.a.phi))
        return beyond(start, clamp(dot(along, difference(disc, start)), 0, self.length), along), disc
