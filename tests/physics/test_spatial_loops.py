"""Loops in space: they stay closed for a minute and move as geometry and conservation laws say."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from blocks import Diagram
from solver.model import compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.models import loop_models, planar_loop_models, spatial_models
from tests.models.spatial_models import G
from tests.physics.cranks import BRIEF, CLOSED, Part, about_x, in_y_and_z, lag_of_crank, steel
from tests.physics.motions import FINE, change, motion_of

Array = np.ndarray


def bennett_axes(angles: Array) -> tuple[Array, Array]:
    """Return where the frames behind the four joints of a Bennett linkage are, from the angles of the joints."""
    a, b, alpha, beta = (loop_models.BENNETT[name] for name in ("a", "b", "alpha", "beta"))
    count = len(angles)
    place, turned = np.zeros((count, 3)), Rotation.identity(count)
    places, turns = [], []
    for k, (length, twist) in enumerate(((a, alpha), (b, beta), (a, alpha), (b, beta))):
        turned = turned * Rotation.from_rotvec(np.outer(angles[:, k], [0, 0, 1]))
        places.append(place)
        turns.append(turned.as_matrix())
        place = place + turned.apply([length, 0, 0])
        turned = turned * Rotation.from_rotvec([twist, 0, 0])
    return np.array([*places, place]), np.array([*turns, turned.as_matrix()])


def bennett_angles(angle: Array) -> Array:
    """Return the angles of all four joints of a Bennett linkage from the first one's."""
    follower = loop_models.bennett_follower(angle)
    return np.column_stack([angle, follower, -angle, -follower])


@pytest.mark.parametrize(("angle", "speed"), [(1.0, 3.0), (2.0, 6.0)])
def test_bennett_linkage_moves_for_a_minute(angle: float, speed: float) -> None:
    """Four hinges in space that no formula for degrees of freedom lets move."""
    result = simulate(loop_models.bennett(angle, speed), 60, **FINE)
    found = np.column_stack([result[f"j{k}.phi"] for k in (1, 2, 3, 4)])
    places, turns = bennett_axes(found)
    assert np.abs(places[-1]).max() < CLOSED
    assert np.abs(turns[-1] - np.eye(3)).max() < CLOSED
    away = np.angle(np.exp(1j * (found - bennett_angles(found[:, 0]))))
    assert np.abs(away).max() < CLOSED
    energy = sum(
        (part := motion_of(result, f"link{k}", m, [0.001, m / 30, m / 30]))["kinetic"] + m * G * part["height"]
        for k, m in ((1, 0.4), (2, 0.6), (3, 0.4))
    )
    assert np.ptp(energy) < 1e-7
    assert np.abs(np.diff(found[:, 0])).sum() > 20


def test_bennett_linkage_turns_as_its_energy_says() -> None:
    result = simulate(loop_models.bennett(), 3, **FINE)

    def part(k: int, m: float) -> Part:
        def centre(angle: Array) -> Array:
            places, _ = bennett_axes(bennett_angles(angle))
            return (places[k - 1] + places[k]) / 2

        return Part(
            m, (0.001, m / 30, m / 30), centre,
            lambda angle: Rotation.from_matrix(bennett_axes(bennett_angles(angle))[1][k - 1]),
        )  # fmt: skip

    assert lag_of_crank(result, "j1", [part(1, 0.4), part(2, 0.6), part(3, 0.4)], 2) < 1e-7


# loops on parts that move themselves


def four_bar_gap(result: Result) -> float:
    """Return how far the branches of a four-bar linkage are apart, from the angles of its joints alone."""
    a, b, c = (result[f"j{k}.phi"] for k in (1, 2, 4))
    crank, coupler, rocker = planar_loop_models.LINKS.values()
    x = crank * np.cos(a) + coupler * np.cos(a + b) - 1 - rocker * np.cos(c)
    y = crank * np.sin(a) + coupler * np.sin(a + b) - rocker * np.sin(c)
    return float(np.hypot(x, y).max())


