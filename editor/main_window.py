"""The window: start page or document, and the actions that bind its parts together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor.actions import ENTRIES, fill_menu, make_actions
from editor.canvas_menu import CanvasMenu
from editor.document import Document
from editor.edits import Edits
from editor.files import Files
from editor.finding import Finding
from editor.garbage import keep_clean, search_soon
from editor.help import Help
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
TITLE_BAR = 32  # px that the system needs above a window
RUNNING = ("compiling", "running", "paused")


class MainWindow(QMainWindow):
    """One window with at most one document. Parts that need a document are made with the first one."""

    opened: ClassVar[list[MainWindow]] = []  # from others

    def __init__(self, path: Path | None = None, theme: Theme | None = None, *, keeps_layout: bool = True) -> None:
        super().__init__()
        keep_clean()
        self.theme = theme if theme is not None else THEMES[theme_name()]
        self._keeps_layout = keeps_layout
        self.workspace: Workspace | None = None
        self.palette_panel: Palette | None = None
        self.tour: Tour | None = None
        self.files: Files = Files(self)
        self.edits: Edits = Edits(self)
        self.reports: Reports = Reports(self)
        self.finding: Finding = Finding(self)
        self.canvas_menu: CanvasMenu = CanvasMenu(self)
        self.help: Help = Help(self)
        self.actions_by_name = make_actions(self)
        self.actions_by_name["values"].setChecked(bool(settings().value("values", True, type=bool)))
        self.menu = QMenu(self)
        self.menus = fill_menu(self.menu, self.actions_by_name)
        self._recent_menu = QMenu("Recent", self)
        self.menus["File"].insertMenu(self.actions_by_name["start_page"], self._recent_menu)
        self._recent_menu.aboutToShow.connect(self._fill_recent)
        self._put_together()
        self.setWindowTitle("Junctura")
        self.setAcceptDrops(False)
        self.resize(*SIZE)
        if keeps_layout:  # a picture has its size wherever it is painted
            self.resize(self.size().boundedTo(self.screen().availableSize() - QSize(0, TITLE_BAR)))
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
        self.top_bar.search_asked.connect(self.finding.commands)
        self.status = StatusLine(self.theme)
        self.status.problems_asked.connect(lambda: self.toggle_panel("problems"))
        self.start_page = StartPage(self.theme)
        self.start_page.open_asked.connect(lambda path: self.files.open(Path(path)))
        self.start_page.new_asked.connect(self.files.new)
        self.start_page.choose_asked.connect(self.files.ask_open)
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
        workspace.run_bar.values.setDefaultAction(self.actions_by_name["values"])
        self.desk.addWidget(workspace)
        self.desk.setStretchFactor(1, 1)
        self.desk.setSizes([232, self.width() - 232])
        self.desk.setCollapsible(1, False)
        self.top_bar.set_run_bar(workspace.run_bar)
        workspace.problems_changed.connect(
            lambda found: self.status.show_problems(len(found), len(workspace.problems.warnings))
        )
        workspace.canvas.message.connect(self.show_message)
        workspace.canvas.menu_asked.connect(self.canvas_menu.open_at)
        workspace.canvas.zoomed.connect(lambda _: self.show_state())
        workspace.statistics_changed.connect(self.status.show_statistics)
        workspace.controller.state_changed.connect(lambda _: self._update_actions())
        workspace.panels_changed.connect(self._update_actions)
        document.changed.connect(lambda _: self.show_state())
        document.history.indexChanged.connect(lambda _: self._show_steps())  # changed comes before the step is counted
        document.history.cleanChanged.connect(lambda _: self.show_state())
        document.path_changed.connect(self.show_state)
        document.history.cleanChanged.connect(lambda _: self.show_project())
        document.path_changed.connect(self.show_project)
        self.show_project()
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

    def show_project(self) -> None:
        """Offer the diagrams beside the document as blocks."""
        if self.palette_panel is not None and self.document is not None:
            self.palette_panel.set_project(self.document.path)

    def _drop_workspace(self) -> None:
        if self.workspace is None:
            return
        if self._keeps_layout:
            self._keep_layout()
        self.tour = None  # goes with the canvas it stands above
        self.workspace.close_all()
        self.top_bar.set_run_bar(None)
        self.workspace.setParent(None)
        self.workspace.deleteLater()
        self.workspace = None
        search_soon()

    def finish_typing(self) -> None:
        """Set what is being typed into a field or a note, as a click elsewhere would: actions are to know of it."""
        field = self.focusWidget()
        if self.workspace is not None and isinstance(field, QLineEdit | QPlainTextEdit) and field.isVisible():
            field.clearFocus()
            if field.isVisible():  # a note's goes when it is left
                field.setFocus(Qt.FocusReason.OtherFocusReason)

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
        MainWindow.opened.append(other)  # nobody else holds it
        other.show()
        return other

    # what is shown

    def show_state(self) -> None:
        """Show name, changes and zoom."""
        document, workspace = self.document, self.workspace
        self.status.setVisible(self.is_editing)
        if workspace is None or document is None or not self.is_editing:
            self.top_bar.path.setText("")
            self.setWindowTitle("Junctura")
            return
        self.top_bar.show_path(document.path, document.is_changed)
        self.status.show_file(document.path, document.is_changed, workspace.canvas.view.zoom_percent())
        self.setWindowTitle(f"{document.path.name if document.path else 'untitled'} \u2013 Junctura")
        self._show_steps()

    def _show_steps(self) -> None:
        """Say which steps can be taken back or done again."""
        if self.document is None or not self.is_editing:
            return
        history = self.document.history
        for name, is_possible, text in (
            ("undo", history.canUndo(), history.undoText()), ("redo", history.canRedo(), history.redoText()),
        ):  # fmt: skip
            self.actions_by_name[name].setEnabled(is_possible)
            self.actions_by_name[name].setText(f"{name.title()} {text[:1].lower() + text[1:]}".strip())

    @property
    def is_editing(self) -> bool:
        """Tell whether a diagram is shown, not the start page."""
        return self.workspace is not None and self.stack.currentWidget() is self.desk

    def show_message(self, text: str) -> None:
        """Show a hint for a while."""
        self.status.show_message(text)

    def _update_actions(self) -> None:
        has_document = self.is_editing
        for entry in ENTRIES:
            self.actions_by_name[entry.name].setEnabled(has_document or not entry.needs_document)
        self._show_steps()
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
        is_on = self.actions_by_name["values"].isChecked()
        settings().setValue("values", is_on)
        if self.workspace is not None:
            self.workspace.values.set_on_connections(is_on)

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

    def _insert_chosen(self, type_name: str) -> None:
        if self.workspace is not None:
            self.workspace.canvas.insert(type_name)

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

    # first steps, recent files, closing

    def start_tour(self) -> None:
        """Begin the first steps on an empty diagram."""
        from editor.tour import Tour

        if self.files.new():
            self.tour = Tour(self)

    def _fill_recent(self) -> None:
        self._recent_menu.clear()
        for path in recent_files():
            name = f"{path.parent.name} / {path.name}".replace("&", "&&")
            action = self._recent_menu.addAction(name)
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
        if self in MainWindow.opened:
            MainWindow.opened.remove(self)
        event.accept()
