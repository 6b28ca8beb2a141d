"""What signal blocks compute, against formulas."""

from collections.abc import Callable

import numpy as np
import pytest

from blocks import Block, Diagram, ModelError
from libraries import signals as s
from solver.simulate import simulate

PERIOD = 0.1


def settled(source: Block, block: Block, until: float = 3.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return time, input and output of a block behind a source, without the instants just before a jump."""
    d = Diagram()
    d.add("source", source)
    d.add("block", block)
    d.add("integral", s.Integrator())
    d.connect("source.y", "block.u")
    d.connect("block.y", "integral.u")
    result = simulate(d, until)
    last = np.append(np.diff(result.time) > 0, True)
    return result.time[last], result["source.y"][last], result["block.y"][last]


def is_early(t: np.ndarray, part: float) -> np.ndarray:
    """Tell whether cycles of 0.7 s that began at -1 s are in their first part."""
    return ((t + 1) / 0.7 + 1e-9) % 1 < part


SOURCES: list[tuple[Block, Callable[[np.ndarray], np.ndarray]]] = [
    (s.Step(height=2, delay=1, offset=1), lambda t: np.where(t < 1, 1, 3)),
    (s.Ramp(height=2, delay=0.5, duration=1), lambda t: 2 * np.clip(t - 0.5, 0, 1)),
    (
        s.Sine(frequency=1.3, phase=0.3, delay=0.5),
        lambda t: np.where(t < 0.5, 0, np.sin(2.6 * np.pi * (t - 0.5) + 0.3)),
    ),
    (s.Cosine(amplitude=2), lambda t: 2 * np.cos(2 * np.pi * t)),
    (s.ExpSine(damping=2), lambda t: np.exp(-2 * t) * np.sin(2 * np.pi * t)),
    (
        s.Chirp(duration=2, first_frequency=1, last_frequency=5),
        lambda t: np.sin(2 * np.pi * np.where(t < 2, t + t**2, 5 * t - 4)),
    ),
    (s.Pulse(period=0.7, width=0.3, delay=-1), lambda t: 1.0 * is_early(t, 0.3)),
    (s.Sawtooth(period=0.7, delay=-1), lambda t: ((t + 1) / 0.7 + 1e-9) % 1),
    (s.Triangle(period=0.7, delay=-1), lambda t: 1 - abs(2 * (((t + 1) / 0.7) % 1) - 1)),
    (s.TimeTable(times=[0.5, 1, 2], levels=[1, 3, -1]), lambda t: np.interp(t, [0.5, 1, 2], [1, 3, -1])),
    (s.TimeTable(times=[0.5, 1, 2], levels=[1, 3, -1], exact=False), lambda t: np.interp(t, [0.5, 1, 2], [1, 3, -1])),
    (
        s.TimeTable(times=[0.5, 1, 2], levels=[1, 3, -1], outside="extended"),
        lambda t: np.where(t < 1, 4 * t - 1, 7 - 4 * t),
    ),
    (s.TimeTable(times=[0, 1, 2], levels=[1, 3, -1], between="held"), lambda t: np.select([t < 1, t < 2], [1, 3], -1)),
]


@pytest.mark.parametrize(("source", "formula"), SOURCES, ids=lambda item: type(item).__name__)
def test_sources(source, formula):
    t, u, _ = settled(source, s.Gain())
    assert u == pytest.approx(formula(t), abs=1e-8)


@pytest.mark.parametrize(
    ("block", "formula"),
    [
        (s.Limiter(), lambda u: np.clip(u, -1, 1)),
        (s.DeadZone(), lambda u: u - np.clip(u, -0.5, 0.5)),
        (s.Abs(), abs),
        (s.Table1D(u_points=[-1, 0, 1], y_points=[1, 0, 3]), lambda u: np.interp(u, [-1, 0, 1], [1, 0, 3])),
    ],
    ids=lambda item: type(item).__name__,
)
def test_curves(block, formula):
    _, u, y = settled(s.Sine(amplitude=2, offset=0.1), block)
    assert y == pytest.approx(formula(u), abs=1e-8)


@pytest.mark.parametrize(("way", "end"), [(np.pi / 2, 3.0708), (-2, 3.5), (0.3, 1.5954), (0, 0.5)])
def test_point_to_point(way, end):
    d = Diagram()
    d.add("path", s.KinematicPTP(displacement=way, delay=0.5))
    d.add("plan", s.PointToPoint(origin=1, destination=1 + way, delay=0.5))
    d.add("speed", s.Integrator())
    d.add("position", s.Integrator(start={"y": 1}))
    d.connect("path.y", "speed.u")
    d.connect("speed.y", "position.u")
    result = simulate(d, 4)
    assert result["position.y"] == pytest.approx(result["plan.position"], abs=1e-8)
    assert result["speed.y"] == pytest.approx(result["plan.speed"], abs=1e-8)
    is_moving = abs(result["plan.position"] - 1 - way) > 1e-9
    assert result.time[is_moving].max(initial=0.5) == pytest.approx(end, abs=0.01)


def at_samples(block: Block) -> tuple[np.ndarray, np.ndarray]:
    """Return the inputs and outputs of a sampled block, read half a period after each sample."""
    t, _, y = settled(s.Sine(frequency=0.7, phase=0.5), block, until=2.05)
    instants = PERIOD * np.arange(20)
    nearest = [int(np.argmin(abs(t - instant - PERIOD / 2))) for instant in instants]
    return np.sin(1.4 * np.pi * instants + 0.5), np.ravel(y[nearest])


@pytest.mark.parametrize(
    ("block", "response"),
    [
        (s.ZeroOrderHold(period=PERIOD), [1, 0, 0]),
        (s.UnitDelay(period=PERIOD), [0, 1, 0]),
        (s.SampledDelay(period=PERIOD, samples=3), [0, 0, 0, 1]),
        (s.DiscreteIntegrator(period=PERIOD), [PERIOD] * 20),
        (s.DiscreteIntegrator(period=PERIOD, method="forward"), [0] + [PERIOD] * 20),
        (s.DiscreteIntegrator(period=PERIOD, method="trapezoidal"), [PERIOD / 2] + [PERIOD] * 20),
        (s.MovingAverage(period=PERIOD), [0.25] * 4),
        (s.DiscreteFilter(period=PERIOD, share=0.3), 0.3 * 0.7 ** np.arange(20)),
        (s.DiscreteTransferFunction(period=PERIOD, denominator=[2, -1]), [0, *(0.5 ** np.arange(1, 20))]),
        (s.DiscreteStateSpace(period=PERIOD), [0, *(0.1 * 0.9 ** np.arange(19))]),
    ],
    ids=lambda item: type(item).__name__,
)
def test_sampled_blocks(block, response):
    u, y = at_samples(block)
    assert y == pytest.approx(np.convolve(u, response)[:20], abs=1e-9)


def test_a_derivative_starts_at_zero():
    _, y = at_samples(s.DiscreteDerivative(period=PERIOD))
    assert y[0] == 0
    assert settled(s.Sine(phase=1), s.Derivative())[2][0] == pytest.approx(0)


def test_a_limited_integrator_leaves_its_limit_at_once():
    t, _, y = settled(s.Pulse(amplitude=-4, offset=2, delay=1, period=10), s.LimitedIntegrator(), until=2)
    assert y == pytest.approx(np.where(t < 0.5, 2 * t, np.where(t < 1, 1, np.maximum(1 - 2 * (t - 1), -1))), abs=1e-6)


def test_a_relay_remembers():
    t, _, y = settled(s.Triangle(amplitude=2, offset=-1, period=2), s.Hysteresis(rising=0.5, falling=-0.5))
    between = np.min([abs(t - switch) for switch in (0.75, 1.75, 2.75)], axis=0) > 1e-6
    is_up = (t > 0.75) & (t < 1.75) | (t > 2.75)
    assert np.array_equal(y[between] > 0.5, is_up[between])


def test_memories_of_conditions():
    d = Diagram()
    for name, block in {
        "pulse": s.BooleanPulse(period=0.5, width=0.4, delay=0.25), "step": s.BooleanStep(delay=1), "clock": s.Clock(),
        "latch": s.SRLatch(), "counter": s.Counter(), "timer": s.Timer(), "sampler": s.TriggeredSampler(),
        "integral": s.Integrator(),
    }.items():  # fmt: skip
        d.add(name, block)
    d.connect("pulse.y", "latch.set", "counter.u", "timer.u", "sampler.trigger")
    d.connect("step.y", "latch.clear")
    d.connect("clock.y", "sampler.u", "integral.u")
    result = simulate(d, 1.5, interval=0.1)
    at = [int(np.argmin(abs(result.time - t))) for t in (0.1, 0.4, 0.9, 1.1, 1.4)]
    assert list(result["latch.y"][at]) == [0, 1, 1, 0, 0]
    assert list(result["counter.y"][at]) == [0, 1, 2, 2, 3]
    assert result["timer.y"][at] == pytest.approx([0, 0.15, 0.15, 0, 0.15])
    assert result["sampler.y"][at] == pytest.approx([0, 0.25, 0.75, 0.75, 1.25])


def test_noise_is_normally_distributed():
    y = settled(s.Noise(period=0.001, deviation=2, offset=1), s.Gain(), until=5)[1]
    assert y.mean() == pytest.approx(1, abs=0.3)
    assert y.std() == pytest.approx(2, abs=0.3)


def test_coefficients_must_make_a_transfer_function():
    assert s.TransferFunction(denominator=[1, 2, 3]).x.shape == (2,)
    with pytest.raises(ModelError, match="two coefficients or more"):
        _ = s.TransferFunction(denominator=[1]).trace
    with pytest.raises(ModelError, match="numerator"):
        _ = s.TransferFunction(numerator=[1, 2, 3]).trace


def test_matrices_decide_the_sizes():
    block = s.StateSpace(A=[[0, 1], [-1, 0]], B=[[0, 1, 0], [1, 0, 0]], C=[[1, 0]])
    assert (block.u.shape, block.x.shape, block.y.shape, block.D.shape) == ((3,), (2,), (1,), (1, 3))
    with pytest.raises(ModelError, match='"B" is not a matrix'):
        _ = s.StateSpace(B=[1, 2]).trace
    with pytest.raises(ModelError, match="Sizes do not match"):
        _ = s.StateSpace(A=[[0, 1], [-1, 0]]).trace


def test_tables_and_vectors_must_match():
    with pytest.raises(ModelError, match="3 .times. and 2 .levels."):
        _ = s.TimeTable(times=[0, 1, 2]).trace
    with pytest.raises(ModelError, match="no element 3"):
        _ = s.Select(element=3).trace
