"""Garbage is looked for by a timer of the window's thread, and nowhere else."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from blocks.diagram import Diagram
from editor.document import Document
from editor.garbage import MANY, Sweeper, keep_clean, search_soon


@pytest.fixture(autouse=True)
def as_before():
    was_enabled = gc.isenabled()
    yield
    if was_enabled:
        gc.enable()


class Ring:
    """Something that only a search for garbage can find."""

    def __init__(self):
        self.me = self


def test_other_threads_never_collect(qtbot):
    keep_clean()
    ring = weakref.ref(Ring())
    thread = threading.Thread(target=lambda: [Ring() for _ in range(50_000)])
    thread.start()
    thread.join()
    assert ring() is not None
    QApplication.instance().findChild(Sweeper).sweep()
    assert ring() is None


def test_nothing_is_collected_while_something_is_dragged(qtbot):
    keep_clean()
    sweeper, widget = QApplication.instance().findChild(Sweeper), QWidget()
    qtbot.addWidget(widget)
    widget.show()
    ring = weakref.ref(Ring())
    kept = [Ring() for _ in range(5_000)]
    QTest.mousePress(widget, Qt.MouseButton.LeftButton)
    sweeper.sweep()
    assert ring() is not None
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton)
    sweeper.sweep()
    assert ring() is None
    assert kept


def test_what_is_old_is_looked_at_when_something_has_been_closed(qtbot):
    keep_clean()
    sweeper = QApplication.instance().findChild(Sweeper)
    kept = [Ring() for _ in range(2 * MANY)]
    sweeper.sweep()
    seen = weakref.ref(kept[0])
    kept.clear()
    for _ in range(10):
        some = [Ring() for _ in range(1_000)]
        sweeper.sweep()
    assert seen() is not None  # it was put aside with many others
    search_soon()
    sweeper.sweep()
    assert seen() is None
    assert some


def test_what_is_old_is_looked_at_when_there_is_much_more_of_it(qtbot):
    keep_clean()
    sweeper = QApplication.instance().findChild(Sweeper)
    search_soon()
    sweeper.sweep()
    kept = [Ring() for _ in range(2 * MANY)]
    sweeper.sweep()
    seen = weakref.ref(kept[0])
    kept.clear()
    most, made = gc.get_freeze_count(), 0
    while seen() is not None and made < 2 * most:
        kept += [Ring() for _ in range(MANY // 2)]
        made += MANY
        sweeper.sweep()
    assert seen() is None


def test_one_sweeper_is_enough(qtbot):
    keep_clean()
    keep_clean()
    assert len(QApplication.instance().findChildren(Sweeper)) == 1
    assert not gc.isenabled()


def test_a_document_is_let_go_with_its_history(qtbot):
    """Steps and document hold each other; taken apart in the wrong order they would end the program."""
    for _ in range(20):
        document = Document(Diagram())
        document.add_block(document.diagram, "signals.Gain", (0, 0), "gain")
        for k in range(5):
            document.move(document.diagram, {"gain": (k, 0)})
            document.rename(document.diagram, "gain", "other")
            document.rename(document.diagram, "other", "gain")
    seen = weakref.ref(document)
    del document
    gc.collect()
    assert seen() is None
