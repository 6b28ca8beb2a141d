"""Drive trains as the examples of other tools have them, built from our blocks alone."""

from __future__ import annotations

from typing import Any

from blocks import Block, Diagram
from libraries import rotational, signals, thermal, translational, transmission

REST = {"phi": 0, "w": 0}
STILL = {"s": 0, "v": 0}


def drawn(name: str, blocks: dict[str, Block], *wires: str) -> Diagram:
    """Return a diagram of blocks, each wire written as the ports it connects."""
    d = Diagram(name)
    for title, block in blocks.items():
        d.add(title, block)
    for wire in wires:
        d.connect(*wire.split())
    return d


def coupled_clutches() -> Diagram:
    """Return four rotors in a row; the first clutch is let go slowly, the others are pressed at 0.4 and 0.9 s."""
    r, s = rotational, signals
    clutches = {f"clutch{k}": r.Clutch(normal_force=20, mu=0.5, peak=1.1) for k in (1, 2, 3)}
    rotors = {f"rotor{k}": r.Inertia(J=1, start={"phi": 0, "w": 10 if k == 1 else 0}) for k in (1, 2, 3, 4)}
    sources = {
        "shake": s.Sine(amplitude=10, frequency=5), "torque": r.Torque(), "slow": s.Cosine(frequency=0.2),
        "second": s.Step(delay=0.4), "third": s.Step(delay=0.9),
    }  # fmt: skip
    return drawn(
        "coupled_clutches", {**sources, **rotors, **clutches},
        "shake.y torque.torque", "torque.shaft rotor1.a", "rotor1.b clutch1.a", "clutch1.b rotor2.a",
        "rotor2.b clutch2.a", "clutch2.b rotor3.a", "rotor3.b clutch3.a", "clutch3.b rotor4.a",
        "slow.y clutch1.engagement", "second.y clutch2.engagement", "third.y clutch3.engagement",
    )  # fmt: skip


def lossy_gear(bearing: float, phase: float) -> Diagram:
    """Return a gear that loses half of the power, shaken from both sides so that it drives, is driven and sticks."""
    r, s = rotational, signals
    return drawn(
        "lossy_gear",
        {
            "drive": s.Sine(amplitude=10, frequency=1), "motor": r.Torque(), "rotor": r.Inertia(J=1, start=REST),
            "gear": r.LossyGear(ratio=2, efficiency=0.5, backward_efficiency=0.5, bearing_torque=bearing),
            "load": r.Inertia(J=1.5), "pull": s.Sine(amplitude=12, frequency=1, phase=phase), "brake": r.Torque(),
        },
        "drive.y motor.torque", "motor.shaft rotor.a", "rotor.b gear.a", "gear.b load.a", "load.b brake.shaft",
        "pull.y brake.torque",
    )  # fmt: skip


def one_way_clutch(w: float) -> Diagram:
    """Return a freewheel behind a motor that swings; the driven side starts ahead by ``w`` and runs in oil."""
    r, s = rotational, signals
    return drawn(
        "one_way_clutch",
        {
            "swing": s.Sine(amplitude=10, frequency=1), "motor": r.Torque(), "a": r.Inertia(J=1, start=REST),
            "freewheel": r.OneWayClutch(), "b": r.Inertia(J=0.5, start={"phi": 0, "w": w}),
            "oil": r.Damper(damping=0.8), "ground": r.Fixed(),
        },
        "swing.y motor.torque", "motor.shaft a.a", "a.b freewheel.a", "freewheel.b b.a", "b.b oil.a",
        "oil.b ground.shaft",
    )  # fmt: skip


def elastic_bearing() -> Diagram:
    """Return a gear whose housing gives way, with a torque that rises for a second."""
    r, s = rotational, signals
    return drawn(
        "elastic_bearing",
        {
            "ramp": s.Ramp(height=5, duration=1), "motor": r.Torque(), "shaft": r.Inertia(J=1),
            "gear": r.IdealGearWithSupport(ratio=10), "housing": r.Inertia(J=5, start=REST),
            "mount": r.SpringDamper(stiffness=1000, damping=20), "ground": r.Fixed(),
            "load": r.Inertia(J=50, start=REST),
        },
        "ramp.y motor.torque", "motor.shaft shaft.a", "shaft.b gear.a", "gear.b load.a", "gear.support housing.a",
        "housing.b mount.b", "mount.a ground.shaft",
    )  # fmt: skip


