"""What a report asks of whoever can draw diagrams and mechanisms; the solver itself draws neither."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Protocol

from blocks.diagram import Diagram
from blocks.errors import ModelError
from solver.report_film import Film, player
from solver.report_frames import frames_picture
from solver.report_page import Figure, Html, Part
from solver.trajectories import Trajectories


@dataclass(frozen=True)
class Level:
    """One diagram of a hierarchy as a picture."""

    name: str
    note: str
    svg: str


class Pictures(Protocol):
    """Draws what a report shows."""

    def levels(self, diagram: Diagram) -> list[Level]:
        """Return every level of the hierarchy, each once."""

    def signals(self, diagram: Diagram) -> tuple[str, ...]:
        """Return the signals that are needed to show how a mechanism moves; none if there is nothing to see."""

    def film(self, diagram: Diagram, run: Trajectories, instants: tuple[float, ...] = ()) -> Film | None:
        """Return the motion of a run, with a frame at each of some instants; None if there is nothing to see."""


def drawings(pictures: Pictures | None, diagrams: list[Diagram]) -> list[Part]:
    """Return pictures of diagrams with all their levels."""
    if pictures is None:
        return []
    levels = [level for diagram in diagrams for level in pictures.levels(diagram)]
    unique = {level.svg: level for level in reversed(levels)}
    return [Figure(level.svg, level.note, level.name, is_drawing=True) for level in reversed(unique.values())]


def motion(
    pictures: Pictures | None, diagram: Diagram, run: Trajectories, caption: str,
    instants: tuple[float, ...] = (), is_apart: bool = False,
) -> list[Part]:  # fmt: skip
    """Return a picture of some instants of a run and a player for all of it; nothing if nothing can be seen."""
    try:
        film = pictures.film(diagram, run, instants) if pictures is not None else None
    except ModelError as error:
        return [Html(f'<pre class="error">{escape(str(error))}</pre>')]
    if film is None:
        return []
    return [Figure(frames_picture(film, instants, is_apart), caption), Html(player(film))]
