"""Contact of discs, capsules and arcs with a straight line and with each other."""

from __future__ import annotations

from collections.abc import Sequence

from blocks import Equations, Expr, Output, Parameter
from blocks.functions import clamp, cos, der, maximum, minimum, no_event, sign, sin, sqrt, where
from libraries.contact import Contact
from libraries.planar.geometry import Pair, moment, rotated
from libraries.planar.ports import Frame


def dot(u: Pair, v: Pair) -> Expr:
    """Return the scalar product of two vectors."""
    return u[0] * v[0] + u[1] * v[1]


def velocity(frame: Frame, place: Pair) -> Pair:
    """Return the velocity of a place that moves with a frame."""
    w = der(frame.phi)
    return der(frame.x) - w * (place[1] - frame.y), der(frame.y) + w * (place[0] - frame.x)


class LineContact(Contact):
    """What contacts with a straight line share. The forces act on the line itself."""

    a = Frame("frame on the part")
    point = Parameter([0.0, 0.0], "m", "any point of the line")
    slope = Parameter(0.0, "rad", "angle of the line from the world's x axis; the part is on its left", display="deg")
    friction = Output("N", "force of the line on the part, along the line")

    def along(self) -> Pair:
        """Return the direction of the line."""
        return cos(self.slope), sin(self.slope)

    def square(self) -> Pair:
        """Return the direction away from the line."""
        return -sin(self.slope), cos(self.slope)

    def height(self, place: Pair) -> Expr:
        """Return how far a place is above the line."""
        return dot(self.square(), (place[0] - self.point[0], place[1] - self.point[1]))

    def foot(self, place: Pair) -> Pair:
        """Return the point of the line below a place."""
        n, height = self.square(), self.height(place)
        return place[0] - n[0] * height, place[1] - n[1] * height

    def forces(self, place: Pair, depth: Expr, deepest: Expr | None = None) -> Pair:
        """Return normal force and friction at a place of the line."""
        speed = velocity(self.a, place)
        slip = dot(self.along(), speed)
        normal = self.pressing(depth, -dot(self.square(), speed), deepest)
        return normal, self.rubbing(normal, slip, slip**2)

    def load(self, *touches: tuple[Pair, Expr, Expr]) -> Equations:
        """Yield what places on the line, each with its normal force and friction, do to the frame."""
        n, t = self.square(), self.along()
        fx = [n[0] * normal + t[0] * friction for _, normal, friction in touches]
        fy = [n[1] * normal + t[1] * friction for _, normal, friction in touches]
        arms = [(place[0] - self.a.x, place[1] - self.a.y) for place, _, _ in touches]
        yield self.a.fx == -total(fx)
        yield self.a.fy == -total(fy)
        yield self.a.tau == -total([moment(arm, x, y) for arm, x, y in zip(arms, fx, fy, strict=True)])


def total(items: Sequence[Expr]) -> Expr:
    """Return the sum of expressions."""
    first, *others = items
    for item in others:
        first = first + item
    return first


class DiscOnLine(LineContact):
    """Disc, with its centre at the frame, on a straight line."""

    radius = Parameter(0.1, "m", "radius", min=0)

    def equations(self) -> Equations:
        place = self.foot((self.a.x, self.a.y))
        normal, friction = self.forces(place, -self.gap)
        yield self.gap == self.height((self.a.x, self.a.y)) - self.radius
        yield self.normal_force == normal
        yield self.friction == friction
        yield from self.load((place, self.normal_force, self.friction))


class CapsuleOnLine(LineContact):
    """Bar with round ends on a straight line, which carries it at both ends."""

    length = Parameter(1.0, "m", "length along x of the frame, from centre to centre of the round ends", min=0)
    radius = Parameter(0.1, "m", "radius", min=0)
    gap = Output("m", "distance of each end from the line; negative is the depth to which it presses into it", shape=2)
    normal_force = Output("N", "force of the line on each end, square to the line", shape=2)
    friction = Output("N", "force of the line on each end, along the line", shape=2)

    def equations(self) -> Equations:
        x, y = rotated([self.length, 0], self.a.phi)
        ends = (self.a.x, self.a.y), (self.a.x + x, self.a.y + y)
        touches = []
        for k, end in enumerate(ends):
            place = self.foot(end)
            normal, friction = self.forces(place, -self.gap[k])
            yield self.gap[k] == self.height(end) - self.radius
            yield self.normal_force[k] == normal
            yield self.friction[k] == friction
            touches.append((place, self.normal_force[k], self.friction[k]))
        yield from self.load(*touches)


