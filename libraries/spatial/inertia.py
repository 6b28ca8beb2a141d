"""Weighing a whole mechanism: mass, centre of mass, momentum and inertia of all that hangs together."""

from __future__ import annotations

import numpy as np

from blocks import Equations, Expr, Output
from blocks.functions import cross, der, dot, transpose, vector
from blocks.weighing import Share, WeighingSensor
from libraries.spatial.bodies import LineMass, Mass, PointMass, RigidBody
from libraries.spatial.geometry import outer
from libraries.spatial.sensors import FrameSensor

# mass, first moment, momentum, angular momentum, second moments (xx, yy, zz, xy, xz, yz), and two energies
SHARE = 18


class PointShare(Share, Mass):
    """What a point mass adds where it is weighed: sums about the origin of the world."""

    share = Output("any", "its share of the sums in SI units", shape=SHARE)

    def spin(self) -> list[Expr | float]:
        """Return the angular momentum about the own centre of mass."""
        return [0.0, 0.0, 0.0]

    def own_moments(self) -> list[Expr | float]:
        """Return the second moments about the own centre of mass."""
        return [0.0] * 6

    def turning_energy(self) -> Expr | float:
        """Return the energy of turning about the own centre of mass."""
        return 0.0

    def equations(self) -> Equations:
        m, r, v = self.mass(), self.position, der(self.position)
        x, y, z = r
        away = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z]
        angular = [own + m * item for own, item in zip(self.spin(), cross(r, v), strict=True)]
        moments = [own + m * item for own, item in zip(self.own_moments(), away, strict=True)]
        energies = [m * dot(v, v) / 2 + self.turning_energy(), m * self.world.potential_at(r)]
        parts = [m, *(m * item for item in r), *(m * item for item in v), *angular, *moments, *energies]
        for k, part in enumerate(parts):
            yield self.share[k] == part


class BodyShare(PointShare, RigidBody):
    """What a body adds where it is weighed."""

    def turned_inertia(self) -> Expr:
        """Return the inertia matrix in the axes of the world."""
        return self.a.R @ self.inertia() @ transpose(self.a.R)

    def spin(self) -> list[Expr | float]:
        return list(self.turned_inertia() @ self.a.w)

    def own_moments(self) -> list[Expr | float]:
        I = self.turned_inertia()
        return [I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]]

    def turning_energy(self) -> Expr:
        w = transpose(self.a.R) @ self.a.w
        return dot(w, self.inertia() @ w) / 2


RigidBody.weighing = BodyShare
PointMass.weighing = PointShare
LineMass.weighing = PointShare


class InertiaSensor(WeighingSensor, FrameSensor):
    """Mass, centre of mass, momentum, inertia and energy of a whole mechanism.

    It weighs all masses that hang together with its frame by joints, rigid parts, springs and other forces; what is
    connected only through the ground, a contact or a sensor is another mechanism.
    """

    weighs_at = "a"
    mass = Output("kg", "mass")
    position = Output("m", "centre of mass", shape=3)
    v = Output("m/s", "velocity of the centre of mass", shape=3)
    momentum = Output("kg.m/s", "momentum", shape=3)
    angular_momentum = Output("kg.m2/s", "angular momentum about the centre of mass", shape=3)
    inertia = Output("kg.m2", "inertia matrix about the centre of mass, in the axes of the world", shape=(3, 3))
    kinetic_energy = Output("J", "energy of all motion")
    potential_energy = Output("J", "energy in the gravity of the world; zero in the origin, or far from a point field")

    def equations(self) -> Equations:
        r = self.position
        yield self.mass == self.total(0)
        yield self.mass * self.position == vector(*(self.total(k) for k in (1, 2, 3)))
        yield self.momentum == vector(*(self.total(k) for k in (4, 5, 6)))
        yield self.mass * self.v == self.momentum
        yield self.angular_momentum == vector(*(self.total(k) for k in (7, 8, 9))) - cross(r, self.momentum)
        xx, yy, zz, xy, xz, yz = (self.total(k) for k in range(10, 16))
        about_origin = vector(vector(xx, xy, xz), vector(xy, yy, yz), vector(xz, yz, zz))
        # Steiner
        yield self.inertia == about_origin - self.mass * (dot(r, r) * np.eye(3) - outer(r, r))
        yield self.kinetic_energy == self.total(16)
        yield self.potential_energy == self.total(17)
