"""The palette, quick insert and the command palette, with real keys and clicks."""

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from editor import block_memory
from editor.command_palette import CommandPalette
from editor.palette import MIME, Palette
from editor.palette_rows import BLOCK, HEADER, KIND, LIBRARY, NAME, RIGHT, star_rect
from editor.quick_insert import QuickInsert
from editor.style import DARK, LIGHT


@pytest.fixture(autouse=True)
def own_settings(tmp_path, monkeypatch):
    path = str(tmp_path / "settings.ini")
    monkeypatch.setattr(block_memory, "settings", lambda: QSettings(path, QSettings.Format.IniFormat))


@pytest.fixture
def palette(qtbot):
    made = Palette(LIGHT)
    qtbot.addWidget(made)
    made.resize(240, 700)
    made.show()
    return made


def rows(palette):
    model = palette.tree.model()
    return [model.index(i, 0) for i in range(model.rowCount())]


def library(palette, name):
    return next(row for row in rows(palette) if row.data(KIND) == LIBRARY and row.data(NAME) == name)


def click(palette, index, where=None):
    point = where or palette.tree.visualRect(index).center()
    QTest.mouseClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, pos=point)


def heads(palette):
    return [row.data() for row in rows(palette) if row.data(KIND) == HEADER]


def test_libraries_are_counted_in_idle_time(palette, qtbot):
    assert heads(palette) == ["Libraries"]
    qtbot.waitUntil(
        lambda: all(row.data(RIGHT) for row in rows(palette) if row.data(KIND) == LIBRARY), timeout=15_000
    )
    assert int(library(palette, "electrical").data(RIGHT)) > 50


def test_a_click_opens_and_closes_a_library(palette):
    index = library(palette, "transmission")
    click(palette, index)
    assert palette.tree.isExpanded(index)
    names = [palette.tree.model().index(i, 0, index).data() for i in range(palette.tree.model().rowCount(index))]
    assert "Lead screw" in names
    click(palette, index)
    assert not palette.tree.isExpanded(index)


def test_typing_finds_and_enter_inserts(palette, qtbot):
    palette.focus_search()
    QTest.keyClicks(palette.field, "leadsc")
    assert heads(palette) == ["Best matches"]
    with qtbot.waitSignal(palette.chosen) as chosen:
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert chosen.args == ["transmission.LeadScrew"]


def test_arrows_move_in_the_list_while_typing(palette, qtbot):
    QTest.keyClicks(palette.field, "spring")
    first = palette.tree.currentIndex().data(NAME)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    second = palette.tree.currentIndex().data(NAME)
    assert first != second
    with qtbot.waitSignal(palette.chosen) as chosen:
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert chosen.args == [second]


def test_escape_shows_the_libraries_again(palette):
    QTest.keyClicks(palette.field, "spring")
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert palette.field.text() == ""
    assert heads(palette) == ["Libraries"]


def test_typing_in_the_list_searches(palette):
    QTest.keyClicks(palette.tree, "p")
    assert palette.field.text() == "p"


def test_nothing_found_is_said(palette):
    QTest.keyClicks(palette.field, "xqzjw")
    assert heads(palette) == ["Nothing fits"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)


