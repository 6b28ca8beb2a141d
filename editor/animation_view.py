"""The widget that shows a motion at an instant: zoom at the cursor, drag to pan or to turn, fit."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from editor.animation_frame import Look, fit, flat, follow, ghost_instants, paint_back, paint_front
from editor.animation_ink import color
from editor.animation_motion import Motion
from editor.animation_watch import TURNING, Watcher
from editor.style import Theme

HINT = "Run the diagram to see it move."
NOTHING = "Nothing to draw: there are no planar or spatial parts."


class MotionView(Watcher, QWidget):
    """Paints a motion."""

    def __init__(self, theme: Theme) -> None:
        QWidget.__init__(self)
        self.begin(theme, Look())
        self._grabbed: QPointF | None = None
        self.setMinimumSize(160, 120)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setToolTip("Wheel zooms, drag moves or turns, F or a double click fits")

    def sizeHint(self) -> QSize:
        return QSize(480, 300)

    def forget(self) -> None:
        """Forget the background."""
        self._back: QPixmap | None = None
        self._back_key: Any = None

    def refresh(self) -> None:
        """Paint anew."""
        self.update()

    def fit_window(self) -> None:
        """Choose the window so that the whole motion is in it."""
        assert self.motion is not None
        fit(self.look, self.motion)

    def is_inside(self) -> bool:
        """Tell whether everything so far is in the window."""
        assert self.motion is not None
        cloud = self.motion.cloud()
        if not len(cloud):
            return True
        pixels = self.look.window.pixels(flat(self.look, self.motion, cloud))
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
        is_panning = event.buttons() & (Qt.MouseButton.MiddleButton | Qt.MouseButton.RightButton)
        if self.is_spatial and not is_panning and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.turn(TURNING * way.x(), TURNING * way.y())
        else:
            self.look.window.x -= way.x() / self.look.window.scale
            self.look.window.y += way.y() / self.look.window.scale
        self.is_fitted = False
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None
