"""Formulas as pictures: LaTeX set by ziamath in a thread of its own, because one formula may take half a second."""

from __future__ import annotations

import importlib.util
import queue
import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from blocks.abbreviations import readable
from blocks.block import Block
from blocks.declare import Parameter
from blocks.expression import Equation, Expr, Reinit, When
from blocks.latex import equation_latex
from editor.style import Theme
from editor.theme import mixed, mono_font

SIZE = 16.0  # of the letters, px
LONGEST = 70  # symbols and operations; longer equations are hard to read in a narrow panel
SHOWN = 4
SMALLEST = 0.6  # of the natural size; what is smaller cannot be read
IN_TIP = 12
GAP, MARGIN = 9, 12
_SETTING = threading.Lock()  # ziamath is not made for the two threads that set formulas, here and in notes


@cache
def has_typesetting() -> bool:
    """Tell whether formulas can be set; without ziamath they are shown as plain text."""
    return importlib.util.find_spec("ziamath") is not None


@lru_cache(maxsize=512)
def formula_svg(latex: str, color: str, size: float = SIZE) -> str:
    """Return a formula as SVG; slow the first time. An empty text if it cannot be set."""
    with _SETTING:
        return _typeset(latex, color, size)


def _typeset(latex: str, color: str, size: float) -> str:
    import ziafont
    import ziamath

    ziafont.config.svg2 = ziamath.config.svg2 = False  # Qt does not know all of SVG 2
    try:
        return str(ziamath.Latex(latex, size=size, color=color).svg())
    except Exception:  # whatever it stumbles over, a picture less is no harm
        return ""


def shown_equations(block: Block) -> tuple[list[Equation | When], int]:
    """Return the equations of a block worth a look, those with its parameters first, and how many are too long."""
    equations = block.trace.equations
    short = [item for item in equations if _weight(item) <= LONGEST]
    short.sort(key=lambda item: -_interest(item))
    return short, len(equations) - len(short)


def _in_full(block: Block) -> str:
    """Return the first equations of a block, however long they are, with what their abbreviations stand for."""
    written = readable(block)
    lines = written.equations[:IN_TIP]
    if written.abbreviations:
        lines += ["", "where", *written.abbreviations[:IN_TIP]]
    return "<pre>" + escape("\n".join(lines)) + "</pre>"


def _weight(item: Equation | When | Reinit) -> int:
    """Count the parts of an equation, but no further than needed; shared parts may make it enormous."""
    count = 0
    for _ in _parts(item):
        count += 1
        if count > LONGEST:
            break
    return count


def _interest(item: Equation | When) -> int:
    operations = {"parameter": 0, "der": 0}
    for part in _parts(item):
        if part.op == "der":
            operations["der"] = 1
        elif part.op == "symbol" and isinstance(part.data.declaration, Parameter):
            operations["parameter"] = 2
    return sum(operations.values())


def _parts(item: Equation | When | Reinit) -> Iterator[Expr]:
    waiting: list[Expr] = []
    todo: list[Equation | When | Reinit] = [item]
    while todo:
        match todo.pop():
            case Equation(left=left, right=right):
                waiting += [left, right]
            case Reinit(state=state, value=value):
                waiting += [state, value]
            case When(condition=condition, actions=actions):
                waiting.append(condition)
                todo += actions
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [arg for arg in part.args if isinstance(arg, Expr)]


class _Setter(QObject):
    """Sets formulas one after the other in a thread; the newest wish counts."""

    done = Signal(object, list)  # the wish, and its pictures so far

    def __init__(self) -> None:
        super().__init__()
        self._wishes: queue.SimpleQueue[tuple[object, list[str], str]] = queue.SimpleQueue()
        self._is_running = False

    def wish(self, key: object, formulas: list[str], color: str) -> None:
        """Ask for pictures; ``done`` tells about each that is there."""
        if not self._is_running:
            self._is_running = True
            threading.Thread(target=self._work, name="formulas", daemon=True).start()
        self._wishes.put((key, formulas, color))

    def _work(self) -> None:
        while True:
            key, formulas, color = self._wishes.get()
            pictures: list[str] = []
            for latex in formulas:
                if not self._wishes.empty():
                    break  # nobody looks at these any more
                pictures.append(formula_svg(latex, color))
                try:
                    self.done.emit(key, list(pictures))
                except RuntimeError:  # the program ends
                    return


