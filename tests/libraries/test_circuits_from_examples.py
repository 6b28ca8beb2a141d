"""Circuits of the size of the Modelica examples, built from our blocks alone, against scipy or the textbook."""

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

from blocks import Block
from libraries import electrical as e
from libraries import signals as s
from libraries import thermal as t
from tests.libraries.simulated import end, run


def mean(time: np.ndarray, signal: np.ndarray) -> float:
    return float(np.trapezoid(signal, time) / (time[-1] - time[0]))


def test_chua_circuit() -> None:
    """Chaos: an error in the beginning is two hundred times as large in the end."""
    outer, inner = -0.409091, -0.757576
    currents = [-inner - outer, -inner, inner, inner + outer]
    result = run(
        {
            "L": e.Inductor(L=18, start={"i": 0}), "Ro": e.Resistor(R=12.5e-3), "G": e.Conductor(G=0.565),
            "C1": e.Capacitor(C=10, start={"v": 4}), "C2": e.Capacitor(C=100, start={"v": 0}), "ground": e.Ground(),
            "Nr": e.NonlinearResistor(voltages=[-2, -1, 1, 2], currents=currents),
        },
        ["L.n Ro.p", "C2.p G.p L.p", "G.n Nr.p C1.p", "ground.p Ro.n C2.n C1.n Nr.n"],
        until=4000,
        tolerance=1e-10,
    )  # fmt: skip

    def rates(_: float, x: np.ndarray) -> list[float]:
        v1, v2, i = x
        chua = outer * v1 + (inner - outer) / 2 * (abs(v1 + 1) - abs(v1 - 1))
        return [(0.565 * (v2 - v1) - chua) / 10, (0.565 * (v1 - v2) - i) / 100, (v2 - 12.5e-3 * i) / 18]

    expected = solve_ivp(rates, (0, 4000), [4, 0, 0], "DOP853", result.time, rtol=1e-12, atol=1e-12).y
    for name, values in zip(["C1.v", "C2.v", "L.i"], expected, strict=True):
        assert result[name] == pytest.approx(values, abs=2e-5)


L1, L2, C1, C3, C5 = 1.304, 0.8586, 1.072, 1.682, 0.7262
C2, C4 = 1 / (1.704992**2 * L1), 1 / (1.179945**2 * L2)


def cauer_with_amplifiers() -> tuple[dict[str, Block], list[str]]:
    """Return the filter without coils: five integrators of capacitors that imitate its voltages and currents."""
    blocks: dict[str, Block] = {"V": e.StepVoltage(height=-1, delay=1), "ground": e.Ground()}
    capacitances = [C1 + C2, C2, L1, C4, C2, C2 + C3 + C4, L2, C4, C4 + C5]
    blocks |= {f"C{k}": e.Capacitor(C=C) for k, C in enumerate(capacitances, 1)}
    for k in (1, 2, 3, 4, 7):
        blocks[f"C{k}"].start = {"v": 0}
    negative = (4, 5, 8, 9)
    blocks |= {f"R{k}": e.Resistor(R=1) for k in range(1, 12) if k not in negative}
    blocks |= {f"R{k}": e.NonlinearResistor(voltages=[-1, 1], currents=[1, -1]) for k in negative}
    blocks |= {f"A{k}": e.IdealOpAmp() for k in range(1, 6)}
    wires = [
        "V.p R1.p", "R1.n A1.n C2.n R2.n C1.p R3.p", "C1.n R3.n A1.out R4.p C5.p", "R4.n A2.n C3.p R5.n",
        "C3.n A2.out R2.p R7.p", "R7.n A3.n C5.n R6.n C6.p C4.n", "C6.n A3.out R9.p R5.p C2.p C8.p",
        "C4.p R8.p R11.n C9.n A5.out", "R8.n R9.n A4.n C7.p", "C7.n R6.p A4.out R10.p", "R11.p C9.p R10.n A5.n C8.n",
        "ground.p V.n A1.p A2.p A3.p A4.p A5.p",
    ]  # fmt: skip
    return blocks, wires


