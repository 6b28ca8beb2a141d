"""Expressions as text, in the names of a person's model and with the parentheses Python needs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from blocks.expression import Expr

# how tightly each operation binds, as in Python
RELATION_LEVEL, SIGN_LEVEL, ATOM_LEVEL = 1, 6, 9
RELATIONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
LOGIC = {"or": ("|", 2), "and": ("&", 3)}
INFIX = {"add": ("+", 4), "sub": ("-", 4), "mul": ("*", 5), "div": ("/", 5), "matmul": ("@", 5), "pow": ("**", 7)}


def text_of(expr: Expr, prefix: str = "", outer: int = 0) -> str:
    """Return an expression as Python would write it, in parentheses if it binds less tightly than ``outer``."""
    inner, level = _text_and_level(expr, prefix)
    return f"({inner})" if level < outer else inner


def _text_and_level(expr: Expr, prefix: str) -> tuple[str, int]:
    op, args = expr.op, expr.args
    if vectors := vector_operation(expr):
        return f"{vectors[0]}({', '.join(text_of(arg, prefix) for arg in vectors[1])})", ATOM_LEVEL
    if op in INFIX or op in RELATIONS or op in LOGIC:
        return _infix(expr, prefix)
    if op in ("neg", "not"):
        return ("-" if op == "neg" else "~") + text_of(args[0], prefix, SIGN_LEVEL + 1), SIGN_LEVEL
    if op == "constant":
        text = _constant_text(expr.data)
        return text, SIGN_LEVEL if text.startswith("-") else ATOM_LEVEL
    return _atom(expr, prefix), ATOM_LEVEL


def vector_operation(expr: Expr) -> tuple[str, tuple[Expr, ...]] | None:
    """Return name and operands of the product or length of vectors that an expression is, if it is one."""
    if expr.op == "sqrt" and (inner := vector_operation(expr.args[0])) and inner[0] == "dot":
        return ("norm", inner[1][:1]) if inner[1][0] is inner[1][1] else None
    if expr.op == "sum" and expr.args[0].op == "mul":
        factors = expr.args[0].args
        return ("dot", factors) if len(factors[0].shape) == 1 and factors[0].shape == factors[1].shape else None
    return _cross_product(expr) if expr.op == "stack" and len(expr.args) == 3 else None


def _cross_product(expr: Expr) -> tuple[str, tuple[Expr, ...]] | None:
    vectors: list[Expr] = []
    for i, element in enumerate(expr.args):
        if element.op != "sub" or any(product.op != "mul" for product in element.args):
            return None
        factors = [factor for product in element.args for factor in product.args]
        j, k = (i + 1) % 3, (i + 2) % 3
        if any(item.op != "index" for item in factors) or [np.ravel(item.data).tolist() for item in factors] != [
            [j], [k], [k], [j]
        ]:  # fmt: skip
            return None
        vectors += [item.args[0] for item in factors]
    u, v = vectors[:2]
    is_one = u.shape == v.shape == (3,) and all(a is b for a, b in zip(vectors, (u, v) * 6, strict=True))
    return ("cross", (u, v)) if is_one else None


def _infix(expr: Expr, prefix: str) -> tuple[str, int]:
    op, (left, right) = expr.op, expr.args
    sign, level = INFIX.get(op) or LOGIC.get(op) or (RELATIONS[op], RELATION_LEVEL)
    # Python reads a row of equal signs from the left, except powers; a * b / c means the same either way
    closes_left = op == "pow" or op in RELATIONS
    closes_right = op in ("sub", "div", "matmul") or op in RELATIONS or (op == "mul" and right.op == "matmul")
    first = text_of(left, prefix, level + closes_left)
    second = text_of(right, prefix, level + closes_right)
    if op in INFIX and second.startswith("-"):
        # two signs in a row are hard to read
        second = f"({second})"
    return (f"{first}**{second}" if op == "pow" else f"{first} {sign} {second}"), level


def _atom(expr: Expr, prefix: str) -> str:
    op, args = expr.op, expr.args
    if op == "symbol":
        return prefix + str(expr.data.path)
    if op == "index":
        return f"{text_of(args[0], prefix, ATOM_LEVEL)}[{index_text(expr)}]"
    if op == "stack":
        return "[" + ", ".join(text_of(arg, prefix) for arg in args) + "]"
    if op == "let":
        return prefix + str(expr.data)
    if op == "time":
        return "time"
    if op == "called":
        return f"{expr.data}({', '.join(text_of(arg, prefix) for arg in args)})"
    if op == "in_mode":
        return f'in_mode("{expr.data[1]}")'
    return f"{op}({', '.join(text_of(arg, prefix) for arg in args)})"


def _constant_text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        items = ", ".join(_constant_text(item) for item in value)
        return f"[{items}]"
    return str(value) if isinstance(value, bool) else f"{value:.12g}"


def index_text(expr: Expr) -> str:
    """Return which elements are picked; people count from one."""
    shape = expr.args[0].shape
    places = np.unravel_index(np.ravel(expr.data), shape)
    chosen = [list(dict.fromkeys(int(i) for i in axis)) for axis in places]
    picked = list(zip(*(axis.tolist() for axis in places), strict=True))
    if picked != list(product(*chosen)):
        return ", ".join(str(int(i) + 1) for i in np.ravel(expr.data))
    return ", ".join(_axis_text(axis, length) for axis, length in zip(chosen, shape, strict=True))


def _axis_text(chosen: list[int], length: int) -> str:
    if len(chosen) == 1:
        return str(chosen[0] + 1)
    if chosen == list(range(length)):
        return ":"
    if chosen == list(range(chosen[0], chosen[-1] + 1)):
        return f"{chosen[0] + 1}..{chosen[-1] + 1}"
    return "{" + ", ".join(str(i + 1) for i in chosen) + "}"