@cache
def _setter() -> _Setter:
    return _Setter()


class FormulaView(QWidget):
    """The equations of a block in a tinted box, centred, as large as they fit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._key: object = None
        self._set: list[QSvgRenderer] = []  # all that were set; those that would be too small are not shown
        self._texts: list[str] = []
        self._expected = 0  # height to be kept free until the pictures are there
        self._count = 0  # of formulas that are being set
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        _setter().done.connect(self._arrive)
        self.hide()

    def show_block(self, block: Block, most: int = SHOWN) -> None:
        """Show a block's equations: room for them at once, the pictures as soon as they are set."""
        self.clear()
        try:
            equations = shown_equations(block)[0][:most]
        except Exception:  # a block that cannot be made says so elsewhere
            return
        self.setToolTip(_in_full(block))
        self._texts = [item.text() for item in equations]  # until there is a picture
        if equations and has_typesetting():
            self._key = key = object()
            formulas = [equation_latex(item) for item in equations]
            self._expected = sum(map(_expected_height, formulas)) + GAP * (len(formulas) - 1) + 2 * MARGIN
            self._count = len(formulas)
            _setter().wish(key, formulas, self.theme.text)
        self._resize()

    def clear(self) -> None:
        """Show nothing."""
        self._key, self._set, self._texts, self._expected = None, [], [], 0
        self._resize()

    def _arrive(self, key: object, pictures: list[str]) -> None:
        if key is self._key:
            self._set = [QSvgRenderer(QByteArray(svg.encode())) for svg in pictures if svg]
            if len(pictures) == self._count:
                self._expected = 0  # until then the room for the others is kept
            self._resize()

    @property
    def _pictures(self) -> list[QSvgRenderer]:
        """Return the formulas that can be read at the present width; the tooltip has all."""
        large = [item for item in self._set if self._size(item).width() >= SMALLEST * item.defaultSize().width()]
        return large or self._set[:1]

    def _resize(self) -> None:
        self.setVisible(bool(self._pictures or self._texts or self._expected))
        self.setFixedHeight(max(1, self._height()))
        self.update()

    def resizeEvent(self, event: object) -> None:
        self.setFixedHeight(max(1, self._height()))

    def _height(self) -> int:
        heights = [self._size(picture).height() for picture in self._pictures] or [16] * len(self._texts)
        found = round(sum(heights) + GAP * (len(heights) - 1) + 2 * MARGIN) if heights else 0
        return max(found, self._expected)

    def _size(self, picture: QSvgRenderer) -> QSize:
        size = picture.defaultSize()
        room = max(60, self.width() - 2 * MARGIN)
        return size if size.width() <= room else size * (room / size.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self.theme.line))
        painter.setBrush(mixed(self.theme.panel, self.theme.accent, 0.03))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        y = float(MARGIN)
        for picture in self._pictures:
            size = self._size(picture)
            picture.render(painter, QRectF((self.width() - size.width()) / 2, y, size.width(), size.height()))
            y += size.height() + GAP
        painter.setFont(mono_font(11))
        painter.setPen(QColor(self.theme.dim))
        room = self.width() - 2 * MARGIN
        for text in self._texts if not self._set else []:
            short = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(MARGIN, y, room, 16), short)
            y += 16 + GAP


def _expected_height(latex: str) -> int:
    """Return about how high a formula will be, so that what is below it does not jump."""
    rows = latex.count(r"\\") + 1
    return 22 * rows + 4 if rows > 1 else 34 if r"\frac" in latex else 19
