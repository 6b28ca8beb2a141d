"""The parameters that hold inside a subsystem, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from blocks.block import Value
from blocks.block_array import element_scope, element_values
from blocks.diagram import Diagram, block_of
from blocks.values import Scope, diagram_scope


def scope_inside(diagram: Diagram, way: Sequence[str]) -> Scope:
    """Return the parameters of the subsystem to which a way leads: ``["leg[2]", "knee"]``; none is the diagram itself.

    >>> inner, outer = Diagram("leg"), Diagram("robot")
    >>> inner.parameters["L"], outer.parameters["size"] = "1 m", "3 m"
    >>> outer.add("leg", inner, count=2)
    >>> inner.values = {"L": "= index*size"}
    >>> float(scope_inside(outer, ["leg[2]"])["L"].value)
    6.0
    """
    part = diagram
    values: Mapping[str, Value] = diagram.values
    scope: Scope = {}
    where = diagram.name
    for name in way:
        scope = diagram_scope(part.parameters, values, scope, where)
        block, inside = block_of(name), part
        part = inside.blocks[block]  # type: ignore[assignment]
        values, where = part.values, f"{where}.{name}"
        if (count := inside.counts.get(block)) is not None:
            number = int(name[len(block) + 1 : -1])
            scope, values = element_scope(scope, number), element_values(part, block, number - 1, count)
    return diagram_scope(part.parameters, values, scope, where)
