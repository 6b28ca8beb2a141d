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
from editor.garbage import Sweeper, keep_clean


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


def test_all_that_is_old_is_looked_at_when_there_is_much_more_of_it(qtbot):
    keep_clean()
    sweeper = QApplication.instance().findChild(Sweeper)
    gc.collect()
    old = Ring()
    gc.collect()
    old = weakref.ref(old)
    kept = []
    for _ in range(200):
        kept.append([Ring() for _ in range(1_000)])
        sweeper.sweep()
        if old() is None:
            break
    assert old() is None
    # little new: nothing more is looked at
    old = Ring()
    gc.collect()
    old = weakref.ref(old)
    for _ in range(30):
        kept.append([Ring() for _ in range(100)])
        sweeper.sweep()
    assert old() is not None


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
