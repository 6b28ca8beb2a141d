"""Gaps and stops: they give back at most what they got, and exactly what an independent integration says."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from blocks import Block
from libraries import rotational as r
from libraries import translational as t
from tests.libraries.piecewise import Array, Path, Phase, integrate
from tests.libraries.simulated import end, run

STIFFNESS, MASS = 400.0, 2.0


@cache
def bounces(damping: float, weight: float, speed: float, until: float) -> Path:
    """Return place and speed of a body that falls on an elastic stop at zero.

    First the damper would more than double the force, then it acts as it is, and at last it would have to pull.
    """

    def push(y: Array) -> float:
        return -STIFFNESS * y[0] - damping * y[1]

    def phase(force: Any, *ends: Any) -> Phase:
        return Phase(lambda _, y: [y[1], (force(y) - weight) / MASS], ends)

    phases = {
        "flight": phase(lambda y: 0.0, (lambda _, y: y[0], "doubled")),
        "doubled": phase(lambda y: -2 * STIFFNESS * y[0], (lambda _, y: STIFFNESS * y[0] - damping * y[1], "damped")),
        "damped": phase(push, (lambda _, y: push(y), "loose")),
        "loose": phase(lambda y: 0.0, (lambda _, y: -y[0], "flight")),
    }
    return integrate(phases, "flight", [1, speed], until)


@pytest.mark.parametrize("damping", [2.0, 10.0, 40.0, 500.0])
def test_body_falls_on_an_elastic_stop_again_and_again(damping: float) -> None:
    weight = 20.0
    result = run(
        {
            "ground": t.Fixed(), "stop": t.ElastoGap(stiffness=STIFFNESS, damping=damping),
            "body": t.Mass(m=MASS, start={"s": 1, "v": 0}), "weight": t.ConstantForce(force=-weight),
        },
        ["ground.flange stop.a", "stop.b body.a", "weight.flange body.b"],
        until=2,
        tolerance=1e-11,
    )  # fmt: skip
    path = bounces(damping, weight, 0.0, 2.0)
    for name, expected in zip(("body.s", "body.v"), path.at(result.time), strict=True):
        assert result[name] == pytest.approx(expected, abs=3e-7)
    height, speed = result["body.s"], result["body.v"]
    energy = MASS / 2 * speed**2 + weight * height + STIFFNESS / 2 * np.minimum(height, 0) ** 2
    assert np.diff(energy).max() < 1e-9
    assert energy[-1] < energy[0] - 0.5
    assert result["stop.f"].max() <= 0


def stop(kind: type[Block], damping: float) -> Block:
    """Return a stop or a play that begins to act at zero."""
    values: dict[str, Any] = {"stiffness": STIFFNESS, "damping": damping}
    if "backlash" in kind.declarations:
        free = "free_length" if kind is t.ElastoBacklash else "free_angle"
        return kind(**values, **{"backlash": 20, free: 10})
    return kind(**values)


@pytest.mark.parametrize("speed", [-0.3, -3.0])
@pytest.mark.parametrize("damping", [0.0, 10.0, 500.0])
@pytest.mark.parametrize("kind", [t.ElastoGap, t.ElastoBacklash, r.ElastoGap, r.ElastoBacklash])
def test_restitution(kind: type[Block], damping: float, speed: float) -> None:
    """Stops and plays return the same share of the speed, whatever it is."""
    until = 1 / abs(speed) + 1
    if kind in (t.ElastoGap, t.ElastoBacklash):
        body: Block = t.Mass(m=MASS, start={"s": 1, "v": speed})
        result = run(
            {"ground": t.Fixed(), "stop": stop(kind, damping), "body": body},
            ["ground.flange stop.a", "stop.b body.a"], until=until,
        )  # fmt: skip
        speeds = result["body.v"]
    else:
        body = r.Inertia(J=MASS, start={"phi": 1, "w": speed})
        result = run(
            {"ground": r.Fixed(), "stop": stop(kind, damping), "body": body},
            ["ground.shaft stop.a", "stop.b body.a"], until=until,
        )  # fmt: skip
        speeds = result["body.w"]
    expected = bounces(damping, 0.0, -1.0, 3.0).at(np.array([3.0]))[1, 0] if damping else 1.0
    assert -speeds[-1] / speeds[0] == pytest.approx(expected, abs=1e-6)
    assert np.abs(speeds).max() <= abs(speed) * (1 + 1e-8)


@pytest.mark.parametrize("damping", [0.0, 30.0])
def test_three_bodies_in_a_row_collide(damping: float) -> None:
    """Momentum stays, energy never rises; without damping a heavy one hits two lighter ones as billiard balls do."""
    masses = {"first": 2.0, "second": 1.0, "third": 1.0}
    result = run(
        {
            "first": t.Mass(m=2, start={"s": 0, "v": 3}), "second": t.Mass(m=1, start={"s": 1, "v": 0}),
            "third": t.Mass(m=1, start={"s": 3, "v": 0}),
            "left": t.ElastoGap(stiffness=1e5, damping=damping), "right": t.ElastoGap(stiffness=1e5, damping=damping),
        },
        ["first.b left.a", "left.b second.a", "second.b right.a", "right.b third.a"],
        until=4,
        tolerance=1e-10,
    )  # fmt: skip
    momentum = sum(mass * result[f"{name}.v"] for name, mass in masses.items())
    assert momentum == pytest.approx(np.full(len(result.time), 6), abs=1e-8)
    pressed = sum(np.minimum(result[f"{name}.s_rel"], 0) ** 2 for name in ("left", "right"))
    energy = sum(mass / 2 * result[f"{name}.v"] ** 2 for name, mass in masses.items()) + 5e4 * pressed
    assert np.diff(energy).max() < 1e-9
    if damping == 0:
        # 3 becomes 1 and 4; the 4 are handed on; then 1 hits what has come to rest and becomes 1/3 and 4/3
        assert end(result, "first.v", "second.v", "third.v") == pytest.approx([1 / 3, 4 / 3, 4], abs=1e-5)
    else:
        assert energy[-1] < energy[0] - 0.1
