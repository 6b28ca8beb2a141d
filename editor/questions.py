"""What is asked about files: each question in a method, so that tests can answer. Without a screen nobody could."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from blocks.errors import ModelError

if TYPE_CHECKING:
    from editor.main_window import MainWindow

Button = QMessageBox.StandardButton
Icon = QMessageBox.Icon
OVERWRITE, RELOAD, SAVE_AS, CANCEL = "Overwrite", "Reload", "Save as\u2026", "Cancel"


class Questions:
    """The questions of one window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def ask_unsaved(self, name: str) -> QMessageBox.StandardButton:
        """Ask what to do with changes: save, discard or cancel."""
        if not _is_attended():
            return Button.Discard
        text = f'"{name}" has changes that are not saved.'
        return self._ask(Icon.Question, "Save changes?", text, Button.Save | Button.Discard | Button.Cancel)

    def ask_recover(self, name: str) -> QMessageBox.StandardButton:
        """Ask whether to take what was drawn before the editor ended without saving."""
        if not _is_attended():
            return Button.Cancel
        text = (
            f"The editor ended before {name} was saved.\n"
            "Do you want back what was changed? The file itself stays as it is."
        )
        return self._ask(Icon.Question, "Recover changes?", text, Button.Yes | Button.No)

    def ask_open_anyway(self, name: str, holder: str) -> QMessageBox.StandardButton:
        """Ask whether to open a file that somebody else has open."""
        if not _is_attended():
            return Button.Yes
        text = f'"{name}" is already open{holder}.\nWho saves last overwrites the other. Open it anyway?'
        return self._ask(Icon.Warning, "Already open", text, Button.No | Button.Yes)

    def ask_changed_on_disk(self, name: str) -> str:
        """Ask what to do with a file that somebody else has written since it was opened here."""
        if not _is_attended():
            return CANCEL
        box = self._box(Icon.Warning, "Changed on disk", f"{name} has changed on disk since it was opened.")
        box.setInformativeText("Overwrite it with what you see, or reload it and give up your own changes?")
        roles = QMessageBox.ButtonRole
        for word, role in (
            (SAVE_AS, roles.AcceptRole), (OVERWRITE, roles.DestructiveRole), (RELOAD, roles.ResetRole),
            (CANCEL, roles.RejectRole),
        ):  # fmt: skip
            box.addButton(word, role)
        box.exec()
        chosen = box.clickedButton()
        return chosen.text() if chosen is not None else CANCEL

    def say(self, title: str, error: ModelError) -> None:
        """Show what is wrong, in its own words."""
        if not _is_attended():
            print(f"{title}: {error}", file=sys.stderr)
            return
        box = self._box(Icon.Warning, title, error.what)
        details = "\n".join(part for part in (error.why, error.fix) if part)
        box.setInformativeText(details or (str(error) if len(error.problems) > 1 else ""))
        box.exec()

    def _ask(self, icon: QMessageBox.Icon, title: str, text: str, buttons: Button) -> QMessageBox.StandardButton:
        box = self._box(icon, title, text)
        box.setStandardButtons(buttons)
        return Button(box.exec())

    def _box(self, icon: QMessageBox.Icon, title: str, text: str) -> QMessageBox:
        box = QMessageBox(icon, title, text, Button.NoButton, self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)  # names come from files, and may look like HTML
        return box


def _is_attended() -> bool:
    """Tell whether there is a screen, and so perhaps a person."""
    return QGuiApplication.platformName() not in ("offscreen", "minimal")
