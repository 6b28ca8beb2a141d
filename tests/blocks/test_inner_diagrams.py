"""Diagrams inside diagrams: from files of their own, and written in place."""

import os
from pathlib import Path

import pytest

from blocks import Diagram, ModelError
from blocks.diagram import Placeholder
from blocks.diagram_file import read_diagram, read_text, write_diagram, write_text
from tests.models.shop import HEAD, Plate, installed, snapshot

KEPT = "  The block is kept as it is, but cannot be simulated."
FORMATS = Path(__file__).parent.parent / "formats" / "v1"


@pytest.fixture(autouse=True, scope="module")
def _shop():
    with installed():
        yield


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def save(file: str, *types: str, more: str = "") -> None:
    """Write a diagram with blocks ``b1``, ``b2`` and so on of the given types."""
    blocks = "".join(f'\n[blocks.b{number}]\ntype = "{kind}"\n' for number, kind in enumerate(types, 1))
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(f"{HEAD}{more}{blocks}")


def test_a_diagram_in_a_file():
    d = read_diagram(FORMATS / "robot" / "diagram.toml")
    left, right = d.blocks["left"], d.blocks["right"]
    assert d.files == {"left": "./arm.toml", "right": "./arm.toml"}
    assert d.notes == {"right": "a little shorter"}
    assert isinstance(left, Diagram)
    assert left is not right
    assert (left.name, left.note) == ("arm", "one joint and one rod")
    assert (left.parameters, left.values) == ({"length": "300 mm"}, {"length": "= reach / 2"})
    assert list(left.ports) == ["a", "b"]


def test_a_diagram_in_place():
    d = read_diagram(FORMATS / "inline.toml")
    arm = d.blocks["arm"]
    assert isinstance(arm, Diagram)
    assert (arm.name, arm.note, arm.values) == ("arm", "two arms, written in place", {"length": "250 mm"})
    assert d.counts == {"arm": 2}
    assert arm.blocks["hand"].name == "gripper"
    assert arm.blocks["hand"].ports == {"a": "body.a"}


def test_files_are_seen_from_the_file_that_names_them():
    save("diagram.toml", "./parts/arm.toml")
    save("parts/arm.toml", "./hands/hand.toml")
    save("parts/hands/hand.toml", "shop.Plate")
    d = read_diagram("diagram.toml")
    assert d.problems == []
    assert isinstance(d.blocks["b1"].blocks["b1"].blocks["b1"], Plate)
    text = Path("diagram.toml").read_text()
    assert read_text(text, "x", ".").problems == []
    assert len(read_text(text, "x", "parts").problems) == 1


def test_text_without_a_folder_has_no_files():
    d = read_text(f'{HEAD}\n[blocks.a]\ntype = "./arm.toml"\nlength = 3\n', "robot")
    assert [str(problem) for problem in d.problems] == [
        'robot, blocks.a: the diagram "./arm.toml" cannot be opened.\n'
        "  It can be found only when the outer diagram is a file, too.\n"
        "    Save it first.\n" + KEPT
    ]
    assert d.blocks["a"] == Placeholder("./arm.toml", {"length": 3})


@pytest.mark.parametrize(
    "kind",
    [
        "../arm.toml", "./../arm.toml", "./a/../../arm.toml", "/etc/arm.toml", "//host/arm.toml", "arm.toml", "./arm",
        ".\\\\arm.toml", "./..\\\\arm.toml", "C:/arm.toml", "./C:arm.toml", "https://example.org/arm.toml",
        "./a//b.toml", "./link.toml", "./folder/arm.toml", "./arm.toml\\u0000.toml", "./loop.toml",
    ],
)  # fmt: skip
def test_files_outside_the_folder_are_not_opened(kind, tmp_path):
    save("arm.toml")
    save("project/arm")
    os.symlink(tmp_path / "arm.toml", "project/link.toml")
    os.symlink(tmp_path, "project/folder")
    os.symlink("loop.toml", "project/loop.toml")
    save("project/diagram.toml", kind)
    d = read_diagram("project/diagram.toml")
    assert len(d.problems) == 1
    assert 'does not lie inside the folder of the diagram.' in str(d.problems[0])
    assert isinstance(d.blocks["b1"], Placeholder)
    assert write_text(d, "project") == Path("project/diagram.toml").read_text()


def test_links_within_the_folder_are_followed():
    save("parts/arm.toml", "shop.Plate")
    os.symlink("parts/arm.toml", "arm.toml")
    save("diagram.toml", "./arm.toml")
    assert read_diagram("diagram.toml").problems == []


def test_a_file_that_is_no_plain_file_is_not_opened():
    os.mkfifo("arm.toml")
    save("diagram.toml", "./arm.toml", "./missing.toml")
    d = read_diagram("diagram.toml")
    assert [problem.why.splitlines()[0] for problem in d.problems] == [
        "arm.toml: there is no such file.",
        "missing.toml: there is no such file.",
    ]


