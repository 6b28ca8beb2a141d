"""Mechanisms in space against MuJoCo: chains, loops and free bodies; skipped only where it is not installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.simulate import simulate
from tests.models import free_body_models, loop_models, planar_loop_models
from tests.models.spatial_models import G
from tests.physics.mujoco_scenes import Array, Rigid, body, joint, mass, run, scene, site

mujoco = pytest.importorskip("mujoco")


# trees


def test_arm_with_six_joints() -> None:
    inside = ""
    for k, (direction, _, m, centre, inertia) in reversed(list(enumerate(free_body_models.ARM))):
        axis = {"x": (1, 0, 0), "y": (0, 1, 0)}[direction]
        place = free_body_models.ARM[k - 1][1] if k else (0, 0, 0)
        inside = body(f"b{k + 1}", joint("hinge", axis) + mass(m, centre, inertia) + inside, place)
    model = scene(inside, (0, -G, 0), 1e-3)
    expected = run(model, 2, lambda d: [d.qpos, d.qvel], free_body_models.ARM_START, free_body_models.ARM_SPEED)
    result = simulate(free_body_models.robot_arm(), 2, solver="rk4", step="1 ms", interval="10 ms")
    for k in range(6):
        assert np.abs(result[f"r{k + 1}.phi"] - expected[:, 0, k]).max() < 1e-7
        assert np.abs(result[f"r{k + 1}.w"] - expected[:, 1, k]).max() < 1e-6
    assert np.ptp(expected[:, 0], axis=0).min() > 0.5


def test_chain_of_ball_joints() -> None:
    count = 4
    inside = ""
    for k in range(count, 0, -1):
        place = (0, 0, 0) if k == 1 else (1, 0, 0)
        content = joint("ball") + mass(1.0, (0.5, 0, 0), (0.01, 0.09, 0.09)) + site(f"end{k}", (1, 0, 0))
        inside = body(f"bar{k}", content + inside, place)
    # all bars are parallel at the start, so that speeds seen from the parent and from the bar itself are the same
    speeds = [[0.3 * k, -0.5, 1.0 + 0.2 * k] for k in range(count)]
    step = 1e-4
    model = scene(inside, (0, 0, -G), step)
    expected = run(model, 2, lambda d: d.site_xpos, None, np.ravel(speeds), every=100)
    result = simulate(free_body_models.ball_chain(count, speeds), 2, solver="rk4", step="0.5 ms", interval="10 ms")
    for k in range(1, count + 1):
        assert np.abs(result[f"bar{k}.b.r"] - expected[:, k - 1]).max() < 2e-6


def test_tumbling_body() -> None:
    centre = np.array([0.1, -0.2, 0.3])
    model = scene(body("body", joint("free") + mass(2.0, centre, free_body_models.INERTIA)), (0, 0, 0), 1e-4)
    turned = Rotation.from_euler("XYZ", [0.1, 0.2, 0.3])
    w = np.array([1.0, 2.0, 0.5])
    # MuJoCo gives place and speed of the origin of the body, not of its centre of mass
    place = -turned.apply(centre)
    speed = np.array([0.3, -0.2, 0.1]) - turned.apply(np.cross(w, centre))
    start = [*place, *turned.as_quat(scalar_first=True)]
    expected = run(model, 10, lambda d: [*d.xipos[1], *d.qvel[3:]], start, [*speed, *w], every=100)
    result = simulate(free_body_models.tumbling_body(), 10, solver="rk4", step="1 ms", interval="10 ms")
    assert np.abs(result["body.position"] - expected[:, :3]).max() < 1e-6
    assert np.abs(result["body.w_body"] - expected[:, 3:]).max() < 1e-6


# loops


def steel_bar(way: Sequence[float], diameter: float) -> str:
    """Return the mass of a round steel bar from the origin of a body."""
    along = np.array(way) / np.linalg.norm(way)
    m = 7700 * np.pi / 4 * diameter**2 * float(np.linalg.norm(way))
    axial = np.outer(along, along)
    about, across = diameter**2 / 8, diameter**2 / 16 + float(np.dot(way, way)) / 12
    return mass(m, np.array(way) / 2, m * (about * axial + across * (np.eye(3) - axial)))


def four_bar_bodies() -> str:
    """Return Modelica's four-bar linkage, cut open at its ball joint."""
    rod = joint("hinge", (0, 1, 0)) + joint("hinge", (0, 0, 1)) + steel_bar((-1, 0.3, 0.1), 0.05)
    first = joint("hinge", (1, 0, 0)) + steel_bar((0, 0.5, 0.1), 0.05) + site("crank", (0, 0.5, 0.1))
    second = joint("slide", (1, 0, 0)) + steel_bar((0, 0.2, 0), 0.05)
    second += body("rod", rod + site("rod", (-1, 0.3, 0.1)), (0, 0.2, 0))
    return body("crank", first) + body("slider", second, (1.0, 0, 0))


