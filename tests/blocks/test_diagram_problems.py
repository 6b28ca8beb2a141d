"""Faulty files: what still opens, with its problem told and its lines kept, and what is refused. Texts are exact."""

import time

import pytest

from blocks import ModelError
from blocks.diagram import Placeholder
from blocks.diagram_file import read_diagram, read_text, write_diagram, write_text
from tests.models.shop import HEAD, Cylinder, Plate, installed, snapshot

KEPT = "\n  The diagram was opened without it; saving will keep the line until you remove it."
PLATE = '\n[blocks.a]\ntype = "shop.Plate"\n'


@pytest.fixture(autouse=True, scope="module")
def _shop():
    with installed():
        yield


def test_unknown_parameter(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "projects" / "forearm").mkdir(parents=True)
    text = f'{HEAD}\n[blocks.cylinder]\ntype = "pneumatics.Cylinder"\nbore = "32 mm"\nstrok = "= 2 * bore"\n'
    file = "projects/forearm/diagram.toml"
    (tmp_path / file).write_text(text)
    d = read_diagram(file)
    assert [str(problem) for problem in d.problems] == [
        'projects/forearm/diagram.toml, blocks.cylinder: pneumatics.Cylinder has no parameter "strok".\n'
        '  Did you mean "stroke"?\n'
        "  Its parameters are: bore, dead_volume, n, p_ambient, R, rod_diameter, stroke, T.\n"
        "  The diagram was opened without it; saving will keep the line until you remove it."
    ]
    assert d.problems[0].where == "cylinder"
    assert isinstance(d.blocks["cylinder"], Cylinder)
    assert d.blocks["cylinder"].values == {"bore": "32 mm"}
    write_diagram(d, file)
    assert (tmp_path / file).read_text() == text
    d.rename("cylinder", "piston")
    assert 'strok = "= 2 * bore"' in write_text(d)
    del d.extra["blocks"]["piston"]["strok"]
    assert "strok" not in write_text(d)


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        (
            '\n[blocks.a]\ntype = "shop.Plat"\nwidth = 1\n',
            "a",
            'blocks.a: the block type "shop.Plat" is not installed.\n'
            '  Did you mean "shop.Plate"?\n'
            "  The block is kept as it is, but cannot be simulated.",
        ),
        (
            '\n[blocks.a]\ntype = "electrical.Resistr"\n',
            "a",
            'blocks.a: the block type "electrical.Resistr" is not installed.\n'
            '  Did you mean "electrical.Resistor"?\n'
            "  The block is kept as it is, but cannot be simulated.",
        ),
        (
            '\n[blocks.a]\ntype = "broken.Thing"\n',
            "a",
            'blocks.a: the block type "broken.Thing" is not installed.\n'
            "  Its library could not be loaded: No module named 'no_such_package_anywhere'\n"
            "  The block is kept as it is, but cannot be simulated.",
        ),
        (
            "\n[blocks.a]\nwidth = 1\n",
            "a",
            "blocks.a: the type of the block is missing.\n  The block is kept as it is, but cannot be simulated.",
        ),
        (
            "\n[blocks.a]\ntype = 3\nwidth = 1\n",
            "a",
            "blocks.a: the type of the block is missing.\n  The block is kept as it is, but cannot be simulated.",
        ),
        (
            '\n[blocks.a]\ntype = "shop.Picky"\nsize = 13\n',
            "a",
            "blocks.a: the block cannot be made.\n  Thirteen is not a size.\n"
            "  The block is kept as it is, but cannot be simulated.",
        ),
        (
            PLATE + 'width = 2024-05-06\n',
            "a",
            "blocks.a.width: a number, a text or a list of these is expected, not a date or time." + KEPT,
        ),
        (
            PLATE + 'count = 0\n',
            "a",
            "blocks.a.count: a whole number from 1 to 100000 is expected." + KEPT,
        ),
        (
            PLATE + 'disabled = "yes"\n',
            "a",
            "blocks.a.disabled: true or false is expected, not a text." + KEPT,
        ),
        (
            PLATE + "start = 3\n",
            "a",
            "blocks.a.start: a table is expected, not a number." + KEPT,
        ),
        (
            PLATE + '\n[blocks.a.guess]\n"x y" = 3\n',
            "a",
            "blocks.a.guess.x y: this is not the name of a variable." + KEPT,
        ),
        (
            PLATE + '\n[blocks.a.start]\n"b.phi" = 3\n\n[blocks.a.start.b]\nphi = 4\n',
            "a",
            "blocks.a.start.b.phi: the same variable is given twice." + KEPT,
        ),
        (
            "\n[blocks]\na = 3\n",
            "a",
            "blocks.a: a table is expected, not a number." + KEPT,
        ),
        (
            '\n[diagram]\nconnections = [\n  ["a.p", "b"],\n]\n\n[ports]\nx = 1\n',
            "b",
            'diagram.connections[1]: there is no block "a".' + KEPT,
        ),
        (
            PLATE + '\n[diagram]\nconnections = [\n  ["a.p", "a.n", "a.x"],\n]\n',
            "",
            'diagram.connections[1]: two ports are expected, such as ["a.p", "b.n"].' + KEPT,
        ),
        (
            PLATE + '\n[diagram]\nconnections = [\n  ["a.p", "a"],\n]\n',
            "a",
            'diagram.connections[1]: "a" does not name a port.\n'
            '  Write block and port with a dot between: "motor.shaft".' + KEPT,
        ),
        (
            '\n[diagram]\ninitial = [1]\n',
            "",
            "diagram.initial: equations in quotes are expected, not a number." + KEPT,
        ),
        (
            '\n[diagram]\nconnection = []\n',
            "",
            'diagram.connection: there is no field of this name.\n  Did you mean "connections"?' + KEPT,
        ),
        (
            '\n[ports]\nout = "abc.p"\n',
            "abc.p",
            'ports.out: there is no block "abc".' + KEPT,
        ),
        (
            "\n[experiment]\nstop = true\n",
            "",
            "experiment.stop: true or false cannot be used here." + KEPT,
        ),
        (
            "\n[experiment]\nintervall = 1\n",
            "",
            'experiment.intervall: there is no setting of this name.\n  Did you mean "interval"?' + KEPT,
        ),
        (
            "\n[layout]\na = [1]\n",
            "a",
            "layout.a: a position is expected: [x, y], [x, y, rotation] or [x, y, rotation, flip]." + KEPT,
        ),
        (
            '\n[routes]\n"a.p -- b.n" = [[1, 2], [3]]\n',
            "",
            "routes.a.p -- b.n: a list of points [x, y] is expected." + KEPT,
        ),
        ("\n[views]\nx = 1\n", "", "views: a diagram has no table or field of this name." + KEPT),
        ("layout = 3\n", "", "layout: a table is expected, not a number." + KEPT),
        ("note = 3\n", "", "note: a text is expected, not a number." + KEPT),
        (
            "\n[parameters]\nlayout = 3\n",
            "",
            "parameters.layout: the word has another meaning in files, so the parameter cannot be set from outside.\n"
            "  Choose another name.",
        ),
    ],
)
def test_recoverable(text, where, message):
    d = read_text(HEAD + text, "robot")
    if message.startswith("diagram.connections[1]: there is no"):
        # two faults in one file, both told
        assert len(d.problems) == 3
    else:
        assert str(d.problems[0]) == f"robot, {message}"
        assert d.problems[0].where == where
        assert len(d.problems) == 1
    assert write_text(d, "robot") == HEAD + text
    assert snapshot(read_text(write_text(d, "robot"), "robot")) == snapshot(d)


