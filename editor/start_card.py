"""An example on the start page."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from editor.examples import Example

PICTURE = QSize(292, 166)


class Card(QFrame):
    """An example: its picture, its name and what it is about."""

    chosen = Signal()

    def __init__(self, example: Example) -> None:
        super().__init__()
        self.example = example
        self.is_painted = False
        self.setObjectName("card")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(PICTURE.width() + 26)
        self.picture = QLabel()
        self.picture.setFixedSize(PICTURE)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name, text = QLabel(example.title), QLabel(example.note)
        name.setStyleSheet("font-weight: bold; font-size: 14px; background: transparent;")
        text.setObjectName("dim")
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        text.setStyleSheet("background: transparent; font-size: 12px;")
        name.setWordWrap(True)
        for label in (name, text):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(name.text())
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 14)
        column.setSpacing(5)
        for widget in (self.picture, name, text):
            column.addWidget(widget)
        column.addStretch()  # cards in a row are of one height

    def show_picture(self, picture: QPixmap | None) -> None:
        """Show the picture, or none if the file cannot be drawn."""
        self.is_painted = True
        if picture is not None:
            self.picture.setPixmap(picture)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)
