"""What is drawn together: the panels of a picture, each with curves that share an axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solver.result import Result
from solver.shown_signals import PATHS, exposed_signals, scopes, shown_signals
from solver.trajectories import Trajectories


@dataclass(frozen=True)
class Panel:
    """Variables over time, all in one unit; or a path, which is the second of two variables over the first."""

    names: list[str]
    unit: str
    title: str = ""
    is_path: bool = False


def panels_by_unit(result: Trajectories, scalars: Iterable[str]) -> list[Panel]:
    """Return one panel for each unit."""
    groups: dict[str, list[str]] = {}
    for name in scalars:
        groups.setdefault(result.display_unit(name), []).append(name)
    return [Panel(names, unit) for unit, names in groups.items()]


def shown_panels(result: Result) -> list[Panel]:
    """Return what a person most likely wants to see: one panel for each scope, and the exposed ports by unit."""
    model = result.model
    panels = panels_by_unit(result, exposed_signals(model))
    paths = scopes(model, PATHS)
    for name, signals in scopes(model).items():
        if name in paths and len(signals) == 2:
            panels.append(Panel(signals, result.display_unit(signals[0]), name, is_path=True))
        else:
            panels += _scope_panels(result, name, signals)
    return panels or panels_by_unit(result, shown_signals(model))


def _scope_panels(result: Result, scope: str, signals: list[str]) -> Iterator[Panel]:
    """Yield one panel, or several if the signals have different units; signals without one go with the first."""
    units = list(dict.fromkeys(unit for name in signals if (unit := result.display_unit(name)))) or [""]
    for unit in units:
        chosen = [name for name in signals if (result.display_unit(name) or units[0]) == unit]
        yield Panel(chosen, unit, scope)
