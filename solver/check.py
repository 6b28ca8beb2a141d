"""Checks of a flat system that need no equations to be sorted: units and balance of every class used."""

from __future__ import annotations

from blocks.errors import ModelError
from solver.flatten import System


def check(system: System) -> None:
    """Add to the system's problems what is wrong with the classes of its blocks, once for each class."""
    try:
        from blocks.balance import check_balance
        from blocks.unit_check import check_units
    except ImportError:
        return
    for template, instances in system.groups().items():
        first = instances[0]
        system.problems.extend(check_units(template.trace, first.name, template.name))
        fault: ModelError | None = check_balance(first.block)
        if fault is not None:
            system.problems.append(fault)
