"""Delays: of signals, and of the waves on lines."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block
from libraries import electrical as e
from libraries import signals as s
from solver.result import Result
from tests.libraries.simulated import Array, end, run


def delayed_sine(period: float, samples: int, between: str = "smooth") -> tuple[Result, Array]:
    """Return a run, and by how much the output is wrong after the delay."""
    delay = s.Delay(period=period, samples=samples, between=between, first=0.25)
    result = run({"u": s.Sine(frequency=1, phase=0.3), "delay": delay}, ["u.y delay.u"], until=1.5)
    late = result.time > samples * period + 1e-9
    return result, (result["delay.y"] - np.sin(2 * np.pi * (result.time - samples * period) + 0.3))[late]


def test_sine_comes_out_later() -> None:
    result, error = delayed_sine(0.005, 60)
    assert np.abs(error).max() < 3e-8
    early = result.time < 0.3 - 1e-9
    assert early.any()
    assert result["delay.y"][early] == pytest.approx(0.25)


@pytest.mark.parametrize(("between", "order"), [("smooth", 4), ("straight", 2)])
def test_error_shrinks_with_a_power_of_the_period(between: str, order: int) -> None:
    _, coarse = delayed_sine(0.02, 15, between)
    _, fine = delayed_sine(0.01, 30, between)
    assert np.log2(np.abs(coarse).max() / np.abs(fine).max()) == pytest.approx(order, abs=0.1)


def test_jump_becomes_a_ramp_of_one_period() -> None:
    delay = s.Delay(period=0.1, samples=5, between="straight")
    result = run({"u": s.Step(height=2, delay=0.35), "delay": delay}, ["u.y delay.u"], until=1.5)
    expected = np.clip((result.time - 0.8) / 0.1, 0, 1) * 2
    assert result["delay.y"] == pytest.approx(expected, abs=1e-9)


def test_feedback_of_the_past() -> None:
    """x' = -x(t - 1) with x = 1 before: a polynomial on each interval, found by integrating the one before."""
    blocks = {"x": s.Integrator(k=-1, start={"y": 1}), "delay": s.Delay(period=0.02, samples=50, first=1)}
    result = run(blocks, ["x.y delay.u", "delay.y x.u"], until=4)
    t = result.time
    steps = [(t - k).clip(0) ** (k + 1) / f for k, f in ((0, 1), (1, 2), (2, 6), (3, 24))]
    # the kink at 1 s is drawn as a smooth curve, which costs a little
    assert result["x.y"] == pytest.approx(1 - steps[0] + steps[1] - steps[2] + steps[3], abs=1e-5)


@pytest.mark.parametrize("solver", ["rk4", "stiff"])
def test_delay_with_other_methods(solver: str) -> None:
    blocks = {"one": s.Constant(level=1), "u": s.Integrator(), "delay": s.Delay(period=0.05, samples=4)}
    step = 0.01 if solver == "rk4" else None
    result = run(blocks, ["one.y u.u", "u.y delay.u"], solver=solver, step=step, native="always")
    assert result["delay.y"] == pytest.approx(np.maximum(result.time - 0.2, 0), abs=1e-9)


def line_with(load: dict[str, Block], source: Block, delay: float, until: float, **line: Any) -> Result:
    """Return a line of 50 ohm behind a source that matches it, with a load between p and n."""
    (name,) = load
    return run(
        {
            "V": source, "Ri": e.Resistor(R=50), "ground": e.Ground(), **load,
            "line": e.TLine(Z0=50, samples=50, period=delay / 50, **line),
        },
        ["V.p Ri.p", "Ri.n line.p1", f"line.p2 {name}.p", f"ground.p V.n line.n1 line.n2 {name}.n"],
        until,
    )  # fmt: skip


@pytest.mark.parametrize(("R", "delay"), [(150.0, 1e-3), (50.0, 5e-9), (1e6, 5e-9), (1e-3, 5e-9), (150.0, 5e-9)])
def test_pulse_runs_along_a_line_and_is_reflected(R: float, delay: float) -> None:
    """The example CompareLosslessLines of Modelica: the line is matched, open, short or neither."""
    pulse = e.PulseVoltage(amplitude=10, period=100 * delay, width=0.005, delay=delay / 2)
    result = line_with({"load": e.Resistor(R=R)}, pulse, delay, 4 * delay, between="straight")
    back = (R - 50) / (R + 50)
    places = delay * np.array([0.3, 0.75, 1.25, 1.75, 2.25, 2.75, 3.5])
    at_begin = np.interp(places, result.time, result["line.v1"])
    at_end = np.interp(places, result.time, result["load.v"])
    assert at_begin == pytest.approx([0, 5, 0, 0, 0, 5 * back, 0], abs=1e-6)
    assert at_end == pytest.approx([0, 0, 0, 5 * (1 + back), 0, 0, 0], abs=1e-6)