def test_cauer_filter_with_coils_and_with_amplifiers() -> None:
    blocks, wires = cauer_with_amplifiers()
    zero = {"v": 0}
    blocks |= {
        "step": e.StepVoltage(height=1, delay=1), "Ra": e.Resistor(R=1), "Rb": e.Resistor(R=1),
        "c1": e.Capacitor(C=C1, start=zero), "c2": e.Capacitor(C=C2), "c3": e.Capacitor(C=C3, start=zero),
        "c4": e.Capacitor(C=C4), "c5": e.Capacitor(C=C5, start=zero), "l1": e.Inductor(L=L1, start={"i": 0}),
        "l2": e.Inductor(L=L2, start={"i": 0}),
    }  # fmt: skip
    wires += [
        "step.p Ra.p", "Ra.n c1.p l1.p c2.p", "l1.n c2.n c3.p l2.p c4.p", "l2.n c4.n c5.p Rb.p",
        "ground.p step.n c1.n c3.n c5.n Rb.n",
    ]  # fmt: skip
    result = run(blocks, wires, until=40)
    assert end(result, "Rb.v")[0] == pytest.approx(0.5, abs=2e-3)
    assert result["A5.out.v"] == pytest.approx(result["Rb.v"], abs=1e-6)


def test_difference_amplifier() -> None:
    """Two transistors share the current of their emitters by the hyperbolic tangent of the input."""
    result = run(
        {
            "input": e.RampVoltage(height=0.3, offset=-0.15), "supply": e.ConstantVoltage(V=15),
            "tail": e.ConstantCurrent(I=1e-3), "T1": e.NPN(beta=200), "T2": e.NPN(beta=200),
            "R1": e.Resistor(R=5e3), "R2": e.Resistor(R=5e3), "ground": e.Ground(), "out": e.VoltageSensor(),
        },
        [
            "input.p T1.base", "R1.n T1.collector out.n", "R2.n T2.collector out.p", "supply.p R1.p R2.p",
            "T1.emitter T2.emitter tail.p", "ground.p input.n supply.n tail.n T2.base",
        ],
    )  # fmt: skip
    u = 0.3 * result.time - 0.15
    assert result["out.voltage"] == pytest.approx(5 * 200 / 201 * np.tanh(u / (2 * 0.026)), rel=1e-6, abs=1e-8)


def test_saturating_inductor() -> None:
    """The current of an iron core has peaks where that of an air coil is a sine."""
    nominal, small, large = 1.0, 2.0, 0.5
    knee = brentq(lambda x: x * (np.pi / 2 - np.arctan(x)) - (nominal - large) / (small - large), 0.01, 10)
    result = run(
        {
            "V": e.SineVoltage(amplitude=1.25, frequency=1 / (2 * np.pi), phase=np.pi / 2), "ground": e.Ground(),
            "core": e.SaturatingInductor(L=small, L_saturated=large, I_knee=knee, start={"i": 0}),
        },
        ["V.p core.p", "ground.p V.n core.n"],
        until=6.2832,
    )  # fmt: skip

    def rate(time: float, i: np.ndarray) -> np.ndarray:
        return 1.25 * np.cos(time) / (large + (small - large) / (1 + (i / knee) ** 2))

    expected = solve_ivp(rate, (0, 7), [0], "DOP853", result.time, rtol=1e-11, atol=1e-11).y[0]
    assert result["core.i"] == pytest.approx(expected, abs=1e-6)
    # where the current is nominal, so is flux per current
    flux = np.interp(1, result["core.i"][result.time < 1.5], result["core.flux"][result.time < 1.5])
    assert flux == pytest.approx(nominal, rel=2e-2)


