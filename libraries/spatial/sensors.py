"""Sensors: signals from frames. They add no force, so they may sit anywhere."""

from __future__ import annotations

from blocks import Block, Equations, Expr, Output, Structural
from blocks.functions import cross, der, dot, norm, transpose
from blocks.orientation import same_orientation
from libraries.spatial.geometry import cardan_angles
from libraries.spatial.ports import Frame


class FrameSensor(Block):
    """What all sensors on one frame share: they take no force."""

    joins_parts = False
    a = Frame("frame to measure")

    def equations(self) -> Equations:
        yield self.a.f == 0
        yield self.a.t == 0


class PairSensor(FrameSensor):
    """What sensors between two frames share: they take no force at either."""

    b = Frame("frame to measure, seen from frame a")

    def equations(self) -> Equations:
        yield self.b.f == 0
        yield self.b.t == 0


class ResolvedSensor(FrameSensor):
    """What sensors share whose vectors may be given in the axes of the world or of their frame."""

    axes = Structural("world", "whose axes the signals are given in", choices=("world", "frame"))

    def resolved(self, vector: Expr) -> Expr:
        """Return a vector of the world in the axes asked for."""
        return vector if self.axes == "world" else transpose(self.a.R) @ vector


class AbsolutePosition(FrameSensor):
    """Place and orientation of a frame in the world."""

    r = Output("m", "position", shape=3)
    R = Output("1", "orientation: its columns are the axes of the frame", shape=(3, 3))
    angles = Output("rad", "turned about x, then the new y, then the new z", shape=3, display="deg")

    def equations(self) -> Equations:
        yield self.r == self.a.r
        yield self.R == self.a.R
        yield self.angles == cardan_angles(self.a.R)


class AbsoluteVelocity(ResolvedSensor):
    """Velocity of a frame against the world."""

    v = Output("m/s", "velocity of the origin", shape=3)
    w = Output("rad/s", "angular velocity", shape=3)

    def equations(self) -> Equations:
        yield self.v == self.resolved(der(self.a.r))
        yield self.w == self.resolved(self.a.w)


class AbsoluteAcceleration(ResolvedSensor):
    """Acceleration of a frame against the world, without gravity."""

    acceleration = Output("m/s2", "acceleration of the origin", shape=3)
    angular = Output("rad/s2", "angular acceleration", shape=3)

    def equations(self) -> Equations:
        yield self.acceleration == self.resolved(der(der(self.a.r)))
        yield self.angular == self.resolved(der(self.a.w))


class RelativePosition(PairSensor):
    """Place and orientation of frame ``b`` as frame ``a`` sees it."""

    r = Output("m", "position in the axes of frame a", shape=3)
    R = Output("1", "orientation: its columns are the axes of b as a sees them", shape=(3, 3))
    angles = Output("rad", "turned about x, then the new y, then the new z", shape=3, display="deg")

    def equations(self) -> Equations:
        R = transpose(self.a.R) @ self.b.R
        yield self.r == transpose(self.a.R) @ (self.b.r - self.a.r)
        yield self.R == R
        yield self.angles == cardan_angles(R)


class RelativeVelocity(PairSensor):
    """Velocity of frame ``b`` as somebody sees it who rides on frame ``a``."""

    v = Output("m/s", "velocity in the axes of frame a", shape=3)
    w = Output("rad/s", "angular velocity in the axes of frame a", shape=3)

    def equations(self) -> Equations:
        way = self.b.r - self.a.r
        yield self.v == transpose(self.a.R) @ (der(way) - cross(self.a.w, way))
        yield self.w == transpose(self.a.R) @ (self.b.w - self.a.w)


class RelativeAcceleration(PairSensor):
    """Acceleration of frame ``b`` as somebody sees it who rides on frame ``a``."""

    acceleration = Output("m/s2", "acceleration in the axes of frame a", shape=3)
    angular = Output("rad/s2", "angular acceleration in the axes of frame a", shape=3)

    def equations(self) -> Equations:
        way, w = self.b.r - self.a.r, self.a.w
        rate, turning = der(way), self.b.w - self.a.w
        # whoever rides on a does not see what turns with a: twice the Coriolis share, once more the rest
        seen = der(rate) - cross(der(w), way) - 2 * cross(w, rate) + cross(w, cross(w, way))
        yield self.acceleration == transpose(self.a.R) @ seen
        yield self.angular == transpose(self.a.R) @ (der(turning) - cross(w, turning))


class Distance(PairSensor):
    """Distance between the origins of two frames."""

    distance = Output("m", "distance")

    def equations(self) -> Equations:
        yield self.distance == norm(self.b.r - self.a.r)


class StiffSensor(Block):
    """What sensors between two parts share that hold them together."""

    a = Frame("frame on the side that acts")
    b = Frame("frame on the side that is acted on")

    def equations(self) -> Equations:
        # stiff: both frames are one
        yield self.b.r == self.a.r
        yield same_orientation(self.b, self.a)
        yield self.a.f + self.b.f == 0
        yield self.a.t + self.b.t == 0


class PowerSensor(StiffSensor):
    """Power that the side of frame ``a`` passes on to the side of frame ``b``."""

    power = Output("W", "power")

    def equations(self) -> Equations:
        yield self.power == dot(self.a.f, der(self.a.r)) + dot(self.a.t, self.a.w)


class CutForce(StiffSensor):
    """Force and torque that the side of frame ``a`` passes on to the side of frame ``b``, as a load cell shows them."""

    axes = Structural("world", "whose axes the signals are given in", choices=("world", "frame"))
    force = Output("N", "force", shape=3)
    torque = Output("N.m", "torque", shape=3)

    def equations(self) -> Equations:
        turned = self.axes == "frame"
        yield self.force == (transpose(self.a.R) @ self.a.f if turned else self.a.f)
        yield self.torque == (transpose(self.a.R) @ self.a.t if turned else self.a.t)
