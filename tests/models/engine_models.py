"""Engines after Modelica's MultiBody.Examples.Loops: planar loops drawn in space."""

from __future__ import annotations

from math import asin, cos, pi, radians, sin

import numpy as np

from blocks import Diagram
from libraries import rotational, signals, spatial, translational
from tests.models.spatial_models import G, connect_all, in_space


def engine() -> Diagram:
    """Return Modelica's Engine1a: one cylinder, and a flywheel on the axis of the crank; y points up."""
    d = in_space(
        "engine", 2, [0, -G, 0],
        inertia=rotational.Inertia(J=1, start={"phi": 0, "w": 10}), bearing=spatial.Revolute(direction="x"),
        crank1=spatial.Cylinder(r=[0.1, 0, 0], diameter=0.05),
        crank2=spatial.Box(r=[0, 0.1, 0], width=0.02, height=0.06, sideways=[1, 0, 0]),
        crank3=spatial.Cylinder(r=[0.1, 0, 0], diameter=0.03), mid=spatial.FixedTranslation(r=[0.05, 0, 0]),
        crank4=spatial.Box(r=[0, -0.1, 0], width=0.02, height=0.06, sideways=[1, 0, 0]),
        b1=spatial.Revolute(direction="x"), b2=spatial.Revolute(direction="x"),
        rod=spatial.Box(r=[0, -0.2, 0], width=0.02, height=0.06, sideways=[1, 0, 0]),
        piston=spatial.Cylinder(r=[0, -0.1, 0], diameter=0.1),
        cylinder=spatial.Prismatic(direction="n", n=[0, -1, 0], guess={"s": 0.05}),
        place=spatial.FixedTranslation(r=[0.15, 0.45, 0]),
    )  # fmt: skip
    connect_all(
        d, "world bearing crank1 crank2 crank3 crank4", "crank2 mid b1 !rod !b2 !piston !cylinder", "world place"
    )
    d.connect("inertia.b", "bearing.axis")
    d.connect("place.b", "cylinder.a")
    return d


FIRING = ((0, -30), (0, 30), (240, -30), (240, 30), (120, -30), (120, 30))


def engine_v6() -> Diagram:
    """Return six cylinders on one crankshaft after Modelica's EngineV6; each pin and each bank have their angle."""
    d = in_space("engine_v6", 1, [0, -G, 0])
    d.add("bearing", spatial.Revolute(direction="x", start={"phi": 0.01, "w": 10}))
    d.add("shaft", spatial.Body(m=5, I=[0.3, 0.5, 0.5]))
    connect_all(d, "world bearing shaft")
    for k, (pin, bank) in enumerate(FIRING, start=1):
        reach = [0.1 * k, 0.05 * cos(radians(pin)), 0.05 * sin(radians(pin))]
        d.add(f"pin{k}", spatial.FixedTranslation(r=reach))
        d.add(f"bank{k}", spatial.FixedRotation(r=[0.1 * k, 0, 0], angles=[radians(bank), 0, 0]))
        angle = radians(pin) + 0.01 - radians(bank)  # of the pin, seen from the bank
        lean = -asin(0.05 * sin(angle) / 0.2)
        d.add(f"big{k}", spatial.Revolute(direction="x", guess={"phi": radians(bank) + lean - 0.01}))
        d.add(f"small{k}", spatial.Revolute(direction="x", guess={"phi": -lean}))
        d.add(f"rod{k}", spatial.Link(r=[0, 0.2, 0], r_cm=[0, 0.1, 0], m=0.5, I=[0.002, 1e-4, 0.002]))
        d.add(f"piston{k}", spatial.Body(m=0.8, I=[1e-3, 1e-3, 1e-3]))
        height = 0.05 * cos(angle) + 0.2 * cos(lean)
        d.add(f"cylinder{k}", spatial.Prismatic(direction="y", guess={"s": height}))
        connect_all(d, f"bearing pin{k} big{k} rod{k} small{k} piston{k}", f"world bank{k} cylinder{k} piston{k}")
    return d


# gas in the cylinder: pressure over how far the piston is from its upper end, on the way up and on the way down

STROKE = np.linspace(0, 0.2, 41)
UPWARD = 1e5 * (0.23 / (STROKE + 0.03)) ** 1.3
DOWNWARD = UPWARD + 4e6 * np.sin(pi * np.sqrt(STROKE / 0.2)) ** 2
BORE = 0.1


def gas_force(top: float, stroke: float, sign: float) -> Diagram:
    """Return the gas of Engine1b as a subsystem: a force on the piston that follows one curve up and another down.

    ``top`` is the position of the piston at its upper end, and ``sign`` is 1 where positions grow downward.
    """
    area = pi / 4 * BORE**2
    gas = Diagram("gas")
    gas.add("place", translational.PositionSensor())
    gas.add("speed", translational.SpeedSensor())
    gas.add("from_top", signals.Bias(bias=-top))
    gas.add("depth", signals.Gain(k=sign * STROKE[-1] / stroke))
    gas.add("up", signals.Table1D(u_points=STROKE.tolist(), y_points=UPWARD.tolist()))
    gas.add("down", signals.Table1D(u_points=STROKE.tolist(), y_points=DOWNWARD.tolist()))
    gas.add("downward", signals.Gain(k=sign))
    gas.add("is_down", signals.GreaterThreshold(threshold=0.0))
    gas.add("pressure", signals.Switch())
    gas.add("area", signals.Gain(k=sign * area))
    gas.add("push", translational.Force())
    gas.connect("push.flange", "place.flange", "speed.flange")
    gas.connect("place.position", "from_top.u")
    gas.connect("from_top.y", "depth.u")
    gas.connect("depth.y", "up.u", "down.u")
    gas.connect("speed.speed", "downward.u")
    gas.connect("downward.y", "is_down.u")
    gas.connect("is_down.y", "pressure.condition")
    gas.connect("down.y", "pressure.u1")
    gas.connect("up.y", "pressure.u2")
    gas.connect("pressure.y", "area.u")
    gas.connect("area.y", "push.force")
    gas.expose("flange", "push.flange")
    return gas


def firing_engine() -> Diagram:
    """Return Modelica's Engine1b: the engine with one cylinder under gas pressure."""
    d = engine()
    d.name = "firing_engine"
    d.add("gas", gas_force(0.05, 0.2, 1))
    d.connect("gas.flange", "cylinder.axis")
    return d


def firing_engine_v6() -> Diagram:
    """Return Modelica's EngineV6: six cylinders under gas pressure."""
    d = engine_v6()
    d.name = "firing_engine_v6"
    for k in range(1, 7):
        d.add(f"gas{k}", gas_force(0.25, 0.1, -1))
        d.connect(f"gas{k}.flange", f"cylinder{k}.axis")
    return d
