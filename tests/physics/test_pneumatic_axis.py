"""The example project with a pneumatic axis: it does what its README says."""

from pathlib import Path

import numpy as np

from solver.simulate import simulate

PROJECT = Path(__file__).parents[2] / "projects" / "pneumatic_axis" / "diagram.toml"


def test_the_load_goes_where_it_is_told() -> None:
    result = simulate(PROJECT)
    after_steps = (result.time % 2 < 0.45) & (result.time > 1)  # 1.5 s or more after a step
    off = np.abs(result["load.s"] - result["target.y"])[after_steps]
    assert off.max() < 3e-3
    for name in ("p_cap", "p_rod"):
        pressure = result[f"cylinder.{name}"]
        assert pressure.min() > 101325
        assert pressure.max() < 7e5
    assert not result.statistics["warnings"]


def test_a_gain_that_is_too_high_makes_it_swing() -> None:
    """The gas is a spring: with little friction the valve drives its own resonance."""
    calm = simulate(PROJECT, 2.4, interval=1e-3)
    wild = simulate(PROJECT, 2.4, interval=1e-3, parameters={"controller.k": 40, "cylinder.viscous": 20})

    def turns(result) -> int:
        speed = result["load.v"][result.time > 1]
        return int((np.diff(np.sign(np.where(np.abs(speed) > 1e-2, speed, 0))) != 0).sum())

    assert turns(calm) <= 1
    assert turns(wild) > 10
