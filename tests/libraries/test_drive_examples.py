"""Whole drive trains against closed forms, against SciPy from event to event, and against the laws of conservation."""

import numpy as np
import pytest
from numpy import cos, pi, sin
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.optimize import brentq

from blocks import Diagram
from solver.result import Result
from solver.simulate import simulate
from tests.libraries.piecewise import Array, Path, Phase, integrate
from tests.models import more_drive_models as models

EXACT = 1e-9  # the largest speed of what sticks


def run(diagram: Diagram, until: float, tolerance: float = 1e-10) -> Result:
    return simulate(diagram, until, tolerance=tolerance)


def events(result: Result) -> Array:
    """Return the instants of all events after the start."""
    found = np.unique(result.time[1:][np.diff(result.time) == 0])
    return found[found > 0]


def mode(result: Result, name: str) -> Array:
    """Return the names of the modes of a block over time."""
    modes = next(machine.modes for machine in result.model.hybrid.machines if machine.name == f"{name}.mode")
    return np.array(modes)[result[f"{name}.mode"].astype(int)]


def assert_same(result: Result, path: Path, *names: str, within: float) -> None:
    for name, expected in zip(names, path.at(result.time), strict=True):
        assert result[name] == pytest.approx(expected, abs=within), name


def clutch_events() -> dict[str, float]:
    """Return when the clutches stick and slip, from the integrals of torques that are known in closed form.

    All rotors have 1 kg.m2. While the first clutch slips it passes on 10 cos(0.4 pi t), the others 10 N.m.
    """

    def shaken(t: float) -> float:
        return (1 - cos(10 * pi * t)) / pi

    def passed(t: float) -> float:
        return 10 * sin(0.4 * pi * t) / (0.4 * pi)

    def torque(t: float) -> float:
        return 10 * sin(10 * pi * t)

    def grip(t: float) -> float:
        return 10 * cos(0.4 * pi * t)

    # the second rotor is slowed by 10 N.m and the third sped up by them from 0.4 s on
    second = brentq(lambda t: passed(t) - 20 * (t - 0.4), 0.5, 1)
    # two rotors behind the first clutch, up to the speed of the first
    first = brentq(lambda t: 10 + shaken(t) - passed(t) - passed(t) / 2, 0.72, 0.8)
    # three rotors as one: the first clutch has to pass on two thirds of the torque
    slips = brentq(lambda t: 2 / 3 * torque(t) - 1.1 * grip(t), 0.8, 0.85)
    common = (10 + shaken(slips)) / 3
    one = common + shaken(0.9) - shaken(slips) - passed(0.9) + passed(slips)
    two = common + (passed(0.9) - passed(slips)) / 2

    def apart(t: float, since: float, gap: float) -> float:
        """Return by how much the first rotor is faster, two rotors being driven, and held back by 10 N.m."""
        return gap + shaken(t) - shaken(since) - 1.5 * (passed(t) - passed(since)) + 5 * (t - since)

    sticks = brentq(lambda t: apart(t, 0.9, one - two), 0.9, 0.95)
    slips_again = brentq(lambda t: (2 * torque(t) + 10) / 3 - 1.1 * grip(t), 0.98, 1.05)
    # from 0.9 s on 10 N.m drive the last rotor; the other three had the spin of four
    three = (10 + shaken(slips_again) - 10 * (slips_again - 0.9)) / 3

    def behind(t: float) -> float:
        return three + (passed(t) - passed(slips_again)) / 2 - 5 * (t - slips_again) - 10 * (t - 0.9)

    return {
        "press 2": 0.4, "2 sticks": second, "1 sticks": first, "1 slips": slips, "press 3": 0.9,
        "1 sticks again": sticks, "1 slips again": slips_again, "3 sticks": brentq(behind, 1.01, 1.24), "1 free": 1.25,
    }  # fmt: skip


def test_coupled_clutches() -> None:
    result = run(models.coupled_clutches(), 1.5)
    expected = clutch_events()
    assert events(result) == pytest.approx(list(expected.values()), abs=1e-8)
    spin = sum(result[f"rotor{k}.w"] for k in (1, 2, 3, 4))
    assert spin == pytest.approx(10 + (1 - cos(10 * pi * result.time)) / pi, abs=1e-8)
    for k in (1, 2, 3):
        stuck = mode(result, f"clutch{k}") == "stuck"
        assert stuck.any()
        assert np.abs(result[f"clutch{k}.w_rel"][stuck]).max() < EXACT