def test_own_values_replace_kept_ones():
    d = read_text(f"{HEAD}{PLATE}width = 2024-05-06\n\n[layout]\na = 3\n")
    d.blocks["a"].values["width"] = 2
    d.layout["a"] = (1, 2)
    assert write_text(d) == f"{HEAD}{PLATE}width = 2\n\n[layout]\na = [1, 2]\n"


def test_all_data_of_unknown_blocks_is_kept():
    d = read_text(f'{HEAD}\n[blocks.a]\ntype = "x.Y"\ncount = 2\nwidth = 1\nnote = "n"\n[blocks.a.start]\nb.phi = 1\n')
    assert d.blocks["a"] == Placeholder("x.Y", {"width": 1, "note": "n", "start": {"b": {"phi": 1}}})
    assert d.counts == {"a": 2}


def test_removed_blocks_leave_nothing_behind():
    drawn = '[layout]\na = [1, 2]\n[routes]\n"a.p -- a.n" = []'
    d = read_text(f"{HEAD}{PLATE}count = 2\ndisabled = true\nodd = 1\n{drawn}")
    d.remove("a")
    assert write_text(d) == HEAD


def test_many_problems_are_counted_and_cost_little():
    text = HEAD + "".join(f'[blocks.a{i}]\ntype = "electrical.Resistor{i}"\nodd = 1\n' for i in range(20_000))
    start = time.process_time()
    d = read_text(text, "robot")
    assert time.process_time() - start < 5
    assert len(d.problems) == 101
    assert str(d.problems[-1]) == "robot: 19900 more problems were found."
    assert len(d.blocks) == 20_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[blocks.a]\ntype = shop\n",
            "robot, line 2, column 8: the file cannot be read.\n"
            "  Invalid value:\n      type = shop\n"
            "  Correct this line in a text editor.",
        ),
        (
            f"{HEAD}[blocks.a]\n[blocks.a]\n",
            "robot, line 4, column 10: the file cannot be read.\n"
            "  blocks.a appears twice:\n      [blocks.a]\n"
            "  Correct this line in a text editor.",
        ),
        (
            f"{HEAD}<<<<<<< HEAD\n",
            "robot, line 3, column 1: the file cannot be read.\n"
            "  Invalid statement:\n      <<<<<<< HEAD\n"
            "  The line was left by merging two versions of the file: keep one of them, and remove the mark.",
        ),
        (
            f'{HEAD}note = """abc',
            "robot, at the end: the file cannot be read.\n  Unterminated string.\n  Complete the file.",
        ),
        (
            "version = 1\n",
            "robot: this is not a Junctura diagram.\n"
            '  The first line of a diagram is: format = "junctura-diagram"\n'
            "  Choose another file.",
        ),
        (
            'format = "junctura-diagram"\n',
            "robot: the version of the file is missing or is not a whole number.\n"
            "  Write it below the first line: version = 1",
        ),
        (
            'format = "junctura-diagram"\nversion = 2\n',
            "robot: the file was saved by a newer Junctura (version 2 of the format).\n"
            "  This one reads the format up to version 1.\n"
            "  Install the newer Junctura to open it.",
        ),
        (
            'format = "junctura-diagram"\nversion = 0\n',
            "robot: version 0 of the format cannot be read.\n  The oldest version that can be read is 1.",
        ),
        (
            f"{HEAD}[blocks.a]\ntype = 'x.Y'\nb = [1, {{c = nan}}]\n",
            "robot, blocks.a.b[2].c: nan is not a finite number.\n"
            "  The file was not opened. Correct it in a text editor.",
        ),
        (
            f"{HEAD}[parameters]\na = -1e999\n",
            "robot, parameters.a: -inf is not a finite number.\n"
            "  The file was not opened. Correct it in a text editor.",
        ),
        (
            f"{HEAD}[odd]\na = {2**63}\n",
            "robot, odd.a: the whole number has more than 64 bits.\n"
            "  The file was not opened. Correct it in a text editor.",
        ),
        (
            f"{HEAD}[odd]\na = {'[' * 9}{']' * 9}\n",
            "robot, odd.a[1][1][1][1][1][1][1]: lists and tables are nested more than 8 deep.\n"
            "  The file was not opened. Correct it in a text editor.",
        ),
        (
            f"{HEAD}[blocks.my-arm]\n",
            'robot, blocks: "my-arm" is not a name.\n'
            "  Use letters, digits and _, at most 100, and no digit at the start.",
        ),
        (
            f"{HEAD}[layout]\n2 = [1, 2]\n",
            'robot, layout: "2" is not a name.\n  Use letters, digits and _, at most 100, and no digit at the start.',
        ),
        (f"{HEAD}a = {'[' * 100_000}", "robot: lists or tables are nested too deeply."),
        (f"{HEAD}{'a.' * 1_000_000}a = 1", "robot, line 3: the name of a table is too long."),
        (HEAD + "[" + '"a b". ' * 100_000 + "a]", "robot, line 3: the name of a table is too long."),
        (
            f"{HEAD}a = {'1' * 5000}",
            "robot: a number or date cannot be read.\n"
            "  Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; "
            "use sys.set_int_max_str_digits() to increase the limit",
        ),
        (
            "x" * 10_000_001,
            "robot: the file is larger than 10 MB.\n  Divide the diagram into several files.",
        ),
        (
            HEAD + "".join(f"[blocks.a{i}]\n" for i in range(200_001)),
            "robot, blocks: there are more than 200000 blocks.\n  Divide the diagram.",
        ),
    ],
    ids=lambda text: text[:20],
)
def test_refused(text, message):
    with pytest.raises(ModelError) as caught:
        read_text(text, "robot")
    assert str(caught.value) == message


