"""Functions of signals, conditions, vectors, linear dynamics and sinks, against numpy and formulas."""

import numpy as np
import pytest

from blocks import Block, Diagram
from libraries import signals as s
from solver.shown_signals import shown_signals
from solver.simulate import simulate
from tests.libraries.simulated import end, run


def after_events(time: np.ndarray) -> np.ndarray:
    """Tell which instants are not just before an event."""
    return np.append(np.diff(time) > 0, True)


@pytest.mark.parametrize(
    ("block", "formula", "offset"),
    [
        (s.Gain(k=-3), lambda u: -3 * u, 0),
        (s.Bias(bias=2), lambda u: u + 2, 0),
        (s.Abs(), np.abs, 0),
        (s.Sqrt(), np.sqrt, 2),
        (s.Power(exponent=1.5), lambda u: u**1.5, 2),
        (s.Power(exponent=3), lambda u: u**3, 0),
        (s.Exp(), np.exp, 0),
        (s.Log(), np.log, 2),
        (s.Sin(), np.sin, 0),
        (s.Cos(), np.cos, 0),
        (s.Tan(), np.tan, 0),
        (s.Asin(), np.arcsin, 0),
        (s.Acos(), np.arccos, 0),
        (s.Atan(), np.arctan, 0),
        (s.ToDegrees(), np.degrees, 0),
        (s.FromDegrees(), np.radians, 0),
        (s.ToCelsius(), lambda u: u - 273.15, 300),
        (s.FromCelsius(), lambda u: u + 273.15, 20),
    ],
    ids=lambda item: type(item).__name__,
)
def test_functions_of_one_signal(block: Block, formula, offset: float) -> None:
    result = run({"wave": s.Sine(amplitude=0.9, offset=offset), "block": block}, ["wave.y block.u"])
    assert result["block.y"] == pytest.approx(formula(result["wave.y"]), abs=1e-12)


@pytest.mark.parametrize(
    ("block", "inputs", "formula"),
    [
        (s.Add(k=[2, -1]), "u[1] u[2]", lambda a, b: 2 * a - b),
        (s.Feedback(), "target measured", lambda a, b: a - b),
        (s.Sum(), "u[1] u[2]", lambda a, b: a + b),
        (s.Product(), "u[1] u[2]", lambda a, b: a * b),
        (s.Division(), "u1 u2", lambda a, b: a / b),
        (s.Min(), "u[1] u[2]", np.minimum),
        (s.Max(), "u[1] u[2]", np.maximum),
        (s.Atan2(), "u1 u2", np.arctan2),
    ],
    ids=lambda item: type(item).__name__,
)
def test_functions_of_two_signals(block: Block, inputs: str, formula) -> None:
    first, second = inputs.split()
    blocks = {"a": s.Sine(), "b": s.Ramp(offset=0.5), "block": block}
    result = run(blocks, [f"a.y block.{first}", f"b.y block.{second}"])
    assert result["block.y"] == pytest.approx(formula(result["a.y"], result["b.y"]), abs=1e-12)


@pytest.mark.parametrize(
    ("block", "expected"),
    [(s.Add(k=[1, 2, -1]), 0), (s.Sum(n=3), 9), (s.Product(n=3), 15), (s.Min(n=3), 1), (s.Max(n=3), 5)],
    ids=lambda item: type(item).__name__,
)
def test_functions_of_three_signals(block: Block, expected: float) -> None:
    blocks = {f"c{k}": s.Constant(level=level) for k, level in enumerate((3, 1, 5), 1)}
    result = run({**blocks, "block": block}, [f"c{k}.y block.u[{k}]" for k in (1, 2, 3)])
    assert end(result, "block.y") == [expected]


@pytest.mark.parametrize(
    ("block", "formula"),
    [
        (s.Greater(), lambda a, b: a > b),
        (s.Less(), lambda a, b: a < b),
    ],
)
def test_comparisons_switch_where_the_signals_cross(block: Block, formula) -> None:
    result = run({"a": s.Sine(phase=0.3), "b": s.Constant(level=0.4), "block": block}, ["a.y block.u1", "b.y block.u2"])
    away = abs(result["a.y"] - 0.4) > 1e-6
    assert np.array_equal(result["block.y"][away] > 0.5, formula(result["a.y"], 0.4)[away])
    crossings = result.time[1:][np.diff(result.time) == 0]
    first = (np.arcsin(0.4) - 0.3) / (2 * np.pi)
    second = (np.pi - np.arcsin(0.4) - 0.3) / (2 * np.pi)
    assert crossings == pytest.approx([first, second], abs=1e-8)


