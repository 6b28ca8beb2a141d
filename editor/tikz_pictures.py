"""Pictures on a diagram for TikZ, which cannot hold them: each is a file beside the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from blocks.errors import ModelError
from editor.canvas.annotation_item import AnnotationItem
from editor.canvas.notes import place_of
from editor.canvas.scene import DiagramScene

SCALE = 3  # pixels for each px on the diagram
LARGEST = 8000  # pixels


def pictures_tikz(scene: DiagramScene, path: Path) -> list[str]:
    """Write the pictures of a scene beside a TeX file, as arm-picture1.png and so on; return nodes that show them."""
    return list(_nodes([item for item in scene.notes if item.is_picture], path))


def _nodes(items: list[AnnotationItem], path: Path) -> Iterator[str]:
    for number, item in enumerate(items, start=1):
        # TeX has its difficulties with spaces and underscores in names
        file = path.with_name(f"{''.join(c if c.isalnum() else '-' for c in path.stem)}-picture{number}.png")
        if not _image(item).save(str(file), "PNG"):  # type: ignore[call-overload]
            raise ModelError(f"{file}: the file cannot be written.", why="It shows a picture of the diagram.")
        (x, y), (width, height) = place_of(item.note), (side * 0.75 for side in item.size)
        size = f"width={width:g}bp, height={height:g}bp"
        yield f"\\node[anchor=north west, inner sep=0pt] at ({x:g},{y:g}) {{\\includegraphics[{size}]{{{file.name}}}}};"


def _image(item: AnnotationItem) -> QImage:
    width, height = item.size
    scale = min(SCALE, LARGEST / max(width, height, 1.0))
    image = QImage(max(round(width * scale), 1), max(round(height * scale), 1), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    item.paint_picture(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    return image
