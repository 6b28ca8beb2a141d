"""One step in time as a CasADi function: explicit methods of fixed and adaptive step size.

The step calls the model's ``derivatives`` function several times and then projects drift away. It stays a short MX
graph around one SX function, so that compiling it costs little more than compiling the function once.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from solver.model import Model
from solver.projection import arguments_of, call_with_states

# Dormand and Prince, order 5 with an embedded order 4 (J. Comp. Appl. Math. 6, 1980)
DP_C = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
DP_A = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
DP_ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
# weights of theta, theta^2, theta^3, theta^4 for each stage: the interpolant of order 4 that goes with the method
DP_DENSE = np.array([
    [1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
    [0.0, 0.0, 0.0, 0.0],
    [0.0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
    [0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
    [0.0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
    [0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
    [0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
])  # fmt: skip


def adaptive_step(model: Model) -> ca.Function:
    """Return (t, x, p, m, h, w, dt, k1) -> (next states, stages, error, next guesses, residual)."""
    derivatives = model.derivatives_function
    arguments = arguments_of(model.assembly.program)
    t, x, *rest = arguments
    dt, first = ca.MX.sym("dt"), ca.MX.sym("k1", model.state_count)
    stages, residual, guesses = [first], ca.MX(0), rest[-1]
    for c, row in zip(DP_C[1:], DP_A[1:], strict=True):
        inner = x + dt * sum(a * k for a, k in zip(row, stages, strict=True) if a)
        rate, guesses, left = derivatives(t + c * dt, inner, *rest[:-1], guesses)
        stages.append(rate)
        residual = residual + left
    error = dt * sum(e * k for e, k in zip(DP_ERROR, stages, strict=True) if e)
    return ca.Function(
        "adaptive", [*arguments, dt, first], dense(inner, ca.horzcat(*stages), error, guesses, residual),
        ["t", "x", "p", "m", "h", "w", "dt", "k1"], ["next", "stages", "error", "guesses", "residual"],
    )  # fmt: skip


def fixed_step(model: Model, substeps: int = 1, project: bool = True) -> ca.Function:
    """Return (t, x, p, m, h, w, dt) -> (next states, next guesses, residual, error): classical Runge-Kutta."""
    derivatives = model.derivatives_function
    arguments = arguments_of(model.assembly.program)
    t, x, *rest = arguments
    dt = ca.MX.sym("dt")
    guesses, residual, now = rest[-1], ca.MX(0), x
    step = dt / substeps
    for i in range(substeps):
        begin = t + i * step
        rates: list[ca.MX] = []
        for c, previous in ((0.0, None), (0.5, 0), (0.5, 1), (1.0, 2)):
            inner = now if previous is None else now + c * step * rates[previous]
            rate, guesses, left = derivatives(begin + c * step, inner, *rest[:-1], guesses)
            rates.append(rate)
            residual = residual + left
        now = now + step / 6 * (rates[0] + 2 * rates[1] + 2 * rates[2] + rates[3])
    if project:
        now = projected(model, now, t + dt, [*rest[:-1], guesses])
    return ca.Function(
        "fixed", [*arguments, dt], dense(now, guesses, residual), ["t", "x", "p", "m", "h", "w", "dt"],
        ["next", "guesses", "residual"],
    )  # fmt: skip


def semi_implicit_step(model: Model) -> ca.Function:
    """Return the step of symplectic Euler: highest derivatives first, each lower level from the new one above it."""
    derivatives = model.derivatives_function
    arguments = arguments_of(model.assembly.program)
    t, x, *rest = arguments
    dt = ca.MX.sym("dt")
    rate, guesses, residual = derivatives(*arguments)
    place = {jet: i for i, jet in enumerate(model.assembly.state_jets)}
    following = [place.get((column, order + 1), -1) for column, order in model.assembly.state_jets]
    moved = x + dt * rate
    # a position moves with the new speed where the speed is a state too
    selector = ca.DM.zeros(len(following), len(following))
    for i, j in enumerate(following):
        if j >= 0:
            selector[i, j] = 1
    now = moved + dt * dt * ca.sparsify(selector) @ rate
    now = projected(model, now, t + dt, [*rest[:-1], guesses])
    return ca.Function(
        "semi_implicit", [*arguments, dt], dense(now, guesses, residual), ["t", "x", "p", "m", "h", "w", "dt"],
        ["next", "guesses", "residual"],
    )  # fmt: skip


def dense(*outputs: ca.MX) -> list[ca.MX]:
    """Return outputs without structural zeros, so that every number has its place in a buffer."""
    return [ca.densify(item) for item in outputs]


def projected(model: Model, states: ca.MX, time: ca.MX, rest: list[ca.MX]) -> ca.MX:
    """Return states moved back onto the constraints."""
    for correction in model.projections:
        states = call_with_states(correction, states, [time, states, *rest])
    return states


def projection_step(model: Model) -> ca.Function:
    """Return (t, x, p, m, h, w) -> states on the constraints."""
    arguments = arguments_of(model.assembly.program)
    t, x, *rest = arguments
    return ca.Function("project", arguments, [projected(model, x, t, rest)])
