"""How a run is meant to go, and what it has done."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from blocks.diagram import Diagram
from blocks.errors import ModelError, did_you_mean
from blocks.units import Dimension, unit
from blocks.values import number

SOLVERS = ("auto", "adaptive", "stiff", "rk4", "semi-implicit")
FIXED = ("rk4", "semi-implicit")
STARTS = ("given", "steady")
INTERVALS = 500  # instants recorded if nothing else is said


@dataclass
class Settings:
    """Until when, by which method, how accurately, with which largest or fixed step, and how often to record."""

    until: float = 1.0
    solver: str = "auto"
    tolerance: float = 1e-6
    step: float | None = None
    interval: float | None = None
    # "auto": machine code when a run takes long; "always": before the start; "never": CasADi's virtual machine only
    native: str = "auto"
    # "steady": whatever has no fixed start value begins where nothing changes
    start: str = "given"
    # whether code that the project brings along may run although nobody trusted it before
    trust: bool = False

    @property
    def is_fixed(self) -> bool:
        """Tell whether the method has a fixed step."""
        return self.solver in FIXED

    @property
    def recording_interval(self) -> float:
        """Return the time between recorded instants."""
        return self.interval or self.until / INTERVALS or 1.0

    def as_dict(self) -> dict[str, Any]:
        """Return the settings for files."""
        return asdict(self)


@dataclass
class Statistics:
    """What a run has done so far."""

    steps: int = 0
    rejected: int = 0
    events: int = 0
    solver: str = ""


def settings_for(diagram: Diagram, **given: Any) -> Settings:
    """Return the settings of a diagram's experiment, with what is given in their place."""
    experiment = diagram.experiment
    chosen = {
        "until": experiment.stop, "solver": experiment.solver, "tolerance": experiment.tolerance,
        "step": experiment.step, "interval": experiment.interval, "start": experiment.start,
    }  # fmt: skip
    chosen.update({name: value for name, value in given.items() if value is not None})
    if chosen["solver"] not in SOLVERS:
        raise ModelError(
            f'There is no solver "{chosen["solver"]}".', "experiment.solver", did_you_mean(chosen["solver"], SOLVERS),
            f"The solvers are: {', '.join(SOLVERS)}.",
        )  # fmt: skip
    if chosen["start"] not in STARTS:
        raise ModelError(
            f'There is no start "{chosen["start"]}".', "experiment.start", fix=f"Use {' or '.join(STARTS)}."
        )
    native, trust = chosen.pop("native", "auto"), bool(chosen.pop("trust", False))
    second = unit("s").dimension
    times = {}
    for name in ("until", "step", "interval"):
        value = chosen[name]
        times[name] = None if value is None else float(number(value, second, {}, f"experiment.{name}"))
        if times[name] is not None and not (times[name] or 0.0) >= 0 or (name != "until" and times[name] == 0.0):
            raise ModelError(f'"experiment.{name}" is {value}; it must be above zero.', f"experiment.{name}")
    tolerance = float(number(chosen["tolerance"], Dimension.ONE, {}, "experiment.tolerance"))
    if not 1e-14 <= tolerance <= 0.1:
        raise ModelError(
            f"A tolerance of {tolerance:g} is not possible.", "experiment.tolerance",
            fix="Use a value between 1e-14 and 0.1; 1e-6 is usual.",
        )  # fmt: skip
    return Settings(
        times["until"] or 0.0, chosen["solver"], tolerance, times["step"], times["interval"], native,
        chosen["start"], trust,
    )  # fmt: skip
