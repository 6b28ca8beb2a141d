"""The diagram as a flat list of blocks: full names, numbers for parameters, and ports that belong together.

Input: a ``Diagram``, nested as deep as it likes. Output: a ``System`` of block instances grouped by template, so that
later passes can treat all blocks of one class at once. A port shown by a subsystem is only another name for the inner
port.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from blocks.block import Block, PortInfo, Shared, Value, type_name
from blocks.block_array import element_of, element_scope, element_values
from blocks.connection_words import other_count
from blocks.declare import Identity, Parameter
from blocks.diagram import Diagram, Endpoint, Placeholder, parse_endpoint
from blocks.errors import ModelError, did_you_mean, told_of
from blocks.mask import check_mask
from blocks.values import Scope, check_bound, diagram_scope, parameter_value
from solver.gather import gather
from solver.orientation import OrientationTree, orient
from solver.template import Template, make_template

Terminal = tuple[int, str]  # an instance and a port of it
Zeros = dict[str, frozenset[int]]  # for blocks by their full names, some of their parameters
Templates = dict[tuple[int, frozenset[int]], Template]  # by the identity of a trace, and which parameters are zero


@dataclass(eq=False)
class Instance:
    """One block of the flat system: its full name and where its scalars begin."""

    name: str
    block: Block
    template: Template
    scope: Scope
    variables: int = 0
    parameters: int = 0
    relations: int = 0
    machines: int = 0
    held: int = 0
    jumps: int = 0


@dataclass(eq=False)
class System:
    """A flat model: instances, which terminals are connected, parameter values, and names shown outside."""

    name: str
    instances: list[Instance] = field(default_factory=list)
    connections: list[tuple[Terminal, Terminal]] = field(default_factory=list)
    exposed: dict[str, Terminal] = field(default_factory=dict)
    inner_ports: dict[str, Terminal] = field(default_factory=dict)  # ports that subsystems show: ``drive.angle``
    # as they are written, with the names of the subsystems around them
    initial_equations: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    parameter_values: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(0))
    problems: list[ModelError] = field(default_factory=list)
    excused: set[Terminal] = field(default_factory=set)  # their connections are broken, which has been told
    variable_count: int = 0
    relation_count: int = 0
    selector_count: int = 0
    held_count: int = 0
    jump_count: int = 0
    orientations: OrientationTree = field(default_factory=OrientationTree)
    templates: Templates = field(default_factory=dict)
    _bases: list[int] = field(default_factory=list)

    def groups(self) -> dict[Template, list[Instance]]:
        """Return the instances by template."""
        groups: dict[Template, list[Instance]] = {}
        for instance in self.instances:
            groups.setdefault(instance.template, []).append(instance)
        return groups

    def owner(self, variable: int) -> Instance:
        """Return the block a variable belongs to."""
        if len(self._bases) != len(self.instances):
            self._bases = [instance.variables for instance in self.instances]
        return self.instances[bisect_right(self._bases, variable) - 1]

    def port(self, terminal: Terminal) -> PortInfo:
        """Return the port of a terminal; that of the whole vector if the terminal is one element of a signal."""
        ports = self.instances[terminal[0]].template.trace.ports
        return ports[terminal[1]] if terminal[1] in ports else ports[terminal[1].split("[")[0]]

    def members(self, terminal: Terminal) -> list[tuple[int, str]]:
        """Return the variables of a terminal, each with what its name adds to that of the terminal."""
        instance, path = self.instances[terminal[0]], terminal[1]
        template = instance.template
        found = [local for local, _ in template.port_members.get(path, ())] or [template.offsets[path]]
        return [(instance.variables + local, template.variables[local].name[len(path) :]) for local in found]

    def variable_name(self, variable: int) -> str:
        """Return the full name of a variable."""
        owner = self.owner(variable)
        return f"{owner.name}.{owner.template.variables[variable - owner.variables].name}"


def flatten(diagram: Diagram, zeros: Zeros | None = None, known: Templates | None = None) -> System:
    """Return the flat system of a diagram; problems are collected in it, not raised.

    ``zeros`` are parameters that are taken as zero for good (see ``vanished``). ``known`` are the templates of a system
    that was flattened before; they are used again.
    """
    system = System(diagram.name, templates=dict(known or {}))
    flattening = _Flattening(system, zeros or {})
    flattening.diagram(diagram, "", {}, {}, diagram.values)
    gather(system, flattening.template)
    system.orientations = orient(system, lambda block, name: flattening.block(block, name, {}, {}))
    system.parameter_values = np.array(flattening.values, dtype=float)
    _number(system)
    return system


@dataclass(frozen=True)
class _Inside:
    """What is inside one diagram: instances by their numbers, subsystems by their ports, nothing if it is broken."""

    diagram: Diagram
    prefix: str
    parts: dict[str, int | dict[str, list[Terminal]] | None] = field(default_factory=dict)


class _Flattening:
    """Walks the tree of diagrams and fills the system."""

    def __init__(self, system: System, zeros: Zeros) -> None:
        self.system, self.zeros = system, zeros
        self.templates = system.templates
        self.values: list[float] = []

    def diagram(
        self, diagram: Diagram, prefix: str, outer: Scope, shared: dict[type, Any], values: Mapping[str, Value]
    ) -> dict[str, list[Terminal]] | None:
        """Add a diagram's blocks and connections; return its exposed ports, or None if it is broken."""
        where = prefix.rstrip(".") or diagram.name
        try:
            scope = diagram_scope(diagram.parameters, values, outer, where)
        except ModelError as error:
            # without its parameters nothing inside can be judged
            self.system.problems.extend(error.problems)
            return None
        with _collecting(self.system.problems):
            check_mask(diagram.mask, scope, prefix.rstrip("."))
        disabled = diagram.disabled
        parts = [part for name, part in diagram.blocks.items() if name not in disabled]
        worlds = {type(part): (part, scope) for part in parts if isinstance(part, Block)}
        shared = {**shared, **worlds}
        inside = _Inside(diagram, prefix)
        for name, part in diagram.blocks.items():
            if name in disabled:
                continue
            for element, index in _elements(name, diagram.counts.get(name)):
                count = diagram.counts.get(name)
                inside.parts[element] = self._part(part, prefix + element, index, count, scope, shared)
        self._connections(inside, disabled)
        way = tuple(prefix.split(".")[:-1])
        self.system.initial_equations += [(way, text) for text in diagram.initial_equations]
        ports = {port: self._terminals(inside, end) for port, end in diagram.ports.items()}
        shown = self.system.inner_ports if prefix else self.system.exposed
        for port, ends in ports.items():
            names = [port] if len(ends) == 1 else [f"{port}[{i}]" for i in range(1, len(ends) + 1)]
            shown.update((prefix + name, end) for name, end in zip(names, ends, strict=True))
        return ports

    def _part(self, part: Any, name: str, index: int, count: int | None, scope: Scope, shared: dict[type, Any]) -> Any:
        if count is not None:
            scope = element_scope(scope, index + 1)
        array = name.rpartition("[")[0] if count is not None else name
        if isinstance(part, Diagram):
            values: Mapping[str, Value] = part.values
            with _collecting(self.system.problems):
                values = values if count is None else element_values(part, array, index, count)
            return self.diagram(part, f"{name}.", scope, shared, values)
        if isinstance(part, Placeholder):
            self.system.problems.append(
                ModelError(
                    f'The block "{name}" has the unknown type "{part.type}".', name,
                    fix="Install the library it comes from, or replace the block.",
                )  # fmt: skip
            )
            return None
        with _collecting(self.system.problems), told_of(name):
            block = part if count is None else element_of(part, array, index, count)
            return self.block(block, name, scope, shared)
        return None

    def block(self, block: Block, name: str, scope: Scope, shared: dict[type, Any]) -> int:
        """Add a block and return its number."""
        block = block.among({kind: part for kind, (part, _) in shared.items()})
        template = self.template(block, self.zeros.get(name, frozenset()))
        instance = Instance(name, block, template, scope, parameters=len(self.values))
        self.system.instances.append(instance)
        # a wrong number is told; the block stays connected, so that nobody else is blamed for it
        numbers = [0.0] * len(template.parameters)
        with _collecting(self.system.problems):
            numbers = _values(block, name, scope, shared)
            _check_bounds(block, name, scope)
        self.values.extend(numbers)
        return len(self.system.instances) - 1

    def template(self, block: Block, zeros: frozenset[int] = frozenset()) -> Template:
        """Return the template of a block, made once for all of the same structure."""
        key = id(block.trace), zeros
        if key not in self.templates:
            self.templates[key] = make_template(block, zeros)
        return self.templates[key]

    def _connections(self, inside: _Inside, disabled: set[str]) -> None:
        for first, second in inside.diagram.connections:
            with _collecting(self.system.problems):
                a, b = parse_endpoint(first), parse_endpoint(second)
                if a.block in disabled or b.block in disabled:
                    continue
                left, right = self._terminals(inside, first), self._terminals(inside, second)
                if not left or not right:
                    # one of the two is broken, which has been told: that the other leads nowhere follows from it
                    self.system.excused.update(left + right)
                    continue
                left, right = self._spread(left, right), self._spread(right, left)
                if len(left) != len(right) and 1 not in (len(left), len(right)):
                    what, fix = other_count(first, len(left), second, len(right))
                    raise ModelError(what, first, fix=fix)
                size = max(len(left), len(right))
                left, right = (ends * size if len(ends) == 1 else ends for ends in (left, right))
                self.system.connections.extend(zip(left, right, strict=True))

    def _spread(self, ends: list[Terminal], others: list[Terminal]) -> list[Terminal]:
        """Return the elements of a vector signal that meets as many single signals, else the ends as they are."""
        if len(ends) > 1 or len(others) == 1 or self._size(ends[0]) != len(others):
            return ends
        if any(self._size(other) != 1 for other in others):
            return ends
        number, port = ends[0]
        return [(number, f"{port}[{i}]") for i in range(1, len(others) + 1)]

    def _size(self, terminal: Terminal) -> int:
        """Return how many numbers a signal has; 0 for other ports."""
        template = self.system.instances[terminal[0]].template
        if terminal[1] not in template.trace.ports:
            return 1  # one element of a vector
        is_signal = template.trace.ports[terminal[1]].is_signal
        return len(template.port_members[terminal[1]]) if is_signal else 0

    def _terminals(self, inside: _Inside, end: str) -> list[Terminal]:
        """Return the terminals of a port; none if it is broken, which is told."""
        with _collecting(self.system.problems):
            return self._resolve(inside, parse_endpoint(end), end)
        return []

    def _resolve(self, inside: _Inside, end: Endpoint, text: str) -> list[Terminal]:
        diagram, place = inside.diagram, inside.prefix + text
        if end.block not in diagram.blocks:
            hint = did_you_mean(end.block, diagram.blocks)
            raise ModelError(f'The connection to "{place}" names a block that does not exist.', place, fix=hint)
        found: list[Terminal] = []
        for element in diagram.elements(end, inside.prefix):
            part = inside.parts.get(element)
            if part is None:
                continue
            for port in end.ports:
                if isinstance(part, int):
                    terminals = self._terminal(part, port)
                else:
                    terminals = part.get(end.port, [])
                    if port != end.port:
                        terminals = self._pick(terminals, port[len(end.port) :])
                # the port of a broken part is known, but leads nowhere
                if not terminals and not (isinstance(part, dict) and part.get(end.port) == []):
                    raise self._no_port(part, inside.prefix + element, port, place)
                found.extend(terminals)
        return found

    def _pick(self, terminals: list[Terminal], index: str) -> list[Terminal]:
        """Return one of the terminals that a subsystem shows under one name, or one number of a vector signal."""
        if len(terminals) == 1:
            return self._terminal(terminals[0][0], terminals[0][1] + index)
        place = int(index.strip("[]"))
        return terminals[place - 1 : place] if place else []

    def _terminal(self, number: int, port: str) -> list[Terminal]:
        """Return the terminal of a port, or of one number of a vector signal; nothing if there is none."""
        template = self.system.instances[number].template
        if port in template.trace.ports:
            return [(number, port)]
        whole = template.trace.ports.get(port.split("[")[0])
        is_element = whole is not None and whole.is_signal and port in template.offsets
        return [(number, port)] if is_element else []

    def _no_port(self, part: Any, element: str, port: str, text: str) -> ModelError:
        if isinstance(part, int):
            instance = self.system.instances[part]
            choices, kind = list(instance.template.trace.ports), f" ({type_name(type(instance.block))})"
            members = instance.template.port_members.get(whole := port.split("[")[0])
            if members and whole != port and instance.template.trace.ports[whole].is_signal:
                size = "is a single signal" if len(members) == 1 else f"has the elements 1 to {len(members)}"
                return ModelError(f'"{whole}" of block "{element}"{kind} {size}; there is no "{port}".', text)
        else:
            choices, kind = list(part), ""
            terminals = part.get(whole := port.split("[")[0], [])
            if (count := len(terminals) if len(terminals) != 1 else self._size(terminals[0])) > 1:
                what = f'"{whole}" of block "{element}" has the elements 1 to {count}; there is no "{port}".'
                return ModelError(what, text, fix="Correct the index where it is connected.")
        listing = f"Its ports are: {', '.join(choices)}." if choices else "It has no ports."
        hint = did_you_mean(port, choices)
        return ModelError(f'The block "{element}"{kind} has no port "{port}".', text, hint, listing)


