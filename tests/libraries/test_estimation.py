"""Estimation as blocks: Kalman filters of a project's model, orientation filters, operators and state machines."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm, solve_discrete_are
from scipy.stats import chi2

from blocks import Block, Diagram, ModelError, Output
from blocks.called import CalledBlock, Given
from libraries import estimation, rotational, sensors, signals, spatial
from libraries.estimation.attitude import matrix
from libraries.estimation.operators import null_space, pseudo_inverse
from solver.result import Result
from solver.simulate import simulate
from tests.libraries.simulated import run

PERIOD = 0.01
# a pendulum that swings a little: inertia 0.5 kg m2, spring 8 N m/rad, damper 0.2 N m s
J, K, D = 0.5, 8.0, 0.2
F = expm(PERIOD * np.array([[0, 1], [-K / J, -D / J]]))
H = np.array([[1.0, 0.0]])

LINEAR = f"""
import numpy as np
F = np.array({F.tolist()})
B = np.array({(np.linalg.solve(np.array([[0, 1], [-K / J, -D / J]]), F - np.eye(2)) @ [0, 1 / J]).tolist()})

def process(x, u):
    return F @ x + (B * u[0] if x.ndim == 1 else np.outer(B * u[0], np.ones(x.shape[1])))

def measurement(x):
    return x[:1]

def process_jacobian(x):
    return F

def measurement_jacobian():
    return np.array([[1.0, 0.0]])

def shaken(x, u, w):
    return process(x, u) + w

def seen(x, v):
    return x[:1] + v
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text(LINEAR)
    return tmp_path


def pendulum(estimator: Block, folder: Path, kick: float) -> Diagram:
    """Return a small pendulum that random torques kick at each sample, read by a noisy sensor."""
    diagram = Diagram("pendulum")
    diagram.add("noise", signals.Noise(period=PERIOD, deviation=f"{kick} N.m"))
    diagram.add("push", rotational.Torque())
    diagram.add("rotor", rotational.Inertia(J=J, start={"phi": 0.3, "w": 0}))
    diagram.add("spring", rotational.SpringDamper(stiffness=K, damping=D))
    diagram.add("ground", rotational.Fixed())
    diagram.add("angle", rotational.AngleSensor())
    diagram.add("speed", rotational.SpeedSensor())
    diagram.add("sensor", sensors.Reading(period=PERIOD, deviation=0.02))
    diagram.add("filter", estimator)
    diagram.connect("noise.y", "push.torque")
    diagram.connect("push.shaft", "rotor.a")
    diagram.connect("rotor.b", "spring.a", "angle.shaft", "speed.shaft")
    diagram.connect("spring.b", "ground.shaft")
    diagram.connect("angle.angle", "sensor.u[1]", "filter.truth[1]")
    diagram.connect("speed.speed", "filter.truth[2]")
    diagram.connect("sensor.y[1]", "filter.z[1]")
    diagram.folder = folder
    return diagram


KICK = 0.4
KICKS = np.linalg.solve(np.array([[0, 1], [-K / J, -D / J]]), F - np.eye(2)) @ [0, KICK / J]
NOISE: dict[str, Any] = {
    "states": 2, "period": PERIOD, "x0": [0.3, 0.0], "x0_deviation": [0.05, 0.05], "R": 0.02,
    "Q": (np.outer(KICKS, KICKS) + 1e-12 * np.eye(2)).tolist(), "has_truth": True,
}  # fmt: skip
FILTERS: dict[str, Block] = {
    "ukf": estimation.UKF(**NOISE),
    "vectorized": estimation.UKF(**NOISE, is_vectorized=True),
    "inside": estimation.UKF(**NOISE, process="shaken", measurement="seen", noise="inside"),
    "ekf": estimation.EKF(**NOISE),
    "jacobians": estimation.EKF(
        **NOISE, process_jacobian="process_jacobian", measurement_jacobian="measurement_jacobian"
    ),
}


def settled(result: Result, name: str) -> np.ndarray[Any, Any]:
    """Return a signal at the samples of a run from 2 s on."""
    return np.asarray(result[name][200:-1])


