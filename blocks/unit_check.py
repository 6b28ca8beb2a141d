"""Do the units in a block's equations match? Asked once per class and structure; only names differ between blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakKeyDictionary

from blocks.block import Trace
from blocks.dimensions import Dimensions, Fault
from blocks.errors import ModelError
from blocks.expression import Equation, Expr, Reinit, When
from blocks.orientation import Turn
from blocks.unit_hint import Sides, suggest

Statement: TypeAlias = Equation | Reinit | When

SIDES = "The left side is {first}; the right side is {second}."
JUMP = "The state is {first}; its new value is {second}."


@dataclass(frozen=True)
class Problem:
    """A statement whose units do not match, and why."""

    statement: Statement | Expr
    source: str
    fault: Fault
    hint: str


_found: WeakKeyDictionary[Trace, list[Problem]] = WeakKeyDictionary()


def check_units(trace: Trace, block: str, type_name: str) -> list[ModelError]:
    """Return one error for each place where units do not match, told with the name of the block."""
    if trace not in _found:
        _found[trace] = list(_problems(trace))
    return [_error(problem, block, type_name) for problem in _found[trace]]


def _error(problem: Problem, block: str, type_name: str) -> ModelError:
    prefix = f"{block}." if block else ""
    place = f'block "{block}" ({type_name})' if block else type_name
    what = f"Units do not match in {place}" + (f", {problem.source}" if problem.source else "")
    # two more spaces set the equation apart
    why = f"  {problem.statement.text(prefix)}\n{problem.fault.why(prefix)}"
    return ModelError(what, block, why, problem.hint)


def _problems(trace: Trace) -> Iterator[Problem]:
    dimensions = Dimensions()
    for item in [*trace.equations, *trace.initial_equations]:
        yield from _of_statement(dimensions, item, item.source)
        if isinstance(item, Turn):
            yield from _of_statement(dimensions, item.rate, item.source)
        if isinstance(item, When):
            for action in item.actions:
                yield from _of_statement(dimensions, action, item.source)
        yield from _of_machines(dimensions, item.source)


def _of_statement(dimensions: Dimensions, statement: Statement, source: str) -> Iterator[Problem]:
    for fault in _faults(dimensions, statement, _sides(statement)):
        hint = suggest(_sides(statement), lambda sides: not _faults(Dimensions(), statement, sides))
        yield Problem(statement, source, fault, hint or fault.hint)


def _sides(statement: Statement) -> Sides:
    if isinstance(statement, When):
        return (statement.condition,)
    if isinstance(statement, Reinit):
        return statement.state, statement.value
    return statement.left, statement.right


def _faults(dimensions: Dimensions, statement: Statement, sides: Sequence[Expr]) -> list[Fault]:
    for side in sides:
        dimensions.of(side)
    # what is wrong inside a side often makes the sides differ too, and is told alone
    if inside := _taken(dimensions):
        return inside
    if isinstance(statement, When):
        dimensions.condition(sides[0], "when")
    else:
        dimensions.same(sides, JUMP if isinstance(statement, Reinit) else SIDES)
    return _taken(dimensions)


def _of_machines(dimensions: Dimensions, source: str) -> Iterator[Problem]:
    """Yield what is wrong with the conditions under which the machines seen so far change their mode."""
    while waiting := [machine for machine in dimensions.machines.values() if machine is not None]:
        for machine in waiting:
            dimensions.machines[id(machine)] = None
            for condition in [condition for ways in machine.modes.values() for condition, _ in ways]:
                dimensions.condition(condition, "leave_when")
                for fault in _taken(dimensions):
                    yield Problem(condition, source, fault, fault.hint)


def _taken(dimensions: Dimensions) -> list[Fault]:
    faults, dimensions.faults = dimensions.faults, []
    return list({fault.why(""): fault for fault in faults}.values())
