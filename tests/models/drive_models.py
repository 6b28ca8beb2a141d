"""Reference models of drive trains with clutches and brakes, by the names of their trajectories."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from blocks import Diagram
from libraries import control, electrical, rotational, signals


def rotational_friction() -> Diagram:
    """Return 13: a clutch and a brake that stick and slip while a torque shakes the shaft."""
    d = Diagram("rotational_friction")
    d.experiment.stop = 3
    d.add("sine", signals.Sine(amplitude=200, frequency=50 / pi))
    d.add("off", signals.Step(offset=1, height=-1, delay=0.5))
    d.add("product", signals.Product())
    d.add("torque", rotational.Torque())
    d.add("inertia3", rotational.Inertia(J=1, start={"phi": 0, "w": 100}))
    d.add("engaged", signals.Constant(level=1))
    d.add("clutch", rotational.Clutch(normal_force=160))
    d.add("inertia2", rotational.Inertia(J=0.05, start={"phi": 0, "w": 90}))
    d.add("spring", rotational.SpringDamper(stiffness=160, damping=1))
    d.add("pressed", signals.Step(height=1, delay=0.5))
    d.add("brake", rotational.Brake(normal_force=1600))
    d.add("inertia1", rotational.Inertia(J=1, start={"phi": 0, "w": 90}))
    d.connect("sine.y", "product.u[1]")
    d.connect("off.y", "product.u[2]")
    d.connect("product.y", "torque.torque")
    d.connect("torque.shaft", "inertia3.b")
    d.connect("inertia3.a", "clutch.a")
    d.connect("engaged.y", "clutch.engagement")
    d.connect("clutch.b", "inertia2.b")
    d.connect("inertia2.a", "spring.a")
    d.connect("spring.b", "brake.shaft", "inertia1.b")
    d.connect("pressed.y", "brake.engagement")
    return d


def simple_gear_shift() -> Diagram:
    """Return 14: a planetary gear that shifts by handing over from its brake to its clutch."""
    d = Diagram("simple_gear_shift")
    d.experiment.stop = 5
    d.add("step", rotational.TorqueStep(height=20, delay=0.5))
    d.add("engine", rotational.Inertia(J=1))
    d.add("planetary", rotational.IdealPlanetary(ratio=1.5))
    d.add("load", rotational.Inertia(J=10, start={"phi": 0, "w": 0}))
    d.add("fan", rotational.QuadraticSpeedDependentTorque(nominal_torque=-20, nominal_speed=10.471975511966))
    d.add("clutch", rotational.Clutch(radius=2, normal_force=100, start={"phi_rel": 0, "w_rel": 0}))
    d.add("brake", rotational.Brake(radius=2, normal_force=100))
    d.add("ramp", signals.Ramp(height=1, duration=0.1, delay=2))
    d.add("one", signals.Constant(level=1))
    d.add("rest", signals.Feedback())
    d.connect("step.shaft", "engine.a")
    d.connect("engine.b", "planetary.sun", "clutch.a")
    d.connect("clutch.b", "planetary.ring", "brake.shaft")
    d.connect("planetary.carrier", "load.a")
    d.connect("load.b", "fan.shaft")
    d.connect("ramp.y", "clutch.engagement", "rest.measured")
    d.connect("one.y", "rest.target")
    d.connect("rest.y", "brake.engagement")
    return d


def robot_axis() -> Diagram:
    """Return 24: one axis of a robot, its motor with an analogue current controller and its gear with friction."""
    d = Diagram("robot_axis")
    d.experiment.stop = 1.4981317
    add_axis_control(d)
    add_axis_motor(d)
    d.add("rotor", rotational.Inertia(J=0.0013, start={"w": 0}))
    d.add("bearingFriction", rotational.BearingFriction(speeds=[0, 1], torques=[0.5, 0.5 + 0.1 / 130]))
    d.add("spring", rotational.SpringDamper(stiffness=8, damping=0.01, start={"phi_rel": 0}))
    d.add("gear", rotational.IdealGear(ratio=210))
    d.add("load", rotational.Inertia(J=19.5, start={"phi": 0, "w": 0}))
    d.connect("emf.shaft", "rotor.a")
    d.connect("rotor.b", "bearingFriction.shaft", "spring.a", "motorAngle.shaft", "motorSpeed.shaft")
    d.connect("spring.b", "gear.a")
    d.connect("gear.b", "load.a")
    return d


def add_axis_control(d: Diagram) -> None:
    """Add the path and the controller, which asks for a current."""
    d.add("path", signals.PointToPoint(destination="120 deg", max_speed=3, max_acceleration=10))
    d.add("motorAngle", rotational.AngleSensor())
    d.add("motorSpeed", rotational.SpeedSensor())
    # 210 turns of the motor per turn of the axis, position gain 5 / s
    d.add("wanted", signals.Add(k=[210, 5 * 210, -5]))
    d.add("PI", control.PI(k=0.5, Ti=0.05, start={"integral": 0}))
    d.connect("path.speed", "wanted.u[1]")
    d.connect("path.position", "wanted.u[2]")
    d.connect("motorAngle.angle", "wanted.u[3]")
    d.connect("wanted.y", "PI.target")
    d.connect("motorSpeed.speed", "PI.measured")


def add_axis_motor(d: Diagram) -> None:
    """Add the motor and its current controller: a subtractor, an integrator and a power amplifier."""
    w, damping = 5500, 0.6
    for name in ("Rd1", "Rd2", "Rd3", "Rd4"):
        d.add(name, electrical.Resistor(R=100))
    for name, resistance in (("Ri", 10), ("Rp1", 200), ("Rp2", 50), ("Ra", 250)):
        d.add(name, electrical.Resistor(R=resistance))
    for name in ("diff", "OpI", "power"):
        d.add(name, electrical.IdealOpAmp())
    d.add("Vs", electrical.SignalVoltage())
    d.add("hall2", electrical.SignalVoltage())
    d.add("hall1", electrical.CurrentSensor())
    d.add("hall", signals.Gain(k="1 ohm"))
    d.add("C", electrical.Capacitor(C=0.004 * damping / w, start={"v": 0}))
    d.add("La", electrical.Inductor(L=250 / (2 * damping * w), start={"i": 0}))
    d.add("emf", electrical.EMF(k=1.1616))
    d.add("ground", electrical.Ground())
    d.connect("PI.command", "Vs.voltage")
    d.connect("hall1.current", "hall.u")
    d.connect("hall.y", "hall2.voltage")
    d.connect("Vs.p", "Rd2.p")
    d.connect("Rd2.n", "diff.n", "Rd1.p")
    d.connect("Rd1.n", "diff.out", "Ri.p")
    d.connect("hall2.p", "Rd3.p")
    d.connect("Rd3.n", "diff.p", "Rd4.p")
    d.connect("Ri.n", "OpI.n", "C.p")
    d.connect("C.n", "OpI.out", "power.p")
    d.connect("power.n", "Rp1.p", "Rp2.p")
    d.connect("Rp1.n", "power.out", "Ra.p")
    d.connect("Ra.n", "La.p")
    d.connect("La.n", "emf.p")
    d.connect("emf.n", "hall1.p")
    d.connect("ground.p", "Vs.n", "hall2.n", "Rd4.n", "OpI.p", "Rp2.n", "hall1.n")


MODELS: dict[str, Callable[[], Diagram]] = {
    "13_RotationalFriction": rotational_friction,
    "14_SimpleGearShift": simple_gear_shift,
    "24_RobotR3_OneAxis": robot_axis,
}
