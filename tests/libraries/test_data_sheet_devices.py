"""Amplifier, thyristor and triac by their data sheets: alone, and in the circuits of the Modelica examples.

The circuits are compared with SciPy, which integrates the equations that the Modelica Standard Library 4 publishes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block
from libraries import electrical as e
from libraries import signals as s
from solver.result import Result
from tests.libraries.simulated import end, run

Array = np.ndarray[Any, Any]
IDEAL_INPUT = {"offset_voltage": 0, "bias_current": 0, "offset_current": 0, "rejection": 1e12}


def amplifier_run(amplifier: Block, source: Block, wires: list[str], until: float, **more: Any) -> Result:
    """Return the run of an amplifier between 15 V and -15 V with a load of 10 kohm."""
    load = more.pop("load", 1e4)
    blocks: dict[str, Block] = {
        "amplifier": amplifier, "source": source, "plus": e.ConstantVoltage(V=15), "minus": e.ConstantVoltage(V=15),
        "load": e.Resistor(R=load), "ground": e.Ground(), **more.pop("blocks", {}),
    }  # fmt: skip
    supply = ["plus.p amplifier.supply_p", "minus.n amplifier.supply_n", "ground.p plus.n minus.p source.n load.n"]
    return run(blocks, [*supply, "amplifier.out load.p", *wires], until, **more)


FOLLOWER = ["source.p amplifier.p", "amplifier.out amplifier.n"]
OPEN_LOOP = ["source.p amplifier.p", "ground.p amplifier.n"]


def test_gain_falls_from_the_dominant_pole_on() -> None:
    """A step of 10 uV without feedback: 2 V in the end, with the time constant of the pole of 5 Hz."""
    amplifier = e.OpAmpDetailed(gain=2e5, pole=5, **IDEAL_INPUT)
    result = amplifier_run(amplifier, e.ConstantVoltage(V=1e-5), OPEN_LOOP, until=0.2)
    expected = 2 * (1 - np.exp(-2 * np.pi * 5 * result.time))
    # all faster stages together lag by 1.4 us
    assert result["amplifier.inner"] == pytest.approx(expected, abs=2e-4)
    assert result["load.v"] == pytest.approx(result["amplifier.inner"] * 1e4 / (1e4 + 75), rel=1e-6, abs=1e-9)


def test_offset_and_rejection() -> None:
    """1 V at both inputs: the offset of 10 uV counts in full, what both share by the rejection."""
    currents = {"bias_current": 0, "offset_current": 0}
    amplifier = e.OpAmpDetailed(gain=1e5, rejection=1e5, offset_voltage=-1e-5, pole=50, **currents)
    result = amplifier_run(amplifier, e.ConstantVoltage(V=1), ["source.p amplifier.p amplifier.n"], until=0.2)
    assert end(result, "amplifier.inner")[0] == pytest.approx(1e5 * (1e-5 + (2 + 1e-5) / 2 / 1e5), rel=1e-6)


def test_currents_at_the_inputs() -> None:
    """In a follower with 1 V at p, p takes its own share, more than n, and what both resistances to ground take."""
    amplifier = e.OpAmpDetailed(common_resistance=1e8, bias_current=80e-9, offset_current=20e-9)
    result = amplifier_run(amplifier, e.ConstantVoltage(V=1), FOLLOWER, until=1e-3)
    v_in = end(result, "amplifier.v_in")[0]
    p, n = end(result, "amplifier.p.i", "amplifier.n.i")
    assert p == pytest.approx(90e-9 + (1 - 1e-3) / 1e8 + v_in / 2e6, rel=1e-6)
    assert n == pytest.approx(70e-9 + (1 - 1e-3 - v_in) / 1e8 - v_in / 2e6, rel=1e-6)


def test_slew_rate() -> None:
    """A follower of a jump by 10 V rises by 0.5 V/us, and falls by 0.2 V/us."""
    pulse = e.PulseVoltage(amplitude=10, period=200e-6, width=0.5, delay=10e-6)
    amplifier = e.OpAmpDetailed(rise_rate=0.5e6, fall_rate=0.2e6, **IDEAL_INPUT)
    result = amplifier_run(amplifier, pulse, FOLLOWER, until=200e-6, interval=1e-6)
    inner = result["amplifier.inner"]
    for begin, rate in ((15e-6, 0.5e6), (115e-6, -0.2e6)):
        steady = (result.time > begin) & (result.time < begin + 8e-6)
        assert np.polyfit(result.time[steady], inner[steady], 1)[0] == pytest.approx(rate, rel=1e-6)


def test_output_is_limited_in_voltage_and_in_current() -> None:
    """It stays 2 V below one supply and 3 V above the other; into 100 ohm it sends 25 mA and takes 20 mA."""
    sine = e.SineVoltage(amplitude=20, frequency=50)
    limits = {"margin_p": 2, "margin_n": 3, "max_source_current": 25e-3, "max_sink_current": 20e-3}
    result = amplifier_run(e.OpAmpDetailed(**limits), sine, FOLLOWER, until=0.02, tolerance=1e-6)
    inner = result["amplifier.inner"]
    assert [inner.min(), inner.max()] == pytest.approx([-12, 13], abs=1e-6)
    result = amplifier_run(e.OpAmpDetailed(**limits), sine, FOLLOWER, until=0.02, load=100, tolerance=1e-6)
    out = -result["amplifier.out.i"]
    assert [out.min(), out.max()] == pytest.approx([-20e-3, 25e-3], rel=1e-9)
    # the current comes from one supply and goes to the other
    assert -result["plus.i"] == pytest.approx(np.maximum(out, 0), abs=1e-12)
    assert -result["minus.i"] == pytest.approx(np.maximum(-out, 0), abs=1e-12)


GAIN, REJECTION = 10 ** (106 / 20), 10 ** (90 / 20)


def published_amplifier(time: float, y: Array, rail: float) -> Array:
    """Return the rates of the example AmplifierWithOpAmpDetailed, whose input n is behind 10 and 20 kohm.

    The voltage behind the gain rests at a ``rail``, or is free if that is 0.
    """
    v_in, fr1, fr2, fr3, fp1, source = y
    m = -v_in - 1e-3
    # the output gives what the load of 10 kohm and the feedback take, never more than 25 mA here
    out = (source / 75 + m / 20e3) / (1 / 75 + 1 / 10e3 + 1 / 20e3)
    into_m = (12 * np.sin(2000 * np.pi * time) - m) / 10e3 + (out - m) / 20e3
    charge = 70e-9 + m / 2e9 - v_in / 2e6 - into_m
    slope1 = 2 * np.pi * 2e6 * (v_in - fr1)
    return np.array([
        charge / 1.4e-12,
        slope1,
        2 * np.pi * 20e6 * (fr1 + slope1 / (2 * np.pi * 5e6) - fr2),
        2 * np.pi * 100e6 * (fr2 - fr3),
        2 * np.pi * 5 * ((rail or wanted_of(y)) - fp1),
        np.clip((fp1 - source) / 1.2e-6, -0.5e6, 0.5e6),
    ])  # fmt: skip


def wanted_of(y: Array) -> float:
    """Return what the voltage behind the gain would become if the supplies did not limit it."""
    return float(GAIN * y[3] + GAIN / REJECTION / 2 * (-2e-3 - y[0]))


def event_of(value: Callable[[Array, float], float], direction: float) -> Any:
    """Return an event of SciPy that ends a run when a value goes through zero upwards, or downwards."""
    event: Any = lambda time, y, rail: value(y, rail)  # noqa: E731
    event.terminal, event.direction = True, direction
    return event


def published_run(until: float) -> tuple[Array, Array]:
    """Return times and the voltage before the output's resistance, with the supplies reached and left at events."""
    time, y, rail = 0.0, np.array([-1e-3, 0, 0, 0, 0, 0]), 0.0
    times, inner = [], []
    while time < until:
        leaves = [event_of(lambda y, rail: wanted_of(y) - rail, -rail)] if rail else [
            event_of(lambda y, rail: y[4] - 15, 1), event_of(lambda y, rail: y[4] + 15, -1)]  # fmt: skip
        found = solve_ivp(
            published_amplifier, (time, until), y, "LSODA", args=(rail,), events=leaves, rtol=1e-6, atol=1e-9,
            max_step=1e-6,
        )  # fmt: skip
        times.append(found.t), inner.append(found.y[5])
        time, y = found.t[-1], found.y[:, -1]
        rail = 0.0 if rail else 15 * float(np.sign(y[4]))
    return np.concatenate(times), np.concatenate(inner)


