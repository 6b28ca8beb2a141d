"""Planar mechanisms in MuJoCo: hinges about z, gravity against y, loops closed by connect constraints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from tests.benchmarks._mechanics import Array

IS_INSTALLED = find_spec("mujoco") is not None
NAME = "MuJoCo RK4 1 ms"
STEP = 1e-3
# stiffness tried from 2 to 20 ms: this has the smallest gaps and drifts, all take the same time
CONNECT = 'solref="0.005 1" solimp="0.9999 0.9999 0.001"'


def rod(name: str, length: float, mass: float, inside: str = "", angle: float = 0.0, place: float = 0.0) -> str:
    """Return the body of a uniform rod on a hinge, turned by ``angle`` against its parent, ``place`` along it."""
    inertia = mass * length**2 / 12
    return (
        f'<body name="{name}" pos="{place!r} 0 0" euler="0 0 {angle!r}">'
        f'<joint name="{name}" type="hinge" axis="0 0 1"/>'
        f'<inertial pos="{length / 2!r} 0 0" mass="{mass!r}" diaginertia="1e-9 {inertia!r} {inertia!r}"/>'
        f"{inside}</body>"
    )


def connect(first: str, second: str, place: Sequence[float]) -> str:
    """Return the constraint that holds a point of one body on another; ``place`` is in the first one's frame."""
    where = " ".join(map(repr, map(float, place)))
    return f'<connect body1="{first}" body2="{second}" anchor="{where} 0" {CONNECT}/>'


def scene(bodies: str, constraints: str, gravity: float = 9.81) -> str:
    """Return the text of a model."""
    return (
        '<mujoco><compiler angle="radian"/>'
        f'<option timestep="{STEP!r}" integrator="RK4" gravity="0 {-gravity!r} 0" tolerance="1e-12">'
        '<flag contact="disable" energy="disable"/></option>'
        f"<worldbody>{bodies}</worldbody><equality>{constraints}</equality></mujoco>"
    )


def runner(
    text: str, until: float, speeds: Sequence[float] = (), control: Callable[[Any], None] | None = None, every: int = 10
) -> Callable[[], tuple[Array, Array, Array]]:
    """Return a run of a model: times, positions and speeds of its joints, recorded every few steps."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(text)

    def work() -> tuple[Array, Array, Array]:
        data = mujoco.MjData(model)
        data.qvel[: len(speeds)] = speeds
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
