"""The list of what is wrong with the diagram, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from blocks.errors import ModelError
from editor.style import Theme
from editor.theme import mixed

MOST = 100  # rows
LEAST_WIDTH = 330  # px: sentences in a narrower column are hard to read


class ProblemsPanel(QScrollArea):
    """Problems, red, and warnings, amber; a click tells which block is meant."""

    where_clicked = Signal(str)  # the name of a block of the outermost diagram
    place_clicked = Signal(str)  # the full name: "arm.elbow.axis"

    def __init__(self, theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._theme = theme
        self._problems: list[ModelError] = []
        self._warnings: list[ModelError] = []
        self._run_warnings: list[ModelError] = []
        self.rows: list[ProblemRow] = []
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(LEAST_WIDTH)
        self._fill()

    def show_problems(self, problems: Sequence[ModelError]) -> None:
        """Show what a check or a run has found."""
        self._problems = [one for problem in problems for one in problem.problems]
        if self._problems:
            self._warnings = []
        self._fill()

    def show_warnings(self, warnings: Sequence[str]) -> None:
        """Show what a person should know although the model can be solved."""
        self._warnings = [ModelError(text) for text in warnings]
        self._fill()

    def show_run_warnings(self, warnings: Sequence[ModelError]) -> None:
        """Show what a run has told about itself."""
        self._run_warnings = list(warnings)
        self._fill()

    @property
    def warnings(self) -> list[ModelError]:
        """Return the warnings that are shown, each once: runs repeat those about their model."""
        return list({warning.what: warning for warning in (*self._warnings, *self._run_warnings)}.values())

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self._fill()

    def _fill(self) -> None:
        theme = self._theme
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        found = [(problem, theme.bad) for problem in self._problems]
        found += [(warning, theme.warning) for warning in self.warnings]
        self.rows = [ProblemRow(problem, color, theme) for problem, color in found[:MOST]]
        for row in self.rows:
            row.clicked.connect(self._clicked)
            layout.addWidget(row)
        rest = len(found) - MOST
        note = "No problems" if not found else (f"and {rest} more" if rest > 0 else "")
        if note:
            label = QLabel(note, alignment=Qt.AlignmentFlag.AlignLeft)
            label.setStyleSheet(f"color: {theme.dim};")
            layout.addWidget(label)
        layout.addStretch(1)
        inside.setStyleSheet(f"QWidget {{ background: {theme.panel}; }}")
        self.setStyleSheet(f"ProblemsPanel {{ background: {theme.panel}; }}")
        self.setWidget(inside)

    def _clicked(self, where: str) -> None:
        if where:
            self.place_clicked.emit(where)
            self.where_clicked.emit(where.partition(".")[0].partition("[")[0])


class ProblemRow(QFrame):
    """One problem: what in bold, why and what to do below."""

    clicked = Signal(str)

    def __init__(self, problem: ModelError, color: str, theme: Theme) -> None:
        super().__init__()
        self.problem = problem
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(Dot(color), 0, Qt.AlignmentFlag.AlignTop)
        self._text = QLabel(text_of(problem, theme), wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        # the whole row is one thing to click
        self._text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout.addWidget(self._text, 1)
        hover = mixed(theme.panel, color, 0.06).name()
        self.setStyleSheet(
            f"ProblemRow {{ border-radius: 6px; }} QLabel {{ background: transparent; color: {theme.text}; }}"
            f"ProblemRow:hover, ProblemRow:focus {{ background: {hover}; }}"
        )
        if problem.where:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setToolTip(f'Click shows "{problem.where}".')

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit(self.problem.where)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit(self.problem.where)
        else:
            super().keyPressEvent(event)


def text_of(problem: ModelError, theme: Theme) -> str:
    """Return a problem as text with bold and dim parts."""
    parts = [f"<b>{_html(problem.what)}</b>"]
    if problem.why:
        parts.append(f'<span style="color:{theme.dim}">{_html(problem.why)}</span>')
    if problem.fix:
        parts.append(_html(problem.fix))
    return "<br>".join(parts)


def _html(text: str) -> str:
    # equations stand indented below what they belong to
    lines = [line.replace("  ", "&nbsp; ") for line in escape(text, quote=False).splitlines()]
    return "<br>".join(lines)


class Dot(QWidget):
    """A small coloured dot."""

    def __init__(self, color: str) -> None:
        super().__init__()
        self._color = color
        self.setFixedSize(10, 18)

    def sizeHint(self) -> QSize:
        return QSize(10, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._color))
        painter.drawEllipse(1, 5, 8, 8)
        painter.end()
