"""Toothed wheels and wheels on a road, in a plane: ratios, forces, and the curve of friction over slip."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import Block
from libraries import planar, rotational, signals
from libraries.planar import ExternalGear, InternalGear, RollingWheel, SlipWheel
from tests.libraries.simulated import end, run

FLAT = {"world": planar.World(g=[0, 0])}


def gear_train(gear: Block, distance: float, turned: float = 0.7) -> dict[str, Block]:
    """Return two wheels on fixed axes, the first with a torque of 2 N.m, on a base that is turned."""
    c, s = float(np.cos(turned)), float(np.sin(turned))
    return {
        **FLAT, "gear": gear, "one": planar.Fixed(), "two": planar.Fixed(position=[distance * c, distance * s]),
        "j1": planar.Revolute(start={"phi": 0, "w": 3}), "j2": planar.Revolute(start={"phi": 0}),
        "w1": planar.Body(m=1, I=0.02), "w2": planar.Body(m=1, I=0.5), "motor": rotational.ConstantTorque(torque=2),
    }  # fmt: skip


TRAIN = ["one.a j1.a", "two.a j2.a", "j1.b w1.a gear.a", "j2.b w2.a gear.b", "motor.shaft j1.axis"]


@pytest.mark.parametrize(
    ("gear", "distance", "ratio"),
    [
        (ExternalGear(radius_a=0.05, radius_b=0.2), 0.25, -0.25),
        (InternalGear(radius_a=0.05, radius_b=0.2), 0.15, 0.25),
        (InternalGear(radius_a=0.05, radius_b=0.2), -0.15, 0.25),
    ],
)  # fmt: skip
def test_gears_turn_by_their_radii_and_lose_nothing(gear: Block, distance: float, ratio: float) -> None:
    result = run(gear_train(gear, distance), TRAIN, until=2)
    assert result["j2.w"] == pytest.approx(ratio * result["j1.w"], abs=1e-9)
    speed = 2 / (0.02 + 0.5 * ratio**2)
    assert end(result, "j1.w")[0] == pytest.approx(3 + 2 * speed, rel=1e-9)
    # the teeth brake the first wheel at its radius
    assert abs(end(result, "gear.force")[0]) * 0.05 == pytest.approx(2 - 0.02 * speed, rel=1e-9)
    # the bearings hold against the teeth
    assert np.hypot(*end(result, "j1.a.fx", "j1.a.fy")) == pytest.approx(abs(end(result, "gear.force")[0]), rel=1e-9)


def driven(wheel: Block, **start: float) -> dict[str, Block]:
    begin = {"x": 0, "y": 0, "phi": 0.4, "vx": 0, "vy": 0, "w": 0, **start}
    return {
        **FLAT, "wheel": wheel, "cart": planar.Body(m=50, I=4, guess=begin),
        "motor": rotational.ConstantTorque(torque=6), "rotor": rotational.Inertia(J=0.5, start={"phi": 0, "w": 0}),
    }  # fmt: skip


DRIVEN = ["wheel.a cart.a", "motor.shaft rotor.a", "rotor.b wheel.axis"]


def test_a_rolling_wheel_drives_where_it_heads() -> None:
    result = run(driven(RollingWheel(radius=0.25, heading=0.3)), DRIVEN, until=2)
    speed = 6 / 0.25 / (50 + 0.5 / 0.25**2)  # acceleration, with the rotor felt as mass
    assert end(result, "cart.x", "cart.y") == pytest.approx(
        [2 * speed * np.cos(0.7), 2 * speed * np.sin(0.7)], rel=1e-8
    )
    assert end(result, "wheel.drive_force")[0] == pytest.approx(50 * speed, rel=1e-8)
    assert end(result, "wheel.side_force")[0] == pytest.approx(0, abs=1e-9)


def test_a_wheel_that_is_thrown_sideways_stops() -> None:
    """With all friction spent sideways, it slides v^2 / (2 mu g) far."""
    blocks: dict[str, Any] = {
        **FLAT, "cart": planar.Body(m=50, start={"x": 0, "y": 0, "phi": 0, "vx": 0, "vy": 4, "w": 0}),
        "wheel": SlipWheel(load=500, peak_friction=0.8, slide_friction=0.8, adhesion_speed=1e-4, slide_speed=2e-4,
                           adhesion_slip=0, slide_slip=0),
        "rotor": rotational.Inertia(start={"phi": 0, "w": 0}),
    }  # fmt: skip
    result = run(blocks, ["wheel.a cart.a", "rotor.b wheel.axis"], until=1, tolerance=1e-8)
    assert end(result, "cart.y", "cart.vy") == pytest.approx([16 / (2 * 8.0), 0], abs=1e-4)
    assert end(result, "cart.x")[0] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("more", [0.0, 300.0, -2000.0])
def test_friction_over_slip(more: float) -> None:
    """A wheel that spins on the spot: all its speed is slip, so that only the least speeds count."""
    blocks: dict[str, Any] = {
        **FLAT, "place": planar.Fixed(), "ramp": signals.Ramp(height=2.0, duration=1.0), "motor": rotational.Speed(),
        "wheel": SlipWheel(radius=0.5, load=1000, adhesion_speed=0.2, slide_speed=0.6),
        "more": signals.Constant(level=more),
    }  # fmt: skip
    wires = ["place.a wheel.a", "ramp.y motor.speed", "motor.shaft wheel.axis", "more.y wheel.more_load"]
    result = run(blocks, wires, until=1)
    slip = 0.5 * result["ramp.y"]
    rise = np.minimum(slip / 0.2, 1)
    part = np.clip((slip - 0.2) / 0.4, 0, 1)
    mu = (3 * rise - rise**3) / 2 - 0.3 * (3 * part**2 - 2 * part**3)
    assert result["wheel.drive_force"] == pytest.approx(max(1000 + more, 0) * mu, abs=1e-2)
    assert result["wheel.slip_speed"] == pytest.approx(slip, abs=1e-6)
    assert end(result, "motor.shaft.tau")[0] == pytest.approx(-0.5 * max(1000 + more, 0) * 0.7, rel=1e-6, abs=1e-9)
