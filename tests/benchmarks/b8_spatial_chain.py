"""B8: a chain of round bars in space, on hinges about z, y and x in turn, falls from a bent start, 10 s.

Beside MuJoCo, both with fixed steps of 1 ms by Runge-Kutta 4, and beside Pinocchio's ABA with DOP853 of SciPy, where
both choose their steps. Ours is timed after compiling. The motion is chaotic, so angles are compared early; the bars
whip, and there most of the energy is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks import Diagram
from libraries.spatial import Link, Revolute, World
from solver.model import compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks import _mujoco, _pinocchio
from tests.benchmarks._measure import Answer, answer, empty_cache, in_turns, timed
from tests.benchmarks._mechanics import Array, Chain, G, at, joint_motion

UNTIL, PROBE, BEND, RADIUS = 10.0, 0.5, 0.3, 0.1
MOMENTS = (RADIUS**2 / 2, RADIUS**2 / 4 + 1 / 12, RADIUS**2 / 4 + 1 / 12)
LARGEST_DRIFT = 1e-3  # relative to the fall of all bars by their length
# of all joints at 0.5 s, by Pinocchio with a tolerance of 1e-13
PROBE_ANGLES = {
    4: [-0.2428064418, 0.2987266807, -0.0430441385, 1.1809793121],
    16: [
        -0.1868352092, 0.2737532113, -0.2200714645, 0.8973285624, 0.0773565376, 0.7119100529, 0.1955319329,
        0.3305423339, 0.2204690460, 0.3111527003, 0.2920856996, 0.2953563448, 0.3022113343, 0.2965710073,
        0.2965167401, 0.2997079931,
    ],
}  # fmt: skip
FIXED: dict[str, Any] = {"solver": "rk4", "step": _mujoco.STEP, "interval": 0.01}
# so that our energy drifts no more than that of the peer
ADAPTIVE: dict[str, Any] = {"solver": "adaptive", "tolerance": 1e-7, "interval": 0.02}


def run(tiny: bool = False) -> list[Answer]:
    """Compare with MuJoCo and Pinocchio."""
    n, until, repeats = (4, 1.0, 1) if tiny else (16, UNTIL, 5)
    chain = Chain(("zyx" * n)[:n], BEND, MOMENTS)
    mujoco = _mujoco.runner(_mujoco.chain(chain), until, start=[BEND] * n) if _mujoco.IS_INSTALLED else None
    pinocchio = _pinocchio.runner(chain, until) if _pinocchio.IS_INSTALLED else None
    return [
        compare(chain, FIXED, until, mujoco, _mujoco.NAME, 1e-9, ("no slower than the peer", 1.0), repeats),
        compare(chain, ADAPTIVE, until, pinocchio, _pinocchio.NAME, 1e-6, ("half of the peer", 0.5), repeats),
    ]


def compare(
    chain: Chain, chosen: dict[str, Any], until: float, peer: Any, peer_name: str, most_error: float,
    goal: tuple[str, float], repeats: int,
) -> Answer:  # fmt: skip
    """Return the answer beside one peer."""
    n = len(chain.axes)
    with empty_cache():
        compile_s, model = timed(lambda: compile_model(diagram(chain)))

        def ours() -> Result:
            return simulate(model, until, native="always", **chosen)

        first_s, _ = timed(ours)
        (seconds, result), theirs = in_turns(ours, peer, repeats)
    times, angles, speeds = joint_motion(result, [f"joint{k}" for k in range(1, n + 1)])
    errors = {
        "deviation": (deviation(times, angles), most_error),
        "drift": (chain.drift(angles, speeds), LARGEST_DRIFT),
    }
    more = {}
    if theirs is not None:
        more = {"peer_deviation": deviation(*theirs[1][:2]), "peer_drift": chain.drift(*theirs[1][1:])}
    return answer(
        f"B8 spatial chain of {n} links, {result.statistics['solver']}", seconds, theirs and theirs[0], peer_name,
        errors, goal[0], theirs is not None and seconds <= goal[1] * theirs[0],
        compile_s=compile_s, first_run_s=first_s, steps=result.statistics["steps"], **more,
    )  # fmt: skip


def diagram(chain: Chain) -> Diagram:
    """Return a chain as a diagram."""
    d = Diagram("chain")
    d.add("world", World(g=[0.0, -G, 0.0]))
    along = np.array([chain.length, 0.0, 0.0])
    end = "world.origin"
    for k, axis in enumerate(chain.axes, 1):
        d.add(f"joint{k}", Revolute(direction=axis, start={"phi": chain.bend, "w": 0.0}))
        d.add(f"link{k}", Link(r=list(along), r_cm=list(along / 2), m=chain.mass, I=list(chain.moments)))
        d.connect(end, f"joint{k}.a")
        d.connect(f"joint{k}.b", f"link{k}.a")
        end = f"link{k}.b"
    return d


def deviation(times: Array, angles: Array) -> float:
    """Return how far the worst joint is from its reference angle."""
    right = PROBE_ANGLES[angles.shape[1]]
    return max(abs(at(times, angles[:, k], PROBE) - angle) for k, angle in enumerate(right))
