"""A model in words: what its states are, which unknowns hang together, and which equation each of them comes from.

Input: a compiled ``Model``. Output: an ``Explanation``, which prints itself for people and becomes JSON for programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from blocks.declare import Input
from solver.connect import connect
from solver.flatten import Instance
from solver.model import Model

KINDS = {
    "division": "solved directly",
    "elimination": "linear, solved by symbolic elimination",
    "determinants": "linear and switching, solved by determinants",
    "numerical": "linear, solved numerically at every step",
    "nonlinear": "nonlinear, solved by iteration",
}


@dataclass(frozen=True)
class Loop:
    """Unknowns that can only be found together."""

    unknowns: list[str]
    kind: str
    equations: list[str]

    @property
    def size(self) -> int:
        """Return how many unknowns the loop has."""
        return len(self.unknowns)


@dataclass(frozen=True)
class Determined:
    """Some unknowns and the equations they are computed from: one each, or as many as a loop has."""

    unknowns: list[str]
    equations: list[str]


@dataclass
class Explanation:
    """The structure of a model."""

    name: str
    blocks: int
    equations: int
    unknowns: int
    reduced: int  # equations, and unknowns, once equal ones are taken together
    index: int
    states: list[str]
    inputs: list[str]
    loops: list[Loop]
    largest: int
    constraints: list[str]
    events: list[str]
    samples: dict[float, list[str]]
    dropped: list[str]
    determined: list[Determined] = field(default_factory=list)

    def summary(self) -> str:
        """Return one line: ``12 states, 3 loops, largest 4 unknowns``."""
        parts = [_count(len(self.states), "state"), _count(len(self.loops), "loop")]
        if self.loops:
            parts.append(f"largest {_count(max(loop.size for loop in self.loops), 'unknown')}")
        if self.events:
            parts.append(_count(len(self.events), "event"))
        return ", ".join(parts)

    def text(self, most: int = 40) -> str:
        """Return the explanation for people; of long lists only the first ``most`` lines."""
        from solver.explain_text import explanation_text

        return explanation_text(self, most)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def explain(model: Model) -> Explanation:
    """Return the structure of a model."""
    incidence, offsets = model.assembly.incidence, model.assembly.offsets
    names, rows = _Names(model), _Rows(model)
    loops = [
        Loop(names.top(block.columns), block.kind, rows.texts(block.rows))
        for block in model.causal.blocks
        if len(block.columns) > 1 or block.kind == "nonlinear"
    ]
    connections = connect(model.system)
    count = len(connections.equal) + len(connections.sums) + len(connections.constants)
    differentiated = int(offsets.rows.max(initial=0))
    redundant = [rows.origin_text(*origin) for origin in incidence.aliases.redundant]
    return Explanation(
        name=model.system.name,
        blocks=len(model.system.instances),
        equations=count + sum(len(instance.template.rows) for instance in model.system.instances),
        unknowns=model.system.variable_count,
        reduced=len(incidence.columns),
        index=differentiated + int(bool((offsets.columns == 0).any())),
        states=list(model.state_names),
        inputs=list(_inputs(model)),
        loops=loops,
        largest=max((len(block.columns) for block in model.causal.blocks), default=0),
        constraints=rows.plain(model.assembly.choice.constraints),
        events=_events(model),
        samples=_samples(model),
        dropped=[*redundant, *rows.texts(list(incidence.dropped))],
        determined=list(_determined(model, names, rows)),
    )


def _determined(model: Model, names: _Names, rows: _Rows) -> Iterator[Determined]:
    """Yield what follows from the states directly, then all others in the order of their computation."""
    assembly = model.assembly
    for column, row in assembly.choice.determined_by.items():
        order = assembly.choice.lowest_determined(column, assembly.offsets)
        if order < int(assembly.offsets.columns[column]):
            yield Determined([names.jet(column, order)], rows.plain([row]))
    for block in model.causal.blocks:
        yield Determined(names.top(block.columns), rows.texts(block.rows))


def _inputs(model: Model) -> Iterator[str]:
    """Yield the signals the diagram takes from outside."""
    for name, terminal in model.system.exposed.items():
        if isinstance(model.system.port(terminal).declaration, Input):
            yield name


def _events(model: Model) -> list[str]:
    hybrid = model.hybrid
    switches = [f"{machine.name}: {' / '.join(machine.modes)}" for machine in hybrid.machines]
    return [*dict.fromkeys([*hybrid.relations, *switches, *(clause.text for clause in hybrid.whens)])]


def _samples(model: Model) -> dict[float, list[str]]:
    found: dict[float, dict[str, None]] = {}
    for item in model.hybrid.held:
        if item.kind in ("sample", "called"):
            found.setdefault(item.period, {})[item.block] = None
    return {period: list(names) for period, names in sorted(found.items())}


class _Names:
    """People's names for unknowns and their derivatives."""

    def __init__(self, model: Model) -> None:
        self.model = model
        incidence = model.assembly.incidence
        self.known: dict[tuple[int, int], str] = {}
        rank: dict[tuple[int, int], int] = {}
        for instance in model.system.instances:
            for local, variable in enumerate(instance.template.variables):
                number = instance.variables + local
                key = (int(incidence.column_of[number]), int(incidence.aliases.order[number]))
                # a block's own variable reads better than one of its ports
                score = bool(variable.info.port)
                if score < rank.get(key, 2):
                    self.known[key], rank[key] = f"{instance.name}.{variable.name}", score

    def jet(self, column: int, order: int) -> str:
        """Return the name of a derivative of a column: a variable's, or ``der(...)`` of one."""
        for lower in range(order, -1, -1):
            if (column, lower) in self.known:
                depth = order - lower
                return "der(" * depth + self.known[column, lower] + ")" * depth
        return self.model.jet_name(column, order)

    def top(self, columns: list[int]) -> list[str]:
        """Return the names of the unknowns of some columns."""
        return [self.jet(column, int(self.model.assembly.offsets.columns[column])) for column in columns]


