"""The bar on top: the menu, the name of the file, the run bar, and the field that opens the command palette."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from editor.elided_label import ElidedLabel
from editor.style import Theme

HEIGHT = 46
PATH = 80, 206  # px for the name of the file, at least and if there is room
SEARCH = 110, 300


class FileLabel(ElidedLabel):
    """The name of the file: always the same room, so that the run bar does not move with it, unless there is little."""

    def sizeHint(self) -> QSize:
        return QSize(PATH[1], super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(PATH[0], super().minimumSizeHint().height())


class SearchButton(QPushButton):
    """Looks like a field and opens the command palette; says less where there is little room."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("search")
        self.setAccessibleName("Search blocks and commands")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.keys = QLabel("Ctrl Shift P", self)
        self.keys.setObjectName("dim")
        self.keys.setStyleSheet("font-family: 'DejaVu Sans Mono'; font-size: 10px; background: transparent;")
        inner = QHBoxLayout(self)
        inner.setContentsMargins(0, 0, 10, 0)
        inner.addStretch()
        inner.addWidget(self.keys)

    def sizeHint(self) -> QSize:
        return QSize(SEARCH[1], super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(SEARCH[0], super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.keys.setVisible(self.width() > SEARCH[1] - 20)
        self.setText("Search blocks and commands" if self.width() > SEARCH[1] - 90 else "Search")


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
        self.path = FileLabel(mode=Qt.TextElideMode.ElideLeft)
        self.path.setObjectName("dim")
        self.run_slot = QHBoxLayout()
        self.search = SearchButton()
        self.search.clicked.connect(self.search_asked)
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
