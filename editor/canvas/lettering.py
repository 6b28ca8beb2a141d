"""The letters on the canvas."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont

SMALLEST_NAMES, SMALLEST_VALUES = 0.45, 0.6  # zoom below which nobody could read names, and what is written smaller


@cache
def text_font(size: int, is_strong: bool = False) -> QFont:
    """Return the canvas's font in px of the unzoomed canvas."""
    font = QFont()
    font.setPixelSize(size)
    font.setWeight(QFont.Weight.DemiBold if is_strong else QFont.Weight.Normal)
    return font