def test_a_double_click_inserts(palette, qtbot):
    QTest.keyClicks(palette.field, "resistor")
    row = next(row for row in rows(palette) if row.data(NAME) == "electrical.Resistor")
    point = palette.tree.visualRect(row).center()
    QTest.mouseClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, pos=point)
    with qtbot.waitSignal(palette.chosen) as chosen:
        QTest.mouseDClick(palette.tree.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert chosen.args == ["electrical.Resistor"]


def test_what_was_used_last_comes_first(palette):
    QTest.keyClicks(palette.field, "resistor")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert heads(palette) == ["Recent", "Libraries"]
    assert rows(palette)[1].data(NAME) == "electrical.Resistor"


def test_the_star_marks_a_favourite_that_is_kept(palette, qtbot):
    click(palette, library(palette, "transmission"))
    index = palette.tree.model().index(0, 0, library(palette, "transmission"))
    name = index.data(NAME)
    click(palette, index, star_rect(palette.tree.visualRect(index)).center())
    assert block_memory.favourites() == [name]
    assert heads(palette) == ["Favourites", "Libraries"]
    assert palette.tree.isExpanded(library(palette, "transmission"))
    again = Palette(LIGHT)
    qtbot.addWidget(again)
    assert heads(again) == ["Favourites", "Libraries"]
    palette.toggle_favourite(name)
    assert heads(palette) == ["Libraries"]


def test_a_favourite_that_is_no_longer_installed_is_left_out(qtbot):
    block_memory.set_favourite("gone.Block", True)
    made = Palette(LIGHT)
    qtbot.addWidget(made)
    assert heads(made) == ["Libraries"]


def test_a_drag_carries_the_type_and_a_picture(palette):
    drag = palette.tree.drag_of("electrical.Resistor")
    assert bytes(drag.mimeData().data(MIME).data()) == b"electrical.Resistor"
    assert not drag.pixmap().isNull()
    assert drag.hotSpot() == QPoint(40, 40)


def test_only_blocks_can_be_dragged(palette):
    click(palette, library(palette, "transmission"))
    block = palette.tree.model().index(0, 0, library(palette, "transmission"))
    assert block.flags() & Qt.ItemFlag.ItemIsDragEnabled
    assert block.data(KIND) == BLOCK
    assert not library(palette, "signals").flags() & Qt.ItemFlag.ItemIsDragEnabled


def test_it_draws_in_both_themes(palette):
    light = palette.grab().toImage()
    palette.set_theme(DARK)
    assert palette.grab().toImage() != light


# quick insert


@pytest.fixture
def quick(qtbot):
    made = QuickInsert(None)
    qtbot.addWidget(made)
    return made


def test_quick_insert_inserts_by_keyboard(quick, qtbot):
    quick.open_at(QPoint(50, 50))
    assert quick.isVisible()
    QTest.keyClicks(quick.field, "revol")
    QTest.keyClick(quick.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(quick.chosen) as chosen:
        QTest.keyClick(quick.field, Qt.Key.Key_Return)
    assert chosen.args == ["spatial.Revolute"]
    assert not quick.isVisible()


def test_quick_insert_offers_what_was_used_last(quick):
    block_memory.remember("planar.Revolute")
    quick.open_at(QPoint(50, 50))
    assert [row.value for row in quick.rows("")] == ["planar.Revolute"]


def test_quick_insert_begins_empty_and_escape_closes_it(quick):
    quick.open_at(QPoint(50, 50))
    QTest.keyClicks(quick.field, "mass")
    QTest.keyClick(quick.field, Qt.Key.Key_Escape)
    assert not quick.isVisible()
    quick.open_at(QPoint(50, 50))
    assert quick.field.text() == ""


def test_a_click_chooses(quick, qtbot):
    quick.open_at(QPoint(50, 50))
    QTest.keyClicks(quick.field, "lead screw")
    where = quick.list.visualRect(quick.list.model().index(0, 0)).center()
    with qtbot.waitSignal(quick.chosen) as chosen:
        QTest.mouseClick(quick.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert chosen.args == ["transmission.LeadScrew"]


def test_popups_stay_on_the_screen(quick):
    quick.open_at(QPoint(100_000, 100_000))
    assert quick.screen().availableGeometry().contains(quick.geometry())


def test_popups_are_opaque_with_their_corners_cut_out(quick):
    """See-through corners are black where no compositor mixes windows."""
    quick.open_at(QPoint(50, 50))
    QTest.keyClicks(quick.field, "spring")
    assert not quick.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    assert quick.mask().boundingRect() == quick.rect()
    assert not quick.mask().contains(QPoint(0, 0))
    assert quick.mask().contains(quick.rect().center())
    picture = quick.grab().toImage()
    assert all(picture.pixelColor(x, 1).alpha() == 255 for x in range(picture.width()))


def test_popups_follow_the_theme_of_their_window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.theme = DARK
    popup = QuickInsert(window)
    popup.open_at(QPoint(0, 0))
    assert popup.theme is DARK
    popup.close()


# command palette


@pytest.fixture
def commands(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 600)
    done = []
    actions = []
    for text, key in (("&Run", "Ctrl+T"), ("Rotate &right", "Ctrl+R"), ("Paste", "Ctrl+V"), ("Run faster", "")):
        action = QAction(text, window)
        action.setShortcut(key)
        action.triggered.connect(lambda _=False, text=text: done.append(text))
        actions.append(action)
    actions[2].setEnabled(False)
    made = CommandPalette(window, lambda: actions)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    yield made, done, actions
    window.close()  # and kept alive until here


def test_commands_show_their_keys(commands):
    palette, _, _ = commands
    found = {row.title: row for row in palette.rows("")}
    assert found["Run"].right == "Ctrl+T"
    assert not found["Paste"].is_enabled


def test_enter_triggers_the_best_command(commands):
    palette, done, _ = commands
    QTest.keyClicks(palette.field, "rig")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["Rotate &right"]
    assert not palette.isVisible()


def test_commands_that_cannot_be_used_are_passed_over(commands):
    palette, done, _ = commands
    QTest.keyClicks(palette.field, "paste")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == []
    assert palette.isVisible()


def test_beginnings_come_before_the_middle(commands):
    palette, _, _ = commands
    assert [row.title for row in palette.rows("r")][:2] == ["Run", "Rotate right"]
    assert [row.title for row in palette.rows("run f")] == ["Run faster"]
