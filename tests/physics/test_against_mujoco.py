"""Mechanics in space against MuJoCo: chains, loops, free bodies and contact; skipped only where it is not installed.

MuJoCo closes loops and resolves contacts by constraints that give way a little. So that numbers can be compared to more
than a few digits, loops are also closed rigidly here: MuJoCo gives its inertias, its forces and its Jacobians, and the
accelerations that keep the loop closed follow from them by linear algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.simulate import simulate
from tests.models import more_spatial_models as models

mujoco = pytest.importorskip("mujoco")

G = models.G
Array = np.ndarray


def numbers(*values: Any) -> str:
    """Return numbers as MuJoCo reads them."""
    return " ".join(repr(float(value)) for value in np.ravel(values))


def mass(m: float, centre: Any, inertia: Any) -> str:
    """Return the mass of a body; its inertia is given as three moments or as a matrix."""
    matrix = np.diag(inertia) if np.ndim(inertia) == 1 else np.asarray(inertia, float)
    six = [matrix[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    return f'<inertial pos="{numbers(centre)}" mass="{m!r}" fullinertia="{numbers(six)}"/>'


def body(name: str, inside: str, place: Any = (0, 0, 0), turned: Rotation | None = None) -> str:
    """Return a body; ``turned`` is how it is turned against its parent where all its joints are at zero."""
    quaternion = (turned or Rotation.identity()).as_quat(scalar_first=True)
    return f'<body name="{name}" pos="{numbers(place)}" quat="{numbers(quaternion)}">{inside}</body>'


def joint(kind: str, axis: Any = (0, 0, 1), more: str = "") -> str:
    """Return a joint of a body: hinge, slide, ball or free."""
    along = f' axis="{numbers(axis)}"' if kind in ("hinge", "slide") else ""
    return f'<joint type="{kind}"{along} {more}/>' if kind != "free" else "<freejoint/>"


def site(name: str, place: Any) -> str:
    """Return a marked point of a body."""
    return f'<site name="{name}" pos="{numbers(place)}"/>'


def scene(bodies: str, gravity: Any, step: float, more: str = "", contact: str = "disable") -> Any:
    """Return a model with Runge-Kutta of order four and a fixed step."""
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option timestep="{step!r}" integrator="RK4" gravity="{numbers(gravity)}" '
        f'tolerance="1e-14" iterations="200"><flag contact="{contact}"/></option>'
        f"<worldbody>{bodies}</worldbody>{more}</mujoco>"
    )


def run(
    model: Any, until: float, read: Callable[[Any], Any], positions: Any = None, speeds: Any = None, every: int = 10
) -> Array:
    """Return what is read from MuJoCo's own run, every few steps."""
    data = mujoco.MjData(model)
    if positions is not None:
        data.qpos[:] = positions
    if speeds is not None:
        data.qvel[:] = speeds
    mujoco.mj_forward(model, data)
    found = [np.array(read(data))]
    for _ in range(round(until / model.opt.timestep / every)):
        mujoco.mj_step(model, data, every)
        mujoco.mj_kinematics(model, data)
        found.append(np.array(read(data)))
    return np.array(found)


