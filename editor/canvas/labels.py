"""Which side of each block its text stands on, so that no two cover each other. Pure, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor.canvas.geometry import Rect
from editor.canvas.placed import Placed

SLACK = 4  # letters do not fill the room they are given
CELL = 200  # px, for finding neighbours

Labelled = dict[str, tuple[Placed, Placed]]  # blocks without and with the side of their text


def with_labels(placed: Mapping[str, Placed], before: Mapping[str, tuple[Placed, Placed]]) -> Labelled:
    """Return blocks with their texts on sides where they cover no other block and no other text.

    ``before`` has them as they were without and with the text; what has not changed stays the same object.
    """
    cells: dict[tuple[int, int], list[tuple[str, Rect]]] = {}

    def put(name: str, rect: Rect) -> None:
        for cell in _cells(rect):
            cells.setdefault(cell, []).append((name, rect))

    def covered(name: str, rect: Rect) -> int:
        rect = (rect[0] + SLACK, rect[1] + SLACK, rect[2] - SLACK, rect[3] - SLACK)
        close = {item for cell in _cells(rect) for item in cells.get(cell, ())}
        return sum(_common(rect, taken) for other, taken in close if other != name)

    for name, block in placed.items():
        put(name, block.rect)
        for front in block.fronts:
            put("", front)
    chosen: Labelled = {}
    # those with the least choice choose first
    for name, block in sorted(placed.items(), key=lambda item: len(item[1].label_sides)):
        side, least = block.label_sides[0], None
        for one in block.label_sides:
            common = covered(name, block.label_on(one))
            if least is None or common < least:
                side, least = one, common
            if not common:
                break
        bare, with_text = before.get(name, (None, block))
        is_same = bare is block and with_text.side == side
        chosen[name] = (block, with_text if is_same else replace(block, side=side))
        put(name, block.label_on(side))
    return {name: chosen[name] for name in placed}


def _common(a: Rect, b: Rect) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def _cells(rect: Rect) -> list[tuple[int, int]]:
    left, top, right, bottom = (value // CELL for value in rect)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]
