"""B4: a slider crank without gravity that a constant torque drives from rest, 2 s, beside MuJoCo.

Both take fixed steps of 1 ms by Runge-Kutta 4. Published: CasADi IDAS from hand-written equations .016 s.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.model import compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks import _mujoco
from tests.benchmarks._measure import Answer, answer, in_turns, timed
from tests.benchmarks._mechanics import Array, at
from tests.models.planar_models import slider_crank

CRANK, ROD, TORQUE, UNTIL = 0.5, 1.0, 10.0, 2.0
PLACES = {1.0: 1.355064043, 2.0: 0.501202265}  # of the slider, m
LARGEST_ERROR, LARGEST_GAP = 1e-7, 1e-12  # m


def run(tiny: bool = False) -> Answer:
    """Compare with MuJoCo."""
    until, repeats = (1.0, 1) if tiny else (UNTIL, 5)
    compile_s, model = timed(lambda: compile_model(slider_crank()))

    def ours() -> Result:
        return simulate(model, until, solver="rk4", step=1e-3, interval=1e-2, native="always")

    first_s, _ = timed(ours)
    (seconds, result), theirs = in_turns(ours, peer(until) if _mujoco.IS_INSTALLED else None, repeats)
    phi = result["crank_joint.phi"]
    more = {}
    if theirs is not None:
        times, joints, _ = theirs[1]
        more = {"peer_deviation": error(times, joints[:, 2] + CRANK + ROD)}
        more["peer_gap"] = gap(joints[:, 0], joints[:, :2].sum(axis=1), joints[:, 2] + CRANK + ROD)
    errors = {
        "deviation": (error(result.time, result["guide.s"]), LARGEST_ERROR),
        "gap": (gap(phi, phi + result["crank_pin.phi"], result["guide.s"]), LARGEST_GAP),
    }
    return answer(
        "B4 slider crank", seconds, theirs and theirs[0], _mujoco.NAME, errors,
        "a quarter of the peer", theirs is not None and seconds <= theirs[0] / 4,
        compile_s=compile_s, first_run_s=first_s, **more,
    )  # fmt: skip


def error(times: Array, places: Array) -> float:
    """Return the worst deviation of the slider from its reference places."""
    return max(abs(at(times, places, time) - right) for time, right in PLACES.items() if time <= times[-1] + 1e-9)


def gap(crank: Array, rod: Array, slider: Array) -> float:
    """Return how far the end of the rod is from the slider, at worst; angles are absolute."""
    across = CRANK * np.cos(crank) + ROD * np.cos(rod) - slider
    return float(np.hypot(across, CRANK * np.sin(crank) + ROD * np.sin(rod)).max())


def peer(until: float) -> Callable[[], tuple[Array, Array, Array]]:
    """Return a run by MuJoCo: the slider has a joint of its own, the end of the rod is held on it."""
    bodies = _mujoco.rod("crank", CRANK, 2.0, _mujoco.rod("rod", ROD, 4.0, place=CRANK))
    bodies += (
        f'<body name="slider" pos="{CRANK + ROD} 0 0"><joint type="slide" axis="1 0 0"/>'
        '<inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body>'
    )
    text = _mujoco.scene(bodies, _mujoco.connect("rod", "slider", (ROD, 0.0)), gravity=0.0)

    def drive(data: object) -> None:
        data.qfrc_applied[0] = TORQUE  # type: ignore[attr-defined]

    return _mujoco.runner(text, until, control=drive)
