"""Ends of a way: rigid stops from which bodies bounce, and elastic ones whose force grows with a power of the depth."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import gamma

from blocks import Block
from libraries import rotational as r
from libraries import signals as s
from libraries import thermal
from libraries import translational as t
from solver.result import Result
from tests.libraries.piecewise import Array, Path, Phase, integrate
from tests.libraries.simulated import end, run

G = 9.81


def falling(is_turning: bool, restitution: float, until: float) -> tuple[Result, str, str]:
    """Return a body of 2 kg or 2 kg.m2 that falls from 1 m or 1 rad, and the names of its place and its speed."""
    stop: dict[str, Any] = {"low": 0, "high": 9, "restitution": restitution, "coulomb": 0, "stribeck": 0}
    if is_turning:
        body: Block = r.InertiaWithStopAndFriction(J=2, **stop, start={"phi": 1, "w": 0})
        return run({"body": body, "pull": r.ConstantTorque(torque=-2 * G)}, ["pull.shaft body.a"], until), "phi", "w"
    body = t.MassWithStopAndFriction(m=2, **stop, start={"s": 1, "v": 0})
    return run({"body": body, "pull": t.ConstantForce(force=-2 * G)}, ["pull.flange body.b"], until), "s", "v"


@pytest.mark.parametrize("is_turning", [False, True])
def test_bounces_come_at_the_times_of_a_geometric_series(is_turning: bool) -> None:
    result, place, speed = falling(is_turning, 0.8, 5.0)
    first = np.sqrt(2 / G)
    expected = first + np.concatenate([[0], np.cumsum(2 * first * 0.8 ** np.arange(1, 60))])
    jumps = result.time[1:][np.diff(result[f"body.{speed}"]) > 1e-2]
    assert jumps == pytest.approx(expected[: len(jumps)], abs=1e-8)
    assert len(jumps) > 20
    # it has come to rest where the series ends, and stays
    rests = result.time > expected[-1]
    assert np.abs(result[f"body.{speed}"][rests]).max() < 1e-9
    assert np.abs(result[f"body.{place}"][rests]).max() < 1e-9
    assert result[f"body.{place}"].min() > -1e-9


@pytest.mark.parametrize("is_turning", [False, True])
def test_without_restitution_it_stays_where_it_falls(is_turning: bool) -> None:
    result, place, speed = falling(is_turning, 0.0, 2.0)
    time = np.minimum(result.time, np.sqrt(2 / G))
    assert result[f"body.{place}"] == pytest.approx(1 - G / 2 * time**2, abs=1e-8)
    assert np.abs(result[f"body.{speed}"][result.time > np.sqrt(2 / G) + 1e-9]).max() < 1e-9
    assert end(result, "body.hold") == pytest.approx([-2 * G])


@pytest.mark.parametrize("solver", ["auto", "stiff", "rk4"])
def test_all_that_is_joined_rigidly_jumps_too(solver: str) -> None:
    """Behind a gear of 3, 1 kg.m2 count as 9: all fall by 10 N.m and bounce with half of their speed."""
    body = r.InertiaWithStopAndFriction(
        J=2, low=0, high=9, restitution=0.5, coulomb=0, stribeck=0, start={"phi": 1, "w": 0}
    )
    result = run(
        {"body": body, "gear": r.IdealGear(ratio=3), "rotor": r.Inertia(J=1), "pull": r.ConstantTorque(torque=-10)},
        ["pull.shaft body.a", "gear.b body.b", "gear.a rotor.a"],
        until=2,
        solver=solver,
        step=0.01 if solver == "rk4" else None,
    )
    time, speed = np.sqrt(2 * 11 / 10), np.sqrt(2 * 10 / 11)
    assert result.time[np.argmax(result["body.w"])] == pytest.approx(time, abs=1e-7)
    assert [result["body.w"].max(), result["rotor.w"].max()] == pytest.approx([speed / 2, 1.5 * speed], abs=1e-7)


def test_full_restitution_keeps_the_energy_between_two_stops() -> None:
    body = t.MassWithStopAndFriction(
        low=-2, high=2, length=1, coulomb=0, stribeck=0, restitution=1, start={"s": 0, "v": 4}
    )
    result = run({"body": body}, [], until=10)
    # the middle moves between -1.5 and 1.5
    way = np.mod(4 * result.time + 1.5, 6)
    assert result["body.s"] == pytest.approx(np.where(way < 3, way, 6 - way) - 1.5, abs=1e-7)
    assert np.abs(result["body.v"]) == pytest.approx(np.full(len(result.time), 4.0), abs=1e-9)


def spring_path(restitution: float, until: float) -> Path:
    """Return place and speed of a mass on a spring that rubs and bounces, flight by flight."""

    def rest(y: Array) -> float:
        return float(-500 * (y[0] + 0.25))

    def slides(way: int) -> Phase:
        def rates(_: float, y: Array) -> list[float]:
            return [y[1], rest(y) - way * (3 + 5 * np.exp(-2 * abs(y[1])) + abs(y[1]))]

        return Phase(rates, [(lambda _, y: 0.4 - way * y[0], "hit"), (lambda _, y: way * y[1], "stuck")])

    stuck = Phase(lambda _, y: [0.0, 0.0], [(lambda _, y: 8 - rest(y), "ahead"), (lambda _, y: 8 + rest(y), "back")])
    phases = {"ahead": slides(1), "back": slides(-1), "stuck": stuck, "hit": Phase(lambda _, y: [0.0, 0.0])}
    whole, begin, name, states = Path(), 0.0, "back", np.array([0.0, -5.0])
    while begin < until:
        path = integrate(phases, name, states, until - begin)
        hit = path.phases.index("hit") if "hit" in path.phases else len(path.parts)
        for length, solution in path.parts[:hit]:
            whole.parts.append((begin + length, lambda time, f=solution, t0=begin: f(time - t0)))
        whole.events += [begin + time for time in path.events[:hit]]
        if hit == len(path.parts):
            break
        begin = whole.parts[-1][0]
        states = whole.parts[-1][1](begin) * [1, -restitution]
        name = "ahead" if states[0] < 0 else "back"
    return whole


@pytest.mark.parametrize("restitution", [0.0, 0.6])
def test_mass_on_a_spring_rubs_and_hits_its_stops(restitution: float) -> None:
    """The second part of the example Friction of Modelica's translational mechanics, also with bouncing."""
    mass = t.MassWithStopAndFriction(
        m=1, length=1, low=-0.9, high=0.9, coulomb=3, stribeck=5, stribeck_speed=0.5, viscous=1,
        restitution=restitution, start={"s": 0, "v": -5},
    )  # fmt: skip
    result = run(
        {"wall": t.Fixed(position=-1.75), "spring": t.Spring(stiffness=500, free_length=1), "mass": mass},
        ["wall.flange spring.a", "spring.b mass.a"],
        until=1.5,
    )
    path = spring_path(restitution, 1.5)
    expected = path.at(result.time)
    away = np.min(np.abs(result.time[:, None] - np.array(path.events)), axis=1) > 1e-7
    assert result["mass.s"] == pytest.approx(expected[0], abs=1e-6)
    assert result["mass.v"][away] == pytest.approx(expected[1][away], abs=1e-5)
    assert np.abs(result["mass.s"]).max() <= 0.4 + 1e-9
    energy = result["mass.v"] ** 2 / 2 + 250 * (result["mass.s"] + 0.25) ** 2
    assert np.diff(energy).max() < 1e-8
    assert np.abs(result["mass.v"][-1]) < 1e-9


