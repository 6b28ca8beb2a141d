"""Inertial measurement units: what an accelerometer and a gyroscope on a part read, in their own axes."""

from __future__ import annotations

from collections.abc import Iterable

from blocks import Equations, Expr, Output, Parameter, Shared, Variable
from blocks.functions import always, clamp, cross, der, previous, sqrt, transpose, vector
from libraries.planar.geometry import resolved, rotated
from libraries.planar.ports import Frame as PlanarFrame
from libraries.planar.world import World as PlanarWorld
from libraries.random_numbers import Random, quantized
from libraries.spatial.geometry import cardan
from libraries.spatial.ports import Frame
from libraries.spatial.world import World


class InertialUnit(Random):
    """What units in the plane and in space share: how true values become readings.

    An accelerometer cannot tell gravity from acceleration: at rest it reads g upwards. Noise densities are those of
    data sheets, in SI units for each root of a hertz; the noise is white up to half the sample rate, so that its
    deviation is the density times the root of half the rate.
    """

    acceleration_density = Parameter(0.0, "any", "noise density of the accelerometer, in m/s2 per root Hz", min=0)
    rate_density = Parameter(0.0, "any", "noise density of the gyroscope, in rad/s per root Hz", min=0)
    rate_walk = Parameter(0.0, "any", "how fast the bias of the gyroscope wanders, in rad/s per root s", min=0)
    acceleration_range = Parameter(160.0, "m/s2", "largest reading of the accelerometer", min=0)
    rate_range = Parameter(35.0, "rad/s", "largest reading of the gyroscope", min=0)
    acceleration_step = Parameter(0.0, "m/s2", "resolution of the accelerometer; 0 for none", min=0)
    rate_step = Parameter(0.0, "rad/s", "resolution of the gyroscope; 0 for none", min=0)

    def white(self, density: Expr, normal: Expr) -> Expr:
        """Return noise of a density, sampled."""
        return density * normal / sqrt(2 * self.period)

    def wandered(self, before: Iterable[Expr], normals: Iterable[Expr]) -> list[Expr]:
        """Return where the bias of the gyroscope has wandered to."""
        return [old + self.rate_walk * sqrt(self.period) * e for old, e in zip(before, normals, strict=True)]

    def read_acceleration(self, true: Expr) -> Expr:
        """Return an acceleration within range and resolution."""
        return clamp(quantized(true, self.acceleration_step), -self.acceleration_range, self.acceleration_range)

    def read_rate(self, true: Expr) -> Expr:
        """Return an angular velocity within range and resolution."""
        return clamp(quantized(true, self.rate_step), -self.rate_range, self.rate_range)


class IMU(InertialUnit):
    """Accelerometer and gyroscope on a part in space."""

    world = Shared(World, "gives gravity")
    a = Frame("frame on whose part it is mounted")
    acceleration = Output("m/s2", "acceleration minus gravity, in the axes of the unit: at rest g upwards", shape=3)
    rate = Output("rad/s", "angular velocity, in the axes of the unit", shape=3)
    r = Parameter([0.0, 0.0, 0.0], "m", "where it is mounted, in the axes of the frame")
    angles = Parameter([0.0, 0.0, 0.0], "rad", "how it is mounted: turned about x, then the new y, then the new z",
                       display="deg")  # fmt: skip
    acceleration_bias = Parameter([0.0, 0.0, 0.0], "m/s2", "systematic error of the accelerometer")
    rate_bias = Parameter([0.0, 0.0, 0.0], "rad/s", "systematic error of the gyroscope")
    wander = Variable("rad/s", "how far the bias of the gyroscope has wandered", start=0, shape=3)

    joins_parts = False

    def normal_count(self) -> int:
        """Return three random numbers for each of the two instruments, and for the bias."""
        return 9

    def equations(self) -> Equations:
        yield always(self.a.f == 0)
        yield always(self.a.t == 0)
        arm, w = self.a.R @ self.r, self.a.w
        place_moves = der(der(self.a.r)) + cross(der(w), arm) + cross(w, cross(w, arm))
        axes = transpose(self.a.R @ cardan(self.angles))
        felt = axes @ (place_moves - self.world.gravity_at(self.a.r + arm)) + self.acceleration_bias
        wander = self.wandered(previous(self.wander), self.normal[6:])
        turning = axes @ w + self.rate_bias
        yield self.wander == vector(*wander)
        yield self.acceleration == vector(
            *(self.read_acceleration(felt[i] + self.white(self.acceleration_density, self.normal[i])) for i in range(3))
        )
        yield self.rate == vector(*(
            self.read_rate(turning[i] + wander[i] + self.white(self.rate_density, self.normal[3 + i]))
            for i in range(3)
        ))  # fmt: skip


class PlanarIMU(InertialUnit):
    """Accelerometer and gyroscope on a part in the plane."""

    world = Shared(PlanarWorld, "gives gravity")
    a = PlanarFrame("frame on whose part it is mounted")
    acceleration = Output("m/s2", "acceleration minus gravity, in the axes of the unit: at rest g upwards", shape=2)
    rate = Output("rad/s", "angular velocity")
    r = Parameter([0.0, 0.0], "m", "where it is mounted, in the axes of the frame")
    angle = Parameter(0.0, "rad", "how it is turned against the frame", display="deg")
    acceleration_bias = Parameter([0.0, 0.0], "m/s2", "systematic error of the accelerometer")
    rate_bias = Parameter(0.0, "rad/s", "systematic error of the gyroscope")
    wander = Variable("rad/s", "how far the bias of the gyroscope has wandered", start=0)

    joins_parts = False

    def normal_count(self) -> int:
        """Return three random numbers for the instruments, and one for the bias."""
        return 4

    def equations(self) -> Equations:
        yield always(self.a.fx == 0)
        yield always(self.a.fy == 0)
        yield always(self.a.tau == 0)
        w = der(self.a.phi)
        x, y = rotated(self.r, self.a.phi)
        ax = der(der(self.a.x)) - der(w) * y - w**2 * x - self.world.g[0]
        ay = der(der(self.a.y)) + der(w) * x - w**2 * y - self.world.g[1]
        felt = resolved((ax, ay), self.a.phi + self.angle)
        (wander,) = self.wandered([previous(self.wander)], self.normal[3:])
        yield self.wander == wander
        yield self.acceleration == vector(*(
            self.read_acceleration(
                felt[i] + self.acceleration_bias[i] + self.white(self.acceleration_density, self.normal[i])
            )
            for i in range(2)
        ))  # fmt: skip
        noise = self.white(self.rate_density, self.normal[2])
        yield self.rate == self.read_rate(w + self.rate_bias + wander + noise)
