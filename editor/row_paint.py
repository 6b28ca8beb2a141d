"""How rows of lists look: a small framed picture, a name, a dim line below it, and something at the right."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtSvg import QSvgRenderer

from editor.icons import paint_icon
from editor.style import Theme
from editor.theme import mixed

BLOCK_HEIGHT, LINE_HEIGHT, HEADER_HEIGHT = 44, 26, 30
TILE_WIDTH, TILE_HEIGHT = 38, 32  # the frame around a picture
RADIUS = 6.0
TITLE, DETAIL, HEAD = 13, 11, 11  # sizes of text, px


def font_of(painter: QPainter, size: int, *, is_bold: bool = False) -> QFont:
    """Return the painter's font in another size."""
    font = QFont(painter.font())
    font.setPixelSize(size)
    font.setBold(is_bold)
    return font


def paint_back(painter: QPainter, rect: QRect, theme: Theme, *, is_chosen: bool, is_hovered: bool) -> None:
    """Fill a row that is chosen or under the mouse."""
    if not (is_chosen or is_hovered):
        return
    share = (0.18 if theme.is_dark else 0.10) if is_chosen else 0.05
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mixed(theme.panel, theme.accent, share))
    painter.drawRoundedRect(QRectF(rect).adjusted(6, 1, -6, -1), RADIUS, RADIUS)


def paint_header(painter: QPainter, rect: QRect, text: str, theme: Theme) -> None:
    """Draw the heading of a section."""
    font = font_of(painter, HEAD, is_bold=True)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.4)
    painter.setFont(font)
    painter.setPen(mixed(theme.dim, theme.panel, 0.2))
    painter.drawText(rect.adjusted(12, 8, -12, 0), Qt.AlignmentFlag.AlignVCenter, text.upper())


def tile_rect(left: int, row: QRect) -> QRectF:
    """Return the frame of a picture that begins at ``left`` in a row."""
    return QRectF(left, row.top() + (row.height() - TILE_HEIGHT) // 2, TILE_WIDTH, TILE_HEIGHT)


def paint_tile(painter: QPainter, rect: QRectF, renderer: QSvgRenderer | None, theme: Theme) -> None:
    """Draw a picture in its frame."""
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(QColor(theme.block))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
    if renderer is not None:
        paint_icon(painter, renderer, rect.adjusted(2, 2, -2, -2))
    else:
        _paint_diagram(painter, rect, theme)


def _paint_diagram(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw two blocks and a connection, for everything that is a diagram itself."""
    painter.save()
    painter.translate(rect.center())
    painter.scale(rect.width() / 52, rect.width() / 52)
    painter.setPen(QPen(QColor(theme.edge), 1.2))
    painter.setBrush(QColor(theme.block))
    painter.drawPolyline([QPointF(-6, -5), QPointF(2, -5), QPointF(2, 6), QPointF(8, 6)])
    painter.drawRoundedRect(QRectF(-17.5, -10.5, 13, 10), 2, 2)
    painter.drawRoundedRect(QRectF(5.5, 0.5, 13, 10), 2, 2)
    painter.restore()


def paint_texts(painter: QPainter, rect: QRect, title: str, detail: str, theme: Theme) -> None:
    """Draw a name and, if there is one, a dim line below it; what is too long ends in dots."""
    both = bool(detail)
    top = QRect(rect.left(), rect.top() + 5, rect.width(), rect.height() // 2 - 4) if both else rect
    painter.setFont(font_of(painter, TITLE))
    painter.setPen(QColor(theme.text))
    painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, _elided(painter, title, rect.width()))
    if both:
        below = QRect(rect.left(), rect.center().y() + 1, rect.width(), rect.height() // 2 - 4)
        painter.setFont(font_of(painter, DETAIL))
        painter.setPen(mixed(theme.dim, theme.panel, 0.15))
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, _elided(painter, detail, rect.width()))


def paint_line(painter: QPainter, rect: QRect, title: str, detail: str, theme: Theme) -> None:
    """Draw a name and a dim text beside it."""
    paint_texts(painter, rect, title, "", theme)
    used = painter.fontMetrics().horizontalAdvance(title) + 12
    if detail and rect.width() - used > 40:
        painter.setFont(font_of(painter, DETAIL))
        painter.setPen(mixed(theme.dim, theme.panel, 0.15))
        room = rect.adjusted(used, 1, 0, 1)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, _elided(painter, detail, room.width()))


def paint_right(painter: QPainter, rect: QRect, text: str, theme: Theme) -> int:
    """Draw a dim text at the right end of a row and return how much room it took."""
    if not text:
        return 0
    painter.setFont(font_of(painter, DETAIL))
    painter.setPen(mixed(theme.dim, theme.panel, 0.2))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
    return painter.fontMetrics().horizontalAdvance(text) + 10


def paint_chevron(painter: QPainter, center: QPointF, theme: Theme, *, is_open: bool) -> None:
    """Draw the mark of something that can be opened."""
    painter.setPen(QPen(QColor(theme.dim), 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    x, y = center.x(), center.y()
    points = ((-4, -2), (0, 2), (4, -2)) if is_open else ((-2, -4), (2, 0), (-2, 4))
    painter.drawPolyline([QPointF(x + dx, y + dy) for dx, dy in points])


def _elided(painter: QPainter, text: str, width: int) -> str:
    return QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, width)
