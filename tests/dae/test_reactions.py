"""Stiff reactions against published end values (Test Set for IVP Solvers; deTestSet)."""

import pytest

from tests.dae.reactions import AkzoNobel, Hires, Robertson
from tests.dae.running import assert_digits, at, run

AKZO_START = {"y[1]": 0.444, "y[2]": 0.00123, "y[3]": 0.0, "y[4]": 0.007, "y[5]": 0.0}
AKZO_END = [
    0.1150794920661702, 0.001203831471567715, 0.1611562887407974, 0.0003656156421249283, 0.01708010885264404,
    0.004873531310307455,
]  # fmt: skip
HIRES_END = [
    0.0007371312573325668, 0.0001442485726316185, 5.888729740967575e-05, 0.001175651343283149, 0.002386356198831331,
    0.006238968252742796, 0.002849998395185769, 0.002850001604814231,
]  # fmt: skip
ROBERTSON_END = [2.083340149701255e-08, 8.333360770334713e-14, 0.999999979166505]


@pytest.mark.parametrize("solver", ["auto", "stiff"])
def test_akzo_nobel(solver: str) -> None:
    result = run(AkzoNobel(start=AKZO_START), 180.0, 1e-9, solver)
    assert_digits(at(result, "y"), AKZO_END, 8)


@pytest.mark.parametrize("solver", ["auto", "stiff"])
def test_hires(solver: str) -> None:
    result = run(Hires(start={"y": [1, 0, 0, 0, 0, 0, 0, 0.0057]}), 321.8122, 1e-9, solver)
    assert_digits(at(result, "y"), HIRES_END, 8)


def test_robertson() -> None:
    result = run(Robertson(start={"y1": 1, "y2": 0, "y3": 0}), 1e11, 1e-8)
    assert result.statistics["solver"] == "stiff"
    assert_digits(at(result, "y1", "y2", "y3"), ROBERTSON_END, 7)
