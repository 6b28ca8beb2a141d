"""Diagrams as pictures for papers: SVG, PDF, PNG and TikZ, cropped to the content, with a legend."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSaveFile, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from blocks.diagram import Diagram
from blocks.errors import ModelError, did_you_mean
from editor.canvas.scene import DiagramScene
from editor.canvas.wire_pieces import badge_rect
from editor.document import Document
from editor.legend import legend_size, paint_legend
from editor.style import PORT, THEMES, Theme
from editor.svg_outlines import text_to_paths

MARGIN = 12.0  # px around the content
GAP = 10.0  # px between the diagram and its legend
POINTS = 0.75  # per px
SCALE = 2  # of PNG
LARGEST = 16_000  # px, of PNG
KINDS = (".svg", ".pdf", ".png", ".tex")


def export_diagram(
    source: Diagram | Document, path: str | Path, theme: str = "print", subsystem: str = "", *, has_legend: bool = True
) -> None:
    """Draw a diagram, or a subsystem of it named by its way ("arm.drive"), into a file; its ending tells the kind."""
    document = source if isinstance(source, Document) else Document(source)
    if theme not in THEMES:
        raise ModelError(f'There is no theme "{theme}".', fix=f"Use one of: {', '.join(THEMES)}.")
    kind_of(path)  # before the work
    export_scene(scene_of(document, THEMES[theme], subsystem), path, THEMES[theme], has_legend=has_legend)


def export_scene(scene: DiagramScene, path: str | Path, theme: Theme, *, has_legend: bool = True) -> None:
    """Draw a scene that exists already into a file; what is selected does not show, and stays selected."""
    kind = kind_of(path)
    scene.settle()
    with _as_printed(scene, theme):
        if kind == ".tex":
            from editor.tikz import tikz
            from editor.tikz_pictures import pictures_tikz

            data = tikz(scene.network, theme, pictures_tikz(scene, Path(path)), has_legend=has_legend).encode()
        else:
            data = {".svg": _svg, ".pdf": _pdf, ".png": _png}[kind](Page(scene, theme, has_legend))
    _write(Path(path), data)


def kind_of(path: str | Path) -> str:
    """Return what kind of picture a file's ending asks for."""
    target = Path(path)
    if target.suffix.lower() not in KINDS:
        raise ModelError(f'"{target.name}" has no ending that says what to draw.', fix=f"Use {', '.join(KINDS)}.")
    return target.suffix.lower()


@contextmanager
def _as_printed(scene: DiagramScene, theme: Theme) -> Iterator[None]:
    """Give a scene another theme, without marks of selection and problems, for a moment."""
    before, names, pairs = scene.theme, scene.selected_items(), scene.selected_pairs()
    problems = {name: item.problem for name, item in scene.blocks.items() if item.problem}
    was_blocked = scene.blockSignals(True)
    scene.select(())
    scene.mark_problems({})
    scene.set_theme(theme)
    try:
        yield
    finally:
        scene.set_theme(before)
        scene.mark_problems(problems)
        scene.select(names)
        scene.pick(pairs)
        scene.blockSignals(was_blocked)


def export_levels(source: Diagram | Document, path: str | Path, theme: str = "print") -> list[Path]:
    """Draw every level of the hierarchy into a file of its own: arm.pdf, arm.drive.pdf, and so on."""
    document = source if isinstance(source, Document) else Document(source)
    target, written = Path(path), []
    for way, _ in document.diagrams():
        file = target.with_name(".".join([target.stem, *way]) + target.suffix)
        export_diagram(document, file, theme, ".".join(way))
        written.append(file)
    return written


def scene_of(document: Document, theme: Theme, subsystem: str = "") -> DiagramScene:
    """Return a scene of a document's diagram, or of a subsystem, for nothing but drawing."""
    way = tuple(name for name in subsystem.split(".") if name)
    known = {".".join(other): diagram for other, diagram in document.diagrams()}
    if subsystem not in known and ".".join(way) not in known:
        hint = did_you_mean(subsystem, known) or f"Its subsystems are: {', '.join(name for name in known if name)}."
        raise ModelError(f'There is no subsystem "{subsystem}" in "{document.diagram.name}".', subsystem, fix=hint)
    return DiagramScene(document, known[".".join(way)], theme)


class Page:
    """A scene with its legend, in px."""

    def __init__(self, scene: DiagramScene, theme: Theme, has_legend: bool) -> None:
        self.scene, self.theme = scene, theme
        self.content = drawn_rect(scene)
        self.domains = scene.legend() if has_legend else []
        legend = legend_size(self.domains)
        extra = legend.height() + GAP if self.domains else 0.0
        self.width = max(self.content.width(), legend.width()) + 2 * MARGIN
        self.height = self.content.height() + extra + 2 * MARGIN
        self.title = scene.diagram.name

    @property
    def size(self) -> QSizeF:
        """Return the size of the page."""
        return QSizeF(self.width, self.height)

    def paint(self, painter: QPainter) -> None:
        """Paint the page; one unit of the painter is one px."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(QRectF(QPointF(), self.size), QColor(self.theme.canvas))
        place = QRectF(MARGIN, MARGIN, self.content.width(), self.content.height())
        painter.save()
        self.scene.render(painter, place, self.content, Qt.AspectRatioMode.KeepAspectRatio)
        painter.restore()
        if self.domains:
            painter.setClipping(False)
            paint_legend(painter, self.domains, self.theme, QPointF(MARGIN, place.bottom() + GAP), frame=False)


def drawn_rect(scene: DiagramScene) -> QRectF:
    """Return what the ink of a diagram covers, without the room that selections and names of ports would need."""
    network, room = scene.network, QRectF()
    for left, top, right, bottom in network.rects():
        room = room.united(QRectF(left, top, right - left, bottom - top))
    for net in network.nets:
        for (x0, y0), (x1, y1) in net.tree.segments:
            room = room.united(QRectF(x0 - 1, min(y0, y1) - 1, x1 - x0 + 2, abs(y1 - y0) + 2))
        for place, text in net.tags:
            room = room.united(badge_rect(place, text))
    for note in scene.notes:
        room = room.united(note.mapRectToScene(note.boundingRect()))
    # ports stand out a little
    return room.adjusted(-PORT, -PORT, PORT, PORT) if not room.isNull() else QRectF(0, 0, 200, 100)


def _svg(page: Page) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(page.size.toSize())
    generator.setViewBox(QRectF(QPointF(), page.size))
    generator.setTitle(page.title)
    painter = QPainter(generator)
    page.paint(painter)
    painter.end()
    return text_to_paths(bytes(buffer.data().data()).decode()).encode()


def _pdf(page: Page) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(page.title)
    writer.setCreator("Junctura")
    writer.setResolution(1200)
    writer.setPageSize(QPageSize(page.size * POINTS, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    painter = QPainter(writer)
    painter.scale(1200 / 96, 1200 / 96)
    page.paint(painter)
    painter.end()
    return bytes(data.data())


def _png(page: Page) -> bytes:
    scale = min(SCALE, LARGEST / max(page.width, page.height))
    image = QImage((page.size * scale).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(page.theme.canvas))
    painter = QPainter(image)
    painter.scale(scale, scale)
    page.paint(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _write(path: Path, data: bytes) -> None:
    target = QSaveFile(str(path))
    is_open = target.open(QSaveFile.OpenModeFlag.WriteOnly)
    if not is_open or target.write(data) != len(data) or not target.commit():
        raise ModelError(f"{path}: the file cannot be written.", why=f"{target.errorString()}.")
