"""All that an edit of a diagram can change, and back: shallow copies of its tables.

Blocks are not copied, because they are never changed in place; a subsystem's own tables have steps of their own, but
its values belong to the diagram it is in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from blocks.diagram import Diagram

TABLES = (
    "blocks", "counts", "connections", "parameters", "mask", "ports", "initial_equations", "layout", "files", "notes",
    "routes", "annotations", "scopes", "colors", "extra",
)  # fmt: skip


@dataclass(frozen=True)
class Snapshot:
    """The tables of a diagram at one moment."""

    tables: dict[str, Any]
    disabled: frozenset[str]
    experiment: Any
    note: str
    inner_values: dict[str, dict[str, Any]]


def snapshot(diagram: Diagram) -> Snapshot:
    """Return a copy of everything an edit may change."""
    tables = {name: _copy(getattr(diagram, name)) for name in TABLES}
    inner = {name: dict(part.values) for name, part in diagram.blocks.items() if isinstance(part, Diagram)}
    return Snapshot(tables, frozenset(diagram.disabled), replace(diagram.experiment), diagram.note, inner)


def restore(diagram: Diagram, before: Snapshot) -> None:
    """Put a diagram back to what it was."""
    for name, table in before.tables.items():
        setattr(diagram, name, _copy(table))
    diagram.disabled = set(before.disabled)
    diagram.experiment = replace(before.experiment)
    diagram.note = before.note
    for name, values in before.inner_values.items():
        part = diagram.blocks[name]
        if isinstance(part, Diagram):
            part.values = dict(values)


def _copy(table: Any) -> Any:
    if isinstance(table, dict):
        return dict(table)
    return list(table) if isinstance(table, list) else table
