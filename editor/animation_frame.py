"""One frame of an animation: background, pale earlier frames, trace, the mechanism and the time.

The same function paints on the screen, into images and into vector files.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QLinearGradient, QPainter, QPen

from editor.animation_data import Picture
from editor.animation_floor import FloorPainter
from editor.animation_ground import floor_of
from editor.animation_ink import Array, Ink, Window, color
from editor.animation_motion import Motion, round_step
from editor.animation_paint import MarkPainter
from editor.animation_space import SpacePainter, View, rod_width

GHOSTS = 5  # about as many pale frames
BAR = 52.0  # px of a scale of colours


@dataclass
class Look:
    """How a motion is looked at."""

    window: Window = field(default_factory=Window)
    view: View = field(default_factory=View)
    trace: str = ""
    has_ghosts: bool = True
    is_following: bool = False


def ghost_instants(motion: Motion, instant: float) -> list[float]:
    """Return the instants of the pale frames before an instant: a round interval apart."""
    if not len(motion.time):
        return []
    start, span = float(motion.time[0]), float(motion.time[-1] - motion.time[0])
    interval = round_step(span / (GHOSTS + 0.5))
    return [t for k in range(GHOSTS * 3) if interval > 0 and (t := start + k * interval) < instant - 0.3 * interval]


def ghost_inks(ink: Ink, count: int) -> list[Ink]:
    """Return the colours of pale frames, the earliest the palest."""
    return [ink.faded(0.14 + 0.24 * (number + 1) / count) for number in range(count)]


def flat(look: Look, motion: Motion, points: Array) -> Array:
    """Return points in the plane of the picture."""
    return points if motion.scene.dimension == 2 else look.view.flat(points)


def follow(look: Look, motion: Motion, instant: float) -> None:
    """Put the followed point into the middle of the window."""
    picture = motion.picture(instant)
    if look.trace and motion.is_traceable(look.trace):
        target = flat(look, motion, motion.place_of(look.trace, instant)[None])[0]
    else:
        moving = [points for mark, points in picture if mark.kind not in ("ground", "fixed")]
        target = flat(look, motion, np.concatenate(moving)).mean(axis=0) if moving else np.zeros(2)
    if np.isfinite(target).all():
        look.window.x, look.window.y = float(target[0]), float(target[1])


def fit(look: Look, motion: Motion) -> None:
    """Choose the window so that the whole run is in it."""
    if not len(motion.time):
        return
    points = motion.cloud()
    radii = [mark.radius for mark in motion.scene.marks if mark.kind in ("disc", "ball", "round", "mass")]
    look.window.fit(flat(look, motion, points), radius=max(radii, default=0.0))


def paint_frame(painter: QPainter, look: Look, ink: Ink, motion: Motion, instant: float) -> None:
    """Paint everything."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_back(painter, look, ink, motion, instant)
    paint_front(painter, look, ink, motion, instant)


def paint_back(painter: QPainter, look: Look, ink: Ink, motion: Motion, instant: float) -> None:
    """Paint what stays the same while the time goes on for a while: background and pale frames."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, look.window.width, look.window.height), color(ink.back))
    if motion.scene.dimension == 3 and len(motion.time):
        floor_painter(painter, look, ink, motion).paint()
    if not look.has_ghosts:
        return
    instants = ghost_instants(motion, instant)
    for earlier, pale in zip(instants, ghost_inks(ink, len(instants)), strict=True):
        paint_marks(painter, look, pale, motion, motion.picture(earlier), is_ghost=True)


def paint_front(painter: QPainter, look: Look, ink: Ink, motion: Motion, instant: float) -> None:
    """Paint the mechanism at an instant, the trace and the signs at the edge."""
    picture = motion.picture(instant)
    if motion.scene.dimension == 3 and len(motion.time):
        floor_painter(painter, look, ink, motion).shadows(picture, rod_width(picture, look.window))
    if look.trace and motion.is_traceable(look.trace):
        marks = MarkPainter(painter, ink, look.window)
        way = flat(look, motion, motion.trace(look.trace, instant))
        marks.trace(way, is_marked=False)
        paint_marks(painter, look, ink, motion, picture)
        marks.trace(way[-1:])
    else:
        paint_marks(painter, look, ink, motion, picture)
    paint_time(painter, ink, look.window.width, instant)
    paint_scales(painter, ink, look.window.height, motion)
    _paint_gravity(painter, look, ink, motion)


def floor_painter(painter: QPainter, look: Look, ink: Ink, motion: Motion) -> FloorPainter:
    """Return what paints the floor of a motion in space."""
    return FloorPainter(painter, ink, look.window, look.view.axes(), floor_of(motion))


def paint_marks(
    painter: QPainter, look: Look, ink: Ink, motion: Motion, picture: Picture, *, is_ghost: bool = False
) -> None:
    """Paint the marks of one picture."""
    if motion.scene.dimension == 3:
        SpacePainter(painter, ink, look.window, look.view).paint(picture, is_ghost=is_ghost)
    else:
        MarkPainter(painter, ink, look.window).paint(picture, is_ghost=is_ghost)


def time_words(instant: float) -> str:
    """Return what a picture says about its instant."""
    return f"t = {instant:.2f} s"


def paint_time(painter: QPainter, ink: Ink, width: float, instant: float) -> None:
    """Paint the instant into the corner of a picture."""
    font = QFont(painter.font())
    font.setPixelSize(11)
    painter.setFont(font)
    painter.setPen(color(ink.text))
    box = QRectF(10, 8, width - 20, 16)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, time_words(instant))


def paint_scales(painter: QPainter, ink: Ink, height: float, motion: Motion) -> None:
    """Paint what colours mean into the lower corner of a picture: a bar from the first to the last for each scale."""
    seen = [coloring.scale for coloring in motion.scene.colorings if motion.is_colored(coloring)]
    font = QFont(painter.font())
    font.setPixelSize(11)
    painter.setFont(font)
    for k, scale in enumerate(reversed(seen)):
        bar = QRectF(10.0, height - 18.0 - 17.0 * k, BAR, 7.0)
        shades = QLinearGradient(bar.topLeft(), bar.topRight())
        shades.setColorAt(0.0, color(scale.low_color))
        shades.setColorAt(1.0, color(scale.high_color))
        painter.setPen(QPen(color(ink.thin), 0.8))
        painter.setBrush(shades)
        painter.drawRoundedRect(bar, 2.0, 2.0)
        painter.setPen(color(ink.text))
        painter.drawText(QPointF(bar.right() + 7.0, bar.bottom() + 1.0), str(scale))


def _paint_gravity(painter: QPainter, look: Look, ink: Ink, motion: Motion) -> None:
    """Draw an arrow for gravity where it is not simply down."""
    g = np.asarray(motion.scene.gravity)
    if motion.scene.dimension != 2 or not g.any() or (g[0] == 0 and g[1] < 0):
        return
    way = np.array([g[0], -g[1]]) / np.hypot(*g)
    middle = np.array([look.window.width - 24.0, 24.0])
    painter.setPen(QPen(color(ink.text), 1.2))
    tip, tail, side = middle + 10 * way, middle - 10 * way, np.array([-way[1], way[0]])
    for end in (tail, tip - 5 * way + 3 * side, tip - 5 * way - 3 * side):
        painter.drawLine(QPointF(*tip), QPointF(*end))
    painter.drawText(QPointF(*(middle + 9 * side - [3, -4])), "g")
