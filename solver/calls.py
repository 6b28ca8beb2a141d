"""Blocks that compute with plain code: who is called when, what they are given, and what they give back.

What a called block reads are held values like those of any sampled block, so they are settled before the call; what it
returns is put among the held values, and the blocks that read it are settled again. Blocks that read each other's
results within one instant are called one after the other. Their states live here, and begin anew with each run.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from blocks.called import CalledBlock, Given
from blocks.errors import ModelError
from blocks.project_code import Project
from solver.buffered import Array
from solver.diagram_steps import DiagramSteps
from solver.flatten import Instance
from solver.model import Model
from solver.moment import Moment

Place = tuple[str, tuple[int, ...], int]


class Call:
    """One called block of a run."""

    def __init__(self, instance: Instance, period: float, project: Project) -> None:
        assert isinstance(instance.block, CalledBlock)
        assert instance.template.call is not None
        self.name, self.block, self.period, self.project = instance.name, instance.block, period, project
        call = instance.template.call
        self.arguments = [(name, shape, instance.held + first) for name, shape, first in call.arguments]
        self.results = [(name, shape, instance.held + first) for name, shape, first in call.results]
        self.read, self.written = _span(self.arguments), _span(self.results)
        self._inside = [(name, shape, first - self.read.start) for name, shape, first in self.arguments]
        self._parameters = _parameter_places(instance)
        self._vector: Array | None = None
        self._values: dict[str, Any] = {}
        self._state: Any = None
        self._has_begun = False

    def __call__(self, now: Moment) -> None:
        """Let the block compute once."""
        given = Given(**self._parameter_values(now.parameters), project=self.project, time=now.time)
        # one copy for all arguments: what the code does to them stays its own affair
        vars(given).update(_numbers(now.held[self.read].copy(), self._inside))
        try:
            if not self._has_begun:
                self._state, self._has_begun = self.block.begin(given), True
            results, self._state = self.block.step(given, self._state)
        except ModelError as error:
            raise self._told(error) from error
        except Exception as error:
            raise self._failed(error, now.time) from error
        self._put(results, now)

    def _put(self, results: Mapping[str, Any], now: Moment) -> None:
        for name, shape, first in self.results:
            if name not in results:
                raise self._wrong(f'returned nothing for "{name}"', now.time)
            try:
                value = np.asarray(results[name], dtype=float)
            except (TypeError, ValueError):
                raise self._wrong(f'returned {results[name]!r} for "{name}", which is no number', now.time) from None
            if value.shape != shape and not (value.size == 1 and shape == ()):
                sizes = f"{_size(value.shape)} instead of {_size(shape)}"
                raise self._wrong(f'returned for "{name}" {sizes}', now.time)
            now.held[first : first + value.size] = value.ravel()
        if not np.isfinite(now.held[self.written]).all():
            bad = next(name for name, shape, first in self.results if not _is_finite(now.held, shape, first))
            raise self._not_finite(bad, now)

    def _parameter_values(self, vector: Array) -> dict[str, Any]:
        if self._vector is not vector:
            self._vector = vector
            self._values = _numbers(vector.copy(), self._parameters)
        return self._values

    def _wrong(self, what: str, time: float) -> ModelError:
        return ModelError(f'The code of block "{self.name}" {what}, at t = {time:.9g} s.', self.name)

    def _not_finite(self, name: str, now: Moment) -> ModelError:
        """Return the error for a result that is no number, which may only pass on what was given."""
        error = self._wrong(f'returned for "{name}" something that is not a finite number', now.time)
        bad = [f'"{given}"' for given, shape, first in self.arguments if not _is_finite(now.held, shape, first)]
        why = f"It was given something like that, too: {', '.join(bad)}." if bad else ""
        fix = (
            "Look at the blocks that these come from, and whether one of their parameters is zero."
            if bad else
            "Look for a division by zero or a root in it. If its inputs grow without bound, take a smaller step."
        )  # fmt: skip
        return ModelError(error.what, self.name, why, fix)

    def _told(self, error: ModelError) -> ModelError:
        what = f'Block "{self.name}": {error.what}'
        return ModelError(what, self.name, error.why, error.fix)

    def _failed(self, error: Exception, time: float) -> ModelError:
        """Return what a person who wrote the code wants to know: what, and the line of their own file."""
        place = ""
        for frame in traceback.extract_tb(error.__traceback__):
            if file := self.project.place_of(frame.filename):
                place = f"{file}, line {frame.lineno}" + (f": {frame.line}" if frame.line else "")
        if isinstance(error, SyntaxError) and error.filename and (file := self.project.place_of(error.filename)):
            place = f"{file}, line {error.lineno}" + (f": {error.text.strip()}" if error.text else "")
        if not place:
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{last.filename}, line {last.lineno}"
        words = error.msg if isinstance(error, SyntaxError) else str(error)
        why = f"{type(error).__name__}: {words}" if words else type(error).__name__
        return ModelError(f'The code of block "{self.name}" failed at t = {time:.9g} s.', self.name, f"{place}\n{why}")


class Calls:
    """The called blocks of a model in one run."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.is_trusted = False
        self._instances = [item for item in model.system.instances if item.template.call is not None]

    @cached_property
    def all(self) -> list[Call]:
        """Return the calls of this run, those first that others wait for."""
        if not self._instances:
            return []
        project = Project(self.model.diagram.folder, self.is_trusted, DiagramSteps)
        held = self.model.hybrid.held
        calls = [Call(item, held[item.held].period, project) for item in self._instances]
        order = self.model.keep("order of calls", lambda: self._order(calls))
        return [calls[k] for k in order]

    @cached_property
    def periods(self) -> set[float]:
        """Return the periods at which some code is called."""
        return {call.period for call in self.all}

    def due(self, now: Moment, periods: set[float], settle: Callable[[], None]) -> None:
        """Call what is due; ``settle`` lets sampled blocks that read the results compute again."""
        called = [call for call in self.all if call.period in periods]
        read = []
        for call in called:
            call(now)
            read.append(now.held[call.read].copy())
            if self.is_read(call):
                settle()
        late = [call for call, was in zip(called, read, strict=True) if not np.array_equal(was, now.held[call.read])]
        if late:
            names = ", ".join(f'"{call.name}"' for call in late)
            raise ModelError(
                f"The sampled blocks {names} depend on their own output at the same instant.", late[0].name,
                "What they read changed when they had computed.", "Put a UnitDelay into the circle.",
            )  # fmt: skip

    def is_read(self, call: Call) -> bool:
        """Tell whether sampled equations read what a call returns."""
        return any(k in self._readers for k in _places(call.written))

    @cached_property
    def has_circle(self) -> bool:
        """Tell whether the results of a call may change what it read, or what was read by one that came before it."""
        sources = self._sources(self.all)
        return any(not found <= set(range(n)) for n, found in enumerate(sources))

    @property
    def _readers(self) -> dict[int, list[int]]:
        """Return which values of sampled blocks are computed from a held value."""
        return self.model.keep("readers of held values", self._find_readers)

    def _find_readers(self) -> dict[int, list[int]]:
        updates = ca.vertcat(*self.model.hybrid.updates)
        pattern = self.model.assembly.program.function("reads", [ca.densify(updates)]).jac_sparsity(0, 4)
        readers: dict[int, list[int]] = {}
        for i, j in zip(*pattern.get_triplet(), strict=True):
            if self.model.hybrid.held[i].kind == "sample":
                readers.setdefault(j, []).append(i)
        return readers

    def _sources(self, calls: list[Call]) -> list[set[int]]:
        """Return for each call those whose results it reads, perhaps its own."""
        owner = {k: n for n, call in enumerate(calls) for k in _places(call.read)}
        sources: list[set[int]] = [set() for _ in calls]
        for n, call in enumerate(calls):
            for reader in _reached(_places(call.written), self._readers):
                if reader in owner:
                    sources[owner[reader]].add(n)
        return sources

    def _order(self, calls: list[Call]) -> list[int]:
        """Return an order in which each block comes after those whose results it reads, as far as there is one."""
        return _sorted([found - {n} for n, found in enumerate(self._sources(calls))])


