"""An independent way to integrate what switches: SciPy from event to event, each phase with its own equations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

Array = np.ndarray[Any, Any]
Law = Callable[[float, Array], Any]
CLEAR = 1e-8  # a phase whose guard is below this from the first moment is passed over


@dataclass(frozen=True)
class Phase:
    """How states move, and when the phase ends: each guard is positive until the phase named with it begins."""

    rates: Law
    ends: Sequence[tuple[Law, str]] = ()


@dataclass
class Path:
    """What was found: the instants at which a phase ended, the names of all phases, and the states in between."""

    events: list[float] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    parts: list[tuple[float, Any]] = field(default_factory=list)

    def at(self, times: Array) -> Array:
        """Return the states at some times, one row for each state."""
        ends = np.array([end for end, _ in self.parts])
        chosen = np.minimum(np.searchsorted(ends, times), len(ends) - 1)
        return np.array([self.parts[k][1](time) for k, time in zip(chosen, times, strict=True)]).T


def integrate(
    phases: dict[str, Phase], name: str, y: Sequence[float], until: float, breaks: Sequence[float] = ()
) -> Path:
    """Return the path from the states ``y`` in the phase ``name``; nothing jumps but what jumps in time, at breaks."""
    path, time, states = Path(), 0.0, np.array(y, dtype=float)
    while time < until:
        name = settled(phases, name, time, states)
        phase = phases[name]
        path.phases.append(name)
        guards = [falling(guard) for guard, _ in phase.ends]
        stop = min([when for when in breaks if when > time], default=until)
        found = solve_ivp(
            phase.rates, (time, min(stop, until)), states, method="DOP853", rtol=1e-12, atol=1e-13,
            events=guards or None, dense_output=True, max_step=0.02,
        )  # fmt: skip
        time, states = float(found.t[-1]), found.y[:, -1]
        path.parts.append((time, found.sol))
        if found.status == 1:
            path.events.append(time)
            name = next(end for (_, end), times in zip(phase.ends, found.t_events, strict=True) if len(times))
        assert len(path.events) < 1000
    return path


def settled(phases: dict[str, Phase], name: str, time: float, states: Array) -> str:
    """Return the phase that can last, starting from a first one."""
    for _ in range(len(phases) + 1):
        # just after a break, where what jumps in time has its new value
        over = [end for guard, end in phases[name].ends if guard(time + 1e-12, states) < -CLEAR]
        if not over:
            return name
        name = over[0]
    raise AssertionError(f"no phase lasts at {time}")


def falling(guard: Law) -> Law:
    """Return a guard as SciPy wants to have it."""

    def event(time: float, states: Array) -> float:
        return float(guard(time, states))

    event.terminal, event.direction = True, -1  # type: ignore[attr-defined]
    return event
