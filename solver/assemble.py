"""Put the kernels of all blocks together: every jet gets a value, every top-level row its coefficients.

Input: incidence, offsets and the choice of states. Output: an ``Assembly`` with the SX values of all jets below the
top level (states are symbols, determined ones are expressions) and the top-level rows as A z + b = 0, where z are the
highest derivatives and algebraic unknowns. Rows that are not linear in z are left for ``causalize`` to instantiate
when it can. Equal kernels of many blocks are instantiated by one mapped call.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from solver.flatten import Instance, System
from solver.incidence import Array, Incidence, KernelRows, Reaction, instance_jets
from solver.index import Offsets
from solver.program import Program, symbol_list
from solver.scalar import ZERO, Entry, negative_quotient, plus_product
from solver.states import StateChoice
from solver.template import Jet, Template


@dataclass
class TopRow:
    """One equation of the top level: entries by column, and the rest."""

    entries: dict[int, Entry]
    rest: ca.SX


@dataclass(eq=False)
class Assembly:
    """The values of all jets and the rows of the top level."""

    incidence: Incidence
    offsets: Offsets
    choice: StateChoice
    program: Program
    state_jets: list[tuple[int, int]]
    first: Array  # where the jets of each column begin in ``values``
    values: list[ca.SX | None]
    rows: dict[int, TopRow] = field(default_factory=dict)
    late: list[int] = field(default_factory=list)
    parameters: list[ca.SX] = field(default_factory=list)
    modes: list[ca.SX] = field(default_factory=list)
    held: list[ca.SX] = field(default_factory=list)
    guess_columns: list[int] = field(default_factory=list)
    matrices: dict[int, ca.SX] = field(default_factory=dict)

    @property
    def system(self) -> System:
        """Return the flat system."""
        return self.incidence.system

    def value(self, column: int, order: int) -> ca.SX:
        """Return a jet; one that follows from others is worked out on first use."""
        index = int(self.first[column]) + order
        found = self.values[index]
        if found is None:
            found = self.values[index] = self._determined(column, order)
        return found

    def _determined(self, column: int, order: int) -> ca.SX:
        row = self.choice.determined_by[column]
        level = int(self.offsets.rows[row]) + order - int(self.offsets.columns[column])
        self.values[int(self.first[column]) + order] = ZERO
        rest = self.residual(row, level)
        factor = self.choice.factor[column]
        return negative_quotient(rest, self._factor(row, column) if factor is None else factor)

    def _factor(self, row: int, column: int) -> ca.SX:
        """Return the factor of a column in a row where it is made of parameters alone."""
        group, instance = self.incidence.kernel_row(row)
        kernel = group.template.kernel(group.kernel)
        partials = kernel.partials(ca.SX.zeros(len(kernel.jets)), *self.inputs_of(instance))
        columns, signs, orders = instance_jets(
            kernel.jets, np.array([instance.variables]), self.incidence.aliases, self.incidence.column_of
        )
        order = self.offsets.columns[column] - self.offsets.rows[row]
        leading = (columns[0] == column) & (orders[0] - group.shift == order)
        return sum((float(signs[0, k]) * partials[int(k)] for k in np.flatnonzero(leading)), ZERO)

    def residual(self, row: int, level: int) -> ca.SX:
        """Return a row, differentiated ``level`` times, with the current values of its jets."""
        if row in self.incidence.dropped:
            factors = self.reaction_factors(self.incidence.dropped[row])
            return sum((factor * self.value(column, level) for column, factor in factors.items()), ZERO)
        return self.written_residual(row, level)

    def reaction_factors(self, reaction: Reaction) -> dict[int, Entry]:
        """Return the factors of the columns that make up a reaction."""
        if reaction.node < 0:
            return {reaction.columns[0]: 1.0}
        axes = self.matrix(reaction.node)
        parts = zip(reaction.columns, reaction.signs, strict=True)
        return {column: sign * axes[3 * i + reaction.axis] for i, (column, sign) in enumerate(parts)}

    def written_residual(self, row: int, level: int) -> ca.SX:
        """Return a row as it was written, also if it was dropped because others say the same."""
        if row < self.incidence.linear_count:
            linear = self.incidence.aliases.rows[row]
            total = ca.SX(linear.constant if level == 0 else 0.0)
            for root, order, factor in linear.terms:
                total = plus_product(total, factor, self.value(int(self.incidence.column_of[root]), order + level))
            return total
        group, instance = self.incidence.kernel_row(row)
        if level < group.shift:
            return ZERO  # orientations follow from each other without an equation
        kernel = group.at(level)
        return kernel.residual(self.jet_values(kernel.jets, instance), *self.inputs_of(instance))

    def jet_values(self, jets: list[Jet], instance: Instance) -> ca.SX:
        """Return the values of an instance's jets as a vector."""
        return _column([self.jet_of(instance.variables + local, derivative) for local, derivative in jets])

    def jet_of(self, variable: int, derivative: int = 0) -> ca.SX:
        """Return a derivative of any variable, whatever its root."""
        aliases = self.incidence.aliases
        column, order = int(self.incidence.column_of[variable]), int(aliases.order[variable]) + derivative
        if column < 0:
            constant = aliases.sign[variable] * aliases.constant[int(aliases.root[variable])]
            return ca.SX(constant if order == 0 else 0.0)
        value = self.value(column, order)
        return value if aliases.sign[variable] > 0 else -value

    def inputs_of(self, instance: Instance) -> list[ca.SX]:
        """Return what an instance's kernels take besides jets."""
        return [*self._plain_inputs(instance), self.orientations_of(instance)]

    def _plain_inputs(self, instance: Instance) -> list[ca.SX]:
        template = instance.template
        modes = [self.modes[i] for i in mode_places(self.system, instance)]
        parameters = self.parameters[instance.parameters : instance.parameters + len(template.parameters)]
        held = self.held[instance.held : instance.held + len(template.held)]
        return [_column(parameters), self.program.time, _column(modes), _column(held)]

    def orientations_of(self, instance: Instance) -> ca.SX:
        """Return the orientations of an instance's frames, all entries in a column."""
        nodes = self.system.orientations.nodes.get(instance.name, ())
        return _column([self.matrix(node) for node in nodes])

    def matrix(self, node: int) -> ca.SX:
        """Return the orientation of a part, worked out along the tree on first use."""
        way = self.system.orientations.way_to(node, self.matrices)
        for step in way:
            instance = step.instance
            jets, function = instance.template.relative(step.turn)
            # along the tree no block needs its own orientations to say how it turns
            inputs = [*self._plain_inputs(instance), ca.SX.zeros(instance.template.inputs[-1].numel())]
            relative = ca.reshape(function(self.jet_values(jets, instance), *inputs, 0), 3, 3).T
            if step.parent is None:
                self.matrices[step.node] = ca.vec(relative.T)
                continue
            before = ca.reshape(self.matrices[step.parent], 3, 3).T
            after = before @ (relative if step.is_forward else relative.T)
            self.matrices[step.node] = ca.vec(after.T)
        return self.matrices[node]


