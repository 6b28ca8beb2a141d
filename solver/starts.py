"""Start values: what a person fixed, what was only guessed, and what block authors suggest.

Input: a flat ``System``. Output: a list of ``Start`` in SI units. Names may be a variable (``phi``), an element
(``r[2]``), a port variable (``axis.phi``) or a derivative of them (``der(w)``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from blocks.block import type_name
from blocks.errors import ModelError, did_you_mean
from blocks.units import Dimension, unit
from blocks.values import number
from solver.assemble import Assembly
from solver.flatten import Instance, System
from solver.incidence import Array

DERIVATIVE = re.compile(r"der\((.*)\)")
SECOND = unit("s").dimension


@dataclass(frozen=True)
class Start:
    """The value of a variable, or of its derivative, at the start."""

    variable: int
    derivative: int
    value: float
    is_fixed: bool
    # 2 for a person's words, 1 for a block author's
    weight: int
    name: str


def collect_starts(system: System) -> list[Start]:
    """Return all start values; problems are added to the system."""
    starts: list[Start] = []
    for instance in system.instances:
        first = len(starts)
        for table, is_fixed in ((instance.block.start, True), (instance.block.guess, False)):
            for name, value in table.items():
                try:
                    starts.extend(_given(instance, name, value, is_fixed))
                except ModelError as error:
                    system.problems.append(error)
        starts[first:] = _restated(instance, instance, starts[first:])
        # whoever says something about a variable takes over from the block author
        spoken = {start.variable for start in starts[first:]}
        starts.extend(
            start if start.variable not in spoken else replace(start, is_fixed=False) for start in _declared(instance)
        )
    for mass, motion in system.orientations.free.items():
        starts = _restated(system.instances[mass], system.instances[motion], starts)
    return starts


def _restated(instance: Instance, other: Instance, starts: list[Start]) -> list[Start]:
    """Return start values where those of some variables of a block are told of variables of another, or its own."""
    for name, (own_name, work_out) in type(other.block).restated.items():
        place = instance.template.lowering.places.get(name)
        if place is None:
            continue
        first, size = instance.variables + place[1], int(np.prod(place[2].shape, dtype=int))
        said = {s.variable: s for s in starts if s.weight == 2 and not s.derivative and 0 <= s.variable - first < size}
        if len(said) < size:
            continue
        values = work_out(np.array([said[first + k].value for k in range(size)]))
        target = other.variables + other.template.lowering.places[own_name][1]
        is_fixed, where = all(s.is_fixed for s in said.values()), said[first].name
        gone = set(said.values())
        starts = [s for s in starts if s not in gone]
        starts += [Start(target + k, 0, float(value), is_fixed, 2, where) for k, value in enumerate(values)]
    return starts


def _declared(instance: Instance) -> Iterator[Start]:
    for local, variable in enumerate(instance.template.variables):
        start = variable.info.declaration.start  # type: ignore[attr-defined]
        if start is None:
            continue
        value = float(np.ravel(np.broadcast_to(start, variable.info.shape or (1,)))[variable.element])
        is_fixed = variable.info.declaration.fixed  # type: ignore[attr-defined]
        yield Start(instance.variables + local, 0, value, is_fixed, 1, f"{instance.name}.{variable.name}")


def _given(instance: Instance, name: str, value: Any, is_fixed: bool) -> Iterator[Start]:
    inner, derivative = name.strip(), 0
    while match := DERIVATIVE.fullmatch(inner):
        inner, derivative = match[1].strip(), derivative + 1
    template = instance.template
    where = f"{instance.name}.{name}"
    places = template.lowering.places
    if inner in places and places[inner][0] == "variable":
        _, base, info = places[inner]
        locals_ = list(range(base, base + int(np.prod(info.shape, dtype=int))))
    elif (single := template.local(inner)) is not None:
        locals_, info = [single], template.variables[single].info
    else:
        known = [variable.name for variable in template.variables]
        raise ModelError(
            f'"{instance.name}" ({type_name(type(instance.block))}) has no variable "{inner}" to start.', where,
            did_you_mean(inner, known), f"Its variables are: {', '.join(known[:20])}.",
        )  # fmt: skip
    dimension = info.declaration.dimension
    for _ in range(derivative):
        dimension = None if dimension is None else dimension / SECOND
    numbers = _numbers(value, dimension, instance, where)
    if numbers.size not in (1, len(locals_)):
        raise ModelError(f'"{where}" has {numbers.size} numbers; {len(locals_)} are expected.', where)
    for local, item in zip(locals_, np.broadcast_to(numbers.ravel(), (len(locals_),)), strict=True):
        yield Start(instance.variables + local, derivative, float(item), is_fixed, 2, where)


def _numbers(value: Any, dimension: Dimension | None, instance: Instance, where: str) -> Any:
    if isinstance(value, bool):
        return np.asarray(float(value))
    return number(value, dimension, instance.scope, where)


def guess_vector(assembly: Assembly, starts: list[Start]) -> tuple[Array, Array]:
    """Return a guess for every state, and how much it counts.

    That is -1 where nobody said anything, 1 for a block author's guess, 2 for a person's, 3 and 4 for fixed values.
    """
    place = {jet: i for i, jet in enumerate(assembly.state_jets)}
    aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
    guess, weight = np.zeros(len(place)), np.full(len(place), -1)
    for start in starts:
        key = (int(column_of[start.variable]), int(aliases.order[start.variable]) + start.derivative)
        i = place.get(key)
        rank = start.weight + 2 * start.is_fixed
        if i is not None and rank > weight[i]:
            guess[i], weight[i] = aliases.sign[start.variable] * start.value, rank
    return guess, weight
