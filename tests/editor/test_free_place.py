"""A block that is inserted without a place stands by itself, and nothing that was there changes."""

from PySide6.QtCore import Qt

from editor.canvas.geometry import hits, meet
from tests.editor.person import CONTROL, SHIFT, Person
from tests.editor.test_renaming import person  # noqa: F401
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401


def test_a_block_from_the_list_goes_beside_blocks_and_connections(person: Person) -> None:  # noqa: F811
    person.insert("signals step", -150, 0)
    person.insert("integrator", 150, 0)
    person.connect("step.y", "integrator.u")
    canvas = person.workspace.canvas
    before = list(canvas.diagram.connections)
    for _ in range(3):
        person.press(Qt.Key.Key_F, CONTROL | SHIFT)
        person.type("gain")
        person.press(Qt.Key.Key_Return)
    assert canvas.diagram.connections == before
    network = canvas.scene.network
    boxes = [network.placed[name].rect for name in network.placed]
    assert len(boxes) == 5
    assert not any(meet(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    pieces = [piece for net in network.nets for piece in net.tree.segments]
    new = [network.placed[name].rect for name in ("gain", "gain2", "gain3")]
    assert not any(hits(piece, rect) for piece in pieces for rect in new)