@pytest.mark.parametrize("angle", [0.0, np.pi / 4, 2 * np.pi / 3])
def test_thyristor_cuts_the_phase(angle: float) -> None:
    """The mean voltage of a half wave that begins late, and of one that is ended by force."""
    fired = s.BooleanPulse(period=1, delay=angle / (2 * np.pi), width=0.05)
    result = run(
        {
            "V": e.SineVoltage(amplitude=10, frequency=1), "fire": fired, "ground": e.Ground(),
            "thyristor": e.IdealThyristor(Ron=0, Goff=0), "R": e.Resistor(R=5),
            "GTO": e.IdealGTOThyristor(Ron=0, Goff=0), "R2": e.Resistor(R=5),
        },
        [
            "fire.y thyristor.fire GTO.fire", "V.p thyristor.p GTO.p", "thyristor.n R.p", "GTO.n R2.p",
            "ground.p V.n R.n R2.n",
        ],
        interval=1e-3,
    )  # fmt: skip
    assert mean(result.time, result["R.v"]) == pytest.approx(10 * (1 + np.cos(angle)) / (2 * np.pi), rel=1e-5)
    pulse = (np.cos(angle) - np.cos(angle + 0.05 * 2 * np.pi)) / (2 * np.pi)
    assert mean(result.time, result["R2.v"]) == pytest.approx(10 * pulse, rel=1e-5)


def test_triac_circuit() -> None:
    """Two thyristors side by side and an inductive load: the current outlasts its half wave."""
    result = run(
        {
            "V": e.SineVoltage(amplitude=10, frequency=1), "fire": s.BooleanPulse(period=0.5, delay=0.125, width=0.1),
            "T1": e.IdealThyristor(Goff=1e-7), "T2": e.IdealThyristor(Goff=1e-7), "ground": e.Ground(),
            "R": e.Resistor(R=2), "L": e.Inductor(L=0.05, start={"i": 0}),
        },
        ["fire.y T1.fire T2.fire", "V.p T1.p T2.n", "T1.n T2.p R.p", "R.n L.p", "ground.p V.n L.n"],
        until=0.7,
    )  # fmt: skip
    w, rate = 2 * np.pi, 2 / 0.05
    peak, lag = 10 / np.hypot(2, w * 0.05), np.arctan(w * 0.05 / 2)

    def current(time: float) -> float:
        return peak * (np.sin(w * time - lag) - np.sin(w * 0.125 - lag) * np.exp(-rate * (time - 0.125)))

    extinct = brentq(current, 0.45, 0.6)
    first = (result.time > 0.125) & (result.time < extinct)
    assert result["L.i"][first] == pytest.approx([current(time) for time in result.time[first]], abs=1e-4)
    pause = (result.time > extinct + 1e-6) & (result.time < 0.625)
    assert extinct > 0.52
    assert result["L.i"][pause] == pytest.approx(0, abs=1e-5)
    assert result["L.i"][-1] < -1  # the other thyristor has its turn


def test_overvoltage_protection() -> None:
    """Two Zener diodes against each other, before a load with a capacitor."""
    result = run(
        {
            "V": e.SineVoltage(amplitude=10, frequency=5), "Rv": e.Resistor(R=20), "RL": e.Resistor(R=2000),
            "CL": e.Capacitor(C=1e-4, start={"v": 0}), "Z1": e.ZenerDiode(), "Z2": e.ZenerDiode(), "ground": e.Ground(),
        },
        ["V.p Rv.p", "Rv.n Z1.p RL.p CL.p", "Z1.n Z2.n", "ground.p V.n Z2.p RL.n CL.n"],
        until=0.4,
    )  # fmt: skip

    diode = np.linspace(-5.9, 1.0, 200_001)
    current = 1e-6 * (np.exp(diode / 0.04) - 1) - 0.7 * np.exp(-(diode + 5.1) / 0.0296) + diode / 1e8
    # the second diode stands upside down, so it has the voltage of the opposite current
    pair = diode - np.interp(-current, current, diode)

    def rate(time: float, v: np.ndarray) -> np.ndarray:
        return ((10 * np.sin(10 * np.pi * time) - v) / 20 - v / 2000 - np.interp(v, pair, current)) / 1e-4

    expected = solve_ivp(rate, (0, 0.4), [0], "LSODA", result.time, rtol=1e-7, atol=1e-8).y[0]
    assert result["CL.v"] == pytest.approx(expected, abs=1e-5)
    assert 5.3 < result["CL.v"].max() < 5.6


