"""The menu from which an animation is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

RATES = (10, 15, 20, 25, 30, 50)
SIZES = ((640, 360), (800, 450), (1280, 720), (1920, 1080), (800, 800))
KINDS = (
    ("Film as GIF...", "GIF (*.gif)", "film"),
    ("Film as MP4...", "MP4 (*.mp4)", "film"),
    ("This instant...", "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)", "instant"),
    ("Superimposed frames...", "PDF (*.pdf);;SVG (*.svg);;PNG (*.png)", "superimposed"),
)


class ExportMenu(QMenu):
    """What to save, how many frames per second, and how large."""

    chosen = Signal(object, str)  # the file and what: film, instant or superimposed

    def __init__(self, parent: QWidget, suggested: Callable[[], Path]) -> None:
        super().__init__(parent)
        self._suggested = suggested  # the file, without its ending
        self.fps, self.size_px = 25, (800, 450)
        for text, pattern, way in KINDS:
            self.addAction(text).triggered.connect(
                lambda _=False, pattern=pattern, way=way: self._ask(pattern, way)
            )
        self.addSeparator()
        self.rates = self._choices("Frame rate", "fps", {f"{rate} frames per second": rate for rate in RATES})
        self.sizes = self._choices("Size", "size_px", {f"{size[0]} x {size[1]}": size for size in SIZES})

    def _choices(self, title: str, name: str, values: dict[str, Any]) -> QActionGroup:
        menu, group = self.addMenu(title), QActionGroup(self)
        for text, value in values.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(value == getattr(self, name))
            group.addAction(action)
            action.triggered.connect(lambda _=False, value=value: setattr(self, name, value))
        return group

    def _ask(self, pattern: str, way: str) -> None:
        start = f"{self._suggested()}{_ending(pattern)}"
        name, kind = QFileDialog.getSaveFileName(self.parentWidget(), "Save animation", start, pattern)
        if name:
            ending = _ending(kind)
            self.chosen.emit(Path(name) if Path(name).suffix else Path(name + ending), way)


def _ending(pattern: str) -> str:
    return pattern.partition("*")[2].partition(")")[0]
