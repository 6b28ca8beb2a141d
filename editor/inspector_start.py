"""Start values in the inspector: of each variable of a block, fixed, only a guess, or at rest."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QToolButton

from blocks.block import Block, Value
from blocks.declare import Variable
from blocks.diagram import Diagram
from blocks.values import Scope, number
from editor.document import Document
from editor.inspector_fields import RIGHT_WIDTH, UNSET, Caption, QuantityRow
from editor.inspector_rows import SHORT_NAME, quantity_tip
from editor.style import Theme
from editor.value_text import check_start, default_text, is_expression, worth

FIXED, GUESS, STEADY, FREE = "fixed", "guess", "steady", "free"
MARKS = {FIXED: "=", GUESS: "≈", STEADY: "ẋ", FREE: "·"}
WORDS = {
    FIXED: "Fixed at the start", GUESS: "A guess for the solver", STEADY: "At rest: its rate is zero",
    FREE: "Free: nothing is said",
}  # fmt: skip
RESTING = (0, 0.0, "0")


class Page(Protocol):
    """What start values need of the page they are on."""

    diagram: Diagram
    name: str

    @property
    def document(self) -> Document:
        """Return the document that is edited."""

    @property
    def theme(self) -> Theme:
        """Return the look."""

    @property
    def scope(self) -> Scope:
        """Return what expressions see here."""


class StartRow(QuantityRow):
    """The start value of a variable: fixed, only a guess, or whatever lets it rest."""

    def __init__(self, page: Page, name: str, item: Variable | None = None) -> None:
        self.page, self.name, self.variable = page, name, item
        about = item.text if item is not None and len(name) <= SHORT_NAME else ""
        default = default_text(item, item.start) if item is not None and item.start is not None else ""
        tip = quantity_tip(name, item) if item is not None else f"<b>{name}</b>"
        super().__init__(
            Caption(name, about, tip), self._apply, page.theme, item=item, default=default, explain=self._worth
        )
        self.right.setFixedWidth(RIGHT_WIDTH - 22)
        self.how = FREE
        self.mark = QToolButton()
        self.mark.setObjectName("back")
        self.mark.setFixedSize(QSize(16, 20))
        self.mark.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu = self._menu()
        self.mark.clicked.connect(lambda: self.menu.popup(self.mark.mapToGlobal(self.mark.rect().bottomLeft())))
        grid = self.layout()
        assert isinstance(grid, QGridLayout)
        grid.addWidget(self.mark, 0, 3)
        grid.addWidget(self.back, 0, 4)
        grid.addWidget(self.hint, 2, 0, 1, 5)
        grid.addWidget(self.error, 3, 0, 1, 5)

    def _menu(self) -> QMenu:
        menu = QMenu(self.mark)
        self.choices = {how: menu.addAction(f"{MARKS[how]}   {words}") for how, words in WORDS.items()}
        for how, action in self.choices.items():
            action.triggered.connect(lambda _=False, how=how: self.choose(how))
        return menu

    @property
    def rate(self) -> str:
        """Return what the variable's rate is called among start values."""
        return f"der({self.name})"

    def refresh(self, part: Any) -> None:
        """Show the start value of a block."""
        is_guess = self.name in part.guess and self.name not in part.start
        value = part.guess.get(self.name) if is_guess else part.start.get(self.name)
        super().refresh(value)
        self.how = GUESS if is_guess else FIXED if value is not None else FREE
        if part.start.get(self.rate) in RESTING:
            self.how = STEADY
        self.mark.setText(MARKS[self.how])
        self.mark.setToolTip(f"{WORDS[self.how]}; click to change")
        self.mark.setAccessibleName(f"{self.name}: {WORDS[self.how]}")
        self.back.set_offered(self.how != FREE)
        for how in (FIXED, GUESS):
            self.choices[how].setEnabled(value is not None)

    def choose(self, how: str) -> None:
        """Fix the value, only guess it, let the variable rest, or say nothing of it."""
        page = self.page
        if page.name not in page.diagram.blocks:
            return
        with page.document.step(f"Start {page.name}.{self.name}", page.diagram):
            page.document.set_start(page.diagram, page.name, self.rate, 0 if how == STEADY else None)
            value = None if how == FREE or self.value is UNSET else self.value
            page.document.set_start(page.diagram, page.name, self.name, value, is_fixed=how == FIXED)

    def _apply(self, value: Value) -> None:
        page = self.page
        if page.name not in page.diagram.blocks:
            return  # gone while something was typed about it
        if value is None:
            self.choose(FREE)
            return
        scope = page.scope if is_expression(value) else {}
        if self.variable is not None:
            check_start(self.variable, value, scope)
        else:
            number(value, None, scope, self.name)
        page.document.set_start(page.diagram, page.name, self.name, value, is_fixed=self.how in (FIXED, FREE))

    def _worth(self, value: Value) -> str:
        return worth(value, self.variable, self.page.scope if is_expression(value) else {})


def startable(block: Block) -> list[Variable]:
    """Return the variables that can have a start value, those that make good states first."""
    items = [item for item in block.declarations.values() if type(item) is Variable and not item.discrete]
    return sorted(items, key=lambda item: {"prefer": 0, "default": 1}.get(item.state, 2))


def start_rows(page: Page, block: Block) -> list[StartRow]:
    """Return a row for each variable, and for whatever else a start value was given: a port's, an element's."""
    rows = [StartRow(page, item.name, item) for item in startable(block)]
    known = {row.name for row in rows} | {row.rate for row in rows if block.start.get(row.rate) in RESTING}
    return rows + [StartRow(page, name) for name in {**block.start, **block.guess} if name not in known]


def more_button(hidden: list[StartRow]) -> QPushButton:
    """Return a button that shows hidden rows, once."""
    button = QPushButton(f"{len(hidden)} more")
    button.setObjectName("dim_flat")

    def show_all() -> None:
        button.hide()
        for row in hidden:
            row.show()

    button.clicked.connect(show_all)
    return button
