"""What comes out of a window: pictures of diagrams, reports, explanations, and lists for the command palette."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHeaderView,
    QMessageBox,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)  # fmt: skip

from blocks.block import type_name
from blocks.diagram import Diagram, Placeholder
from blocks.diagram_file import write_diagram
from blocks.errors import ModelError
from editor.style import THEMES
from editor.theme import mono_font

if TYPE_CHECKING:
    from editor.canvas_area import CanvasArea
    from editor.main_window import MainWindow

PICTURES = "PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;TikZ (*.tex)"
ABOUT = """<b>Junctura</b><p>Draw a robot as a block diagram, turn the drawing into equations, see what happens.</p>
<p>Double-click the canvas and type to insert a block. Drag from port to port to connect. Ctrl+T runs.</p>"""


class Reports:
    """What one window writes and shows beside its document."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._processes: list[QProcess] = []

    def ask_export(self) -> None:
        """Let a person choose a file and draw the diagram shown into it."""
        from editor.export import export_scene

        workspace = self._window.workspace
        if workspace is None:
            return
        canvas, path = workspace.canvas, workspace.document.path
        start = (path.parent if path else Path.cwd()) / f"{canvas.diagram.name}.pdf"
        name, kind = QFileDialog.getSaveFileName(self._window, "Export the diagram", str(start), PICTURES)
        if not name:
            return
        target = Path(name)
        if not target.suffix:
            target = target.with_suffix(kind.partition("*")[2].rstrip(")"))
        try:
            export_scene(canvas.scene, target, THEMES["print"])
        except (ModelError, OSError) as error:
            self._window.files.say("Not exported", error if isinstance(error, ModelError) else ModelError(str(error)))
            return
        self._window.show_message(f"Exported to {target}.")

    def report(self) -> None:
        """Simulate in the background and open the page that tells about it."""
        folder = QFileDialog.getExistingDirectory(self._window, "Folder for the report", str(Path.cwd()))
        if folder:
            page = QUrl.fromLocalFile(str(Path(folder) / "index.html"))
            self._start(["report", "--out", folder], "Report", lambda _: QDesktopServices.openUrl(page))

    def explain(self) -> None:
        """Show states and loops, and what determines what."""
        self._start(["explain"], "Explain", lambda text: self.show_text("Explain", text))

    def _start(self, words: list[str], title: str, then: object) -> None:
        """Run a command on the diagram as it is now, outside this process."""
        workspace = self._window.workspace
        if workspace is None:
            return
        document = workspace.document
        folder = document.path.parent if document.path is not None else Path(tempfile.mkdtemp(prefix="junctura-"))
        copy = folder / f".{document.diagram.name}.{title.lower()}.toml"
        try:
            write_diagram(document.diagram, copy)
        except ModelError as error:
            self._window.files.say(title, error)
            return
        process = QProcess(self._window)
        process.finished.connect(lambda code, _: self._finish(process, copy, title, code, then))
        self._processes.append(process)
        self._window.show_message(f"{title}: working \u2026")
        process.start(sys.executable, ["-m", "junctura", words[0], str(copy), *words[1:]])

    def _finish(self, process: QProcess, copy: Path, title: str, code: int, then: object) -> None:
        copy.unlink(missing_ok=True)
        self._processes.remove(process)
        out, err = (bytes(read().data()).decode(errors="replace") for read in (
            process.readAllStandardOutput, process.readAllStandardError))  # fmt: skip
        if code:
            self._window.files.say(title, ModelError(err.strip() or f"{title} did not work."))
        elif callable(then):
            then(out)

    def insert_actions(self, canvas: CanvasArea) -> list[QAction]:
        """Return an action for every block that can be inserted."""
        from blocks.registry import catalogue

        names = sorted(catalogue())
        return [self._action(f"Insert {name}", lambda name=name: canvas.insert(name), canvas) for name in names]

    def block_actions(self, canvas: CanvasArea) -> list[QAction]:
        """Return an action for every block of the document; it goes there."""
        made = []
        for way, diagram in canvas.document.diagrams():
            for name, part in diagram.blocks.items():
                kind = "subsystem" if isinstance(part, Diagram) else ""
                kind = kind or (part.type if isinstance(part, Placeholder) else type_name(type(part)))
                full = ".".join((*way, name))
                made.append(self._action(f"{full}  \u2013  {kind}", lambda full=full: canvas.show_block(full), canvas))
        return made

    def _action(self, text: str, do: object, canvas: CanvasArea) -> QAction:
        action = QAction(text, canvas)
        action.triggered.connect(lambda: do())  # type: ignore[operator]
        return action

    def show_text(self, title: str, text: str) -> None:
        """Show a longer text in a window of its own."""
        field = QPlainTextEdit(text)
        field.setReadOnly(True)
        field.setFont(mono_font())
        self._dialog(title, field)

    def show_table(self, title: str, lines: list[tuple[str, str]]) -> None:
        """Show pairs in a window of its own."""
        table = QTableWidget(len(lines), 2)
        table.verticalHeader().hide()
        table.horizontalHeader().hide()
        table.setShowGrid(False)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for row, pair in enumerate(lines):
            for column, text in enumerate(pair):
                table.setItem(row, column, QTableWidgetItem(text))
        self._dialog(title, table)

    def _dialog(self, title: str, widget: QPlainTextEdit | QTableWidget) -> None:
        dialog = QDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.resize(720, 560)
        QVBoxLayout(dialog).addWidget(widget)
        dialog.show()

    def show_about(self) -> None:
        """Show what this is."""
        QMessageBox.about(self._window, "Junctura", ABOUT)
