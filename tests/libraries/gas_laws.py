"""The published laws of gas flow, written once more with numpy, and short ways to build networks."""

from typing import Any

import numpy as np

R, GAMMA, RHO, T_REF, OUTSIDE = 287.05, 1.4, 1.185, 293.15, 101325.0
CP = R * GAMMA / (GAMMA - 1)
Array = np.ndarray[Any, Any]


def iso_6358(C: float, b: float, p1: Any, T1: float, p2: Any, exponent: float = 0.5) -> Array:
    """Return the mass flow of ISO 6358-1:2013 from the higher pressure ``p1`` to the lower one ``p2``."""
    ratio = np.asarray(p2) / np.asarray(p1)
    subsonic = (1 - ((np.clip(ratio, b, 1) - b) / (1 - b)) ** 2) ** exponent
    return np.asarray(C * RHO * np.asarray(p1) * np.sqrt(T_REF / T1) * subsonic)
