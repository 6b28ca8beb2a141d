"""Contact of discs, bars and arcs with a straight line."""

from __future__ import annotations

from blocks import Equations, Expr, Output, Parameter, Structural
from blocks.functions import cos, maximum, minimum, no_event, sign, sin, where
from libraries.contact import Contact, Touch, arc_shares, each
from libraries.planar.geometry import Pair, beyond, difference, dot, moment, rotated, velocity
from libraries.planar.ports import Frame


class LineContact(Contact):
    """What contacts with a straight line share. The forces act on the line itself."""

    a = Frame("frame on the part")
    point = Parameter([0.0, 0.0], "m", "any point of the line")
    slope = Parameter(0.0, "rad", "angle of the line from the world's x axis; the part is on its left", display="deg")
    gap = Output("m", "distance from the line; negative is how deep the part presses into it")
    normal_force = Output("N", "force of the line on the part, square to the line")
    friction = Output("N", "force of the line on the part, along the line")

    def along(self) -> Pair:
        """Return the direction of the line."""
        return cos(self.slope), sin(self.slope)

    def square(self) -> Pair:
        """Return the direction away from the line."""
        return -sin(self.slope), cos(self.slope)

    def height(self, place: Pair) -> Expr:
        """Return how far a place is above the line."""
        return dot(self.square(), difference(place, (self.point[0], self.point[1])))

    def foot(self, place: Pair) -> Pair:
        """Return the point of the line below a place."""
        return beyond(place, -self.height(place), self.square())

    def touches(self) -> list[Touch[Pair]]:
        """Return where the part may touch the line."""
        raise NotImplementedError

    def equations(self) -> Equations:
        t, n, touches = self.along(), self.square(), self.touches()
        outputs = self.gap, self.normal_force, self.friction
        loads = []
        for touch, gap, normal_force, friction in zip(touches, *(each(item, touches) for item in outputs), strict=True):
            speed = velocity(self.a, touch.place)
            slip = dot(t, speed)
            yield gap == touch.gap
            yield normal_force == self.pressing(touch, -dot(n, speed), touch.gap <= 0)
            yield friction == self.rubbing(normal_force, slip, slip**2)
            fx, fy = (n[i] * normal_force + t[i] * friction for i in (0, 1))
            loads.append((fx, fy, moment(difference(touch.place, (self.a.x, self.a.y)), fx, fy)))
        fx, fy, tau = (sum(items[1:], items[0]) for items in zip(*loads, strict=True))
        yield self.a.fx == -fx
        yield self.a.fy == -fy
        yield self.a.tau == -tau


class DiscOnLine(LineContact):
    """Disc, with its centre at the frame, on a straight line."""

    radius = Parameter(0.1, "m", "radius", min=0)

    def touches(self) -> list[Touch[Pair]]:
        centre = self.a.x, self.a.y
        return [Touch(self.foot(centre), self.height(centre) - self.radius)]


class CapsuleOnLine(LineContact):
    """Bar with round ends, along x of the frame, on a straight line that carries it at both ends."""

    length = Parameter(1.0, "m", "length from centre to centre of the round ends", min=0)
    radius = Parameter(0.1, "m", "radius of bar and ends", min=0)
    gap = Output("m", "distance of each end from the line; negative is how deep it presses into it", shape=2)
    normal_force = Output("N", "force of the line on each end, square to the line", shape=2)
    friction = Output("N", "force of the line on each end, along the line", shape=2)

    def touches(self) -> list[Touch[Pair]]:
        near = self.a.x, self.a.y
        far = beyond(near, self.length, (cos(self.a.phi), sin(self.a.phi)))
        return [Touch(self.foot(end), self.height(end) - self.radius) for end in (near, far)]


class ArcOnLine(LineContact):
    """Arc of a circle, such as a part of a rim, on a straight line. Arcs end to end roll like the whole circle.

    Where the arc stands on one of its ends, that end presses with half of the stiffness, since the next arc ends there
    too and has the other half (``shared``). An arc that is alone, or overlaps the next, presses with all of it
    (``own``).
    """

    radius = Parameter(0.1, "m", "radius", min=0)
    centre = Parameter([0.0, 0.0], "m", "centre of the circle, seen from the frame")
    direction = Parameter(0.0, "rad", "direction from there to the middle of the arc, in the frame", display="deg")
    half_angle = Parameter(0.3, "rad", "angle from the middle to an end", min=1e-3, max=1.5, display="deg")
    ends = Structural("shared", "whether an end is shared with the next arc", choices=("shared", "own"))

    def touches(self) -> list[Touch[Pair]]:
        n, t = self.square(), self.along()
        middle = beyond((self.a.x, self.a.y), 1.0, rotated(self.centre, self.a.phi))
        angle = self.a.phi + self.direction
        # directions of the points that may press, seen from the centre of the circle
        low = -n[0], -n[1]
        right, left = ((cos(angle + turn), sin(angle + turn)) for turn in (self.half_angle, -self.half_angle))
        heights = [self.height(middle) + self.radius * dot(n, point) for point in (low, right, left)]
        shares = arc_shares(sign(dot(t, right)), -sign(dot(t, left)), shared=self.ends == "shared")
        parts = [share * maximum(-height, 0) for share, height in zip(shares, heights, strict=True)]
        depth = parts[0] + parts[1] + parts[2]
        # all their forces make one, where their moments balance; the least depth avoids 0 / 0 in the air
        place = middle
        for point, part in zip((low, right, left), parts, strict=True):
            place = beyond(place, self.radius * part / maximum(depth, 1e-6 * self.onset), point)
        gap = no_event(where(shares[0] > 0, heights[0], minimum(heights[1], heights[2])))
        return [Touch(self.foot(place), gap, depth, maximum(-heights[0], 0))]
