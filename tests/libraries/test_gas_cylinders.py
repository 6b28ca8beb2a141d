"""Gas that moves something: compression, the gas spring, cylinders with friction, cushions and stops."""

import numpy as np
import pytest

from blocks.errors import ModelError
from libraries import gas as g
from libraries import planar as pl
from libraries import signals as s
from libraries import translational as tr
from tests.libraries.gas_laws import GAMMA, OUTSIDE
from tests.libraries.simulated import end, run

EXPONENT = {"isothermal": 1.0, "polytropic": 1.3, "adiabatic": GAMMA, "simple": 1.3}


def compressed(block: g.TranslationalConverter):
    return run(
        {
            "way": s.Cosine(amplitude=0.04, offset=0.06, frequency=2), "drive": tr.Position(), "wall": tr.Fixed(),
            "gas": block,
        },
        ["way.y drive.position", "drive.flange gas.b", "wall.flange gas.a"],
    )  # fmt: skip


@pytest.mark.parametrize("process", EXPONENT)
def test_closed_gas_is_compressed_along_its_exponent(process) -> None:
    n = EXPONENT[process]
    result = compressed(g.TranslationalConverter(process=process, n=1.3, dead_volume=1e-5, start={"p": 3e5}))
    volume = 1e-5 + 1e-3 * (0.06 + 0.04 * np.cos(4 * np.pi * result.time))
    assert result["gas.V"] == pytest.approx(volume)
    assert result["gas.p"] == pytest.approx(3e5 * (volume[0] / volume) ** n, rel=1e-6)
    assert result["gas.f"] == pytest.approx(1e-3 * (result["gas.p"] - OUTSIDE))
    if process == "adiabatic":
        assert result["gas.T"] == pytest.approx(293.15 * (volume[0] / volume) ** (n - 1), rel=1e-6)
    if process != "simple":
        assert np.ptp(result["gas.m"]) < 1e-12


def test_a_heat_port_lets_compressed_gas_cool() -> None:
    open_port = compressed(g.HeatedTranslationalConverter(start={"p": 3e5}))
    adiabatic = compressed(g.TranslationalConverter(process="adiabatic", start={"p": 3e5}))
    assert open_port["gas.p"] == pytest.approx(adiabatic["gas.p"])


@pytest.mark.parametrize("process", EXPONENT)
def test_a_mass_on_a_gas_spring_swings_at_its_frequency(process) -> None:
    """Stiffness n p A^2 / V; no damping."""
    n, volume = EXPONENT[process], 1e-5 + 1e-3 * 0.1
    w = np.sqrt(n * OUTSIDE * 1e-3**2 / volume / 0.5)
    result = run(
        {
            "wall": tr.Fixed(), "gas": g.TranslationalConverter(process=process, n=1.3),
            "mass": tr.Mass(m=0.5, start={"s": 0.1, "v": 1e-4}),
        },
        ["wall.flange gas.a", "gas.b mass.a"], until=0.5, tolerance=1e-11,
    )  # fmt: skip
    assert result["mass.s"] - 0.1 == pytest.approx(1e-4 / w * np.sin(w * result.time), abs=2e-4 * 1e-4 / w)


def test_piston_and_gas_keep_their_energy() -> None:
    result = run(
        {
            "wall": tr.Fixed(), "gas": g.TranslationalConverter(process="adiabatic", start={"p": 3e5}),
            "mass": tr.Mass(m=0.5, start={"s": 0.05, "v": 0}),
        },
        ["wall.flange gas.a", "gas.b mass.a"], tolerance=1e-12,
    )  # fmt: skip
    total = result["gas.U"] + 0.25 * result["mass.v"] ** 2 + OUTSIDE * result["gas.V"]
    assert np.ptp(total) < 1e-9 * total[0]
    assert np.ptp(result["mass.s"]) > 0.05


# cylinders


def cylinder(**values):
    """Return a double-acting cylinder on a wall, open to the air on both sides, and its wires."""
    blocks = {"wall": tr.Fixed(), "air": g.Atmosphere(), "cylinder": g.DoubleActingCylinder(**values)}
    return blocks, ["wall.flange cylinder.barrel", "cylinder.cap cylinder.rod air.gas"]


def test_force_balance_of_both_cylinders() -> None:
    double = g.DoubleActingCylinder(bore=40e-3, rod_diameter=16e-3, start={"p_cap": 6e5, "p_rod": 2e5})
    single = g.SingleActingCylinder(bore=40e-3, spring_stiffness=300, preload=20, start={"p": 6e5})
    held = {"wall": tr.Fixed(), "end": tr.Fixed(position=0.35)}
    wires = ["wall.flange cylinder.barrel", "end.flange cylinder.piston"]
    cap, rod = np.pi / 4 * 40e-3**2, np.pi / 4 * (40e-3**2 - 16e-3**2)
    double.values["retracted_length"] = single.values["retracted_length"] = 0.3
    result = run({**held, "cylinder": double}, wires)
    force = cap * (6e5 - OUTSIDE) - rod * (2e5 - OUTSIDE)
    assert end(result, "cylinder.f", "cylinder.piston.f", "cylinder.x") == pytest.approx([force, -force, 0.05])
    result = run({**held, "cylinder": single}, wires)
    assert end(result, "cylinder.f") == pytest.approx([cap * (6e5 - OUTSIDE) - 20 - 300 * 0.05])


