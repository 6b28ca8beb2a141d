"""Several instants of a motion in one picture, the first pale and the last dark."""

from __future__ import annotations

from functools import partial
from html import escape

import numpy as np

from solver.report_film import Film, Stroke, mixed
from solver.report_space import SpaceFrames
from solver.trajectories import Array

# how x, y and z go to the right, up and towards the eye
VIEW = np.array([[0.866, -0.25, 0.433], [0.5, 0.433, -0.75], [0.0, 0.866, 0.5]])
WIDTH, HIGHEST = SIZE = 1000.0, 430.0  # of pictures, in units of their own
SMALL = (460.0, 240.0)  # of those without words, whose lines are to be seen on a small card
INSTANTS = 8
FLOOR_REACH = 0.62  # of the floor that is shown below something, in sizes of that
COLUMNS = 3  # of instants that are drawn beside each other
LINE, BAR, STEPS = 18.0, 64.0, 16  # of the scales of colours: height of a line, length and parts of a bar


def frames_picture(film: Film, instants: tuple[float, ...], is_apart: bool = False, is_plain: bool = False) -> str:
    """Return an SVG with the motion at several instants: the first pale and the last dark, or each by itself.

    ``is_plain`` leaves out what explains it: times, a length to compare with, and what colours mean.
    """
    rows = [int(np.argmin(np.abs(film.time - time))) for time in instants] or _even_ways(film)
    has_times = bool(instants) or is_apart
    if is_plain:
        return _Sheet(film, rows, has_times, is_apart, SMALL).plain_svg()
    return _Sheet(film, rows, has_times, is_apart).svg()


def _even_ways(film: Film) -> list[int]:
    """Return frames between which about equal ways are covered, so that a pause is not drawn again and again."""
    moved = np.nan_to_num(np.abs(np.diff(film.points, axis=0))).max(axis=(1, 2), initial=0.0)
    way = np.concatenate([[0.0], moved.cumsum()])
    rows = np.searchsorted(way, np.linspace(0.0, way[-1], INSTANTS)).clip(0, len(way) - 1)
    return [*(int(row) for row in np.unique(rows)[:-1]), len(way) - 1]


