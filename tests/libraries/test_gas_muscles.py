"""The McKibben muscle against Chou and Hannaford, and against virtual work."""

import numpy as np
import pytest

from libraries import gas as g
from libraries import signals as s
from libraries import spatial as sp
from libraries import translational as tr
from tests.libraries.gas_laws import OUTSIDE
from tests.libraries.simulated import end, run

LENGTH, DIAMETER, ANGLE = 0.3, 15e-3, np.radians(23)


def stretched(frequency=1.0, amplitude=0.03, middle=0.26, p=4e5, **values):
    """Return a run in which a muscle at constant pressure is made longer and shorter."""
    values = {"rest_length": LENGTH, "diameter": DIAMETER, "braid_angle": ANGLE, **values}
    return run(
        {
            "way": s.Cosine(amplitude=amplitude, offset=middle, frequency=frequency), "drive": tr.Position(),
            "wall": tr.Fixed(), "muscle": g.McKibbenMuscle(start={"p": p}, **values), "supply": g.Supply(p=p),
            "wide": g.Orifice(C=1e-5),
        },
        [
            "way.y drive.position", "drive.flange muscle.b", "wall.flange muscle.a", "supply.gas wide.a",
            "wide.b muscle.gas",
        ],
        interval=1e-3, tolerance=1e-8,
    )  # fmt: skip


@pytest.mark.parametrize("k", [1.0, 1.096])
def test_static_force_is_that_of_chou_and_hannaford(k) -> None:
    result = stretched(end_factor=k)
    e = 1 - result["muscle.length"] / LENGTH
    a, b = 3 / np.tan(ANGLE) ** 2, 1 / np.sin(ANGLE) ** 2
    force = np.pi / 4 * DIAMETER**2 * (result["muscle.p"] - OUTSIDE) * (a * (1 - k * e) ** 2 - b)
    assert result["muscle.tension"] == pytest.approx(force, rel=1e-9)


def test_the_same_force_from_the_largest_contraction() -> None:
    """F = Fmax (p/pmax) [(1-k e)^2 - (1-k emax)^2] / [1 - (1-k emax)^2], the form that data sheets suit."""
    k, largest = 1.096, 0.34
    result = stretched(end_factor=k)
    e = result["muscle.contraction"]
    rest = result["muscle.tension"] / (result["muscle.p"] - OUTSIDE)
    shape = ((1 - k * e) ** 2 - (1 - k * largest) ** 2) / (1 - (1 - k * largest) ** 2)
    assert np.ptp(rest / shape) < 2e-3 * (rest / shape).max()


def test_volume_of_a_braid_without_ends_is_that_of_a_cylinder() -> None:
    result = stretched(dead_volume=2e-6)
    thread = LENGTH / np.cos(ANGLE)
    radius = DIAMETER / 2 / np.sin(ANGLE) * np.sqrt(1 - (result["muscle.length"] / thread) ** 2)
    assert result["muscle.V"] - 2e-6 == pytest.approx(np.pi * radius**2 * result["muscle.length"], rel=1e-9)


@pytest.mark.parametrize("k", [1.0, 1.2])
def test_force_follows_from_the_volume_by_virtual_work(k) -> None:
    """F dL = -p dV, also where the muscle is slack and its volume does not change any more."""
    result = stretched(amplitude=0.06, middle=0.24, end_factor=k)
    length, volume = result["muscle.length"], result["muscle.V"]
    half = slice(1, len(length) // 2 - 1)
    slope = np.gradient(volume[half], length[half])
    force = -(result["muscle.p"][half] - OUTSIDE) * slope
    largest = np.pi / 4 * DIAMETER**2 * 3e5 * 10
    assert result["muscle.tension"][half] == pytest.approx(force, abs=5e-3 * largest)
    slack = result["muscle.contraction"] > 0.38
    assert slack.any()
    assert not result["muscle.tension"][slack].any()
    assert np.ptp(volume[slack]) < 1e-15


def test_gas_in_a_closed_muscle_gives_back_its_work() -> None:
    """A mass swings on an adiabatic muscle: the energy of gas, mass and air outside stays."""
    muscle = g.McKibbenMuscle(process="adiabatic", start={"p": 3e5}, braid_angle=ANGLE)
    result = run(
        {
            "wall": tr.Fixed(), "muscle": muscle, "mass": tr.Mass(m=5, start={"s": 0.27, "v": 0}),
            "weight": tr.ConstantForce(force=49.05),
        },
        ["wall.flange muscle.a", "muscle.b mass.a", "mass.b weight.flange"], until=0.4, tolerance=1e-12,
    )  # fmt: skip
    kinetic = 2.5 * result["mass.v"] ** 2
    total = result["muscle.U"] + OUTSIDE * result["muscle.V"] + kinetic - 49.05 * result["mass.s"]
    assert np.ptp(total) < 1e-8 * np.ptp(result["muscle.U"])
    assert kinetic.max() > 0.1


def test_hysteresis_and_damping_only_take_energy() -> None:
    result = stretched(hysteresis=0.1, damping=30, stiffness=2000, amplitude=0.06, middle=0.26, frequency=3)
    lost = (result["muscle.tension"] - result["muscle.pull"]) * result["muscle.speed"]
    assert lost.min() >= -1e-12
    # a loop of a width that does not depend on the speed, besides the damping
    slow = stretched(hysteresis=0.1, slip_speed=1e-6)
    a, b = 3 / np.tan(ANGLE) ** 2, 1 / np.sin(ANGLE) ** 2
    width = 0.1 * np.pi / 4 * DIAMETER**2 * (a - b)
    gap = np.abs(slow["muscle.tension"] - slow["muscle.pull"])
    moving = np.abs(slow["muscle.speed"]) > 0.01
    assert gap[moving] == pytest.approx(width * (slow["muscle.p"][moving] - OUTSIDE), rel=1e-4)


def test_an_elastic_muscle_without_pressure_is_a_slack_rope() -> None:
    result = stretched(p=OUTSIDE, middle=0.3, amplitude=0.01, stiffness=1000)
    assert result["muscle.tension"] == pytest.approx(1000 * np.maximum(result["muscle.length"] - 0.3, 0), abs=0.1)


def test_a_valve_makes_a_muscle_lift_a_weight_in_space() -> None:
    muscle = g.McKibbenMuscle(rest_length=0.5, braid_angle=ANGLE, stiffness=5000, damping=100, process="polytropic")
    result = run(
        {
            "u": s.Step(delay=0.5), "valve": g.ProportionalValve3(), "supply": g.Supply(p=4e5), "air": g.Atmosphere(),
            "muscle": muscle, "ground": tr.Fixed(), "world": sp.World(), "line": sp.LineActuator(),
            "slide": sp.Prismatic(direction="n", n=[0, 0, -1], start={"s": 0.502, "v": 0}), "weight": sp.Body(m=3),
        },
        [
            "u.y valve.command", "supply.gas valve.supply", "air.gas valve.exhaust", "valve.work muscle.gas",
            "ground.flange muscle.a", "muscle.b line.axis", "world.origin line.a slide.a", "slide.b weight.a line.b",
        ],
        until=3, tolerance=1e-7,
    )  # fmt: skip
    assert end(result, "muscle.tension") == pytest.approx([3 * 9.81], rel=1e-4)
    assert result["muscle.contraction"][0] < 0
    assert 0.25 < end(result, "muscle.contraction")[0] < 0.37
