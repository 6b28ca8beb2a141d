"""Whether a diagram would run code that its project brings along."""

from __future__ import annotations

from blocks.called import CalledBlock
from blocks.diagram import Diagram


def has_code(diagram: Diagram) -> bool:
    """Tell whether a run of a diagram runs code of its project."""
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram) and has_code(part):
            return True
        if isinstance(part, CalledBlock) and part.runs_project_code and name not in diagram.disabled:
            return True
    return False
