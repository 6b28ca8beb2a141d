"""A person in front of a window: presses keys and moves the mouse, and knows nothing else.

Every event goes to the window as the system would send it, so a field that is hidden, or a key that another part of
the window takes, shows in the tests.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QScrollArea, QWidget

from editor.main_window import MainWindow
from editor.workspace import Workspace

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


class Person:
    """Uses one window."""

    def __init__(self, window: MainWindow, qtbot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def workspace(self) -> Workspace:
        """Return the panels of the document."""
        assert self.window.workspace is not None
        return self.window.workspace

    # the mouse

    def click(self, widget: QWidget, at: QPoint | None = None, held: Qt.KeyboardModifier = NONE) -> None:
        """Click at a place of a widget, or in its middle."""
        QTest.mouseClick(*self._place(widget, at, held))
        QApplication.processEvents()

    def double_click(self, widget: QWidget, at: QPoint) -> None:
        """Click twice at a place of a widget."""
        QTest.mouseDClick(*self._place(widget, at, NONE))
        QApplication.processEvents()

    def drag(self, widget: QWidget, start: QPoint, stop: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
        """Press at one place, move to another in steps, and let go."""
        QTest.mousePress(*self._place(widget, start, held))
        for part in (0.1, 0.5, 0.9, 1.0):
            QTest.mouseMove(*self._at(widget, start + (stop - start) * part))
            QApplication.processEvents()
        QTest.mouseRelease(*self._place(widget, stop, held))
        QApplication.processEvents()

    def _at(self, widget: QWidget, at: QPoint) -> tuple[QWindow, QPoint]:
        handle = widget.window().windowHandle()
        assert widget.isVisible(), widget
        assert widget.rect().contains(at), f"{at} is not on {widget}"
        return handle, widget.mapTo(widget.window(), at)

    def _place(
        self, widget: QWidget, at: QPoint | None, held: Qt.KeyboardModifier
    ) -> tuple[QWindow, Qt.MouseButton, Qt.KeyboardModifier, QPoint]:
        handle, point = self._at(widget, at if at is not None else widget.rect().center())
        return handle, LEFT, held, point

    # the keyboard

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        """Press a key; it goes to whoever has the keyboard."""
        QTest.keyClick(self._focused(), key, held)
        QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            QTest.keyClick(self._focused(), letter)
        QApplication.processEvents()

    def _focused(self) -> QWindow:
        # a dialog passes the keys on to the list that opens below its field
        top = QApplication.activeModalWidget() or QApplication.activePopupWidget() or self.window
        return top.windowHandle()

    def in_file_dialog(self, act: Callable[[], object], path: object) -> None:
        """Do what opens a dialog for files, type a path into it and press Enter."""
        seen: list[QDialog] = []

        def answer() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, QFileDialog):
                QTimer.singleShot(20, answer)
                return
            seen.append(dialog)
            field = dialog.findChild(QLineEdit)
            assert isinstance(field, QLineEdit)
            self.click(field)
            self.press(Qt.Key.Key_A, CONTROL)
            self.type(str(path))
            while dialog.isVisible():  # the first may only close the list of names that begin alike
                self.press(Qt.Key.Key_Return)

        QTimer.singleShot(20, answer)
        act()
        assert seen, "no dialog opened"
        self.window.activateWindow()  # as the system does when a dialog closes
        self.qtbot.waitUntil(self.window.isActiveWindow, timeout=15_000)

    # the canvas

    def at(self, x: float, y: float) -> QPoint:
        """Return where a point of the diagram is in the view."""
        return self.workspace.canvas.view.mapFromScene(QPointF(x, y))

    def insert(self, word: str, x: float, y: float) -> None:
        """Double-click the canvas, type a block's name and press Enter."""
        canvas = self.workspace.canvas
        count = len(canvas.diagram.blocks)
        self.double_click(canvas.view.viewport(), self.at(x, y))
        self.qtbot.waitUntil(canvas.quick_insert.isVisible, timeout=15_000)
        self.type(word)
        self.press(Qt.Key.Key_Return)
        assert len(canvas.diagram.blocks) == count + 1, word

    def connect(self, first: str, second: str) -> None:
        """Drag from one port to another."""
        canvas = self.workspace.canvas
        count = len(canvas.diagram.connections)
        ends = [canvas.scene.network.end(end) for end in (first, second)]
        start, stop = (self.at(*end.point) for end in ends if end is not None)
        self.drag(canvas.view.viewport(), start, stop)
        assert len(canvas.diagram.connections) == count + 1, (first, second)

    def click_block(self, name: str) -> None:
        """Click on a block."""
        canvas = self.workspace.canvas
        x, y = canvas.diagram.layout[name][:2]
        self.click(canvas.view.viewport(), self.at(x, y))
        assert canvas.scene.selected_names() == [name]

    def set_value(self, name: str, key: str, text: str) -> None:
        """Click on a block and type a value into its field in the inspector."""
        self.click_block(name)
        self.fill(key, text)

    def fill(self, key: str, text: str) -> None:
        """Type a value into a field of the inspector that is shown."""
        inspector = self.workspace.inspector
        fields = (field for field in inspector.findChildren(QLineEdit) if field.accessibleName() == key)
        field = next(field for field in fields if field.isVisible())
        for area in inspector.findChildren(QScrollArea):
            area.ensureWidgetVisible(field)
        self.qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty(), timeout=15_000)
        self.click(field)
        self.press(Qt.Key.Key_A, CONTROL)
        self.type(text)
        self.press(Qt.Key.Key_Return)


class OtherWindows(QObject):
    """Notes every window that appears beside the main one and is neither a dialog nor a popup: it would only flash."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            is_popup = bool(watched.windowFlags() & Qt.WindowType.Popup & ~Qt.WindowType.Window)
            if not is_popup and not isinstance(watched, MainWindow | QDialog):
                self.seen.append(repr(watched))
        return False

    def end(self) -> list[str]:
        """Stop looking, and return what was seen."""
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        return self.seen
