"""How a mechanism moves, in one picture: its parts at several instants, from pale to dark, and traced paths.

A mechanism in space is seen a little from above and without perspective: x to the right, y to the back and
z up, right-handed. So it needs no more than a plane to draw on.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from solver.result import Result
from solver.result_plot import COLORS, STYLE
from solver.shown_signals import scopes
from solver.trajectories import Array

# for each domain, the names of a frame's coordinates, and how much each goes to the right and up in the picture
VIEWS = {
    "planar": (("x", "y"), np.eye(2)),
    "spatial": (("r[1]", "r[2]", "r[3]"), np.array([[0.866, -0.25], [0.5, 0.433], [0.0, 0.866]])),
}
INSTANTS = 10
MOST_PARTS = 300


def draw_motion(result: Result) -> Any | None:
    """Return a figure of all parts with an extension; None if there are none."""
    import matplotlib
    from matplotlib.figure import Figure

    found = {domain: _parts(result, domain) for domain in VIEWS}
    domain = max(found, key=lambda name: len(found[name]))
    parts = found[domain]
    if not parts:
        return None
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(6.0, 5.0), layout="constrained")
        axes = figure.subplots()
        _draw_parts(axes, parts)
        axes.set_aspect("equal", adjustable="datalim")
        axes.margins(0.08)
        if domain == "planar":
            _draw_paths(axes, result)
            axes.set_xlabel("x [m]")
            axes.set_ylabel("y [m]")
        else:
            _draw_compass(axes)
    return figure


def _parts(result: Result, domain: str) -> list[Array]:
    """Return the ends of each part over time in the picture (instant, end, coordinate)."""
    coordinates, view = VIEWS[domain]
    pairs = []
    for instance in result.model.system.instances:
        ports = instance.template.trace.ports.items()
        frames = [path for path, port in ports if getattr(port.declaration, "domain", "") == domain]
        pairs += [(f"{instance.name}.{a}", f"{instance.name}.{b}") for a, b in combinations(frames, 2)]
    pairs = pairs[:MOST_PARTS]
    names = [f"{end}.{axis}" for pair in pairs for end in pair for axis in coordinates]
    values = result.values(names).reshape(len(result.time), len(pairs), 2, len(coordinates))
    # joints have no extension, or hide it
    has_length = np.ptp(values, axis=2).max(axis=(0, 2), initial=0.0) > 1e-9
    return [values[:, k] @ view for k in np.flatnonzero(has_length)]


def _draw_compass(axes: Any) -> None:
    """Draw which way x, y and z go, in a corner."""
    axes.set_xlabel("seen from the side; all lengths in m")
    for name, way in zip("xyz", VIEWS["spatial"][1], strict=True):
        tip = np.array([0.09, 0.1]) + 0.07 * way
        arrow = {"arrowstyle": "->", "color": "#6b7280"}
        axes.annotate("", tip, (0.09, 0.1), xycoords="axes fraction", textcoords="axes fraction", arrowprops=arrow)
        axes.annotate(name, tip + 0.02 * way, xycoords="axes fraction", color="#6b7280", ha="center", va="center")


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
