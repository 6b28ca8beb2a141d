"""Checks of a flat system before its equations are sorted: units and balance of every class used, one world each."""

from __future__ import annotations

from collections import defaultdict

from blocks.block import Block, Shared
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
    _check_worlds(system)


def _check_worlds(system: System) -> None:
    """Add a problem where a diagram has two blocks of a kind that all its parts share, such as two worlds."""
    types = {type(instance.block) for instance in system.instances}
    shared = {item.kind for kind in types for item in kind.declarations.values() if isinstance(item, Shared)}
    found: dict[tuple[str, type[Block]], list[str]] = defaultdict(list)
    for instance in system.instances:
        if type(instance.block) in shared:
            inside = instance.name.rpartition(".")[0]
            found[inside, type(instance.block)].append(instance.name)
    for (_, kind), names in found.items():
        if len(names) > 1:
            listed = ", ".join(f'"{name}"' for name in names[:-1]) + f' and "{names[-1]}"'
            system.problems.append(
                ModelError(
                    f"{listed} are each the {kind.__name__} of one diagram.", names[-1],
                    f"All parts of a diagram share one {kind.__name__}; nothing says which of them counts.",
                    "Remove all but one. A place in the ground is a Fixed block.",
                )  # fmt: skip
            )
