"""Notes on the canvas: text with formulas, and pictures beside the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImageReader, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.lettering import text_font
from editor.canvas.note_formulas import formulas
from editor.canvas.note_text import NoteText, laid_out
from editor.canvas.notes import Key, Note, notes_of, picture_file, place_of, size_of
from editor.style import Theme

BEHIND = 0.0
MARGIN = 6.0
HANDLE = 5.0  # half the size of the corner that resizes
MISSING = (160.0, 90.0)
WIDEST = 320.0  # of a picture whose size is not given


class AnnotationItem(QGraphicsItem):
    """Draws one note. Its place on the canvas is its upper left corner."""

    def __init__(self, key: Key, note: Note, theme: Theme, folder: Path | None = None) -> None:
        super().__init__()
        self.key, self.theme, self.folder = key, theme, folder
        self.is_edited = False  # an editor stands in its place
        self._text: NoteText | None = None
        self._picture: QSvgRenderer | QPixmap | None = None
        self.setZValue(BEHIND)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable)
        self.follow(note)

    def follow(self, note: Note) -> None:
        """Show a note as it is now."""
        self.note = note
        self.setPos(*place_of(note))
        self._measure()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self._measure()

    def settle(self) -> None:
        """Wait for formulas."""
        if self._text is not None and not self._text.is_complete:
            self._measure(now=True)

    def arrive(self) -> None:
        """Look whether formulas have arrived."""
        if self._text is not None and not self._text.is_complete:
            self._measure()

    def _measure(self, now: bool = False) -> None:
        self.prepareGeometryChange()
        size = size_of(self.note)
        if isinstance(self.note.get("text"), str):
            self._text = laid_out(self.note["text"], self.theme, size[0] if size else None, now)
            self._size = (max(self._text.width, size[0] if size else 0.0), self._text.height)
        else:
            self._picture = _read(picture_file(self.note, self.folder))
            self._size = self._picture_size(size)
        self.update()

    def _picture_size(self, size: tuple[float, float] | None) -> tuple[float, float]:
        if self._picture is None:
            return size if size is not None and size[1] else MISSING
        natural = self._picture.defaultSize() if isinstance(self._picture, QSvgRenderer) else self._picture.size()
        ratio = natural.height() / max(natural.width(), 1)
        width = size[0] if size is not None else min(WIDEST, float(natural.width()))
        return width, size[1] if size is not None and size[1] else width * ratio

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height."""
        return self._size

    @property
    def is_picture(self) -> bool:
        """Tell whether it shows a picture."""
        return self._text is None

    def body(self) -> QRectF:
        """Return what the note covers."""
        return QRectF(-MARGIN, -MARGIN, self._size[0] + 2 * MARGIN, self._size[1] + 2 * MARGIN)

    def boundingRect(self) -> QRectF:
        return self.body().adjusted(-HANDLE - 1, -HANDLE - 1, HANDLE + 1, HANDLE + 1)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self.body())
        return path

    def is_handle(self, point: QPointF) -> bool:
        """Tell whether a point of the canvas is on the corner that resizes, which a selected note has."""
        corner = self.mapToScene(self.body().bottomRight())
        return self.isSelected() and (point - corner).manhattanLength() <= 3 * HANDLE

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.is_edited:
            return
        if self.isSelected():
            painter.setPen(QPen(QColor(self.theme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.body(), 4, 4)
            painter.setBrush(QColor(self.theme.canvas))
            corner = self.body().bottomRight()
            painter.drawRect(QRectF(corner.x() - HANDLE, corner.y() - HANDLE, 2 * HANDLE, 2 * HANDLE))
        if self._text is not None:
            self._text.paint(painter, self.theme)
        else:
            self.paint_picture(painter, QRectF(0, 0, *self._size))

    def paint_picture(self, painter: QPainter, room: QRectF) -> None:
        """Paint its picture into a room, or say there that it is missing."""
        if isinstance(self._picture, QSvgRenderer):
            self._picture.render(painter, room)
        elif self._picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(room, self._picture, QRectF(self._picture.rect()))
        else:
            painter.setPen(QPen(QColor(self.theme.dim), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room, 4, 4)
            painter.setFont(text_font(11))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, f"{self.note.get('picture', '')}\nis not there")


def _read(file: Path | None) -> QSvgRenderer | QPixmap | None:
    """Return a picture from a file; None if it cannot be read."""
    if file is None:
        return None
    if file.suffix.lower() == ".svg":
        renderer = QSvgRenderer(str(file))
        return renderer if renderer.isValid() else None
    image = QImageReader(str(file)).read()
    return None if image.isNull() else QPixmap.fromImage(image)


__all__ = ["AnnotationItem", "formulas", "notes_of"]
