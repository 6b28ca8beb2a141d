"""Consistent start values: initialization as a problem of its own.

Input: a compiled model. Output: states (and guesses of nonlinear loops) that satisfy all constraints, all fixed start
values and all initial equations, and are otherwise as near as possible to the guesses. States with fixed start values
do not move. Gauss-Newton steps of least size, halved while they make things worse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import casadi as ca
import numpy as np

from blocks.diagram import Diagram
from solver.buffered import Array, Buffered
from solver.closure import LOOSE
from solver.initial_text import InitialEquation
from solver.inner_scope import scope_inside
from solver.model import Model
from solver.start_failure import TOLERANCE, Condition, disagreement, failure
from solver.starts import Start, guess_vector

MOST_STEPS = 60
ALL = slice(None)
LEAST_SLOPE = 1e-12  # what changes less is noise


class Initialization:
    """The start problem of a model; solved again whenever modes or parameters change."""

    def __init__(self, model: Model, starts: list[Start], diagram: Diagram, steady: bool = False) -> None:
        self.model, self.diagram = model, diagram
        # at rest only what a person fixed stays where it is
        self.starts = [replace(s, is_fixed=s.is_fixed and (s.weight == 2 or not steady)) for s in starts]
        self.guess, weight = guess_vector(model.assembly, self.starts)
        self.is_fixed = weight >= 3
        # states that may move, in turn: those nobody spoke of, then a block author's guesses, then a person's
        self.stages = [weight < least for least in (1, 2, 3) if (weight < least).any()]
        self.conditions = [*self._closures(), *self._repeated(loose=False)]
        self.conditions += [*self._fixed_values(), *self._initial_equations()]
        if steady:
            self.conditions += self._rest()
        self.guesses = self._loop_guesses()
        self.nearest = self.guess

    def _closures(self) -> list[Condition]:
        assembly = self.model.assembly
        found = []
        for row in assembly.choice.constraints:
            text, size_unit = assembly.incidence.row_text(row), assembly.incidence.row_unit(row)
            for level in range(int(assembly.offsets.rows[row])):
                shown = text if not level else f"d/dt of {text}"
                found.append(Condition(assembly.residual(row, level), shown, size_unit if not level else ""))
        return found + self._open_joints()

    def _open_joints(self) -> list[Condition]:
        """Return that joints which turn in every way, and where loops are cut, know how they are turned."""
        assembly, system = self.model.assembly, self.model.system
        instances = {instance.name: instance for instance in system.instances}
        found = []
        for (name, number), kind in system.orientations.cuts.items():
            if kind == "open":
                instance = instances[name]
                turn = instance.template.turns[number]
                jets, function = instance.template.function("gap", turn.gaps)
                gaps = function(assembly.jet_values(jets, instance), *assembly.inputs_of(instance), 1)
                text = instance.template.trace.equations[turn.equation].text(f"{name}.")
                found += [Condition(gap, text, " rad") for gap in ca.vertsplit(gaps)]
        return found

    def _rest(self) -> list[Condition]:
        """Return that nothing changes which has no fixed start value."""
        rates, names = self.model.free_derivatives, self.model.state_names
        return [Condition(rates[i], f"der({names[i]}) == 0") for i in np.flatnonzero(~self.is_fixed)]

    def _repeated(self, loose: bool) -> list[Condition]:
        """Return the rows that were dropped because others say the same: they must agree."""
        assembly = self.model.assembly
        incidence = assembly.incidence
        return [
            Condition(
                assembly.written_residual(row, 0), incidence.row_text(row), incidence.row_unit(row),
                incidence.rivals.get(row, []),
            )
            for row in incidence.dropped
            if (row in incidence.loose) == loose
        ]  # fmt: skip

    def _fixed_values(self) -> list[Condition]:
        """Return the fixed start values that are not states: they become equations for the states."""
        assembly = self.model.assembly
        aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
        states = set(assembly.state_jets)
        found: dict[tuple[int, int], Condition] = {}
        for start in self.starts:
            key = (int(column_of[start.variable]), int(aliases.order[start.variable]) + start.derivative)
            if not start.is_fixed or key[0] < 0 or key in states or start.variable in self.held_variables:
                continue
            value = aliases.sign[start.variable] * assembly.value(*key)
            found[key] = Condition(value - start.value, f"{start.name} == {start.value:g}", start=start)
        return list(found.values())

    @cached_property
    def held_variables(self) -> set[int]:
        """Return the variables that are held values: their start is not an equation for the states."""
        return {item.variable for item in self.model.hybrid.held}

    def _initial_equations(self) -> list[Condition]:
        found = []
        for instance in self.model.system.instances:
            rows = instance.template.initial_rows
            if not rows:
                continue
            assembly = self.model.assembly
            jets, function = instance.template.function("initial", rows)
            values = function(assembly.jet_values(jets, instance), *assembly.inputs_of(instance), 1)
            written = instance.template.trace.initial_equations
            texts = [e.text(f"{instance.name}.") for e in written for _ in range(e.size)]
            found += [Condition(value, text) for value, text in zip(ca.vertsplit(values), texts, strict=True)]
        asked = self.model.initial_equations
        return found + [Condition(self._written(equation), equation.text, is_asked=True) for equation in asked]

    def _written(self, equation: InitialEquation) -> ca.SX:
        """Return the residual of an initial equation written in the diagram."""
        assembly = self.model.assembly
        values = {word: assembly.jet_of(*jet) for word, jet in equation.reads.items()}
        return equation.residual(values, scope_inside(self.diagram, equation.way))

    def _loop_guesses(self) -> Array:
        """Return first guesses for the unknowns of nonlinear loops, from start values."""
        assembly = self.model.assembly
        aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
        best: dict[int, Start] = {}
        for start in self.starts:
            column = int(column_of[start.variable])
            is_plain = start.derivative == 0 and aliases.order[start.variable] == 0 and column >= 0
            if is_plain and (column not in best or start.weight > best[column].weight):
                best[column] = start
        values = []
        for column in assembly.guess_columns:
            start = best.get(column)  # type: ignore[assignment]
            values.append(aliases.sign[start.variable] * start.value if start is not None else 0.0)
        return np.array(values)

    @cached_property
    def _functions(self) -> tuple[Buffered, Buffered]:
        """Return the conditions and their Jacobian; at a singular point they give no numbers instead of an error."""
        program = self.model.assembly.program
        residual = ca.vertcat(*[condition.residual for condition in self.conditions])
        function = program.function("start", [ca.densify(residual)])
        if program.is_explicit:
            slopes = program.function("start_jacobian", [ca.densify(ca.jacobian(residual, program.states))])
        else:
            inputs = [ca.MX.sym(f"i{k}", function.sparsity_in(k)) for k in range(function.n_in())]
            slope = ca.densify(ca.jacobian(function(*inputs), inputs[1]))
            slopes = ca.Function("start_jacobian", inputs, [slope])
        return Buffered(function), Buffered(slopes)

    @cached_property
    def _wishes(self) -> list[Condition]:
        """Return the start values a person gave to variables that are not states: wishes for where to begin."""
        assembly = self.model.assembly
        aliases, column_of = assembly.incidence.aliases, assembly.incidence.column_of
        states = set(assembly.state_jets)
        found: dict[tuple[int, int], Condition] = {}
        for start in self.starts:
            key = (int(column_of[start.variable]), int(aliases.order[start.variable]) + start.derivative)
            if start.weight == 2 and key[0] >= 0 and key not in states and self._follows_from_states(*key):
                value = aliases.sign[start.variable] * assembly.value(*key)
                found[key] = Condition(value - start.value, start.name)
        return list(found.values())

    def _follows_from_states(self, column: int, order: int) -> bool:
        """Tell whether a jet is a plain function of the states: no acceleration, nothing solved numerically."""
        assembly = self.model.assembly
        top = int(assembly.offsets.columns[column])
        if order < top:
            return True
        cuts = [cut.unknowns for cut in assembly.program.cuts]
        return top == 0 and not (cuts and ca.depends_on(assembly.value(column, 0), ca.vertcat(*cuts)))

    @cached_property
    def _wish_function(self) -> ca.Function:
        program = self.model.assembly.program
        residual = ca.vertcat(*[wish.residual for wish in self._wishes])
        return program.function("wishes", [residual, ca.densify(ca.jacobian(residual, program.states))])

    def first_point(self, t: float, rest: tuple[Array, ...]) -> Array:
        """Return a first point: the states that fit a person's start values of other variables best."""
        x = self.guess.copy()
        free = ~self.is_fixed
        if not self._wishes or not free.any():
            return x
        for _ in range(20):
            value, slope = (np.asarray(item) for item in self._wish_function(t, x, *rest))
            if not np.isfinite(slope).all():
                return self.guess.copy()
            move = np.linalg.lstsq(slope[:, free], -value.ravel(), rcond=1e-9)[0]
            x[free] += move
            if np.abs(move).max(initial=0.0) < 1e-12:
                break
        return x if np.isfinite(x).all() else self.guess.copy()

    def solve(self, t: float, parameters: Array, modes: Array, held: Array) -> Array:
        """Return consistent states at the start."""
        rest = (parameters, modes, held, self.guesses)
        x = self._solved(t, rest)
        self._check_loose(t, x, rest)
        return x

    def _check_loose(self, t: float, x: Array, rest: tuple[Array, ...]) -> None:
        """Raise an error if loops in space that repeat others are far from closed."""
        conditions = self._repeated(loose=True)
        if conditions:
            gaps = ca.vertcat(*[condition.residual for condition in conditions])
            sizes = np.abs(np.asarray(self.model.assembly.program.function("gaps", [gaps])(t, x, *rest)).ravel())
            worst = int(np.argmax(sizes))
            if not sizes[worst] < LOOSE:
                raise disagreement(conditions[worst], f"{sizes[worst]:.3g}{conditions[worst].unit}")

    def _solved(self, t: float, rest: tuple[Array, ...]) -> Array:
        first = self.first_point(t, rest)
        if not self.conditions:
            return first
        x, residual = first, self._residual(t, first, rest)
        for free in self.stages:
            x, residual = self._moved(t, first, free, rest)
            if _size(residual) < self._limit(x):
                break
        self.nearest = x
        if not _size(residual) < self._limit(x):
            fitting = self._fitting(t, first, rest)
            raise failure(self.model, self.conditions, self.starts, residual, rest[0], fitting)
        return x

    def _fitting(self, t: float, first: Array, rest: tuple[Array, ...]) -> tuple[Array, Array] | None:
        """Return a point that would be consistent without the fixed start values, and what is left of them there."""
        kept = np.array([condition.start is None for condition in self.conditions])
        x, residual = self._moved(t, first, np.ones(len(first), bool), rest, kept)
        if not _size(residual) < self._limit(x):
            return None
        # angles without full turns, if that fits as well
        turned = x - 2 * np.pi * np.round((x - first) / (2 * np.pi))
        if _size(self._residual(t, turned, rest)[kept]) < self._limit(turned):
            x = turned
        return x, self._residual(t, x, rest)

    def _residual(self, t: float, x: Array, rest: tuple[Array, ...]) -> Array:
        return self._functions[0](t, x, *rest)[0].copy()

    def _moved(
        self, t: float, x: Array, free: Array, rest: tuple[Array, ...], kept: Array | slice = ALL
    ) -> tuple[Array, Array]:  # fmt: skip
        """Return the nearest point to which some states can be moved, and what is left of the kept conditions there."""
        jacobian = self._functions[1]

        def residual_at(point: Array) -> Array:
            return self._residual(t, point, rest)[kept]

        residual = residual_at(x)
        for _ in range(MOST_STEPS):
            size = _size(residual)
            if size < TOLERANCE * 1e-5 or not np.isfinite(size):
                break
            slope = jacobian(t, x, *rest)[0].reshape(len(x), len(self.conditions)).T[kept][:, free]
            if not np.isfinite(slope).all():
                break
            # a pressure changes by far more with a mass than a length with a length; where the small ones counted as
            # nothing, each condition is measured by its own slope
            own = np.maximum(np.linalg.norm(slope, axis=1), LEAST_SLOPE)
            for scale in (np.ones_like(own), own):
                move = np.zeros_like(x)
                move[free] = -np.linalg.lstsq(slope / scale[:, None], residual / scale, rcond=1e-10)[0]
                trial, now = self._shortened(residual_at, x, move, size)
                if trial is not None:
                    break
            if trial is None:
                break
            x, residual = trial, now
        return x, residual

    @staticmethod
    def _shortened(
        function: Callable[[Array], Array], x: Array, move: Array, size: float
    ) -> tuple[Array | None, Array]:
        """Return the end of the longest of the halved moves that brings the conditions nearer."""
        reach = 2.0 * max(1.0, float(np.abs(x).max(initial=0.0)))
        share = min(1.0, reach / max(float(np.abs(move).max(initial=0.0)), 1e-300))
        for _ in range(20):
            trial = x + share * move
            now = function(trial)
            if _size(now) < size * (1 - 1e-4 * share):
                return trial, now
            share /= 2
        return None, x

    def _limit(self, x: Array) -> float:
        return TOLERANCE * max(1.0, float(np.abs(x).max(initial=0.0)))


def _size(residual: Array) -> float:
    return float(np.linalg.norm(residual)) if np.isfinite(residual).all() else np.inf
