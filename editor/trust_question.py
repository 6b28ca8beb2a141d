"""Asking a person whether the code that a project brings along may run. Opening a diagram runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from blocks.called import CalledBlock
from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.trust import code_files, is_trusted, trust, was_trusted

MOST_NAMES = 12


def may_run(diagram: Diagram) -> bool:
    """Tell whether a diagram may be run; asks where it has code that nobody has trusted yet."""
    folder = diagram.folder
    try:
        if folder is None or not any(_project_blocks(diagram)) or is_trusted(folder):
            return True
        if not _is_attended():
            return True  # the run will say that the project is not trusted
        if not ask_trust(folder):
            return False
        trust(folder)
    except (ModelError, OSError):
        pass  # the run will say what is wrong
    return True


def ask_trust(folder: Path) -> bool:
    """Ask whether a person trusts the code in a folder."""
    box = QMessageBox(QApplication.activeWindow())
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Run the project's code?")
    changed = " It has changed since you trusted it." if was_trusted(folder) else ""
    box.setText(f'The project "{folder.resolve().name}" brings along code of its own.{changed}')
    files = [path.relative_to(folder.resolve()).as_posix() for path in code_files(folder)]
    more = f"\n... and {len(files) - MOST_NAMES} more" if len(files) > MOST_NAMES else ""
    box.setInformativeText(
        "Code can do anything with your files. Trust it only if you know who wrote it, or have read it:\n\n"
        + "\n".join(files[:MOST_NAMES]) + more
    )  # fmt: skip
    yes = box.addButton("Trust and run", QMessageBox.ButtonRole.AcceptRole)
    no = box.addButton("Do not run", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(no)
    box.exec()
    return box.clickedButton() is yes


def _project_blocks(diagram: Diagram) -> Iterator[CalledBlock]:
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram):
            yield from _project_blocks(part)
        elif isinstance(part, CalledBlock) and part.runs_project_code and name not in diagram.disabled:
            yield part


def _is_attended() -> bool:
    return QGuiApplication.platformName() not in ("offscreen", "minimal")