def test_thresholds_and_sign() -> None:
    result = run(
        {
            "wave": s.Sine(), "above": s.GreaterThreshold(threshold=0.5), "below": s.LessThreshold(threshold=0.5),
            "sign": s.Sign(), "number": s.BooleanToReal(when_true=7, when_false=-2),
        },
        ["wave.y above.u below.u sign.u", "above.y number.u"],
    )  # fmt: skip
    wave = result["wave.y"]
    away = (abs(wave) > 1e-6) & (abs(wave - 0.5) > 1e-6)
    assert np.array_equal(result["above.y"][away] > 0.5, wave[away] > 0.5)
    assert np.array_equal(result["below.y"][away] > 0.5, wave[away] < 0.5)
    assert result["sign.y"][away] == pytest.approx(np.sign(wave[away]))
    assert result["number.y"][away] == pytest.approx(np.where(wave[away] > 0.5, 7, -2))


def test_sign_of_zero_is_zero() -> None:
    assert run({"zero": s.Constant(level=0), "sign": s.Sign()}, ["zero.y sign.u"])["sign.y"] == pytest.approx(0)


@pytest.mark.parametrize(
    ("block", "inputs", "formula"),
    [
        (s.And(), "u[1] u[2]", np.logical_and),
        (s.Or(), "u[1] u[2]", np.logical_or),
        (s.Xor(), "u1 u2", np.logical_xor),
    ],
    ids=["And", "Or", "Xor"],
)
def test_logic(block: Block, inputs: str, formula) -> None:
    """All four cases, one in each quarter of a second."""
    first, second = inputs.split()
    result = run(
        {
            "a": s.BooleanPulse(period=0.5), "b": s.BooleanStep(delay=0.5), "block": block, "not_a": s.Not(),
            "fixed": s.BooleanConstant(level=False), "lamp": s.Lamp(),
        },
        [f"a.y block.{first} not_a.u", f"b.y block.{second}", "fixed.y lamp.u"],
    )  # fmt: skip
    last = after_events(result.time)
    a, b, y, not_a = (result[name][last] > 0.5 for name in ("a.y", "b.y", "block.y", "not_a.y"))
    assert {*zip(a, b, strict=True)} == {(False, False), (False, True), (True, False), (True, True)}
    assert np.array_equal(y, formula(a, b))
    assert np.array_equal(not_a, ~a)
    assert result["lamp.u"] == pytest.approx(0)


@pytest.mark.parametrize(("block", "expected"), [(s.And(n=3), [0.5, 0.7]), (s.Or(n=3), [0.1, 1.1])], ids=["And", "Or"])
def test_three_conditions(block: Block, expected: list[float]) -> None:
    """True from 0.1, 0.3 and 0.5 s on, for 0.6 s each."""
    pulses = {f"p{k}": s.BooleanPulse(period=6, width=0.1, delay=0.2 * k - 0.1) for k in (1, 2, 3)}
    result = run({**pulses, "block": block}, [f"p{k}.y block.u[{k}]" for k in (1, 2, 3)], until=1.5)
    changed = result.time[1:][np.diff(result["block.y"]) != 0]
    assert changed == pytest.approx(expected, abs=1e-9)


def test_switch() -> None:
    result = run(
        {"clock": s.Clock(), "step": s.BooleanStep(delay=0.4), "switch": s.Switch(), "level": s.Constant(level=9)},
        ["clock.y switch.u1", "level.y switch.u2", "step.y switch.condition"],
    )
    last = after_events(result.time)
    t = result.time[last]
    assert result["switch.y"][last] == pytest.approx(np.where(t < 0.4, 9, t))


def test_two_point_controller_keeps_the_level() -> None:
    """The level rises at 1 while on and falls at 1 while off, between 0.95 and 1.05."""
    result = run(
        {
            "target": s.Constant(), "controller": s.OnOff(bandwidth=0.1), "pump": s.BooleanToReal(when_false=-1),
            "level": s.Integrator(),
        },
        ["target.y controller.target", "controller.y pump.u", "pump.y level.u", "level.y controller.measured"],
        until=1.5,
    )  # fmt: skip
    switched = result.time[1:][np.diff(result.time) == 0]
    assert switched == pytest.approx([1.05, 1.15, 1.25, 1.35, 1.45], abs=1e-8)
    assert result["level.y"][result.time > 1.05].min() >= 0.95 - 1e-8


def test_vectors_are_put_together_and_taken_apart() -> None:
    result = run(
        {
            **{f"c{k}": s.Constant(level=k) for k in (1, 2, 3, 4)}, "two": s.Mux(), "four": s.Mux(n=4),
            "parts": s.Demux(n=4), "gain": s.Gain(k=10), "matrix": s.MatrixGain(K=[[1, 2], [0, -1], [1, 1]]),
            "total": s.Sum(n=4), "third": s.Select(n=4, element=3), "middle": s.Extract(n=4, first=2, size=2),
            "long": s.Concatenate(n1=2, n2=4), "scope": s.Scope(n=6), "end": s.Terminator(),
        },
        [
            "c1.y two.u[1] four.u[1]", "c2.y two.u[2] four.u[2]", "c3.y four.u[3]", "c4.y four.u[4]",
            "two.y matrix.u long.u1", "four.y parts.u total.u third.u middle.u long.u2", "long.y scope.u",
            "parts.y[4] gain.u", "third.y end.u",
        ],
    )  # fmt: skip
    assert list(result["parts.y"][-1]) == [1, 2, 3, 4]
    assert result["matrix.y"][-1] == pytest.approx([5, -2, 3])
    assert end(result, "total.y", "third.y", "end.u", "gain.y") == [10, 3, 3, 40]
    assert list(result["middle.y"][-1]) == [2, 3]
    assert list(result["scope.u"][-1]) == [1, 2, 1, 2, 3, 4]


