"""Stacks of masses with dry friction between all of them: nothing slips that could stick.

The reference tries every combination of sticking and sliding contacts where something comes to rest. All forces are
constant, so between two events it needs no integrator.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest

from libraries import translational as t
from tests.libraries.simulated import run

Array = np.ndarray[Any, Any]
UNTIL = 2.0
AT_REST = 1e-9


@dataclass
class Stack:
    """Masses from the floor up; contact ``i`` is below mass ``i``."""

    masses: Array
    pulls: Array
    frictions: Array
    peaks: Array
    speeds: Array

    def motion(self, modes: Sequence[int]) -> tuple[Array, Array]:
        """Return accelerations and contact forces; a contact sticks in mode 0 and slides in 1 and -1."""
        count = len(self.masses)
        matrix, right = np.zeros((2 * count, 2 * count)), np.zeros(2 * count)
        below = np.eye(count) - np.eye(count, k=-1)
        matrix[:count, :count], matrix[:count, count:] = np.diag(self.masses), below.T
        right[:count] = self.pulls
        for i, mode in enumerate(modes, start=count):
            if mode == 0:
                matrix[i, :count] = below[i - count]
            else:
                matrix[i, i], right[i] = 1.0, mode * self.frictions[i - count]
        solution = np.linalg.solve(matrix, right)
        return solution[:count], solution[count:]

    def consistent(self, slips: Array) -> Iterator[tuple[tuple[int, ...], Array]]:
        """Yield the modes that are possible while the contacts slip this fast, with the accelerations."""
        for modes in product(*[(0, 1, -1) if abs(slip) < AT_REST else (int(np.sign(slip)),) for slip in slips]):
            acceleration, force = self.motion(modes)
            gain = np.diff(acceleration, prepend=0)
            at_rest, sticks = np.abs(slips) < AT_REST, np.array(modes) == 0
            is_held = np.abs(force) <= self.peaks * self.frictions
            if np.all(np.where(sticks, is_held, ~at_rest | (gain * modes > 0))):
                yield modes, acceleration

    def ends(self, speeds: Array, time: float = 0.0) -> Iterator[Array]:
        """Yield the speeds at the end, for every order of events in which no contact slips that could stick."""
        slips = np.diff(speeds, prepend=0)
        found = [(stuck(modes), modes, gains) for modes, gains in self.consistent(slips)]
        for sticking, modes, acceleration in found:
            if any(other > sticking for other, _, _ in found):
                continue
            gain = np.diff(acceleration, prepend=0)
            stops = [
                -slip / by if slip * by < 0 and mode else np.inf
                for slip, by, mode in zip(slips, gain, modes, strict=True)
            ]
            step = min(stops)
            if time + step >= UNTIL:
                yield speeds + acceleration * (UNTIL - time)
                continue
            after = slips + gain * step
            after[[mode == 0 or stop < step + 1e-12 for mode, stop in zip(modes, stops, strict=True)]] = 0.0
            yield from self.ends(np.cumsum(after), time + step)


def stuck(modes: Sequence[int]) -> frozenset[int]:
    """Return which contacts stick."""
    return frozenset(i for i, mode in enumerate(modes) if mode == 0)


def simulated(stack: Stack) -> Array:
    """Return the speeds at the end as simulated."""
    blocks: dict[str, Any] = {}
    wires: list[str] = []
    for i, (mass, pull, friction) in enumerate(zip(stack.masses, stack.pulls, stack.frictions, strict=True)):
        contact = t.SupportFrictionWithSupport if i else t.SupportFriction
        blocks[f"mass{i}"] = t.Mass(m=mass, start={"s": 0, "v": stack.speeds[i]})
        blocks[f"pull{i}"] = t.ConstantForce(force=pull)
        blocks[f"contact{i}"] = contact(speeds=[0, 1], forces=[friction, friction], peak=stack.peaks[i])
        wires += [f"pull{i}.flange mass{i}.a", f"mass{i}.b contact{i}.flange"]
        wires += [f"contact{i}.support mass{i - 1}.b"] if i else []
    result = run(blocks, wires, until=UNTIL)
    return np.array([result[f"mass{i}.v"][-1] for i in range(len(stack.masses))])


def test_contact_that_could_stick_is_not_shaken_loose() -> None:
    """The floor lets go at once when both masses come to rest; the force between them never reaches its limit."""
    stack = Stack(*map(np.array, ([1.75, 2.0], [0.0, 13.0], [4.6, 8.0], [1.0, 1.2], [-1.0, -1.0])))
    together = (13 - 4.6) / 3.75
    braked = 1 / ((13 + 4.6) / 3.75)
    assert simulated(stack) == pytest.approx(2 * [together * (UNTIL - braked)], abs=1e-7)


@pytest.mark.parametrize("seed", range(40))
def test_random_stack_slips_only_where_it_must(seed: int) -> None:
    random = np.random.default_rng(seed)
    count = int(random.integers(2, 5))
    stack = Stack(
        random.uniform(0.5, 3, count), random.uniform(-13, 13, count) * random.integers(0, 2, count),
        random.uniform(2, 9, count), random.uniform(1.1, 1.4, count),
        np.ones(count) * random.integers(-1, 2) if random.random() < 0.5 else random.uniform(-1, 1, count),
    )  # fmt: skip
    expected = list(stack.ends(stack.speeds))
    assert expected
    found = simulated(stack)
    assert min(np.abs(found - end).max() for end in expected) < 1e-6, (found, expected)
