"""The floor below a mechanism in space, the shadows on it, and rods that end in balls."""

# ruff: noqa: F811
from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from blocks import Diagram
from editor.animation_data import Picture, ResultRun, Scene
from editor.animation_export import image
from editor.animation_frame import Look, fit
from editor.animation_ground import Floor, floor_of
from editor.animation_ink import ink_for
from editor.animation_marks import Mark
from editor.animation_motion import Motion
from editor.animation_space import View, clear_of_balls
from editor.style import DARK, LIGHT
from libraries import spatial
from solver.simulate import simulate

SLOPE = np.array([0.3, -0.2, 1.0])


def motion_of(diagram: Diagram) -> Motion:
    scene = Scene(diagram)
    return Motion(scene, ResultRun(simulate(diagram, 0.1), scene.signals))


def falling(normal: np.ndarray | None = None) -> Motion:
    """Return a ball that falls, over a plane or without one."""
    d = Diagram("falling")
    d.add("world", spatial.World())
    d.add("ball", spatial.Body(m=1, start={"position": [0.4, 0.3, 1.5]}))
    if normal is not None:
        d.add("contact", spatial.SphereOnPlane(radius="0.1 m", point=[0, 0, 0.2], normal=normal.tolist()))
        d.connect("ball.a", "contact.a")
    return motion_of(d)


@pytest.mark.parametrize("normal", [None, np.array([0.0, 0.0, 1.0]), SLOPE])
def test_lines_and_shadows_lie_on_the_floor(normal: np.ndarray | None) -> None:
    floor = floor_of(falling(normal))
    upright = np.array([0.0, 0.0, 1.0]) if normal is None else normal / np.linalg.norm(normal)
    points = np.random.default_rng(1).normal(size=(20, 3))
    shadows = floor.below(points)
    for found in (floor.lines.reshape(-1, 3), shadows):
        height = (found - floor.middle) @ upright
        assert np.abs(height).max() < 1e-9
    # light falls straight down, whatever the plane's slope is
    assert np.abs((shadows - points)[:, :2]).max() < 1e-9
    # lines at whole steps, of which none is outside the round plane
    assert np.linalg.norm(floor.lines - floor.middle, axis=2).max() <= floor.reach * (1 + 1e-9)
    across = floor.lines[:, 0] @ np.stack([floor.u, floor.v], axis=1) / floor.step
    assert np.abs(across - across.round()).min(axis=1).max() < 1e-9


def test_without_a_ground_the_floor_is_below_everything() -> None:
    motion = falling()
    assert floor_of(motion).middle[2] == pytest.approx(motion.extent()[0][2])


def test_a_wall_gets_its_light_from_the_front() -> None:
    floor = floor_of(falling(np.array([1.0, 0.0, 0.0])))
    assert np.isfinite(floor.below(np.eye(3))).all()


def test_rods_begin_at_the_surface_of_balls() -> None:
    marks = [Mark("bar", "rod", ()), Mark("ball", "end", (), radius=0.2), Mark("bar", "other", ())]
    points = np.array([[0.0, 0, 0], [3, 0, 4], [0, 0, 0], [0.1, 0, 0], [0, 2, 0]])
    found = clear_of_balls(Picture(marks, [slice(0, 2), slice(2, 3), slice(3, 5)], points))
    assert np.linalg.norm(found[0]) == pytest.approx(0.97 * 0.2)
    assert np.cross(found[0], points[1]) == pytest.approx(0)
    # the far end, and a rod that only passes near the middle, stay where they are
    assert found[1:] == pytest.approx(points[1:])


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_ball_has_a_shadow_below_it(qtbot, theme) -> None:
    motion, look, ink = falling(np.array([0.0, 0.0, 1.0])), Look(view=View(elevation=30.0)), ink_for(theme)
    look.window.resize(400.0, 300.0)
    fit(look, motion)
    look.window.scale *= 0.5
    picture, floor = image(motion, look, theme, 0.0), floor_of(motion)
    ball = np.array([0.4, 0.3, 1.5])

    def seen(point: np.ndarray) -> QColor:
        at = look.window.pixels(look.view.flat(point[None]))[0]
        assert QRectF(0, 0, 400, 300).contains(*at)
        return picture.pixelColor(*(int(value) for value in at))

    shadow = floor.below(ball[None])[0]
    beside = shadow + 0.27 * floor.step * (floor.u + floor.v)
    assert seen(shadow).name() == ink.shadow
    assert QColor(ink.shadow).lightness() < seen(beside).lightness()
    assert seen(beside).name() != ink.back
    assert picture.pixelColor(1, 298).name() == ink.back  # far away nothing is left of the floor


def test_from_below_the_floor_hides_nothing(qtbot) -> None:
    motion, look = falling(np.array([0.0, 0.0, 1.0])), Look(view=View(elevation=-30.0))
    look.window.resize(200.0, 150.0)
    fit(look, motion)
    picture = image(motion, look, LIGHT, 0.0)
    colors = {picture.pixelColor(x, y).name() for x in range(200) for y in range(150)}
    assert ink_for(LIGHT).shadow not in colors


def test_a_floor_without_size_has_lines() -> None:
    floor = Floor(np.zeros(3), *np.eye(3), step=0.5, reach=1.0)
    assert len(floor.lines) == 10
