"""Maps of what two parameters lead to: each square has the value of its run."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from solver.experiments.comparison import Row
from solver.experiments.maps import NAMED, Grid, draw_map, grid_of
from solver.experiments.measuring import Outcome
from solver.experiments.plan import Experiment, Measure
from solver.report_svg import svg

GRID = Grid("a", "b", "side")


def members() -> list[dict[str, Any]]:
    """Return all pairs of different numbers, on both sides, in no order."""
    found = [{"side": side, "a": a, "b": b} for side, a, b in product((1, 9), range(1, 9), range(1, 9)) if a < b]
    return [found[k] for k in np.random.default_rng(4).permutation(len(found))]


def tables(values: list[float], names: dict[float, str]) -> tuple[list[np.ma.MaskedArray], Any]:
    measure = Measure("final", "x", names=names)
    found = Outcome(measure, tuple(values), values[0], "m", None)
    figure = draw_map(Row(Experiment("e", None), measure, found), members(), GRID)  # type: ignore[arg-type]
    assert svg(figure).startswith("<svg")
    return [axes.collections[0] for axes in figure.axes[:2]], figure


def placed(figure: Any, panel: int, axis: str) -> list[str]:
    """Return the values along an axis, in the order of the squares."""
    found = getattr(figure.axes[panel], f"{axis}axis")
    return [tick.get_text() for tick in found.get_ticklabels()]


def test_each_square_is_its_run() -> None:
    values = [100.0 * m["side"] + 10 * m["a"] + m["b"] for m in members()]
    meshes, figure = tables(values, {})
    sides = [figure.axes[k].get_title().removeprefix("side = ") for k in (0, 1)]
    assert sorted(sides) == ["1", "9"]
    seen = 0
    for panel, (side, mesh) in enumerate(zip(sides, meshes, strict=True)):
        table = np.ma.masked_invalid(mesh.get_array())
        columns, rows = placed(figure, panel, "x"), placed(figure, panel, "y")
        for (i, j), value in np.ma.ndenumerate(table):
            assert value == 100 * int(side) + 10 * int(columns[j]) + int(rows[i])
            seen += 1
    assert seen == len(values)  # and nothing where there was no run


def test_names_have_a_colour_each_the_same_in_all_panels() -> None:
    names = {0.0: "stays", 1.0: "rolls", 2.0: "falls"}
    values = [2.0 if m["a"] == 1 else float(m["side"] == 9 and m["b"] == 8) for m in members()]
    meshes, figure = tables(values, names)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["stays", "falls", "rolls"]
    for mesh in meshes:
        assert [mesh.cmap(mesh.norm(k)) for k in range(3)] == [
            (*(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)), 1.0) for color in NAMED[:3]
        ]


def test_values_of_both_signs_are_told_apart() -> None:
    values = [-0.01 if m["a"] == 1 else 1.0 for m in members()]
    meshes, _ = tables(values, {})
    below, above = (meshes[0].cmap(meshes[0].norm(value)) for value in (-0.01, 1.0))
    assert below[0] > 2 * below[2]  # red
    assert above[2] > 2 * above[0]  # blue


def test_what_never_happens_has_no_colour() -> None:
    values = [np.inf if m["a"] == 2 else 1.0 for m in members()]
    meshes, _ = tables(values, {})
    count = sum(np.ma.masked_invalid(mesh.get_array()).count() for mesh in meshes)
    assert count == sum(m["a"] != 2 for m in members())


@pytest.mark.parametrize(
    "counts", [{"a": 9}, {"a": 9, "b": 3}, {"a": 9, "b": 9, "c": 9}, {"a": 9, "b": 9, "c": 2, "d": 2}, {}]
)
def test_other_ensembles_have_no_map(counts: dict[str, int]) -> None:
    grid = product(*(range(count) for count in counts.values()))
    assert grid_of([dict(zip(counts, values, strict=True)) for values in grid]) is None
