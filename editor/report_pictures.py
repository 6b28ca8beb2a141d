"""Pictures for reports: every level of a diagram, and the motion of a mechanism as strokes that a page can draw."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import numpy as np

from blocks.diagram import Diagram
from editor.animation_data import ResultRun, Scene
from editor.animation_ground import floor_of
from editor.animation_ink import Ink, hexed, ink_for
from editor.animation_marks import Mark
from editor.animation_motion import Motion
from editor.animation_paint import RANK
from editor.animation_space import clear_of_balls
from editor.style import THEMES
from solver.report_film import Film, Stroke
from solver.report_pictures import Level
from solver.trajectories import Trajectories

FRAMES_PER_SECOND, MOST_FRAMES = 30.0, 360
BOX_SIDES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))


class ReportPictures:
    """Draws with the editor's own canvas and animation."""

    def levels(self, diagram: Diagram) -> list[Level]:
        """Return every level of the hierarchy; a diagram that is used several times is shown once."""
        from editor.app import make_application
        from editor.document import Document
        from editor.export import export_diagram

        application = make_application()  # letters cannot be measured without one
        document, found = Document(diagram), []
        with tempfile.TemporaryDirectory() as folder:
            for way, inner in _once(document.diagrams()):
                file = Path(folder) / "level.svg"
                export_diagram(document, file, "print", ".".join(way))
                found.append(Level(".".join(way) or diagram.name, inner.note, _inline(file.read_text("utf-8"))))
        del application
        return found

    def signals(self, diagram: Diagram) -> tuple[str, ...]:
        """Return the signals that are needed to show how a mechanism moves."""
        return tuple(Scene(diagram).signals)

    def film(self, diagram: Diagram, run: Trajectories, instants: tuple[float, ...] = ()) -> Film | None:
        """Return the motion of a run, with a frame at each of some instants; None if there is nothing to see."""
        scene = Scene(diagram)
        if not scene.marks or len(run.time) < 2:
            return None
        motion = Motion(scene, ResultRun(run, scene.signals))
        if not any(motion.is_known) or not len(motion.time):
            return None
        end = float(motion.time[-1])
        even = np.linspace(0.0, end, int(np.clip(end * FRAMES_PER_SECOND, 2, MOST_FRAMES)) + 1)
        time = np.union1d(even, [instant for instant in instants if 0.0 <= instant <= end])
        pictures = [motion.picture(float(instant)) for instant in time]
        is_space = scene.dimension == 3
        points = np.array([clear_of_balls(picture) if is_space else picture.points for picture in pictures])
        traced = scene.default_trace if motion.is_traceable(scene.default_trace) else ""
        trace = np.array([motion.place_of(traced, float(instant)) for instant in time]) if traced else None
        pairs = zip(scene.marks, scene.slices, motion.is_known, strict=True)
        marks = [(mark, part) for mark, part, is_known in pairs if is_known]
        for problem in motion.color_problems():
            raise problem
        shades = [np.zeros((len(time), 0))]
        numbers: dict[str, int] = {}
        for coloring in scene.colorings:
            first = sum(table.shape[1] for table in shades)
            numbers |= {scene.marks[mark].name: first + k for k, mark in enumerate(coloring.marks)}
            shades.append(coloring.shares(lambda name: np.interp(time, run.time, run[name])))
        scales = tuple(coloring.scale for coloring in scene.colorings)
        owners = tuple(k for k, coloring in enumerate(scene.colorings) for _ in coloring.marks)
        floor = floor_of(motion) if is_space else None
        strokes = _strokes(marks, numbers, is_space)
        return Film(time, points, strokes, trace, np.column_stack(shades), scales, owners, floor)


def _once(diagrams: list[tuple[tuple[str, ...], Diagram]]) -> list[tuple[tuple[str, ...], Diagram]]:
    """Return the diagrams that differ, each with the first way to it."""
    from blocks.diagram_file import write_text

    found: dict[str, tuple[tuple[str, ...], Diagram]] = {}
    for way, inner in diagrams:
        found.setdefault(write_text(inner, "diagram"), (way, inner))
    return list(found.values())


