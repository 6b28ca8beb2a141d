"""Calls of CasADi functions without overhead: arguments and results live in numpy arrays that are written in place."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

Array = np.ndarray[Any, Any]


class Buffered:
    """A function with its own argument and result arrays (0.4 us a call instead of 40).

    >>> x = ca.SX.sym("x", 2)
    >>> double = Buffered(ca.Function("double", [x], [2 * x]))
    >>> double(np.array([1.0, 2.0]))[0]
    array([2., 4.])
    """

    def __init__(self, function: ca.Function) -> None:
        self.function = function
        self.arguments = [np.zeros(function.nnz_in(i)) for i in range(function.n_in())]
        self.results = [np.zeros(function.nnz_out(i)) for i in range(function.n_out())]
        self._buffer, self._run = function.buffer()
        # plain arithmetic cannot fail; a solver inside can, and then leaves old results behind
        self._can_fail = not function.is_a("SXFunction")
        for i, array in enumerate(self.arguments):
            self._buffer.set_arg(i, memoryview(array))  # type: ignore[call-arg, arg-type]
        for i, array in enumerate(self.results):
            self._buffer.set_res(i, memoryview(array))  # type: ignore[call-arg, arg-type]

    def __call__(self, *values: Any) -> list[Array]:
        """Return the result arrays, not numbers where a part cannot be solved; the next call overwrites them."""
        for array, value in zip(self.arguments, values, strict=True):
            array[:] = value
        self._run()
        if self._can_fail and self._buffer.ret():
            for array in self.results:
                array[:] = np.nan
        return self.results
