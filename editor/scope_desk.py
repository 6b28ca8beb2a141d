"""All scopes of a document: the first with everything, and those that were torn off, beside it or in windows."""

from __future__ import annotations

from hashlib import sha1

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMainWindow

from editor.checker import Checker
from editor.document import Document
from editor.frame_clock import FrameClock
from editor.model_facts import ScopeFacts
from editor.run_control import RunController
from editor.scope import ScopePanel
from editor.scope_dock import ScopeDock
from editor.settings import settings
from editor.style import Theme

LEAST_WIDTH = 280  # px of a scope beside others
BETWEEN = "\t"  # title and unit of a plot, in the name of its place


class ScopeDesk(QMainWindow):
    """Each plot is in one scope: in one of its own, in the one of its block, or else in the first."""

    message = Signal(str)

    def __init__(self, controller: RunController, document: Document, theme: Theme, checker: Checker) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self._controller, self._document, self._theme, self._checker = controller, document, theme, checker
        self._clock = FrameClock(self)
        self.docks: dict[str, ScopeDock] = {}
        self.main = self._add("", "scope").panel
        self.set_theme(theme)

    @property
    def panels(self) -> list[ScopePanel]:
        """Return all scopes, the first one first."""
        return [dock.panel for dock in self.docks.values()]

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.setStyleSheet(
            f"ScopeDesk {{ background: {theme.panel}; }}"
            f"QTabBar::tab {{ color: {theme.dim}; padding: 4px 12px; border-top: 2px solid transparent; }}"
            f"QTabBar::tab:selected {{ color: {theme.text}; border-top-color: {theme.accent}; }}"
            f"QMainWindow::separator {{ background: {theme.line}; width: 1px; height: 1px; }}"
        )
        for dock in self.docks.values():
            dock.set_theme(theme)

    # which scope shows what

    def _place_of(self, panel: ScopeFacts) -> str:
        own = BETWEEN.join(panel.key)
        return own if own in self.docks else (panel.title if panel.title in self.docks else "")

    def open_block(self, title: str) -> bool:
        """Show what a block of the diagram shows in a window of its own; return False if it is no scope."""
        if title not in self.docks and not any(panel.title == title for panel in self.main.wanted_panels()):
            return False
        self._open(title, title)
        return True

    def tear_off(self, key: tuple[str, str]) -> None:
        """Show a plot in a window of its own; one that is in its own already goes back."""
        place = BETWEEN.join(key)
        if place in self.docks:
            self.docks[place].close()
            return
        title, unit = key
        self._open(place, title or (f"signals [{unit}]" if unit else "signals"))

    def _open(self, place: str, title: str) -> None:
        if place not in self.docks:
            dock = self._add(place, title)
            self.arrange()
            dock.float_at(len(self.docks) - 2)
            dock.panel.fit()
        self.docks[place].show()
        self.docks[place].raise_()
        self.docks[place].activateWindow()

    def _add(self, place: str, title: str) -> ScopeDock:
        panel = ScopePanel(self._controller, self._document, self._theme, self._checker, clock=self._clock)
        dock = self.docks[place] = ScopeDock(panel, place, title, self)
        panel.keeps = lambda facts: self._place_of(facts) == place
        panel.stack.set_tearing(True)
        panel.stack.tear_asked.connect(self.tear_off)
        panel.message.connect(self.message)
        panel.cursor_set.connect(lambda number, time: self._share_cursor(panel, number, time))
        dock.set_theme(self._theme)
        dock.closed.connect(self._close)
        dock.topLevelChanged.connect(lambda _: QTimer.singleShot(0, self, self._give_room))
        panel.bar.window_asked.connect(lambda: self._turn(dock))
        # beside each other: there is more room across than down
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock, Qt.Orientation.Horizontal)
        if self._controller.store.last is not None:
            for number, time in enumerate(next(iter(self.docks.values())).panel.cursors):
                panel.show_cursor(number, time)
        return dock

    def arrange(self) -> None:
        """Let every scope show what belongs into it."""
        for panel in self.panels:
            panel.arrange()

    def _close(self, place: str) -> None:
        dock = self.docks.pop(place, None)
        if dock is not None:
            dock.setParent(None)
            dock.deleteLater()
            self.arrange()
            self._give_room()

    def _share_cursor(self, source: ScopePanel, number: int, time: float | None) -> None:
        for panel in self.panels:
            if panel is not source:
                panel.show_cursor(number, time)

    # where they are

    def _give_room(self) -> None:
        """Leave the window to the other panels while every scope has a window of its own."""
        is_empty = all(dock.isFloating() for dock in self.docks.values())
        if is_empty != self.isHidden():
            self.setVisible(not is_empty)

    def _turn(self, dock: ScopeDock) -> None:
        """Take a scope into a window of its own, or back: beside the others, or behind tabs where there is no room."""
        dock.setFloating(not dock.isFloating())
        docked = [other for other in self.docks.values() if not other.isFloating()]
        if dock.isFloating() or len(docked) < 2:
            return
        if self.width() < LEAST_WIDTH * len(docked):
            self.tabifyDockWidget(next(other for other in docked if other is not dock), dock)
            dock.raise_()
        else:
            share = self.width() // len(docked)
            self.resizeDocks(docked, [share] * len(docked), Qt.Orientation.Horizontal)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if all(dock.isFloating() for dock in self.docks.values()):
            self.docks[""].setFloating(False)

    def close_windows(self) -> None:
        """Close the windows, because the document is closed."""
        for dock in self.docks.values():
            dock.hide()

    def _key(self) -> str:
        path = self._document.path
        return f"scopes/{sha1(str(path.absolute()).encode()).hexdigest()[:16]}" if path is not None else ""

    def keep_layout(self) -> None:
        """Remember which scopes there are and where they stand."""
        if key := self._key():
            kept = settings()
            kept.remove(key)
            if len(self.docks) > 1 or self.docks[""].isFloating():
                kept.setValue(f"{key}/places", [f"{place}\n{dock.windowTitle()}" for place, dock in self.docks.items()])
                kept.setValue(f"{key}/state", self.saveState())

    def restore_layout(self) -> None:
        """Open the scopes of last time where they stood."""
        key = self._key()
        found = settings().value(f"{key}/places", []) if key else []
        for text in found if isinstance(found, list) else [found]:
            place, _, title = str(text).partition("\n")
            if place and place not in self.docks:
                self._add(place, title)
        if found and (state := settings().value(f"{key}/state")) is not None:
            self.restoreState(state)
            self.arrange()
            self._give_room()