def four_bar_total(result: Result, base: list[float]) -> dict[str, Array]:
    """Return energy, momentum and angular momentum of a four-bar linkage with its base."""
    masses = {name: (length, [0.001, length / 20, length / 20]) for name, length in planar_loop_models.LINKS.items()}
    motions = [motion_of(result, name, *values) for name, values in (*masses.items(), ("base", (1.0, base)))]
    weights = [*planar_loop_models.LINKS.values(), 1.0]
    total = {key: sum(motion[key] for motion in motions) for key in ("kinetic", "momentum", "angular")}
    total["lift"] = sum(m * G * motion["height"] for m, motion in zip(weights, motions, strict=True))
    return total


@pytest.mark.parametrize("how", [FINE, {"solver": "adaptive", "tolerance": 1e-10, "interval": "10 ms"}])
def test_four_bar_on_a_spinning_base_keeps_what_it_should_for_a_minute(how: dict[str, Any]) -> None:
    result = simulate(planar_loop_models.spinning_four_bar(), 60, **how)
    assert four_bar_gap(result) < CLOSED
    total = four_bar_total(result, [1, 1, 1])
    assert np.ptp(total["kinetic"] + total["lift"]) < 1e-8 * np.ptp(total["kinetic"])
    assert change(total["angular"][:, 2]) < 1e-8


def test_free_four_bar_keeps_what_it_should_for_a_minute() -> None:
    result = simulate(planar_loop_models.free_four_bar(), 60, **FINE)
    assert four_bar_gap(result) < CLOSED
    total = four_bar_total(result, [0.1, 0.2, 0.3])
    assert change(total["kinetic"]) < 1e-8
    assert change(total["angular"]) < 1e-8
    assert np.ptp(total["momentum"], axis=0).max() < 1e-8


@pytest.mark.parametrize("kind", planar_loop_models.TWINS)
def test_joint_that_repeats_another_changes_nothing(kind: str) -> None:
    one, two = (simulate(planar_loop_models.twin_joints(kind, twice), 1, **BRIEF) for twice in (False, True))
    for what in ("position", "w"):
        assert np.abs(one[f"body.{what}"] - two[f"body.{what}"]).max() < 1e-9
    assert np.ptp(one["body.position"], axis=0).max() > 0.2


def test_two_balls_are_a_hinge() -> None:
    hinge, balls = (simulate(planar_loop_models.hung_on_two_balls(as_hinge), 2, **BRIEF) for as_hinge in (True, False))
    assert np.abs(hinge["plate.position"] - balls["plate.position"]).max() < 1e-9


@pytest.mark.parametrize("cranks", [2, 4])
def test_plate_on_parallel_cranks_is_a_pendulum(cranks: int) -> None:
    """The plate only shifts, so all cranks swing as one; what is more than two of them repeats the rest."""
    result = simulate(planar_loop_models.parallelogram(cranks), 1.5, **BRIEF)
    mass, crank, about = 3.0, 0.6, 0.02
    inertia = mass * 0.5**2 + cranks * (crank * 0.25**2 + about)
    frame = Rotation.from_euler("XYZ", [planar_loop_models.TILT, 0.3, 0.2])
    x, y, _ = frame.apply([0, 0, -G], inverse=True) * (mass * 0.5 + cranks * crank * 0.25)

    def swing(_: float, at: Array) -> list[float]:
        # the crank points along (-sin, cos)
        return [at[1], -(x * cos(at[0]) + y * sin(at[0])) / inertia]

    found = solve_ivp(swing, (0, 1.5), [0.4, 0.3], t_eval=result.time, rtol=1e-12, atol=1e-13, method="DOP853")
    for k in range(cranks):
        assert np.abs(result[f"hip{k}.phi"] - found.y[0]).max() < 1e-7
        assert np.abs(result[f"hip{k}.phi"] + result[f"knee{k}.phi"]).max() < CLOSED


# ball joints and cross joints


@pytest.mark.parametrize("bend", [0.3, 1.0, 1.4])
def test_cross_joint_turns_unevenly(bend: float) -> None:
    """Cardan's error: the axis of the driving fork starts square to both shafts."""
    speed = 5.0
    result = simulate(loop_models.cross_joint(bend, speed), 1.5, **BRIEF)
    phi = speed * result.time
    assert np.abs(result["out.w"] / speed - cos(bend) / (1 - sin(bend) ** 2 * np.sin(phi) ** 2)).max() < 1e-8
    assert np.abs(result["out.phi"] - np.unwrap(np.arctan2(cos(bend) * np.sin(phi), np.cos(phi)))).max() < 1e-8


