"""The filters in plain numpy: against the closed form on linear systems, and statistically on nonlinear ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import solve_discrete_are
from scipy.stats import chi2

from libraries.estimation import attitude, kalman
from libraries.estimation.kalman import Belief, Sigma

Array = np.ndarray[Any, Any]
SPREADS = [Sigma(), Sigma(kappa=1.0), Sigma(alpha=0.5, beta=2.0), Sigma(alpha=1e-2, beta=2.0)]

F = np.array([[1.0, 0.1, 0.0], [-0.2, 0.9, 0.1], [0.0, 0.05, 0.8]])
H = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, -1.0]])
Q = np.array([[0.02, 0.005, 0.0], [0.005, 0.03, 0.01], [0.0, 0.01, 0.05]])
R = np.array([[0.1, 0.02], [0.02, 0.2]])


def textbook(z: Array) -> list[tuple[Array, Array, float]]:
    """Return mean, covariance and nis of Kalman's own equations."""
    x, P = np.array([1.0, -1.0, 0.5]), np.diag([4.0, 2.0, 1.0])
    found = []
    for number, measured in enumerate(z):
        if number:
            x, P = F @ x, F @ P @ F.T + Q
        S = H @ P @ H.T + R
        K = P @ H.T @ np.linalg.inv(S)
        e = measured - H @ x
        x, P = x + K @ e, P - K @ S @ K.T
        found.append((x, P, float(e @ np.linalg.inv(S) @ e)))
    return found


def measurements(count: int = 60) -> Array:
    return np.random.default_rng(5).normal(0, 2, (count, 2))


def start() -> Belief:
    return Belief(np.array([1.0, -1.0, 0.5]), np.diag(np.sqrt([4.0, 2.0, 1.0])))


def compare(predict: Any, update: Any, tolerance: float = 1e-9) -> None:
    belief, z = start(), measurements()
    for number, (measured, (x, P, nis)) in enumerate(zip(z, textbook(z), strict=True)):
        belief = predict(belief) if number else belief
        belief, surprise = update(belief, measured)
        assert np.allclose(belief.mean, x, rtol=0, atol=tolerance)
        assert np.allclose(belief.covariance, P, rtol=0, atol=tolerance)
        assert surprise.nis == pytest.approx(nis, rel=1e-6)
        assert np.allclose(belief.root, np.tril(belief.root))


@pytest.mark.parametrize("sigma", SPREADS)
def test_unscented_filter_is_kalmans_on_linear_systems(sigma: Sigma) -> None:
    q, r = kalman.noise_root(Q), kalman.noise_root(R)
    compare(
        lambda b: kalman.unscented_predict(b, lambda x: F @ x, q, sigma),
        lambda b, z: kalman.unscented_update(b, z, lambda x: H @ x, r, sigma),
    )


@pytest.mark.parametrize("sigma", SPREADS)
def test_noise_inside_the_functions_is_the_same_on_linear_systems(sigma: Sigma) -> None:
    q, r = kalman.noise_root(Q), kalman.noise_root(R)
    compare(
        lambda b: kalman.unscented_predict_any(b, lambda x, w: F @ x + w, q, sigma),
        lambda b, z: kalman.unscented_update_any(b, z, lambda x, v: H @ x + v, r, sigma),
    )


@pytest.mark.parametrize("with_jacobian", [True, False])
def test_extended_filter_is_kalmans_on_linear_systems(with_jacobian: bool) -> None:
    q, r = kalman.noise_root(Q), kalman.noise_root(R)
    compare(
        lambda b: kalman.extended_predict(b, lambda x: F @ x, q, F if with_jacobian else None),
        lambda b, z: kalman.extended_update(b, z, lambda x: H @ x, r, H if with_jacobian else None),
    )


def test_covariance_settles_where_the_riccati_equation_says() -> None:
    belief, sigma = start(), Sigma()
    for _ in range(400):
        before = kalman.unscented_predict(belief, lambda x: F @ x, kalman.noise_root(Q), sigma)
        belief, _ = kalman.unscented_update(before, np.zeros(2), lambda x: H @ x, kalman.noise_root(R), sigma)
    assert np.allclose(before.covariance, solve_discrete_are(F.T, H.T, Q, R), rtol=0, atol=1e-9)


def test_root_form_survives_what_breaks_plain_covariances() -> None:
    """A measurement a hundred million times better than the state is known: 1 - K H is all rounding."""
    belief = Belief(np.zeros(2), np.eye(2))
    noise = np.array([[1e-9]])
    for _ in range(50):
        belief, _ = kalman.unscented_update(belief, np.zeros(1), lambda x: x[:1] + x[1:], noise, Sigma())
    assert np.linalg.eigvalsh(belief.covariance).min() >= 0
    assert belief.covariance[0, 0] == pytest.approx(0.5, rel=1e-6)


def test_multiplicative_noise_has_the_variance_of_the_product() -> None:
    """y = x (1 + w): mean m, variance s2 + q (m2 + s2), which the sigma rule of third order gets right up to q s2."""
    belief = Belief(np.array([3.0]), np.array([[0.2]]))
    found = kalman.unscented_predict_any(belief, lambda x, w: x * (1 + w), np.array([[0.1]]), Sigma())
    assert found.mean[0] == pytest.approx(3.0, rel=1e-12)
    assert found.covariance[0, 0] == pytest.approx(0.2**2 + 0.1**2 * 3.0**2, rel=1e-12)


def test_unscented_mean_of_a_square_is_exact() -> None:
    """E[x2] = m2 + s2: a linearised filter would forget s2."""
    belief = Belief(np.array([2.0]), np.array([[0.7]]))
    found = kalman.unscented_predict(belief, lambda x: x**2, np.zeros((1, 1)), Sigma())
    assert found.mean[0] == pytest.approx(4 + 0.49, rel=1e-12)


