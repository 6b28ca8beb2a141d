"""A diagram as it is now, for those who read it later in another thread."""

from __future__ import annotations

import copy
from dataclasses import replace

from blocks.diagram import Diagram


def frozen(diagram: Diagram) -> Diagram:
    """Return a copy that later edits do not reach. Blocks are shared, because the document never changes them."""
    made = copy.copy(diagram)
    for name, table in vars(diagram).items():
        if isinstance(table, dict | list | set):
            setattr(made, name, copy.copy(table))
    made.experiment, made.listeners = replace(diagram.experiment), []
    made.blocks = {name: frozen(part) if isinstance(part, Diagram) else part for name, part in diagram.blocks.items()}
    return made
