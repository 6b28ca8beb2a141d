"""The ports a diagram shows outside: showing another one, giving one another name, and hiding one.

Everything that speaks of such a port follows: connections of the diagrams around, ports that these show outside in
turn, initial equations, scopes and colours. Nothing here draws.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from blocks.diagram import NAME, ROUTE, Diagram, block_of, parse_endpoint
from blocks.errors import ModelError
from blocks.variable_names import Change
from editor.document import Document
from editor.free_names import free_port_name
from editor.shared_files import twins

Way = tuple[str, ...]


def show_outside(document: Document, diagram: Diagram, end: str, name: str = "") -> str:
    """Show a port of an inner block outside, and return the name it has there; without a name it gets one after it."""
    for known, inner in diagram.ports.items():
        if inner == end:
            raise ModelError(f'"{end}" is already shown outside, as "{known}".', end)
    given = name or free_port_name(diagram, end)
    _check_name(diagram, given)
    if parse_endpoint(end).block not in diagram.blocks:
        raise ModelError(f'There is no block "{block_of(end)}".', end)
    with document.step(f"Show {end} outside", diagram):
        diagram.expose(given, end)
    return given


def rename_port(document: Document, diagram: Diagram, old: str, new: str) -> None:
    """Give a port that a diagram shows outside another name."""
    if new == old:
        return
    _check_name(diagram, new)
    text = f"Rename {old}"
    with document.together(text):
        with document.step(text, diagram):
            diagram.ports = {new if name == old else name: end for name, end in diagram.ports.items()}
        for outer, name in _uses(document, diagram):
            with document.step(text, outer):
                _change_ends(outer, lambda end, name=name: _renamed_end(end, name, old, new))  # type: ignore[misc]
        same = _same_file(document, diagram)
        for way, inner in document.diagrams():
            if id(inner) in same:
                _rename_variables(document, way, old, new, text)


def hide_port(document: Document, diagram: Diagram, name: str) -> None:
    """No longer show a port outside; what is connected to it there is cut off."""
    text = f"Hide {name}"
    with document.together(text):
        _hide(document, diagram, name, text)


def _hide(document: Document, diagram: Diagram, name: str, text: str) -> None:
    for outer, block in _uses(document, diagram):
        gone = [pair for pair in outer.connections if any(_is_port(end, block, name) for end in pair)]
        for port in [port for port, end in outer.ports.items() if _is_port(end, block, name)]:
            _hide(document, outer, port, text)
        with document.step(text, outer):
            for pair in gone:
                outer.disconnect(*pair)
    with document.step(text, diagram):
        diagram.ports = {port: end for port, end in diagram.ports.items() if port != name}


def _check_name(diagram: Diagram, name: str) -> None:
    if not NAME.fullmatch(name):
        raise ModelError(f'"{name}" is not a name for a port.', name, fix="Use letters, digits and _.")
    if name in diagram.ports:
        raise ModelError(f'There is already a port "{name}".', name, fix="Choose another name.")


def _uses(document: Document, diagram: Diagram) -> list[tuple[Diagram, str]]:
    """Return where a diagram, or another use of its file, is a block: the diagrams around and its name in each."""
    same = _same_file(document, diagram)
    found: dict[tuple[int, str], tuple[Diagram, str]] = {}
    for _, outer in document.diagrams():
        for name, part in outer.blocks.items():
            if id(part) in same:
                found[id(outer), name] = outer, name
    return list(found.values())


def _same_file(document: Document, diagram: Diagram) -> set[int]:
    """Return the identities of a diagram and of all other uses of its file."""
    return {id(diagram), *map(id, twins(document.diagram, document.path, diagram))}


def _is_port(end: str, block: str, port: str) -> bool:
    return block_of(end) == block and parse_endpoint(end).port == port


def _renamed_end(end: str, block: str, old: str, new: str) -> str:
    if not _is_port(end, block, old):
        return end
    before, _, after = end.partition(".")
    return f"{before}.{new}{after[len(old) :]}"


def _change_ends(diagram: Diagram, change: Callable[[str], str]) -> None:
    diagram.connections = [(change(first), change(second)) for first, second in diagram.connections]
    diagram.routes = {ROUTE.join(map(change, key.split(ROUTE))): bends for key, bends in diagram.routes.items()}
    diagram.ports = {name: change(end) for name, end in diagram.ports.items()}


def _rename_variables(document: Document, way: Way, old: str, new: str, text: str) -> None:
    """Let a diagram and those around it use another name of the signal at a port."""
    for depth in range(len(way) + 1):
        around = document.at(way[:depth])
        with document.step(text, around):
            around.rename_variables(_of_port(way[depth:], old, new))


def _of_port(way: Way, old: str, new: str) -> Change:
    """Return the change of names of the signal at a port.

    >>> _of_port(("leg",), "force", "push")("leg[2].force[1]"), _of_port((), "force", "push")("forces")
    ('leg[2].push[1]', 'forces')
    """
    path = "".join(rf"{re.escape(name)}(?:\[(?:\d+|\*)\])?\." for name in way)
    pattern = re.compile(rf"({path}){re.escape(old)}(\[.*\])?")
    return lambda name: match[1] + new + (match[2] or "") if (match := pattern.fullmatch(name)) else name
