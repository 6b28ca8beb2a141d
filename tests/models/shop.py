"""A small library of blocks, and what the tests of saved diagrams share."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from blocks import Block, Diagram, ModelError, Parameter, Structural
from blocks.diagram import Placeholder
from blocks.registry import Library, _libraries, libraries

__all__ = ["Cylinder", "Picky", "Plate", "Plain"]

HEAD = 'format = "junctura-diagram"\nversion = 1\n'


class Plain(Block):
    """A block without parameters."""


class Plate(Block):
    """A block with parameters of every kind."""

    width = Parameter(1.0, "m", "width")
    height = Parameter(1.0, "m", "height")
    corners = Parameter([0.0, 0.0], "m", "corners")
    material = Structural("steel", "material", choices=("steel", "wood"))
    holes = Structural(0, "number of holes")


class Picky(Block):
    """A block that refuses a value as soon as it is made."""

    size = Parameter(1.0, "m", "size")

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        if self.values.get("size") == 13:
            raise ModelError("Thirteen is not a size.")


class Cylinder(Block):
    """The cylinder of the messages in the style guide."""

    __module__ = "libraries.pneumatics.cylinder"

    R = Parameter(287.05, "J/(kg.K)", "gas constant")
    T = Parameter(293.15, "K", "temperature")
    n = Parameter(1.2, "1", "exponent")
    bore = Parameter(32e-3, "m", "bore")
    rod_diameter = Parameter(12e-3, "m", "rod diameter")
    stroke = Parameter(0.1, "m", "stroke")
    dead_volume = Parameter(5e-6, "m3", "dead volume")
    p_ambient = Parameter(101325.0, "Pa", "pressure outside")


@contextmanager
def installed() -> Iterator[None]:
    """Install this module as the libraries ``shop`` and ``pneumatics``, and ``broken``, which cannot be imported."""
    before = libraries()
    _libraries["shop"] = Library("shop", __name__, {"Sheet": "Plate"})
    _libraries["pneumatics"] = Library("pneumatics", __name__)
    _libraries["broken"] = Library("broken", "no_such_package_anywhere")
    try:
        yield
    finally:
        _libraries.clear()
        _libraries.update(before)


def snapshot(diagram: Diagram) -> dict[str, Any]:
    """Return all that a file must hold of a diagram, in a form that can be compared."""
    plain = ("name", "note", "counts", "parameters", "ports", "initial_equations", "experiment", "layout", "files")
    more = ("notes", "disabled", "routes", "annotations", "scopes", "extra", "values")
    found = {name: getattr(diagram, name) for name in (*plain, *more)}
    found["connections"] = sorted(diagram.connections)
    found["extra"] = copy.deepcopy(diagram.extra)
    match found["extra"]:
        case {"diagram": {"connections": list(unusable)}}:
            unusable.sort(key=str)
    found["blocks"] = {name: _part(part) for name, part in diagram.blocks.items()}
    return found


def _part(part: Any) -> Any:
    if isinstance(part, Diagram):
        return snapshot(part)
    if isinstance(part, Placeholder):
        return part
    return type(part), part.values, part.start, part.guess, part.note


def ladder(cells: int) -> str:
    """Return the file of a long ladder of resistors and capacitors, in canonical form."""
    numbers = range(1, cells + 1)
    names = [*(f"c{i}" for i in numbers), "ground", *(f"r{i}" for i in numbers), "source"]
    kinds = {"c": ("Capacitor", 'C = "1 uF"\n'), "r": ("Resistor", 'R = "1 kohm"\n')}
    kinds |= {"g": ("Ground", ""), "s": ("ConstantVoltage", "V = 10\n")}
    blocks = [f'\n[blocks.{name}]\ntype = "electrical.{kinds[name[0]][0]}"\n{kinds[name[0]][1]}' for name in names]
    pairs = [pair for i in numbers for pair in ((f"c{i}.n", "ground.p"), (f"c{i}.p", f"r{i}.n"))]
    pairs += [pair for i in numbers for pair in ((f"r{i}.n", f"r{i + 1}.p"), (f"r{i}.p", "source.p"))]
    pairs[-2] = ("r1.p", "source.n") if cells == 1 else (f"r{cells}.n", "source.n")
    connections = "".join(f'  ["{a}", "{b}"],\n' for a, b in pairs)
    layout = "".join(f"{name} = [{20 * number}, 80]\n" for number, name in enumerate(names))
    return f"{HEAD}{''.join(blocks)}\n[diagram]\nconnections = [\n{connections}]\n\n[layout]\n{layout}"
