"""Schedules, and numbers of elements."""

import numpy as np
import pytest

from blocks import Diagram, ModelError
from libraries.signals import Constant, Match, Schedule, WhichAbove
from solver.model import compile_model
from solver.simulate import simulate


def test_schedule_turns_on_what_its_table_names() -> None:
    built = Diagram()
    intervals = {"begins": [0.5, 0.8], "ends": [1.0, 1.5], "channels": [[1, 3], [3, 0]]}
    built.add("table", Schedule(n=4, **intervals))
    result = simulate(built, 2.0, interval=0.01)
    y, t = result["table.y"], result.time
    inside = (t > 0.501) & (t < 0.999), (t > 0.501) & (t < 1.499)
    outside = (t < 0.499) | (t > 1.501)
    assert (y[inside[0], 0] == 1).all()
    assert (y[inside[1], 2] == 1).all()
    assert not y[outside].any()
    assert not y[:, [1, 3]].any()
    # exact, however long the steps are
    assert np.trapezoid(y[:, 0], t) == pytest.approx(0.5, abs=0.011)


def test_schedule_with_columns_of_different_length_is_refused() -> None:
    built = Diagram()
    built.add("table", Schedule(n=2, begins=[0.0], ends=[1.0], channels=[[1.0], [2.0]]))
    with pytest.raises(ModelError, match="1 begins, 1 ends and 2 rows"):
        compile_model(built)


@pytest.mark.parametrize(
    ("levels", "code", "place"), [([3, 0, 5, 1], 10304, 2), ([0, 0, 0, 0], 0, 0), ([0, 9, 9, 9], 20304, 0)]
)
def test_elements_above_a_threshold_are_numbered_and_found_in_a_list(
    levels: list[float], code: float, place: float
) -> None:
    built = Diagram()
    built.add("levels", Constant(level=levels))
    built.add("which", WhichAbove(n=4, threshold=0.5))
    built.add("match", Match(codes=[10203, 10304]))
    built.connect("levels.y", "which.u")
    built.connect("which.y", "match.u")
    result = simulate(built, 0.1)
    assert result["which.y"][-1] == code
    assert result["match.y"][-1] == place
