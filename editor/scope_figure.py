"""The drawing of a scope for files: as the solver draws results, with comparison, zoom and paths added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from editor.model_facts import ScopeFacts
from editor.scope_data import Array, Run
from editor.scope_measure import shown_value

Times = tuple[float, float]
DASHED: dict[str, Any] = {"linestyle": "--", "linewidth": 1.0, "alpha": 0.55}
PATH_HEIGHT = 4.0  # inches


def seen_part(time: Array, times: Times | None) -> slice:
    """Return the instants that are seen, and one more on each side."""
    if times is None:
        return slice(None)
    first, last = np.searchsorted(time, times[0]) - 1, np.searchsorted(time, times[1], side="right") + 1
    return slice(max(0, int(first)), int(last))


def figure_of(result: Any, panels: Sequence[ScopeFacts], heights: Sequence[Times | None], times: Times | None) -> Any:
    """Return the figure of a result: curves over time, and below them paths."""
    import matplotlib
    from matplotlib.figure import Figure

    from solver.panels import Panel
    from solver.result_plot import STYLE, WIDTH, draw

    over_time = [Panel(list(panel.names), panel.unit, panel.title) for panel in panels if not panel.is_xy]
    paths = [panel for panel in panels if panel.is_xy]
    with matplotlib.rc_context(STYLE):
        made = draw(result, over_time) if over_time else Figure(figsize=(WIDTH, 0.4), layout="constrained")
        for axes, height in zip(made.axes, heights, strict=False):
            if times is not None:
                axes.set_xlim(*times)
            if height is not None:
                axes.set_ylim(*height)
        _add_paths(made, result, paths)
    return made


def _add_paths(made: Any, result: Any, paths: Sequence[ScopeFacts]) -> None:
    if not paths:
        return
    width, height = made.get_size_inches()
    made.set_size_inches(width, height + PATH_HEIGHT * len(paths))
    above = list(made.axes)
    ratios = [1.0] * len(above) + [PATH_HEIGHT / 2.5] * len(paths)
    grid = made.add_gridspec(len(ratios), 1, height_ratios=ratios)
    for k, axes in enumerate(above):
        axes.set_subplotspec(grid[k])
    for k, panel in enumerate(paths):
        axes = made.add_subplot(grid[len(above) + k])
        x, y = (shown_value(result[name], panel.unit) for name in panel.names)
        axes.plot(x, y, color="#0b6fa4")
        axes.set_aspect("equal", adjustable="datalim")
        axes.set_title(panel.title, loc="left", fontsize=9.5, color="#30373d")
        for name, label in zip(panel.names, (axes.set_xlabel, axes.set_ylabel), strict=True):
            label(f"{name} [{panel.unit}]" if panel.unit else name)


def compare(made: Any, other: Run, panels: Sequence[ScopeFacts], times: Times | None) -> None:
    """Add the curves of another run, dashed."""
    from solver.result_plot import COLORS, MOST_POINTS, thinned

    kept = seen_part(other.time, times)
    for axes, panel in zip(made.axes, [panel for panel in panels if not panel.is_xy], strict=False):
        for k, name in enumerate(panel.names):
            if name in other:
                curve = thinned(other.time[kept], shown_value(other[name][kept], panel.unit), MOST_POINTS)
                axes.plot(*curve, color=COLORS[k % len(COLORS)], **DASHED)
        axes.plot([], [], color="#8a939b", label=other.name, **DASHED)
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2, frameon=False, fontsize=8.5)
