"""The window where there is little room: it can be small, and no text makes it larger."""

# ruff: noqa: F811 (fixtures of the same name)

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip, QWidget

from editor.elided_label import ElidedLabel
from editor.main_window import MainWindow
from editor.settings import add_recent
from editor.top_bar import PATH, SEARCH
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

SMALL = (1100, 700)


@pytest.fixture
def opened(window: MainWindow, projects: Path) -> MainWindow:
    assert window.files.open(projects / "two_link_arm" / "diagram.toml")
    QApplication.processEvents()
    return window


def test_a_small_window_shows_all_of_its_bar(opened: MainWindow) -> None:
    opened.resize(*SMALL)
    QApplication.processEvents()
    assert (opened.width(), opened.height()) == SMALL
    bar = opened.top_bar
    parts = [bar.menu_button, bar.brand, bar.path, *bar.findChildren(type(bar.search)), opened.workspace.run_bar]
    places = sorted((part.geometry().left(), part.geometry().right()) for part in parts)
    assert all(right < left for (_, right), (left, _) in zip(places, places[1:], strict=False))
    assert places[-1][1] < SMALL[0]
    assert bar.search.text() == "Search blocks and commands"
    opened.resize(opened.minimumSizeHint().width(), 700)
    QApplication.processEvents()
    assert bar.search.text() == "Search"
    assert bar.search.keys.isHidden()
    assert opened.width() < SMALL[0]


def test_a_recent_file_with_a_long_name_does_not_widen_its_column(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / f"{'long_' * 30}.toml"
    file.write_text('format = "junctura-diagram"\nversion = 1\n', encoding="utf-8")
    add_recent(file)
    window.show_start_page()
    QApplication.processEvents()
    side = window.start_page.side
    assert side.widget().width() <= side.viewport().width()
    button = next(one for one in side.findChildren(QPushButton) if file.name in one.toolTip())
    assert "\u2026" in button.text()
    button.click()
    assert window.document is not None
    assert window.document.path == file


def test_a_new_window_is_not_larger_than_the_screen(qtbot) -> None:
    made, room = MainWindow(), QApplication.primaryScreen().availableSize()
    qtbot.addWidget(made)
    assert made.height() < room.height()
    assert made.width() <= max(room.width(), made.minimumSizeHint().width())


def test_the_name_of_a_file_takes_the_same_room_however_long_it_is(opened: MainWindow) -> None:
    opened.resize(1480, 920)
    QApplication.processEvents()
    bar = opened.top_bar
    places = []
    for name in ("a.toml", f"{'long_' * 30}.toml"):
        bar.show_path(Path("robots") / name, is_changed=True)
        QApplication.processEvents()
        places.append((bar.path.width(), opened.workspace.run_bar.x(), bar.search.width()))
    assert places[0] == places[1]
    assert places[0][0] == PATH[1]
    assert places[0][2] == SEARCH[1]
    assert bar.path.shown.startswith("\u2026")
    assert bar.path.shown.endswith("long_.toml  \u2022")


def test_a_long_message_does_not_widen_the_window(opened: MainWindow) -> None:
    before, text = opened.size(), "A port of translation is not connected to a port of rotation. " * 20
    opened.show_message(text)
    QApplication.processEvents()
    assert opened.size() == before
    assert opened.status.middle.shown.endswith("\u2026")
    assert text.split()[-1] in told(opened.status.middle)
    assert opened.status._clear.remainingTime() > 20_000  # time to read it
    opened.workspace.animation.note.setText(text)
    opened.show_message("Saved.")
    QApplication.processEvents()
    assert opened.size() == before
    assert opened.status.middle.shown == "Saved."


def test_a_label_that_shows_all_has_no_tooltip(qtbot) -> None:
    label = ElidedLabel("short")
    qtbot.addWidget(label)
    label.resize(300, 20)
    label.show()
    assert told(label) == ""
    label.resize(20, 20)
    assert told(label) == "<p>short</p>"


def told(widget: QWidget) -> str:
    """Return what the tooltip of a widget says when the mouse rests on it."""
    QToolTip.hideText()
    QApplication.processEvents()
    middle = widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, middle, widget.mapToGlobal(middle)))
    return QToolTip.text() if QToolTip.isVisible() else ""
