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


def seen_part(time: Array, times: Times | None) -> slice:
    """Return the instants that are seen, and one more on each side."""
    if times is None:
        return slice(None)
    first, last = np.searchsorted(time, times[0]) - 1, np.searchsorted(time, times[1], side="right") + 1
    return slice(max(0, int(first)), int(last))


def figure_of(result: Any, panels: Sequence[ScopeFacts], heights: Sequence[Times | None], times: Times | None) -> Any:
    """Return the figure of a result: curves over time, and below them paths."""
    import matplotlib

    from solver.panels import Panel
    from solver.result_plot import STYLE, draw

    with matplotlib.rc_context(STYLE):
        made = draw(result, [Panel(list(panel.names), panel.unit, panel.title, panel.is_xy) for panel in panels])
        over_time = [panel for panel in panels if not panel.is_xy]
        for axes, panel, height in zip(list(made.axes), over_time, heights, strict=False):
            if times is not None:
                axes.set_xlim(*times)
            if height is not None:
                axes.set_ylim(*height)
            _add_right(axes, result, panel)
    return made


def _add_right(axes: Any, result: Any, panel: ScopeFacts) -> None:
    """Add the curves of a right axis, in the colours that come after those on the left."""
    from solver.result_plot import COLORS, MOST_POINTS, thinned

    if not panel.right:
        return
    right = axes.twinx()
    right.set_gid(f"right of {id(axes)}")
    for k, name in enumerate(panel.right, len(panel.names)):
        curve = thinned(result.time, shown_value(result[name], panel.right_unit), MOST_POINTS)
        right.plot(*curve, color=COLORS[k % len(COLORS)], label=name)
    right.set_ylabel(f"[{panel.right_unit or '1'}]")
    right.grid(visible=False)
    _legend(axes, right)


def _legend(axes: Any, right: Any) -> None:
    """Name the curves of both axes beside a plot."""
    both = [axes] if right is axes else [axes, right]
    lines = [line for part in both for line in part.get_lines() if not line.get_label().startswith("_")]
    labels = [f"{line.get_label()} \u2192" if line.axes is not axes else line.get_label() for line in lines]
    place = (1.0 if right is axes else 1.09, 1.0)
    axes.legend(lines, labels, loc="upper left", bbox_to_anchor=place, borderaxespad=0.2, frameon=False, fontsize=8.5)


def compare(made: Any, other: Run, panels: Sequence[ScopeFacts], times: Times | None) -> None:
    """Add the curves of another run, dashed."""
    from solver.result_plot import COLORS, MOST_POINTS, thinned

    kept = seen_part(other.time, times)
    for axes, panel in zip(list(made.axes), [panel for panel in panels if not panel.is_xy], strict=False):
        right = next((each for each in made.axes if each.get_gid() == f"right of {id(axes)}"), axes)
        for k, name in enumerate((*panel.names, *panel.right)):
            if name in other:
                place, unit = (right, panel.right_unit) if name in panel.right else (axes, panel.unit)
                curve = thinned(other.time[kept], shown_value(other[name][kept], unit), MOST_POINTS)
                place.plot(*curve, color=COLORS[k % len(COLORS)], label="_nolegend_", **DASHED)
        axes.plot([], [], color="#8a939b", label=other.name, **DASHED)
        _legend(axes, right)
