"""Gas: conservation, the flow of ISO 6358, and tanks that are filled and emptied, against closed forms."""

import re
from pathlib import Path

import numpy as np
import pytest

from blocks.errors import ModelError
from libraries import gas as g
from libraries import signals as s
from libraries import thermal as t
from tests.libraries.gas_laws import CP, GAMMA, OUTSIDE, RHO, T_REF, R, iso_6358
from tests.libraries.simulated import end, run


def test_a_closed_network_keeps_its_mass_and_its_energy() -> None:
    """Three tanks of different pressure and temperature; between two of them is a place without volume."""
    tanks = {
        "hot": g.Tank(V=1e-3, process="adiabatic", temperature=400, start={"p": 8e5}),
        "cold": g.Tank(V=2e-3, process="adiabatic", temperature=250, start={"p": 1e5}),
        "middle": g.Tank(V=5e-4, process="adiabatic", start={"p": 3e5}),
    }
    result = run(
        {**tanks, "one": g.Orifice(), "two": g.Orifice(C=3e-9), "three": g.Orifice(C=2e-9), "four": g.Orifice(C=4e-9)},
        ["hot.gas one.a four.a", "one.b two.a", "two.b cold.gas", "cold.gas three.a", "three.b four.b middle.gas"],
        until=5,
    )
    mass = sum(result[f"{name}.m"] for name in tanks)
    energy = sum(result[f"{name}.U"] for name in tanks)
    assert np.ptp(mass) < 1e-12 * mass[0]
    assert np.ptp(energy) < 1e-12 * energy[0]
    assert end(result, "hot.p", "cold.p", "middle.p") == pytest.approx([energy[0] * 0.4 / 3.5e-3] * 3, rel=1e-6)
    assert result["hot.m"] * R * result["hot.T"] == pytest.approx(result["hot.p"] * 1e-3)


def test_what_a_warm_gas_loses_its_wall_gains() -> None:
    result = run(
        {
            "tank": g.HeatedTank(V=1e-2, temperature=400, start={"p": 5e5}), "wall": t.HeatCapacitor(C=50),
            "film": t.ThermalConductor(G=30),
        },
        ["tank.heat film.a", "film.b wall.heat"], until=20,
    )  # fmt: skip
    total = result["tank.U"] + 50 * result["wall.T"]
    assert np.ptp(total) < 1e-9 * total[0]
    capacity = 5e5 * 1e-2 / (GAMMA - 1) / 400
    mixed = (capacity * 400 + 50 * 293.15) / (capacity + 50)
    assert end(result, "tank.T", "wall.T") == pytest.approx([mixed, mixed], abs=1e-4)
    assert end(result, "tank.p") == pytest.approx([5e5 * mixed / 400])


def test_an_open_heat_port_passes_no_heat() -> None:
    blocks = {"supply": g.Supply(), "orifice": g.Orifice(C=1e-9)}
    wires = ["supply.gas orifice.a", "orifice.b tank.gas"]
    adiabatic = run({**blocks, "tank": g.Tank(process="adiabatic")}, wires)
    heated = run({**blocks, "tank": g.HeatedTank()}, wires)
    assert end(heated, "tank.p", "tank.T") == pytest.approx(end(adiabatic, "tank.p", "tank.T"))


def test_a_wall_brings_gas_to_the_temperature_outside() -> None:
    result = run({"tank": g.Tank(process="heat exchange", wall_conductance=2, temperature=400)}, [], until=1)
    capacity = OUTSIDE * 1e-3 / (GAMMA - 1) / 400
    warmer = (400 - 293.15) * np.exp(-2 / capacity * result.time)
    assert result["tank.T"] == pytest.approx(293.15 + warmer, rel=1e-6)


# flow


