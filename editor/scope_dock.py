"""A scope that can be torn off into a window of its own and docked again; its bar is what it is moved by."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QDockWidget, QWidget

from editor.scope import ScopePanel
from editor.style import Theme

SIZE = (640, 400)  # of a new window
STEP = 28  # px between two of them


class ScopeDock(QDockWidget):
    """One scope. ``place`` is how it is remembered; the first one has none and cannot be closed."""

    closed = Signal(str)

    def __init__(self, panel: ScopePanel, place: str, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.panel, self.place = panel, place
        self.setObjectName(f"scope {place}".strip())
        self.setWidget(panel)
        self.setTitleBarWidget(panel.bar)
        panel.bar.setContentsMargins(14, 8, 8, 0)
        panel.setContentsMargins(0, -6, 0, 0)  # the bar has gone from above it
        panel.bar.set_title(title)
        panel.bar.offer_window(can_close=bool(place))
        panel.bar.close_asked.connect(self.close)
        feature = QDockWidget.DockWidgetFeature
        kept = feature.DockWidgetMovable | feature.DockWidgetFloatable
        self.setFeatures(kept | feature.DockWidgetClosable if place else kept)
        self.topLevelChanged.connect(self._on_floating)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.panel.set_theme(theme)
        # a window of its own has no frame but this
        self.setStyleSheet(f"ScopeDock {{ background: {theme.panel}; border: 1px solid {theme.line}; }}")
        self._theme = theme

    def float_at(self, number: int) -> None:
        """Become a window near the middle of the screen, a little beside the ones before."""
        self.setFloating(True)
        self.resize(*SIZE)
        screen = self.screen() or QGuiApplication.primaryScreen()
        corner = screen.availableGeometry().center() - QPoint(SIZE[0] // 2, SIZE[1] // 2)
        self.move(corner + QPoint(STEP, STEP) * (number % 8))

    def _on_floating(self, is_floating: bool) -> None:
        self.set_theme(self._theme)
        if is_floating:
            self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
            self.show()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.place:
            # the first scope has to be somewhere
            self.setFloating(False)
            event.ignore()
            return
        super().closeEvent(event)
        self.closed.emit(self.place)
