"""The small widgets of the inspector: names, switches, choices, fields and headings."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionFrame,
    QToolButton,
    QToolTip,
    QWidget,
)

from editor.field_keys import left_to_window
from editor.row_paint import font_of, paint_chevron
from editor.style import Theme
from editor.theme import mixed

HEIGHT = 26
AROUND = 22  # px of a field beside its text
SMALL = QSize(18, 20)


class NameLabel(QWidget):
    """A short name, with a dim word about it if there is room."""

    def __init__(self, name: str, about: str, theme: Theme) -> None:
        super().__init__()
        self.name, self.about, self.theme = name, about, theme
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(56)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font_of(painter, 12))
        metrics = QFontMetrics(painter.font())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(self.theme.text))
        painter.drawText(self.rect(), middle, metrics.elidedText(self.name, Qt.TextElideMode.ElideRight, self.width()))
        used = metrics.horizontalAdvance(self.name) + 7
        if self.about and self.width() - used > 24:
            painter.setFont(font_of(painter, 11))
            painter.setPen(mixed(self.theme.dim, self.theme.panel, 0.15))
            text = QFontMetrics(painter.font()).elidedText(
                self.about, Qt.TextElideMode.ElideRight, self.width() - used - 4
            )
            painter.drawText(self.rect().adjusted(used, 1, 0, 1), middle, text)


class Switch(QCheckBox):
    """A yes or no that looks like a small switch."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def hitButton(self, where: QPoint) -> bool:
        return self.rect().contains(where)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, is_on = self.theme, self.isChecked()
        painter.setPen(QColor(theme.accent if is_on or self.hasFocus() else theme.dim))
        painter.setBrush(QColor(theme.accent if is_on else theme.panel))
        painter.drawRoundedRect(QRectF(0.5, HEIGHT / 2 - 8.5, 31, 17), 8.5, 8.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#ffffff" if is_on else theme.dim))
        painter.drawEllipse(QPointF(23 if is_on else 9, HEIGHT / 2), 5.5, 5.5)


class Choice(QComboBox):
    """A list of words with our own arrow."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setItemDelegate(QStyledItemDelegate(self))  # which follows the style sheet

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_chevron(painter, QPointF(self.width() - 13, self.height() / 2), self.theme, is_open=True)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # rolling through the panel must not change anything


class Field(QLineEdit):
    """A field that takes back what was typed on Esc, and leaves Esc and Ctrl+Z to others when nothing was.

    While nobody writes in it, a text that is too long for it ends with dots, and the tooltip says all of it.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.take_back: Callable[[], None] = lambda: None

    @property
    def needed(self) -> int:
        """Return how wide the field must be to show all of its text."""
        self.ensurePolished()
        return self.fontMetrics().horizontalAdvance(self.text() or self.placeholderText()) + AROUND

    @property
    def is_cut(self) -> bool:
        """Tell whether the text is too long for the field."""
        return bool(self.text()) and self.needed > self.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or not self.is_cut:
            super().paintEvent(event)
            return
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self).adjusted(2, 0, -2, 0)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.is_cut:
            told = [escape(self.text()), self.toolTip() if self.toolTip() != self.text() else ""]
            QToolTip.showText(event.globalPos(), f"<p>{'<br>'.join(filter(None, told))}</p>", self)
            return True
        if left_to_window(event):
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            back, again = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
            if (back and not self.isUndoAvailable()) or (again and not self.isRedoAvailable()):
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            before = self.text()
            self.take_back()
            self.selectAll()
            if self.text() == before:
                event.ignore()  # whoever holds the field may give the keyboard to another
        else:
            super().keyPressEvent(event)


class BackButton(QToolButton):
    """The arrow back to the default: keeps its room while there is nothing to go back from."""

    def set_offered(self, is_offered: bool) -> None:
        """Show the arrow, or only its room."""
        self.setEnabled(is_offered)
        self.setText("↺" if is_offered else "")


def back_button() -> BackButton:
    """Return the arrow back to the default."""
    button = BackButton()
    button.setObjectName("back")
    button.setToolTip("Back to the default")
    button.setAccessibleName("Back to the default")
    button.setFixedSize(SMALL)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.set_offered(False)
    return button


def small_button() -> QToolButton:
    """Return a sign at the end of a row that takes no more room than it needs."""
    button = QToolButton()
    button.setObjectName("back")
    button.setFixedSize(SMALL)
    return button


def error_label() -> QLabel:
    """Return a label for what is wrong, hidden as long as nothing is."""
    label = QLabel()
    label.setObjectName("error")
    label.setWordWrap(True)
    label.hide()
    return label


def hint_label() -> QLabel:
    """Return a label for what a value is worth, hidden as long as that need not be said."""
    label = QLabel()
    label.setObjectName("hint")
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    label.hide()
    return label


def set_mark(widget: QWidget, mark: str, is_on: bool) -> None:
    """Set a property that the style sheet looks at."""
    if bool(widget.property(mark)) != is_on:
        widget.setProperty(mark, is_on)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def name_text(name: str) -> str:
    """Return a name as words, if it is made of words.

    >>> name_text("free_length"), name_text("s_rel")
    ('free length', 's_rel')
    """
    parts = name.split("_")
    return " ".join(parts) if min(map(len, parts)) > 1 else name


def section_label(text: str) -> QLabel:
    """Return the heading of a section."""
    label = QLabel(text.upper())
    label.setObjectName("section")
    label.setIndent(0)
    return label
