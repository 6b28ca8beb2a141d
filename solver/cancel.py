"""Equations of one block whose derivatives cancel in a sum: the sum has none of them and replaces one equation.

Input: the rows of a block as SX scalars, and its jets. Output: equivalent rows. Structure alone does not see it when
C (u' - v') stands in two equations: each has a derivative to give, yet both give the same. A capacitor between two
nodes of a circuit, written in one block, is such a case. Only sums with plain numbers as factors are found.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from solver.program import random_points

POINTS = 4
ZERO = 1e-11  # a row is taken as a sum of others if this much of it, or less, is left


def cancel_derivatives(rows: list[ca.SX], jets: dict[tuple[int, int], ca.SX]) -> list[ca.SX]:
    """Return the rows, those that repeat the highest derivatives of others replaced by sums without these."""
    highest: dict[int, int] = {}
    for local, order in jets:
        highest[local] = max(order, highest.get(local, 0))
    tops = [symbol for (local, order), symbol in jets.items() if order and order == highest[local]]
    if len(tops) < 2 or not rows:
        return rows
    residual, unknowns = ca.vertcat(*rows), ca.vertcat(*tops)
    pattern = np.array(ca.DM(ca.jacobian_sparsity(residual, unknowns), 1.0)) != 0
    # rows with one derivative each cannot cancel unless structure shows it
    if pattern.sum(axis=1).max() < 2:
        return rows
    bent = ca.which_depends(residual, unknowns, 2, True)
    chosen = [int(i) for i in np.flatnonzero(pattern.any(axis=1)) if not bent[i]]
    slopes = _slopes(residual, unknowns)[chosen]
    sizes = np.linalg.norm(slopes, axis=1)
    if not np.isfinite(sizes).all() or not (sizes > 0).all():
        return rows
    return _replaced(rows, unknowns, chosen, slopes / sizes[:, None], sizes)


def _slopes(residual: ca.SX, unknowns: ca.SX) -> np.ndarray:
    """Return the partial derivatives of each row at several points, side by side."""
    inputs = ca.vertcat(*ca.symvar(residual))
    function = ca.Function("slopes", [inputs], [ca.densify(ca.jacobian(residual, unknowns))])
    points = random_points(inputs.numel(), POINTS, 5)
    return np.hstack([function(points[:, k]).full() for k in range(POINTS)])


def _replaced(
    rows: list[ca.SX], unknowns: ca.SX, chosen: list[int], slopes: np.ndarray, sizes: np.ndarray
) -> list[ca.SX]:
    found = list(rows)
    basis: list[int] = []
    for k, row in enumerate(chosen):
        factors = np.linalg.lstsq(slopes[basis].T, slopes[k], rcond=None)[0] if basis else np.zeros(0)
        if np.linalg.norm(slopes[k] - factors @ slopes[basis]) > ZERO:
            basis.append(k)
            continue
        total = rows[row]
        for j, factor in zip(basis, factors * sizes[k] / sizes[basis], strict=True):
            if abs(factor) > ZERO * sizes[k] / sizes[j]:
                total = total - _tidy(factor) * rows[chosen[j]]
        # the derivatives cancel, but for rounding
        found[row] = ca.substitute(total, unknowns, ca.SX.zeros(unknowns.numel()))
    return found


def _tidy(factor: float) -> float:
    near = float(round(factor))
    return near if abs(factor - near) < 1e-12 else factor
