"""What nature keeps, a run must keep: energy, momentum, charge and heat of models without losses."""

from __future__ import annotations

from math import cos, pi, sqrt

import numpy as np
import pytest

from blocks import Diagram
from libraries import electrical, thermal
from libraries.planar import Revolute, Rod, World
from solver.result import Result
from solver.simulate import simulate
from tests.models import planar_models as models
from tests.models.physical_models import diagram


def rod_motion(result: Result, names: list[str], mass: float, length: float) -> dict[str, np.ndarray]:
    """Return kinetic energy, momentum, angular momentum about the origin and height of some equal rods together."""
    inertia = mass * length**2 / 12
    total = dict.fromkeys(("kinetic", "px", "py", "spin", "height"), np.zeros(len(result.time)))
    for name in names:
        x, y, vx, vy, w = (result[f"{name}.{part}"] for part in ("x", "y", "vx", "vy", "w"))
        total["kinetic"] = total["kinetic"] + mass / 2 * (vx**2 + vy**2) + inertia / 2 * w**2
        total["px"], total["py"] = total["px"] + mass * vx, total["py"] + mass * vy
        total["spin"] = total["spin"] + mass * (x * vy - y * vx) + inertia * w
        total["height"] = total["height"] + y
    return total


@pytest.mark.parametrize("n", [1, 2, 4, 16])
def test_pendulum_keeps_its_energy(n: int) -> None:
    result = simulate(models.pendulum(n), 10.0, tolerance=1e-9)
    total = rod_motion(result, [f"rod{k}" for k in range(1, n + 1)], 1.0, 1.0)
    energy = total["kinetic"] + 9.81 * total["height"]
    assert np.ptp(total["kinetic"]) > 4
    assert np.abs(energy).max() < 1e-6 * np.ptp(total["kinetic"])


def test_free_ring_keeps_energy_and_spin_while_it_falls() -> None:
    n, spin = 16, 1.0
    result = simulate(models.free_ring(n, spin), 10.0, tolerance=1e-9)
    mass = models.LINK_MASS
    total = rod_motion(result, [f"link{k}" for k in range(1, n + 1)], mass, models.LINK_LENGTH)
    energy = total["kinetic"] + 9.81 * mass * total["height"]
    assert np.ptp(energy) < 1e-7 * np.ptp(total["kinetic"])
    # the centre of mass falls freely
    t = result.time
    weight = n * mass * 9.81
    assert total["py"] == pytest.approx(total["py"][0] - weight * t, abs=1e-6)
    fall = total["py"][0] / mass * t - n * 9.81 / 2 * t**2
    assert total["height"] == pytest.approx(total["height"][0] + fall, abs=1e-5)
    assert np.ptp(total["px"]) < 1e-7
    # gravity acts at the centre of mass, so what is left is the spin about it
    x = sum(result[f"link{k}.x"] for k in range(1, n + 1)) / n
    about_centre = total["spin"] - x * total["py"] + total["height"] / n * total["px"]
    assert np.ptp(about_centre) < 1e-7


def test_loops_stay_closed() -> None:
    result = simulate(models.fourbar(), 10.0, tolerance=1e-6)
    # between recorded steps only the interpolation is off
    assert np.hypot(result["rocker.b.x"] - result["tip.a.x"], result["rocker.b.y"] - result["tip.a.y"]).max() < 1e-6
    assert np.hypot(result["rocker.a.x"] - 1.0, result["rocker.a.y"]).max() < 1e-6


def free_chain(n: int) -> Diagram:
    """Return rods in a row that are thrown spinning in a plane without gravity."""
    d = Diagram("free_chain")
    d.add("world", World(g=[0.0, 0.0]))
    d.add("rod1", Rod(start={"x": 0.0, "y": 0.0, "phi": 0.2, "vx": 0.3, "vy": -0.1, "w": 2.0}))
    for k in range(2, n + 1):
        d.add(f"joint{k}", Revolute(start={"phi": 0.3 * k, "w": (-1.0) ** k}))
        d.add(f"rod{k}", Rod())
        d.connect(f"rod{k - 1}.b", f"joint{k}.a")
        d.connect(f"joint{k}.b", f"rod{k}.a")
    return d


