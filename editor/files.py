"""Opening, saving and closing documents: what to ask, what to say, and never to lose what a person has drawn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from blocks.diagram import Diagram
from blocks.diagram_file import write_diagram
from blocks.errors import ModelError
from editor.document import Document
from editor.recovery import lock_of, read_side_file, recover, side_file
from editor.settings import add_recent

if TYPE_CHECKING:
    from editor.main_window import MainWindow

FILTER = "Diagrams (*.toml);;All files (*)"
Button = QMessageBox.StandardButton


class Files:
    """The file menu's work for one window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def document(self) -> Document | None:
        """Return the document that is open."""
        return self.window.document

    def new(self) -> bool:
        """Begin an empty diagram."""
        if not self.may_close():
            return False
        self.window.show_document(Document())
        return True

    def ask_open(self) -> bool:
        """Let a person choose a file and open it."""
        folder = self.document.path.parent if self.document and self.document.path else Path.cwd()
        name, _ = QFileDialog.getOpenFileName(self.window, "Open a diagram", str(folder), FILTER)
        return bool(name) and self.open(Path(name))

    def open(self, path: Path) -> bool:
        """Open a file, or a project's folder; if that fails, say why and keep what is open."""
        path = path / "diagram.toml" if path.is_dir() else path
        if self._is_open_elsewhere(path) or not self.may_close():
            return False
        try:
            document = self._read(path)
        except ModelError as error:
            self.say(f"{path.name} cannot be opened", error)
            return False
        except (OSError, ValueError, RecursionError) as error:
            self.say(f"{path.name} cannot be opened", ModelError(f"{path}: {error}."))
            return False
        if not self._show(document):
            return False
        add_recent(path)
        return True

    def _show(self, document: Document) -> bool:
        """Show a document; whatever a strange file does to the panels, the old one stays."""
        try:
            self.window.show_document(document)
        except Exception as error:
            name = document.path.name if document.path is not None else "The diagram"
            why = f"{type(error).__name__}: {error}"
            self.say(f"{name} cannot be shown", ModelError(f"{name} cannot be shown.", why=why))
            return False
        return True

    def _read(self, path: Path) -> Document:
        """Return the document of a file, or what its side file holds if a person wants that."""
        side = side_file(path)
        recovered = read_side_file(side, path) if side.is_file() else None
        try:
            document = Document.open(path)
        except ModelError:
            if recovered is None or self.ask_recover(path.name) != Button.Yes:
                raise
            return self.as_changed(Document(Diagram(recovered.name), path), recovered)
        answer = self.ask_recover(path.name) if recovered is not None else Button.Cancel
        if recovered is not None and answer == Button.Yes:
            return self.as_changed(document, recovered)
        if answer == Button.No:
            side.unlink(missing_ok=True)
        return document

    def as_changed(self, document: Document, recovered: Diagram) -> Document:
        """Return a document with what was recovered in it, not saved yet."""
        recover(document, recovered)
        document.diagram.problems = recovered.problems
        return document

    def recover_untitled(self, side: Path) -> bool:
        """Open a diagram that was never saved; its side file is gone once the document has one of its own."""
        recovered = read_side_file(side, None)
        if recovered is None or not self.may_close():
            return False
        self.window.show_document(self.as_changed(Document(), recovered))
        workspace = self.window.workspace
        assert workspace is not None
        workspace.autosave.mark_due()
        workspace.autosave.write()
        side.unlink(missing_ok=True)
        return True

    def save(self) -> bool:
        """Save the document, and the diagrams in files of their own that were edited."""
        if self.document is None:
            return False
        return self.ask_save_as() if self.document.path is None else self._write(self.document.path)

    def ask_save_as(self) -> bool:
        """Let a person choose a name and save under it."""
        if self.document is None:
            return False
        start = self.document.path or Path.cwd() / f"{self.document.diagram.name}.toml"
        name, _ = QFileDialog.getSaveFileName(self.window, "Save the diagram", str(start), FILTER)
        if not name:
            return False
        path = Path(name)
        return self._write(path if path.suffix else path.with_suffix(".toml"))

    def _write(self, path: Path) -> bool:
        document, workspace = self.document, self.window.workspace
        assert document is not None
        assert workspace is not None
        inner = workspace.autosave.touched_files() if path == document.path else []
        try:
            for file, diagram in inner:
                write_diagram(diagram, file)
            is_moved = path != document.path
            if is_moved:
                workspace.autosave.forget()
            document.save(path)
        except ModelError as error:
            self.say("The diagram is not saved", error)
            return False
        workspace.autosave.forget()
        if is_moved:
            workspace.autosave.hold()
        add_recent(path)
        self.window.show_state()
        return True

    def may_close(self) -> bool:
        """Tell whether the document may go: it is saved, or a person does not want it."""
        if self.document is None or self.window.workspace is None:
            return True
        if self.document.is_changed:
            answer = self.ask_unsaved(self.document.path.name if self.document.path else "untitled")
            if answer == Button.Cancel or (answer == Button.Save and not self.save()):
                return False
        self.window.workspace.autosave.forget()
        return True

    # questions, each in a method of its own so that tests can answer them; without a screen nobody could

    def ask_unsaved(self, name: str) -> QMessageBox.StandardButton:
        """Ask what to do with changes: save, discard or cancel."""
        if not _is_attended():
            return Button.Discard
        return QMessageBox.question(
            self.window, "Save changes?", f'"{name}" has changes that are not saved.',
            Button.Save | Button.Discard | Button.Cancel, Button.Save,
        )  # fmt: skip

    def ask_recover(self, name: str) -> QMessageBox.StandardButton:
        """Ask whether to take what was drawn before the editor ended without saving."""
        if not _is_attended():
            return Button.Cancel
        return QMessageBox.question(
            self.window, "Recover changes?",
            f'The editor ended before "{name}" was saved.\n'
            "Do you want back what was changed? The file itself stays as it is.",
        )  # fmt: skip

    def ask_open_anyway(self, name: str, holder: str) -> QMessageBox.StandardButton:
        """Ask whether to open a file that somebody else has open."""
        if not _is_attended():
            return Button.Yes
        text = f'"{name}" is already open{holder}.\nWho saves last overwrites the other. Open it anyway?'
        return QMessageBox.warning(self.window, "Already open", text, Button.Yes | Button.No, Button.No)

    def _is_open_elsewhere(self, path: Path) -> bool:
        workspace = self.window.workspace
        if workspace is not None and self.document is not None and self.document.path == path:
            return False  # it is ours
        lock = lock_of(side_file(path))
        if lock.tryLock(0):
            lock.unlock()
            return False
        if lock.error() != lock.LockError.LockFailedError:
            return False  # a folder one may not write to
        info = lock.getLockInfo()
        holder = f" in process {info[0]} on {info[1]}" if isinstance(info, tuple) and len(info) > 2 else " elsewhere"
        return self.ask_open_anyway(path.name, holder) != Button.Yes

    def say(self, title: str, error: ModelError) -> None:
        """Show what is wrong, in its own words."""
        if not _is_attended():
            print(f"{title}: {error}", file=sys.stderr)
            return
        box = QMessageBox(QMessageBox.Icon.Warning, title, error.what, Button.Ok, self.window)
        details = "\n".join(part for part in (error.why, error.fix) if part)
        box.setInformativeText(details or (str(error) if len(error.problems) > 1 else ""))
        box.exec()


def _is_attended() -> bool:
    """Tell whether there is a screen, and so perhaps a person."""
    return QGuiApplication.platformName() not in ("offscreen", "minimal")
