"""Weighing a whole mechanism: mass, centre of mass, momentum and inertia of all that hangs together."""

from __future__ import annotations

from blocks import Equations, Expr, Output
from blocks.weighing import Share, WeighingSensor
from libraries.planar.bodies import Mass, PointMass, TurningMass
from libraries.planar.sensors import FrameSensor

SHARE = 7  # mass, first moments, momentum, angular momentum and second moment


class PointShare(Share, Mass):
    """What a point mass adds where it is weighed: sums about the origin of the world."""

    share = Output("any", "its share of the sums in SI units", shape=SHARE)

    def spin(self) -> Expr | float:
        """Return the angular momentum about the own centre of mass."""
        return 0.0

    def own_moment(self) -> Expr | float:
        """Return the moment of inertia about the own centre of mass."""
        return 0.0

    def equations(self) -> Equations:
        m, x, y, vx, vy = self.m, self.x, self.y, self.vx, self.vy
        angular = self.spin() + m * (x * vy - y * vx)
        parts = [m, m * x, m * y, m * vx, m * vy, angular, self.own_moment() + m * (x * x + y * y)]
        for k, part in enumerate(parts):
            yield self.share[k] == part


class BodyShare(PointShare, TurningMass):
    """What a body adds where it is weighed."""

    def spin(self) -> Expr | float:
        return self.inertia() * self.w

    def own_moment(self) -> Expr | float:
        return self.inertia()


PointMass.weighing = PointShare
TurningMass.weighing = BodyShare


class InertiaSensor(WeighingSensor, FrameSensor):
    """Mass, centre of mass, momentum and inertia of a whole mechanism.

    It weighs all masses that hang together with its frame by joints, rigid parts, springs and other forces; what is
    connected only through the ground, a contact or a sensor is another mechanism.
    """

    weighs_at = "a"
    mass = Output("kg", "mass")
    x = Output("m", "centre of mass along x")
    y = Output("m", "centre of mass along y")
    vx = Output("m/s", "speed of the centre of mass along x")
    vy = Output("m/s", "speed of the centre of mass along y")
    angular_momentum = Output("kg.m2/s", "angular momentum about the centre of mass")
    inertia = Output("kg.m2", "moment of inertia about the centre of mass")

    def equations(self) -> Equations:
        m, x, y, vx, vy, angular, moment = (self.total(k) for k in range(SHARE))
        yield self.mass == m
        yield self.mass * self.x == x
        yield self.mass * self.y == y
        yield self.mass * self.vx == vx
        yield self.mass * self.vy == vy
        yield self.angular_momentum == angular - self.mass * (self.x * self.vy - self.y * self.vx)
        # Steiner
        yield self.inertia == moment - self.mass * (self.x**2 + self.y**2)
