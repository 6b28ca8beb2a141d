"""In which units people see variables: as declared, or for signals of any unit what follows from their neighbours.

A signal block takes any unit. What is connected to it is equal, so it has the same; beyond that, its equations tell:
what is added is alike, an integral of watts is in joules. A plain gain other than 1 and -1 may hide any unit, so
nothing follows from it; nor does anything where neighbours contradict each other. Units found here are only shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.block import SymbolInfo
from blocks.declare import Parameter, Variable
from blocks.expression import Equation, Expr
from blocks.parameter_expression import Quantity, evaluate
from blocks.units import Dimension, Unit, read_quantity
from solver.flatten import Instance
from solver.shown_unit import COHERENT, PLAIN, Shown, alike, integral, named, product, quotient, rate
from solver.template import Template

if TYPE_CHECKING:
    from solver.model import Model

Origin = tuple[int, int]  # what equal variables share: their root, and which derivative of it they are

UNKNOWN = ("any", "bool")


def shown_units(model: Model) -> dict[Origin, Shown]:
    """Return the units of all variables that have one, by their origin."""
    search = _Search(model)
    return {**search.found, **{origin: search.in_usual_unit(search.found[origin]) for origin in search.followed}}


def origin_of(model: Model, variable: int) -> Origin:
    """Return what a variable shares with those that are equal to it."""
    aliases = model.assembly.incidence.aliases
    return int(aliases.root[variable]), int(aliases.order[variable])


class _Search:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.found: dict[Origin, Shown] = {}
        self.followed: list[Origin] = []  # those of them that follow from equations
        readers: dict[Origin, list[Instance]] = {}
        # how often variables of a unit are shown in which other one
        self._usual: dict[str, Counter[str]] = defaultdict(Counter)
        self._kinds: dict[int, Shown | None] = {}  # of expressions of the block that is looked at
        self._asking: dict[int, bool] = {}
        self._alike: dict[Template, list[tuple[Expr, ...]]] = {}
        self._places: dict[Template, dict[str, list[int]]] = {}
        for instance in model.system.instances:
            for local, variable in enumerate(instance.template.variables):
                self._note(instance, local, variable.info.declaration, readers)
        waiting = deque(instance for instance in model.system.instances if _has_any(instance.template))
        while waiting:
            told = self._follow(waiting.popleft())
            self.followed += told
            for origin in told:
                waiting.extend(readers.get(origin, ()))

    def _note(self, instance: Instance, local: int, declared: object, readers: dict[Origin, list[Instance]]) -> None:
        if not isinstance(declared, Variable) or declared.unit_text == "bool":
            return
        origin = origin_of(self.model, instance.variables + local)
        if declared.unit_text == "any":
            readers.setdefault(origin, []).append(instance)
            return
        self._usual[declared.unit_text][declared.display or ""] += 1
        # one that says how it is shown, if there is one
        if origin not in self.found or (declared.display and not self.found[origin].display):
            self.found[origin] = Shown(declared.unit_text, declared.display or "")

    def in_usual_unit(self, kind: Shown) -> Shown:
        """Return a unit as variables that declare it are shown: targets beside measurements are then comparable."""
        usual = self._usual.get(kind.unit)
        return Shown(kind.unit, usual.most_common(1)[0][0]) if usual else kind

    def _follow(self, instance: Instance) -> list[Origin]:
        """Return the origins whose units the equations of a block have told now."""
        told: list[Origin] = []
        self._kinds = {}
        for exprs in self._alike_in(instance.template):
            self._agree(instance, exprs, told)
        return told

    def _alike_in(self, template: Template) -> list[tuple[Expr, ...]]:
        """Return what must be alike in the equations of a block: both sides, and what is added or compared in them."""
        if template not in self._alike:
            found: list[tuple[Expr, ...]] = []
            seen: set[int] = set()
            for equation in template.trace.equations:
                if not isinstance(equation, Equation):
                    continue
                waiting = [equation.left, equation.right]
                found += [(equation.left, equation.right)] * any(map(self._asks, waiting))
                while waiting:
                    expr = waiting.pop()
                    if id(expr) not in seen and self._asks(expr):
                        seen.add(id(expr))
                        waiting += expr.args
                        found += [ALIKE.get(expr.op, _all)(expr)] * (expr.op in COMPARED)
            self._alike[template] = found
        return self._alike[template]

    def _asks(self, expr: Expr) -> bool:
        """Tell whether there is a signal of any unit in an expression."""
        if id(expr) not in self._asking:
            is_signal = expr.op == "symbol" and isinstance(expr.data.declaration, Variable)
            is_asking = is_signal and expr.data.declaration.unit_text == "any"
            self._asking[id(expr)] = is_asking or any(map(self._asks, expr.args))
        return self._asking[id(expr)]

    def _agree(self, instance: Instance, exprs: Sequence[Expr], told: list[Origin]) -> None:
        """Give expressions that are alike the unit that is known of one of them."""
        kind = alike([self.kind(instance, expr) for expr in exprs])
        if kind is not None and kind != PLAIN:
            for expr in filter(self._asks, exprs):
                self._tell(instance, expr, kind, told)

    def _tell(self, instance: Instance, target: Expr, kind: Shown, told: list[Origin]) -> None:
        """Give an expression its unit: that is, the variable in it."""
        if target.op in COMPARED or target.op == "neg":
            for arg in filter(self._asks, ALIKE.get(target.op, _all)(target)):
                self._tell(instance, arg, kind, told)
        elif target.op == "der":
            self._tell(instance, target.args[0], integral(kind), told)
        elif target.op in ("mul", "matmul"):
            factor = self.kind(instance, target.args[0])
            if factor is not None:
                self._tell(instance, target.args[1], quotient(kind, factor), told)
        elif kind != PLAIN:
            for origin in self._origins(instance, target):
                if origin not in self.found:
                    self.found[origin] = kind
                    told.append(origin)
                    self._kinds = {}

    def _origins(self, instance: Instance, expr: Expr) -> list[Origin]:
        """Return the origins of a signal of any unit, or of some of its elements; nothing for other expressions."""
        whole = expr.args[0] if expr.op == "index" else expr
        if whole.op != "symbol" or isinstance(whole.data.declaration, Parameter):
            return []
        if whole.data.declaration.unit_text != "any":
            return []
        template = instance.template
        if template not in self._places:
            places: dict[str, list[int]] = {}
            for local, variable in enumerate(template.variables):
                places.setdefault(variable.info.path, []).append(local)
            self._places[template] = places
        found = self._places[template].get(whole.data.path, [])
        chosen = [found[int(k)] for k in expr.data.ravel()] if expr.op == "index" else found
        return [origin_of(self.model, instance.variables + local) for local in chosen]

    def kind(self, instance: Instance, expr: Expr) -> Shown | None:
        """Return the unit of an expression, PLAIN for a number; None if it is not known."""
        if id(expr) not in self._kinds:
            self._kinds[id(expr)] = self._kind(instance, expr)
        return self._kinds[id(expr)]

    def _kind(self, instance: Instance, expr: Expr) -> Shown | None:
        if origins := self._origins(instance, expr):
            return alike([self.found.get(origin) for origin in origins])
        if expr.op == "symbol":
            return _of_symbol(instance, expr.data)
        if expr.op == "constant":
            return PLAIN
        if expr.op in ALIKE:
            return alike([self.kind(instance, arg) for arg in ALIKE[expr.op](expr)])
        if expr.op in ("mul", "matmul", "div"):
            first, second = (self.kind(instance, arg) for arg in expr.args)
            if first is None or second is None:
                return None
            return quotient(first, second) if expr.op == "div" else product(first, second)
        if expr.op == "der":
            inner = self.kind(instance, expr.args[0])
            return None if inner is None else rate(inner)
        return None


def _has_any(template: Template) -> bool:
    return any(getattr(item.info.declaration, "unit_text", "") == "any" for item in template.variables)


def _of_symbol(instance: Instance, info: SymbolInfo) -> Shown | None:
    declared = info.declaration
    if isinstance(declared, Parameter):
        return _of_parameter(instance, info.path, declared)
    if not isinstance(declared, Variable) or declared.unit_text in UNKNOWN:
        return None
    return Shown(declared.unit_text, declared.display or "")


def _of_parameter(instance: Instance, path: str, declared: Parameter) -> Shown | None:
    """Return the unit of a parameter; of one that takes any, that of its value. A number may hide one and says none."""
    if declared.unit_text not in UNKNOWN:
        return Shown(declared.unit_text)
    value = instance.block.values.get(path, declared.default)
    kinds = [_of_value(item, instance.scope) for item in _items(value)]
    is_mixed = None in kinds or 0 < kinds.count(PLAIN) < len(kinds)
    return None if is_mixed else alike(kinds)


def _items(value: Any) -> Iterator[Any]:
    """Yield what is in a list, or in lists in it."""
    if not isinstance(value, list | tuple):
        yield value
        return
    for item in value:
        yield from _items(item)


def _of_value(value: Any, scope: Mapping[str, Quantity]) -> Shown | None:
    if isinstance(value, str) and value.lstrip().startswith("="):
        found = evaluate(value, scope)
        if found.dimension != Dimension.ONE:
            return named(found.dimension)
        number = np.asarray(found.value)
    else:
        plain, symbol = read_quantity(value)
        if isinstance(symbol, Unit):
            return Shown(COHERENT.get(symbol.name) or str(symbol.dimension), symbol.symbol)
        number = np.asarray(plain)
    return PLAIN if np.all(np.abs(number) == 1.0) else None


def _all(expr: Expr) -> tuple[Expr, ...]:
    return expr.args


# operations on what must be alike
COMPARED = ("add", "sub", "min", "max", "where", "lt", "le", "gt", "ge")
# of which operands an operation hands on the unit
ALIKE: dict[str, Callable[[Expr], tuple[Expr, ...]]] = {
    **dict.fromkeys(
        ("add", "sub", "min", "max", "stack", "abs", "neg", "sum", "index", "pre", "previous", "no_event", "transpose",
         "let"), _all,
    ),
    "where": lambda expr: expr.args[1:],
    "interpolate": lambda expr: expr.args[2:],
}  # fmt: skip
