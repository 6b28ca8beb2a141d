"""A picture of the mechanism itself, as it moves, at instants of a run: what the start page shows of a project."""

from __future__ import annotations

from pathlib import Path

from blocks.diagram_file import read_diagram
from blocks.errors import ModelError, raise_all
from blocks.units import parse_quantity, unit

TIME = unit("s")


def write_motion(file: Path, times: str, out: str) -> None:
    """Simulate a diagram until the last of some instants and draw them all into one SVG, the last one dark."""
    from editor.report_pictures import ReportPictures
    from solver.atomic_file import replacing
    from solver.report_frames import frames_picture
    from solver.simulate import simulate

    if Path(out).suffix.lower() != ".svg":
        raise ModelError(f'"{out}" cannot hold a motion.', fix="Name a file that ends with .svg.")
    instants = read_instants(times)
    diagram = read_diagram(file)
    raise_all(diagram.problems)
    result = simulate(diagram, max(instants))
    film = ReportPictures().film(result.model.diagram, result)
    if film is None:
        raise ModelError(f"{file}: nothing moves here that could be seen.", fix="Add bodies of planar or spatial.")
    with replacing(out) as temporary:
        temporary.write_text(frames_picture(film, instants, is_plain=True) + "\n", encoding="utf-8")


def read_instants(text: str) -> tuple[float, ...]:
    """Return instants in seconds.

    >>> read_instants("0, 500 ms, 2 s")
    (0.0, 0.5, 2.0)
    """
    return tuple(float(parse_quantity(item, TIME)) for item in text.split(","))  # type: ignore[arg-type]