@pytest.mark.parametrize(("process", "n"), [("isothermal", 1.0), ("adiabatic", GAMMA)])
def test_both_chambers_follow_the_piston(process, n) -> None:
    result = run(
        {
            "way": s.Cosine(amplitude=0.04, offset=0.05, frequency=2), "drive": tr.Position(), "wall": tr.Fixed(),
            "cylinder": g.DoubleActingCylinder(process=process),
        },
        ["way.y drive.position", "drive.flange cylinder.piston", "wall.flange cylinder.barrel"],
    )  # fmt: skip
    x = result["cylinder.x"]
    cap, rod = np.pi / 4 * 32e-3**2, np.pi / 4 * (32e-3**2 - 12e-3**2)
    for name, volume in (("cap", 5e-6 + cap * x), ("rod", 5e-6 + rod * (0.1 - x))):
        assert result[f"cylinder.V_{name}"] == pytest.approx(volume)
        assert result[f"cylinder.p_{name}"] == pytest.approx(OUTSIDE * (volume[0] / volume) ** n, rel=1e-6)


def test_the_stops_hold_and_never_pull() -> None:
    blocks, wires = cylinder(stop_stiffness=1e6, stop_damping=4e3)
    result = run(
        {**blocks, "mass": tr.Mass(m=2, start={"s": 0.05, "v": 0}), "push": tr.ConstantForce(force=200)},
        [*wires, "cylinder.piston mass.a", "mass.b push.flange"], until=1,
    )  # fmt: skip
    assert end(result, "cylinder.x", "cylinder.end_force") == pytest.approx([0.1 + 200 / 1e6, -200], rel=1e-4)
    assert result["cylinder.end_force"].max() <= 0
    outside = (result["cylinder.x"] > 0) & (result["cylinder.x"] < 0.1)
    assert not result["cylinder.end_force"][outside].any()
    # what comes back from the stop is slower than what went in
    speed = result["mass.v"]
    assert -speed.min() < 0.8 * speed.max()


def test_a_cushion_takes_speed_as_it_says() -> None:
    """m dv/ds = -c s / L over its length L: the speed falls by c L / (2 m)."""
    blocks, wires = cylinder(cushion_length=0.02, cushion_damping=100)
    result = run(
        {**blocks, "mass": tr.Mass(m=2, start={"s": 0.05, "v": 1})}, [*wires, "cylinder.piston mass.a"], until=0.2,
        interval=1e-4,
    )  # fmt: skip
    before = result["cylinder.x"] < 0.08
    assert result["mass.v"][before & (result.time < 0.05)] == pytest.approx(1, abs=1e-6)
    x, v = result["cylinder.x"], result["mass.v"]
    inside = (x > 0.08) & (x < 0.1) & (v > 0)
    assert v[inside] == pytest.approx(1 - 100 * (x[inside] - 0.08) ** 2 / (2 * 0.02 * 2), abs=1e-6)
    # no brake on the way back
    back = (x > 0.08) & (x < 0.1) & (v < 0)
    assert np.ptp(v[back]) < 1e-6


def test_friction_slows_down() -> None:
    blocks, wires = cylinder(coulomb=10, viscous=0)
    result = run(
        {**blocks, "mass": tr.Mass(m=2, start={"s": 0.01, "v": 0.5})}, [*wires, "cylinder.piston mass.a"], until=0.05,
    )  # fmt: skip
    assert result["mass.v"] == pytest.approx(0.5 - 5 * result.time, abs=1e-4)


@pytest.mark.parametrize(("pull", "moves"), [(9.9, False), (12.0, True)])
def test_a_piston_that_sticks_does_not_creep(pull, moves) -> None:
    blocks, wires = cylinder(coulomb=10, friction="stick and slip")
    result = run(
        {**blocks, "mass": tr.Mass(m=2, start={"s": 0.02, "v": 0}), "push": tr.ConstantForce(force=pull)},
        [*wires, "cylinder.piston mass.a", "mass.b push.flange"], until=0.2,
    )  # fmt: skip
    expected = 0.02 + 0.5 * (pull - 10) / 2 * result.time**2 if moves else np.full_like(result.time, 0.02)
    assert result["cylinder.x"] == pytest.approx(expected, abs=1e-9)


