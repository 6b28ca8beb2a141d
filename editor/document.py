"""The document: a diagram with its file, and every edit of it as one step that can be undone.

Nothing else writes to the diagram. Blocks are never changed in place: an edit puts a new block with the new values
where the old one was, so a step back is a matter of putting old tables back. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from blocks.block import Block
from blocks.color_scale import ColorScale, check_scale
from blocks.diagram import ROUTE, Diagram, Part, Placeholder, Position, block_of
from blocks.diagram_file import read_diagram, write_diagram
from blocks.diagram_source import is_file_type, name_for
from blocks.errors import ModelError
from blocks.mask import ParameterFacts, check_facts
from blocks.registry import find_block
from blocks.schema import MAX_COUNT, is_count
from blocks.variable_names import of_block
from editor.canvas.notes import Key, Note, changed
from editor.canvas.spread import elements, number_of, spread_names
from editor.formations import continued
from editor.free_names import free_name
from editor.nesting import check_depth
from editor.parameter_names import check_rename, rename_parameter
from editor.project_parts import read_part
from editor.shared_files import make_equal, twins
from editor.snapshot import Snapshot, restore, snapshot

UNTITLED = "untitled"
MOVE = 1  # moves of the same blocks that follow each other are one step


class Document(QObject):
    """A diagram, its file and its history. ``changed`` tells which diagram (root or inner one) was edited."""

    changed = Signal(object)  # the Diagram that was edited
    path_changed = Signal()

    def __init__(self, diagram: Diagram | None = None, path: Path | None = None) -> None:
        super().__init__()
        self.diagram = diagram if diagram is not None else Diagram(UNTITLED)
        self.path = path
        self.history = QUndoStack(self)
        self._open: _Step | None = None
        make_equal(self.diagram, path)

    def __del__(self) -> None:
        """Empty the history while all of it is there: steps and document hold each other, and Python takes such a
        circle apart in any order, which leaves Qt with steps that are gone.
        """
        if isValid(self.history):
            self.history.blockSignals(True)
            self.history.clear()

    @classmethod
    def open(cls, path: str | Path) -> Document:
        """Return the document of a file; raise ModelError if it cannot be read."""
        return cls(read_diagram(path), Path(path))

    def save(self, path: str | Path | None = None) -> None:
        """Write the diagram to its file, or to another that becomes its own."""
        target = Path(path) if path is not None else self.path
        if target is None:
            raise ModelError("The diagram has no file yet.", fix="Save it under a name.")
        before = self.diagram.name
        if target != self.path and before == (name_for(self.path) if self.path else UNTITLED):
            self.diagram.name = name_for(target)  # what is called after its file follows it
        try:
            write_diagram(self.diagram, target)
        except ModelError:
            self.diagram.name = before
            raise
        self.history.setClean()
        if target != self.path:
            self.path = target
            self.path_changed.emit()

    @property
    def is_changed(self) -> bool:
        """Tell whether there is something to save."""
        return not self.history.isClean()

    @contextmanager
    def step(self, text: str, diagram: Diagram, merge: object = None) -> Iterator[None]:
        """Make everything done to a diagram inside one step of the history; nothing, if nothing changed.

        Steps that follow each other with an equal ``merge`` are one. If something goes wrong, all is put back; so it
        is if more levels of subsystems came about than a file can have.
        """
        if self._open is not None:
            yield  # part of a larger step
            return
        self._open = step = _Step(self, text, diagram, merge)
        try:
            yield
            check_depth(self.diagram, self.path, diagram, step.before.tables["blocks"])
        except BaseException:
            restore(diagram, step.before)
            raise
        finally:
            self._open = None
        step.after = snapshot(diagram)
        if step.after != step.before:
            self.history.push(step)

    # blocks

    def add_block(
        self, diagram: Diagram, part: Part | str, at: Position, name: str = "", count: int | None = None
    ) -> str:
        """Add a block, or one of a type or a file, and return its name; without a name it gets one after its type."""
        file = part if isinstance(part, str) and is_file_type(part) else ""
        if file:
            part = read_part(file, self.path, self.is_in_own_file(diagram))
        elif isinstance(part, str):
            kind = find_block(part)
            if kind is None:
                raise ModelError(f'There is no block "{part}".', part)
            part = kind()
        given = name or free_name(diagram, part)
        with self.step(f"Add {given}", diagram):
            diagram.add(given, part, count=count, at=at)
            if file:
                diagram.files[given] = file
        return given

    def remove(self, diagram: Diagram, names: Iterable[str], pairs: Iterable[tuple[str, str]] = ()) -> None:
        """Remove blocks with everything that is connected to them, and single connections."""
        gone, cut = list(names), list(pairs)
        with self.step(f"Delete {', '.join(gone) or 'connection'}", diagram):
            for first, second in cut:
                diagram.disconnect(first, second)
            for name in gone:
                diagram.connections = [pair for pair in diagram.connections if name not in map(block_of, pair)]
                diagram.remove(name)

    def move(self, diagram: Diagram, places: Mapping[str, Position]) -> None:
        """Put blocks elsewhere: (x, y), or (x, y, degrees) or (x, y, degrees, 1 for mirrored)."""
        with self.step("Move", diagram, merge=(MOVE, tuple(sorted(places)))):
            diagram.layout.update({name: tuple(place) for name, place in places.items()})

    def rename(self, diagram: Diagram, old: str, new: str) -> None:
        """Give a block another name."""
        diagram.check_new_name(old, new)
        others = self._around(diagram) if self._open is None else []
        with self.together(f"Rename {old}") if others else nullcontext():
            with self.step(f"Rename {old}", diagram):
                diagram.rename(old, new)
            for around, way in others:
                with self.step(f"Rename {old}", around):
                    around.rename_variables(of_block(old, new, way))

    @contextmanager
    def together(self, text: str) -> Iterator[None]:
        """Make steps in several diagrams one step of the history."""
        self.history.beginMacro(text)
        try:
            yield
        finally:
            self.history.endMacro()

    def _around(self, diagram: Diagram) -> list[tuple[Diagram, tuple[str, ...]]]:
        """Return the diagrams around one, each with the way from there."""
        parts = self.diagrams()
        at = dict(parts)
        return [(at[way[:depth]], way[depth:]) for way, part in parts if part is diagram for depth in range(len(way))]

    def set_count(self, diagram: Diagram, name: str, count: int | None) -> None:
        """Make a block an array of equal blocks; None makes it a single one again."""
        if count is not None and not is_count(count):
            fix = f"Type a whole number from 1 to {MAX_COUNT}, or nothing for a single block."
            raise ModelError(f'"{name}" cannot be {count} blocks.', name, fix=fix)
        with self.step(f"Count of {name}", diagram):
            is_spread, places = name in spread_names(diagram), diagram.places_of(name)
            others = {key: number for key, number in diagram.counts.items() if key != name}
            diagram.counts = others if count is None else {**others, name: count}
            if is_spread and count is None:
                self.lay_out(diagram, {name: min(places.items())[1][:2]})
            elif is_spread:
                self.lay_out(diagram, continued(places, elements(diagram, name)))

    def lay_out(self, diagram: Diagram, places: Mapping[str, Position], text: str = "Lay out") -> None:
        """Put a block, or each element of an array, at a new place instead of all it had; its routes are found anew."""
        names = {block_of(key) for key in places}
        with self.step(text, diagram):
            others = {key: place for key, place in diagram.layout.items() if block_of(key) not in names}
            diagram.layout = {**others, **{key: tuple(place) for key, place in places.items()}}
            diagram.routes = {
                key: bends
                for key, bends in diagram.routes.items()
                if names.isdisjoint(block_of(end) for end in key.split(ROUTE))
            }

    def set_disabled(self, diagram: Diagram, names: Iterable[str], is_disabled: bool) -> None:
        """Comment blocks out, or in again."""
        with self.step("Comment out" if is_disabled else "Use again", diagram):
            chosen = set(names)
            diagram.disabled = diagram.disabled | chosen if is_disabled else diagram.disabled - chosen

    # connections

    def connect_ports(self, diagram: Diagram, first: str, second: str, bends: Iterable[Position] = ()) -> None:
        """Connect two ports; ``bends`` are the corners a person has drawn."""
        with self.step("Connect", diagram):
            diagram.connect(first, second)
            if bends:
                diagram.routes[f"{first}{ROUTE}{second}"] = [tuple(point) for point in bends]

    def set_route(self, diagram: Diagram, first: str, second: str, bends: Iterable[Position]) -> None:
        """Set the corners of a connection; none lets it find its own way again."""
        with self.step("Route", diagram, merge=("route", first, second)):
            routes = {k: v for k, v in diagram.routes.items() if set(k.split(ROUTE)) != {first, second}}
            if corners := [tuple(point) for point in bends]:
                routes[f"{first}{ROUTE}{second}"] = corners
            diagram.routes = routes

    def insert_into(self, diagram: Diagram, name: str, pair: tuple[str, str], ports: tuple[str, str]) -> None:
        """Put a block with two ports into a connection."""
        with self.step(f"Insert {name}", diagram):
            diagram.disconnect(*pair)
            diagram.connect(pair[0], f"{name}.{ports[0]}")
            diagram.connect(f"{name}.{ports[1]}", pair[1])

    def split_off(self, diagram: Diagram, pair: tuple[str, str], line: tuple[str, str], rest: tuple[str, str]) -> None:
        """Make one of the lines of an array's connection a connection of its own; ``rest`` are the others."""
        with self.step("Split connection", diagram):
            diagram.connect(*line)
            diagram.connect(*rest)
            diagram.disconnect(*pair)  # after the others, so that the routes of all lines stay

    # values

    def set_value(self, diagram: Diagram, name: str, key: str, value: Any) -> None:
        """Set a parameter of a block as a person typed it; None takes the default again."""
        with self.step(f"Set {name}.{key}", diagram, merge=("value", name, key)):
            self._exchange(diagram, name, key, value)

    @staticmethod
    def _exchange(diagram: Diagram, name: str, key: str, value: Any) -> None:
        part = diagram.blocks[name]
        values = dict(part.data if isinstance(part, Placeholder) else part.values)
        values.pop(key, None)
        if value is not None:
            values[key] = value
        if isinstance(part, Placeholder):
            diagram.blocks[name] = Placeholder(part.type, values)
        elif isinstance(part, Block):
            diagram.blocks[name] = type(part)(start=part.start, guess=part.guess, note=part.note, **values)
        else:
            part.values = values

    def set_start(self, diagram: Diagram, name: str, variable: str, value: Any, *, is_fixed: bool = True) -> None:
        """Fix the start value of a variable, or only guess it; None takes it away."""
        block = diagram.blocks[name]
        if not isinstance(block, Block):
            raise ModelError(f'"{name}" has no start values of its own.', name, fix="Open it and set them inside.")
        with self.step(f"Start {name}.{variable}", diagram, merge=("start", name, variable)):
            start, guess = ({k: v for k, v in old.items() if k != variable} for old in (block.start, block.guess))
            if value is not None:
                (start if is_fixed else guess)[variable] = value
            diagram.blocks[name] = type(block)(start=start, guess=guess, note=block.note, **block.values)

    def set_parameter(self, diagram: Diagram, name: str, value: Any) -> None:
        """Set a parameter of the diagram itself; None takes it away."""
        with self.step(f"Set {name}", diagram, merge=("parameter", name)):
            parameters = {k: v for k, v in diagram.parameters.items() if k != name or value is not None}
            if value is not None:
                parameters[name] = value
            diagram.parameters = parameters
            if value is None:
                diagram.mask = {key: facts for key, facts in diagram.mask.items() if key != name}

    def rename_parameter(self, diagram: Diagram, old: str, new: str) -> None:
        """Rename a parameter of the diagram itself; every expression that uses it follows."""
        check_rename(diagram, new)
        with self.together(f"Rename {old}"):
            with self.step(f"Rename {old}", diagram):
                rename_parameter(diagram, old, new)
            for _, outer in self.diagrams():
                if old in diagram.values and any(part is diagram for part in outer.blocks.values()):
                    # what is set from outside belongs to the diagram around
                    with self.step(f"Rename {old}", outer):
                        diagram.values = {new if key == old else key: value for key, value in diagram.values.items()}

    def describe_parameter(self, diagram: Diagram, name: str, facts: ParameterFacts) -> None:
        """Say of a parameter of the diagram what it is, its unit and its limits."""
        check_facts(name, facts)
        with self.step(f"Describe {name}", diagram):
            others = {key: item for key, item in diagram.mask.items() if key != name}
            diagram.mask = {**others, name: facts} if facts.as_table() else others

    def set_initial_equations(self, diagram: Diagram, equations: Iterable[str]) -> None:
        """Replace the equations that hold at the start."""
        with self.step("Initial equations", diagram):
            diagram.initial_equations = [text for text in equations if text.strip()]

    def set_experiment(self, diagram: Diagram, **values: Any) -> None:
        """Set how the diagram is run: stop, interval, solver, tolerance, step, start."""
        from dataclasses import replace

        with self.step("Settings", diagram, merge=("experiment", *values)):
            diagram.experiment = replace(diagram.experiment, **values)

    def set_notes(self, diagram: Diagram, changes: Mapping[Key, Note | None], new: Iterable[Note] = ()) -> None:
        """Change notes by their keys, or take them away (None), and add new ones."""
        with self.step("Note", diagram):
            diagram.annotations = changed(diagram, dict(changes), list(new))

    def set_scopes(self, diagram: Diagram, scopes: list[Any]) -> None:
        """Replace what scopes show."""
        with self.step("Scope", diagram):
            diagram.scopes = list(scopes)

    def set_colors(self, diagram: Diagram, colors: Mapping[str, ColorScale]) -> None:
        """Replace what colours parts of the animation."""
        for name, scale in colors.items():
            check_scale(name, scale)
        with self.step("Colours", diagram):
            diagram.colors = dict(colors)

    def is_in_own_file(self, diagram: Diagram) -> bool:
        """Tell whether a diagram is written in the document's own file, not in another that it uses."""
        way = next(way for way, inner in self.diagrams() if inner is diagram)
        return not any(name in self.at(way[:i]).files for i, name in enumerate(way))

    def diagrams(self) -> list[tuple[tuple[str, ...], Diagram]]:
        """Return the diagram and all inside it, each with the names on the way to it."""
        found: list[tuple[tuple[str, ...], Diagram]] = [((), self.diagram)]
        for way, diagram in found:
            found += [((*way, name), part) for name, part in diagram.blocks.items() if isinstance(part, Diagram)]
        return found

    def at(self, way: Iterable[str]) -> Diagram:
        """Return the diagram at the end of a way of names from the root, of blocks or of elements of arrays."""
        diagram = self.diagram
        for name in way:
            part, number = diagram.blocks[block_of(name)], number_of(name)
            if not isinstance(part, Diagram) or (number or 0) > diagram.counts.get(block_of(name), 0):
                raise ModelError(f'"{name}" is not a subsystem.', name)
            diagram = part
        return diagram


class _Step(QUndoCommand):
    """One step of the history: a diagram before and after."""

    def __init__(self, document: Document, text: str, diagram: Diagram, merge: object) -> None:
        super().__init__(text)
        self.document, self.diagram, self.merge = document, diagram, merge
        self.before: Snapshot = snapshot(diagram)
        self.after: Snapshot = self.before
        self._is_done = True

    def id(self) -> int:
        return -1 if self.merge is None else 1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802
        if not isinstance(other, _Step) or other.merge != self.merge or other.diagram is not self.diagram:
            return False
        self.after = other.after
        return True

    def redo(self) -> None:
        # pushed after it was done
        if not self._is_done:
            restore(self.diagram, self.after)
        self._is_done = False
        self._tell(self.after)

    def undo(self) -> None:
        restore(self.diagram, self.before)
        self._tell(self.before)

    def _tell(self, now: Snapshot) -> None:
        """Show the step in other uses of the same file, too, and tell of all."""
        root, path = self.document.diagram, self.document.path
        others = twins(root, path, self.diagram)
        for other in others:
            restore(other, now)
        make_equal(root, path)  # another use of a file, just added, has what is being edited
        for diagram in (self.diagram, *others):
            self.document.changed.emit(diagram)
