"""The widget that shows a motion at an instant: zoom at the cursor, drag to pan or to turn, fit."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from editor.animation_frame import Look, fit, flat, follow, ghost_instants, paint_back, paint_front
from editor.animation_ink import color, ink_for
from editor.animation_motion import Motion
from editor.style import Theme

HINT = "Run the diagram to see it move."
NOTHING = "Nothing to draw: there are no planar or spatial parts."


class MotionView(QWidget):
    """Paints a motion. It fits by itself until somebody zooms or pans."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.look, self.ink = Look(), ink_for(theme)
        self.motion: Motion | None = None
        self.instant = 0.0
        self.is_fitted = True
        self._grabbed: QPointF | None = None
        self._back: QPixmap | None = None
        self._back_key: Any = None
        self.setMinimumSize(160, 120)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setToolTip("Wheel zooms, drag moves or turns, F or a double click fits")

    def sizeHint(self) -> QSize:
        return QSize(480, 300)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.ink = ink_for(theme)
        self._back_key = None
        self.update()

    def set_motion(self, motion: Motion | None) -> None:
        """Show another motion; where somebody has zoomed in, it stays so."""
        is_other = motion is None or self.motion is None or motion.scene.dimension != self.motion.scene.dimension
        self.motion, self._back_key = motion, None
        if motion is not None and motion.scene.dimension == 3:
            self.look.view.up = motion.scene.up
        if is_other or self.is_fitted:
            self.fit()
        self.update()

    def set_instant(self, instant: float) -> None:
        """Show another instant."""
        self.instant = instant
        if self.is_fitted and self.motion is not None and not self._is_inside(self.motion):
            fit(self.look, self.motion)
        self.update()

    def fit(self) -> None:
        """Show the whole motion."""
        self.is_fitted = True
        if self.motion is not None and self.motion.scene.dimension:
            fit(self.look, self.motion)
        self.update()

    def _is_inside(self, motion: Motion) -> bool:
        """Tell whether everything so far is in the window: a growing run does not shake it otherwise."""
        cloud = motion.cloud()
        if not len(cloud) or not motion.scene.dimension:
            return True
        pixels = self.look.window.pixels(flat(self.look, motion, cloud))
        window = self.look.window
        return bool((pixels > 8).all() and (pixels < [window.width - 8, window.height - 8]).all())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        motion = self.motion
        if motion is None or not motion.scene.dimension or not len(motion.time):
            painter.fillRect(self.rect(), color(self.ink.back))
            painter.setPen(color(self.ink.text))
            text = NOTHING if motion is not None and not motion.scene.dimension else HINT
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text)
            return
        if self.look.is_following:
            follow(self.look, motion, self.instant)
        painter.drawPixmap(0, 0, self._background(motion))
        paint_front(painter, self.look, self.ink, motion, self.instant)

    def _background(self, motion: Motion) -> QPixmap:
        """Return background and pale frames, painted only if they have changed."""
        window, view = self.look.window, self.look.view
        ghosts = tuple(ghost_instants(motion, self.instant)) if self.look.has_ghosts else ()
        seen = (window.width, window.height, window.x, window.y, window.scale, view.azimuth, view.elevation)
        key = (seen, ghosts, len(motion.cloud()), self.ink)
        if self._back is None or key != self._back_key:
            ratio = self.devicePixelRatioF()
            back = QPixmap(self.size() * ratio)
            back.setDevicePixelRatio(ratio)
            painter = QPainter(back)
            paint_back(painter, self.look, self.ink, motion, self.instant)
            painter.end()
            self._back, self._back_key = back, key
        return self._back

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.look.window.resize(float(self.width()), float(self.height()))
        if self.is_fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        at = event.position()
        self.look.window.zoom(1.0015 ** event.angleDelta().y(), at.x(), at.y())
        self.is_fitted = False
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grabbed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is None:
            return
        way, self._grabbed = event.position() - self._grabbed, event.position()
        is_turning = self.motion is not None and self.motion.scene.dimension == 3
        is_panning = event.buttons() & (Qt.MouseButton.MiddleButton | Qt.MouseButton.RightButton)
        if is_turning and not is_panning and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.look.view.orbit(0.4 * way.x(), 0.4 * way.y())
        else:
            self.look.window.x -= way.x() / self.look.window.scale
            self.look.window.y += way.y() / self.look.window.scale
        self.is_fitted = False
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        else:
            super().keyPressEvent(event)
