"""The pictures of blocks: found beside their library, kept once drawn, and recoloured for a dark look."""

from __future__ import annotations

import colorsys
import importlib.util
import re
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from blocks.registry import libraries
from editor.style import DOMAINS, Theme

COLOR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
SCALES = (1.0, 2.0, 3.0)  # of the screen, so that icons are sharp on fine ones
NEAR_BLACK = 0.3
PALE = 0.75
LIGHTEST_ON_DARK = 0.68


@cache
def icon_renderer(type_name: str, theme: Theme) -> QSvgRenderer | None:
    """Return what draws the picture of a block type such as ``electrical.Resistor``; None if there is no picture."""
    path = icon_path(type_name)
    if path is None:
        return None
    text = path.read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(recolored(text, theme).encode()))
    return renderer if renderer.isValid() else None


@cache
def icon(type_name: str, theme: Theme, size: int = 24) -> QIcon:
    """Return the picture of a block type in a square; an empty icon if there is none."""
    renderer = icon_renderer(type_name, theme)
    made = QIcon()
    if renderer is not None:
        for scale in SCALES:
            made.addPixmap(_pixmap(renderer, size, scale))
    return made


def paint_icon(painter: QPainter, renderer: QSvgRenderer, room: QRectF) -> None:
    """Draw a picture as large as it fits into a rectangle, in its middle."""
    size = QSize(renderer.defaultSize()).scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF(0, 0, size.width(), size.height())
    place.moveCenter(room.center())
    renderer.render(painter, place)


@cache
def icon_path(type_name: str) -> Path | None:
    """Return the file with the picture of a block type, without importing the library's blocks."""
    library_name, _, block_name = type_name.partition(".")
    library = libraries().get(library_name)
    folder = None if library is None else _folder(library.package)
    if library is None or folder is None or not block_name.isidentifier():
        return None
    path = folder / "icons" / f"{library.renamed.get(block_name, block_name)}.svg"
    return path if path.is_file() else None


@cache
def _folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _pixmap(renderer: QSvgRenderer, size: int, scale: float) -> QPixmap:
    pixmap = QPixmap(round(size * scale), round(size * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_icon(painter, renderer, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def recolored(text: str, theme: Theme) -> str:
    """Return the text of an icon in the colours of a theme."""
    return COLOR.sub(lambda match: _on_dark(match[0].lower(), theme), text) if theme.is_dark else text


@cache
def _on_dark(color: str, theme: Theme) -> str:
    """Return a colour that does on a dark canvas what another does on a white one: lines light, areas dark."""
    for domain in DOMAINS.values():
        if domain.color == color:
            return domain.dark
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    hue, light, colorful = colorsys.rgb_to_hls(red, green, blue)
    if digits == "ffffff":
        return theme.block
    if light < NEAR_BLACK and colorful < 0.5:
        return theme.text
    if light > PALE:
        # a tinted area: the same tint, as dark as the blocks are
        return _hex(hue, 0.17 + (1 - light) * 0.6, min(colorful, 0.45))
    return _hex(hue, max(light, LIGHTEST_ON_DARK), colorful)


def _hex(hue: float, light: float, colorful: float) -> str:
    parts = colorsys.hls_to_rgb(hue, light, colorful)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
