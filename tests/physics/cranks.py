"""Mechanisms that one angle moves: the whole motion follows from energy alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

from solver.result import Result
from tests.models.spatial_models import G
from tests.physics.motions import FINE

Array = np.ndarray
CLOSED = 1e-8  # m
# too short to be worth machine code
BRIEF: dict[str, Any] = {**FINE, "native": "never"}


@dataclass(frozen=True)
class Part:
    """A mass, its moments of inertia, and where its centre and its axes are at given angles of the crank."""

    m: float
    inertia: tuple[float, float, float]
    centre: Callable[[Array], Array]
    axes: Callable[[Array], Rotation] = lambda angle: Rotation.identity(len(angle))


def reduced(parts: list[Part], up: int, more: float = 0.0) -> tuple[CubicSpline, CubicSpline]:
    """Return the inertia that a crank feels, and the sum of masses times heights, over its angle.

    ``more`` is inertia on the crank itself; the axis of height is given by its number.
    """
    table, h = np.linspace(0, 2 * pi, 4001), 1e-5
    inertia, height = np.full(len(table), more), np.zeros(len(table))
    for part in parts:
        v = (part.centre(table + h) - part.centre(table - h)) / (2 * h)
        w = (part.axes(table - h).inv() * part.axes(table + h)).as_rotvec() / (2 * h)
        inertia += part.m * (v**2).sum(axis=1) + w**2 @ np.array(part.inertia)
        height += part.m * part.centre(table)[:, up]
    inertia[-1], height[-1] = inertia[0], height[0]
    return CubicSpline(table, inertia, bc_type="periodic"), CubicSpline(table, height, bc_type="periodic")


def lag_of_crank(result: Result, crank: str, parts: list[Part], up: int, more: float = 0.0) -> float:
    """Return by how much time at worst a crank that goes round forward is not where its energy puts it.

    The speed is sqrt(2 (E - V) / J), so the time is an integral over the angle.
    """
    j, lift = reduced(parts, up, more)
    angle, speed = result[f"{crank}.phi"], result[f"{crank}.w"]
    energy = j(angle[0]) / 2 * speed[0] ** 2 + G * lift(angle[0])
    pace = CubicSpline(j.x, np.sqrt(j(j.x) / (2 * (energy - G * lift(j.x))))).antiderivative()
    turns, rest = np.divmod(angle, 2 * pi)
    time = turns * pace(2 * pi) + pace(rest)
    assert turns[-1] >= 1
    return float(np.abs(time - time[0] - result.time).max())


def about_x(angle: Array) -> Rotation:
    """Return turns about x."""
    return Rotation.from_rotvec(np.outer(angle, [1, 0, 0]))


def in_y_and_z(length: float, angle: Array) -> Array:
    """Return a vector of some length, turned about x from y towards z."""
    return length * np.column_stack([0 * angle, np.cos(angle), np.sin(angle)])


def slider_crank(crank: float, rod: float, pin: float, bank: float) -> tuple[Callable[[Array], Array], ...]:
    """Return the angle of the rod and the place of the piston's pin along its cylinder, from the crank's angle."""

    def lean(angle: Array) -> Array:
        return -np.arcsin(crank * np.sin(angle + pin - bank) / rod)

    def height(angle: Array) -> Array:
        return crank * np.cos(angle + pin - bank) + rod * np.cos(lean(angle))

    return lean, height


def steel(*size: float) -> float:
    """Return the mass of a steel box."""
    return 7700.0 * float(np.prod(size))


def engine_parts() -> list[Part]:
    """Return the parts of the engine with one cylinder that move with its crank."""
    cheek, rod = steel(0.02, 0.06, 0.1), steel(0.02, 0.06, 0.2)
    shaft, pin, piston = (steel(pi / 4 * d**2, 0.1) for d in (0.05, 0.03, 0.1))
    lean, height = slider_crank(0.1, 0.2, 0, 0)
    web = Part(cheek, (cheek * (0.1**2 + 0.06**2) / 12, 0, 0), lambda a: in_y_and_z(0.05, a), about_x)
    return [
        Part(shaft, (shaft * 0.05**2 / 8, 0, 0), lambda a: in_y_and_z(0, a), about_x), web, web,
        Part(pin, (pin * 0.03**2 / 8, 0, 0), lambda a: in_y_and_z(0.1, a), about_x),
        Part(
            rod, (rod * (0.2**2 + 0.06**2) / 12, 0, 0), lambda a: in_y_and_z(0.1, a) + in_y_and_z(0.1, lean(a)),
            lambda a: about_x(lean(a)),
        ),
        Part(piston, (0, 0, 0), lambda a: in_y_and_z(1, 0 * a) * (height(a) + 0.05)[:, None]),
    ]  # fmt: skip
