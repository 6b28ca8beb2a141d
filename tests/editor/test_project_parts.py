"""The diagrams of a project as blocks: found beside the opened file, dragged onto it, saved with it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram, write_diagram
from blocks.errors import ModelError
from blocks.registry import find_block
from editor import block_memory
from editor.document import Document
from editor.palette import Palette
from editor.palette_rows import KIND, NAME
from editor.project_parts import project_parts
from editor.quick_insert import QuickInsert
from editor.style import LIGHT


@pytest.fixture(autouse=True)
def own_settings(tmp_path, monkeypatch):
    path = str(tmp_path / "settings.ini")
    monkeypatch.setattr(block_memory, "settings", lambda: QSettings(path, QSettings.Format.IniFormat))


@pytest.fixture
def project(tmp_path) -> Path:
    """Return the main file of a project with a part, a part of it in a folder, and what is none."""
    folder = tmp_path / "robot"
    (folder / "parts").mkdir(parents=True)
    drive = Diagram("drive")
    drive.note = "A motor with its load.\nMore about it."
    drive.parameters["load"] = "2 kg"
    drive.add("mass", find_block("translational.Mass")(m="= load"))
    drive.expose("end", "mass.b")
    write_diagram(drive, folder / "drive.toml")
    write_diagram(drive, folder / "parts" / "spare.toml")
    write_diagram(Diagram("no ports"), folder / "alone.toml")
    write_diagram(Diagram("robot"), folder / "diagram.toml")
    (folder / "experiments.toml").write_text("[[experiment]]\nname = 'x'\n")
    (folder / "broken.toml").write_text("format = \n")
    return folder / "diagram.toml"


def test_only_diagrams_with_ports_are_parts(project):
    found = project_parts(project)
    assert [part.type for part in found] == ["./drive.toml", "./parts/spare.toml"]
    assert (found[0].name, found[0].note, found[0].ports) == ("drive", "A motor with its load.", ("end",))
    assert project_parts(None) == []


def test_a_part_becomes_a_block_with_its_file(project):
    document = Document.open(project)
    name = document.add_block(document.diagram, "./drive.toml", (0, 0))
    document.set_value(document.diagram, name, "load", "3 kg")
    document.save()
    saved = read_diagram(project)
    assert saved.files == {"drive": "./drive.toml"}
    assert saved.blocks["drive"].values == {"load": "3 kg"}
    assert saved.problems == []
    document.history.undo()
    document.history.undo()
    assert (document.diagram.blocks, document.diagram.files) == ({}, {})


@pytest.mark.parametrize("wrong", ["./nothing.toml", "../other.toml", "./broken.toml", "./diagram.toml"])
def test_what_cannot_be_a_part_is_refused_in_words(wrong, project):
    document = Document.open(project)
    with pytest.raises(ModelError):
        document.add_block(document.diagram, wrong, (0, 0))
    assert document.diagram.blocks == {}


def test_no_diagram_contains_itself(project):
    outer = Document.open(project)
    outer.add_block(outer.diagram, "./drive.toml", (0, 0))
    outer.diagram.expose("end", "drive.end")
    outer.save()
    inner = Document.open(project.parent / "drive.toml")
    with pytest.raises(ModelError, match="contains this diagram"):
        inner.add_block(inner.diagram, "./diagram.toml", (0, 0))


def test_without_a_file_there_is_no_project():
    document = Document()
    with pytest.raises(ModelError, match="without a file"):
        document.add_block(document.diagram, "./drive.toml", (0, 0))


def rows(palette):
    model = palette.tree.model()
    return [model.index(i, 0) for i in range(model.rowCount())]


def test_the_palette_has_a_section_of_the_project(project, qtbot):
    palette = Palette(LIGHT)
    qtbot.addWidget(palette)
    palette.show()
    palette.set_project(project)
    texts = [row.data() for row in rows(palette)]
    place = texts.index("This project")
    assert texts[place + 1 :] == ["drive", "drive"]
    part = rows(palette)[place + 1]
    assert (part.data(KIND), part.data(NAME)) == ("block", "./drive.toml")
    assert bytes(palette.tree.drag_of("./drive.toml").mimeData().data("application/x-junctura-block").data()) == (
        b"./drive.toml"
    )
    palette.field.setText("drive motor")
    assert "./drive.toml" in [row.data(NAME) for row in rows(palette)]
    palette.field.clear()
    palette.set_project(None)
    assert "This project" not in [row.data() for row in rows(palette)]


def test_quick_insert_offers_the_project(project, qtbot):
    popup = QuickInsert(None, LIGHT)
    qtbot.addWidget(popup)
    popup.path = project
    popup.open_at(popup.pos())
    assert [row.value for row in popup.rows("")] == ["./drive.toml", "./parts/spare.toml"]
    assert popup.rows("spare")[0].value == "./parts/spare.toml"


def test_parts_are_not_among_those_used_last():
    block_memory.remember("./drive.toml")
    assert block_memory.recent() == []
