"""Example projects on the start page: what they are called and how they look, without running anything of them."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from blocks.project_folder import diagram_in
from editor.examples import PICTURE, Example, examples, title_of
from editor.motion_picture import write_motion
from editor.start_page import EXAMPLES
from editor.style import DARK, LIGHT
from editor.thumbnail import thumbnail
from tests.editor.window_parts import own_settings  # noqa: F401

EMPTY = 'format = "junctura-diagram"\nversion = 1\nnote = "About it."\n'
SIZE = QSize(292, 166)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "leg_of_a_robot"
    folder.mkdir()
    (folder / "diagram.toml").write_text(EMPTY, encoding="utf-8")
    return folder


def test_projects_are_called_as_their_people_call_them() -> None:
    found = {example.file.parent.name: example.title for example in examples(EXAMPLES)}
    for name, title in found.items():
        heading = (EXAMPLES / name / "README.md").read_text(encoding="utf-8").splitlines()[0]
        assert heading == f"# {title}"
    assert [*found.values()] == sorted(found.values(), key=str.casefold)


def test_a_title_is_that_of_the_experiments_else_of_the_readme_else_of_the_folder(project: Path) -> None:
    assert title_of(project) == "Leg of a robot"
    (project / "README.md").write_text("text\n\n# A leg\n\n# Another\n", encoding="utf-8")
    assert title_of(project) == "A leg"
    (project / "experiments.toml").write_text('title = "A leg that jumps"\n', encoding="utf-8")
    assert title_of(project) == "A leg that jumps"
    (project / "experiments.toml").write_text("title = [[[", encoding="utf-8")
    (project / "README.md").write_bytes(b"# \xff\xfe")
    assert title_of(project) == "Leg of a robot"


def test_what_is_in_the_folder_is_read_and_not_run(project: Path, tmp_path: Path) -> None:
    (project / "code.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", encoding="utf-8")
    (project.parent / "empty").mkdir()
    (example,) = examples(project.parent)
    assert (example.note, example.picture) == ("About it.", None)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["annular", "pendulum", "tensegrity", "two_link_arm"])
def test_projects_with_a_mechanism_show_it(qtbot: QtBot, name: str) -> None:
    text = (EXAMPLES / name / PICTURE).read_text(encoding="utf-8")
    assert QSvgRenderer(str(EXAMPLES / name / PICTURE)).isValid()
    assert "href" not in text
    assert "<text" not in text  # too small to be read
    command = f"junctura export projects/{name} projects/{name}/{PICTURE} --motion"
    assert command in (EXAMPLES / name / "README.md").read_text(encoding="utf-8")


def test_a_picture_is_drawn_in_the_colours_of_the_theme(qtbot: QtBot) -> None:
    (example,) = (one for one in examples(EXAMPLES) if one.file.parent.name == "pendulum")
    assert example.picture is not None
    for theme in (LIGHT, DARK):
        drawn = thumbnail(example, theme, SIZE)
        assert drawn is not None
        image = drawn.toImage()
        ground = image.pixelColor(20, 83)
        assert ground.name() == theme.canvas.lower()
        lightness = {image.pixelColor(x, y).lightness() for x in range(292) for y in range(166)}
        assert max(abs(value - ground.lightness()) for value in lightness if value) > 100


def test_a_broken_picture_gives_way_to_the_diagram(qtbot: QtBot, project: Path) -> None:
    file = diagram_in(EXAMPLES / "pendulum")
    (project / PICTURE).write_text("<svg", encoding="utf-8")
    broken = thumbnail(Example(file, "", "", project / PICTURE), LIGHT, SIZE)
    plain = thumbnail(Example(file, "", "", None), LIGHT, SIZE)
    assert broken is not None
    assert plain is not None
    assert broken.toImage() == plain.toImage()


def test_a_motion_is_drawn_at_its_instants(qtbot: QtBot, tmp_path: Path) -> None:
    write_motion(diagram_in(EXAMPLES / "pendulum"), "0, 600 ms", str(tmp_path / "one.svg"))
    text = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert text.count("<g opacity") == 2
    assert QSvgRenderer(str(tmp_path / "one.svg")).isValid()
