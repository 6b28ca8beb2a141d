"""B6: a PID controller sampled at 1 kHz holds y'' + y' = u at 1, 100 s, from blocks.

Published: the engine of Xcos .097 s, which cannot be installed here. The peer is a recursion in plain Python with the
exact solution between samples, the least that any script must do.
"""

from __future__ import annotations

from math import exp
from typing import Any

from blocks import Diagram
from libraries.control import SampledPID
from libraries.signals import Constant, TransferFunction
from solver.model import compile_model
from solver.simulate import simulate
from tests.benchmarks._measure import Answer, answer, empty_cache, in_turns, timed
from tests.benchmarks._mechanics import at

PERIOD, UNTIL = 1e-3, 100.0
VALUES = {0.1: 0.215364849, 0.5: 1.047533751, 1.0: 1.332217893}
LARGEST_ERROR = 1e-8
MOST_COLD, MOST_AFTER = 0.5, 0.03  # s
CHOSEN: dict[str, dict[str, Any]] = {
    "fixed step": {"solver": "rk4", "step": PERIOD, "native": "always"},
    "automatic": {},
}


def controlled() -> Diagram:
    """Return the loop of plant and controller."""
    d = Diagram("controlled")
    d.add("target", Constant(level=1.0))
    d.add("pid", SampledPID(period=PERIOD, kp=10.0, ki=5.0, kd=2.0, derivative="error"))
    d.add("plant", TransferFunction(numerator=[1.0], denominator=[1.0, 1.0, 0.0]))
    d.connect("target.y", "pid.target")
    d.connect("plant.y", "pid.measured")
    d.connect("pid.command", "plant.u")
    return d


def run(tiny: bool = False) -> list[Answer]:
    """Compare a fixed step chosen by hand, and what is chosen automatically, with plain Python."""
    return [compare(name, chosen, 1.0 if tiny else UNTIL, 1 if tiny else 5) for name, chosen in CHOSEN.items()]


def compare(name: str, chosen: dict[str, Any], until: float, repeats: int) -> Answer:
    """Return the answer for one way to choose the solver."""
    with empty_cache():

        def everything() -> Any:
            model = compile_model(controlled())
            return model, simulate(model, until, interval=0.1, **chosen)

        cold_s, (model, _) = timed(everything)
        (seconds, result), theirs = in_turns(
            lambda: simulate(model, until, interval=0.1, **chosen), lambda: plain_python(until), repeats
        )
    assert theirs is not None
    y = result["plant.y"]
    deviation = max(abs(at(result.time, y, time) - right) for time, right in VALUES.items())
    errors = {"deviation": (deviation, LARGEST_ERROR)}
    goal = f"{MOST_AFTER} s, with compiling {MOST_COLD} s"
    return answer(
        f"B6 sampled PID, {name}", seconds, theirs[0], "plain Python (Xcos is missing)", errors, goal,
        seconds <= MOST_AFTER and cold_s <= MOST_COLD, with_compiling_s=cold_s, solver=result.statistics["solver"],
        peer_deviation=max(abs(theirs[1][time] - right) for time, right in VALUES.items()),
    )  # fmt: skip


def plain_python(until: float) -> dict[float, float]:
    """Return y at the reference times, by recursion."""
    y = v = integral = before = 0.0
    keep = exp(-PERIOD)
    found = {}
    wanted = {round(time / PERIOD): time for time in VALUES}
    for k in range(round(until / PERIOD) + 1):
        if k in wanted:
            found[wanted[k]] = y
        e = 1.0 - y
        integral += PERIOD * e
        u = 10.0 * e + 5.0 * integral + 2.0 * (e - before) / PERIOD
        before = e
        y, v = y + (1 - keep) * v + (PERIOD - (1 - keep)) * u, keep * v + (1 - keep) * u
    return found