def test_capacitor_at_the_end_of_a_line() -> None:
    """Seen from the end, a matched line is its source behind the impedance: C is charged through 50 ohm."""
    delay, C = 1e-6, 4e-9
    source = e.RampVoltage(height=8, duration=1e-6)
    result = line_with({"C": e.Capacitor(C=C, start={"v": 0})}, source, delay, 4e-6)
    tau, begun, over = 50 * C, np.maximum(result.time - delay, 0), np.maximum(result.time - 2 * delay, 0)
    expected = 8e6 * (begun - tau * (1 - np.exp(-begun / tau)) - over + tau * (1 - np.exp(-over / tau)))
    assert result["C.v"] == pytest.approx(expected, abs=2e-3)
    # what went in at both ends is stored: the capacitance of the line is its delay over its impedance
    power = result["line.v1"] * result["line.i1"] + result["line.v2"] * result["line.i2"]
    assert np.trapezoid(power, result.time) == pytest.approx(delay / 50 * 8**2 / 2, rel=1e-3)


def ladder(v: Array, i: Array, ends: tuple[float, float], part: dict[str, float]) -> tuple[Array, Array]:
    """Return how voltages and currents of a line change, from the equations of a wire in small pieces."""
    n = len(v)
    length = np.full(n + 1, 1.0 / n)
    length[[0, -1]] /= 2
    drops = -np.diff(np.concatenate([[ends[0]], v, [ends[1]]]))
    return (-np.diff(i) - part["g"] / n * v) / (part["c"] / n), (drops / length - part["r"] * i) / part["l"]


def test_line_with_losses_against_scipy() -> None:
    part = {"r": 0.2, "l": 1e-3, "g": 0.01, "c": 1e-3}
    n, R = 6, 2.0
    result = run(
        {
            "V": e.SineVoltage(amplitude=10, frequency=40), "line": e.OLine(segments=n, length=1, **part),
            "load": e.Resistor(R=R), "ground": e.Ground(),
        },
        ["V.p line.p1", "line.p2 load.p", "ground.p V.n line.p3 load.n"],
        until=0.05,
    )  # fmt: skip

    def rates(time: float, y: Array) -> Array:
        v, i = y[:n], y[n:]
        return np.concatenate(ladder(v, i, (10 * np.sin(80 * np.pi * time), R * i[-1]), part))

    found = solve_ivp(rates, (0, 0.05), np.zeros(2 * n + 1), "DOP853", rtol=1e-10, atol=1e-12, dense_output=True)
    expected = found.sol(result.time)
    assert result["line.v"] == pytest.approx(expected[:n].T, abs=1e-6)
    assert result["line.i"] == pytest.approx(expected[n:].T, abs=1e-6)


def test_long_line_with_losses_comes_near_to_the_telegraphers_equation() -> None:
    """Direct current far along a leaking wire falls by 1 / cosh(root of r g times the length)."""
    r, g, length = 0.5, 0.08, 10.0
    line = e.OLine(segments=40, length=length, r=r, g=g, l=1e-4, c=1e-4)
    result = run(
        {"V": e.ConstantVoltage(V=10), "line": line, "load": e.Resistor(R=1e9), "ground": e.Ground()},
        ["V.p line.p1", "line.p2 load.p", "ground.p V.n line.p3 load.n"],
        until=0.3,
        tolerance=1e-7,
    )
    assert end(result, "load.v") == pytest.approx([10 / np.cosh(np.sqrt(r * g) * length)], rel=1e-3)


@pytest.mark.parametrize("segments", [1, 8])
def test_line_of_resistance_and_capacitance(segments: int) -> None:
    """Elmore: the mean delay of a step on an open wire is half of its resistance times its capacitance."""
    line = e.ULine(segments=segments, length=2, r=100, c=1e-4)
    result = run(
        {"V": e.ConstantVoltage(V=5), "line": line, "load": e.Resistor(R=1e9), "ground": e.Ground()},
        ["V.p line.p1", "line.p2 load.p", "ground.p V.n line.p3 load.n"],
        until=0.6,
    )
    missing = 1 - result["load.v"] / 5
    assert np.trapezoid(missing, result.time) == pytest.approx(200 * 2e-4 / 2, rel=2e-3)
    if segments == 1:
        assert missing == pytest.approx(np.exp(-result.time / 0.02), abs=1e-6)