def test_circles_are_named():
    save("diagram.toml", "./a.toml")
    save("a.toml", "./b.toml")
    save("b.toml", "shop.Plate", "./a.toml")
    d = read_diagram("diagram.toml")
    assert [str(problem) for problem in d.problems] == [
        'b.toml, blocks.b2: the diagram "./a.toml" cannot be opened.\n'
        "  The diagrams contain each other in a circle: a.toml -> b.toml -> a.toml.\n"
        "    Remove one of the blocks.\n" + KEPT
    ]
    assert d.problems[0].where == "b1.b1.b2"
    assert isinstance(d.blocks["b1"].blocks["b1"].blocks["b1"], Plate)
    save("self.toml", "./self.toml")
    assert "in a circle: self.toml -> self.toml." in str(read_diagram("self.toml").problems[0])


def test_files_are_nested_at_most_eight_deep():
    for level in range(10):
        save(f"level{level}.toml", f"./level{level + 1}.toml")
    save("level10.toml", "shop.Plate")
    (problem,) = read_diagram("level0.toml").problems
    assert problem.where == ".".join(["b1"] * 9)
    assert "diagrams are nested more than 8 deep" in str(problem)
    assert read_diagram("level2.toml").problems == []


def nested(levels: int) -> str:
    paths = [".".join(["blocks.a"] * level) for level in range(1, levels + 1)]
    return HEAD + "".join(f'\n[{path}]\ntype = "diagram"\n' for path in paths)


def test_diagrams_in_place_are_nested_at_most_eight_deep():
    assert write_text(read_text(nested(8))) == nested(8)
    with pytest.raises(ModelError, match="nested more than 8 deep"):
        read_text(nested(9))


def test_a_faulty_inner_file_does_not_stop_the_outer_one():
    save("diagram.toml", "./arm.toml", "./bad.toml", "./bad.toml")
    save("arm.toml", "shop.Plate", more="\n[layout]\nb1 = 3\n")
    Path("bad.toml").write_text("???")
    d = read_diagram("diagram.toml")
    assert [(problem.where, problem.what) for problem in d.problems] == [
        ("b1.b1", "arm.toml, layout.b1: a position is expected: [x, y], [x, y, rotation] or [x, y, rotation, flip]."),
        ("b2", 'diagram.toml, blocks.b2: the diagram "./bad.toml" cannot be opened.'),
        ("b3", 'diagram.toml, blocks.b3: the diagram "./bad.toml" cannot be opened.'),
    ]
    assert d.problems[1].why.startswith("bad.toml, line 1, column 1: the file cannot be read.")
    assert write_text(d, "diagram") != ""


@pytest.mark.parametrize("kind", ["./arm.toml", "diagram"])
def test_unknown_parameters_of_inner_diagrams(kind):
    save("arm.toml", more='[parameters]\nlength = "1 m"\nMass = 2\n')
    inner = '\n[blocks.arm.parameters]\nlength = "1 m"\nMass = 2\n' if kind == "diagram" else ""
    text = f'{HEAD}\n[blocks.arm]\ntype = "{kind}"\nlength = "2 m"\nlenght = 3\n{inner}'
    d = read_text(text, "robot", ".")
    assert [str(problem) for problem in d.problems] == [
        f"robot, blocks.arm: {'the diagram' if kind == 'diagram' else kind} has no parameter \"lenght\".\n"
        '  Did you mean "length"?\n'
        "  Its parameters are: length, Mass.\n"
        "  The diagram was opened without it; saving will keep the line until you remove it."
    ]
    assert d.blocks["arm"].values == {"length": "2 m"}
    assert sorted(write_text(d, "robot").splitlines()) == sorted(text.splitlines())
    assert snapshot(read_text(write_text(d, "robot"), "robot", ".")) == snapshot(d)


def test_faults_inside_a_diagram_in_place_are_kept_there():
    text = f'{HEAD}\n[blocks.arm]\ntype = "diagram"\n\n[blocks.arm.blocks.b]\ntype = "shop.Plate"\nodd = 1\n'
    d = read_text(text, "robot")
    assert d.problems[0].what == 'robot, blocks.arm.blocks.b: Plate has no parameter "odd".'
    assert d.problems[0].where == "arm.b"
    assert d.blocks["arm"].extra == {"blocks": {"b": {"odd": 1}}}
    assert write_text(d, "robot") == text


def test_a_number_that_is_none_is_found_inside():
    with pytest.raises(ModelError) as caught:
        read_text(f'{HEAD}[blocks.arm]\ntype = "diagram"\n[blocks.arm.blocks.b]\ntype = "x.Y"\nz = inf\n', "robot")
    assert caught.value.what == "robot, blocks.arm.blocks.b.z: inf is not a finite number."


def test_exploding_files_are_refused(monkeypatch):
    """Each of eight files uses the next one twenty times: 25 thousand million blocks in all."""
    monkeypatch.setattr("blocks.block_reader.MAX_BLOCKS", 10_000)
    for level in range(8):
        save(f"level{level}.toml", *[f"./level{level + 1}.toml"] * 20)
    save("level8.toml", "shop.Plate")
    with pytest.raises(ModelError, match="more than 10000 blocks"):
        read_diagram("level0.toml")


def test_only_the_outer_file_is_saved():
    save("diagram.toml", "./arm.toml")
    save("arm.toml", "shop.Plate")
    before = Path("arm.toml").read_text()
    d = read_diagram("diagram.toml")
    d.blocks["b1"].add("more", Plate())
    write_diagram(d, "diagram.toml")
    assert Path("arm.toml").read_text() == before