def test_four_bar() -> None:
    """A hinge, a ball joint, a cross joint and a slide."""
    peer = Rigid(scene(four_bar_bodies(), (0, -9.80665, 0), 1e-3), [("crank", "rod")])
    speeds = peer.consistent(np.zeros(4), {0: 5.235987755982989})
    q, v = peer.run(2, np.zeros(4), speeds)
    assert peer.gap() < 1e-6
    result = simulate(loop_models.four_bar_of_compound_joints(), 2, solver="rk4", step="0.5 ms", interval="10 ms")
    assert np.abs(result["j1.phi"] - q[:, 0]).max() < 1e-6
    assert np.abs(result["j1.w"] - v[:, 0]).max() < 1e-5
    assert np.abs(result["j2.s"] + 0.2 - q[:, 1]).max() < 1e-6
    assert np.ptp(q[:, 1]) > 0.2


def test_four_bar_with_the_constraints_of_mujoco() -> None:
    """The same by MuJoCo alone: its ball joint gives way by less than a tenth of a millimetre."""
    closing = '<equality><connect site1="crank" site2="rod" solref="0.0004 1" solimp="0.9999 0.9999 0.001"/></equality>'
    model = scene(four_bar_bodies(), (0, -9.80665, 0), 1e-4, closing)
    speeds = Rigid(model, [("crank", "rod")]).consistent(np.zeros(4), {0: 5.235987755982989})
    expected = run(model, 1, lambda d: [*d.qpos, np.linalg.norm(d.site_xpos[0] - d.site_xpos[1])], None, speeds, 100)
    assert expected[:, -1].max() < 1e-4
    result = simulate(loop_models.four_bar_of_compound_joints(), 1, solver="rk4", step="1 ms", interval="10 ms")
    assert np.abs(result["j1.phi"] - expected[:, 0]).max() < 1e-3
    assert np.abs(result["j2.s"] + 0.2 - expected[:, 1]).max() < 1e-4


def test_four_bar_on_a_spinning_base() -> None:
    crank, coupler, rocker = planar_loop_models.LINKS.values()

    def link(length: float) -> str:
        return joint("hinge") + mass(length, (length / 2, 0, 0), (0.001, length / 20, length / 20))

    # the rocker is a second branch; its end is the coupler's
    inside = body("coupler", link(coupler) + site("coupler", (coupler, 0, 0)), (crank, 0, 0))
    stand = Rotation.from_euler("XYZ", [np.pi / 2, 0, 0])
    loop = body("crank", link(crank) + inside, (0.1, 0, 0.2), stand)
    loop += body("rocker", link(rocker) + site("rocker", (rocker, 0, 0)), (1.1, 0, 0.2), stand)
    model = scene(body("base", joint("hinge") + mass(1.0, (0, 0, 0), (1, 1, 1)) + loop), (0, 0, -G), 1e-3)
    peer = Rigid(model, [("coupler", "rocker")])
    start = peer.close(np.array([0, np.pi / 2, np.radians(-70), np.radians(100)]), {0: 0, 1: 0})
    q, v = peer.run(2, start, peer.consistent(start, {0: 3.0, 1: 2.0}))
    result = simulate(planar_loop_models.spinning_four_bar(), 2, solver="rk4", step="0.5 ms", interval="10 ms")
    for k, name in enumerate(("spin", "j1", "j2", "j4")):
        assert np.abs(result[f"{name}.phi"] - q[:, k]).max() < 1e-6
        assert np.abs(result[f"{name}.w"] - v[:, k]).max() < 1e-5


