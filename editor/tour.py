"""The first steps: a note in the corner that leads through building a pendulum with a motor and a controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from editor.settings import settings
from editor.tour_steps import STEPS

if TYPE_CHECKING:
    from editor.main_window import MainWindow

WIDTH = 340


class Tour(QFrame):
    """The note; it goes on by itself when a step is done, or does the step when asked to."""

    def __init__(self, window: MainWindow) -> None:
        assert window.workspace is not None
        super().__init__(window)
        self._window = window
        self.number = 0
        self.setObjectName("note")
        self.setFixedWidth(WIDTH)
        self.title, self.text = QLabel(), QLabel()
        self.title.setStyleSheet("font-weight: bold; font-size: 14px; background: transparent;")
        self.text.setWordWrap(True)
        self.text.setStyleSheet("background: transparent;")
        self.show_me, self.next, self.leave = QPushButton("Show me"), QPushButton("Next"), QPushButton("End")
        self.leave.setObjectName("dim_flat")
        self.next.setObjectName("main")
        self.show_me.clicked.connect(self.do_step)
        self.next.clicked.connect(self.go_on)
        self.leave.clicked.connect(self.end)
        line = QHBoxLayout()
        line.addWidget(self.leave)
        line.addStretch()
        line.addWidget(self.show_me)
        line.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        for widget in (self.title, self.text):
            column.addWidget(widget)
        column.addLayout(line)
        window.workspace.document.changed.connect(self._look)
        window.workspace.controller.state_changed.connect(self._look)
        window.workspace.destroyed.connect(self.hide)
        window.installEventFilter(self)
        self._show_step()

    def do_step(self) -> None:
        """Do the step for the person."""
        STEPS[self.number].do(self._window)
        self._look()

    def go_on(self) -> None:
        """Show the next step, or end after the last."""
        if self.number + 1 == len(STEPS):
            self.end()
            return
        self.number += 1
        self._show_step()

    def end(self) -> None:
        """Take the note away; the tour is not offered again."""
        settings().setValue("tour_done", True)
        self.hide()

    def _look(self, *_: object) -> None:
        is_under_way = self.isVisible() and self._window.workspace is not None and self.number < len(STEPS) - 1
        if is_under_way and STEPS[self.number].is_done(self._window):
            self.go_on()

    def _show_step(self) -> None:
        step = STEPS[self.number]
        self.title.setText(f"{self.number + 1} of {len(STEPS)}: {step.title}")
        self.text.setText(step.text)
        self.next.setText("Done" if self.number + 1 == len(STEPS) else "Next")
        self.show()
        self.raise_()
        self._place()

    def _place(self) -> None:
        workspace = self._window.workspace
        if workspace is None:
            return
        self.setFixedHeight(self.layout().heightForWidth(WIDTH))  # type: ignore[union-attr]
        corner = workspace.canvas.mapTo(self._window, workspace.canvas.rect().topRight())
        self.move(corner.x() - WIDTH - 16, corner.y() + 44)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False