def backlash_drive() -> Diagram:
    """Return a motor that holds an arm behind a play, by the angle of the arm and its own speed: it never rests."""
    r, s = rotational, signals
    return drawn(
        "backlash_drive",
        {
            "rotor": r.Inertia(J=0.5, start=REST), "teeth": r.ElastoBacklash(stiffness=5000, backlash=0.1),
            "arm": r.Inertia(J=1, start={"phi": 0.3, "w": 0}), "angle": r.AngleSensor(), "speed": r.SpeedSensor(),
            "law": s.Add(k=[-200, -10]), "motor": r.Torque(),
        },
        "rotor.b teeth.a", "teeth.b arm.a", "arm.b angle.shaft", "rotor.a speed.shaft motor.shaft",
        "angle.angle law.u[1]", "speed.speed law.u[2]", "law.y motor.torque",
    )  # fmt: skip


def preload() -> Diagram:
    """Return a spool between two plates that springs press on stops with 100 N: it moves only under larger forces."""
    t, s = translational, signals
    stop: dict[str, Any] = {"stiffness": 1e6, "damping": 100}
    return drawn(
        "preload",
        {
            "sine": s.Sine(amplitude=200, frequency=10), "force": t.Force(),
            "spool": t.Mass(m=0.2, length=0.2, start=STILL),
            "left_plate": t.Mass(m=0.1, start={"s": -0.1, "v": 0}),
            "right_plate": t.Mass(m=0.1, start={"s": 0.1, "v": 0}),
            "left_wall": t.Fixed(position=-0.2), "right_wall": t.Fixed(position=0.2),
            "left_stop": t.Fixed(position=-0.1), "right_stop": t.Fixed(position=0.1),
            "left_spring": t.SpringDamper(stiffness=2000, damping=20, free_length=0.15),
            "right_spring": t.SpringDamper(stiffness=2000, damping=20, free_length=0.15),
            "left_seat": t.ElastoGap(**stop), "right_seat": t.ElastoGap(**stop),
            "left_touch": t.ElastoGap(**stop), "right_touch": t.ElastoGap(**stop),
        },
        "sine.y force.force", "force.flange spool.a left_touch.b", "left_plate.b left_touch.a left_seat.a",
        "left_wall.flange left_spring.a", "left_spring.b left_plate.a", "left_stop.flange left_seat.b",
        "spool.b right_touch.a", "right_plate.a right_touch.b right_seat.b", "right_stop.flange right_seat.a",
        "right_plate.b right_spring.a", "right_spring.b right_wall.flange",
    )  # fmt: skip


def vehicle() -> Diagram:
    """Return a cart on a slope: it is held by its rolling resistance, driven for 10 s from 1 s on, and rolls out."""
    r, t, s = rotational, translational, signals
    return drawn(
        "vehicle",
        {
            "pedal": s.TimeTable(times=[0, 1, 11], levels=[0, 60, 0], between="held"), "motor": r.Torque(),
            "wheels": r.Inertia(J=2, start=REST), "road": transmission.IdealRollingWheel(radius=0.2),
            "body": t.Mass(m=150), "tyres": t.Brake(normal_force=2000, mu=0.02), "pressed": s.Constant(level=1),
            "air": t.QuadraticSpeedDependentForce(nominal_force=-50, nominal_speed=10),
            "slope": t.ConstantForce(force=-10),
        },
        "pedal.y motor.torque", "motor.shaft wheels.a", "wheels.b road.shaft", "road.flange body.a",
        "body.b tyres.flange air.flange slope.flange", "pressed.y tyres.engagement",
    )  # fmt: skip


def rolling_stop() -> Diagram:
    """Return a mass with Stribeck friction between two elastic stops, shaken by a slow force."""
    t, s = translational, signals
    return drawn(
        "rolling_stop",
        {
            "sine": s.Sine(amplitude=25, frequency=0.25), "force": t.Force(), "mass": t.Mass(m=1, start=STILL),
            "guide": t.StribeckFriction(coulomb=5, stribeck=10, stribeck_speed=0.5, viscous=1),
            "left": t.Fixed(position=-5), "right": t.Fixed(position=5),
            "low": t.ElastoGap(stiffness=1e4, damping=0), "high": t.ElastoGap(stiffness=1e4, damping=0),
        },
        "sine.y force.force", "force.flange mass.a", "mass.b guide.flange low.b high.a", "left.flange low.a",
        "right.flange high.b",
    )  # fmt: skip