def test_transformers() -> None:
    """Windings that share flux, and the ideal transformer with coils around it, against complex resistances."""
    f, n = 10.0, 2.0
    w = 2 * np.pi * f
    leak1, leak2, magnetizing = 0.05 / w, 0.05 / w / n**2, 10 / w
    own1, own2, mutual = leak1 + magnetizing, leak2 + magnetizing / n**2, magnetizing / n
    impedances = np.array([[0.01 + 1j * w * own1, 1j * w * mutual], [1j * w * mutual, 0.25 + 1j * w * own2]])
    i1, i2 = np.linalg.solve(impedances, [0.1, 0])
    coupled = {"L1": own1, "L2": own2, "coupling": mutual / np.sqrt(own1 * own2)}
    result = run(
        {
            "V": e.SineVoltage(amplitude=0.1, frequency=f, phase=np.pi / 2), "ground": e.Ground(),
            "R1": e.Resistor(R=0.01), "R2": e.Resistor(R=0.25),
            "windings": e.Transformer(**coupled, start={"i1": i1.real, "i2": i2.real}),
            "R3": e.Resistor(R=0.01), "R4": e.Resistor(R=0.25), "La": e.Inductor(L=leak1, start={"i": i1.real}),
            "Lm": e.Inductor(L=magnetizing), "Lb": e.Inductor(L=leak2, start={"i": -i2.real}),
            "ideal": e.IdealTransformer(ratio=n),
        },
        [
            "V.p R1.p R3.p", "R1.n windings.p1", "windings.p2 R2.p", "R3.n La.p", "La.n Lm.p ideal.p1", "ideal.p2 Lb.p",
            "Lb.n R4.p", "ground.p V.n windings.n1 windings.n2 R2.n Lm.n ideal.n1 ideal.n2 R4.n",
        ],
        until=0.3,
    )  # fmt: skip
    # it starts in its steady state
    turn = np.exp(1j * w * result.time)
    for left, right in [("R1.i", "R2.i"), ("R3.i", "R4.i")]:
        assert result[left] == pytest.approx((i1 * turn).real, abs=1e-6)
        assert result[right] == pytest.approx((-i2 * turn).real, abs=1e-6)


@pytest.mark.parametrize("sign", [1, -1])
def test_switch_with_arc(sign: int) -> None:
    """The arc grows, carries the current of the coil until it is zero, and goes out."""
    result = run(
        {
            "V": e.ConstantVoltage(V=50 * sign), "pulse": s.BooleanPulse(period=2),
            "switch": e.SwitchWithArc(Goff=1e-9),
            "L": e.Inductor(L=0.1, start={"i": 0}), "R": e.Resistor(R=1), "ground": e.Ground(),
        },
        ["pulse.y switch.control", "V.p switch.p", "switch.n L.p", "L.n R.p", "ground.p V.n R.n"],
        until=1.5,
    )  # fmt: skip

    def rate(time: float, i: np.ndarray) -> np.ndarray:
        return (50 - min(30 + 1e4 * time, 60) - i) / 0.1

    def zero(_: float, i: np.ndarray) -> float:
        return float(i[0])

    zero.terminal = True  # type: ignore[attr-defined]
    opened = 50 * (1 - np.exp(-10))
    arc = solve_ivp(rate, (0, 1), [opened], rtol=1e-10, atol=1e-10, max_step=1e-3, events=zero)
    *_, began, ended = result.time[1:][np.diff(result.time) == 0]
    assert [began, ended] == pytest.approx([1, 1 + arc.t_events[0][0]], abs=1e-6)
    assert (sign * result["switch.v"]).max() == pytest.approx(60)
    assert result["L.i"][result.time > ended + 1e-6] == pytest.approx(0, abs=1e-6)


