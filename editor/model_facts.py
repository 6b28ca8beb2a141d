"""What a check found out about a model, as plain data: it comes from another process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ScopeFacts:
    """Signals that are drawn together, in one unit; ``title`` is the block that shows them, if one does."""

    title: str
    unit: str
    names: tuple[str, ...]
    is_xy: bool = False  # the second over the first


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

    def _units_of(self, name: str) -> tuple[str, str]:
        return self.units.get(name) or self.units.get(name.partition("[")[0], ("", ""))


@dataclass(frozen=True)
class Checked:
    """The answer of one check; ``problems`` are (what, where, why, fix)."""

    problems: tuple[tuple[str, str, str, str], ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict)
    facts: ModelFacts | None = None  # None if the model could not be compiled