def test_amplifier_with_op_amp_detailed() -> None:
    """12 V at 1 kHz, amplified by -2: the output runs into both supplies, and is late by its slew rate."""
    amplifier = e.OpAmpDetailed(gain=GAIN, rejection=REJECTION, start={"v_in": -1e-3})
    resistors: dict[str, Block] = {"R": e.Resistor(R=1e4), "feedback": e.Resistor(R=2e4)}
    wires = ["source.p R.p", "R.n amplifier.n feedback.p", "feedback.n amplifier.out", "amplifier.p ground.p"]
    sine = e.SineVoltage(amplitude=12, frequency=1e3)
    result = amplifier_run(amplifier, sine, wires, until=1e-3, blocks=resistors, tolerance=1e-6)
    assert result["amplifier.inner"] == pytest.approx(np.interp(result.time, *published_run(1e-3)), abs=5e-3)
    assert [result["load.v"].min(), result["load.v"].max()] == pytest.approx([-14.8, 14.8], abs=0.2)


def published_control(v: float, i: float, gate: float, control: float) -> float:
    """Return the rate of the control voltage of a thyristor with 1 us and 15 us to switch."""
    total = 5.0 if i > 6e-3 else 0.0
    if gate >= 0.95 * 5e-3:
        total += 1e4 * (gate - 0.95 * 5e-3) * v if gate < 0.95 * 5e-3 + 1e-3 else 10 * v
    return (total - control) / (1.87e-6 if total > control else 0.638 * 15e-6)


