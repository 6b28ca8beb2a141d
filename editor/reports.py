"""What comes out of a window: pictures of diagrams, reports and explanations."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from blocks.diagram_file import write_diagram
from blocks.errors import ModelError
from editor.document import Document
from editor.shared_files import inner_files
from editor.style import THEMES

if TYPE_CHECKING:
    from editor.main_window import MainWindow

PICTURES = "PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;TikZ (*.tex)"


class Reports:
    """What one window writes and shows beside its document."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._processes: list[QProcess] = []

    def export(self, is_whole: bool = False) -> None:
        """Let a person choose a file and draw the diagram shown into it, or every level into a file of its own."""
        from editor.export import export_levels, export_scene

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
        written = [target]
        try:
            if is_whole:
                written = export_levels(workspace.document, target)
            else:
                export_scene(canvas.scene, target, THEMES["print"])
        except (ModelError, OSError) as error:
            self._window.files.say("Not exported", error if isinstance(error, ModelError) else ModelError(str(error)))
            return
        more = f" and {len(written) - 1} more" if len(written) > 1 else ""
        self._window.show_message(f"Exported to {written[0]}{more}.")

    def report(self) -> None:
        """Simulate in the background, write a page beside the diagram and open it in the browser."""
        document = self._window.document
        if document is None:
            return
        place = document.path.absolute().parent if document.path is not None else Path(tempfile.mkdtemp())
        page = place / "report" / "index.html"

        def show(_: str) -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(page)))
            self._window.show_message(f"The report is in {page}.")

        self._start(["report", "--out", str(page.parent)], "Report", show)

    def explain(self) -> None:
        """Show states and loops, and what determines what."""
        self._start(["explain", "--all"], "Explain", self.show_explanation)

    def show_explanation(self, text: str) -> None:
        """Show an explanation in a window of its own; a click in it shows the block."""
        from editor.explain import ExplainView

        workspace = self._window.workspace
        if workspace is None:
            return
        canvas = workspace.canvas
        blocks = workspace.document.diagram.blocks
        self.explanation = ExplainView(
            text, lambda name: name.partition(".")[0].partition("[")[0] in blocks, self._window.theme, self._window
        )
        self.explanation.place_clicked.connect(canvas.show_block)
        self.explanation.show()

    def _start(self, words: list[str], title: str, then: object) -> None:
        """Run a command on the diagram as it is now, outside this process."""
        workspace = self._window.workspace
        if workspace is None:
            return
        document, inner = workspace.document, workspace.autosave.touched_files()
        try:
            copy = _copy(document, title) if not inner else _whole_copy(document)
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


def _copy(document: Document, title: str) -> Path:
    """Write the diagram as it is now beside its file, where it finds the others it uses."""
    folder = document.path.parent if document.path is not None else Path(tempfile.mkdtemp(prefix="junctura-"))
    copy = folder / f".{document.diagram.name}.{title.lower()}.toml"
    write_diagram(document.diagram, copy)
    return copy


def _whole_copy(document: Document) -> Path:
    """Write the diagram and the files inside it elsewhere: some are edited and not saved yet."""
    assert document.path is not None
    here, there = document.path.absolute().parent.resolve(), Path(tempfile.mkdtemp(prefix="junctura-"))
    for file, diagram in inner_files(document.diagram, document.path):
        target = there / file.relative_to(here)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_diagram(diagram, target)
    copy = there / f"{document.diagram.name}.toml"
    write_diagram(document.diagram, copy)
    return copy
