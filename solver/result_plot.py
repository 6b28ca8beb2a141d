"""Trajectories as pictures: one diagram for each unit over time, and paths, drawn without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.errors import ModelError
from blocks.units import unit
from solver.atomic_file import replacing
from solver.result_files import AnyPath, check_ending
from solver.trajectories import Array, Trajectories

if TYPE_CHECKING:
    from solver.panels import Panel

DRAWN_AS = [".png", ".svg", ".pdf"]
COLORS = ["#0b6fa4", "#d1495b", "#2e8b57", "#8d5a97", "#e08e0b", "#3c4f76", "#6aa84f", "#a05195"]
STYLE: Any = {
    "font.family": "sans-serif", "font.size": 9.0, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#8a939b", "axes.labelcolor": "#30373d", "xtick.color": "#5c666f", "ytick.color": "#5c666f",
    "axes.grid": True, "grid.color": "#e6e9ec", "grid.linewidth": 0.8, "axes.axisbelow": True, "axes.linewidth": 0.8,
    "lines.linewidth": 1.4, "legend.frameon": False, "legend.fontsize": 8.5, "figure.facecolor": "white",
    "svg.fonttype": "path", "svg.hashsalt": "junctura", "savefig.facecolor": "white",
}  # fmt: skip
WIDTH, HEIGHT, PATH_HEIGHT = 8.0, 2.5, 4.0  # inches, for each panel
MOST_POINTS = 2_000
MOST_LABELS = 12


def plot_result(result: Trajectories, names: list[str], path: AnyPath | None = None) -> Any:
    """Return the figure of some variables, one panel for each unit, and save it if a path is given."""
    from solver.panels import panels_by_unit

    return plot_panels(result, panels_by_unit(result, result.scalars(names)), path)


def plot_panels(result: Trajectories, panels: list[Panel], path: AnyPath | None = None) -> Any:
    """Return the figure of some panels, and save it if a path is given."""
    if path is not None:
        check_ending(path, DRAWN_AS, "drawn as")
    if not panels:
        raise ModelError("Nothing was chosen to be drawn.", fix="Name one or more variables.")
    figure = draw(result, panels)
    if path is not None:
        save_figure(figure, path)
    return figure


def save_figure(figure: Any, path: AnyPath) -> None:
    """Save a figure in the format that the ending of the path tells."""
    import matplotlib

    ending = check_ending(path, DRAWN_AS, "drawn as")
    date = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(ending)
    with replacing(path) as temporary, matplotlib.rc_context(STYLE):
        figure.savefig(temporary, dpi=150, metadata=date)


def draw(result: Trajectories, panels: list[Panel], style: Any = STYLE) -> Any:
    """Return a figure with one panel above the other, paths below all curves over time."""
    import matplotlib
    from matplotlib.figure import Figure

    scalars = list(dict.fromkeys(name for panel in panels for name in panel.names))
    values = dict(zip(scalars, result.values(scalars).T, strict=True))
    with matplotlib.rc_context(style):
        panels = sorted(panels, key=lambda panel: panel.is_path)
        heights = [PATH_HEIGHT if panel.is_path else HEIGHT for panel in panels]
        figure = Figure(figsize=(WIDTH, sum(heights) + 0.4), layout="constrained")
        all_axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, panel in zip(all_axes, panels, strict=True):
            if panel.is_path:
                _draw_path(axes, result, values, panel)
            else:
                curves = {name: shown(values[name], panel.unit) for name in panel.names}
                _draw_panel(axes, result.time, curves, panel)
        _share_time([axes for axes, panel in zip(all_axes, panels, strict=True) if not panel.is_path])
    return figure


def _share_time(all_axes: list[Any]) -> None:
    """Let curves have one time axis, which is written below the last."""
    for axes in all_axes[1:]:
        axes.sharex(all_axes[0])
    for axes in all_axes[:-1]:
        axes.tick_params(labelbottom=False)
    if all_axes:
        all_axes[-1].set_xlabel("time [s]")


def shown(values: Array, symbol: str) -> Array:
    """Return SI values in another unit."""
    if not symbol:
        return values
    wanted = unit(symbol)
    return (values - wanted.offset) / wanted.factor


def _draw_panel(axes: Any, time: Array, curves: dict[str, Array], panel: Panel) -> None:
    for k, (name, values) in enumerate(curves.items()):
        label = name if k < MOST_LABELS else "_nolegend_"
        axes.plot(*thinned(time, values, MOST_POINTS), color=COLORS[k % len(COLORS)], label=label)
    axes.set_ylabel(_axis_text(list(curves), panel.unit))
    axes.set_title(panel.title, loc="left", fontsize=9.5, color="#30373d")
    axes.margins(x=0.01, y=0.08)
    if len(curves) > 1:
        hidden = len(curves) - MOST_LABELS
        title = f"{MOST_LABELS} of {len(curves)}" if hidden > 0 else None
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2, title=title)


def _draw_path(axes: Any, result: Trajectories, values: dict[str, Array], panel: Panel) -> None:
    units = [result.display_unit(name) for name in panel.names]
    x, y = (shown(values[name], symbol) for name, symbol in zip(panel.names, units, strict=True))
    axes.plot(x, y, color=COLORS[0])
    if units[0] == units[1]:
        axes.set_aspect("equal", adjustable="datalim")  # a circle stays a circle
    axes.set_title(panel.title, loc="left", fontsize=9.5, color="#30373d")
    for name, symbol, write in zip(panel.names, units, (axes.set_xlabel, axes.set_ylabel), strict=True):
        write(_axis_text([name], symbol))


def _axis_text(names: list[str], symbol: str) -> str:
    bracket = f" [{symbol}]" if symbol else ""
    if len(names) == 1:
        return names[0] + bracket
    kind = unit(symbol).name if symbol else ""
    return f"{kind}{bracket}".strip() or "value"


def thinned(time: Array, values: Array, most: int) -> tuple[Array, Array]:
    """Return a curve with few points that looks the same: of each stretch its ends and its extremes."""
    if len(time) <= most:
        return time, values
    edges = np.linspace(0, len(time), most // 4 + 1).astype(int)
    finite = np.nan_to_num(values)
    kept = {0, len(time) - 1}
    for first, last in zip(edges[:-1], edges[1:], strict=True):
        part = finite[first:last]
        kept.update((int(first), int(last) - 1, int(first + part.argmin()), int(first + part.argmax())))
    chosen = np.array(sorted(kept))
    return time[chosen], values[chosen]
