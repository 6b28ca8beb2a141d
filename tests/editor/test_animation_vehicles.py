"""Gears, wheels and masses on a line in the animation; no window is needed."""

from __future__ import annotations

import numpy as np
import pytest

from blocks import Diagram
from editor.animation_data import ResultRun, Scene
from editor.animation_motion import Motion
from libraries import spatial
from solver.simulate import simulate
from tests.models import vehicle_models


def marks_of(d: Diagram, instant: float) -> list[tuple[str, str, np.ndarray]]:
    scene = Scene(d)
    motion = Motion(scene, ResultRun(simulate(d, until=instant), scene.signals))
    return [(mark.name, mark.kind, points) for mark, points in motion.picture(instant)]


def test_both_wheels_of_a_gear_are_discs_and_the_ring_lies_below() -> None:
    marks = [(kind, points) for name, kind, points in marks_of(vehicle_models.planetary(3, 1), 0.1) if name == "outer"]
    assert [kind for kind, _ in marks] == ["disc", "disc"]
    radii = [np.linalg.norm(points[1] - points[0]) for _, points in marks]
    assert radii == pytest.approx([vehicle_models.PLANETARY["ring"], vehicle_models.PLANETARY["planet"]], rel=1e-6)


def test_a_tyre_is_as_long_as_its_diameter_and_points_ahead() -> None:
    marks = marks_of(vehicle_models.two_track(0.0, 0.2, 5.0), 0.01)
    (tyre,) = [points for name, kind, points in marks if name == "front_left" and kind == "plate"]
    along = tyre[1] - tyre[0]
    assert np.linalg.norm(along) == pytest.approx(0.6, rel=1e-6)
    assert np.arctan2(along[1], along[0]) == pytest.approx(0.2, abs=0.01)


def test_a_mass_on_a_line_is_a_ball_between_its_ends() -> None:
    d = Diagram("line")
    d.add("world", spatial.World(gravity="none"))
    d.add("one", spatial.PointMass(start={"position": [0, 0, 0], "v": [0, 0, 0]}))
    d.add("two", spatial.PointMass(start={"position": [1, 0, 2], "v": [0, 0, 0]}))
    d.add("mass", spatial.LineMass(fraction=0.25))
    d.connect("one.a", "mass.a")
    d.connect("two.a", "mass.b")
    (ball,) = [points for name, kind, points in marks_of(d, 0.1) if name == "mass" and kind == "ball"]
    assert ball[0] == pytest.approx([0.25, 0, 0.5], abs=1e-6)