def _inline(svg: str) -> str:
    """Return an SVG that can stand inside a page: no head, the size in its own units."""
    text = svg[svg.index("<svg") :]
    text = re.sub(r"<desc>.*?</desc>|<defs>\s*</defs>|<title>.*?</title>", "", text, flags=re.S)
    # groups without content are a third of what Qt writes, and so are fonts where there are no letters
    text = re.sub(r"<g\b[^>]*>\s*</g>", "", text)
    text = re.sub(r'\s*font-(?:family|size|weight|style)="[^"]*"', "", text)
    found = re.search(r'viewBox="0 0 (\S+) (\S+)"', text)
    assert found is not None
    size = f'width="{float(found[1]):g}" height="{float(found[2]):g}"'
    return re.sub(r'width="[^"]*mm" height="[^"]*mm"', size, text, count=1)


def _strokes(marks: list[tuple[Mark, slice]], shades: dict[str, int], is_space: bool) -> list[Stroke]:
    ink = ink_for(THEMES["light"])
    # many parts are drawn thinner
    unit_width = 4.0 if sum(mark.kind in ("bar", "arm") for mark, _ in marks) <= 12 else 2.8
    found = []
    for mark, part in sorted(marks, key=lambda pair: RANK.get(pair[0].kind, 99)):
        places = tuple(range(part.start, part.stop))
        if is_space and mark.kind == "actuator":
            found.append(Stroke("barrel", places, ink.actuator, 1.1 * unit_width, shade=shades.get(mark.name, -1)))
        elif not is_space or mark.kind != "ground":
            found += _drawn(mark, places, ink, unit_width, shades.get(mark.name, -1))
    return found


def _drawn(mark: Mark, points: tuple[int, ...], ink: Ink, width: float, shade: int) -> list[Stroke]:
    """Return the strokes of one mark."""
    count, kind, one = len(points), mark.kind, points[:1]
    color = ink.bar if mark.color is None else hexed(mark.color)
    line = {"bar": (ink.bar, width), "arm": (ink.arm, 0.7 * width), "rim": (ink.bar, 0.8 * width),
            "spring": (ink.spring, 1.6), "damper": (ink.spring, 1.6), "both": (ink.spring, 2.4),
            "actuator": (ink.actuator, 1.1 * width), "link": (ink.thin, 1.0)}  # fmt: skip
    if kind in line:
        shape = "area" if count > 2 and kind in ("bar", "arm") else "line"
        fill = f"{ink.bar}26" if shape == "area" else ""
        return [Stroke(shape, points, *line[kind], fill, shade=shade, is_dashed=kind == "link")]
    match kind:
        case "plate":
            return [Stroke("area", points, color, 1.6, f"{ink.bar}24", shade=shade)]
        case "disc":
            rim = Stroke("disc", one, color, 2.0, f"{ink.bar}14", mark.radius, shade)
            return [rim, Stroke("line", points[:2], color, 1.2)]
        case "ball":
            return [Stroke("disc", one, color, 1.5, "#e2e8f0", mark.radius, shade)]
        case "rail":
            return [Stroke("line", points[:2], ink.thin, 1.6), Stroke("dot", points[1:2], ink.arm, 5.0, ink.joint)]
        case "joint":
            return [Stroke("dot", one, ink.bar, 0.8 * width, ink.joint)]
        case "mass" | "body":
            return [Stroke("dot", one, color, 1.6 * width)]
        case "fixed":
            return [Stroke("dot", one, ink.ground, 1.3 * width)]
        case "centre":
            return [Stroke("dot", one, ink.trace, 3.5)]
        case "ground":
            return [Stroke("ground", points, ink.ground, 1.6)]
        case "box":
            sides = (tuple(points[k] for k in side) for side in BOX_SIDES)
            return [Stroke("area", side, color, 1.2, f"{color}30", shade=shade) for side in sides]
        case "round" | "cone" | "arrow":
            return [Stroke("line", points[:2], color, 1.6, "", mark.radius, shade)]
    return []
