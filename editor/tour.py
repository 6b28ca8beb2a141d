"""The first steps: a strip above the canvas that leads through building a pendulum with a motor and a controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.settings import settings
from editor.tour_steps import STEPS, do_step

if TYPE_CHECKING:
    from editor.main_window import MainWindow

BELOW_BREADCRUMB = 1  # place in the column of the canvas


class Tour(QFrame):
    """The strip; it goes on by itself when a step is done, or does the step when asked to."""

    def __init__(self, window: MainWindow) -> None:
        assert window.workspace is not None
        super().__init__()
        self._window, self._workspace = window, window.workspace
        self.number = 0
        self.setObjectName("tour")
        self.setAccessibleName("First steps")
        self.title, self.text, self.dots = QLabel(), QLabel(), _Dots(window)
        self.title.setStyleSheet("font-weight: bold; font-size: 14px; background: transparent;")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setStyleSheet("background: transparent;")
        self.show_me, self.next, self.leave = QPushButton("Show me"), QPushButton("Next"), QPushButton("End")
        self.leave.setObjectName("dim_flat")
        self.next.setObjectName("main")
        self.show_me.clicked.connect(self.do_step)
        self.next.clicked.connect(self.go_on)
        self.leave.clicked.connect(self.end)
        self._put_together()
        # in the column itself, not over it: nothing a person looks for is covered
        column = window.workspace.canvas.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(BELOW_BREADCRUMB, self)
        window.workspace.document.changed.connect(self._look)
        window.workspace.controller.state_changed.connect(self._look)
        self._show_step()

    def _put_together(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title)
        head.addWidget(self.dots)
        head.addStretch()
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addLayout(head)
        texts.addWidget(self.text)
        texts.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(8)
        row.addLayout(texts, 1)
        for button in (self.leave, self.show_me, self.next):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the canvas keeps the keyboard
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)

    def do_step(self) -> None:
        """Do the step for the person."""
        do_step(self.number, self._window)
        self._look()

    def go_on(self) -> None:
        """Show the next step, or end after the last."""
        if self.number + 1 == len(STEPS):
            self.end()
            return
        self.number += 1
        self._show_step()

    def end(self) -> None:
        """Take the strip away; the tour is not offered again."""
        settings().setValue("tour_done", True)
        self.hide()

    def _look(self, *_: object) -> None:
        is_under_way = self.isVisible() and self._window.workspace is self._workspace and self.number < len(STEPS) - 1
        if is_under_way and STEPS[self.number].is_done(self._window):
            self.go_on()

    def _show_step(self) -> None:
        step = STEPS[self.number]
        self.title.setText(f"{self.number + 1} of {len(STEPS)}: {step.title}")
        self.text.setText(step.text)
        self.next.setText("Done" if self.number + 1 == len(STEPS) else "Next")
        self.dots.show_number(self.number)
        self.show()


class _Dots(QWidget):
    """One dot for each step, those done filled."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window, self._number = window, 0
        self.setFixedSize(14 * len(STEPS), 12)

    def show_number(self, number: int) -> None:
        """Show how far it has gone."""
        self._number = number
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._window.theme
        painter.setPen(Qt.PenStyle.NoPen)
        for i in range(len(STEPS)):
            painter.setBrush(QColor(theme.accent if i <= self._number else theme.line))
            painter.drawEllipse(QPointF(7 + 14 * i, 6), 4, 4)
