"""The bar on top: the menu, the name of the file, the run bar, and the field that opens the command palette."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from editor.style import Theme

HEIGHT = 46
PATH = 206  # px for the name of the file, so that the run bar does not move with it
LONGEST = 34  # letters of it


class TopBar(QWidget):
    """Name and path, run bar and search field. ``search_asked`` when the field is clicked."""

    search_asked = Signal()

    def __init__(self, menu: QMenu, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("top_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.menu_button = QToolButton()
        self.menu_button.setMenu(menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setToolTip("Menu")
        # with the focus it would have the keys of the canvas that its menus show
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.menu_button.setAccessibleName("Menu")
        self.brand = QLabel("Junctura")
        self.brand.setObjectName("brand")
        self.path = QLabel("")
        self.path.setObjectName("dim")
        self.path.setTextFormat(Qt.TextFormat.PlainText)  # the name of a file may look like HTML
        self.path.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.path.setMinimumWidth(PATH)
        self.run_slot = QHBoxLayout()
        self.search = QPushButton("Search blocks and commands")
        self.search.setObjectName("search")
        self.search.setFixedWidth(300)
        self.search.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.search.clicked.connect(self.search_asked)
        keys = QLabel("Ctrl Shift P", self.search)
        keys.setObjectName("dim")
        keys.setStyleSheet("font-family: 'DejaVu Sans Mono'; font-size: 10px; background: transparent;")
        inner = QHBoxLayout(self.search)
        inner.setContentsMargins(0, 0, 10, 0)
        inner.addStretch()
        inner.addWidget(keys)
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 0, 14, 0)
        line.setSpacing(8)
        line.addWidget(self.menu_button)
        line.addWidget(self.brand)
        line.addSpacing(4)
        line.addWidget(self.path)
        line.addLayout(self.run_slot)
        line.addStretch(1)
        line.addWidget(self.search)
        self.set_theme(theme)

    def show_path(self, path: Path | None, is_changed: bool) -> None:
        """Show the folder and name of the file, with a dot when there is something to save."""
        text = f"{path.absolute().parent.name} / {path.name}" if path is not None else "untitled"
        text = text if len(text) <= LONGEST else f"\u2026{text[-LONGEST:]}"
        self.path.setText(text + ("  \u2022" if is_changed else ""))
        self.path.setToolTip(str(path.absolute()) if path is not None else "Not saved yet")

    def set_run_bar(self, bar: QWidget | None) -> None:
        """Put a run bar into the middle, in place of the one before."""
        while (item := self.run_slot.takeAt(0)) is not None:
            if (old := item.widget()) is not None and old is not bar:
                old.hide()
                old.deleteLater()
        if bar is not None:
            self.run_slot.addWidget(bar)
            bar.show()

    def set_theme(self, theme: Theme) -> None:
        """Draw the menu's sign in the theme's colour."""
        self.menu_button.setIcon(_menu_icon(theme))
        self.menu_button.setIconSize(QSize(18, 18))


def _menu_icon(theme: Theme) -> QIcon:
    picture = QPixmap(36, 36)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.dim), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for y in (5.0, 9.0, 13.0):
        painter.drawLine(QPointF(3, y), QPointF(15, y))
    painter.end()
    return QIcon(picture)


def dot_icon(color: str) -> QIcon:
    """Return a small filled dot, for the state of things."""
    picture = QPixmap(24, 24)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawEllipse(QRectF(2, 2, 8, 8))
    painter.end()
    return QIcon(picture)
