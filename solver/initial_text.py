"""Initial equations written in a diagram or a subsystem: ``motor.phi == gear.a.phi + 10 deg``, ``der(rod.w) == 0``.

Input: a flat system. Output: for each equation the variables (and derivative orders) it reads, and how to make its
residual from their values. The arithmetic is that of parameter expressions; only names with dots are new.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca

from blocks.errors import ModelError, did_you_mean
from blocks.parameter_parser import Node, parse
from blocks.variable_names import NAME
from solver.flatten import System

DERIVATIVE = re.compile(r"der\(\s*(\$\d+\$?|v\d+_)\s*\)")
SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": ca.sqrt, "exp": ca.exp, "log": ca.log, "sin": ca.sin, "cos": ca.cos, "tan": ca.tan, "asin": ca.asin,
    "acos": ca.acos, "atan": ca.atan, "atan2": ca.atan2, "abs": ca.fabs, "min": ca.fmin, "max": ca.fmax,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class InitialEquation:
    """An equation that holds at the start: what it reads, by the word that stands for it in both sides."""

    text: str
    way: tuple[str, ...]  # names of the subsystems around it
    reads: dict[str, tuple[int, int]]
    left: Node
    right: Node

    def residual(self, values: Mapping[str, ca.SX], parameters: Mapping[str, Any]) -> ca.SX:
        """Return left minus right for given values."""
        return _lower(self.left, values, parameters, self.text) - _lower(self.right, values, parameters, self.text)


def read_initial_equations(system: System) -> list[InitialEquation]:
    """Return the initial equations of the diagram; problems are added to the system."""
    variables: dict[str, int] = {}
    found = []
    for way, text in system.initial_equations:
        if not variables:
            for instance in system.instances:
                for local, variable in enumerate(instance.template.variables):
                    variables[f"{instance.name}.{variable.name}"] = instance.variables + local
        try:
            found.append(_read(text, way, variables))
        except ModelError as error:
            where = ".".join(way)
            system.problems.append(ModelError(f'Initial equation "{text}": {error.what}', where, error.why, error.fix))
    return found


def _read(text: str, way: tuple[str, ...], variables: Mapping[str, int]) -> InitialEquation:
    sides = re.split(r"==?", text)
    if len(sides) != 2:
        raise ModelError("It must have two sides with == between them.")
    words: dict[str, tuple[int, int]] = {}

    def word(variable: int, order: int) -> str:
        key = f"v{len(words)}_"
        words[key] = (variable, order)
        return key

    def replace_name(match: re.Match[str]) -> str:
        name = ".".join([*way, match[0]])
        if name not in variables:
            raise ModelError(f'There is no variable "{name}".', fix=did_you_mean(name, variables))
        return word(variables[name], 0)

    def replace_derivative(match: re.Match[str]) -> str:
        variable, order = words[match[1]]
        return word(variable, order + 1)

    trees = []
    for side in sides:
        plain = NAME.sub(replace_name, side)
        while DERIVATIVE.search(plain):
            plain = DERIVATIVE.sub(replace_derivative, plain)
        trees.append(parse(plain).root)
    return InitialEquation(text, way, words, trees[0], trees[1])


def _lower(node: Node, values: Mapping[str, ca.SX], parameters: Mapping[str, Any], text: str) -> ca.SX:
    if node.kind == "number":
        return ca.SX(node.unit.to_si(node.number))
    if node.kind == "name":
        if node.text in values:
            return values[node.text]
        if node.text in parameters:
            return ca.SX(float(parameters[node.text].value))
        raise ModelError(f'Initial equation "{text}": there is no parameter "{node.text}".')
    parts = [_lower(part, values, parameters, text) for part in node.parts]
    if node.kind == "negative":
        return -parts[0]
    if node.kind == "binary":
        return SIGNS[node.text](*parts)
    if node.kind == "call" and node.text in FUNCTIONS:
        return FUNCTIONS[node.text](*parts)
    raise ModelError(f'Initial equation "{text}": "{node.text}" cannot be used here.')
