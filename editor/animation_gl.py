"""The view with OpenGL: all solids are one mesh, all thin things one set of lines, made anew for each instant."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph.opengl as gl
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QSurfaceFormat, QVector3D, QWheelEvent
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLFramebufferObjectFormat
from PySide6.QtWidgets import QLabel, QWidget

from editor.animation_frame import Look, ghost_inks, ghost_instants, paint_scales, paint_time, time_words
from editor.animation_gl_floor import lines, plane, shadow
from editor.animation_ground import floor_of
from editor.animation_ink import Array
from editor.animation_motion import Motion
from editor.animation_solids import Mesh, dashes, solids
from editor.animation_watch import TURNING, Watcher
from editor.style import Theme

LIGHT = np.array([0.35, -0.6, 0.72])  # towards the light, with z up
SMOOTH = 4  # samples for each pixel
WIDTHS = (1.0, 1.6, 1.6)  # px of lines: floor, thin things, trace
LEGEND = 60  # px
MARGIN = 0.88  # of the picture is used by what is fitted


class SpaceView(Watcher, gl.GLViewWidget):
    """Shows a motion in space: drag turns, middle, right or Shift drag moves, wheel zooms, F fits."""

    def __init__(self, theme: Theme, look: Look) -> None:
        gl.GLViewWidget.__init__(self)
        smooth = QSurfaceFormat(self.format())
        smooth.setSamples(SMOOTH)
        self.setFormat(smooth)
        self.begin(theme, look)
        self._grabbed = QPointF()
        self.time = QLabel("", self)
        self.time.move(10, 8)
        self.time.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.floor, self.lines, self.trace = (
            gl.GLLinePlotItem(mode="lines", antialias=True) for _ in WIDTHS
        )
        self.scales = ScaleLegend(self)
        self._set_widths(1.0)
        self.plane, self.shadow, self.mesh, self.ghosts = (
            gl.GLMeshItem(smooth=False, computeNormals=False, **_empty()) for _ in range(4)
        )
        for item in (self.plane, self.floor, self.shadow, self.lines, self.trace, self.mesh, self.ghosts):
            item.setVisible(False)
            self.addItem(item)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        super().set_theme(theme)
        self.setBackgroundColor(self.ink.back)
        self.time.setStyleSheet(f"color: {self.ink.text}; font-size: 11px; background: transparent;")

    def forget(self) -> None:
        """Forget pale frames and floor."""
        self._ghosts: tuple[float, ...] | None = None
        self._floor_of: Any = None

    # the camera

    def fit_window(self) -> None:
        """Choose centre and distance so that the whole motion is seen."""
        middle, distance = self._camera(self.width(), self.height())
        self.opts["center"], self.opts["distance"] = QVector3D(*middle), distance

    def _camera(self, width: float, height: float) -> tuple[list[float], float]:
        """Return where a camera has to look, and from how far, to see everything in a picture of a size."""
        assert self.motion is not None
        axes = self.look.view.axes()
        seen = self.motion.cloud() @ axes.T
        middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
        x, y, away = np.abs(seen[:, 0] - middle[0]), np.abs(seen[:, 1] - middle[1]), seen[:, 2] - middle[2]
        across, upward = self._slopes(width, height)
        distance = max((x / (MARGIN * across) - away).max(), (y / (MARGIN * upward) - away).max(), 1e-3)
        return [float(value) for value in self._upright((middle @ axes)[None])[0]], float(distance)

    def _slopes(self, width: float, height: float) -> tuple[float, float]:
        across = float(np.tan(np.radians(self.opts["fov"] / 2)))  # the field of view is that of the width
        return across, across * height / max(width, 1)

    def is_inside(self) -> bool:
        """Tell whether all of the motion so far is seen."""
        assert self.motion is not None
        centre = np.array([self.opts["center"].x(), self.opts["center"].y(), self.opts["center"].z()])
        axes = self.look.view.axes() @ self.look.view.floor_axes().T
        x, y, away = ((self._upright(self.motion.cloud()) - centre) @ axes.T).T
        across, upward = self._slopes(self.width(), self.height())
        depth = self.opts["distance"] + away
        return bool((np.abs(x) < 0.98 * across * depth).all() and (np.abs(y) < 0.98 * upward * depth).all())

    def _upright(self, points: Array) -> Array:
        """Return points with what is up along z, as the view has it."""
        return points @ self.look.view.floor_axes().T

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.scales.setGeometry(0, self.height() - LEGEND, self.width(), LEGEND)
        if self.is_fitted and self.has_motion:
            self.fit_window()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.is_fitted = False
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grabbed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        way, self._grabbed = event.position() - self._grabbed, event.position()
        left, moves = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        if event.buttons() == left and not event.modifiers() & moves:
            self.turn(TURNING * way.x(), TURNING * way.y())
        else:
            self.pan(way.x(), way.y(), 0, relative="view")
        self.is_fitted = False

    # what is seen

    def refresh(self) -> None:
        """Show the instant anew."""
        motion = self.motion
        if not self.has_motion or motion is None or motion.scene.dimension != 3:
            return
        view = self.look.view  # what is written to a file is seen by the same eye
        self.setCameraPosition(azimuth=view.azimuth, elevation=view.elevation)
        size = max(float(np.linalg.norm(np.subtract(*motion.extent()))), 1e-3)
        light = LIGHT @ self.look.view.floor_axes()
        mesh = solids(motion.picture(self.instant), self.ink, size, light)
        self._set_mesh(self.mesh, mesh)
        self._set_lines(self.lines, mesh.line_points, mesh.line_colors)
        self._set_floor(motion, mesh)
        self._set_ghosts(motion, size, light)
        is_traced = bool(self.look.trace) and motion.is_traceable(self.look.trace)
        way = motion.trace(self.look.trace, self.instant) if is_traced else np.zeros((0, 3))
        self._set_lines(self.trace, dashes(way, 0.008 * size), _rgba(self.ink.trace))
        if self.look.is_following and is_traced:
            self.opts["center"] = QVector3D(*(float(value) for value in self._upright(way[-1:])[0]))
        self.time.setText(time_words(self.instant))
        self.time.adjustSize()
        self.update()

    def _set_mesh(self, item: Any, mesh: Mesh) -> None:
        item.setVisible(bool(len(mesh.faces)))
        if len(mesh.faces):
            item.setMeshData(vertexes=self._upright(mesh.points), faces=mesh.faces, faceColors=mesh.colors)

    def _set_lines(self, item: Any, points: Array, colors: Any) -> None:
        finite = len(points) > 1 and bool(np.isfinite(points).all())
        item.setVisible(finite)
        if finite:
            item.setData(pos=self._upright(points).astype(np.float32), color=colors)

    def _set_widths(self, ratio: float) -> None:
        for item, width in zip((self.floor, self.lines, self.trace), WIDTHS, strict=True):
            item.setData(width=ratio * width)

    def _set_floor(self, motion: Motion, mesh: Mesh) -> None:
        floor = floor_of(motion)
        key = motion.extent()[0].tobytes(), motion.extent()[1].tobytes(), self.ink
        if key != self._floor_of:
            self._floor_of = key
            self._set_lines(self.floor, *lines(floor, self.ink))
            self._set_mesh(self.plane, plane(floor, self.ink))
        # from below, a floor would hide everything
        is_from_above = floor.up @ -self.look.view.axes()[2] > 0
        self.plane.setVisible(bool(is_from_above))
        self._set_mesh(self.shadow, shadow(mesh, floor, self.ink) if is_from_above else Mesh())

    def _set_ghosts(self, motion: Motion, size: float, light: Array) -> None:
        instants = tuple(ghost_instants(motion, self.instant)) if self.look.has_ghosts else ()
        if instants != self._ghosts:
            self._ghosts = instants
            inks = ghost_inks(self.ink, len(instants))
            meshes = [solids(motion.picture(t), ink, size, light) for t, ink in zip(instants, inks, strict=True)]
            self._set_mesh(self.ghosts, Mesh.joined(meshes))

    def picture(self, instant: float, width: int, height: int, ratio: float = 1.0) -> QImage:
        """Return an instant as an image of any size: seen as on the screen, or everything if that is fitted."""
        before = self.instant, self.opts["center"], self.opts["distance"]
        self.instant = instant
        self.refresh()
        if self.is_fitted and not self.look.is_following and self.has_motion:
            middle, self.opts["distance"] = self._camera(width, height)
            self.opts["center"] = QVector3D(*middle)
        size = QSize(round(width * ratio), round(height * ratio))
        self._set_widths(ratio)
        self.makeCurrent()
        kind = QOpenGLFramebufferObjectFormat()
        kind.setSamples(SMOOTH)
        kind.setAttachment(QOpenGLFramebufferObject.Attachment.CombinedDepthStencil)
        buffer = QOpenGLFramebufferObject(size, kind)
        buffer.bind()
        area = (0, 0, size.width(), size.height())
        self.context().functions().glViewport(*area)
        self.paint(region=area, viewport=area)
        made = buffer.toImage().convertToFormat(QImage.Format.Format_RGB32)
        buffer.release()
        self.doneCurrent()
        self._set_widths(1.0)
        self.instant, self.opts["center"], self.opts["distance"] = before
        self.refresh()
        made.setDevicePixelRatio(ratio)
        painter = QPainter(made)
        paint_time(painter, self.ink, width, instant)
        if self.motion is not None:
            paint_scales(painter, self.ink, height, self.motion)
        painter.end()
        return made


class ScaleLegend(QWidget):
    """What colours mean, over the view."""

    def __init__(self, view: SpaceView) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view.motion is not None and self._view.motion.scene.colorings:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_scales(painter, self._view.ink, self.height(), self._view.motion)


def _rgba(text: str, alpha: float = 1.0) -> tuple[float, ...]:
    color = QColor(text)
    return color.redF(), color.greenF(), color.blueF(), alpha


def _empty() -> dict[str, Any]:
    return {"vertexes": np.zeros((3, 3)), "faces": np.array([[0, 1, 2]])}
