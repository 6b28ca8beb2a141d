"""Constants that follow from the start, such as the stiffness with which a mechanism starts at rest."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import numpy as np
import pytest

from blocks import Diagram
from libraries import planar, rotational, signals, spatial, translational
from solver.simulate import simulate
from tests.libraries.spatial_parts import diagram

G = 9.81


def at_rest(rate: str, *wires: str, **blocks: Any) -> Diagram:
    """Return a diagram with an unknown number ``c``, which is such that a speed does not change at the start."""
    built = diagram(*wires, c=signals.UnknownConstant(), **blocks)
    built.initial_equations = [f"der({rate}) == 0"]
    return built


@pytest.mark.parametrize("angle", [-60.0, 20.0, 45.0])
def test_stiffness_that_holds_a_pendulum_at_an_angle(angle: float) -> None:
    """Modelica's InitSpringConstant."""
    built = at_rest(
        "hinge.w", "world.origin hinge.a", "hinge.b body.a", "wall.shaft spring.a", "spring.b hinge.axis",
        "c.y spring.stiffness", world=spatial.World(g=[0, -G, 0]),
        hinge=spatial.Revolute(start={"phi": radians(angle), "w": 0}), body=spatial.Body(m=1.5, r_cm=[0.7, 0, 0]),
        wall=rotational.Fixed(), spring=rotational.VariableSpring(free_angle=radians(angle + 30)),
    )  # fmt: skip
    result = simulate(built, 2, tolerance=1e-10)
    expected = 1.5 * G * 0.7 * cos(radians(angle)) / radians(30)
    assert result["c.y"] == pytest.approx(expected, rel=1e-9)
    assert np.ptp(result["hinge.phi"]) < 1e-9


def test_stiffness_that_carries_a_mass() -> None:
    built = at_rest(
        "mass.v", "wall.flange spring.a", "spring.b mass.a", "mass.b weight.flange", "c.y spring.stiffness",
        wall=translational.Fixed(), spring=translational.VariableSpring(free_length=0.2),
        mass=translational.Mass(m=3, start={"s": 0.5, "v": 0}), weight=translational.ConstantForce(force=3 * G),
    )  # fmt: skip
    assert simulate(built, 1)["c.y"] == pytest.approx(3 * G / 0.3, rel=1e-9)


def test_stiffness_that_carries_a_body_in_a_plane_and_in_space() -> None:
    """A bar on a hinge, its end held by a spring to a point above."""
    for built in (
        at_rest(
            "hinge.w", "ground.a hinge.a", "hinge.b bar.a", "bar.b spring.a", "hook.a spring.b", "c.y spring.stiffness",
            world=planar.World(), ground=planar.Fixed(), hook=planar.Fixed(position=[1.0, 2.0]),
            hinge=planar.Revolute(start={"phi": 0, "w": 0}), bar=planar.Rod(m=2, length=1.5),
            spring=planar.VariableSpring(free_length=1.0, shortest=1e-9),
        ),
        at_rest(
            "hinge.w", "world.origin hinge.a", "hinge.b bar.a", "bar.b spring.a", "hook.frame spring.b",
            "c.y spring.stiffness", world=spatial.World(), hook=spatial.Fixed(r=[1.0, 0.0, 2.0]),
            hinge=spatial.Revolute(direction="y", start={"phi": 0, "w": 0}),
            bar=spatial.Link(m=2, r=[1.5, 0, 0], r_cm=[0.75, 0, 0], I=[0.01, 0.4, 0.4]),
            spring=spatial.VariableSpring(free_length=1.0),
        ),
    ):  # fmt: skip
        result = simulate(built, 1)
        length = hypot(0.5, 2.0)
        # moments about the hinge: weight at the middle, upward share of the spring at the end
        assert result["c.y"] == pytest.approx(2 * G * 0.75 / (1.5 * 2.0 / length) / (length - 1.0), rel=1e-9)
        assert np.ptp(result["hinge.phi"]) < 1e-7


def test_speed_that_holds_a_bead_and_the_guess_that_picks_one_of_two() -> None:
    """An unknown number may stand for anything that a signal can be: here a speed, which may turn either way."""
    built = at_rest(
        "slide.v", "world.origin hub.a", "hub.b tilt.a", "tilt.b slide.a", "slide.b bead.a", "drive.shaft hub.axis",
        "c.y drive.speed", world=spatial.World(), hub=spatial.Revolute(),
        tilt=spatial.FixedRotation(angles=[0, -0.5, 0]),
        slide=spatial.Prismatic(direction="x", start={"s": 0.4, "v": 0}), bead=spatial.Body(m=1),
        drive=rotational.Speed(start={"phi": 0}),
    )  # fmt: skip
    # on a rod that slants upward: w^2 s cos^2 = g sin
    expected = (G * sin(0.5) / 0.4) ** 0.5 / cos(0.5)
    for sign in (1, -1):
        built.blocks["c"].guess["y"] = sign * 5.0  # type: ignore[union-attr]
        result = simulate(built, 0.2)
        assert result["c.y"][0] == pytest.approx(sign * expected, rel=1e-8)
        assert np.ptp(result["slide.s"]) < 1e-6