def published_resistance(control: float, breakover: float) -> float:
    on, off = (1.7 - 0.7) / 25, breakover**2 / 1.7 / 6e-3
    if control < 1.5:
        return off
    if control > 5:
        return on
    x = (2 * control - 5 - 1.5) / (2 * (5 - 1.5))
    return float(np.sqrt(on * off) * (on / off) ** ((3 * x - 4 * x**3) / 2))


def test_thyristor_behaviour() -> None:
    """30 V at 10 kHz, fired after 20 us by 5 mA for 10 us: it latches, and blocks after its current has ended."""
    result = run(
        {
            "V": e.SineVoltage(amplitude=30, frequency=1e4), "R": e.Resistor(R=10), "thyristor": e.Thyristor(),
            "L": e.Inductor(L=2e-6, start={"i": 0}), "fire": e.SignalCurrent(), "ground": e.Ground(),
            "pulse": s.Pulse(amplitude=5e-3, period=1e-4, width=0.1, delay=2e-5),
        },
        [
            "V.p thyristor.anode", "thyristor.cathode R.p fire.p", "fire.n thyristor.gate", "R.n L.p",
            "pulse.y fire.current", "ground.p V.n L.n",
        ],
        until=2e-4, tolerance=1e-8,
    )  # fmt: skip

    def rates(time: float, y: Array) -> list[float]:
        i, control = y
        gate = 5e-3 if time > 2e-5 and (time - 2e-5) % 1e-4 < 1e-5 else 0.0
        # what the gate takes leaves at the cathode and returns to its source
        v = published_resistance(control, 100) * i
        return [(30 * np.sin(2e4 * np.pi * time) - v - 10 * i) / 2e-6, published_control(v, i, gate, control)]

    found = solve_ivp(rates, (0, 2e-4), [0, 0], "LSODA", rtol=1e-9, atol=1e-10, max_step=5e-8, dense_output=True)
    i, control = found.sol(result.time)
    assert result["L.i"] == pytest.approx(i, abs=3e-3)
    assert result["thyristor.control"] == pytest.approx(control, abs=2e-2)
    at = {time: float(np.interp(time * 1e-6, result.time, result["L.i"])) for time in (18, 40, 90, 118, 140)}
    assert [at[18], at[90], at[118]] == pytest.approx([0, 0, 0], abs=0.02)
    assert [at[40], at[140]] == pytest.approx([1.75, 1.75], abs=0.1)


