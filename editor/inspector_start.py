"""Start values in the inspector: of each variable of a block, fixed or only a guess."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGridLayout, QPushButton, QToolButton

from blocks.block import Block, Value
from blocks.declare import Parameter, Variable
from blocks.diagram import Diagram
from blocks.values import Scope
from editor.document import Document
from editor.inspector_fields import RIGHT_WIDTH, Caption, QuantityRow
from editor.style import Theme
from editor.value_text import check_start, default_text, is_expression, limits_text, usual_unit

SHORT_NAME = 5  # letters; names as short as these get a word beside them


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
    """The start value of a variable, fixed or only a guess."""

    def __init__(self, page: Page, item: Variable) -> None:
        self.page = page
        about = item.text if len(item.name) <= SHORT_NAME else ""
        default = default_text(item, item.start) if item.start is not None else ""
        caption = Caption(item.name, about, quantity_tip(item.name, item))
        super().__init__(caption, self._apply, page.theme, item=item, default=default)
        self.variable = item
        self.right.setFixedWidth(RIGHT_WIDTH - 22)
        self.is_fixed = True
        self.mark = QToolButton()
        self.mark.setObjectName("back")
        self.mark.setFixedSize(QSize(16, 20))
        self.mark.setAccessibleName(f"{item.name} is fixed")
        self.mark.clicked.connect(self._toggle)
        grid = self.layout()
        assert isinstance(grid, QGridLayout)
        grid.addWidget(self.mark, 0, 3)
        grid.addWidget(self.back, 0, 4)
        grid.addWidget(self.error, 2, 0, 1, 5)

    def refresh(self, part: Any) -> None:
        """Show the start value of a block."""
        name = self.variable.name
        is_guess = name in part.guess and name not in part.start
        value = part.guess.get(name) if is_guess else part.start.get(name)
        super().refresh(value)
        self.is_fixed = not is_guess
        self.mark.setEnabled(value is not None)
        self.mark.setText("" if value is None else "=" if self.is_fixed else "≈")
        words = "Fixed at the start" if self.is_fixed else "A guess: the solver may move away from it"
        self.mark.setToolTip("" if value is None else f"{words}; click to change")

    def _apply(self, value: Value) -> None:
        page = self.page
        if page.name not in page.diagram.blocks:
            return  # gone while something was typed about it
        if value is not None:
            check_start(self.variable, value, page.scope if is_expression(value) else {})
        page.document.set_start(page.diagram, page.name, self.variable.name, value, is_fixed=self.is_fixed)

    def _toggle(self) -> None:
        self.is_fixed = not self.is_fixed
        self._apply(self.value)


def quantity_tip(name: str, item: Parameter | Variable) -> str:
    """Return what a tooltip says of a quantity: its text, unit and range."""
    unit = usual_unit(item)
    lines = [f"<b>{name}</b>", item.text, f"in {unit}" if unit else "", limits_text(item)]
    return "<br>".join(line for line in lines if line)


def startable(block: Block) -> list[Variable]:
    """Return the variables that can have a start value, those that make good states first."""
    items = [item for item in block.declarations.values() if type(item) is Variable and not item.discrete]
    return sorted(items, key=lambda item: {"prefer": 0, "default": 1}.get(item.state, 2))


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
