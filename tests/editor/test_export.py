"""Pictures of diagrams: whole, cropped, with a legend, and in vectors where vectors are asked for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QColor, QImage

from blocks.diagram import Diagram
from blocks.errors import ModelError
from blocks.registry import catalogue, find_block
from editor.document import Document
from editor.export import export_diagram, export_levels, export_scene, scene_of
from editor.style import THEMES
from editor.tex_text import tex_text
from editor.tikz_icon import icon_colors, icon_tikz
from tests.editor.window_parts import ARM, PENDULUM, own_settings  # noqa: F401

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def arm(qtbot) -> Document:
    return Document.open(ARM)


def ladder(count: int) -> Diagram:
    diagram = Diagram("ladder")
    for i in range(count):
        kind = find_block("electrical.Resistor" if i % 2 else "electrical.Capacitor")
        assert kind is not None
        diagram.add(f"b{i}", kind(), at=(i % 20 * 140, i // 20 * 140))
        if i:
            diagram.connect(f"b{i - 1}.n", f"b{i}.p")
    return diagram


def test_svg_is_well_formed_and_needs_no_fonts(arm: Document, tmp_path: Path) -> None:
    export_diagram(arm, tmp_path / "arm.svg")
    root = ElementTree.parse(tmp_path / "arm.svg").getroot()
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}text"))
    assert not list(root.iter(f"{SVG}image")), "icons are drawn in vectors"
    labels = {path.get("aria-label") for path in root.iter(f"{SVG}path")}
    assert {"shoulder", "elbow_drive", "planar frame", "signal"} <= labels


def test_pdf_is_one_page_of_the_size_of_the_content(arm: Document, tmp_path: Path) -> None:
    export_diagram(arm, tmp_path / "arm.pdf")
    data = (tmp_path / "arm.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") == 1
    assert b"/FontFile" in data, "fonts are embedded"
    assert len(data) > 10_000


def test_png_is_cropped_and_white_around(arm: Document, tmp_path: Path) -> None:
    export_diagram(arm, tmp_path / "arm.png")
    image = QImage(str(tmp_path / "arm.png"))
    assert image.width() > 1500
    ink = [
        (x, y) for x in range(0, image.width(), 4) for y in range(0, image.height(), 4)
        if image.pixelColor(x, y) != QColor("white")
    ]  # fmt: skip
    assert len(ink) > 1000
    left, right = min(x for x, _ in ink), max(x for x, _ in ink)
    assert left < 90
    assert right > image.width() - 90


def test_dark_theme_is_dark(arm: Document, tmp_path: Path) -> None:
    export_diagram(arm, tmp_path / "arm.png", theme="dark")
    assert QImage(str(tmp_path / "arm.png")).pixelColor(2, 2) == QColor(THEMES["dark"].canvas)


def test_subsystem_by_its_name(arm: Document, tmp_path: Path) -> None:
    export_diagram(arm, tmp_path / "drive.svg", subsystem="elbow_drive")
    assert 'aria-label="shoulder"' not in (tmp_path / "drive.svg").read_text()
    with pytest.raises(ModelError, match='There is no subsystem "elbow_drivee"'):
        export_diagram(arm, tmp_path / "drive.svg", subsystem="elbow_drivee")


def test_every_level_in_a_file_of_its_own(arm: Document, tmp_path: Path) -> None:
    written = export_levels(arm, tmp_path / "arm.svg")
    assert [path.name for path in written] == ["arm.svg", "arm.elbow_drive.svg", "arm.shoulder_drive.svg"]
    assert all(path.stat().st_size > 1000 for path in written)


def test_what_cannot_be_drawn_is_told(arm: Document, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no ending that says what to draw"):
        export_diagram(arm, tmp_path / "arm.docx")
    with pytest.raises(ModelError, match='There is no theme "neon"'):
        export_diagram(arm, tmp_path / "arm.svg", theme="neon")
    with pytest.raises(ModelError, match="cannot be written"):
        export_diagram(arm, tmp_path / "nowhere" / "arm.svg")
    export_diagram(Diagram("empty"), tmp_path / "empty.pdf")


def test_selection_does_not_show_and_stays(arm: Document, tmp_path: Path) -> None:
    scene = scene_of(arm, THEMES["light"])
    export_scene(scene, tmp_path / "plain.png", THEMES["print"])
    scene.select(["elbow"])
    scene.mark_problems({"shoulder": "wrong"})
    export_scene(scene, tmp_path / "selected.png", THEMES["print"])
    assert (tmp_path / "plain.png").read_bytes() == (tmp_path / "selected.png").read_bytes()
    assert scene.selected_names() == ["elbow"]
    assert scene.blocks["shoulder"].problem == "wrong"
    assert scene.theme.name == "light"


def test_tikz_names_blocks_and_draws_connections(arm: Document, tmp_path: Path) -> None:
    export_diagram(arm, tmp_path / "arm.tex")
    text = (tmp_path / "arm.tex").read_text()
    assert text.startswith(r"\documentclass")
    assert "(elbow-drive) at" in text
    assert r"elbow\_drive" in text
    assert r"\pic[] at" in text
    assert text.count(r"\draw[planar-frame line, rounded corners=3.75bp]") >= 5
    assert text.count("{") == text.count("}")
    # a subsystem shows its ports by name, and what is inside
    inner = arm.at(("elbow_drive",))
    for name in inner.ports:
        assert f"{{{name}}};" in text
    assert text.count(r"\path[small") == 2 * len(inner.blocks)


def test_every_icon_can_be_drawn_in_tikz(qtbot) -> None:
    for name in catalogue():
        lines = icon_tikz(name)
        text = "\n".join(lines)
        assert text.count("{") == text.count("}"), name
        used = set(__import__("re").findall(r"(?:fill|draw|text)=c([0-9A-F]{6})", text))
        assert used <= {color[1:].upper() for color in icon_colors(name)}, name


def test_letters_for_tex() -> None:
    assert tex_text("50 % of R_1, T₂ in µs & Ω") == r"50 \% of R\_1, T$_2$ in $\mu$s \& $\Omega$"


def test_pictures_stand_beside_the_tex_file(tmp_path: Path) -> None:
    diagram = Diagram("my robot")
    diagram.annotations = [{"picture": "photo.png", "at": [100, 40], "size": [80]}]
    document = Document(diagram, tmp_path / "my_robot.toml")
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    image.save(str(tmp_path / "photo.png"))
    export_diagram(document, tmp_path / "my_robot.tex")
    text = (tmp_path / "my_robot.tex").read_text()
    assert "(100,40) {\\includegraphics[width=60bp, height=30bp]{my-robot-picture1.png}};" in text
    shown = QImage(str(tmp_path / "my-robot-picture1.png"))
    assert (shown.width(), shown.height()) == (240, 120)
    assert shown.pixelColor(120, 60) == QColor("red")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs TeX")
def test_tikz_compiles(qtbot, tmp_path: Path) -> None:
    export_diagram(Document.open(PENDULUM), tmp_path / "pendulum.tex")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "pendulum.tex"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    if "standalone.cls' not found" in done.stdout:
        pytest.skip("needs the class standalone")
    assert done.returncode == 0, done.stdout[-800:]
