"""The estimate of the time left."""

from __future__ import annotations

import pytest

from solver.progress import Estimator


def test_estimate_follows_a_change_of_speed() -> None:
    seconds = [0.0]
    estimate = Estimator(lambda: seconds[0])

    def work(duration: float, begin: float, end: float) -> float:
        for k in range(1, 101):
            seconds[0] += duration / 100
            left = estimate(begin + (end - begin) * k / 100, 0.0).left
        return left if left is not None else float("nan")

    assert estimate(0.0, 0.0).left is None
    assert work(10, 0.0, 0.5) == pytest.approx(10)
    # four times as slow from here: 37.5 s would be right
    assert 25 < work(5, 0.5, 0.5625) < 45
    estimate.pause()
    seconds[0] += 1000
    estimate.resume()
    assert 25 < work(5, 0.5625, 0.625) < 40
    assert work(1, 0.625, 1.0) == 0
