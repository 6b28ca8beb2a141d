"""What is drawn together: the panels of a picture, each with curves that share an axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from blocks.diagram import Diagram
from solver.result import Result
from solver.shown_signals import exposed_signals, scopes, shown_signals
from solver.trajectories import Trajectories


@dataclass(frozen=True)
class Panel:
    """Curves over time: for each label the variable it stands for, all in one unit."""

    curves: dict[str, str]
    unit: str
    title: str = ""


def panels_by_unit(result: Trajectories, scalars: Iterable[str]) -> list[Panel]:
    """Return one panel for each unit."""
    groups: dict[str, dict[str, str]] = {}
    for name in scalars:
        groups.setdefault(result.display_unit(name), {})[name] = name
    return [Panel(curves, unit) for unit, curves in groups.items()]


def shown_panels(result: Result) -> list[Panel]:
    """Return what a person most likely wants to see: one panel for each scope, and the exposed ports by unit."""
    model = result.model
    panels = panels_by_unit(result, exposed_signals(model))
    for name, signals in scopes(model).items():
        scalars = [scalar for signal in signals for scalar in model.observer.expand(signal)]
        panels += _scope_panels(result, name, scalars)
    return panels or panels_by_unit(result, shown_signals(model))


def _scope_panels(result: Result, scope: str, scalars: list[str]) -> Iterator[Panel]:
    """Yield one panel, or several if the signals have different units; signals without one go with the first."""
    labels = dict(source_names(result.model.diagram))
    units = list(dict.fromkeys(unit for name in scalars if (unit := result.display_unit(name)))) or [""]
    for unit in units:
        chosen = [name for name in scalars if (result.display_unit(name) or units[0]) == unit]
        yield Panel({labels.get(name, name): name for name in chosen}, unit, scope)


def source_names(diagram: Diagram, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield for each connected port what it is connected to, as the diagram writes it."""
    for first, second in diagram.connections:
        yield prefix + second, prefix + first
        yield prefix + first, prefix + second
    for name, part in diagram.blocks.items():
        if isinstance(part, Diagram):
            yield from source_names(part, f"{prefix}{name}.")
