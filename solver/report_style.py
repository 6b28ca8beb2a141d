"""How reports look: the colours of the editor's light theme, on paper and on a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solver.result_plot import STYLE

CURVES = ("#2563eb", "#dc2626", "#16a34a", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f")
# letters stay letters, so that plots have the font of the page around them
PLOT_STYLE: Any = {
    **STYLE, "svg.fonttype": "none", "axes.edgecolor": "#94a3b8", "axes.labelcolor": "#334155", "grid.color": "#e9edf2",
    "xtick.color": "#64748b", "ytick.color": "#64748b", "text.color": "#334155", "legend.labelcolor": "#334155",
    "xtick.labelcolor": "#475569", "ytick.labelcolor": "#475569",
}  # fmt: skip

PAGE_STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
