"""Valves, tubes and regulators: characteristics, responses, and what they do at rest."""

import numpy as np
import pytest

from blocks import ModelError
from libraries import gas as g
from libraries import signals as s
from tests.libraries.gas_laws import OUTSIDE, iso_6358
from tests.libraries.simulated import end, run

# 6 bar of the supply into 3 bar, and 3 bar to the outside
FILL = float(iso_6358(1e-8, 0.3, 6e5, 293.15, 3e5))
EMPTY = float(iso_6358(1e-8, 0.3, 3e5, 293.15, OUTSIDE))


def opening(spool, dead_band):
    return np.clip((spool - dead_band) / (1 - dead_band), 0, 1)


SWEEP = {"u": s.Ramp(height=3, offset=-1.5), "supply": g.Supply(), "air": g.Atmosphere(), "a": g.Supply(p=3e5)}


def test_characteristic_of_two_ports() -> None:
    result = run(
        {**SWEEP, "valve": g.ProportionalValve2(dynamics="none", dead_band=0.1)},
        ["u.y valve.command", "supply.gas valve.a", "valve.b a.gas"],
    )
    assert result["valve.m_flow"] == pytest.approx(FILL * opening(3 * result.time - 1.5, 0.1))


def test_characteristic_of_three_ports() -> None:
    result = run(
        {**SWEEP, "valve": g.ProportionalValve3(dynamics="none", dead_band=0.2)},
        ["u.y valve.command", "supply.gas valve.supply", "valve.work a.gas", "valve.exhaust air.gas"],
    )
    u = 3 * result.time - 1.5
    into = FILL * opening(u, 0.2)
    out = EMPTY * opening(-u, 0.2)
    assert result["valve.m_flow"] == pytest.approx(into - out, abs=1e-12)
    assert result["supply.gas.m_flow"] == pytest.approx(-into, abs=1e-12)
    assert result["air.gas.m_flow"] == pytest.approx(out, abs=1e-12)


def test_characteristic_of_five_ports() -> None:
    result = run(
        {
            **SWEEP, "valve": g.ProportionalValve5(dynamics="none"), "b": g.Supply(p=2e5),
            "left": g.FlowSensor(), "right": g.FlowSensor(),
        },
        [
            "u.y valve.command", "supply.gas valve.supply", "valve.a a.gas", "valve.b b.gas", "valve.exhaust_a left.a",
            "valve.exhaust_b right.a", "left.b right.b air.gas",
        ],
    )  # fmt: skip
    u = 3 * result.time - 1.5
    ahead, back = opening(u, 0), opening(-u, 0)
    fill_b = iso_6358(1e-8, 0.3, 6e5, 293.15, 2e5)
    empty_b = iso_6358(1e-8, 0.3, 2e5, 293.15, OUTSIDE)
    assert result["valve.flow_a"] == pytest.approx(FILL * ahead - EMPTY * back, abs=1e-12)
    assert result["valve.flow_b"] == pytest.approx(fill_b * back - empty_b * ahead, abs=1e-12)
    assert result["supply.gas.m_flow"] == pytest.approx(-FILL * ahead - fill_b * back, abs=1e-12)
    assert result["left.mass_flow"] == pytest.approx(EMPTY * back, abs=1e-12)
    assert result["right.mass_flow"] == pytest.approx(empty_b * ahead, abs=1e-12)


def test_a_valve_loses_no_energy() -> None:
    """Hot gas from a tank through a valve with five ports: what leaves one tank arrives in others."""
    tanks = {
        "source": g.Tank(process="adiabatic", temperature=380, start={"p": 6e5}),
        "a": g.Tank(process="adiabatic", V=2e-4), "b": g.Tank(process="adiabatic", V=2e-4, start={"p": 4e5}),
        "sink": g.Tank(process="adiabatic"),
    }  # fmt: skip
    result = run(
        {**tanks, "u": s.Sine(frequency=3), "valve": g.ProportionalValve5()},
        [
            "u.y valve.command", "source.gas valve.supply", "valve.a a.gas", "valve.b b.gas",
            "valve.exhaust_a valve.exhaust_b sink.gas",
        ],
    )  # fmt: skip
    for quantity in ("m", "U"):
        total = sum(result[f"{name}.{quantity}"] for name in tanks)
        assert np.ptp(total) < 1e-12 * total[0]
    assert np.ptp(result["a.m"]) > 0.1 * result["a.m"][0]


def test_response_of_the_first_order() -> None:
    result = run(
        {
            "u": s.Step(delay=0.1), "valve": g.ProportionalValve2(time_constant=0.02), "p": g.Supply(),
            "q": g.Atmosphere(),
        },
        ["u.y valve.command", "p.gas valve.a", "valve.b q.gas"], until=0.3,
    )  # fmt: skip
    after = np.maximum(result.time - 0.1, 0)
    assert result["valve.spool"] == pytest.approx(1 - np.exp(-after / 0.02), abs=1e-7)


