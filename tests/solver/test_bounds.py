"""Values that a block refuses: parameters that exceed others of it, tables that do not fit together."""

from __future__ import annotations

import pytest

from blocks import Block, Diagram, ModelError
from libraries.control import PID
from libraries.gas import DoubleActingCylinder
from libraries.signals import Constant, Limiter, Schedule
from solver.flatten import flatten
from solver.model import compile_model
from solver.simulate import simulate


def with_limits(**values: object) -> Diagram:
    d = Diagram("d")
    d.add("u", Constant(level=5))
    d.add("limits", Limiter(**values))
    d.connect("u.y", "limits.u")
    return d


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (Limiter(low=2), '"b.low" is 2; it must be at most 1, which is "high".'),
        (PID(low=1, high=-1), '"b.low" is 1; it must be at most -1, which is "high".'),
        (
            DoubleActingCylinder(bore="20 mm", rod_diameter="3 cm"),
            '"b.rod_diameter" is 0.03 m; it must be at most 0.02 m, which is "bore".',
        ),
        (Schedule(n=4, channels=[[1], [5]]), '"b.channels" is 5; it must be at most 4, which is "n".'),
        (Schedule(n=4, channels=[["= 1"], ["= -1"]]), '"b.channels" is -1; it must be at least 0.'),
        (Schedule(begins=[0, 3]), '"b.begins" is 3 s; it must be at most 2 s, which is "ends".'),
    ],
)
def test_what_exceeds_its_bound_is_told(block: Block, message: str) -> None:
    d = Diagram("d")
    d.add("b", block)
    assert message in [str(problem) for problem in flatten(d).problems]


def test_equal_limits_are_allowed() -> None:
    assert simulate(with_limits(low=0, high=0), 1.0)["limits.y"][-1] == 0


def test_both_limits_can_be_moved_past_each_other_at_once() -> None:
    model = compile_model(with_limits())
    moved = simulate(model, 1.0, parameters={"limits.low": 6, "limits.high": 7})
    assert moved["limits.y"][-1] == 6
    with pytest.raises(ModelError, match=r'"limits.low" is 6; it must be at most 1, which is "high"'):
        simulate(model, 1.0, parameters={"limits.low": 6})


def test_a_block_is_named_in_errors_of_its_class() -> None:
    d = Diagram("d")
    d.add("moves", Schedule(begins=[0]))
    (problem,) = flatten(d).problems
    assert problem.where == "moves"
    assert problem.what == 'Block "moves": The schedule has 1 begins, 2 ends and 2 rows of channels.'
