"""The keys of the canvas: delete, nudge, turn, flip, copy and paste."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from blocks.diagram import Position
from blocks.errors import ModelError
from editor.canvas.clipboard import copied, paste, places_of, put_on_clipboard, text_in
from editor.canvas.neighbours import go
from editor.canvas.notes import moved
from editor.canvas.scene import DiagramScene
from editor.canvas.wire_tool import WireTool
from editor.style import GRID

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
ARROWS = {
    Qt.Key.Key_Left: (-GRID, 0), Qt.Key.Key_Right: (GRID, 0), Qt.Key.Key_Up: (0, -GRID), Qt.Key.Key_Down: (0, GRID)
}  # fmt: skip


def press_key(scene: DiagramScene, event: QKeyEvent) -> bool:
    """Do what a key means on the canvas; return whether it means something."""
    key = Qt.Key(event.key())
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if key in ARROWS and held in (Qt.KeyboardModifier.NoModifier, SHIFT):
        return nudge(scene, *ARROWS[key], times=5 if held else 1)
    if key in ARROWS and held == ALT:
        dx, dy = ARROWS[key]
        return go(scene, dx // GRID, dy // GRID)
    action = ACTIONS.get((key, held)) or ACTIONS.get((key, None))
    if action is None:
        return False
    return action(scene) is not False


def step_back(scene: DiagramScene) -> None:
    """Take back the last corner of the connection being drawn; else delete what is selected."""
    if not isinstance(scene.tool, WireTool):
        delete(scene)
    elif not scene.tool.step_back():
        scene.cancel()


def delete(scene: DiagramScene) -> None:
    """Delete what is selected."""
    names, pairs = scene.selected_names(), scene.selected_pairs()
    notes = {item.key: None for item in scene.selected_notes()}
    if names or pairs or notes:
        what = ", ".join(names) or ("connection" if pairs else "note")
        with scene.document.step(f"Delete {what}", scene.diagram):
            scene.document.remove(scene.diagram, names, pairs)
            scene.document.set_notes(scene.diagram, notes)


def nudge(scene: DiagramScene, dx: int, dy: int, times: int = 1) -> bool:
    """Move the selected blocks and notes by one step of the grid, or several."""
    names, notes = scene.selected_items(), scene.selected_notes()
    places: dict[str, Position] = {}
    for name in names:
        x, y, *rest = scene.position(name)
        places[name] = (x + dx * times, y + dy * times, *rest)
    merge = ("nudge", tuple(sorted(names)), tuple(item.key for item in notes))
    if places or notes:
        with scene.document.step("Move", scene.diagram, merge):
            scene.document.move(scene.diagram, places)
            scene.document.set_notes(
                scene.diagram, {item.key: moved(item.note, dx * times, dy * times) for item in notes}
            )
    return bool(places or notes)


def rotate(scene: DiagramScene, degrees: int = 90) -> None:
    """Turn the selected blocks, each about its own centre."""
    _turn(scene, lambda rotation, mirrored: ((rotation + degrees) % 360, mirrored))


def flip(scene: DiagramScene) -> None:
    """Mirror the selected blocks left to right."""
    # seen on the canvas: a block on its side is turned the other way round as well
    _turn(scene, lambda rotation, mirrored: (-rotation % 360, 1 - mirrored))


def _turn(scene: DiagramScene, change: Callable[[int, int], tuple[int, int]]) -> None:
    places: dict[str, Position] = {}
    for name in scene.selected_items():
        block = scene.network.placed[name]
        rotation, mirrored = change(block.rotation + block.lean, block.mirrored)
        tail = (rotation, mirrored) if mirrored else (rotation,) if rotation else ()
        places[name] = (block.x, block.y, *tail)
    if places:
        with scene.document.step("Turn", scene.diagram):
            scene.document.move(scene.diagram, places)


def copy(scene: DiagramScene) -> bool:
    """Put the selected blocks and notes on the clipboard."""
    text = _text(scene)
    if text:
        put_on_clipboard(text)
    return bool(text)


def cut(scene: DiagramScene) -> None:
    """Put the selected blocks on the clipboard and delete them."""
    if copy(scene):
        delete(scene)


def paste_here(scene: DiagramScene) -> None:
    """Add the blocks on the clipboard."""
    _add(scene, text_in(QGuiApplication.clipboard().mimeData()))


def duplicate(scene: DiagramScene) -> None:
    """Add a copy of the selected blocks beside them."""
    if text := _text(scene):
        _add(scene, text)


def _text(scene: DiagramScene) -> str:
    """Return what is selected as text; nothing if nothing is."""
    names, notes = scene.selected_names(), [item.note for item in scene.selected_notes()]
    return copied(scene.diagram, names, places_of(scene, names), notes) if names or notes else ""


def _add(scene: DiagramScene, text: str) -> None:
    try:
        scene.select(paste(scene.document, scene.diagram, text, (2 * GRID, 2 * GRID)))
    except ModelError as error:
        scene.message.emit(str(error))


def select_all(scene: DiagramScene) -> None:
    """Select every block and note."""
    scene.select(scene.blocks)
    for note in scene.notes:
        note.setSelected(True)


def escape(scene: DiagramScene) -> bool:
    """Stop what is going on, or select nothing; without either the key is free for others."""
    if scene.cancel():
        return True
    had = bool(scene.selected_names() or scene.selected_pairs() or scene.selected_notes())
    scene.select(())
    return had


def open_block(scene: DiagramScene) -> bool:
    """Open the selected block, or write in the selected note."""
    names, notes = scene.selected_items(), scene.selected_notes()
    if len(names) == 1:
        scene.block_opened.emit(names[0])
    elif not names and len(notes) == 1 and not notes[0].is_picture:
        scene.note_opened.emit(notes[0])
    return len(names) == 1 or len(notes) == 1


def comment_out(scene: DiagramScene) -> None:
    """Disable the selected blocks, or use them again if all are disabled."""
    if names := scene.selected_names():
        scene.document.set_disabled(scene.diagram, names, not set(names) <= scene.diagram.disabled)


ACTIONS: dict[tuple[Qt.Key, Qt.KeyboardModifier | None], Callable[[DiagramScene], object]] = {
    (Qt.Key.Key_Delete, None): delete,
    (Qt.Key.Key_Backspace, None): step_back,
    (Qt.Key.Key_R, CONTROL): rotate,
    (Qt.Key.Key_R, CONTROL | SHIFT): lambda scene: rotate(scene, -90),
    (Qt.Key.Key_I, CONTROL): flip,
    (Qt.Key.Key_D, CONTROL): duplicate,
    (Qt.Key.Key_C, CONTROL): copy,
    (Qt.Key.Key_X, CONTROL): cut,
    (Qt.Key.Key_X, CONTROL | SHIFT): comment_out,
    (Qt.Key.Key_V, CONTROL): paste_here,
    (Qt.Key.Key_A, CONTROL): select_all,
    (Qt.Key.Key_Escape, None): escape,
    (Qt.Key.Key_Return, None): open_block,
    (Qt.Key.Key_Enter, None): open_block,
}
