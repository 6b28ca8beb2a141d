"""Index-3 mechanisms against published end values (Test Set for IVP Solvers; deTestSet; MEBDFDAE drivers)."""

import numpy as np
import pytest

from tests.dae.mechanisms import CarAxis, Pendulum, SliderCrank, SqueezingMechanism
from tests.dae.running import assert_digits, at, run

PENDULUM = [0.8673486406045517, 0.4977010504763739, -0.033748018032986646, 0.05881301146607157, -0.49310315152827444]
CAR_AXIS = [
    0.04934557842754028, 0.49698946023017115, 1.0417425248854215, 0.37391102726536124, -0.07705836840409723,
    0.007446866587237785, 0.017556815753723223, 0.7703410437792519, -0.004736886590848933, -0.0011046803312573436,
]  # fmt: skip
# positions, speeds, accelerations and multipliers at the start and at the end
SQUEEZER_START = [
    -0.06171389001427645, 0.0, 0.45527981916307037, 0.22266839016588588, 0.48736497954384256, -0.22266839016588588,
    1.2305474445498212,
]  # fmt: skip
SQUEEZER_ACCELERATIONS = [14222.443919954114, -10666.832939965585, 0.0, 0.0, 0.0, 0.0, 0.0]
SQUEEZER_MULTIPLIERS = [98.56687039624109, -6.122688344255662, 0.0, 0.0, 0.0, 0.0]
SQUEEZER_END = [
    15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805303,
    0.5347301163226948, 1.048080741042263, 1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385,
    0.5735699284790808, -19.29337464421385, 0.3231791658026955,
]  # fmt: skip
SQUEEZER_END_MULTIPLIERS = [
    199.175333373191, -29.75531228015052, 23.06654119098399, 31.45271365475927, 22.64249232082739, 11.61740700019673,
]  # fmt: skip
CRANK_START = [0.0, 0.0, 0.450016933, 0.0, 0.0, 1.03339863e-5, 1.69327969e-5]
CRANK_START_SPEEDS = [150.0, -74.995767, -2.68938672e-6, 0.444896105, 0.00463434311, -1.78591076e-6, -2.68938672e-6]
CRANK_END = [
    15.00000000000104, -0.331173498825626, 0.169737332842786, 0.0001893192899613509, 2.375751249879174e-05,
    -5.323896770569702e-06, -8.363313279112129e-06,
]  # fmt: skip
CRANK_END_SPEEDS = [
    150.0, 60.25346755138369, -8.753116326670527, -0.03005541400289738, -0.005500431812571696, 0.0004974111734266989,
    0.001105560003626645,
]  # fmt: skip
CRANK_END_MULTIPLIERS = [-62.32935833287916, -163.7920993367306, 25.29857947066878]


@pytest.mark.parametrize("solver", ["adaptive", "stiff"])
def test_pendulum(solver: str) -> None:
    result = run(Pendulum(start={"y": 0, "v": 1}, guess={"x": 1}), 1.0, 1e-10, solver)
    assert_digits(at(result, "x", "y", "u", "v", "tension"), PENDULUM, 8)
    assert np.abs(result["p.x"] ** 2 + result["p.y"] ** 2 - 1).max() < 1e-9


def test_pendulum_with_more_start_values_than_needed() -> None:
    """The test set gives all values, and all derivatives; they agree, so all may be fixed."""
    fixed = {"x": 1, "y": 0, "u": 0, "v": 1, "tension": 1}
    result = run(Pendulum(start=fixed), 1.0, 1e-10)
    assert_digits(at(result, "x", "y", "u", "v", "tension"), PENDULUM, 8)


def test_car_axis() -> None:
    start = {"left": [0.0, 0.5], "right": [1.0, 0.5], "left_speed": [-0.5, 0.0], "right_speed": [-0.5, 0.0]}
    result = run(CarAxis(guess=start), 3.0, 1e-10)
    assert_digits(at(result, "left", "right", "left_speed", "right_speed", "multiplier"), CAR_AXIS, 6.5)


def test_squeezing_mechanism() -> None:
    block = SqueezingMechanism(start={"q[2]": 0.0, "w[2]": 0.0}, guess={"q": SQUEEZER_START})
    result = run(block, 0.03, 1e-10)
    begin = {name: at(result, name, place=0) for name in ("q", "w", "acceleration", "multiplier")}
    assert begin["q"] == pytest.approx(SQUEEZER_START, abs=1e-12)
    assert begin["acceleration"] == pytest.approx(SQUEEZER_ACCELERATIONS, rel=1e-9, abs=1e-6)
    assert begin["multiplier"] == pytest.approx(SQUEEZER_MULTIPLIERS, rel=1e-9, abs=1e-9)
    assert_digits(at(result, "q"), SQUEEZER_END[:7], 8)
    assert_digits(at(result, "w"), SQUEEZER_END[7:], 6.5)
    assert_digits(at(result, "multiplier"), SQUEEZER_END_MULTIPLIERS, 5)


def test_slider_crank_with_elastic_rod() -> None:
    start = {"q": CRANK_START[3:], "q_speed": CRANK_START_SPEEDS[3:]}
    result = run(SliderCrank(start=start, guess={"p": CRANK_START[:3], "p_speed": CRANK_START_SPEEDS[:3]}), 0.1, 1e-10)
    assert_digits(at(result, "p", "q"), CRANK_END, 7)
    assert_digits(at(result, "p_speed", "q_speed"), CRANK_END_SPEEDS, 6)
    assert_digits(at(result, "multiplier"), CRANK_END_MULTIPLIERS, 6.5)
