"""Circuits against Ohm, Kirchhoff, Faraday and Shockley."""

import numpy as np
import pytest
from scipy.optimize import brentq

from libraries import electrical as e
from libraries import rotational as r
from libraries import signals as s
from libraries import thermal as t
from tests.libraries.simulated import end, run


def test_divider_of_resistor_and_conductor() -> None:
    result = run(
        {"source": e.ConstantVoltage(V=10), "top": e.Resistor(R=3), "bottom": e.Conductor(G=0.5), "ground": e.Ground()},
        ["source.p top.p", "top.n bottom.p", "ground.p bottom.n source.n"],
    )
    assert end(result, "top.i", "top.v", "bottom.v", "source.i") == pytest.approx([2, 6, 4, -2])


def test_resistor_and_capacitor_charge() -> None:
    result = run(
        {
            "source": e.StepVoltage(height=5, offset=1, delay=0.5), "R": e.Resistor(R=1e3), "ground": e.Ground(),
            "C": e.Capacitor(C=1e-4, start={"v": 1}),
        },
        ["source.p R.p", "R.n C.p", "C.n ground.p source.n"],
    )  # fmt: skip
    late = np.maximum(result.time - 0.5, 0)
    assert result["C.v"] == pytest.approx(6 - 5 * np.exp(-late / 0.1), abs=1e-6)


def test_current_builds_up_in_a_coil() -> None:
    result = run(
        {"source": e.ConstantVoltage(V=2), "R": e.Resistor(R=4), "L": e.Inductor(L=1, start={"i": 0}), "g": e.Ground()},
        ["source.p R.p", "R.n L.p", "L.n g.p source.n"],
    )
    assert result["L.i"] == pytest.approx(0.5 * (1 - np.exp(-4 * result.time)), abs=1e-7)


def test_resonant_circuit_in_steady_state() -> None:
    """At its own frequency a series circuit is a plain resistor."""
    frequency = 1 / (2 * np.pi * np.sqrt(0.1 * 0.001))
    result = run(
        {
            "source": e.SineVoltage(amplitude=3, frequency=frequency, phase=0.4, offset=1), "R": e.Resistor(R=6),
            "L": e.Inductor(L=0.1, start={"i": 0}), "C": e.Capacitor(C=0.001, start={"v": 1}), "ground": e.Ground(),
        },
        ["source.p R.p", "R.n L.p", "L.n C.p", "C.n ground.p source.n"],
        until=2,
    )  # fmt: skip
    late = result.time > 1.5
    expected = 0.5 * np.sin(2 * np.pi * frequency * result.time + 0.4)
    assert result["L.i"][late] == pytest.approx(expected[late], abs=1e-5)


@pytest.mark.parametrize(
    ("source", "current"),
    [
        (e.ConstantCurrent(I=-2), lambda t: 2 + 0 * t),
        (
            e.SineCurrent(amplitude=-3, frequency=2, phase=0.5, offset=-1, delay=0.3),
            lambda t: 1 + np.where(t < 0.3, 0, 3 * np.sin(4 * np.pi * (t - 0.3) + 0.5)),
        ),
    ],
)
def test_current_sources_drive_from_p_to_n(source, current) -> None:
    result = run(
        {"source": source, "R": e.Resistor(R=5), "ground": e.Ground()}, ["source.p R.p", "source.n R.n ground.p"]
    )
    last = np.append(np.diff(result.time) > 0, True)
    assert result["R.v"][last] == pytest.approx(5 * current(result.time[last]), abs=1e-8)


def test_sources_that_follow_signals() -> None:
    result = run(
        {
            "ramp": s.Ramp(height=4), "V": e.SignalVoltage(), "I": e.SignalCurrent(), "R1": e.Resistor(R=2),
            "R2": e.Resistor(R=3), "ground": e.Ground(),
        },
        ["ramp.y V.voltage I.current", "V.p R1.p", "I.n R2.p", "ground.p V.n R1.n I.p R2.n"],
    )  # fmt: skip
    assert result["R1.i"] == pytest.approx(2 * result.time)
    assert result["R2.v"] == pytest.approx(12 * result.time)


