"""The line at the bottom: problems, what the model consists of, whether it is saved, and the zoom."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from editor.style import Theme
from editor.theme import mono_font
from editor.top_bar import dot_icon

HEIGHT = 28
MESSAGE = 6_000  # ms that a message stays


class StatusLine(QWidget):
    """The state of the document in one line; ``problems_asked`` when the count of problems is clicked."""

    problems_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._count = 0
        self._statistics = ""
        self.setObjectName("status_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.problems = QPushButton()
        self.problems.setObjectName("flat")
        self.problems.setIconSize(QSize(12, 12))
        self.problems.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.problems.clicked.connect(self.problems_asked)
        self.middle, self.right = QLabel(), QLabel()
        for label in (self.middle, self.right):
            label.setObjectName("dim")
            label.setTextFormat(Qt.TextFormat.PlainText)  # names in messages may look like HTML
            label.setFont(mono_font(11))
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 0, 14, 0)
        line.setSpacing(22)
        line.addWidget(self.problems)
        line.addWidget(self.middle, 1)
        line.addWidget(self.right)
        self._clear = QTimer(self)
        self._clear.setSingleShot(True)
        self._clear.timeout.connect(lambda: self.middle.setText(self._statistics))
        self.show_problems(0)

    def show_problems(self, count: int) -> None:
        """Show how many problems there are."""
        self._count = count
        self.problems.setText(f"{count} problem{'s' if count > 1 else ''}" if count else "No problems")
        self.problems.setIcon(dot_icon(self.theme.bad if count else self.theme.good))

    def show_statistics(self, text: str) -> None:
        """Show what the model consists of."""
        self._statistics = text
        if not self._clear.isActive():
            self.middle.setText(text)

    def show_message(self, text: str) -> None:
        """Show a hint for a few seconds in place of the statistics."""
        self.middle.setText(" ".join(text.split()))
        self._clear.start(MESSAGE)

    def show_file(self, path: Path | None, is_changed: bool, zoom: int) -> None:
        """Show the state of the file, and the zoom."""
        state = "not saved" if is_changed or path is None else "saved"
        self.right.setText(f"{state} \u00b7 {path.name if path is not None else 'untitled'} \u00b7 {zoom} %")

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.show_problems(self._count)