def swept(block: g.Orifice, low: float, high: float, T_a: float = 293.15, T_b: float = 293.15):
    """Return a run in which the pressure at ``a`` rises from ``low`` to ``high`` while that at ``b`` stays 4 bar."""
    return run(
        {
            "ramp": s.Ramp(height=high - low, offset=low, duration=1), "a": g.PressureSource(T=T_a), "orifice": block,
            "b": g.Supply(p=4e5, T=T_b),
        },
        ["ramp.y a.pressure", "a.gas orifice.a", "orifice.b b.gas"],
    )  # fmt: skip


@pytest.mark.parametrize(("law", "exponent"), [("ellipse", 0.5), ("exponent", 0.55)])
@pytest.mark.parametrize("b", [0.15, 0.3, 0.5])
def test_flow_is_that_of_the_standard_in_both_directions(b, law, exponent) -> None:
    result = swept(g.Orifice(C=2e-8, b_crit=b, law=law, exponent=exponent), 0.2e5, 3e6, T_a=350, T_b=280)
    p, flow = result["a.gas.p"], result["orifice.m_flow"]
    ahead, back = p > 4e5 / 0.99, p < 4e5 * 0.99
    assert flow[ahead] == pytest.approx(iso_6358(2e-8, b, p[ahead], 350, 4e5, exponent))
    assert flow[back] == pytest.approx(-iso_6358(2e-8, b, 4e5, 280, p[back], exponent))
    # choked: what is downstream does not matter, and the flow is proportional to the pressure upstream
    assert np.ptp(flow[p < 4e5 * b]) == pytest.approx(0, abs=1e-12)
    assert flow[p > 4e5 / b] == pytest.approx(2e-8 * RHO * p[p > 4e5 / b] * np.sqrt(T_REF / 350))
    # the gas carries the enthalpy of the side from which it comes
    energy = result["orifice.a.H_flow"]
    assert energy[ahead] == pytest.approx(CP * 350 * flow[ahead])
    assert energy[back] == pytest.approx(CP * 280 * flow[back])
    assert result["orifice.b.H_flow"] == pytest.approx(-energy)


def test_flow_is_laminar_near_equal_pressures() -> None:
    result = swept(g.Orifice(C=2e-8, laminar=0.95), 4e5 * 0.94, 4e5 / 0.94)
    p, flow = result["a.gas.p"], result["orifice.m_flow"]
    slope = np.gradient(flow, p)
    assert (np.diff(flow) > 0).all()
    # no jump and no kink: the slope changes little from one instant to the next, also where the laws meet
    assert np.abs(np.diff(slope[1:-1])).max() < 0.02 * slope.max()
    small = np.abs(p - 4e5) < 100
    assert np.ptp(slope[small]) < 0.01 * slope[small].max()
    border = np.argmin(np.abs(p - 4e5 / 0.95))
    assert flow[border] == pytest.approx(iso_6358(2e-8, 0.3, p[border], 293.15, 4e5), rel=1e-3)


def test_derivatives_are_finite_at_equal_pressures() -> None:
    """The stiff solver needs them; at rest the root of the standard's formula is infinitely steep."""
    result = run(
        {"supply": g.Supply(p=OUTSIDE), "orifice": g.Orifice(), "tank": g.Tank(process="adiabatic")},
        ["supply.gas orifice.a", "orifice.b tank.gas"], solver="stiff",
    )  # fmt: skip
    assert result["tank.p"] == pytest.approx(OUTSIDE)


def test_orifices_in_series_find_the_pressure_between_them() -> None:
    result = run(
        {"supply": g.Supply(T=330), "one": g.Orifice(C=2e-9), "two": g.Orifice(C=3e-9), "air": g.Atmosphere()},
        ["supply.gas one.a", "one.b two.a", "two.b air.gas"],
    )
    p, T, flow = end(result, "two.a.p", "two.a.T", "one.m_flow")
    assert T == pytest.approx(330)
    assert flow == pytest.approx(float(iso_6358(2e-9, 0.3, 6e5, 330, p)))
    assert flow == pytest.approx(float(iso_6358(3e-9, 0.3, p, 330, OUTSIDE)))