def test_bennett_linkage() -> None:
    """Overconstrained in space: the last hinge is closed by two points of its axis."""
    a, b, alpha, beta = (loop_models.BENNETT[name] for name in ("a", "b", "alpha", "beta"))
    ground = Rotation.from_rotvec([beta, 0, 0])
    inside = ""
    for k, (length, before, twist) in reversed(list(enumerate(((a, 0.0, 0.0), (b, a, alpha), (a, b, beta)), start=1))):
        content = joint("hinge") + mass(length, (length / 2, 0, 0), (0.001, length / 30, length / 30))
        if k == 3:
            axis = Rotation.from_rotvec([alpha, 0, 0]).apply([0, 0, 1])
            content += site("end", (length, 0, 0)) + site("beyond", np.array([length, 0, 0]) + axis)
        inside = body(f"link{k}", content + inside, (before, 0, 0), Rotation.from_rotvec([twist, 0, 0]))
    # the fourth link is the ground, seen from its other end
    angle = 2.0
    follower = float(loop_models.bennett_follower(angle))
    back = (Rotation.from_rotvec([0, 0, -follower]) * ground).inv()
    last = -back.apply(Rotation.from_rotvec([0, 0, -follower]).apply([b, 0, 0]))
    marks = site("ground", last) + site("above", last + back.apply([0, 0, 1]))
    peer = Rigid(scene(inside + marks, (0, 0, -G), 1e-3), [("end", "ground"), ("beyond", "above")])
    start = np.array([angle, follower, -angle])
    peer.data.qpos[:] = start
    mujoco.mj_forward(peer.model, peer.data)
    assert peer.gap() < 1e-12
    q, v = peer.run(3, start, peer.consistent(start, {0: 3.0}))
    result = simulate(loop_models.bennett(), 3, solver="rk4", step="0.5 ms", interval="10 ms")
    assert np.abs(result["j1.phi"] - q[:, 0]).max() < 1e-6
    assert np.abs(result["j1.w"] - v[:, 0]).max() < 1e-5


def test_platform_on_six_legs() -> None:
    ground, held = loop_models.stewart_points()
    height = loop_models.STEWART["height"]
    bodies, marks, free = "", "", []
    for k in range(6):
        way = held[k] + [0, 0, height] - ground[k]
        length = np.linalg.norm(way)
        free.append(1.1 * length)
        x, y, z = way / length
        foot = Rotation.from_euler("XY", [np.arctan2(-y, z), np.arcsin(x)])
        upper = joint("slide") + mass(0.4, (0, 0, -0.2), (0.01, 0.01, 0.001)) + site(f"leg{k}", (0, 0, 0))
        lower = joint("hinge", (1, 0, 0)) + joint("hinge", (0, 1, 0)) + mass(0.5, (0, 0, 0.2), (0.01, 0.01, 0.001))
        bodies += body(f"lower{k}", lower + body(f"upper{k}", upper), ground[k], foot)
        marks += site(f"arm{k}", held[k])
    bodies += body("platform", joint("free") + mass(5.0, (0, 0, 0), (0.2, 0.2, 0.4)) + marks)
    slides = np.arange(6) * 3 + 2

    def springs(data: Any) -> Array:
        force = np.zeros(24)
        force[slides] = -800 * (data.qpos[slides] - free)
        return force

    peer = Rigid(scene(bodies, (0, 0, -G), 1e-3), [(f"leg{k}", f"arm{k}") for k in range(6)], springs)
    turned = Rotation.from_euler("XYZ", [0.05, -0.1, 0.15])
    pose = [0.02, 0.01, height, *turned.as_quat(scalar_first=True)]
    guess = np.concatenate([np.ravel([[0, 0, length / 1.1] for length in free]), pose])
    start = peer.close(guess, dict.fromkeys(range(18, 24), 0.0))
    known = dict(zip(range(18, 24), [0, 0, 0, 0.2, 0, 1], strict=True))
    q, v = peer.run(0.5, start, peer.consistent(start, known))
    result = simulate(loop_models.stewart(), 0.5, solver="rk4", step="1 ms", interval="10 ms", native="never")
    assert np.abs(result["platform.position"] - q[:, 18:21]).max() < 1e-6
    assert np.abs(result["platform.w_body"] - v[:, 21:24]).max() < 1e-5
    for k in range(6):
        assert np.abs(result[f"slide{k}.s"] - q[:, slides[k]]).max() < 1e-6
    assert np.ptp(q[:, slides], axis=0).min() > 0.01