def _column(items: list[ca.SX]) -> ca.SX:
    return ca.vertcat(*items) if items else ca.SX(0, 1)


def mode_places(system: System, instance: Instance) -> list[int]:
    """Return where an instance's modes are in the global vector: relations, selectors; holds of jumps come last."""
    lowering = instance.template.lowering
    relations = range(instance.relations, instance.relations + len(lowering.relations))
    selectors = sum(len(machine.symbols) for machine in lowering.machines.values())
    first = system.relation_count + instance.machines
    return [*relations, *range(first, first + selectors)]


def assemble(incidence: Incidence, offsets: Offsets, choice: StateChoice) -> Assembly:
    """Return the assembled system."""
    assembly = empty_assembly(incidence, offsets, choice)
    work_out(assembly)
    return assembly


def empty_assembly(incidence: Incidence, offsets: Offsets, choice: StateChoice) -> Assembly:
    """Return an assembly in which only the states have their symbols."""
    system = incidence.system
    state_jets = [
        (j, k) for j in range(len(incidence.columns)) for k in range(choice.lowest_determined(j, offsets))
    ]
    states, state_list = symbol_list("x", len(state_jets))
    parameters, parameter_list = symbol_list("p", len(system.parameter_values))
    modes, mode_list = symbol_list("m", system.relation_count + system.selector_count + system.jump_count)
    held, held_list = symbol_list("h", system.held_count)
    program = Program(ca.SX.sym("t"), states, parameters, modes, held)
    counts = offsets.columns + 1
    first = np.concatenate([[0], np.cumsum(counts)])
    values: list[ca.SX | None] = [None] * int(first[-1])
    for (column, order), symbol in zip(state_jets, state_list, strict=True):
        values[int(first[column]) + order] = symbol
    assembly = Assembly(incidence, offsets, choice, program, state_jets, first, values)
    assembly.parameters, assembly.modes, assembly.held = parameter_list, mode_list, held_list
    return assembly


def work_out(assembly: Assembly) -> None:
    """Give all jets below the top level their values, and the rows of the top level their coefficients."""
    for column in assembly.choice.determined_by:
        for order in range(int(assembly.offsets.columns[column])):
            assembly.value(column, order)
    _top_level(assembly)


def _top_level(assembly: Assembly) -> None:
    """Fill in the rows that are linear in the unknowns of the top level; list the others as late."""
    for column, top in enumerate(assembly.offsets.columns):
        assembly.values[int(assembly.first[column]) + int(top)] = ZERO
    _linear_rows(assembly)
    vector = _Vector(assembly)
    for group in assembly.incidence.kernels:
        levels = assembly.offsets.rows[group.first : group.first + len(group.instances)]
        for level in np.unique(levels):
            _kernel_rows(assembly, vector, group, np.flatnonzero(levels == level), int(level))
    for row, reaction in assembly.incidence.dropped.items():
        assembly.rows[row] = TopRow(assembly.reaction_factors(reaction), ZERO)
    for row, reaction in assembly.incidence.shared.items():
        for column in reaction.columns:
            assembly.rows[row].entries.setdefault(column, 0.0)
    # from now on the unknowns of the top level are set by causalize
    for column, top in enumerate(assembly.offsets.columns):
        assembly.values[int(assembly.first[column]) + int(top)] = None


