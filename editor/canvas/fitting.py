"""Where a diagram stands in a view so that all of it is seen: as large as it can be, beside what lies on the view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize

LARGEST = 1.25  # never much larger than life
BESIDE = 6.0  # px between the diagram and what lies on the view


@dataclass(frozen=True)
class Stand:
    """A scale, and the point of the diagram that is in the middle of the view."""

    scale: float
    middle: QPointF

    def is_clear(self, parts: Sequence[QRectF], covers: Sequence[QRectF], size: QSize) -> bool:
        """Tell whether nothing of the diagram is covered."""
        half = QPointF(size.width() / 2, size.height() / 2)
        for cover in covers:
            corner = (cover.topLeft() - half) / self.scale + self.middle
            hidden = QRectF(corner, cover.size() / self.scale)
            if any(hidden.intersects(part) for part in parts):
                return False
        return True


def best_stand(whole: QRectF, parts: Sequence[QRectF], size: QSize, covers: Sequence[QRectF]) -> Stand:
    """Return how to show all of a diagram; ``covers`` are the rectangles of the view that something lies on."""
    stands = [_inside(whole, room, size) for room in _rooms(size, covers)]
    clear = [stand for stand in stands if stand.is_clear(parts, covers, size)]
    return max(clear, key=lambda stand: stand.scale) if clear else stands[0]


def _rooms(size: QSize, covers: Sequence[QRectF]) -> Iterator[QRectF]:
    """Yield parts of the view to choose from: all of it, and what is left above or beside what covers it."""
    wide, high = float(size.width()), float(size.height())
    yield QRectF(0, 0, wide, high)
    for bottom in (high, *(cover.top() - BESIDE for cover in covers)):
        for right in (wide, *(cover.left() - BESIDE for cover in covers if cover.left() > wide / 2)):
            if bottom > high / 2 and right > wide / 2:
                yield QRectF(0, 0, right, bottom)


def _inside(whole: QRectF, room: QRectF, size: QSize) -> Stand:
    scale = min(room.width() / whole.width(), room.height() / whole.height(), LARGEST)
    aside = room.center() - QPointF(size.width() / 2, size.height() / 2)
    return Stand(scale, whole.center() - aside / scale)