def test_response_of_the_second_order() -> None:
    w, D = 200.0, 0.4
    valve = g.ProportionalValve3(dynamics="second order", frequency=w, damping_ratio=D)
    result = run(
        {"u": s.Step(height=-1), "valve": valve, "p": g.Supply(), "q": g.Atmosphere(), "tank": g.Tank()},
        ["u.y valve.command", "p.gas valve.supply", "valve.work tank.gas", "valve.exhaust q.gas"], until=0.1,
    )  # fmt: skip
    wd = w * np.sqrt(1 - D**2)
    decay = np.exp(-D * w * result.time) * (np.cos(wd * result.time) + D * w / wd * np.sin(wd * result.time))
    assert result["valve.spool"] == pytest.approx(decay - 1, abs=1e-6)


def test_a_solenoid_opens_and_closes() -> None:
    result = run(
        {
            "u": s.BooleanPulse(width=0.5, period=0.4), "valve": g.OnOffValve2(C=1e-9, time_constant=1e-3),
            "supply": g.Supply(), "tank": g.Tank(),
        },
        ["u.y valve.on", "supply.gas valve.a", "valve.b tank.gas"], until=0.4,
    )  # fmt: skip
    filled = result["tank.m"] - result["tank.m"][0]
    # both ends lag alike, so the flow lasts as long as the pulse
    assert filled[-1] == pytest.approx(1e-9 * 1.185 * 6e5 * 0.2, rel=1e-3)
    assert np.ptp(filled[result.time > 0.25]) < 1e-6 * filled[-1]


def test_a_solenoid_with_three_ports_fills_and_empties() -> None:
    result = run(
        {
            "u": s.BooleanPulse(width=0.5, period=2), "valve": g.OnOffValve3(), "supply": g.Supply(),
            "air": g.Atmosphere(), "tank": g.Tank(V=1e-4),
        },
        ["u.y valve.on", "supply.gas valve.supply", "valve.work tank.gas", "valve.exhaust air.gas"], until=2,
    )  # fmt: skip
    p = result["tank.p"]
    assert p[np.searchsorted(result.time, 0.99)] == pytest.approx(6e5, rel=1e-4)
    assert p[-1] == pytest.approx(OUTSIDE, rel=1e-4)


def test_a_solenoid_with_five_ports_changes_sides() -> None:
    result = run(
        {
            "u": s.BooleanPulse(width=0.5, period=2), "valve": g.OnOffValve5(), "supply": g.Supply(),
            "air": g.Atmosphere(), "a": g.Tank(V=1e-4), "b": g.Tank(V=1e-4),
        },
        [
            "u.y valve.on", "supply.gas valve.supply", "valve.a a.gas", "valve.b b.gas",
            "valve.exhaust_a valve.exhaust_b air.gas",
        ],
        until=2,
    )  # fmt: skip
    half = np.searchsorted(result.time, 0.99)
    assert [result["a.p"][half], result["b.p"][half]] == pytest.approx([6e5, OUTSIDE], rel=1e-4)
    assert end(result, "a.p", "b.p") == pytest.approx([OUTSIDE, 6e5], rel=1e-4)


def test_exhausts_may_have_silencers_without_a_volume_between() -> None:
    result = run(
        {
            "u": s.Step(delay=0.2), "valve": g.ProportionalValve3(C=2e-9), "supply": g.Supply(),
            "silencer": g.Silencer(C=4e-9), "tank": g.Tank(V=1e-4, process="adiabatic", start={"p": 4e5}),
        },
        ["u.y valve.command", "supply.gas valve.supply", "valve.work tank.gas", "valve.exhaust silencer.gas"],
    )  # fmt: skip
    # closed first: nothing flows
    assert np.ptp(result["tank.p"][result.time < 0.19]) == pytest.approx(0, abs=1)
    assert end(result, "tank.p", "silencer.gas.p") == pytest.approx([6e5, OUTSIDE], rel=1e-3)


# tubes


def test_flow_through_a_tube_has_the_conductance_of_its_size() -> None:
    result = run(
        {
            "supply": g.Supply(), "tube": g.Tube(length=2, diameter=6e-3), "air": g.Atmosphere(),
            "valve": g.Orifice(C=1e-9),
        },
        ["supply.gas valve.a", "valve.b tube.a", "tube.b air.gas"], until=2,
    )  # fmt: skip
    C = 0.029 * 6e-3**2 / np.sqrt(2 / 6e-3**1.25 + 510)
    b = 474 * C / 6e-3**2
    p, flow = end(result, "tube.p", "tube.m_flow")
    assert flow == pytest.approx(float(iso_6358(1e-9, 0.3, 6e5, 293.15, p)), rel=1e-6)
    assert flow == pytest.approx(float(iso_6358(C, b, p, 293.15, OUTSIDE)), rel=1e-6)
    back = run(
        {"supply": g.Supply(), "tube": g.Tube(length=2, diameter=6e-3), "pump": g.ConstantFlow(m_flow=-1.5e-2)},
        ["supply.gas tube.b", "tube.a pump.gas"], until=2,
    )  # fmt: skip
    assert float(iso_6358(C, b, 6e5, 293.15, end(back, "tube.p")[0])) == pytest.approx(1.5e-2, rel=1e-5)


