"""The world that all spatial blocks of a diagram share, and parts that are fixed to it."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Parameter, Structural
from blocks.functions import dot, sqrt
from blocks.orientation import turn
from libraries.spatial.geometry import cardan
from libraries.spatial.ports import Frame


class World(Block):
    """Gravity, and the frame in which all positions are given. Masses find the gravity without a connection."""

    is_ground = True
    origin = Frame("the world's own frame: z points up unless gravity says otherwise")
    gravity = Structural("uniform", "the same everywhere, of a point, or none", choices=("uniform", "point", "none"))
    g = Parameter([0.0, 0.0, -9.81], "m/s2", "uniform gravity; zeros for weightlessness")
    mu = Parameter(3.986004418e14, "m3/s2", "point field of the origin: its mass times the constant of gravity", min=0)
    core = Parameter(1e-6, "m", "rounding of the point field, so that it has a value in its centre too", min=1e-12)

    def gravity_at(self, place: Expr) -> Expr:
        """Return the acceleration of a mass that falls freely at a place."""
        if self.gravity == "none":
            return 0 * self.g
        if self.gravity == "point":
            return -self.mu * place / sqrt(dot(place, place) + self.core**2) ** 3
        return self.g

    def potential_at(self, place: Expr) -> Expr:
        """Return the potential energy per mass at a place; zero in the origin, or far from a point field."""
        if self.gravity == "none":
            return 0 * dot(self.g, place)
        if self.gravity == "point":
            return -self.mu / sqrt(dot(place, place) + self.core**2)
        return -dot(self.g, place)

    def equations(self) -> Equations:
        yield self.origin.r == 0
        yield turn(self.origin, None, cardan([0.0, 0.0, 0.0]), [0.0, 0.0, 0.0])


class Fixed(Block):
    """A frame that is fixed in the world."""

    is_ground = True
    frame = Frame("frame that is held")
    r = Parameter([0.0, 0.0, 0.0], "m", "position")
    angles = Parameter([0.0, 0.0, 0.0], "rad", "turned about x, then the new y, then the new z", display="deg")

    def equations(self) -> Equations:
        yield self.frame.r == self.r
        yield turn(self.frame, None, cardan(self.angles), [0.0, 0.0, 0.0])