def test_an_opening_follows_its_signal_and_stays_within_closed_and_open() -> None:
    result = run(
        {
            "u": s.Ramp(height=2, offset=-0.5), "orifice": g.VariableOrifice(C=2e-9), "supply": g.Supply(),
            "air": g.Atmosphere(),
        },
        ["u.y orifice.opening", "supply.gas orifice.a", "orifice.b air.gas"],
    )  # fmt: skip
    full = iso_6358(2e-9, 0.3, 6e5, 293.15, OUTSIDE)
    assert result["orifice.m_flow"] == pytest.approx(full * np.clip(2 * result.time - 0.5, 0, 1))


# tanks


@pytest.mark.parametrize(
    ("process", "rate"), [("isothermal", 1.0), ("adiabatic", GAMMA), ("simple", 1.2)]
)  # fmt: skip
def test_choked_filling_raises_the_pressure_steadily(process, rate) -> None:
    result = run(
        {"supply": g.Supply(), "orifice": g.Orifice(C=4e-10), "tank": g.Tank(process=process, start={"p": 2e4})},
        ["supply.gas orifice.a", "orifice.b tank.gas"],
    )
    assert result["tank.p"][-1] < 0.3 * 6e5
    steady = rate * R * 293.15 / 1e-3 * 4e-10 * RHO * 6e5
    assert result["tank.p"] == pytest.approx(2e4 + steady * result.time, rel=1e-8)


def test_polytropic_filling() -> None:
    """The mass grows steadily, and pressure is its power n."""
    result = run(
        {"supply": g.Supply(), "orifice": g.Orifice(C=4e-10), "tank": g.Tank(process="polytropic", n=1.3)},
        ["supply.gas orifice.a", "orifice.b tank.gas"],
    )
    mass = OUTSIDE * 1e-3 / (R * 293.15) + 4e-10 * RHO * 6e5 * result.time
    assert result["tank.m"] == pytest.approx(mass)
    assert result["tank.p"] == pytest.approx(OUTSIDE * (mass / mass[0]) ** 1.3)
    assert result["tank.T"] == pytest.approx(293.15 * (result["tank.p"] / OUTSIDE) ** (0.3 / 1.3))


def emptied(process: str):
    return run(
        {
            "tank": g.Tank(process=process, start={"p": 6e5}, temperature=320), "orifice": g.Orifice(C=5e-9),
            "vacuum": g.Supply(p=10),
        },
        ["tank.gas orifice.a", "orifice.b vacuum.gas"],
    )  # fmt: skip


def test_isothermal_emptying_into_vacuum_is_exponential() -> None:
    result = emptied("isothermal")
    rate = R * 320 / 1e-3 * 5e-9 * RHO * np.sqrt(T_REF / 320)
    assert result["tank.p"] == pytest.approx(6e5 * np.exp(-rate * result.time), rel=1e-6)


def test_adiabatic_emptying_into_vacuum_cools() -> None:
    """With m ~ p^(1/gamma) and T ~ p^k, k = (gamma - 1)/gamma, the flow gives p = p0 (1 + a k t/2)^(-2/k)."""
    result = emptied("adiabatic")
    k = (GAMMA - 1) / GAMMA
    rate = GAMMA * R / 1e-3 * 5e-9 * RHO * np.sqrt(T_REF * 320)
    ratio = (1 + rate * k / 2 * result.time) ** (-2 / k)
    assert result["tank.p"] == pytest.approx(6e5 * ratio, rel=1e-6)
    assert result["tank.T"] == pytest.approx(320 * ratio**k, rel=1e-6)


def test_gas_flows_back_into_the_supply() -> None:
    result = run(
        {"supply": g.Supply(p=3e5), "orifice": g.Orifice(C=2e-8), "tank": g.Tank(start={"p": 7e5})},
        ["supply.gas orifice.a", "orifice.b tank.gas"], until=5,
    )  # fmt: skip
    assert result["orifice.m_flow"][0] < 0
    assert end(result, "tank.p") == pytest.approx([3e5], rel=1e-6)


