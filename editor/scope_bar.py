"""The line above a scope: which run is shown, which it is compared with, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from editor.scope_data import Run, RunStore
from editor.scope_signs import close_sign, window_sign
from editor.style import Theme
from editor.theme import mixed

LEAST_WIDTH = 150  # px
FORMATS = ("CSV", "MAT", "SVG", "PDF", "PNG")
TIPS = {
    "signal": "Add a signal of the model",
    "cursor": "Read values at a time",
    "measure": "Measure between two cursors",
    "trigger": "Hold the view when a signal crosses a level",
    "hold": "Hold the view while the run goes on",
    "follow": "Keep the newest values in view",
    "fit": "Show everything",
    "save": "Save the curves as CSV, MAT, SVG, PDF or PNG",
}
CHECKED = ("cursor", "measure", "trigger", "hold", "follow")
FIRST_TO_GO = ("trigger", "follow", "hold", "measure", "fit", "signal", "cursor", "save")  # where there is no room


class ScopeBar(QWidget):
    """Title, run, comparison and buttons of a scope."""

    pressed = Signal(str, bool)  # a word of TIPS, and whether it is on now
    compared = Signal(object)  # a Run, "previous" or None
    export_asked = Signal(str)  # a word of FORMATS
    window_asked = Signal()  # into a window of its own, or back
    close_asked = Signal()

    def __init__(self, store: RunStore, theme: Theme) -> None:
        super().__init__()
        self._store = store
        self.buttons: dict[str, QToolButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self._title, self._run = QLabel("scope"), QLabel("")
        self._chip = QToolButton()
        self._chip.setCheckable(True)
        self._chip.hide()
        self._chip.setToolTip("Compare with an earlier run; right click chooses which")
        self._chip.toggled.connect(lambda is_on: self.compared.emit("previous" if is_on else None))
        self._chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._chip.customContextMenuRequested.connect(self._choose_run)
        layout.addWidget(self._title)
        layout.addSpacing(6)
        layout.addWidget(self._run)
        layout.addSpacing(6)
        layout.addWidget(self._chip)
        layout.addStretch(1)
        for word in TIPS:
            layout.addWidget(self._button(word))
        self.more = QToolButton()
        self.more.setText("\u22ef")
        self.more.setToolTip("What there is no room for")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(QMenu(self.more))
        self.more.menu().aboutToShow.connect(self._fill_more)
        self.more.hide()
        layout.addWidget(self.more)
        self.window_button, self.close_button = QToolButton(), QToolButton()
        for button, tip, signal in (
            (self.window_button, "Into a window of its own, or back (also: double click)", self.window_asked),
            (self.close_button, "Show its plots in the first scope again", self.close_asked),
        ):
            button.setToolTip(tip)
            button.clicked.connect(signal)
            button.hide()
            layout.addWidget(button)
        self.set_theme(theme)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show as many buttons as there is room for; the others are in a menu."""
        fixed: list[QWidget] = [self._title, self._run, self._chip, self.window_button, self.close_button]
        needed = 24 + sum([widget.sizeHint().width() + 2 for widget in fixed if not widget.isHidden()])
        needed += sum(button.sizeHint().width() + 2 for button in self.buttons.values())
        room = self.width() - self.contentsMargins().left() - self.contentsMargins().right()
        leaving: list[str] = []
        for word in FIRST_TO_GO:
            if needed <= room:
                break
            needed -= self.buttons[word].sizeHint().width() + 2 - (0 if leaving else 24)
            leaving.append(word)
        for word, button in self.buttons.items():
            button.setVisible(word not in leaving)
        self.more.setVisible(bool(leaving))

    def _fill_more(self) -> None:
        menu = self.more.menu()
        menu.clear()
        for word, button in self.buttons.items():
            if button.isHidden() and button.menu() is not None:
                menu.addMenu(button.menu()).setText(word)
            elif button.isHidden():
                action = menu.addAction(button.text(), button.click)
                action.setCheckable(button.isCheckable())
                action.setChecked(button.isChecked())
                action.setToolTip(button.toolTip())

    def set_title(self, title: str) -> None:
        """Tell which scope this is."""
        self._title.setText(title)

    def offer_window(self, *, can_close: bool) -> None:
        """Offer a window of its own; scopes that a person has opened can also be closed."""
        self.window_button.show()
        self.close_button.setVisible(can_close)

    def _button(self, word: str) -> QToolButton:
        button = QToolButton()
        button.setText("+ signal" if word == "signal" else word)
        button.setCheckable(word in CHECKED)
        button.setToolTip(TIPS[word])
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        if word == "save":
            menu = QMenu(button)
            for name in FORMATS:
                menu.addAction(name).triggered.connect(lambda _=False, name=name: self.export_asked.emit(name))
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        else:
            button.clicked.connect(lambda is_on, word=word: self.pressed.emit(word, is_on))
        self.buttons[word] = button
        return button

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        tint = mixed(theme.panel, theme.accent, 0.14).name()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # it may be on top of a window
        self.setStyleSheet(
            f"ScopeBar {{ background: {theme.panel}; }}"
            f"QToolButton {{ border: none; border-radius: 5px; padding: 3px 2px; font-size: 12px; }}"
            f"QToolButton {{ color: {theme.dim}; }}"
            f"QToolButton:hover {{ color: {theme.text}; background: {tint}; }}"
            f"QToolButton:checked {{ color: {theme.accent}; background: {tint}; }}"
            "QToolButton::menu-indicator { image: none; width: 0; }"
        )
        self._chip.setStyleSheet(
            f"QToolButton {{ border: 1px solid {theme.line}; border-radius: 9px; padding: 1px 10px; font-size: 11px; }}"
            f"QToolButton:checked {{ border-color: {tint}; }}"
        )
        self.window_button.setIcon(window_sign(theme))
        self.close_button.setIcon(close_sign(theme))
        self._title.setStyleSheet(f"font-weight: bold; color: {theme.text};")
        self._run.setStyleSheet(f"color: {theme.dim}; font-size: 12px;")

    def show_runs(self, run: Run | None, other: Run | None) -> None:
        """Tell which run is shown, and which one it is or could be compared with."""
        self._run.setText(run.name if run is not None else "")
        candidate = other or self._store.before(run)
        self._chip.setVisible(candidate is not None)
        if candidate is not None:
            self._chip.setText(f"vs. {candidate.name}")
        self._chip.blockSignals(True)
        self._chip.setChecked(other is not None)
        self._chip.blockSignals(False)
        self._fit()

    def set_on(self, word: str, is_on: bool) -> None:
        """Show a button as pressed or not."""
        self.buttons[word].setChecked(is_on)

    def _choose_run(self) -> None:
        menu = QMenu(self)
        menu.addAction("no comparison", lambda: self.compared.emit(None))
        menu.addAction("the run before", lambda: self.compared.emit("previous"))
        menu.addSeparator()
        for run in self._store.runs[:-1]:
            action = QAction(run.name, menu)
            action.triggered.connect(lambda _=False, run=run: self.compared.emit(run))
            menu.addAction(action)
        menu.popup(self._chip.mapToGlobal(self._chip.rect().bottomLeft()))
