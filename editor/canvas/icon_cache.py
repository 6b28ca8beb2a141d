"""Icons drawn fast: kept as pictures at the size in which they are shown; exact when a diagram is exported."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor.icons import icon_path, icon_renderer, recolored
from editor.style import BLOCK, Theme

Turned = tuple[int, int]  # degrees clockwise, and 1 if mirrored before

TEXT = re.compile(r"<text[^>]*(?=>)")
STEP = 4  # pictures are kept for scales in steps of a quarter
LARGEST = 4.0
RASTER = {QPaintEngine.Type.Raster, QPaintEngine.Type.OpenGL2, QPaintEngine.Type.OpenGL}


def draw_icon(painter: QPainter, type_name: str, theme: Theme, turned: Turned = (0, 0)) -> bool:
    """Draw the icon of a block type centred at the origin; return whether there is one.

    The painter is already turned; ``turned`` says how, so that letters in the icon can stay upright.
    """
    renderer = _renderer(type_name, theme, turned)
    if renderer is None:
        return False
    target = QRectF(-BLOCK[0] / 2, -BLOCK[1] / 2, *BLOCK)
    engine = painter.paintEngine()
    if engine is None or engine.type() not in RASTER:
        renderer.render(painter, target)
        return True
    shown = painter.worldTransform()
    scale = max(abs(shown.m11()), abs(shown.m12())) * painter.device().devicePixelRatioF()
    rounded = min(-(-round(scale * STEP * 100) // 100) / STEP, LARGEST)
    picture = _picture(type_name, theme, turned, max(rounded, 1 / STEP))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(target, picture, QRectF(picture.rect()))
    return True


@lru_cache(maxsize=600)
def _renderer(type_name: str, theme: Theme, turned: Turned) -> QSvgRenderer | None:
    path = icon_path(type_name) if turned != (0, 0) else None
    text = path.read_text(encoding="utf-8") if path is not None else ""
    if "<text" not in text:
        return icon_renderer(type_name, theme)
    upright = TEXT.sub(lambda match: _upright(match[0], turned), recolored(text, theme))
    return QSvgRenderer(QByteArray(upright.encode()))


def _upright(tag: str, turned: Turned) -> str:
    """Return the tag of a text in an icon, turned back about the middle of its letters."""
    found = {name: float(match[1]) for name in ("x", "y", "font-size")
             if (match := re.search(rf'\b{name}="([-\d.]+)"', tag))}  # fmt: skip
    if len(found) < 3 or "transform" in tag:
        return tag
    x, y = found["x"], found["y"] - 0.35 * found["font-size"]
    rotation, mirrored = turned
    back = f"translate({x} {y}) scale({-1 if mirrored else 1} 1) rotate({-rotation}) translate({-x} {-y})"
    return f'{tag} transform="{back}"'


@lru_cache(maxsize=600)
def _picture(type_name: str, theme: Theme, turned: Turned, scale: float) -> QPixmap:
    renderer = _renderer(type_name, theme, turned)
    picture = QPixmap(round(BLOCK[0] * scale), round(BLOCK[1] * scale))
    picture.fill(Qt.GlobalColor.transparent)
    if renderer is not None:
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(picture.rect()))
        painter.end()
    return picture
