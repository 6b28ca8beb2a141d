"""What controllers and filters compute, against formulas and reference values."""

import numpy as np
import pytest

from blocks import Block, Diagram
from libraries import control as c
from libraries import signals as s
from solver.simulate import simulate


def closed_loop(controller: Block, until: float = 1.0):
    """Return the response of y'' + y' = u to a target of one."""
    d = Diagram()
    for name, block in {"target": s.Constant(), "pid": controller, "lag": s.FirstOrder(), "y": s.Integrator()}.items():
        d.add(name, block)
    d.connect("target.y", "pid.target")
    d.connect("pid.command", "lag.u")
    d.connect("lag.y", "y.u")
    d.connect("y.y", "pid.measured")
    return simulate(d, until, tolerance=1e-9, interval=until / 100)


def test_sampled_pid_gives_the_benchmark_values():
    result = closed_loop(c.SampledPID(kp=10, ki=5, kd=2, derivative="error", period="1 ms"))
    response = np.interp([0.1, 0.5, 1.0], result.time, result["y.y"])
    assert response == pytest.approx([0.215364849, 1.047533751, 1.332217893], abs=2e-9)


@pytest.mark.parametrize("kind", [c.SampledPD, c.SampledPID])
def test_the_derivative_of_the_measurement_does_not_kick(kind):
    result = closed_loop(kind(kp=3, kd=2, period="1 ms"), until=0.01)
    assert abs(result["pid.command"]).max() == pytest.approx(3)


@pytest.mark.parametrize("controller", [c.PD(k=10, Td=0.2), c.PI(k=0.3, Ti=5), c.PID(k=4, Ti=5, Td=0.3)])
def test_controllers_reach_the_target(controller):
    assert closed_loop(controller, until=60)["y.y"][-1] == pytest.approx(1, abs=1e-3)


def test_slow_and_fast_sampled_controllers_agree_with_continuous_ones():
    continuous = closed_loop(c.PID(k=4, Ti=2, Td=0.3, Nd=1000))
    sampled = closed_loop(c.SampledPID(kp=4, ki=2, kd=1.2, period="0.5 ms"))
    times = np.linspace(0, 1, 50)
    first, second = (np.interp(times, result.time, result["y.y"]) for result in (continuous, sampled))
    assert first == pytest.approx(second, abs=2e-3)


def test_anti_windup_keeps_the_integral_small():
    limits = {"low": -0.2, "high": 0.2}
    result = closed_loop(c.PI(k=1, Ti=1, Ni=0.1, **limits), until=4)
    command, unlimited = result["pid.command"], result["pid.unlimited"]
    assert command == pytest.approx(np.clip(unlimited, -0.2, 0.2), abs=1e-9)
    assert np.max(unlimited) < 1.1
    assert abs(closed_loop(c.SampledPI(ki=1, **limits), until=4)["pid.integral"]).max() == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("filter_", "gain"),
    [
        (c.LowPass(cutoff=2), np.sqrt(0.5)),
        (c.HighPass(cutoff=2), np.sqrt(0.5)),
        (c.Butterworth(cutoff=2, order=1), np.sqrt(0.5)),
        (c.Butterworth(cutoff=2, order=4), np.sqrt(0.5)),
        (c.Butterworth(cutoff=2, order=5, passes="high"), np.sqrt(0.5)),
        (c.Butterworth(cutoff=1, order=3), 1 / np.sqrt(1 + 2**6)),
        (c.Notch(frequency=2, depth=0.25), 0.25),
        (c.LeadLag(k=3, T1=0.1, T2=0.02), 3 * abs((1 + 0.4j * np.pi) / (1 + 0.08j * np.pi))),
    ],
    ids=lambda item: type(item).__name__,
)
def test_filters_at_two_hertz(filter_, gain):
    d = Diagram()
    d.add("source", s.Sine(frequency=2))
    d.add("filter", filter_)
    d.connect("source.y", "filter.u")
    result = simulate(d, 12, tolerance=1e-8, interval=0.002)
    late = result.time > 8
    assert result["filter.y"][late].max() == pytest.approx(gain, rel=2e-3)


def test_state_feedback():
    d = Diagram()
    d.add("gain", c.StateFeedback(K=[[2, 1]]))
    d.add("target", s.Mux())
    d.add("state", s.Mux())
    d.add("one", s.Constant())
    d.add("ramp", s.Ramp())
    d.connect("one.y", "target.u[1]", "target.u[2]", "state.u[2]")
    d.connect("ramp.y", "state.u[1]")
    d.connect("target.y", "gain.target")
    d.connect("state.y", "gain.measured")
    result = simulate(d, 1)
    assert np.ravel(result["gain.command"]) == pytest.approx(2 * (1 - result.time), abs=1e-9)
