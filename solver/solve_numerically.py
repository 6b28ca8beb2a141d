"""Numeric solution of a linear block that is too large, or too delicate, for symbolic elimination."""

from __future__ import annotations

import casadi as ca
from casadi import MX, SX, Function


def solve_numerically(A: SX, b: SX, inputs: SX, name: str = "linear_block") -> Function:
    """Return the function of ``inputs`` that gives ``z`` with ``A z + b = 0``, by sparse QR; C code can be made of it.

    Rows are scaled by their largest entry and the solution is refined once, because rows in newtons and in metres, or
    switches of 1e-5 and 1e5 ohm, stand side by side.
    """
    scale = _reciprocal_row_sizes(A)
    parts = Function("parts", [inputs], [_scale_rows(A, scale), -scale * ca.densify(b)])
    point = MX.sym("inputs", inputs.numel())
    matrix, right = parts(point)
    first = ca.solve(matrix, right, "qr")
    refined = first + ca.solve(matrix, right - matrix @ first, "qr")
    return Function(name, [point], [refined], ["inputs"], ["z"])


def _reciprocal_row_sizes(A: SX) -> SX:
    sizes = [SX(0.0)] * A.size1()
    for row, entry in zip(A.row(), ca.vertsplit(A.nz[:]), strict=True):
        sizes[row] = ca.fmax(sizes[row], ca.fabs(entry))
    # a row that is zero at the moment stays as it is
    return ca.vertcat(*[1.0 / ca.if_else(size > 0.0, size, 1.0) for size in sizes])


def _scale_rows(A: SX, scale: SX) -> SX:
    scales = ca.vertsplit(scale)
    scaled = [scales[row] * entry for row, entry in zip(A.row(), ca.vertsplit(A.nz[:]), strict=True)]
    return SX(A.sparsity(), ca.vertcat(*scaled))
