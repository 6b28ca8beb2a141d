"""A subsystem taken apart again: its blocks go back into the diagram it was in, with all connections."""

from __future__ import annotations

from typing import Any

from blocks.block import Block
from blocks.diagram import ROUTE, Diagram, Part, block_of
from blocks.errors import ModelError
from blocks.variable_names import renamed_in_equation
from editor.grouping import WORD, middle
from editor.parameter_names import parameter_renamed_in_equation

Words = dict[str, str]


def ungroup(diagram: Diagram, name: str) -> list[str]:
    """Put the blocks of a subsystem in its place and return their names."""
    inner = diagram.blocks.get(name)
    if not isinstance(inner, Diagram):
        raise ModelError(f'"{name}" is not a subsystem.', name, fix="Select a subsystem.")
    if name in diagram.counts or name in diagram.files:
        kind = "an array of subsystems" if name in diagram.counts else "a subsystem with a file of its own"
        raise ModelError(f'"{name}" is {kind}, which cannot be taken apart.', name)
    words = _parameters(diagram, inner, name)
    renamed = _new_names(diagram, inner, name)

    def outside(end: str) -> str:
        return renamed.get(block_of(end), block_of(end)) + end[len(block_of(end)) :]

    def through(end: str) -> str:
        return outside(inner.ports[end.split(".", 1)[1]]) if block_of(end) == name else end

    shift = _shift(diagram, inner, name)
    connections = [(through(a), through(b)) for a, b in diagram.connections]
    exposed = {port: through(end) for port, end in diagram.ports.items()}
    routes = {key: bends for key, bends in diagram.routes.items() if name not in map(block_of, key.split(ROUTE))}
    diagram.connections = []  # so that taking it out bridges nothing
    diagram.remove(name)
    for old, new in renamed.items():
        _put_back(diagram, inner, old, new, words, shift)
    diagram.connections = connections + [(outside(a), outside(b)) for a, b in inner.connections]
    for key, bends in inner.routes.items():
        routes[ROUTE.join(outside(end) for end in key.split(ROUTE))] = [_moved(point, shift) for point in bends]
    diagram.ports, diagram.routes = exposed, routes
    diagram.rename_variables(lambda text: outside(text.removeprefix(f"{name}.")) if block_of(text) == name else text)
    for text in inner.initial_equations:
        for word, new in words.items():
            text = parameter_renamed_in_equation(text, word, new)
        diagram.initial_equations.append(renamed_in_equation(text, outside))
    return list(renamed.values())


def _parameters(diagram: Diagram, inner: Diagram, name: str) -> Words:
    """Let the diagram have the subsystem's parameters; return what each is called there."""
    words = {}
    for word, default in inner.parameters.items():
        value = inner.values.get(word, default)
        if value == f"= {word}" and word in diagram.parameters:
            words[word] = word
            continue
        words[word] = word if diagram.parameters.get(word, value) == value else f"{name}_{word}"
        diagram.parameters = {**diagram.parameters, words[word]: value}
    return words


def _new_names(diagram: Diagram, inner: Diagram, name: str) -> Words:
    taken = set(diagram.blocks) - {name}
    found: Words = {}
    for block in inner.blocks:
        new, number = block, 1
        while new in taken:
            new, number = f"{name}_{block}" if number == 1 else f"{name}_{block}{number}", number + 1
        found[block] = new
        taken.add(new)
    return found


def _shift(diagram: Diagram, inner: Diagram, name: str) -> tuple[int, int]:
    if name not in diagram.layout or not inner.layout:
        return 0, 0
    centre = middle(list(inner.layout.values()))
    return diagram.layout[name][0] - centre[0], diagram.layout[name][1] - centre[1]


def _moved(place: tuple[int, ...], shift: tuple[int, int]) -> tuple[int, ...]:
    return place[0] + shift[0], place[1] + shift[1], *place[2:]


def _put_back(diagram: Diagram, inner: Diagram, old: str, new: str, words: Words, shift: tuple[int, int]) -> None:
    diagram.add(new, _reworded(inner.blocks[old], words), count=inner.counts.get(old))
    diagram.layout |= {new + key[len(old) :]: _moved(place, shift) for key, place in inner.places_of(old).items()}
    for outer_table, inner_table in ((diagram.files, inner.files), (diagram.notes, inner.notes)):
        if old in inner_table:
            outer_table[new] = inner_table[old]
    if old in inner.disabled:
        diagram.disabled = diagram.disabled | {new}


def _reworded(part: Part, words: Words) -> Part:
    """Return a block whose expressions use the new names of parameters."""
    if all(old == new for old, new in words.items()):
        return part
    if isinstance(part, Block):
        start, guess, values = (_table(table, words) for table in (part.start, part.guess, part.values))
        return type(part)(start=start, guess=guess, note=part.note, **values)
    if isinstance(part, Diagram):
        part.values = _table(part.values, words)
    return part


def _table(table: dict[str, Any], words: Words) -> dict[str, Any]:
    def reworded(value: Any) -> Any:
        is_expression = isinstance(value, str) and value.startswith("=")
        return WORD.sub(lambda match: words.get(match[0], match[0]), value) if is_expression else value

    return {key: reworded(value) for key, value in table.items()}