def _elements(name: str, count: int | None) -> Iterator[tuple[str, int]]:
    if count is None:
        yield name, 0
    else:
        yield from ((f"{name}[{i + 1}]", i) for i in range(count))


def _values(block: Block, name: str, scope: Scope, shared: dict[type, Any]) -> list[float]:
    """Return the block's parameters as a flat list of numbers, in the order of its template."""
    result: list[float] = []
    for key, item in block.declarations.items():
        if isinstance(item, Shared):
            world, world_scope = shared.get(item.kind, (item.kind(), {}))
            result.extend(_values(world, item.name, world_scope, {}))
        elif isinstance(item, Identity):
            result.extend(item.numbers(name))
        elif isinstance(item, Parameter):
            value = block.values.get(key, item.default)
            if type(value) is float and item.shape_spec is None and key not in block.values:
                result.append(value)
                continue
            shape = block.shape_of(item)
            where = f"{name}.{key}"
            numbers = parameter_value(item, value, scope, where)
            if shape and numbers.ndim == 0:
                # one number for all elements
                numbers = np.full(shape, numbers)
            if numbers.shape != shape:
                raise ModelError(
                    f'"{where}" has {numbers.size} numbers; {math.prod(shape)} are expected.', where
                )
            result.extend(numbers.ravel().tolist())
    return result


