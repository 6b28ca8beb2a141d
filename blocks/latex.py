r"""Equations as a textbook sets them, for people who read formulas rather than code.

Most of it is the part of LaTeX that Matplotlib and web pages know too; choices and vectors need ``cases`` and
``pmatrix``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.expression import Equation, Expr, Reinit, When
from blocks.expression_text import index_text
from blocks.latex_names import name_latex, number_latex

# how tightly things bind
RELATION, OR, AND, SUM, PRODUCT, POWER, ATOM = range(1, 8)

SIGNS = {
    "add": ("+", SUM), "sub": ("-", SUM), "lt": ("<", RELATION), "le": (r"\leq", RELATION), "gt": (">", RELATION),
    "ge": (r"\geq", RELATION), "and": (r"\wedge", AND), "or": (r"\vee", OR),
}  # fmt: skip
FUNCTIONS = {
    **{name: rf"\{name}" for name in ("sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh")},
    **{"log": r"\ln", "min": r"\min", "max": r"\max"},
}
Text = tuple[str, int]  # and how tightly it binds


def equation_latex(item: Equation | When | Reinit) -> str:
    r"""Return an equation, an event or a jump.

    >>> equation_latex(Expr("time") * 2 == 1)
    't \\cdot 2 = 1'
    """
    if isinstance(item, Reinit):
        return rf"{to_latex(item.state)} \leftarrow {to_latex(item.value)}"
    if isinstance(item, When):
        actions = r",\quad ".join(equation_latex(action) for action in item.actions)
        return rf"\mathrm{{when}}\ {to_latex(item.condition)}:\quad {actions}"
    return f"{to_latex(item.left)} = {to_latex(item.right)}"


def to_latex(expr: Expr, outer: int = 0) -> str:
    """Return an expression, in parentheses if it binds less tightly than ``outer``."""
    rule = RULES.get(expr.op, _call)
    text, level = rule(expr)
    return _parenthesised(text) if level < outer else text


def _parenthesised(text: str) -> str:
    return rf"\left({text}\right)"


def _symbol(expr: Expr) -> Text:
    return name_latex(expr.data.path), ATOM


def _constant(expr: Expr) -> Text:
    if isinstance(expr.data, np.ndarray):
        return _matrix([_row(row) for row in expr.data]), ATOM
    text = number_latex(expr.data)
    is_single = text.isalnum() or text.replace(".", "").isdigit() or text in (r"\pi", r"\infty")
    return text, ATOM if is_single or isinstance(expr.data, bool) else PRODUCT


def _row(row: Any) -> str:
    return " & ".join(number_latex(float(item)) for item in np.ravel(row))


def _matrix(rows: Sequence[str]) -> str:
    return _environment("pmatrix", rows)


def _environment(name: str, rows: Sequence[str]) -> str:
    body = r" \\ ".join(rows)
    return rf"\begin{{{name}}} {body} \end{{{name}}}"


def _stack(expr: Expr) -> Text:
    return _matrix([_stack_row(arg) for arg in expr.args]), ATOM


def _stack_row(expr: Expr) -> str:
    if expr.op == "stack":
        return " & ".join(map(to_latex, expr.args))
    return _row(expr.data) if expr.op == "constant" else to_latex(expr)


def _infix(expr: Expr) -> Text:
    sign, level = SIGNS[expr.op]
    left, right = expr.args
    closes = expr.op == "sub" or level == RELATION
    return f"{to_latex(left, level + (level == RELATION))} {sign} {_second(right, level + closes)}", level


def _second(expr: Expr, level: int) -> str:
    """Return what follows a sign; another sign there is set apart."""
    text = to_latex(expr, level)
    return _parenthesised(text) if text.startswith("-") and level >= SUM else text


def _product(expr: Expr) -> Text:
    first, second = to_latex(expr.args[0], PRODUCT), _second(expr.args[1], PRODUCT)
    # a number in second place would run into the first
    return rf"{first} \cdot {second}" if second[0].isdigit() else rf"{first} \, {second}", PRODUCT


def _fraction(expr: Expr) -> Text:
    return rf"\frac{{{to_latex(expr.args[0])}}}{{{to_latex(expr.args[1])}}}", PRODUCT


def _power(expr: Expr) -> Text:
    return f"{to_latex(expr.args[0], ATOM)}^{{{to_latex(expr.args[1])}}}", POWER


def _negative(expr: Expr) -> Text:
    return f"-{_second(expr.args[0], PRODUCT)}", PRODUCT


def _not(expr: Expr) -> Text:
    return rf"\neg {to_latex(expr.args[0], POWER)}", POWER


def _function(expr: Expr) -> Text:
    return f"{FUNCTIONS[expr.op]}{_arguments(expr)}", POWER


def _call(expr: Expr) -> Text:
    return rf"\operatorname{{{expr.op}}}{_arguments(expr)}".replace("_", r"\_", expr.op.count("_")), POWER


def _called(expr: Expr) -> Text:
    return rf"\mathrm{{{expr.data}}}{_arguments(expr)}".replace("_", r"\_", expr.data.count("_")), POWER


def _arguments(expr: Expr) -> str:
    return _parenthesised(", ".join(map(to_latex, expr.args)))


def _around(left: str, right: str, level: int = ATOM) -> Callable[[Expr], Text]:
    return lambda expr: (f"{left}{to_latex(expr.args[0])}{right}", level)


def _derivative(expr: Expr) -> Text:
    inner = expr.args[0]
    accent = r"\dot"
    if inner.op == "der":
        inner, accent = inner.args[0], r"\ddot"
    if inner.op == "symbol" or (inner.op == "index" and inner.args[0].op == "symbol"):
        return _name(inner, accent), ATOM
    rest = to_latex(expr.args[0])
    return rf"\frac{{d}}{{dt}}{_parenthesised(rest)}", PRODUCT


def _index(expr: Expr) -> Text:
    whole = expr.args[0]
    if whole.op == "symbol":
        return _name(expr), ATOM
    if whole.op == "der" and whole.args[0].op == "symbol":
        return name_latex(whole.args[0].data.path, r"\dot", _elements(expr)), ATOM
    return f"{to_latex(whole, ATOM)}_{{{_elements(expr)}}}", ATOM


def _name(expr: Expr, accent: str = "") -> str:
    """Return the name of a quantity or of one of its elements."""
    if expr.op == "index":
        return name_latex(expr.args[0].data.path, accent, _elements(expr))
    return name_latex(expr.data.path, accent)


def _elements(expr: Expr) -> str:
    return index_text(expr).replace("..", r"\ldots ").replace("{", r"\{").replace("}", r"\}").replace(", ", ",")


def _where(expr: Expr) -> Text:
    condition, then, otherwise = expr.args
    rows = [rf"{to_latex(then)} & {to_latex(condition)}"]
    while otherwise.op == "where":
        condition, then, otherwise = otherwise.args
        rows.append(rf"{to_latex(then)} & {to_latex(condition)}")
    rows.append(rf"{to_latex(otherwise)} & \mathrm{{otherwise}}")
    return _environment("cases", rows), SUM


def _in_mode(expr: Expr) -> Text:
    machine, mode = expr.data
    return f"{name_latex(machine.name)} = {name_latex(mode)}", RELATION


def _sum(expr: Expr) -> Text:
    return rf"\sum {to_latex(expr.args[0], PRODUCT)}", SUM


def _named(name: str) -> Callable[[Expr], Text]:
    def rule(expr: Expr) -> Text:
        return rf"\mathrm{{{name}}}({', '.join(to_latex(arg) for arg in expr.args)})", ATOM

    return rule


RULES: dict[str, Callable[[Expr], Text]] = {
    "symbol": _symbol, "constant": _constant, "stack": _stack, "mul": _product, "matmul": _product, "div": _fraction,
    "pow": _power, "neg": _negative, "not": _not, "der": _derivative, "index": _index, "where": _where,
    "in_mode": _in_mode, "sum": _sum, "time": lambda _: ("t", ATOM), "initial": lambda _: (r"\mathrm{initial}", ATOM),
    "let": lambda expr: (name_latex(expr.data), ATOM),
    "no_event": lambda expr: (to_latex(expr.args[0], ATOM), ATOM),
    "transpose": lambda expr: (to_latex(expr.args[0], ATOM) + "^{T}", POWER),
    "sqrt": _around(r"\sqrt{", "}"), "abs": _around(r"\left|", r"\right|"), "exp": _around("e^{", "}", POWER),
    "called": _called, "rotation": _named("Rot"), "rotation_of": _named("Rot"),
    "floor": _around(r"\left\lfloor ", r" \right\rfloor"),
    **dict.fromkeys(SIGNS, _infix), **dict.fromkeys(FUNCTIONS, _function),
}  # fmt: skip