class _Rows:
    """Equations in people's names, differentiated as often as the solver does."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def texts(self, rows: list[int]) -> list[str]:
        """Return some rows as the solver uses them, each once: the scalars of a vector equation share their text."""
        levels = self.model.assembly.offsets.rows
        return list(dict.fromkeys(self._text(row) + _differentiated(int(levels[row])) for row in rows))

    def plain(self, rows: list[int]) -> list[str]:
        """Return some rows as their authors wrote them."""
        return list(dict.fromkeys(self._text(row) for row in rows))

    def _text(self, row: int) -> str:
        owner, equation = self.model.assembly.incidence.origin(row)
        if isinstance(owner, Instance):
            return owner.template.trace.equations[equation].text(f"{owner.name}.")
        return self._sum(row)

    def _sum(self, row: int) -> str:
        """Return a row that stems from a connection, as a sum over what is left of it."""
        linear = self.model.assembly.incidence.aliases.rows[row]
        text = ""
        for variable, order, factor in linear.terms:
            name = "der(" * order + self.model.system.variable_name(variable) + ")" * order
            sign = "-" if factor < 0 else "+"
            term = name if abs(factor) == 1 else f"{abs(factor):g} * {name}"
            text += f" {sign} {term}" if text else sign.strip("+") + term
        return f"{text} == {-linear.constant + 0.0:g}"

    def origin_text(self, number: int, equation: int) -> str:
        """Return an equation by where it comes from: a block, or a connection."""
        if number < 0:
            return f"the connection at {self.model.system.variable_name(equation)}"
        owner = self.model.system.instances[number]
        return owner.template.trace.equations[equation].text(f"{owner.name}.")


def _differentiated(level: int) -> str:
    return ("", "  (differentiated)")[level] if level < 2 else f"  (differentiated {level} times)"
