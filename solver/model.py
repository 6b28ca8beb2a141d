"""The compiled model: what all passes together make of a diagram.

``compile_model`` runs the passes in order and keeps what a run needs: the program of expressions, the states, where
each named variable is found, start values and events.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from blocks.diagram import Diagram
from blocks.errors import ModelError, raise_all
from solver import symbolic_cache
from solver.alias import eliminate_aliases
from solver.assemble import Assembly, assemble, empty_assembly, work_out
from solver.causalize import Causal, causalize
from solver.check import check
from solver.connect import connect
from solver.flatten import System, Zeros, flatten
from solver.hidden import expose_hidden
from solver.hybrid import Hybrid, asked_jets, build_hybrid
from solver.incidence import Array, build_incidence
from solver.index import reduce_index
from solver.initial_text import InitialEquation, read_initial_equations
from solver.nominal import nominal_sizes
from solver.observe import Observer
from solver.projection import projection_functions
from solver.redundant import drop_dependent
from solver.samples import SamplePoints
from solver.singular import repetition_warnings
from solver.start_text import rival_starts
from solver.starts import Start, collect_starts
from solver.states import choose_states
from solver.vanished import vanished


@dataclass(eq=False)
class Model:
    """A diagram as numbers and functions."""

    diagram: Diagram
    system: System
    assembly: Assembly
    solved: Causal | None  # None where the cache knew the result
    starts: list[Start]
    hybrid: Hybrid
    initial_equations: list[InitialEquation]
    compile_seconds: float = 0.0
    kept: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def causal(self) -> Causal:
        """Return the blocks in which the unknowns were solved; worked out again if the cache knew only the result."""
        if self.solved is not None:
            return self.solved
        again = assemble(self.assembly.incidence, self.assembly.offsets, self.assembly.choice)
        return causalize(again, SamplePoints(again, self.starts).make)

    @cached_property
    def observer(self) -> Observer:
        """Return the names, units and values of all variables."""
        return Observer(self.assembly, self.hybrid)

    @property
    def warnings(self) -> list[str]:
        """Return what a person should know although the model can be solved."""
        return repetition_warnings(self.assembly.incidence)

    @property
    def state_count(self) -> int:
        """Return the number of states."""
        return len(self.assembly.state_jets)

    @cached_property
    def state_names(self) -> list[str]:
        """Return the names of the states, derivatives written ``der(name)`` unless a variable stands for them."""
        return [self.jet_name(column, order) for column, order in self.assembly.state_jets]

    def jet_name(self, column: int, order: int) -> str:
        """Return a person's name for a jet."""
        found = self._jet_names.get((column, order))
        if found is not None:
            return found
        return "der(" * order + self.assembly.incidence.column_name(column) + ")" * order

    @cached_property
    def _jet_names(self) -> dict[tuple[int, int], str]:
        incidence = self.assembly.incidence
        wanted = set(self.assembly.state_jets)
        names: dict[tuple[int, int], str] = {}
        rank: dict[tuple[int, int], int] = {}
        for instance in self.system.instances:
            for local, variable in enumerate(instance.template.variables):
                number = instance.variables + local
                key = (int(incidence.column_of[number]), int(incidence.aliases.order[number]))
                # a name the block author calls a state reads best, then a block's own variable, then a port's
                score = 0 if variable.info.declaration.state == "prefer" else 1 + bool(variable.info.port)  # type: ignore[attr-defined]
                if key in wanted and score < rank.get(key, 9):
                    names[key], rank[key] = f"{instance.name}.{variable.name}", score
        return names

    @cached_property
    def nominals(self) -> Array:
        """Return a typical size of every state: what its block's author said, else one."""
        return np.nan_to_num(nominal_sizes(self.assembly), nan=1.0)

    @cached_property
    def free_derivatives(self) -> list[ca.SX]:
        """Return the time derivatives of all states as the equations give them."""
        return [self.assembly.value(column, order + 1) for column, order in self.assembly.state_jets]

    @cached_property
    def jump_states(self) -> list[int]:
        """Return the state that each jump of a when clause sets."""
        place = {jet: i for i, jet in enumerate(self.assembly.state_jets)}
        found = []
        for clause in self.hybrid.whens:
            for column, order, _ in clause.jumps:
                if (column, order) not in place:
                    name = self.jet_name(column, order)
                    raise ModelError(
                        f'A when clause sets "{name}", which is not a state and cannot jump.', name.rsplit(".", 1)[0],
                        clause.text, "Let the clause set a quantity that is integrated, such as a speed.",
                    )  # fmt: skip
                found.append(place[column, order])
        return found

    @cached_property
    def derivatives(self) -> ca.SX:
        """Return the time derivatives of all states; those held at rest (see ``accumulation``) do not move."""
        values = list(self.free_derivatives)
        first = self.system.relation_count + self.system.selector_count
        for jump, state in enumerate(self.jump_states):
            values[state] = values[state] * (1 - self.assembly.modes[first + jump])
        return ca.vertcat(*values) if values else ca.SX(0, 1)

    @cached_property
    def operations(self) -> int:
        """Return how many operations the derivatives take."""
        return int(ca.n_nodes(self.derivatives))

    @cached_property
    def projections(self) -> list[ca.Function]:
        """Return the corrections that remove drift, positions first."""
        return projection_functions(self.causal)

    def keep(self, name: str, make: Callable[[], Any]) -> Any:
        """Return something made once for this model and kept for all its runs."""
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]

    @cached_property
    def derivatives_function(self) -> ca.Function:
        """Return the derivatives as a function, with the next guesses and residuals of nonlinear loops."""
        return self.assembly.program.function("derivatives", [tidy(self.derivatives)], with_check=True)


