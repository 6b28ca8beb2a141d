"""From the tables of a file to a diagram, and through ``block_reader`` to the blocks and diagrams inside it.

Each section has one function. What it cannot use it reports and puts into ``Diagram.extra``, where the same field of
the same table is found again on saving; nothing is lost, and nothing stops the rest from opening.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from blocks.block_reader import BlockReader, Fields, Reading
from blocks.color_scale import FIELDS, NEEDED, ColorScale, check_scale
from blocks.diagram import ELEMENT, Diagram, Experiment, Position, parse_endpoint
from blocks.errors import ModelError
from blocks.mask import FACTS, ParameterFacts, check_facts
from blocks.migrations import Table, is_diagram
from blocks.schema import (
    RESERVED_PARAMETERS,
    SECTIONS,
    Place,
    check_level,
    check_name,
    described,
    is_number,
    is_value,
    position,
    refuse_unsafe,
    shortened,
)

HEAD = ("format", "version")
TEXTS = ("name", "note")
LISTS = ("annotations", "scopes")  # may be lists as well as tables
EXPERIMENT = tuple(item.name for item in fields(Experiment))


def read_table(table: Table, name: str, place: Place, reading: Reading) -> tuple[Diagram, Table]:
    """Return the diagram that the tables of a whole file describe, and nothing left over."""
    diagram, rest = read_sections(table, name, place, reading)
    for key, value in rest.items():
        if key not in HEAD:
            Fields(diagram, place, reading).reject(value, _unexpected(key, value), key)
    return diagram, {}


def read_sections(table: Table, name: str, place: Place, reading: Reading) -> tuple[Diagram, Table]:
    """Return the diagram in a table, and the fields of the table that belong to none of its sections."""
    check_level(place)
    for key, value in table.items():
        if key != "blocks" or not isinstance(value, dict):
            refuse_unsafe(value, place, shortened(key))
    diagram = Diagram(name)
    diagram.name = _text(table, "name") or name
    diagram.note = _text(table, "note")
    sections = _Sections(diagram, place, reading)
    for key, read in sections.readers.items():
        if key in table and _is_section(key, table[key]):
            read(table[key])
    return diagram, {key: value for key, value in table.items() if not _is_section(key, value)}


def _text(table: Table, key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _is_section(key: str, value: Any) -> bool:
    if key in TEXTS:
        return isinstance(value, str)
    return key in SECTIONS and (isinstance(value, dict) or (key in LISTS and isinstance(value, list)))


def _unexpected(key: str, value: Any) -> str:
    if key in SECTIONS or key in TEXTS:
        return f"a {'text' if key in TEXTS else 'table'} is expected, not {described(value)}."
    return "a diagram has no table or field of this name."


class _Sections(Fields):
    """Reads the sections of one diagram."""

    def __init__(self, diagram: Diagram, place: Place, reading: Reading) -> None:
        super().__init__(diagram, place, reading)
        # blocks come before what refers to them
        self.readers: dict[str, Callable[[Any], None]] = {
            "parameters": self._parameters, "mask": self._mask, "blocks": self._blocks, "diagram": self._body,
            "ports": self._ports, "experiment": self._experiment, "layout": self._layout, "routes": self._routes,
            "annotations": self._annotations, "scopes": self._scopes, "colors": self._colors,
        }  # fmt: skip

    def _parameters(self, table: Table) -> None:
        for name, value in table.items():
            check_name(name, self.place, "parameters")
            if not is_value(value):
                what = f"a number, a text or a list of these is expected, not {described(value)}."
                self.reject(value, what, "parameters", name)
                continue
            self.diagram.parameters[name] = value
            if name in RESERVED_PARAMETERS:
                what = "the word has another meaning in files, so the parameter cannot be set from outside."
                self.report(f"parameters.{name}", what, fix="Choose another name.")

    def _mask(self, table: Table) -> None:
        for name, found in self._tables(table, "mask", FACTS, self._is_fact):
            try:
                check_facts(name, ParameterFacts(**found))
                self.diagram.mask[name] = ParameterFacts(**found)
            except ModelError as error:
                self.reject(found, error.what, "mask", name, why=error.why)

    def _is_fact(self, key: str, value: Any) -> bool:
        return isinstance(value, str) or (key in ("min", "max") and is_number(value))

    def _colors(self, table: Table) -> None:
        for name, found in self._tables(table, "colors", FIELDS, self._is_of_scale):
            if missing := [key for key in NEEDED if key not in found]:
                self.reject(found, f'"{missing[0]}" is missing.', "colors", name)
                continue
            try:
                check_scale(name, ColorScale(**found))
                self.diagram.colors[name] = ColorScale(**found)
            except ModelError as error:
                self.reject(found, error.what, "colors", name, why=error.why or error.fix)

    def _is_of_scale(self, key: str, value: Any) -> bool:
        return isinstance(value, str) or (key in ("low", "high") and is_number(value))

    def _tables(
        self, table: Table, section: str, known: Sequence[str], is_right: Callable[[str, Any], bool]
    ) -> Iterator[tuple[str, Table]]:
        """Yield the tables of a section by their names, each with the fields that can be used."""
        for name, inner in table.items():
            check_name(name, self.place, section)
            if not isinstance(inner, dict):
                self.reject(inner, f"a table is expected, not {described(inner)}.", section, name)
                continue
            found: Table = {}
            for key, value in inner.items():
                if key in known and is_right(key, value):
                    found[key] = value
                elif key in known:
                    self.reject(value, f"{described(value)} cannot be used here.", section, name, key)
                else:
                    hint = self.reading.problems.hint(key, known)
                    self.reject(value, "there is no field of this name.", section, name, key, why=hint)
            yield name, found

    def _blocks(self, table: Table) -> None:
        reader = BlockReader(self.diagram, self.place, self.reading, read_sections, read_table)
        for name, block in table.items():
            check_name(name, self.place, "blocks")
            if not is_diagram(block):
                refuse_unsafe(block, self.place, f"blocks.{name}")
            if isinstance(block, dict):
                reader.read(name, block)
            else:
                self.reject(block, f"a table is expected, not {described(block)}.", "blocks", name)

    def _body(self, table: Table) -> None:
        readers = {"connections": self._connections, "initial": self._initial}
        for key, value in table.items():
            if key not in readers:
                hint = self.reading.problems.hint(key, readers)
                self.reject(value, "there is no field of this name.", "diagram", key, why=hint)
            elif isinstance(value, list):
                if rest := readers[key](value):
                    self.keep(rest, "diagram", key)
            else:
                self.reject(value, f"a list is expected, not {described(value)}.", "diagram", key)

    def _connections(self, items: list[Any]) -> list[Any]:
        pairs: dict[tuple[str, str], None] = {}
        rest = []
        for number, item in enumerate(items, 1):
            if not isinstance(item, list) or len(item) != 2:
                self.report(f"diagram.connections[{number}]", 'two ports are expected, such as ["a.p", "b.n"].')
                rest.append(item)
            elif all([self._is_end(end, f"diagram.connections[{number}]") for end in item]):
                if (item[1], item[0]) not in pairs:
                    pairs[item[0], item[1]] = None
            else:
                rest.append(item)
        self.diagram.connections = list(pairs)
        return rest

    def _is_end(self, end: Any, path: str) -> bool:
        """Tell whether a text names a port of a block that is there; report it if not."""
        if not isinstance(end, str):
            self.report(path, f"a port is expected, not {described(end)}.")
            return False
        block, _, port = end.partition(".")
        if block in self.diagram.blocks and port.isidentifier() and port.isascii():
            return True
        try:
            block = parse_endpoint(end).block
        except ModelError as error:
            self.report(path, f'"{shortened(end)}" does not name a port.', shortened(end), error.fix)
            return False
        if block not in self.diagram.blocks:
            hint = self.reading.problems.hint(block, self.diagram.blocks)
            self.report(path, f'there is no block "{shortened(block)}".', shortened(end), hint)
            return False
        return True

    def _initial(self, items: list[Any]) -> list[Any]:
        rest = [item for item in items if not isinstance(item, str)]
        if rest:
            self.report("diagram.initial", f"equations in quotes are expected, not {described(rest[0])}.")
        self.diagram.initial_equations = [item for item in items if isinstance(item, str)]
        return rest

    def _ports(self, table: Table) -> None:
        for name, end in table.items():
            check_name(name, self.place, "ports")
            if self._is_end(end, f"ports.{name}"):
                self.diagram.ports[name] = end
            else:
                self.keep(end, "ports", name)

    def _experiment(self, table: Table) -> None:
        for key, value in table.items():
            is_right = isinstance(value, str) or (is_number(value) and key not in ("solver", "start"))
            if key in EXPERIMENT and is_right:
                setattr(self.diagram.experiment, key, value)
            elif key in EXPERIMENT:
                self.reject(value, f"{described(value)} cannot be used here.", "experiment", key)
            else:
                hint = self.reading.problems.hint(key, EXPERIMENT)
                self.reject(value, "there is no setting of this name.", "experiment", key, why=hint)

    def _layout(self, table: Table) -> None:
        for name, value in table.items():
            element = ELEMENT.fullmatch(name)  # one of an array
            check_name(element["block"] if element else name, self.place, "layout")
            if place := position(value, range(2, 5)):
                self.diagram.layout[name] = place
            else:
                what = "a position is expected: [x, y], [x, y, rotation] or [x, y, rotation, flip]."
                self.reject(value, what, "layout", name)

    def _routes(self, table: Table) -> None:
        for key, value in table.items():
            bends = _bends(value)
            if bends is None:
                self.reject(value, "a list of points [x, y] is expected.", "routes", key)
            else:
                self.diagram.routes[key] = bends

    def _annotations(self, data: list[Any] | Table) -> None:
        self.diagram.annotations = copy.deepcopy(data) or []

    def _scopes(self, data: list[Any] | Table) -> None:
        self.diagram.scopes = copy.deepcopy(data) or []


def _bends(value: Any) -> list[Position] | None:
    if not isinstance(value, list):
        return None
    points = [point for item in value if (point := position(item, range(2, 3)))]
    return points if len(points) == len(value) else None
