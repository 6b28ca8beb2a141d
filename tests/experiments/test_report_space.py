"""Motions in space on a page: far parts behind near ones, shadows straight below, frames at the instants asked for."""

from __future__ import annotations

import re

import numpy as np
import pytest

from blocks import Diagram
from blocks.color_scale import ColorScale
from editor.report_pictures import ReportPictures
from libraries import spatial
from solver.report_film import Film, FilmFloor, Stroke, mixed
from solver.report_frames import VIEW, frames_picture
from solver.simulate import simulate
from tests.models import spatial_models

X, Y, Z = np.eye(3)


def still(points: list[np.ndarray], strokes: list[Stroke], floor: FilmFloor | None = None, **more) -> Film:
    """Return a film in which nothing moves."""
    return Film(np.array([0.0, 1.0]), np.array([points, points]), strokes, floor=floor, **more)


def paths(svg: str) -> list[np.ndarray]:
    return [np.array(way.replace("L", " ").split(), dtype=float).reshape(-1, 2)
            for way in re.findall(r'd="M([-\d. L]+)"', svg)]  # fmt: skip


@pytest.mark.parametrize("is_reversed", [False, True])
def test_what_is_far_is_behind_what_is_near(is_reversed: bool) -> None:
    to_eye = VIEW[:, 2]
    points = [-to_eye, -to_eye + X, to_eye, to_eye + X]
    strokes = [Stroke("line", (0, 1), "#00ff00"), Stroke("line", (2, 3), "#ff0000")]
    svg = frames_picture(still(points, strokes[::-1] if is_reversed else strokes), (0.0,))
    near, far = svg.index(mixed("#ff0000", "#000000", 0.28)), svg.index('stroke="#')
    assert far < near
    assert mixed("#ff0000", "#000000", 0.28) not in svg[:near]


def test_shadows_are_straight_below() -> None:
    floor = FilmFloor(np.zeros(3), X, Y, Z, step=1.0, reach=2.0)
    points = [np.array([0.2, 0.1, 0.7]), np.array([-0.3, 0.4, 1.2]), 0 * X, X, 0 * X, Y]
    strokes = [Stroke("line", (k, k + 1), "#00ff00") for k in (0, 2, 4)]
    shadow, along_x, along_y, *_ = paths(frames_picture(still(points, strokes, floor), (0.0,)))
    # rods of a metre that lie on the floor tell how a metre along x and one along y look
    metre = np.array([along_x[1] - along_x[0], along_y[1] - along_y[0]])
    wanted = along_x[0] + np.array([[0.2, 0.1], [-0.3, 0.4]]) @ metre
    assert shadow == pytest.approx(wanted, abs=0.2)


def test_a_ball_has_the_colour_of_its_signal() -> None:
    scale = ColorScale("ball", "force", 0.0, 1.0, "#ffe04a", "#dc2626")
    film = still([Z], [Stroke("disc", (0,), "#475569", fill="#e2e8f0", radius=0.2, shade=0)],
                 shades=np.array([[0.0], [1.0]]), scales=(scale,), scale_of=(0,))  # fmt: skip
    for instant, color in ((0.0, "ffe04a"), (1.0, "dc2626")):
        svg = frames_picture(film, (instant,))
        used = re.search(r'<circle [^>]*fill="url\(#([^)]+)\)"', svg)
        assert used is not None
        assert used[1].endswith(color)
        assert f'id="{used[1]}"' in svg


def test_a_film_has_frames_at_the_instants_asked_for() -> None:
    result = simulate(spatial_models.four_bar(), 0.2)
    film = ReportPictures().film(result.model.diagram, result, (0.0371, 0.05, 7.0))
    assert film is not None
    assert {0.0371, 0.05} <= set(film.time.tolist())
    assert (np.diff(film.time) > 0).all()
    assert film.time[-1] == pytest.approx(0.2)
    assert ">0.0371 s<" in frames_picture(film, (0.0371,))


def test_the_ground_is_the_floor_of_a_film() -> None:
    d = Diagram("falling")
    d.add("world", spatial.World())
    d.add("ball", spatial.Body(m=1, start={"position": [0, 0, 1.5]}))
    d.add("contact", spatial.SphereOnPlane(radius="0.1 m", point=[0, 0, 0.25]))
    d.connect("ball.a", "contact.a")
    film = ReportPictures().film(d, simulate(d, 0.1))
    assert film is not None
    assert film.floor is not None
    assert film.floor.below(np.array([[0.3, 0.2, 1.0]])) == pytest.approx(np.array([[0.3, 0.2, 0.25]]))
    assert "ground" not in {stroke.kind for stroke in film.strokes}
