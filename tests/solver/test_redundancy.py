"""Blocks that hold the same thing: what is dropped, what is told, and where it is an error."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block, Diagram, ModelError
from libraries import rotational, translational
from libraries.electrical import Capacitor, ConstantVoltage, Ground, Resistor
from libraries.planar import Body, Fixed, Link, Revolute, Rod, World
from solver.model import compile_model
from solver.simulate import simulate


def held(*holds: Fixed) -> Diagram:
    """Return a rod on a joint whose base is held by several blocks."""
    d = Diagram("held")
    d.add("world", World())
    d.add("joint", Revolute(start={"phi": 0.3, "w": 0}))
    d.add("rod", Rod(m=2, length=0.8))
    d.connect("joint.b", "rod.a")
    for k, hold in enumerate(holds, 1):
        d.add(f"hold{k}", hold)
        d.connect(f"hold{k}.a", "joint.a")
    return d


def test_two_holds_on_one_frame_are_as_good_as_one() -> None:
    one, two = (simulate(held(*[Fixed() for _ in range(n)]), 1.0, tolerance=1e-8) for n in (1, 2))
    assert two["rod.phi"][-1] == pytest.approx(one["rod.phi"][-1], abs=1e-12)
    # one of them carries everything
    assert two["hold1.a.fy"] == pytest.approx(one["hold1.a.fy"], abs=1e-7)
    assert not two["hold2.a.fy"].any()
    assert one.statistics["warnings"] == []
    assert two.statistics["warnings"] == [
        '"hold2" repeats what other blocks already fix. The motion is right, but how the blocks share the load is not '
        'determined; "hold2.a.fx", "hold2.a.fy", "hold2.a.tau" are taken as zero.'
    ]


def message(d: Diagram) -> str:
    with pytest.raises(ModelError) as caught:
        simulate(d)
    return str(caught.value)


def test_two_holds_at_different_places() -> None:
    assert message(held(Fixed(), Fixed(position=["10 cm", 0]))) == (
        '"hold1" and "hold2" fix the same quantity with different values; they differ by 0.1 m.\n'
        "      hold2.a.x == hold2.position[1]    libraries/planar/parts.py:19\n"
        "  Remove one of them, give them values that agree, or put something that gives way between them."
    )


def test_a_parameter_of_a_run_may_bring_the_contradiction() -> None:
    model = compile_model(held(Fixed(), Fixed()))
    simulate(model, 0.1)
    with pytest.raises(ModelError, match='"hold1" and "hold2" fix the same quantity'):
        simulate(model, 0.1, parameters={"hold2.angle": "5 deg"})


def sources(first: Block, second: Block) -> Diagram:
    d = Diagram("sources")
    d.add("g", Ground())
    d.add("v1", first)
    d.add("v2", second)
    d.connect("v1.p", "v2.p")
    d.connect("v1.n", "v2.n", "g.p")
    return d


def test_two_voltage_sources_side_by_side() -> None:
    assert message(sources(ConstantVoltage(V=1), ConstantVoltage(V="3 V"))).split("\n")[0] == (
        '"v1" and "v2" fix the same quantity with different values; they differ by 2 V.'
    )


def test_equal_voltage_sources_side_by_side_share_nothing_determined() -> None:
    d = sources(ConstantVoltage(V=1), ConstantVoltage(V=1))
    d.add("r", Resistor(R=4))
    d.connect("v1.p", "r.p")
    d.connect("r.n", "g.p")
    result = simulate(d)
    assert result["r.i"][-1] == pytest.approx(0.25)
    assert result["v1.i"][-1] + result["v2.i"][-1] == pytest.approx(-0.25)
    assert len(result.statistics["warnings"]) == 1


def test_two_grounds_are_nothing_to_warn_of() -> None:
    d = Diagram("grounds")
    d.add("source", ConstantVoltage(V=1))
    d.add("r", Resistor())
    d.add("c", Capacitor(C=1, start={"v": 0}))
    for name in ("g1", "g2"):
        d.add(name, Ground())
        d.connect("source.n", f"{name}.p")
    d.connect("source.p", "r.p")
    d.connect("r.n", "c.p")
    d.connect("c.n", "source.n")
    result = simulate(d, 1.0, tolerance=1e-8)
    assert result["c.v"][-1] == pytest.approx(1 - np.exp(-1), abs=1e-6)
    assert result.statistics["warnings"] == []


@pytest.mark.parametrize(
    ("hold", "part", "end"),
    [
        (translational.Fixed, translational.Mass, "flange"),
        (rotational.Fixed, rotational.Inertia, "shaft"),
    ],
)
def test_a_part_held_at_both_ends(hold: type[Block], part: type[Block], end: str) -> None:
    name = next(iter(hold.parameters()))

    def both(value: float) -> Diagram:
        d = Diagram("both")
        d.add("f1", hold())
        d.add("f2", hold(**{name: value}))
        d.add("part", part())
        d.connect(f"f1.{end}", "part.a")
        d.connect(f"f2.{end}", "part.b")
        return d

    simulate(both(0.0))
    assert message(both(1.0)).startswith('"f1" and "f2" fix the same quantity with different values; they differ by 1 ')


def triangle(gap: float = 0.0) -> Diagram:
    """Return three links of 1 kg, rigidly joined to a triangle of side 1 m that hangs from a corner."""
    sides = [[1.0, 0.0], [-0.5, sqrt(0.75)], [-0.5, -sqrt(0.75) + gap]]
    d = Diagram("triangle")
    d.add("world", World())
    d.add("wall", Fixed())
    d.add("pin", Revolute(start={"phi": 0, "w": 0}))
    d.connect("wall.a", "pin.a")
    for k, r in enumerate(sides, 1):
        d.add(f"link{k}", Link(m=1, I=1 / 12, r=r, r_cm=[r[0] / 2, r[1] / 2]))
    d.connect("pin.b", "link1.a")
    for k in (1, 2, 3):
        d.connect(f"link{k}.b", f"link{k % 3 + 1}.a")
    return d


def test_a_rigid_triangle_swings_like_a_pendulum() -> None:
    result = simulate(triangle(), 1.0, tolerance=1e-9)
    # 1.5 kg.m2 about the corner, 3 kg at 1 / sqrt(3) m below 30 degrees
    exact = solve_ivp(
        lambda t, y: [y[1], -3 * 9.81 / sqrt(3) / 1.5 * np.cos(y[0] + pi / 6)], (0, 1), [0, 0], rtol=1e-10, atol=1e-12
    )
    assert result["pin.phi"][-1] == pytest.approx(exact.y[0, -1], abs=1e-6)
    assert result["link3.phi"] == pytest.approx(result["pin.phi"], abs=1e-9)


def test_a_triangle_that_does_not_close() -> None:
    assert "off by 0.1 m" in message(triangle(gap=0.1))


def parallelogram(cranks: int, angle: float) -> Diagram:
    """Return a bar on equal cranks, at rest."""
    d = Diagram("parallelogram")
    d.add("world", World())
    for k in range(1, cranks + 1):
        at_start = {"phi": angle, "w": 0.0}
        d.add(f"ground{k}", Fixed(position=[k - 1.0, 0.0]))
        d.add(f"pivot{k}", Revolute(start=at_start) if k == 1 else Revolute(guess=at_start))
        d.add(f"crank{k}", Rod(m=1, length=0.5))
        d.add(f"pin{k}", Revolute(guess={"phi": -angle}))
        d.connect(f"ground{k}.a", f"pivot{k}.a")
        d.connect(f"pivot{k}.b", f"crank{k}.a")
        d.connect(f"crank{k}.b", f"pin{k}.a")
        if k < cranks:
            d.add(f"bar{k}", Rod(m=1, length=1))
            d.connect(f"pin{k}.b", f"bar{k}.a")
        if k > 1:
            d.connect(f"pin{k}.b", f"bar{k - 1}.b")
    return d


@pytest.mark.parametrize("cranks", [2, 3, 5])
def test_parallelogram_passes_its_dead_centres(cranks: int) -> None:
    result = simulate(parallelogram(cranks, 1.0), 1.0, solver="rk4", step="2 ms")
    bars = cranks - 1

    def rate(_: float, y: np.ndarray) -> list[float]:
        return [y[1], -(cranks / 2 + bars) * 9.81 * np.cos(y[0]) / ((cranks / 3 + bars) * 0.5)]

    exact = solve_ivp(rate, (0, 1), [1.0, 0], rtol=1e-11, atol=1e-12).y[0]
    assert exact.min() < -pi
    assert result["pivot1.phi"][-1] == pytest.approx(exact[-1], abs=1e-6)
    assert len(result.statistics["warnings"]) == (cranks > 2)


@pytest.mark.parametrize("cranks", [2, 3])
def test_a_start_in_a_dead_centre_is_an_error(cranks: int) -> None:
    lines = message(parallelogram(cranks, 0.0)).split("\n")
    assert lines[0] == 'The mechanism "parallelogram" starts in a dead centre.'
    assert lines[1].startswith("  From there it may go on in more than one way: nothing decides how ")
    assert lines[2] == "  Start it a little away from this position."


def test_a_free_body_is_not_held_at_all() -> None:
    d = Diagram("free")
    d.add("body", Body())
    assert simulate(d, 1.0).statistics["warnings"] == []