class ArcOnLine(LineContact):
    """Arc of a circle that bulges outwards, such as a part of a rim, on a straight line.

    An end below the line is half of a corner: the arc that goes on there carries the other half. So arcs on end roll
    like the whole circle, and where two make a corner it carries as much as the rim does elsewhere: the lowest point
    presses with the full stiffness, an end with half of it, and that of the arc itself lacks what its neighbour adds.
    All of it is one force in the middle of the pressure, and has a potential.
    """

    radius = Parameter(0.1, "m", "radius", min=0)
    centre = Parameter([0.0, 0.0], "m", "centre of the circle, seen from the frame")
    direction = Parameter(0.0, "rad", "direction from there to the middle of the arc, in the frame", display="deg")
    half_angle = Parameter(0.3, "rad", "angle from the middle to an end", min=0, max=1.5, display="deg")

    def equations(self) -> Equations:
        x, y = rotated(self.centre, self.a.phi)
        middle = self.a.x + x, self.a.y + y
        angle = self.a.phi + self.direction
        # in the axes of the line, seen from the centre of the circle
        height = self.height(middle)
        right, left = (
            rotated([self.radius, 0], angle + turn - self.slope) for turn in (self.half_angle, -self.half_angle)
        )
        low, low_right, low_left = (maximum(-height - y, 0) for y in (-self.radius, right[1], left[1]))
        on_right, on_left = sign(right[0]), sign(left[0])
        is_between = maximum(on_right - on_left, 0) / 2
        depth = is_between * low - on_right * low_right / 2 + on_left * low_left / 2
        lever = on_left * low_left * left[0] / 2 - on_right * low_right * right[0] / 2
        # the tiny length only matters where there is no depth at all
        shift = lever / (depth + 1e-9 * self.onset)
        foot, t = self.foot(middle), self.along()
        place = foot[0] + shift * t[0], foot[1] + shift * t[1]
        normal, friction = self.forces(place, depth, low)
        lowest = no_event(where(is_between > 0, -self.radius, minimum(right[1], left[1])))
        yield self.gap == height + lowest
        yield self.normal_force == normal
        yield self.friction == friction
        yield from self.load((place, self.normal_force, self.friction))


class PairContact(Contact):
    """What contacts of two parts share. The forces act in the middle of the overlap."""

    a = Frame("frame on one part")
    b = Frame("frame on the other part")
    radius_a = Parameter(0.1, "m", "radius of the part at frame a", min=0)
    radius_b = Parameter(0.1, "m", "radius of the disc at frame b", min=1e-9)
    friction = Output("N", "force on the part at frame a, square to the way from b and to the right of it")

    def centre(self) -> Pair:
        """Return the point about which the part at frame a is round where it comes closest."""
        return self.a.x, self.a.y

    def equations(self) -> Equations:
        x, y = self.centre()
        way, reach = (x - self.b.x, y - self.b.y), self.radius_a + self.radius_b
        # rounded where the centres meet, so that a direction always exists
        distance = sqrt(dot(way, way) + (1e-6 * reach) ** 2)
        n = way[0] / distance, way[1] / distance
        t = n[1], -n[0]
        yield self.gap == distance - reach
        out = self.radius_b + self.gap / 2
        place = self.b.x + out * n[0], self.b.y + out * n[1]
        va, vb = velocity(self.a, place), velocity(self.b, place)
        speed = va[0] - vb[0], va[1] - vb[1]
        slip = dot(t, speed)
        yield self.normal_force == self.pressing(-self.gap, -dot(n, speed), guard=reach**2 - dot(way, way))
        yield self.friction == self.rubbing(self.normal_force, slip, slip**2)
        fx = n[0] * self.normal_force + t[0] * self.friction
        fy = n[1] * self.normal_force + t[1] * self.friction
        for frame, force in ((self.a, (fx, fy)), (self.b, (-fx, -fy))):
            yield frame.fx == -force[0]
            yield frame.fy == -force[1]
            yield frame.tau == -moment((place[0] - frame.x, place[1] - frame.y), *force)


class DiscOnDisc(PairContact):
    """Two discs, each with its centre at its frame."""


class CapsuleOnDisc(PairContact):
    """Bar with round ends against a disc, such as a link of a snake against a peg."""

    length = Parameter(1.0, "m", "length along x of frame a, from centre to centre of the round ends", min=0)

    def centre(self) -> Pair:
        e = cos(self.a.phi), sin(self.a.phi)
        way = clamp(dot(e, (self.b.x - self.a.x, self.b.y - self.a.y)), 0, self.length)
        return self.a.x + way * e[0], self.a.y + way * e[1]
