"""What two ends may mean beside themselves: a whole row of channels, or an array that is a chain. Pure, no Qt."""

from __future__ import annotations

from blocks.block import Block
from blocks.declare import Input, Output, Structural
from blocks.diagram import Diagram, block_of, parse_endpoint
from editor.canvas.elements import Choice, singles, written
from editor.canvas.port_kinds import kind_at


def wholes(diagram: Diagram, first: str, second: str) -> list[Choice]:
    """Return two ends with a row of channels as a whole instead of one of them, where many signals meet that row.

    >>> from blocks.registry import find_block
    >>> d = Diagram()
    >>> d.add("sensor", find_block("signals.Gain")(), count=3)
    >>> d.add("mux", find_block("signals.Mux")(n=3))
    >>> wholes(d, "sensor.y", "mux.u[1]")
    [('sensor.y', 'mux.u')]
    """
    if row := _row(diagram, second, _many(diagram, first)):
        return [(first, row)]
    if row := _row(diagram, first, _many(diagram, second)):
        return [(row, second)]
    return []


def growth(diagram: Diagram, first: str, second: str) -> tuple[str, str, int] | None:
    """Return a block, its parameter and the value that gives a row of channels as many as the other end has signals."""
    pairs = [(first, second), (second, first)]
    pairs.sort(key=lambda pair: _is_output(diagram, pair[0]))  # an input takes as many as there are, not the reverse
    for end, other in pairs:
        kind, many = kind_at(diagram, end), _many(diagram, other)
        where = parse_endpoint(end)
        key = _size_parameter(diagram, end)
        if kind is not None and key and many > 1 and where.element is None and kind.shape != (many,):
            return where.block, key, many
    return None


def chains(diagram: Diagram, first: str, second: str) -> list[Choice]:
    """Return the ends that join each element of an array with the next one, if that may be meant.

    It may between two ports of one array, and between arrays of equal size that are connected already.

    >>> from blocks.registry import find_block
    >>> d = Diagram()
    >>> d.add("cell", find_block("translational.Rod")(), count=6)
    >>> chains(d, "cell.b", "cell.a")
    [('cell[1:5].b', 'cell[2:6].a')]
    """
    a, b = parse_endpoint(first), parse_endpoint(second)
    count = diagram.counts.get(a.block, 1)
    if count < 2 or diagram.counts.get(b.block) != count or (a.index, b.index, a.element, b.element) != (None,) * 4:
        return []
    is_joined = any({block_of(end) for end in pair} == {a.block, b.block} for pair in diagram.connections)
    if first == second or not (a.block == b.block or is_joined):
        return []
    before, after = (written(tuple(range(i, i + count - 1))) for i in (1, 2))
    return [(f"{a.block}[{before}].{a.port}", f"{b.block}[{after}].{b.port}")]


def leftover(diagram: Diagram, first: str, second: str) -> list[Choice]:
    """Return two ends with the elements of an array that are free instead of all, where others are connected by number.

    >>> from blocks.registry import find_block
    >>> d = Diagram()
    >>> d.add("wall", find_block("translational.Fixed")())
    >>> d.add("cell", find_block("translational.Rod")(), count=6)
    >>> d.connect("cell[1:5].b", "cell[2:6].a")
    >>> leftover(d, "wall.flange", "cell.a")
    [('wall.flange', 'cell[1].a')]
    """
    pair = _free_elements(diagram, first), _free_elements(diagram, second)
    return [pair] if pair != (first, second) else []


def _free_elements(diagram: Diagram, end: str) -> str:
    where = parse_endpoint(end)
    if where.index is not None or where.element is not None or where.block not in diagram.counts:
        return end
    joined = {one for pair in diagram.connections for other in pair for one in singles(diagram, other)}
    numbers = range(1, diagram.counts[where.block] + 1)
    free = tuple(i for i in numbers if joined.isdisjoint(singles(diagram, f"{where.block}[{i}].{where.port}")))
    return f"{where.block}[{written(free)}].{where.port}" if 0 < len(free) < len(numbers) else end


def _many(diagram: Diagram, end: str) -> int:
    """Return how many single signals an end carries; none if it is no row of them."""
    kind = kind_at(diagram, end)
    if kind is None or kind.is_physical or (kind.count > 1 and kind.shape) or len(kind.shape) > 1:
        return 0
    return kind.shape[0] if kind.shape else kind.count


def _row(diagram: Diagram, end: str, many: int) -> str:
    """Return the row that a free channel belongs to, if it has as many channels as wanted, or can get them."""
    where = parse_endpoint(end)
    if many < 2 or where.block in diagram.counts or where.element is None or len(where.element) != 1:
        return ""
    row = f"{where.block}.{where.port}"
    kind = kind_at(diagram, row)
    if kind is None or kind.is_physical or not _is_free(diagram, row):
        return ""
    return row if kind.shape == (many,) or _size_parameter(diagram, row) else ""


def _is_output(diagram: Diagram, end: str) -> bool:
    kind = kind_at(diagram, end)
    return kind is not None and isinstance(kind.declaration, Output)


def _is_free(diagram: Diagram, row: str) -> bool:
    taken = {one for pair in diagram.connections for end in pair for one in singles(diagram, end)}
    return taken.isdisjoint(singles(diagram, row))


def _size_parameter(diagram: Diagram, row: str) -> str:
    """Return the parameter that says how long a row is, if nothing is connected yet that it would change."""
    where = parse_endpoint(row)
    part, kind = diagram.blocks.get(where.block), kind_at(diagram, row)
    if not isinstance(part, Block) or where.block in diagram.counts or kind is None or kind.is_physical:
        return ""
    shape = getattr(kind.declaration, "shape_spec", None)
    if not isinstance(shape, str) or not isinstance(part.declarations.get(shape), Structural):
        return ""
    signals = ((name, item) for name, item in part.declarations.items() if isinstance(item, Input | Output))
    alike = [name for name, item in signals if item.shape_spec == shape]
    return shape if all(_is_free(diagram, f"{where.block}.{name}") for name in alike) else ""
