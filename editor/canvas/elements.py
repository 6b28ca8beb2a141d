"""Parts of vectors and arrays: single elements, and which parts of two ends could be connected. Pure, no Qt."""

from __future__ import annotations

from blocks.diagram import Diagram, Endpoint, parse_endpoint
from blocks.errors import ModelError
from editor.canvas.port_kinds import kind_at

MOST = 64  # choices; a longer list is typed, not chosen
LARGEST = 1000  # elements that are told apart

Choice = tuple[str, str]  # two ends that could be connected


def singles(diagram: Diagram, end: str) -> list[str]:
    """Return an end as single ports: every element of an array of blocks and of a vector by itself.

    Of a port that is neither, it is the end itself.
    """
    kind = kind_at(diagram, end)
    if kind is None:
        return [end]
    where = parse_endpoint(end)
    count = diagram.counts.get(where.block)
    blocks = [where.block]
    if count is not None:
        blocks = [f"{where.block}[{i}]" for i in (where.index or range(1, min(count, LARGEST) + 1))]
    ports = [where.port]
    if where.element is not None:
        ports = where.ports
    elif len(kind.shape) == 1:
        ports = [f"{where.port}[{i + 1}]" for i in range(min(kind.shape[0], LARGEST))]
    return [f"{block}.{port}" for block in blocks for port in ports]


def choices(diagram: Diagram, first: str, second: str) -> list[Choice]:
    """Return parts of two ends that have the same size, such as one element of the longer one; none if that is no help.

    >>> from blocks.registry import find_block
    >>> d = Diagram()
    >>> d.add("mux", find_block("signals.Mux")(n=3))
    >>> d.add("step", find_block("signals.Step")())
    >>> choices(d, "step.y", "mux.u")
    [('step.y', 'mux.u[1]'), ('step.y', 'mux.u[2]'), ('step.y', 'mux.u[3]')]
    """
    try:
        a, b = _Span(diagram, first), _Span(diagram, second)
    except ModelError:
        return []
    if not a.size or not b.size or (a.size == b.size == 1):
        return []
    if a.size > b.size:
        return [(one, other) for other, one in _fitted(b, a)]
    return _fitted(a, b)


def _fitted(small: _Span, large: _Span) -> list[Choice]:
    """Return the smaller of two ends with each part of the larger one that has its size."""
    whole = small.part(0, small.size)
    starts = range(0, large.size - small.size + 1, small.size)
    return [(whole, large.part(start, small.size)) for start in starts[:MOST]]


class _Span:
    """What an end spans: the elements of an array of blocks, or those of a vector; not both at once."""

    def __init__(self, diagram: Diagram, end: str) -> None:
        self.end = end
        kind, where = kind_at(diagram, end), parse_endpoint(end)
        self.where: Endpoint = where
        count = diagram.counts.get(where.block)
        self.is_array = count is not None and (where.index is None or len(where.index) > 1)
        vector = kind.shape if kind is not None and where.element is None else ()
        self.is_vector = len(vector) == 1
        self.numbers: tuple[int, ...] = ()
        if kind is None or len(vector) > 1 or (self.is_array and (self.is_vector or where.element)):
            return  # a table of elements is for those who type
        if self.is_array:
            self.numbers = where.index or tuple(range(1, (count or 0) + 1))
        elif self.is_vector:
            self.numbers = tuple(range(1, vector[0] + 1))
        else:
            self.numbers = where.element or (1,)

    @property
    def size(self) -> int:
        """Return how many single ports it has."""
        return len(self.numbers)

    def part(self, start: int, size: int) -> str:
        """Return the end that means some of its elements."""
        if self.size == 1 and not (self.is_array or self.is_vector):
            return self.end
        some = self.numbers[start : start + size]
        if self.is_array:
            return self.end if len(some) == self.size else f"{self.where.block}[{written(some)}].{self.where.port}"
        block = self.end.rpartition(".")[0]
        return f"{block}.{self.where.port}[{written(some)}]"


def written(numbers: tuple[int, ...]) -> str:
    """Return numbers as they are written in an end.

    >>> written((2, 3, 4)), written((5,)), written((1, 3))
    ('2:4', '5', '1,3')
    """
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}:{numbers[-1]}"
    return ",".join(map(str, numbers))
