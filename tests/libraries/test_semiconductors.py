"""Diodes, transistors and amplifiers against Shockley, Ebers and Moll, Shichman and Hodges, and Black."""

import numpy as np
import pytest
from scipy.optimize import brentq

from blocks import Block
from libraries import electrical as e
from libraries import thermal as t
from tests.libraries.simulated import end, run


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


@pytest.mark.parametrize("voltage", [-8.0, -5.0, 0.3, 5.0])
def test_zener_diode_holds_its_voltage(voltage: float) -> None:
    result = run(
        {"source": e.ConstantVoltage(V=voltage), "R": e.Resistor(R=20), "diode": e.ZenerDiode(), "ground": e.Ground()},
        ["source.p R.p", "R.n diode.p", "diode.n ground.p source.n"],
    )

    def surplus(v: float) -> float:
        breakdown = 0.7 * np.exp(-(v + 5.1) / (0.74 * 0.04))
        return 1e-6 * (np.exp(v / 0.04) - 1) - breakdown + v / 1e8 - (voltage - v) / 20

    assert end(result, "diode.v")[0] == pytest.approx(brentq(surplus, -5.5, 0.7, xtol=1e-14), abs=1e-9)


@pytest.mark.parametrize(("kind", "sign"), [(e.NPN, 1), (e.PNP, -1)])
def test_transistor_amplifies_its_base_current(kind, sign: int) -> None:
    result = run(
        {
            "supply": e.ConstantVoltage(V=12 * sign), "load": e.Resistor(R=100), "ground": e.Ground(),
            "base": e.ConstantCurrent(I=-5e-4 * sign), "transistor": kind(beta=99, saturation_current=1e-12),
        },
        [
            "supply.p load.p", "load.n transistor.collector", "base.p transistor.base",
            "ground.p supply.n base.n transistor.emitter",
        ],
    )  # fmt: skip
    assert end(result, "load.i")[0] == pytest.approx(sign * 99 * 5e-4)
    assert end(result, "transistor.base.v")[0] == pytest.approx(sign * 0.026 * np.log(99 * 5e-4 / 1e-12 + 1), rel=1e-6)


def test_a_saturated_transistor_closes_like_a_switch() -> None:
    """Far more base current than needed: the collector is at the voltage that Ebers and Moll found."""
    blocks = {
        "supply": e.ConstantVoltage(V=12), "load": e.Resistor(R=1000), "base": e.ConstantCurrent(I=-2e-3),
        "npn": e.NPN(beta=100, reverse_beta=2), "ground": e.Ground(),
    }  # fmt: skip
    wires = ["supply.p load.p", "load.n npn.collector", "base.p npn.base", "ground.p supply.n base.n npn.emitter"]
    collector, current = end(run(blocks, wires), "npn.collector.v", "load.i")
    forced = current / 2e-3
    assert collector == pytest.approx(0.026 * np.log((1 + (1 + forced) / 2) / (1 - forced / 100)), rel=1e-6)


@pytest.mark.parametrize(("kind", "sign"), [(e.NMOS, 1), (e.PMOS, -1)])
@pytest.mark.parametrize(
    ("gate", "drain", "current"),
    [
        (1, 5, 0),  # below the threshold
        (5, 8, 0.2 / 2 * 3**2),  # pinched off
        (5, 1, 0.2 * (3 * 1 - 1 / 2)),  # a resistor
        (5, -1, -0.2 * (4 * 1 - 1 / 2)),  # drain and source exchange their parts
    ],
)
def test_field_effect_transistor(kind, sign: int, gate: float, drain: float, current: float) -> None:
    result = run(
        {
            "gate": e.ConstantVoltage(V=gate * sign), "drain": e.ConstantVoltage(V=drain * sign),
            "fet": kind(k=0.2, threshold=2, R=1e6), "ground": e.Ground(),
        },
        ["gate.p fet.gate", "drain.p fet.drain", "ground.p gate.n drain.n fet.source"],
    )  # fmt: skip
    assert end(result, "fet.drain.i")[0] == pytest.approx(sign * (current + drain / 1e6))
    assert end(result, "gate.i")[0] == 0