@pytest.mark.parametrize("kind", ["vectorized", "jacobians"])
def test_errors_are_those_of_the_riccati_equation(kind: str, folder: Path) -> None:
    """Angle and rate from a noisy angle: deviations expected and found, nis and nees, all against theory."""
    found = simulate(pendulum(FILTERS[kind], folder, KICK), 32.0, trust=True, interval=PERIOD)
    before = solve_discrete_are(F.T, H.T, np.outer(KICKS, KICKS) + 1e-12 * np.eye(2), np.array([[0.02**2]]))
    gain = before @ H.T / (before[0, 0] + 0.02**2)
    after = before - gain @ H @ before
    errors = np.column_stack([
        settled(found, "filter.x[1]") - settled(found, "angle.angle"),
        settled(found, "filter.x[2]") - settled(found, "speed.speed"),
    ])  # fmt: skip
    for i in range(2):
        assert settled(found, f"filter.deviation[{i + 1}]")[-1] == pytest.approx(math.sqrt(after[i, i]), rel=1e-6)
        # errors are correlated in time, so 3000 of them are worth some two hundred: 20 % is four standard errors
        assert errors[:, i].std() == pytest.approx(math.sqrt(after[i, i]), rel=0.2)
    nis = settled(found, "filter.nis")
    low, high = chi2.ppf([0.0005, 0.9995], len(nis))
    assert low < nis.sum() < high
    assert settled(found, "filter.nees").mean() == pytest.approx(2, rel=0.3)


def test_all_forms_give_the_same_estimate(folder: Path) -> None:
    found = {kind: simulate(pendulum(block, folder, KICK), 1.0, trust=True, interval=PERIOD, native="never")
             for kind, block in FILTERS.items()}  # fmt: skip
    for result in found.values():
        for name in ("filter.x[1]", "filter.x[2]", "filter.deviation[2]", "filter.nis"):
            assert np.allclose(result[name], found["ukf"][name], rtol=1e-6, atol=1e-8)


MODEL = """
format = "junctura-diagram"
version = 1
[blocks.torque]
type = "signals.Constant"
level = "0 N.m"
[blocks.push]
type = "rotational.Torque"
[blocks.rotor]
type = "rotational.Inertia"
J = "0.5 kg.m2"
[blocks.spring]
type = "rotational.SpringDamper"
stiffness = "8 N.m/rad"
damping = "0.2 N.m.s/rad"
[blocks.ground]
type = "rotational.Fixed"
[blocks.sensor]
type = "rotational.AngleSensor"
[diagram]
connections = [
  ["torque.y", "push.torque"], ["push.shaft", "rotor.a"], ["rotor.b", "spring.a"], ["spring.b", "ground.shaft"],
  ["rotor.b", "sensor.shaft"],
]
"""


def test_a_diagram_as_the_model_gives_the_same_estimate(folder: Path) -> None:
    (folder / "model.toml").write_text(MODEL)
    names = {"state_names": "rotor.phi, rotor.w", "input_names": "torque.level", "measurement_names": "sensor.angle"}
    blocks = estimation.DiagramUKF(**NOISE, **names, steps=4), estimation.UKF(**NOISE)
    found = []
    for block in blocks:
        diagram = pendulum(block, folder, KICK)
        diagram.connect("noise.y", "filter.u[1]")
        is_code = isinstance(block, estimation.UKF)
        found.append(simulate(diagram, 1.0, trust=is_code, interval=PERIOD, native="never"))
    for name in ("filter.x[1]", "filter.x[2]", "filter.deviation[2]", "filter.nis"):
        assert np.allclose(found[0][name], found[1][name], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"state_names": "rotor.phi"}, "1 names of states are listed; there are 2"),
        ({"state_names": "rotor.phi, rotor.v"}, 'no state "rotor.v"'),
        ({"input_names": "torque.size"}, "not a single parameter"),
        ({"measurement_names": "sensor.angel"}, 'no variable "sensor.angel"'),
        ({"file": "none.toml"}, "no file"),
    ],
)
def test_faults_of_a_diagram_as_the_model_are_told(values: dict[str, str], words: str, folder: Path) -> None:
    (folder / "model.toml").write_text(MODEL)
    names = {"state_names": "rotor.w, rotor.phi", "measurement_names": "sensor.angle", **values}
    with pytest.raises(ModelError, match=words) as caught:
        simulate(pendulum(estimation.DiagramUKF(**NOISE, **names), folder, KICK), 0.1)
    assert caught.value.where == "filter"