def lossy_gear_path(bearing: float, phase: float, until: float) -> Path:
    """Return speed and angle of a gear that loses half of the power, by the four ways in which it can carry a load."""
    ratio, share, J, J_load = 2.0, 0.5, 1.0, 1.5

    def drive(t: float) -> float:
        return 10 * sin(2 * pi * t)

    def pull(t: float) -> float:
        return 12 * sin(2 * pi * t + phase)

    def acceleration(t: float, way: int) -> float:
        for factor in (1 / share, share):
            found = (drive(t) - way * bearing + factor * pull(t) / ratio) / (J + factor * J_load / ratio**2)
            load = (J_load * found / ratio - pull(t)) / ratio
            # turning along with it, a load that is driven costs more, and one that drives gives less
            if (way * load > 0) == (factor > 1):
                break
        return found

    def limit(load: float) -> float:
        return bearing + max(load * (1 / share - 1), -load * (1 - share))

    def slides(way: int) -> Phase:
        return Phase(lambda t, y: [acceleration(t, way), y[0]], [(lambda t, y: way * y[0], "stuck")])

    def spare(t: float, way: int) -> float:
        load = -pull(t) / ratio
        return limit(way * load) - way * (drive(t) - load)

    stuck = Phase(lambda t, y: [0.0, 0.0], [(lambda t, y: spare(t, 1), "ahead"), (lambda t, y: spare(t, -1), "back")])
    return integrate({"ahead": slides(1), "back": slides(-1), "stuck": stuck}, "stuck", [0, 0], until)


@pytest.mark.parametrize(("bearing", "phase"), [(0.0, 1.0), (2.0, 2.5), (3.0, 2.0)])
def test_gear_that_loses_half_of_the_power(bearing: float, phase: float) -> None:
    result = run(models.lossy_gear(bearing, phase), 3)
    path = lossy_gear_path(bearing, phase, 3)
    assert_same(result, path, "rotor.w", "rotor.phi", within=1e-7)
    stuck = mode(result, "gear") == "stuck"
    assert stuck.any() == (bearing > 0) == ("stuck" in path.phases)
    assert np.abs(result["gear.w"][stuck]).max(initial=0) < EXACT
    # all power is accounted for, and the gear only takes
    taken = result["gear.a.tau"] * result["rotor.w"] + result["gear.b.tau"] * result["load.w"]
    assert taken == pytest.approx(result["gear.loss"] * result["gear.w"], abs=1e-9)
    assert taken.min() > -1e-9
    # stops and starts are events, and the load changes its sign twice in each of three periods
    assert all(np.abs(events(result) - time).min() < 1e-8 for time in path.events)
    assert len(events(result)) == len(path.events) + 6


@pytest.mark.parametrize("ahead", [0.0, 4.0])
def test_freewheel_behind_a_motor_that_swings(ahead: float) -> None:
    def torque(t: float) -> float:
        return 10 * sin(2 * pi * t)

    def together(t: float, y: Array) -> float:
        return (torque(t) - 0.8 * y[1]) / 1.5

    phases = {
        "locked": Phase(
            lambda t, y: [together(t, y), together(t, y)],
            [(lambda t, y: 0.5 * together(t, y) + 0.8 * y[1], "free")],
        ),
        "free": Phase(lambda t, y: [torque(t), -0.8 * y[1] / 0.5], [(lambda t, y: y[1] - y[0], "locked")]),
    }
    path = integrate(phases, "free" if ahead else "locked", [0, ahead], 3)
    result = run(models.one_way_clutch(ahead), 3)
    assert_same(result, path, "a.w", "b.w", within=1e-8)
    assert events(result) == pytest.approx(path.events, abs=1e-8)
    assert np.abs(result["freewheel.w_rel"][mode(result, "freewheel") == "locked"]).max() < EXACT
    assert result["freewheel.w_rel"].min() > -EXACT
    assert result["freewheel.drive"].min() > -1e-9


def test_housing_that_gives_way() -> None:
    """Two free angles, load and housing; the shaft turns by 10 load - 9 housing. Exact by the matrix exponential."""
    mass = np.array([[50 + 100, -90], [-90, 5 + 81]])
    inverse = np.linalg.inv(mass)
    A = np.zeros((6, 6))  # angles, speeds, torque and its rate
    A[:2, 2:4] = np.eye(2)
    A[2:4, :2] = inverse @ np.diag([0, -1000])
    A[2:4, 2:4] = inverse @ np.diag([0, -20])
    A[2:4, 4] = inverse @ [10, -9]
    A[4, 5] = 1
    result = run(models.elastic_bearing(), 2)
    begin = np.array([0, 0, 0, 0, 0, 5.0])
    risen = expm(A) @ begin * [1, 1, 1, 1, 1, 0]
    some = np.arange(0, len(result.time), 10)
    times = result.time[some]
    expected = np.array([expm(A * t) @ begin if t < 1 else expm(A * (t - 1)) @ risen for t in times]).T
    assert result["load.phi"][some] == pytest.approx(expected[0], abs=1e-8)
    assert result["housing.phi"][some] == pytest.approx(expected[1], abs=1e-8)
    assert result["shaft.w"][some] == pytest.approx(10 * expected[2] - 9 * expected[3], abs=1e-7)


