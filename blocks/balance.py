"""Does a block have as many equations as unknowns?

Unknowns are its own variables, its outputs and the flows in its ports, counted in scalars. Inputs, the across variables
of ports, parameters and shared quantities come from outside. A block that keeps this rule can be connected in any way.
"""

from __future__ import annotations

from blocks.block import Block, SymbolInfo, type_name
from blocks.errors import ModelError
from blocks.expression import Equation, When, shape_text

MAX_LISTED = 12


def check_balance(block: Block, name: str = "") -> ModelError | None:
    """Return the error for a block with too few or too many equations, else None."""
    unknowns = [info for info in block.trace.symbols.values() if is_unknown(info)]
    wanted = sum(size_of(info) for info in unknowns)
    given = sum(item.size for item in block.trace.equations)
    if given == wanted:
        return None
    kind = type_name(type(block))
    who = f'Block "{name}" ({kind})' if name else kind
    what = f"{who} has {_counted(given, 'equation')} for {_counted(wanted, 'unknown')}."
    why = [_unknowns_text(unknowns), *_equations_text(block.trace.equations)]
    return ModelError(what, name, "\n".join(why), _fix(given - wanted))


def is_unknown(info: SymbolInfo) -> bool:
    """Tell whether a block must determine a quantity itself."""
    return info.role in ("flow", "output") or (info.role == "variable" and not info.port)


def size_of(info: SymbolInfo) -> int:
    """Return how many single numbers a quantity holds."""
    size = 1
    for length in info.shape:
        size *= length
    return size


def _counted(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def _unknowns_text(unknowns: list[SymbolInfo]) -> str:
    if not unknowns:
        return "Unknowns: none."
    return f"Unknowns: {', '.join(_shortened([_unknown_text(info) for info in unknowns]))}."


def _unknown_text(info: SymbolInfo) -> str:
    size = f", {shape_text(info.shape)}" if info.shape else ""
    return f"{info.path} ({info.role}{size})"


def _equations_text(equations: list[Equation | When]) -> list[str]:
    if not equations:
        return ["Equations: none."]
    texts = [item.text() + (f"  (counts as {item.size})" if item.size != 1 else "") for item in equations]
    return ["Equations:", *(f"  {line}" for line in _shortened(texts))]


def _shortened(items: list[str]) -> list[str]:
    if len(items) <= MAX_LISTED:
        return items
    return [*items[: MAX_LISTED - 1], f"and {len(items) - MAX_LISTED + 1} more"]


def _fix(surplus: int) -> str:
    if surplus < 0:
        return (
            f"{_counted(-surplus, 'equation').capitalize()} {'is' if surplus == -1 else 'are'} missing: "
            "every own variable, output and flow in a port needs one.\n"
            "  1. add `yield left == right` to equations(), or\n"
            "  2. declare what is given from outside as a Parameter or an Input."
        )
    return (
        f"{_counted(surplus, 'equation').capitalize()} too many: "
        "inputs, parameters and the other quantities of ports are given from outside.\n"
        "  1. remove what is said twice, or\n"
        "  2. declare a Variable or an Output for what is to be determined."
    )