def test_nand_gate() -> None:
    """Two transistors that pull down in a row, two that pull up side by side, and the charge of what follows."""
    rise = {"amplitude": 5, "rising": 1e-3, "falling": 1e-3}
    result = run(
        {
            "supply": e.ConstantVoltage(V=5), "x1": e.TrapezoidVoltage(**rise, period=0.4, width=0.199, delay=0.2),
            "x2": e.TrapezoidVoltage(**rise, period=0.2, width=0.099, delay=0.1), "ground": e.Ground(),
            "N1": e.NMOS(k=1e-3, threshold=1), "N2": e.NMOS(k=1e-3, threshold=1), "P1": e.PMOS(k=1e-3, threshold=1),
            "P2": e.PMOS(k=1e-3, threshold=1), "C": e.Capacitor(C=1e-8, start={"v": 5}),
            "inner": e.Capacitor(C=1e-8, start={"v": 0}),
        },
        [
            "supply.p P1.source P2.source", "P1.drain P2.drain N1.drain C.p", "N1.source N2.drain inner.p",
            "x1.p N1.gate P1.gate", "x2.p N2.gate P2.gate", "ground.p supply.n x1.n x2.n N2.source C.n inner.n",
        ],
        until=0.4,
        tolerance=1e-7,
    )  # fmt: skip
    levels = np.interp([0.05, 0.15, 0.25, 0.35], result.time, result["C.v"])
    assert levels == pytest.approx([5, 5, 5, 0], abs=5e-3)
    # nothing flows but leakage while the gate rests
    assert np.interp([0.05, 0.15, 0.25, 0.35], result.time, -result["supply.i"]) == pytest.approx(0, abs=2e-6)


def test_nor_gate_warms_its_transistors() -> None:
    result = run(
        {
            "supply": e.ConstantVoltage(V=6), "R": e.Resistor(R=500), "x1": e.ConstantVoltage(V=0),
            "x2": e.PulseVoltage(amplitude=6, period=0.2), "R1": e.Resistor(R=9e3), "R2": e.Resistor(R=9e3),
            "T1": e.HeatingNPN(), "T2": e.HeatingNPN(), "body": t.HeatCapacitor(C=0.01, start={"T": 300.15}),
            "C": e.Capacitor(C=1e-9, start={"v": 0}), "ground": e.Ground(),
        },
        [
            "supply.p R.p", "R.n T1.collector T2.collector C.p", "x1.p R1.p", "x2.p R2.p", "R1.n T1.base",
            "R2.n T2.base", "ground.p supply.n x1.n x2.n T1.emitter T2.emitter C.n", "T1.heat T2.heat body.heat",
        ],
        until=0.4,
        interval=1e-4,
        tolerance=1e-7,
    )  # fmt: skip
    assert np.interp([0.05, 0.15, 0.25, 0.35], result.time, result["C.v"]) == pytest.approx([0.1, 6, 0.1, 6], abs=0.1)
    given = -6 * result["supply.i"] - result["x2.v"] * result["x2.i"]
    lost = 500 * result["R.i"] ** 2 + 9e3 * (result["R1.i"] ** 2 + result["R2.i"] ** 2)
    heat = np.trapezoid(given - lost, result.time)
    assert 0.01 * (result["body.T"][-1] - 300.15) == pytest.approx(heat, rel=1e-3)


def test_multivibrator() -> None:
    """An amplifier that switches itself over whenever its capacitor is half full."""
    result = run(
        {
            "amplifier": e.OpAmp(gain_bandwidth=1e6), "R1": e.Resistor(R=1e3), "R2": e.Resistor(R=1e3),
            "R": e.Resistor(R=1e3), "C": e.Capacitor(C=0.1 / (2e3 * np.log(3)), start={"v": 1}), "ground": e.Ground(),
        },
        ["amplifier.out R.p R2.p", "R.n amplifier.n C.p", "R2.n amplifier.p R1.p", "ground.p R1.n C.n"],
        until=0.5,
        tolerance=1e-6,
    )  # fmt: skip
    out = result["amplifier.out.v"]
    rises = result.time[1:][(out[1:] > 0) & (out[:-1] <= 0)]
    assert np.diff(rises) == pytest.approx(0.1, rel=2e-4)
    assert [out.min(), out.max()] == pytest.approx([-15, 15])
    assert result["C.v"].max() == pytest.approx(7.5, abs=0.01)


