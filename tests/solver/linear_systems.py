"""Un-eliminated linear systems A z + b = 0 of mechanisms and networks, written out by hand, with consistent samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from casadi import SX

from solver.eliminate import LinearBlock

QUARTER = np.pi / 2


@dataclass
class System:
    """Collects symbols, unknowns and rows."""

    symbols: list[SX] = field(default_factory=list)
    nominal: list[float] = field(default_factory=list)
    # places of the coordinates and of the symbols that take any value (rates, sources) among the inputs
    coordinates: list[int] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    entries: dict[tuple[int, int], SX | float] = field(default_factory=dict)
    right: list[SX | float] = field(default_factory=list)
    differentiated: list[bool] = field(default_factory=list)
    derivative: list[bool] = field(default_factory=list)

    def parameter(self, value: float) -> SX:
        self.symbols.append(SX.sym(f"s{len(self.symbols)}"))
        self.nominal.append(value)
        return self.symbols[-1]

    def coordinate(self) -> SX:
        self.coordinates.append(len(self.symbols))
        return self.parameter(0.0)

    def rate(self) -> SX:
        self.free.append(len(self.symbols))
        return self.parameter(0.0)

    def unknown(self, derivative: bool = False) -> int:
        self.derivative.append(derivative)
        return len(self.derivative) - 1

    def row(
        self, terms: Sequence[tuple[int, SX | float]], rest: SX | float = 0.0, differentiated: bool = False
    ) -> None:
        place = len(self.right)
        for column, entry in terms:
            self.entries[place, column] = self.entries.get((place, column), 0.0) + entry
        self.right.append(rest)
        self.differentiated.append(differentiated)

    def points(self, states: Sequence[np.ndarray]) -> np.ndarray:
        """Return one column of inputs for each vector of coordinates, with random rates."""
        generator = np.random.default_rng(3)
        points = np.tile(np.array(self.nominal)[:, None], len(states))
        points[self.coordinates] = np.array(states).reshape(len(states), -1).T
        points[self.free] = generator.normal(size=(len(self.free), len(states)))
        return points

    def block(self, states: Sequence[np.ndarray]) -> LinearBlock:
        generator = np.random.default_rng(4)
        shape = (len(self.symbols), 4)
        anything = generator.uniform(0.3, 1.3, shape) * generator.choice([-1.0, 1.0], shape)
        return LinearBlock(
            rows=len(self.right),
            entries=self.entries,
            right=self.right,
            inputs=ca.vertcat(*self.symbols),
            row_is_differentiated=self.differentiated,
            column_is_derivative=self.derivative,
            samples=self.points(states),
            identity_samples=anything,
        )


@dataclass
class Link:
    mass: SX
    inertia: SX
    half: SX
    phi: SX
    rate: SX
    # places of the unknown accelerations
    x: int
    y: int
    turn: int
    # forces at the ends: place of x and y force, side of the link, sign
    ends: list[tuple[int, int, float, float]] = field(default_factory=list)

    def end_motion(self, side: float) -> list[tuple[list[tuple[int, SX | float]], SX]]:
        """Return the acceleration of an end as (terms, rest), in x and y."""
        arm_x, arm_y = side * self.half * ca.cos(self.phi), side * self.half * ca.sin(self.phi)
        return [
            ([(self.x, 1.0), (self.turn, -arm_y)], -arm_x * self.rate**2),
            ([(self.y, 1.0), (self.turn, arm_x)], -arm_y * self.rate**2),
        ]


def chain(lengths: Sequence[float], ends: str) -> System:
    """Return links in a row in maximal coordinates: Newton and Euler, and joints differentiated twice.

    ``ends`` is "hanging" (the first link on the ground), "pinned" (the first and the last) or "ring" (on each other).
    """
    system = System()
    gravity = system.parameter(9.81)
    links = [_link(system, length, number) for number, length in enumerate(lengths)]
    inner = list(zip(links, links[1:], strict=False))
    closing = {
        "hanging": [(None, links[0])],
        "pinned": [(None, links[0]), (links[-1], None)],
        "ring": [(links[-1], links[0])],
    }
    for before, after in [*inner, *closing[ends]]:
        _joint(system, before, after)
    for link in links:
        _newton_euler(system, link, gravity)
    return system


def _link(system: System, length: float, number: int) -> Link:
    mass, inertia = system.parameter(1.0 + 0.1 * (number % 3)), system.parameter(0.1 + 0.01 * (number % 4))
    half = system.parameter(length) / 2
    phi, rate = system.coordinate(), system.rate()
    return Link(mass, inertia, half, phi, rate, *(system.unknown(derivative=True) for _ in range(3)))


def _joint(system: System, before: Link | None, after: Link | None) -> None:
    """Join the end of one link to the start of another; no link is the ground."""
    force = system.unknown(), system.unknown()
    frame = system.unknown(derivative=True), system.unknown(derivative=True)
    for link, side, sign in ((before, 1.0, -1.0), (after, -1.0, 1.0)):
        motion = link.end_motion(side) if link else [([], 0.0), ([], 0.0)]
        for place, (terms, rest) in zip(frame, motion, strict=True):
            system.row([(place, -1.0), *terms], rest, differentiated=True)
        if link:
            link.ends.append((*force, side, sign))


def _newton_euler(system: System, link: Link, gravity: SX) -> None:
    moments: list[tuple[int, SX | float]] = [(link.turn, link.inertia)]
    for force_x, force_y, side, sign in link.ends:
        arm = side * sign * link.half
        moments += [(force_y, -arm * ca.cos(link.phi)), (force_x, arm * ca.sin(link.phi))]
    system.row([(link.x, link.mass), *((x, -sign) for x, _, _, sign in link.ends)])
    system.row([(link.y, link.mass), *((y, -sign) for _, y, _, sign in link.ends)], link.mass * gravity)
    system.row(moments)


def sliders(count: int) -> System:
    """Return masses on massless rods that turn about the ground: the force of the guide is normal to the rod."""
    system = System()
    for _ in range(count):
        mass, torque = system.parameter(1.5), system.parameter(0.3)
        phi, rate, speed = system.coordinate(), system.rate(), system.rate()
        distance = 2.0 + ca.tanh(system.rate())
        x, y, turn, slide = (system.unknown(derivative=True) for _ in range(4))
        force_x, force_y, guide = (system.unknown() for _ in range(3))
        cos, sin = ca.cos(phi), ca.sin(phi)
        system.row([(x, mass), (force_x, -1.0)])
        system.row([(y, mass), (force_y, -1.0)], mass * 9.81)
        system.row([(force_x, 1.0), (guide, sin)])
        system.row([(force_y, 1.0), (guide, -cos)])
        system.row([(guide, distance)], -torque)
        bend, twist = -distance * rate**2, 2 * speed * rate
        system.row([(x, -1.0), (slide, cos), (turn, -distance * sin)], bend * cos - twist * sin, differentiated=True)
        system.row([(y, -1.0), (slide, sin), (turn, distance * cos)], bend * sin + twist * cos, differentiated=True)
    return system


def ladder(cells: int, resistances: int = 1) -> System:
    """Return a ladder of resistors behind a voltage source."""
    system = System()
    source = system.rate()
    parameters = [(system.parameter(100.0 + k), system.parameter(150.0 - k)) for k in range(resistances)]
    voltage, drop, series, shunt = ([system.unknown() for _ in range(cells)] for _ in range(4))
    for k in range(cells):
        along, across = parameters[k % resistances]
        before = [(voltage[k - 1], -1.0)] if k else []
        after = [(series[k + 1], -1.0)] if k + 1 < cells else []
        system.row([(drop[k], 1.0), (series[k], -along)])
        system.row([(drop[k], 1.0), (voltage[k], 1.0), *before], 0.0 if k else -source)
        system.row([(voltage[k], 1.0), (shunt[k], -across)])
        system.row([(series[k], 1.0), (shunt[k], -1.0), *after])
    return system


def grid(size: int, spread: float = 1.0) -> System:
    """Return a square grid of resistors, each a parameter, with one corner grounded and current into the other."""
    system = System()
    source = system.rate()
    nodes = [(i, j) for i in range(size) for j in range(size)]
    voltage = {node: system.unknown() for node in nodes[1:]}
    currents: dict[tuple[int, int], list[tuple[int, SX | float]]] = {node: [] for node in nodes}
    for i, j in nodes:
        for other in ((i + 1, j), (i, j + 1)):
            if other in currents:
                drop, current = system.unknown(), system.unknown()
                system.row([(drop, 1.0), (current, -system.parameter(100.0 * spread ** ((i + j) % 3)))])
                ends = [(voltage[node], sign) for node, sign in (((i, j), -1.0), (other, 1.0)) if node in voltage]
                system.row([(drop, 1.0), *ends])
                currents[i, j].append((current, 1.0))
                currents[other].append((current, -1.0))
    for node in voltage:
        system.row(currents[node], -source if node == nodes[-1] else 0.0)
    return system


def angles(size: int, count: int, seed: int = 0) -> list[np.ndarray]:
    """Return coordinates: random ones in turn with multiples of 45 and of 90 degrees."""
    generator = np.random.default_rng(seed)
    states = []
    for k in range(count):
        if k % 2 == 0:
            states.append(generator.normal(scale=0.6, size=size))
        else:
            step = QUARTER / 2 if k % 4 == 1 else QUARTER
            states.append(step * generator.integers(1, 8, size))
    return states


def closed_angles(lengths: Sequence[float], gap: float, count: int, seed: int = 0) -> list[np.ndarray]:
    """Return angles of links in a row that end at a distance from their start, every other time on quarter turns."""
    generator = np.random.default_rng(seed)
    states: list[np.ndarray] = []
    while len(states) < count:
        if len(lengths) % 4 == 0 and len(states) % 2:
            # the links as a square or a diamond
            turned = QUARTER / 2 * generator.integers(8)
            states.append(turned + np.roll(np.repeat(QUARTER * np.arange(4), len(lengths) // 4), generator.integers(8)))
            continue
        start = 2 * np.pi / len(lengths) * np.arange(len(lengths)) + generator.normal(scale=0.3, size=len(lengths))
        held = len(states) % 2 == 1
        if held:
            start[0] = QUARTER / 2 * generator.integers(8)
        closed = _close(start, np.array(lengths), gap, held)
        if closed is not None:
            states.append(closed)
    return states


def _close(phi: np.ndarray, lengths: np.ndarray, gap: float, hold_first: bool) -> np.ndarray | None:
    for _ in range(30):
        missing = np.array([lengths @ np.cos(phi) - gap, lengths @ np.sin(phi)])
        if np.abs(missing).max() < 1e-13:
            return phi
        slope = np.array([-lengths * np.sin(phi), lengths * np.cos(phi)])
        slope[:, 0] *= not hold_first
        phi = phi - np.linalg.lstsq(slope, missing, rcond=None)[0]
    return None
