"""What a scope is asked to show: by blocks in the diagram, and by signals a person has chosen or moved.

The diagram's file keeps both: ``signals`` of a table are chosen, and a table with ``plot`` tells which signals have
been moved to the ``left`` or ``right`` axis of that plot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from blocks.block import type_name
from blocks.diagram import Diagram, block_of
from editor.model_facts import ModelFacts, ScopeFacts

SINKS = ("signals.Scope", "signals.XYScope")
KEY = "signals"
SIDES = ("left", "right")
MOST_CURVES = 12  # that a plot nobody has asked for shows; a large model has hundreds of states


@dataclass(frozen=True)
class Move:
    """A signal that a person has put into another plot, or onto the other axis."""

    name: str
    title: str
    unit: str
    side: str


def chosen_signals(diagram: Diagram) -> list[str]:
    """Return the signals that a person has chosen, as the diagram's file has them."""
    names = [name for table in _tables(diagram) for name in _names(table, KEY)]
    return list(dict.fromkeys(names))


def moves_of(diagram: Diagram) -> list[Move]:
    """Return the signals that a person has moved, as the diagram's file has them."""
    found: dict[str, Move] = {}
    for table in _tables(diagram):
        title, unit = table.get("plot"), table.get("unit", "")
        if isinstance(title, str) and isinstance(unit, str):
            found |= {name: Move(name, title, unit, side) for side in SIDES for name in _names(table, side)}
    return list(found.values())


def with_wishes(chosen: Iterable[str], moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return the tables for a diagram's file."""
    names = list(dict.fromkeys(chosen))
    tables: list[dict[str, Any]] = [{KEY: names}] if names else []
    plots: dict[tuple[str, str], dict[str, Any]] = {}
    for move in moves:
        table = plots.setdefault((move.title, move.unit), {"plot": move.title, "unit": move.unit})
        table.setdefault(move.side, []).append(move.name)
    return tables + list(plots.values())


def _tables(diagram: Diagram) -> list[dict[str, Any]]:
    tables = diagram.scopes if isinstance(diagram.scopes, list) else list(diagram.scopes.values())
    return [table for table in tables if isinstance(table, dict)]


def _names(table: dict[str, Any], key: str) -> list[str]:
    names = table.get(key, [])
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def scope_signals(diagram: Diagram, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each scope and what it is connected to: a guess while the model is not compiled yet."""
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram) and name not in diagram.counts:
            yield from scope_signals(part, f"{path}{name}.")
        elif not isinstance(part, Diagram) and type_name(type(part)) in SINKS and name not in diagram.disabled:
            ends = [end for pair in diagram.connections if name in map(block_of, pair) for end in pair]
            yield f"{path}{name}", [f"{path}{end}" for end in ends if block_of(end) != name]


def panels_for(facts: ModelFacts, chosen: Iterable[str], moves: Iterable[Move] = ()) -> list[ScopeFacts]:
    """Return the plots: those of the model, the chosen signals with others of the same unit, all as they were moved."""
    panels = {panel.key: panel if panel.title else replace(panel, names=panel.names[:MOST_CURVES])
              for panel in facts.panels}  # fmt: skip
    for name in chosen:
        if name in facts.units:
            unit = facts.display_unit(name)
            before = panels.get(("", unit), ScopeFacts("", unit, ()))
            panels["", unit] = replace(before, names=tuple(dict.fromkeys((*before.names, name))))
    for move in moves:
        _move(panels, move, facts)
    return [_leaning_left(panel) for panel in panels.values() if panel.names or panel.right]


def _move(panels: dict[tuple[str, str], ScopeFacts], move: Move, facts: ModelFacts) -> None:
    """Take a signal from the plot it is in and put it where it was moved to, if it still fits there."""
    homes = [panel for panel in panels.values() if move.name in (*panel.names, *panel.right) and not panel.is_xy]
    unit, key = facts.display_unit(move.name), (move.title, move.unit)
    target = panels.get(key, ScopeFacts(move.title, move.unit, ()))
    if not homes or target.is_xy or not fits(target, move.side, unit):
        return
    home = homes[0]
    names, right = (tuple(name for name in part if name != move.name) for part in (home.names, home.right))
    panels[home.key] = replace(home, names=names, right=right)
    target = panels.get(key, target)
    if move.side == "left":
        panels[key] = replace(target, names=(*target.names, move.name))
    else:
        panels[key] = replace(target, right=(*target.right, move.name), right_unit=unit)


def fits(panel: ScopeFacts, side: str, unit: str) -> bool:
    """Tell whether a signal with a unit can be on an axis: all on one axis share theirs."""
    if side == "left":
        return unit == panel.unit
    return not panel.right or unit == panel.right_unit


def _leaning_left(panel: ScopeFacts) -> ScopeFacts:
    """Return a plot that has only a right axis with a left one instead; the key must stay, so the title tells it."""
    if panel.names or not panel.right or panel.right_unit != panel.unit:
        return panel
    return replace(panel, names=panel.right, right=(), right_unit="")
