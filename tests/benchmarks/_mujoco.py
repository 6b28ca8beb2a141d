"""Mechanisms in MuJoCo: planar rods and chains in space, gravity against y, loops closed by connect constraints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from tests.benchmarks._mechanics import Array, Chain, G

IS_INSTALLED = find_spec("mujoco") is not None
NAME = "MuJoCo RK4 1 ms"
STEP = 1e-3
AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}
# stiffness tried from 2 to 20 ms: this has the smallest gaps and drifts, all take the same time
CONNECT = 'solref="0.005 1" solimp="0.9999 0.9999 0.001"'


def rod(name: str, length: float, mass: float, inside: str = "", angle: float = 0.0, place: float = 0.0) -> str:
    """Return the body of a uniform rod on a hinge, turned by ``angle`` against its parent, ``place`` along it."""
    inertia = mass * length**2 / 12
    return link(name, "z", length, mass, (1e-9, inertia, inertia), inside, f'pos="{place!r} 0 0" euler="0 0 {angle!r}"')


def link(
    name: str, axis: str, length: float, mass: float, moments: Sequence[float], inside: str = "", place: str = ""
) -> str:
    """Return the body of a link along x on a hinge about x, y or z."""
    return (
        f'<body name="{name}" {place}><joint name="{name}" type="hinge" axis="{AXES[axis]}"/>'
        f'<inertial pos="{length / 2!r} 0 0" mass="{mass!r}" diaginertia="{numbers(moments)}"/>{inside}</body>'
    )


def bar(
    name: str, end: Sequence[float], inside: str, place: Sequence[float] = (0, 0, 0), *, diameter: float, density: float
) -> str:
    """Return the body of a round bar from its origin to ``end``, with joints and other bodies inside."""
    shape = f'type="cylinder" fromto="0 0 0 {numbers(end)}" size="{diameter / 2!r}" density="{density!r}"'
    return f'<body name="{name}" pos="{numbers(place)}"><geom {shape}/>{inside}</body>'


def joint(kind: str, axis: str) -> str:
    """Return a joint of a body."""
    return f'<joint type="{kind}" axis="{AXES[axis]}"/>'


def chain(of: Chain) -> str:
    """Return the text of a chain in space."""
    bodies = ""
    for k, axis in reversed(list(enumerate(of.axes))):
        bodies = link(f"link{k}", axis, of.length, of.mass, of.moments, bodies, f'pos="{of.length * (k > 0)!r} 0 0"')
    return scene(bodies)


def connect(first: str, second: str, place: Sequence[float]) -> str:
    """Return the constraint that holds a point of one body on another; ``place`` is in the first one's frame."""
    where = numbers([*place, 0.0][:3])
    return f'<connect body1="{first}" body2="{second}" anchor="{where}" {CONNECT}/>'


def numbers(values: Sequence[float]) -> str:
    """Return numbers as MuJoCo reads them."""
    return " ".join(repr(float(value)) for value in values)


def scene(bodies: str, constraints: str = "", gravity: float = G) -> str:
    """Return the text of a model."""
    return (
        '<mujoco><compiler angle="radian"/>'
        f'<option timestep="{STEP!r}" integrator="RK4" gravity="0 {-gravity!r} 0" tolerance="1e-12">'
        '<flag contact="disable" energy="disable"/></option>'
        f"<worldbody>{bodies}</worldbody><equality>{constraints}</equality></mujoco>"
    )


def runner(
    text: str, until: float, speeds: Sequence[float] = (), control: Callable[[Any], None] | None = None,
    every: int = 10, start: Sequence[float] = (),
) -> Callable[[], tuple[Array, Array, Array]]:  # fmt: skip
    """Return a run of a model: times, positions and speeds of its joints, recorded every few steps."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(text)

    def work() -> tuple[Array, Array, Array]:
        data = mujoco.MjData(model)
        data.qpos[: len(start)], data.qvel[: len(speeds)] = start, speeds
        if control is not None:
            control(data)
        mujoco.mj_forward(model, data)
        count = round(until / STEP / every)
        times, places, rates = np.zeros(count + 1), np.zeros((count + 1, model.nq)), np.zeros((count + 1, model.nv))
        places[0], rates[0] = data.qpos, data.qvel
        for k in range(1, count + 1):
            mujoco.mj_step(model, data, every)
            times[k], places[k], rates[k] = data.time, data.qpos, data.qvel
        return times, places, rates

    return work
