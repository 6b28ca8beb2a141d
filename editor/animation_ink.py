"""Colours of the animation, taken from the theme, and the window that maps metres to pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtGui import QColor

from editor.style import Theme

Array = np.ndarray[Any, Any]
FLOOR, SHADE, SHADE_IN_THE_DARK = 0.08, 0.09, 0.35  # how far a floor differs from the background, a shadow from that


@dataclass(frozen=True)
class Ink:
    """The colours of one look."""

    back: str
    bar: str  # parts with mass
    arm: str  # rigid parts without
    thin: str  # what only measures or guides
    spring: str
    actuator: str
    pale: str  # of the actuator's rod
    joint: str  # inside of a joint
    ground: str
    trace: str
    text: str
    grid: str
    solid: tuple[float, ...]  # of bodies in space
    strength: float = 1.0  # less for what was earlier

    def faded(self, strength: float) -> Ink:
        """Return the same colours, blended with the background."""
        names = [item.name for item in fields(self) if item.name not in ("back", "joint", "solid", "strength")]
        pale: dict[str, Any] = {name: mixed(getattr(self, name), self.back, strength) for name in names}
        return replace(self, **pale, strength=strength)

    def of(self, own: tuple[float, ...] | None, usual: str) -> str:
        """Return the colour of a part: its own if it has one, else the usual one of its kind."""
        return usual if own is None else mixed(hexed(own), self.back, self.strength)

    def shaded(self, base: tuple[float, ...] | None, shade: float) -> QColor:
        """Return a colour of a body, lit more or less."""
        lit = np.clip(np.array(base or self.solid) * shade, 0.0, 1.0)
        return QColor(mixed(hexed(lit), self.back, self.strength))

    @property
    def floor(self) -> str:
        """Return the colour of a floor in space."""
        return mixed(self.ground, self.back, FLOOR)

    @property
    def shadow(self) -> str:
        """Return the colour of a shadow on that floor."""
        is_dark = QColor(self.back).lightness() < 128
        return mixed("#000000", self.floor, SHADE_IN_THE_DARK if is_dark else SHADE)


def ink_for(theme: Theme) -> Ink:
    """Return the colours on a theme's background."""
    if theme.is_dark:
        return Ink(
            theme.canvas, "#a9b8d0", "#6f83a3", "#475a7a", "#6fbf9f", "#a78bfa", "#6d5bb5", theme.canvas, "#8da0bd",
            "#f87171", theme.dim, "#1b2740", (0.52, 0.60, 0.73),
        )  # fmt: skip
    back = "#ffffff" if theme.name == "print" else "#f8fafc"
    return Ink(
        back, "#475569", "#8594aa", "#b4c0d0", "#3f8f74", "#7c3aed", "#c4b5fd", "#ffffff", "#3b3a5a", theme.bad,
        theme.dim, "#e2e8f0", (0.47, 0.55, 0.66),
    )  # fmt: skip


def hexed(parts: Sequence[float] | Array) -> str:
    """Return red, green and blue, each from 0 to 1, as text.

    >>> hexed((1.0, 0.5, 0.0))
    '#ff8000'
    """
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in parts[:3])


@lru_cache(4096)
def mixed(text: str, back: str, strength: float) -> str:
    """Return a mixture of two colours.

    >>> mixed("#000000", "#ffffff", 0.2)
    '#cccccc'
    """
    one, other = QColor(text), QColor(back)
    parts = (one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue())
    return "#" + "".join(f"{round(strength * a + (1 - strength) * b):02x}" for a, b in parts)


def color(text: str, alpha: float = 1.0) -> QColor:
    """Return a colour with some transparency."""
    result = QColor(text)
    result.setAlphaF(alpha)
    return result


@dataclass
class Window:
    """What part of the picture's plane is seen: its centre in metres and the pixels per metre."""

    width: float = 400.0
    height: float = 300.0
    x: float = 0.0
    y: float = 0.0
    scale: float = 100.0

    def pixels(self, points: Array) -> Array:
        """Return points of the plane in pixels; y points up in the plane and down on the screen."""
        x, y = (points[:, 0] - self.x) * self.scale, (points[:, 1] - self.y) * self.scale
        return np.column_stack([self.width / 2 + x, self.height / 2 - y])

    def metres(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the plane at a pixel."""
        return self.x + (x - self.width / 2) / self.scale, self.y - (y - self.height / 2) / self.scale

    def fit(self, points: Array, margin: float = 34.0, radius: float = 0.0) -> None:
        """Show all points with a margin in pixels, and ``radius`` metres about them."""
        points = points[np.isfinite(points).all(axis=1)]
        if not len(points):
            return
        low, high = points.min(axis=0) - radius, points.max(axis=0) + radius
        self.x, self.y = (float(value) for value in (low + high) / 2)
        span = np.maximum(high - low, 1e-3 * max(1e-3, float((high - low).max())))
        room = max(self.width - 2 * margin, 10.0), max(self.height - 2 * margin, 10.0)
        self.scale = float(min(room[0] / span[0], room[1] / span[1]))

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Zoom so that the point at a pixel stays there."""
        before = self.metres(x, y)
        self.scale = float(np.clip(self.scale * factor, 1e-3, 1e8))
        after = self.metres(x, y)
        self.x += before[0] - after[0]
        self.y += before[1] - after[1]

    def resize(self, width: float, height: float) -> None:
        """Take another size and show about the same."""
        factor = min(width / max(self.width, 1.0), height / max(self.height, 1.0))
        self.scale *= factor if factor > 0 else 1.0
        self.width, self.height = width, height
