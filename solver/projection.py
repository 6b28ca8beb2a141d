"""Remove the drift from constraints: after a step, states are moved back onto every closed loop.

Input: a solved top level. Output: one function for each derivative level, positions first, that corrects the states of
that level. Putting the constraint residuals in place of the rests of the top level and solving again, with the same
factors, gives the correction that is smallest in the sense of the masses (or capacitances) involved; no knowledge of
mechanics is needed.
"""

from __future__ import annotations

import casadi as ca

from solver.assemble import Assembly
from solver.causalize import Causal
from solver.program import Program


def projection_functions(causal: Causal) -> list[ca.Function]:
    """Return the correction of each level as a function (time, states, ...) -> corrected states."""
    assembly = causal.assembly
    offsets, rows = assembly.offsets, assembly.choice.constraints
    deepest = max((int(offsets.rows[row]) for row in rows), default=0)
    functions = []
    for stage in range(-deepest, 0):
        present = [row for row in rows if offsets.rows[row] + stage >= 0]
        residuals = {row: assembly.residual(row, int(offsets.rows[row]) + stage) for row in present}
        known = len(assembly.program.cuts)
        found = causal.solve_again(residuals)
        turned = _quaternion_corrections(assembly, found) if stage == -2 else {}
        moved = []
        for (column, order), state in zip(assembly.state_jets, ca.vertsplit(assembly.program.states), strict=True):
            is_here = order == int(offsets.columns[column]) + stage
            moved.append(state + (found[column] if is_here else turned.get(column, 0)))
        program = assembly.program
        functions.append(program.function(f"project{-stage}", [tidy_vector(moved)]))
        # cuts made for this correction only must not burden other functions
        del program.cuts[known:]
    return functions


def _quaternion_corrections(assembly: Assembly, found: dict[int, ca.SX]) -> dict[int, ca.SX]:
    """Return how quaternions move with the small turns found in the place of angular accelerations.

    A quaternion is integrated from an angular velocity, so it changes with a turn as its rate does with that velocity.
    """
    quaternions = set()
    for step in assembly.system.orientations.steps.values():
        if step.instance.template.turns[step.turn].freedom == 3:
            jets, _ = step.instance.template.relative(step.turn)
            quaternions |= {int(assembly.incidence.column_of[step.instance.variables + local]) for local, _ in jets}
    quaternions.discard(-1)
    states = ca.vertsplit(assembly.program.states)
    speeds = {
        column: states[i]
        for i, (column, order) in enumerate(assembly.state_jets)
        if order == 0 and int(assembly.offsets.columns[column]) == 1 and column not in quaternions
    }
    corrections = {}
    for column in quaternions:
        rate = assembly.value(column, 1)
        used = {symbol.name() for symbol in ca.symvar(rate)}
        moved = [ca.jacobian(rate, w) * found[j] for j, w in speeds.items() if w.name() in used]
        corrections[column] = sum(moved, ca.SX(0))
    return corrections


def tidy_vector(items: list[ca.SX]) -> ca.SX:
    """Return scalars as a vector with common parts computed once."""
    vector = ca.vertcat(*items)
    return ca.cse(vector) if ca.n_nodes(vector) < 60_000 else vector


def call_with_states(function: ca.Function, states: ca.MX, arguments: list[ca.MX]) -> ca.MX:
    """Return a correction applied to states within a larger function."""
    time, _, *rest = arguments
    return function(time, states, *rest)


def arguments_of(program: Program) -> list[ca.MX]:
    """Return fresh symbols for all arguments of the model's functions."""
    sizes = [1, *(symbol.numel() for symbol in program.arguments()[1:]), program.guess_count]
    return [ca.MX.sym(name, size) for name, size in zip(("t", "x", "p", "m", "h", "w"), sizes, strict=True)]
