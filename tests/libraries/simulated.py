"""A short way from blocks and wires to a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from blocks import Block, Diagram
from solver.result import Result
from solver.simulate import simulate

Array = np.ndarray[Any, Any]


def build(blocks: Mapping[str, Block], wires: Sequence[str]) -> Diagram:
    """Return a diagram of blocks, each wire written as the ports it connects: ``"source.p load.p"``."""
    diagram = Diagram()
    for name, block in blocks.items():
        diagram.add(name, block)
    for wire in wires:
        diagram.connect(*wire.split())
    return diagram


def run(blocks: Mapping[str, Block], wires: Sequence[str], until: float = 1.0, **settings: Any) -> Result:
    """Return the run of blocks that are wired."""
    return simulate(build(blocks, wires), until, tolerance=settings.pop("tolerance", 1e-9), **settings)


def end(result: Result, *names: str) -> list[float]:
    """Return variables at the end of a run."""
    return [float(np.ravel(result[name])[-1]) for name in names]
