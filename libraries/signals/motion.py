"""Reference motions from one point to another, as fast as the limits on speed and acceleration allow."""

from dataclasses import dataclass

from blocks import Block, Equations, Expr, Output, Parameter
from blocks.functions import absolute, maximum, minimum, sign, sqrt, time
from libraries.signals.base import Source, piecewise


@dataclass(frozen=True)
class Trapezoid:
    """A move that speeds up until ``ramp``, slows down from ``brake`` on, and stands still at ``end``.

    A move too short to reach the speed limit is a triangle: braking begins where speeding up ends.
    """

    distance: Expr
    acceleration: Expr
    ramp: Expr
    brake: Expr

    @property
    def end(self) -> Expr:
        """Return how long the move takes."""
        return self.brake + self.ramp

    @property
    def edges(self) -> list[Expr | float]:
        """Return the times at which the acceleration jumps."""
        return [0.0, self.ramp, self.brake, self.end]


def trapezoid(distance: Expr, max_speed: Expr, max_acceleration: Expr) -> Trapezoid:
    """Return the fastest move over a distance; only parameters are compared here, so nothing is an event."""
    ramp = minimum(max_speed / max_acceleration, sqrt(distance / max_acceleration))
    return Trapezoid(distance, max_acceleration, ramp, maximum(distance / max_speed, ramp))


class KinematicPTP(Source):
    """The acceleration of the fastest move from one point to another.

    Two integrators turn it into speed and position.
    """

    y = Output("any", "acceleration")
    displacement = Parameter(1.0, "any", "how far to move; may be negative")
    max_speed = Parameter(1.0, "any", "speed limit", min=1e-9)
    max_acceleration = Parameter(1.0, "any", "acceleration limit", min=1e-9)
    delay = Parameter(0.0, "s", "time at which the move begins")

    def equations(self) -> Equations:
        move = trapezoid(absolute(self.displacement), self.max_speed, self.max_acceleration)
        push = sign(self.displacement) * self.max_acceleration
        yield self.y == piecewise(time - self.delay, move.edges, [0, push, 0, -push, 0])


class PointToPoint(Block):
    """Position, speed and acceleration of the fastest move from one point to another."""

    position = Output("any", "position")
    speed = Output("any", "speed")
    acceleration = Output("any", "acceleration")
    origin = Parameter(0.0, "any", "position before the move")
    destination = Parameter(1.0, "any", "position after the move")
    max_speed = Parameter(1.0, "any", "speed limit", min=1e-9)
    max_acceleration = Parameter(1.0, "any", "acceleration limit", min=1e-9)
    delay = Parameter(0.0, "s", "time at which the move begins")

    def equations(self) -> Equations:
        way = self.destination - self.origin
        move = trapezoid(absolute(way), self.max_speed, self.max_acceleration)
        now, a, top = time - self.delay, move.acceleration, move.acceleration * move.ramp
        left = move.end - now
        covered = piecewise(
            now,
            move.edges,
            [0, a * now**2 / 2, top * (now - move.ramp / 2), move.distance - a * left**2 / 2, move.distance],
        )
        yield self.position == self.origin + sign(way) * covered
        yield self.speed == sign(way) * piecewise(now, move.edges, [0, a * now, top, a * left, 0])
        yield self.acceleration == sign(way) * piecewise(now, move.edges, [0, a, 0, -a, 0])