def test_switched_capacitor_is_a_resistor() -> None:
    """A capacitor that is carried to and fro passes a charge each time, as a resistor of period / C does."""
    result = run(
        {
            "V": e.ConstantVoltage(V=5), "clock": s.BooleanPulse(period=0.01),
            "switch": e.IdealTwoWaySwitch(Ron=10, Goff=0),
            "C": e.Capacitor(C=1e-5, start={"v": 0}), "tank": e.Capacitor(C=1e-4, start={"v": 0}), "ground": e.Ground(),
        },
        [
            "clock.y switch.control", "V.p switch.on", "switch.common C.p", "switch.off tank.p",
            "ground.p V.n C.n tank.n",
        ],
        until=0.2,
        tolerance=1e-7,
    )  # fmt: skip
    # each time both capacitors share their charges
    level = 5 * (1 - (1e-4 / 1.1e-4) ** 20)
    assert end(result, "tank.v")[0] == pytest.approx(level, rel=1e-6)


@pytest.mark.parametrize("kind", ["capacitors", "coils"])
def test_loops_and_stars_of_storage(kind: str) -> None:
    """A triangle of capacitors is one capacitor; a star of coils is one coil: no more than one state is left."""
    if kind == "capacitors":
        blocks = {"A": e.Capacitor(C=1e-3, start={"v": 0}), "B": e.Capacitor(C=2e-3), "D": e.Capacitor(C=3e-3)}
        wires = ["V.p R.p", "R.n A.p B.p", "B.n D.p", "ground.p V.n A.n D.n"]
        rate, name, final = 1 / (10 * (1e-3 + 2e-3 * 3e-3 / 5e-3)), "A.v", 4.0
    else:
        blocks = {"A": e.Inductor(L=0.1), "B": e.Inductor(L=0.2), "D": e.Inductor(L=0.3)}
        blocks["B"].start = blocks["D"].start = {"i": 0}
        wires = ["V.p R.p", "R.n A.p", "A.n B.p D.p", "ground.p V.n B.n D.n"]
        rate, name, final = 10 / (0.1 + 0.2 * 0.3 / 0.5), "A.i", 0.4
    result = run({"V": e.ConstantVoltage(V=4), "R": e.Resistor(R=10), "ground": e.Ground(), **blocks}, wires, until=0.2)
    assert result[name] == pytest.approx(final * (1 - np.exp(-rate * result.time)), abs=1e-7)
    if kind == "coils":
        assert result["B.i"] * 0.2 == pytest.approx(result["D.i"] * 0.3, abs=1e-8)


def test_variable_resistor_heats_like_its_mean_square() -> None:
    """A resistor that opens and closes slowly: the energy it takes is the integral of the textbook."""
    blocks = {
        "V": e.SineVoltage(amplitude=10, frequency=2), "ramp": s.Ramp(height=9, offset=1), "R": e.VariableResistor(),
        "ground": e.Ground(), "watts": e.PowerSensor(), "energy": s.Integrator(start={"y": 0}),
    }  # fmt: skip
    wires = ["ramp.y R.resistance", "V.p watts.p", "watts.n R.p", "ground.p V.n R.n watts.reference"]
    result = run(blocks, [*wires, "watts.power energy.u"])
    expected, _ = quad(lambda time: (10 * np.sin(4 * np.pi * time)) ** 2 / (1 + 9 * time), 0, 1)
    assert end(result, "energy.y")[0] == pytest.approx(expected, rel=1e-7)