def test_a_diagram_with_samples_is_no_model(folder: Path) -> None:
    sampled = '[blocks.noise]\ntype = "signals.Noise"\n[blocks.ground]'
    (folder / "model.toml").write_text(MODEL.replace("[blocks.ground]", sampled))
    block = estimation.DiagramUKF(**NOISE, state_names="rotor.phi, rotor.w", measurement_names="sensor.angle")
    with pytest.raises(ModelError, match="has sampled blocks"):
        simulate(pendulum(block, folder, KICK), 0.1)


def test_a_filter_that_trusts_its_sensor_too_much_is_found_out(folder: Path) -> None:
    sure = estimation.UKF(**{**NOISE, "R": 0.01})
    found = simulate(pendulum(sure, folder, KICK), 12.0, trust=True, interval=PERIOD)
    nis = settled(found, "filter.nis")
    assert nis.sum() > chi2.ppf(0.9995, len(nis))


def test_known_inputs_are_those_of_the_period_that_has_passed(folder: Path) -> None:
    """Without noise, with the torque known, the filter follows exactly although it hardly looks at the sensor."""
    quiet = estimation.UKF(**{**NOISE, "R": 1e3, "Q": 0.0, "x0_deviation": 1e-6})
    diagram = pendulum(quiet, folder, KICK)
    diagram.connect("noise.y", "filter.u[1]")
    found = simulate(diagram, 5.0, trust=True, interval=PERIOD, tolerance=1e-10)
    assert np.allclose(found["filter.x[2]"][:-2], found["speed.speed"][:-2], atol=1e-5)


def test_gate_refuses_outliers(folder: Path) -> None:
    (folder / "model.py").write_text("def process(x):\n    return x\ndef measurement(x):\n    return x\n")
    diagram = Diagram()
    diagram.add("z", signals.Step(height=100.0, delay=0.5))
    diagram.add("filter", estimation.UKF(states=1, x0_deviation=1, R=1, gate=9))
    diagram.connect("z.y", "filter.z[1]")
    diagram.folder = folder
    found = simulate(diagram, 1.0, trust=True)
    assert np.abs(found["filter.x[1]"]).max() == 0
    assert found["filter.nis"][-1] > 1000


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"process": "nothing"}, 'no function "nothing"'),
        ({"states": 3}, "returned 2 numbers instead of 3"),
        ({"Q": [1.0, 2.0, 3.0]}, "noise of 3 numbers"),
        ({"process": "wants_more"}, 'asks for "speed"'),
    ],
)
def test_faults_of_the_model_are_told(values: dict[str, Any], words: str, folder: Path) -> None:
    lines = ["process(x): return x[:2]", "measurement(x): return x[:1]", "wants_more(x, speed): return x"]
    (folder / "model.py").write_text("".join(f"def {line}\n" for line in lines))
    diagram = Diagram()
    diagram.add("z", signals.Constant(level=0.0))
    diagram.add("filter", estimation.UKF(**values))
    diagram.connect("z.y", "filter.z[1]")
    diagram.folder = folder
    with pytest.raises(ModelError, match=words) as caught:
        simulate(diagram, 0.1, trust=True)
    assert caught.value.where == "filter"


def test_complementary_filter_removes_drift_and_noise() -> None:
    """A constant drift b leaves b times the time constant; the noise of the angle is divided by its root."""
    blocks = {
        "rate": signals.Constant(level="0.01 rad/s"), "zero": signals.Constant(level=0.7),
        "angle": sensors.Reading(deviation=0.1, period=0.01), "filter": estimation.Complementary(time_constant=2),
    }  # fmt: skip
    found = run(blocks, ["rate.y filter.rate", "zero.y angle.u[1]", "angle.y[1] filter.angle"], 200.0, interval=0.01)
    y = np.asarray(found["filter.y"][2000:])
    share = 2 / 2.01
    deviation = 0.1 * math.sqrt((1 - share) / (1 + share))
    # 9 times the time constant decorrelates: some 45 independent stretches
    assert y.mean() == pytest.approx(0.7 + 0.01 * 2, abs=4 * deviation / math.sqrt(45))
    assert y.std() == pytest.approx(deviation, rel=0.3)
    assert found["filter.y"][0] == found["angle.y[1]"][0]


