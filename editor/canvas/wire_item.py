"""A net on the canvas: its lines with round corners, gaps where they pass under others, dots where they join."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsPathItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from editor.canvas.faded import DASH, OPACITY, Fading
from editor.canvas.geometry import Point, Segment, around, distance_to, segments_of
from editor.canvas.nets import Net, Pair
from editor.canvas.port_item import domain_of_kind
from editor.canvas.wire_pieces import Piece, WireText, badge_rect, pieces_of
from editor.style import OTHER, Domain, Theme

ABOVE_BLOCKS = 3.0  # a connection is never hidden under an icon
DOT = 3.2
REACH = 5.0  # how near a point must be to hit a connection
GLOW = -1.0  # a selected connection shines behind its lines


class WireItem(QGraphicsItem):
    """Holds the items that draw one net; draws nothing itself."""

    def __init__(self, net: Net, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.picked: frozenset[Pair] = frozenset()  # selected connections
        self.texts: list[tuple[Point, str]] = []
        self.gaps: list[Point] = []
        self._lines: list[tuple[Piece | None, QGraphicsPathItem]] = []
        self._dots: list[tuple[Point, QGraphicsEllipseItem]] = []
        self._letters: list[WireText] = []
        self._glow: QGraphicsPathItem | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.setZValue(ABOVE_BLOCKS)
        self.show_net(net)

    def show_net(self, net: Net, gaps: Sequence[Point] = ()) -> None:
        """Draw a net as it is now; ``gaps`` are the points where it passes under others."""
        self.net = net
        self.domain: Domain = domain_of_kind(net.kind) if net.kind is not None else OTHER
        self.gaps = list(gaps)
        fading = Fading(net)
        self._show_lines(
            [(piece, fading.is_pale(chain)) for chain in net.tree.chains for piece in pieces_of(chain, self.gaps)]
        )
        if [point for point, _ in self._dots] != net.tree.junctions:
            self._show_dots()
        for point, dot in self._dots:
            dot.setOpacity(OPACITY if fading.is_pale_at(point) else 1.0)
        self._show_letters()
        self._show_glow()
        points = [point for chain in net.tree.chains for point in chain]
        left, top, right, bottom = around(points) if points else (0, 0, 0, 0)
        self._room = QRectF(left, top, right - left, bottom - top).adjusted(-10, -10, 10, 10)
        for place, text in (*net.tags, *self.texts):
            self._room = self._room.united(badge_rect(place, text).adjusted(-2, -2, 2, 2))

    def _pen(self, is_pale: bool) -> QPen:
        color = QColor(self.domain.color_in(self.theme))
        color.setAlphaF(OPACITY if is_pale else 1.0)
        pen = QPen(color, self.domain.width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.domain.is_dashed or is_pale:
            pen.setDashPattern(DASH if is_pale else [4, 3])
        return pen

    def _show_lines(self, wanted: list[tuple[Piece, bool]]) -> None:
        """Draw pieces, each with whether it is pale."""
        pens = {is_pale: self._pen(is_pale) for is_pale in {is_pale for _, is_pale in wanted}}
        for number, (piece, is_pale) in enumerate(wanted):
            if number == len(self._lines):
                self._lines.append((None, QGraphicsPathItem(self)))
            old, item = self._lines[number]
            if piece != old:
                item.setPath(piece.path())
                self._lines[number] = (piece, item)
            pen = pens[is_pale]
            if self.domain.is_dashed or is_pale:
                pen.setDashOffset(piece.before / self.domain.width)
            if item.pen() != pen:
                item.setPen(pen)
        for _, item in self._lines[len(wanted) :]:
            self._drop(item)
        del self._lines[len(wanted) :]

    def _show_dots(self) -> None:
        for _, item in self._dots:
            self._drop(item)
        size = max(DOT, self.domain.width)
        color = QColor(self.domain.color_in(self.theme))
        self._dots = []
        for point in self.net.tree.junctions:
            dot = QGraphicsEllipseItem(point[0] - size, point[1] - size, 2 * size, 2 * size, self)
            dot.setPen(QPen(Qt.PenStyle.NoPen))
            dot.setBrush(color)
            self._dots.append((point, dot))

    def _show_letters(self) -> None:
        if [(item.place, item.text) for item in self._letters] != self.net.tags:
            for item in self._letters:
                self._drop(item)
            self._letters = [WireText(self, place, text, self.theme) for place, text in self.net.tags]

    def _show_glow(self) -> None:
        if self._glow is not None:
            self._drop(self._glow)
            self._glow = None
        if not self.picked:
            return
        path = QPainterPath()
        for pair in self.picked:
            for a, b in segments_of(self.net.paths.get(pair, [])):
                path.moveTo(QPointF(*a))
                path.lineTo(QPointF(*b))
        color = QColor(self.theme.accent)
        color.setAlpha(90)
        pen = QPen(color, self.domain.width + 5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._glow = QGraphicsPathItem(path, self)
        self._glow.setPen(pen)
        self._glow.setZValue(GLOW)

    def _drop(self, item: QGraphicsItem) -> None:
        if item.scene() is not None:
            item.scene().removeItem(item)
        else:
            item.setParentItem(None)  # type: ignore[arg-type]

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        for item in self._letters:
            item.theme = theme
        self._show_dots()
        self.show_net(self.net, self.gaps)

    def set_gaps(self, gaps: Sequence[Point]) -> None:
        """Change where the net passes under others."""
        if list(gaps) != self.gaps:
            self.show_net(self.net, gaps)

    def set_texts(self, texts: list[tuple[Point, str]]) -> None:
        """Keep room for values at places along the net; the scene draws them, above all connections."""
        if texts != self.texts:
            self.texts = texts
            self.show_net(self.net, self.gaps)

    def pick(self, pairs: Iterable[Pair]) -> None:
        """Show these connections as selected, and no others."""
        chosen = frozenset(pairs) & set(self.net.pairs)
        if chosen != self.picked:
            self.picked = chosen
            self._show_glow()

    def room(self) -> QRectF:
        """Return what the net covers."""
        return self._room

    def boundingRect(self) -> QRectF:
        return QRectF()  # the parts have theirs

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw nothing: the parts draw themselves."""

    def pair_at(self, point: QPointF) -> tuple[Pair, int] | None:
        """Return the connection under a point and the number of its piece; the shortest one, if several share it."""
        best: tuple[float, int, Pair, int] | None = None
        for pair, path in self.net.paths.items():
            for number, (a, b) in enumerate(zip(path, path[1:], strict=False)):
                piece: Segment = (a, b) if a <= b else (b, a)
                far = distance_to(piece, point.x(), point.y())
                found = (round(far), len(path), pair, number)
                if far <= REACH and (best is None or found < best):
                    best = found
        return None if best is None else (best[2], best[3])
