"""Modelica's examples with amplifiers and filters, against the textbook and against charges added by hand."""

from math import cos, exp, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from blocks import Block
from libraries import electrical as e
from libraries import signals as s
from libraries import thermal as t
from tests.libraries.simulated import end, run
from tests.libraries.test_circuits_from_examples import C1, C2, C3, C4, C5, L1, L2, cauer_with_amplifiers


def test_signal_generator() -> None:
    """SignalGenerator: a comparator that an integrator switches makes triangles of known height and period."""
    result = run(
        {
            "comparator": e.OpAmp(gain=1e5, gain_bandwidth=1e9, low=-10, high=10), "R1": e.Resistor(R=1e3),
            "R2": e.Resistor(R=2e3), "integrator": e.IdealOpAmp(), "R": e.Resistor(R=1e4),
            "C": e.Capacitor(C=1e-6, start={"v": -1}), "ground": e.Ground(),
        },
        [
            "R1.n R2.p comparator.p", "R2.n comparator.out R.p", "R.n integrator.n C.p", "C.n integrator.out R1.p",
            "ground.p comparator.n integrator.p",
        ],
        until=0.07,
    )  # fmt: skip
    triangle = result["integrator.out.v"]
    assert np.ptp(triangle[result.time > 0.02]) == pytest.approx(2 * 10 * 1e3 / 2e3, rel=1e-3)
    rising = np.flatnonzero((triangle[:-1] < 0) & (triangle[1:] >= 0))
    crossings = result.time[rising] - triangle[rising] * np.diff(result.time)[rising] / np.diff(triangle)[rising]
    assert np.diff(crossings) == pytest.approx(4 * 1e4 * 1e-6 * 1e3 / 2e3, rel=1e-3)


def test_low_pass_of_second_order() -> None:
    """A filter of Sallen and Key rings as its two capacitors say."""
    R, above, below = 1e4, 2e-7, 1e-7
    result = run(
        {
            "V": e.StepVoltage(height=1), "R1": e.Resistor(R=R), "R2": e.Resistor(R=R), "ground": e.Ground(),
            "C1": e.Capacitor(C=above, start={"v": 0}), "C2": e.Capacitor(C=below, start={"v": 0}),
            "amplifier": e.IdealOpAmp(),
        },
        [
            "V.p R1.p", "R1.n R2.p C1.p", "C1.n amplifier.out amplifier.n", "R2.n amplifier.p C2.p",
            "C2.n ground.p V.n",
        ],
        until=0.02,
    )  # fmt: skip
    w, damping = 1 / (R * sqrt(above * below)), sqrt(below / above)
    ringing = w * sqrt(1 - damping**2)
    expected = [
        1 - exp(-damping * w * x) * (cos(ringing * x) + damping * w / ringing * sin(ringing * x)) for x in result.time
    ]
    assert result["amplifier.out.v"] == pytest.approx(expected, abs=1e-8)


def test_resonance_in_series_and_in_parallel() -> None:
    """Resonance: both circuits are swept through their own frequency."""
    R, L, C, across = 0.5, 0.1, 1e-3, 20.0
    chirp: dict[str, Block] = {
        "wave": s.Chirp(first_frequency=0, last_frequency=20, duration=1), "volt": s.Gain(k="1 V"),
        "ampere": s.Gain(k="1 A"),
    }  # fmt: skip
    result = run(
        {
            **chirp, "V": e.SignalVoltage(), "R": e.Resistor(R=R), "L": e.Inductor(L=L, start={"i": 0}),
            "C": e.Capacitor(C=C, start={"v": 0}), "I": e.SignalCurrent(), "Rp": e.Resistor(R=across),
            "Lp": e.Inductor(L=L, start={"i": 0}), "Cp": e.Capacitor(C=C, start={"v": 0}), "ground": e.Ground(),
        },
        [
            "wave.y volt.u ampere.u", "volt.y V.voltage", "ampere.y I.current", "V.p R.p", "R.n L.p", "L.n C.p",
            "C.n ground.p V.n", "I.p Rp.p Lp.p Cp.p", "I.n Rp.n Lp.n Cp.n ground.p",
        ],
    )  # fmt: skip

    def rates(time: float, x: np.ndarray) -> list[float]:
        u, (i, v, coil, both) = sin(2 * pi * 10 * time**2), x
        return [(u - R * i - v) / L, i / C, both / L, (-u - both / across - coil) / C]

    expected = solve_ivp(rates, (0, 1), [0] * 4, "DOP853", result.time, rtol=1e-11, atol=1e-12).y
    for name, values in zip(["L.i", "C.v", "Lp.i", "Cp.v"], expected, strict=True):
        assert result[name] == pytest.approx(values, abs=1e-6)


