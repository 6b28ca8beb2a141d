"""Names for new blocks."""

from __future__ import annotations

import re

from blocks.diagram import Diagram, Part, Placeholder


def free_name(diagram: Diagram, part: Part | str) -> str:
    """Return a name after a block's type that is not taken yet: ``spring``, ``spring2``.

    >>> from blocks import Block
    >>> d = Diagram()
    >>> d.add("block", Block())
    >>> free_name(d, Block()), free_name(d, "LeadScrew")
    ('block2', 'lead_screw')
    """
    if isinstance(part, Placeholder):
        word = part.type.rpartition(".")[2]
    elif isinstance(part, Diagram):
        word = part.name
    else:
        word = part if isinstance(part, str) else type(part).__name__
    base = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", word).lower()
    base = re.sub(r"\W", "_", base).strip("_").rstrip("0123456789") or "block"
    number, name = 1, base
    while name in diagram.blocks:
        number += 1
        name = f"{base}{number}"
    return name


def free_port_name(diagram: Diagram, end: str) -> str:
    """Return a name under which a diagram can show a port outside: the port's own, or one with its block's.

    >>> d = Diagram()
    >>> d.ports = {"y": "gain.y"}
    >>> free_port_name(d, "gain.u[2]"), free_port_name(d, "filter[1].y")
    ('u', 'filter_1_y')
    """
    longer = re.sub(r"\W+", "_", end).strip("_")
    short, more = end.rpartition(".")[2].partition("[")[0], range(2, len(diagram.ports) + 3)
    names = (short, longer, *(f"{longer}{number}" for number in more))
    return next(name for name in names if name not in diagram.ports)
