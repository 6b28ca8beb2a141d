"""The inspector: what the selected block is and what can be set on it, on several, or on the whole diagram."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from blocks.diagram import Diagram
from editor.block_words import type_of
from editor.document import Document
from editor.inspector_block import BlockPage
from editor.inspector_diagram import DiagramPage
from editor.inspector_fields import refused_in
from editor.inspector_many import ManyPage
from editor.shared_files import twins
from editor.style import Theme
from editor.theme import mixed
from editor.value_text import elements_of

WIDTH = 340
Page = BlockPage | ManyPage | DiagramPage


class Inspector(QWidget):
    """Shows one block, several or one diagram; every edit goes through the document."""

    tuned = Signal(str, object)  # "block.parameter" with the names of the diagrams around it, and the value
    left = Signal()  # by Esc: the keyboard is for the canvas again
    message = Signal(str)

    def __init__(self, document: Document, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.theme = document, theme
        self.page: Page | None = None
        self._kind = ""
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._area)
        self.setObjectName("inspector")
        self.setMinimumWidth(300)
        self.setStyleSheet(style_sheet(theme))
        document.changed.connect(self._on_changed)
        document.path_changed.connect(lambda: self._on_changed(document.diagram))
        self.show_diagram(document.diagram)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 600)

    def show_block(self, diagram: Diagram, name: str) -> None:
        """Show a block of a diagram."""
        if name not in diagram.blocks:
            self.show_diagram(diagram)
            return
        page, kind = self.page, type_of(diagram, name)
        if isinstance(page, BlockPage) and (page.diagram, page.name, self._kind) == (diagram, name, kind):
            page.refresh()
            return
        self._kind = kind
        self._replace(BlockPage(self, diagram, name))

    def show_blocks(self, diagram: Diagram, names: list[str]) -> None:
        """Show what several blocks of a diagram have in common."""
        known = [name for name in names if name in diagram.blocks]
        if len(known) < 2:
            (self.show_block(diagram, known[0]) if known else self.show_diagram(diagram))
            return
        page = self.page
        if isinstance(page, ManyPage) and (page.diagram, page.names) == (diagram, known):
            page.refresh()
            return
        self._replace(ManyPage(self, diagram, known))

    def show_diagram(self, diagram: Diagram) -> None:
        """Show a diagram: its parameters and how it is run."""
        if isinstance(self.page, DiagramPage) and self.page.diagram is diagram:
            self.page.refresh()
            return
        self._replace(DiagramPage(self, diagram))

    def focus_first(self) -> None:
        """Put the cursor into the field that is most likely wanted."""
        field = self.page.first_field() if self.page is not None else None
        if field is not None:
            field.setFocus(Qt.FocusReason.TabFocusReason)
            self._area.ensureWidgetVisible(field)

    def focus_name(self) -> bool:
        """Let a person type another name; return whether what is shown can have one."""
        name = self.page.head.name if isinstance(self.page, BlockPage | DiagramPage) else None
        if name is None or name.isReadOnly():
            return False
        self._area.ensureWidgetVisible(name)
        name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        name.selectAll()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def set_now(self, values: dict[str, str]) -> None:
        """Show live values by name; none hides them."""
        if self.page is not None:
            self.page.now.show_values(values)

    def set_theme(self, theme: Theme) -> None:
        """Take on another look."""
        self.theme = theme
        self.setStyleSheet(style_sheet(theme))
        page, self.page = self.page, None
        if isinstance(page, BlockPage):
            page.commit()
            self.show_block(page.diagram, page.name)
        elif isinstance(page, ManyPage):
            self.show_blocks(page.diagram, page.names)
        elif page is not None:
            page.commit()
            self.show_diagram(page.diagram)

    def tell_tuned(self, diagram: Diagram, name: str, key: str, value: Any) -> None:
        """Tell a run in progress of a new value of a parameter, of each block if there are several."""
        others = twins(self.document.diagram, self.document.path, diagram)
        for way, inner in self.document.diagrams():
            if any(inner is use for use in (diagram, *others)):  # a file may be used several times
                self._tell_at(way, inner, name, key, value)

    def _tell_at(self, way: tuple[str, ...], diagram: Diagram, name: str, key: str, value: Any) -> None:
        count = diagram.counts.get(name)
        if count is None or isinstance(diagram.blocks.get(name), Diagram):  # whose elements share their values
            self.tuned.emit(".".join(part for part in (*way, name, key) if part), value)
            return
        values = [*elements_of(value)]
        for i in range(count):
            own = values[i] if len(values) == count else value
            self.tuned.emit(".".join((*way, f"{name}[{i + 1}]", key)), own)

    def renamed(self, name: str) -> None:
        """Follow a block to its new name."""
        if isinstance(self.page, BlockPage):
            self._kind = type_of(self.page.diagram, name)

    def _replace(self, page: Page) -> None:
        if self.page is not None:
            self.page.commit()
            if refused := refused_in(self.page):
                self.message.emit(refused)
        self.page = page
        # not deleted at once: a field that loses the focus by this still sets what was typed
        old = self._area.takeWidget()
        self._area.setWidget(page)
        if old is not None:
            old.deleteLater()

    def _on_changed(self, diagram: Diagram) -> None:
        page = self.page
        if isinstance(page, DiagramPage):
            self._show_known(page.diagram)
        elif isinstance(page, ManyPage):
            if all(name in page.diagram.blocks for name in page.names):
                page.refresh()
            else:
                self._show_known(page.diagram)
        elif page is not None and page.name not in page.diagram.blocks:
            self.page = None  # the block is gone, and with it what was typed about it
            self._show_known(page.diagram)
        elif page is not None:
            self.show_block(page.diagram, page.name)

    def _show_known(self, diagram: Diagram) -> None:
        """Show a diagram, or the whole document if it is no longer part of that."""
        is_known = any(inner is diagram for _, inner in self.document.diagrams())
        self.show_diagram(diagram if is_known else self.document.diagram)


def style_sheet(theme: Theme) -> str:
    """Return the looks of the inspector's own parts."""
    return f"""
QScrollArea, QScrollArea > QWidget > QWidget {{ background: {theme.panel}; }}
QLineEdit, QComboBox {{ padding: 1px 7px; }}
QLineEdit#name {{ border: 1px solid transparent; background: transparent; font-weight: bold; font-size: 16px;
  padding: 1px 3px; }}
QLineEdit#name:hover {{ border-color: {theme.line}; }}
QLineEdit#name:focus {{ border-color: {theme.accent}; }}
QLineEdit#parameter {{ border: 1px solid transparent; background: transparent; font-size: 12px; padding: 1px 0; }}
QLineEdit#parameter:hover, QLineEdit#parameter[empty="true"] {{ border-color: {theme.line}; }}
QLineEdit#parameter[empty="true"] {{ padding: 1px 7px; }}
QLineEdit#parameter:focus {{ border-color: {theme.accent}; }}
QLineEdit[wrong="true"], QComboBox[wrong="true"] {{ border-color: {theme.bad}; }}
QLineEdit[expression="true"] {{ color: {theme.curves[4]}; }}
QLabel {{ color: {theme.text}; font-size: 12px; }}
QLabel#kind {{ color: {theme.dim}; font-size: 12px; padding-left: 4px; }}
QLabel#dim {{ color: {theme.dim}; font-size: 12px; }}
QLabel#section {{ color: {mixed(theme.dim, theme.panel, 0.2).name()}; font-size: 11px; font-weight: bold;
  padding-top: 6px; }}
QLabel#error {{ color: {theme.bad}; font-size: 11px; }}
QLabel#hint {{ color: {theme.dim}; font-size: 11px; padding-right: 22px; }}
QToolButton#back {{ color: {theme.dim}; border: none; padding: 0; font-size: 14px; }}
QToolButton#back:hover {{ color: {theme.accent}; background: transparent; }}
"""
