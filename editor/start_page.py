"""The page one begins with: a new diagram, the example robots as pictures, and the files one had open."""

from __future__ import annotations

import tomllib
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from editor.recovery import abandoned
from editor.settings import recent_files, settings
from editor.style import Theme

EXAMPLES = Path(__file__).resolve().parent.parent / "projects"
PICTURE = QSize(272, 150)
COLUMNS = 3


class StartPage(QScrollArea):
    """Cards and lists; says what was chosen by signals."""

    open_asked = Signal(str)
    new_asked = Signal()
    tour_asked = Signal()
    recover_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.cards: list[Card] = []
        self.setWidgetResizable(True)
        self._painter = QTimer(self)
        self._painter.setInterval(0)
        self._painter.timeout.connect(self._paint_next)

    def refresh(self) -> None:
        """Show what there is now."""
        self.cards = []
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(64, 44, 64, 44)
        column.setSpacing(12)
        title, text = QLabel("Junctura"), QLabel("Draw a robot, turn the drawing into equations, see what happens.")
        title.setObjectName("title")
        text.setObjectName("dim")
        column.addWidget(title)
        column.addWidget(text)
        column.addSpacing(10)
        column.addLayout(self._buttons())
        self._add_list(column, "NOT SAVED", [(side.name, side, self.recover_asked) for side in abandoned()])
        column.addSpacing(18)
        column.addWidget(_head("EXAMPLES"))
        column.addLayout(self._examples())
        recent = [(f"{path.parent.name} / {path.name}", path, self.open_asked) for path in recent_files()]
        self._add_list(column, "RECENT", recent)
        column.addStretch()
        self.setWidget(page)
        self._painter.start()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme; pictures are painted anew."""
        self.theme = theme
        for card in self.cards:
            card.is_painted = False
        self._painter.start()

    def _buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(10)
        is_first = not settings().value("tour_done", False, type=bool)
        chosen = (("New diagram", not is_first, self.new_asked), ("First steps", is_first, self.tour_asked))
        for text, is_main, signal in chosen if not is_first else chosen[::-1]:
            button = QPushButton(text)
            button.setObjectName("main" if is_main else "")
            button.setMinimumHeight(34)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
            line.addWidget(button)
        line.addStretch()
        return line

    def _examples(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(18)
        for number, file in enumerate(sorted(EXAMPLES.glob("*/diagram.toml"))):
            card = Card(file)
            card.chosen.connect(lambda file=file: self.open_asked.emit(str(file)))
            self.cards.append(card)
            grid.addWidget(card, number // COLUMNS, number % COLUMNS)
        grid.setColumnStretch(COLUMNS, 1)
        return grid

    def _add_list(self, column: QVBoxLayout, title: str, entries: list[tuple[str, Path, SignalInstance]]) -> None:
        if not entries:
            return
        column.addSpacing(18)
        column.addWidget(_head(title))
        for text, path, signal in entries:
            button = QPushButton(text)
            button.setObjectName("flat")
            button.setToolTip(str(path))
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, path=path, signal=signal: signal.emit(str(path)))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _paint_next(self) -> None:
        """Paint one picture at a time, so that the page is there at once."""
        for card in self.cards:
            if not card.is_painted and self.isVisible():
                from editor.thumbnail import thumbnail

                card.show_picture(thumbnail(card.file, self.theme, PICTURE, self.devicePixelRatioF()))
                return
        self._painter.stop()


class Card(QFrame):
    """An example: its picture, its name and what it is about."""

    chosen = Signal()

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.is_painted = False
        self.setObjectName("card")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(PICTURE.width() + 26)
        self.picture = QLabel()
        self.picture.setFixedSize(PICTURE)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name, text = QLabel(file.parent.name.replace("_", " ").capitalize()), QLabel(_note(file))
        name.setStyleSheet("font-weight: bold; font-size: 14px; background: transparent;")
        text.setObjectName("dim")
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        text.setStyleSheet("background: transparent;")
        self.setAccessibleName(name.text())
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        for widget in (self.picture, name, text):
            column.addWidget(widget)
        column.addStretch()

    def show_picture(self, picture: QPixmap | None) -> None:
        """Show the picture, or none if the file cannot be drawn."""
        self.is_painted = True
        if picture is not None:
            self.picture.setPixmap(picture)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)


def _head(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("head")
    return label


def _note(file: Path) -> str:
    """Return what a diagram says about itself, without reading it as a diagram."""
    try:
        note = tomllib.loads(file.read_text(encoding="utf-8")).get("note", "")
    except (OSError, ValueError):
        return ""
    return str(note)[:160]
