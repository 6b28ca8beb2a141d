"""A motion as data: strokes through points that move. A page plays it, and one picture shows several instants of it.

Nothing here knows blocks: whoever makes a film says which points belong together and how they look.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from blocks.color_scale import ColorScale
from solver.trajectories import Array

SCRIPT = Path(__file__).with_suffix(".js")
LEVELS = 65535
BARREL = 0.17  # of an actuator in space, where its thick part begins, and before its end


@dataclass(frozen=True)
class Stroke:
    """One thing to draw, through some points of a film.

    Kinds: a ``line`` through its points, a ``barrel`` of which only the middle is thick, an ``area`` with them as
    corners, a ``dot`` of a size on paper, a ``disc`` of a size in metres, which in space is a ball, and in a plane the
    ``ground``, which goes on without end.
    """

    kind: str
    points: tuple[int, ...]
    color: str
    width: float = 1.5  # on paper
    fill: str = ""
    radius: float = 0.0  # in metres; a line with a radius is a rod
    shade: int = -1  # whose colour it has, if it changes
    is_dashed: bool = False


@dataclass(frozen=True, eq=False)
class FilmFloor:
    """A plane in space below what moves, shown as far as ``reach`` around its middle, with lines along u and v."""

    middle: Array
    u: Array  # along the plane, of length one
    v: Array
    up: Array  # where the light comes from
    step: float  # between lines
    reach: float

    def below(self, points: Array) -> Array:
        """Return where the shadows of points fall."""
        normal = np.cross(self.u, self.v)
        return points - np.outer((points - self.middle) @ normal / (self.up @ normal), self.up)


@dataclass(eq=False)
class Film:
    """Strokes, and where their points are in each frame (frame, point, coordinate)."""

    time: Array
    points: Array
    strokes: list[Stroke]
    trace: Array | None = None  # the way of one point (frame, coordinate)
    shades: Array = field(default_factory=lambda: np.zeros((0, 0)))  # 0 to 1 (frame, which)
    scales: tuple[ColorScale, ...] = ()
    scale_of: tuple[int, ...] = ()  # which scale each of the colours belongs to
    floor: FilmFloor | None = None

    @property
    def dimension(self) -> int:
        """Return 2 or 3."""
        return int(self.points.shape[2])

    def paint(self, stroke: Stroke, row: int) -> tuple[str, str]:
        """Return the colours of a stroke and of its inside in a frame."""
        if stroke.shade < 0:
            return stroke.color, stroke.fill
        scale = self.scales[self.scale_of[stroke.shade]]
        shaded = mixed(scale.low_color, scale.high_color, float(self.shades[row, stroke.shade]))
        return (stroke.color, shaded) if stroke.kind == "disc" else (shaded, stroke.fill)

    def extent(self) -> tuple[Array, Array]:
        """Return the lowest and highest coordinates of all that moves, with the size of discs."""
        cloud = [self.points[:, :0].reshape(-1, self.dimension)]
        for stroke in self.strokes:
            if stroke.kind != "ground":
                part = self.points[:, list(stroke.points)].reshape(-1, self.dimension)
                cloud += [part - stroke.radius, part + stroke.radius]
        found = np.concatenate(cloud)
        found = found[np.isfinite(found).all(axis=1)]
        if not len(found):
            return np.zeros(self.dimension), np.ones(self.dimension)
        return found.min(axis=0), found.max(axis=0)


def player(film: Film) -> str:
    """Return the film as HTML: a picture with a button and a slider, driven by the script of the page."""
    low, high = film.extent()
    span = np.maximum(high - low, 1e-9)
    everything = np.concatenate([film.points, *([film.trace[:, None]] if film.trace is not None else [])], axis=1)
    # what is far outside, such as points of an endless ground, is cut off at three times the size
    wide_low, wide = low - span, 3 * span
    steps = np.clip(np.nan_to_num((everything - wide_low) / wide), 0.0, 1.0) * LEVELS
    strokes = [[s.kind, s.points, s.color, s.width, s.fill, s.radius, s.shade, int(s.is_dashed)]
               for s in film.strokes]  # fmt: skip
    data: dict[str, Any] = {
        "time": [round(float(t), 4) for t in film.time], "count": everything.shape[1], "dimension": film.dimension,
        "low": wide_low.tolist(), "span": wide.tolist(), "box": [low.tolist(), high.tolist()], "strokes": strokes,
        "hasTrace": film.trace is not None, "points": _packed(steps.round().astype("<u2")),
        "shadeCount": film.shades.shape[1] if film.shades.size else 0,
        "colors": [(scale.low_color, scale.high_color) for scale in (film.scales[k] for k in film.scale_of)],
        "floor": _floor_data(film.floor), "barrel": BARREL,
        "shades": _packed((np.clip(film.shades, 0, 1) * 255).round().astype("u1")),
    }  # fmt: skip
    text = json.dumps(data, separators=(",", ":")).replace("</", "<\\/")
    hint = '<span class="soft small">drag to turn</span>' if film.dimension == 3 else ""
    last = len(film.time) - 1
    return (
        f'<div class="film"><canvas></canvas><div class="controls"><button type="button">Play</button>'
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="time"><output></output>'
        f'<select aria-label="speed"><option value="0.25">¼ ×</option><option value="0.5">½ ×</option>'
        f'<option value="1" selected>1 ×</option><option value="2">2 ×</option></select>{hint}</div>'
        f'<script type="application/json">{text}</script></div>'
    )


def _floor_data(floor: FilmFloor | None) -> dict[str, Any] | None:
    if floor is None:
        return None
    facts = {key: [round(float(part), 6) for part in getattr(floor, key)] for key in ("middle", "u", "v", "up")}
    return {**facts, "step": floor.step, "reach": floor.reach}


def mixed(low: str, high: str, share: float) -> str:
    """Return the colour between two others.

    >>> mixed("#000000", "#ff0080", 0.5)
    '#800040'
    """
    one, other = (np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)]) for text in (low, high))
    parts = one + (other - one) * float(np.clip(np.nan_to_num(share), 0.0, 1.0))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _packed(numbers: Array) -> str:
    return base64.b64encode(np.ascontiguousarray(numbers).tobytes()).decode()


def script() -> str:
    """Return the script that plays all films of a page."""
    return SCRIPT.read_text(encoding="utf-8")