def test_instruments_read_and_change_nothing() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=12), "amperes": e.CurrentSensor(), "watts": e.PowerSensor(),
            "R1": e.Resistor(R=2), "R2": e.Resistor(R=4), "volts": e.VoltageSensor(), "potential": e.PotentialSensor(),
            "ground": e.Ground(),
        },
        [
            "source.p amperes.p", "amperes.n watts.p", "watts.n R1.p volts.p", "R1.n R2.p volts.n potential.p",
            "ground.p source.n R2.n watts.reference",
        ],
    )  # fmt: skip
    readings = end(result, "amperes.current", "volts.voltage", "potential.potential", "watts.power")
    assert readings == pytest.approx([2, 4, 8, 24])


def test_switches() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=10), "step": s.BooleanStep(delay=0.5), "opens": e.IdealOpeningSwitch(),
            "closes": e.IdealClosingSwitch(), "R1": e.Resistor(R=5), "R2": e.Resistor(R=5), "ground": e.Ground(),
        },
        [
            "source.p opens.p closes.p", "opens.n R1.p", "closes.n R2.p", "ground.p source.n R1.n R2.n",
            "step.y opens.control closes.control",
        ],
    )  # fmt: skip
    is_late = np.append(result.time[1:] > 0.5, True)
    closed, opened = 10 / (5 + 1e-5), 10 / (5 + 1e5)
    assert result["R1.i"] == pytest.approx(np.where(is_late, opened, closed))
    assert result["R2.i"] == pytest.approx(np.where(is_late, closed, opened))


def test_ideal_diode_passes_half_waves_above_its_knee() -> None:
    result = run(
        {
            "source": e.SineVoltage(amplitude=10, frequency=1), "diode": e.IdealDiode(Vknee=2, Ron=0, Goff=0),
            "R": e.Resistor(R=4), "ground": e.Ground(),
        },
        ["source.p diode.p", "diode.n R.p", "R.n ground.p source.n"],
    )  # fmt: skip
    expected = np.maximum(10 * np.sin(2 * np.pi * result.time) - 2, 0) / 4
    assert result["R.i"] == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("voltage", [-5.0, 0.3, 5.0])
def test_diode_obeys_shockley(voltage: float) -> None:
    result = run(
        {"source": e.ConstantVoltage(V=voltage), "R": e.Resistor(R=100), "diode": e.Diode(), "ground": e.Ground()},
        ["source.p R.p", "R.n diode.p", "diode.n ground.p source.n"],
    )

    def surplus(v: float) -> float:
        return 1e-6 * (np.exp(min(v / 0.04, 50)) - 1) + v / 1e8 - (voltage - v) / 100

    assert end(result, "diode.v")[0] == pytest.approx(brentq(surplus, -5, 0.6, xtol=1e-14), abs=1e-9)


def test_a_warm_diode_conducts_better_and_heats_its_body() -> None:
    blocks = {
        "source": e.ConstantCurrent(I=-0.1), "diode": e.HeatingDiode(), "ground": e.Ground(),
        "body": t.HeatCapacitor(C=0.01, start={"T": 300.15}),
    }  # fmt: skip
    result = run(blocks, ["source.p diode.p", "source.n diode.n ground.p", "diode.heat body.heat"])
    assert result["diode.v"][0] == pytest.approx(0.02586493 * np.log(0.1 / 1e-6 + 1), rel=1e-5)
    heat = np.trapezoid(0.1 * result["diode.v"], result.time)
    assert end(result, "body.T")[0] == pytest.approx(300.15 + heat / 0.01, rel=1e-6)
    assert result["diode.v"][-1] < result["diode.v"][0] - 0.005


def test_a_hot_resistor_resists_more() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=10), "R": e.HeatingResistor(R=5, T_ref=300, alpha=0.004),
            "oven": t.FixedTemperature(T=350), "meter": t.HeatFlowSensor(), "ground": e.Ground(),
        },
        ["source.p R.p", "R.n ground.p source.n", "R.heat meter.a", "meter.b oven.heat"],
    )  # fmt: skip
    assert end(result, "R.i", "meter.heat_flow") == pytest.approx([10 / 6, 100 / 6])