@pytest.mark.parametrize("cells", [1, 3])
def test_a_closed_tube_holds_its_volume(cells) -> None:
    tube = g.Tube(length=3, diameter=8e-3, cells=cells, process="adiabatic", start={"p": 4e5})
    result = run(
        {"tube": tube, "tank": g.Tank(process="adiabatic", V=1e-4)}, ["tube.b tank.gas"], until=1,
    )  # fmt: skip
    volume = np.pi / 4 * 8e-3**2 * 3
    inner = result["tube.U"].reshape(len(result.time), -1).sum(axis=1) + result["tank.U"]
    assert np.ptp(inner) < 1e-12 * inner[0]
    assert inner[0] == pytest.approx((4e5 * volume + OUTSIDE * 1e-4) / 0.4)
    assert end(result, "tank.p") == pytest.approx([inner[0] * 0.4 / (volume + 1e-4)], rel=1e-4)


# what moves by itself


def test_a_check_valve_lets_gas_pass_one_way() -> None:
    valve = g.CheckValve(cracking=2e4, full=1e4)
    result = run(
        {"u": s.Ramp(height=6e5, offset=1e5), "p": g.PressureSource(), "valve": valve, "q": g.Supply(p=4e5)},
        ["u.y p.pressure", "p.gas valve.a", "valve.b q.gas"],
    )
    p, flow = result["p.gas.p"], result["valve.m_flow"]
    assert np.abs(flow[p < 4.2e5]).max() == 0
    assert flow[p > 4.3e5] == pytest.approx(iso_6358(1e-8, 0.3, p[p > 4.3e5], 293.15, 4e5))


def test_a_check_valve_keeps_the_highest_pressure() -> None:
    result = run(
        {
            "u": s.Sine(amplitude=3e5, offset=4e5), "p": g.PressureSource(), "valve": g.CheckValve(C=1e-7),
            "tank": g.Tank(V=1e-5),
        },
        ["u.y p.pressure", "p.gas valve.a", "valve.b tank.gas"],
    )  # fmt: skip
    assert (np.diff(result["tank.p"]) > -1e-3).all()
    assert end(result, "tank.p") == pytest.approx([6.9e5], rel=0.01)


@pytest.mark.parametrize(("later", "when"), [(0.0, "start at t = 0 s"), (0.5, "go on at t = 0.5 s")])
def test_closed_valves_without_a_volume_between_them_are_told_so(later, when) -> None:
    valves = {f"v{k}": g.ProportionalValve2(dynamics="none") for k in (1, 2)}
    with pytest.raises(ModelError, match=when) as caught:
        run(
            {
                **valves, "tank": g.Tank(start={"p": 7e5}), "air": g.Atmosphere(),
                "closing": s.Step(offset=1, height=-1, delay=later),
            },
            ["tank.gas v1.a", "v1.b v2.a", "v2.b air.gas", "closing.y v1.command v2.command"],
        )  # fmt: skip
    assert "v2.a.p" in caught.value.why
    assert "Between two valves that may both be closed there must be a volume, such as a Tube." in caught.value.fix


def test_a_regulator_keeps_its_pressure() -> None:
    """Closed, the pressure behind it is the one that is set; with a load it falls by less than the droop."""
    result = run(
        {
            "supply": g.Supply(p=8e5), "regulator": g.Regulator(pressure=3e5), "u": s.Step(delay=1),
            "load": g.VariableOrifice(C=2e-9), "air": g.Atmosphere(),
        },
        ["supply.gas regulator.supply", "regulator.outlet load.a", "u.y load.opening", "load.b air.gas"], until=2,
    )  # fmt: skip
    p = result["regulator.p"]
    assert p[np.searchsorted(result.time, 0.99)] == pytest.approx(3e5, rel=1e-5)
    flow = 2e-9 * 1.185 * p[-1] * np.sqrt(1 - ((OUTSIDE / p[-1] - 0.3) / 0.7) ** 2)
    opened = flow / float(iso_6358(2e-8, 0.3, 8e5, 293.15, p[-1]))
    assert p[-1] == pytest.approx(3e5 - 2e4 * opened, rel=1e-6)


def test_a_regulator_relieves() -> None:
    result = run(
        {
            "supply": g.Supply(p=8e5), "u": s.Step(height=-3e5, offset=5e5, delay=1),
            "regulator": g.ProportionalRegulator(time_constant=0.1), "load": g.Orifice(), "tank": g.Tank(V=1e-4),
        },
        ["supply.gas regulator.supply", "u.y regulator.pressure", "regulator.outlet load.a", "load.b tank.gas"],
        until=6,
    )  # fmt: skip
    lag = OUTSIDE + (5e5 - OUTSIDE) * (1 - np.exp(-result.time / 0.1))
    early = result.time < 1
    assert result["regulator.followed"][early] == pytest.approx(lag[early], rel=1e-6)
    assert result["tank.p"][np.searchsorted(result.time, 0.99)] == pytest.approx(5e5, rel=1e-3)
    assert end(result, "tank.p") == pytest.approx([2e5], rel=5e-3)
    assert result["regulator.relieved"].max() > 0
