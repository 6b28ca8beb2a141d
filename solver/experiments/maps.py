"""Maps: what two parameters with many values lead to, a square for each pair of values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from blocks.units import unit
from solver.experiments.comparison import Row
from solver.experiments.measuring import Outcome
from solver.report_film import mixed
from solver.report_style import CURVES, PLOT_STYLE
from solver.result_plot import shown

FEW_STEPS, MOST_NAMES = 4, 15
WIDTH, MOST_PANELS = 8.6, 4
USUAL = "#d3dae5"  # of what came out most often
NAMED = (USUAL, *CURVES, *(mixed(color, "#ffffff", 0.55) for color in CURVES))


@dataclass(frozen=True)
class Grid:
    """The two parameters of a map, and one more, in few steps, with a panel for each of its values."""

    x: str
    y: str
    panel: str = ""


def grid_of(members: list[dict[str, Any]]) -> Grid | None:
    """Return the map of an ensemble; None if not just two parameters have many values, or others vary, too.

    >>> grid_of([{"side": s, "a": a, "b": b} for s in (1, 2) for a in range(9) for b in range(9)])
    Grid(x='a', y='b', panel='side')
    """
    names = dict.fromkeys(name for member in members for name in member)
    counts = {name: len({str(member.get(name)) for member in members}) for name in names}
    many = [name for name, count in counts.items() if count > FEW_STEPS]
    few = [name for name, count in counts.items() if 1 < count <= MOST_PANELS]
    if len(many) != 2 or len(few) > 1:
        return None
    return Grid(*many, *few)


def draw_map(row: Row, members: list[dict[str, Any]], grid: Grid) -> Any:
    """Return the figure of a measure: names have a colour each, numbers a scale."""
    import matplotlib
    from matplotlib.figure import Figure

    assert row.outcome is not None
    axes_values = [list(dict.fromkeys(str(member[name]) for member in members)) for name in (grid.x, grid.y)]
    panels = list(dict.fromkeys(str(member.get(grid.panel, "")) for member in members))
    tables = {name: np.full([len(values) for values in axes_values[::-1]], np.nan) for name in panels}
    paint = _named(row.outcome) if row.measure.names else _numbers(row.outcome)
    for member, value in zip(members, paint.values, strict=True):
        place = axes_values[1].index(str(member[grid.y])), axes_values[0].index(str(member[grid.x]))
        tables[str(member.get(grid.panel, ""))][place] = value
    with matplotlib.rc_context({**PLOT_STYLE, "axes.grid": False}):
        figure = Figure(figsize=(WIDTH, min(WIDTH / len(panels), 4.4) + 0.9), layout="constrained")
        for axes, (name, table) in zip(np.ravel(figure.subplots(1, len(panels))), tables.items(), strict=True):
            image = axes.pcolormesh(table, edgecolors="#ffffff", linewidth=0.6, **paint.style)
            axes.set_aspect("equal")
            for axis, words, values in ((axes.xaxis, grid.x, axes_values[0]), (axes.yaxis, grid.y, axes_values[1])):
                step = -(-len(values) // 12)
                axis.set_ticks(np.arange(0, len(values), step) + 0.5, values[::step])
                axis.set_label_text(words)
            if grid.panel:
                axes.set_title(f"{grid.panel} = {name}", fontsize=9, color="#334155")
        paint.explain(figure, image)
    return figure


@dataclass(frozen=True)
class _Paint:
    """How the values of a map are painted, and what explains it."""

    values: list[float]
    style: dict[str, Any]
    names: tuple[str, ...] = ()
    symbol: str = ""

    def explain(self, figure: Any, image: Any) -> None:
        """Add a legend of names, or a bar with numbers."""
        if not self.names:
            figure.colorbar(image, ax=figure.axes, label=f"[{self.symbol}]", shrink=0.8, pad=0.02)
            return
        from matplotlib.patches import Patch

        patches = [Patch(color=NAMED[k], label=name) for k, name in enumerate(self.names)]
        figure.legend(handles=patches, loc="outside lower center", ncols=5, frameon=False, handlelength=1.0)


def _named(found: Outcome) -> _Paint:
    from matplotlib.colors import ListedColormap

    words = [found.words(value) for value in found.each]
    names = [name for name, _ in Counter(words).most_common()]
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], "others"]
    numbers = {name: float(k) for k, name in enumerate(names)}
    values = [numbers.get(word, float(len(names) - 1)) for word in words]
    style = {"cmap": ListedColormap(NAMED[: len(names)]), "vmin": -0.5, "vmax": len(names) - 0.5}
    return _Paint(values, style, tuple(names))


def _numbers(found: Outcome) -> _Paint:
    from matplotlib.colors import TwoSlopeNorm

    values = np.asarray(shown(np.array(found.each), found.unit), dtype=float)
    values[~np.isfinite(values)] = np.nan
    style: dict[str, Any] = {"cmap": "viridis"}
    finite = values[np.isfinite(values)]
    if len(finite) and finite.min() < 0 < finite.max():
        # of what has both signs one wants to see which values are on which side
        style = {"cmap": "RdBu", "norm": TwoSlopeNorm(0.0, finite.min(), finite.max())}
    return _Paint(values.tolist(), style, symbol=unit(found.unit).symbol if found.unit else "")