@pytest.mark.parametrize("filter_block", [estimation.Madgwick(period=0.005), estimation.Mahony(period=0.005)])
def test_orientation_of_a_turning_body_is_found(filter_block: Block) -> None:
    """A body that turns about a tilted axis through its centre: no acceleration but gravity is felt."""
    blocks = {
        "world": spatial.World(), "tilt": spatial.FixedRotation(angles=[0.3, 0.2, 0]),
        "joint": spatial.Revolute(start={"phi": 0, "w": 1.0}), "body": spatial.Body(I=[1, 1, 1]),
        "imu": sensors.IMU(period=0.005, rate_density=1e-3, acceleration_density=5e-3),
        "filter": filter_block, "truth": spatial.AbsolutePosition(),
    }  # fmt: skip
    wires = [
        "world.origin tilt.a", "tilt.b joint.a", "joint.b body.a imu.a truth.a", "imu.rate filter.rate",
        "imu.acceleration filter.acceleration",
    ]
    found = run(blocks, wires, 10.0, interval=0.05)
    for k in range(len(found.time)):
        q = np.array([found[f"filter.q[{i}]"][k] for i in (1, 2, 3, 4)])
        true = np.array([found[f"truth.R[3,{i}]"][k] for i in (1, 2, 3)])
        assert np.linalg.norm(q) == pytest.approx(1)
        assert np.arccos(np.clip(matrix(q)[2] @ true, -1, 1)) < 0.03


@pytest.mark.parametrize("filter_block", [estimation.Madgwick(period=0.05), estimation.Mahony(period=0.05)])
def test_turn_about_the_vertical_is_that_since_the_first_sample(filter_block: Block) -> None:
    """No accelerometer corrects it, so a rate that counted for a period too many would stay."""
    blocks = {
        "world": spatial.World(), "joint": spatial.Revolute(start={"phi": 0, "w": 2.0}), "body": spatial.Body(),
        "imu": sensors.IMU(period=0.05), "filter": filter_block,
    }  # fmt: skip
    wires = ["world.origin joint.a", "joint.b body.a imu.a", "imu.rate filter.rate"]
    found = run(blocks, [*wires, "imu.acceleration filter.acceleration"], 1.0, interval=0.05)
    assert found["filter.angles[3]"][0] == 0
    assert found["filter.angles[3]"][-1] == pytest.approx(2.0, abs=1e-2)


RNG = np.random.default_rng(2)
A, TASK, WISH = RNG.normal(size=(2, 4)), RNG.normal(size=2), RNG.normal(size=4)


class Robot(CalledBlock):
    """Gives a Jacobian, a task and a wish."""

    A = Output("1", "Jacobian", shape=(2, 4))
    task = Output("1", "task", shape=2)
    wish = Output("1", "wish", shape=4)

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        return {"A": A, "task": TASK, "wish": WISH}, None


def test_operators_of_a_redundant_robot() -> None:
    for damping in (0.0, 0.3):
        values = {"rows": 2, "columns": 4, "damping": damping}
        blocks = {
            "robot": Robot(), "inverse": estimation.PseudoInverse(**values), "null": estimation.NullSpace(**values),
            "both": estimation.TaskPriority(**values),
        }  # fmt: skip
        wires = ["robot.A inverse.A null.A both.A", "robot.task both.task", "robot.wish both.wish"]
        found = run(blocks, wires, 0.02)
        inverse = A.T @ np.linalg.inv(A @ A.T + damping**2 * np.eye(2))
        got = np.array([[found[f"inverse.y[{i},{j}]"][-1] for j in (1, 2)] for i in (1, 2, 3, 4)])
        assert np.allclose(got, inverse, atol=1e-12)
        null = np.array([[found[f"null.y[{i},{j}]"][-1] for j in (1, 2, 3, 4)] for i in (1, 2, 3, 4)])
        assert np.allclose(null, np.eye(4) - inverse @ A, atol=1e-12)
        x = np.array([found[f"both.y[{i}]"][-1] for i in (1, 2, 3, 4)])
        assert np.allclose(x, inverse @ TASK + null @ WISH, atol=1e-12)
        if damping == 0:
            assert np.allclose(A @ null, 0, atol=1e-12)
            assert np.allclose(A @ x, TASK, atol=1e-12)


