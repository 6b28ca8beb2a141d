"""What the tests of spatial blocks share."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks import Diagram

WEIGHTLESS = [0, 0, 0]

FINE = {"solver": "rk4", "step": "1 ms", "interval": "10 ms"}


def diagram(*connections: str, **blocks: Any) -> Diagram:
    """Return a diagram; a connection is written as two or more ports with spaces between."""
    built = Diagram("mechanism")
    for name, block in blocks.items():
        built.add(name, block)
    for ports in connections:
        built.connect(*ports.split())
    return built


def vector(result: Any, name: str) -> np.ndarray:
    """Return a vector over time: one row for each element."""
    return np.array([result[f"{name}[{k}]"] for k in (1, 2, 3)])


def matrix(result: Any, name: str, row: int) -> np.ndarray:
    return np.array([[result[f"{name}[{i},{j}]"][row] for j in (1, 2, 3)] for i in (1, 2, 3)])
