"""The keys of the canvas: delete, nudge, turn, flip, copy and paste."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from blocks.diagram import Position
from blocks.errors import ModelError
from editor.canvas.clipboard import copied, mime_data, paste, text_in
from editor.canvas.scene import DiagramScene
from editor.style import GRID

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ARROWS = {
    Qt.Key.Key_Left: (-GRID, 0), Qt.Key.Key_Right: (GRID, 0), Qt.Key.Key_Up: (0, -GRID), Qt.Key.Key_Down: (0, GRID)
}  # fmt: skip


def press_key(scene: DiagramScene, event: QKeyEvent) -> bool:
    """Do what a key means on the canvas; return whether it means something."""
    key = Qt.Key(event.key())
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if key in ARROWS and held in (Qt.KeyboardModifier.NoModifier, SHIFT):
        return nudge(scene, *ARROWS[key], times=5 if held else 1)
    action = ACTIONS.get((key, held)) or ACTIONS.get((key, None))
    if action is None:
        return False
    return action(scene) is not False


def delete(scene: DiagramScene) -> None:
    """Delete what is selected."""
    names, pairs = scene.selected_names(), scene.selected_pairs()
    if names or pairs:
        scene.document.remove(scene.diagram, names, pairs)


def nudge(scene: DiagramScene, dx: int, dy: int, times: int = 1) -> bool:
    """Move the selected blocks by one step of the grid, or several."""
    names = scene.selected_names()
    places: dict[str, Position] = {}
    for name in names:
        x, y, *rest = scene.position(name)
        places[name] = (x + dx * times, y + dy * times, *rest)
    if places:
        scene.document.move(scene.diagram, places)
    return bool(names)


def rotate(scene: DiagramScene, degrees: int = 90) -> None:
    """Turn the selected blocks, each about its own centre."""
    _turn(scene, lambda rotation, mirrored: ((rotation + degrees) % 360, mirrored))


def flip(scene: DiagramScene) -> None:
    """Mirror the selected blocks left to right."""
    # seen on the canvas: a block on its side is turned the other way round as well
    _turn(scene, lambda rotation, mirrored: (-rotation % 360, 1 - mirrored))


def _turn(scene: DiagramScene, change: Callable[[int, int], tuple[int, int]]) -> None:
    places: dict[str, Position] = {}
    for name in scene.selected_names():
        block = scene.network.placed[name]
        rotation, mirrored = change(block.rotation, block.mirrored)
        tail = (rotation, mirrored) if mirrored else (rotation,) if rotation else ()
        places[name] = (block.x, block.y, *tail)
    if places:
        with scene.document.step("Turn", scene.diagram):
            scene.document.move(scene.diagram, places)


def copy(scene: DiagramScene) -> bool:
    """Put the selected blocks on the clipboard."""
    names = scene.selected_names()
    if names:
        QGuiApplication.clipboard().setMimeData(mime_data(_text(scene, names)))
    return bool(names)


def cut(scene: DiagramScene) -> None:
    """Put the selected blocks on the clipboard and delete them."""
    if copy(scene):
        delete(scene)


def paste_here(scene: DiagramScene) -> None:
    """Add the blocks on the clipboard."""
    _add(scene, text_in(QGuiApplication.clipboard().mimeData()))


def duplicate(scene: DiagramScene) -> None:
    """Add a copy of the selected blocks beside them."""
    if names := scene.selected_names():
        _add(scene, _text(scene, names))


def _text(scene: DiagramScene, names: list[str]) -> str:
    return copied(scene.diagram, names, {name: scene.position(name) for name in names})


def _add(scene: DiagramScene, text: str) -> None:
    try:
        scene.select(paste(scene.document, scene.diagram, text, (2 * GRID, 2 * GRID)))
    except ModelError as error:
        scene.message.emit(str(error))


def select_all(scene: DiagramScene) -> None:
    """Select every block."""
    scene.select(scene.blocks)


def escape(scene: DiagramScene) -> bool:
    """Stop what is going on, or select nothing; without either the key is free for others."""
    if scene.cancel():
        return True
    had = bool(scene.selected_names() or scene.selected_pairs())
    scene.select(())
    return had


def open_block(scene: DiagramScene) -> bool:
    """Open the selected block."""
    names = scene.selected_names()
    if len(names) == 1:
        scene.block_opened.emit(names[0])
    return len(names) == 1


def comment_out(scene: DiagramScene) -> None:
    """Disable the selected blocks, or use them again if all are disabled."""
    if names := scene.selected_names():
        scene.document.set_disabled(scene.diagram, names, not set(names) <= scene.diagram.disabled)


ACTIONS: dict[tuple[Qt.Key, Qt.KeyboardModifier | None], Callable[[DiagramScene], object]] = {
    (Qt.Key.Key_Delete, None): delete,
    (Qt.Key.Key_Backspace, None): delete,
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
