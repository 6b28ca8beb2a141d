"""The cheapest way to pair all rows of a sparse table with columns of their own: shortest augmenting paths."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence

Costs = Sequence[Mapping[int, float]]


def cheapest_pairs(costs: Costs) -> list[int] | None:
    """Return the column of each row so that the sum of the costs is smallest; None if not all rows can be paired.

    ``costs`` has the entries of each row by column.

    >>> cheapest_pairs([{0: 1.0, 1: 2.0}, {0: 1.0, 1: 9.0}])
    [1, 0]
    >>> cheapest_pairs([{0: 1.0}, {0: 2.0}]) is None
    True
    """
    prices: dict[int, float] = {}
    for row in costs:
        for column, cost in row.items():
            prices[column] = min(cost, prices.get(column, math.inf))
    owner: dict[int, int] = {}
    column_of = [-1] * len(costs)
    for i, row in enumerate(costs):
        # most rows find their column at once
        free = [(cost - prices[column], column) for column, cost in row.items()]
        if free and (best := min(free))[1] not in owner:
            owner[best[1]], column_of[i] = i, best[1]
    for i, column in enumerate(column_of):
        if column < 0 and not _augment(i, costs, prices, owner, column_of):
            return None
    return column_of


def _augment(
    start: int, costs: Costs, prices: dict[int, float], owner: dict[int, int], column_of: list[int]
) -> bool:  # fmt: skip
    """Pair one more row along the cheapest path that moves others, and update the prices; tell if there is a path."""
    distance: dict[int, float] = {}
    came_from: dict[int, int] = {}
    done: list[int] = []
    is_done: set[int] = set()
    heap: list[tuple[float, int]] = []
    row, reached = start, 0.0
    while True:
        own = column_of[row]
        offset = reached - (costs[row][own] - prices[own] if own >= 0 else 0.0)
        for column, cost in costs[row].items():
            length = offset + cost - prices[column]
            if column not in is_done and length < distance.get(column, math.inf):
                distance[column], came_from[column] = length, row
                heapq.heappush(heap, (length, column))
        while heap and (heap[0][1] in is_done or heap[0][0] > distance[heap[0][1]]):
            heapq.heappop(heap)
        if not heap:
            return False
        reached, column = heapq.heappop(heap)
        if column not in owner:
            break
        is_done.add(column)
        done.append(column)
        row = owner[column]
    for passed in done:
        prices[passed] += distance[passed] - reached
    while True:
        row = came_from[column]
        column_of[row], owner[column], column = column, row, column_of[row]
        if row == start:
            return True
