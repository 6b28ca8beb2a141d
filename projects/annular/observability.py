"""What the sensors can tell about the states of the filters: ranks of observability matrices along the motion.

A model is followed for as many periods as it has states. Directions of its state that no reading ever depends on are
lost: a filter knows about them only what it was told at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from . import document_estimator as document
from . import estimator as working

Array = np.ndarray[Any, Any]
Columns = Callable[[Array], Array]
N = 16
STEP = 1e-5  # of differences
LEAST = 1e-6  # over the largest singular value: less is rounding
NO_READING = np.zeros((32, 1))
NO_PUSH = np.zeros((N + 1, 1))


def ranks(
    t: float, theta: Array, omega: Array, phi: float, forces: Array, valves: Array, unit: float, state: None, p: Array
) -> tuple[tuple[float, ...], None]:
    """Return how many directions are seen of each model's state, and the largest share of the displacement.

    In turn: the document's model with its readings (34 states); the working one with gyroscopes alone, with
    potentiometers too, and with accelerometers that feel how each link leans (33); that with errors of gyroscopes (49).
    """
    length, inside, radius, arc, sink, inertia, area, P_max, period = p.tolist()
    absolute = phi + np.cumsum(theta) - theta[0]
    turning = np.cumsum(omega) - omega[0]  # as if the first link stood still: no rank depends on that
    ring = np.array([length, inside, radius, arc, sink])
    shape = np.concatenate([[0.0, 0.35], theta, omega])
    place = np.concatenate([[0.0], absolute, turning])
    by_document = partial(
        document.process, u=np.append(valves, unit), period=period, p=np.array([length, inertia, area, P_max])
    )
    rolls = partial(working.process, u=forces, w=NO_PUSH, period=period, p=ring)
    drifts = partial(working.process_with_bias, u=forces, w=NO_PUSH, period=period, p=ring)
    reads = partial(working.measurement, v=NO_READING)
    found = [
        seen(by_document, document.measurement, shape),
        seen(rolls, lambda x: reads(x)[:N], place),
        seen(rolls, reads, place),
        seen(rolls, lambda x: np.vstack([reads(x), np.sin(x[working.PHI])]), place),
        seen(drifts, partial(working.measurement_with_bias, v=NO_READING), np.append(place, np.zeros(N))),
    ]
    return (*(float(rank) for rank, _ in found), max(share for _, share in found)), None


def seen(process: Columns, measurement: Columns, x: Array) -> tuple[int, float]:
    """Return the rank of the observability matrix, and how much of the first state is in its rows: none 0, all 1."""
    rows, so_far = [], np.eye(len(x))
    for _ in range(len(x)):
        rows.append(derivative(measurement, x) @ so_far)
        so_far = derivative(process, x) @ so_far
        x = process(x[:, None])[:, 0]
    _, sizes, directions = np.linalg.svd(np.vstack(rows), full_matrices=False)
    kept = directions[sizes > LEAST * sizes[0]]
    return len(kept), float(np.linalg.norm(kept[:, 0]))


def derivative(function: Columns, x: Array) -> Array:
    """Return the derivative of a function by all states, at once."""
    steps = STEP * np.eye(len(x))
    values = function(x[:, None] + np.hstack([steps, -steps]))
    return np.asarray((values[:, : len(x)] - values[:, len(x) :]) / (2 * STEP))
