"""The view with OpenGL: all solids are one mesh, all thin things one set of lines, made anew for each instant."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph.opengl as gl
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QSurfaceFormat, QVector3D

from editor.animation_frame import Look, ghost_instants
from editor.animation_ink import Array, Ink, ink_for
from editor.animation_motion import Motion
from editor.animation_solids import Mesh, solids
from editor.style import Theme

LIGHT = np.array([0.35, -0.6, 0.72])  # towards the light, with z up


class SpaceView(gl.GLViewWidget):
    """Shows a motion in space: drag turns, middle drag moves, wheel zooms, F fits."""

    def __init__(self, theme: Theme, look: Look) -> None:
        super().__init__()
        smooth = QSurfaceFormat(self.format())
        smooth.setSamples(4)
        self.setFormat(smooth)
        self.motion: Motion | None = None
        self.look, self.instant = look, 0.0
        self.ink: Ink = ink_for(theme)
        self._ghosts: tuple[Any, ...] | None = None
        self._floor_of: Any = None
        self.floor, self.lines, self.trace = (
            gl.GLLinePlotItem(mode=mode, antialias=True, width=width)
            for mode, width in (("lines", 1.0), ("lines", 1.6), ("line_strip", 1.6))
        )
        self.mesh, self.ghosts = (gl.GLMeshItem(smooth=False, computeNormals=False, **_empty()) for _ in range(2))
        for item in (self.floor, self.lines, self.trace, self.mesh, self.ghosts):
            item.setVisible(False)
            self.addItem(item)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.ink = ink_for(theme)
        self.setBackgroundColor(self.ink.back)
        self._ghosts = self._floor_of = None
        self.set_instant(self.instant)

    def set_motion(self, motion: Motion | None) -> None:
        """Show another motion; the eye stays where it is unless the mechanism is another."""
        is_other = motion is None or self.motion is None or motion.scene.signals != self.motion.scene.signals
        self.motion, self._ghosts, self._floor_of = motion, None, None
        if is_other:
            self.fit()

    def fit(self) -> None:
        """Show the whole motion."""
        if self.motion is None or self.motion.scene.dimension != 3 or not len(self.motion.time):
            return
        axes = self.look.view.axes()
        seen = self.motion.cloud() @ axes.T
        low, high = seen.min(axis=0), seen.max(axis=0)
        across = np.tan(np.radians(self.opts["fov"] / 2))  # the field of view is that of the width
        upward = across * self.height() / max(self.width(), 1)
        reach = max((high[0] - low[0]) / across, (high[1] - low[1]) / upward, 1e-3) / 2
        distance = 1.2 * reach + (high[2] - low[2]) / 2
        middle = self._upright(((low + high) / 2 @ axes)[None])[0]
        self.opts["center"] = QVector3D(*(float(value) for value in middle))
        self.setCameraPosition(distance=distance, azimuth=self.look.view.azimuth, elevation=self.look.view.elevation)
        self.set_instant(self.instant)

    def set_instant(self, instant: float) -> None:
        """Show another instant."""
        self.instant = instant
        motion = self.motion
        if motion is None or motion.scene.dimension != 3 or not len(motion.time):
            return
        size = max(float(np.linalg.norm(np.subtract(*motion.extent()))), 1e-3)
        light = LIGHT @ self.look.view.floor_axes()
        mesh = solids(motion.picture(instant), self.ink, size, light)
        self._set_mesh(self.mesh, mesh)
        self._set_lines(self.lines, mesh.line_points, mesh.line_colors)
        self._set_floor(motion)
        self._set_ghosts(motion, size, light)
        is_traced = bool(self.look.trace) and motion.is_traceable(self.look.trace)
        way = motion.trace(self.look.trace, instant) if is_traced else np.zeros((0, 3))
        self._set_lines(self.trace, way, _rgba(self.ink.trace))
        if self.look.is_following and is_traced:
            self.opts["center"] = QVector3D(*(float(value) for value in self._upright(way[-1:])[0]))
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

    def _set_floor(self, motion: Motion) -> None:
        key = motion.extent()[0].tobytes(), motion.extent()[1].tobytes(), self.ink
        if key != self._floor_of:
            self._floor_of = key
            self._set_lines(self.floor, motion.floor().reshape(-1, 3), _rgba(self.ink.thin, 0.6))

    def _set_ghosts(self, motion: Motion, size: float, light: Array) -> None:
        instants = tuple(ghost_instants(motion, self.instant)) if self.look.has_ghosts else ()
        if instants == self._ghosts:
            return
        self._ghosts = instants
        shares = [0.14 + 0.24 * (number + 1) / len(instants) for number in range(len(instants))]
        inks = [self.ink.faded(share) for share in shares]
        meshes = [solids(motion.picture(t), ink, size, light) for t, ink in zip(instants, inks, strict=True)]
        self._set_mesh(self.ghosts, Mesh.joined(meshes))

    def _upright(self, points: Array) -> Array:
        """Return points with what is up along z, as the view has it."""
        return points @ self.look.view.floor_axes().T

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        # what is written to a file is seen by the same eye
        self.look.view.azimuth, self.look.view.elevation = self.opts["azimuth"], self.opts["elevation"]

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        else:
            super().keyPressEvent(event)


def _rgba(text: str, alpha: float = 1.0) -> tuple[float, ...]:
    color = QColor(text)
    return color.redF(), color.greenF(), color.blueF(), alpha


def _empty() -> dict[str, Any]:
    return {"vertexes": np.zeros((3, 3)), "faces": np.array([[0, 1, 2]])}
