"""One run after another of a sweep, in whatever process: values in, one row of numbers out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from blocks.block import Block
from blocks.diagram import Diagram
from blocks.errors import ModelError
from solver.experiments.measuring import IN_SECONDS, measured
from solver.model import compile_model
from solver.parameters import ParameterSetter, Unchangeable
from solver.result import Result
from solver.simulate import simulate
from solver.sweeps.cases import Case
from solver.sweeps.sweep import Sweep, unpacked
from solver.worker_pool import unexpected

MOST_LETTERS = 500


@dataclass(frozen=True)
class Row:
    """What one run gave: a number for each measure, or why there is none."""

    numbers: tuple[float, ...] = ()
    seconds: float = 0.0
    error: str = ""


class Runner:
    """A compiled diagram that is run with one case after another."""

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self._folder = unpacked(sweep.files) if sweep.files else None
        self.model = compile_model(self._diagram())

    def _diagram(self) -> Diagram:
        diagram = self.sweep.diagram()
        if self._folder is not None:
            diagram.folder = Path(self._folder.name)
        return diagram

    def __call__(self, case: Case) -> Row:
        """Return the row of a case; a run that fails is a row, too."""
        began = time.perf_counter()
        try:
            result = self._simulated({**self.sweep.fixed, **case})
            numbers = tuple(measured(measure, result) for measure in self.sweep.measures)
        except ModelError as error:
            return Row((), time.perf_counter() - began, in_one_line(error))
        except Exception as error:
            return Row((), time.perf_counter() - began, in_one_line(unexpected(error)))
        return Row(numbers, time.perf_counter() - began)

    def _simulated(self, parameters: dict[str, Any], until: Any = None) -> Result:
        settings = {**self.sweep.settings, **({} if until is None else {"until": until})}
        # compiled code from the first step on: many runs use it, and none depends on when it is ready
        settings |= {"native": "always", "trust": self.sweep.trust}
        try:
            return simulate(self.model, parameters=parameters, **settings)
        except Unchangeable:
            diagram = self._diagram()
            for name, value in parameters.items():
                _set(diagram, name, value)
            return simulate(compile_model(diagram), **settings)

    def warm_up(self, case: Case) -> None:
        """Have the machine code of the model made, so that other processes find it in the cache."""
        try:
            self._simulated({**self.sweep.fixed, **case}, until=1e-9)
        except ModelError:
            return  # the row of this case will say so

    def check(self, cases: list[Case]) -> None:
        """Raise an error if a signal is unknown, or if a parameter is, or can have none of its values."""
        for measure in self.sweep.measures:
            for name in measure.signals:
                self.model.observer.expand(name)
        values: dict[str, list[Any]] = {name: [value] for name, value in self.sweep.fixed.items()}
        for case in cases:
            for name, value in case.items():
                values.setdefault(name, []).append(value)
        for name, typed in values.items():
            self._check_values(name, list(dict.fromkeys(typed)))

    def _check_values(self, name: str, values: list[Any]) -> None:
        first: ModelError | None = None
        for value in values:
            try:
                ParameterSetter(self.model).set(name, value)
            except Unchangeable:
                return
            except ModelError as error:
                first = first or error
            else:
                return
        if first is not None:
            raise first

    @cached_property
    def units(self) -> list[str]:
        """Return the SI units of the measures."""
        nothing = Result(self.model, [])
        return ["s" if item.kind in IN_SECONDS else nothing.unit(item.signal) for item in self.sweep.measures]


def _set(diagram: Diagram, name: str, value: Any) -> None:
    """Set a parameter in a diagram that nobody else uses."""
    block, dot, rest = name.partition(".")
    part = diagram.blocks.get(block)
    if not dot:
        diagram.values[name] = value
    elif isinstance(part, Diagram):
        _set(part, rest, value)
    elif isinstance(part, Block):
        part.values[rest] = value


def in_one_line(error: ModelError) -> str:
    """Return an error for a cell of a table.

    >>> in_one_line(ModelError("It fell over.", why="It was too tall."))
    'It fell over. It was too tall.'
    """
    return " ".join(str(error).split())[:MOST_LETTERS]
