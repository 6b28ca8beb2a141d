"""From the table of a block to the block: of a library, of another file, written in place, or not known at all."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from blocks.block import Block, Value
from blocks.declare import Parameter, Structural
from blocks.diagram import Diagram, Part, Placeholder
from blocks.diagram_source import Files, is_file_type, name_for, shown
from blocks.errors import ModelError
from blocks.migrations import Table
from blocks.registry import blocks_of, find_block, libraries
from blocks.schema import (
    INLINE,
    KEPT,
    MAX_BLOCKS,
    MAX_COUNT,
    RESERVED_PARAMETERS,
    Place,
    Problems,
    check_level,
    described,
    is_count,
    is_value,
    is_variable,
    shortened,
    unknown_in_block,
    unknown_in_diagram,
)

ABOUT_BLOCK = frozenset(["type", "count", "disabled"])
KEPT_BLOCK = "The block is kept as it is, but cannot be simulated."


@dataclass(frozen=True)
class Known:
    """What the reader needs to know of an installed class."""

    cls: type[Block]
    parameters: frozenset[str]


@dataclass
class Reading:
    """What is shared while one file and the files it uses are read."""

    files: Files
    problems: Problems = field(default_factory=Problems)
    types: dict[str, Known | str] = field(default_factory=dict)
    blocks: int = 0

    def known(self, kind: str) -> Known | str:
        """Return what is known of a type, or a hint if it is not installed."""
        if kind not in self.types:
            self.types[kind] = self._look_up(kind)
        return self.types[kind]

    def _look_up(self, kind: str) -> Known | str:
        try:
            cls = find_block(kind)
        except Exception as error:  # whatever is wrong in a library, the diagram opens
            return f"Its library could not be loaded: {shortened(error, 200)}"
        if cls is None:
            return self.problems.hint(kind, self._installed)
        names = (name for name, item in cls.declarations.items() if isinstance(item, Parameter | Structural))
        return Known(cls, frozenset(names))

    @cached_property
    def _installed(self) -> list[str]:
        found: list[str] = []
        for library in libraries().values():
            with contextlib.suppress(Exception):
                found += [f"{library.name}.{name}" for name in blocks_of(library)]
        return found


class Fields:
    """Reports the fields of one diagram that cannot be used, and keeps them."""

    def __init__(self, diagram: Diagram, place: Place, reading: Reading) -> None:
        self.diagram, self.place, self.reading = diagram, place, reading

    def report(self, path: str, what: str, block: str = "", why: str = "", fix: str = KEPT) -> None:
        """Report a problem with a field."""
        self.reading.problems.add(self.place.error(path, what, block, why, fix))

    def keep(self, value: Any, *path: str) -> None:
        """Keep a field for saving."""
        table = self.diagram.extra
        for key in path[:-1]:
            table = table.setdefault(key, {})
        table[path[-1]] = value

    def reject(self, value: Any, what: str, *path: str, why: str = "") -> None:
        """Report and keep a field."""
        self.keep(value, *path)
        block = path[1] if path[0] in ("blocks", "layout") and len(path) > 1 else ""
        self.report(".".join(map(shortened, path)), what, block, why)


Inner = Callable[[Table, str, Place, Reading], tuple[Diagram, Table]]


class BlockReader(Fields):
    """Reads the blocks of one diagram; ``read_inner`` reads the sections of the diagrams inside it."""

    def __init__(self, diagram: Diagram, place: Place, reading: Reading, read_inner: Inner, read_file: Inner) -> None:
        super().__init__(diagram, place, reading)
        self.read_inner, self.read_file = read_inner, read_file

    def read(self, name: str, table: Table) -> None:
        """Add the block that a table describes."""
        self.reading.blocks += 1
        if self.reading.blocks > MAX_BLOCKS:
            raise self.place.error("blocks", f"there are more than {MAX_BLOCKS} blocks.", fix="Divide the diagram.")
        if "count" in table:
            self._count(name, table["count"])
        if "disabled" in table:
            self._disabled(name, table["disabled"])
        self.diagram.blocks[name] = self._part(name, table)

    def _count(self, name: str, value: Any) -> None:
        if is_count(value):
            self.diagram.counts[name] = value
        else:
            self.reject(value, f"a whole number from 1 to {MAX_COUNT} is expected.", "blocks", name, "count")

    def _disabled(self, name: str, value: Any) -> None:
        if value is True:
            self.diagram.disabled.add(name)
        elif value is not False:
            self.reject(value, f"true or false is expected, not {described(value)}.", "blocks", name, "disabled")

    def _part(self, name: str, table: Table) -> Part:
        kind = table.get("type")
        if type(kind) is not str or not kind:
            self.report(f"blocks.{name}", "the type of the block is missing.", name, fix=KEPT_BLOCK)
            return Placeholder("", {key: value for key, value in table.items() if key not in ("count", "disabled")})
        if kind == INLINE:
            return self._diagram_in_place(name, table)
        if is_file_type(kind):
            return self._diagram_in_file(name, kind, table)
        known = self.reading.known(kind)
        if isinstance(known, Known):
            return self._block(name, known, table)
        what = f'the block type "{shortened(kind)}" is not installed.'
        self.report(f"blocks.{name}", what, name, known, KEPT_BLOCK)
        return _placeholder(kind, table)

    def _block(self, name: str, known: Known, table: Table) -> Part:
        values: dict[str, Value] = {}
        more: dict[str, Any] = {}
        for key, value in table.items():
            if key in known.parameters:
                self._set(values, value, "blocks", name, key)
            elif key in ("start", "guess"):
                more[key] = self._start_values(name, key, value)
            elif key == "note" and isinstance(value, str):
                more[key] = value
            elif key not in ABOUT_BLOCK:
                self.keep(value, "blocks", name, key)
                problems = self.reading.problems
                problems.add(unknown_in_block(known.cls, key, self.place, name, problems))
        try:
            return known.cls(**more, **values)
        except ModelError as error:
            self.report(f"blocks.{name}", "the block cannot be made.", name, str(error), KEPT_BLOCK)
            return _placeholder(table["type"], table)

    def _set(self, values: dict[str, Value], value: Any, *path: str) -> None:
        if is_value(value):
            values[path[-1]] = value
        else:
            self.reject(value, f"a number, a text or a list of these is expected, not {described(value)}.", *path)

    def _start_values(self, name: str, key: str, table: Any) -> dict[str, Value]:
        found: dict[str, Value] = {}
        if not isinstance(table, dict):
            self.reject(table, f"a table is expected, not {described(table)}.", "blocks", name, key)
            return found
        for path, value in _flattened(table):
            variable = ".".join(path)
            if not is_variable(variable):
                self.reject(value, "this is not the name of a variable.", "blocks", name, key, *path)
            elif variable in found:
                self.reject(value, "the same variable is given twice.", "blocks", name, key, *path)
            elif is_value(value):
                found[variable] = value
            else:
                what = f"a number, a text or a list of these is expected, not {described(value)}."
                self.reject(value, what, "blocks", name, key, *path)
        return found

    def _diagram_in_place(self, name: str, table: Table) -> Diagram:
        inner, rest = self.read_inner(table, name, self.place.inside(name), self.reading)
        self._overrides(name, "the diagram", inner, rest)
        return inner

    def _diagram_in_file(self, name: str, kind: str, table: Table) -> Part:
        try:
            inner = self._open(name, kind)
        except ModelError as error:
            what = f'the diagram "{shortened(kind)}" cannot be opened.'
            self.report(f"blocks.{name}", what, name, str(error), KEPT_BLOCK)
            return _placeholder(kind, table)
        self.diagram.files[name] = kind
        rest = dict(table)
        if isinstance(rest.get("note"), str):
            self.diagram.notes[name] = rest.pop("note")
        self._overrides(name, kind, inner, rest)
        return inner

    def _open(self, name: str, kind: str) -> Diagram:
        path, file = self.reading.files.find(kind, self.place.folder)
        place = self.place.in_file(name, path, file)
        if path in self.place.chain:
            circle = place.chain[place.chain.index(path) :]
            names = " -> ".join(map(shown, circle))
            raise ModelError(f"The diagrams contain each other in a circle: {names}.", fix="Remove one of the blocks.")
        check_level(place)
        return self.read_file(self.reading.files.table(path), name_for(path), place, self.reading)[0]

    def _overrides(self, name: str, kind: str, inner: Diagram, table: Table) -> None:
        for key, value in table.items():
            if key in inner.parameters and key not in RESERVED_PARAMETERS:
                self._set(inner.values, value, "blocks", name, key)
            elif key not in ABOUT_BLOCK:
                self.keep(value, "blocks", name, key)
                problems = self.reading.problems
                problems.add(unknown_in_diagram(kind, key, inner.parameters, self.place, name, problems))


def _placeholder(kind: str, table: Table) -> Placeholder:
    return Placeholder(kind, {key: value for key, value in table.items() if key not in ABOUT_BLOCK})


def _flattened(table: Table, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    # without quotes TOML reads axis.phi = 1 as a table "axis" with a field "phi"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flattened(value, (*path, key))
        else:
            yield (*path, key), value
