"""Arrays laid out element by element: what is drawn in their place, and how their connections are drawn. Pure, no Qt.

An array is spread as soon as the layout has a place for one of its elements (``"unit[3]" = [x, y]``). Each element is
then an item of its own, and a connection of several elements is drawn as one piece for each of them; in the file it
remains one connection.
"""

from __future__ import annotations

from blocks.diagram import ELEMENT, Diagram, block_of, parse_endpoint
from blocks.errors import ModelError
from editor.canvas.elements import written
from editor.canvas.nets import Pair
from editor.canvas.port_kinds import MAX_ELEMENTS, kind_at

LARGEST = 256  # elements; a longer array stays one block


def spread_names(diagram: Diagram) -> set[str]:
    """Return the arrays that are laid out element by element."""
    found = set()
    for key in diagram.layout:
        element = ELEMENT.fullmatch(key) if key.endswith("]") else None
        if element and int(element["index"]) <= (diagram.counts.get(element["block"]) or 0) <= LARGEST:
            found.add(element["block"])
    return found & diagram.blocks.keys()


def items(diagram: Diagram) -> list[str]:
    """Return the names of everything that is drawn: blocks, and the elements of arrays that are spread."""
    spread = spread_names(diagram)
    found = []
    for name in diagram.blocks:
        found += elements(diagram, name) if name in spread else [name]
    return found


def elements(diagram: Diagram, name: str) -> list[str]:
    """Return the names of the elements of an array."""
    return [f"{name}[{i}]" for i in range(1, diagram.counts[name] + 1)]


def number_of(item: str) -> int | None:
    """Return which element an item is; None if it is a whole block.

    >>> number_of("unit[3]"), number_of("unit")
    (3, None)
    """
    element = ELEMENT.fullmatch(item)
    return int(element["index"]) if element else None


def pieces(diagram: Diagram, pair: Pair, spread: set[str]) -> list[Pair]:
    """Return the pieces as which a connection is drawn: itself, or one for each element of an array that is spread."""
    if not spread or not any(block_of(end) in spread for end in pair):
        return [pair]
    try:
        first, second = (_singles(diagram, end) if block_of(end) in spread else None for end in pair)
        length = max(len(ends) for ends in (first, second) if ends is not None)
        if first is None:
            first = _channels(pair[0], length)
        if second is None:
            second = _channels(pair[1], length)
    except ModelError:
        return [pair]  # the check says what is wrong with it
    ends = [side * length if len(side) == 1 else side for side in (first, second)]
    return [one for one in dict.fromkeys(zip(*ends, strict=False)) if one[0] != one[1]]


def _singles(diagram: Diagram, end: str) -> list[str]:
    """Return an end of an array as one end for each of its elements."""
    return [f"{name}.{end.partition('.')[2]}" for name in diagram.elements(parse_endpoint(end))]


def _channels(end: str, length: int) -> list[str]:
    """Return an end of a block as one end for each channel, if it names as many; else all meet at it."""
    where = parse_endpoint(end)
    if where.element is not None and 1 < len(where.element) == length <= MAX_ELEMENTS:
        return [f"{end.partition('.')[0]}.{port}" for port in where.ports]
    return [end]


def apart(diagram: Diagram, pair: Pair, line: Pair) -> tuple[Pair, Pair] | None:
    """Return one line of a connection and what the others are without it; None if it cannot do without.

    Where all lines meet at a vector, each takes its own element of it.
    """
    lines = pieces(diagram, pair, spread_names(diagram))
    if line not in lines or len(lines) == 1:
        return None
    sides = [_own_channels(diagram, [one[k] for one in lines]) for k in (0, 1)]
    lines_apart = list(zip(*sides, strict=True))
    single = lines_apart.pop(lines.index(line))
    first, second = (_together([one[k] for one in lines_apart]) for k in (0, 1))
    return single, (first, second)


def _own_channels(diagram: Diagram, ends: list[str]) -> list[str]:
    """Return the ends of all lines; as the elements of a vector if all are that vector and there are as many."""
    kind = kind_at(diagram, ends[0])
    if len(set(ends)) > 1 or kind is None or kind.shape != (len(ends),):
        return ends
    return [f"{end}[{i}]" for i, end in enumerate(ends, 1)]


def _together(ends: list[str]) -> str:
    """Return ends that differ in one number as one end.

    >>> _together(["unit[1].u", "unit[2].u", "unit[4].u"]), _together(["mux.u[1]", "mux.u[2]"])
    ('unit[1,2,4].u', 'mux.u[1:2]')
    """
    if len(set(ends)) == 1:
        return ends[0]
    parts = [parse_endpoint(end) for end in ends]
    if len({part.index for part in parts}) > 1:
        numbers = [n for part in parts for n in part.index or ()]
        return f"{parts[0].block}[{written(tuple(numbers))}].{ends[0].partition('.')[2]}"
    numbers = [n for part in parts for n in part.element or ()]
    return f"{ends[0].rpartition('[')[0]}[{written(tuple(numbers))}]"


def chained_ports(diagram: Diagram, spread: set[str]) -> dict[str, dict[str, int]]:
    """Return for each array the ports by which its elements are connected with each other.

    A number above zero says that the next element is at that port, one below that it is the element before.
    """
    found: dict[str, dict[str, int]] = {}
    for pair in diagram.connections:
        name = block_of(pair[0])
        if name not in spread or name != block_of(pair[1]):
            continue
        ports = found.setdefault(name, {})
        for ends in pieces(diagram, pair, spread):
            steps = [(parse_endpoint(end).index or (0,))[0] for end in ends]
            # from the last to the first is a step ahead, too, where a ring is closed
            ahead = 0 < (steps[1] - steps[0]) % diagram.counts[name] <= diagram.counts[name] // 2
            for end, sign in zip(ends, (1, -1) if ahead else (-1, 1), strict=True):
                port = parse_endpoint(end).port
                ports[port] = ports.get(port, 0) + sign
    return found
