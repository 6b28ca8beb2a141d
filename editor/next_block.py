"""A connection that is dropped on an empty place: which blocks could come there, and the one chosen, connected."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from blocks.declare import Input, Output
from blocks.errors import ModelError
from blocks.port import Port
from blocks.registry import find_block
from editor.canvas.compatible import why_not
from editor.canvas.geometry import End
from editor.canvas.placed import place
from editor.canvas.port_kinds import PortKind
from editor.canvas.scene import DiagramScene
from editor.style import GRID


def fitting(kind: PortKind) -> Callable[[str], bool]:
    """Return what tells whether a type of block has a port that fits; of files of the project, that is not known yet.

    >>> from blocks.registry import find_block
    >>> output = PortKind("y", find_block("signals.Gain").declarations["y"])
    >>> [fitting(output)(name) for name in ("signals.Scope", "signals.Step", "rotational.Inertia", "./leg.toml")]
    [True, False, False, True]
    """
    wanted = type(kind.declaration)
    if not kind.is_physical:
        wanted = Input if isinstance(kind.declaration, Output) else Output

    def fits(type_name: str) -> bool:
        block = find_block(type_name)
        return block is None or any(
            isinstance(item, wanted) if wanted in (Input, Output) else type(item) is wanted
            for item in block.declarations.values()
            if isinstance(item, Port | Input | Output)
        )

    return fits


def add_after(scene: DiagramScene, type_name: str, start: str, point: QPointF) -> None:
    """Add a block so that the port which continues a connection is at a point, and connect it."""
    document, diagram, begin = scene.document, scene.diagram, scene.network.end(start)
    x, y = (round(value / GRID) * GRID for value in (point.x(), point.y()))
    try:
        with document.step(f"Add {type_name}", diagram):
            name = document.add_block(diagram, type_name, (x, y))
            ends = place(diagram, name, (x, y)).ends
            reasons = {port: why_not(diagram, start, f"{name}.{port}") for port in ends}
            if port := _nearest({port: end for port, end in ends.items() if not reasons[port]}, begin):
                dx, dy = x - ends[port].point[0], y - ends[port].point[1]
                document.move(diagram, {name: (x + dx, y + dy)})
                document.connect_ports(diagram, *_in_order(scene, start, f"{name}.{port}"))
    except ModelError as error:
        scene.message.emit(str(error))
        return
    if not port:
        scene.message.emit(next(iter(reasons.values()), f'"{name}" has no ports.'))
    scene.select([name])


def _nearest(ends: dict[str, End], begin: End | None) -> str:
    """Return the port that looks towards the beginning, or else the first one."""
    facing = (-begin.out[0], -begin.out[1]) if begin is not None else None
    return next((port for port, end in ends.items() if end.out == facing), next(iter(ends), ""))


def _in_order(scene: DiagramScene, start: str, other: str) -> tuple[str, str]:
    kind = scene.network.kind(start)
    is_input = kind is not None and isinstance(kind.declaration, Input)
    return (other, start) if is_input else (start, other)
