"""Runs against exact solutions: circuits, oscillators, heat, sampled control, impacts, friction and hysteresis."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

from blocks import Block, Diagram, Equations, Parameter, Variable
from blocks.functions import der, reinit, sin, when
from libraries import control, electrical, signals, thermal, translational
from solver.result import Result
from solver.simulate import simulate
from tests.models.physical_models import diagram

G = 9.81


def rising_crossings(t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return where a sampled signal passes zero upwards, by straight lines between samples."""
    k = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    return t[k] - x[k] * (t[k + 1] - t[k]) / (x[k + 1] - x[k])


def jumps(result: Result, name: str, least: float) -> np.ndarray:
    """Return the instants recorded twice at which a signal jumps."""
    same = np.diff(result.time) == 0
    return result.time[:-1][same & (np.abs(np.diff(result[name])) > least)]


@pytest.mark.parametrize("solver", ["adaptive", "stiff"])
def test_step_response_of_a_resistor_and_a_capacitor(solver: str) -> None:
    d = diagram("rc", 5e-3, {
        "v": electrical.StepVoltage(height=5, delay=1e-3), "r": electrical.Resistor(R="1 kohm"),
        "c": electrical.Capacitor(C="1 uF", start={"v": 0}), "ground": electrical.Ground(),
    }, [("v.p", "r.p"), ("r.n", "c.p"), ("v.n", "c.n", "ground.p")])  # fmt: skip
    result = simulate(d, tolerance=1e-8, solver=solver)
    late = np.maximum(result.time - 1e-3, 0)
    assert result["c.v"] == pytest.approx(5 * (1 - np.exp(-late / 1e-3)), abs=1e-6)
    assert result.statistics["events"] == 1