@pytest.mark.parametrize(("voltage", "gate"), [(50, 1e-3), (99, 0), (-50, 0), (-100.1, 0), (-60, 4e-3)])
def test_a_thyristor_blocks(voltage: float, gate: float) -> None:
    """Without enough current at its gate it is a large resistance, and breaks down backward."""
    result = run(
        {
            "V": e.ConstantVoltage(V=voltage), "thyristor": e.Thyristor(), "fire": e.ConstantCurrent(I=gate),
            "ground": e.Ground(),
        },
        ["V.p thyristor.anode", "fire.n thyristor.gate", "ground.p V.n thyristor.cathode fire.p"],
        until=1e-4,
    )  # fmt: skip
    off = 100**2 / 1.7 / 6e-3
    expected = voltage / off if voltage > -100 else -100 / off * np.exp(-(voltage + 100) / (0.74 * 0.04))
    assert end(result, "thyristor.anode.i")[0] == pytest.approx(expected, rel=1e-4)
    assert end(result, "thyristor.gate.v")[0] == pytest.approx(0.7 / 5e-3 * gate, abs=1e-9)


def test_a_thyristor_forgets_with_its_turn_off_time() -> None:
    """Below the holding current, its control voltage falls by the exponential function.

    After 6.6 us its resistance has become so large that the current raises the voltage to that of breakover.
    """
    result = run(
        {"I": e.ConstantCurrent(I=3e-3), "thyristor": e.Thyristor(start={"control": 5}), "ground": e.Ground()},
        ["I.n thyristor.anode", "ground.p I.p thyristor.cathode"],
        until=6.5e-6,
    )
    assert result["thyristor.control"] == pytest.approx(5 * np.exp(-result.time / (0.638 * 15e-6)), abs=1e-6)


def test_simple_triac_circuit() -> None:
    """Fired in both half waves by 5 mA after 20 us; the current is that of 30 V over 10 ohm, and zero before."""
    pulse = s.Trapezoid(amplitude=5e-3, rising=1e-6, width=5e-6, falling=1e-6, delay=2e-5, period=5e-5)
    result = run(
        {
            "V": e.SineVoltage(amplitude=30, frequency=1e4), "R": e.Resistor(R=10), "pulse": pulse,
            "L": e.Inductor(L=2e-6, start={"i": 0}), "fire": e.SignalCurrent(), "ground": e.Ground(),
            "triac": e.Triac(breakover_voltage=400, breakdown_voltage=400),
        },
        [
            "V.p R.p", "R.n L.p", "L.n triac.p", "pulse.y fire.current", "fire.n triac.gate",
            "ground.p V.n triac.n fire.p",
        ],
        until=2e-4, tolerance=1e-8,
    )  # fmt: skip
    time = np.array([18, 35, 40, 68, 85, 90, 118, 135, 140]) * 1e-6
    w = 2e4 * np.pi
    impedance = 10 + 0.04 + 2e-6j * w
    steady = (30 / impedance * np.exp(1j * w * time)).imag
    expected = np.where(np.isin(np.arange(9) % 3, [1, 2]), steady, 0)
    assert np.interp(time, result.time, result["L.i"]) == pytest.approx(expected, abs=0.03)
    total = sum(result[f"triac.{pin}.i"] for pin in ("p", "n", "gate"))
    assert total == pytest.approx(0, abs=1e-12)
