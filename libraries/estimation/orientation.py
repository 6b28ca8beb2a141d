"""Angles and orientations from gyroscopes and accelerometers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks import Equations, Input, Output, Parameter, SampledBlock, Variable
from blocks.called import CalledBlock, Given
from blocks.functions import previous, where
from libraries.estimation import attitude
from libraries.estimation.attitude import Array


class Complementary(SampledBlock):
    """One angle from a fast sensor that drifts and a slow one that does not: gyroscope and inclination, say.

    Changes that are faster than the time constant come from the rate, slower ones from the angle.
    """

    rate = Input("rad/s", "angular velocity, as a gyroscope reads it")
    angle = Input("rad", "angle, noisy but right on average", display="deg")
    y = Output("rad", "estimated angle", start=0, display="deg")
    time_constant = Parameter(1.0, "s", "how long the rate is believed", min=0)
    samples = Variable("1", "number of samples so far", start=0)

    def equations(self) -> Equations:
        share = self.time_constant / (self.time_constant + self.period)
        yield self.samples == previous(self.samples) + 1
        guess = share * (previous(self.y) + self.rate * self.period) + (1 - share) * self.angle
        yield self.y == where(previous(self.samples) < 1, self.angle, guess)


class AttitudeFilter(CalledBlock):
    """What filters for the orientation of an inertial unit share; the first accelerations tell how it stands.

    Without a compass the turn about the vertical follows from the gyroscope alone, and begins at zero.
    """

    rate = Input("rad/s", "angular velocity of the unit, in its own axes", shape=3)
    acceleration = Input("m/s2", "acceleration as the unit reads it: at rest g upwards", shape=3)
    q = Output("1", "orientation as a quaternion, scalar first", shape=4)
    angles = Output("rad", "turned about x, then the new y, then the new z", shape=3, display="deg")

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return the orientation: at the first sample the one in which the acceleration points up, without drift."""
        if state is None:
            q, drift = attitude.level(given.acceleration), np.zeros(3)
        else:
            q, drift = self.moved(given, *state)
        outputs = {"q": q, "angles": attitude.cardan_angles(attitude.matrix(q)), "drift": drift}
        return {name: value for name, value in outputs.items() if name in self.declarations}, (q, drift)

    def moved(self, given: Given, q: Array, drift: Array) -> tuple[Array, Array]:
        """Return orientation and drift one period later."""
        raise NotImplementedError


class Madgwick(AttitudeFilter):
    """Orientation of an inertial unit by gradient descent (Madgwick 2010)."""

    gain = Parameter(0.1, "rad/s", "how fast it leans towards the measured vertical", min=0)

    def moved(self, given: Given, q: Array, drift: Array) -> tuple[Array, Array]:
        """Return orientation and drift one period later; no drift is estimated."""
        return attitude.madgwick(q, given.rate, given.acceleration, given.gain, given.period), drift


class Mahony(AttitudeFilter):
    """Orientation of an inertial unit by a complementary filter that also finds the drift of the gyroscope."""

    drift = Output("rad/s", "estimated drift of the gyroscope", shape=3)
    gain = Parameter(1.0, "Hz", "how fast it leans towards the measured vertical", min=0)
    drift_gain = Parameter(0.1, "1/s2", "how fast it learns the drift", min=0)

    def moved(self, given: Given, q: Array, drift: Array) -> tuple[Array, Array]:
        """Return orientation and drift one period later."""
        gains = attitude.Gains(given.gain, given.drift_gain)
        return attitude.mahony(q, drift, given.rate, given.acceleration, gains, given.period)
