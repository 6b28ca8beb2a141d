"""Reference models of drive trains with clutches and brakes, by the names of their trajectories."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from blocks import Diagram
from libraries import rotational, signals


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


MODELS: dict[str, Callable[[], Diagram]] = {
    "13_RotationalFriction": rotational_friction,
    "14_SimpleGearShift": simple_gear_shift,
}