class _Sheet:
    """Several frames of a film on one sheet."""

    MARGIN = 26.0

    def __init__(
        self, film: Film, rows: list[int], has_times: bool, is_apart: bool, size: tuple[float, float] = SIZE
    ) -> None:
        self.has_times, self.is_apart = has_times, is_apart
        self.film, self.rows = film, list(dict.fromkeys(rows))
        flat = _flat(film.points[self.rows])
        self.radius = max((stroke.radius for stroke in film.strokes), default=0.0)
        self.moving = [k for stroke in film.strokes if stroke.kind != "ground" for k in stroke.points]
        seen, self.moved = self._seen(flat), np.zeros((len(self.rows), 2))
        self.size = float((np.nanmax(seen, axis=1) - np.nanmin(seen, axis=1)).max())
        if is_apart and self.moving:
            self.moved = _cells(seen, self.radius)
            flat, seen = flat + self.moved[:, None], seen + self.moved[:, None]
        cloud = seen.reshape(-1, 2)
        cloud = cloud[np.isfinite(cloud).all(axis=1)]
        self.low, self.high = cloud.min(axis=0) - self.radius, cloud.max(axis=0) + self.radius
        span = np.maximum(self.high - self.low, 1e-9)
        highest = size[1] * (-(-len(self.rows) // COLUMNS) if is_apart else 1)
        self.scale = min((size[0] - 2 * self.MARGIN) / span[0], highest / span[1])
        self.width = span[0] * self.scale + 2 * self.MARGIN
        self.foot = span[1] * self.scale + 2 * self.MARGIN + 34
        self.height = self.foot + LINE * len(film.scales)
        self.flat = flat

    def _seen(self, flat: Array) -> Array:
        """Return where everything is that needs room in each frame, shadows among it."""
        if not self.moving:
            return np.zeros((len(self.rows), 1, 2))
        floor, moving = self.film.floor, flat[:, self.moving]
        if floor is None:
            return moving
        cast = np.array([floor.below(self.film.points[row, self.moving]) for row in self.rows])
        return np.concatenate([moving, _flat(cast)], axis=1)

    def xy(self, points: Array) -> Array:
        """Return points on the sheet, where y goes down."""
        x = (points[:, 0] - self.low[0]) * self.scale + self.MARGIN
        y = (self.high[1] - points[:, 1]) * self.scale + self.MARGIN + 18
        return np.column_stack([x, y])

    def svg(self) -> str:
        """Return the whole picture."""
        left = (WIDTH - self.width) / 2 if self.width < WIDTH else 0.0
        box = f"{-left:.0f} 0 {WIDTH:.0f} {self.height:.0f}"
        return _page(box, [*self._frames(), *self._labels(), *self._ruler(), *self._scales()])

    def plain_svg(self) -> str:
        """Return nothing but the mechanism and its trace."""
        top, foot = 18.0, self.foot - 34
        return _page(f"0 {top:.0f} {self.width:.0f} {foot - top:.0f}", self._frames())

    def _frames(self) -> list[str]:
        parts, frames = self._in_space() if self.film.dimension == 3 else ([], self._in_the_plane())
        for number, inside in enumerate(frames, 1):
            opacity = 1.0 if self.is_apart else 0.25 + 0.75 * (number / len(self.rows)) ** 1.6
            parts.append(f'<g opacity="{opacity:.2f}">{inside}</g>')
        return [*parts, self._trace()]

    def _in_the_plane(self) -> list[str]:
        return ["".join(self._stroke(stroke, number, row) for stroke in self.film.strokes
                        if stroke.kind != "ground" or number == 0) for number, row in enumerate(self.rows)]  # fmt: skip

    def _in_space(self) -> tuple[list[str], list[str]]:
        """Return what is below all frames, and the frames."""
        drawn = SpaceFrames(self.film, VIEW, self.scale)
        ways = [partial(self._placed, number) for number in range(len(self.rows))]
        reach = FLOOR_REACH * float((self.high - self.low).max())
        below = ""
        for row, way in zip(self.rows, ways, strict=True):
            shadows = drawn.shadows(row, way)
            if self.is_apart:
                below += drawn.floor(row, way, FLOOR_REACH * self.size) + shadows
            else:
                below = below or drawn.floor(self.rows[len(self.rows) // 2], way, reach)
                below += shadows
        solids = [drawn.solids(row, way) for row, way in zip(self.rows, ways, strict=True)]
        return [drawn.defs(), below], solids

    def _placed(self, number: int, seen: Array) -> Array:
        """Return where points of a frame are on the sheet."""
        return self.xy(seen[:, :2] + self.moved[number])

    def _stroke(self, stroke: Stroke, number: int, row: int) -> str:
        points = self.xy(self.flat[number, list(stroke.points)])
        if not np.isfinite(points).all():
            return ""
        color, fill = self.film.paint(stroke, row)
        fill = fill or "none"
        thick = max(0.8 * stroke.width, 2 * stroke.radius * self.scale if stroke.kind == "line" else 0.0)
        width = f'stroke="{color}" stroke-width="{thick:.3g}" stroke-linecap="round" stroke-linejoin="round"'
        if stroke.kind in ("dot", "disc"):
            size = stroke.radius * self.scale if stroke.kind == "disc" else stroke.width
            paint = f'{_fill(fill)} {width}' if stroke.kind == "disc" or stroke.fill else f'fill="{color}"'
            if stroke.kind == "dot" and stroke.fill:
                paint = f'{_fill(fill)} stroke="{color}" stroke-width="1"'
            return f'<circle cx="{points[0, 0]:.1f}" cy="{points[0, 1]:.1f}" r="{size:.1f}" {paint}/>'
        if stroke.kind == "ground":
            way = 2 * WIDTH * (points[1] - points[0]) / np.hypot(*(points[1] - points[0]))
            points = np.array([points[0] - way, points[0] + way])
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = ' stroke-dasharray="3 4"' if stroke.is_dashed else ""
        tag = "polygon" if stroke.kind == "area" else "polyline"
        return f'<{tag} points="{text}" {_fill(fill if tag == "polygon" else "none")} {width}{dash}/>'

    def _trace(self) -> str:
        if self.film.trace is None or self.is_apart:
            return ""
        way = self.xy(_flat(self.film.trace[: self.rows[-1] + 1]))
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in way[np.isfinite(way).all(axis=1)])
        return f'<polyline points="{text}" fill="none" stroke="#dc2626" stroke-width="1.2" stroke-dasharray="4 3"/>'

    def _labels(self) -> list[str]:
        """Return the times, each above its frame, unless two would touch."""
        parts: list[str] = []
        placed: list[tuple[float, float]] = []
        for number, row in enumerate(self.rows if self.has_times else ()):
            cloud = self.xy(self.flat[number, self.moving])
            cloud = cloud[np.isfinite(cloud).all(axis=1)]
            # the outermost point may be the middle of a ball
            x, y = float(cloud[:, 0].mean()), float(cloud[:, 1].min()) - self.radius * self.scale
            if any(abs(x - other[0]) < 44 and abs(y - other[1]) < 16 for other in placed):
                continue
            placed.append((x, y))
            text = escape(f"{self.film.time[row]:.3g} s")
            look = 'text-anchor="middle" font-size="13" fill="#334155"'
            parts.append(f'<text x="{x:.0f}" y="{y - 9:.0f}" {look}>{text}</text>')
        return parts

    def _ruler(self) -> list[str]:
        """Return a length to compare with, at the bottom."""
        length = _round_length(float((self.high - self.low).max()) / 5)
        x0, x1, y = self.MARGIN, self.MARGIN + length * self.scale, self.foot - 12
        way = f"M{x0:.1f} {y - 4:.1f}v8M{x0:.1f} {y:.1f}H{x1:.1f}M{x1:.1f} {y - 4:.1f}v8"
        line = f'<path d="{way}" stroke="#64748b" fill="none"/>'
        return [line, f'<text x="{x1 + 8:.0f}" y="{y + 4:.0f}" font-size="12" fill="#64748b">{length:g} m</text>']

    def _scales(self) -> list[str]:
        """Return what colours mean: below each other, a bar from the first to the last and words."""
        parts = []
        for k, scale in enumerate(self.film.scales):
            x, y, wide = self.MARGIN, self.foot + LINE * k, BAR / STEPS
            for step in range(STEPS):
                color = mixed(scale.low_color, scale.high_color, step / (STEPS - 1))
                place = f'x="{x + wide * step:.2f}" y="{y:.1f}" width="{wide + 0.3:.2f}" height="8"'
                parts.append(f'<rect {place} fill="{color}"/>')
            look = 'font-size="12" fill="#64748b"'
            parts.append(f'<text x="{x + BAR + 8:.0f}" y="{y + 8:.1f}" {look}>{escape(str(scale))}</text>')
        return parts


def _page(box: str, parts: list[str]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(filter(None, parts))}</svg>'


def _cells(flat: Array, radius: float) -> Array:
    """Return how far each frame is moved, so that all stand beside each other in rows."""
    low, high = np.nanmin(flat, axis=1), np.nanmax(flat, axis=1)
    cell = (high - low).max(axis=0) * (1.15, 1.25) + 2 * radius
    places = np.array([(k % COLUMNS, -(k // COLUMNS)) for k in range(len(flat))])
    # the ground stays at one height in each row
    centre = np.column_stack([(low[:, 0] + high[:, 0]) / 2, low[:, 1]])
    return np.asarray(places * cell - centre)


def _flat(points: Array) -> Array:
    return points if points.shape[-1] == 2 else (points @ VIEW)[..., :2]


def _fill(color: str) -> str:
    """Return what an area is filled with; how solid it is stands apart, as drawing programs read it.

    >>> _fill("#47556926"), _fill("none")
    ('fill="#475569" fill-opacity="0.15"', 'fill="none"')
    """
    if len(color) != len("#rrggbbaa"):
        return f'fill="{color}"'
    return f'fill="{color[:7]}" fill-opacity="{int(color[7:], 16) / 255:.2f}"'


def _round_length(value: float) -> float:
    """Return 1, 2 or 5 times a power of ten, not above a value.

    >>> _round_length(0.37)
    0.2
    """
    power = 10.0 ** np.floor(np.log10(max(value, 1e-12)))
    return float(max(step * power for step in (1.0, 2.0, 5.0) if step * power <= value * (1 + 1e-9)))
