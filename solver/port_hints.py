"""What the authors of ports say about ports that nothing determines: a circuit needs a ground, for example."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blocks.port import Port
from solver.flatten import System


def port_hints(system: System, variables: Iterable[int]) -> str:
    """Return the hints of all ports that some variables belong to, each once; nothing if no port has one."""
    hints: dict[str, None] = {}
    for variable in variables:
        owner = system.owner(variable)
        port = owner.template.variables[variable - owner.variables].info.port
        declaration = owner.template.trace.ports[port].declaration if port in owner.template.trace.ports else None
        if isinstance(declaration, Port) and declaration.hint:
            hints[declaration.hint] = None
    return "\n".join(hints)


def more_where_unsolved(system: System, names: Collection[str]) -> str:
    """Return further lines about unknowns that no number satisfies: a valve that closes may leave a pressure open."""
    hints = port_hints(system, (k for k in range(system.variable_count) if system.variable_name(k) in names))
    return f"\nOr nothing determines them just then. {hints}" if hints else ""