def tidy(expression: ca.SX) -> ca.SX:
    """Return the expression with common parts computed once."""
    return ca.cse(expression) if expression.numel() and ca.n_nodes(expression) < 60_000 else expression


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the garbage collector: the passes make hundreds of thousands of objects and no rubbish."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@without_collection()
def compile_model(diagram: Diagram) -> Model:
    """Return the compiled model of a diagram; raise ModelError with everything that is wrong."""
    model = _compile(diagram, {})
    zeros: Zeros = {}
    while found := vanished(model):
        zeros = {name: zeros.get(name, frozenset()) | found.get(name, frozenset()) for name in {*zeros, *found}}
        try:
            model = _compile(diagram, zeros)
        except ModelError:
            break  # zero makes no difference to what can be solved
    return model


@without_collection()
def compile_as_written(diagram: Diagram) -> Model:
    """Return the model in which parameters that are zero may take any other value."""
    return _compile(diagram, {})


def _compile(diagram: Diagram, zeros: Zeros) -> Model:
    began = time.perf_counter()
    system = flatten(diagram, zeros)
    connections = connect(system)
    check(system)
    starts = collect_starts(system)
    initial_equations = read_initial_equations(system)
    raise_all(system.problems)
    aliases = eliminate_aliases(system, connections)
    system.problems += rival_starts(system, aliases, starts)
    raise_all(system.problems)
    asked = [(start.variable, start.derivative) for start in starts if start.weight == 2] + asked_jets(system)
    asked += [jet for equation in initial_equations for jet in equation.reads.values()]
    incidence = build_incidence(system, aliases, asked)
    expose_hidden(incidence)
    offsets = reduce_index(incidence)
    fixed = {start.variable for start in starts if start.is_fixed}
    choice = choose_states(incidence, offsets, fixed)
    assembly = empty_assembly(incidence, offsets, choice)
    key = symbolic_cache.key_of(assembly, starts) if offsets.rows.any() else ""
    projections = symbolic_cache.load(key, assembly) if key else None
    causal = None
    if projections is None:
        symbolic = time.perf_counter()
        work_out(assembly)
        if drop_dependent(assembly, starts):
            offsets = reduce_index(incidence)
            assembly = empty_assembly(incidence, offsets, choose_states(incidence, offsets, fixed))
            key = symbolic_cache.key_of(assembly, starts)
            projections = symbolic_cache.load(key, assembly)
            if projections is None:
                work_out(assembly)
    if projections is None:
        causal = causalize(assembly, SamplePoints(assembly, starts).make)
        if key and time.perf_counter() - symbolic > symbolic_cache.WORTH_KEEPING:
            projections = projection_functions(causal)
            symbolic_cache.store(key, assembly, projections)
    hybrid = build_hybrid(assembly)
    model = Model(diagram, system, assembly, causal, starts, hybrid, initial_equations, time.perf_counter() - began)
    if projections is not None:
        model.__dict__["projections"] = projections
    return model
