"""The page one begins with: a new diagram, the files one had open, and the example robots as pictures."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from editor.examples import examples
from editor.recovery import abandoned
from editor.settings import recent_files, settings
from editor.start_card import PICTURE, Card
from editor.style import Theme

EXAMPLES = Path(__file__).resolve().parent.parent / "projects"
SIDE = 300  # px
EDGE = 40
RIGHT = 24  # of the side
BESIDE = 20  # px of a button beside its text
GAP = 20
SHOWN = 8  # recent files


class StartPage(QWidget):
    """What to begin on the left, examples on the right; says what was chosen by signals."""

    open_asked = Signal(str)
    choose_asked = Signal()
    new_asked = Signal()
    tour_asked = Signal()
    recover_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.cards: list[Card] = []
        self.setObjectName("start_page")
        self.side, self.examples = QScrollArea(), QScrollArea()
        self.side.setFixedWidth(SIDE)
        self.side.setObjectName("start_side")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        for area, share in ((self.side, 0), (self.examples, 1)):
            area.setWidgetResizable(True)
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            line.addWidget(area, share)
        self._grid = QGridLayout()
        self._columns = 0
        self._painter = QTimer(self)
        self._painter.setInterval(0)
        self._painter.timeout.connect(self._paint_next)

    def refresh(self) -> None:
        """Show what there is now."""
        self.side.setWidget(self._make_side())
        self.examples.setWidget(self._make_examples())
        self._arrange()
        self._painter.start()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme; pictures are painted anew."""
        self.theme = theme
        for card in self.cards:
            card.is_painted = False
        self._painter.start()

    def _make_side(self) -> QWidget:
        page = QWidget()
        page.setObjectName("start_side")
        column = QVBoxLayout(page)
        column.setContentsMargins(EDGE, 44, RIGHT, 32)
        column.setSpacing(8)
        title, text = QLabel("Junctura"), QLabel("Draw a robot, turn the drawing into equations, see what happens.")
        title.setObjectName("title")
        text.setObjectName("dim")
        text.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(text)
        column.addSpacing(14)
        is_first = not settings().value("tour_done", False, type=bool)
        for word, keys, is_main, signal in (
            ("First steps", "F1", is_first, self.tour_asked), ("New diagram", "Ctrl+N", not is_first, self.new_asked),
            ("Open\u2026", "Ctrl+O", False, self.choose_asked),
        ):  # fmt: skip
            column.addWidget(_button(word, keys, is_main, signal))
        self._add_list(column, "NOT SAVED", [(_when(side), "", side, self.recover_asked) for side in abandoned()])
        recent = [(path.name, path.parent.name, path, self.open_asked) for path in recent_files()[:SHOWN]]
        self._add_list(column, "RECENT", recent)
        column.addStretch()
        return page

    def _add_list(self, column: QVBoxLayout, title: str, entries: list[tuple[str, str, Path, SignalInstance]]) -> None:
        if not entries:
            return
        column.addSpacing(22)
        column.addWidget(_head(title))
        for name, folder, path, signal in entries:
            # a project's diagram is known by its folder
            words = (folder, name) if name == "diagram.toml" and folder else (name, folder)
            button = QPushButton()
            button.setObjectName("flat")
            button.ensurePolished()
            room = SIDE - EDGE - RIGHT - BESIDE
            shown = button.fontMetrics().elidedText(words[0], Qt.TextElideMode.ElideMiddle, room)
            button.setText(shown.replace("&", "&&"))
            button.setToolTip(str(path).replace("<", "&lt;"))
            button.setAccessibleName(f"{folder} / {name}" if folder else name)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, path=path, signal=signal: signal.emit(str(path)))
            column.addWidget(button)

    def _make_examples(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(EDGE, 54, EDGE, EDGE)
        column.setSpacing(14)
        column.addWidget(_head("EXAMPLES"))
        self._grid, self._columns = QGridLayout(), 0
        self._grid.setSpacing(GAP)
        self.cards = []
        for example in examples(EXAMPLES):
            card = Card(example)
            card.chosen.connect(lambda file=example.file: self.open_asked.emit(str(file)))
            self.cards.append(card)
        column.addLayout(self._grid)
        column.addStretch()
        return page

    def _arrange(self) -> None:
        """Put as many cards beside each other as there is room for."""
        room = self.width() - SIDE - 2 * EDGE + GAP
        columns = max(1, room // (PICTURE.width() + 26 + GAP))
        if columns == self._columns:
            return
        for card in self.cards:
            self._grid.removeWidget(card)
        self._grid.setColumnStretch(self._columns, 0)
        self._columns = columns
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // columns, number % columns)
        self._grid.setColumnStretch(columns, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _paint_next(self) -> None:
        """Paint one picture at a time, so that the page is there at once."""
        for card in self.cards:
            if not card.is_painted and self.isVisible():
                from editor.thumbnail import thumbnail

                card.show_picture(thumbnail(card.example, self.theme, PICTURE, self.devicePixelRatioF()))
                return
        self._painter.stop()


def _button(word: str, keys: str, is_main: bool, signal: SignalInstance) -> QPushButton:
    button = QPushButton(word)
    button.setObjectName("main" if is_main else "")
    button.setMinimumHeight(36)
    button.setToolTip(keys)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.clicked.connect(lambda: signal.emit())
    return button


def _when(side: Path) -> str:
    """Return what is known of a diagram that was never saved: when it was drawn."""
    return f"untitled, {datetime.fromtimestamp(side.stat().st_mtime):%d %b %H:%M}"


def _head(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("head")
    return label
