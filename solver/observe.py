"""Every variable by its full name: where it is found, in which unit, and how to compute it from what a run records.

A run records time, states, modes, held values and guesses only. All other variables are functions of these and are
computed when somebody asks, for many instants at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from blocks.errors import ModelError, did_you_mean
from solver.assemble import Assembly
from solver.flatten import System
from solver.hybrid import Hybrid

if TYPE_CHECKING:
    from blocks.declare import Variable

Array = np.ndarray[Any, Any]


@dataclass
class Chunk:
    """A stretch of a recorded run. Modes, held values and guesses have one row for each instant, or one for all."""

    time: Array
    states: Array
    modes: Array
    held: Array
    guesses: Array
    parameters: Array

    @property
    def count(self) -> int:
        """Return the number of recorded instants."""
        return len(self.time)


@dataclass(eq=False)
class Observer:
    """Names, units and values of all variables of a model."""

    assembly: Assembly
    hybrid: Hybrid
    _functions: dict[tuple[str, ...], ca.Function] = field(default_factory=dict)

    @property
    def system(self) -> System:
        """Return the flat system."""
        return self.assembly.system

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the number of every variable by its full name; names of ports that diagrams show come first."""
        found: dict[str, int] = {}
        for shown, terminal in (*self.system.exposed.items(), *self.system.inner_ports.items()):
            found.update((shown + rest, variable) for variable, rest in self.system.members(terminal))
        for instance in self.system.instances:
            for local, variable in enumerate(instance.template.variables):
                found[f"{instance.name}.{variable.name}"] = instance.variables + local
        return found

    @cached_property
    def machines(self) -> dict[str, int]:
        """Return the number of every switch by its name; its value is the number of its mode, counted from zero."""
        return {machine.name: number for number, machine in enumerate(self.hybrid.machines)}

    @cached_property
    def names(self) -> list[str]:
        """Return the names of all variables and switches."""
        return [*self.places, *self.machines]

    def has(self, name: str) -> bool:
        """Tell whether there is a variable, a vector or a switch of a name."""
        return name in self.places or name in self.machines or name in self._vectors

    def expand(self, name: str) -> list[str]:
        """Return the scalar names a name stands for: itself, or the elements of a vector."""
        if name in self.places or name in self.machines:
            return [name]
        if elements := self._vectors.get(name):
            return elements
        near = did_you_mean(name, [*self.places, *self._vectors, *self.machines])
        raise ModelError(f'There is no variable "{name}" in "{self.system.name}".', name, fix=near)

    @cached_property
    def _vectors(self) -> dict[str, list[str]]:
        vectors: dict[str, list[str]] = {}
        for name in self.places:
            if name.endswith("]"):
                vectors.setdefault(name[: name.rindex("[")], []).append(name)
        return vectors

    def declaration(self, name: str) -> Variable | None:
        """Return what was declared about a variable; None for a switch."""
        if name not in self.places:
            return None
        owner = self.system.owner(self.places[name])
        return owner.template.variables[self.places[name] - owner.variables].info.declaration  # type: ignore[return-value]

    def unit(self, name: str) -> str:
        """Return the unit of a variable, "" where it has none."""
        declaration = self.declaration(self.expand(name)[0])
        if declaration is None or declaration.unit_text in ("any", "bool", "1"):
            return ""
        return declaration.unit_text

    def expression(self, name: str) -> ca.SX:
        """Return a variable as an expression of the program's arguments."""
        if name in self.machines:
            machine = self.hybrid.machines[self.machines[name]]
            return sum((k * self.assembly.modes[machine.first + k] for k in range(len(machine.modes))), ca.SX(0))
        return self.assembly.jet_of(self.places[name])

    def function(self, names: list[str]) -> ca.Function:
        """Return the named scalars as one function of the program's arguments."""
        key = tuple(names)
        if key not in self._functions:
            outputs = [self.expression(name) for name in names]
            stacked = ca.vertcat(*outputs) if outputs else ca.SX(0, 1)
            self._functions[key] = self.assembly.program.function("observe", [ca.densify(stacked)])
        return self._functions[key]

    def values(self, names: list[str], chunks: list[Chunk]) -> Array:
        """Return the named scalars at all recorded instants, one column each."""
        function = self.function(names)
        parts = [values_at(function, chunk) for chunk in chunks if chunk.count]
        return np.concatenate(parts) if parts else np.zeros((0, len(names)))


def values_at(function: ca.Function, chunk: Chunk) -> Array:
    """Return a function of the program's arguments at the instants of a chunk, one row for each."""
    columns = [chunk.time[None, :], chunk.states.T, chunk.parameters[:, None]]
    columns += [chunk.modes.T, chunk.held.T, chunk.guesses.T]
    # a matrix with a multiple of a function's columns makes CasADi map it; one column serves all
    return np.asarray(function(*columns)).reshape(-1, chunk.count).T