def _check_bounds(block: Block, name: str, scope: Scope) -> None:
    """Raise an error where a parameter that a person has set exceeds another one that it must not exceed."""
    parameters = block.parameters()
    for key, other in block.bounded.items():
        if {key, other} & block.values.keys():
            value, bound = (
                parameter_value(parameters[item], block.values.get(item, parameters[item].default), scope, name)
                if item in parameters else block.structure[item]
                for item in (key, other)
            )  # fmt: skip
            check_bound(parameters[key], value, bound, f"{name}.{key}")


def _number(system: System) -> None:
    """Give every instance its places in the global lists."""
    totals = {"variables": 0, "relations": 0, "machines": 0, "held": 0, "jumps": 0}
    for instance in system.instances:
        template = instance.template
        sizes = {
            "variables": len(template.variables), "relations": len(template.lowering.relations),
            "machines": sum(len(machine.symbols) for machine in template.lowering.machines.values()),
            "held": len(template.held), "jumps": sum(len(clause.jumps) for clause in template.whens),
        }  # fmt: skip
        for key, size in sizes.items():
            setattr(instance, key, totals[key])
            totals[key] += size
    system.variable_count = totals["variables"]
    system.relation_count, system.selector_count = totals["relations"], totals["machines"]
    system.held_count, system.jump_count = totals["held"], totals["jumps"]


class _collecting:  # noqa: N801  reads as a statement: `with _collecting(problems):`
    """Keep a ModelError raised inside for later and go on."""

    def __init__(self, problems: list[ModelError]) -> None:
        self.problems = problems

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        if isinstance(error, ModelError):
            # one fault may be met by many connections: it is told once
            told = {str(problem) for problem in self.problems}
            self.problems.extend(problem for problem in error.problems if str(problem) not in told)
            return True
        return False
