"""One instant of a film in space as SVG: shaded rods and balls, far ones first, above a floor on which shadows fall."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.report_film import BARREL, Film, Stroke, mixed
from solver.trajectories import Array

ROD, THIN = 1.3, 0.4  # widths: of a rod, and of the ends of an actuator, in those of a stroke
HAZE = 0.3  # how much what is far looks like the paper
FLOOR, SHADOW = "#e9ebf1", "#d5d8df"
PAPER = "#ffffff"
SHINE = ((0, PAPER, 0.55), (0.35, PAPER, 0.12), (0.6, "#000000", 0.04), (1, "#000000", 0.42))
_numbers = itertools.count(1)


@dataclass(eq=False)
class SpaceFrames:
    """Draws instants of one film; ``view`` turns points to the right, up and towards the eye."""

    film: Film
    view: Array
    scale: float  # pixels for a metre

    def __post_init__(self) -> None:
        self.mark = f"m{next(_numbers)}-"  # a page holds several pictures
        self._shines: dict[str, str] = {}

    def defs(self) -> str:
        """Return the gradients that have been used."""
        stops = "".join(f'<stop offset="{place}" stop-color="{FLOOR}" stop-opacity="{left}"/>'
                        for place, left in ((0, 1), (0.5, 0.8), (0.8, 0.25), (1, 0)))  # fmt: skip
        floor = f'<radialGradient id="{self.mark}floor">{stops}</radialGradient>'
        return f"<defs>{floor}{''.join(self._shines.values())}</defs>"

    def floor(self, row: int, pixels: Callable[[Array], Array], reach: float) -> str:
        """Return the floor below the middle of what moves, as far as it reaches."""
        floor = self.film.floor
        if floor is None:
            return ""
        moving = [k for stroke in self.film.strokes for k in stroke.points]
        middle = floor.below(np.nanmean(self.film.points[row, moving], axis=0)[None])
        ends = pixels(np.concatenate([middle, middle + reach * floor.u, middle + reach * floor.v]) @ self.view)
        (x, y), (a, b), (c, d) = ends[0], ends[1] - ends[0], ends[2] - ends[0]
        turn = f"matrix({a:.1f} {b:.1f} {c:.1f} {d:.1f} {x:.1f} {y:.1f})"
        return f'<circle r="1" transform="{turn}" fill="url(#{self.mark}floor)"/>'

    def shadows(self, row: int, pixels: Callable[[Array], Array]) -> str:
        """Return the shadows on the floor, in one colour: those that overlap are not darker."""
        floor = self.film.floor
        if floor is None:
            return ""
        low = pixels(floor.below(self.film.points[row]) @ self.view)
        circle = pixels(np.array([[0.0, 0, 0], floor.u, floor.v]) @ self.view)
        (a, b), (c, d) = circle[1] - circle[0], circle[2] - circle[0]
        parts = []
        for stroke in self.film.strokes:
            points = low[list(stroke.points)]
            if not np.isfinite(points).all():
                continue
            if stroke.kind == "disc":
                turn = f"matrix({a:.3g} {b:.3g} {c:.3g} {d:.3g} {points[0, 0]:.1f} {points[0, 1]:.1f})"
                parts.append(f'<circle r="{stroke.radius:.4g}" transform="{turn}" fill="{SHADOW}" stroke="none"/>')
            elif stroke.kind in ("line", "barrel") and not stroke.is_dashed:
                parts.append(f'<path d="{_way(points)}" stroke-width="{0.8 * self._width(stroke):.3g}"/>')
            elif stroke.kind == "area":
                parts.append(f'<path d="{_way(points)}z" fill="{SHADOW}"/>')
        look = f'fill="none" stroke="{SHADOW}" stroke-linecap="round" stroke-linejoin="round"'
        return f"<g {look}>{''.join(parts)}</g>"

    def solids(self, row: int, pixels: Callable[[Array], Array]) -> str:
        """Return all strokes, those far away first."""
        seen = self.film.points[row] @ self.view
        depths = [float(seen[list(stroke.points), 2].mean()) for stroke in self.film.strokes]
        known = [k for k, depth in enumerate(depths) if np.isfinite(depth)]
        near, far = max((depths[k] for k in known), default=0.0), min((depths[k] for k in known), default=0.0)
        parts = []
        for k in sorted(known, key=lambda k: depths[k]):
            stroke, haze = self.film.strokes[k], HAZE * (near - depths[k]) / max(near - far, 1e-9)
            parts.append(self._stroke(stroke, row, pixels(seen[list(stroke.points)]), haze))
        return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g>'

    def _stroke(self, stroke: Stroke, row: int, points: Array, haze: float) -> str:
        color, fill = self.film.paint(stroke, row)
        x, y = points[0]
        if stroke.kind == "disc":
            edge = f'stroke="{mixed(fill, "#000000", 0.45)}" stroke-width="0.8"'
            size = stroke.radius * self.scale
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="url(#{self._shine(fill)})" {edge}/>'
        if stroke.kind == "dot":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{stroke.width:.3g}" fill="{fill or color}" stroke="{color}"/>'
        color = mixed(color, PAPER, haze)
        if stroke.kind == "area":
            inside = f'fill="{fill}"' if fill else ""
            return f'<path d="{_way(points)}z" {inside} stroke="{color}" stroke-width="{stroke.width:.3g}"/>'
        if stroke.is_dashed:
            dash = f'stroke="{color}" stroke-width="{stroke.width:.3g}" stroke-dasharray="3 4"'
            return f'<path d="{_way(points)}" {dash}/>'
        width = self._width(stroke)
        if stroke.kind != "barrel":
            return _rod(points, color, width)
        way = BARREL * (points[1] - points[0])
        thin = f'<path d="{_way(points)}" stroke="{mixed(color, "#64748b", 0.5)}" stroke-width="{THIN * width:.3g}"/>'
        return thin + _rod(np.array([points[0] + way, points[1] - way]), color, 0.9 * width)

    def _width(self, stroke: Stroke) -> float:
        return max(ROD * stroke.width, 2 * stroke.radius * self.scale)

    def _shine(self, color: str) -> str:
        name = f"{self.mark}{color[1:]}"
        stops = "".join(f'<stop offset="{place}" stop-color="{mixed(color, other, share)}"/>'
                        for place, other, share in SHINE)  # fmt: skip
        self._shines[color] = f'<radialGradient id="{name}" cx=".33" cy=".3" r=".75">{stops}</radialGradient>'
        return name


def _rod(points: Array, color: str, width: float) -> str:
    """Return a round rod: dark at its edges."""
    way = _way(points)
    return (f'<path d="{way}" stroke="{mixed(color, "#000000", 0.28)}" stroke-width="{width:.3g}"/>'
            f'<path d="{way}" stroke="{mixed(color, PAPER, 0.08)}" stroke-width="{0.62 * width:.3g}"/>')  # fmt: skip


def _way(points: Array) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
