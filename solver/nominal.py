"""Typical sizes of states, as far as block authors say."""

from __future__ import annotations

import numpy as np

from solver.assemble import Assembly
from solver.incidence import Array


def nominal_sizes(assembly: Assembly) -> Array:
    """Return a typical size of every state, and nan where nobody gave one."""
    place = {jet: i for i, jet in enumerate(assembly.state_jets)}
    incidence = assembly.incidence
    sizes = np.full(len(place), np.nan)
    for template, instances in assembly.system.groups().items():
        for local, variable in enumerate(template.variables):
            nominal = variable.info.declaration.nominal  # type: ignore[attr-defined]
            for instance in instances if nominal else ():
                number = instance.variables + local
                i = place.get((int(incidence.column_of[number]), int(incidence.aliases.order[number])))
                if i is not None:
                    sizes[i] = abs(nominal)
    return sizes
