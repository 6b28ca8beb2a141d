"""Heat against Fourier, Newton, and Stefan and Boltzmann."""

import numpy as np
import pytest

from libraries import signals as s
from libraries import thermal as t
from tests.libraries.simulated import end, run


@pytest.mark.parametrize("path", [t.ThermalConductor(G=2), t.ThermalResistor(R=0.5)])
def test_body_takes_the_temperature_of_its_surroundings(path) -> None:
    result = run(
        {"body": t.HeatCapacitor(C=0.8, start={"T": 400}), "path": path, "room": t.FixedTemperature(T=300)},
        ["body.heat path.a", "path.b room.heat"],
    )
    assert result["body.T"] == pytest.approx(300 + 100 * np.exp(-result.time * 2 / 0.8), abs=1e-4)
    assert result["path.Q_flow"] == pytest.approx(2 * result["path.dT"])


def test_fixed_heat_flow_warms_steadily() -> None:
    result = run(
        {"heater": t.FixedHeatFlow(heat_flow=6), "body": t.HeatCapacitor(C=3)}, ["heater.heat body.heat"], until=2
    )
    assert result["body.T"] == pytest.approx(293.15 + 2 * result.time)


def test_prescribed_heat_flow_is_stored() -> None:
    result = run(
        {"power": s.Ramp(height=10), "heater": t.PrescribedHeatFlow(), "body": t.HeatCapacitor(C=2, start={"T": 280})},
        ["power.y heater.heat_flow", "heater.heat body.heat"],
    )
    assert result["body.T"] == pytest.approx(280 + 2.5 * result.time**2, abs=1e-6)


def test_wind_cools_better_the_faster_it_blows() -> None:
    result = run(
        {
            "wind": s.Ramp(height=4), "convection": t.Convection(), "body": t.HeatCapacitor(C=1, start={"T": 350}),
            "air": t.FixedTemperature(T=290),
        },
        ["wind.y convection.conductance", "body.heat convection.solid", "convection.fluid air.heat"],
    )  # fmt: skip
    assert result["body.T"] == pytest.approx(290 + 60 * np.exp(-2 * result.time**2), abs=1e-5)


def test_radiation_into_the_cold() -> None:
    """A body that only radiates, into nothing: 1/T³ rises steadily."""
    result = run(
        {
            "body": t.HeatCapacitor(C=100, start={"T": 1000}), "space": t.FixedTemperature(T=0),
            "radiation": t.BodyRadiation(area=0.5, emissivity=0.8),
        },
        ["body.heat radiation.a", "radiation.b space.heat"],
        until=10,
    )  # fmt: skip
    rate = 3 * 0.8 * 5.670374419e-8 * 0.5 / 100
    assert result["body.T"] == pytest.approx((1000.0**-3 + rate * result.time) ** (-1 / 3), rel=1e-7)


def test_instruments_read_and_take_no_heat() -> None:
    result = run(
        {
            "sine": s.Sine(amplitude=10, offset=300), "wall": t.PrescribedTemperature(), "meter": t.HeatFlowSensor(),
            "path": t.ThermalConductor(G=3), "room": t.FixedTemperature(T=290), "warm": t.TemperatureSensor(),
            "difference": t.RelativeTemperatureSensor(),
        },
        [
            "sine.y wall.temperature", "wall.heat meter.a warm.heat", "meter.b path.a difference.a",
            "path.b room.heat difference.b",
        ],
    )  # fmt: skip
    wall = 300 + 10 * np.sin(2 * np.pi * result.time)
    assert result["warm.temperature"] == pytest.approx(wall)
    assert result["difference.difference"] == pytest.approx(wall - 290)
    assert result["meter.heat_flow"] == pytest.approx(3 * (wall - 290))


def test_bodies_in_a_row_end_at_their_mean_temperature() -> None:
    result = run(
        {
            "hot": t.HeatCapacitor(C=1, start={"T": 360}), "cold": t.HeatCapacitor(C=2, start={"T": 300}),
            "path": t.ThermalConductor(G=5),
        },
        ["hot.heat path.a", "path.b cold.heat"],
        until=5,
    )  # fmt: skip
    assert end(result, "hot.T", "cold.T") == pytest.approx([320, 320], abs=1e-4)
