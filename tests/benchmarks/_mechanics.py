"""Energies and gaps of chains, from joint angles and speeds alone, the same for us and for every peer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.result import Result

Array = np.ndarray[Any, np.dtype[np.float64]]
G = 9.81


@dataclass(frozen=True)
class Chain:
    """Equal links in a row along x, each on a hinge about x, y or z of the one before; gravity is against y."""

    axes: str  # one letter per joint
    bend: float  # angle of every joint at the start
    moments: tuple[float, float, float]  # of inertia, about the centre of a link
    length: float = 1.0
    mass: float = 1.0

    def energy(self, angles: Array, speeds: Array) -> Array:
        """Return the energy at all instants; ``angles`` are those of the joints, an instant per row."""
        count = len(angles)
        turned = np.tile(np.eye(3), (count, 1, 1))
        end, end_speed, spin, energy = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 3)), np.zeros(count)
        for axis, angle, speed in zip(("xyz".index(axis) for axis in self.axes), angles.T, speeds.T, strict=True):
            spin = spin + turned[:, :, axis] * speed[:, None]
            one, other = turned[:, :, axis - 2].copy(), turned[:, :, axis - 1].copy()
            c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
            turned[:, :, axis - 2], turned[:, :, axis - 1] = c * one + s * other, c * other - s * one
            way = turned[:, :, 0] * self.length
            past = np.cross(spin, way)
            inside = np.einsum("tji,tj->ti", turned, spin)
            energy += self.mass / 2 * ((end_speed + past / 2) ** 2).sum(axis=1) + inside**2 @ np.array(self.moments) / 2
            energy += self.mass * G * (end + way / 2)[:, 1]
            end, end_speed = end + way, end_speed + past
        return energy

    def drift(self, angles: Array, speeds: Array) -> float:
        """Return the drift of the energy, relative to what the chain loses when it falls from the horizontal."""
        return drift(self.energy(angles, speeds), G * self.mass * self.length * len(self.axes) ** 2 / 2)


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


def joint_motion(result: Result, joints: Sequence[str]) -> tuple[Array, Array, Array]:
    """Return times, and angles and speeds of joints, a joint per column."""
    angles, speeds = (np.column_stack([result[f"{name}.{what}"] for name in joints]) for what in ("phi", "w"))
    return result.time, angles, speeds


def drift(energy: Array, scale: float = 1.0) -> float:
    """Return how far the energy strays from its first value."""
    return float(np.abs(energy - energy[0]).max() / scale)


def at(times: Array, values: Array, time: float) -> float:
    """Return the value recorded at an instant."""
    place = int(np.argmin(np.abs(times - time)))
    if abs(times[place] - time) > 1e-9:
        raise ValueError(f"nothing was recorded at {time} s")
    return float(values[place])
