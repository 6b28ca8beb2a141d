"""Constraints that only sums of equations show, in networks that hang on coils alone or go round through capacitors."""

from __future__ import annotations

from math import pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block, ModelError
from libraries import electrical as e
from tests.libraries.simulated import build, run
from tests.solver.test_errors import error

LIMITS: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12}


def three_phases(peak: float, frequency: float = 50) -> tuple[dict[str, Block], list[str]]:
    """Return three sources in a star whose middle is grounded."""
    sources = {
        f"V{k}": e.SineVoltage(amplitude=peak, frequency=frequency, phase=-2 * pi * k / 3) for k in range(3)
    }  # fmt: skip
    return {"ground": e.Ground(), **sources}, ["V0.n V1.n V2.n ground.p"]


def voltages(t: float, peak: float) -> np.ndarray:
    return np.array([peak * sin(100 * pi * t - 2 * pi * k / 3) for k in range(3)])


def test_a_triangle_of_capacitors_without_a_ground() -> None:
    blocks, wires = three_phases(10)
    blocks |= {f"R{k}": e.Resistor(R=5 + k) for k in range(3)}
    blocks |= {f"C{k}": e.Capacitor(C=1e-4, start={"v": 0} if k < 2 else {}) for k in range(3)}
    wires += [f"V{k}.p R{k}.p" for k in range(3)] + ["R0.n C0.p C2.n", "R1.n C1.p C0.n", "R2.n C2.p C1.n"]
    result = run(blocks, wires, until=0.06)

    def rates(t: float, x: np.ndarray) -> list[float]:
        # potentials of the corners against the first, whose own makes the sum of the currents zero
        below, G = np.array([0, -x[0], -x[0] - x[1]]), 1 / np.array([5, 6, 7])
        open_ends = voltages(t, 10) - below
        i = G * (open_ends - (G * open_ends).sum() / G.sum())
        return [(i[0] - i[1]) / 3e-4, (i[1] - i[2]) / 3e-4]

    expected = solve_ivp(rates, (0, 0.06), [0, 0], "DOP853", result.time, **LIMITS).y
    assert result["C0.v"] == pytest.approx(expected[0], abs=1e-7)
    assert result["C1.v"] == pytest.approx(expected[1], abs=1e-7)


def coils_and_resistors(currents: list[float | None]) -> tuple[dict[str, Block], list[str]]:
    """Return three coils that feed a triangle of resistors, with the currents of their start."""
    blocks, wires = three_phases(10)
    for k, i in enumerate(currents):
        blocks[f"L{k}"] = e.Inductor(L=0.01 * (k + 1), start={} if i is None else {"i": i})
        blocks[f"R{k}"] = e.Resistor(R=4 + k)
    wires += [f"V{k}.p L{k}.p" for k in range(3)] + ["L0.n R0.p R2.n", "L1.n R1.p R0.n", "L2.n R2.p R1.n"]
    return blocks, wires


def test_coils_that_feed_a_triangle_of_resistors() -> None:
    result = run(*coils_and_resistors([0.3, 0.2, None]), until=0.06)

    def rates(t: float, x: np.ndarray) -> np.ndarray:
        inside = np.linalg.solve([[1, 0, -1], [-1, 1, 0], [4, 5, 6]], [x[0], x[1], 0])
        drops = voltages(t, 10) + np.array([0, 4 * inside[0], 4 * inside[0] + 5 * inside[1]])
        L = np.array([0.01, 0.02, 0.03])
        slopes: np.ndarray = (drops - (drops / L).sum() / (1 / L).sum()) / L
        return slopes[:2]

    expected = solve_ivp(rates, (0, 0.06), [0.3, 0.2], "DOP853", result.time, **LIMITS).y
    assert result["L0.i"] == pytest.approx(expected[0], abs=1e-7)
    assert result["L2.i"] == pytest.approx(-expected.sum(axis=0), abs=1e-7)


def test_currents_of_a_start_that_do_not_add_up() -> None:
    with pytest.raises(ModelError) as caught:
        run(*coils_and_resistors([0.3, 0.2, 0.1]))
    assert caught.value.what.startswith("No consistent start could be found")
    assert "These would fit: L2.i = -0.5 A." in caught.value.why


def test_a_coil_is_the_only_way_back_for_a_source_of_current() -> None:
    result = run(
        {
            "ground": e.Ground(), "I": e.SineCurrent(amplitude=2, frequency=50), "L": e.Inductor(L=0.01),
            "R1": e.Resistor(R=1), "R2": e.Resistor(R=2), "R3": e.Resistor(R=3),
        },
        ["I.n R1.p R2.p", "R1.n R3.p", "R3.n R2.n L.p", "L.n ground.p I.p"],
        until=0.06,
    )  # fmt: skip
    assert result["L.v"] == pytest.approx(0.02 * 100 * pi * np.cos(100 * pi * result.time), abs=1e-9)


@pytest.mark.parametrize("grounded", ["V0.n", "R.n"])
def test_bridge_of_diodes_behind_coils(grounded: str) -> None:
    """The mean of the textbook, with the voltage that is lost while two diodes take over from each other."""
    blocks, wires = three_phases(100)
    for k in range(3):
        blocks |= {f"L{k}": e.Inductor(L=1e-4), f"up{k}": e.IdealDiode(), f"down{k}": e.IdealDiode()}
        wires += [f"V{k}.p L{k}.p", f"L{k}.n up{k}.p down{k}.n", f"up{k}.n L.p", f"down{k}.p R.n"]
    blocks |= {"L": e.Inductor(L=0.05), "R": e.Resistor(R=2)}
    wires = [*wires[1:], "L.n R.p", "V0.n V1.n V2.n", f"{grounded} ground.p"]
    blocks["L"].start, blocks["L0"].start, blocks["L1"].start = {"i": 80.0}, {"i": 0.0}, {"i": -80.0}
    result = run(blocks, wires, until=0.12, tolerance=1e-6)
    late = result.time > 0.1
    mean = np.trapezoid(result["R.i"][late], result.time[late]) / np.ptp(result.time[late])
    assert mean == pytest.approx(3 * sqrt(3) / pi * 100 / (2 + 3 * 2 * pi * 50 * 1e-4 / pi), rel=2e-3)


def without_ground(blocks: dict[str, Block], wires: list[str]) -> str:
    """Return the error of a circuit whose ground is left out."""
    blocks = {name: block for name, block in blocks.items() if name != "ground"}
    return str(error(build(blocks, [wire.replace(" ground.p", "") for wire in wires])))


def test_a_ground_is_missed_where_the_sums_of_all_currents_say_nothing() -> None:
    bridge = {f"R{k}": e.Resistor(R=k) for k in range(1, 6)} | {"V": e.ConstantVoltage(V=1)}
    wires = ["V.p R1.p R2.p", "R1.n R3.p R5.p", "R2.n R4.p R5.n", "R3.n R4.n V.n ground.p"]
    assert "connect a Ground to it" in without_ground(bridge, wires)
    assert "connect a Ground to it" in without_ground(*coils_and_resistors([None] * 3))
