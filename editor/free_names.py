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
