"""Opening, saving and closing documents: what to ask, what to say, and never to lose what a person has drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from blocks.diagram import Diagram
from blocks.diagram_file import write_diagram
from blocks.errors import ModelError
from blocks.project_folder import diagram_in
from editor.disk_copies import DiskCopies
from editor.document import Document
from editor.questions import CANCEL, RELOAD, SAVE_AS, Button, Questions
from editor.recovery import lock_of, read_side_file, recover, side_file, sides_of
from editor.settings import add_recent
from editor.shared_files import inner_files
from editor.subsystem_file import check_movable, move_into_file, take_out_of_file

if TYPE_CHECKING:
    from editor.main_window import MainWindow

FILTER = "Diagrams (*.toml);;All files (*)"


class Files(Questions):
    """The file menu's work for one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.copies = DiskCopies()

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
        try:
            path = diagram_in(path)
        except ModelError as error:
            self.say(f"{path.name} cannot be opened", error)
            return False
        if self._is_open_elsewhere(path) or not self.may_close():
            return False
        try:
            document, recovered = self._read(path)
        except ModelError as error:
            self.say(f"{path.name} cannot be opened", error)
            return False
        except (OSError, ValueError, RecursionError) as error:
            self.say(f"{path.name} cannot be opened", ModelError(f"{path}: {error}."))
            return False
        if not self._show(document):
            return False
        if recovered and self.window.workspace is not None:
            self.window.workspace.autosave.adopt(recovered)
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

    def _read(self, path: Path) -> tuple[Document, list[Path]]:
        """Return the document of a file, and the files of it that were recovered from side files, if a person wants."""
        side = side_file(path)
        found = read_side_file(side, path) if side.is_file() else None
        try:
            document = Document.open(path)
        except ModelError:
            if found is None or self.ask_recover(f'"{path.name}"') != Button.Yes:
                raise
            document = Document(Diagram(found.name), path)
            return self.as_changed(document, found), [path.absolute()]
        sides = sides_of(document.diagram, path) | (sides_of(found, path) if found is not None else {})
        sides = {file: side for file, side in sides.items() if read_side_file(side, file) is not None}
        self.copies.remember([path, *(file for file, _ in inner_files(document.diagram, path))])
        if not sides:
            return document, []
        answer = self.ask_recover(" and ".join(f'"{file.name}"' for file in sides))
        if answer == Button.Yes:
            return self.as_changed(document, found if found is not None else Document.open(path).diagram), list(sides)
        if answer == Button.No:
            for side in sides.values():
                side.unlink(missing_ok=True)
        return document, []

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
        workspace.autosave.adopt(())
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

    def keep_subsystem(self) -> None:
        """Let a person choose a file for the selected subsystem, or make it part of the document again."""
        workspace = self.window.workspace
        if workspace is None:
            return
        names, diagram, document = workspace.canvas.scene.selected_names(), workspace.canvas.diagram, workspace.document
        try:
            if len(names) != 1:
                raise ModelError("Select the subsystem that is to have a file of its own.")
            if names[0] in diagram.files:
                take_out_of_file(document, diagram, names[0])
                return
            start = check_movable(document, diagram, names[0]) / f"{names[0]}.toml"
            chosen, _ = QFileDialog.getSaveFileName(self.window, "Keep the subsystem in a file", str(start), FILTER)
            if chosen:
                file = Path(chosen) if Path(chosen).suffix else Path(f"{chosen}.toml")
                if str(file) != chosen and file.exists():  # nobody was asked about this one
                    raise ModelError(f'There is a file "{file.name}" already.', fix="Choose another name.")
                move_into_file(document, diagram, names[0], file)
                self.copies.remember([file])
                self.window.show_project()
        except ModelError as error:
            self.window.show_message(str(error))

    def _write(self, path: Path) -> bool:
        document, workspace = self.document, self.window.workspace
        assert document is not None
        assert workspace is not None
        is_moved = path != document.path
        try:
            inner = self._inner(path)
            if changed := self.copies.changed([path, *(file for file, _ in inner)]):
                answer = self.ask_changed_on_disk(" and ".join(f'"{file.name}"' for file in changed))
                if answer in (CANCEL, RELOAD, SAVE_AS):
                    return self._write_not(answer)
            for file, diagram in inner:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_diagram(diagram, file)
            document.save(path)
        except (ModelError, OSError) as error:
            self.say("The diagram is not saved", _told(error, path))
            return False
        workspace.autosave.forget()
        self.copies.remember([path, *(file for file, _ in inner_files(document.diagram, path))])
        if is_moved:
            workspace.autosave.hold()
        add_recent(path)
        self.window.show_state()
        return True

    def _write_not(self, answer: str) -> bool:
        """Do what a person wants instead of overwriting a file."""
        if answer == SAVE_AS:
            return self.ask_save_as()
        if answer == RELOAD:
            self.reload()
        return False

    def reload(self) -> bool:
        """Take what the file holds now, and give up what was changed here."""
        document, workspace = self.document, self.window.workspace
        if document is None or document.path is None or workspace is None:
            return False
        try:
            fresh = Document.open(document.path)
        except ModelError as error:
            self.say(f"{document.path.name} cannot be opened", error)
            return False
        workspace.autosave.forget()
        self.copies.remember([document.path, *(file for file, _ in inner_files(fresh.diagram, document.path))])
        return self._show(fresh)

    def _inner(self, path: Path) -> list[tuple[Path, Diagram]]:
        """Return the other files to be written too: the edited ones, or all when the document moves elsewhere."""
        document, workspace = self.document, self.window.workspace
        if document is None or workspace is None or document.path is None:
            return []
        here, there = (place.absolute().parent.resolve() for place in (document.path, path))
        if here == there:
            return workspace.autosave.touched_files()
        moved = {there / file.relative_to(here): part for file, part in inner_files(document.diagram, document.path)}
        for file in moved:
            if file.exists():
                raise ModelError(
                    f'There is a file "{file.name}" in "{there.name}" already.',
                    why="The diagram uses a file of this name, which would be saved beside it.",
                    fix="Choose another folder.",
                )
        return list(moved.items())

    def may_close(self) -> bool:
        """Tell whether the document may go: it is saved, or a person does not want it."""
        if self.document is None or self.window.workspace is None:
            return True
        self.window.finish_typing()
        if self.document.is_changed:
            answer = self.ask_unsaved(self.document.path.name if self.document.path else "untitled")
            if answer == Button.Cancel or (answer == Button.Save and not self.save()):
                return False
        self.window.workspace.autosave.forget()
        return True

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


def _told(error: ModelError | OSError, path: Path) -> ModelError:
    """Return why a file was not saved, with what to do; what a person has drawn is still there."""
    elsewhere = "Save it elsewhere with Ctrl+Shift+S."
    if isinstance(error, OSError):
        return ModelError(f"{path}: it cannot be saved.", why=f"{error.strerror or error}.", fix=elsewhere)
    return ModelError(error.what, why=error.why, fix=error.fix or elsewhere)