def _linear_rows(assembly: Assembly) -> None:
    incidence, offsets = assembly.incidence, assembly.offsets
    for row, linear in enumerate(incidence.aliases.rows):
        level = int(offsets.rows[row])
        entries: dict[int, Entry] = {}
        rest = ca.SX(linear.constant) if level == 0 and linear.constant else ZERO
        for root, order, factor in linear.terms:
            column = int(incidence.column_of[root])
            if order + level == offsets.columns[column]:
                entries[column] = factor
            else:
                rest = plus_product(rest, factor, assembly.value(column, order + level))
        assembly.rows[row] = TopRow(entries, rest)


class _Vector:
    """All jet values as one SX vector with constants at its end, to be picked from by index."""

    def __init__(self, assembly: Assembly) -> None:
        aliases = assembly.incidence.aliases
        roots = list(aliases.constant)
        self.total = len(assembly.values)
        self.constant_place = {root: self.total + 1 + i for i, root in enumerate(roots)}
        items = [value if value is not None else ZERO for value in assembly.values]
        self.vector = ca.vertcat(*items, ZERO, ca.SX(ca.DM([aliases.constant[root] for root in roots])))
        self.assembly = assembly

    def pick(self, jets: list[Jet], instances: list[Instance]) -> tuple[ca.SX, Array, Array, Array]:
        """Return the values (jet x instance), and column, sign and order of each."""
        incidence = self.assembly.incidence
        bases = np.array([instance.variables for instance in instances], dtype=int)
        column, sign, order = instance_jets(jets, bases, incidence.aliases, incidence.column_of)
        place = self.assembly.first[column] + order
        for i, k in zip(*np.nonzero(column < 0), strict=True):
            root = int(incidence.aliases.root[bases[i] + jets[k][0]])
            place[i, k] = self.constant_place[root] if order[i, k] == 0 else self.total
        values = ca.reshape(self.vector[place.ravel().tolist()], len(jets), len(instances))
        if (sign < 0).any():
            values = values * ca.DM(sign.T)
        return values, column, sign, order


def _kernel_rows(assembly: Assembly, vector: _Vector, group: KernelRows, chosen: Array, level: int) -> None:
    chosen = np.array([i for i in chosen if group.first + int(i) not in assembly.incidence.dropped], dtype=int)
    if not len(chosen):
        return
    kernel = group.at(level)
    # c > 0 rows: partial derivatives with respect to the highest jets are those of the row itself
    instances = [group.instances[i] for i in chosen]
    values, column, sign, order = vector.pick(kernel.jets, instances)
    top = (column >= 0) & (order == assembly.offsets.columns[column])
    bent = np.zeros(len(instances), dtype=bool)
    for k, depends in enumerate(kernel.depends):
        if depends:
            bent |= top[:, k] & top[:, sorted(depends)].any(axis=1)
    inputs = mapped_inputs(assembly, group.template, instances)
    residual = _call(kernel.residual, len(instances), values, inputs)
    partials = _call(kernel.partials, len(instances), values, inputs)
    rests = ca.horzsplit(residual)
    for i, instance_index in enumerate(chosen):
        row = group.first + int(instance_index)
        if bent[i]:
            assembly.late.append(row)
            continue
        entries: dict[int, Entry] = {}
        for k in np.flatnonzero(top[i]).tolist():
            constant = kernel.constants[k]
            entry = partials[int(k), i] if constant is None else constant
            entry = entry if sign[i, k] > 0 else -entry
            j = int(column[i, k])
            entries[j] = entries[j] + entry if j in entries else entry
        assembly.rows[row] = TopRow(entries, rests[i])


def mapped_inputs(assembly: Assembly, template: Template, instances: list[Instance]) -> list[ca.SX]:
    """Return what kernels of many instances take besides jets, one column for each."""
    program, count = assembly.program, len(instances)
    parameters = [i.parameters + k for i in instances for k in range(len(template.parameters))]
    modes = [place for i in instances for place in mode_places(assembly.system, i)]
    held = [i.held + k for i in instances for k in range(len(template.held))]
    return [
        _picked(program.parameters, parameters, count),
        ca.repmat(program.time, 1, count),
        _picked(program.modes, modes, count),
        _picked(program.held, held, count),
        ca.horzcat(*[assembly.orientations_of(instance) for instance in instances]),
    ]


def _picked(vector: ca.SX, places: list[int], count: int) -> ca.SX:
    return ca.reshape(vector[places], len(places) // count, count) if places else ca.SX(0, count)


def _call(function: ca.Function, count: int, values: ca.SX, inputs: list[ca.SX]) -> ca.SX:
    mapped = function if count == 1 else function.map(count)
    return mapped(values, *inputs)
