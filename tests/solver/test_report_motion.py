"""The picture of a mechanism's motion in a report."""

from __future__ import annotations

import numpy as np
import pytest

from blocks import Diagram
from libraries import rotational
from solver.report_motion import VIEWS, draw_motion
from solver.simulate import simulate
from tests.models import planar_models, spatial_models


@pytest.mark.parametrize("make", [planar_models.fourbar, spatial_models.four_bar], ids=["planar", "spatial"])
def test_moving_parts_are_drawn(make) -> None:
    figure = draw_motion(simulate(make(), 0.2))
    assert figure is not None
    assert len(figure.axes[0].lines) > 20


def test_space_is_drawn_right_handed() -> None:
    x, y, z = VIEWS["spatial"][1]
    assert np.linalg.det([x, y]) > 0
    assert z[1] > 0


def test_nothing_to_draw() -> None:
    d = Diagram("wheel")
    d.add("wheel", rotational.Inertia(J=1, start={"phi": 0, "w": 1}))
    assert draw_motion(simulate(d, 0.1)) is None
