"""Parameters, structure and inserting in the whole window, with the mouse and the keyboard alone."""

# ruff: noqa: F811 (fixtures of the same name)

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from blocks.diagram import Diagram
from blocks.diagram_file import read_diagram
from editor.document import Document
from editor.inspector_many import ManyPage
from editor.palette_rows import NAME
from editor.port_choices import fitting_pairs
from editor.port_popup import PortPopup
from tests.editor.person import CONTROL, SHIFT, Person
from tests.editor.window_parts import own_settings, projects, window  # noqa: F401

KEY = Qt.Key


@pytest.fixture
def person(window, qtbot):
    window.show_document(Document())
    made = Person(window, qtbot)
    qtbot.waitUntil(lambda: made.workspace.canvas.view.isVisible(), timeout=15_000)
    return made


def diagram_of(person) -> Diagram:
    return person.workspace.canvas.diagram


def field_with_focus() -> QLineEdit:
    widget = QApplication.focusWidget()
    assert isinstance(widget, QLineEdit), widget
    return widget


def test_a_block_is_inserted_and_filled_in_with_the_keyboard_alone(person, window, qtbot):
    person.press(KEY.Key_Space, CONTROL)
    popup = person.workspace.canvas.quick_insert
    qtbot.waitUntil(popup.isVisible, timeout=15_000)
    person.type("translational.Mass")
    person.press(KEY.Key_Return)
    assert list(diagram_of(person).blocks) == ["mass"]
    qtbot.waitUntil(lambda: QApplication.focusWidget() is person.workspace.canvas.view, timeout=15_000)
    person.press(KEY.Key_Return)  # opens what is selected: its parameters
    assert field_with_focus().accessibleName() == "m"
    person.type("2.5")
    person.press(KEY.Key_Tab)
    assert diagram_of(person).blocks["mass"].values == {"m": "2.5 kg"}
    assert field_with_focus().accessibleName() == "length"
    person.press(KEY.Key_E, CONTROL)
    assert field_with_focus().accessibleName() == "stop time"


def insert_by_key(person, qtbot, word):
    canvas = person.workspace.canvas
    person.press(KEY.Key_Space, CONTROL)
    qtbot.waitUntil(canvas.quick_insert.isVisible, timeout=15_000)
    person.type(word)
    person.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is canvas.view, timeout=15_000)


def connect_by_key(person, qtbot, words):
    person.press(KEY.Key_L, CONTROL)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), PortPopup), timeout=15_000)
    person.type(words)
    person.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is person.workspace.canvas.view, timeout=15_000)


def test_a_whole_model_is_built_and_run_with_the_keyboard_alone(person, window, qtbot):
    insert_by_key(person, qtbot, "signals.Constant")
    for _ in range(12):
        person.press(KEY.Key_Left, SHIFT)
    insert_by_key(person, qtbot, "signals.Integrator")
    connect_by_key(person, qtbot, "constant.y")
    assert diagram_of(person).connections == [("integrator.u", "constant.y")]
    insert_by_key(person, qtbot, "signals.Gain")
    connect_by_key(person, qtbot, "integrator.y gain.u")
    assert len(diagram_of(person).connections) == 2
    person.press(KEY.Key_T, CONTROL)
    store = person.workspace.controller.store
    qtbot.waitUntil(lambda: person.workspace.controller.state == "finished", timeout=15_000)
    assert store.last["integrator.y"][-1] == pytest.approx(1, abs=1e-6)


def test_only_ports_that_fit_are_offered(person, qtbot, window):
    person.insert("translational.Mass", -100, 0)
    person.insert("rotational.Inertia", 100, 0)
    person.insert("translational.Spring", 0, 90)
    network = person.workspace.canvas.scene.network
    pairs = fitting_pairs(network, ["mass"])
    assert {second for _, second in pairs} == {"spring.a", "spring.b"}
    person.connect("mass.b", "spring.a")
    assert ("mass.b", "spring.a") not in fitting_pairs(network, ["mass"])
    assert fitting_pairs(network, ["inertia"]) == []


def test_search_in_the_palette_inserts_with_enter(person, window):
    person.press(KEY.Key_F, CONTROL | SHIFT)
    person.type("sprng planar")
    person.press(KEY.Key_Return)
    assert list(diagram_of(person).blocks) == ["spring"]
    window.palette_panel.field.clear()
    first = window.palette_panel.tree.model().index(1, 0)
    assert first.data(NAME) == "planar.Spring"  # among those used last


