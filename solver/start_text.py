"""Start values as a person would write them, and those that contradict each other since they are of one quantity."""

from __future__ import annotations

from blocks.errors import ModelError
from blocks.units import unit
from solver.alias import Aliases
from solver.flatten import System
from solver.incidence import plain_unit
from solver.starts import Start

SAME = 1e-9


def start_text(system: System, start: Start) -> str:
    """Return a start value with its unit: ``joint.phi = 30 deg``."""
    owner = system.owner(start.variable)
    declared = owner.template.variables[start.variable - owner.variables].info.declaration
    shown = getattr(declared, "display", "") if start.derivative == 0 else ""
    if shown:
        wanted = unit(shown)
        return f"{start.name} = {(start.value - wanted.offset) / wanted.factor:.6g} {shown}"
    per_second = plain_unit(declared.unit_text) + "/s" * start.derivative if declared.unit_text != "any" else ""
    return f"{start.name} = {start.value:.6g}{per_second}"


def rival_starts(system: System, aliases: Aliases, starts: list[Start]) -> list[ModelError]:
    """Return an error for each two start values that a person fixed and that cannot both hold."""
    first: dict[tuple[int, int], tuple[Start, float]] = {}
    found = []
    for start in starts:
        if not start.is_fixed or start.weight < 2:
            continue
        place = int(aliases.root[start.variable]), int(aliases.order[start.variable]) + start.derivative
        value = float(aliases.sign[start.variable]) * start.value
        other, known = first.setdefault(place, (start, value))
        if abs(value - known) > SAME * max(1.0, abs(value)):
            found.append(
                ModelError(
                    f'"{other.name}" and "{start.name}" are one quantity, for their blocks are connected, but start '
                    "with different values.",
                    start.name.rpartition(".")[0], f"{start_text(system, other)}, {start_text(system, start)}.",
                    "Leave one of them out, make it a guess, or put something that gives way between the blocks.",
                )  # fmt: skip
            )
    return found
