"""The looks of all widgets: a palette and a style sheet made from a theme."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from editor.style import Theme

FAMILIES = ("Inter", "DejaVu Sans", "Noto Sans", "Segoe UI", "Helvetica Neue")
MONOSPACE = ("DejaVu Sans Mono", "Noto Sans Mono", "Consolas", "Menlo")
SIZE = 13  # px
HAS_STYLE = "has_style"


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give every widget of the application the looks of a theme, now and later."""
    sheet = style_sheet(theme)
    if application.styleSheet() == sheet:
        return  # another window has it already; each of these goes through all widgets
    if not application.property(HAS_STYLE):
        application.setStyle("Fusion")
        application.setProperty(HAS_STYLE, True)
    application.setPalette(palette(theme))
    application.setStyleSheet(sheet)


def set_fonts(application: QApplication) -> None:
    """Choose the first of our fonts that is installed; otherwise the system's own stays."""
    installed = set(QFontDatabase.families())
    font = QFont(application.font())
    font.setFamilies([name for name in FAMILIES if name in installed] or [font.family()])
    font.setPixelSize(SIZE)
    application.setFont(font)


def mono_font(size: int = SIZE - 1) -> QFont:
    """Return the font of numbers that change while one looks at them."""
    font = QFont()
    font.setFamilies(list(MONOSPACE))
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(size)
    return font


def palette(theme: Theme) -> QPalette:
    """Return a theme as Qt's roles."""
    role = QPalette.ColorRole
    made = QPalette()
    for name, color in {
        role.Window: theme.window, role.WindowText: theme.text, role.Base: theme.panel,
        role.AlternateBase: theme.canvas,
        role.Text: theme.text, role.Button: theme.panel, role.ButtonText: theme.text, role.BrightText: theme.bad,
        role.Highlight: theme.accent, role.HighlightedText: "#ffffff", role.Link: theme.accent,
        role.PlaceholderText: theme.dim, role.ToolTipBase: theme.panel, role.ToolTipText: theme.text,
        role.Light: theme.panel, role.Midlight: theme.line, role.Mid: theme.line, role.Dark: theme.dim,
        role.Shadow: theme.line, role.Accent: theme.accent,
    }.items():  # fmt: skip
        made.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, mixed(theme.dim, theme.window, 0.5))
    return made


def mixed(color: str, other: str, share: float) -> QColor:
    """Return a colour between two: ``share`` of the other.

    >>> mixed("#000000", "#ffffff", 0.5).name()
    '#808080'
    """
    first, second = QColor(color), QColor(other)
    pairs = zip(first.getRgb()[:3], second.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme."""
    words = {
        "window": theme.window, "panel": theme.panel, "line": theme.line, "text": theme.text, "dim": theme.dim,
        "accent": theme.accent, "bad": theme.bad,
        "hover": mixed(theme.panel, theme.accent, 0.10).name(),
        "chosen": mixed(theme.panel, theme.accent, 0.18 if theme.is_dark else 0.12).name(),
        "handle": mixed(theme.line, theme.dim, 0.4).name(),
        "field": theme.canvas if theme.is_dark else "#ffffff",
    }  # fmt: skip
    text = SHEET
    for word, color in words.items():
        text = text.replace(f"@{word};", f"{color};").replace(f"@{word} ", f"{color} ")
    return text


SHEET = """
QMainWindow, QDialog { background: @window; }
QToolTip { background: @panel; color: @text; border: 1px solid @line; padding: 4px 6px; }
QComboBox { combobox-popup: 0; }
QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox {
  background: @field; color: @text; border: 1px solid @line; border-radius: 6px; padding: 4px 8px;
  selection-background-color: @accent; selection-color: #ffffff; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {
  border-color: @accent; }
QLineEdit:disabled, QComboBox:disabled { color: @dim; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; selection-background-color: @chosen;
  selection-color: @text; outline: 0; }
QComboBox QAbstractItemView::item { min-height: 20px; padding: 2px 6px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton { background: @panel; color: @text; border: 1px solid @line; border-radius: 6px; padding: 5px 14px; }
QPushButton:hover { background: @hover; }
QPushButton:default { border-color: @accent; }
QPushButton:disabled { color: @dim; }
QToolButton { background: transparent; color: @text; border: 1px solid transparent; border-radius: 6px; padding: 4px; }
QToolButton:hover { background: @hover; }
QToolButton:checked, QToolButton:pressed { background: @chosen; }
QToolButton::menu-indicator { image: none; width: 0; }
QTreeView, QListView, QTableView, QListWidget, QTreeWidget, QTableWidget {
  background: @panel; border: none; outline: 0; selection-background-color: @chosen; selection-color: @text;
  alternate-background-color: @hover; gridline-color: @line; }
QTreeView::item:hover, QListView::item:hover { background: @hover; }
QTreeView::item:selected, QListView::item:selected { background: @chosen; color: @text; }
QHeaderView::section { background: @panel; color: @dim; border: none; border-bottom: 1px solid @line; padding: 4px; }
QMenu { background: @panel; color: @text; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 14px; border-radius: 4px; }
QMenu::item:selected { background: @chosen; }
QMenu::item:disabled { color: @dim; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollArea, QGraphicsView { border: none; }
QScrollArea#start_side { border-right: 1px solid @line; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @handle; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QTabBar::tab { background: transparent; color: @dim; padding: 6px 12px; border: none; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabWidget::pane { border: none; }
QProgressBar { background: @line; border: none; border-radius: 2px; color: @text; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
QGroupBox { border: 1px solid @line; border-radius: 6px; margin-top: 8px; }
QWidget#top_bar { background: @panel; border-bottom: 1px solid @line; }
QWidget#status_bar { background: @panel; border-top: 1px solid @line; }
QLabel#brand { font-weight: bold; font-size: 17px; }
QLabel#dim { color: @dim; }
QLabel#title { font-weight: bold; font-size: 26px; }
QLabel#head { color: @dim; font-size: 11px; font-weight: bold; }
QPushButton#search { color: @dim; text-align: left; padding: 6px 12px; font-size: 12px; background: @field; }
QPushButton#flat { border: none; background: transparent; padding: 2px 4px; color: @text; text-align: left; }
QPushButton#flat:hover { color: @accent; background: transparent; }
QPushButton#dim_flat { border: none; background: transparent; padding: 2px 2px; color: @dim; }
QPushButton#dim_flat:hover { color: @accent; }
QPushButton#main { background: @accent; color: #ffffff; border: none; padding: 8px 18px; }
QFrame#card { background: @panel; border: 1px solid @line; border-radius: 10px; }
QFrame#card:hover, QFrame#card:focus { border-color: @accent; background: @hover; }
QFrame#tour { background: @hover; border: none; border-bottom: 1px solid @line; }
"""
