"""What the tests of the editor share."""

import pytest
from pytestqt.qtbot import QtBot

from blocks.diagram import Diagram
from editor.document import Document
from tests.editor.canvas_hands import Canvas, Make, block


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    """Return what makes a canvas of blocks given as (type, x, y), and connections."""

    def made(*connections: tuple[str, str], **blocks: tuple[object, int, int]) -> Canvas:
        diagram = Diagram()
        for name, (kind, x, y) in blocks.items():
            diagram.add(name, block(kind) if isinstance(kind, str) else kind, at=(x, y))  # type: ignore[arg-type]
        for first, second in connections:
            diagram.connect(first, second)
        return Canvas(qtbot, Document(diagram))

    return made
