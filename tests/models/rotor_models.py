"""Rotors and wheels in space, after Modelica's MultiBody.Examples: Rotational3DEffects, HeatLosses, RollingWheelSet."""

from __future__ import annotations

from blocks import Diagram
from libraries import rotational, signals, spatial, thermal
from tests.models.spatial_models import WEIGHTLESS, connect_all, in_space

ROTOR = {"across": 0.03, "about": 0.05}


def gyroscopic_effects(turning: float, spin: float) -> Diagram:
    """Return GyroscopicEffects: a rotor whose bearing is turned about the vertical; a load cell carries it."""
    d = in_space(
        "gyroscopic_effects", 2, WEIGHTLESS, command=signals.Constant(level=turning),
        drive=rotational.Speed(start={"phi": 0}), hub=spatial.Revolute(), cell=spatial.CutForce(axes="frame"),
        bearing=spatial.Revolute(direction="x", start={"phi": 0, "w": spin}),
        rotor=spatial.Body(m=2, I=[ROTOR["about"], ROTOR["across"], ROTOR["across"]]),
    )  # fmt: skip
    d.connect("command.y", "drive.speed")
    d.connect("drive.shaft", "hub.axis")
    connect_all(d, "world hub cell bearing rotor")
    return d


def moving_drive(gear: float) -> Diagram:
    """Return MovingActuatedDrive: on a free body a motor turns a rotor through a gear, whose housing is the body."""
    start = {"position": [0, 0, 0], "v": [0, 0, 0], "angles": [0, 0, 0], "w_body": [0, 0, 0]}
    d = in_space(
        "moving_drive", 2, WEIGHTLESS, body=spatial.Body(m=4, I=[0.4, 0.5, 0.6], start=start),
        shaft=spatial.Revolute(direction="x", start={"phi": 0, "w": 0}),
        motor_rotor=spatial.Body(m=0.2, I=[0.001, 0.0005, 0.0005]), arm=spatial.FixedTranslation(r=[0.2, 0, 0]),
        output=spatial.Revolute(direction="x"), load=spatial.Body(m=1, I=[0.08, 0.04, 0.04]),
        gear=rotational.IdealGear(ratio=gear), torque=rotational.ConstantTorque(torque=0.5),
    )  # fmt: skip
    d.connect("body.a", "shaft.a", "arm.a")
    connect_all(d, "shaft motor_rotor", "arm output load")
    d.connect("torque.shaft", "shaft.axis", "gear.a")
    d.connect("gear.b", "output.axis")
    return d


def heat_losses(damping: float, capacity: float) -> Diagram:
    """Return HeatLosses: a pendulum whose damper warms a body of its own."""
    d = in_space(
        "heat_losses", 10, hinge=spatial.Revolute(direction="y", start={"phi": 1.2, "w": 0}),
        arm=spatial.Body(m=1.5, r_cm=[0, 0, -0.6], I=[0.02, 0.02, 0.001]), wall=rotational.Fixed(),
        damper=rotational.HeatingDamper(damping=damping),
        housing=thermal.HeatCapacitor(C=capacity, start={"T": 293.15}),
    )  # fmt: skip
    connect_all(d, "world hinge arm")
    d.connect("wall.shaft", "damper.a")
    d.connect("damper.b", "hinge.axis")
    d.connect("damper.heat", "housing.heat")
    return d


WHEELSET = {"radius": 0.2, "track": 0.5, "axle": 4.0, "wheel": 1.0}


def rolling_wheel_set(left: float, right: float, torque: float = 0.0) -> Diagram:
    """Return RollingWheelSet: two wheels on one axle, each turning by itself; a torque drives the left one."""
    radius, half = WHEELSET["radius"], WHEELSET["track"] / 2
    start = {"position[1]": 0, "position[2]": 0, "angles[3]": 0, "w_body[2]": 0}
    guess = {"position": [0, 0, radius], "angles": [0, 0, 0]}
    d = in_space(
        "rolling_wheel_set", 5, axle=spatial.Body(m=WHEELSET["axle"], I=[0.1, 0.02, 0.1], start=start, guess=guess),
        motor=rotational.ConstantTorque(torque=torque),
    )  # fmt: skip
    for name, side, speed in (("left", half, left), ("right", -half, right)):
        d.add(f"{name}_end", spatial.FixedTranslation(r=[0, side, 0]))
        d.add(f"{name}_joint", spatial.Revolute(direction="y", start={"phi": 0, "w": speed}))
        d.add(f"{name}_wheel", spatial.Body(m=WHEELSET["wheel"], I=[0.01, 0.02, 0.01]))
        d.add(f"{name}_rim", spatial.RollingDisc(direction="y", radius=radius))
        d.connect("axle.a", f"{name}_end.a")
        connect_all(d, f"{name}_end {name}_joint {name}_wheel", f"{name}_joint {name}_rim")
    d.connect("motor.shaft", "left_joint.axis")
    return d
