"""One block class as a template: its scalar variables and equations, lowered once and instantiated for every block.

Input: a ``Trace``. Output: linear rows with plain numbers, *kernels* (all other rows, as CasADi functions that can be
differentiated as often as index reduction asks), relations, machines and held values. The cost of our own expression
tree is paid here, once per class and structure, so it does not grow with the number of blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca
import numpy as np

from blocks.block import Block, SymbolInfo, Trace, type_name
from blocks.declare import Flow
from blocks.errors import ModelError
from blocks.expression import Equation, Reinit, When
from blocks.orientation import Turn
from solver.cancel import cancel_derivatives
from solver.lower import Held, Lowering, Orientation, as_array
from solver.lower_turn import LoweredTurn, lower_turn

STEPS = {ca.OP_LT, ca.OP_LE, ca.OP_EQ, ca.OP_NE, ca.OP_FLOOR, ca.OP_CEIL, ca.OP_SIGN}
Jet = tuple[int, int]  # a local variable and its derivative order


@dataclass(frozen=True)
class LocalVariable:
    """One scalar of a block: its name inside the block and what was declared about it."""

    name: str
    info: SymbolInfo
    element: int


@dataclass(frozen=True)
class LinearRow:
    """A row with plain numbers: the sum of coefficient times jet, plus a constant, is zero."""

    terms: tuple[tuple[int, int, float], ...]
    constant: float
    equation: int


@dataclass(frozen=True, eq=False)
class Kernel:
    """One scalar equation (or a derivative of it) as a function of its jets."""

    jets: list[Jet]
    residual: ca.Function
    # per jet: the partial derivative as a number, or None where it varies
    constants: list[float | None]
    partials: ca.Function
    # for each jet, the jets its partial derivative depends on: empty means the row is linear in it
    depends: list[frozenset[int]]
    # for each jet, whether its partial derivative depends on parameters alone
    parametric: list[bool]
    # the angular velocities of the orientations on which it depends, as derivatives of order -1
    turned: list[Jet]


@dataclass(frozen=True, eq=False)
class LoweredWhen:
    """A condition, and what happens when it becomes true."""

    condition: ca.SX
    assigned: list[int]  # indices into ``held``
    jumps: list[tuple[int, ca.SX]]  # local state and its new value
    text: str


@dataclass(eq=False)
class LoweredCall:
    """What plain code reads and what it sets: name, shape, and where its numbers begin among the held values."""

    arguments: list[tuple[str, tuple[int, ...], int]] = field(default_factory=list)
    results: list[tuple[str, tuple[int, ...], int]] = field(default_factory=list)


@dataclass(eq=False)
class Template:
    """Everything the compiler needs to know of one block class."""

    name: str
    is_sampled: bool
    trace: Trace
    variables: list[LocalVariable]
    parameters: list[LocalVariable]
    symbols: list[ca.SX]  # of the parameters
    lowering: Lowering
    zeros: frozenset[int]  # parameters that are zero for good
    held: list[Held] = field(default_factory=list)
    whens: list[LoweredWhen] = field(default_factory=list)
    call: LoweredCall | None = None
    turns: list[LoweredTurn] = field(default_factory=list)
    rows: list[ca.SX] = field(default_factory=list)
    # for rows that close loops: how far they are open, to be used in their place where they are not differentiated
    gaps: dict[int, ca.SX] = field(default_factory=dict)
    row_equation: list[int] = field(default_factory=list)
    initial_rows: list[ca.SX] = field(default_factory=list)
    offsets: dict[str, int] = field(default_factory=dict)
    _turned_rows: dict[int, int] = field(default_factory=dict)
    _relatives: dict[int, tuple[list[Jet], ca.Function]] = field(default_factory=dict)
    _kernels: dict[tuple[int, int], Kernel] = field(default_factory=dict)
    _derivatives: dict[tuple[int, int], ca.SX] = field(default_factory=dict)

    @cached_property
    def inputs(self) -> list[ca.SX]:
        """Return what kernels take besides jets: parameters, time, modes, held values and orientations."""
        modes = [relation.symbol for relation in self.lowering.relations]
        modes += [symbol for machine in self.lowering.machines.values() for symbol in machine.symbols.values()]
        held = [item.symbol for item in self.held]
        matrices = [entry for item in self.lowering.orientations for entry in item.matrix.flat]
        plain = [ca.vertcat(*self.symbols), self.lowering.time, ca.vertcat(*modes), ca.vertcat(*held)]
        return [*plain, ca.vertcat(*matrices)]

    @cached_property
    def split(self) -> tuple[list[LinearRow], list[int]]:
        """Return the rows with plain numbers, and the indices of all others."""
        keys = list(self.lowering.jets)
        symbols = ca.vertcat(*self.lowering.jets.values())
        residual = ca.vertcat(*self.rows)
        if not keys or not self.rows:
            return [], list(range(len(self.rows)))
        jacobian = ca.jacobian(residual, symbols)
        others = ca.vertcat(*self.inputs)
        bent = ca.which_depends(ca.densify(residual), ca.vertcat(symbols, others), 2, True)
        touched = ca.jacobian_sparsity(residual, others) if others.numel() else ca.Sparsity(len(self.rows), 0)
        constant = ca.Function("c", [symbols, others], [residual])(0, 0).full().ravel()
        per_row: dict[int, list[tuple[int, int, float]]] = {i: [] for i in range(len(self.rows))}
        plain = [not bend and not _stepped(row) for bend, row in zip(bent, self.rows, strict=True)]
        for i in touched.row():
            plain[i] = False
        row_index, column_index = jacobian.sparsity().get_triplet()
        for k, (i, j) in enumerate(zip(row_index, column_index, strict=True)):
            entry = jacobian.nz[k]
            if not entry.is_constant():
                plain[i] = False
            elif plain[i]:
                per_row[i].append((*keys[j], float(entry)))
        linear = [
            LinearRow(tuple(per_row[i]), float(constant[i]), self.row_equation[i])
            for i in range(len(self.rows))
            if plain[i]
        ]
        return linear, [i for i in range(len(self.rows)) if not plain[i]]

    @cached_property
    def port_members(self) -> dict[str, list[tuple[int, bool]]]:
        """Return the scalars of each port: local number, and whether it is a flow."""
        found: dict[str, list[tuple[int, bool]]] = {}
        for path, port in self.trace.ports.items():
            found[path] = []
            for member in port.members:
                kind, base, info = self.lowering.places[member]
                if kind == "orientation":
                    continue
                size, is_flow = math.prod(info.shape), isinstance(info.declaration, Flow)
                found[path] += [(base + i, is_flow) for i in range(size)]
        return found

    @cached_property
    def frames(self) -> dict[str, int]:
        """Return which orientation belongs to which port."""
        found = [(path.rpartition(".")[0], place) for path, place in self.lowering.places.items()]
        return {port: number for port, (kind, number, _) in found if kind == "orientation"}

    def derivative(self, row: int, level: int) -> ca.SX:
        """Return a row differentiated ``level`` times with respect to time."""
        if level == 0:
            return self.rows[row]
        if (row, level) not in self._derivatives:
            self._derivatives[row, level] = self.lowering.total_derivative(self.derivative(row, level - 1))
        return self._derivatives[row, level]

    def kernel(self, row: int, level: int = 0) -> Kernel:
        """Return a row, differentiated ``level`` times, as a function."""
        if (row, level) not in self._kernels:
            residual = self.gaps[row] if row in self.gaps and level == 0 else self.derivative(row, level)
            self._kernels[row, level] = self._make_kernel(residual)
        return self._kernels[row, level]

    def _make_kernel(self, residual: ca.SX) -> Kernel:
        names = self.lowering.names
        jets = [names[s.name()] for s in ca.symvar(residual) if s.name() in names]
        symbols = [self.lowering.jets[jet] for jet in jets]
        arguments = [ca.vertcat(*symbols), *self.inputs]
        # SX simplifies as it goes, but may leave a jet that cancels out
        partials = [ca.simplify(ca.jacobian(residual, symbol)) for symbol in symbols]
        constants = [float(partial) if partial.is_constant() else None for partial in partials]
        position = {symbol.name(): i for i, symbol in enumerate(symbols)}
        depends = [
            frozenset(position[s.name()] for s in ca.symvar(partial) if s.name() in position) for partial in partials
        ]
        # what jumps with a jet is not linear in it
        steps = _stepped(residual)
        depends = [found | {k} if symbols[k].name() in steps else found for k, found in enumerate(depends)]
        others = ca.vertcat(*symbols, *self.inputs[1:])
        turned = [(item.rate + i, -1) for item in self.lowering.orientations_in(residual) for i in range(3)]
        return Kernel(
            jets,
            ca.Function("residual", arguments, [ca.densify(residual)]),
            constants,
            ca.Function("partials", arguments, [ca.densify(ca.vertcat(*partials))]),
            depends,
            [not ca.depends_on(partial, others) for partial in partials],
            turned,
        )

    def turned_rows(self, equation: int) -> int:
        """Return the first of three rows that say what a vector equation says, in the axes of the first frame."""
        if equation not in self._turned_rows:
            rows = [self.rows[i] for i, number in enumerate(self.row_equation) if number == equation]
            self._turned_rows[equation] = len(self.rows)
            self.rows.extend(np.dot(self.lowering.orientations[0].matrix.T, as_array(rows)))
            self.row_equation.extend([equation] * 3)
        return self._turned_rows[equation]

    def relative(self, turn: int) -> tuple[list[Jet], ca.Function]:
        """Return how a block turns one orientation against another, as a function of the jets it uses."""
        if turn not in self._relatives:
            self._relatives[turn] = self.function("relative", list(self.turns[turn].relative.flat))
        return self._relatives[turn]

    def function(self, name: str, outputs: list[ca.SX]) -> tuple[list[Jet], ca.Function]:
        """Return other expressions of the template (guards, updates) as a function of the jets they use."""
        stacked = ca.vertcat(*outputs)
        used = [self.lowering.names[s.name()] for s in ca.symvar(stacked) if s.name() in self.lowering.names]
        symbols = [self.lowering.jets[jet] for jet in used]
        arguments = [ca.vertcat(*symbols), *self.inputs, self.lowering.initial]
        return used, ca.Function(name, arguments, [ca.densify(stacked)])

    def local(self, path: str) -> int | None:
        """Return the index of a scalar variable by its name inside the block, ``r[2]`` counted from one."""
        return self.offsets.get(path)


def _stepped(value: ca.SX) -> set[str]:
    """Return the names of the symbols on which a value depends in steps, as by a comparison or a sign."""
    function = ca.Function("value", ca.symvar(value), [value])
    codes = [function.instruction_id(k) for k in range(function.n_instructions())]
    found: set[int] = set()
    if STEPS.isdisjoint(codes):
        return set()
    known: dict[int, frozenset[int]] = {}  # on which symbols each place of the work vector depends
    for k, code in enumerate(codes):
        sources, targets = function.instruction_input(k), function.instruction_output(k)
        if code == ca.OP_INPUT:
            depends = frozenset(sources[:1])
        else:
            depends = frozenset().union(*(known.get(place, frozenset()) for place in sources))
        if code in STEPS:
            found |= depends
        if code != ca.OP_OUTPUT:
            known.update(dict.fromkeys(targets, depends))
    symbols = ca.symvar(value)
    return {symbols[k].name() for k in found}


def make_template(block: Block, zeros: frozenset[int] = frozenset()) -> Template:
    """Return the template of a block's class and structure, with a plain zero in the place of some parameters."""
    trace = block.trace
    places: dict[str, tuple[str, int, SymbolInfo]] = {}
    variables: list[LocalVariable] = []
    parameters: list[LocalVariable] = []
    orientations = [path for path, info in trace.symbols.items() if info.role == "orientation"]
    for path, info in trace.symbols.items():
        if info.role == "orientation":
            places[path] = ("orientation", orientations.index(path), info)
            continue
        is_parameter = info.role in ("parameter", "shared")
        target = parameters if is_parameter else variables
        places[path] = ("parameter" if is_parameter else "variable", len(target), info)
        names = element_names(path, info.shape)
        target.extend(LocalVariable(name, info, i) for i, name in enumerate(names))
    plain = [ca.SX.sym(f"p{i}") for i in range(len(parameters))]
    lowering = Lowering(places, parameters=[ca.SX(0) if i in zeros else symbol for i, symbol in enumerate(plain)])
    for number, path in enumerate(orientations):
        symbols = as_array([ca.SX.sym(f"R{number}_{i}") for i in range(9)]).reshape(3, 3)
        rate = path.rpartition(".")[0] + "." + trace.symbols[path].declaration.rate  # type: ignore[attr-defined]
        lowering.orientations.append(Orientation(symbols, places[rate][1]))
    template = Template(type_name(type(block)), block.is_sampled, trace, variables, parameters, plain, lowering, zeros)
    template.offsets = {variable.name: i for i, variable in enumerate(variables)}
    for number, equation in enumerate(trace.equations):
        _lower_equation(template, equation, number)
    for start in trace.initial_equations:
        template.initial_rows.extend(_residuals(lowering, start))
    template.held = list(lowering.held.values())
    template.rows = cancel_derivatives(template.rows, lowering.jets)
    return template


