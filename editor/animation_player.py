"""Play, pause and slider of the animation: which instant is shown."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup, QColor, QIcon, QMouseEvent, QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSlider, QStyle, QStyleOptionSlider, QToolButton, QWidget

from editor.style import Theme

STEPS = 10_000  # of the slider
TICK = 16  # ms between frames while playing
PACES = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)


class TimeSlider(QSlider):
    """A slider that goes where one clicks."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, STEPS)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        parts = QStyle.SubControl
        handle = self.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, parts.SC_SliderHandle, self)
        at = event.position().toPoint()
        if not handle.contains(at):
            room = self.width() - handle.width()
            value = QStyle.sliderValueFromPosition(0, STEPS, at.x() - handle.width() // 2, room)
            self.setValue(value)
        super().mousePressEvent(event)


class Player(QWidget):
    """Tells which instant to show: the newest of a growing run, one on the slider, or the next while playing."""

    moved = Signal(float)  # the instant to show

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.start, self.end, self.instant = 0.0, 0.0, 0.0
        self.pace, self.is_newest = 1.0, True
        self.slider, self.label = TimeSlider(), QLabel("0.00 s")
        self.label.setMinimumWidth(58)
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.play_button, self.pace_button = QToolButton(), QToolButton()
        self.play_button.setToolTip("Play or pause (Space)")
        self.play_button.setIconSize(QSize(14, 14))
        self.pace_button.setToolTip("How fast the recorded motion is played")
        self.pace_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 8)
        row.setSpacing(8)
        for part in (self.play_button, self.slider, self.label, self.pace_button):
            row.addWidget(part, 1 if part is self.slider else 0)
        self._clock, self._timer = QElapsedTimer(), QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self.play_button.clicked.connect(self.toggle)
        self.slider.valueChanged.connect(self._slid)
        self._fill_paces()
        self.set_theme(theme)

    @property
    def is_playing(self) -> bool:
        """Tell whether time runs by itself."""
        return self._timer.isActive()

    def set_range(self, start: float, end: float) -> None:
        """Take the first and the last recorded instant; a growing run shows its newest one."""
        self.start, self.end = start, end
        self._show(end if self.is_newest and not self.is_playing else min(max(self.instant, start), end))

    def go_to(self, instant: float) -> None:
        """Show an instant."""
        self.is_newest = instant >= self.end
        self._show(min(max(instant, self.start), self.end))

    def toggle(self) -> None:
        """Play or pause; at the end, play from the start."""
        if self.is_playing:
            self.pause()
            return
        if self.instant >= self.end:
            self.go_to(self.start)
        self.is_newest = False
        self._clock.start()
        self._timer.start()
        self._paint_button()

    def pause(self) -> None:
        """Stop playing."""
        self._timer.stop()
        self._paint_button()

    def set_pace(self, pace: float) -> None:
        """Play faster or slower than real time."""
        self.pace = pace
        self.pace_button.setText(f"{pace:g}x")

    def _tick(self) -> None:
        self.go_to(self.instant + self._clock.restart() / 1000.0 * self.pace)
        if self.instant >= self.end:
            self.pause()

    def _slid(self, value: int) -> None:
        self.go_to(self.start + (self.end - self.start) * value / STEPS)

    def _show(self, instant: float) -> None:
        self.instant = instant
        span = self.end - self.start
        self.slider.blockSignals(True)
        self.slider.setValue(round(STEPS * (instant - self.start) / span) if span > 0 else 0)
        self.slider.blockSignals(False)
        self.label.setText(f"{instant:.2f} s")
        self.moved.emit(instant)

    def _fill_paces(self) -> None:
        menu, group = QMenu(self.pace_button), QActionGroup(self)
        for pace in PACES:
            action = menu.addAction("real time" if pace == 1.0 else f"{pace:g} x real time")
            action.setCheckable(True)
            action.setChecked(pace == 1.0)
            group.addAction(action)
            action.triggered.connect(lambda _=False, pace=pace: self.set_pace(pace))
        self.pace_button.setMenu(menu)
        self.set_pace(1.0)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        rail = "#24324d" if theme.is_dark else "#dbe4ee"
        self.slider.setStyleSheet(
            f"QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {rail}; }}"
            f"QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {theme.accent}; }}"
            f"QSlider::handle:horizontal {{ width: 11px; height: 11px; margin: -5px 0; border-radius: 6px;"
            f" background: {theme.panel}; border: 1.5px solid {theme.accent}; }}"
        )
        self.label.setStyleSheet(f"color: {theme.dim}; font-size: 11px;")
        flat = "QToolButton { border: none; background: transparent; padding: 2px; border-radius: 6px; }"
        hover = f"QToolButton:hover {{ background: {theme.grid}; }} QToolButton::menu-indicator {{ image: none; }}"
        self.play_button.setStyleSheet(flat + hover)
        self.pace_button.setStyleSheet(f"{flat} {hover} QToolButton {{ color: {theme.dim}; font-size: 11px; }}")
        self._paint_button()

    def _paint_button(self) -> None:
        image = QPixmap(28, 28)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.accent))
        if self.is_playing:
            painter.drawRoundedRect(6, 4, 6, 20, 2, 2)
            painter.drawRoundedRect(16, 4, 6, 20, 2, 2)
        else:
            painter.drawPolygon(QPolygonF([QPointF(7, 4), QPointF(24, 14), QPointF(7, 24)]))
        painter.end()
        self.play_button.setIcon(QIcon(image))