def test_elements_of_a_vector_and_the_blocks_of_an_array_are_connected_one_by_one() -> None:
    d = Diagram()
    d.add("c", s.Constant(level=[1, 2, 3]), count=3)
    d.add("mux", s.Mux(n=3))
    d.add("gain", s.Gain(k=2), count=2)
    d.connect("c[1:3].y", "mux.u[1:3]")
    d.connect("mux.y[2:3]", "gain.u")
    result = simulate(d, 1)
    assert end(result, "gain[1].y", "gain[2].y") == [4, 6]


def test_linear_dynamics_give_the_same_oscillation() -> None:
    """3 / (s² + 2 s + 10) as a lag of second order, a transfer function and a state space."""
    w, damping = np.sqrt(10.0), 1.0
    result = run(
        {
            "step": s.Constant(), "lag": s.SecondOrder(k=0.3, w=w, D=damping / w),
            "ratio": s.TransferFunction(numerator=[3], denominator=[1, 2, 10]),
            "space": s.StateSpace(A=[[0, 1], [-10, -2]], B=[[0], [3]], C=[[1, 0]]), "vector": s.Select(n=1),
        },
        ["step.y lag.u ratio.u", "step.y space.u", "space.y vector.u"],
    )  # fmt: skip
    t = result.time
    expected = 0.3 * (1 - np.exp(-t) * (np.cos(3 * t) + np.sin(3 * t) / 3))
    for name in ("lag.y", "ratio.y", "vector.y"):
        assert np.ravel(result[name]) == pytest.approx(expected, abs=1e-7), name


def test_transfer_function_with_feedthrough_is_a_lead() -> None:
    result = run(
        {"step": s.Constant(), "lead": s.TransferFunction(numerator=[4, 1], denominator=[1, 1])}, ["step.y lead.u"]
    )
    assert result["lead.y"] == pytest.approx(1 + 3 * np.exp(-result.time), abs=1e-7)


def test_first_order_lag_and_integral() -> None:
    result = run(
        {"step": s.Constant(level=2), "lag": s.FirstOrder(k=3, T=0.5), "integral": s.Integrator(k=2, start={"y": 1})},
        ["step.y lag.u integral.u"],
    )
    assert result["lag.y"] == pytest.approx(6 * (1 - np.exp(-2 * result.time)), abs=1e-7)
    assert result["integral.y"] == pytest.approx(1 + 4 * result.time)


def test_derivative_of_a_ramp() -> None:
    result = run({"ramp": s.Ramp(height=3), "rate": s.Derivative(k=2, T=0.05)}, ["ramp.y rate.u"], until=0.9)
    assert result["rate.y"] == pytest.approx(6 * (1 - np.exp(-20 * result.time)), abs=1e-6)


def test_rate_limiter_follows_a_jump_steadily() -> None:
    result = run({"step": s.Step(delay=0.2), "limiter": s.RateLimiter(rising=2)}, ["step.y limiter.u"])
    assert result["limiter.y"] == pytest.approx(np.clip(2 * (result.time - 0.2), 0, 1), abs=2e-3)


def test_quantizer_rounds_and_limits() -> None:
    result = run(
        {"wave": s.Sine(amplitude=0.9), "adc": s.Quantizer(interval=0.25, low=-0.5, high=0.75, period=0.02)},
        ["wave.y adc.u"],
        interval=0.01,
    )
    t = result.time[after_events(result.time)]
    y = result["adc.y"][after_events(result.time)]
    sampled = 0.9 * np.sin(2 * np.pi * 0.02 * np.floor(t / 0.02 + 1e-6))
    assert y == pytest.approx(np.clip(0.25 * np.floor(sampled / 0.25 + 0.5), -0.5, 0.75), abs=1e-12)


def test_sinks_show_what_arrives() -> None:
    result = run(
        {"wave": s.Sine(), "clock": s.Clock(), "scope": s.Scope(), "figure": s.XYScope(), "number": s.Display()},
        ["wave.y scope.u[2] figure.y number.u", "clock.y figure.x"],
    )
    for name in ("scope.u[2]", "figure.y", "number.u"):
        assert result[name] == pytest.approx(np.sin(2 * np.pi * result.time), abs=1e-12)
    assert result["figure.x"] == pytest.approx(result.time)
    assert result["scope.u[1]"] == pytest.approx(0)
    assert shown_signals(result.model) == ["wave.y", "clock.y"]