def test_transistor_amplifies_its_base_current() -> None:
    result = run(
        {
            "supply": e.ConstantVoltage(V=12), "load": e.Resistor(R=100), "base": e.ConstantCurrent(I=-5e-4),
            "npn": e.NPN(alpha=0.99), "ground": e.Ground(),
        },
        ["supply.p load.p", "load.n npn.collector", "base.p npn.base", "ground.p supply.n base.n npn.emitter"],
    )  # fmt: skip
    assert end(result, "load.i")[0] == pytest.approx(99 * 5e-4)
    assert end(result, "npn.base.v")[0] == pytest.approx(0.026 * np.log(0.05 / 1e-6 + 1), rel=1e-6)


@pytest.mark.parametrize(
    ("element", "current"),
    [
        (e.VCVS(gain=3), 3 * 2 / 5),
        (e.VCCS(transconductance=-0.5), -0.5 * -2),
        (e.CCVS(transresistance=4), 4 * 2 / 5),
        (e.CCCS(gain=-3), 3 * 2),
        (e.IdealTransformer(ratio=2), 2 * 2 / (1 + 4 * 5)),
    ],
    ids=lambda item: type(item).__name__,
)
def test_two_ports(element, current: float) -> None:
    """A source of 2 V behind 1 ohm on the left side, 5 ohm on the right."""
    is_open = isinstance(element, e.VCVS | e.VCCS)
    result = run(
        {
            "source": e.ConstantVoltage(V=2), "R1": e.Resistor(R=1), "two": element, "R2": e.Resistor(R=5),
            "ground": e.Ground(),
        },
        ["source.p R1.p", "R1.n two.p1", "two.p2 R2.p", "ground.p source.n two.n1 two.n2 R2.n"],
    )  # fmt: skip
    assert end(result, "R2.i")[0] == pytest.approx(current)
    assert end(result, "R1.i")[0] == pytest.approx(0 if is_open else end(result, "two.i1")[0])


def test_operational_amplifier_integrates() -> None:
    result = run(
        {
            "source": e.SineVoltage(amplitude=2, frequency=1), "R": e.Resistor(R=1e4), "amplifier": e.IdealOpAmp(),
            "C": e.Capacitor(C=1e-5, start={"v": 0}), "ground": e.Ground(), "out": e.PotentialSensor(),
        },
        [
            "source.p R.p", "R.n amplifier.n C.p", "C.n amplifier.out out.p", "ground.p source.n amplifier.p",
        ],
    )  # fmt: skip
    expected = -2 / 0.1 * (1 - np.cos(2 * np.pi * result.time)) / (2 * np.pi)
    assert result["out.potential"] == pytest.approx(expected, abs=1e-6)


def test_motor_runs_up_to_its_idle_speed() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=12), "R": e.Resistor(R=2), "emf": e.EMF(k=0.5), "ground": e.Ground(),
            "rotor": r.Inertia(J=0.01, start={"phi": 0, "w": 0}),
        },
        ["source.p R.p", "R.n emf.p", "emf.n ground.p source.n", "emf.shaft rotor.a"],
    )  # fmt: skip
    assert result["rotor.w"] == pytest.approx(24 * (1 - np.exp(-result.time * 0.25 / 0.02)), abs=1e-6)


def test_a_stator_that_is_free_turns_the_other_way() -> None:
    result = run(
        {
            "source": e.ConstantCurrent(I=-3), "emf": e.EMFWithSupport(k=0.5), "ground": e.Ground(),
            "rotor": r.Inertia(J=1, start={"phi": 0, "w": 0}), "stator": r.Inertia(J=3, start={"phi": 0, "w": 0}),
        },
        ["source.p emf.p", "source.n emf.n ground.p", "emf.shaft rotor.a", "emf.support stator.a"],
    )  # fmt: skip
    assert end(result, "rotor.w", "stator.w", "emf.v") == pytest.approx([1.5, -0.5, 1.0])
