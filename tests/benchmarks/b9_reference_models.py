"""B9: published reference models, per simulated second, and how long it takes to compile all of them.

A linkage in space (23), one axis of a robot with its motor (24) and friction that sticks and slips (13), with the
settings that the conformance tests use; the linkage also with fixed steps of 1 ms beside MuJoCo. Whether they are right
is judged by the points stored for the conformance tests.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from blocks import Diagram
from blocks.diagram_file import read_diagram
from solver.model import compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks import _mujoco
from tests.benchmarks._measure import Answer, answer, best, child, empty_cache, in_turns, timed
from tests.benchmarks._mechanics import Array
from tests.conformance.test_reference_models import FOLDER, INSTANTS, LIMIT, POINTS, deviations

LINKAGE, AXIS, FRICTION = "23_MB_Fourbar1", "24_RobotR3_OneAxis", "13_RotationalFriction"
MOST_COLD, LARGEST_GAP = 2.0, 1e-12  # s, m
LARGEST_DISTANCE = 1e-3  # rad and m: MuJoCo's constraints are soft
# the linkage once more, for MuJoCo
SPEED, GRAVITY, BAR = 5.235987755982989, 9.80665, {"diameter": 0.05, "density": 7700.0}
CRANK, CARRIER, ROD = [0.0, 0.5, 0.1], [0.0, 0.2, 0.0], [-1.0, 0.3, 0.1]
GUIDE, START = 1.2, -0.2  # where the slider is with s = 0, and s at the start
COMPILE = """
import json, sys
from tests.benchmarks.b9_reference_models import compile_times
print(json.dumps(compile_times(sys.argv[1:])))
"""


def run(tiny: bool = False) -> list[Answer]:
    """Simulate three models, one of them also beside MuJoCo, and compile all."""
    chosen = (LINKAGE, AXIS, FRICTION)
    if tiny:
        return [*(by_itself(name, 1) for name in chosen), linkage_beside_mujoco(1.0, 1), compile_all([LINKAGE], 1)]
    return [*(by_itself(name, 5) for name in chosen), linkage_beside_mujoco(5.0, 5), compile_all(sorted(POINTS), 2)]


def saved(name: str) -> Diagram:
    """Return a reference model as it is saved."""
    return read_diagram(FOLDER / f"{name}.toml")


def by_itself(name: str, repeats: int) -> Answer:
    """Return the answer for a model with the settings of its conformance test."""
    with empty_cache():
        cold_s, model = timed(lambda: compile_model(saved(name)))
        stop = float(model.diagram.experiment.stop)

        def ours() -> Result:
            return simulate(model, interval=stop / INSTANTS, native="always")

        first_s, _ = timed(ours)
        warm_s, _ = best(lambda: compile_model(saved(name)), repeats)
        seconds, result = best(ours, repeats)
    count = result.statistics["events"]
    events = {"events": count, "events_per_s": count / seconds} if count else {}
    return answer(
        f"B9 reference {name}, per second", seconds / stop, None, "no peer", {"deviation": deviation(name, result)},
        simulated_s_per_s=stop / seconds, steps=result.statistics["steps"], **events,
        compile_s=cold_s, compile_again_s=warm_s, first_run_s=first_s,
    )  # fmt: skip


def deviation(name: str, result: Result) -> tuple[float, float]:
    """Return the worst deviation from the stored points, relative to the range of a signal, and its limit."""
    times = np.array(POINTS[name]["time"])
    inside = times <= result.time[-1] + 1e-9
    worst = [
        deviations(result, signal, times[inside], np.array(at["values"])[inside], np.array([])).max() / at["range"]
        for signal, at in POINTS[name]["signals"].items()
    ]
    return float(max(worst)), LIMIT


def linkage_beside_mujoco(until: float, repeats: int) -> Answer:
    """Return the answer for the linkage with fixed steps."""
    with empty_cache():
        model = compile_model(saved(LINKAGE))

        def ours() -> Result:
            return simulate(model, until, solver="rk4", step=_mujoco.STEP, interval=5e-3, native="always")

        first_s, _ = timed(ours)
        (seconds, result), theirs = in_turns(ours, linkage_peer(until) if _mujoco.IS_INSTALLED else None, repeats)
    joints = np.column_stack([result[name] for name in ("j1.phi", "j2.s", "rev.phi", "rev1.phi")])
    errors = {"deviation": deviation(LINKAGE, result), "gap": (gap(joints), LARGEST_GAP)}
    peer, more = None, {}
    if theirs is not None:
        peer, places = theirs[0] / until, theirs[1][1] + np.array([0.0, START, 0.0, 0.0])
        errors["apart_at_end"] = float(np.abs(joints[-1] - places[-1]).max()), LARGEST_DISTANCE
        more = {"peer_gap": gap(places)}
    return answer(
        f"B9 reference {LINKAGE}, rk4, per second", seconds / until, peer, _mujoco.NAME, errors,
        first_run_s=first_s, **more,
    )  # fmt: skip


def linkage_peer(until: float) -> Callable[[], tuple[Array, Array, Array]]:
    """Return a run by MuJoCo: the crank, and the rod on its slider, are held together by their ends."""
    crank = _mujoco.bar("crank", CRANK, _mujoco.joint("hinge", "x"), **BAR)
    rod = _mujoco.bar("rod", ROD, _mujoco.joint("hinge", "y") + _mujoco.joint("hinge", "z"), CARRIER, **BAR)
    slider = _mujoco.bar("slider", CARRIER, _mujoco.joint("slide", "x") + rod, [GUIDE + START, 0, 0], **BAR)
    text = _mujoco.scene(crank + slider, _mujoco.connect("crank", "rod", CRANK), GRAVITY)
    # so the end of the rod moves like that of the crank
    return _mujoco.runner(text, until, [SPEED, -0.02 * SPEED, 0.5 * SPEED, 0.1 * SPEED], every=5)


def gap(joints: Array) -> float:
    """Return how far the ends of crank and rod are apart, at worst."""
    phi, s, a, b = joints.T
    x, y, z = ROD[0] * np.cos(b) - ROD[1] * np.sin(b), ROD[0] * np.sin(b) + ROD[1] * np.cos(b), ROD[2]
    end = [GUIDE + s + x * np.cos(a) + z * np.sin(a), CARRIER[1] + y, z * np.cos(a) - x * np.sin(a)]
    crank = [0.0, CRANK[1] * np.cos(phi) - CRANK[2] * np.sin(phi), CRANK[1] * np.sin(phi) + CRANK[2] * np.cos(phi)]
    return float(np.sqrt(sum((p - q) ** 2 for p, q in zip(end, crank, strict=True))).max())


def compile_all(names: list[str], repeats: int) -> Answer:
    """Return the answer for the model that takes longest; all are in one new process."""
    # more than one, because the first has to compile Python's own modules too
    runs = [child(COMPILE, *names) for _ in range(repeats)]
    found = {name: min((times[name] for times in runs), key=sum) for name in names}
    slowest = max(names, key=lambda name: sum(found[name]))
    seconds = sum(found[slowest])
    return answer(
        f"B9 compile each of {len(names)} reference models", seconds, None, "no peer", {},
        f"every one {MOST_COLD} s", seconds <= MOST_COLD, slowest=slowest, compile_s=found[slowest][0],
        machine_code_s=found[slowest][1], all_s=sum(map(sum, found.values())),
    )  # fmt: skip


def compile_times(names: list[str]) -> dict[str, tuple[float, float]]:
    """Return for each model the time from its diagram to a run without machine code, and from there to one with it."""
    found = {}
    for name in names:
        diagram = saved(name)
        short = float(diagram.experiment.stop) / INSTANTS
        with empty_cache():
            seconds, model = timed(partial(compile_model, diagram))
            found[name] = seconds, timed(partial(simulate, model, short, native="always"))[0]
    return found
