"""What is written at a block, and on which side of it. Pure, no Qt."""

from __future__ import annotations

from typing import Any

from blocks.block import Block
from blocks.declare import Parameter
from blocks.diagram import Part, Placeholder
from editor.canvas.geometry import Rect

MAX_LENGTH = 26
LARGE, SMALL, LINE = 8, 6, 15  # about the width of a character in a name and below it, and the height of a line
BELOW = 6  # between a block and its name: the frame of a selected block is there
SIDES = ("bottom", "top", "right", "left")


def title(name: str, count: int | None) -> str:
    """Return the name of a block as it is shown.

    >>> title("muscle", 16), title("motor", None)
    ('muscle[16]', 'motor')
    """
    return name if count is None else f"{name}[{count}]"


def element_title(block: str, number: int, count: int, *, is_box: bool) -> str:
    """Return what stands at an element of an array; in a box is its number already.

    >>> element_title("muscle", 1, 16, is_box=True), element_title("muscle", 2, 16, is_box=False)
    ('muscle[1:16]', '[2]')
    """
    if is_box:
        return f"{block}[1:{count}]" if number == 1 else ""
    return f"{block}[1]" if number == 1 else f"[{number}]"


def subtitle(part: Part) -> str:
    """Return the most telling values of a block as they were typed, those declared first."""
    if isinstance(part, Placeholder):
        return part.type
    order = list(part.declarations) if isinstance(part, Block) else list(part.parameters)
    values = {name: part.values[name] for name in order if name in part.values}
    if isinstance(part, Block):
        numbers = part.parameters()
        values = dict(sorted(values.items(), key=lambda item: item[0] not in numbers))
    text = ""
    for name, value in values.items():
        if value == f"= {name}":
            continue  # passed on from outside: says nothing here
        unit = ""
        declared = part.declarations.get(name) if isinstance(part, Block) else None
        if isinstance(declared, Parameter) and isinstance(value, int | float) and not isinstance(value, bool):
            unit = "" if declared.unit_text in ("1", "any", "bool") else f" {declared.unit_text}"
        word = f"{name} {_short(value)}{unit}"
        longer = f"{text} · {word}" if text else word
        if len(longer) > MAX_LENGTH:
            break
        text = longer
    return text


def _short(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def label_sides(taken: set[str], is_upright: bool) -> list[str]:
    """Return the sides of a block on which its name has room, the best first: where no connections leave.

    Where all sides are taken, the name stands beside the lower end of the block.
    """
    order = SIDES if not is_upright else ("right", "left", "bottom", "top")
    return [*(side for side in order if side not in taken), "corner", "upper corner"]


def label_rect(body: Rect, side: str, lines: tuple[str, ...], axis: int) -> Rect:
    """Return about where the text at a block is; in a corner it stands clear of a connection at ``axis``."""
    left, top, right, bottom = body
    width = max(len(line) * (SMALL if i else LARGE) for i, line in enumerate(lines))
    height = LINE * len(lines)
    middle = (left + right) // 2
    match side:
        case "bottom":
            x, y = middle - width // 2, bottom + BELOW
        case "top":
            x, y = middle - width // 2, top - BELOW - height
        case "right":
            x, y = right + BELOW, (top + bottom - height) // 2
        case "left":
            x, y = left - BELOW - width, (top + bottom - height) // 2
        case "corner":
            x, y = axis + 12, bottom + BELOW
        case _:
            x, y = axis + 12, top - BELOW - height
    return x, y, x + width, y + height
