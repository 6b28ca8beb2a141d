"""Examples of Modelica's rotational, translational and electrical libraries, built from our blocks alone.

Values are those of the Modelica Standard Library 4; what comes out is compared with closed forms and with SciPy.
"""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block
from libraries import electrical as e
from libraries import rotational as r
from libraries import signals as s
from libraries import translational as t
from tests.libraries.piecewise import Array, Path, Phase, integrate
from tests.libraries.simulated import end, run


def test_compare_braking_torque() -> None:
    """Four rotors of 1 kg.m2 at 100 rad/s against 100 N.m: constant, and by the speed, its square and its inverse."""
    loads: dict[str, Block] = {
        "constant": r.BearingFriction(speeds=[0, 1], torques=[100, 100]),
        "linear": r.LinearSpeedDependentTorque(nominal_torque=-100, nominal_speed=100),
        "quadratic": r.QuadraticSpeedDependentTorque(nominal_torque=-100, nominal_speed=100),
        "inverse": r.InverseSpeedDependentTorque(nominal_torque=-100, nominal_speed=100, low_speed=1),
    }
    rotors = {f"{name}_rotor": r.Inertia(J=1, start={"phi": 0, "w": 100}) for name in loads}
    result = run({**loads, **rotors}, [f"{name}_rotor.a {name}.shaft" for name in loads], until=5)
    time = result.time
    assert result["constant_rotor.w"] == pytest.approx(np.maximum(100 - 100 * time, 0), abs=1e-6)
    assert result["linear_rotor.w"] == pytest.approx(100 * np.exp(-time), abs=1e-6)
    assert result["quadratic_rotor.w"] == pytest.approx(100 / (1 + time), abs=1e-6)
    # 100 N.m at 100 rad/s are 10 kW until 1 rad/s is left; from there the torque falls with the speed, in 0.1 ms
    slow = (100**2 - 1) / 2e4
    expected = np.sqrt(np.maximum(100**2 - 2e4 * time, 0))
    early = time < slow - 1e-3
    assert result["inverse_rotor.w"][early] == pytest.approx(expected[early], abs=1e-5)
    assert result["inverse_rotor.w"][time > slow + 0.01] == pytest.approx(0, abs=1e-6)


def test_compare_braking_force() -> None:
    """From 10 m/s, 1 kg against 10 N by the inverse of the speed: v² falls by 200 m²/s² each second."""
    load = t.InverseSpeedDependentForce(nominal_force=-10, nominal_speed=10, low_speed=0.1)
    body = t.Mass(m=1, start={"s": 0, "v": 10})
    result = run({"load": load, "body": body}, ["body.b load.flange"], until=0.45)
    assert result["body.v"] == pytest.approx(np.sqrt(100 - 200 * result.time), abs=1e-6)


def test_lossy_gear_demo_3() -> None:
    """A gear with 25 % efficiency stops two rotors in 5 ms, and then does not yield to 1 N.m from behind.

    Seen from the input the second rotor drives: 0.001 w' = -2.5 - 0.25 * 0.001 w'.
    """
    result = run(
        {
            "rotor1": r.Inertia(J=0.001), "rotor2": r.Inertia(J=0.001, start={"phi": 0, "w": 10}),
            "gear": r.LossyGear(efficiency=0.25, backward_efficiency=0.25, bearing_torque=2.5),
            "torque": r.TorqueStep(height=1, delay=0.5),
        },
        ["rotor1.b gear.a", "gear.b rotor2.a", "rotor2.b torque.shaft"],
        until=1,
        interval=1e-3,
    )  # fmt: skip
    assert result["rotor1.w"] == pytest.approx(np.maximum(10 - 2000 * result.time, 0), abs=1e-6)
    assert np.abs(result["rotor1.w"][result.time > 0.0051]).max() < 1e-9


def one_way_path(normal: Any, load: float, frequency: float, begin: float, breaks: list[float]) -> Path:
    """Return the speeds of both rotors, 1 kg.m2 each; ``normal`` is the normal force over time, mu is 0.5."""

    def torque(time: float) -> float:
        return float(10 * np.sin(2 * np.pi * frequency * time) - load)

    def slips(time: float, _: Array) -> list[float]:
        grip = 0.5 * normal(time)
        return [torque(time) + grip, load - grip]

    def spare(time: float, _: Array) -> float:
        # what has to be passed on so that both speed up alike, and how far friction can hold back
        return (torque(time) - load) / 2 + 25 * 0.5 * normal(time)

    def together(time: float, _: Array) -> list[float]:
        return [(torque(time) + load) / 2] * 2

    phases = {"locked": Phase(together, [(spare, "ahead")]),
              "ahead": Phase(slips, [(lambda _, y: y[1] - y[0], "locked")])}  # fmt: skip
    return integrate(phases, "ahead" if begin < 0 else "locked", [begin, 0], 2, breaks)