@dataclass
class Rigid:
    """A mechanism of MuJoCo with loops that are closed without give: pairs of sites that are the same point."""

    model: Any
    pairs: Sequence[tuple[str, str]]
    springs: Callable[[Any], Array] | None = None
    data: Any = field(init=False)
    places: list[list[tuple[int, int, int]]] = field(init=False)  # sign, site and body of each point of a pair

    def __post_init__(self) -> None:
        self.data = mujoco.MjData(self.model)
        sites = [[self.model.site(name) for name in pair] for pair in self.pairs]
        self.places = [[(1, a.id, a.bodyid[0]), (-1, b.id, b.bodyid[0])] for a, b in sites]

    def _rows(self) -> tuple[Array, Array]:
        """Return the Jacobian of all gaps, and its rate of change times the speeds."""
        rows, rates = np.zeros((2, 3 * len(self.pairs), self.model.nv))
        one, other = np.zeros((2, 3, self.model.nv))
        for k, ends in enumerate(self.places):
            for sign, number, holder in ends:
                point = self.data.site_xpos[number]
                mujoco.mj_jac(self.model, self.data, one, None, point, holder)
                mujoco.mj_jacDot(self.model, self.data, other, None, point, holder)
                rows[3 * k : 3 * k + 3] += sign * one
                rates[3 * k : 3 * k + 3] += sign * other
        return rows, rates @ self.data.qvel

    def gap(self) -> float:
        """Return how far the loops are open."""
        points = ([self.data.site(name).xpos for name in pair] for pair in self.pairs)
        return max(float(np.linalg.norm(a - b)) for a, b in points)

    def accelerate(self, positions: Array, speeds: Array) -> Array:
        """Return the accelerations that keep the loops closed."""
        data = self.data
        data.qpos[:], data.qvel[:] = positions, speeds
        if self.springs is not None:
            data.qfrc_applied[:] = self.springs(data)
        mujoco.mj_forward(self.model, data)
        smooth = data.qacc_smooth.copy()
        rows, rest = self._rows()
        moved = np.zeros_like(rows)
        mujoco.mj_solveM(self.model, data, moved, rows)
        # loops that say something twice have more rows than they need; the accelerations are the same for all choices
        push = np.linalg.lstsq(rows @ moved.T, -(rows @ smooth + rest), rcond=1e-10)[0]
        return smooth + moved.T @ push

    def close(self, positions: Array, fixed: dict[int, float], steps: int = 20) -> Array:
        """Return positions near the given ones at which the loops are closed, without moving fixed ones."""
        at = np.array(positions, float)
        free = [k for k in range(self.model.nv) if k not in fixed]
        for _ in range(steps):
            self.data.qpos[:], self.data.qvel[:] = at, 0
            mujoco.mj_forward(self.model, self.data)
            gaps = [self.data.site(a).xpos - self.data.site(b).xpos for a, b in self.pairs]
            move = np.zeros(self.model.nv)
            move[free] = np.linalg.lstsq(self._rows()[0][:, free], -np.concatenate(gaps), rcond=1e-10)[0]
            mujoco.mj_integratePos(self.model, at, move, 1.0)
        return at

    def consistent(self, positions: Array, known: dict[int, float]) -> Array:
        """Return the speeds with some given at which the loops stay closed."""
        self.data.qpos[:], self.data.qvel[:] = positions, 0
        mujoco.mj_forward(self.model, self.data)
        pick = np.eye(self.model.nv)[list(known)]
        rows = np.vstack([self._rows()[0], pick])
        return np.linalg.lstsq(rows, np.concatenate([np.zeros(len(rows) - len(known)), list(known.values())]))[0]

    def run(self, until: float, positions: Array, speeds: Array, every: int = 10) -> tuple[Array, Array]:
        """Return positions and speeds by Runge-Kutta of order four, every few steps."""
        h = self.model.opt.timestep
        q, v = np.array(positions, float), np.array(speeds, float)
        found = [(q.copy(), v.copy())]

        def moved(by: Array, factor: float) -> Array:
            at = q.copy()
            mujoco.mj_integratePos(self.model, at, by, factor * h)
            return at

        for k in range(1, round(until / h) + 1):
            a1 = self.accelerate(q, v)
            v2 = v + h / 2 * a1
            a2 = self.accelerate(moved(v, 0.5), v2)
            v3 = v + h / 2 * a2
            a3 = self.accelerate(moved(v2, 0.5), v3)
            v4 = v + h * a3
            a4 = self.accelerate(moved(v3, 1), v4)
            q = moved((v + 2 * v2 + 2 * v3 + v4) / 6, 1)
            v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
            if k % every == 0:
                found.append((q.copy(), v.copy()))
        return np.array([q for q, _ in found]), np.array([v for _, v in found])


# trees


def test_arm_with_six_joints() -> None:
    inside = ""
    for k, (direction, _, m, centre, inertia) in reversed(list(enumerate(models.ARM))):
        axis = {"x": (1, 0, 0), "y": (0, 1, 0)}[direction]
        place = models.ARM[k - 1][1] if k else (0, 0, 0)
        inside = body(f"b{k + 1}", joint("hinge", axis) + mass(m, centre, inertia) + inside, place)
    model = scene(inside, (0, -G, 0), 1e-3)
    expected = run(model, 2, lambda d: [d.qpos, d.qvel], models.ARM_START, models.ARM_SPEED)
    result = simulate(models.robot_arm(), 2, solver="rk4", step="1 ms", interval="10 ms")
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
    result = simulate(models.ball_chain(count, speeds), 2, solver="rk4", step="0.5 ms", interval="10 ms")
    for k in range(1, count + 1):
        assert np.abs(result[f"bar{k}.b.r"] - expected[:, k - 1]).max() < 2e-6


