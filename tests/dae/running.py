"""How the test problems are run: alone in a diagram, and judged by their end values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from blocks import Block, Diagram
from solver.result import Result
from solver.simulate import simulate


def run(block: Block, until: float, tolerance: float, solver: str = "auto") -> Result:
    """Return the trajectories of one block, which is called ``p``."""
    d = Diagram(type(block).__name__.lower())
    d.add("p", block)
    return simulate(d, until, tolerance=tolerance, solver=solver)


def at(result: Result, *names: str, place: int = -1) -> np.ndarray:
    """Return the values of some variables, vectors spread out, at the end or another recorded instant."""
    return np.concatenate([np.ravel(result[f"p.{name}"][place]) for name in names])


def assert_digits(found: np.ndarray, published: Sequence[float], digits: float) -> None:
    """Check that each value has so many correct digits."""
    expected = np.array(published)
    reached = -np.log10(np.maximum(np.abs(found - expected) / np.abs(expected), 1e-17))
    assert (reached >= digits).all(), f"correct digits: {np.round(reached, 1)}"
