"""B5: a bouncing ball until 6 s, past the instant 4.06 s where its bounces accumulate; it must end at rest.

The instants of the impacts are known exactly. Drake and rumoca fall through the floor, pathsim hangs.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from blocks import Block, Diagram, Equations, Parameter, Variable
from blocks.functions import der, reinit, when
from solver.model import compile_model
from solver.simulate import simulate
from tests.benchmarks._measure import Answer, answer, best, timed
from tests.benchmarks._mechanics import Array

G, RESTITUTION, UNTIL = 9.81, 0.8, 6.0
LARGEST_ERROR, LARGEST_REST = 1e-8, 1e-6  # s, m
FEWEST = 20  # impacts to be found one by one


class Ball(Block):
    """A ball that loses part of its speed at every bounce."""

    restitution = Parameter(RESTITUTION, "1", "speed after a bounce over speed before", min=0, max=1)
    g = Parameter(G, "m/s2", "gravity")
    h = Variable("m", "height")
    v = Variable("m/s", "speed upwards")

    def equations(self) -> Equations:
        yield self.v == der(self.h)
        yield der(self.v) == -self.g
        yield when(self.h < 0, reinit(self.v, -self.restitution * self.v))


def run(tiny: bool = False) -> Answer:
    """Compare with the exact solution."""
    until, fewest = (2.0, 3) if tiny else (UNTIL, FEWEST)
    diagram = Diagram("ball")
    diagram.add("ball", Ball(start={"h": 1.0, "v": 0.0}))
    compile_s, model = timed(lambda: compile_model(diagram))
    seconds, result = best(lambda: simulate(model, until, tolerance=1e-8))
    found = impacts(result.time, result["ball.v"])
    exact = exact_impacts(len(found))
    errors = {
        "deviation": (float(np.abs(found - exact).max()) if len(found) else np.inf, LARGEST_ERROR),
        "missing": (float(max(0, fewest - len(found))), 0.0),
        "below_floor": (float(-result["ball.h"].min()), LARGEST_REST),
    }
    if not tiny:
        errors["height_at_end"] = (abs(float(result["ball.h"][-1])), LARGEST_REST)
        errors["speed_at_end"] = (abs(float(result["ball.v"][-1])), LARGEST_REST)
    goal = "impacts to 1e-8 s, at rest at the end"
    more = {"compile_s": compile_s, "impacts": len(found)}
    return answer("B5 bouncing ball", seconds, None, "analytic", errors, goal, True, **more)


def impacts(times: Array, speeds: Array) -> Array:
    """Return the instants where the speed jumps upwards."""
    jumps = (np.diff(speeds) > 0) & (np.diff(times) == 0) & (speeds[1:] > 0)
    found: Array = times[1:][jumps]
    return found


def exact_impacts(count: int) -> Array:
    """Return the first instants where the ball is on the floor."""
    first = sqrt(2 / G)
    return first + 2 * first * np.concatenate([[0.0], np.cumsum(RESTITUTION ** np.arange(1, count))])[:count]