def test_tumbling_body() -> None:
    centre = np.array([0.1, -0.2, 0.3])
    model = scene(body("body", joint("free") + mass(2.0, centre, models.INERTIA)), (0, 0, 0), 1e-4)
    turned = Rotation.from_euler("XYZ", [0.1, 0.2, 0.3])
    w = np.array([1.0, 2.0, 0.5])
    # MuJoCo gives place and speed of the origin of the body, not of its centre of mass
    place = -turned.apply(centre)
    speed = np.array([0.3, -0.2, 0.1]) - turned.apply(np.cross(w, centre))
    start = [*place, *turned.as_quat(scalar_first=True)]
    expected = run(model, 10, lambda d: [*d.xipos[1], *d.qvel[3:]], start, [*speed, *w], every=100)
    result = simulate(models.tumbling_body(), 10, solver="rk4", step="1 ms", interval="10 ms")
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
    result = simulate(models.four_bar_of_compound_joints(), 2, solver="rk4", step="0.5 ms", interval="10 ms")
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
    result = simulate(models.four_bar_of_compound_joints(), 1, solver="rk4", step="1 ms", interval="10 ms")
    assert np.abs(result["j1.phi"] - expected[:, 0]).max() < 1e-3
    assert np.abs(result["j2.s"] + 0.2 - expected[:, 1]).max() < 1e-4


def test_four_bar_on_a_spinning_base() -> None:
    crank, coupler, rocker = models.LINKS.values()

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
    result = simulate(models.spinning_four_bar(), 2, solver="rk4", step="0.5 ms", interval="10 ms")
    for k, name in enumerate(("spin", "j1", "j2", "j4")):
        assert np.abs(result[f"{name}.phi"] - q[:, k]).max() < 1e-6
        assert np.abs(result[f"{name}.w"] - v[:, k]).max() < 1e-5


def test_bennett_linkage() -> None:
    """Overconstrained in space: the last hinge is closed by two points of its axis."""
    a, b, alpha, beta = (models.BENNETT[name] for name in ("a", "b", "alpha", "beta"))
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
    follower = float(models.bennett_follower(angle))
    back = (Rotation.from_rotvec([0, 0, -follower]) * ground).inv()
    last = -back.apply(Rotation.from_rotvec([0, 0, -follower]).apply([b, 0, 0]))
    marks = site("ground", last) + site("above", last + back.apply([0, 0, 1]))
    peer = Rigid(scene(inside + marks, (0, 0, -G), 1e-3), [("end", "ground"), ("beyond", "above")])
    start = np.array([angle, follower, -angle])
    peer.data.qpos[:] = start
    mujoco.mj_forward(peer.model, peer.data)
    assert peer.gap() < 1e-12
    q, v = peer.run(3, start, peer.consistent(start, {0: 3.0}))
    result = simulate(models.bennett(), 3, solver="rk4", step="0.5 ms", interval="10 ms")
    assert np.abs(result["j1.phi"] - q[:, 0]).max() < 1e-6
    assert np.abs(result["j1.w"] - v[:, 0]).max() < 1e-5


def test_platform_on_six_legs() -> None:
    ground, held = models.stewart_points()
    height = models.STEWART["height"]
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
    result = simulate(models.stewart(), 0.5, solver="rk4", step="1 ms", interval="10 ms", native="never")
    assert np.abs(result["platform.position"] - q[:, 18:21]).max() < 1e-6
    assert np.abs(result["platform.w_body"] - v[:, 21:24]).max() < 1e-5
    for k in range(6):
        assert np.abs(result[f"slide{k}.s"] - q[:, slides[k]]).max() < 1e-6
    assert np.ptp(q[:, slides], axis=0).min() > 0.01


# contact


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
