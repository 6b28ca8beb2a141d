"""Circuits against Ohm, Kirchhoff and Faraday."""

import numpy as np
import pytest

from blocks import Block
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


@pytest.mark.parametrize(
    ("source", "points"),
    [
        (e.RampVoltage(height=3, offset=1, delay=0.2, duration=0.5), [(0, 1), (0.2, 1), (0.7, 4), (1, 4)]),
        (
            e.PulseVoltage(amplitude=3, offset=-1, period=0.4, width=0.25, delay=0.1),
            [(0, -1), (0.1, -1), (0.1, 2), (0.2, 2), (0.2, -1), (0.5, -1), (0.5, 2), (0.6, 2), (0.6, -1), (0.9, -1)],
        ),
        (
            e.TrapezoidVoltage(amplitude=4, offset=1, period=0.5, rising=0.1, width=0.2, falling=0.05, delay=0.1),
            [(0, 1), (0.1, 1), (0.2, 5), (0.4, 5), (0.45, 1), (0.6, 1), (0.7, 5), (0.9, 5)],
        ),
    ],
    ids=lambda item: type(item).__name__ if isinstance(item, Block) else "",
)
def test_voltages_of_straight_lines(source, points: list[tuple[float, float]]) -> None:
    result = run(
        {"source": source, "R": e.Resistor(R=2), "ground": e.Ground()},
        ["source.p R.p", "source.n R.n ground.p"],
        until=points[-1][0] - 1e-9,
    )
    last = np.append(np.diff(result.time) > 0, True)
    # a jump is a very steep line
    times = np.array([time for time, _ in points]) + 1e-12 * np.arange(len(points))
    voltages = [voltage for _, voltage in points]
    assert 2 * result["R.i"][last] == pytest.approx(np.interp(result.time[last] + 1e-11, times, voltages), abs=1e-6)


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


def test_two_way_switch_connects_one_side_or_the_other() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=10), "step": s.BooleanStep(delay=0.5), "ground": e.Ground(),
            "switch": e.IdealTwoWaySwitch(Ron=1, Goff=0), "R1": e.Resistor(R=4), "R2": e.Resistor(R=9),
        },
        ["source.p switch.common", "switch.off R1.p", "switch.on R2.p", "ground.p source.n R1.n R2.n",
         "step.y switch.control"],
    )  # fmt: skip
    is_late = np.append(result.time[1:] > 0.5, True)
    assert result["R1.i"] == pytest.approx(np.where(is_late, 0, 2))
    assert result["R2.i"] == pytest.approx(np.where(is_late, 1, 0))


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


def test_a_hot_resistor_resists_more() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=10), "R": e.HeatingResistor(R=5, T_ref=300, alpha=0.004),
            "oven": t.FixedTemperature(T=350), "meter": t.HeatFlowSensor(), "ground": e.Ground(),
        },
        ["source.p R.p", "R.n ground.p source.n", "R.heat meter.a", "meter.b oven.heat"],
    )  # fmt: skip
    assert end(result, "R.i", "meter.heat_flow") == pytest.approx([10 / 6, 100 / 6])


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


def test_elements_that_signals_change() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=6), "ramp": s.Ramp(height=3, offset=1), "R": e.VariableResistor(),
            "G": e.VariableConductor(), "C": e.VariableCapacitor(start={"v": 4}), "ground": e.Ground(),
            "L": e.VariableInductor(start={"i": 4}),
        },
        [
            "source.p R.p G.p", "ground.p source.n R.n G.n C.n L.p L.n",
            "ramp.y R.resistance G.conductance C.capacitance L.inductance",
        ],
    )  # fmt: skip
    grown = 1 + 3 * result.time
    assert result["R.i"] == pytest.approx(6 / grown)
    assert result["G.i"] == pytest.approx(6 * grown)
    # an open capacitor keeps its charge, a closed coil its flux
    assert result["C.v"] == pytest.approx(4 / grown)
    assert result["L.i"] == pytest.approx(4 / grown)


def test_potentiometer_divides_a_voltage() -> None:
    result = run(
        {
            "source": e.ConstantVoltage(V=5), "track": e.Potentiometer(R=8e3), "ramp": s.Ramp(height=1.5, offset=-0.25),
            "load": e.Resistor(R=4e3), "ground": e.Ground(),
        },
        ["ramp.y track.position", "source.p track.p", "track.wiper load.p", "ground.p source.n track.n load.n"],
    )  # fmt: skip
    x = np.clip(1.5 * result.time - 0.25, 0, 1)
    inner = x * (1 - x) * 8e3
    assert result["load.v"] == pytest.approx(5 * x * 4e3 / (4e3 + inner))


def test_nonlinear_resistor_follows_its_curve() -> None:
    result = run(
        {
            "ramp": s.Ramp(height=6, offset=-3), "source": e.SignalVoltage(), "ground": e.Ground(),
            "lamp": e.NonlinearResistor(voltages=[-1, 0, 2], currents=[-4, 0, 1]),
        },
        ["ramp.y source.voltage", "source.p lamp.p", "ground.p source.n lamp.n"],
    )  # fmt: skip
    v = 6 * result.time - 3
    assert result["lamp.i"] == pytest.approx(np.where(v < 0, 4 * v, v / 2))


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