def test_cross_joint_passes_on_power() -> None:
    """What drives the first shaft goes into the energy of the second one."""
    bend, speed = 0.9, 5.0
    result = simulate(loop_models.cross_joint(bend, speed), 1.5, **BRIEF)
    phi = speed * result.time
    ratio = cos(bend) / (1 - sin(bend) ** 2 * np.sin(phi) ** 2)
    growth = 2 * cos(bend) * sin(bend) ** 2 * np.sin(phi) * np.cos(phi) / (1 - sin(bend) ** 2 * np.sin(phi) ** 2) ** 2
    # both bearings hold the same point: one of them carries nothing, by a choice that is told
    assert np.abs(result["out.b.f"]).max() == 0.0
    assert np.abs(-result["drive.shaft.tau"] - 0.2 * ratio * growth * speed**2).max() < 1e-8


def test_four_bar_with_compound_joints_moves_as_with_simple_ones() -> None:
    """Modelica's Fourbar2 is its Fourbar1 with fewer joints of more freedom."""
    simple = simulate(spatial_models.four_bar(), 2, **BRIEF)
    compound = simulate(loop_models.four_bar_of_compound_joints(), 2, **BRIEF)
    assert np.abs(simple["j1.phi"] - compound["j1.phi"]).max() < 1e-7
    assert np.abs(simple["j2.s"] - compound["j2.s"]).max() < 1e-7


def test_four_bar_with_compound_joints_stays_closed_for_a_minute() -> None:
    result = simulate(loop_models.four_bar_of_compound_joints(), 60, **FINE)
    crank, slide = result["j1.phi"], result["j2.s"]
    first = Rotation.from_rotvec(np.outer(crank, [1, 0, 0])).apply([0, 0.5, 0.1])
    second = np.column_stack([1.2 + slide, np.full(len(slide), 0.2), 0 * slide])
    # the rod keeps its length
    assert np.abs(np.linalg.norm(first - second, axis=1) - np.sqrt(1 + 0.09 + 0.01)).max() < CLOSED
    assert np.abs(result["b3.b.r"] - first).max() < CLOSED
    assert np.abs(result["b3.a.r"] - second).max() < CLOSED


@pytest.mark.parametrize("rod", ["ball_rod", "joints"])
def test_crank_and_slider_with_a_rod_without_mass(rod: str) -> None:
    """Crank and slider lie in planes square to each other; the slider is where the length of the rod puts it."""
    result = simulate(loop_models.crank_and_slider(rod), 2, **BRIEF)
    arm = float(np.hypot(0.5, 0.1))
    lead = float(np.arctan2(0.1, 0.5))

    def place(angle: Array) -> Array:
        crank = in_y_and_z(arm, angle + lead)
        return np.sqrt(1.1 - (crank[:, 1] - 0.2) ** 2 - crank[:, 2] ** 2)

    bar = steel(pi / 4 * 0.05**2, arm)
    parts = [
        Part(bar, (bar * (0.05**2 / 16 + arm**2 / 12), 0, 0), lambda a: in_y_and_z(arm / 2, a + lead), about_x),
        Part(steel(pi / 4 * 0.05**2, 0.2), (0, 0, 0), lambda a: np.column_stack([place(a), 0 * a, 0 * a])),
    ]
    assert lag_of_crank(result, "j1", parts, 1) < 1e-7
    assert np.abs(1.2 + result["j2.s"] - place(result["j1.phi"])).max() < CLOSED


def leg_axes(result: Result, k: int) -> Rotation:
    """Return the orientation of a leg of the Stewart platform from the angles of its cross joint."""
    ground, held = loop_models.stewart_points()
    x, y, z = held[k] + [0, 0, loop_models.STEWART["height"]] - ground[k]
    foot = Rotation.from_euler("XY", [np.arctan2(-y, z), np.arcsin(x / np.linalg.norm([x, y, z]))])
    return foot * Rotation.from_euler("XY", np.column_stack([result[f"cross{k}.phi_{end}"] for end in "ab"]))