AXIS = {
    "u": s.BooleanPulse(width=0.5, period=2), "supply": g.Supply(), "air": g.Atmosphere(), "valve": g.OnOffValve5(),
    "wall": tr.Fixed(), "mass": tr.Mass(m=2, start={"s": 0, "v": 0}),
}  # fmt: skip
AXIS_WIRES = [
    "u.y valve.on", "supply.gas valve.supply", "valve.a cylinder.cap", "valve.b cylinder.rod",
    "valve.exhaust_a valve.exhaust_b air.gas", "wall.flange cylinder.barrel", "cylinder.piston mass.a",
]  # fmt: skip


@pytest.mark.parametrize("process", ["isothermal", "polytropic", "adiabatic", "heat exchange", "simple"])
def test_supply_and_exhaust_move_a_piston_out_and_in(process) -> None:
    block = g.DoubleActingCylinder(process=process, coulomb=20, viscous=50, cushion_damping=300)
    result = run({**AXIS, "cylinder": block}, AXIS_WIRES, until=2, tolerance=1e-7)
    half = np.searchsorted(result.time, 0.99)
    cap, rod = np.pi / 4 * 32e-3**2, np.pi / 4 * (32e-3**2 - 12e-3**2)
    # at rest on a stop: the gas presses, smooth friction is gone
    assert result["cylinder.x"][half] == pytest.approx(0.1 + cap * (6e5 - OUTSIDE) / 1e6, rel=1e-4)
    assert end(result, "cylinder.x") == pytest.approx([-rod * (6e5 - OUTSIDE) / 1e6], rel=1e-2)
    assert [result["cylinder.p_cap"][half], result["cylinder.p_rod"][half]] == pytest.approx([6e5, OUTSIDE], rel=1e-3)


def test_a_sticking_axis_comes_to_rest_on_its_stop() -> None:
    block = g.DoubleActingCylinder(process="simple", coulomb=20, viscous=50, friction="stick and slip")
    result = run({**AXIS, "cylinder": block}, AXIS_WIRES, until=0.9, tolerance=1e-6, solver="stiff")
    push = np.pi / 4 * 32e-3**2 * (6e5 - OUTSIDE)
    depth = (end(result, "cylinder.x")[0] - 0.1) * 1e6
    assert push - 20.1 <= depth <= push + 20.1
    assert np.abs(result["cylinder.v"][-20:]).max() < 1e-6


def test_a_stopped_supply_only_leaves_the_gas_that_is_there() -> None:
    result = run(
        {**AXIS, "supply": g.Supply(p=OUTSIDE), "cylinder": g.DoubleActingCylinder(coulomb=20)}, AXIS_WIRES,
        tolerance=1e-7,
    )  # fmt: skip
    assert np.abs(result["cylinder.x"]).max() < 1e-6
    assert result["cylinder.p_cap"] == pytest.approx(OUTSIDE, rel=1e-4)


def test_a_cylinder_lifts_a_lever_in_the_plane() -> None:
    """Two-bar: the cylinder between the ground and the tip of a lever; its power is its force times its speed."""
    result = run(
        {
            "world": pl.World(), "ground": pl.Fixed(), "base": pl.Fixed(position=[0.2, -0.3]),
            "hinge": pl.Revolute(start={"phi": -0.3, "w": 0}),
            "lever": pl.Rod(m=1, length=0.3), "line": pl.LineForce(), "supply": g.Supply(p=4e5),
            "orifice": g.Orifice(C=1e-9),
            "cylinder": g.SingleActingCylinder(bore=20e-3, stroke=0.2, retracted_length=0.2, viscous=300),
        },
        [
            "ground.a hinge.a", "hinge.b lever.a", "base.a line.a", "lever.b line.b", "line.near cylinder.barrel",
            "line.far cylinder.piston", "supply.gas orifice.a", "orifice.b cylinder.gas",
        ],
        until=0.7, interval=1e-3, tolerance=1e-8,
    )  # fmt: skip
    phi, w = result["hinge.phi"], result["hinge.w"]
    tip = 0.3 * np.array([np.cos(phi), np.sin(phi)])
    length = np.hypot(tip[0] - 0.2, tip[1] + 0.3)
    assert result["cylinder.x"] == pytest.approx(length - 0.2, abs=1e-6)
    power = result["cylinder.f"] * result["cylinder.v"]
    work = np.concatenate([[0], np.cumsum(np.diff(result.time) * (power[1:] + power[:-1]) / 2)])
    energy = 0.5 * (1 * 0.3**2 / 3) * w**2 + 9.81 * 0.15 * np.sin(phi)
    assert energy - energy[0] == pytest.approx(work, abs=1e-4 * np.ptp(energy))
    assert phi[-1] > 0.2


@pytest.mark.parametrize(
    "values",
    [{"bore": 0}, {"bore": -0.02}, {"stroke": 0}, {"dead_volume": -1e-6}, {"coulomb": -1}, {"n": 0.5}],
    ids=repr,
)
def test_impossible_cylinders_are_refused(values) -> None:
    with pytest.raises(ModelError, match="must be at least"):
        run({**AXIS, "cylinder": g.DoubleActingCylinder(**values)}, AXIS_WIRES)
