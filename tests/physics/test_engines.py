"""Engines: cranks, rods and pistons that move as geometry and energy say."""

from __future__ import annotations

from math import pi, radians

import numpy as np
from scipy.interpolate import make_interp_spline

from solver.simulate import simulate
from tests.models import engine_models
from tests.models.spatial_models import G
from tests.physics.cranks import (
    BRIEF,
    CLOSED,
    Array,
    Part,
    about_x,
    engine_parts,
    in_y_and_z,
    lag_of_crank,
    reduced,
    slider_crank,
)
from tests.physics.motions import FINE


def test_engine_with_one_cylinder_turns_as_its_energy_says() -> None:
    """Modelica's Engine1a."""
    result = simulate(engine_models.engine(), 3, **BRIEF)
    assert lag_of_crank(result, "bearing", engine_parts(), 1, more=1.0) < 1e-8
    lean, height = slider_crank(0.1, 0.2, 0, 0)
    assert np.abs(0.35 - result["cylinder.s"] - height(result["bearing.phi"])).max() < CLOSED
    assert np.ptp(result["bearing.w"]) > 0.5


def test_engine_with_one_cylinder_stays_closed_for_a_minute() -> None:
    result = simulate(engine_models.engine(), 60, **FINE)
    crank, rod = result["bearing.phi"], result["bearing.phi"] + result["b1.phi"]
    pin = in_y_and_z(0.1, crank) + in_y_and_z(0.2, rod)
    small = in_y_and_z(1, 0 * crank) * (0.35 - result["cylinder.s"])[:, None]
    assert np.abs(pin - small).max() < CLOSED


def six_cylinder_parts() -> list[Part]:
    """Return rods and pistons of the engine with six cylinders."""
    parts: list[Part] = []
    for pin, bank in engine_models.FIRING:
        a, b = radians(pin), radians(bank)
        lean, height = slider_crank(0.05, 0.2, a, b)
        parts += [
            Part(
                0.5, (0.002, 0, 0),
                lambda x, a=a, b=b, lean=lean: in_y_and_z(0.05, x + a) + in_y_and_z(0.1, lean(x) + b),
                lambda x, lean=lean: about_x(lean(x)),
            ),
            Part(0.8, (0, 0, 0), lambda x, b=b, height=height: in_y_and_z(1, 0 * x + b) * height(x)[:, None]),
        ]  # fmt: skip
    return parts


def test_engine_with_six_cylinders_turns_as_its_energy_says() -> None:
    """Modelica's EngineV6 without its gas forces: six loops on one shaft."""
    result = simulate(engine_models.engine_v6(), 1, **BRIEF)
    assert lag_of_crank(result, "bearing", six_cylinder_parts(), 1, more=0.3) < 1e-8
    for k, (pin, bank) in enumerate(engine_models.FIRING, start=1):
        _, height = slider_crank(0.05, 0.2, radians(pin), radians(bank))
        assert np.abs(result[f"cylinder{k}.s"] - height(result["bearing.phi"])).max() < CLOSED


def gas_work(angle: Array, stroke: float, rod: float) -> Array:
    """Return the work of the gas on a piston since the upper end, at angles of its crank from there."""
    table, area = engine_models.STROKE, pi / 4 * engine_models.BORE**2
    # straight lines between the points: the integral is exact
    curves = (engine_models.DOWNWARD, engine_models.UPWARD)
    down, up = (make_interp_spline(table, curve, k=1).antiderivative() for curve in curves)
    _, height = slider_crank(stroke / 2, rod, 0, 0)
    turns, rest = np.divmod(angle, 2 * pi)
    depth = (stroke / 2 + rod - height(rest)) * table[-1] / stroke
    way = np.where(rest < pi, down(depth), down(table[-1]) - up(table[-1]) + up(depth))
    return area * stroke / table[-1] * (turns * (down(table[-1]) - up(table[-1])) + way)


def test_engine_gains_the_work_of_its_gas() -> None:
    """Modelica's Engine1b, its gas a subsystem of sensors, tables and a force."""
    result = simulate(engine_models.firing_engine(), 0.4, tolerance=1e-10, interval="1 ms", native="never")
    j, lift = reduced(engine_parts(), 1, more=1.0)
    angle, speed = result["bearing.phi"], result["bearing.w"]
    energy = j(angle % (2 * pi)) / 2 * speed**2 + G * lift(angle % (2 * pi))
    gained = gas_work(angle, 0.2, 0.2)
    assert gained[-1] > 3 * energy[0]
    assert np.abs(energy - energy[0] - gained + gained[0]).max() < 1e-6 * gained[-1]


def test_engine_with_six_cylinders_gains_the_work_of_their_gas() -> None:
    """Modelica's EngineV6."""
    result = simulate(engine_models.firing_engine_v6(), 0.1, tolerance=1e-10, interval="1 ms", native="never")
    j, lift = reduced(six_cylinder_parts(), 1, more=0.3)
    angle, speed = result["bearing.phi"], result["bearing.w"]
    energy = j(angle % (2 * pi)) / 2 * speed**2 + G * lift(angle % (2 * pi))
    gained = sum(
        gas_work(angle + radians(pin - bank), 0.1, 0.2) - gas_work(angle[:1] + radians(pin - bank), 0.1, 0.2)
        for pin, bank in engine_models.FIRING
    )
    assert gained[-1] > 3 * energy[0]
    assert np.abs(energy - energy[0] - gained).max() < 1e-6 * gained[-1]
