"""Contact in space against MuJoCo, with our law and with its own; skipped only where it is not installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.simulate import simulate
from tests.models import free_body_models as models
from tests.models.spatial_models import G
from tests.physics.mujoco_scenes import body, joint, mass, numbers, run, scene

mujoco = pytest.importorskip("mujoco")


def push_of_ground(model: Any, data: Any, law: str) -> None:
    """Push on the corners of the block in MuJoCo by the law of our contacts, which is no law of MuJoCo's."""
    stiffness, damping, onset, mu, slip_speed = 2e4, 60.0, 1e-4, 0.6, 0.02
    R = data.xmat[1].reshape(3, 3)
    arms = models.corners() @ R.T
    heights = data.xpos[1][2] + arms[:, 2]
    depth = np.maximum(models.BLOCK["radius"] - heights, 0)
    if not depth.any():
        return
    arms[:, 2] -= heights  # to the point of the ground below each corner
    v = data.qvel[:3] + np.cross(R @ data.qvel[3:], arms)
    reach = np.maximum(depth, onset) if law == "linear" else onset
    push = depth * np.maximum(stiffness - damping * v[:, 2] / reach, 0)
    speed = np.sqrt(v[:, 0] ** 2 + v[:, 1] ** 2 + slip_speed**2)
    force = np.column_stack([-mu * push * v[:, 0] / speed, -mu * push * v[:, 1] / speed, push])
    data.qfrc_passive[:3] += force.sum(axis=0)
    data.qfrc_passive[3:] += R.T @ np.cross(arms, force).sum(axis=0)


def thrown(start: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return positions and speeds of MuJoCo's free joint for the start values of a body."""
    turned = Rotation.from_euler("XYZ", start["angles"])
    return [*start["position"], *turned.as_quat(scalar_first=True)], [*start["v"], *start["w_body"]]


@pytest.mark.parametrize("law", ["linear", "hunt-crossley"])
def test_tumbling_block_with_the_same_contact_law(law: str) -> None:
    """A block falls on its corners, bounces, slides and comes to rest; only the ground's push is not MuJoCo's."""
    step = 2e-4
    model = scene(body("body", joint("free") + mass(1.2, (0, 0, 0), models.BLOCK_INERTIA)), (0, 0, -G), step)
    mujoco.set_mjcb_passive(lambda m, d: push_of_ground(m, d, law))
    try:
        expected = run(model, 1, lambda d: d.qpos, *thrown(models.TOSS), every=50)
    finally:
        mujoco.set_mjcb_passive(None)
    diagram = models.block_on_ground(models.TOSS, events=False, law=law)
    result = simulate(diagram, 1, solver="rk4", step=step, interval="10 ms")
    # several impacts multiply the error of each
    assert np.abs(result["body.position"] - expected[:, :3]).max() < 2e-5
    ours = Rotation.from_quat(result["body.motion.Q"], scalar_first=True)
    theirs = Rotation.from_quat(expected[:, 3:], scalar_first=True)
    assert (ours.inv() * theirs).magnitude().max() < 2e-4
    normal = np.column_stack([result[f"corner{k}.normal_force"] for k in range(8)])
    assert (normal > 0).any(axis=0).sum() >= 4


def ground_of_mujoco(balls: str, inertia: str, friction: float) -> Any:
    """Return a free body with balls on MuJoCo's own ground, as hard as its step allows."""
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="0.0005" integrator="implicitfast" cone="elliptic" impratio="100" '
        f'gravity="{numbers(0, 0, -G)}"/><default><geom friction="{friction!r} 0 0" condim="3" solref="0.002 1" '
        f'solimp="0.99 0.999 0.0001"/></default><worldbody><geom type="plane" size="5 5 0.1"/>'
        f"{body('body', joint('free') + inertia + balls)}</worldbody></mujoco>"
    )


def test_dropped_block_comes_to_rest_where_mujoco_says() -> None:
    """Other laws of contact, so only the end is the same: flat on the ground, and nearly at the same place.

    The laws differ in how much speed an impact takes and so in how far the block, which slides by 0.1 m, gets: by
    15 mm and 0.03 rad at most.
    """
    size = models.BLOCK["radius"]
    balls = "".join(f'<geom type="sphere" size="{size!r}" pos="{numbers(c)}" mass="0"/>' for c in models.corners())
    model = ground_of_mujoco(balls, mass(1.2, (0, 0, 0), models.BLOCK_INERTIA), 0.6)
    theirs = run(model, 2, lambda d: d.qpos, *thrown(models.DROP), every=20)[-1]
    diagram = models.block_on_ground(models.DROP, events=False, stiffness=2e5, damping=400.0)
    result = simulate(diagram, 2, solver="rk4", step="0.1 ms", interval="10 ms")
    place, turned = result["body.position"][-1], Rotation.from_quat(result["body.motion.Q"][-1], scalar_first=True)
    other = Rotation.from_quat(theirs[3:], scalar_first=True)
    # four corners share the weight
    assert place[2] == pytest.approx(0.12 - 1.2 * G / (4 * 2e5), abs=1e-8)
    assert theirs[2] == pytest.approx(0.12, abs=2e-5)
    assert np.abs(place[:2] - theirs[:2]).max() < 0.015
    assert (turned.inv() * other).magnitude() < 0.03
    for rotation in (turned, other):
        assert rotation.apply([0, 0, 1]) == pytest.approx([0, 0, 1], abs=1e-6)
    assert np.abs(result["body.v"][-1]).max() < 1e-9


def test_sliding_ball_begins_to_roll() -> None:
    """It keeps 5/7 of its speed, by textbook, by MuJoCo and here."""
    mu, v = 0.4, 3.0
    model = ground_of_mujoco('<geom type="sphere" size="0.1" mass="0"/>', mass(0.5, (0, 0, 0), (0.002,) * 3), mu)
    theirs = run(model, 1, lambda d: [*d.qpos[:3], *d.qvel], [0, 0, 0.1, 1, 0, 0, 0], [v, 0, 0, 0, 0, 0], 20)[-1]
    result = simulate(models.thrown_ball(mu=mu, slip_speed=1e-3), 1, solver="rk4", step="0.1 ms", interval="10 ms")
    ours = np.concatenate([result[f"body.{what}"][-1] for what in ("position", "v", "w")])
    # the ground yields under the weight, which makes the radius on which the ball rolls a little smaller
    for end, radius, limit in ((ours, 0.1 - 0.5 * G / 2e4, 1e-4), (theirs, 0.1, 1e-2)):
        rolling = v * 0.5 * radius**2 / (0.5 * radius**2 + 0.002)
        slide = (v - rolling) / (mu * G)
        assert end[3] == pytest.approx(rolling, rel=limit)
        assert end[7] == pytest.approx(rolling / radius, rel=limit)
        assert end[0] == pytest.approx((v + rolling) / 2 * slide + rolling * (1 - slide), rel=10 * limit)
        assert np.abs(end[[1, 4, 6, 8]]).max() < 1e-6
    assert ours[3] == pytest.approx(5 / 7 * v, rel=2e-3)
