"""The buttons to run, pause, step and stop, how far a run is, and how fast it may go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QActionGroup, QColor, QIcon, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from editor.run_control import RunController
from editor.scope_measure import number_text
from editor.style import Theme
from editor.theme import mixed, mono_font

PACES: tuple[tuple[str, float | None], ...] = (
    ("as fast as it can", None), ("0.1x real", 0.1), ("0.5x real", 0.5), ("1x real", 1.0), ("2x real", 2.0),
    ("10x real", 10.0),
)  # fmt: skip
HEIGHT, ICON = 28, 14
WIDTH = 230, 280  # px for time and progress, at least and if there is room
TIPS = {
    "run": "Run (Ctrl+T)",
    "pause": "Pause, or go on (Space)",
    "step": "One step of the solver (F10)",
    "stop": "Stop (Ctrl+Shift+T)",
}


class RunBar(QWidget):
    """Run, pause, step, stop; time and progress; pace; whether values are shown on connections.

    ``wanted_signals`` tells what the next run has to record besides what the model's scopes show.
    """

    def __init__(self, controller: RunController, theme: Theme, wanted_signals: Callable[[], list[str]] = list) -> None:
        super().__init__()
        self._controller = controller
        self._wanted_signals = wanted_signals
        self.buttons = {word: QToolButton() for word in TIPS}
        self.time = TimeBar(theme)
        self.pace = QToolButton()
        self.pace.setText("max speed")
        self.values = QToolButton()  # the window's action, when it has one
        self._build()
        self.set_theme(theme)
        self._show_state(controller.state)

    def _build(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for word, button in self.buttons.items():
            button.setToolTip(TIPS[word])
            button.setAccessibleName(word)
            button.setFixedSize(30, HEIGHT)
            button.setIconSize(QSize(ICON, ICON))
            button.clicked.connect(getattr(self, word))
            layout.addWidget(button)
        layout.addSpacing(6)
        layout.addWidget(self.time)
        layout.addWidget(self.pace)
        self.pace.setToolTip("How fast simulated time may go")
        self.pace.setFixedHeight(HEIGHT)
        self.pace.setMinimumWidth(84)
        self.pace.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pace.setMenu(self._pace_menu())
        layout.addWidget(self.values)
        self.values.setFixedHeight(HEIGHT)
        self._controller.state_changed.connect(self._show_state)
        self._controller.progressed.connect(self._show_progress)
        self._controller.begun.connect(self._begin)

    def _pace_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for text, factor in PACES:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(factor == self._controller.pace)
            group.addAction(action)
            action.triggered.connect(lambda _=False, text=text, factor=factor: self._set_pace(text, factor))
        return menu

    def _set_pace(self, text: str, factor: float | None) -> None:
        self.pace.setText("max speed" if factor is None else text)
        self._controller.set_pace(factor)

    def run(self) -> None:
        """Begin a run, or go on with a paused one."""
        if self._controller.state == "paused":
            self._controller.resume()
        else:
            self._controller.run(also=self._wanted_signals())

    def pause(self) -> None:
        """Pause, or go on."""
        if self._controller.state == "paused":
            self._controller.resume()
        else:
            self._controller.pause()

    def step(self) -> None:
        """Take one step, of a new run if there is none."""
        self._controller.step(self._wanted_signals())

    def stop(self) -> None:
        """End the run."""
        self._controller.stop()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        tint = mixed(theme.panel, theme.accent, 0.10).name()
        run = mixed(theme.panel, theme.good, 0.10).name()
        self.setStyleSheet(
            f"QToolButton {{ border: 1px solid {theme.line}; border-radius: 6px; background: {theme.panel};"
            f" color: {theme.text}; font-size: 12px; padding: 0 6px; }}"
            f"QToolButton:hover {{ background: {tint}; }} QToolButton:checked {{ color: {theme.accent}; }}"
            f"QToolButton::menu-indicator {{ image: none; width: 0; }}"
        )
        self.buttons["run"].setStyleSheet(f"QToolButton:enabled {{ background: {run}; }}")
        colors = {"run": theme.good, "pause": theme.edge, "step": theme.edge, "stop": theme.bad}
        for word, button in self.buttons.items():
            button.setIcon(sign(word, colors[word], theme.line))
        self.time.set_theme(theme)

    def _show_state(self, state: str) -> None:
        is_active = self._controller.is_active
        self.buttons["run"].setEnabled(state not in ("compiling", "running"))
        self.buttons["pause"].setEnabled(is_active)
        self.buttons["stop"].setEnabled(is_active)
        self.time.show_state(state)

    def _begin(self, run: Any) -> None:
        self.time.begin(run.until)

    def _show_progress(self, progress: Any) -> None:
        self.time.show_progress(progress.time, progress.fraction, progress.left, self._controller.speed)


def sign(word: str, color: str, faint: str) -> QIcon:
    """Return the sign on a button, with a faint one for when it cannot be pressed."""
    icon = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, faint)):
        picture = QPixmap(2 * ICON, 2 * ICON)
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tint), 1, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(QColor(tint))
        for shape in SIGNS[word]:
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in shape]))
        painter.end()
        icon.addPixmap(picture, mode)
    return icon


def _bar(x: float, width: float, top: float = 2, bottom: float = 12) -> tuple[tuple[float, float], ...]:
    return ((x, top), (x + width, top), (x + width, bottom), (x, bottom))


SIGNS: dict[str, list[tuple[tuple[float, float], ...]]] = {
    "run": [((3, 2), (12, 7), (3, 12))],
    "pause": [_bar(3, 2.5), _bar(8.5, 2.5)],
    "step": [((2, 2), (9, 7), (2, 12)), _bar(10.5, 1.5)],
    "stop": [_bar(2.5, 9, 2.5, 11.5)],
}


class TimeBar(QWidget):
    """The simulated time, how fast it goes, how long it will still take, and a bar for how much is done."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._until: float | None = None
        self._time = self._fraction = 0.0
        self._left: float | None = None
        self._speed: float | None = None
        self._state = "idle"
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(mono_font(12))

    def sizeHint(self) -> QSize:
        return QSize(WIDTH[1], HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH[0], HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.update()

    def begin(self, until: float | None) -> None:
        """A new run begins."""
        self._until, self._time, self._fraction, self._left, self._speed = until, 0.0, 0.0, None, None
        self.update()

    def show_state(self, state: str) -> None:
        """Tell what is going on."""
        self._state = state
        self.update()

    def show_progress(self, time: float, fraction: float, left: float | None, speed: float | None) -> None:
        """Tell how far it is."""
        self._time, self._fraction, self._left, self._speed = time, fraction, left, speed
        self.update()

    @property
    def left_text(self) -> str:
        """Return how long it will still take, "" if that is hardly worth waiting for or not known."""
        if self._left is None or self._left < 2 or self._left > 1e7:
            return ""
        for size, word in ((3600, "h"), (60, "min")):
            if self._left >= 2 * size:
                return f"{self._left / size:.0f} {word}"
        return f"{self._left:.0f} s"

    @property
    def text(self) -> tuple[str, str]:
        """Return what it says, at the left and at the right."""
        until = f" / {number_text(self._until)} s" if self._until else ""
        left = f"t = {self._time:.2f} s{until}" if self._time or self._state != "idle" else f"t = 0 s{until}"
        words = {"compiling": "compiling …", "paused": "paused", "failed": "failed", "finished": "finished"}
        if self._state == "running" and self._speed is not None:
            speed = f"{self._speed:.{1 if self._speed < 100 else 0}f}x"
            return left, f"{speed} real time" if not self.left_text else f"{speed} \u00b7 {self.left_text} left"
        return left, words.get(self._state, "")

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.canvas if theme.is_dark else "#f8fafc"))
        painter.drawRoundedRect(frame, 6, 6)
        tint = {"failed": theme.bad, "paused": theme.warning, "compiling": theme.dim}.get(self._state, theme.good)
        inside = frame.adjusted(9, 0, -9, -2)
        left, right = self.text
        painter.setPen(QColor(theme.text))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, left)
        painter.setPen(QColor(tint))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, right)
        if self._fraction > 0:
            done = QRectF(frame.left() + 1, frame.bottom() - 2.5, (frame.width() - 2) * min(1.0, self._fraction), 2.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tint))
            painter.drawRoundedRect(done, 1, 1)
        painter.end()
