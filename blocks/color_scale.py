"""Parts of an animation that are coloured by a signal: cylinders by their pressure, wheels by the force on them.

In a file it stands in ``[colors.<name>]``. Nothing here draws; whatever shows a motion asks here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from blocks.block import Value
from blocks.errors import ModelError
from blocks.units import Unit, parse_quantity, read_quantity
from blocks.variable_names import Change

PALE, STRONG = "#cbd5e1", "#7c3aed"
COLOR = re.compile("#[0-9a-fA-F]{6}")
STAR = r"(\d+)"


@dataclass(frozen=True)
class ColorScale:
    """Which blocks are coloured, by which signal, and between which values and colours.

    A ``*`` in both names stands for the number of an array's element.

    >>> scale = ColorScale("muscle[*].line", "pressure[*]", "1 bar", "6 bar")
    >>> scale.numbers(["muscle[2].line", "ground"]), scale.signal_of(2)
    ({'muscle[2].line': 2}, 'pressure[2]')
    """

    blocks: str
    signal: str
    low: Value = 0.0
    high: Value = 1.0
    low_color: str = PALE
    high_color: str = STRONG
    text: str = ""

    def as_table(self) -> dict[str, Any]:
        """Return what has been said, by name."""
        return {item.name: getattr(self, item.name) for item in fields(self)
                if getattr(self, item.name) != item.default}  # fmt: skip

    @cached_property
    def limits(self) -> tuple[float, float]:
        """Return the values that have the first and the last colour, in SI units."""
        low, high = (float(parse_quantity(value)) for value in (self.low, self.high))  # type: ignore[arg-type]
        return low, high

    def numbers(self, names: Iterable[str]) -> dict[str, int]:
        """Return the blocks among some names that are coloured, each with its number; 0 if there is no ``*``."""
        pattern = re.compile(re.escape(self.blocks).replace(r"\*", STAR))
        found = ((name, pattern.fullmatch(name)) for name in names)
        return {name: int(match[1]) if match.groups() else 0 for name, match in found if match}

    def signal_of(self, number: int) -> str:
        """Return the signal for a block of some number."""
        return self.signal.replace("*", str(number))

    def shares(self, values: Any) -> Any:
        """Return where values lie between the limits: 0 to 1, and 0 where there is no number."""
        low, high = self.limits
        return np.clip(np.nan_to_num((np.asarray(values, dtype=float) - low) / (high - low)), 0.0, 1.0)

    def renamed(self, change: Change) -> ColorScale:
        """Return the scale with other names of blocks and variables."""
        return replace(self, blocks=_renamed(self.blocks, change), signal=_renamed(self.signal, change))

    def __str__(self) -> str:
        return f"{self.text or self.signal.removesuffix('[*]')} from {self.low} to {self.high}"


FIELDS = tuple(item.name for item in fields(ColorScale))
NEEDED = ("blocks", "signal")


def _renamed(name: str, change: Change) -> str:
    """Return a name with a ``*`` after a change that knows only numbers."""
    return change(name.replace("[*]", "[0]")).replace("[0]", "[*]") if "[*]" in name else change(name)


def check_scale(name: str, scale: ColorScale) -> None:
    """Raise ModelError if names, limits or colours do not fit each other."""
    stars = {scale.blocks.count("*"), scale.signal.count("*")}
    if stars not in ({0}, {1}):
        raise ModelError(f'"{scale.blocks}" and "{scale.signal}" must both have one * or both none.', name,
                         "It stands for the number of each block.")  # fmt: skip
    for color in (scale.low_color, scale.high_color):
        if not COLOR.fullmatch(color):
            raise ModelError(f'"{color}" is not a colour.', name, fix='Write it as "#dc2626": red, green and blue.')
    low, kind = read_quantity(scale.low)
    high, _ = read_quantity(scale.high, kind.dimension if isinstance(kind, Unit) else kind)
    if not isinstance(low, float) or not isinstance(high, float):
        raise ModelError("One number is expected as a limit, not a list.", name)
    if not low < high:
        raise ModelError(f"{scale.low} is not below {scale.high}.", name)
