"""Gears side by side and in sets, and masses that begin at rest between springs, against equations solved by hand."""

from __future__ import annotations

import numpy as np
import pytest

from libraries import rotational as r
from libraries import translational as t
from tests.libraries.simulated import run

REST = {"phi": 0, "w": 0}


@pytest.mark.parametrize(("ratio", "speed"), [(2.0, 1 / (1 + 2 / 4)), (3.0, 0.0)])
def test_two_gears_side_by_side(ratio: float, speed: float) -> None:
    """With the same ratio they share the load in a way that nothing determines; with another they lock."""
    result = run(
        {
            "torque": r.ConstantTorque(torque=1), "a": r.Inertia(J=1, start=REST), "b": r.Inertia(J=2),
            "one": r.IdealGear(ratio=2), "two": r.IdealGear(ratio=ratio),
        },
        ["torque.shaft a.a", "a.b one.a two.a", "one.b two.b b.a"],
    )  # fmt: skip
    assert result["a.w"][-1] == pytest.approx(speed, abs=1e-9)
    assert len(result.statistics["warnings"]) == (ratio == 2)


@pytest.mark.parametrize("held", ["carrier", "sun", "reverse"])
def test_gear_set_of_simpson(held: str) -> None:
    """Two planetary gears with one sun: first, second and reverse gear follow from Willis and from energy."""
    z, J, moved = 2.0, {"input": 0.1, "output": 3.0, "sun": 0.05, "carrier": 0.2}, 1.0
    # ring, carrier and sun of the first; the second's ring is the output, too
    wires = [
        "input.b first.ring", "first.sun second.sun sun.a", "first.carrier second.ring output.a",
        "second.carrier carrier.a", "torque.shaft input.a",
    ]  # fmt: skip
    if held == "reverse":
        wires[-1] = "torque.shaft sun.b"
        wires.append("carrier.b ground.shaft")
    else:
        wires.append(f"{held}.b ground.shaft")
    result = run(
        {
            "torque": r.ConstantTorque(torque=moved), "ground": r.Fixed(), "first": r.IdealPlanetary(ratio=z),
            "second": r.IdealPlanetary(ratio=z), **{name: r.Inertia(J=inertia) for name, inertia in J.items()},
        },
        wires,
    )  # fmt: skip
    # unknown speeds: input, output, sun, carrier; (1 + z) carrier = sun + z ring, for both
    willis = [[z, -(1 + z), 1, 0], [0, z, 1, -(1 + z)], [0, 0, 0, 1] if held != "sun" else [0, 0, 1, 0]]
    way = np.linalg.svd(np.array(willis))[2][-1]
    pushed = 2 if held == "reverse" else 0
    way = way / way[pushed]
    speed = moved / (way**2 @ list(J.values()))
    for name, share in zip(J, way, strict=True):
        assert result[f"{name}.w"][-1] == pytest.approx(share * speed, abs=1e-9)
    assert (way[1] < 0) == (held == "reverse")


def test_masses_that_begin_at_rest_between_springs() -> None:
    """InitialConditions: speed and acceleration of the start are given, the places follow."""
    still = {"v": 0, "acceleration": 0}
    result = run(
        {
            "left": t.Fixed(position=-1), "s1": t.Spring(stiffness=1000, free_length=0.1),
            "m1": t.Mass(m=1, length=0.1, start=still), "s2": t.Spring(stiffness=500, free_length=0.1),
            "m2": t.Mass(m=1, length=0.1, start=still), "right": t.Fixed(position=1),
            "s3": t.SpringDamper(stiffness=2000, damping=1, free_length=0.3),
        },
        ["left.flange s1.a", "s1.b m1.a", "m1.b s2.a", "s2.b m2.a", "m2.b s3.a", "s3.b right.flange"],
    )  # fmt: skip
    places = np.linalg.solve([[1500, -500], [-500, 2500]], [1000 * -0.85 + 500 * -0.2, 500 * 0.2 + 2000 * 0.65])
    assert result["m1.s"] == pytest.approx(places[0], abs=1e-9)
    assert result["m2.s"] == pytest.approx(places[1], abs=1e-9)