def test_an_array_is_made_and_its_elements_connected(person, qtbot):
    person.insert("translational.Mass", 0, 0)
    person.click_block("mass")
    page = person.workspace.inspector.page
    person.click(page.count.field)
    person.type("4")
    person.press(KEY.Key_Return)
    assert diagram_of(person).counts == {"mass": 4}
    assert person.workspace.canvas.scene.blocks["mass"].placed.lines[0] == "mass[4]"
    person.press(KEY.Key_Z, CONTROL)
    assert diagram_of(person).counts == {}


def test_several_blocks_get_a_value_together(person):
    person.insert("translational.Spring", -100, 0)
    person.insert("translational.SpringDamper", 100, 0)
    person.click(person.workspace.canvas.view.viewport(), QPoint(5, 60))
    person.workspace.canvas.view.setFocus()
    person.press(KEY.Key_A, CONTROL)
    page = person.workspace.inspector.page
    assert isinstance(page, ManyPage)
    person.fill("stiffness", "7 kN/m")
    assert [part.values for part in diagram_of(person).blocks.values()] == [{"stiffness": "7 kN/m"}] * 2


def test_a_subsystem_gets_a_parameter_that_its_inside_uses(person, qtbot, tmp_path):
    person.insert("translational.Mass", 0, 0)
    person.click_block("mass")
    person.workspace.canvas.view.setFocus()
    person.press(KEY.Key_G, CONTROL)
    assert list(diagram_of(person).blocks) == ["subsystem"]
    person.press(KEY.Key_Return)
    assert person.workspace.canvas.way == ("subsystem",)
    empty = person.workspace.inspector.page.parameters.empty
    person.click(empty.title)
    person.type("load")
    person.press(KEY.Key_Tab)
    person.type("3 kg")
    person.press(KEY.Key_Return)
    person.click_block("mass")
    person.fill("m", "= 2 * load")
    row = person.workspace.inspector.page.rows["m"]
    assert row.hint.text() == "= 6 kg"
    person.workspace.canvas.view.setFocus()
    person.press(KEY.Key_Up, CONTROL)
    assert person.workspace.canvas.way == ()
    person.click_block("subsystem")
    person.fill("load", "5")
    person.workspace.document.save(tmp_path / "a.toml")
    read = read_diagram(tmp_path / "a.toml")
    assert read.blocks["subsystem"].values == {"load": "5 kg"}
    assert "load 5 kg" in person.workspace.canvas.scene.blocks["subsystem"].placed.lines[1]


def test_a_part_of_the_project_is_chosen_from_the_palette(window, qtbot, projects):
    inner = Diagram("finger")
    document = Document(inner)
    document.add_block(inner, "translational.Mass", (0, 0), "mass")
    inner.expose("end", "mass.b")
    folder = projects / "pendulum"
    document.save(folder / "finger.toml")
    window.show_document(Document.open(folder / "diagram.toml"))
    person = Person(window, qtbot)
    tree = window.palette_panel.tree
    index = next(
        index
        for i in range(tree.model().rowCount())
        if (index := tree.model().index(i, 0)).data(NAME) == "./finger.toml"
    )
    tree.scrollTo(index)
    where = tree.visualRect(index).center()
    person.click(tree.viewport(), where)
    person.double_click(tree.viewport(), where)
    assert diagram_of(person).files == {"finger": "./finger.toml"}


def test_the_parameter_of_a_run_under_way_is_changed(person, qtbot):
    person.insert("signals.Constant", -100, 0)
    person.insert("signals.Integrator", 60, 0)
    person.connect("constant.y", "integrator.u")
    workspace = person.workspace
    workspace.document.set_experiment(workspace.document.diagram, stop="30 s")
    workspace.controller.set_pace(10.0)
    person.click_block("constant")
    workspace.canvas.view.setFocus()
    person.press(KEY.Key_T, CONTROL)
    qtbot.waitUntil(lambda: workspace.controller.state == "running", timeout=15_000)
    person.fill("level", "-50")
    run = workspace.controller.store
    qtbot.waitUntil(lambda: run.last is not None and run.last["integrator.y"][-1] < 0, timeout=15_000)
    assert max(run.last["integrator.y"]) > 0  # it went up before
    workspace.controller.stop()


def test_the_name_of_a_port_shows_under_the_mouse(person):
    person.insert("rotational.AngleSensor", 0, 0)
    scene, view = person.workspace.canvas.scene, person.workspace.canvas.view
    end = scene.blocks["angle_sensor"].placed.ends["angle"]
    QTest.mouseMove(view.viewport(), view.mapFromScene(QPointF(*end.point)))
    QApplication.processEvents()
    item = scene.blocks["angle_sensor"]
    assert item.is_hovered
    assert item.toolTip().startswith("angle:")
