"""From a diagram to the tables of its file, in canonical order, so that equal diagrams give equal files.

What a person has not set is not written. ``Diagram.extra`` is put back where it was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from blocks.block import Block, type_name
from blocks.diagram import ELEMENT, NAME, Diagram, Experiment, Part, Placeholder
from blocks.errors import ModelError
from blocks.migrations import CURRENT, Table
from blocks.registry import blocks_of, libraries
from blocks.schema import FORMAT, INLINE, MAX_DEPTH, MAX_NAME, RESERVED_PARAMETERS, SECTIONS
from blocks.toml_text import Lines, natural, toml_text

_FIRST = ("type", "count", "disabled", "name", "note", "start", "guess", *SECTIONS)
_RANK = {key: number for number, key in enumerate(_FIRST)}


def write_text(diagram: Diagram, name: str = "diagram") -> str:
    """Return a diagram as the text of its file; ``name`` is the name that goes without saying."""
    table = {"format": FORMAT, "version": CURRENT, **_Writer().contents(diagram, name, 0)}
    try:
        return toml_text(table)
    except ModelError as error:
        raise ModelError(error.what, _full_name(error.where)) from None


def _full_name(path: str) -> str:
    names, rest = [], path.split(".")
    while rest[0] == "blocks" and len(rest) > 1:
        names.append(rest[1])
        rest = rest[2:] or [""]
    return ".".join([*names, *filter(None, rest)])


class _Writer:
    """Makes the tables of one file."""

    def __init__(self) -> None:
        self._types: dict[type[Block], str] = {}

    def contents(self, diagram: Diagram, name: str, level: int) -> Table:
        """Return the fields and sections of a diagram; ``name`` is the name that goes without saying."""
        if level > MAX_DEPTH:
            what = f"Diagrams that are nested more than {MAX_DEPTH} deep cannot be saved."
            raise ModelError(what, diagram.name, fix="Flatten some of them.")
        table: Table = {
            "name": diagram.name if diagram.name != name else "",
            "note": diagram.note,
            "parameters": _named(diagram.parameters),
            "mask": {name: facts.as_table() for name, facts in _named(diagram.mask).items() if facts.as_table()},
            "blocks": {block: self._block(diagram, block, level) for block in _named(diagram.blocks)},
            "diagram": _filled(connections=Lines(diagram.connections), initial=Lines(diagram.initial_equations)),
            "ports": _named(diagram.ports),
            "experiment": _experiment(diagram.experiment),
            "layout": _layout(diagram.layout),
            "routes": {key: [_whole(point, key) for point in points] for key, points in diagram.routes.items()},
            "annotations": _sorted_deep(diagram.annotations),
            "scopes": _sorted_deep(diagram.scopes),
            "colors": {name: scale.as_table() for name, scale in _named(diagram.colors).items()},
        }
        merged = _merged(_filled(**table), _sorted_deep(diagram.extra))
        return _arranged({key: value for key, value in merged.items() if value != {} or key not in SECTIONS})

    def _block(self, diagram: Diagram, name: str, level: int) -> Table:
        part = diagram.blocks[name]
        head = _filled(type=self._type(diagram, name, part), disabled=name in diagram.disabled)
        if name in diagram.counts:
            head["count"] = diagram.counts[name]
        if isinstance(part, Placeholder):
            return {**_sorted_deep(part.data), **head}
        if isinstance(part, Block):
            more = _filled(note=part.note, start=_sorted(part.start), guess=_sorted(part.guess))
            return {**head, **more, **part.values}
        if reserved := sorted(part.values.keys() & RESERVED_PARAMETERS):
            what = f'"{reserved[0]}" of "{name}" cannot be saved: the word has another meaning in files.'
            raise ModelError(what, name, fix="Give the parameter another name.")
        if name in diagram.files:
            return {**head, **_filled(note=diagram.notes.get(name)), **part.values}
        return {**head, **self.contents(part, name, level + 1), **part.values}

    def _type(self, diagram: Diagram, name: str, part: Part) -> str:
        if isinstance(part, Placeholder):
            return part.type
        if isinstance(part, Diagram):
            return diagram.files.get(name, INLINE)
        cls = type(part)
        if cls not in self._types:
            self._types[cls] = _type_in_files(cls)
        return self._types[cls]


def _type_in_files(cls: type[Block]) -> str:
    text = type_name(cls)
    if "." in text:
        return text
    # a library from elsewhere: it is known by the name under which it was registered
    for library in libraries().values():
        if library.package.split(".")[0] == cls.__module__.split(".")[0]:
            for name, item in blocks_of(library).items():
                if item is cls:
                    return f"{library.name}.{name}"
    return text


def _filled(**table: Any) -> Table:
    """Return the fields that hold something."""
    return {key: value for key, value in table.items() if value}


def _named(table: Mapping[str, Any]) -> Table:
    for name in table:
        if not NAME.fullmatch(name) or len(name) > MAX_NAME:
            raise ModelError(
                f'"{name[:MAX_NAME]}" cannot be saved: it is not a name.', name, fix="Use letters, digits and _."
            )
    return dict(table)


def _layout(places: Mapping[str, Iterable[float]]) -> Table:
    _named({element["block"] if (element := ELEMENT.fullmatch(key)) else key: None for key in places})
    return {key: _whole(numbers, key) for key, numbers in places.items()}


def _experiment(experiment: Experiment) -> Table:
    plain = Experiment()
    names = [item.name for item in fields(Experiment)]
    return {name: value for name in names if (value := getattr(experiment, name)) != getattr(plain, name)}


def _whole(numbers: Iterable[float], where: str) -> list[int]:
    try:
        return [round(number) for number in numbers]
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f'The position of "{where}" cannot be saved: {numbers!r}.', where) from None


def _merged(table: Table, kept: Table) -> Table:
    """Return a table with the fields a file had besides; where both have a field, the diagram's own counts."""
    result = dict(table)
    for key, value in kept.items():
        own = result.get(key)
        if isinstance(own, dict) and isinstance(value, dict):
            result[key] = _merged(own, value)
        elif isinstance(own, Lines) and isinstance(value, list):
            result[key] = Lines([*own, *value])
        else:
            result.setdefault(key, value)
    return result


def _arranged(table: Table) -> Table:
    """Return the tables of a diagram in their order, and what is in them sorted by name."""
    result = _ordered(table)
    for key, section in result.items():
        if key in ("parameters", "mask", "ports", "layout", "routes", "colors") and isinstance(section, dict):
            result[key] = _sorted(section)
        elif key == "blocks" and isinstance(section, dict):
            blocks = _sorted(section).items()
            result[key] = {name: _ordered(block) if isinstance(block, dict) else block for name, block in blocks}
        elif key == "diagram" and isinstance(section, dict) and isinstance(section.get("connections"), list):
            section["connections"] = Lines(sorted(section["connections"], key=_by_ports))
    return result


def _ordered(table: Table) -> Table:
    return {key: table[key] for key in sorted(table, key=lambda key: (_RANK.get(key, len(_RANK)), natural(key)))}


def _sorted(table: Mapping[str, Any]) -> Table:
    return {key: table[key] for key in sorted(table, key=natural)}


def _sorted_deep(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted_deep(value[key]) for key in sorted(value, key=natural)}
    return [_sorted_deep(item) for item in value] if isinstance(value, list) else value


def _by_ports(connection: Any) -> tuple[str, str]:
    return natural(" ".join(map(str, connection)) if isinstance(connection, list | tuple) else str(connection))
