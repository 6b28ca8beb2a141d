"""The line at the bottom: problems, what the model consists of, whether it is saved, and the zoom."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from editor.elided_label import ElidedLabel
from editor.style import Theme
from editor.theme import mono_font
from editor.top_bar import dot_icon

HEIGHT = 28
MESSAGE = 6_000  # ms that a message stays at least
LONGEST = 420  # px for the name of a file and what is beside it
LETTER = 60  # ms for each of its letters, which a person wants to read


class StatusLine(QWidget):
    """The state of the document in one line; ``problems_asked`` when the count of problems is clicked."""

    problems_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._counts = (0, 0)
        self._statistics = ""
        self.setObjectName("status_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.problems = QPushButton()
        self.problems.setObjectName("flat")
        self.problems.setIconSize(QSize(12, 12))
        self.problems.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.problems.clicked.connect(self.problems_asked)
        self.middle, self.right = ElidedLabel(), ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        for label in (self.middle, self.right):
            label.setObjectName("dim")
            label.setFont(mono_font(11))
        self.right.setMaximumWidth(LONGEST)
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

    def show_problems(self, problems: int, warnings: int = 0) -> None:
        """Show how many problems and warnings there are."""
        self._counts = problems, warnings
        theme = self.theme
        color = theme.bad if problems else theme.warning if warnings else theme.good
        self.problems.setText(count_text(problems, warnings))
        self.problems.setIcon(dot_icon(color))

    def show_statistics(self, text: str) -> None:
        """Show what the model consists of."""
        self._statistics = text
        if not self._clear.isActive():
            self.middle.setText(text)

    def show_message(self, text: str) -> None:
        """Show a hint for a few seconds in place of the statistics."""
        self.middle.setText(" ".join(text.split()))
        self._clear.start(max(MESSAGE, LETTER * len(text)))

    def show_file(self, path: Path | None, is_changed: bool, zoom: int) -> None:
        """Show the state of the file, and the zoom."""
        state = "not saved" if is_changed or path is None else "saved"
        self.right.setText(f"{state} \u00b7 {path.name if path is not None else 'untitled'} \u00b7 {zoom} %")

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.show_problems(*self._counts)


def count_text(problems: int, warnings: int) -> str:
    """Return how many there are in words.

    >>> count_text(0, 0), count_text(1, 0), count_text(0, 2)
    ('No problems', '1 problem', 'No problems, 2 warnings')
    """
    text = f"{problems} problem{'s' if problems > 1 else ''}" if problems else "No problems"
    return text + (f", {warnings} warning{'s' if warnings > 1 else ''}" if warnings else "")
