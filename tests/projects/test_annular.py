"""The annular robot: its physics balances, and it rolls as the document reports."""

from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError
from libraries.planar import World
from solver.experiments.reader import read_plan
from solver.model import Model, compile_model
from solver.result import Result
from solver.simulate import simulate

FOLDER = Path(__file__).parents[2] / "projects" / "annular"
G = -World.parameters()["g"].default[1]  # type: ignore[index]
UNITS = range(1, 17)
PHASES = [f"{k * 22.5 / 8} deg" for k in range(8)]
PLAN = read_plan(FOLDER / "experiments.toml")
FREE_SHAPE, SET_C = (dict(PLAN.sets[name].values) for name in ("free_shape", "C"))


@cache
def robot() -> Model:
    return compile_model(read_diagram(FOLDER / "rolling.toml"))


def rolled(until: float, **parameters: Any) -> Result:
    return simulate(robot(), until, parameters=parameters)


def at(result: Result, name: str, time: float) -> float:
    return float(np.interp(time, result.time, result[name]))


def ensemble(until: float, **parameters: Any) -> list[Result]:
    return [rolled(until, phase=phase, **parameters) for phase in PHASES]


def test_ring_in_free_flight_keeps_its_energy_and_stays_closed() -> None:
    """Thrown into the air with a shape that swings, and without losses."""
    diagram = read_diagram(FOLDER / "mechanism.toml")
    unit: Any = diagram.blocks["unit"]
    unit.blocks["joint"].values["damping"] = 0
    unit.values["height"] = "20 m"
    unit.blocks["link"].guess["w"] = "= 0.3 [rad/s] * sin(3*angle)"
    result = simulate(diagram, 1.0, solver="rk4", step=1e-4)
    parts = [f"unit[{i}].link." for i in UNITS]
    m, length = 0.3, 2 * 0.32 * np.sin(np.pi / 16)
    inertia = m * length**2 / 12
    energy = sum(
        m / 2 * (result[p + "vx"] ** 2 + result[p + "vy"] ** 2)
        + inertia / 2 * result[p + "w"] ** 2 + m * G * result[p + "y"]
        for p in parts
    )  # fmt: skip
    moving = energy - 16 * m * G * result["z"]
    assert moving[0] > 1e-3
    assert np.abs(energy - energy[0]).max() < 1e-9 * energy[0]
    assert gap(result, "").max() < 1e-10


def gap(result: Result, prefix: str) -> Any:
    """Return how far the ends of the ring are apart."""
    last, first = f"{prefix}unit[16].link.b.", f"{prefix}unit[1].joint.a."
    return np.hypot(result[last + "x"] - result[first + "x"], result[last + "y"] - result[first + "y"])


def test_rolling_ring_stays_closed_and_no_air_is_lost() -> None:
    result = simulate(robot(), 1.5, interval=1e-4, parameters=SET_C)
    assert gap(result, "mechanism.").max() < 1e-8
    theta = result["theta"]
    assert theta.sum(axis=1) == pytest.approx(2 * np.pi)
    # the Euler step of a mass is its flow at the begin of the step
    step = np.diff(result.time)
    for i in UNITS:
        actuator = f"pneumatics.actuator[{i}]."
        mass, flow = result[actuator + "cylinder.m"], result[actuator + "valve.m_flow"]
        assert np.abs(np.diff(mass) - flow[:-1] * step).max() < 2e-3 * np.abs(np.diff(mass)).max()
    chambers = sum(result[f"pneumatics.actuator[{i}].cylinder.m"] for i in UNITS)
    given = np.cumsum(-(result["pneumatics.supply.gas.m_flow"] + result["pneumatics.outside.gas.m_flow"])[:-1] * step)
    assert np.abs(given).max() > 1e-4
    assert chambers[1:] - chambers[0] == pytest.approx(given, abs=2e-3 * np.abs(given).max())


def test_set_d_passes_the_target_in_time() -> None:
    runs = ensemble(8)
    assert median(float(r.time[np.argmax(r["displacement"] >= 2.5)]) for r in runs) < 5
    assert median(float(r["displacement"].max()) for r in runs) <= 2.65
    late = [np.abs(r["displacement"][r.time >= 4.5] - 2.5).max() for r in runs]
    assert median(map(float, late)) < 0.05 * 2.5


def test_set_d_is_slower_without_the_null_space() -> None:
    assert 2.2 < median(at(r, "displacement", 5) for r in ensemble(5.1, **FREE_SHAPE)) < 2.4


def test_set_c_overshoots_less_with_the_null_space() -> None:
    without = median(float(r["displacement"].max()) for r in ensemble(6, **{**SET_C, **FREE_SHAPE}))
    within = median(float(r["displacement"].max()) for r in ensemble(6, **SET_C))
    assert within <= 2.65
    assert 2.7 <= without <= 3.0


@pytest.mark.parametrize("values", [SET_C, {}], ids=["C", "D"])
def test_four_metres_take_less_than_six_seconds(values: dict[str, Any]) -> None:
    assert median(float(r["displacement"].max()) for r in ensemble(6, **{**values, "target": "4 m"})) >= 3.9


@pytest.mark.parametrize("values", [{"target": 1e9}, {"supply_pressure": "1.01325 bar"}, {"conductance": 0}])
def test_strange_wishes_give_plausible_motion(values: dict[str, Any]) -> None:
    result = rolled(1.0, **values)
    assert np.isfinite(result["displacement"]).all()
    assert np.abs(result["displacement"]).max() < 5
    if "target" not in values:
        assert abs(result["displacement"][-1]) < 0.1  # without air it lies down and stays


def test_zero_bore_is_refused() -> None:
    with pytest.raises(ModelError, match="bore"):
        rolled(1.0, bore="0 mm")


def test_missing_unit_is_told() -> None:
    diagram = read_diagram(FOLDER / "rolling.toml")
    mechanism: Any = diagram.blocks["mechanism"]
    mechanism.counts["unit"] = 15
    with pytest.raises(ModelError) as caught:
        compile_model(diagram)
    assert str(caught.value) == (
        '"mechanism.unit" has the elements 1 to 15; there is no 16.\n'
        '  Correct what is connected to "mechanism.unit[16]", or give "mechanism.unit" more elements.'
    )
