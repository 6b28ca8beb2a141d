"""Values of expressions at sample points, and at generic points where only true identities hold.

At a generic point every branching operation (``fmax``, ``if_else``, ``fabs`` ...) is replaced by an arbitrary smooth
function of its operands. A contact force that happens to be zero at all samples is then not mistaken for zero, while
two copies of the same force still have the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import casadi as ca
import numpy as np
from casadi import DM, SX, Function

Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

# analytic where they are defined, so what holds at random points holds everywhere
ANALYTIC = frozenset(
    [ca.OP_ADD, ca.OP_SUB, ca.OP_MUL, ca.OP_DIV, ca.OP_NEG, ca.OP_INV, ca.OP_SQ, ca.OP_TWICE, ca.OP_ASSIGN]
    + [ca.OP_SIN, ca.OP_COS, ca.OP_TAN, ca.OP_SINH, ca.OP_COSH, ca.OP_TANH, ca.OP_ASINH]
    + [ca.OP_EXP, ca.OP_LOG, ca.OP_EXPM1, ca.OP_LOG1P, ca.OP_ERF]
)
POWERS = frozenset([ca.OP_POW, ca.OP_CONSTPOW])
PLUMBING = frozenset([ca.OP_INPUT, ca.OP_OUTPUT, ca.OP_CONST])


def values_at(expressions: Sequence[SX | float], inputs: SX, samples: Values, generic: Values) -> tuple[Values, Values]:
    """Return the values (expression, point) at the generic points and at the samples."""
    function = Function("values", [inputs], [ca.vertcat(*expressions)])
    return generic_values(function, generic), np.array(function(samples)).reshape(len(expressions), samples.shape[1])


def generic_values(function: Function, points: Values) -> Values:
    """Return the values (output, point) of a function of one vector, with branches replaced by smooth stand-ins."""
    operations = [function.instruction_id(k) for k in range(function.n_instructions())]
    if ANALYTIC.union(PLUMBING).issuperset(operations):
        return np.array(function(points)).reshape(function.numel_out(0), points.shape[1])
    outputs = np.zeros((function.numel_out(0), points.shape[1]))
    work: list[DM] = [DM()] * function.sz_w()
    for k, operation in enumerate(operations):
        target = function.instruction_output(k)
        if operation == ca.OP_CONST:
            work[target[0]] = DM(points.shape[1] * [function.instruction_constant(k)])
            continue
        source = function.instruction_input(k)
        if operation == ca.OP_INPUT:
            work[target[0]] = DM(points[source[1]])
        elif operation == ca.OP_OUTPUT:
            outputs[target[1]] = np.array(work[source[0]]).ravel()
        else:
            work[target[0]] = _evaluate(operation, [work[place] for place in source])
    return outputs


def _evaluate(operation: int, operands: list[DM]) -> DM:
    if operation in ANALYTIC or (operation in POWERS and _is_whole(operands[1])):
        return DM.unary(operation, *operands) if len(operands) == 1 else DM.binary(operation, *operands)
    mixture = operation + 1.7 * operands[0] + 2.3 * operands[-1]
    if operation == ca.OP_SQRT:
        # squares to its operand, but sqrt(x^2) is not x
        return ca.sqrt(ca.fabs(operands[0])) * ca.sign(ca.sin(37.0 * mixture))
    return ca.sin(mixture) + 1.5


def _is_whole(exponent: DM) -> bool:
    values = np.array(exponent).ravel()
    return bool(np.all(values == np.round(values[0])))
