"""What a check found out about a model, as plain data: it comes from another process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ScopeFacts:
    """Signals that are drawn together; ``title`` is the block that shows them, if one does.

    Those in ``names`` share the unit of the left axis, those in ``right`` that of the right one.
    """

    title: str
    unit: str
    names: tuple[str, ...]
    is_xy: bool = False  # the second over the first
    right: tuple[str, ...] = ()
    right_unit: str = ""
    y_unit: str | None = None  # of the second of a path, where it is another than that of the first

    @property
    def path_units(self) -> tuple[str, str]:
        """Return the units across and up of a path."""
        return self.unit, self.unit if self.y_unit is None else self.y_unit

    @property
    def key(self) -> tuple[str, str]:
        """Return what tells one plot from the others."""
        return self.title, self.unit


@dataclass(frozen=True)
class ModelFacts:
    """What can be seen of a model: its scopes, what they show, and the unit of every signal."""

    panels: tuple[ScopeFacts, ...] = ()
    shown: tuple[str, ...] = ()
    units: dict[str, tuple[str, str]] = field(default_factory=dict)  # of all signals: in SI, and as people like it

    def unit(self, name: str) -> str:
        """Return the SI unit of a signal, "" where it has none."""
        return self._units_of(name)[0]

    def display_unit(self, name: str) -> str:
        """Return the unit in which people like to see a signal."""
        return self._units_of(name)[1]

    def shown_unit(self, name: str) -> str:
        """Return the unit in which a scope shows a signal, else that in which people like to see it."""
        return next((panel.unit for panel in self.panels if name in panel.names), "") or self.display_unit(name)

    def _units_of(self, name: str) -> tuple[str, str]:
        return self.units.get(name) or self.units.get(name.partition("[")[0], ("", ""))


@dataclass(frozen=True)
class Checked:
    """The answer of one check; ``problems`` are (what, where, why, fix)."""

    problems: tuple[tuple[str, str, str, str], ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict)
    facts: ModelFacts | None = None  # None if the model could not be compiled
