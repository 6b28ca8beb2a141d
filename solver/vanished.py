"""Parameters that are zero where the model divides by them: a joint without friction between springs, a mass of 0 kg.

Parameters are inputs of the compiled model, so equations are arranged for any value of them. Where an unknown is worked
out from ``force == damping * speed`` that fails for a damping of zero, although the model has a solution: then the
force is zero, and something else decides about the speed. Such parameters are found by trying, and the model is
compiled again with a plain zero in their place.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from solver.buffered import Array
from solver.flatten import Zeros
from solver.starts import guess_vector

if TYPE_CHECKING:
    from solver.model import Model

SMALL = 1e-3  # some number that is not zero


def vanished(model: Model) -> Zeros:
    """Return the parameters that must be taken as zero to solve the model."""
    values = model.system.parameter_values
    suspects = np.flatnonzero(values == 0)
    if not len(suspects) or is_solved(model, values):
        return {}
    others = values.copy()
    others[suspects] = SMALL
    if not is_solved(model, others):
        return {}  # it fails for another reason
    found: dict[str, set[int]] = defaultdict(set)
    for place in suspects:
        tried = others.copy()
        tried[place] = 0.0
        if not is_solved(model, tried):
            owner = [item for item in model.system.instances if item.parameters <= place][-1]
            found[owner.name].add(int(place) - owner.parameters)
    return {name: frozenset(places) for name, places in found.items()}


def is_solved(model: Model, parameters: Array) -> bool:
    """Tell whether the derivatives are numbers at a point of no special kind near the start."""
    states = guess_vector(model.assembly, model.starts)[0]
    states = states + np.random.default_rng(4).uniform(0.1, 0.3, len(states))
    program = model.assembly.program
    rest = [np.zeros(symbol.numel()) for symbol in (program.modes, program.held)]
    rates = model.derivatives_function(0.1, states, parameters, *rest, np.zeros(program.guess_count))[0]
    return bool(np.isfinite(np.array(rates)).all())
