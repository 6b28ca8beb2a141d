"""What a scope is asked to show: by blocks in the diagram, and by signals a person has chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blocks.block import type_name
from blocks.diagram import Diagram, block_of
from editor.model_facts import ModelFacts, ScopeFacts

SINKS = ("signals.Scope", "signals.XYScope")
KEY = "signals"


def chosen_signals(diagram: Diagram) -> list[str]:
    """Return the signals that a person has chosen, as the diagram's file has them."""
    tables = diagram.scopes if isinstance(diagram.scopes, list) else list(diagram.scopes.values())
    names = [name for table in tables if isinstance(table, dict) for name in table.get(KEY, [])]
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


def with_chosen(diagram: Diagram, names: Iterable[str]) -> list[dict[str, list[str]]]:
    """Return the tables for a diagram's file."""
    chosen = list(dict.fromkeys(names))
    return [{KEY: chosen}] if chosen else []


def scope_signals(diagram: Diagram, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each scope and what it is connected to: a guess while the model is not compiled yet."""
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram) and name not in diagram.counts:
            yield from scope_signals(part, f"{path}{name}.")
        elif not isinstance(part, Diagram) and type_name(type(part)) in SINKS and name not in diagram.disabled:
            ends = [end for pair in diagram.connections if name in map(block_of, pair) for end in pair]
            yield f"{path}{name}", [f"{path}{end}" for end in ends if block_of(end) != name]


def panels_for(facts: ModelFacts, chosen: Iterable[str]) -> list[ScopeFacts]:
    """Return the plots: those of the model, and the chosen signals with others of the same unit."""
    panels = {(panel.title, panel.unit): panel for panel in facts.panels}
    for name in chosen:
        if name in facts.units:
            unit = facts.display_unit(name)
            before = panels.get(("", unit), ScopeFacts("", unit, ()))
            names = tuple(dict.fromkeys((*before.names, name)))
            panels["", unit] = ScopeFacts("", unit, names)
    return list(panels.values())
