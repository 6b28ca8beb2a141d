"""Initial equations as a person types them: read for mistakes before they are kept. Nothing is compiled here."""

from __future__ import annotations

import re

from blocks.block import Block, type_name
from blocks.diagram import Diagram
from blocks.errors import ModelError, did_you_mean
from blocks.parameter_parser import parse
from blocks.variable_names import NAME as VARIABLE

RATE = re.compile(r"der\(\s*v_\s*\)")
EXAMPLE = 'For example: "der(motor.w) == 0", or "arm.phi == 30 deg".'


def check_initial(diagram: Diagram, text: str) -> None:
    """Raise ModelError if an equation cannot be one: two sides, known variables, known parameters."""
    sides = re.split(r"==?", text)
    if len(sides) != 2 or not all(side.strip() for side in sides):
        raise ModelError(f'"{text}" is not an equation.', fix=f"Write two sides with == between them. {EXAMPLE}")
    names = VARIABLE.findall(text)
    for name in names:
        _check_variable(diagram, name)
    used: set[str] = set()
    for side in sides:
        plain = VARIABLE.sub("v_", side)
        while RATE.search(plain):
            plain = RATE.sub("v_", plain)
        used |= parse(plain).names
    if unknown := sorted(used - diagram.parameters.keys() - {"v_"}):
        hint = did_you_mean(unknown[0], diagram.parameters) or "Name a variable as block.variable."
        raise ModelError(f'There is no parameter "{unknown[0]}".', fix=hint)
    if not names:
        raise ModelError(f'"{text}" says nothing of any variable.', fix=EXAMPLE)


def _check_variable(diagram: Diagram, name: str) -> None:
    """Raise ModelError unless a name leads through the subsystems to a variable of a block."""
    here = diagram
    parts = name.split(".")
    for i, word in enumerate(parts[:-1]):
        block_name, _, index = word.partition("[")
        part = here.blocks.get(block_name)
        if part is None:
            raise ModelError(f'There is no block "{block_name}".', name, fix=did_you_mean(block_name, here.blocks))
        count = here.counts.get(block_name)
        if (count is None) != (not index):
            fix = f'Write "{block_name}[1]" to "{block_name}[{count}]".' if count else f'Write "{block_name}".'
            raise ModelError(f'"{block_name}" is {"an array" if count else "a single block"}.', name, fix=fix)
        if isinstance(part, Diagram):
            here = part
            continue
        if isinstance(part, Block):
            _check_in_block(part, block_name, ".".join(parts[i + 1 :]), name)
        return


def _check_in_block(block: Block, block_name: str, rest: str, name: str) -> None:
    known = [path for path, info in block.trace.symbols.items() if info.role != "parameter"]
    if re.sub(r"\[[\d,]+\]$", "", rest) not in known and rest not in known:
        listing = f"Its variables are: {', '.join(known[:12])}."
        what = f'"{block_name}" ({type_name(type(block))}) has no variable "{rest}".'
        raise ModelError(what, name, did_you_mean(rest, known), listing)
