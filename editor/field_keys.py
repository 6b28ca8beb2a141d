"""Keys pressed while a person types into a field: which of them are still for the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

OF_TEXT = {Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Z}


def left_to_window(event: QEvent) -> bool:
    """Leave Ctrl and a letter to the actions of the window, unless it is about text; return whether it was left.

    On some systems a field takes Ctrl+E, Ctrl+D and others to move in its text, and the window would never see them.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    is_letter = Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z
    if event.modifiers() != Qt.KeyboardModifier.ControlModifier or not is_letter or event.key() in OF_TEXT:
        return False
    event.ignore()
    return True