def test_an_unconnected_supply_gives_nothing() -> None:
    result = run({"supply": g.Supply(), "gauge": g.PressureSensor()}, ["supply.gas gauge.gas"])
    assert end(result, "supply.gas.m_flow", "supply.gas.H_flow", "gauge.pressure") == pytest.approx([0, 0, 6e5])


def test_tanks_that_are_joined_share_pressure_and_temperature() -> None:
    result = run(
        {
            "supply": g.Supply(), "orifice": g.Orifice(C=4e-10), "one": g.Tank(V=4e-4, process="adiabatic"),
            "two": g.Tank(V=6e-4, process="adiabatic"),
        },
        ["supply.gas orifice.a", "orifice.b one.gas two.gas"], until=0.5,
    )  # fmt: skip
    steady = GAMMA * R * 293.15 / 1e-3 * 4e-10 * RHO * 6e5
    assert result["two.p"] == pytest.approx(OUTSIDE + steady * result.time, rel=1e-6)
    assert result["one.m"] / result["two.m"] == pytest.approx(4 / 6)


@pytest.mark.parametrize("source", [g.ConstantFlow(m_flow=1e-3, T=310), g.FlowSource(T=310)])
def test_a_pump_pumps_against_any_pressure(source) -> None:
    signal = {"u": s.Constant(level=1e-3)} if isinstance(source, g.FlowSource) else {}
    result = run(
        {**signal, "pump": source, "tank": g.Tank(process="adiabatic")},
        ["pump.gas tank.gas", *(["u.y pump.m_flow"] if signal else [])], until=4,
    )  # fmt: skip
    assert result["tank.p"] == pytest.approx(OUTSIDE + GAMMA * R * 310 * 1e-3 / 1e-3 * result.time, rel=1e-6)


def test_gas_that_is_drawn_has_the_temperature_of_where_it_is() -> None:
    result = run({"pump": g.ConstantFlow(m_flow=-1e-4), "tank": g.Tank(process="adiabatic")}, ["pump.gas tank.gas"])
    mass = 1 - 1e-4 * result.time / result["tank.m"][0]
    assert result["tank.p"] == pytest.approx(OUTSIDE * mass**GAMMA, rel=1e-6)


def test_another_gas_and_thin_air() -> None:
    """Helium on a mountain."""
    result = run(
        {
            "helium": g.Medium(R=2077.1, gamma=1.667, p=6e4, T=270), "tank": g.Tank(start={"p": 2e5}, temperature=270),
            "outlet": g.Silencer(C=1e-8), "air": g.Atmosphere(), "gauge": g.PressureSensor(scale="gauge"),
        },
        ["tank.gas outlet.gas", "air.gas gauge.gas"], until=5,
    )  # fmt: skip
    assert end(result, "tank.p", "gauge.pressure", "air.gas.T") == pytest.approx([6e4, 0, 270], abs=1)
    assert result["tank.m"][0] == pytest.approx(2e5 * 1e-3 / (2077.1 * 270))


