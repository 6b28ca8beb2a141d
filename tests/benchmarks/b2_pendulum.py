"""B2: a chain of uniform rods falls from the horizontal, 10 s, beside Pinocchio's ABA with DOP853 of SciPy.

The peer has a relative tolerance of 1e-6; ours is set so that its energy drifts no more. Ours is timed after compiling.
"""

from __future__ import annotations

from solver.model import Model, compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks import _pinocchio
from tests.benchmarks._measure import Answer, answer, in_turns, timed
from tests.benchmarks._mechanics import Chain, at, joint_motion
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
    chain = Chain("z" * n, 0.0, (1e-9, 1 / 12, 1 / 12))
    peer = _pinocchio.runner(chain, until) if _pinocchio.IS_INSTALLED else None
    (seconds, result), theirs = in_turns(lambda: ours(model, until), peer, repeats)
    times, angles, speeds = joint_motion(result, [f"joint{k}" for k in range(1, n + 1)])
    errors = {
        "deviation": (abs(at(times, angles[:, 0], PROBE) - PROBE_ANGLES[n]), LARGEST_ERROR),
        "drift": (chain.drift(angles, speeds), LARGEST_DRIFT),
    }
    more = {}
    if theirs is not None:
        times, angles, speeds = theirs[1]
        more = {
            "peer_deviation": abs(at(times, angles[:, 0], PROBE) - PROBE_ANGLES[n]),
            "peer_drift": chain.drift(angles, speeds),
        }
    return answer(
        f"B2 pendulum of {n} rods", seconds, theirs and theirs[0], _pinocchio.NAME, errors,
        "half of the peer", theirs is not None and seconds <= theirs[0] / 2,
        compile_s=compile_s, first_run_s=first_s, steps=result.statistics["steps"], **more,
    )  # fmt: skip


def ours(model: Model, until: float) -> Result:
    """Simulate a compiled model."""
    return simulate(model, until, solver="adaptive", tolerance=TOLERANCE, native="always")
