"""Connections to equations: connected across variables are equal, flows into a node sum to zero, open flows are zero.

Input: a ``System``. Output: equalities, zero sums and constants over variable numbers. Signals go from one output to
any number of inputs; an open input takes its default or is an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from blocks.block import PortInfo
from blocks.connection_words import other_kind, other_size, other_unit, takes
from blocks.declare import Input, Output
from blocks.errors import ModelError
from blocks.port import Port
from solver.flatten import System, Terminal


@dataclass
class ConnectionRows:
    """What connections say, over global variable numbers."""

    equal: list[tuple[int, int]] = field(default_factory=list)
    sums: list[list[int]] = field(default_factory=list)
    constants: list[tuple[int, float]] = field(default_factory=list)


def connect(system: System) -> ConnectionRows:
    """Return the equations of all connections; problems are added to the system."""
    rows = ConnectionRows()
    for terminals in _sets(system):
        ports = [system.port(terminal) for terminal in terminals]
        if ports[0].is_signal or any(port.is_signal for port in ports):
            _signal(system, rows, terminals, ports)
        else:
            _physical(system, rows, terminals, ports)
    return rows


def _whole(terminal: Terminal) -> Terminal:
    """Return the terminal of the vector that an element belongs to."""
    return terminal[0], terminal[1].split("[")[0]


def _is_element(system: System, terminal: Terminal) -> bool:
    return terminal[1] not in system.instances[terminal[0]].template.trace.ports


def _split_vectors(system: System) -> set[Terminal]:
    """Return the vector signals of which single elements are connected, here or at the other end of a connection."""
    split = {_whole(end) for pair in system.connections for end in pair if _is_element(system, end)}
    grown = bool(split)
    while grown:
        more = {other for a, b in system.connections for one, other in ((a, b), (b, a)) if one in split} - split
        more = {end for end in more if not _is_element(system, end) and len(_elements(system, end)) > 1}
        split |= more
        grown = bool(more)
    return split


def _elements(system: System, terminal: Terminal) -> list[Terminal]:
    """Return the terminals of all elements of a vector signal."""
    number, path = terminal
    template = system.instances[number].template
    return [(number, template.variables[local].name) for local, _ in template.port_members[path]]


def _pairs(system: System, split: set[Terminal]) -> list[tuple[Terminal, Terminal]]:
    """Return the connections, those of split vectors element by element."""
    pairs: list[tuple[Terminal, Terminal]] = []
    for a, b in system.connections:
        if a not in split and b not in split:
            pairs.append((a, b))
            continue
        left = _elements(system, a) if a in split else [a]
        right = _elements(system, b) if b in split else [b]
        if len(left) != len(right):
            system.problems.append(_signal_mismatch(system, a, b))
            continue
        pairs.extend(zip(left, right, strict=True))
    return pairs


def _sets(system: System) -> list[list[Terminal]]:
    """Return the terminals that are connected with each other; an open terminal is alone."""
    split = _split_vectors(system)
    parent: dict[Terminal, Terminal] = {}
    for number, instance in enumerate(system.instances):
        for path in instance.template.trace.ports:
            parts = _elements(system, (number, path)) if (number, path) in split else [(number, path)]
            parent.update((part, part) for part in parts)

    def root(item: Terminal) -> Terminal:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for a, b in _pairs(system, split):
        parent[root(a)] = root(b)
    sets: dict[Terminal, list[Terminal]] = {}
    for terminal in parent:
        sets.setdefault(root(terminal), []).append(terminal)
    return list(sets.values())


def _members(system: System, terminal: Terminal, port: PortInfo) -> list[tuple[int, bool]]:
    """Return the scalars of a terminal: global variable number, and whether it is a flow."""
    instance = system.instances[terminal[0]]
    base, template = instance.variables, instance.template
    if terminal[1] not in template.port_members:
        return [(base + template.offsets[terminal[1]], False)]
    return [(base + local, is_flow) for local, is_flow in template.port_members[terminal[1]]]


def _physical(system: System, rows: ConnectionRows, terminals: list[Terminal], ports: list[PortInfo]) -> None:
    kinds = {type(port.declaration) for port in ports}
    if len(kinds) > 1:
        other = next(i for i, port in enumerate(ports) if type(port.declaration) is not type(ports[0].declaration))
        system.problems.append(_mismatch(system, terminals[0], ports[0], terminals[other], ports[other]))
        return
    columns = [_members(system, terminal, port) for terminal, port in zip(terminals, ports, strict=True)]
    for k, (first, is_flow) in enumerate(columns[0]):
        if is_flow:
            rows.sums.append([members[k][0] for members in columns])
        else:
            rows.equal.extend((first, members[k][0]) for members in columns[1:])


def _signal(system: System, rows: ConnectionRows, terminals: list[Terminal], ports: list[PortInfo]) -> None:
    outputs = [i for i, port in enumerate(ports) if isinstance(port.declaration, Output)]
    strangers = [i for i, port in enumerate(ports) if not port.is_signal]
    if strangers:
        signal = next(i for i, port in enumerate(ports) if port.is_signal)
        system.problems.append(
            _mismatch(system, terminals[strangers[0]], ports[strangers[0]], terminals[signal], ports[signal])
        )
        return
    if len(outputs) > 1:
        names = " and ".join(f'"{full_name(system, terminals[i])}"' for i in outputs[:2])
        system.problems.append(
            ModelError(
                f"The outputs {names} are connected with each other.", full_name(system, terminals[outputs[0]]),
                "A signal comes from one output only.", "Remove one of them, or add the two signals with an Add block.",
            )  # fmt: skip
        )
        return
    if not outputs:
        for terminal, port in zip(terminals, ports, strict=True):
            _open_input(system, rows, terminal, port)
        return
    _wire(system, rows, terminals, ports, outputs[0])


def _wire(
    system: System, rows: ConnectionRows, terminals: list[Terminal], ports: list[PortInfo], source: int
) -> None:
    origin = _members(system, terminals[source], ports[source])
    for i, (terminal, port) in enumerate(zip(terminals, ports, strict=True)):
        if i == source:
            continue
        members = _members(system, terminal, port)
        first, second = ports[source].declaration, port.declaration
        assert not isinstance(first, Port)
        assert not isinstance(second, Port)
        if len(members) != len(origin) or not takes(first, second):
            system.problems.append(_signal_mismatch(system, terminals[source], terminal))
            continue
        rows.equal.extend((a, b) for (a, _), (b, _) in zip(origin, members, strict=True))


def _open_input(system: System, rows: ConnectionRows, terminal: Terminal, port: PortInfo) -> None:
    declaration = port.declaration
    assert isinstance(declaration, Input)
    members = _members(system, terminal, port)
    if declaration.default is not None:
        whole = _members(system, (terminal[0], port.path), port)
        default = np.ravel(np.asarray(declaration.default, dtype=float))
        values = default if len(whole) == default.size else default[:1].repeat(len(whole))
        by_variable = {variable: float(value) for (variable, _), value in zip(whole, values, strict=True)}
        rows.constants.extend((variable, by_variable[variable]) for variable, _ in members)
        return
    if terminal in system.excused or _whole(terminal) in system.excused:
        return
    instance = system.instances[terminal[0]]
    unit_text = "" if declaration.unit_text in ("any", "1", "bool") else f" [{declaration.unit_text}]"
    system.problems.append(
        ModelError(
            f'The input "{terminal[1]}" of block "{instance.name}" ({instance.template.name}) is not connected.',
            f"{instance.name}.{terminal[1]}",
            "" if declaration.text == "input" else f"Its meaning: {declaration.text}{unit_text}.",
            "Connect a signal, for example the output of a controller, or add a Constant block.",
        )
    )


def full_name(system: System, terminal: Terminal) -> str:
    """Return ``block.port`` of a terminal."""
    return f"{system.instances[terminal[0]].name}.{terminal[1]}"


def _mismatch(system: System, a: Terminal, port_a: PortInfo, b: Terminal, port_b: PortInfo) -> ModelError:
    first, second = full_name(system, a), full_name(system, b)
    what, fix = other_kind(first, port_a.declaration, second, port_b.declaration)
    return ModelError(what, first, fix=fix)


def _signal_mismatch(system: System, a: Terminal, b: Terminal) -> ModelError:
    infos = [system.instances[t[0]].template.trace.symbols[system.port(t).path] for t in (a, b)]
    first, second = full_name(system, a), full_name(system, b)
    shapes = [() if _is_element(system, t) else info.shape for t, info in zip((a, b), infos, strict=True)]
    if shapes[0] != shapes[1]:
        what, fix = other_size(first, shapes[0], second, shapes[1])
    else:
        what, fix = other_unit(first, infos[0].declaration, second, infos[1].declaration)
    return ModelError(what, first, fix=fix)