def test_play_makes_a_controlled_arm_swing_for_ever() -> None:
    def phase(edge: float, *ends: tuple[float, float, str]) -> Phase:
        """Return the motion with teeth that touch at an edge of the play, or not at all for edge zero."""

        def rates(t: float, y: Array) -> list[float]:
            tau = 5000 * (y[2] - y[0] - edge) if edge else 0.0
            return [y[1], (tau - 200 * y[2] - 10 * y[1]) / 0.5, y[3], -tau]

        return Phase(rates, [(lambda t, y, k=way, at=at: k * (y[2] - y[0] - at), end) for way, at, end in ends])

    phases = {
        "above": phase(0.05, (1, 0.05, "between")), "below": phase(-0.05, (-1, -0.05, "between")),
        "between": phase(0.0, (-1, 0.05, "above"), (1, -0.05, "below")),
    }  # fmt: skip
    path = integrate(phases, "above", [0, 0, 0.3, 0], 2)
    result = run(models.backlash_drive(), 20)
    early = result.time <= 2
    for name, expected in zip(("rotor.phi", "rotor.w", "arm.phi", "arm.w"), path.at(result.time[early]), strict=True):
        assert result[name][early] == pytest.approx(expected, abs=1e-6)
    assert events(result)[: len(path.events)] == pytest.approx(path.events, abs=1e-8)
    # it neither grows nor dies away: as wide as half of the play, and a little more
    late = [np.ptp(result["arm.phi"][(result.time > t) & (result.time < t + 2)]) for t in (10, 12, 14, 16, 18)]
    assert np.ptp(late) < 0.02 * late[0]
    assert 0.1 < late[0] < 0.15


def preload_rates(t: float, y: Array) -> Array:
    """Return how the spool and its plates move."""
    s, v = y[:3], y[3:]  # spool, left plate, right plate

    def contact(length: float, speed: float) -> float:
        elastic = 1e6 * min(length, 0.0)
        return elastic + min(max(100 * speed, elastic), -elastic)

    left, right = (contact(s[0] - 0.1 - s[1], v[0] - v[1]), contact(s[2] - s[0] - 0.1, v[2] - v[0]))
    left_seat, right_seat = contact(-0.1 - s[1], -v[1]), contact(s[2] - 0.1, v[2])
    left_spring = 2000 * (s[1] + 0.2 - 0.15) + 20 * v[1]
    right_spring = 2000 * (0.2 - s[2] - 0.15) - 20 * v[2]
    forces = np.array([200 * sin(20 * pi * t) - left + right, left + left_seat - left_spring,
                       right_spring - right - right_seat])  # fmt: skip
    return np.concatenate([v, forces / [0.2, 0.1, 0.1]])


def test_spool_moves_only_beyond_its_preload() -> None:
    until = 0.06
    found = solve_ivp(preload_rates, (0, until), [0, -0.1, 0.1, 0, 0, 0], method="DOP853", rtol=1e-11, atol=1e-12,
                      dense_output=True, max_step=2e-5)  # fmt: skip
    result = run(models.preload(), until)
    expected = found.sol(result.time)
    for k, name in enumerate(("spool", "left_plate", "right_plate")):
        assert result[f"{name}.s"] == pytest.approx(expected[k], abs=1e-7)
        assert result[f"{name}.v"] == pytest.approx(expected[k + 3], abs=1e-4)
    # below 100 N it gives way by as little as the contacts do, beyond it by centimetres
    held = result["sine.y"] < 100
    assert np.abs(result["spool.s"][held & (result.time < 0.01)]).max() < 3e-4
    assert np.abs(result["spool.s"]).max() > 0.01


