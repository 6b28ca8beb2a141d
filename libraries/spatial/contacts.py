"""Contact of spheres, bars and arcs with a plane."""

from __future__ import annotations

from blocks import Equations, Expr, Output, Parameter, Structural
from blocks.functions import cos, cross, der, dot, maximum, minimum, no_event, norm, sign, sin, sqrt, vector, where
from libraries.contact import Contact, Touch, arc_shares, each
from libraries.spatial.ports import Frame


def velocity(frame: Frame, place: Expr) -> Expr:
    """Return the velocity of a place that moves with a frame."""
    return der(frame.r) + cross(frame.w, place - frame.r)


class PlaneContact(Contact):
    """What contacts with a plane share. The forces act on the plane itself."""

    a = Frame("frame on the part")
    point = Parameter([0.0, 0.0, 0.0], "m", "any point of the plane")
    normal = Parameter([0.0, 0.0, 1.0], "1", "direction square to the plane; its length does not matter")
    gap = Output("m", "distance from the plane; negative is how deep the part presses into it")
    normal_force = Output("N", "force of the plane on the part, square to the plane")
    friction = Output("N", "force of the plane on the part, along the plane", shape=3)

    def upward(self) -> Expr:
        """Return the direction away from the plane, with length one."""
        return self.normal / norm(self.normal)

    def height(self, place: Expr) -> Expr:
        """Return how far a place is above the plane."""
        return dot(self.upward(), place - self.point)

    def foot(self, place: Expr) -> Expr:
        """Return the point of the plane below a place."""
        return place - self.height(place) * self.upward()

    def touches(self) -> list[Touch[Expr]]:
        """Return where the part may touch the plane."""
        raise NotImplementedError

    def equations(self) -> Equations:
        n, touches = self.upward(), self.touches()
        outputs = self.gap, self.normal_force, self.friction
        forces, torques = [], []
        for touch, gap, normal_force, friction in zip(touches, *(each(item, touches) for item in outputs), strict=True):
            speed = velocity(self.a, touch.place)
            approach = -dot(n, speed)
            slip = speed + approach * n
            yield gap == touch.gap
            yield normal_force == self.pressing(touch, approach, touch.gap <= 0)
            yield friction == self.rubbing(normal_force, slip, dot(slip, slip))
            force = normal_force * n + friction
            forces.append(force)
            torques.append(cross(touch.place - self.a.r, force))
        yield self.a.f == -sum(forces[1:], forces[0])
        yield self.a.t == -sum(torques[1:], torques[0])


class SphereOnPlane(PlaneContact):
    """Sphere, with its centre at the frame, on a plane."""

    radius = Parameter(0.1, "m", "radius", min=0)

    def touches(self) -> list[Touch[Expr]]:
        return [Touch(self.foot(self.a.r), self.height(self.a.r) - self.radius)]


class CapsuleOnPlane(PlaneContact):
    """Bar with round ends, one with its centre at the frame, on a plane that carries it at both ends."""

    r = Parameter([1.0, 0.0, 0.0], "m", "centre of the other end, seen from the frame")
    radius = Parameter(0.1, "m", "radius of bar and ends", min=0)
    gap = Output("m", "distance of each end from the plane; negative is how deep it presses into it", shape=2)
    normal_force = Output("N", "force of the plane on each end, square to the plane", shape=2)
    friction = Output("N", "force of the plane on each end, along the plane", shape=(2, 3))

    def touches(self) -> list[Touch[Expr]]:
        ends = self.a.r, self.a.r + self.a.R @ self.r
        return [Touch(self.foot(end), self.height(end) - self.radius) for end in ends]


class ArcOnPlane(PlaneContact):
    """Thin arc of a circle, such as a part of a rim, on edge on a plane. Arcs end to end roll like the whole circle.

    The circle is in the x-y plane of the frame. A plane does not carry an arc that lies flat. An end on which the arc
    stands presses with half of the stiffness, since the next arc ends there too and has the other half (``shared``), or
    with all of it (``own``).
    """

    radius = Parameter(0.1, "m", "radius", min=0)
    centre = Parameter([0.0, 0.0, 0.0], "m", "centre of the circle, seen from the frame")
    direction = Parameter(0.0, "rad", "direction to the middle of the arc, from x towards y", display="deg")
    half_angle = Parameter(0.3, "rad", "angle from the middle to an end", min=1e-3, max=1.5, display="deg")
    ends = Structural("shared", "whether an end is shared with the next arc", choices=("shared", "own"))

    def touches(self) -> list[Touch[Expr]]:
        R, n = self.a.R, self.upward()
        middle = self.a.r + R @ self.centre
        x, y = dot(n, R[:, 0]), dot(n, R[:, 1])
        # rounded where the circle lies flat and no point of it is the lowest
        steepness = sqrt(x**2 + y**2 + 1e-12)
        # directions of the points that may press, seen from the centre of the circle and in the axes of the frame
        turns = self.direction + self.half_angle, self.direction - self.half_angle
        low, right, left = vector(-x, -y, 0) / steepness, *(vector(cos(turn), sin(turn), 0) for turn in turns)
        points = [middle + R @ point * self.radius for point in (low, right, left)]
        heights = [self.height(point) for point in points]
        sides = sign(y * right[0] - x * right[1]), -sign(y * left[0] - x * left[1])
        shares = arc_shares(*sides, shared=self.ends == "shared")
        parts = [share * maximum(-height, 0) for share, height in zip(shares, heights, strict=True)]
        depth = parts[0] + parts[1] + parts[2]
        # all their forces make one, where their moments balance; the least depth avoids 0 / 0 in the air
        place = middle
        for point, part in zip(points, parts, strict=True):
            place = place + part / maximum(depth, 1e-6 * self.onset) * (point - middle)
        gap = no_event(where(shares[0] > 0, heights[0], minimum(heights[1], heights[2])))
        return [Touch(self.foot(place), gap, depth, maximum(-heights[0], 0))]