@pytest.mark.parametrize("is_pressed", [True, False])
def test_one_way_clutch(is_pressed: bool) -> None:
    """The examples OneWayClutch, which is pressed from time to time, and OneWayClutchDisengaged, which never is."""
    load, frequency, begin = (0.0, 3.0, -0.5) if is_pressed else (-0.3, 2.0, 0.0)
    engage = s.Pulse(period=1.3, width=0.5, delay=0.3) if is_pressed else s.Constant(level=0)
    blocks = {
        "sine": s.Sine(amplitude=10, frequency=frequency, offset=-load), "motor": r.Torque(), "engage": engage,
        "a": r.Inertia(J=1, start={"phi": 0, "w": begin}), "b": r.Inertia(J=1, start={"phi": 0, "w": 0}),
        "clutch": r.OneWayFrictionClutch(peak=25, normal_force=3, mu=0.5), "load": r.ConstantTorque(torque=load),
    }  # fmt: skip
    wires = [
        "sine.y motor.torque", "motor.shaft a.a", "a.b clutch.a", "clutch.b b.a", "b.b load.shaft",
        "engage.y clutch.engagement",
    ]  # fmt: skip
    result = run(blocks, wires, until=2, tolerance=1e-10)

    def normal(time: float) -> float:
        return 3.0 if is_pressed and (0.3 <= time < 0.95 or time >= 1.6) else 0.0

    path = one_way_path(normal, load, frequency, begin, [0.3, 0.95, 1.6] if is_pressed else [])
    for name, expected in zip(("a.w", "b.w"), path.at(result.time), strict=True):
        assert result[name] == pytest.approx(expected, abs=1e-7)
    assert {"locked", "ahead"} <= set(path.phases)
    assert result["clutch.w_rel"].min() > -1e-9
    assert (result["clutch.tau"] * result["clutch.w_rel"]).min() > -1e-8


def test_one_way_clutch_whose_friction_falls_with_the_speed() -> None:
    """b runs ahead by 4 rad/s, free against a wall; mu falls from 0.6 to 0.2 at 2 rad/s: see test_friction_tables."""
    clutch = r.OneWayFrictionClutch(normal_force=10, speeds=[0, 2], mu=[0.6, 0.2])
    blocks = {
        "wall": r.Fixed(), "clutch": clutch, "b": r.Inertia(J=1, start={"phi": 0, "w": 5}), "on": s.Constant(level=1),
    }  # fmt: skip
    result = run(blocks, ["wall.shaft clutch.a", "clutch.b b.a", "on.y clutch.engagement"], until=3, tolerance=1e-10)
    stop = 1.5 + np.log(3) / 2
    later = 3 - np.exp(2 * (np.minimum(result.time, stop) - 1.5))
    assert result["b.w"] == pytest.approx(np.where(result.time < 1.5, 5 - 2 * result.time, later), abs=1e-6)


def test_friction_by_a_formula_and_by_a_table() -> None:
    """The first part of the example Friction: Stribeck friction in the mass itself, and as a table."""
    speeds = np.linspace(0, 12, 300)
    table = t.SupportFriction(speeds=speeds.tolist(), forces=(5 + speeds + 10 * np.exp(-2 * speeds)).tolist())
    own = {"coulomb": 5, "stribeck": 10, "stribeck_speed": 0.5, "viscous": 1}
    result = run(
        {
            "sine": s.Sine(amplitude=25, frequency=0.25), "f1": t.Force(), "f2": t.Force(), "table": table,
            "stop": t.MassWithStopAndFriction(length=1, low=-25, high=25, **own, start={"s": 0, "v": 0}),
            "mass": t.Mass(m=1, length=1, start={"s": 0, "v": 0}),
        },
        ["sine.y f1.force f2.force", "f1.flange stop.a", "f2.flange mass.a", "mass.b table.flange"],
        until=5,
        tolerance=1e-8,
    )  # fmt: skip

    def rest(time: float) -> float:
        return float(25 * np.sin(0.5 * np.pi * time))

    def slides(way: int) -> Phase:
        def rates(time: float, y: Array) -> list[float]:
            return [y[1], rest(time) - way * (5 + 10 * np.exp(-2 * abs(y[1])) + abs(y[1]))]

        return Phase(rates, [(lambda _, y: way * y[1], "stuck")])

    stuck = Phase(
        lambda _, y: [0.0, 0.0], [(lambda time, _: 15 - rest(time), "ahead"), (lambda time, _: 15 + rest(time), "back")]
    )
    path = integrate({"ahead": slides(1), "back": slides(-1), "stuck": stuck}, "stuck", [0, 0], 5)
    assert result["stop.s"] == pytest.approx(path.at(result.time)[0], abs=1e-6)
    assert result["mass.s"] == pytest.approx(path.at(result.time)[0], abs=5e-3)


