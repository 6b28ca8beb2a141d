"""Small texts along connections: which elements of an array or of a vector are meant, the size of a vector, and under
which name the diagram shows a port outside that is connected inside, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from blocks.block import Block, type_name
from editor.canvas.geometry import Point
from editor.canvas.nets import Net
from editor.canvas.placed import Placed
from editor.canvas.port_kinds import CHANNELS

ALONG, ABOVE = 24, 6  # px from the port, and from the line
EDGE, CHARACTER = 8, 3  # px before a long text, and half the width of a character
LINE = 12  # px between two texts, one above the other
MOST = 4  # elements of a list that are written out


def tags_of(net: Net, placed: Mapping[str, Placed], item: Callable[[str], str]) -> list[tuple[Point, str]]:
    """Return the texts of a net with their places; ``item`` tells what is drawn for the block of an end."""
    found: dict[Point, dict[str, None]] = {}  # several connections at one port have one text
    ways: dict[Point, Point] = {}
    for pair, path in net.paths.items():
        for end, (here, beyond) in zip(pair, (path[:2], path[:-3:-1]), strict=True):
            block = placed.get(item(end))
            texts = filter(None, (_chosen(end, block), _outside(end, block)))
            for text in texts:
                ways[here] = _sign(beyond[0] - here[0]), _sign(beyond[1] - here[1])
                found.setdefault(here, {})[text] = None
    tags = [(_place(here, ways[here], ", ".join(texts)), ", ".join(texts)) for here, texts in found.items()]
    if net.kind is not None and net.kind.shape and net.tree.segments:
        (x0, y0), (x1, y1) = max(net.tree.segments, key=lambda piece: piece[1][0] - piece[0][0])
        tags.append((((x0 + x1) // 2, (y0 + y1) // 2 - ABOVE), f"[{'x'.join(map(str, net.kind.shape))}]"))
    return tags


def keep_apart(nets: Sequence[Net]) -> None:
    """Move texts of different nets that would cover each other at a port, each above the one before."""
    taken: list[tuple[Point, int]] = []
    for net in nets:
        for k, ((x, y), text) in enumerate(net.tags):
            width = CHARACTER * len(text)
            while any(abs(x - a) < width + half and abs(y - b) < LINE for (a, b), half in taken):
                y -= LINE
            net.tags[k] = ((x, y), text)
            taken.append(((x, y), width))


def _place(port: Point, way: Point, text: str) -> Point:
    """Return where the middle of a text is: above a line that leaves its port to a side, or else beside it."""
    half = EDGE + CHARACTER * len(text)
    if way[0]:
        return port[0] + max(ALONG, half) * way[0], port[1] - ABOVE
    return port[0] + half, port[1] + ALONG * way[1]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _outside(end: str, block: Placed | None) -> str:
    """Return the name under which the diagram shows the port of an end outside."""
    port = block.port_of(end) if block is not None and block.named else None
    return block.name_outside(port) if block is not None and port is not None else ""


def _chosen(end: str, block: Placed | None) -> str:
    """Return which elements an end means: of an array of blocks, or of a vector. Where it ends may already say so."""
    name, _, port = end.partition(".")
    if "[" in name and (block is None or block.number is None):
        return _short(name[name.index("[") :])
    word, bracket, rest = port.partition("[")
    if not bracket or block is None:
        return ""
    is_channel = not isinstance(block.part, Block) or f"{type_name(type(block.part))}.{word}" in CHANNELS
    return "" if is_channel and port in block.ends else _short(f"[{rest}")


def _short(text: str) -> str:
    """Return the beginning of a long list; the inspector shows all of it.

    >>> _short("[1,3,5,7,9,11]"), _short("[1:16]")
    ('[1,3,5,…]', '[1:16]')
    """
    items = text.strip("[]").split(",")
    return text if len(items) <= MOST else f"[{','.join(items[: MOST - 1])},…]"
