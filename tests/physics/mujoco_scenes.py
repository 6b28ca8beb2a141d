"""Mechanisms of MuJoCo, and loops in them that are closed without give.

MuJoCo closes loops by constraints that give way a little. So that numbers can be compared to more than a few digits,
loops are also closed rigidly here: MuJoCo gives its inertias, its forces and its Jacobians, and the accelerations that
keep the loop closed follow from them by linear algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

mujoco = pytest.importorskip("mujoco")

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