def gases() -> list[list[float]]:
    """Return R, gamma and rho_ref of the gases that the README lists."""
    text = (Path(g.__file__).parent / "README.md").read_text()
    rows = re.findall(r"^  \| [a-z ]+ \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)
    return [[float(cell) for cell in row] for row in rows]


def choked(C: float, constant: float, gamma: float) -> float:
    """Return the choked mass flow from 6 bar through a nozzle of the size that lets air pass with conductance C."""
    psi = [k**0.5 * (2 / (k + 1)) ** ((k + 1) / (2 * (k - 1))) for k in (GAMMA, gamma)]
    area = C * RHO * (R * T_REF) ** 0.5 / psi[0]
    return area * 6e5 * psi[1] / (constant * T_REF) ** 0.5


def test_other_gases_pass_an_opening_at_their_speed_of_sound() -> None:
    found = gases()
    assert len(found) == 4
    for constant, gamma, rho_ref in found:
        medium = g.Medium(R=constant, gamma=gamma, rho_ref=rho_ref)
        result = run({"gas": medium, "from": g.Supply(p=6e5), "to": g.Silencer(C=1e-8)}, ["from.gas to.gas"])
        assert result["to.m_flow"][-1] == pytest.approx(choked(1e-8, constant, gamma), rel=2e-3)


# instruments


def test_instruments_read_and_take_no_gas() -> None:
    result = run(
        {
            "supply": g.Supply(T=320), "meter": g.FlowSensor(), "orifice": g.Orifice(C=1e-9), "tank": g.Tank(),
            "absolute": g.PressureSensor(), "gauge": g.PressureSensor(scale="gauge"), "warm": g.TemperatureSensor(),
            "drop": g.PressureDifferenceSensor(),
        },
        [
            "supply.gas meter.a", "meter.b orifice.a warm.gas drop.a", "orifice.b tank.gas absolute.gas gauge.gas",
            "tank.gas drop.b",
        ],
    )  # fmt: skip
    assert result["meter.mass_flow"] == pytest.approx(result["orifice.m_flow"])
    assert result["meter.energy_flow"] == pytest.approx(CP * 320 * result["orifice.m_flow"])
    assert result["absolute.pressure"] == pytest.approx(result["tank.p"])
    assert result["gauge.pressure"] == pytest.approx(result["tank.p"] - OUTSIDE)
    assert result["warm.temperature"] == pytest.approx(320)
    assert result["drop.difference"] == pytest.approx(6e5 - result["tank.p"])


# bad input


@pytest.mark.parametrize(
    "block",
    [
        g.Tank(V=-1e-3), g.Tank(V=0), g.Supply(p=0), g.Supply(p=-1e5), g.Supply(T=0), g.Orifice(C=-1e-9),
        g.Orifice(b_crit=1.0), g.Orifice(laminar=1.0), g.Tube(diameter=0), g.Medium(gamma=1.0), g.Tank(temperature=0),
    ],
    ids=repr,
)  # fmt: skip
def test_what_cannot_be_is_refused(block) -> None:
    with pytest.raises(ModelError, match="must be at"):
        run({"block": block}, [])


@pytest.mark.parametrize("process", ["isothermal", "polytropic", "adiabatic", "heat exchange", "simple"])
@pytest.mark.parametrize("p", [0.0, -1e5])
def test_a_vacuum_is_filled_and_impossible_pressure_is_told(process, p) -> None:
    """An error, or a run whose numbers are all finite and which says what was wrong; never silent nonsense."""
    blocks = {"supply": g.Supply(), "orifice": g.Orifice(C=1e-8), "tank": g.Tank(process=process, start={"p": p})}
    try:
        result = run(blocks, ["supply.gas orifice.a", "orifice.b tank.gas"], until=3)
    except ModelError:
        return
    assert np.isfinite(result.values(result.names)).all()
    assert bool(result.statistics["warnings"]) == (p < 0)
    assert end(result, "tank.p") == pytest.approx([6e5], rel=1e-2)


@pytest.mark.parametrize("process", ["adiabatic", "heat exchange", "isothermal"])
def test_very_different_volumes_start_together(process: str) -> None:
    sizes = {"tiny": "1 mm3", "small": "1 cm3", "large": "10 l", "huge": "1 m3"}
    tanks = {name: g.Tank(V=V, process=process, start={"p": "3 bar"}) for name, V in sizes.items()}
    result = run(tanks, [], until=0.01)
    for name in sizes:
        assert result[f"{name}.p"][0] == pytest.approx(3e5)
        assert result[f"{name}.T"][0] == pytest.approx(293.15)
