"""Joints without an axis. Their orientation is a quaternion, which has no singular position."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from blocks import Block, Equation, Equations, Parameter, Variable
from blocks.functions import der, dot
from blocks.orientation import quaternion_of_cardan, quaternion_rate, rotation_of, turn
from libraries.spatial.geometry import cardan_angles
from libraries.spatial.joints import Joint
from libraries.spatial.ports import Frame


class Tumbling(Block):
    """What frames that turn in every way share.

    Start values of the angles become those of the quaternion, because three angles have singular positions.
    """

    restated = {"angles": ("Q", quaternion_of_cardan)}
    Q = Variable("1", "orientation as a quaternion, scalar part first", shape=4, start=[1, 0, 0, 0], state="prefer")
    w = Variable("rad/s", "angular velocity", shape=3, state="prefer")
    angles = Variable("rad", "turned about x, then the new y, then the new z", shape=3, display="deg")
    restoring = Parameter(10.0, "Hz", "rate at which rounding errors in the quaternion's length decay", min=0)

    def equations(self) -> Equations:
        excess = dot(self.Q, self.Q) - 1
        yield self.angles == cardan_angles(rotation_of(self.Q))
        yield der(self.Q) == quaternion_rate(self.Q, self.w) - self.restoring / 2 * excess * self.Q

    def initial_equations(self) -> Iterator[Equation]:
        yield dot(self.Q, self.Q) == 1


class Spherical(Joint, Tumbling):
    """Ball joint: frame ``b`` turns in every way about the origin of frame ``a``. ``w`` is given in frame ``a``."""

    damping = Parameter(0.0, "N.m.s", "viscous friction", min=0)

    def equations(self) -> Equations:
        yield self.b.r == self.a.r
        yield turn(self.b, self.a, rotation_of(self.Q), self.w)
        yield self.b.t == self.damping * (self.b.w - self.a.w)


class Free(Joint, Tumbling):
    """No joint at all: gives names and start values to the motion of ``b`` seen from frame ``a``."""

    r = Variable("m", "position of b, seen from frame a", shape=3, state="prefer")
    v = Variable("m/s", "its rate of change", shape=3, state="prefer")
    acceleration = Variable("m/s2", "the rate of change of that", shape=3)

    def equations(self) -> Equations:
        yield der(self.r) == self.v
        yield der(self.v) == self.acceleration
        yield self.b.r == self.a.r + self.a.R @ self.r
        yield turn(self.b, self.a, rotation_of(self.Q), self.w)
        yield self.b.f == 0
        yield self.b.t == 0


class Motion(Block):
    """What parts share that move freely in the world."""

    b = Frame("part that moves")
    r = Variable("m", "position", shape=3, state="prefer")
    v = Variable("m/s", "velocity", shape=3, state="prefer")

    def equations(self) -> Equations:
        yield self.r == self.b.r
        yield self.v == der(self.r)
        yield self.b.f == 0


class FreeMotion(Motion, Tumbling):
    """Lets a part move freely in the world. Put in by itself where nothing holds a mass."""

    def equations(self) -> Equations:
        yield turn(self.b, None, rotation_of(self.Q), self.w)
        yield self.b.t == 0


class PointMotion(Motion):
    """Lets a point move freely in the world without turning. Put in by itself where nothing holds a point mass."""

    def equations(self) -> Equations:
        yield turn(self.b, None, np.eye(3), np.zeros(3))
