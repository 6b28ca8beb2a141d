"""The command palette: every action of the window, found by typing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from editor.search_popup import Row, SearchPopup
from editor.style import Theme

WIDTH = 520
TOP = 64  # below the upper edge of the window


class CommandPalette(SearchPopup):
    """Lists actions with their keys; Enter triggers one."""

    def __init__(self, parent: QWidget, actions: Callable[[], list[QAction]], theme: Theme | None = None) -> None:
        super().__init__(parent, "Type a command", WIDTH, theme)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # the actions differ next time
        self._actions = actions

    def open(self) -> None:
        """Open in the upper middle of the window."""
        owner = (self.parentWidget() or self).window()
        corner = owner.mapToGlobal(QPoint(max(0, (owner.width() - WIDTH) // 2), TOP))
        self.open_at(corner)

    def rows(self, text: str) -> list[Row]:
        """Return the actions that fit, the best first; those that cannot be used now come last."""
        marked = [(mark, action) for action in self._usable() if (mark := fit(action_title(action), text)) is not None]
        marked.sort(key=lambda pair: (not pair[1].isEnabled(), pair[0]))
        return [_row(action) for _, action in marked]

    def _usable(self) -> list[QAction]:
        return [item for item in self._actions() if not item.isSeparator() and item.isVisible() and action_title(item)]

    def accept(self, row: Row) -> None:
        """Do what was chosen."""
        row.value.trigger()


def action_title(action: QAction) -> str:
    """Return the words of an action without the mark of its access key."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").strip()


def fit(title: str, typed: str) -> int | None:
    """Return how badly a title fits what was typed; None if a word of it is nowhere.

    >>> fit("Rotate left", "rot"), fit("Rotate left", "le"), fit("Rotate left", "tate"), fit("Rotate left", "x")
    (0, 1, 2, None)
    """
    whole, words = title.lower(), typed.lower().split()
    if whole.startswith(typed.lower().strip()):
        return 0
    if any(word not in whole for word in words):
        return None
    starts = whole.replace("…", "").split()
    return 1 if all(any(start.startswith(word) for start in starts) for word in words) else 2


def _row(action: QAction) -> Row:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    tip = action.statusTip() or action.toolTip().strip()
    title = action_title(action)
    detail = "" if tip.replace("…", "") == title.replace("…", "") else tip
    marked = f"✓ {title}" if action.isCheckable() and action.isChecked() else title
    return Row(action, marked, detail, keys, is_enabled=action.isEnabled())
