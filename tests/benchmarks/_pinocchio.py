"""Chains in Pinocchio: its ABA gives the accelerations, DOP853 of SciPy integrates them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from tests.benchmarks._mechanics import Array, Chain, G

IS_INSTALLED = find_spec("pinocchio") is not None
NAME = "Pinocchio ABA + DOP853"


def runner(
    chain: Chain, until: float, relative: float = 1e-6, absolute: float = 1e-8
) -> Callable[[], tuple[Array, Array, Array]]:
    """Return a run of a chain from rest: times, and angles and speeds of its joints."""
    import pinocchio as pin
    from scipy.integrate import solve_ivp

    n = len(chain.axes)
    model = pin.Model()
    model.gravity.linear = np.array([0.0, -G, 0.0])
    along = np.array([chain.length, 0.0, 0.0])
    link = pin.Inertia(chain.mass, along / 2, np.diag(chain.moments))
    joints = {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ}
    parent, place = 0, pin.SE3.Identity()
    for k, axis in enumerate(chain.axes):
        parent = model.addJoint(parent, joints[axis](), place, f"joint{k + 1}")
        model.appendBodyToJoint(parent, link, pin.SE3.Identity())
        place = pin.SE3(np.eye(3), along)
    data, no_torque = model.createData(), np.zeros(n)
    start = np.concatenate([np.full(n, chain.bend), np.zeros(n)])

    def rate(_: float, state: Array) -> Array:
        speeds = state[n:]
        return np.concatenate([speeds, pin.aba(model, data, state[:n], speeds, no_torque)])

    def work() -> tuple[Array, Array, Array]:
        # as many instants as ours records
        instants = np.linspace(0, until, 501)
        found = solve_ivp(rate, (0, until), start, "DOP853", rtol=relative, atol=absolute, t_eval=instants)
        return found.t, found.y[:n].T, found.y[n:].T

    return work