def test_jacobian_by_differences() -> None:
    def function(x: Array) -> Array:
        return np.array([np.sin(x[0]) * x[1], x[1] ** 3])

    place = np.array([0.4, 1.5])
    exact = [[np.cos(0.4) * 1.5, np.sin(0.4)], [0, 3 * 1.5**2]]
    assert np.allclose(kalman.jacobian_of(function, place), exact, atol=1e-8)


def swing(x: Array, period: float = 0.02) -> Array:
    """A pendulum with friction, one step of the midpoint rule."""
    def rate(y: Array) -> Array:
        return np.array([y[1], -9.81 * np.sin(y[0]) - 0.1 * y[1]])

    return np.asarray(x + period * rate(x + 0.5 * period * rate(x)))


@pytest.mark.parametrize("kind", ["unscented", "extended"])
def test_filters_are_consistent_on_a_pendulum(kind: str) -> None:
    """NEES and NIS averaged over many runs stay within the limits of chi squared (99.9 %)."""
    rng, runs, steps = np.random.default_rng(3), 60, 60
    q, r = np.diag([1e-3, 2e-2]), np.array([[0.05]])
    errors, surprises = np.zeros((runs, steps)), np.zeros((runs, steps))
    for run in range(runs):
        mean = np.array([1.0, 0.0])
        belief = Belief(mean, np.diag([0.1, 0.2]))
        x = mean + belief.root @ rng.normal(size=2)
        for k in range(steps):
            if k:
                x = swing(x) + q @ rng.normal(size=2)
                belief = (kalman.unscented_predict(belief, swing, q, Sigma()) if kind == "unscented"
                          else kalman.extended_predict(belief, swing, q))  # fmt: skip
            z = x[:1] + r[0] * rng.normal(size=1)
            belief, surprise = (kalman.unscented_update(belief, z, lambda y: y[:1], r, Sigma()) if kind == "unscented"
                                else kalman.extended_update(belief, z, lambda y: y[:1], r))  # fmt: skip
            errors[run, k], surprises[run, k] = kalman.nees(belief, x), surprise.nis
    for found, size in ((errors, 2), (surprises, 1)):
        low, high = chi2.ppf([0.0005, 0.9995], runs * size)
        inside = (found.sum(axis=0) > low) & (found.sum(axis=0) < high)
        assert inside.mean() > 0.95
    # and a filter that believes its sensor too much is found out
    assert chi2.ppf(0.9995, runs * steps) < (surprises * 4).sum()


def test_products_and_matrices_of_quaternions_agree() -> None:
    rng = np.random.default_rng(1)
    p, q = (v / np.linalg.norm(v) for v in rng.normal(size=(2, 4)))
    assert np.allclose(attitude.matrix(attitude.product(p, q)), attitude.matrix(p) @ attitude.matrix(q))


@pytest.mark.parametrize("up", [[0, 0, 2.0], [1, 2, 3.0], [0, 0, -1.0], [1, 0, 0.0], [-1, 0.2, -5]])
def test_level_turns_the_acceleration_up(up: list[float]) -> None:
    turned = attitude.matrix(attitude.level(np.array(up))) @ up
    assert np.allclose(turned, [0, 0, np.linalg.norm(up)])


def motion(steps: int, period: float) -> tuple[list[Array], Array]:
    """Return orientations and rates of a unit that turns about changing axes."""
    t = period * np.arange(steps)
    rates = np.column_stack([0.8 * np.sin(0.7 * t), 0.6 * np.cos(0.5 * t), 0.3 * np.sin(0.9 * t + 1)])
    q = attitude.turned(np.array([1.0, 0, 0, 0]), np.array([0.4, -0.3, 0.2]))
    found = [q]
    for rate in rates[1:]:
        found.append(q := attitude.turned(q, rate * period))
    return found, rates


def tilt_error(q: Array, true: Array) -> float:
    """Return the angle between the verticals that two orientations mean."""
    return float(np.arccos(np.clip(attitude.matrix(q)[2] @ attitude.matrix(true)[2], -1, 1)))


@pytest.mark.parametrize("kind", ["madgwick", "mahony"])
def test_attitude_filters_converge_on_a_known_motion(kind: str) -> None:
    """Started half a radian wrong, with a drifting gyroscope: the vertical is found again."""
    period = 0.005
    true, rates = motion(8000, period)
    q = attitude.product(attitude.turned(np.array([1.0, 0, 0, 0]), np.array([0.5, 0, 0])), true[0])
    bias, drift = np.array([0.02, -0.01, 0.0]), np.zeros(3)
    errors = []
    for orientation, rate in zip(true, rates, strict=True):
        felt = attitude.matrix(orientation).T @ [0, 0, 9.81]
        if kind == "madgwick":
            q = attitude.madgwick(q, rate + bias, felt, 0.1, period)
        else:
            q, drift = attitude.mahony(q, drift, rate + bias, felt, attitude.Gains(1.0, 0.3), period)
        errors.append(tilt_error(q, orientation))
    assert errors[0] == pytest.approx(0.5, abs=0.02)
    assert max(errors[-2000:]) < 0.01
    if kind == "mahony":
        assert np.allclose(drift[:2], bias[:2], atol=3e-3)


def test_without_gravity_the_gyroscope_alone_is_followed() -> None:
    true, rates = motion(400, 1e-3)
    q = true[0]
    for rate in rates[1:]:
        q = attitude.madgwick(q, rate, np.zeros(3), 0.1, 1e-3)
    # first-order steps of Madgwick's filter: half a square of the angle in each
    assert np.allclose(attitude.matrix(q), attitude.matrix(true[-1]), atol=1e-3)
