"""How a planar mechanism moves, in one picture: its parts at several instants, from pale to dark, and traced paths."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from solver.result import Result
from solver.result_plot import COLORS, STYLE
from solver.shown_signals import scopes
from solver.trajectories import Array

DOMAIN = "planar"
INSTANTS = 10
MOST_PARTS = 300


def draw_motion(result: Result) -> Any | None:
    """Return a figure of all planar parts with an extension; None if there are none."""
    import matplotlib
    from matplotlib.figure import Figure

    parts = _parts(result)
    if not parts:
        return None
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(6.0, 5.0), layout="constrained")
        axes = figure.subplots()
        _draw_parts(axes, parts)
        _draw_paths(axes, result)
        axes.set_aspect("equal", adjustable="datalim")
        axes.margins(0.08)
        axes.set_xlabel("x [m]")
        axes.set_ylabel("y [m]")
    return figure


def _parts(result: Result) -> list[Array]:
    """Return the ends of each part over time (instant, end, coordinate)."""
    pairs = []
    for instance in result.model.system.instances:
        ports = instance.template.trace.ports.items()
        frames = [path for path, port in ports if getattr(port.declaration, "domain", "") == DOMAIN]
        pairs += [(f"{instance.name}.{a}", f"{instance.name}.{b}") for a, b in combinations(frames, 2)]
    pairs = pairs[:MOST_PARTS]
    names = [f"{end}.{axis}" for pair in pairs for end in pair for axis in "xy"]
    values = result.values(names).reshape(len(result.time), len(pairs), 2, 2)
    # joints have no extension, or hide it
    has_length = np.ptp(values, axis=2).max(axis=(0, 2), initial=0.0) > 1e-9
    return [values[:, k] for k in np.flatnonzero(has_length)]


def _draw_parts(axes: Any, parts: list[Array]) -> None:
    rows = _instants(parts)
    for number, row in enumerate(rows):
        share = (number + 1) / len(rows)
        for k, part in enumerate(parts):
            color = COLORS[k % len(COLORS)]
            width = 3.0 if number == len(rows) - 1 else 1.5
            axes.plot(*part[row].T, color=color, alpha=0.12 + 0.88 * share**3, linewidth=width, solid_capstyle="round")
    for part in parts:
        axes.plot(*part[-1].T, "o", color="#30373d", markersize=3.5)


def _instants(parts: list[Array]) -> Array:
    """Return instants between which about equal ways are covered, so that a pause is not drawn again and again."""
    ends = np.concatenate(parts, axis=1)
    way = np.concatenate([[0.0], np.abs(np.diff(ends, axis=0)).max(axis=(1, 2), initial=0.0).cumsum()])
    wanted = np.linspace(0.0, way[-1], INSTANTS)
    rows = np.searchsorted(way, wanted).clip(0, len(way) - 1)
    return np.append(np.unique(rows), len(way) - 1)


def _draw_paths(axes: Any, result: Result) -> None:
    """Draw what the two-axis scopes trace, where both axes are lengths."""
    for k, signals in enumerate(scopes(result.model, {"signals.XYScope"}).values()):
        if len(signals) == 2 and all(result.unit(name) == "m" for name in signals):
            x, y = (result[name] for name in signals)
            owner = signals[0].rpartition(".")[0]
            label = f"path of {owner}" if owner else "path"
            axes.plot(x, y, "--", color=COLORS[(k + 4) % len(COLORS)], linewidth=1.2, label=label)
            axes.legend(loc="best")
