"""Signals over other signals, as an XY scope shows them, in pictures of a run."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.diagram import Diagram
from libraries import electrical as e
from libraries import signals as s
from solver.model import compile_model
from solver.panels import shown_panels
from solver.result import Result
from solver.result_plot import draw
from solver.simulate import simulate


def turning() -> Result:
    """Return a point on a circle of radius 2 that turns once a second."""
    d = Diagram()
    d.add("across", s.Cosine(amplitude=2.0, frequency=1.0))
    d.add("up", s.Sine(amplitude=2.0, frequency=1.0))
    d.add("path", s.XYScope())
    d.add("curves", s.Scope())
    for pair in (("across.y", "path.x"), ("up.y", "path.y"), ("across.y", "curves.u[1]"), ("up.y", "curves.u[2]")):
        d.connect(*pair)
    return simulate(compile_model(d), 1.0)


def test_a_path_is_one_signal_over_another() -> None:
    result = turning()
    over_time, path = sorted(shown_panels(result), key=lambda panel: panel.is_path)
    assert (path.title, path.names, path.is_path) == ("path", ["across.y", "up.y"], True)
    assert (over_time.title, over_time.is_path) == ("curves", False)


def test_it_is_drawn_so_below_the_curves() -> None:
    result = turning()
    figure = draw(result, shown_panels(result)[::-1])
    curves, path = figure.axes
    assert curves.get_xlabel() == "time [s]"
    assert (path.get_xlabel(), path.get_ylabel()) == ("across.y", "up.y")
    x, y = path.get_lines()[0].get_data()
    assert np.hypot(x, y) == pytest.approx(np.full(len(x), 2.0), abs=1e-9)
    assert path.get_aspect() == 1.0


def test_axes_have_units_of_their_own() -> None:
    d = Diagram()
    d.add("wave", s.Sine(amplitude=4.0, frequency=1.0))
    d.add("source", e.SignalVoltage())
    d.add("load", e.Resistor(R="2 ohm"))
    d.add("meter", e.VoltageSensor())
    d.add("current", e.CurrentSensor())
    d.add("ground", e.Ground())
    d.add("path", s.XYScope())
    for pair in (
        ("wave.y", "source.voltage"), ("source.p", "current.p"), ("current.n", "load.p"), ("load.n", "source.n"),
        ("source.n", "ground.p"), ("meter.p", "load.p"), ("meter.n", "load.n"), ("meter.voltage", "path.x"),
        ("current.current", "path.y"),
    ):  # fmt: skip
        d.connect(*pair)
    result = simulate(compile_model(d), 1.0)
    (axes,) = draw(result, shown_panels(result)).axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("meter.voltage [V]", "current.current [A]")
    x, y = axes.get_lines()[0].get_data()
    assert y == pytest.approx(x / 2.0, abs=1e-9)
    assert axes.get_aspect() == "auto"
