"""A block on the canvas: icon or box, ports, name and most telling values."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsSceneHoverEvent, QStyleOptionGraphicsItem, QWidget

from blocks.block import Block, type_name
from blocks.diagram import Diagram, Placeholder
from editor.canvas.flag_paint import draw_flag
from editor.canvas.icon_cache import draw_icon
from editor.canvas.lettering import SMALLEST_NAMES, SMALLEST_VALUES, text_font
from editor.canvas.placed import STACKED, Placed
from editor.canvas.port_item import PLAIN, draw_port
from editor.canvas.port_kinds import described
from editor.canvas.preview import draw_inside
from editor.style import SIGNAL, Theme

ROUND = 6
BLOCKS = 2.0
MARGIN = 14
HATCH = 8  # between the lines over a block that is commented out
ALIGN = {
    "bottom": Qt.AlignmentFlag.AlignHCenter, "top": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignLeft, "left": Qt.AlignmentFlag.AlignRight,
    "corner": Qt.AlignmentFlag.AlignLeft, "upper corner": Qt.AlignmentFlag.AlignLeft,
}  # fmt: skip


class BlockItem(QGraphicsItem):
    """Draws one block. Its place on the canvas is its centre."""

    def __init__(self, placed: Placed, theme: Theme) -> None:
        super().__init__()
        self.placed, self.theme = placed, theme
        self.used: frozenset[str] = frozenset()
        self.problem = ""
        self.looks: dict[str, str] = {}  # of ports while a connection is drawn
        self.is_hovered = False
        self._measure()
        self.setPos(placed.x, placed.y)
        self.setZValue(BLOCKS)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable)
        self.setAcceptHoverEvents(True)

    @property
    def name(self) -> str:
        """Return the name of the block."""
        return self.placed.name

    def follow(self, placed: Placed) -> None:
        """Show the block as it is now."""
        old, self.placed = self.placed, placed
        if placed is old and not isinstance(placed.part, Diagram):
            return
        if (placed.x, placed.y) != (old.x, old.y):
            self.setPos(placed.x, placed.y)
        if placed != old:
            self._measure()
        if placed != old or isinstance(placed.part, Diagram):  # whose inside may be another
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme

    def _measure(self) -> None:
        """Work out once what Qt asks for at every paint."""
        self.prepareGeometryChange()
        x, y = self.placed.x, self.placed.y
        left, top, right, bottom = self.placed.body
        self._body = QRectF(left - x, top - y, right - left, bottom - top)
        left, top, right, bottom = self.placed.rect
        covered = QRectF(left - x, top - y, right - left, bottom - top)
        left, top, right, bottom = self.placed.label
        self._label = QRectF(left - x, top - y, right - left, bottom - top)
        wide = 40 if self.is_hovered else 0  # names of ports
        for flag in self.placed.flags:
            left, top, right, bottom = flag.rect
            covered = covered.united(QRectF(left - x, top - y, right - left, bottom - top))
        whole = covered.united(self._label.adjusted(-20, -2, 20, 4))
        self._bounds = whole.adjusted(-MARGIN - wide, -MARGIN, MARGIN + wide, MARGIN)

    def body(self) -> QRectF:
        """Return what the body covers, around the centre, before it leans."""
        return self._body

    def boundingRect(self) -> QRectF:
        return self._bounds

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self.body())
        return QTransform().rotate(self.placed.lean).map(path) if self.placed.lean else path

    def hoverEnterEvent(self, event: object) -> None:
        self._hover(True)

    def hoverLeaveEvent(self, event: object) -> None:
        self._hover(False)

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        text = self.problem or self._port_text(event.pos())
        if text != self.toolTip():
            self.setToolTip(text)

    def _port_text(self, point: QPointF) -> str:
        """Return what the port at a point is."""
        for name, end in self.placed.ends.items():
            at = QPointF(end.point[0] - self.placed.x, end.point[1] - self.placed.y)
            if (point - at).manhattanLength() < MARGIN:
                return f"{name}: {described(self.placed.places[name].kind)}"
        return ""

    def _hover(self, is_hovered: bool) -> None:
        self.is_hovered = is_hovered
        self._measure()
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        if self.placed.is_disabled:
            painter.setOpacity(0.35)
        painter.rotate(self.placed.lean)
        if self.isSelected():
            # around that of a problem, so that both are seen
            self._paint_outline(painter, self.theme.accent, 8 if self.problem else 4)
        if self.problem:
            self._paint_outline(painter, self.theme.bad, 4)
        self._paint_body(painter)
        self._paint_ports(painter)
        if self.placed.is_disabled:
            self._paint_hatch(painter)
            painter.setOpacity(0.5)
        painter.rotate(-self.placed.lean)  # what is written stays upright
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        if scale > SMALLEST_VALUES:
            self._paint_port_names(painter)
            for flag in self.placed.flags:
                draw_flag(painter, flag, QPointF(self.placed.x, self.placed.y), self.theme)
        if scale > SMALLEST_NAMES and self.placed.is_small:
            painter.setPen(QColor(self.theme.text))
            painter.setFont(text_font(12, is_strong=True))
            painter.drawText(self.body(), Qt.AlignmentFlag.AlignCenter, str(self.placed.number))
        if scale > SMALLEST_NAMES and self.placed.lines:
            self._paint_label(painter, 2 if scale > SMALLEST_VALUES else 1)
        painter.restore()

    def _paint_outline(self, painter: QPainter, shade: str, away: int) -> None:
        color = QColor(shade)
        painter.setPen(QPen(color, 1.4))
        wash = QColor(color)
        wash.setAlpha(18)
        painter.setBrush(wash)
        painter.drawRoundedRect(self.body().adjusted(-away, -away, away, away), ROUND + away / 2, ROUND + away / 2)

    def _paint_hatch(self, painter: QPainter) -> None:
        """Strike the body through with slanted lines: it is left out of the model."""
        room = self.body()
        painter.setOpacity(0.6)
        painter.setPen(QPen(QColor(self.theme.dim), 1))
        start, stop = (int((corner.x() + corner.y()) // HATCH) for corner in (room.topLeft(), room.bottomRight()))
        for both in range((start + 1) * HATCH, (stop + 1) * HATCH, HATCH):
            # along the line x + y has one value
            top, bottom = max(room.top(), both - room.right()), min(room.bottom(), both - room.left())
            if top < bottom:
                painter.drawLine(QPointF(both - top, top), QPointF(both - bottom, bottom))

    def _paint_body(self, painter: QPainter) -> None:
        part, shape = self.placed.part, self.placed.outline
        if isinstance(part, Placeholder):
            self._paint_unknown(painter)
            return
        if self.placed.is_stacked:
            self._paint_stack(painter)
        if shape.is_boxed or isinstance(part, Diagram):
            painter.setPen(QPen(QColor(self.theme.edge), 1.2))
            painter.setBrush(QColor(self.theme.block))
            painter.drawRoundedRect(self.body(), ROUND, ROUND)
        if isinstance(part, Diagram) and not self.placed.is_small:
            draw_inside(painter, part, self._inside(), self.theme)
        elif isinstance(part, Block):
            self._paint_icon(painter, part)

    def _inside(self) -> QRectF:
        """Return what the names of ports leave free of the body."""
        longest = {-1: 0, 1: 0}
        for name, end in self.placed.ends.items():
            if end.out[0]:
                longest[end.out[0]] = max(longest[end.out[0]], len(name))
        left, right = (14 + 6 * length if length else 10 for length in longest.values())
        return self.body().adjusted(left, 10, -right, -10)

    def _paint_icon(self, painter: QPainter, part: Block) -> None:
        painter.save()
        if not self.placed.outline.is_boxed:
            # a bare icon turns with its leads; what is drawn in a box stays readable
            painter.rotate(self.placed.rotation)
            painter.scale(-1 if self.placed.mirrored else 1, 1)
            painter.translate(0, self.placed.outline.shift)
            turned = self.placed.rotation, self.placed.mirrored
        else:
            turned = 0, 0
        kind = type_name(type(part))
        if not draw_icon(painter, kind, self.theme, turned):
            painter.setPen(QColor(self.theme.text))
            painter.setFont(text_font(11))
            painter.drawText(self.body(), Qt.AlignmentFlag.AlignCenter, kind.rpartition(".")[2])
        painter.restore()

    def _paint_stack(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self.theme.dim), 1))
        painter.setBrush(QColor(self.theme.block))
        for k in (2, 1):
            painter.drawRoundedRect(self.body().translated(k * STACKED / 2, -k * STACKED / 2), ROUND, ROUND)
        if not self.placed.outline.is_boxed:
            painter.setPen(QPen(QColor(self.theme.edge), 1))
            painter.drawRoundedRect(self.body(), ROUND, ROUND)

    def _paint_unknown(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self.theme.bad), 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self.body(), ROUND, ROUND)
        painter.setPen(QColor(self.theme.bad))
        painter.setFont(text_font(22, True))
        painter.drawText(self.body(), Qt.AlignmentFlag.AlignCenter, "?")

    def _paint_ports(self, painter: QPainter) -> None:
        self._paint_rails(painter)
        for name, end in self.placed.upright_ends.items():
            at = QPointF(end.point[0] - self.placed.x, end.point[1] - self.placed.y)
            kind = self.placed.places[name].kind
            look = self.looks.get(name, PLAIN)
            draw_port(painter, kind, at, end.out, self.theme, name in self.used, look)

    def _paint_port_names(self, painter: QPainter) -> None:
        is_inside = isinstance(self.placed.part, Diagram) and not self.placed.is_small
        for name, end in self.placed.ends.items():
            at = QPointF(end.point[0] - self.placed.x, end.point[1] - self.placed.y)
            if is_inside:
                self._paint_port_name(painter, name, at, (-end.out[0], -end.out[1]), self.theme.dim)
            elif self.is_hovered:
                self._paint_port_name(painter, name, at, end.out, self.theme.text)

    def _paint_rails(self, painter: QPainter) -> None:
        """Join several signals on one side of a bare icon by a line, since its one lead stands for all of them."""
        if self.placed.outline.is_boxed or len(self.placed.ends) < 3:
            return
        sides: dict[tuple[int, int], list[QPointF]] = {}
        for name, end in self.placed.upright_ends.items():
            if not self.placed.places[name].kind.is_physical:
                at = QPointF(end.point[0] - self.placed.x, end.point[1] - self.placed.y)
                sides.setdefault(end.out, []).append(at)
        painter.setPen(QPen(QColor(SIGNAL.color_in(self.theme)), 1.4))
        for points in sides.values():
            if len(points) > 1:
                painter.drawLine(points[0], points[-1])

    def _paint_port_name(self, painter: QPainter, name: str, at: QPointF, towards: tuple[int, int], color: str) -> None:
        painter.setFont(text_font(10))
        painter.setPen(QColor(color))
        room = QRectF(0, 0, 120, 14)
        if towards[0]:
            side = Qt.AlignmentFlag.AlignLeft if towards[0] > 0 else Qt.AlignmentFlag.AlignRight
            x = at.x() + 11 if towards[0] > 0 else at.x() - 11 - 120
            # outside the name stands above the connection
            is_inside = isinstance(self.placed.part, Diagram) and not self.placed.is_small
            room.moveTo(x, at.y() - 7 if is_inside else at.y() - 15)
        else:
            side = Qt.AlignmentFlag.AlignLeft
            room.moveTo(at.x() + 7, at.y() + (4 if towards[1] > 0 else -18))
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_label(self, painter: QPainter, count: int) -> None:
        room = self._label.adjusted(-20, 0, 20, 0)
        side = self.placed.label_side
        if side in ("right", "corner", "upper corner"):
            room.setLeft(self._label.left())
        elif side == "left":
            room.setRight(self._label.right())
        height = self._label.height() / len(self.placed.lines)
        for i, line in enumerate(self.placed.lines[:count]):
            painter.setFont(text_font(10 if i else 12, is_strong=not i))
            painter.setPen(QColor(self.theme.dim if i else self.theme.text))
            row = QRectF(room.left(), room.top() + i * height, room.width(), height)
            painter.drawText(row, ALIGN[side] | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, line)
