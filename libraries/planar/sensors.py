"""Sensors: signals from frames. They add no force, so they may sit anywhere."""

from __future__ import annotations

from blocks import Block, Equations, Output, Structural
from blocks.functions import der, sqrt
from libraries.planar.geometry import resolved
from libraries.planar.ports import Frame


class FrameSensor(Block):
    """What all sensors on one frame share: they take no force."""

    joins_parts = False
    a = Frame("frame to measure")

    def equations(self) -> Equations:
        yield self.a.fx == 0
        yield self.a.fy == 0
        yield self.a.tau == 0


class PairSensor(FrameSensor):
    """What sensors between two frames share: they take no force at either."""

    b = Frame("frame to measure, seen from frame a")

    def equations(self) -> Equations:
        yield self.b.fx == 0
        yield self.b.fy == 0
        yield self.b.tau == 0


class AbsolutePosition(FrameSensor):
    """Place and angle of a frame in the world."""

    x = Output("m", "position along the world's x axis")
    y = Output("m", "position along the world's y axis")
    phi = Output("rad", "angle from the world's x axis")

    def equations(self) -> Equations:
        yield self.x == self.a.x
        yield self.y == self.a.y
        yield self.phi == self.a.phi


class AbsoluteVelocity(FrameSensor):
    """Speed of a frame against the world."""

    axes = Structural("world", "whose axes the speed is given in", choices=("world", "frame"))
    vx = Output("m/s", "speed along x")
    vy = Output("m/s", "speed along y")
    w = Output("rad/s", "angular speed")

    def equations(self) -> Equations:
        velocity = der(self.a.x), der(self.a.y)
        vx, vy = velocity if self.axes == "world" else resolved(velocity, self.a.phi)
        yield self.vx == vx
        yield self.vy == vy
        yield self.w == der(self.a.phi)


class AbsoluteAcceleration(FrameSensor):
    """Acceleration of a frame against the world, without gravity."""

    axes = Structural("world", "whose axes the acceleration is given in", choices=("world", "frame"))
    ax = Output("m/s2", "acceleration along x")
    ay = Output("m/s2", "acceleration along y")
    angular = Output("rad/s2", "angular acceleration")

    def equations(self) -> Equations:
        acceleration = der(der(self.a.x)), der(der(self.a.y))
        ax, ay = acceleration if self.axes == "world" else resolved(acceleration, self.a.phi)
        yield self.ax == ax
        yield self.ay == ay
        yield self.angular == der(der(self.a.phi))


class RelativePosition(PairSensor):
    """Place and angle of frame ``b`` as frame ``a`` sees it."""

    x = Output("m", "position along the x axis of frame a")
    y = Output("m", "position along the y axis of frame a")
    phi = Output("rad", "angle from the x axis of frame a")

    def equations(self) -> Equations:
        x, y = resolved((self.b.x - self.a.x, self.b.y - self.a.y), self.a.phi)
        yield self.x == x
        yield self.y == y
        yield self.phi == self.b.phi - self.a.phi


class RelativeVelocity(PairSensor):
    """Speed of frame ``b`` as somebody sees it who rides on frame ``a``."""

    vx = Output("m/s", "speed along the x axis of frame a")
    vy = Output("m/s", "speed along the y axis of frame a")
    w = Output("rad/s", "angular speed against frame a")

    def equations(self) -> Equations:
        x, y = resolved((self.b.x - self.a.x, self.b.y - self.a.y), self.a.phi)
        yield self.vx == der(x)
        yield self.vy == der(y)
        yield self.w == der(self.b.phi - self.a.phi)


class RelativeAcceleration(PairSensor):
    """Acceleration of frame ``b`` as somebody sees it who rides on frame ``a``."""

    ax = Output("m/s2", "acceleration along the x axis of frame a")
    ay = Output("m/s2", "acceleration along the y axis of frame a")
    angular = Output("rad/s2", "angular acceleration against frame a")

    def equations(self) -> Equations:
        x, y = resolved((self.b.x - self.a.x, self.b.y - self.a.y), self.a.phi)
        yield self.ax == der(der(x))
        yield self.ay == der(der(y))
        yield self.angular == der(der(self.b.phi - self.a.phi))


class Distance(PairSensor):
    """Distance between the origins of two frames."""

    distance = Output("m", "distance")

    def equations(self) -> Equations:
        yield self.distance == sqrt((self.b.x - self.a.x) ** 2 + (self.b.y - self.a.y) ** 2)


class StiffSensor(Block):
    """What sensors between two parts share that hold them together."""

    a = Frame("frame on the side that acts")
    b = Frame("frame on the side that is acted on")

    def equations(self) -> Equations:
        # stiff: both frames are one
        yield self.b.x == self.a.x
        yield self.b.y == self.a.y
        yield self.b.phi == self.a.phi
        yield self.a.fx + self.b.fx == 0
        yield self.a.fy + self.b.fy == 0
        yield self.a.tau + self.b.tau == 0


class PowerSensor(StiffSensor):
    """Power that the side of frame ``a`` passes on to the side of frame ``b``."""

    power = Output("W", "power")

    def equations(self) -> Equations:
        yield self.power == self.a.fx * der(self.a.x) + self.a.fy * der(self.a.y) + self.a.tau * der(self.a.phi)


class CutForce(StiffSensor):
    """Force and torque that the side of frame ``a`` passes on to the side of frame ``b``, as a load cell shows them."""

    axes = Structural("world", "whose axes the force is given in", choices=("world", "frame"))
    fx = Output("N", "force along x")
    fy = Output("N", "force along y")
    tau = Output("N.m", "torque, counter-clockwise")

    def equations(self) -> Equations:
        force = self.a.fx, self.a.fy
        fx, fy = force if self.axes == "world" else resolved(force, self.a.phi)
        yield self.fx == fx
        yield self.fy == fy
        yield self.tau == self.a.tau