def test_free_chain_keeps_energy_and_both_momenta() -> None:
    total = rod_motion(simulate(free_chain(5), 10.0, tolerance=1e-9), [f"rod{k}" for k in range(1, 6)], 1.0, 1.0)
    del total["height"]
    for name, values in total.items():
        assert np.ptp(values) < 1e-7 * total["kinetic"][0], name


def test_coil_and_capacitor_swing_at_their_own_frequency() -> None:
    C, L, volts = 2e-6, 0.05, 10.0
    d = diagram("tank", 0.1, {
        "c": electrical.Capacitor(C=C, start={"v": volts}),
        "l": electrical.Inductor(L=L, start={"i": 0}),
        "ground": electrical.Ground(),
    }, [("c.p", "l.p"), ("c.n", "l.n", "ground.p")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    energy = C / 2 * result["c.v"] ** 2 + L / 2 * result["l.i"] ** 2
    assert energy == pytest.approx(C / 2 * volts**2, rel=1e-6)
    assert result["c.v"] == pytest.approx(volts * np.cos(result.time / sqrt(L * C)), abs=1e-5)


def test_capacitors_share_their_charge() -> None:
    C1, C2, R = 1e-6, 3e-6, 1e3
    d = diagram("share", 0.01, {
        "c1": electrical.Capacitor(C=C1, start={"v": 8}), "c2": electrical.Capacitor(C=C2, start={"v": 0}),
        "r": electrical.Resistor(R=R), "ground": electrical.Ground(),
    }, [("c1.p", "r.p"), ("r.n", "c2.p"), ("c1.n", "c2.n", "ground.p")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    assert C1 * result["c1.v"] + C2 * result["c2.v"] == pytest.approx(8e-6, rel=1e-9)
    decay = np.exp(-result.time * (1 / C1 + 1 / C2) / R)
    assert result["c2.v"] == pytest.approx(2 * (1 - decay), abs=1e-7)


def test_a_loop_of_capacitors_keeps_the_charge_between_them() -> None:
    """Three capacitors in a loop have two states; a current source charges them in known proportions."""
    d = diagram("loop", 1.0, {
        "c1": electrical.Capacitor(C=1.0, start={"v": 0}), "c2": electrical.Capacitor(C=2.0, start={"v": 0}),
        "c3": electrical.Capacitor(C=4.0), "source": electrical.ConstantCurrent(I=1.0), "ground": electrical.Ground(),
    }, [("c1.p", "c3.p", "source.n"), ("c1.n", "c2.p"), ("c2.n", "c3.n", "source.p", "ground.p")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    # c1 and c2 in series, 2/3 F, beside c3
    volts = result.time / (2 / 3 + 4)
    assert result["c3.v"] == pytest.approx(volts, abs=1e-9)
    assert result["c1.v"] == pytest.approx(volts * 2 / 3, abs=1e-9)
    assert result["c1.i"] + result["c3.i"] == pytest.approx(1.0, abs=1e-12)


def test_heat_is_kept_between_bodies() -> None:
    capacities = {"a": 2.0, "b": 5.0, "c": 3.0}
    d = Diagram("heat")
    for k, (name, C) in enumerate(capacities.items()):
        d.add(name, thermal.HeatCapacitor(C=C, start={"T": 300.0 + 50 * k}))
    d.add("ab", thermal.ThermalConductor(G=0.7))
    d.add("bc", thermal.BodyRadiation(area=0.1))
    d.connect("a.heat", "ab.a")
    d.connect("b.heat", "ab.b", "bc.a")
    d.connect("c.heat", "bc.b")
    result = simulate(d, 50.0, tolerance=1e-8)
    heat = sum(C * result[f"{name}.T"] for name, C in capacities.items())
    assert np.ptp(result["a.T"]) > 10
    assert np.ptp(heat) < 1e-9 * heat[0]


def test_the_turning_point_of_a_pendulum_is_where_it_began() -> None:
    result = simulate(models.pendulum(1), 10.0, tolerance=1e-9, interval=0.001)
    assert result["joint1.phi"].max() == pytest.approx(0.0, abs=1e-5)
    assert result["joint1.phi"].min() == pytest.approx(-pi, abs=1e-5)
    assert cos(result["joint1.phi"][-1]) == pytest.approx(2 * result["rod1.x"][-1], abs=1e-9)