def test_demo_power_supply() -> None:
    """A load from a thousandth to a thousand siemens: constant voltage, then constant power, then constant current."""
    blocks = {
        "supply": e.DCPowerSupply(V=60, I=50, P=1200, R=0.05, G=0.01), "load": e.VariableConductor(),
        "ramp": s.Ramp(height=6, offset=-3), "gain": s.Gain(k=float(np.log(10))), "exp": s.Exp(), "ground": e.Ground(),
    }  # fmt: skip
    wires = ["ramp.y gain.u", "gain.y exp.u", "exp.y load.conductance", "supply.p load.p", "ground.p supply.n load.n"]
    result = run(blocks, wires, until=1)
    G = 10 ** (6 * result.time - 3)
    candidates = np.array([60 / (1 + 0.05 * G), np.sqrt(1200 / G), 50 / (G + 0.01)])
    assert result["load.v"] == pytest.approx(candidates.min(axis=0), rel=1e-6)
    assert set(candidates.argmin(axis=0)) == {0, 1, 2}


def test_lightning_hits_a_line_without_losses() -> None:
    """LightningLosslessTransmissionLine: half of the current runs each way and meets source and load 194 us later.

    The source is short for what comes from outside, so that its wave comes back upside down; the load takes a part.
    """
    l, c, length, R, peak = 1e-6, 15e-12, 100e3, 200.0, 10e3
    delay, Z0 = float(np.sqrt(l * c)) * length / 2, float(np.sqrt(l / c))
    tau1, tau2, m = 19e-6, 485e-6, 10
    eta = np.exp(-(tau1 / tau2) * (m * tau2 / tau1) ** (1 / m))

    def impulse(time: Array) -> Array:
        x = (np.maximum(time, 0) / tau1) ** m
        return peak / eta * x / (1 + x) * np.exp(-np.maximum(time, 0) / tau2)

    line: dict[str, Any] = {"Z0": Z0, "period": delay / 100, "samples": 100}
    times = np.concatenate([np.linspace(0, 100e-6, 201), np.linspace(102e-6, 1e-3, 400)])
    blocks = {
        "left": e.TLine(**line), "right": e.TLine(**line), "source": e.ConstantVoltage(V=0), "load": e.Resistor(R=R),
        "shape": s.TimeTable(times=times.tolist(), levels=impulse(times).tolist(), exact=False), "ground": e.Ground(),
        "lightning": e.SignalCurrent(),
    }  # fmt: skip
    wires = [
        "source.p left.p1", "left.p2 right.p1 lightning.n", "right.p2 load.p", "shape.y lightning.current",
        "ground.p source.n left.n1 left.n2 right.n1 right.n2 load.n lightning.p",
    ]  # fmt: skip
    result = run(blocks, wires, until=9e-4, tolerance=1e-6)
    back = (R - Z0) / (R + Z0)
    # each wave: the time it arrives at the load, and its share; the second came from the source, the third from here
    waves = [(delay, 1.0), (3 * delay, -1.0), (5 * delay, -back)]
    arriving = sum(share * Z0 / 2 * impulse(result.time - when) for when, share in waves)
    before = result.time < 5 * delay - 1e-6
    assert result["load.v"][before] == pytest.approx(((1 + back) * arriving)[before], abs=2e-3 * peak * Z0)
    assert result["load.v"].max() > 0.9 * (1 + back) * Z0 / 2 * peak


def test_elasto_gap_example() -> None:
    """A mass between two springs that lift off, and one between springs that do not: the first swings more slowly."""
    own: dict[str, Any] = {"stiffness": 10, "damping": 1.5}
    blocks: dict[str, Block] = {
        "left": t.Fixed(position=-2), "right": t.Fixed(position=2), "mass": t.Mass(m=1, start={"s": 2, "v": 0}),
        "gap1": t.ElastoGap(**own, free_length=1.5), "gap2": t.ElastoGap(**own, free_length=1.5),
    }  # fmt: skip
    result = run(blocks, ["left.flange gap1.a", "gap1.b mass.a", "mass.b gap2.a", "gap2.b right.flange"], until=5)

    def push(depth: float, closing: float) -> float:
        return 10 * depth + float(np.clip(1.5 * closing, -10 * depth, 10 * depth)) if depth > 0 else 0.0

    def rates(_: float, y: Array) -> list[float]:
        return [y[1], push(1.5 - (y[0] + 2), -y[1]) - push(1.5 - (2 - y[0]), y[1])]

    found = solve_ivp(rates, (0, 5), [2, 0], "DOP853", rtol=1e-10, atol=1e-11, max_step=0.005, dense_output=True)
    assert result["mass.s"] == pytest.approx(found.sol(result.time)[0], abs=1e-6)
    assert end(result, "gap1.f")[0] <= 0
