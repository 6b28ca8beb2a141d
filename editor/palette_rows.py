"""The rows of the palette: headings, libraries and blocks, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QStandardItem
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from editor import row_paint
from editor.block_search import PROJECT, Entry, library_domain, library_title
from editor.block_tip import block_tip
from editor.icons import icon_renderer
from editor.style import Theme

KIND, NAME, DETAIL, RIGHT = (Qt.ItemDataRole.UserRole + i for i in range(1, 5))
HEADER, LIBRARY, BLOCK = "header", "library", "block"
STAR = 22  # the room for the star at the right
# the five points and five notches of a star of radius 1
POINTS = [(0, -1), (0.29, -0.4), (0.95, -0.31), (0.48, 0.15), (0.59, 0.81), (0, 0.5), (-0.59, 0.81), (-0.48, 0.15),
          (-0.95, -0.31), (-0.29, -0.4)]  # fmt: skip
Index = QModelIndex | QPersistentModelIndex


def header_item(text: str) -> QStandardItem:
    """Return a heading, which cannot be chosen."""
    item = _item(HEADER, text)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def library_item(name: str) -> QStandardItem:
    """Return the row of a library; an empty row inside lets it be opened before its blocks are known."""
    item = _item(LIBRARY, library_title(name))
    item.setData(name, NAME)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
    item.appendRow(QStandardItem())
    return item


def block_item(entry: Entry, *, is_inside: bool = False) -> QStandardItem:
    """Return the row of a block; inside its library it need not say where it is from."""
    item = _BlockItem(entry.name)
    item.setData(BLOCK, KIND)
    item.setEditable(False)
    item.setData(entry.type, NAME)
    is_plain = is_inside or entry.library == PROJECT
    item.setData(entry.summary if is_plain else f"{entry.library} · {entry.summary}", DETAIL)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
    return item


class _BlockItem(QStandardItem):
    """A row whose tooltip is made when somebody wants to see it."""

    def data(self, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return block_tip(super().data(NAME), super().data(Qt.ItemDataRole.DisplayRole), super().data(DETAIL))
        return super().data(role)


def _item(kind: str, text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(kind, KIND)
    item.setEditable(False)
    return item


def has_star(type_name: str) -> bool:
    """Tell whether a block can be a favourite: those of a project are there only with it."""
    return not type_name.startswith(".")


def star_rect(row: QRect) -> QRect:
    """Return where the star of a row is."""
    return QRect(row.right() - STAR - 8, row.top(), STAR, row.height())


class RowDelegate(QStyledItemDelegate):
    """Draws the rows of the palette."""

    def __init__(self, theme: Theme, favourites: Callable[[], Iterable[str]]) -> None:
        super().__init__()
        self.theme, self.favourites = theme, favourites

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        heights = {HEADER: row_paint.HEADER_HEIGHT, BLOCK: row_paint.BLOCK_HEIGHT}
        return QSize(120, heights.get(index.data(KIND), row_paint.LINE_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, state = option.rect, option.state
        kind = index.data(KIND)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if kind == HEADER:
            row_paint.paint_header(painter, rect, index.data(), self.theme)
        else:
            is_chosen = bool(state & QStyle.StateFlag.State_Selected)
            row_paint.paint_back(painter, rect, self.theme, is_chosen=is_chosen, is_hovered=is_hovered)
        if kind == LIBRARY:
            self._library(painter, rect, index, is_open=bool(state & QStyle.StateFlag.State_Open))
        elif kind == BLOCK:
            self._block(painter, rect, index, is_hovered)
        painter.restore()

    def _library(self, painter: QPainter, rect: QRect, index: Index, *, is_open: bool) -> None:
        middle = rect.center().y() + 0.5
        row_paint.paint_chevron(painter, QPointF(rect.left() + 18, middle), self.theme, is_open=is_open)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(library_domain(index.data(NAME)).color_in(self.theme)))
        painter.drawEllipse(QPointF(rect.left() + 33, middle), 4, 4)
        row_paint.paint_right(painter, rect.adjusted(0, 0, -14, 0), index.data(RIGHT) or "", self.theme)
        row_paint.paint_texts(painter, rect.adjusted(45, 0, -44, 0), index.data(), "", self.theme)

    def _block(self, painter: QPainter, rect: QRect, index: Index, is_hovered: bool) -> None:
        left = rect.left() + (22 if index.parent().isValid() else 12)
        tile = row_paint.tile_rect(left, rect)
        row_paint.paint_tile(painter, tile, icon_renderer(index.data(NAME), self.theme), self.theme)
        is_favourite = index.data(NAME) in self.favourites()
        is_hovered = is_hovered and has_star(index.data(NAME))
        right = STAR + 12 if is_hovered or is_favourite else 12
        texts = QRect(int(tile.right()) + 9, rect.top(), rect.right() - int(tile.right()) - 9 - right, rect.height())
        row_paint.paint_texts(painter, texts, index.data(), index.data(DETAIL), self.theme)
        if is_hovered or is_favourite:
            self._star(painter, star_rect(rect), is_favourite)

    def _star(self, painter: QPainter, rect: QRect, is_full: bool) -> None:
        center = QRectF(rect).center()
        painter.setPen(QPen(QColor(self.theme.warning if is_full else self.theme.dim), 1.2))
        painter.setBrush(QColor(self.theme.warning) if is_full else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([QPointF(center.x() + 6 * x, center.y() + 6 * y) for x, y in POINTS]))
