"""What the experiments of a project are, as its file ``experiments.toml`` says. Nothing here runs or draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blocks.units import Dimension

FILE = "experiments.toml"
FORMAT = "junctura-experiments"
VERSION = 1

# which fields each kind of measure needs, and which it may have beside title, says, source, over, expected and unit
MEASURES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "value": (("signal", "at"), ()),
    "final": (("signal",), ()),
    "maximum": (("signal",), ("from", "until")),
    "minimum": (("signal",), ("from", "until")),
    "mean": (("signal",), ("from", "until")),
    "first": (("signal", "level"), ("from",)),
    "settled": (("signal", "within"), ("level",)),
    "rms": (("signal",), ("other", "from", "until")),
}
STATISTICS = ("median", "mean", "minimum", "maximum", "most frequent")


@dataclass(frozen=True)
class Amount:
    """A quantity as typed and in SI; a bare number may stand for any dimension."""

    value: float
    dimension: Dimension | None
    text: str


@dataclass(frozen=True)
class Measure:
    """One number that a run gives, what the document says about it, and the range it should lie in."""

    kind: str
    signal: str
    other: str = ""
    times: dict[str, float] = field(default_factory=dict)  # at, from, until
    level: Amount | None = None
    within: Amount | None = None
    title: str = ""
    says: str = ""
    source: str = ""  # where in the document
    over: str = "median"
    least: Amount | None = None
    most: Amount | None = None
    unit: str = ""
    names: dict[float, str] = field(default_factory=dict)  # of values that are codes

    @property
    def signals(self) -> tuple[str, ...]:
        """Return the signals that are needed."""
        return (self.signal, self.other) if self.other else (self.signal,)

    def name(self) -> str:
        """Return the title, or what is measured in a few words."""
        return self.title or self.words().replace("=", " ").replace('"', "")

    def words(self) -> str:
        """Return the measure as ``junctura run --measure`` takes it."""
        parts = [self.kind, *self.signals]
        parts += [f'{key}="{value:g} s"' for key, value in self.times.items()]
        parts += [f'{key}="{item.text}"' for key, item in (("level", self.level), ("within", self.within)) if item]
        return " ".join(parts)


@dataclass(frozen=True)
class Motion:
    """What is shown of a motion: which member of the ensemble, which instants in one picture."""

    member: int = 1
    instants: tuple[float, ...] = ()
    is_apart: bool = False  # the instants beside each other, not one upon the other


@dataclass(frozen=True)
class Experiment:
    """One diagram with values, once or for several members of an ensemble."""

    name: str
    diagram: Path
    title: str = ""
    note: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    members: tuple[dict[str, Any], ...] = ({},)
    settings: dict[str, Any] = field(default_factory=dict)
    measures: tuple[Measure, ...] = ()
    motion: Motion | None = None
    sets: tuple[str, ...] = ()  # whose values are among its own

    @property
    def heading(self) -> str:
        """Return its title, or its name."""
        return self.title or self.name

    def parameters(self, member: int) -> dict[str, Any]:
        """Return all values that a member is run with."""
        return {**self.values, **self.members[member]}


@dataclass(frozen=True)
class Plot:
    """Signals of one or several experiments over time, or over another signal."""

    experiments: tuple[str, ...]
    signals: tuple[str, ...]
    x: str = ""
    title: str = ""
    note: str = ""
    labels: tuple[str, ...] = ()
    levels: dict[str, Amount] = field(default_factory=dict)
    unit: str = ""
    until: float | None = None


@dataclass(frozen=True)
class ParameterSet:
    """Values that belong together, under a name."""

    name: str
    note: str
    values: dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """All that the file of a project says."""

    file: Path
    title: str
    note: str
    document: str
    sets: dict[str, ParameterSet]
    experiments: dict[str, Experiment]
    plots: tuple[Plot, ...]
    drawn: tuple[Path, ...]  # the diagrams of which there are pictures
