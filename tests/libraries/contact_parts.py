"""What tests of contacts share: bodies on the ground, and their energy."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from blocks import Block
from libraries import planar as p
from libraries import spatial as x
from solver.result import Result
from tests.libraries import simulated
from tests.libraries.simulated import Array

G = 9.81
K = 2e4
# compiling does not pay for runs as short as these
run = partial(simulated.run, native="never")
FREE = {"x": 0, "y": 0, "phi": 0, "vx": 0, "vy": 0, "w": 0}
FLAT = {"world": p.World(g=[0, 0])}
LIGHT = {"world": x.World(g=[0, 0, 0])}
AT_REST = {"a.r": [0, 0, 0], "angles": [0, 0, 0], "v": [0, 0, 0], "w": [0, 0, 0]}


def on_line(contact: Block, start: dict[str, Any], m: float = 1.0, I: float = 0.005, **more: Any) -> Result:
    """Return the run of one body with one contact under gravity."""
    body = p.Body(m=m, I=I, start={**FREE, **start})
    return run({"world": p.World(), "body": body, "contact": contact}, ["body.a contact.a"], **more)


def on_plane(contact: Block, start: dict[str, Any], m: float = 1.0, I: float = 0.005, **more: Any) -> Result:
    """Return the run of one body with one contact under gravity along -z."""
    body = x.Body(m=m, I=[I, I, I], start={**AT_REST, **start})
    return run({"world": x.World(), "body": body, "contact": contact}, ["body.a contact.a"], **more)


def energy(result: Result, m: float = 1.0, I: float = 0.005) -> Array:
    """Return the energy of a planar body without that of its contact."""
    vx, vy, w, y = (result[f"body.{name}"] for name in ("vx", "vy", "w", "y"))
    return m / 2 * (vx**2 + vy**2) + I / 2 * w**2 + m * G * y


def never_rises(values: Array, slack: float) -> bool:
    """Tell whether no value is above an earlier one by more than a little."""
    return bool(np.all(values - np.minimum.accumulate(values) <= slack))