def turning_heat() -> Diagram:
    """Return a drive train with every loss there is, all of which warm one housing."""
    r, s = rotational, signals
    return drawn(
        "turning_heat",
        {
            "sine": s.Sine(amplitude=20, frequency=1), "torque": r.Torque(), "power": r.PowerSensor(),
            "work": s.Integrator(), "J1": r.Inertia(J=1, start=REST), "spring": r.Spring(stiffness=500),
            "damper": r.HeatingDamper(damping=2), "J2": r.Inertia(J=0.5, start=REST),
            "teeth": r.HeatingElastoBacklash(stiffness=2000, damping=5, backlash=0.1),
            "J3": r.Inertia(J=0.5, start=REST), "bearing": r.HeatingBearingFriction(speeds=[0, 10], torques=[0.5, 2]),
            "gear": r.HeatingLossyGear(ratio=3, efficiency=0.8, backward_efficiency=0.7, bearing_torque=0.2),
            "J4": r.Inertia(J=1), "clutch": r.HeatingClutch(normal_force=10, mu=0.6), "J5": r.Inertia(J=2, start=REST),
            "brake": r.HeatingBrake(normal_force=4, mu=0.5), "on": s.Constant(level=1), "later": s.Step(delay=1),
            "fins": r.EddyCurrentBrake(nominal_torque=1, nominal_speed=2, alpha=0.004),
            "housing": thermal.HeatCapacitor(C=10, start={"T": 300}),
        },
        "sine.y torque.torque", "torque.shaft power.a", "power.power work.u", "power.b J1.a",
        "J1.b spring.a damper.a", "spring.b damper.b J2.a fins.shaft", "J2.b teeth.a",
        "teeth.b J3.a", "J3.b bearing.shaft gear.a", "gear.b J4.a", "J4.b clutch.a", "clutch.b J5.a",
        "J5.b brake.shaft", "on.y clutch.engagement", "later.y brake.engagement",
        "housing.heat damper.heat teeth.heat bearing.heat gear.heat clutch.heat brake.heat fins.heat",
    )  # fmt: skip


def sliding_heat() -> Diagram:
    """Return masses with every loss there is, all of which warm one frame."""
    t, s = translational, signals
    return drawn(
        "sliding_heat",
        {
            "sine": s.Sine(amplitude=30, frequency=0.7), "force": t.Force(), "power": t.PowerSensor(),
            "work": s.Integrator(), "m1": t.Mass(m=1, start=STILL),
            "guide": t.HeatingSupportFriction(speeds=[0, 1], forces=[2, 4]), "spring": t.Spring(stiffness=300),
            "damper": t.HeatingDamper(damping=3), "m2": t.Mass(m=2, start=STILL),
            "gap": t.HeatingElastoGap(stiffness=5000, damping=30, free_length=0.1),
            "m3": t.Mass(m=1, start={"s": 0.15, "v": 0}), "brake": t.HeatingBrake(normal_force=10, mu=0.3),
            "on": s.Constant(level=1), "rail": t.EddyCurrentBrake(nominal_force=2, nominal_speed=0.5, alpha=0.004),
            "frame": thermal.HeatCapacitor(C=5, start={"T": 290}),
        },
        "sine.y force.force", "force.flange power.a", "power.power work.u", "power.b m1.a", "m1.b guide.flange",
        "m1.a spring.a damper.a", "spring.b damper.b m2.a rail.flange", "m2.b gap.a", "gap.b m3.a",
        "m3.b brake.flange", "on.y brake.engagement", "frame.heat guide.heat damper.heat gap.heat brake.heat rail.heat",
    )  # fmt: skip


def eddy_current_brake() -> Diagram:
    """Return a rotor and a mass that run down between magnets at a constant temperature."""
    r, t = rotational, translational
    return drawn(
        "eddy_current_brake",
        {
            "rotor": r.Inertia(J=2, start={"phi": 0, "w": 200}),
            "disc": r.EddyCurrentBrake(nominal_torque=100, nominal_speed=50),
            "mass": t.Mass(m=3, start={"s": 0, "v": 4}),
            "rail": t.EddyCurrentBrake(nominal_force=10, nominal_speed=1, alpha=0.01, T_ref=300),
            "cool": thermal.FixedTemperature(T=300), "warm": thermal.FixedTemperature(T=350),
        },
        "rotor.b disc.shaft", "mass.b rail.flange", "cool.heat disc.heat", "warm.heat rail.heat",
    )  # fmt: skip
