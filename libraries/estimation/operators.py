"""Operators of redundant robots, and on vectors, at samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from blocks import Equations, Expr, Input, Output, Parameter, SampledBlock, Structural
from blocks.called import CalledBlock, Given
from blocks.functions import let, maximum, where


class MatrixOperator(CalledBlock):
    """What operators on a matrix share: the matrix, and how much they are damped."""

    A = Input("any", "matrix, such as a Jacobian", shape=("rows", "columns"))
    rows = Structural(2, "number of rows", min=1)
    columns = Structural(3, "number of columns", min=1)
    damping = Parameter(0.0, "any", "damping: keeps answers small where the matrix loses rank; 0 is exact", min=0)


class PseudoInverse(MatrixOperator):
    """Pseudo-inverse of a matrix: the smallest x with A x nearest to b is the pseudo-inverse times b."""

    y = Output("any", "pseudo-inverse", shape=("columns", "rows"))

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return the pseudo-inverse."""
        return {"y": pseudo_inverse(given.A, given.damping)}, None


class NullSpace(MatrixOperator):
    """Projector onto the null space of a matrix: what is left of a motion that the matrix does not see."""

    y = Output("any", "projector", shape=("columns", "columns"))

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return the projector."""
        return {"y": null_space(given.A, given.damping)}, None


class TaskPriority(MatrixOperator):
    """Motion that does a task, and a wish as far as the task allows: x = A⁺ task + (1 - A⁺ A) wish."""

    task = Input("any", "what A x should be", shape="rows")
    wish = Input("any", "what x should be where the task does not care", shape="columns", default=0)
    y = Output("any", "motion x", shape="columns")

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return the motion."""
        y = pseudo_inverse(given.A, given.damping) @ given.task + null_space(given.A, given.damping) @ given.wish
        return {"y": y}, None


class Argmax(SampledBlock):
    """Which element of a vector is the largest, counted from one; of equal ones the first."""

    u = Input("any", "vector", shape="n")
    index = Output("1", "number of the largest element")
    largest = Output("any", "the largest element")
    n = Structural(2, "number of elements", min=1)

    def equations(self) -> Equations:
        index: Expr | int = 1
        best = self.u[0]
        for i in range(1, self.n):
            # each reads as a name, for written out the last ones would fill a page
            index = let("argmax", where(self.u[i] > best, i + 1, index))
            best = let("maximum", maximum(best, self.u[i]))
        yield self.index == index
        yield self.largest == best


class IndexShift(CalledBlock):
    """A vector turned round in a ring: element 1 of the output is element 1 + shift of the input, and so on."""

    u = Input("any", "vector", shape="n")
    shift = Input("1", "by how many elements, to either side and as far as one likes")
    y = Output("any", "shifted vector", shape="n")
    n = Structural(2, "number of elements", min=1)

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return the shifted vector."""
        return {"y": np.roll(given.u, -round(given.shift))}, None


def pseudo_inverse(A: Any, damping: float = 0.0) -> Any:
    """Return the (damped) pseudo-inverse."""
    U, sizes, V = np.linalg.svd(A, full_matrices=False)
    seen = sizes > 1e-12 * max(float(sizes[0]), 1e-300)
    inverse = np.where(seen, sizes / np.where(seen, sizes**2 + damping**2, 1.0), 0.0)
    return (V.T * inverse) @ U.T


def null_space(A: Any, damping: float = 0.0) -> Any:
    """Return the projector onto the null space; damped, it also lets through what the inverse leaves undone."""
    return np.eye(A.shape[1]) - pseudo_inverse(A, damping) @ A