@pytest.mark.parametrize("R", [2.0, 19.0, 200.0])
def test_step_response_of_a_series_circuit(R: float) -> None:
    """Under-, nearly critically and overdamped: the roots of the characteristic polynomial may be complex."""
    L, C = 1e-3, 1e-5
    d = diagram("rlc", 2e-3, {
        "v": electrical.ConstantVoltage(V=1), "r": electrical.Resistor(R=R), "ground": electrical.Ground(),
        "l": electrical.Inductor(L=L, start={"i": 0}), "c": electrical.Capacitor(C=C, start={"v": 0}),
    }, [("v.p", "r.p"), ("r.n", "l.p"), ("l.n", "c.p"), ("v.n", "c.n", "ground.p")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    a, b = np.roots([L * C, R * C, 1.0 + 0j])
    exact = 1 + (b * np.exp(a * result.time) - a * np.exp(b * result.time)) / (a - b)
    assert result["c.v"] == pytest.approx(exact.real, abs=1e-6)


@pytest.mark.parametrize("solver", ["adaptive", "stiff", "rk4"])
def test_mass_on_spring_and_damper(solver: str) -> None:
    m, c, damping, x0 = 2.0, 50.0, 3.0, 0.1
    d = diagram("oscillator", 5, {
        "mass": translational.Mass(m=m, start={"s": x0, "v": 0}),
        "spring": translational.SpringDamper(stiffness=c, damping=damping), "wall": translational.Fixed(),
    }, [("wall.flange", "spring.a"), ("spring.b", "mass.a")])  # fmt: skip
    result = simulate(d, tolerance=1e-8, solver=solver, step=1e-3 if solver == "rk4" else None)
    decay, w, t = damping / (2 * m), sqrt(c / m - (damping / (2 * m)) ** 2), result.time
    exact = x0 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    assert result["mass.s"] == pytest.approx(exact, abs=1e-7)


def test_resonance_of_an_undamped_oscillator() -> None:
    d = diagram("resonance", 10, {
        "mass": translational.Mass(m=1, start={"s": 0, "v": 0}), "spring": translational.Spring(stiffness=4),
        "wall": translational.Fixed(), "push": translational.Force(),
        "wave": signals.Sine(amplitude=1, frequency=1 / np.pi),
    }, [("wall.flange", "spring.a"), ("spring.b", "mass.a", "push.flange"), ("wave.y", "push.force")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    t = result.time
    assert result["mass.s"] == pytest.approx(np.sin(2 * t) / 8 - t * np.cos(2 * t) / 4, abs=1e-6)


class Swing(Block):
    """A point mass on a massless string."""

    length = Parameter(1.0, "m", "length")
    g = Parameter(G, "m/s2", "gravity")
    phi = Variable("rad", "angle from the vertical")
    w = Variable("rad/s", "angular speed")

    def equations(self) -> Equations:
        yield self.w == der(self.phi)
        yield self.length * der(self.w) == -self.g * sin(self.phi)


@pytest.mark.parametrize("amplitude", [0.1, 1.5, 3.0])
def test_period_of_a_pendulum(amplitude: float) -> None:
    """Four quarter periods, each a complete elliptic integral; the last swing is nearly upright at its ends."""
    period = 4 / sqrt(G) * ellipk(np.sin(amplitude / 2) ** 2)
    d = Diagram("swing")
    d.add("swing", Swing(start={"phi": -amplitude, "w": 0.0}))
    result = simulate(d, 3.5 * period, tolerance=1e-10, interval=period / 2000)
    crossings = rising_crossings(result.time, result["swing.phi"])
    assert crossings == pytest.approx(period * (np.arange(4)[: len(crossings)] + 0.25), rel=1e-6)
    assert len(crossings) == 4


def test_two_bodies_exchange_heat() -> None:
    d = diagram("heat", 10, {
        "hot": thermal.HeatCapacitor(C=2, start={"T": 400}), "cold": thermal.HeatCapacitor(C=3, start={"T": 300}),
        "path": thermal.ThermalConductor(G=0.5),
    }, [("hot.heat", "path.a"), ("cold.heat", "path.b")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    decay = np.exp(-0.5 * (1 / 2 + 1 / 3) * result.time)
    assert result["hot.T"] == pytest.approx(340 + 60 * decay, abs=1e-5)
    assert result["cold.T"] == pytest.approx(340 - 40 * decay, abs=1e-5)


def test_body_cools_by_radiation_as_an_ode_solver_says() -> None:
    d = diagram("radiation", 600, {
        "body": thermal.HeatCapacitor(C=100, start={"T": 900}), "room": thermal.FixedTemperature(T=300),
        "gap": thermal.BodyRadiation(area=0.05, emissivity=0.9),
    }, [("body.heat", "gap.a"), ("gap.b", "room.heat")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)

    def rate(_: float, T: np.ndarray) -> np.ndarray:
        return -0.9 * 5.670374419e-8 * 0.05 / 100 * (T**4 - 300.0**4)

    exact = solve_ivp(rate, (0, 600), [900.0], rtol=1e-11, atol=1e-9, t_eval=[600]).y[0, -1]
    assert result["body.T"][-1] == pytest.approx(exact, abs=1e-5)


def test_sampled_controller_on_a_first_order_plant() -> None:
    """Between samples the command is held, so the plant moves exactly by a known factor; the rest is arithmetic."""
    kp, ki, kd, period, T, gain, target = 2.0, 3.0, 0.05, 0.1, 0.5, 1.5, 1.0
    d = diagram("loop", 3, {
        "target": signals.Constant(level=target),
        "pid": control.SampledPID(kp=kp, ki=ki, kd=kd, period=period, low=-4, high=4),
        "plant": signals.FirstOrder(T=T, k=gain),
    }, [("target.y", "pid.target"), ("pid.command", "plant.u"), ("plant.y", "pid.measured")])  # fmt: skip
    result = simulate(d, tolerance=1e-9, interval=period / 4)
    y, before, integral = 0.0, 0.0, 0.0
    keep = exp(-period / T)
    found_y = np.interp(np.arange(30) * period, result.time, result["plant.y"])
    found_u = np.interp((np.arange(30) + 0.5) * period, result.time, result["pid.command"])
    for k in range(30):
        assert found_y[k] == pytest.approx(y, abs=1e-7)
        error = target - y
        integral = float(np.clip(integral + ki * period * error, -4, 4))
        command = float(np.clip(kp * error + integral - kd * (y - before) / period, -4, 4))
        assert found_u[k] == pytest.approx(command, abs=1e-7)
        y, before = keep * y + (1 - keep) * gain * command, y


class Ball(Block):
    """A ball that loses part of its speed at every bounce."""

    restitution = Parameter(0.8, "1", "speed after a bounce over speed before", min=0, max=1)
    g = Parameter(G, "m/s2", "gravity")
    h = Variable("m", "height")
    v = Variable("m/s", "speed upwards")

    def equations(self) -> Equations:
        yield self.v == der(self.h)
        yield der(self.v) == -self.g
        yield when(self.h < 0, reinit(self.v, -self.restitution * self.v))


@pytest.mark.parametrize("solver", ["auto", "stiff", "rk4"])
def test_ball_bounces_on_time(solver: str) -> None:
    d = Diagram("ball")
    d.add("ball", Ball(start={"h": 1.0, "v": 0.0}))
    result = simulate(d, 3.0, tolerance=1e-8, solver=solver, step=0.01 if solver == "rk4" else None)
    first = sqrt(2 / G)
    exact = first + np.concatenate([[0], np.cumsum(2 * first * 0.8 ** np.arange(1, 40))])
    exact = exact[exact < 3.0]
    found = jumps(result, "ball.v", 1e-3)
    assert found == pytest.approx(exact, abs=1e-7)
    assert result["ball.h"].min() > -1e-6


def test_brake_stops_a_mass_and_holds_it() -> None:
    m, v0, mu, normal, slope = 2.0, 3.0, 0.5, 8.0, 1.5
    d = diagram("brake", 3, {
        "mass": translational.Mass(m=m, start={"s": 0, "v": v0}), "pull": translational.ConstantForce(force=slope),
        "brake": translational.Brake(mu=mu, normal_force=normal), "pressed": signals.Constant(level=1),
    }, [("mass.b", "brake.flange", "pull.flange"), ("pressed.y", "brake.engagement")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    slowing = (mu * normal - slope) / m
    stop = v0 / slowing
    t = np.minimum(result.time, stop)
    assert result["mass.v"] == pytest.approx(v0 - slowing * t, abs=1e-8)
    assert result["mass.s"] == pytest.approx(v0 * t - slowing / 2 * t**2, abs=1e-8)
    assert result["brake.f"][-1] == pytest.approx(slope, abs=1e-8)


def test_brake_lets_go_when_the_pull_is_too_strong() -> None:
    d = diagram("break_away", 4, {
        "mass": translational.Mass(m=1, start={"s": 0, "v": 0}), "pull": translational.Force(),
        "brake": translational.Brake(mu=0.5, normal_force=4, peak=1.5), "pressed": signals.Constant(level=1),
        "ramp": signals.Ramp(height=8, duration=8),
    }, [
        ("mass.b", "brake.flange", "pull.flange"), ("pressed.y", "brake.engagement"), ("ramp.y", "pull.force"),
    ])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    # it sticks until the pull of 1 N/s reaches 3 N, then slides against 2 N
    late = np.maximum(result.time - 3, 0)
    assert result["mass.v"] == pytest.approx(late + late**2 / 2, abs=1e-7)


def test_thermostat_switches_on_time() -> None:
    """A relay keeps a first-order plant between two thresholds; each stretch is a piece of an exponential."""
    low, high, drive, T = 0.4, 0.6, 1.0, 2.0
    d = diagram("thermostat", 10, {
        "minus": signals.Gain(k=-1), "plant": signals.FirstOrder(T=T),
        "relay": signals.Hysteresis(rising=-low, falling=-high, low=0, high=drive),
    }, [("plant.y", "minus.u"), ("minus.y", "relay.u"), ("relay.y", "plant.u")])  # fmt: skip
    result = simulate(d, tolerance=1e-9)
    first = T * log(drive / (drive - high))
    down, up = T * log(high / low), T * log((drive - low) / (drive - high))
    exact = [first]
    while exact[-1] < 10:
        exact.append(exact[-1] + (down if len(exact) % 2 else up))
    assert jumps(result, "relay.y", 0.5) == pytest.approx(exact[:-1], abs=1e-6)


def test_bouncing_between_elastic_stops_keeps_its_period() -> None:
    """Free flight and half an oscillation in contact take turns."""
    m, c, gap, speed = 1.0, 1e4, 1.0, 2.0
    d = diagram("stops", 5, {
        "mass": translational.Mass(m=m, start={"s": 0, "v": speed}), "wall": translational.Fixed(position=gap),
        "stop": translational.ElastoGap(stiffness=c, damping=0.0), "other_wall": translational.Fixed(position=-gap),
        "other": translational.ElastoGap(stiffness=c, damping=0.0),
    }, [
        ("mass.b", "stop.a"), ("stop.b", "wall.flange"), ("mass.a", "other.b"), ("other.a", "other_wall.flange"),
    ])  # fmt: skip
    result = simulate(d, tolerance=1e-9, interval=1e-3)
    period = 2 * (2 * gap / speed + np.pi * sqrt(m / c))
    crossings = rising_crossings(result.time[1:], result["mass.s"][1:])
    assert crossings == pytest.approx(period * np.arange(1, len(crossings) + 1), abs=1e-6)
    assert len(crossings) == 2