def test_unreadable_files(tmp_path):
    def refused(name):
        with pytest.raises(ModelError) as caught:
            read_diagram(tmp_path / name)
        return str(caught.value).removeprefix(f"{tmp_path.as_posix()}/")

    assert refused("none.toml") == "none.toml: there is no such file.\n  Check the name and the folder."
    assert refused("x\0.toml").endswith(": there is no such file.\n  Check the name and the folder.")
    assert refused(".") .endswith(": there is no such file.\n  Check the name and the folder.")
    (tmp_path / "latin.toml").write_bytes(f"{HEAD}note = 'f\xfcr'\n".encode("latin-1"))
    assert refused("latin.toml") == "latin.toml, line 3: the file is not a text in UTF-8."
    (tmp_path / "big.toml").write_bytes(b"#" * 10_000_001)
    assert refused("big.toml") == "big.toml: the file is larger than 10 MB.\n  Divide the diagram into several files."


def test_long_notes_with_dots_are_not_taken_for_keys():
    note = "www." * 100 + " and so on: " + "a. b. " * 100
    table = f"[blocks.a]\ntype = 'shop.Plate'\ncorners = [{', '.join(['0.1'] * 1000)}]"
    d = read_text(f'{HEAD}note = "{note}"\n{table}')
    assert len(d.blocks["a"].values["corners"]) == 1000
    assert isinstance(d.blocks["a"], Plate)
