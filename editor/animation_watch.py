"""What the painted view of a motion and the one with OpenGL share: what is watched, and from where."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from editor.animation_frame import Look
from editor.animation_ink import Ink, ink_for
from editor.animation_motion import Motion
from editor.style import Theme

TURNING = 0.4  # degrees for each pixel
ARROWS = {
    int(Qt.Key.Key_Left): (-5.0, 0.0), int(Qt.Key.Key_Right): (5.0, 0.0),
    int(Qt.Key.Key_Up): (0.0, -5.0), int(Qt.Key.Key_Down): (0.0, 5.0),
}  # fmt: skip  # degrees


class Watcher:
    """A view of a motion at an instant. It shows everything until somebody zooms, moves or turns it."""

    def begin(self, theme: Theme, look: Look) -> None:
        """Watch nothing yet."""
        self.look, self.ink = look, ink_for(theme)
        self.motion: Motion | None = None
        self.instant, self.is_fitted = 0.0, True

    @property
    def ink(self) -> Ink:
        """Return the colours."""
        return self._ink

    @ink.setter
    def ink(self, ink: Ink) -> None:
        self._ink = ink
        self.forget()

    @property
    def has_motion(self) -> bool:
        """Tell whether there is anything to be seen."""
        return self.motion is not None and bool(self.motion.scene.dimension) and bool(len(self.motion.time))

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.ink = ink_for(theme)
        self.refresh()

    def set_motion(self, motion: Motion | None) -> None:
        """Show another motion; where somebody has zoomed in, it stays so unless the mechanism is another."""
        is_other = motion is None or self.motion is None or motion.scene.signals != self.motion.scene.signals
        self.motion = motion
        self.forget()
        if motion is not None and motion.scene.dimension == 3:
            self.look.view.up = motion.scene.up
        if is_other or self.is_fitted:
            self.fit()

    def set_instant(self, instant: float) -> None:
        """Show another instant; what has been outside so far is fitted in, so that a growing run does not shake."""
        self.instant = instant
        if self.is_fitted and self.has_motion and not self.is_inside():
            self.fit_window()
        self.refresh()

    def fit(self) -> None:
        """Show the whole motion, from now on."""
        self.is_fitted = True
        if self.has_motion:
            self.fit_window()
        self.refresh()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        elif event.key() in ARROWS and self.is_spatial:
            self.turn(*ARROWS[event.key()])
        else:
            event.ignore()  # others may know it

    @property
    def is_spatial(self) -> bool:
        """Tell whether it can be turned."""
        return self.motion is not None and self.motion.scene.dimension == 3

    def turn(self, right: float, up: float) -> None:
        """Turn the view by degrees."""
        self.look.view.orbit(right, up)
        self.is_fitted = False
        self.refresh()

    @abstractmethod
    def fit_window(self) -> None:
        """Choose what is seen so that the whole motion is."""

    @abstractmethod
    def is_inside(self) -> bool:
        """Tell whether all of the motion so far is seen."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the instant anew."""

    @abstractmethod
    def forget(self) -> None:
        """Forget what was worked out for other colours or another motion."""
