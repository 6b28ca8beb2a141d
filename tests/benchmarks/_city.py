"""Diagrams with many blocks, for the benchmarks of the editor."""

from __future__ import annotations

from typing import Any

from blocks import Diagram
from libraries.electrical import Capacitor, Resistor

COLUMNS = 20
FREE = 7  # one cell after so many blocks is free


def cell(number: int) -> tuple[int, int]:
    """Return the middle of a cell."""
    return number % COLUMNS * 140, number // COLUMNS * 120


def city(count: int) -> Diagram:
    """Return blocks in rows with some free cells, all connected, one of them with ten more connections."""
    diagram = Diagram()
    for i in range(count):
        part = Resistor() if i % 3 else Capacitor()
        diagram.add(f"b{i}", part, at=cell(i + i // FREE))
    for i in range(count - 1):
        diagram.connect(f"b{i}.n", f"b{i + 1}.p")
    for k in range(10):
        diagram.connect(f"b{count // 2}.p", f"b{(count // 2 + 7 * k + 3) % count}.n")
    return diagram


def shown(count: int) -> tuple[Any, Any]:
    """Return a view of a city and its scene, painted once."""
    from editor.canvas.scene import DiagramScene
    from editor.canvas.view import DiagramView
    from editor.document import Document
    from editor.style import LIGHT

    diagram = city(count)
    scene = DiagramScene(Document(diagram), diagram, LIGHT)
    view = DiagramView(scene)
    view.resize(1200, 800)
    view.fit()
    view.grab()
    return view, scene
