"""Figures as SVG that can stand inside a page."""

from __future__ import annotations

import io
import itertools
import re
from typing import Any

from solver.report_style import PLOT_STYLE

_numbers = itertools.count(1)
_NAMES = re.compile(r'\bid="([^"]+)"')


def svg(figure: Any) -> str:
    """Return a figure as SVG; its inner names are its own, as several figures share a page."""
    import matplotlib

    stream = io.StringIO()
    with matplotlib.rc_context(PLOT_STYLE):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    mark = f"f{next(_numbers)}-"
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', text))
    text = _NAMES.sub(lambda found: f'id="{mark}{found[1]}"' if found[1] in used else "", text)
    return re.sub(r'(url\(#|href="#)', rf"\g<1>{mark}", text)
