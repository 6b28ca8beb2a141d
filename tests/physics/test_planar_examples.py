"""Examples of PlanarMechanics, and others like them, against equations of motion written out by hand."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
from scipy.linalg import solve_continuous_are

from blocks import Block, Diagram
from libraries import planar, rotational, signals, translational
from solver.simulate import simulate
from tests.models.more_drive_models import drawn
from tests.models.vehicle_models import at
from tests.physics.motions import SHARP, integrate

G = 9.81


def on_rail(*wires: str, **blocks: Block) -> Diagram:
    """Return a diagram with a slide on a level rail."""
    d = drawn("on_rail", {"world": planar.World(), "rail": planar.Fixed(), **blocks}, "rail.a slide.a", *wires)
    d.experiment.stop = 5
    return d


def test_pendulum_whose_pivot_is_shaken() -> None:
    """PendulumExcited."""
    d = on_rail(
        "slide.b pivot.a", "pivot.b arm.a", "wave.y shaker.position", "shaker.flange slide.axis",
        slide=planar.Prismatic(), pivot=planar.Revolute(start={"phi": 0.1 - pi / 2, "w": 0}),
        arm=planar.Link(m=1, r=[1, 0], r_cm=[0.5, 0], I=0.1), shaker=translational.Position(),
        wave=signals.Sine(amplitude=0.3, frequency=0.5),
    )  # fmt: skip
    result = simulate(d, 5, **SHARP)

    def rate(t: float, x: np.ndarray) -> list[float]:
        pull = 0.5 * -0.3 * pi**2 * sin(pi * t) * sin(x[0])
        return [x[1], (pull - 0.5 * G * cos(x[0])) / (0.1 + 0.25)]

    expected = integrate(rate, [0.1 - pi / 2, 0], result.time)
    assert np.abs(result["pivot.phi"] - expected[:, 0]).max() < 1e-6
    assert np.ptp(expected[:, 0]) > 3


CART = {"m0": 1.0, "m1": 0.5, "m2": 0.4, "l1": 0.8, "l2": 0.6}


def accelerations(x: np.ndarray, push: float) -> np.ndarray:
    """Return those of a cart and two pendulums on it, their angles counted from upright to the right."""
    m0, m1, m2, l1, l2 = CART.values()
    _, a, b, _, va, vb = x
    mass = [
        [m0 + m1 + m2, (m1 + m2) * l1 * cos(a), m2 * l2 * cos(b)],
        [(m1 + m2) * l1 * cos(a), (m1 + m2) * l1**2, m2 * l1 * l2 * cos(a - b)],
        [m2 * l2 * cos(b), m2 * l1 * l2 * cos(a - b), m2 * l2**2],
    ]
    rest = [
        push + (m1 + m2) * l1 * sin(a) * va**2 + m2 * l2 * sin(b) * vb**2,
        (m1 + m2) * G * l1 * sin(a) - m2 * l1 * l2 * sin(a - b) * vb**2,
        m2 * G * l2 * sin(b) + m2 * l1 * l2 * sin(a - b) * va**2,
    ]
    return np.linalg.solve(mass, rest)


def balancing() -> np.ndarray:
    """Return the gains that hold both pendulums upright, from the linear system by differences."""
    h, A, B = 1e-6, np.zeros((6, 6)), np.zeros((6, 1))
    A[:3, 3:] = np.eye(3)
    for k, x in enumerate(h * np.eye(6)):
        A[3:, k] = (accelerations(x, 0) - accelerations(-x, 0)) / (2 * h)
    B[3:, 0] = (accelerations(np.zeros(6), h) - accelerations(np.zeros(6), -h)) / (2 * h)
    gains: np.ndarray = (B.T @ solve_continuous_are(A, B, np.eye(6), np.eye(1)))[0]
    return gains


def test_two_pendulums_are_held_upright() -> None:
    """InvertedDoublePendulum, with a controller that knows its state."""
    _, m1, m2, l1, l2 = CART.values()
    K = balancing()
    # from angles of the joints, which count the other way round, to those of the pendulums
    k1, k2, d1, d2 = K[1] + K[2], K[2], K[4] + K[5], K[5]
    measured = ["place.position", "speed.speed", "a1.angle", "a2.angle", "w1.speed", "w2.speed", "one.y"]
    d = on_rail(
        "slide.b cart.a j1.a", "j1.b arm1.a", "arm1.b bob1.a j2.a", "j2.b arm2.a", "arm2.b bob2.a",
        "push.flange slide.axis place.flange speed.flange", "j1.axis a1.shaft w1.shaft", "j2.axis a2.shaft w2.shaft",
        "law.y push.force", *(f"{signal} law.u[{k}]" for k, signal in enumerate(measured, 1)),
        slide=planar.Prismatic(start={"s": 0.1, "v": 0}), cart=planar.Body(m=CART["m0"], I=0),
        j1=planar.Revolute(start={"phi": pi / 2 - 0.08, "w": 0}), arm1=planar.FixedTranslation(r=[l1, 0]),
        bob1=planar.PointMass(m=m1), j2=planar.Revolute(start={"phi": 0.03, "w": 0}),
        arm2=planar.FixedTranslation(r=[l2, 0]), bob2=planar.PointMass(m=m2), push=translational.Force(),
        place=translational.PositionSensor(), speed=translational.SpeedSensor(), a1=rotational.AngleSensor(),
        a2=rotational.AngleSensor(), w1=rotational.SpeedSensor(), w2=rotational.SpeedSensor(),
        one=signals.Constant(level=1), law=signals.Add(k=[-K[0], -K[3], k1, k2, d1, d2, -k1 * pi / 2]),
    )  # fmt: skip
    result = simulate(d, 5, **SHARP)

    def rate(_: float, x: np.ndarray) -> np.ndarray:
        return np.concatenate([x[3:], accelerations(x, float(-K @ x))])

    expected = integrate(rate, [0.1, 0.08, 0.05, 0, 0, 0], result.time)
    assert np.abs(result["slide.s"] - expected[:, 0]).max() < 1e-7
    assert np.abs(pi / 2 - result["j1.phi"] - expected[:, 1]).max() < 1e-7
    assert np.abs(expected[-1, :3]).max() < 0.06


def test_forces_that_lead_the_tip_of_an_arm_round_a_circle() -> None:
    """Inverse dynamics: two slides move the tip; their forces are those of the equations of motion."""
    l1, l2, m1, m2, w = 0.5, 0.4, 2.0, 1.0, pi
    d = drawn(
        "led", {
            "world": planar.World(), "ground": planar.Fixed(), "j1": planar.Revolute(guess={"phi": 0.3}),
            "j2": planar.Revolute(guess={"phi": 1.0}), "arm1": planar.Rod(m=m1, length=l1),
            "arm2": planar.Rod(m=m2, length=l2), "across": planar.Prismatic(guess={"s": 0.6}),
            "up": planar.Prismatic(direction=pi / 2, guess={"s": 0.2}), "grip": planar.Revolute(),
            "x": translational.Position(), "y": translational.Position(),
            "cosine": signals.Cosine(amplitude=0.1, frequency=0.5, offset=0.5),
            "sine": signals.Sine(amplitude=0.1, frequency=0.5, offset=0.3),
        },
        "ground.a j1.a across.a", "j1.b arm1.a", "arm1.b j2.a", "j2.b arm2.a", "across.b up.a", "up.b grip.a",
        "grip.b arm2.b", "cosine.y x.position", "sine.y y.position", "x.flange across.axis", "y.flange up.axis",
    )  # fmt: skip
    result = simulate(d, 2, tolerance=1e-9)

    def joints(t: np.ndarray) -> np.ndarray:
        x, y = 0.5 + 0.1 * np.cos(w * t), 0.3 + 0.1 * np.sin(w * t)
        elbow = np.arccos((x**2 + y**2 - l1**2 - l2**2) / (2 * l1 * l2))
        return np.array([np.arctan2(y, x) - np.arctan2(l2 * np.sin(elbow), l1 + l2 * np.cos(elbow)), elbow])

    t, h = result.time, 1e-4
    a, b = joints(t)
    v, u = (joints(t + h) - joints(t - h)) / (2 * h)
    da, db = (joints(t + h) - 2 * joints(t) + joints(t - h)) / h**2
    inner, mixed = m2 * l2**2 / 3, m2 * l1 * l2 / 2
    whole = m1 * l1**2 / 3 + m2 * l1**2 + inner + 2 * mixed * np.cos(b)
    side, weight2 = inner + mixed * np.cos(b), G * m2 * l2 / 2 * np.cos(a + b)
    torque1 = whole * da + side * db - mixed * np.sin(b) * (2 * v * u + u**2) + weight2
    torque1 += G * (m1 / 2 + m2) * l1 * np.cos(a)
    torque2 = side * da + inner * db + mixed * np.sin(b) * v**2 + weight2
    # virtual work of the force at the tip
    lift, reach = l1 * np.sin(a) + l2 * np.sin(a + b), l1 * np.cos(a) + l2 * np.cos(a + b)
    ways = np.array([[-lift, reach], [-l2 * np.sin(a + b), l2 * np.cos(a + b)]]).transpose(2, 0, 1)
    force = np.linalg.solve(ways, np.column_stack([torque1, torque2])[..., None])[..., 0]
    assert np.abs(result["x.flange.f"]) == pytest.approx(np.abs(force[:, 0]), abs=1e-5)
    assert np.abs(result["y.flange.f"]) == pytest.approx(np.abs(force[:, 1]), abs=1e-5)


def test_wheel_with_counter_spin() -> None:
    """CounterSpin: thrown ahead while it spins back, a wheel slides first, and then rolls."""
    m, inertia, radius, mu, v, w = 1.0, 0.01, 0.3, 0.3, 2.0, 30.0
    wheel = planar.Body(m=m, I=inertia, start=at(y=radius, vx=v, w=w))
    tread = planar.DiscOnLine(radius=radius, mu=mu, stiffness=1e5, damping=300, slip_speed=1e-3)
    d = drawn("counter_spin", {"world": planar.World(), "wheel": wheel, "tread": tread}, "wheel.a tread.a")
    result = simulate(d, 4, tolerance=1e-8)
    sliding = (v + w * radius) / (mu * G * (1 + m * radius**2 / inertia))
    assert result["wheel.vx"][-1] == pytest.approx(v - mu * G * sliding, rel=1e-3)
    assert result["wheel.w"][-1] == pytest.approx(-result["wheel.vx"][-1] / radius, rel=1e-3)
    early = result.time < sliding
    assert result["wheel.vx"][early] == pytest.approx(v - mu * G * result.time[early], abs=5e-3)
