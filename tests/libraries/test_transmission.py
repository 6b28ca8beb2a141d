"""Screws, belts and wheels against the textbook, and power that is never created."""

import numpy as np
import pytest

from libraries import rotational as r
from libraries import translational as t
from libraries import transmission as x
from tests.libraries.simulated import end, run

REST = {"phi": 0, "w": 0}


@pytest.mark.parametrize("kind", [x.RackAndPinion, x.IdealRollingWheel])
def test_rolling_carries_inertia_and_mass(kind: type) -> None:
    """2 N.m on 0.5 kg.m2 and 2 kg at 0.5 m: 2 = (0.5 + 2 * 0.25) w'."""
    result = run(
        {
            "motor": r.ConstantTorque(torque=2), "rotor": r.Inertia(J=0.5, start=REST), "wheel": kind(radius=0.5),
            "cart": t.Mass(m=2),
        },
        ["motor.shaft rotor.a", "rotor.b wheel.shaft", "wheel.flange cart.a"],
    )  # fmt: skip
    assert result["cart.v"] == pytest.approx(result.time, abs=1e-8)


@pytest.mark.parametrize("mu", [0.05, 0.3])
@pytest.mark.parametrize("lifts", [True, False])
def test_screw_with_a_weight(mu: float, lifts: bool) -> None:
    """T = F d/2 tan(slope + friction) lifts; without a motor the weight sinks, or is held if mu is above the slope."""
    lead, diameter, weight, J = 5e-3, 1e-2, 1000.0, 1e-3
    slope, friction = np.arctan(lead / (np.pi * diameter)), np.arctan(mu)
    result = run(
        {
            "motor": r.ConstantTorque(torque=5.0 if lifts else 0.0), "rotor": r.Inertia(J=J, start=REST),
            "screw": x.LeadScrew(lead=lead, diameter=diameter, mu=mu), "weight": t.ConstantForce(force=-weight),
        },
        ["motor.shaft rotor.a", "rotor.b screw.shaft", "screw.flange weight.flange"],
    )  # fmt: skip
    arm = weight * diameter / 2
    sinking = min(-arm * np.tan(slope - friction), 0.0)
    torque = 5.0 - arm * np.tan(slope + friction) if lifts else sinking
    assert result["rotor.w"] == pytest.approx(torque / J * result.time, rel=1e-7, abs=1e-7)
    if not lifts and mu > np.tan(slope):
        assert np.abs(result["rotor.w"]).max() < 1e-9


def test_belt_swings_at_its_own_frequency() -> None:
    """Two wheels on an undamped belt: w² = k (ra²/Ja + rb²/Jb), and energy stays."""
    result = run(
        {
            "a": r.Inertia(J=0.02, start={"phi": 0, "w": 3}), "b": r.Inertia(J=0.32, start=REST),
            "belt": x.Belt(radius_a=0.1, radius_b=0.2, stiffness=160, damping=0),
        },
        ["a.b belt.a", "belt.b b.a"],
        until=2,
    )  # fmt: skip
    w = np.sqrt(160 * (0.01 / 0.02 + 0.04 / 0.32))
    assert result["belt.stretch"] == pytest.approx(0.3 / w * np.sin(w * result.time), abs=1e-7)
    energy = 0.01 * result["a.w"] ** 2 + 0.16 * result["b.w"] ** 2 + 80 * result["belt.stretch"] ** 2
    assert energy == pytest.approx(np.full(len(energy), 0.09), abs=1e-7)


def test_loose_pulley_halves_the_force() -> None:
    """One rope end is fixed, the other pulled with 4 N: the axle is pulled with 8 N."""
    result = run(
        {
            "wall": t.Fixed(), "pull": t.ConstantForce(force=4), "pulley": x.Pulley(radius=0.1),
            "load": t.Mass(m=2, start={"s": 0, "v": 0}),
        },
        ["wall.flange pulley.b", "pull.flange pulley.a", "pulley.axle load.a"],
    )  # fmt: skip
    assert end(result, "load.v", "pulley.a.s", "pulley.shaft.phi") == pytest.approx([4, 4, 20])


def test_differential_drive_adds_and_subtracts() -> None:
    """3 and 1 N.m with a ratio of 2: 8 N.m on the sum, 4 N.m on the difference."""
    result = run(
        {
            "m1": r.ConstantTorque(torque=3), "m2": r.ConstantTorque(torque=1), "drive": x.DifferentialDrive(ratio=2),
            "pitch": r.Inertia(J=2, start=REST), "roll": r.Inertia(J=1, start=REST),
        },
        ["m1.shaft drive.a", "m2.shaft drive.b", "drive.sum pitch.a", "drive.difference roll.a"],
    )  # fmt: skip
    assert end(result, "pitch.w", "roll.w") == pytest.approx([4, 4])
