"""Where one is in the hierarchy: the diagram and the subsystems on the way, each a click away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class Breadcrumb(QWidget):
    """The names on the way to the diagram shown; ``chosen`` tells the way that was clicked."""

    chosen = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(10, 4, 10, 2)
        self._line.setSpacing(2)
        self._line.addStretch()
        self._shown: tuple[str, ...] = ()

    def show_way(self, root: str, way: tuple[str, ...]) -> None:
        """Show the way from the root diagram."""
        if (root, *way) == self._shown:
            return
        self._shown = (root, *way)
        while (item := self._line.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, name in enumerate((root, *way)):
            if number:
                arrow = QLabel("\u203a")
                arrow.setObjectName("dim")
                self._line.addWidget(arrow)
            self._line.addWidget(self._step(name, way[:number], is_last=number == len(way)))
        self._line.addStretch()

    def _step(self, name: str, way: tuple[str, ...], is_last: bool) -> QPushButton:
        button = QPushButton(name)
        button.setObjectName("flat" if is_last else "dim_flat")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        font = button.font()
        font.setBold(is_last)
        button.setFont(font)
        button.clicked.connect(lambda: self.chosen.emit(way))
        return button
