"""The animation panel: the mechanism of a diagram as it moves, in the plane or in space."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from blocks.errors import ModelError
from editor.animation_data import Run, Scene
from editor.animation_menu import ExportMenu
from editor.animation_motion import Motion
from editor.animation_player import Player
from editor.animation_view import MotionView
from editor.color_popup import ColorPopup, starred
from editor.document import Document
from editor.elided_label import ElidedLabel
from editor.frame_clock import FrameClock
from editor.style import Theme

MOST_TRACES = 60
# from where it is looked at: name, key, degrees about what is up, degrees above the floor
EYES = (
    ("Corner", "0", -60.0, 22.0), ("Front", "1", -90.0, 0.0), ("Right", "2", 0.0, 0.0), ("Back", "3", 90.0, 0.0),
    ("Left", "4", 180.0, 0.0), ("Top", "5", -90.0, 89.9),
)  # fmt: skip


class AnimationPanel(QWidget):
    """Shows runs of a document's diagram; ``show_run`` is called again and again while one grows."""

    def __init__(self, controller: Any, document: Document, theme: Theme) -> None:
        super().__init__()
        self.controller, self.document, self.theme = controller, document, theme
        self.motion: Motion | None = None
        self._scene: Scene | None = None  # of the diagram, until it changes
        self._scales = dict(document.diagram.colors)
        self.known_signals: Callable[[], list[str]] = list
        document.changed.connect(self._forget_scene)
        self.view, self.player = MotionView(theme), Player(theme)
        self.space: Any = None  # the view with OpenGL, made when it is first needed
        self._job: Any = None
        self._clock = FrameClock(self)
        self._clock.timeout.connect(self._refresh)
        self._build()
        self.player.moved.connect(self._show)
        self.set_theme(theme)
        if controller is not None:
            controller.begun.connect(self.show_run)
            controller.batch.connect(lambda _: self.show_run(controller.store.last))

    def _build(self) -> None:
        self.title, self.note = QLabel("animation"), ElidedLabel()
        self.ghosts = self._button("ghosts", "Show earlier instants, pale", is_checkable=True)
        self.following = self._button("follow", "Keep the traced point in the middle", is_checkable=True)
        self.tracing = self._button("trace", "Draw the way of a point")
        self.eye = self._button("view", "Look from another side")
        self.eye.setMenu(self._eye_menu())
        self.eye.hide()  # until there is something in space
        self.coloring = self._button("colour", "Show signals as colours of parts")
        self.color_popup = ColorPopup(self, self.document, self._offers)
        self.coloring.clicked.connect(lambda: self.color_popup.open_below(self.coloring, self.theme))
        self.fitting = self._button("fit", "Show the whole motion (F)")
        self.export = self._button("export", "Save as picture or film")
        self.header_buttons = (
            self.ghosts, self.following, self.tracing, self.coloring, self.eye, self.fitting, self.export,
        )  # fmt: skip
        self.ghosts.setChecked(True)
        header = QHBoxLayout()
        header.setContentsMargins(14, 8, 10, 4)
        header.setSpacing(2)
        header.addWidget(self.title)
        header.addSpacing(8)
        header.addWidget(self.note)
        header.addStretch(1)
        for button in self.header_buttons:
            header.addWidget(button)
        self.stack = QStackedLayout()
        self.view.setParent(self)  # else it is a window of its own for a moment, and takes the keyboard
        self.stack.addWidget(self.view)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(header)
        whole.addLayout(self.stack, 1)
        whole.addWidget(self.player)
        self.ghosts.toggled.connect(self._set_look)
        self.following.toggled.connect(self._set_look)
        self.fitting.clicked.connect(lambda: self.shown.fit())
        self.export_menu = ExportMenu(self, self._suggested)
        self.export.setMenu(self.export_menu)
        self.export_menu.chosen.connect(self.export_to)
        self._fill_traces()

    def _button(self, text: str, tip: str, *, is_checkable: bool = False) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setCheckable(is_checkable)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def _suggested(self) -> Path:
        """Return where a film is saved if nobody says otherwise: beside the diagram, under its name."""
        path = self.document.path
        return (path.parent if path is not None else Path.home()) / self.document.diagram.name

    def _eye_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, key, azimuth, elevation in EYES:
            action = menu.addAction(f"{text}\t{key}")
            action.triggered.connect(lambda _=False, eye=(azimuth, elevation): self.look_from(*eye))
        return menu

    def look_from(self, azimuth: float, elevation: float) -> None:
        """Look from another side, in degrees about what is up and above the floor, at the whole motion."""
        view = self.view.look.view
        view.azimuth, view.elevation = azimuth, elevation
        self.shown.fit()

    # the run

    def show_run(self, run: Run | None) -> None:
        """Show a run; of the same one again, what it has recorded since."""
        if run is None:
            self._take(None)
        elif self.motion is None or self.motion.run is not run:
            self._take(Motion(self._known_scene(), run))
        else:
            self._clock.ask()

    def signals(self) -> list[str]:
        """Return the signals that a run has to record so that it can be shown."""
        return self._known_scene().signals

    @property
    def has_something(self) -> bool:
        """Tell whether there is anything to be seen of the diagram."""
        return bool(self._known_scene().marks)

    def _known_scene(self) -> Scene:
        if self._scene is None:
            self._scene = Scene(self.document.diagram)
        return self._scene

    def _forget_scene(self, *_: object) -> None:
        scales, self._scene = self._scales, None
        self._scales = dict(self.document.diagram.colors)
        if self.motion is not None and scales != self._scales:
            instant = self.player.instant
            self._take(Motion(self._known_scene(), self.motion.run))
            self.player.go_to(instant)

    def _offers(self) -> tuple[list[str], list[str]]:
        """Return the parts that can be coloured, and the signals that can tell how."""
        names = (mark.name for mark in self._known_scene().marks if mark.kind not in ("ground", "axes"))
        return starred(names), starred(self.known_signals())

    def _tell_colors(self) -> None:
        """Say why a colour is not seen, as soon as there is something to be coloured."""
        problems = self.motion.color_problems() if self.motion is not None and len(self.motion.time) else []
        where = problems[0].where if problems else ""
        is_new = where in self.known_signals()  # and was not recorded
        what = problems[0].what if problems else ""
        self.note.setText(f'Run again to see "{where}" as a colour.' if is_new else what)

    def _take(self, motion: Motion | None) -> None:
        is_other = motion is None or self.motion is None or motion.scene.signals != self.motion.scene.signals
        self.motion = motion
        self.player.pause()
        self.player.is_newest = True
        if is_other:
            self.view.look.trace = motion.scene.default_trace if motion is not None else ""
            # solid bodies would hide the present one
            self.ghosts.setChecked(motion is None or motion.scene.dimension == 2)
        self._fill_traces()
        self._choose_view()
        for view in self._views():
            view.set_motion(motion)
        self._set_range()
        self._tell_colors()

    def _refresh(self) -> None:
        if self.motion is not None:
            had_none = not len(self.motion.time)
            self.motion.refresh()
            if had_none and len(self.motion.time):
                self._fill_traces()
                for view in self._views():
                    view.set_motion(self.motion)
                self._tell_colors()
            self._set_range()

    def _set_range(self) -> None:
        time = self.motion.time if self.motion is not None else np.zeros(0)
        self.player.set_range(*((float(time[0]), float(time[-1])) if len(time) else (0.0, 0.0)))

    def _show(self, instant: float) -> None:
        self.shown.set_instant(instant)

    @property
    def shown(self) -> Any:
        """Return the view that is seen: the painted one, or the one with OpenGL."""
        return self.stack.currentWidget()

    def _views(self) -> list[Any]:
        return [self.view] if self.space is None else [self.view, self.space]

    def _choose_view(self) -> None:
        """Show a motion in space with OpenGL where there is one."""
        is_spatial = self.motion is not None and self.motion.scene.dimension == 3
        if is_spatial and self.space is None:
            from editor.animation_3d import make_space_view

            self.space = make_space_view(self.theme, self.view.look)
            if self.space is not None:
                self.stack.addWidget(self.space)
        self.eye.setVisible(is_spatial)
        self.stack.setCurrentWidget(self.space if is_spatial and self.space is not None else self.view)

    # how it is looked at

    def _set_look(self) -> None:
        self.view.look.has_ghosts = self.ghosts.isChecked()
        self.view.look.is_following = self.following.isChecked()
        if not self.following.isChecked() and self.view.is_fitted:
            self.view.fit()
        self._show(self.player.instant)

    def set_trace(self, name: str) -> None:
        """Trace a point by its name; "" for none."""
        self.view.look.trace = name
        self._show(self.player.instant)

    def _fill_traces(self) -> None:
        menu, group = QMenu(self.tracing), QActionGroup(self)
        names = [name for name in self.motion.scene.traces if self.motion.is_traceable(name)] if self.motion else []
        for name in ["", *names[:MOST_TRACES]]:
            action = menu.addAction(name or "none")
            action.setCheckable(True)
            action.setChecked(name == self.view.look.trace)
            group.addAction(action)
            action.triggered.connect(lambda _=False, name=name: self.set_trace(name))
        self.tracing.setMenu(menu)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        for view in self._views():
            view.set_theme(theme)
        self.player.set_theme(theme)
        self.title.setStyleSheet(f"font-weight: 600; color: {theme.text};")
        self.note.setStyleSheet(f"color: {theme.dim}; font-size: 11px;")
        style = (
            f"QToolButton {{ border: none; background: transparent; color: {theme.dim}; padding: 2px 6px;"
            f" border-radius: 6px; }} QToolButton:hover {{ background: {theme.grid}; }}"
            f"QToolButton:checked {{ color: {theme.accent}; }} QToolButton::menu-indicator {{ image: none; }}"
        )
        for button in self.header_buttons:
            button.setStyleSheet(style)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        eyes = [eye for eye in EYES if event.text() == eye[1]]
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.player.toggle()
        elif eyes and self.shown.is_spatial:
            self.look_from(*eyes[0][2:])
        else:
            super().keyPressEvent(event)

    # files

    def export_to(self, path: Path, way: str = "film") -> None:
        """Write a film (.gif, .mp4) in the background, or a picture (.png, .svg, .pdf) at once."""
        from editor.animation_export import Photographer, save_image, start_film, write_picture

        if self._job is not None and self._job.isRunning():
            self.note.setText(f"{self._job.path.name} is still being saved.")
            return
        if self.motion is None or not len(self.motion.time):
            self.note.setText("Run the diagram first: there is nothing to save yet.")
            return
        menu, is_photo = self.export_menu, self.shown is self.space
        try:
            if way == "film":
                # with OpenGL pictures are taken, without they are painted
                shoot = Photographer(self.space.picture) if is_photo else None
                self._job = start_film(
                    path, self.motion, self.view.look, self.theme, fps=menu.fps, size=menu.size_px,
                    pace=self.player.pace, shoot=shoot,
                )  # fmt: skip
                self._job.told.connect(self.note.setText)
                return
            instant = self.player.instant if way == "instant" else None
            if is_photo and instant is not None and path.suffix.lower() == ".png":
                save_image(self.space.picture(instant, *menu.size_px, 2.0), path)
            else:
                if is_photo:  # vectors are painted as seen by that eye, but whole
                    self.view.fit()
                write_picture(path, self.motion, self.view.look, self.theme, instant, menu.size_px)
            self.note.setText(f"Saved {path.name}")
        except (ModelError, OSError) as error:
            self.note.setText(str(error))
