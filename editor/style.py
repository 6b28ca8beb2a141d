"""Colours, sizes and fonts in one place, for the light, the dark and the printed look."""

from __future__ import annotations

from dataclasses import dataclass, replace

from blocks.declare import Input, Output
from blocks.port import Port

GRID = 10  # everything on the canvas stands on multiples of this
BLOCK = (80, 60)  # size of a block's icon
PORT = 9  # size of a port's mark


@dataclass(frozen=True)
class Theme:
    """The colours of one look."""

    name: str
    window: str
    panel: str
    canvas: str
    grid: str
    line: str  # borders between panels
    text: str
    dim: str  # less important text
    block: str  # inside of a block
    edge: str  # its border
    accent: str  # selection and focus
    good: str
    bad: str
    warning: str
    curves: tuple[str, ...]
    is_dark: bool = False


LIGHT = Theme(
    "light", window="#ffffff", panel="#ffffff", canvas="#ffffff", grid="#e9edf2", line="#e2e8f0", text="#0f172a",
    dim="#64748b", block="#ffffff", edge="#334155", accent="#3b82f6", good="#16a34a", bad="#dc2626", warning="#d97706",
    curves=("#2563eb", "#dc2626", "#16a34a", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f"),
)  # fmt: skip
DARK = Theme(
    "dark", window="#0f172a", panel="#111c30", canvas="#0b1324", grid="#1b2740", line="#24324d", text="#e2e8f0",
    dim="#8da0bd", block="#18243c", edge="#9fb1cc", accent="#60a5fa", good="#4ade80", bad="#f87171", warning="#fbbf24",
    curves=("#60a5fa", "#f87171", "#4ade80", "#fbbf24", "#a78bfa", "#22d3ee", "#f472b6", "#a3e635"), is_dark=True,
)  # fmt: skip
PRINT = replace(LIGHT, name="print", grid="#ffffff", edge="#000000", text="#000000")
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}


@dataclass(frozen=True)
class Domain:
    """How ports and connections of one kind look: by colour, mark and dash, so that print keeps them apart too."""

    name: str  # in the legend
    color: str
    dark: str  # the same on a dark canvas
    mark: str  # square, circle, rectangle, diamond or triangle
    width: float = 1.6
    is_dashed: bool = False

    def color_in(self, theme: Theme) -> str:
        """Return the colour on a theme's canvas."""
        return self.dark if theme.is_dark else self.color


SIGNAL = Domain("signal", "#1e3a8a", "#93b4f5", "triangle")
DOMAINS = {
    "electrical": Domain("electrical", "#2563eb", "#60a5fa", "square"),
    "translational": Domain("translational", "#166534", "#4ade80", "square"),
    "rotational": Domain("rotational", "#4b7f6a", "#8fc7b0", "circle"),
    "planar": Domain("planar frame", "#94a3b8", "#94a3b8", "rectangle", 3.0),
    "spatial": Domain("spatial frame", "#94a3b8", "#94a3b8", "rectangle", 3.0),
    "thermal": Domain("heat", "#dc2626", "#f87171", "square"),
    "gas": Domain("gas", "#7e22ce", "#c084fc", "diamond"),
    "signal": SIGNAL,
    "condition": Domain("condition", "#be185d", "#f472b6", "triangle"),
    "sampled": replace(SIGNAL, name="sampled signal", is_dashed=True),
}
OTHER = Domain("other", "#334155", "#9fb1cc", "square")


def domain_of(declaration: Port | Input | Output, is_sampled: bool = False) -> Domain:
    """Return how a port looks; ``is_sampled`` tells that its block computes at instants only."""
    if isinstance(declaration, Port):
        return DOMAINS.get(declaration.domain, OTHER)
    if declaration.is_boolean:
        return DOMAINS["condition"]
    return DOMAINS["sampled"] if is_sampled else SIGNAL
