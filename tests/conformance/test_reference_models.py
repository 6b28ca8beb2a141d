"""Saved diagrams of published Modelica examples against the trajectories that another tool computed for them.

Each deviates by at most 2e-3 of the signal's range, the limit of the Modelica Association's own comparison; three times
the error of these trajectories themselves is less. Points of them are in ``points.toml``. Whole ones are compared where
they are at hand.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from typing import Any

import numpy as np
import pytest

from blocks.diagram_file import read_diagram, write_text
from blocks.errors import ModelError
from solver.result import Result
from solver.simulate import simulate
from tests.conformance.layouts import DRAWINGS
from tests.conformance.reference_models import FOLDER, reference_model

Array = np.ndarray[Any, Any]

CURVES = FOLDER.parents[2] / "shared" / "reference" / "modelica"
POINTS = tomllib.loads((FOLDER / "points.toml").read_text(encoding="utf-8"))
LIMIT = 2e-3  # of the range of a signal
ROUNDING = 1e-12  # for signals that are always zero
INSTANTS = 5000
NEAR_EVENT = 2e-4  # of the duration: how far apart the two tools may place an event

OUR_NAME = {
    "PI.I.y": "PI.integral", "axis.controller.PI.x": "PI.integral", "axis.gear.spring.phi_rel": "spring.phi_rel",
    "axis.gear.spring.w_rel": "spring.w_rel", "axis.initializeFlange.phi_flange": "load.phi",
    "axis.initializeFlange.w_flange": "load.w", "axis.motor.C.v": "C.v", "axis.motor.La.i": "La.i",
    "axis.gear.bearingFriction.mode": "bearingFriction.mode",
    **{f"body.body.frame_a.r_0[{k}]": f"body.a.r[{k}]" for k in (1, 2, 3)},
    **{f"body.body.w_a[{k}]": f"body.w_body[{k}]" for k in (1, 2, 3)},
    **{f"body.v_0[{k}]": f"body.motion.v[{k}]" for k in (1, 2, 3)},
}  # fmt: skip
NOT_OURS = ("startForward", "startBackward")  # our friction starts to slide without a mode of its own
FRICTION_MODES = {"backward": -1, "stuck": 0, "forward": 1, "free": 2, "unknown": 3}

every_model = pytest.mark.parametrize("name", DRAWINGS)


@cache
def run(name: str) -> Result:
    """Return the saved diagram's own experiment, recorded finely."""
    diagram = read_diagram(FOLDER / f"{name}.toml")
    return simulate(diagram, interval=float(diagram.experiment.stop) / INSTANTS)


def ours(result: Result, signal: str) -> Array:
    """Return a signal of the reference as we compute it."""
    name = OUR_NAME.get(signal, signal)
    values = result[name]
    if not name.endswith(".mode"):
        return values
    machine = next(machine for machine in result.model.hybrid.machines if machine.name == name)
    return np.array([FRICTION_MODES[mode] for mode in machine.modes])[values.astype(int)]


def event_times(times: Array) -> Array:
    """Return the instants that appear twice: before and after an event."""
    return np.unique(times[1:][np.diff(times) == 0])


def deviations(result: Result, signal: str, times: Array, values: Array, events: Array) -> Array:
    """Return how far from ours each value is; next to an event, from the values before and after it."""
    instants, found = result.time, ours(result, signal)
    distances = np.abs(np.interp(times, instants, found) - values)
    width = NEAR_EVENT * instants[-1]
    for k, time in enumerate(times):
        if len(events) and np.abs(events - time).min() <= width:
            around = found[slice(*np.searchsorted(instants, [time - width, time + width]))]
            distances[k] = max(around.min() - values[k], values[k] - around.max(), 0.0)
    return distances


@every_model
def test_points(name: str) -> None:
    result = run(name)
    times = np.array(POINTS[name]["time"])
    for signal, reference in POINTS[name]["signals"].items():
        values = np.array(reference["values"])
        deviation = deviations(result, signal, times, values, np.array([])).max()
        assert deviation <= LIMIT * reference["range"] + ROUNDING, signal


@every_model
def test_whole_curves(name: str) -> None:
    if not (CURVES / f"{name}.csv").exists():
        pytest.skip("the whole trajectories are not at hand")
    with (CURVES / f"{name}.csv").open(newline="") as file:
        _, *signals = next(csv.reader(file))
        times, *columns = np.loadtxt(file, delimiter=",", unpack=True)
    result = run(name)
    events = np.union1d(event_times(times), event_times(result.time))
    for signal, values in zip(signals, columns, strict=True):
        if not signal.endswith(NOT_OURS):
            deviation = deviations(result, signal, times, values, events).max()
            assert deviation <= LIMIT * np.ptp(values) + ROUNDING, signal


@every_model
def test_saved_diagram_is_what_its_builder_makes(name: str) -> None:
    saved = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert write_text(reference_model(name), name) == saved
    opened = read_diagram(FOLDER / f"{name}.toml")
    assert opened.problems == []
    assert set(opened.layout) == set(opened.blocks)
    assert write_text(opened, name) == saved


def test_every_saved_diagram_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} - {"points"} == set(DRAWINGS) == set(POINTS)


def test_a_wrong_model_fails() -> None:
    """The comparison itself: five percent more conductance is not within the limits."""
    result = simulate(reference_model("01_TwoMasses"), parameters={"conduction.G": 10.5})
    reference = POINTS["01_TwoMasses"]["signals"]["mass1.T"]
    times, values = np.array(POINTS["01_TwoMasses"]["time"]), np.array(reference["values"])
    assert deviations(result, "mass1.T", times, values, np.array([])).max() > LIMIT * reference["range"]


def test_unknown_signals_are_named() -> None:
    with pytest.raises(ModelError, match=r'There is no variable "mass1\.U"'):
        ours(run("01_TwoMasses"), "mass1.U")
