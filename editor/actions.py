"""Every action of the editor in one table: its name, its text, its key, and what it does.

Actions with ``on_canvas`` are keys that the canvas itself understands; in a menu they send it that key, so that there
is one place that knows what they do, and text fields keep their own Ctrl+C.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from editor.main_window import MainWindow


@dataclass(frozen=True)
class Entry:
    """One action."""

    name: str
    menu: str
    text: str
    keys: str  # several are separated by spaces
    tip: str
    do: Callable[[MainWindow], object] | None = None  # None: a key of the canvas
    needs_document: bool = True
    is_switch: bool = False


def _panel(name: str, text: str, keys: str) -> Entry:
    tip = f"Show or hide the {name} panel"
    return Entry(f"show_{name}", "View", text, keys, tip, lambda w: w.toggle_panel(name), is_switch=True)


def _align(how: str, text: str, keys: str) -> Entry:
    return Entry(f"align_{how}", "Arrange", text, keys, text, lambda w: w.edits.align(how))


def _spread(how: str, key: str) -> Entry:
    text, tip = f"Spread array: {how}", f"Draw the elements of the selected array in a {how}"
    return Entry(f"array_{how}", "Arrange", text, f"Ctrl+Alt+{key}", tip, lambda w: w.edits.spread(how))


ENTRIES = (
    Entry("new", "File", "New", "Ctrl+N", "Begin an empty diagram", lambda w: w.files.new(), False),
    Entry("open", "File", "Open…", "Ctrl+O", "Open a diagram", lambda w: w.files.ask_open(), False),
    Entry("start_page", "File", "Start page", "Alt+Home", "Examples and files", lambda w: w.show_start_page(), False),
    Entry("new_window", "File", "New window", "Ctrl+Shift+N", "Another window", lambda w: w.open_window(), False),
    Entry("save", "File", "Save", "Ctrl+S", "Write the diagram to its file", lambda w: w.files.save()),
    Entry("save_as", "File", "Save as…", "Ctrl+Shift+S", "Save another file", lambda w: w.files.ask_save_as()),
    Entry("export", "File", "Export diagram…", "Ctrl+Shift+E", "SVG, PDF, PNG or TikZ", lambda w: w.reports.export()),
    Entry("export_all", "File", "Export levels…", "Ctrl+Alt+E", "A picture each", lambda w: w.reports.export(True)),
    Entry("report", "File", "Report…", "Ctrl+P", "Simulate and write a page", lambda w: w.reports.report()),
    Entry("close", "File", "Close", "Ctrl+W", "Close the diagram", lambda w: w.close_document()),
    Entry("quit", "File", "Quit", "Ctrl+Q", "Close the window", lambda w: w.close(), False),
    Entry("undo", "Edit", "Undo", "Ctrl+Z", "Take the last step back", lambda w: w.edits.undo()),
    Entry("redo", "Edit", "Redo", "Ctrl+Shift+Z Ctrl+Y", "Do the step again", lambda w: w.edits.redo()),
    Entry("cut", "Edit", "Cut", "Ctrl+X", "Move the selection to the clipboard"),
    Entry("copy", "Edit", "Copy", "Ctrl+C", "Copy the selection to the clipboard"),
    Entry("paste", "Edit", "Paste", "Ctrl+V", "Put the clipboard onto the diagram"),
    Entry("duplicate", "Edit", "Duplicate", "Ctrl+D", "Copy the selection beside itself"),
    Entry("delete", "Edit", "Delete", "Delete", "Remove the selection"),
    Entry("rename", "Edit", "Rename", "F2", "Type another name", lambda w: w.edits.rename()),
    Entry("select_all", "Edit", "Select all", "Ctrl+A", "Select every block"),
    Entry("find", "Edit", "Find in model…", "Ctrl+F", "Go to a block by its name", lambda w: w.finding.in_model()),
    Entry("commands", "Edit", "Command palette…", "Ctrl+Shift+P", "Type to do", lambda w: w.finding.commands(), False),
    Entry("fit", "View", "Fit", "F", "Show the whole diagram"),
    Entry("zoom_in", "View", "Zoom in", "Ctrl++ Ctrl+=", "Larger", lambda w: w.zoom(1.25)),
    Entry("zoom_out", "View", "Zoom out", "Ctrl+-", "Smaller", lambda w: w.zoom(0.8)),
    Entry("zoom_full", "View", "Zoom 100 %", "Ctrl+0", "Natural size", lambda w: w.zoom(0)),
    Entry("into", "View", "Into the subsystem", "Return", "Open the selected block"),
    Entry("out", "View", "Out of the subsystem", "Ctrl+Up", "Go one level up (also Esc)", lambda w: w.leave()),
    Entry("dark", "View", "Dark", "Ctrl+Shift+D", "Light letters on dark", lambda w: w.toggle_dark(), False, True),
    Entry("values", "View", "Values", "Ctrl+Shift+V", "Values on connections", lambda w: w.toggle_values(), True, True),
    _panel("palette", "Blocks", "Alt+1"),
    _panel("inspector", "Inspector", "Alt+2"),
    _panel("scope", "Scope", "Alt+3"),
    _panel("animation", "Animation", "Alt+4"),
    _panel("problems", "Problems", "Alt+5"),
    Entry("quick_insert", "Insert", "Block…", "Ctrl+Space", "Also: double click", lambda w: w.finding.insert()),
    Entry("library", "Insert", "Search libraries…", "Ctrl+Shift+F", "Find a block", lambda w: w.finding.library()),
    Entry("connect", "Insert", "Connect…", "Ctrl+L", "The selected block, by typing", lambda w: w.edits.connect()),
    Entry("show_port", "Insert", "Show port outside…", "Ctrl+Shift+O", "As a port of the whole diagram",
          lambda w: w.edits.port()),
    Entry("note", "Insert", "Note", "Ctrl+Shift+A", "A text on the diagram", lambda w: w.edits.add_note()),
    Entry("picture", "Insert", "Picture…", "Ctrl+Shift+I", "A file on the diagram", lambda w: w.edits.add_picture()),
    Entry("subsystem", "Insert", "Subsystem", "Ctrl+Alt+G", "An empty one", lambda w: w.edits.add_subsystem()),
    Entry("group", "Insert", "Group into subsystem", "Ctrl+G", "The selection as one block", lambda w: w.edits.group()),
    Entry("ungroup", "Insert", "Ungroup", "Ctrl+Shift+G", "Take a subsystem apart", lambda w: w.edits.ungroup()),
    Entry("keep_subsystem", "Insert", "Subsystem in a file", "Ctrl+Alt+F", "Keep it beside the diagram, or embed it",
          lambda w: w.files.keep_subsystem()),
    Entry("rotate", "Arrange", "Rotate", "Ctrl+R", "A quarter turn to the right"),
    Entry("rotate_back", "Arrange", "Rotate back", "Ctrl+Shift+R", "A quarter turn to the left"),
    Entry("flip", "Arrange", "Flip", "Ctrl+I", "Mirror the selection"),
    _align("left", "Align left", "Ctrl+Alt+Left"),
    _align("centre", "Align centres", "Ctrl+Alt+C"),
    _align("right", "Align right", "Ctrl+Alt+Right"),
    _align("top", "Align top", "Ctrl+Alt+Up"),
    _align("middle", "Align middles", "Ctrl+Alt+M"),
    _align("bottom", "Align bottom", "Ctrl+Alt+Down"),
    Entry("spread_x", "Arrange", "Distribute across", "Ctrl+Alt+H", "Equal gaps", lambda w: w.edits.distribute(0)),
    Entry("spread_y", "Arrange", "Distribute down", "Ctrl+Alt+V", "Equal gaps", lambda w: w.edits.distribute(1)),
    _spread("ring", "1"),
    _spread("row", "2"),
    _spread("column", "3"),
    _spread("grid", "4"),
    Entry("gather", "Arrange", "Gather array", "Ctrl+Alt+0", "Draw it as one block", lambda w: w.edits.gather()),
    Entry("tidy", "Arrange", "Tidy up", "Ctrl+Shift+L", "Place all blocks anew", lambda w: w.edits.tidy()),
    Entry("comment", "Arrange", "Comment out", "Ctrl+Shift+X", "Leave it out", lambda w: w.edits.comment_out()),
    Entry("run", "Run", "Run", "Ctrl+T F5", "Simulate", lambda w: w.run()),
    Entry("pause", "Run", "Pause", "Space", "Pause, or go on", lambda w: w.pause()),
    Entry("step", "Run", "Step", "F10", "One step", lambda w: w.step()),
    Entry("stop", "Run", "Stop", "Ctrl+Shift+T", "Stop at once", lambda w: w.stop()),
    Entry("settings", "Run", "Settings", "Ctrl+E", "How long and how exactly", lambda w: w.show_settings()),
    Entry("check", "Run", "Check", "F7", "List everything that is wrong", lambda w: w.check()),
    Entry("explain", "Run", "Explain…", "Shift+F7", "States, loops, what fixes what", lambda w: w.reports.explain()),
    Entry("menu", "Help", "Menu", "Alt+M", "Everything, by the arrow keys", lambda w: w.help.open_menu(), False),
    Entry("tour", "Help", "First steps", "F1", "Build a pendulum step by step", lambda w: w.start_tour(), False),
    Entry("keys", "Help", "Keys…", "Ctrl+F1", "All keys", lambda w: w.help.show_keys(), False),
    Entry("about", "Help", "About Junctura", "Shift+F1", "What this is", lambda w: w.help.show_about(), False),
)  # fmt: skip
MENUS = ("File", "Edit", "View", "Insert", "Arrange", "Run", "Help")
PARTS_AFTER = {"new_window", "save_as", "report", "redo", "select_all", "zoom_full", "out", "dark", "flip",
               "align_bottom", "spread_y", "gather", "stop"}  # fmt: skip  # a line in the menu follows


def make_actions(window: MainWindow) -> dict[str, QAction]:
    """Return the actions of a window by name, with their keys at work in it."""
    made = {}
    for entry in ENTRIES:
        action = QAction(entry.text, window)
        action.setObjectName(entry.name)
        action.setShortcuts([QKeySequence(keys) for keys in entry.keys.split()])
        action.setToolTip(entry.tip)
        action.setStatusTip(entry.tip)
        action.setCheckable(entry.is_switch)
        if entry.do is None:
            # shown beside the text, but the key itself is left to the canvas
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(_key_sender(window, entry.keys.split()[0]))
        else:
            action.triggered.connect(_caller(window, entry.do))
            window.addAction(action)
        made[entry.name] = action
    return made


def _caller(window: MainWindow, do: Callable[[MainWindow], object]) -> Callable[[], None]:
    def call() -> None:
        window.finish_typing()
        do(window)

    return call


def _key_sender(window: MainWindow, keys: str) -> Callable[[], None]:
    def send() -> None:
        if window.workspace is None:
            return
        pressed = QKeySequence(keys)[0]  # type: ignore[index]
        # straight to the canvas: as an event of the application it would be taken for the shortcut again
        window.workspace.canvas.view.keyPressEvent(
            QKeyEvent(QEvent.Type.KeyPress, pressed.key(), pressed.keyboardModifiers())
        )

    return send


def fill_menu(menu: QMenu, actions: dict[str, QAction]) -> dict[str, QMenu]:
    """Put all actions into a menu, one menu inside it for each kind; return those."""
    menus = {name: menu.addMenu(name) for name in MENUS}
    for entry in ENTRIES:
        menus[entry.menu].addAction(actions[entry.name])
        if entry.name in PARTS_AFTER:
            menus[entry.menu].addSeparator()
    return menus
