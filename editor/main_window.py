"""The window: start page or document, and the actions that bind its parts together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from editor.actions import ENTRIES, fill_menu, make_actions
from editor.document import Document
from editor.edits import Edits
from editor.files import Files
from editor.reports import Reports
from editor.settings import recent_files, settings, theme_name
from editor.start_page import StartPage
from editor.status_line import StatusLine
from editor.style import THEMES, Theme
from editor.theme import apply_theme
from editor.top_bar import TopBar

if TYPE_CHECKING:
    from editor.palette import Palette
    from editor.tour import Tour
    from editor.workspace import Workspace

SIZE = (1480, 920)
RUNNING = ("compiling", "running", "paused")


class MainWindow(QMainWindow):
    """One window with at most one document. Parts that need a document are made with the first one."""

    def __init__(self, path: Path | None = None, theme: Theme | None = None, *, keeps_layout: bool = True) -> None:
        super().__init__()
        self.theme = theme if theme is not None else THEMES[theme_name()]
        self._keeps_layout = keeps_layout
        self.workspace: Workspace | None = None
        self.palette_panel: Palette | None = None
        self.tour: Tour | None = None
        self.files: Files = Files(self)
        self.edits: Edits = Edits(self)
        self.reports: Reports = Reports(self)
        self.actions_by_name = make_actions(self)
        self.menu = QMenu(self)
        self.menus = fill_menu(self.menu, self.actions_by_name)
        self._recent_menu = QMenu("Recent", self)
        self.menus["File"].insertMenu(self.actions_by_name["start_page"], self._recent_menu)
        self._recent_menu.aboutToShow.connect(self._fill_recent)
        self._put_together()
        self.setWindowTitle("Junctura")
        self.setAcceptDrops(False)
        self.resize(*SIZE)
        if keeps_layout and (geometry := settings().value("window")) is not None:
            self.restoreGeometry(geometry)
        self.set_theme(self.theme)
        self.show_start_page()
        if path is not None:
            self.files.open(path)

    @property
    def document(self) -> Document | None:
        """Return the document that is open."""
        return self.workspace.document if self.workspace is not None else None

    def _put_together(self) -> None:
        self.top_bar = TopBar(self.menu, self.theme)
        self.top_bar.search_asked.connect(self.open_commands)
        self.status = StatusLine(self.theme)
        self.status.problems_asked.connect(lambda: self.toggle_panel("problems"))
        self.start_page = StartPage(self.theme)
        self.start_page.open_asked.connect(lambda path: self.files.open(Path(path)))
        self.start_page.new_asked.connect(self.files.new)
        self.start_page.tour_asked.connect(self.start_tour)
        self.start_page.recover_asked.connect(lambda side: self.files.recover_untitled(Path(side)))
        self.desk = QSplitter(Qt.Orientation.Horizontal)
        self.desk.setHandleWidth(1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.start_page)
        self.stack.addWidget(self.desk)
        column_widget = QWidget()
        column = QVBoxLayout(column_widget)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, share in ((self.top_bar, 0), (self.stack, 1), (self.status, 0)):
            column.addWidget(widget, share)
        self.setCentralWidget(column_widget)

    # documents

    def show_document(self, document: Document) -> None:
        """Show a document in place of the one before."""
        from editor.workspace import Workspace

        workspace = Workspace(document, self.theme)  # before the old one goes: it may fail
        self._drop_workspace()
        self._make_palette()
        self.workspace = workspace
        workspace.autosave.hold()
        workspace.values.set_on_connections(self.actions_by_name["values"].isChecked())
        self.desk.addWidget(workspace)
        self.desk.setStretchFactor(1, 1)
        self.desk.setSizes([232, self.width() - 232])
        self.desk.setCollapsible(1, False)
        self.top_bar.set_run_bar(workspace.run_bar)
        workspace.problems_changed.connect(lambda found: self.status.show_problems(len(found)))
        workspace.canvas.message.connect(self.show_message)
        workspace.canvas.zoomed.connect(lambda _: self.show_state())
        workspace.statistics_changed.connect(self.status.show_statistics)
        workspace.controller.state_changed.connect(lambda _: self._update_actions())
        document.changed.connect(lambda _: self.show_state())
        document.history.cleanChanged.connect(lambda _: self.show_state())
        document.path_changed.connect(self.show_state)
        if self._keeps_layout:
            workspace.restore_layout()
            if (state := settings().value("layout/desk")) is not None:
                self.desk.restoreState(state)
        self.stack.setCurrentWidget(self.desk)
        self.status.show_statistics("")
        if document.diagram.problems:
            workspace.show_problems(document.diagram.problems)
        self._update_actions()
        self.show_state()
        QTimer.singleShot(0, workspace.begin)

    def _make_palette(self) -> None:
        if self.palette_panel is None:
            from editor.palette import Palette

            self.palette_panel = Palette(self.theme)
            self.palette_panel.chosen.connect(self._insert_chosen)
            self.desk.insertWidget(0, self.palette_panel)

    def _drop_workspace(self) -> None:
        if self.workspace is None:
            return
        if self._keeps_layout:
            self._keep_layout()
        if self.tour is not None:
            self.tour.hide()
        self.workspace.close_all()
        self.top_bar.set_run_bar(None)
        self.workspace.setParent(None)
        self.workspace.deleteLater()
        self.workspace = None

    def close_document(self) -> bool:
        """Close the document and show the start page; return False if a person wants to keep it."""
        if not self.files.may_close():
            return False
        self._drop_workspace()
        self.show_start_page()
        return True

    def show_start_page(self) -> None:
        """Show examples and recent files."""
        self.start_page.refresh()
        self.stack.setCurrentWidget(self.start_page)
        self._update_actions()
        self.show_state()

    def open_window(self) -> MainWindow:
        """Open another window."""
        other = MainWindow(theme=self.theme)
        windows = QApplication.instance().property("windows") or []  # type: ignore[union-attr]
        QApplication.instance().setProperty("windows", [*windows, other])  # type: ignore[union-attr]
        other.show()
        return other

    # what is shown

    def show_state(self) -> None:
        """Show name, changes and zoom."""
        document, workspace = self.document, self.workspace
        self.status.setVisible(self._is_editing())
        if workspace is None or document is None or not self._is_editing():
            self.top_bar.path.setText("")
            self.setWindowTitle("Junctura")
            return
        self.top_bar.show_path(document.path, document.is_changed)
        self.status.show_file(document.path, document.is_changed, workspace.canvas.view.zoom_percent())
        self.setWindowTitle(f"{document.path.name if document.path else 'untitled'} \u2013 Junctura")
        history = document.history
        for name, is_possible, text in (
            ("undo", history.canUndo(), history.undoText()), ("redo", history.canRedo(), history.redoText()),
        ):  # fmt: skip
            self.actions_by_name[name].setEnabled(is_possible)
            self.actions_by_name[name].setText(f"{name.title()} {text[:1].lower() + text[1:]}".strip())

    def _is_editing(self) -> bool:
        return self.workspace is not None and self.stack.currentWidget() is self.desk

    def show_message(self, text: str) -> None:
        """Show a hint for a while."""
        self.status.show_message(text)

    def _update_actions(self) -> None:
        has_document = self._is_editing()
        for entry in ENTRIES:
            self.actions_by_name[entry.name].setEnabled(has_document or not entry.needs_document)
        state = self.workspace.controller.state if self.workspace is not None else "idle"
        self.actions_by_name["pause"].setEnabled(has_document and state in ("running", "paused"))
        self.actions_by_name["stop"].setEnabled(has_document and state in RUNNING)
        self.actions_by_name["dark"].setChecked(self.theme.is_dark)
        for name, panel in self._panels().items():
            self.actions_by_name[f"show_{name}"].setChecked(not panel.isHidden())

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme, everywhere and at once."""
        self.theme = theme
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, theme)
        for thing in (self.top_bar, self.status, self.start_page, self.palette_panel, self.workspace):
            if thing is not None:
                thing.set_theme(theme)
        self._update_actions()

    def toggle_dark(self) -> None:
        """Change between light and dark."""
        self.set_theme(THEMES["light" if self.theme.is_dark else "dark"])
        settings().setValue("theme", self.theme.name)

    def toggle_values(self) -> None:
        """Show values on connections, or no longer."""
        if self.workspace is not None:
            self.workspace.values.set_on_connections(self.actions_by_name["values"].isChecked())

    def _panels(self) -> dict[str, QWidget]:
        if self.workspace is None:
            return {}
        palette = {"palette": self.palette_panel} if self.palette_panel is not None else {}
        return {**palette, **self.workspace.panels}

    def toggle_panel(self, name: str) -> None:
        """Show a panel, or hide it."""
        panel = self._panels().get(name)
        if panel is not None and self.workspace is not None:
            panel.setVisible(panel.isHidden())
            self.workspace.tidy()
            self._update_actions()

    def zoom(self, factor: float) -> None:
        """Zoom about the middle; 0 shows the natural size."""
        if self.workspace is not None:
            view = self.workspace.canvas.view
            view.zoom(factor or 100 / view.zoom_percent())

    def leave(self) -> None:
        """Go out of the subsystem."""
        if self.workspace is not None:
            self.workspace.canvas.leave()

    # inserting and finding

    def ask_insert(self) -> None:
        """Let a person type a block's name."""
        if self.workspace is not None:
            self.workspace.canvas.ask_insert()

    def _insert_chosen(self, type_name: str) -> None:
        if self.workspace is not None:
            self.workspace.canvas.insert(type_name)

    def search_library(self) -> None:
        """Put the cursor into the palette's search field."""
        if self.palette_panel is not None:
            self.palette_panel.show()
            self.palette_panel.focus_search()

    def open_commands(self) -> None:
        """Open the command palette."""
        actions = list(self.actions_by_name.values())
        workspace = self.workspace if self._is_editing() else None
        inserts = self.reports.insert_actions(workspace.canvas) if workspace is not None else []
        self._open_list(actions + inserts, inserts)

    def _open_list(self, actions: list[QAction], own: list[QAction]) -> None:
        from editor.command_palette import CommandPalette

        popup = CommandPalette(self, lambda: actions, self.theme)
        for action in own:
            action.setParent(popup)  # gone when it closes
        popup.open()

    def find_in_model(self) -> None:
        """Let a person go to a block by its name."""
        if self.workspace is not None:
            found = self.reports.block_actions(self.workspace.canvas)
            self._open_list(found, found)

    # running

    def run(self) -> None:
        """Simulate, or go on if paused."""
        if self.workspace is not None:
            self.workspace.run()

    def pause(self) -> None:
        """Pause, or go on."""
        if self.workspace is not None:
            controller = self.workspace.controller
            (controller.resume if controller.state == "paused" else controller.pause)()

    def step(self) -> None:
        """Do one step."""
        if self.workspace is not None:
            self.workspace.step()

    def stop(self) -> None:
        """Stop at once."""
        if self.workspace is not None:
            self.workspace.controller.stop()

    def check(self) -> None:
        """Check now, and show what was found."""
        if self.workspace is not None:
            self.workspace.check()
            self._update_actions()

    def show_settings(self) -> None:
        """Show how the diagram is run, in the inspector."""
        if self.workspace is not None:
            self.workspace.show_settings()

    # export and help

    def ask_export(self) -> None:
        """Let a person choose a file and draw the diagram into it."""
        self.reports.ask_export()

    def start_tour(self) -> None:
        """Begin the first steps on an empty diagram."""
        from editor.tour import Tour

        if self.files.new():
            if self.tour is not None:
                self.tour.end()
            self.tour = Tour(self)

    def show_keys(self) -> None:
        """Show all keys."""
        lines = [(e.text, ", ".join(QKeySequence(k).toString() for k in e.keys.split())) for e in ENTRIES if e.keys]
        self.reports.show_table("Keys", lines)

    def show_about(self) -> None:
        """Show what this is."""
        self.reports.show_about()

    def _fill_recent(self) -> None:
        self._recent_menu.clear()
        for path in recent_files():
            action = self._recent_menu.addAction(f"{path.parent.name} / {path.name}")
            action.triggered.connect(lambda _=False, path=path: self.files.open(path))

    def _keep_layout(self) -> None:
        if self.workspace is not None:
            self.workspace.keep_layout()
            settings().setValue("layout/desk", self.desk.saveState())

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_close():
            event.ignore()
            return
        if self._keeps_layout:
            settings().setValue("window", self.saveGeometry())
        self._drop_workspace()
        event.accept()

    def middle(self) -> QPoint:
        """Return the middle of the window on the screen."""
        return self.mapToGlobal(self.rect().center())
