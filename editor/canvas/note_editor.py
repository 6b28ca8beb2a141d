"""Writing a note in its place on the canvas: it is kept with Esc, Ctrl+Enter or a click elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor.canvas.lettering import text_font
from editor.canvas.note_text import SMALL
from editor.field_keys import left_to_window

LEAST = (220, 70)  # px
HINT = "Text; # heading; - list; $formula$"


class NoteEditor(QPlainTextEdit):
    """A field over a note."""

    done = Signal(str)

    def __init__(self, viewport: QWidget, text: str, room: QRect, scale: float) -> None:
        super().__init__(text, viewport)
        font = text_font(max(9, round(SMALL * scale)))
        self.setFont(font)
        self.setPlaceholderText(HINT)
        self.setAccessibleName("Note")
        self._is_over = False
        width, height = max(room.width() + 30, LEAST[0]), max(room.height() + 30, LEAST[1])
        self.setGeometry(room.left() - 6, room.top() - 6, width, height)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        return left_to_window(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        # Esc ends writing, as in drawing programs; who wants the text gone takes the step back
        if event.key() == Qt.Key.Key_Escape or (is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            self.finish()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.finish()

    def finish(self) -> None:
        """Hand over what was written, once, and go."""
        if self._is_over:
            return
        self._is_over = True
        self.done.emit(self.toPlainText().rstrip())
        self.hide()
        self.deleteLater()