def test_pseudo_inverse_without_full_rank() -> None:
    flat = np.outer([1.0, 2.0], [1.0, 0.0, -1.0])
    assert np.allclose(pseudo_inverse(flat), np.linalg.pinv(flat))
    assert np.allclose(pseudo_inverse(np.zeros((2, 3))), 0)
    assert np.linalg.matrix_rank(null_space(flat)) == 2


def test_argmax_and_index_shift() -> None:
    blocks: dict[str, Block] = {
        "top": estimation.Argmax(n=3), "ring": estimation.IndexShift(n=3), "two": signals.Constant(level=-4.0)
    }
    wires = ["two.y ring.shift"]
    for k in range(3):
        blocks[f"u{k}"] = signals.Sine(frequency=1, phase=-2 * math.pi * k / 3 + math.pi / 2)
        wires.append(f"u{k}.y top.u[{k + 1}] ring.u[{k + 1}]")
    found = run(blocks, wires, 1.0, interval=0.01)
    t = found.time[:100]
    u = np.array([np.cos(2 * np.pi * (t - k / 3)) for k in range(3)])
    gap = np.sort(u, axis=0)
    clear = gap[2] - gap[1] > 1e-6
    assert np.array_equal(found["top.index"][:100][clear], 1 + u.argmax(axis=0)[clear])
    assert np.allclose(found["top.largest"][:100], u.max(axis=0), atol=1e-9)
    shifted = np.array([found[f"ring.y[{i}]"][:100] for i in (1, 2, 3)])
    assert np.allclose(shifted, np.roll(u, 4, axis=0), atol=1e-9)


def test_of_equal_elements_the_first_is_the_largest() -> None:
    blocks = {"one": signals.Constant(level=1.0), "top": estimation.Argmax(n=4)}
    found = run(blocks, ["one.y top.u[1] top.u[2] top.u[3] top.u[4]"], 0.1)
    assert found["top.index"][-1] == 1


def test_state_machine_takes_one_transition_at_a_sample() -> None:
    blocks: dict[str, Block] = {
        "machine": estimation.StateMachine(
            transitions="rest > fill, fill > roll, roll > rest, fill > rest", period=0.1
        ),
        "go": signals.BooleanStep(delay=0.25), "never": signals.BooleanConstant(level=False),
        "stop": signals.BooleanStep(delay=0.75),
    }  # fmt: skip
    wires = [
        "go.y machine.conditions[1] machine.conditions[2]", "stop.y machine.conditions[3]",
        "never.y machine.conditions[4]",
    ]
    found = run(blocks, wires, 1.05, interval=0.1)
    states = [int(found["machine.state"][np.flatnonzero(np.isclose(found.time, 0.1 * k))[-1]]) for k in range(11)]
    #        0  .1 .2 .3 .4 .5 .6 .7 .8 .9 1.0
    assert states == [1, 1, 1, 2, 3, 3, 3, 3, 1, 2, 3]
    at = [float(found["machine.time_in_state"][np.flatnonzero(np.isclose(found.time, 0.1 * k))[-1]]) for k in (2, 4, 7)]
    assert at == pytest.approx([0.2, 0.0, 0.3])
    assert found["machine.active[3]"][-1] == 1
    assert found["machine.active[1]"][-1] == 0


@pytest.mark.parametrize("text", ["", "a", "a > b > c", "a - b"])
def test_a_list_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ModelError, match="list of transitions"):
        _ = estimation.StateMachine(transitions=text).trace