def _sorted(before: list[set[int]]) -> list[int]:
    """Return all numbers, each after those before it; one of a circle is taken first.

    >>> _sorted([{1}, {2}, set()])
    [2, 1, 0]
    """
    order: list[int] = []
    while len(order) < len(before):
        left = [n for n in range(len(before)) if n not in order]
        order.append(min(left, key=lambda n: len(before[n] - set(order))))
    return order


def _reached(first: Iterable[int], readers: Mapping[int, list[int]]) -> set[int]:
    """Return everything that reads one of the first, or reads what reads it, and so on."""
    found: set[int] = set()
    waiting = list(first)
    while waiting:
        for reader in readers.get(waiting.pop(), ()):
            if reader not in found:
                found.add(reader)
                waiting.append(reader)
    return found


def _span(places: list[Place]) -> slice:
    """Return the part of the held values where arguments or results are, which lie side by side."""
    return slice(places[0][2], places[-1][2] + math.prod(places[-1][1])) if places else slice(0, 0)


def _places(span: slice) -> range:
    return range(span.start, span.stop)


def _parameter_places(instance: Instance) -> list[Place]:
    found: dict[str, Place] = {}
    for k, item in enumerate(instance.template.parameters):
        found.setdefault(item.info.path, (item.info.path, item.info.shape, instance.parameters + k))
    return list(found.values())


def _numbers(vector: Array, places: list[Place]) -> dict[str, Any]:
    """Return parts of a vector by name: floats, vectors and matrices that share its memory.

    >>> _numbers(np.array([1.0, 2.0, 3.0]), [("a", (), 0), ("b", (2,), 1)])
    {'a': 1.0, 'b': array([2., 3.])}
    """
    return {
        name: vector[first : first + math.prod(shape)].reshape(shape) if shape else float(vector[first])
        for name, shape, first in places
    }


def _is_finite(vector: Array, shape: tuple[int, ...], first: int) -> bool:
    return bool(np.isfinite(vector[first : first + math.prod(shape)]).all())


def _size(shape: tuple[int, ...]) -> str:
    if not shape:
        return "a single number"
    return f"{' x '.join(map(str, shape))} numbers"
