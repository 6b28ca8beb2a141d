"""How the orientations of all frames follow from each other: a tree over the parts of a mechanism.

Input: a flat ``System``. Output: an ``OrientationTree``. Connected frames share one orientation, a node; a block that
relates two of them is an edge. Rigid parts come into the tree first, then joints with little freedom, so that loops are
cut where least has to be closed. A mass that nothing ties to the world gets a block that lets it move freely. A cut
joint that lets its frames turn in every way has nothing to close.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blocks.block import Block
from blocks.errors import ModelError
from blocks.port import Port

if TYPE_CHECKING:
    from solver.flatten import Instance, System

GROUND = -1


@dataclass(frozen=True, eq=False)
class Edge:
    """A block that relates two orientations; ``a`` is GROUND where it relates one to the world."""

    instance: Instance
    turn: int
    a: int
    b: int

    @property
    def freedom(self) -> int:
        """Return in how many ways the block lets the two turn against each other."""
        return self.instance.template.turns[self.turn].freedom


@dataclass(frozen=True, eq=False)
class Step:
    """A node whose orientation follows from its parent's; forward if the block's own equation says how."""

    node: int
    parent: int | None
    instance: Instance
    turn: int
    is_forward: bool


@dataclass(eq=False)
class OrientationTree:
    """The nodes of every instance, how each follows from the world, and where loops are cut."""

    nodes: dict[str, list[int]] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)
    # "closed" where three equations close the loop, "open" where nothing has to be closed
    cuts: dict[tuple[str, int], str] = field(default_factory=dict)
    # masses that nothing holds, with the blocks that let them move: numbers of instances
    free: dict[int, int] = field(default_factory=dict)
    _closed: dict[int, set[int]] = field(default_factory=dict)

    def closed_equations(self, number: int) -> set[int]:
        """Return the equations of an instance that close loops: they do not relate angular velocities."""
        return self._closed.get(number, set())

    def way_to(self, node: int, known: Container[int]) -> list[Step]:
        """Return the steps to a node from the last one known, first step first."""
        way: list[Step] = []
        at: int | None = node
        while at is not None and at not in known:
            way.append(self.steps[at])
            at = self.steps[at].parent
        return way[::-1]

    @property
    def facts(self) -> list[object]:
        """Return all that decides how orientations follow from each other."""
        steps = [(s.node, s.parent, s.instance.name, s.turn, s.is_forward) for s in self.steps.values()]
        return [self.nodes, steps, self.cuts]


class _Sets:
    """Union-find over orientations, numbered as they come."""

    def __init__(self) -> None:
        self.parent: list[int] = []

    def add(self) -> int:
        self.parent.append(len(self.parent))
        return len(self.parent) - 1

    def find(self, item: int) -> int:
        while self.parent[item] != item:
            self.parent[item] = self.parent[self.parent[item]]
            item = self.parent[item]
        return item

    def join(self, a: int, b: int) -> bool:
        a, b = self.find(a), self.find(b)
        self.parent[a] = b
        return a != b


def orient(system: System, add: Callable[[Block, str], int]) -> OrientationTree:
    """Return the tree of a system; ``add`` puts blocks into it that let masses move freely where nothing holds them."""
    tree = OrientationTree()
    if not any(instance.template.lowering.orientations for instance in system.instances):
        return tree
    nodes = _nodes(system)
    kept, cut = _spanning(_edges(system, nodes), 1 + max(nodes.values()))
    loose = _loose(kept, set(nodes.values()))
    if loose:
        tree.free = _set_free(system, nodes, loose, add)
        if system.problems:
            return tree
        nodes = _nodes(system)
        kept, cut = _spanning(_edges(system, nodes), 1 + max(nodes.values()))
    for number, instance in enumerate(system.instances):
        if count := len(instance.template.lowering.orientations):
            tree.nodes[instance.name] = [nodes[number, i] for i in range(count)]
    tree.steps = _walk(kept)
    numbers = {instance.name: i for i, instance in enumerate(system.instances)}
    for edge in cut:
        is_open = edge.freedom == 3
        tree.cuts[edge.instance.name, edge.turn] = "open" if is_open else "closed"
        if not is_open:
            equation = edge.instance.template.turns[edge.turn].equation
            tree._closed.setdefault(numbers[edge.instance.name], set()).add(equation)
    return tree


def _nodes(system: System) -> dict[tuple[int, int], int]:
    """Return the node of every orientation: (instance, orientation) -> number; connected ones share it."""
    sets = _Sets()
    number: dict[tuple[int, int], int] = {}
    for i, instance in enumerate(system.instances):
        for k in range(len(instance.template.lowering.orientations)):
            number[i, k] = sets.add()
    for (i, first), (j, second) in system.connections:
        mine, other = system.instances[i].template.frames, system.instances[j].template.frames
        if first in mine and second in other:
            sets.join(number[i, mine[first]], number[j, other[second]])
    return {key: sets.find(item) for key, item in number.items()}


def _edges(system: System, nodes: dict[tuple[int, int], int]) -> list[Edge]:
    found = []
    for i, instance in enumerate(system.instances):
        for k, turn in enumerate(instance.template.turns):
            base = GROUND if turn.base is None else nodes[i, turn.base]
            found.append(Edge(instance, k, base, nodes[i, turn.orientation]))
    return found


def _spanning(edges: list[Edge], count: int) -> tuple[list[Edge], list[Edge]]:
    """Return the edges of a tree with the least freedom, and those that close loops."""
    sets = _Sets()
    for _ in range(count + 1):
        sets.add()
    kept: list[Edge] = []
    cut: list[Edge] = []
    for edge in sorted(edges, key=lambda edge: edge.freedom):
        (kept if sets.join(edge.a % (count + 1), edge.b) else cut).append(edge)
    return kept, cut


def _neighbours(edges: list[Edge]) -> dict[int, list[tuple[int, Edge, bool]]]:
    found: dict[int, list[tuple[int, Edge, bool]]] = {GROUND: []}
    for edge in edges:
        found.setdefault(edge.a, []).append((edge.b, edge, True))
        found.setdefault(edge.b, []).append((edge.a, edge, False))
    return found


def _walk(edges: list[Edge]) -> dict[int, Step]:
    """Return the step to each node that can be reached from the world."""
    around, steps = _neighbours(edges), dict[int, Step]()
    waiting = [GROUND]
    while waiting:
        parent = waiting.pop()
        for node, edge, is_forward in around[parent]:
            if node != GROUND and node not in steps:
                before = None if parent == GROUND else parent
                steps[node] = Step(node, before, edge.instance, edge.turn, is_forward)
                waiting.append(node)
    return steps


def _loose(edges: list[Edge], nodes: set[int]) -> set[int]:
    """Return the nodes that nothing ties to the world."""
    return nodes - _walk(edges).keys()


def _set_free(
    system: System, nodes: dict[tuple[int, int], int], loose: set[int], add: Callable[[Block, str], int]
) -> dict[int, int]:
    """Let one mass of every loose group move freely; return them. A group that has none is a problem."""
    free = {}
    groups = _Sets()
    for _ in range(1 + max(nodes.values())):
        groups.add()
    for edge in _edges(system, nodes):
        if edge.a != GROUND:
            groups.join(edge.a, edge.b)
    waiting = {groups.find(node) for node in loose}
    masses = [(i, type(item.block)) for i, item in enumerate(system.instances) if type(item.block).free_motion]
    # those that move in more ways come first: a point on a body moves as the body does
    for number, kind in sorted(masses, key=lambda mass: -len(mass[1].free_motion.declarations)):  # type: ignore[union-attr]
        instance, port = system.instances[number], kind.free_port
        group = groups.find(nodes[number, instance.template.frames[port]])
        if group in waiting:
            waiting.discard(group)
            motion = free[number] = add(kind.free_motion(), f"{instance.name}.motion")  # type: ignore[misc]
            end = next(iter(system.instances[motion].template.frames))
            system.connections.append(((motion, end), (number, port)))
    for group in sorted(waiting):
        i, k = next(key for key, node in nodes.items() if groups.find(node) == group)
        system.problems.append(_nothing_holds(system.instances[i], k))
    return free


def _nothing_holds(instance: Instance, orientation: int) -> ModelError:
    port = list(instance.template.frames)[orientation]
    declaration = instance.template.trace.ports[port].declaration
    hint = declaration.hint if isinstance(declaration, Port) else ""
    where = f"{instance.name}.{port}"
    return ModelError(f'Nothing holds "{where}", and it has no mass of its own.', where, fix=hint)
