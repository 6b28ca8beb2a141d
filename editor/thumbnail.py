"""Small pictures of projects, painted once and kept in the cache: the mechanism as it moves, else the diagram."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap
from PySide6.QtSvg import QSvgRenderer

from blocks.diagram_source import MAX_BYTES
from blocks.errors import ModelError
from editor.examples import Example
from editor.icons import recolored
from editor.settings import cache_folder
from editor.style import Theme

EDITION = 7  # count up when blocks look different
ROUND = 6  # px
FILLED = 0.92  # of the room


def thumbnail(example: Example, theme: Theme, size: QSize, ratio: float = 1.0) -> QPixmap | None:
    """Return a picture of a project, or None if there is nothing to draw."""
    try:
        source = example.picture or example.file
        content = source.read_bytes() if source.stat().st_size <= MAX_BYTES else b""
    except OSError:
        return None
    key = f"{EDITION} {theme.name} {size.width()}x{size.height()} {ratio}".encode()
    kept = cache_folder() / f"picture-{hashlib.sha256(key + content).hexdigest()[:24]}.png"
    picture = QPixmap(str(kept)) if kept.is_file() else QPixmap()
    if picture.isNull():
        picture = QPixmap(size * ratio)
        is_painted = (
            example.picture is not None and _paint_mechanism(picture, content, theme, ratio)
        ) or _paint_diagram(picture, example.file, theme, ratio)
        if not is_painted:
            return None
        picture.save(str(kept))
    picture.setDevicePixelRatio(ratio)
    return picture


def _paint_mechanism(picture: QPixmap, content: bytes, theme: Theme, ratio: float) -> bool:
    svg = QSvgRenderer(QByteArray(recolored(content.decode(errors="replace"), theme).encode()))
    if not svg.isValid():
        return False
    painter = _begun(picture, theme, ratio)
    svg.render(painter, _place(picture, svg.viewBoxF().size()))
    painter.end()
    return True


def _paint_diagram(picture: QPixmap, file: Path, theme: Theme, ratio: float) -> bool:
    from editor.document import Document
    from editor.export import drawn_rect, scene_of

    try:
        scene = scene_of(Document.open(file), theme)
    except ModelError:
        return False
    painter = _begun(picture, theme, ratio)
    source = drawn_rect(scene)
    place = _place(picture, source.size())
    scene.setBackgroundBrush(Qt.BrushStyle.NoBrush)
    # thin lines turn pale when they are small; painted again they are darker
    for _ in range(3 if place.width() < 0.4 * ratio * source.width() else 1):
        scene.render(painter, place, source)
    painter.end()
    return True


def _begun(picture: QPixmap, theme: Theme, ratio: float) -> QPainter:
    """Return a painter on a picture that is empty but for its ground with round corners."""
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    shape = QPainterPath()
    shape.addRoundedRect(QRectF(picture.rect()), ROUND * ratio, ROUND * ratio)
    painter.setClipPath(shape)
    painter.fillPath(shape, QColor(theme.canvas))
    return painter


def _place(picture: QPixmap, size: QSizeF) -> QRectF:
    """Return the middle of a picture, as large as something of a size fits there."""
    room = QRectF(picture.rect())
    place = QRectF(QPointF(), size.scaled(room.size() * FILLED, Qt.AspectRatioMode.KeepAspectRatio))
    place.moveCenter(room.center())
    return place