def test_stop_lets_go_only_beyond_friction() -> None:
    """Pressed on the stop at first; from 1 s on 3 N pull away, which friction of 4 N holds, and from 2 s on 6 N."""
    blocks = {
        "force": s.TimeTable(times=[0, 1, 2], levels=[-5, 3, 6], between="held"), "pull": t.Force(),
        "body": t.MassWithStopAndFriction(m=1, low=0, coulomb=4, stribeck=0, high=9, start={"s": 0, "v": 0}),
    }  # fmt: skip
    result = run(blocks, ["force.y pull.force", "pull.flange body.a"], until=3)
    assert result["body.s"] == pytest.approx(np.maximum(result.time - 2, 0) ** 2, abs=1e-8)
    assert result["body.hold"][(result.time > 1.1) & (result.time < 1.9)] == pytest.approx(3)


@pytest.mark.parametrize("exponent", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("is_turning", [False, True])
def test_depth_and_duration_of_an_impact(is_turning: bool, exponent: float) -> None:
    """Both follow from the energy, k d^(n + 1) / (n + 1): the duration by an integral of Euler's (Hertz, 1881)."""
    k, mass, speed, nominal = 400.0, 4.0, 1.5, 0.05
    stop: dict[str, Any] = {"stiffness": k, "damping": 0, "exponent": exponent, "nominal": nominal}
    if is_turning:
        blocks: dict[str, Block] = {"wall": r.Fixed(), "stop": r.ElastoGap(**stop)}
        blocks["body"] = r.Inertia(J=mass, start={"phi": 0.3, "w": -speed})
        result = run(blocks, ["wall.shaft stop.a", "stop.b body.a"], until=1.2, tolerance=1e-11)
        place, velocity, push = result["body.phi"], result["body.w"], -result["stop.tau"]
    else:
        blocks = {"wall": t.Fixed(), "stop": t.ElastoGap(**stop), "body": t.Mass(m=mass, start={"s": 0.3, "v": -speed})}
        result = run(blocks, ["wall.flange stop.a", "stop.b body.a"], until=1.2, tolerance=1e-11)
        place, velocity, push = result["body.s"], result["body.v"], -result["stop.f"]
    n = exponent
    depth = (mass * speed**2 / 2 * (n + 1) / k * nominal ** (n - 1)) ** (1 / (n + 1))
    duration = 2 * depth / speed * np.sqrt(np.pi) * gamma(1 + 1 / (n + 1)) / gamma(0.5 + 1 / (n + 1))
    begin, over = np.unique(result.time[1:][np.diff(result.time) == 0])
    assert [begin, over - begin] == pytest.approx([0.2, duration], abs=1e-7)
    assert velocity[-1] == pytest.approx(speed, abs=1e-8)
    assert -place.min() == pytest.approx(depth, rel=1e-3)
    touching = place < 0
    assert push[touching] == pytest.approx(k * -place[touching] * (-place[touching] / nominal) ** (n - 1), abs=1e-6)


@pytest.mark.parametrize("damping", [2.0, 40.0, 2000.0])
def test_impact_with_damping_only_takes_energy(damping: float) -> None:
    exponent, k, mass = 1.5, 1e4, 2.0
    result = run(
        {
            "stop": t.HeatingElastoGap(stiffness=k, damping=damping, exponent=exponent, nominal=0.01),
            "wall": t.Fixed(), "body": t.Mass(m=mass, start={"s": 0.1, "v": -1}),
            "warm": thermal.HeatCapacitor(C=1, start={"T": 300}),
        },
        ["wall.flange stop.a", "stop.b body.a", "stop.heat warm.heat"],
        until=1,
        tolerance=1e-11,
    )  # fmt: skip

    def push(depth: float) -> float:
        return float(k * depth * (depth / 0.01) ** (exponent - 1)) if depth > 0 else 0.0

    def rates(_: float, y: Array) -> list[float]:
        elastic = push(-y[0])
        return [y[1], (elastic + np.clip(-damping * y[1], -elastic, elastic)) / mass]

    found = solve_ivp(rates, (0, 1), [0.1, -1], "DOP853", rtol=1e-10, atol=1e-12, max_step=1e-3, dense_output=True)
    assert result["body.s"] == pytest.approx(found.sol(result.time)[0], abs=1e-6)
    assert result["stop.f"].max() <= 0
    stored = np.maximum(-result["body.s"], 0) ** (exponent + 1) * k / (exponent + 1) / 0.01 ** (exponent - 1)
    energy = mass / 2 * result["body.v"] ** 2 + stored
    assert np.diff(energy).max() < 1e-9
    assert energy[-1] < energy[0] - 0.01
    assert result["warm.T"] - 300 == pytest.approx(energy[0] - energy, abs=1e-7)
