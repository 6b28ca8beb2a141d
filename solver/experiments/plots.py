"""Plots of experiments: one run as a curve; an ensemble as its median, a band between its quarters, and thin curves."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.errors import ModelError
from blocks.units import unit
from solver.experiments.plan import Plot
from solver.experiments.running import Ensemble
from solver.report_style import CURVES, PLOT_STYLE
from solver.result_plot import shown, thinned
from solver.trajectories import Array, Trajectories

WIDTH, HEIGHT = 8.6, 3.1  # inches
MOST_THIN = 20  # curves of single members; more would only be grey
POINTS = 600
QUARTERS = (25, 75)  # percent


def draw_plot(plot: Plot, ensembles: dict[str, Ensemble]) -> Any:
    """Return the figure of a plot."""
    import matplotlib
    from matplotlib.figure import Figure

    chosen = [ensembles[name] for name in plot.experiments if name in ensembles and ensembles[name].runs]
    symbol = plot.unit or _common_unit(plot, chosen)
    with matplotlib.rc_context(PLOT_STYLE):
        figure = Figure(figsize=(WIDTH, HEIGHT if not plot.x else 4.2), layout="constrained")
        axes = figure.subplots()
        labels = iter(plot.labels or _labels(plot, ensembles))
        # a curve keeps its colour and label when others are left out
        curves = [(name, signal, next(labels)) for name in plot.experiments for signal in plot.signals]
        for k, (name, signal, label) in enumerate(curves):
            if name in ensembles and ensembles[name].runs:
                _draw_signal(axes, ensembles[name].members, signal, plot, symbol, CURVES[k % len(CURVES)], label)
        _finish(axes, plot, symbol, len(curves), chosen[0].members[0])
    return figure


def _common_unit(plot: Plot, chosen: list[Ensemble]) -> str:
    symbols = {ensemble.members[0].display_unit(name) for ensemble in chosen for name in plot.signals}
    if len({unit(symbol or "1").dimension for symbol in symbols}) > 1:
        raise ModelError(
            f"The signals {', '.join(plot.signals)} are not of one kind and cannot share an axis.",
            fix="Draw them in several plots.",
        )
    return sorted(symbols)[0]


def _labels(plot: Plot, ensembles: dict[str, Ensemble]) -> list[str]:
    if len(plot.experiments) == 1:
        return list(plot.signals)
    names = [ensembles[name].experiment.heading if name in ensembles else name for name in plot.experiments]
    return [name if len(plot.signals) == 1 else f"{name}: {signal}" for name in names for signal in plot.signals]


def _draw_signal(
    axes: Any, runs: list[Any], signal: str, plot: Plot, symbol: str, color: str, label: str
) -> None:  # fmt: skip
    vectors = [shown(_columns(run, signal), symbol) for run in runs]
    if plot.x:
        for k, (run, values) in enumerate(zip(runs, vectors, strict=True)):
            x = shown(run[plot.x], run.display_unit(plot.x))
            axes.plot(x, values, color=color, alpha=1.0 if len(runs) == 1 else 0.45, linewidth=1.3,
                      label=label if k == 0 else "_")  # fmt: skip
        return
    if len(runs) == 1:
        for k, values in enumerate(vectors[0].T):
            own = color if vectors[0].shape[1] == 1 else CURVES[k % len(CURVES)]
            axes.plot(*thinned(runs[0].time, values, POINTS), color=own, label=label if k == 0 else "_", linewidth=1.6)
        return
    time = np.linspace(0.0, max(run.time[-1] for run in runs), POINTS)
    table = np.array([np.interp(time, run.time, values[:, 0]) for run, values in zip(runs, vectors, strict=True)])
    low, high = band(table)
    axes.fill_between(time, low, high, color=color, alpha=0.14, linewidth=0)
    for values in table[:MOST_THIN]:
        axes.plot(time, values, color=color, alpha=0.38, linewidth=0.6)
    axes.plot(time, np.median(table, axis=0), color=color, linewidth=2.0, label=label)


def _columns(run: Trajectories, signal: str) -> Array:
    values = run[signal]
    return values.reshape(len(run.time), -1)


def band(table: Array) -> tuple[Array, Array]:
    """Return the first and third quarter of an ensemble at each instant (member, instant)."""
    low, high = np.percentile(table, QUARTERS, axis=0)
    return low, high


def _finish(axes: Any, plot: Plot, symbol: str, count: int, run: Trajectories) -> None:
    for name, amount in plot.levels.items():
        level = float(shown(np.array(amount.value), symbol))
        axes.axhline(level, color="#64748b", linewidth=1.0, linestyle=(0, (5, 3)), zorder=1.5)
        axes.annotate(name, (1.0, level), xycoords=("axes fraction", "data"), ha="right", va="bottom",
                      color="#64748b", fontsize=8.5, xytext=(-2, 2), textcoords="offset points")  # fmt: skip
    axes.set_ylabel(axis_text(plot.signals, symbol))
    axes.set_xlabel(axis_text((plot.x,), run.display_unit(plot.x)) if plot.x else "time [s]")
    axes.margins(x=0.0 if not plot.x else 0.04, y=0.08)
    if plot.until is not None:
        axes.set_xlim(0.0, plot.until)
    if count > 1:
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, borderaxespad=0.2, handlelength=1.6)


def axis_text(names: tuple[str, ...], symbol: str) -> str:
    """Return what an axis shows, with its unit.

    >>> axis_text(("com_z",), "m"), axis_text(("a", "b"), "N")
    ('com_z [m]', 'force [N]')
    """
    name = names[0] if len(names) == 1 else unit(symbol or "1").name if symbol else "value"
    return f"{name} [{symbol}]" if symbol else name
