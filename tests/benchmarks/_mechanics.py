"""Energies and gaps of planar chains, from joint angles and speeds alone, the same for us and for every peer."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]
G = 9.81


def chain_energy(angles: Array, speeds: Array, lengths: Array, masses: Array) -> Array:
    """Return the energy of uniform rods in a chain; ``angles`` are absolute, an instant per row, a rod per column."""
    along = np.stack([np.cos(angles), np.sin(angles)])
    across = np.stack([-np.sin(angles), np.cos(angles)])
    ends = np.cumsum(along * lengths, axis=2)
    tips = np.cumsum(across * speeds * lengths, axis=2)
    height = (ends - along * lengths / 2)[1]
    velocity = tips - across * speeds * lengths / 2
    moving = masses / 2 * (velocity**2).sum(axis=0) + masses * lengths**2 / 24 * speeds**2
    energy: Array = (moving + masses * G * height).sum(axis=1)
    return energy


def drift(energy: Array, scale: float = 1.0) -> float:
    """Return how far the energy strays from its first value."""
    return float(np.abs(energy - energy[0]).max() / scale)


def at(times: Array, values: Array, time: float) -> float:
    """Return the value recorded at an instant."""
    place = int(np.argmin(np.abs(times - time)))
    if abs(times[place] - time) > 1e-9:
        raise ValueError(f"nothing was recorded at {time} s")
    return float(values[place])