def test_inverter_warms_by_what_its_supply_gives() -> None:
    """HeatingMOSInverter: what the supply gives is heat, but for the charge that is left."""
    result = run(
        {
            "V": e.SineVoltage(amplitude=5, frequency=1), "supply": e.ConstantVoltage(V=5), "ground": e.Ground(),
            "power": e.PowerSensor(), "energy": s.Integrator(start={"y": 0}), "up": e.HeatingPMOS(),
            "down": e.HeatingNMOS(), "C": e.Capacitor(C=1e-5, start={"v": 0}),
            "sink": t.HeatCapacitor(C=0.01, start={"T": 293.15}),
        },
        [
            "V.p up.gate down.gate", "supply.p power.p", "power.n up.source", "up.drain down.drain C.p",
            "down.source C.n V.n supply.n ground.p power.reference", "up.heat down.heat sink.heat",
            "power.power energy.u",
        ],
        until=1,
    )  # fmt: skip
    given, warm, volts = end(result, "energy.y", "sink.T", "C.v")
    assert warm - 293.15 > 0.1
    assert given == pytest.approx(0.01 * (warm - 293.15) + 0.5e-5 * volts**2, rel=1e-5)


PERIOD = 0.1


def switched(blocks: dict[str, Block], wires: list[str]) -> tuple[dict[str, Block], list[str]]:
    """Return the circuit with a capacitor between two switches in place of each resistor of 1 or -1 ohm."""
    blocks = {**blocks, "clock": s.BooleanPulse(period=PERIOD)}
    for name in [name for name in blocks if name[0] == "R"]:
        out, rest = ("off", "on") if isinstance(blocks.pop(name), e.NonlinearResistor) else ("on", "off")
        blocks |= {f"{name}_{side}": e.IdealTwoWaySwitch(Ron=1e-3, Goff=1e-9) for side in ("left", "right")}
        blocks[f"{name}_C"] = e.Capacitor(C=PERIOD, start={"v": 0})
        ends = {f"{name}.p": f"{name}_left.on", f"{name}.n": f"{name}_right.{out}"}
        wires = [" ".join(ends.get(port, port) for port in wire.split()) for wire in wires]
        wires += [
            f"{name}_C.p {name}_left.common", f"{name}_C.n {name}_right.common",
            f"ground.p {name}_left.off {name}_right.{rest}", f"clock.y {name}_left.control {name}_right.control",
        ]  # fmt: skip
    return blocks, wires


def charges(ticks: int, begin: int) -> list[float]:
    """Return the output in the first half of each period, from the charges at the inputs of the five amplifiers."""
    # amplifier at whose input a capacitor lies, amplifier at whose output, capacitance
    kept = [(1, 1, C1 + C2), (1, 3, C2), (2, 2, L1), (3, 5, C4), (3, 1, C2), (3, 3, C2 + C3 + C4), (4, 4, L2)]
    kept += [(5, 3, C4), (5, 5, C4 + C5)]
    at_once, later = [(1, 2), (1, 1), (3, 4), (3, 2), (5, 4), (5, 5)], [(2, 1), (2, 3), (4, 5), (4, 3)]
    stored, given, delayed = np.zeros((3, 5, 5))
    for into, out, C in kept:
        stored[into - 1, out - 1] += C
    for table, pairs in ((given, at_once), (delayed, later)):
        for into, out in pairs:
            table[into - 1, out - 1] += PERIOD
    v, found = np.zeros(5), []
    for tick in range(ticks):
        source = np.array([PERIOD * (tick >= begin), 0, 0, 0, 0])
        v = np.linalg.solve(stored + given, stored @ v + source)
        found.append(float(v[4]))
        v = v + np.linalg.solve(stored, delayed @ v)
    return found


def test_cauer_filter_with_switched_capacitors() -> None:
    """CauerLowPassSC: eleven capacitors jump to and fro between amplifiers."""
    blocks, wires = switched(*cauer_with_amplifiers())
    blocks["V"] = e.StepVoltage(height=-1, delay=0.52)
    result = run(blocks, wires, until=2, tolerance=1e-6)
    just_before = [np.searchsorted(result.time, (k + 0.5) * PERIOD - 1e-9) - 1 for k in range(20)]
    assert result["A5.out.v"][just_before] == pytest.approx(charges(20, 5), abs=2e-6)
    assert result["A5.out.v"][-1] > 0.01
