"""Help: the menu for the arrow keys, all keys, and what this is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QHeaderView, QMessageBox, QTableWidget, QTableWidgetItem, QVBoxLayout

from editor.actions import ENTRIES

if TYPE_CHECKING:
    from editor.main_window import MainWindow

ABOUT = """<b>Junctura</b><p>Draw a robot as a block diagram, turn the drawing into equations, see what happens.</p>
<p>Double-click the canvas and type to insert a block. Drag from port to port to connect. Ctrl+T runs.</p>"""


class Help:
    """What one window tells about itself."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def open_menu(self) -> None:
        """Open the menu, for the arrow keys."""
        menu, button = self._window.menu, self._window.top_bar.menu_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
        menu.setActiveAction(menu.actions()[0])

    def show_keys(self) -> None:
        """Show all keys in a window of its own."""
        lines = [(e.text, ", ".join(QKeySequence(k).toString() for k in e.keys.split())) for e in ENTRIES if e.keys]
        dialog = QDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Keys")
        dialog.resize(720, 560)
        QVBoxLayout(dialog).addWidget(_table(lines))
        dialog.show()

    def show_about(self) -> None:
        """Show what this is."""
        QMessageBox.about(self._window, "Junctura", ABOUT)


def _table(lines: list[tuple[str, str]]) -> QTableWidget:
    table = QTableWidget(len(lines), 2)
    table.verticalHeader().hide()
    table.horizontalHeader().hide()
    table.setShowGrid(False)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    for row, pair in enumerate(lines):
        for column, text in enumerate(pair):
            table.setItem(row, column, QTableWidgetItem(text))
    return table
