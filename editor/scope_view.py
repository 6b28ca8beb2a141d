"""The area of a plot where curves are: how mouse and wheel move through it."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal


class ScopeView(pg.ViewBox):
    """The wheel zooms the time at the mouse, with Shift the values; dragging moves, with Ctrl it frames a part."""

    moved_by_hand = Signal(bool, bool)  # whether the time, the values were
    clicked = Signal(float, bool)  # the time there, with Shift or not
    fit_asked = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.disableAutoRange()
        self.sigRangeChangedManually.connect(self._tell)
        self._before = self.viewRange()

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        if axis is None:
            axis = 1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        self._remember()
        super().wheelEvent(event, axis=axis)

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        is_frame = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self.state["mouseMode"] = self.RectMode if is_frame else self.PanMode
        self._remember()
        super().mouseDragEvent(event, axis=axis)
        if is_frame and event.isFinish():
            self._tell()

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.fit_asked.emit()
        else:
            is_second = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.clicked.emit(self.mapSceneToView(event.scenePos()).x(), is_second)
        event.accept()

    def _remember(self) -> None:
        self._before = [list(part) for part in self.viewRange()]

    def _tell(self, *_: object) -> None:
        old, new = self._before, self.viewRange()
        self.moved_by_hand.emit(list(old[0]) != list(new[0]), list(old[1]) != list(new[1]))
