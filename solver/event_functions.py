"""The functions behind events: guards, how fast they move, conditions, updates and jumps. Made once for all runs."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

import casadi as ca
import numpy as np

from solver.buffered import Array
from solver.compound_guards import Compound, Tree, take_apart
from solver.model import Model
from solver.program import LinearCut
from solver.projection import arguments_of


class EventFunctions:
    """The functions of a model's switches, held values and when clauses."""

    def __init__(self, model: Model) -> None:
        self.model, self.hybrid = model, model.hybrid

    @cached_property
    def _guard_expression(self) -> ca.SX:
        # a held state is let go when its free motion points away
        free = [self.model.free_derivatives[state] for state in self.model.jump_states]
        return ca.vertcat(*self.hybrid.guards, *self.hybrid.way_guards, *free)

    @cached_property
    def guards(self) -> ca.Function:
        """Return the function of all guards: relations first, then ways out of machines."""
        return self.model.assembly.program.function("guards", [ca.densify(self._guard_expression)])

    @cached_property
    def rates(self) -> ca.Function:
        """Return the function of the time derivatives of all guards."""
        return self._rates_of(self._guard_expression, self.guards)

    def _rates_of(self, expression: ca.SX, function: ca.Function) -> ca.Function:
        program = self.model.assembly.program
        if program.is_explicit:
            moving = ca.jtimes(expression, program.states, self.model.derivatives)
            moving += ca.jacobian(expression, program.time)
            return program.function("rates", [ca.densify(moving)])
        inputs = arguments_of(program)
        guards = function(*inputs)
        rate = self.model.derivatives_function(*inputs)[0]
        total = ca.jtimes(guards, inputs[1], rate) + ca.jacobian(guards, inputs[0])
        return ca.Function("rates", inputs, [ca.densify(total)])

    @cached_property
    def compounds(self) -> tuple[dict[int, Compound], ca.Function, ca.Function] | None:
        """Return the guards made of several, with the functions of their parts and of how fast these move."""
        leaves: list[ca.SX] = []
        trees: list[Tree] = [take_apart(guard, leaves) for guard in ca.vertsplit(self._guard_expression)]
        compounds = {k: tree for k, tree in enumerate(trees) if isinstance(tree, Compound)}
        if not compounds:
            return None
        parts = ca.densify(ca.vertcat(*leaves))
        function = self.model.assembly.program.function("parts", [parts])
        return compounds, function, self._rates_of(parts, function)

    @cached_property
    def clocked(self) -> Array:
        """Return which guards depend on time alone, and linearly: their crossings are known beforehand."""
        program = self.model.assembly.program
        found = []
        sampled = [
            symbol for symbol, item in zip(self.model.assembly.held, self.hybrid.held, strict=True)
            if item.kind in ("sample", "called", "previous")
        ]  # fmt: skip
        others = ca.vertcat(program.states, program.modes, *sampled, *[cut.unknowns for cut in program.cuts])
        has_guards = self._guard_expression.numel() > 0
        for guard in ca.vertsplit(self._guard_expression) if has_guards else []:
            alone = not ca.depends_on(guard, others) if others.numel() else True
            slope = ca.jacobian(guard, program.time)
            found.append(alone and not slope.is_zero() and not ca.depends_on(slope, program.time))
        return np.array(found, dtype=bool)

    @cached_property
    def watch_time(self) -> bool:
        """Tell whether some guard depends on time other than by the clock: by a force that follows a signal, say."""
        if not self._guard_expression.numel():
            return False
        program = self.model.assembly.program
        watched = [guard for guard, known in zip(ca.vertsplit(self._guard_expression), self.clocked, strict=True)
                   if not known]  # fmt: skip
        for cut in program.cuts:
            watched += [ca.vec(cut.matrix), cut.right] if isinstance(cut, LinearCut) else [cut.residual]
        return bool(watched) and bool(ca.depends_on(ca.vertcat(*watched), program.time))

    @cached_property
    def discrete(self) -> ca.Function:
        """Return the function of when conditions (plain, and at the start), updates of held values, and jumps."""
        hybrid = self.hybrid
        conditions = ca.vertcat(*hybrid.conditions)
        plain = ca.substitute(conditions, hybrid.initial, ca.SX(0))
        at_start = ca.substitute(conditions, hybrid.initial, ca.SX(1))
        jumps = ca.vertcat(*[value for values in hybrid.jump_values for value in values])
        outputs = [plain, at_start, ca.vertcat(*hybrid.updates), jumps]
        outputs = [ca.densify(ca.substitute(item, hybrid.initial, ca.SX(0))) for item in outputs]
        return self.model.assembly.program.function("discrete", outputs)

    @cached_property
    def says_initial(self) -> Array:
        """Return which when conditions ask whether it is the start."""
        return np.array([ca.depends_on(item, self.hybrid.initial) for item in self.hybrid.conditions], dtype=bool)

    @cached_property
    def updates(self) -> ca.Function:
        """Return the function of what all held values become."""
        updates = ca.densify(ca.substitute(ca.vertcat(*self.hybrid.updates), self.hybrid.initial, ca.SX(0)))
        return self.model.assembly.program.function("updates", [updates])

    @cached_property
    def reads(self) -> ca.Sparsity:
        """Return which held values (columns) decide what others (rows) become."""
        return self.updates.jac_sparsity(0, 4)

    def sample_function(self, periods: Set[float], name: str) -> ca.Function | None:
        """Return (t, x, p, m, h, w) -> held values after the sampled blocks of some periods have computed.

        Blocks that read each other's new outputs are computed as often as their chain is long; None if it is a circle.
        """
        due, memory = self._held_of("sample", periods), self._held_of("previous", periods)
        passes = chain_length(self.reads, due)
        return None if passes is None else self._updated(name, [due] * passes + [memory] * bool(memory))

    def settling_function(self, periods: Set[float], name: str) -> ca.Function | None:
        """Return the same function without what blocks remember for the next sample."""
        due = self._held_of("sample", periods)
        passes = chain_length(self.reads, due)
        return None if passes is None else self._updated(name, [due] * passes)

    def memory_function(self, periods: Set[float], name: str) -> ca.Function | None:
        """Return the function that only remembers; None if there is nothing to remember."""
        memory = self._held_of("previous", periods)
        return self._updated(name, [memory]) if memory else None

    def _held_of(self, kind: str, periods: Set[float]) -> list[int]:
        return [k for k, item in enumerate(self.hybrid.held) if item.kind == kind and item.period in periods]

    def _updated(self, name: str, passes: list[list[int]]) -> ca.Function:
        """Return (t, x, p, m, h, w) -> held values after some of them were updated, pass by pass."""
        inputs = arguments_of(self.model.assembly.program)
        t, x, p, m, held, w = inputs
        for chosen in passes:
            found = self.updates(t, x, p, m, held, w)
            held = ca.vertcat(*[found[k] if k in set(chosen) else held[k] for k in range(held.numel())])
        return ca.Function(name, inputs, [ca.densify(held)])


def chain_length(pattern: ca.Sparsity, chosen: list[int]) -> int | None:
    """Return how many passes settle held values that read each other: the longest chain; None for a circle."""
    place = {k: i for i, k in enumerate(chosen)}
    reads = np.zeros((len(chosen), len(chosen)), dtype=bool)
    for i, j in zip(*pattern.get_triplet(), strict=True):
        if i in place and j in place:
            reads[place[i], place[j]] = True
    depth = np.ones(len(chosen), dtype=int)
    for _ in range(len(chosen) + 1):
        deeper = np.maximum(depth, 1 + np.where(reads, depth[None, :], 0).max(axis=1, initial=0))
        if (deeper == depth).all():
            return int(depth.max(initial=1))
        depth = deeper
    return None
