"""Small pictures of diagrams, painted once and kept in the cache."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap

from blocks.errors import ModelError
from editor.settings import cache_folder
from editor.style import Theme

EDITION = 6  # count up when blocks look different
ROUND = 6  # px


def thumbnail(file: Path, theme: Theme, size: QSize, ratio: float = 1.0) -> QPixmap | None:
    """Return a picture of the diagram in a file, or None if there is nothing to draw."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    key = f"{EDITION} {theme.name} {size.width()}x{size.height()} {ratio}".encode()
    kept = cache_folder() / f"picture-{hashlib.sha256(key + content).hexdigest()[:24]}.png"
    picture = QPixmap(str(kept)) if kept.is_file() else QPixmap()
    if picture.isNull():
        painted = _painted(file, theme, size, ratio)
        if painted is None:
            return None
        picture = painted
        picture.save(str(kept))
    picture.setDevicePixelRatio(ratio)
    return picture


def _painted(file: Path, theme: Theme, size: QSize, ratio: float) -> QPixmap | None:
    from editor.document import Document
    from editor.export import drawn_rect, scene_of

    try:
        scene = scene_of(Document.open(file), theme)
    except ModelError:
        return None
    picture = QPixmap(size * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    room, source = QRectF(picture.rect()), drawn_rect(scene)
    shape = QPainterPath()
    shape.addRoundedRect(room, ROUND * ratio, ROUND * ratio)
    painter.setClipPath(shape)
    painter.fillPath(shape, QColor(theme.canvas))
    place = QRectF(QPointF(), source.size().scaled(room.size() * 0.92, Qt.AspectRatioMode.KeepAspectRatio))
    place.moveCenter(room.center())
    scene.setBackgroundBrush(Qt.BrushStyle.NoBrush)
    # thin lines turn pale when they are small; painted again they are darker
    for _ in range(3 if place.width() < 0.4 * ratio * source.width() else 1):
        scene.render(painter, place, source)
    painter.end()
    return picture