def element_names(path: str, shape: tuple[int, ...]) -> list[str]:
    """Return the names of all elements, counted from one as people do.

    >>> element_names("r", (2,)), element_names("x", ())
    (['r[1]', 'r[2]'], ['x'])
    """
    if not shape:
        return [path]
    return [f"{path}[{','.join(str(i + 1) for i in index)}]" for index in np.ndindex(*shape)]


def _residuals(lowering: Lowering, equation: Equation) -> list[ca.SX]:
    size = equation.size
    left, right = lowering.scalars(equation.left, size), lowering.scalars(equation.right, size)
    return [a - b for a, b in zip(left, right, strict=True)]


def _lower_equation(template: Template, equation: Equation | When, number: int) -> None:
    lowering = template.lowering
    if isinstance(equation, When):
        _lower_when(template, equation, number)
    elif isinstance(equation, Turn):
        _lower_turn(template, equation, number)
    elif equation.right.op == "called":
        _assign_called(template, equation, number)
    elif template.is_sampled and not equation.always:
        _assign(template, equation, number, "sample")
    else:
        residuals = _residuals(lowering, equation)
        template.rows.extend(residuals)
        template.row_equation.extend([number] * len(residuals))


def _lower_turn(template: Template, equation: Turn, number: int) -> None:
    first = len(template.rows)
    turn = lower_turn(template.lowering, equation, number, first)
    rows = [*_residuals(template.lowering, equation.rate), *turn.closing_rows]
    template.rows.extend(rows)
    template.row_equation.extend([number] * len(rows))
    template.gaps.update(zip(turn.closures, turn.gaps, strict=True))
    template.turns.append(turn)


