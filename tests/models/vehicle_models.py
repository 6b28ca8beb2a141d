"""Vehicles and gears in a plane, after the examples of PlanarMechanics; vehicles are seen from above."""

from __future__ import annotations

from typing import Any

from blocks import Diagram
from libraries import planar, rotational, signals, transmission

FLAT = {"g": [0.0, 0.0]}
CAR = {"m": 1000.0, "I": 1500.0, "front": 1.2, "rear": 1.4, "track": 1.5}


def in_plane(name: str, *wires: str, **blocks: Any) -> Diagram:
    """Return a diagram on level ground; a wire is written as the ports it connects."""
    d = Diagram(name)
    d.add("world", planar.World(**FLAT))
    for block, part in blocks.items():
        d.add(block, part)
    for wire in wires:
        d.connect(*wire.split())
    return d


def at(x: float = 0.0, y: float = 0.0, phi: float = 0.0, vx: float = 0.0, vy: float = 0.0, w: float = 0.0) -> Any:
    """Return the start of a body."""
    return {"x": x, "y": y, "phi": phi, "vx": vx, "vy": vy, "w": w}


def single_track(steer: float, speed: float) -> Diagram:
    """Return SingleTrackWithIdealWheels: a bicycle whose front wheel is turned and whose rear wheel keeps its speed."""
    return in_plane(
        "single_track", "frame.a rear.a", "frame.b steering.a", "steering.b front.a", "angle.shaft steering.axis",
        "flywheel.b rear.axis",
        frame=planar.Link(m=100, I=10, r=[1.5, 0], r_cm=[0.6, 0], guess={"phi": 0.0}),
        rear=planar.RollingWheel(), front=planar.RollingWheel(), steering=planar.Revolute(),
        angle=rotational.Fixed(angle=steer), flywheel=rotational.Inertia(J=1, start={"phi": 0, "w": speed / 0.3}),
    )  # fmt: skip


def slip_wheel_at_work(speed: float, pull: float, **wheel: Any) -> Diagram:
    """Return a cart on a wheel that a motor turns at constant speed while a force pulls back."""
    return in_plane(
        "slip_wheel_at_work", "wheel.a cart.a pull.a", "motor.shaft wheel.axis", "speed.y motor.speed",
        "force.y pull.fx", cart=planar.Body(m=100, I=10, start=at(vx=speed)),
        wheel=planar.SlipWheel(radius=0.3, **wheel), motor=rotational.Speed(),
        speed=signals.Constant(level=speed / 0.3), pull=planar.WorldForce(), force=signals.Constant(level=-pull),
    )  # fmt: skip


def two_track(torque: float, steer: float, speed: float) -> Diagram:
    """Return TwoTrackWithDifferentialGear: four wheels that slip, two steered, two driven through a differential."""
    wheel = {"radius": 0.3, "load": CAR["m"] * 9.81 / 4}
    spin = {"phi": 0, "w": speed / 0.3}
    d = in_plane(
        "two_track", car=planar.Body(m=CAR["m"], I=CAR["I"], start=at(vx=speed)),
        motor=rotational.ConstantTorque(torque=torque), differential=transmission.DifferentialDrive(),
    )  # fmt: skip
    for name, x, y in (
        ("front_left", CAR["front"], CAR["track"] / 2), ("front_right", CAR["front"], -CAR["track"] / 2),
        ("rear_left", -CAR["rear"], CAR["track"] / 2), ("rear_right", -CAR["rear"], -CAR["track"] / 2),
    ):  # fmt: skip
        d.add(f"{name}_arm", planar.FixedTranslation(r=[x, y]))
        d.add(name, planar.SlipWheel(**wheel, heading=steer if name.startswith("front") else 0.0))
        d.add(f"{name}_rotor", rotational.Inertia(J=1.5, start=spin))
        d.connect("car.a", f"{name}_arm.a")
        d.connect(f"{name}_arm.b", f"{name}.a")
        d.connect(f"{name}_rotor.b", f"{name}.axis")
    d.connect("motor.shaft", "differential.sum")
    d.connect("differential.a", "rear_left_rotor.a")
    d.connect("differential.b", "rear_right_rotor.a")
    return d


PLANETARY = {"sun": 0.1, "planet": 0.05, "ring": 0.2}


def planetary(sun: float, ring: float, torques: dict[str, float] | None = None) -> Diagram:
    """Return sun, planet, carrier and ring as toothed wheels in a plane; torques act on the bearings they name."""
    reach = PLANETARY["sun"] + PLANETARY["planet"]
    d = in_plane(
        "planetary", "ground.a sun_bearing.a ring_bearing.a carrier_bearing.a", "sun_bearing.b sun.a inner.a",
        "ring_bearing.b ring.a outer.b", "carrier_bearing.b arm.a carrier.a", "arm.b planet_bearing.a",
        "planet_bearing.b planet.a inner.b outer.a",
        ground=planar.Fixed(), sun_bearing=planar.Revolute(start={"phi": 0, "w": sun}),
        ring_bearing=planar.Revolute(start={"phi": 0, "w": ring}), carrier_bearing=planar.Revolute(start={"phi": 0.3}),
        planet_bearing=planar.Revolute(start={"phi": 0}), sun=planar.Body(m=1, I=0.01), ring=planar.Body(m=3, I=0.2),
        carrier=planar.Body(m=1, I=0.02), planet=planar.Body(m=0.5, I=0.003),
        arm=planar.FixedTranslation(r=[reach, 0]),
        inner=planar.ExternalGear(radius_a=PLANETARY["sun"], radius_b=PLANETARY["planet"]),
        outer=planar.InternalGear(radius_a=PLANETARY["planet"], radius_b=PLANETARY["ring"]),
    )  # fmt: skip
    for name, torque in (torques or {}).items():
        d.add(f"{name}_torque", rotational.ConstantTorque(torque=torque))
        d.connect(f"{name}_torque.shaft", f"{name}_bearing.axis")
    return d
