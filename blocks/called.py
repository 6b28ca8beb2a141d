"""Blocks that compute with plain numpy code, called at each sample, where equations would be clumsy.

A filter with matrices, a search, a controller that a project brings along: what they do is a function of the inputs
and of a state that the run keeps for them, from its start to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

from blocks.block import SampledBlock
from blocks.declare import Declaration, Input, Output, Variable
from blocks.expression import Equations, Expr


class Given(SimpleNamespace):
    """What a called block reads at a sample: ``time``, its inputs and parameters by name, and the ``project``.

    Single numbers are floats, vectors and matrices are arrays; all of them are copies.
    """

    def __getattr__(self, name: str) -> Any:
        # only asked for names that are not there; tells type checkers that any may be
        raise AttributeError(f"nothing is given under the name {name!r}")


class CalledBlock(SampledBlock):
    """A sampled block whose outputs and variables are computed by ``step`` from its inputs.

    Blocks of installed libraries are program code like any other; code of projects runs only where somebody trusts it
    (see ``blocks.project_code``).
    """

    runs_project_code: ClassVar[bool] = False

    def project_functions(self) -> list[tuple[str, str]]:
        """Return the files and functions of the project that it calls."""
        return []

    def begin(self, given: Given) -> Any:
        """Return the state before the first sample, whose inputs are given already."""
        return None

    def step(self, given: Given, state: Any) -> tuple[Mapping[str, Any], Any]:
        """Return the outputs and variables by name, and the state for the next sample."""
        raise NotImplementedError(f"{type(self).__name__} does not say what to compute")

    def equations(self) -> Equations:
        """Yield that the outputs and variables are what the code returns."""
        inputs = tuple(self.symbol(item) for item in self._declared(Input))
        for item in self._declared(Output, Variable):
            result = self.symbol(item)
            yield result == Expr("called", inputs, data="step", shape=result.shape)

    def _declared(self, *kinds: type[Declaration]) -> Iterator[Any]:
        return (item for item in self.declarations.values() if type(item) in kinds)