def _lower_when(template: Template, clause: When, number: int) -> None:
    lowering = template.lowering
    condition = lowering.lower(clause.condition)
    assigned: list[int] = []
    jumps: list[tuple[int, ca.SX]] = []
    for action in clause.actions:
        if isinstance(action, Reinit):
            base = lowering.places[action.state.data.path][1]
            lowering.at_instant = True
            values = lowering.scalars(action.value, action.state.size)
            lowering.at_instant = False
            jumps.extend((base + i, value) for i, value in enumerate(values))
        else:
            assigned.extend(_assign(template, action, number, f"when{len(template.whens)}"))
    template.whens.append(LoweredWhen(condition, assigned, jumps, clause.text()))


def _assign(template: Template, equation: Equation, number: int, clock: str) -> list[int]:
    """Turn ``variable == expression`` into a held value with an update; the variable equals the held value."""
    lowering, target = template.lowering, equation.left
    if target.op != "symbol" or target.data.declaration.role not in ("variable", "output"):
        raise ModelError(
            f"{template.name}: at samples and events one variable is set at a time, on the left of ==.",
            why=f"{equation.source}: {equation.text()}",
            fix="Write `yield variable == expression`.",
        )
    lowering.at_instant = True
    values = lowering.scalars(equation.right, target.size)
    lowering.at_instant = False
    base = lowering.places[target.data.path][1]
    indices = []
    for i, value in enumerate(values):
        symbol = ca.SX.sym(f"held{len(lowering.held)}")
        lowering.held["discrete", clock, base + i] = Held(symbol, clock, base + i, value)
        indices.append(list(lowering.held).index(("discrete", clock, base + i)))
        template.rows.append(lowering.jet(base + i, 0) - symbol)
        template.row_equation.append(number)
    return indices


def _assign_called(template: Template, equation: Equation, number: int) -> None:
    """Let plain code set a variable; what the code reads is held too, so that it is settled before the call."""
    lowering, target = template.lowering, equation.left
    if template.call is None:
        template.call = LoweredCall()
        for argument in equation.right.args:
            template.call.arguments.append((argument.data.path, argument.shape, len(lowering.held)))
            for i, value in enumerate(lowering.scalars(argument, argument.size)):
                symbol = ca.SX.sym(f"held{len(lowering.held)}")
                lowering.held["argument", argument.data.path, i] = Held(symbol, "sample", value=value)
    base = lowering.places[target.data.path][1]
    template.call.results.append((target.data.path, target.shape, len(lowering.held)))
    for i in range(target.size):
        symbol = ca.SX.sym(f"held{len(lowering.held)}")
        # between calls the value stays what it is
        lowering.held["discrete", "called", base + i] = Held(symbol, "called", base + i, symbol)
        template.rows.append(lowering.jet(base + i, 0) - symbol)
        template.row_equation.append(number)
