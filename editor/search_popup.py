"""A field with a list below it that opens over the window: type, choose with the arrows, Enter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QRegion, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from editor import row_paint
from editor.style import LIGHT, Theme
from editor.theme import mixed

Index = QModelIndex | QPersistentModelIndex
MOST_ROWS = 8  # shown at once
EDGE = 8
RADIUS = 8


@dataclass(frozen=True)
class Row:
    """One line of a list: what it stands for, and what it says."""

    value: Any
    title: str
    detail: str = ""
    right: str = ""
    picture: QSvgRenderer | None = field(default=None, compare=False)
    has_picture: bool = False
    is_enabled: bool = True


class SearchPopup(QWidget):
    """A field and a list; subclasses say what fits (``rows``) and what happens (``accept``)."""

    def __init__(self, parent: QWidget | None, placeholder: str, width: int, theme: Theme | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.theme = theme or _theme_around(parent)
        self._follows_window = theme is None
        self.field = QLineEdit()
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(placeholder)
        self._model = _Rows()
        self._delegate = _RowDelegate(self.theme)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setItemDelegate(self._delegate)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        layout.setSpacing(6)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.setFixedWidth(width)
        self.field.textChanged.connect(self.refresh)
        self.field.installEventFilter(self)
        self.list.clicked.connect(self._accept_index)

    def rows(self, text: str) -> list[Row]:
        """Return what fits a text, the best first."""
        raise NotImplementedError

    def accept(self, row: Row) -> None:
        """Do what a row stands for."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Take on another look."""
        self.theme = self._delegate.theme = theme
        self.update()

    def open_at(self, where: QPoint) -> None:
        """Open with an empty field, the field's left end at a point of the screen, and inside the screen."""
        if self._follows_window:
            self.set_theme(_theme_around(self.parentWidget()))
        self.field.clear()
        self.refresh()
        screen = self.screen().availableGeometry()
        highest = self._height(MOST_ROWS * row_paint.BLOCK_HEIGHT)
        x = max(screen.left(), min(where.x(), screen.right() - self.width()))
        y = max(screen.top(), min(where.y(), screen.bottom() - min(highest, screen.height())))
        self.move(x, y)
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def refresh(self) -> None:
        """Show what fits the text in the field, the first row chosen."""
        self._model.show(self.rows(self.field.text()))
        self._move_to(0, 1)
        heights = [self._delegate.height(row) for row in self._model.rows[:MOST_ROWS]]
        self.list.setVisible(bool(heights))
        self.list.setFixedHeight(sum(heights) + 2)
        self.setFixedHeight(self._height(sum(heights) + 2) if heights else self._height(-6))

    def _height(self, inside: int) -> int:
        return self.field.sizeHint().height() + 6 + inside + 2 * EDGE

    def eventFilter(self, watched: object, event: object) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            return self._key(event)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        key, here = Qt.Key, self.list.currentIndex().row()
        steps = {key.Key_Down: 1, key.Key_Up: -1, key.Key_PageDown: MOST_ROWS, key.Key_PageUp: -MOST_ROWS}
        if event.key() in steps:
            step = steps[key(event.key())]
            self._move_to(here + step, 1 if step > 0 else -1)
        elif event.key() in (key.Key_Return, key.Key_Enter, key.Key_Tab):
            self._accept_index(self.list.currentIndex())
        elif event.key() == key.Key_Escape:
            self.close()
        else:
            return False
        return True

    def _move_to(self, place: int, direction: int) -> None:
        """Choose a row, or the next one that can be chosen."""
        rows = self._model.rows
        place = max(0, min(place, len(rows) - 1))
        while 0 <= place < len(rows) and not rows[place].is_enabled:
            place += direction
        if 0 <= place < len(rows):
            self.list.setCurrentIndex(self._model.index(place, 0))

    def _accept_index(self, index: QModelIndex) -> None:
        if not index.isValid() or not (row := self._model.rows[index.row()]).is_enabled:
            return
        self.close()
        self.accept(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._edge())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._edge(), 1))
        painter.setBrush(QColor(self.theme.panel))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)

    def _edge(self) -> QColor:
        return mixed(self.theme.line, self.theme.dim, 0.35)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # cut out rather than see-through, which would be black where no compositor mixes windows
        super().resizeEvent(event)
        outline = QPainterPath()
        outline.addRoundedRect(self.rect().toRectF(), RADIUS, RADIUS)
        self.setMask(QRegion(outline.toFillPolygon().toPolygon()))


def _theme_around(widget: QWidget | None) -> Theme:
    """Return the theme of the nearest widget outside that has one."""
    while widget is not None:
        if isinstance(theme := getattr(widget, "theme", None), Theme):
            return theme
        widget = widget.parentWidget()
    return LIGHT


class _Rows(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []

    def show(self, rows: list[Row]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        return row.title if role == Qt.ItemDataRole.DisplayRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usable if self.rows[index.row()].is_enabled else Qt.ItemFlag.NoItemFlags


class _RowDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    @staticmethod
    def height(row: Row) -> int:
        return row_paint.BLOCK_HEIGHT if row.has_picture else 32

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self.height(index.data(Qt.ItemDataRole.UserRole)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect: QRect = option.rect
        state = option.state
        row: Row = index.data(Qt.ItemDataRole.UserRole)
        is_chosen, is_hovered = (
            bool(state & flag) for flag in (QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_MouseOver)
        )
        row_paint.paint_back(painter, rect, self.theme, is_chosen=is_chosen, is_hovered=is_hovered)
        if not row.is_enabled:
            painter.setOpacity(0.45)
        left = rect.left() + 14
        if row.has_picture:
            tile = row_paint.tile_rect(left, rect)
            row_paint.paint_tile(painter, tile, row.picture, self.theme)
            left = int(tile.right()) + 10
        used = row_paint.paint_right(painter, rect.adjusted(0, 0, -16, 0), row.right, self.theme)
        room = QRect(left, rect.top(), rect.right() - left - 14 - used, rect.height())
        paint = row_paint.paint_texts if row.has_picture else row_paint.paint_line
        paint(painter, room, row.title, row.detail, self.theme)
        painter.restore()