def test_platform_on_six_legs() -> None:
    """A Stewart platform on springs: its legs reach it, its ball joints know how it is turned, it keeps its energy."""
    result = simulate(loop_models.stewart(), 0.5, **BRIEF)
    ground, held = loop_models.stewart_points()
    platform = Rotation.from_euler("XYZ", result["platform.angles"])
    body = motion_of(result, "platform", 5, [0.2, 0.2, 0.4])
    energy = body["kinetic"] + 5 * G * body["height"]
    for k in range(6):
        end = result["platform.position"] + platform.apply(held[k])
        leg, length = leg_axes(result, k), result[f"slide{k}.s"]
        assert np.abs(ground[k] + leg.apply([0, 0, 1]) * length[:, None] - end).max() < CLOSED
        ball = Rotation.from_quat(result[f"ball{k}.Q"], scalar_first=True)
        assert (leg * ball * platform.inv()).magnitude().max() < 1e-8
        for name, m in ((f"lower{k}", 0.5), (f"upper{k}", 0.4)):
            part = motion_of(result, name, m, [0.01, 0.01, 0.001])
            energy = energy + part["kinetic"] + m * G * part["height"]
        free = 1.1 * np.linalg.norm(held[k] + [0, 0, loop_models.STEWART["height"]] - ground[k])
        energy = energy + 800 / 2 * (length - free) ** 2
    assert np.ptp(energy) < 1e-7 * np.ptp(body["kinetic"]) + 1e-9


def test_hinges_alone_guide_a_plate_straight() -> None:
    """Sarrus' linkage: six hinges, five of which would do."""
    result = simulate(loop_models.sarrus(), 0.3, **BRIEF)
    assert np.abs(result["plate.position"][:, :2]).max() < CLOSED
    assert np.abs(result["plate.angles"]).max() < CLOSED
    assert np.abs(result["plate.position[3]"] - 0.6 * np.cos(result["ankle0.phi"])).max() < CLOSED
    angle, w = result["ankle0.phi"], result["ankle0.w"]
    # of each leg the lower link turns, and the upper one too while its centre goes out by half and down threefold
    upper = 0.15**2 * (np.cos(angle) ** 2 + 9 * np.sin(angle) ** 2)
    inertia = 0.6**2 * np.sin(angle) ** 2 + 2 * (0.5 * 0.15**2 + 0.004 + 0.5 * upper + 0.004)
    energy = inertia / 2 * w**2 + G * (0.6 + 2 * 0.5 * (0.15 + 0.45)) * np.cos(angle)
    assert np.ptp(energy) < 1e-8
    assert np.ptp(angle) > 0.5


def test_parallel_rods_keep_a_platform_level() -> None:
    """A delta robot that falls: its platform never turns, and no energy is lost."""
    result = simulate(loop_models.delta_robot(), 0.2, **BRIEF)
    assert np.abs(result["platform.angles"]).max() < CLOSED
    body = motion_of(result, "platform", 1, [0.01, 0.01, 0.02])
    energy = body["kinetic"] + G * body["height"]
    for k in range(3):
        arm = motion_of(result, f"arm{k}", 0.4, [0.001, 0.004, 0.004])
        energy = energy + arm["kinetic"] + 0.4 * G * arm["height"]
        # the rod is as long as it should be
        around = Rotation.from_rotvec([0, 0, 2 * pi * k / 3])
        phi = result[f"hip{k}.phi"]
        elbow = around.apply(np.column_stack([0.2 + 0.3 * np.cos(phi), 0 * phi, -0.3 * np.sin(phi)]))
        held = result["platform.position"] + around.apply([0.08, 0, 0])
        assert np.abs(np.linalg.norm(elbow - held, axis=1) - 0.7).max() < CLOSED
    assert np.ptp(energy) < 1e-8
    assert np.ptp(result["platform.position"], axis=0).max() > 0.1


@pytest.mark.parametrize("build", [planar_loop_models.spinning_four_bar, loop_models.bennett])
def test_motion_does_not_depend_on_the_method(build: Callable[[], Diagram]) -> None:
    """Fixed and adaptive steps agree: what is a choice of the tool, such as which reactions are zero, has no effect."""
    model = compile_model(build())
    states = []
    for how in ({"solver": "rk4", "step": "1 ms"}, {"solver": "adaptive", "tolerance": 1e-9}):
        result = simulate(model, 0.5, interval="50 ms", native="never", **how)
        states.append(np.column_stack([result[state] for state in model.state_names]))
    assert np.abs(states[0] - states[1]).max() < 1e-6
