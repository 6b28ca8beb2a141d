"""Places for blocks that have none, and for all of them when a diagram is tidied: columns along the connections.

Input: sizes and connections. Output: centres on the grid. Blocks get the column after the last of those that feed
them; the order in a column is that of the mean place of their neighbours, as in Sugiyama's method.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from editor.canvas.geometry import Point, Rect
from editor.style import GRID

COLUMN_GAP, ROW_GAP = 60, 60
SWEEPS = 6


def arranged(sizes: Mapping[str, tuple[int, int]], links: Iterable[tuple[str, str]]) -> dict[str, Point]:
    """Return a place for each block; the links point the way the diagram is read."""
    edges = [(a, b) for a, b in links if a in sizes and b in sizes and a != b]
    columns = _ordered(_columns(list(sizes), edges), edges)
    places: dict[str, Point] = {}
    x = 0
    for column in columns:
        width = max(sizes[name][0] for name in column)
        heights = [sizes[name][1] + ROW_GAP for name in column]
        y = -sum(heights) // 2
        for name, height in zip(column, heights, strict=True):
            places[name] = (_on_grid(x + width / 2), _on_grid(y + height / 2))
            y += height
        x += width + COLUMN_GAP
    return places


def beside(places: Mapping[str, Point], taken: Sequence[Rect]) -> dict[str, Point]:
    """Return places moved below everything that already stands."""
    if not taken or not places:
        return dict(places)
    left, bottom = min(rect[0] for rect in taken), max(rect[3] for rect in taken)
    dx = left + 40 - min(x for x, _ in places.values())
    dy = bottom + 100 - min(y for _, y in places.values())
    return {name: (_on_grid(x + dx), _on_grid(y + dy)) for name, (x, y) in places.items()}


def _columns(names: list[str], edges: list[tuple[str, str]]) -> list[list[str]]:
    """Return names in columns: each after all that lead to it, loops cut where they close."""
    after: dict[str, list[str]] = {name: [] for name in names}
    for a, b in edges:
        after[a].append(b)
    depth: dict[str, int] = {}
    state: dict[str, int] = {}
    order: list[str] = []
    led = {b for _, b in edges}
    for root in sorted(names, key=lambda name: name in led):
        stack = [(root, iter(after[root]))] if root not in state else []
        state.setdefault(root, 1)
        while stack:
            name, rest = stack[-1]
            following = next((other for other in rest if other not in state), None)
            if following is None:
                state[name] = 2
                order.append(name)
                stack.pop()
            else:
                state[following] = 1
                stack.append((following, iter(after[following])))
    rank = {name: i for i, name in enumerate(reversed(order))}
    for name in sorted(names, key=rank.__getitem__):
        depth.setdefault(name, 0)
        for other in after[name]:
            if rank[other] > rank[name]:
                depth[other] = max(depth.get(other, 0), depth[name] + 1)
    columns: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for name in names:
        columns[depth[name]].append(name)
    return [column for column in columns if column]


def _ordered(columns: list[list[str]], edges: list[tuple[str, str]]) -> list[list[str]]:
    near: dict[str, list[str]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    for sweep in range(SWEEPS):
        row = {name: i - len(column) / 2 for column in columns for i, name in enumerate(column)}
        for column in columns if sweep % 2 == 0 else columns[::-1]:
            mean = {n: sum(row[o] for o in near.get(n, [n])) / len(near.get(n, [n])) for n in column}
            column.sort(key=lambda name, mean=mean: mean[name])  # type: ignore[misc]
            row.update((name, i - len(column) / 2) for i, name in enumerate(column))
    return columns


def _on_grid(value: float) -> int:
    return round(value / GRID) * GRID
