"""What happens at events and samples, as expressions: guards of relations and machines, updates of held values, jumps.

Input: an ``Assembly`` whose top level is solved. Output: a ``Hybrid`` that lists everything discrete with its names,
and the expressions from which ``events`` makes functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from solver.assemble import Assembly
from solver.flatten import Instance, System
from solver.template import Template


@dataclass
class WayOut:
    """A way out of a mode of a machine: the switch leaves ``mode`` for ``target`` when its guard becomes positive."""

    machine: int
    mode: int
    target: int
    holds_at_zero: bool


@dataclass
class MachineInfo:
    """A switch with named modes and where its selectors are among the modes."""

    name: str
    first: int
    modes: list[str]
    start: int
    lasting: list[int] = field(default_factory=list)  # modes that stay if they can


@dataclass
class WhenInfo:
    """A when clause: which held values it sets and which states jump."""

    text: str
    held: list[int]
    jumps: list[tuple[int, int, float]] = field(default_factory=list)  # column, order, sign


@dataclass
class HeldInfo:
    """A held value: how it changes and from which value it starts."""

    name: str
    kind: str  # "sample", "called", "when", "previous" or "pre"
    block: str
    variable: int
    starts_at_current: bool
    when: int = -1
    period: float = 0.0


@dataclass(eq=False)
class Hybrid:
    """Everything that is not continuous."""

    relations: list[str] = field(default_factory=list)
    guards: list[ca.SX] = field(default_factory=list)
    hold_at_zero: list[bool] = field(default_factory=list)  # for each relation
    machines: list[MachineInfo] = field(default_factory=list)
    ways_out: list[WayOut] = field(default_factory=list)
    way_guards: list[ca.SX] = field(default_factory=list)
    whens: list[WhenInfo] = field(default_factory=list)
    conditions: list[ca.SX] = field(default_factory=list)
    jump_values: list[list[ca.SX]] = field(default_factory=list)
    held: list[HeldInfo] = field(default_factory=list)
    updates: list[ca.SX] = field(default_factory=list)
    initial: ca.SX = field(default_factory=lambda: ca.SX.sym("initial"))


def _outputs(template: Template) -> list[ca.SX]:
    """Return all discrete expressions of a template in a fixed order."""
    lowering = template.lowering
    found = [relation.guard for relation in lowering.relations]
    found += [guard for machine in lowering.machines.values() for _, guard, _, _ in machine.ways_out]
    found += [clause.condition for clause in template.whens]
    found += [value for clause in template.whens for _, value in clause.jumps]
    found += [item.value for item in template.held if item.value is not None]
    return found


def asked_jets(system: System) -> list[tuple[int, int]]:
    """Return the (variable, order) pairs that events and samples read."""
    asked = []
    for template, instances in system.groups().items():
        if outputs := _outputs(template):
            jets, _ = template.function("discrete", outputs)
            asked += [(instance.variables + local, order) for instance in instances for local, order in jets]
    return asked


def build_hybrid(assembly: Assembly) -> Hybrid:
    """Return everything discrete of the assembled system."""
    hybrid = Hybrid()
    for instance in assembly.system.instances:
        if outputs := _outputs(instance.template):
            jets, function = instance.template.function("discrete", outputs)
            values = function(assembly.jet_values(jets, instance), *assembly.inputs_of(instance), hybrid.initial)
            _add(hybrid, assembly, instance, iter(ca.vertsplit(values)))
    return hybrid


def _add(hybrid: Hybrid, assembly: Assembly, instance: Instance, values: Any) -> None:
    lowering, template = instance.template.lowering, instance.template
    for relation in lowering.relations:
        hybrid.relations.append(f"{instance.name}: {relation.text}")
        hybrid.guards.append(next(values))
        hybrid.hold_at_zero.append(relation.holds_at_zero)
    first = assembly.system.relation_count + instance.machines
    for machine in lowering.machines.values():
        modes = list(machine.symbols)
        number = len(hybrid.machines)
        start, lasting = modes.index(machine.machine.start), [modes.index(name) for name in machine.machine.lasting]
        hybrid.machines.append(MachineInfo(f"{instance.name}.{machine.machine.name}", first, modes, start, lasting))
        first += len(modes)
        for mode, _, target, holds_at_zero in machine.ways_out:
            hybrid.ways_out.append(WayOut(number, modes.index(mode), modes.index(target), holds_at_zero))
            hybrid.way_guards.append(next(values))
    first_when = len(hybrid.whens)
    for clause in template.whens:
        hybrid.conditions.append(next(values))
        hybrid.whens.append(WhenInfo(f"{instance.name}: {clause.text}", [instance.held + k for k in clause.assigned]))
    for offset, clause in enumerate(template.whens):
        _jumps(hybrid.whens[first_when + offset], assembly, instance, [local for local, _ in clause.jumps])
        hybrid.jump_values.append([next(values) for _ in clause.jumps])
    for item in template.held:
        name = f"{instance.name}.{template.variables[item.local].name}" if item.local >= 0 else instance.name
        kind, when = (item.kind, -1) if not item.kind.startswith("when") else ("when", first_when + int(item.kind[4:]))
        period = _period(assembly, instance) if template.is_sampled else 0.0
        variable = instance.variables + item.local if item.local >= 0 else -1
        hybrid.held.append(HeldInfo(name, kind, instance.name, variable, item.starts_at_current, when, period))
        hybrid.updates.append(next(values))


def _jumps(clause: WhenInfo, assembly: Assembly, instance: Instance, locals_: list[int]) -> None:
    aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
    for local in locals_:
        variable = instance.variables + local
        clause.jumps.append((int(column_of[variable]), int(aliases.order[variable]), float(aliases.sign[variable])))


def _period(assembly: Assembly, instance: Instance) -> float:
    place = next(i for i, item in enumerate(instance.template.parameters) if item.name == "period")
    return float(assembly.system.parameter_values[instance.parameters + place])
