"""The search for a way around blocks: A* on a sparse grid. Pure, no Qt.

The lines of the grid are those of the two ends and the edges of the blocks nearby. What each piece between two
crossings costs is written into tables first, so that the search itself only adds numbers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterable, Sequence
from heapq import heappop, heappush

from editor.canvas.geometry import STUB, Direction, End, Point, Rect, simplified
from editor.canvas.lines import ALONG, BEND, CROSS, GAP, MERGED, SHARED, TOUCH, Surroundings

MAX_STEPS = 20_000
TURN = 200  # crossings after which somebody else gets a turn
MAX_LINES = 160  # of the grid, each way; a search over more takes its time
FEW_LINES = 60  # so few may be closer together
STEPS: tuple[Direction, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
BLOCKED = float("inf")


Search = Generator[None, None, list[Point] | None]  # yields now and then, so that somebody else gets a turn


def searched_way(start: End, end: End, rects: Sequence[Rect], near: Surroundings, bounds: Rect) -> Search:
    """Search the corners of the cheapest way inside some bounds; None if there is none."""
    grid = _Grid(start, end, rects, near, bounds)
    yield
    return (yield from _found(grid, start, end))


def _lines(own: Iterable[int], edges: list[tuple[int, int]], low: int, high: int) -> list[int]:
    """Return the lines of a grid in one direction: those needed, and one to three beside each edge."""
    needed = {value for value in own if low <= value <= high}
    for lanes, most in ((3, FEW_LINES), (2, MAX_LINES), (1, MAX_LINES)):
        beside = {
            value
            for first, last in edges
            for lane in range(1, lanes + 1)
            # the rectangles are a little larger than the blocks, so that the lines are on the grid
            for value in (first + GAP - lane * STUB, last - GAP + lane * STUB)
            if low <= value <= high
        }
        if len(beside) <= most:
            return sorted(needed | beside)
    ordered = sorted(beside)
    return sorted(needed | set(ordered[:: -(-len(ordered) // MAX_LINES)]))


class _Grid:
    """Crossings numbered row by row, and what the pieces to the right and down of each, and a bend there, cost."""

    def __init__(self, start: End, end: End, rects: Sequence[Rect], near: Surroundings, bounds: Rect) -> None:
        a, b = start.stub, end.stub
        left, top, right, bottom = bounds
        own = near.own
        self.xs = _lines(
            {a[0], b[0], (a[0] + b[0]) // 20 * 10, *own.upright}, [(r[0], r[2]) for r in rects], left, right
        )
        self.ys = _lines({a[1], b[1], (a[1] + b[1]) // 20 * 10, *own.level}, [(r[1], r[3]) for r in rects], top, bottom)
        self.wide, self.high = len(self.xs), len(self.ys)
        steps = [float(q - p) for p, q in zip(self.xs, self.xs[1:], strict=False)]
        self.level = [*steps, BLOCKED] * self.high
        self.upright = [float(q - p) for p, q in zip(self.ys, self.ys[1:], strict=False) for _ in self.xs]
        self.upright += [BLOCKED] * self.wide
        self.bend = [BEND] * (self.wide * self.high)
        self._share(near)
        self._cross(near)
        for rect in rects:
            self._block(rect)

    def at(self, point: Point) -> int:
        """Return the number of the crossing at a point."""
        return bisect_left(self.ys, point[1]) * self.wide + bisect_left(self.xs, point[0])

    def _share(self, near: Surroundings) -> None:
        """Make running along the own net cheap."""
        for table, lines, across in ((near.own.level, self.xs, self.ys), (near.own.upright, self.ys, self.xs)):
            costs, one, step = self._tables(lines)
            for key, spans in table.items():
                place = bisect_left(across, key)
                if place == len(across) or across[place] != key:
                    continue
                for low, high, _ in spans:
                    for i in range(bisect_left(lines, low), bisect_right(lines, high) - 1):
                        costs[place * step + i * one] = SHARED * (lines[i + 1] - lines[i])

    def _tables(self, lines: list[int]) -> tuple[list[float], int, int]:
        """Return the costs along some lines, how far apart crossings on one line are, and lines beside each other."""
        return (self.level, 1, self.wide) if lines is self.xs else (self.upright, self.wide, 1)

    def _cross(self, near: Surroundings) -> None:
        """Make crossing other connections, bending on them and running along them dear."""
        for table, keys, lines, across in (
            (near.lines.upright, near.lines.columns, self.xs, self.ys),
            (near.lines.level, near.lines.rows, self.ys, self.xs),
        ):
            crossing, one, step = self._tables(lines)
            along, _, _ = self._tables(across)
            first, last = bisect_left(keys, lines[0]), bisect_right(keys, lines[-1])
            for key in keys[first:last]:
                i = bisect_left(lines, key)
                is_on_line = lines[i] == key
                for low, high, net in table[key]:
                    if net == near.net or high < across[0] or low > across[-1]:
                        continue
                    j0, j1 = bisect_left(across, low), bisect_right(across, high)
                    if not is_on_line:
                        for j in range(j0, j1):
                            crossing[j * step + (i - 1) * one] += CROSS
                        continue
                    for j in range(j0, j1):
                        k = j * step + i * one
                        self.bend[k] = BEND + TOUCH
                        # half before and half behind it
                        crossing[k] += CROSS / 2
                        if i:
                            crossing[k - one] += CROSS / 2
                    for j in range(max(j0 - 1, 0), min(j1, len(across) - 1)):
                        common = min(high, across[j + 1]) - max(low, across[j])
                        if common > 0:
                            along[j * step + i * one] += ALONG * common + MERGED

    def _block(self, rect: Rect) -> None:
        """Close the pieces inside a rectangle, of which some part is inside."""
        left, top, right, bottom = rect
        i0, i1 = bisect_right(self.xs, left), bisect_left(self.xs, right)
        j0, j1 = bisect_right(self.ys, top), bisect_left(self.ys, bottom)
        wide, first, above = self.wide, max(i0 - 1, 0), max(j0 - 1, 0)
        for j in range(j0, j1):
            self.level[j * wide + first : j * wide + i1] = [BLOCKED] * (i1 - first)
        for j in range(above, j1):
            self.upright[j * wide + i0 : j * wide + i1] = [BLOCKED] * max(i1 - i0, 0)


def _bends_left(dx: int, dy: int, heading: Direction, last: Direction) -> int:
    """Return the least number of bends on the way to a point that must be reached in a given direction."""
    if dx == 0 and dy == 0:
        return 0
    ahead = dx * heading[0] + dy * heading[1]
    if heading == last:
        aside = dx * heading[1] + dy * heading[0]
        return (0 if aside == 0 else 2) if ahead >= 0 else 4
    if heading == (-last[0], -last[1]):
        return 2
    beyond = dx * last[0] + dy * last[1]
    return 1 if ahead >= 0 and beyond >= 0 else 3


def _found(grid: _Grid, start: End, end: End) -> Search:
    """Run A*: a state is a crossing and the heading with which it was reached."""
    xs, ys, wide = grid.xs, grid.ys, grid.wide
    level, upright, bends = grid.level, grid.upright, grid.bend
    goal, (gx, gy) = grid.at(end.stub), end.stub
    last = (-end.out[0], -end.out[1])
    first = 4 * grid.at(start.stub) + STEPS.index(start.out)
    arrival = [0.0 if step == last else 1000.0 if step == end.out else float(BEND) for step in STEPS]
    known = {first: 0.0}
    came: dict[int, int] = {}
    done: set[int] = set()
    queue = [(0.0, 0, first)]
    count = 0
    while queue and count < MAX_STEPS:
        _, _, state = heappop(queue)
        if state in done:
            continue
        done.add(state)
        k, heading = divmod(state, 4)
        if len(done) % TURN == 0:
            yield
        if k == goal:
            return _path(grid, came, state, start, end)
        cost, bend = known[state], bends[k]
        for turn in (0, 1, 2, 3):
            if turn ^ heading == 2:
                continue  # never straight back
            if turn == 0:
                to, piece = k + 1, level[k]
            elif turn == 1:
                to, piece = k + wide, upright[k]
            elif turn == 2:
                to, piece = k - 1, level[k - 1]
            else:
                to, piece = k - wide, upright[k - wide]
            if piece == BLOCKED:
                continue
            new = cost + piece + (bend if turn != heading else 0)
            if to == goal:
                new += arrival[turn]  # from the side is one more bend, from behind is no way to arrive
            key = 4 * to + turn
            if new < known.get(key, BLOCKED):
                known[key] = new
                came[key] = state
                j, i = divmod(to, wide)
                dx, dy = gx - xs[i], gy - ys[j]
                left = abs(dx) + abs(dy) + BEND * _bends_left(dx, dy, STEPS[turn], last)
                count += 1
                # of equally good ways the one followed last is followed on
                heappush(queue, (new + left, -count, key))
    return None


def _path(grid: _Grid, came: dict[int, int], state: int, start: End, end: End) -> list[Point]:
    points = [end.point]
    while True:
        j, i = divmod(state // 4, grid.wide)
        points.append((grid.xs[i], grid.ys[j]))
        if state not in came:
            return simplified([start.point, *reversed(points)])
        state = came[state]
