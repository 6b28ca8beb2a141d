"""Modelica's MultiBody.Examples.Constraints and loads between bodies, against Newton and Euler written out by hand."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from blocks import Block, Diagram
from libraries import signals, spatial, translational
from solver.simulate import simulate
from tests.models.spatial_models import WEIGHTLESS, G, connect_all, in_space
from tests.physics.motions import FINE, integrate
from tests.physics.newton_euler import TiedBody, Ties, across, cross_ties, rows_of

E, NONE = np.eye(3), np.zeros((0, 3))
M, INERTIA, CENTRE, TIP = 1.0, [0.05, 0.08, 0.1], [0.2, 0.1, 0.05], [0.4, -0.1, 0.2]
PEGS = ([0.8, 0, 0.3], [0, 0.8, 0.3])
JOINTS: dict[str, tuple[Block, Ties]] = {
    "prismatic": (
        spatial.Prismatic(direction="n", n=[1, 2, 0.5], start={"s": 0.1, "v": 0}), rows_of(across(1, 2, 0.5), E)
    ),
    "revolute": (
        spatial.Revolute(direction="n", n=[1, 0.3, 0.5], start={"phi": 0.2, "w": 1}), rows_of(E, across(1, 0.3, 0.5))
    ),
    "cylindrical": (
        spatial.Cylindrical(direction="x", start={"phi": 0.1, "w": 0, "s": 0, "v": 0.3}),
        rows_of(across(1, 0, 0), across(1, 0, 0)),
    ),
    "spherical": (spatial.Spherical(start={"angles": [0.1, 0.2, 0.3], "w": [1, 0, 0]}), rows_of(E, NONE)),
    "universal": (spatial.Universal(start={"phi_a": 0.1, "w_a": 1, "phi_b": 0.2, "w_b": 0}), cross_ties),
}  # fmt: skip


def on_springs(joint: Block) -> Diagram:
    """Return a body on a joint in the wall, with two springs at its other end."""
    d = in_space(
        "on_springs", 3, joint=joint, wall=spatial.Fixed(r=[0.2, 0.4, 0.1]),
        body=spatial.Link(r=TIP, r_cm=CENTRE, m=M, I=INERTIA), peg1=spatial.Fixed(r=PEGS[0]),
        peg2=spatial.Fixed(r=PEGS[1]), spring1=spatial.Spring(stiffness=20), spring2=spatial.Spring(stiffness=20),
    )  # fmt: skip
    for wire in ("wall.frame joint.a", "joint.b body.a", "peg1.frame spring1.a", "peg2.frame spring2.a"):
        d.connect(*wire.split())
    d.connect("body.b", "spring1.b", "spring2.b")
    return d


def weight_and_springs(place: np.ndarray, turned: Rotation) -> tuple[np.ndarray, np.ndarray]:
    """Return force and torque on the body, about its centre of mass."""
    pulls = [20 * (np.array(peg) - place - turned.apply(TIP)) for peg in PEGS]
    arm = turned.apply(TIP) - turned.apply(CENTRE)
    return sum(pulls, np.array([0, 0, -M * G])), np.cross(arm, sum(pulls))


@pytest.mark.parametrize("kind", JOINTS)
def test_a_body_on_springs_and_a_joint(kind: str) -> None:
    """PrismaticConstraint, RevoluteConstraint, SphericalConstraint, UniversalConstraint."""
    joint, ties = JOINTS[kind]
    result = simulate(on_springs(joint), 3, **FINE)
    turned = Rotation.from_euler("XYZ", result["body.angles"][0])
    w = result["body.w"][0]
    start = [*result["body.a.r"][0], *(result["body.v"][0] - np.cross(w, turned.apply(CENTRE))), *turned.as_quat(), *w]
    body = TiedBody(M, np.array(INERTIA), np.array(CENTRE), weight_and_springs, ties)
    x = integrate(body.rate, start, result.time)
    place = x[:, :3] + Rotation.from_quat(x[:, 6:10]).apply(CENTRE)
    assert np.abs(place - result["body.position"]).max() < 1e-8
    assert np.ptp(place, axis=0).max() > 0.1


@pytest.mark.parametrize("axes", ["world", "a", "b"])
def test_force_and_torque_between_two_arms(axes: str) -> None:
    """ForceAndTorque: what acts on one arm acts back on the other, about its own hinge."""
    force, torque = np.array([0, 1.0, 0]), np.array([0.3, 0.4, 1.0])
    n, shift, tips = np.array([0, 1, 1]) / sqrt(2), [-0.4, 0.7, 0.2], ([0.4, 0.2, 0], [0.5, 0, 0.1])
    centres = [np.array(tip) / 2 for tip in tips]
    inertias, masses, axles = ([0.01, 0.02, 0.03], [0.05, 0.06, 0.07]), (1, 2), (np.array([0, 0, 1]), n)
    d = in_space(
        "force_and_torque", 2, WEIGHTLESS, bar=spatial.FixedTranslation(r=shift),
        hinge1=spatial.Revolute(direction="z", start={"phi": 0, "w": 0}),
        hinge2=spatial.Revolute(direction="n", n=[0, 1, 1], start={"phi": 0.3, "w": 0}),
        arm1=spatial.Link(r=tips[0], r_cm=centres[0].tolist(), m=masses[0], I=inertias[0]),
        arm2=spatial.Link(r=tips[1], r_cm=centres[1].tolist(), m=masses[1], I=inertias[1]),
        act=spatial.ForceBetween(axes=axes), force=signals.Constant(level=force.tolist()),
        torque=signals.Constant(level=torque.tolist()),
    )  # fmt: skip
    connect_all(d, "world hinge1 arm1", "world bar hinge2 arm2")
    for wire in ("arm1.b act.a", "arm2.b act.b", "force.y act.force", "torque.y act.torque"):
        d.connect(*wire.split())
    result = simulate(d, 2, **FINE)
    about = [
        axle @ np.diag(inertia) @ axle + m * (np.cross(axle, centre) ** 2).sum()
        for axle, inertia, m, centre in zip(axles, inertias, masses, centres, strict=True)
    ]

    def rate(_: float, x: np.ndarray) -> list[float]:
        arms = {"a": Rotation.from_rotvec(axles[0] * x[0]), "b": Rotation.from_rotvec(axles[1] * x[1])}
        f, t = (arms[axes].apply(load) if axes in arms else load for load in (force, torque))
        place = arms["b"].apply(tips[1])
        on_first, on_second = -t - np.cross(shift + place, f), t + np.cross(place, f)
        return [x[2], x[3], on_first @ axles[0] / about[0], on_second @ axles[1] / about[1]]

    expected = integrate(rate, [0, 0.3, 0, 0], result.time)
    assert np.abs(result["hinge1.phi"] - expected[:, 0]).max() < 1e-8
    assert np.abs(result["hinge2.phi"] - expected[:, 1]).max() < 1e-8


BASE = np.array([0.1, 0.3, -0.9])


def cylinder_with_masses() -> Diagram:
    """Return an arm on a spring whose two halves have mass, 0.2 m from the base and 0.25 m from the tip."""
    d = in_space(
        "cylinder_with_masses", 2, hinge=spatial.Revolute(direction="y", start={"phi": 0.4, "w": 0}),
        arm=spatial.Body(m=1, r_cm=[0.6, 0, 0], I=[0.01, 0.01, 0.01]), tip=spatial.FixedTranslation(r=[0.8, 0, 0]),
        base=spatial.Fixed(r=BASE.tolist()), swivel=spatial.Universal(),
        slide=spatial.Prismatic(direction="z", guess={"s": 0.8}), ball=spatial.Spherical(),
        tube=spatial.Body(m=0.3, r_cm=[0, 0, 0.2], I=[0, 0, 0]),
        rod=spatial.Body(m=0.2, r_cm=[0, 0, -0.25], I=[0, 0, 0]), fixed=translational.Fixed(),
        spring=translational.SpringDamper(stiffness=100, damping=2, free_length=0.8),
    )  # fmt: skip
    connect_all(d, "world hinge tip", "hinge arm", "swivel slide ball", "swivel tube", "slide rod")
    for wire in ("base.frame swivel.a", "ball.b tip.b", "fixed.flange spring.a", "spring.b slide.axis"):
        d.connect(*wire.split())
    return d


def test_cylinder_whose_halves_have_mass() -> None:
    """LineForceWithTwoMasses, against the equation of Lagrange for the only angle there is."""
    result = simulate(cylinder_with_masses(), 2, **FINE)

    def line(angle: float) -> tuple[np.ndarray, np.ndarray, float]:
        way = np.array([0.8 * np.cos(angle), 0, -0.8 * np.sin(angle)]) - BASE
        length = float(np.linalg.norm(way))
        return BASE + 0.2 * way / length, BASE + way - 0.25 * way / length, length

    def slopes(angle: float, h: float = 1e-5) -> list[Any]:
        return [(one - other) / (2 * h) for one, other in zip(line(angle + h), line(angle - h), strict=True)]

    def inertia(angle: float) -> float:
        tube, rod, _ = slopes(angle)
        return 0.01 + 0.36 + 0.3 * float(tube @ tube) + 0.2 * float(rod @ rod)

    def height(angle: float) -> float:
        tube, rod, length = line(angle)
        return G * (0.3 * tube[2] + 0.2 * rod[2] - 0.6 * np.sin(angle)) + 50 * (length - 0.8) ** 2

    def rate(_: float, x: np.ndarray) -> list[float]:
        angle, w, h = x[0], x[1], 1e-4
        rise = (height(angle + h) - height(angle - h)) / (2 * h)
        growth = (inertia(angle + h) - inertia(angle - h)) / (2 * h)
        return [w, (-growth * w**2 / 2 - rise - 2 * slopes(angle)[2] ** 2 * w) / inertia(angle)]

    # derivatives by differences are good to seven digits only
    every = np.arange(0, len(result.time), 10)
    expected = integrate_roughly(rate, [0.4, 0], result.time[every])
    assert np.abs(result["hinge.phi"][every] - expected).max() < 1e-6


def integrate_roughly(rate: Any, start: list[float], times: np.ndarray) -> np.ndarray:
    """Return the first state, where more digits would be those of rounding."""
    return np.asarray(solve_ivp(rate, (0, times[-1]), start, t_eval=times, rtol=1e-8, atol=1e-9).y[0])
