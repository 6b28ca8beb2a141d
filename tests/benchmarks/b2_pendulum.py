"""B2: a chain of uniform rods falls from the horizontal, 10 s, beside Pinocchio's ABA with DOP853 of SciPy.

The peer has a relative tolerance of 1e-6; ours is set so that its energy drifts no more. Ours is timed after compiling.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from solver.model import Model, compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks._measure import Answer, answer, in_turns, timed
from tests.benchmarks._mechanics import Array, at, chain_energy, drift
from tests.models.planar_models import pendulum

UNTIL, PROBE = 10.0, 0.5
TOLERANCE = 1e-7  # so that our energy drifts no more than that of the peer
PROBE_ANGLES = {4: -0.8503980693, 8: -0.6824694926, 16: -0.5555817860, 64: -0.3626001447}
LARGEST_ERROR, LARGEST_DRIFT = 1e-6, 1e-4  # rad; relative to the fall of all rods by their length


def run(tiny: bool = False) -> list[Answer]:
    """Compare chains of 16 and 64 rods with Pinocchio."""
    return [compare(4, 1.0, repeats=1)] if tiny else [compare(16), compare(64)]


def compare(n: int, until: float = UNTIL, repeats: int = 5) -> Answer:
    """Return the answer for one length."""
    compile_s, model = timed(lambda: compile_model(pendulum(n)))
    first_s, _ = timed(lambda: ours(model, until))
    peer = pinocchio_run(n, until) if find_spec("pinocchio") else None
    (seconds, result), theirs = in_turns(lambda: ours(model, until), peer, repeats)
    times, angles, speeds = result.time, *relative(result, n)
    errors = {
        "deviation": (abs(at(times, angles[:, 0], PROBE) - PROBE_ANGLES[n]), LARGEST_ERROR),
        "drift": (energy_drift(angles, speeds), LARGEST_DRIFT),
    }
    more = {}
    if theirs is not None:
        times, angles, speeds = theirs[1]
        more = {
            "peer_deviation": abs(at(times, angles[:, 0], PROBE) - PROBE_ANGLES[n]),
            "peer_drift": energy_drift(angles, speeds),
        }
    return answer(
        f"B2 pendulum of {n} rods", seconds, theirs and theirs[0], "Pinocchio ABA + DOP853", errors,
        "half of the peer", theirs is not None and seconds <= theirs[0] / 2,
        compile_s=compile_s, first_run_s=first_s, steps=result.statistics["steps"], **more,
    )  # fmt: skip


def ours(model: Model, until: float) -> Result:
    """Simulate a compiled model."""
    return simulate(model, until, solver="adaptive", tolerance=TOLERANCE, native="always")


def relative(result: Result, n: int) -> tuple[Array, Array]:
    """Return angles and speeds of all joints, a joint per column."""
    angles = np.column_stack([result[f"joint{k}.phi"] for k in range(1, n + 1)])
    return angles, np.column_stack([result[f"joint{k}.w"] for k in range(1, n + 1)])


def energy_drift(angles: Array, speeds: Array) -> float:
    """Return the drift of the energy, relative to what the chain loses when it hangs down."""
    n = angles.shape[1]
    energy = chain_energy(angles.cumsum(axis=1), speeds.cumsum(axis=1), np.ones(n), np.ones(n))
    return drift(energy, 9.81 * n * n / 2)


def pinocchio_run(n: int, until: float) -> Callable[[], tuple[Array, Array, Array]]:
    """Return a run of the chain by Pinocchio and SciPy: times, and angles and speeds of the joints."""
    import pinocchio as pin
    from scipy.integrate import solve_ivp

    chain = pin.Model()
    chain.gravity.linear = np.array([0.0, -9.81, 0.0])
    rod = pin.Inertia(1.0, np.array([0.5, 0.0, 0.0]), np.diag([1e-9, 1 / 12, 1 / 12]))
    parent, place = 0, pin.SE3.Identity()
    for k in range(n):
        parent = chain.addJoint(parent, pin.JointModelRZ(), place, f"joint{k + 1}")
        chain.appendBodyToJoint(parent, rod, pin.SE3.Identity())
        place = pin.SE3(np.eye(3), np.array([1.0, 0.0, 0.0]))
    data, no_torque = chain.createData(), np.zeros(n)

    def rate(_: float, state: Array) -> Array:
        speeds = state[n:]
        return np.concatenate([speeds, pin.aba(chain, data, state[:n], speeds, no_torque)])

    def simulate_chain() -> tuple[Array, Array, Array]:
        # as many instants as ours records
        instants = np.linspace(0, until, 501)
        found = solve_ivp(rate, (0, until), np.zeros(2 * n), "DOP853", rtol=1e-6, atol=1e-8, t_eval=instants)
        return found.t, found.y[:n].T, found.y[n:].T

    return simulate_chain