@pytest.mark.parametrize(("kind", "sign"), [(e.HeatingNPN, 1), (e.HeatingPNP, -1)])
def test_a_warm_transistor_needs_less_voltage(kind, sign: int) -> None:
    """At a constant current the voltage of the base falls along the line of a diode, from the band gap at 0 K."""
    temperatures = np.array([300.15, 350.0])
    voltages = []
    for T in temperatures:
        result = run(
            {
                "base": e.ConstantVoltage(V=0.6 * sign), "supply": e.ConstantVoltage(V=5 * sign), "ground": e.Ground(),
                "oven": t.FixedTemperature(T=T), "meter": t.HeatFlowSensor(),
                "transistor": kind(temperature_exponent=0, beta=1e9),
            },
            [
                "base.p transistor.base", "supply.p transistor.collector",
                "ground.p base.n supply.n transistor.emitter", "transistor.heat meter.a", "meter.b oven.heat",
            ],
        )  # fmt: skip
        current, heat = end(result, "transistor.collector.i", "meter.heat_flow")
        assert heat == pytest.approx(5 * abs(current), rel=1e-6)
        voltages.append(current * sign)
    Vt = 0.02586493 * temperatures / 300.15
    hot = 1e-14 * np.exp((temperatures / 300.15 - 1) * 1.11 / Vt)
    assert voltages == pytest.approx(hot * (np.exp(0.6 / Vt)), rel=1e-5)


@pytest.mark.parametrize(("kind", "sign"), [(e.HeatingNMOS, 1), (e.HeatingPMOS, -1)])
def test_a_warm_field_effect_transistor(kind, sign: int) -> None:
    result = run(
        {
            "gate": e.ConstantVoltage(V=5 * sign), "drain": e.ConstantVoltage(V=9 * sign), "ground": e.Ground(),
            "fet": kind(k=0.2, threshold=2, R=1e9, T_ref=300), "oven": t.FixedTemperature(T=400),
            "meter": t.HeatFlowSensor(),
        },
        [
            "gate.p fet.gate", "drain.p fet.drain", "ground.p gate.n drain.n fet.source", "fet.heat meter.a",
            "meter.b oven.heat",
        ],
    )  # fmt: skip
    current = 0.2 * (400 / 300) ** -1.5 / 2 * (5 - (2 - 100 * 2e-3)) ** 2
    assert end(result, "fet.drain.i", "meter.heat_flow") == pytest.approx([sign * current, 9 * current])


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


FOLLOWER = ["source.p amplifier.p", "amplifier.out amplifier.n load.p", "ground.p source.n load.n"]


def follower(amplifier: Block, **more: Block) -> dict[str, Block]:
    """Return the blocks of an amplifier that repeats a sine of 8 V as far as it can."""
    source = e.SineVoltage(amplitude=8, frequency=1)
    return {"source": source, "amplifier": amplifier, "load": e.Resistor(R=1e3), "ground": e.Ground(), **more}


def test_amplifier_is_as_fast_as_its_gain_bandwidth() -> None:
    """With a gain of 11 by feedback, an amplifier has an eleventh of its bandwidth."""
    result = run(
        {
            "source": e.StepVoltage(height=0.5), "R1": e.Resistor(R=1e3), "R2": e.Resistor(R=10e3),
            "amplifier": e.OpAmp(gain=1e5, gain_bandwidth=1e4), "ground": e.Ground(), "out": e.PotentialSensor(),
        },
        ["source.p amplifier.p", "R1.n amplifier.n R2.p", "R2.n amplifier.out out.p", "ground.p source.n R1.p"],
        until=1e-3,
    )  # fmt: skip
    share = 1 / 11 + 1e-5
    expected = 0.5 / share * (1 - np.exp(-2 * np.pi * 1e4 * share * result.time))
    assert result["out.potential"] == pytest.approx(expected, abs=1e-6)


def test_amplifier_stays_between_its_rails_and_leaves_them_at_once() -> None:
    result = run(follower(e.OpAmp(low=-3, high=5, gain_bandwidth=1e5)), FOLLOWER, tolerance=1e-7)
    expected = np.clip(8 * np.sin(2 * np.pi * result.time), -3, 5)
    assert result["load.v"] == pytest.approx(expected, abs=1e-3)


def test_amplifier_draws_its_current_from_its_supply() -> None:
    plus, minus = e.ConstantVoltage(V=6), e.ConstantVoltage(V=4)
    blocks = follower(e.OpAmpWithSupply(gain_bandwidth=1e5), plus=plus, minus=minus)
    wires = [*FOLLOWER, "plus.p amplifier.supply_p", "minus.n amplifier.supply_n", "ground.p plus.n minus.p"]
    result = run(blocks, wires, tolerance=1e-7)
    expected = np.clip(8 * np.sin(2 * np.pi * result.time), -4, 6)
    assert result["load.v"] == pytest.approx(expected, abs=1e-3)
    assert -result["plus.i"] == pytest.approx(np.maximum(expected, 0) / 1e3, abs=1e-6)
    assert -result["minus.i"] == pytest.approx(np.maximum(-expected, 0) / 1e3, abs=1e-6)
