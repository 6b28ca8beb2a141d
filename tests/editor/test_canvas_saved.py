"""Diagrams that come with the program, as the canvas draws them."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from editor.canvas.geometry import hits, overlap, segments_of
from editor.canvas.scene import DiagramScene
from editor.document import Document
from editor.style import LIGHT

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    str(path.relative_to(ROOT)) for path in sorted((ROOT / "projects").glob("*/*.toml")) if path.stem != "experiments"
]
FILES += [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests/conformance").glob("[0-9]*.toml"))]


@pytest.mark.parametrize("file", FILES)
def test_saved_diagrams_have_no_connection_through_a_block_or_on_another(qtbot: QtBot, file: str) -> None:
    document = Document.open(ROOT / file)
    scene = DiagramScene(document, document.diagram, LIGHT)
    # a connection leaves a block that is turned by another angle inside the rectangle around it
    bodies = {name: placed.rect for name, placed in scene.network.placed.items() if not placed.lean}
    for net in scene.network.nets:
        assert set(net.paths) == set(net.pairs)
        for path in net.paths.values():
            assert not [name for piece in segments_of(path) for name, rect in bodies.items() if hits(piece, rect)]
    lines = [
        (net.key, piece) for net in scene.network.nets for path in net.paths.values() for piece in segments_of(path)
    ]
    ports = {net.key: {re.sub(r"\[.*?\]", "", end) for pair in net.pairs for end in pair} for net in scene.network.nets}
    # connections of different elements of one port end side by side there
    assert not [
        (a, b)
        for a, one in lines
        for b, other in lines
        if a < b and ports[a].isdisjoint(ports[b]) and overlap(one, other)
    ]
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    scene.render(painter)
    painter.end()
