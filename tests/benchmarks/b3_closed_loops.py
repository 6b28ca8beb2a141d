"""B3: mechanisms with closed loops, a four-bar linkage and a ring of 16 links, per simulated second, beside MuJoCo.

Both take fixed steps of 1 ms by Runge-Kutta 4. The gap is how far the loop is open, from the angles of its links; ours
keeps it closed by projection, MuJoCo by stiff constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import acos, atan2, cos, hypot, pi, sin

import numpy as np

from blocks import Diagram
from solver.model import compile_model
from solver.result import Result
from solver.simulate import simulate
from tests.benchmarks import _mujoco
from tests.benchmarks._measure import Answer, answer, in_turns, timed
from tests.benchmarks._mechanics import Array, at, chain_energy, drift, joint_motion
from tests.models import planar_models

PROBE = 0.5
LARGEST_GAP = 1e-12  # m
Motion = tuple[Array, Array, Array]  # times, absolute angles of the links and their speeds


@dataclass(frozen=True)
class Problem:
    """A loop: our diagram with its joints in a row, and the same for MuJoCo."""

    name: str
    until: float
    probe_angle: float
    most_error: float
    diagram: Callable[[], Diagram]
    joints: tuple[str, ...]
    peer: Callable[[float], Callable[[], Motion]]
    lengths: Array
    masses: Array
    end: tuple[float, float]
    last_turn: float = 0.0  # our last link may point the other way

    def gap(self, angles: Array) -> float:
        """Return how far the last link ends from where it should, at worst."""
        across = (np.cos(angles) * self.lengths).sum(axis=1) - self.end[0]
        return float(np.hypot(across, (np.sin(angles) * self.lengths).sum(axis=1) - self.end[1]).max())

    def energy_drift(self, angles: Array, speeds: Array) -> float:
        """Return the drift of the energy in joules."""
        return drift(chain_energy(angles, speeds, self.lengths, self.masses))


def run(tiny: bool = False) -> list[Answer]:
    """Compare both loops with MuJoCo."""
    until = 0.6 if tiny else None
    return [compare(problem, until, 1 if tiny else 5) for problem in (FOURBAR, RING)]


def compare(problem: Problem, until: float | None = None, repeats: int = 5) -> Answer:
    """Return the answer for one loop."""
    span = until or problem.until
    compile_s, model = timed(lambda: compile_model(problem.diagram()))

    def ours() -> Result:
        return simulate(model, span, solver="rk4", step=1e-3, interval=1e-2, native="always")

    first_s, _ = timed(ours)
    (seconds, result), theirs = in_turns(ours, problem.peer(span) if _mujoco.IS_INSTALLED else None, repeats)
    times, angles, speeds = motion_of(result, problem.joints)
    angles[:, -1] += problem.last_turn
    peer, more, most_drift = None, {}, 1e-3
    if theirs is not None:
        peer, most_drift = theirs[0] / span, problem.energy_drift(*theirs[1][1:])
        more = {
            "peer_deviation": abs(at(theirs[1][0], theirs[1][1][:, 0], PROBE) - problem.probe_angle),
            "peer_gap": problem.gap(theirs[1][1]), "peer_drift": most_drift,
        }  # fmt: skip
    errors = {
        "deviation": (abs(at(times, angles[:, 0], PROBE) - problem.probe_angle), problem.most_error),
        "gap": (problem.gap(angles), LARGEST_GAP),
        "drift": (problem.energy_drift(angles, speeds), most_drift),
    }
    return answer(
        f"B3 {problem.name}, per second", seconds / span, peer, _mujoco.NAME, errors,
        "a quarter of the peer", peer is not None and seconds / span <= peer / 4,
        compile_s=compile_s, first_run_s=first_s, **more,
    )  # fmt: skip


def motion_of(result: Result, joints: tuple[str, ...]) -> Motion:
    """Return times, absolute angles and speeds of links from the joints between them."""
    times, angles, speeds = joint_motion(result, joints)
    return times, angles.cumsum(axis=1), speeds.cumsum(axis=1)


def fourbar_peer(until: float) -> Callable[[], Motion]:
    """Return a run of the linkage by MuJoCo; the end of the last link is held on the ground."""
    crank, coupler, rocker, ground = 0.3, 0.9, 0.7, 1.0
    diagonal = hypot(crank, ground)
    at_coupler = atan2(-crank, ground) + acos((diagonal**2 + coupler**2 - rocker**2) / (2 * diagonal * coupler))
    at_rocker = atan2(-crank - coupler * sin(at_coupler), ground - coupler * cos(at_coupler))
    last = _mujoco.rod("rocker", rocker, rocker, "", at_rocker - at_coupler, coupler)
    middle = _mujoco.rod("coupler", coupler, coupler, last, at_coupler - pi / 2, crank)
    bodies = _mujoco.rod("crank", crank, crank, middle, pi / 2)
    text = _mujoco.scene(bodies, _mujoco.connect("rocker", "world", (rocker, 0.0)))
    offsets = np.array([pi / 2, at_coupler - pi / 2, at_rocker - at_coupler])
    return from_joints(_mujoco.runner(text, until), offsets)


def ring_peer(until: float, n: int = 16) -> Callable[[], Motion]:
    """Return a run of the ring by MuJoCo; the end of the last link is held on the pin."""
    length, mass, turn = planar_models.LINK_LENGTH, planar_models.LINK_MASS, -2 * pi / n
    bodies = ""
    for k in range(n, 0, -1):
        bodies = _mujoco.rod(f"link{k}", length, mass, bodies, turn if k > 1 else turn / 2, length if k > 1 else 0.0)
    text = _mujoco.scene(bodies, _mujoco.connect(f"link{n}", "world", (length, 0.0)))
    offsets = np.full(n, turn)
    offsets[0] = turn / 2
    return from_joints(_mujoco.runner(text, until, [1.0]), offsets)


def from_joints(work: Callable[[], Motion], offsets: Array) -> Callable[[], Motion]:
    """Return a run with absolute angles from one with joint angles that are zero at the start."""

    def absolute() -> Motion:
        times, joints, rates = work()
        return times, (joints + offsets).cumsum(axis=1), rates.cumsum(axis=1)

    return absolute


FOURBAR = Problem(
    "four-bar linkage", 10.0, 2.69922490, 1e-7, planar_models.fourbar, ("crank_joint", "elbow", "tip"), fourbar_peer,
    np.array([0.3, 0.9, 0.7]), np.array([0.3, 0.9, 0.7]), (1.0, 0.0), pi,
)  # fmt: skip
RING = Problem(
    "ring of 16 links", 5.0, -1.67418815, 2e-7, planar_models.ring, ("pin", *(f"joint{k}" for k in range(1, 16))),
    ring_peer, np.full(16, planar_models.LINK_LENGTH), np.full(16, planar_models.LINK_MASS), (0.0, 0.0),
)  # fmt: skip
