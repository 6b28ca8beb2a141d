"""Kalman filters in plain numpy, in square-root form: covariances stay symmetric and positive whatever is rounded.

A belief is a mean and a triangular root of its covariance, P = S S'. Every new root comes from a QR factorisation of
whatever adds up to the new covariance, so nothing is ever subtracted. Functions of a state get arrays whose columns are
states, and return columns, so that all sigma points go through them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]
Columns = Callable[[Array], Array]
WithNoise = Callable[[Array, Array], Array]


@dataclass(frozen=True)
class Belief:
    """What is known of a state: its mean, and a root of its covariance."""

    mean: Array
    root: Array

    @property
    def covariance(self) -> Array:
        """Return the covariance."""
        return self.root @ self.root.T

    @property
    def deviation(self) -> Array:
        """Return the standard deviation of each element."""
        return np.sqrt((self.root**2).sum(axis=1))


@dataclass(frozen=True)
class Surprise:
    """By how much a measurement differed from what was expected, and a root of the covariance expected of that."""

    innovation: Array
    root: Array

    @property
    def nis(self) -> float:
        """Return the normalised innovation squared: on average the number of measurements if all is well modelled."""
        return squared_distance(self.innovation, self.root)


@dataclass(frozen=True)
class Sigma:
    """How sigma points are spread: the usual numbers of the scaled unscented transform.

    The default is the cubature rule, whose weights are all positive.
    """

    alpha: float = 1.0
    beta: float = 0.0
    kappa: float = 0.0

    def weights(self, size: int) -> tuple[float, Array, Array]:
        """Return how many roots away the points are, and their weights for means and for covariances."""
        spread = self.alpha**2 * (size + self.kappa)
        mean = np.full(2 * size + 1, 0.5 / spread)
        mean[0] = 1 - size / spread
        covariance = mean.copy()
        covariance[0] += 1 - self.alpha**2 + self.beta
        return float(np.sqrt(spread)), mean, covariance


def root_of(parts: Array) -> Array:
    """Return a lower triangular root of ``parts @ parts.T``, with a positive diagonal."""
    size, given = parts.shape
    if given < size:
        parts = np.hstack([parts, np.zeros((size, size - given))])
    lower = np.asarray(np.linalg.qr(parts.T, mode="r")).T
    signs = np.where(np.diag(lower) < 0, -1.0, 1.0)
    return np.asarray(lower * signs)


def squared_distance(difference: Array, root: Array) -> float:
    """Return the square of a difference in units of its standard deviation."""
    scaled = np.linalg.solve(root, difference)
    return float(scaled @ scaled)


def nees(belief: Belief, truth: Array) -> float:
    """Return the normalised estimation error squared: on average the number of states if the filter is consistent."""
    return squared_distance(truth - belief.mean, belief.root)


def unscented_predict(belief: Belief, process: Columns, noise: Array, sigma: Sigma) -> Belief:
    """Return the belief after a step; ``noise`` is a root of the covariance that is added to it."""
    points, weights = _points(belief.mean, belief.root, sigma)
    moved = process(points)
    mean = moved @ weights[0]
    return Belief(mean, _root(moved - mean[:, None], weights[1], noise))


def unscented_update(
    belief: Belief, measured: Array, measurement: Columns, noise: Array, sigma: Sigma
) -> tuple[Belief, Surprise]:
    """Return the belief after a measurement; ``noise`` is a root of the covariance that is added to it."""
    points, weights = _points(belief.mean, belief.root, sigma)
    return _update(belief, measured, points, measurement(points), weights, noise)


def unscented_predict_any(belief: Belief, process: WithNoise, noise: Array, sigma: Sigma) -> Belief:
    """Return the belief after a step into which the noise enters in any way: ``process(states, noises)``."""
    points, weights = _joint_points(belief, noise, sigma)
    size = len(belief.mean)
    moved = process(points[:size], points[size:])
    mean = moved @ weights[0]
    return Belief(mean, _root(moved - mean[:, None], weights[1], np.zeros((size, 0))))


def unscented_update_any(
    belief: Belief, measured: Array, measurement: WithNoise, noise: Array, sigma: Sigma
) -> tuple[Belief, Surprise]:
    """Return the belief after a measurement into which the noise enters in any way."""
    points, weights = _joint_points(belief, noise, sigma)
    size = len(belief.mean)
    expected = measurement(points[:size], points[size:])
    return _update(belief, measured, points[:size], expected, weights, np.zeros((len(measured), 0)))


def extended_predict(belief: Belief, process: Columns, noise: Array, jacobian: Array | None = None) -> Belief:
    """Return the belief after a step, with the process linearised about the mean."""
    F = jacobian_of(process, belief.mean) if jacobian is None else jacobian
    return Belief(process(belief.mean[:, None])[:, 0], root_of(np.hstack([F @ belief.root, noise])))


def extended_update(
    belief: Belief, measured: Array, measurement: Columns, noise: Array, jacobian: Array | None = None
) -> tuple[Belief, Surprise]:
    """Return the belief after a measurement, with the measurement linearised about the mean."""
    H = jacobian_of(measurement, belief.mean) if jacobian is None else jacobian
    innovation = measured - measurement(belief.mean[:, None])[:, 0]
    S = root_of(np.hstack([H @ belief.root, noise]))
    K = _gain(belief.covariance @ H.T, S)
    kept = np.eye(len(belief.mean)) - K @ H
    # Joseph's form: a sum, so it stays positive
    root = root_of(np.hstack([kept @ belief.root, K @ noise]))
    return Belief(belief.mean + K @ innovation, root), Surprise(innovation, S)


def jacobian_of(function: Columns, place: Array) -> Array:
    """Return the derivative of a function by central differences."""
    steps = 6e-6 * np.maximum(np.abs(place), 1.0)
    offsets = np.diag(steps)
    values = function(place[:, None] + np.hstack([offsets, -offsets]))
    size = len(place)
    return np.asarray((values[:, :size] - values[:, size:]) / (2 * steps))


def _points(mean: Array, root: Array, sigma: Sigma) -> tuple[Array, tuple[Array, Array]]:
    spread, *weights = sigma.weights(len(mean))
    offsets = spread * root
    points = mean[:, None] + np.hstack([np.zeros((len(mean), 1)), offsets, -offsets])
    return points, (weights[0], weights[1])


def _joint_points(belief: Belief, noise: Array, sigma: Sigma) -> tuple[Array, tuple[Array, Array]]:
    """Return sigma points of state and noise together."""
    size, extra = len(belief.mean), len(noise)
    root = np.zeros((size + extra, size + extra))
    root[:size, :size], root[size:, size:] = belief.root, noise
    return _points(np.concatenate([belief.mean, np.zeros(extra)]), root, sigma)


def _update(
    belief: Belief, measured: Array, points: Array, expected: Array, weights: tuple[Array, Array], noise: Array
) -> tuple[Belief, Surprise]:
    mean = expected @ weights[0]
    away, seen = points - belief.mean[:, None], expected - mean[:, None]
    S = _root(seen, weights[1], noise)
    K = _gain((away * weights[1]) @ seen.T, S)
    innovation = measured - mean
    root = _root(away - K @ seen, weights[1], K @ noise)
    return Belief(belief.mean + K @ innovation, root), Surprise(innovation, S)


def _root(deviations: Array, weights: Array, noise: Array) -> Array:
    """Return the root of the weighted sum of squares and of the noise; only the first weight may be negative."""
    used = deviations[:, 1:] * np.sqrt(weights[1:])
    if weights[0] >= 0:
        return root_of(np.hstack([deviations[:, :1] * np.sqrt(weights[0]), used, noise]))
    root = root_of(np.hstack([used, noise]))
    return _without(root, deviations[:, 0] * np.sqrt(-weights[0]))


def _without(root: Array, part: Array) -> Array:
    """Return the root after one square was taken away; of what that would make negative next to nothing is left."""
    if not part.any():
        return root
    values, vectors = np.linalg.eigh(root @ root.T - np.outer(part, part))
    return root_of(vectors * np.sqrt(np.maximum(values, 1e-12 * values.max())))


def _gain(cross: Array, root: Array) -> Array:
    return np.asarray(np.linalg.solve(root.T, np.linalg.solve(root, cross.T)).T)


def noise_root(given: Array) -> Array:
    """Return the root of a noise that is given as standard deviations, or as a whole covariance matrix."""
    if given.ndim == 1:
        return np.diag(given)
    values, vectors = np.linalg.eigh((given + given.T) / 2)
    return root_of(vectors * np.sqrt(np.maximum(values, 0)))