def test_vehicle_is_held_driven_and_rolls_out() -> None:
    """M v' = F - (40 N + v²/2 N), so that v is a tangent of time, hyperbolic or not; 10 N pull down the slope."""
    M, drag, rolling, slope, force = 150 + 2 / 0.2**2, 0.5, 40.0, 10.0, 60 / 0.2
    result = run(models.vehicle(), 60)
    t = result.time
    push, pull = force - rolling - slope, rolling + slope
    driven = np.sqrt(push / drag) * np.tanh(np.sqrt(push * drag) / M * (t - 1))
    top = np.sqrt(push / drag) * np.tanh(np.sqrt(push * drag) / M * 10)
    angle = np.arctan(top * np.sqrt(drag / pull))
    rolls = np.sqrt(pull / drag) * np.tan(np.clip(angle - np.sqrt(pull * drag) / M * (t - 11), 0, angle))
    stop = 11 + angle * M / np.sqrt(pull * drag)
    assert result["body.v"] == pytest.approx(np.select([t < 1, t < 11], [0, driven], rolls), abs=1e-7)
    assert events(result) == pytest.approx([1, 11, stop], abs=1e-8)
    rests = (t < 1) | (t > stop + 1e-6)
    assert np.abs(result["body.v"][rests]).max() < EXACT
    assert result["tyres.f"][rests] == pytest.approx(np.full(np.count_nonzero(rests), -slope), abs=1e-9)


def test_mass_with_stribeck_friction_between_stops() -> None:
    def rest(t: float, y: Array) -> float:
        stop = -1e4 * max(y[0] - 5, 0) - 1e4 * min(y[0] + 5, 0)
        return 25 * sin(0.5 * pi * t) + stop

    def slides(way: int) -> Phase:
        def rates(t: float, y: Array) -> list[float]:
            speed = abs(y[1])
            return [y[1], rest(t, y) - way * (5 + 10 * np.exp(-2 * speed) + speed)]

        return Phase(rates, [(lambda t, y: way * y[1], "stuck")])

    stuck = Phase(
        lambda t, y: [0.0, 0.0], [(lambda t, y: 15 - rest(t, y), "ahead"), (lambda t, y: 15 + rest(t, y), "back")]
    )
    path = integrate({"ahead": slides(1), "back": slides(-1), "stuck": stuck}, "stuck", [0, 0], 8)
    result = run(models.rolling_stop(), 8)
    assert_same(result, path, "mass.s", "mass.v", within=1e-6)
    assert all(np.abs(events(result) - time).min() < 1e-8 for time in path.events)
    rests = mode(result, "guide") == "stuck"
    assert np.abs(result["mass.v"][rests]).max() < EXACT
    assert np.abs(result["mass.s"]).max() > 5


def test_what_is_lost_in_a_drive_train_becomes_heat() -> None:
    result = run(models.turning_heat(), 3, tolerance=1e-11)
    motion = sum(J / 2 * result[f"J{k}.w"] ** 2 for k, J in enumerate((1, 0.5, 0.5, 1, 2), start=1))
    play = np.maximum(np.abs(result["teeth.phi_rel"]) - 0.05, 0)
    stored = motion + 250 * result["spring.phi_rel"] ** 2 + 1000 * play**2
    assert stored + 10 * (result["housing.T"] - 300) == pytest.approx(result["work.y"], abs=1e-6)
    assert np.diff(result["housing.T"]).min() > -1e-9
    for name in ("damper", "teeth", "bearing", "gear", "clutch", "brake", "fins"):
        assert result[f"{name}.heat.Q_flow"].max() < 1e-9
        assert result[f"{name}.heat.Q_flow"].min() < -1e-3


def test_what_is_lost_along_a_line_becomes_heat() -> None:
    result = run(models.sliding_heat(), 4, tolerance=1e-11)
    motion = sum(m / 2 * result[f"m{k}.v"] ** 2 for k, m in ((1, 1), (2, 2), (3, 1)))
    stored = motion + 150 * result["spring.s_rel"] ** 2 + 2500 * np.minimum(result["gap.s_rel"] - 0.1, 0) ** 2
    assert stored + 5 * (result["frame.T"] - 290) == pytest.approx(result["work.y"], abs=1e-6)
    for name in ("guide", "damper", "gap", "brake", "rail"):
        # touching is found to 1e-10 m, where the spring of the gap holds up to 5e-7 N
        assert result[f"{name}.heat.Q_flow"].max() < (1e-6 if name == "gap" else 1e-9)
        assert result[f"{name}.heat.Q_flow"].min() < -1e-3


def test_magnets_brake_best_at_their_nominal_speed() -> None:
    """J w' = -2 T x / (1 + x²) with x = w / W, so that ln x + x²/2 falls steadily; a warm rail has a higher W."""
    result = run(models.eddy_current_brake(), 6)
    for speed, slope in ((result["rotor.w"] / 50, 200 / (2 * 50)), (result["mass.v"] / 1.5, 20 / (3 * 1.5))):
        measure = np.log(speed) + speed**2 / 2
        fast = speed > 1e-3
        assert measure[fast] == pytest.approx((measure[0] - slope * result.time)[fast], abs=1e-6)
    assert result["disc.tau"].max() == pytest.approx(100, rel=1e-3)
