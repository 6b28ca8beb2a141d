"""Reference models of circuits, heat and one-dimensional mechanics, by the names of their trajectories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi, sqrt

from blocks import Block, Diagram
from libraries import control, electrical, rotational, signals, thermal, translational

Wires = list[tuple[str, ...]]


def diagram(name: str, stop: float, blocks: Mapping[str, Block], wires: Wires) -> Diagram:
    """Return a diagram of the given blocks, each wire a list of ports that are connected with each other."""
    d = Diagram(name)
    d.experiment.stop = stop
    for block_name, block in blocks.items():
        d.add(block_name, block)
    for first, *others in wires:
        d.connect(first, *others)
    return d


def two_masses() -> Diagram:
    """Return 01: heat flows from a warm body to a cold one."""
    return diagram("two_masses", 1, {
        "mass1": thermal.HeatCapacitor(C=15, start={"T": 373.15}),
        "mass2": thermal.HeatCapacitor(C=15, start={"T": 273.15}),
        "conduction": thermal.ThermalConductor(G=10),
    }, [("mass1.heat", "conduction.a"), ("mass2.heat", "conduction.b")])  # fmt: skip


def oscillator() -> Diagram:
    """Return 02: two oscillators in resonance, the second one damped."""
    rest = {"s": -0.5, "v": 0}
    blocks: dict[str, Block] = {
        "sine1": signals.Sine(amplitude=1, frequency=15.9155),
        "sine2": signals.Sine(amplitude=1, frequency=15.9155),
        "force1": translational.Force(),
        "force2": translational.Force(),
        "mass1": translational.Mass(m=1, length=1, start=rest),
        "mass2": translational.Mass(m=1, length=1, start=rest),
        "spring1": translational.Spring(stiffness=1e4, free_length=1),
        "spring2": translational.Spring(stiffness=1e4, free_length=1),
        "damper1": translational.Damper(damping=10),
        "fixed1": translational.Fixed(position=1),
        "fixed2": translational.Fixed(position=1),
    }
    wires: Wires = [("mass2.b", "damper1.a"), ("fixed2.flange", "damper1.b")]
    for k in (1, 2):
        wires += [(f"sine{k}.y", f"force{k}.force"), (f"force{k}.flange", f"mass{k}.a")]
        wires += [(f"mass{k}.b", f"spring{k}.a"), (f"spring{k}.b", f"fixed{k}.flange")]
    return diagram("oscillator", 1, blocks, wires)


def first() -> Diagram:
    """Return 03: a drive train whose first two inertias are rigidly geared."""
    return diagram("first", 1, {
        "sine": signals.Sine(amplitude=10, frequency=5),
        "torque": rotational.TorqueWithSupport(),
        "inertia1": rotational.Inertia(J=0.1),
        "gear": rotational.IdealGearWithSupport(ratio=10),
        "inertia2": rotational.Inertia(J=2, start={"phi": 0, "w": 0}),
        "spring": rotational.Spring(stiffness=1e4, start={"phi_rel": 0}),
        "inertia3": rotational.Inertia(J=2, start={"w": 0}),
        "damper": rotational.Damper(damping=10),
        "fixed": rotational.Fixed(),
    }, [
        ("sine.y", "torque.torque"), ("torque.shaft", "inertia1.a"), ("inertia1.b", "gear.a"),
        ("gear.b", "inertia2.a"), ("inertia2.b", "spring.a", "damper.a"), ("spring.b", "inertia3.a"),
        ("fixed.shaft", "torque.support", "gear.support", "damper.b"),
    ])  # fmt: skip


def cauer_low_pass() -> Diagram:
    """Return 04: a filter with two loops of capacitors."""
    e = electrical
    return diagram("cauer_low_pass", 60, {
        "V": e.StepVoltage(height=1, delay=1), "R1": e.Resistor(R=1), "R2": e.Resistor(R=1), "ground": e.Ground(),
        "C1": e.Capacitor(C=1.072, start={"v": 0}), "C2": e.Capacitor(C=1 / (1.704992**2 * 1.304)),
        "C3": e.Capacitor(C=1.682, start={"v": 0}), "C4": e.Capacitor(C=1 / (1.179945**2 * 0.8586)),
        "C5": e.Capacitor(C=0.7262, start={"v": 0}), "L1": e.Inductor(L=1.304, start={"i": 0}),
        "L2": e.Inductor(L=0.8586, start={"i": 0}),
    }, [
        ("V.p", "R1.p"), ("R1.n", "C1.p", "L1.p", "C2.p"), ("L1.n", "C2.n", "C3.p", "L2.p", "C4.p"),
        ("L2.n", "C4.n", "C5.p", "R2.p"), ("ground.p", "V.n", "C1.n", "C3.n", "C5.n", "R2.n"),
    ])  # fmt: skip


def pid_controller() -> Diagram:
    """Return 05: speed control of an elastic drive, in steady state at the start."""
    return diagram("pid_controller", 4, {
        "path": signals.KinematicPTP(displacement=pi / 2, max_speed=1, max_acceleration=1, delay=0.5),
        "integrator": signals.Integrator(start={"y": 0}),
        "PI": control.PI(k=100, Ti=0.1, Ni=0.1, low=-12, high=12, guess={"integral": 0}, start={"der(integral)": 0}),
        "torque": rotational.Torque(),
        "inertia1": rotational.Inertia(J=1, start={"phi": 0, "acceleration": 0}),
        "spring": rotational.SpringDamper(stiffness=1e4, damping=100, start={"w_rel": 0, "der(w_rel)": 0}),
        "inertia2": rotational.Inertia(J=2),
        "load": rotational.ConstantTorque(torque=10),
        "sensor": rotational.SpeedSensor(),
    }, [
        ("path.y", "integrator.u"), ("integrator.y", "PI.target"), ("PI.command", "torque.torque"),
        ("torque.shaft", "inertia1.a", "sensor.shaft"), ("inertia1.b", "spring.a"), ("spring.b", "inertia2.a"),
        ("inertia2.b", "load.shaft"), ("sensor.speed", "PI.measured"),
    ])  # fmt: skip


def elasto_gap() -> Diagram:
    """Return 06: a mass between springs, and one between elastic stops."""
    t = translational
    blocks: dict[str, Block] = {"fixed": t.Fixed(), "left": t.Rod(length=-2), "right": t.Rod(length=2)}
    wires: Wires = [("fixed.flange", "left.a", "right.a")]
    for k, (name, kind, length) in enumerate([("springDamper", t.SpringDamper, 1), ("elastoGap", t.ElastoGap, 1.5)]):
        blocks[f"mass{k + 1}"] = t.Mass(m=1, start={"s": 2, "v": 0})
        blocks[f"{name}1"], blocks[f"{name}2"] = (kind(stiffness=10, damping=1.5, free_length=length) for _ in range(2))
        wires += [("left.b", f"{name}1.a"), (f"{name}1.b", f"mass{k + 1}.a")]
        wires += [(f"mass{k + 1}.b", f"{name}2.a"), (f"{name}2.b", "right.b")]
    return diagram("elasto_gap", 5, blocks, wires)


def heating_rectifier() -> Diagram:
    """Return 08: a diode that warms up."""
    return diagram("heating_rectifier", 5, {
        "SineVoltage1": electrical.SineVoltage(amplitude=1, frequency=1), "Ground1": electrical.Ground(),
        "HeatingDiode1": electrical.HeatingDiode(), "Capacitor1": electrical.Capacitor(C=1, start={"v": 0}),
        "R": electrical.Resistor(R=1), "ThermalConductor1": thermal.ThermalConductor(G=10),
        "HeatCapacitor1": thermal.HeatCapacitor(C=1, start={"T": 293.15}),
    }, [
        ("SineVoltage1.p", "HeatingDiode1.p"), ("HeatingDiode1.n", "Capacitor1.p", "R.p"),
        ("Ground1.p", "SineVoltage1.n", "Capacitor1.n", "R.n"), ("HeatingDiode1.heat", "ThermalConductor1.a"),
        ("ThermalConductor1.b", "HeatCapacitor1.heat"),
    ])  # fmt: skip


def controlled_temperature() -> Diagram:
    """Return 09: a heater that is switched on and off."""
    return diagram("controlled_temperature", 10, {
        "constantVoltage": electrical.ConstantVoltage(V=10), "ground": electrical.Ground(),
        "idealSwitch": electrical.IdealOpeningSwitch(),
        "heatingResistor": electrical.HeatingResistor(R=10, T_ref=293.15, alpha=1 / 255),
        "heatCapacitor": thermal.HeatCapacitor(C=1, start={"T": 293.15}),
        "thermalConductor": thermal.ThermalConductor(G=0.1), "fixedTemperature": thermal.FixedTemperature(),
        "temperatureSensor": thermal.TemperatureSensor(), "not_on": signals.Not(),
        "ramp": signals.Ramp(height=25, duration=6, offset=298.15, delay=2),
        "onOffController": signals.OnOff(bandwidth=2),
    }, [
        ("constantVoltage.p", "idealSwitch.p"), ("idealSwitch.n", "heatingResistor.p"),
        ("ground.p", "heatingResistor.n", "constantVoltage.n"),
        ("heatingResistor.heat", "heatCapacitor.heat", "thermalConductor.a", "temperatureSensor.heat"),
        ("thermalConductor.b", "fixedTemperature.heat"), ("temperatureSensor.temperature", "onOffController.measured"),
        ("ramp.y", "onOffController.target"), ("onOffController.y", "not_on.u"), ("not_on.y", "idealSwitch.control"),
    ])  # fmt: skip


def rectifier() -> Diagram:
    """Return 10: a bridge of six ideal diodes behind three phases."""
    e = electrical
    smooth = {"v": 400 * sqrt(2) / 2}
    blocks: dict[str, Block] = {
        "Capacitor1": e.Capacitor(C=0.03, start=smooth), "Capacitor2": e.Capacitor(C=0.03, start=smooth),
        "load": e.ConstantCurrent(I=500), "ground": e.Ground(),
    }  # fmt: skip
    wires: Wires = [
        ("Capacitor1.p", "load.p"), ("Capacitor2.n", "load.n"), ("ground.p", "Capacitor1.n", "Capacitor2.p"),
    ]  # fmt: skip
    for k in (1, 2, 3):
        blocks[f"V{k}"] = e.SineVoltage(amplitude=400 * sqrt(2 / 3), frequency=50, phase=-(k - 1) * 2 * pi / 3)
        blocks[f"Inductor{k}"] = e.Inductor(L=60e-6, start={"i": 0} if k > 1 else {})
        blocks[f"D{k}"], blocks[f"D{k + 3}"] = (e.IdealDiode(Ron=1e-3, Goff=1e-3, Vknee=2) for _ in range(2))
        wires += [(f"V{k}.p", f"Inductor{k}.p"), (f"Inductor{k}.n", f"D{k}.p", f"D{k + 3}.n")]
        wires += [(f"D{k}.n", "Capacitor1.p"), (f"D{k + 3}.p", "Capacitor2.n")]
    return diagram("rectifier", 0.1, blocks, [*wires, ("V1.n", "V2.n", "V3.n")])


def translational_brake() -> Diagram:
    """Return 11: a sliding mass that is braked to rest, without and with a support."""
    moving = {"s": 0, "v": 1}
    t = translational
    return diagram("translational_brake", 2, {
        "step": signals.Step(height=2, delay=0.1), "fixed": t.Fixed(),
        "mass1": t.Mass(m=1, start=moving), "brake": t.Brake(), "mass2": t.Mass(m=1, start=moving),
        "brake1": t.BrakeWithSupport(),
    }, [
        ("step.y", "brake.engagement", "brake1.engagement"), ("mass1.b", "brake.flange"),
        ("mass2.b", "brake1.flange"), ("fixed.flange", "brake1.support"),
    ])  # fmt: skip


MODELS: dict[str, Callable[[], Diagram]] = {
    "01_TwoMasses": two_masses, "02_Oscillator": oscillator, "03_First": first,
    "04_CauerLowPassAnalog": cauer_low_pass, "05_PID_Controller": pid_controller, "06_ElastoGap": elasto_gap,
    "08_HeatingRectifier": heating_rectifier, "09_ControlledTemperature": controlled_temperature,
    "10_Rectifier": rectifier, "11_TranslationalBrake": translational_brake,
}  # fmt: skip
